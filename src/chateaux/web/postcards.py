"""Pictures for whoever gets a link in a conversation: the podium of a game that is over, or how its game looks."""
from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Final, final

import resvg_py
from litestar import Response, Router, get

from chateaux.engine.registry import games
from chateaux.look.chronicle import names
from chateaux.pictures import NoPoster, picture
from chateaux.tables import frames
from chateaux.tables.house import House
from chateaux.tables.table import Table
from chateaux.web.installing import DAY, icon
from chateaux.web.podium import drawn as drawn_podium
from chateaux.web.refusals import Asked, language_of
from chateaux.web.render import words_of

WIDE: Final = 800  # pixels
PODIUM: Final = 1200  # of the end of a game
MOST: Final = 4 << 20  # bytes of the pictures that are kept


def drawn(table: Table, language: str) -> bytes:
    """The end of a game, or a first position of it where nobody's secrets are; our own mark where there is no board."""
    words = words_of(table.head.game, language)
    over = table.phase == "over" and table.state is not None
    podium = drawn_podium(frames.frame(table, "", None, []), table.game, language) if over else ""
    if podium:
        return bytes(resvg_py.svg_to_bytes(svg_string=podium, width=PODIUM))
    state = table.state if over else games()[table.head.game].new(table.head.players, 7)
    called = names(frames.info(table), words) if over else ()
    try:
        assert state is not None
        return bytes(resvg_py.svg_to_bytes(svg_string=picture(state, names=called, language=language).svg, width=WIDE))
    except NoPoster:
        return icon(512)


@final
class Rack:
    """The pictures made lately; one is made at a time."""

    def __init__(self) -> None:
        self.kept: OrderedDict[tuple[str, ...], bytes] = OrderedDict()
        self.hand = asyncio.Semaphore(1)

    async def take(self, table: Table, language: str) -> bytes:
        over = table.phase == "over"
        key = (table.head.id if over else table.head.game, str(table.head.players), str(over), language)
        async with self.hand:
            if key not in self.kept:
                self.kept[key] = await asyncio.to_thread(drawn, table, language)
                while len(self.kept) > 1 and sum(map(len, self.kept.values())) > MOST:
                    self.kept.popitem(last=False)
            return self.kept[key]


RACK: Final = Rack()


@get("/tables/{id:str}/postcard.png", include_in_schema=False)
async def postcard(request: Asked, id: str, house: House) -> Response[bytes]:
    table = await house.table(id)
    if table.head.pieces is not None:  # somebody's own set is not drawn for strangers
        return Response(icon(512), media_type="image/png", headers={"Cache-Control": DAY})
    return Response(await RACK.take(table, language_of(request)), media_type="image/png",
                    headers={"Cache-Control": DAY})


def postcards() -> Router:
    return Router("/", route_handlers=[postcard])
