"""The pages on which a game is looked at again: of a table, or of somebody's file. The work is done in threads."""
from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Callable
from typing import Annotated, Any, Final, final

import msgspec
from litestar import Response, Router, get, post
from litestar.di import Provide
from litestar.params import Parameter
from markupsafe import Markup

from chateaux.engine.data import BadRecord
from chateaux.engine.trials import has_secrets
from chateaux.look.parts import parts
from chateaux.look.words import Words
from chateaux.tables.data import Refused
from chateaux.tables.house import House
from chateaux.tables.replay import Replay, of_file, of_table
from chateaux.web import showing
from chateaux.web.files import address
from chateaux.web.pages import missing, page
from chateaux.web.refusals import Asked, language_of
from chateaux.web.settings import Settings

MOST: Final = 12  # replays that are kept for the next step
AT_ONCE: Final = 2  # replays that are worked on

At = Annotated[int, Parameter(ge=0, le=2**53, description="After so many actions")]
Eyes = Annotated[int | None, Parameter(ge=0, le=7, description="Through these eyes; left out: a spectator's")]


class BadFile(msgspec.Struct):
    """What is wrong with a file: in the reader's language, and as the engine says it."""

    error: str
    sentence: str
    detail: str


@final
class Shelf:
    """The replays looked at lately, and the few hands that work on them."""

    def __init__(self) -> None:
        self.found: OrderedDict[str, Replay] = OrderedDict()
        self.hands = asyncio.Semaphore(AT_ONCE)

    async def take(self, name: str, make: Callable[[], Replay]) -> Replay:
        """The replay of this name, made if it is not there."""
        async with self.hands:
            if name not in self.found:
                self.found[name] = await asyncio.to_thread(make)
            self.found.move_to_end(name)
            while len(self.found) > MOST:
                self.found.popitem(last=False)
            return self.found[name]

    async def of_table(self, house: House, id: str) -> Replay:
        table = await house.table(id)
        name = f"table {id} {table.number} {table.phase}"
        if name in self.found:
            return self.found[name]
        rows = await house.store.rows(id, 0, table.number)
        return await self.take(name, lambda: of_table(table, rows))

    async def of_file(self, text: bytes) -> Replay:
        return await self.take(f"file {hashlib.sha256(text).hexdigest()}", lambda: of_file(text))


def shown(replay: Replay, at: int, seat: int | None, language: str, whole: bool, file: bool) -> str:
    """The part of the page that changes from step to step; the whole of it brings story and slider as well."""
    game = replay.record.game
    frame = replay.frame(at, seat)
    told = showing.told_rows([replay.row(at, seat)], replay.table, language)
    return showing.body(
        frame, language, replay.rows(seat) if whole else [], game, "replay_body.html", last=replay.last, at=at,
        told=told[0]["text"] if told else "", replaying=True, whole=whole, file=file,
        choose=replay.finished and has_secrets(game, replay.record.players, replay.record.options))


def checks(replay: Replay, words: Words) -> list[str]:
    """What was checked about a file."""
    record = replay.record
    told = []
    if record.seal is not None:
        told += [words.say("fair.commitment"),
                 words.say("fair.nonces", count=len([nonce for nonce in record.seal.nonces if nonce]))]
    told.append(words.say("fair.replay", count=replay.last))
    if "scores" in record.about:
        told.append(words.say("fair.result"))
    return told


# ---------------------------------------------------------------- of a table


@get("/tables/{id:str}/replay", include_in_schema=False)
async def of_a_table(request: Asked, id: str, house: House, shelf: Shelf, at: At = 0,
                     seat: Eyes = None) -> Response[str]:
    try:
        replay = await shelf.of_table(house, id)
        replay.eyes(seat)
    except Refused:
        return missing(request)
    language, game = language_of(request), replay.record.game
    body = await asyncio.to_thread(shown, replay, min(at, replay.last), seat, language, True, False)
    return page(request, "replay.html", game, body=Markup(body), furniture=showing.furniture(game, language),
                replay=f"/tables/{id}/replay", table=id)


@get("/tables/{id:str}/replay/{at:int}", include_in_schema=False)
async def step_of_a_table(request: Asked, id: str, at: int, house: House, shelf: Shelf,
                          seat: Eyes = None) -> Response[str]:
    replay = await shelf.of_table(house, id)
    return fragment(await asyncio.to_thread(shown, replay, at, seat, language_of(request), False, False))


def fragment(text: str) -> Response[str]:
    return Response(text, media_type="text/html", headers={"Cache-Control": "no-store"})


# ---------------------------------------------------------------- of a file


@get("/replay", include_in_schema=False)
async def drop(request: Asked, settings: Settings) -> Response[str]:
    return page(request, "replay.html", body=None, furniture=None, replay="/replay", table="",
                limit=settings.largest_body)


@post("/replay/{at:int}", include_in_schema=False, status_code=200)
async def of_a_file(request: Asked, at: int, shelf: Shelf, seat: Eyes = None,
                    whole: bool = False) -> Response[str] | Response[BadFile]:
    """A position of a file that is sent along; the whole page with it when it is opened."""
    language = language_of(request)
    try:
        replay = await shelf.of_file(await request.body())
    except BadRecord as error:
        return Response(bad_file(error, Words(language)), status_code=422)
    if not whole:
        return fragment(await asyncio.to_thread(shown, replay, at, seat, language, False, True))
    game = replay.record.game
    body = await asyncio.to_thread(shown, replay, min(at, replay.last), seat, language, True, True)
    context: dict[str, Any] = showing.helpers(game, language) | {
        "style": address(style) if (style := parts(game).style) else "", "body": Markup(body),
        "furniture": showing.furniture(game, language), "checks": checks(replay, showing.words_of(game.id, language))}
    return fragment(showing.ENVIRONMENT.get_template("replay_file.html").render(context))


def bad_file(error: BadRecord, words: Words) -> BadFile:
    """Why a file does not replay, in the reader's language.

    >>> bad_file(BadRecord("A record is a JSON object.", "json"), Words("sv")).sentence
    'Filen är inte en partifil: en sådan är ett JSON-objekt.'
    """
    return BadFile(error.reason, words.say(f"record.{error.reason}", error.parts), str(error)[:400])


def replays() -> Router:
    """The pages of replays, with a shelf of their own."""
    shelf = Shelf()
    return Router("/", route_handlers=[of_a_table, step_of_a_table, drop, of_a_file],
                  dependencies={"shelf": Provide(lambda: shelf, sync_to_thread=False)})
