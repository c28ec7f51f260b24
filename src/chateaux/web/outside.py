"""What comes from outside, read and shown in a process of its own: records to look at, sets of pieces.

The house never reads such a file itself. It asks with `look` and `weigh`; the process answers with HTML or with
what is wrong. Run as a module this is that process.
"""
from __future__ import annotations

import hashlib
from collections import OrderedDict
from typing import Any, Final

import msgspec
from markupsafe import Markup

from chateaux.engine.data import BadRecord
from chateaux.engine.game import Game
from chateaux.engine.record import Seal
from chateaux.engine.trials import has_secrets
from chateaux.look.parts import parts
from chateaux.look.words import Words
from chateaux.tables.confined import serve
from chateaux.tables.data import Refused
from chateaux.tables.replay import TOLD, Replay, of_file
from chateaux.tables.sandbox import Failed, Sandbox
from chateaux.tables.sets import game_of
from chateaux.web import showing
from chateaux.web.files import address
from chateaux.web.learning import ABOUT, listed

MODULE: Final = "chateaux.web.outside"
MOST: Final = 20_000  # actions of the files that are kept for the next step
KEPT: Final[OrderedDict[str, Replay]] = OrderedDict()


class BadFile(msgspec.Struct):
    """What is wrong with a file: in the reader's language, and as the engine says it."""

    error: str
    sentence: str
    detail: str


class Look(msgspec.Struct, tag="look"):
    """A record to look at, after so many actions, through these eyes."""

    file: bytes
    at: int
    seat: int | None
    language: str
    whole: bool


class Weigh(msgspec.Struct, tag="weigh"):
    """A set of pieces to be checked."""

    game: str
    pieces: Any  # whatever somebody sent


class Show(msgspec.Struct, tag="show"):
    """A set of pieces to be checked, and shown piece by piece."""

    game: str
    pieces: Any  # whatever somebody sent
    language: str


class Told(msgspec.Struct):
    """The answer: HTML, or what is wrong."""

    html: str = ""
    bad: BadFile | None = None
    refused: str = ""


# ---------------------------------------------------------------- what the house asks


async def look(sandbox: Sandbox, asked: Look) -> str | BadFile:
    """A position of a file as HTML, or what is wrong with it."""
    try:
        told = msgspec.json.decode(await sandbox.ask(asked), type=Told)
    except Failed:
        return bad_file(BadRecord("The record takes too much time or memory.", "heavy"), Words(asked.language))
    if told.refused:
        raise Refused("unknown", told.refused)
    return told.bad or told.html


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
    asked = msgspec.json.decode(line, type=Look | Weigh | Show)
    try:
        if isinstance(asked, Weigh):
            game_of(asked.game, asked.pieces)
            told = Told()
        elif isinstance(asked, Show):
            told = Told(pieces(game_of(asked.game, asked.pieces), asked.language))
        else:
            told = Told(opened(asked) if asked.whole else step(asked))
    except Refused as error:
        told = Told(refused=str(error))
    except BadRecord as error:
        assert isinstance(asked, Look)
        told = Told(bad=bad_file(error, Words(asked.language)))
    return msgspec.json.encode(told)


def pieces(game: Game, language: str) -> str:
    """Every piece of a set, drawn and told."""
    furniture = showing.furniture(game, language)
    context = showing.helpers(game, language) | {
        "game": game, "style": address(style) if (style := parts(game).style) else "",
        "symbols": Markup(ABOUT.sub("", furniture)), "listed": listed(game, language, furniture)}
    return showing.ENVIRONMENT.get_template("own_set.html").render(context)


def replay_of(text: bytes) -> Replay:
    """The replay of a file; what was looked at last is kept for the next step."""
    name = hashlib.sha256(text).hexdigest()
    if name not in KEPT:
        KEPT[name] = of_file(text)
    KEPT.move_to_end(name)
    while len(KEPT) > 1 and sum(replay.last for replay in KEPT.values()) > MOST:
        KEPT.popitem(last=False)
    return KEPT[name]


def step(asked: Look) -> str:
    """One position."""
    return shown(replay_of(asked.file), asked.at, asked.seat, asked.language, False, True)


def opened(asked: Look) -> str:
    """The whole page of a file: what its game needs once, what was checked, and a position."""
    replay, language = replay_of(asked.file), asked.language
    game = replay.record.game
    body = shown(replay, min(asked.at, replay.last), asked.seat, language, True, True)
    context: dict[str, Any] = showing.helpers(game, language) | {
        "style": address(style) if (style := parts(game).style) else "", "body": Markup(body),
        "furniture": showing.furniture(game, language), "checks": checks(replay, showing.words_of(game.id, language))}
    return showing.ENVIRONMENT.get_template("replay_file.html").render(context)


def bad_file(error: BadRecord, words: Words) -> BadFile:
    """Why a file does not replay, in the reader's language.

    >>> bad_file(BadRecord("A record is a JSON object.", "json"), Words("sv")).sentence
    'Filen är inte en partifil: en sådan är ett JSON-objekt.'
    """
    return BadFile(error.reason, words.say(f"record.{error.reason}", error.parts), str(error)[:400])


def shown(replay: Replay, at: int, seat: int | None, language: str, whole: bool, file: bool) -> str:
    """The part of the page that changes from step to step; the whole of it brings story and slider as well."""
    game = replay.record.game
    frame = replay.frame(at, seat)
    told = showing.told_rows([replay.row(at, seat)], replay.table, language, game)
    return showing.body(
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
