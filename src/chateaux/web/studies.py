"""A table that begins at a moment of a finished game: of one that was played here, or of somebody's file."""
from __future__ import annotations

from chateaux.engine.registry import games
from chateaux.tables.data import Manners, Refused, Study
from chateaux.tables.house import House
from chateaux.tables.sandbox import Sandbox
from chateaux.tables.shares import errand
from chateaux.tables.table import Table
from chateaux.tables.workers import welcome
from chateaux.web.bodies import Try
from chateaux.web.guests import Guest
from chateaux.web.limits import Limits
from chateaux.web.outside import Fork, Forked, forked, weigh


async def begun(house: House, sandbox: Sandbox, limits: Limits, person: Guest, file: bytes, wish: Try, table: str,
                record: str = "") -> Table:
    """The table; whoever asked sits at it, and it is running unless friends are awaited."""
    found = await forked(sandbox, Fork(file, wish.at, wish.seat if wish.anew else None))
    if wish.seat >= found.players:
        raise Refused("unknown", f"There is no seat {wish.seat}: seats are 0 to {found.players - 1}.")
    await fits(found, sandbox)
    limits.new_table(errand(), found.pieces is not None)
    others = wish.others if wish.others == "open" else welcome(wish.others)
    seats = ["open" if seat == wish.seat else others for seat in range(found.players)]
    made = await house.create(person.id, found.game, found.options, seats, wish.language, None, found.pieces,
                              Manners(hints=True), Study(table, wish.at, found.position, record))
    errand().then("join")
    joined = await house.join(made.head.id, person.id, person.name, wish.seat, "")
    if others == "open":
        return joined
    errand().then("start")
    return await house.start(made.head.id, person.id)


async def fits(found: Forked, sandbox: Sandbox) -> None:
    """Refuse what is played by older rules than those of a new table, and a set of pieces that is too much."""
    if games()[found.game].rules_version != found.rules_version:
        raise Refused("closed", "From here there is nothing to try.", "nothing_to_try")
    if found.pieces is not None:
        await weigh(sandbox, found.game, found.pieces)
