"""The pages on which a game is looked at again: of a table, or of somebody's file.

The log of a table is our own and is replayed in a thread; a file is read in a sandbox.
"""
from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Annotated, Final, final

from litestar import Response, Router, get, post
from litestar.di import Provide
from litestar.params import Parameter
from markupsafe import Markup

from chateaux.tables.data import Refused
from chateaux.tables.house import House
from chateaux.tables.replay import Replay, of_table
from chateaux.tables.sandbox import Sandbox
from chateaux.web.furniture import furniture
from chateaux.web.outside import BadFile, Look, look, shown
from chateaux.web.pages import missing, page, shared
from chateaux.web.refusals import Asked, language_of
from chateaux.web.settings import Settings
from chateaux.web.showing import words_of

MOST: Final = 30_000  # actions of the replays that are kept for the next step
AT_ONCE: Final = 2  # replays that are worked on

At = Annotated[int, Parameter(ge=0, le=2**53, description="After so many actions")]
Eyes = Annotated[int | None, Parameter(ge=0, le=7, description="Through these eyes; left out: a spectator's")]


@final
class Shelf:
    """The replays of tables that were looked at lately, and the few hands that work on them."""

    def __init__(self) -> None:
        self.found: OrderedDict[str, Replay] = OrderedDict()
        self.hands = asyncio.Semaphore(AT_ONCE)

    async def of_table(self, house: House, id: str) -> Replay:
        table = await house.table(id)
        name = f"table {id} {table.number} {table.phase}"
        async with self.hands:
            if name not in self.found:
                rows = await house.store.rows(id, 0, table.number)
                self.found[name] = await asyncio.to_thread(of_table, table, rows)
            self.found.move_to_end(name)
            while len(self.found) > 1 and sum(replay.last for replay in self.found.values()) > MOST:
                self.found.popitem(last=False)
            return self.found[name]

    async def show(self, replay: Replay, at: int, seat: int | None, language: str, whole: bool) -> str:
        """A position as HTML, made by one of the hands."""
        async with self.hands:
            return await asyncio.to_thread(shown, replay, at, seat, language, whole, False)


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
    body = await shelf.show(replay, min(at, replay.last), seat, language, True)
    return page(request, "replay.html", game, body=Markup(body), furniture=furniture(game, language),
                replay=f"/tables/{id}/replay", table=id, noindex=True,
                shared=shared(request, replay.table, words_of(game.id, language)))


@get("/tables/{id:str}/replay/{at:int}", include_in_schema=False)
async def step_of_a_table(request: Asked, id: str, at: int, house: House, shelf: Shelf,
                          seat: Eyes = None) -> Response[str]:
    replay = await shelf.of_table(house, id)
    return fragment(await shelf.show(replay, at, seat, language_of(request), False))


def fragment(text: str) -> Response[str]:
    return Response(text, media_type="text/html", headers={"Cache-Control": "no-store"})


# ---------------------------------------------------------------- of a file


@get("/replay", include_in_schema=False)
async def drop(request: Asked, settings: Settings) -> Response[str]:
    return page(request, "replay.html", body=None, furniture=None, replay="/replay", table="",
                limit=settings.largest_body)


@post("/replay/{at:int}", include_in_schema=False, status_code=200)
async def of_a_file(request: Asked, at: int, sandbox: Sandbox, seat: Eyes = None,
                    whole: bool = False) -> Response[str] | Response[BadFile]:
    """A position of a file that is sent along; the whole page with it when it is opened."""
    language = language_of(request)
    found = await look(sandbox, Look(await request.body(), at, seat, language, whole))
    if isinstance(found, BadFile):
        return Response(found, status_code=422)
    return fragment(found)


def replays() -> Router:
    """The pages of replays, with a shelf of their own."""
    shelf = Shelf()
    return Router("/", route_handlers=[of_a_table, step_of_a_table, drop, of_a_file],
                  dependencies={"shelf": Provide(lambda: shelf, sync_to_thread=False)})
