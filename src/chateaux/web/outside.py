"""What may take long or come from outside, done in a process of its own: records to look at, sets of pieces.

The house never reads somebody's file and never replays a game itself. It asks with `look`, `position`, `weigh` and
`show`; the process answers with HTML or with what is wrong. Run as a module this is that process.
"""
from __future__ import annotations

import hashlib
import secrets
from collections import OrderedDict
from typing import Any, Final

import msgspec
from markupsafe import Markup

from chateaux.engine.data import EVERYTHING, BadRecord, Choice, Data
from chateaux.engine.game import Game
from chateaux.engine.record import Record, Seal
from chateaux.engine.trials import has_secrets
from chateaux.insight.analysis import Decision, Known
from chateaux.look.chronicle import names
from chateaux.look.parts import parts
from chateaux.look.words import Words
from chateaux.tables.confined import serve
from chateaux.tables.data import Refused
from chateaux.tables.frames import TableInfo
from chateaux.tables.replay import TOLD, Replay, of_file
from chateaux.tables.sandbox import Failed, Sandbox
from chateaux.tables.sets import game_of, own_game
from chateaux.tables.solving import Standing
from chateaux.web import analysed, puzzled, render, story
from chateaux.web.files import address
from chateaux.web.learning import ABOUT, listed
from chateaux.web.puzzled import View

MODULE: Final = "chateaux.web.outside"
MOST: Final = 20_000  # actions of the files that are kept for the next step
KEPT: Final[OrderedDict[str, Replay]] = OrderedDict()


class BadFile(msgspec.Struct):
    """What is wrong with a file: in the reader's language, and as the engine says it."""

    error: str
    sentence: str
    detail: str


class Look(msgspec.Struct, tag="look"):
    """A record to look at, after so many actions, through these eyes; with what its table tells, if it is ours."""

    file: bytes
    at: int
    seat: int | None
    language: str
    whole: bool
    table: TableInfo | None = None
    finished: bool = True


class Study(msgspec.Struct, tag="study"):
    """A finished game to look at with what is known of it; `reader` is the seat whose band lies at the bottom."""

    file: bytes
    at: int
    seat: int | None
    language: str
    whole: bool
    known: Known
    reader: int = 0
    table: TableInfo | None = None
    finished: bool = True


class Tale(msgspec.Struct, tag="tale"):
    """A finished game of a table, to be told how it went."""

    file: bytes
    language: str
    known: Known
    reader: int
    table: TableInfo
    finished: bool = True


class Own(msgspec.Struct, tag="own"):
    """A moment of a finished game as a puzzle for whoever decided there."""

    file: bytes
    at: int
    language: str
    seat: int
    action: int  # that was played
    decision: Decision
    view: View
    me: Standing


class Ask(msgspec.Struct, tag="ask"):
    """A record that is to be checked, and the view of a position of it."""

    file: bytes
    at: int = 0
    seat: int | None = None


class Fork(msgspec.Struct, tag="fork"):
    """A moment of a finished game to be played on from; `seat`: what that seat did not know is dealt anew."""

    file: bytes
    at: int
    seat: int | None


class Weigh(msgspec.Struct, tag="weigh"):
    """A set of pieces to be checked."""

    game: str
    pieces: Any  # whatever somebody sent


class Show(msgspec.Struct, tag="show"):
    """A set of pieces to be checked, and shown piece by piece."""

    game: str
    pieces: Any  # whatever somebody sent
    language: str


class Position(msgspec.Struct):
    """A position as a program sees it."""

    view: Any  # the game's own View
    to_act: list[int]
    scores: list[int] | None
    text: str  # the action that is played next, in notation


class Forked(msgspec.Struct):
    """A moment to be played on from, and whatever a table for it has to know."""

    game: str
    rules_version: int
    players: int
    options: dict[str, Choice]
    pieces: Any  # None: the house's own
    position: Data


class Told(msgspec.Struct):
    """The answer: HTML, a position, or what is wrong."""

    html: str = ""
    bad: BadFile | None = None
    refused: str = ""
    position: Position | None = None
    forked: Forked | None = None


# ---------------------------------------------------------------- what the house asks


async def look(sandbox: Sandbox, asked: Look | Study | Tale | Own) -> str | BadFile:
    """A position of a record as HTML, or what is wrong with it."""
    try:
        told = msgspec.json.decode(await sandbox.ask(asked), type=Told)
    except Failed:
        return bad_file(BadRecord("The record takes too much time or memory.", "heavy"), Words(asked.language))
    if told.refused:
        raise Refused("unknown", told.refused)
    return told.bad or told.html


async def position(sandbox: Sandbox, asked: Ask) -> Position:
    """A position of one of our own games, whose whole record was checked. Raises BadRecord."""
    try:
        told = msgspec.json.decode(await sandbox.ask(asked), type=Told)
    except Failed as error:
        raise BadRecord("The record takes too much time or memory.", "heavy") from error
    if told.refused:
        raise Refused("unknown", told.refused)
    if told.position is None:
        raise BadRecord(told.bad.detail if told.bad else "The record cannot be read.", "broken")
    return told.position


async def forked(sandbox: Sandbox, asked: Fork) -> Forked:
    """The whole position of a moment, to be played on from. Raises BadRecord."""
    try:
        told = msgspec.json.decode(await sandbox.ask(asked), type=Told)
    except Failed as error:
        raise BadRecord("The record takes too much time or memory.", "heavy") from error
    if told.forked is None:
        raise Refused("closed", told.refused or "The record cannot be read.", "nothing_to_try")
    return told.forked


async def weigh(sandbox: Sandbox, game: str, pieces: object) -> None:
    """Refuse a set of pieces that cannot be used, or that is too much work to find out."""
    try:
        told = msgspec.json.decode(await sandbox.ask(Weigh(game, pieces)), type=Told)
    except Failed as error:
        raise Refused("malformed", "The set of pieces takes too much time or memory to check.") from error
    if told.refused:
        raise Refused("malformed", told.refused)


async def show(sandbox: Sandbox, asked: Show) -> str:
    """Every piece of a set as HTML; Refused says what is wrong with it."""
    try:
        told = msgspec.json.decode(await sandbox.ask(asked), type=Told)
    except Failed as error:
        raise Refused("malformed", "The set of pieces takes too much time or memory to check.", "heavy_set") from error
    if told.refused:
        raise Refused("malformed", told.refused)
    return told.html


# ---------------------------------------------------------------- what the process does


def answer(line: bytes) -> bytes:
    """The answer to one question."""
    asked = msgspec.json.decode(line, type=Look | Study | Tale | Own | Ask | Fork | Weigh | Show)
    try:
        if isinstance(asked, Weigh):
            game_of(asked.game, asked.pieces)
            told = Told()
        elif isinstance(asked, Show):
            told = Told(pieces(game_of(asked.game, asked.pieces), asked.language))
        elif isinstance(asked, Ask):
            told = Told(position=seen(asked))
        elif isinstance(asked, Fork):
            told = Told(forked=fork(asked))
        elif isinstance(asked, Study):
            told = Told(studied(asked))
        elif isinstance(asked, Tale):
            told = Told(story.shown(over(replay_of(asked)), asked.known, asked.language, asked.reader))
        elif isinstance(asked, Own):
            told = Told(own_moment(asked))
        else:
            told = Told(opened(asked) if asked.whole and asked.table is None else step(asked))
    except Refused as error:
        told = Told(refused=str(error))
    except BadRecord as error:
        language = asked.language if isinstance(asked, Look | Study | Tale | Own) else "en"
        told = Told(bad=bad_file(error, Words(language)))
    return msgspec.json.encode(told)


def pieces(game: Game, language: str) -> str:
    """Every piece of a set, drawn and told."""
    furniture = render.furniture(game, language)
    context = render.helpers(game, language) | {
        "game": game, "style": address(style) if (style := parts(game).style) else "",
        "symbols": Markup(ABOUT.sub("", furniture)), "listed": listed(game, language, furniture)}
    return render.ENVIRONMENT.get_template("own_set.html").render(context)


def own_moment(asked: Own) -> str:
    """A puzzle of somebody's own game; what is not possible there is refused."""
    replay = replay_of(Ask(asked.file, asked.at))
    over(replay)
    state, game, view = replay.position(asked.at), replay.record.game, asked.view
    if view.action is not None and view.action not in state.actions(asked.seat):
        raise Refused("malformed", "That is not possible here.")
    puzzle = puzzled.of_own(game, state, asked.seat, asked.decision, asked.action, view.state in ("right", "shown"))
    here = f"/puzzles/own/{view.own}/{asked.at}"
    return puzzled.shown(game, puzzle, view, me=asked.me, daily=False, date="", week=[], level="", ranks=[],
                         analysis=f"/tables/{view.own}/analysis?at={asked.at}", after="/puzzles", here=here)


def replay_of(asked: Look | Study | Tale | Ask | Fork) -> Replay:
    """The replay of a record; what was looked at last is kept for the next step."""
    table = None if isinstance(asked, Ask | Fork) else asked.table
    name = hashlib.sha256(asked.file + msgspec.json.encode(table)).hexdigest()
    if name not in KEPT:
        if not isinstance(asked, Ask | Fork) and asked.table is not None:
            KEPT[name] = Replay(Record.from_json(asked.file), asked.table, asked.finished)
        else:
            KEPT[name] = of_file(asked.file)
    KEPT.move_to_end(name)
    while len(KEPT) > 1 and sum(replay.last for replay in KEPT.values()) > MOST:
        KEPT.popitem(last=False)
    return KEPT[name]


def step(asked: Look) -> str:
    """One position; with its story, if the whole is asked for."""
    replay = replay_of(asked)
    at = min(asked.at, replay.last) if asked.whole else asked.at
    return shown(replay, at, asked.seat, asked.language, asked.whole, asked.table is None)


def studied(asked: Study) -> str:
    """One position of a finished game with what is known of it; the whole page when a file is opened."""
    replay = over(replay_of(asked))
    asked.known.last = replay.last
    file, at = asked.table is None, min(asked.at, replay.last)
    body = analysed.shown(replay, asked.known, at, asked.seat, asked.language, asked.whole, file,
                          min(asked.reader, replay.record.players - 1))
    return wrapped(replay, body, asked.language) if file and asked.whole else body


def over(replay: Replay) -> Replay:
    """The same; Refused while the game is not over."""
    if not replay.end.over:
        raise Refused("closed", "A game is analysed when it has been played to its end.", "analysis_running")
    return replay


def seen(asked: Ask) -> Position:
    """One position for a program."""
    replay = replay_of(asked)
    state, entries = replay.position(asked.at), replay.record.entries
    replay.eyes(asked.seat)
    return Position(state.view(asked.seat), list(state.to_act), state.scores() if state.over else None,
                    state.text(entries[asked.at][1]) if asked.at < replay.last else "")


def fork(asked: Fork) -> Forked:
    """A position with all its secrets; those of others dealt anew if it is to be fair."""
    replay = replay_of(asked)
    state, record = replay.position(asked.at), replay.record
    if state.over or not replay.end.over:
        raise Refused("closed", "From here there is nothing to try.", "nothing_to_try")
    if asked.seat is not None:
        state = replay.record.game.worlds(state.observe(replay.eyes(asked.seat))).sample(secrets.randbits(60))
    return Forked(record.game.id, record.game.rules_version, record.players, record.options, own_game(record.game),
                  state.position(EVERYTHING))


def opened(asked: Look) -> str:
    """The whole page of a file: what its game needs once, what was checked, and a position."""
    replay = replay_of(asked)
    return wrapped(replay, shown(replay, min(asked.at, replay.last), asked.seat, asked.language, True, True),
                   asked.language)


def wrapped(replay: Replay, body: str, language: str) -> str:
    """A position of a file with what its game needs once, and what was checked."""
    game = replay.record.game
    context: dict[str, Any] = render.helpers(game, language) | {
        "style": address(style) if (style := parts(game).style) else "", "body": Markup(body),
        "furniture": render.furniture(game, language), "checks": checks(replay, render.words_of(game.id, language))}
    return render.ENVIRONMENT.get_template("replay_file.html").render(context)


def bad_file(error: BadRecord, words: Words) -> BadFile:
    """Why a file does not replay, in the reader's language.

    >>> bad_file(BadRecord("A record is a JSON object.", "json"), Words("sv")).sentence
    'Det här är ingen partifil.'
    """
    return BadFile(error.reason, words.say(f"record.{error.reason}", error.parts), str(error)[:400])


def shown(replay: Replay, at: int, seat: int | None, language: str, whole: bool, file: bool) -> str:
    """The part of the page that changes from step to step; the whole of it brings story and slider as well."""
    game = replay.record.game
    frame = replay.frame(at, seat)
    known = render.book(game, language)
    told = render.told_rows([replay.row(at, seat)], replay.table, known, names(replay.table, known.helpers["words"]))
    return render.body(
        frame, language, game, replay.rows(seat, at) if whole else [], "replay_body.html", last=replay.last, at=at,
        told=told[0]["text"] if told else "", replaying=True, whole=whole, file=file, told_most=TOLD,
        choose=replay.finished and has_secrets(game, replay.record.players, replay.record.options))


def sealed(seal: Seal, words: Words) -> list[str]:
    """What the seal of a shuffle shows, and no more than that."""
    kept, told, withheld = seal.parts()
    parts = (("fair.kept", kept), ("fair.told", told), ("fair.withheld", withheld))
    return [words.say("fair.commitment"), *(words.say(key, count=count) for key, count in parts if count)]


def checks(replay: Replay, words: Words) -> list[str]:
    """What was checked about a file."""
    record = replay.record
    told = []
    if record.seal is not None:
        told += sealed(record.seal, words)
    told.append(words.say("fair.replay", count=replay.last))
    if "scores" in record.about:
        told.append(words.say("fair.result"))
    return told


if __name__ == "__main__":
    serve(answer)
