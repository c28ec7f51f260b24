"""`chateaux lab …`: run, report, compare, tune."""
from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Optional

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table
from typer.core import TyperCommand

import chateaux
from chateaux.bots import BadSpec
from chateaux.bots.command import read_options
from chateaux.bots.levels import USUAL
from chateaux.extras import extra
from chateaux.lab.setting import BATCH, SEED, Refused, setting
from chateaux.lab.verdicts import decimal, percent, said
from chateaux.look.words import LANGUAGES, Words, language_of_this_place

if TYPE_CHECKING:
    from chateaux.lab.engines import Engine
    from chateaux.lab.tune import Trial

lab = typer.Typer(no_args_is_help=True, help="Balance, with figures: play many games, report, compare, tune.")
LOCAL: Final = "local"  # a Ray of this machine

Game = Annotated[str, typer.Argument(metavar="GAME", help="The game, by its id.")]
Players = Annotated[str, typer.Option(help="3, 2-4 or 2,4; all that the game allows by default.")]
Bots = Annotated[str, typer.Option(help="Bots and levels by seat, with / between specs that hold commas.")]
Games = Annotated[int, typer.Option(help="Games for each number of players.")]
Pieces = Annotated[Optional[Path], typer.Option(help="Your own set of pieces, a JSON file.")]
Options = Annotated[Optional[list[str]], typer.Option(help="A variant, as name=value.")]
Jobs = Annotated[int, typer.Option(min=1, help="Processes of this machine.")]
Ray = Annotated[Optional[str], typer.Option("--ray", help="A Ray cluster by its address, or a Ray of this machine.")]
Seed = Annotated[int, typer.Option(help="Of the first deal.")]
Out = Annotated[Path, typer.Option(help="The folder of the run.")]
Language = Annotated[str, typer.Option(help=", ".join(LANGUAGES))]


class WithRay(TyperCommand):
    """A command that takes `--ray` with an address and without."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # a context of click, which typer brings
        given = [(item, following) for item, following in zip(args, [*args[1:], "-"], strict=True)]
        return super().parse_args(ctx, [part for item, following in given for part in (
            (item, LOCAL) if item == "--ray" and following.startswith("-") else (item,))])


def words_in(language: str, game: chateaux.Game | None = None) -> Words:
    """The words of the language that was asked for, or of this terminal."""
    return Words((language or language_of_this_place())[:2], game)


@contextmanager
def sentences(language: str) -> Iterator[None]:
    """Whatever is wrong with what was asked is told in a sentence."""
    words = words_in(language)
    try:
        yield
    except Refused as refused:
        sentence = words.say(refused.key, refused.parts)
    except KeyError as error:
        sentence = str(error.args[0])
    except (chateaux.BadOption, chateaux.BadPosition, BadSpec, chateaux.Missing, OSError) as error:
        sentence = str(error)
    except KeyboardInterrupt:
        sentence = words.say("lab.stopped")
    else:
        return
    typer.secho(sentence, fg="red", err=True)
    raise typer.Exit(2)


def named(id: str, pieces: Path | None) -> chateaux.Game:
    """A game by its id, with somebody's own set of pieces if a file is given."""
    game = chateaux.game(id)
    if pieces is None:
        return game
    try:
        return game.with_pieces(json.loads(pieces.read_text("utf-8")))
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise Refused("no_set", file=str(pieces), why=str(error)) from None


def variants(game: chateaux.Game, given: list[str] | None) -> dict[str, Any]:
    """Options written as name=value; a truth may be written as the game lists it."""
    chosen = read_options(given or [])
    for name, value in chosen.items():
        found = game.options.get(name)
        for choice in found.choices if found is not None else ():
            if str(choice).casefold() == str(value).casefold():
                chosen[name] = choice
    return game.settled(chosen)


def engine_of(ray: str | None, jobs: int) -> Engine:
    with extra("lab"):
        from chateaux.lab.engines import on_ray, processes
    return processes(jobs) if ray is None else on_ray("" if ray == LOCAL else ray)


@lab.command("run", cls=WithRay)
def run_command(game_id: Game, out: Out, players: Players = "", bots: Bots = USUAL, games: Games = 1000,
                pieces: Pieces = None, option: Options = None, jobs: Jobs = 1, ray: Ray = None,
                resume: Annotated[bool, typer.Option("--resume", help="Go on where this run was stopped.")] = False,
                seed: Seed = SEED,
                luck: Annotated[int, typer.Option(help="Another luck of random bots on the same deals.")] = 0,
                batch: Annotated[int, typer.Option(help="Games in a batch.")] = BATCH, language: Language = "") -> None:
    """Play many games and keep what happened, as Parquet files in a folder."""
    with sentences(language):
        with extra("lab"):
            from chateaux.lab.engines import run
            from chateaux.lab.folder import Folder
        game = named(game_id, pieces)
        asked = setting(game, players, bots, games, variants(game, option), seed, luck, batch)
        engine = engine_of(ray, jobs)
        folder = Folder.begin(out, asked, resume)
        words = words_in(language, game)
        total = games * len(asked.players)
        with Progress(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(),
                      TimeRemainingColumn(), console=Console(stderr=True)) as progress:
            bar = progress.add_task(words.say("lab.run.playing"), total=total,
                                    completed=sum(batch.size for batch in folder.finished))
            run(folder, engine, lambda batch: progress.advance(bar, batch.size))
        typer.echo(words.say("lab.run.done", games=decimal(words, total, 0), folder=str(out)))


@lab.command()
def report(folder: Annotated[Path, typer.Argument(help="The folder of a run.")],
           out: Annotated[Optional[Path], typer.Option(help="Where page and figures go; there by default.")] = None,
           turn: Annotated[float, typer.Option(min=1, help="Seconds that people take for a turn.")] = 40.0,
           keep: Annotated[str, typer.Option(help="Also keep the summary in the house under this name.")] = "",
           language: Language = "") -> None:
    """Say what a run shows: verdicts here, a page with charts, and all figures as JSON."""
    with sentences(language):
        with extra("lab"):
            from chateaux.lab.folder import Folder
            from chateaux.lab.page import page
            from chateaux.lab.summary import summarised
        from chateaux.lab import kept
        from chateaux.lab.setting import game_at

        found = Folder.open(folder)
        game, summary = game_at(found.setting), summarised(found, turn)
        words = words_in(language, game)
        target = out or folder
        target.mkdir(parents=True, exist_ok=True)
        text = json.dumps(summary, indent=1, ensure_ascii=False) + "\n"
        (target / "report.json").write_text(text, "utf-8")
        (target / "report.html").write_text(page(summary, words.language, game), "utf-8")
        if keep:
            kept.keep(keep, summary)
        for sentence in said(summary, words):
            typer.echo(sentence)
        typer.echo(words.say("lab.report.done", page=str(target / "report.html"), figures=str(target / "report.json")))


@lab.command()
def compare(a: Annotated[Path, typer.Argument(help="The folder of a run.")],
            b: Annotated[Path, typer.Argument(help="The folder of another, on the same deals.")],
            out: Annotated[Optional[Path], typer.Option(help="A file for all figures, JSON.")] = None,
            everything: Annotated[bool, typer.Option("--all", help="Also what is not decided of every piece.")] = False,
            language: Language = "") -> None:
    """Set two runs side by side, deal by deal: what has changed, and what more games would have to show."""
    with sentences(language):
        with extra("lab"):
            from chateaux.lab.compare import compared
            from chateaux.lab.folder import Folder
        found = compared(Folder.open(a), Folder.open(b))
        if out is not None:
            out.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", "utf-8")
        words = words_in(language, chateaux.game(str(found["game"])))
        Console().print(table_of(found, words, everything))
        rows = found["rows"]
        assert isinstance(rows, list)
        if not any(row["verdict"] == "decided" for row in rows):
            typer.echo(words.say("lab.compare.nothing", pairs=found["pairs"]))


def table_of(found: dict[str, Any], words: Words, everything: bool) -> Table:
    """A comparison for a terminal; shares in percent."""
    table = Table(title=words.say("lab.compare.title", found))
    for heading in (words.say("lab.compare.figure"), found["a"], found["b"], words.say("lab.compare.change"),
                    words.say("lab.compare.verdict")):
        table.add_column(heading, justify="left" if not table.columns else "right", overflow="fold")
    for row in found["rows"]:
        if "piece" in row and row["verdict"] != "decided" and not everything:
            continue
        show = percent if row["kind"] in ("share", "frozen", "adds") else two
        low, high = (show(words, edge) for edge in row["interval"])
        verdict = words.say(f"lab.compare.{row['verdict']}", games=decimal(words, row["needed"], 0),
                            size=show(words, row["size"]))
        table.add_row(words.say(f"lab.compare.{row['kind']}", row), show(words, row["a"]), show(words, row["b"]),
                      words.say("lab.to", value=show(words, row["change"]), low=low, high=high), verdict)
    return table


def two(words: Words, number: float) -> str:
    return decimal(words, number, 2)


@lab.command(cls=WithRay)
def tune(game_id: Game, out: Annotated[Path, typer.Option(help="A new folder for trials and result.")],
         vary: Annotated[Optional[list[str]], typer.Option(help="A figure, bounds: cards.wheel.copies=2..6.")] = None,
         target: Annotated[Optional[list[str]], typer.Option(
             help="What is wished for: turns=60, minutes=40, seats=0, frozen=0, close=0.5, use=1.")] = None,
         rest: Annotated[str, typer.Option(help="The figure that gives what others take, so that a sum is kept.")] = "",
         trials: Annotated[int, typer.Option(min=1, help="Sets to try.")] = 30, pieces: Pieces = None,
         players: Players = "", bots: Bots = USUAL, games: Games = 200, option: Options = None, jobs: Jobs = 1,
         ray: Ray = None, seed: Seed = SEED,
         turn: Annotated[float, typer.Option(min=1, help="Seconds that people take for a turn.")] = 40.0,
         language: Language = "") -> None:
    """Search counts and values of a set for what comes nearest to the targets."""
    with sentences(language):
        with extra("lab"):
            from chateaux.lab import tune as tuning
        game = named(game_id, pieces)
        words = words_in(language, game)
        search = tuning.Tuning(
            game, [tuning.read_vary(one) for one in vary or []], [tuning.read_target(one) for one in target or []], out,
            rest, turn, players=players, bots=bots, games=games, options=variants(game, option), seed=seed)

        def told(trial: Trial) -> None:
            typer.echo(words.say("lab.tune.refused" if trial.loss is None else "lab.tune.trial", number=trial.number,
                                 values=valued(trial.values), why=trial.why,
                                 loss="" if trial.loss is None else decimal(words, trial.loss, 2)))

        best = search.search(trials, engine_of(ray, jobs), told)
        if best is None:
            typer.echo(words.say("lab.tune.none"))
            return
        typer.echo(words.say("lab.tune.best", values=valued(best.values), loss=decimal(words, best.loss or 0.0, 2),
                             before=decimal(words, search.trials[0].loss or 0.0, 2), file=str(out / tuning.SET),
                             reasons=str(out / tuning.REASONS)))


def valued(values: dict[str, int]) -> str:
    return ", ".join(f"{path} = {value}" for path, value in values.items())
