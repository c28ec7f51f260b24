"""`chateaux puzzles …`: find them, look at them again, see how bots do."""
from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final, Optional

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from chateaux.bots.levels import LEVELS as BOT_LEVELS
from chateaux.bots.registry import BadSpec, bot
from chateaux.engine import registry
from chateaux.engine.data import BadPosition
from chateaux.engine.game import Game
from chateaux.look.words import LANGUAGES, Words, language_of_this_place
from chateaux.puzzles.judging import Judge
from chateaux.puzzles.mining import Shelf, mine
from chateaux.puzzles.puzzle import LEVELS, Depth, Puzzle, bound, puzzles, read

command = typer.Typer(no_args_is_help=True, help="Puzzles: find the best move, in positions of real games.")
EVERYBODY: Final = "/".join(["greedy", *(level.ladder for level in BOT_LEVELS.values())])

Language = Annotated[str, typer.Option(help=", ".join(LANGUAGES))]


def words_in(language: str) -> Words:
    return Words((language or language_of_this_place())[:2])


def named(id: str) -> Game:
    try:
        return registry.game(id)
    except KeyError as error:
        raise complain(error.args[0]) from None


def complain(sentence: object) -> typer.Exit:
    typer.secho(str(sentence), fg="red", err=True)
    return typer.Exit(2)


def bar() -> Progress:
    return Progress(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(),
                    console=Console(stderr=True))


@command.command("mine")
def mine_command(
        game_id: Annotated[str, typer.Argument(metavar="GAME", help="The game, by its id.")],
        out: Annotated[Path, typer.Option(help="The file for the puzzles; beside it what was found so far.")],
        jobs: Annotated[int, typer.Option(min=1, help="Processes of this machine.")] = 1,
        seed: Annotated[int, typer.Option(min=0, max=10_000, help="Of the games.")] = 1,
        count: Annotated[int, typer.Option(min=1, help="Puzzles of each of the three levels, on the mean.")] = 22,
        games: Annotated[int, typer.Option(min=1, help="Games that are played at most.")] = 1000,
        late: Annotated[float, typer.Option(min=0, max=1, help="The part of a game that is not looked at.")] = 0.8,
        language: Language = "") -> None:
    """Let bots play, and keep decisions in which one thing is clearly best; called again it goes on."""
    game, words = named(game_id), words_in(language)
    with bar() as progress:
        task = progress.add_task(words.say("puzzles.mining"), total=count * len(LEVELS))

        def told(number: int, shelf: Shelf) -> None:
            progress.update(task, completed=len(shelf.all), description=words.say("puzzles.games", count=number))

        try:
            shelf = mine(game, out, seed, jobs, count, games, Depth(late=late), told)
        except (BadPosition, OSError) as error:
            raise complain(error) from None
        except KeyboardInterrupt:
            raise complain(words.say("puzzles.stopped")) from None
    for level, found in shelf.kept.items():
        typer.echo(words.say("puzzles.kept", count=len(found), level=words.say(f"level.{level}")))


@command.command()
def verify(
        game_id: Annotated[Optional[str], typer.Argument(metavar="GAME", help="All games by default.")] = None,
        file: Annotated[Optional[Path], typer.Option(help="A file of puzzles; the shipped ones by default.")] = None,
        seed: Annotated[int, typer.Option(min=0, max=10_000, help="Another one imagines other worlds.")] = 2,
        drop: Annotated[bool, typer.Option("--drop", help="Write the file anew with those that stand.")] = False,
        language: Language = "") -> None:
    """Look at every puzzle again, from what is stored of it and with other seeds, and say which stand."""
    words, fallen = words_in(language), 0
    try:
        for game in [named(game_id)] if game_id else sorted(registry.games().values(), key=lambda one: one.id):
            found, depth = (list(puzzles(game)), Depth()) if file is None else opened(file)
            standing = list[Puzzle]()
            judge = Judge(game, depth)
            with bar() as progress:
                for puzzle in progress.track(found, description=game.id):
                    if judge.stands(puzzle.observation, puzzle.answers, seed * 100_000 + puzzle.at) is not None:
                        standing.append(puzzle)
                    else:
                        typer.echo(words.say("puzzles.falls", puzzle=f"{game.id} {puzzle.id}"))
            typer.echo(words.say("puzzles.stand", count=len(standing), all=len(found), game=game.id))
            fallen += len(found) - len(standing)
            if file is not None and drop:
                rewritten(file, game, standing)
    except (BadPosition, OSError) as error:
        raise complain(error) from None
    if fallen:
        raise typer.Exit(1)


def opened(file: Path) -> tuple[list[Puzzle], Depth]:
    book = read(file)
    return bound(book), book.depth


def rewritten(file: Path, game: Game, standing: list[Puzzle]) -> None:
    from chateaux.puzzles.puzzle import written

    book = read(file)
    file.write_bytes(written(game, book.seed, book.depth, standing))


@command.command()
def solve(
        bots: Annotated[str, typer.Option(help="Bots and levels, with / between specs that hold commas.")] = EVERYBODY,
        language: Language = "") -> None:
    """How bots do on the puzzles of every game: what they find of each level, and what they give away."""
    words, table = words_in(language), Table()
    specs = [spec.strip() for spec in bots.split("/" if "/" in bots else ",")]
    for heading in ("puzzles.game", "puzzles.bot", *(f"level.{level}" for level in LEVELS), "puzzles.all",
                    "puzzles.gives"):
        table.add_column(words.say(heading), justify="left" if not len(table.columns) else "right")
    try:
        for game in sorted(registry.games().values(), key=lambda one: one.id):
            for spec in specs if puzzles(game) else []:
                table.add_row(game.id, spec, *solved(game, spec))
    except BadSpec as error:
        raise complain(error) from None
    Console().print(table)


def solved(game: Game, spec: str) -> list[str]:
    """The row of a bot: the share of right answers by level and of all, and the points of a hundred it gives away."""
    player, found = bot(spec, game), puzzles(game)
    choices = [player.choose(puzzle.observation) for puzzle in found]
    row = []
    for level in (*LEVELS, ""):
        right = [puzzle.right(choice) for puzzle, choice in zip(found, choices, strict=True)
                 if level in ("", puzzle.level)]
        row.append(f"{100 * sum(right) / max(1, len(right)):.0f} %")
    lost = sum(puzzle.loss(choice) for puzzle, choice in zip(found, choices, strict=True)) / len(found)
    return [*row, f"{lost:.1f}"]
