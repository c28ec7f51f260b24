"""`chateaux …`: the command line."""
from __future__ import annotations

import os
import random
from inspect import Parameter, Signature
from pathlib import Path
from typing import Annotated, Any, Optional

import typer

import chateaux
from chateaux.bots import BadSpec, Bot, bot
from chateaux.bots.command import ladder_command
from chateaux.bots.learning.command import train_command
from chateaux.engine.data import Choice
from chateaux.extras import extra
from chateaux.insight.command import analyse_command
from chateaux.lab.command import lab, named
from chateaux.look.words import LANGUAGES, Words, language_of_this_place
from chateaux.puzzles.command import command as puzzles
from chateaux.web.settings import combined, described

app = typer.Typer(add_completion=False, no_args_is_help=True, help="Four castle-building games to play and study.")


def complain(sentence: object) -> typer.Exit:
    """Say what is wrong and leave."""
    typer.secho(str(sentence), fg="red", err=True)
    return typer.Exit(2)


def named_game(id: str, pieces: Path | None = None) -> chateaux.Game:
    """A game by its id, with somebody's own set of pieces if a file is given."""
    try:
        return named(id, pieces)
    except KeyError as error:
        raise complain(error.args[0]) from None
    except (OSError, ValueError) as error:
        raise complain(error) from None


def read_options(game: chateaux.Game, given: list[str]) -> dict[str, Choice]:
    """Options written as name=value."""
    chosen: dict[str, Choice] = {}
    for item in given:
        name, _, value = item.partition("=")
        option = game.options.get(name)
        match = [choice for choice in option.choices if str(choice).casefold() == value.casefold()] if option else []
        chosen[name] = match[0] if match else value
    try:
        return game.settled(chosen)
    except chateaux.BadOption as error:
        raise complain(error) from None


def show_version(asked: bool) -> None:
    if asked:
        typer.echo(f"chateaux {chateaux.__version__} ({'compiled' if chateaux.COMPILED else 'interpreted'})")
        raise typer.Exit


@app.callback()
def house(version: Annotated[bool, typer.Option("--version", callback=show_version, is_eager=True,
                                                help="Which version, compiled or interpreted.")] = False) -> None:
    """Châteaux."""


@app.command()
def games() -> None:
    """List the games."""
    words = Words(language_of_this_place()[:2])
    for id, game in sorted(chateaux.games().items()):
        name = Words(words.language, game).say("game.name")
        options = ", ".join(f"{name}={'|'.join(map(str, option.choices))}" for name, option in game.options.items())
        typer.echo(f"{id:20} {name}, {game.players[0]}–{game.players[-1]}  {options}")


@app.command()
def terminal(game_id: Annotated[str, typer.Argument(metavar="GAME")],
             players: Annotated[Optional[int], typer.Option(help="How many seats there are.")] = None,
             bots: Annotated[str, typer.Option(help="How many random bots, or bots and levels: knight,greedy.")] = "",
             option: Annotated[Optional[list[str]], typer.Option(help="A variant, as name=value.")] = None,
             seed: Annotated[Optional[int], typer.Option(help="For the same shuffles again.")] = None,
             pieces: Annotated[Optional[Path], typer.Option(help="Your own set of pieces, a JSON file.")] = None,
             language: Annotated[str, typer.Option(help=", ".join(LANGUAGES))] = "") -> None:
    """Play a game here, against random bots or with others at the same keyboard."""
    from chateaux.terminal import Terminal

    game = named_game(game_id, pieces)
    words = Words((language or language_of_this_place())[:2], game)
    seats = players if players is not None else game.players[0]
    start = seed if seed is not None else random.SystemRandom().getrandbits(48)
    try:
        state = game.new(seats, start, read_options(game, option or []))
        invited = seated_bots(bots or str(seats - 1), seats, game)
    except (chateaux.BadOption, BadSpec) as error:
        raise complain(error) from None
    people = seats - len(invited)
    names = [words.say("player.number", number=seat + 1) if seat < people
             else words.say("player.bot", number=seat + 1) for seat in range(seats)]
    Terminal(game, state, names, dict(enumerate(invited, people)), words).run()


def seated_bots(asked: str, seats: int, game: chateaux.Game) -> list[Bot]:
    """So many random bots, or those that are named, with / between specs that hold commas."""
    specs = ["random"] * int(asked) if asked.isdecimal() else asked.split("/" if "/" in asked else ",")
    if len(specs) > seats:
        raise BadSpec(f"There are {seats} seats, so at most {seats} bots.")
    return [bot(spec.strip(), game) for spec in specs]


app.command(name="ladder")(ladder_command)
app.command(name="train")(train_command)
app.command(name="analyse")(analyse_command)
app.add_typer(lab, name="lab")
app.add_typer(puzzles, name="puzzles")


@app.command()
def verify(record: Annotated[Path, typer.Argument(help="A record as a JSON file.")]) -> None:
    """Check a record: the commitment of its shuffle, every action, and the result."""
    try:
        for sentence in chateaux.Record.from_json(record.read_bytes()).verify():
            typer.echo(sentence)
    except (OSError, chateaux.BadRecord) as error:
        raise complain(error) from None


@app.command()
def picture(record: Annotated[Path, typer.Argument(help="A record as a JSON file.")],
            at: Annotated[Optional[int], typer.Option(help="After so many actions; the end by default.")] = None,
            seat: Annotated[Optional[int], typer.Option(help="Through these eyes; a spectator's by default.")] = None,
            out: Annotated[Optional[Path], typer.Option(help="The file, .svg or .html; beside the record by default.")
                           ] = None,
            dark: Annotated[bool, typer.Option("--dark", help="By candlelight.")] = False,
            language: Annotated[str, typer.Option(help=", ".join(LANGUAGES))] = "") -> None:
    """Draw a board of a record as an SVG, or as a web page if the file ends in .html: it needs nothing else."""
    words = Words((language or language_of_this_place())[:2])
    try:
        found = chateaux.picture(chateaux.Record.from_json(record.read_bytes()), at, seat, words.language,
                                 "dark" if dark else "light")
        target = out or record.with_name(f"{record.stem}{'' if at is None else f'-{at}'}.svg")
        target.write_text(found.html if target.suffix.lower() in (".html", ".htm") else found.svg, "utf-8")
    except (OSError, chateaux.BadRecord, chateaux.Missing, ValueError) as error:
        raise complain(error) from None
    typer.echo(target)


def serve(**given: Any) -> None:
    """Open the house in the browser: lobby, tables, bots.

    Everything under Settings can also stand in the environment (CHATEAUX_RATE=20) or in a TOML file (rate = 20).
    """
    asked = {name: value for name, value in given.items() if value is not None}
    plain = {name: asked.pop(name) for name in ("host", "port", "processes", "open_browser") if name in asked}
    profile = asked.pop("profile", None) or os.environ.get("CHATEAUX_PROFILE", "home")
    file = asked.pop("settings", None)
    if ":" in asked.get("database", "").partition("://")[2].rpartition("@")[0]:
        typer.secho("Everybody on this computer can read the password in --database: put it into CHATEAUX_DATABASE, or "
                    "into the file of --settings.", fg="yellow", err=True)
    try:
        with extra("serve"):
            from chateaux.web.serve import serve as run
        run(combined(asked, profile, file), **plain)
    except (OSError, ValueError, chateaux.Missing) as error:
        raise complain(error) from None


def serve_options() -> Signature:
    """The options of `chateaux serve`: where it is, and every setting of a server."""
    found: dict[str, tuple[Any, Any]] = {
        "host": (str, typer.Option(help="0.0.0.0 lets others on your network in.")),
        "port": (int, typer.Option(help="0 is any free one.")),
        "processes": (int, typer.Option(help="More than one needs PostgreSQL.")),
        "open_browser": (bool, typer.Option("--open", help="Open the page in a browser.")),
        "profile": (str, typer.Option(help="Settings for a home, or for a host whose house is open to the world.")),
        "settings": (Path, typer.Option(help="A TOML file with settings."))}
    for name, (_, told, home, host) in described().items():
        value = f"{home}" if home == host else f"{home}; host: {host}"
        found[name] = (str, typer.Option(help=f"{told} ({value})", rich_help_panel="Settings"))
    return Signature([
        Parameter(name, Parameter.KEYWORD_ONLY, default=None, annotation=Annotated[Optional[kind], option])
        for name, (kind, option) in found.items()])


vars(serve)["__signature__"] = serve_options()
serve.__annotations__ = {name: one.annotation for name, one in serve_options().parameters.items()}
app.command()(serve)


@app.command()
def host(database: Annotated[str, typer.Option(help="As for serve.")] = "") -> None:
    """Show the token that opens the host's page, /host."""
    try:
        with extra("serve"):
            from chateaux.web.serve import host_token
        typer.echo(host_token(combined({"database": database} if database else {})))
    except (OSError, ValueError, chateaux.Missing) as error:
        raise complain(error) from None


@app.command()
def play() -> None:
    """Play in the browser: start the server for this computer and open the page."""
    serve(open_browser=True)
