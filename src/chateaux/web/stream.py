"""The stream of a table for one viewer: a frame for every new state, from where the viewer was.

A reader that is slow gets only the newest state, with all rows in between.
"""
from __future__ import annotations

import asyncio
import logging
import zlib
from collections.abc import AsyncIterator, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

import msgspec

from chateaux.tables.data import Refused, short
from chateaux.tables.desk import Desk
from chateaux.tables.frames import Renderer, event_line, event_text, frame
from chateaux.tables.freehand import Freehand
from chateaux.tables.house import House
from chateaux.web.areas import Areas

if TYPE_CHECKING or find_spec("isal"):
    from isal import isal_zlib
else:
    isal_zlib = None

LOG_BOOK: Final = logging.getLogger("chateaux")
KEPT: Final = 2  # steps that somebody may be behind and still be served from memory
RETRY: Final = b"retry: 1000\n\n"
ALIVE: Final = b": here\n\n"
HEARD: Final = b"event: alive\ndata:\n\n"  # the same for a page, which cannot hear comments


async def watch(house: House, desk: Desk, guest: str, seat: int | None, known: int | None, renderer: Renderer,
                language: str, heartbeat: float, presence: bool = False) -> AsyncIterator[bytes]:
    """Events for one viewer, for as long as they listen; with `presence`, who is there and what they draw too."""
    there: list[int] | None = None
    absent: list[int] = []
    drawn: dict[int, int] = {}  # the number of the newest drawing that was sent, by seat
    areas = Areas()
    sent = known if known is not None and known <= desk.table.number else None
    yield RETRY
    if presence:  # the reader's own clock may be wrong
        yield event_text(desk.table.number, f"{house.now():.3f}", "now")
    while True:
        bell, table = desk.bell, desk.table
        if sent is None or table.number > sent:
            try:
                body = await made(house, desk, guest, seat, sent, renderer, language)
                await asyncio.sleep(0)  # all who look are drawn for first: what is sent to each wakes another program
                yield event_line(table.number, areas.news(body) if presence else "".join(body).encode())
            except Refused as refused:  # the seat is no longer theirs
                yield event_text(table.number, str(refused), "closed")
                return
            except Exception as error:  # one table that cannot be shown; its page says so
                LOG_BOOK.error("a table cannot be shown", exc_info=error, extra={"table": short(table.head.id)})
                yield event_text(table.number, "This table cannot be shown.", "closed")
                return
            sent = table.number
            continue
        if presence and there != (here := desk.present()):
            there = here
            yield event_text(table.number, str(there), "presence")
            continue
        if presence:
            new = [drawing for drawing in (await house.drawings(desk)).values()
                   if drawing.number > drawn.get(drawing.seat, 0)]
            for drawing in new:
                drawn[drawing.seat] = drawing.number
                yield sheet(desk, table.number, drawing)
            if new:
                continue
        waited, now = desk.absences(), house.now()
        if presence and absent != (gone := [number for number, at in waited.items() if at <= now]):
            absent = gone
            yield event_text(table.number, str(absent), "absent")
            continue
        soon = min(waited.values(), default=0.0) - now
        try:
            async with asyncio.timeout(min(heartbeat, soon + 0.01) if soon > 0 else heartbeat):
                await bell.wait()
        except TimeoutError:
            yield HEARD if presence else ALIVE


async def compressed(events: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """The events, each of them compressed and sent on at once."""
    press = new_press()
    async for event in events:
        yield press.compress(event) + press.flush(zlib.Z_SYNC_FLUSH)


def new_press() -> Any:
    """What compresses a stream, as a gzip without an end."""
    if isal_zlib is not None:  # a tenth of the work, and less to send: 60 KiB in all, 32 of them to look back
        return isal_zlib.compressobj(0, zlib.DEFLATED, 31)
    return zlib.compressobj(5, zlib.DEFLATED, 28, 5)  # 20 KiB in all, 4 of them to look back


def sheet(desk: Desk, number: int, drawing: Freehand) -> bytes:
    """A drawing as an event; made once for everybody who looks."""
    key = ("drawing", number, drawing.seat, drawing.number)
    if key not in desk.made:
        desk.made[key] = [msgspec.json.encode(drawing).decode()]
    return event_text(number, "".join(desk.made[key]), "drawing")


async def made(house: House, desk: Desk, guest: str, seat: int | None, known: int | None, renderer: Renderer,
               language: str) -> Sequence[Any]:
    """The newest state as a stream carries it; made once for all viewers who see the same."""
    table = desk.table
    mine = tuple(table.seats_of(guest))
    key = (table.number, mine, guest == table.head.creator, seat, known, renderer, language)
    found = desk.made.get(key)
    if found is None:
        rows = [] if known is None else await house.rows(desk, known)
        rows = [row for row in rows if row.number <= table.number]
        found = renderer(frame(table, guest, seat, rows), language, table.game)
        if desk.table is table and (known is None or known >= table.number - KEPT):
            desk.made[key] = found
    return found
