"""The pages on which a game is looked at again, or thought about again: of a table, or of somebody's file.

Both are replayed in the sandbox. What is thought about a game is worked out in the background (`tables.analyses`).
"""
from __future__ import annotations

from collections import OrderedDict
from typing import Annotated, Final, final

from litestar import Response, Router, get, post
from litestar.di import Provide
from litestar.params import Parameter
from markupsafe import Markup

from chateaux.bots.levels import USUAL
from chateaux.insight.analysis import Known
from chateaux.look.words import Language
from chateaux.tables.analyses import Analyses, digest
from chateaux.tables.data import OVER, Level, Refused, SeatNumber
from chateaux.tables.frames import TableInfo, info
from chateaux.tables.house import House
from chateaux.tables.replay import again
from chateaux.tables.sandbox import Sandbox
from chateaux.tables.shares import errand
from chateaux.tables.table import Table
from chateaux.web.api import known as recognised
from chateaux.web.bodies import Try
from chateaux.web.furniture import furniture
from chateaux.web.guests import Guest
from chateaux.web.limits import Limits
from chateaux.web.outside import Ask, BadFile, Look, Study, Tale, look, position
from chateaux.web.pages import missing, page, shared, visitor
from chateaux.web.refusals import Asked, language_of
from chateaux.web.render import words_of
from chateaux.web.settings import Settings
from chateaux.web.studies import begun

MOST: Final = 4 << 20  # bytes of the records that are kept for the next step

At = Annotated[int, Parameter(ge=0, le=2**53, description="After so many actions")]
Eyes = Annotated[int | None, Parameter(ge=0, le=7, description="Through these eyes; left out: a spectator's")]


@final
class Shelf:
    """The records of tables that were looked at lately, as they are handed to the sandbox."""

    def __init__(self) -> None:
        self.found: OrderedDict[str, tuple[bytes, TableInfo]] = OrderedDict()

    async def take(self, house: House, table: Table) -> tuple[bytes, TableInfo]:
        name = f"{table.head.id} {table.number}"
        if name not in self.found:
            record, about = again(table, await house.store.rows(table.head.id, 0, table.number))
            self.found[name] = (record.to_json().encode(), about)
        self.found.move_to_end(name)
        while len(self.found) > 1 and sum(len(text) for text, _ in self.found.values()) > MOST:
            self.found.popitem(last=False)
        return self.found[name]

    async def study(self, house: House, sandbox: Sandbox, table: Table, known: Known, at: int, seat: int | None,
                    reader: int, language: str, whole: bool) -> str:
        """A position of a finished game with what is known of it, as HTML."""
        text, about = await self.take(house, table)
        return read(await look(sandbox, Study(text, at, seat, language, whole, known, reader, about)))

    async def look(self, house: House, sandbox: Sandbox, table: Table, at: int, seat: int | None, language: str,
                   whole: bool) -> str:
        """A position of a table's game as HTML; while it runs nobody's own eyes are lent."""
        if seat is not None and not table.ended:
            raise Refused("forbidden", "What a seat knows is shown when the game is over.")
        text, about = await self.take(house, table)
        return read(await look(sandbox, Look(text, at, seat, language, whole, about, table.ended)))


def read(found: str | BadFile) -> str:
    """One of our own games: if it cannot be replayed, it is too much."""
    if isinstance(found, BadFile):
        raise Refused("too much", found.detail, "heavy_replay")
    return found


# ---------------------------------------------------------------- of a table


@get("/tables/{id:str}/replay", include_in_schema=False)
async def of_a_table(request: Asked, id: str, house: House, sandbox: Sandbox, shelf: Shelf, at: At = 0,
                     seat: Eyes = None) -> Response[str]:
    language = language_of(request)
    try:
        table = await house.table(id)
        body = await shelf.look(house, sandbox, table, at, seat, language, True)
    except Refused as refused:
        if refused.reason == "too much":
            raise
        return missing(request)
    return page(request, "replay.html", table.game, body=Markup(body), furniture=await furniture(table.game, language),
                replay=f"/tables/{id}/replay", table=id, noindex=True, finished=table.phase == OVER,
                shared=shared(request, info(table), words_of(table.game.id, language)))


@get("/tables/{id:str}/replay/{at:int}", include_in_schema=False)
async def step_of_a_table(request: Asked, id: str, at: int, house: House, sandbox: Sandbox, shelf: Shelf,
                          seat: Eyes = None) -> Response[str]:
    table = await house.table(id)
    return fragment(await shelf.look(house, sandbox, table, at, seat, language_of(request), False))


def fragment(text: str) -> Response[str]:
    return Response(text, media_type="text/html", headers={"Cache-Control": "no-store"})


# ---------------------------------------------------------------- of a file


@get("/replay", include_in_schema=False)
async def drop(request: Asked, settings: Settings) -> Response[str]:
    return page(request, "replay.html", body=None, furniture=None, replay="/replay", table="", finished=False,
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


# ---------------------------------------------------------------- thought about again


@get("/tables/{id:str}/analysis", include_in_schema=False)
async def analysis_of_a_table(request: Asked, id: str, house: House, sandbox: Sandbox, analyses: Analyses,
                              shelf: Shelf, guest: Guest | None, at: At = 0, seat: Eyes = None) -> Response[str]:
    table, language = await house.table(id), language_of(request)
    known = await analyses.of_table(table)
    body = await shelf.study(house, sandbox, table, known, at, seat, reader(table, guest), language, True)
    return page(request, "analysis.html", table.game, body=Markup(body),
                furniture=await furniture(table.game, language), replay=f"/tables/{id}/analysis", table=id,
                noindex=True, guest=guest, shared=shared(request, info(table), words_of(table.game.id, language)))


@get("/tables/{id:str}/analysis/{at:int}", include_in_schema=False)
async def step_of_an_analysis(request: Asked, id: str, at: int, house: House, sandbox: Sandbox, analyses: Analyses,
                              shelf: Shelf, guest: Guest | None, seat: Eyes = None,
                              whole: bool = False) -> Response[str]:
    table = await house.table(id)
    known = await analyses.of_table(table)
    return fragment(await shelf.study(house, sandbox, table, known, at, seat, reader(table, guest),
                                      language_of(request), whole))


@get("/tables/{id:str}/analysis/progress", include_in_schema=False)
async def progress(id: str, house: House, analyses: Analyses) -> dict[str, int | str]:
    """How far it is, for whoever waits."""
    known = await analyses.of_table(await house.table(id))
    return {"state": known.state, "known": len(known.steps)}


@get("/tables/{id:str}/story", include_in_schema=False)
async def story(request: Asked, id: str, house: House, sandbox: Sandbox, analyses: Analyses, shelf: Shelf,
                guest: Guest | None) -> Response[str]:
    """How a finished game went, for the page of its end."""
    table = await house.table(id)
    known = await analyses.of_table(table)
    text, about = await shelf.take(house, table)
    return fragment(read(await look(sandbox, Tale(text, language_of(request), known, reader(table, guest), about))))


def reader(table: Table, guest: Guest | None) -> int:
    """The seat whose band lies at the bottom: the reader's own, or the first."""
    return (table.seats_of(guest.id if guest else "") or [0])[0]


@get("/analysis", include_in_schema=False)
async def drop_to_analyse(request: Asked, settings: Settings) -> Response[str]:
    return page(request, "analysis.html", body=None, furniture=None, replay="/analysis", table="",
                limit=settings.largest_body)


@post("/analysis/{at:int}", include_in_schema=False, status_code=200)
async def analysis_of_a_file(request: Asked, at: int, sandbox: Sandbox, analyses: Analyses, seat: Eyes = None,
                             whole: bool = False) -> Response[str] | Response[BadFile]:
    """A position of a file that is sent along, with what is known of its game."""
    text = await request.body()
    known = await analyses.look(digest(text))
    found = await look(sandbox, Study(text, at, seat, language_of(request), whole, known))
    return Response(found, status_code=422) if isinstance(found, BadFile) else fragment(found)


@post("/analysis/begin", include_in_schema=False, status_code=200)
async def begin_a_file(request: Asked, sandbox: Sandbox, analyses: Analyses, guest: Guest | None) -> dict[str, str]:
    """Have the game of a file gone over, once it was read and checked."""
    text = await request.body()
    await position(sandbox, Ask(text))
    who = guest.id if guest else f"nobody at {errand().place}"[:32]
    return {"state": (await analyses.begin_file(text, who)).state}


@post("/analysis/study", include_in_schema=False, status_code=201)
async def study_of_a_file(request: Asked, house: House, limits: Limits, sandbox: Sandbox, guest: Guest | None, at: At,
                          seat: SeatNumber, others: Level = USUAL, anew: bool = True,
                          language: Language = "en") -> dict[str, str]:
    """A table that begins at a moment of a file that is sent along."""
    person, text = recognised(guest), await request.body()
    made = await begun(house, sandbox, limits, person, text, Try(at, seat, others, anew, language), "", digest(text))
    return {"id": made.head.id}


def replays() -> Router:
    """The pages of replays, with a shelf of their own."""
    shelf = Shelf()
    return Router("/", route_handlers=[of_a_table, step_of_a_table, drop, of_a_file, analysis_of_a_table,
                                       step_of_an_analysis, progress, story, drop_to_analyse, analysis_of_a_file,
                                       begin_a_file, study_of_a_file],
                  dependencies={"shelf": Provide(lambda: shelf, sync_to_thread=False),
                                "guest": Provide(visitor, sync_to_thread=False)})
