"""What the house remembers of a person: all of it on paper, or none of it any more.

The games of others stay whole: a seat that was somebody's stays where it was, without a name.
"""
from __future__ import annotations

import contextlib
from typing import Final

import msgspec
from sqlalchemy import delete, select, update

from chateaux.bots.levels import USUAL
from chateaux.engine.data import Data
from chateaux.tables import company, frames
from chateaux.tables.data import Broken, Refused, Row
from chateaux.tables.house import Command, House
from chateaux.tables.people import People
from chateaux.tables.results import Results
from chateaux.tables.schema import LOG, MEMBERS, TABLES
from chateaux.tables.solving import Solving

ALL: Final = 1_000_000  # tables
NAMED: Final = ("join", "leave", "free", "chat")  # the rows of a log that hold a name
MOST_SEATS: Final = 8
SUCCESSOR: Final = USUAL  # plays on for somebody who is forgotten


async def remembered(house: House, people: People, results: Results, id: str) -> Data:
    """Everything that is kept about a person, as data they can read."""
    person = await people.person(id)
    devices = [{"label": device.label, "came": device.came, "seen": device.seen, "called": bool(device.push)}
               for device in await people.devices(id)]
    keys = [{"label": key.label, "made": key.made} for key in await people.passkeys(id)]
    tables = [await kept_of(house, table_id, id) for table_id in await house.store.ids_of(id, ALL)]
    return {"id": id, "person": msgspec.to_builtins(person), "devices": devices, "passkeys": keys,
            "tables": msgspec.to_builtins(tables),
            "results": [msgspec.to_builtins(played.mine) for played in await results.of(id)],
            "puzzles": msgspec.to_builtins(await Solving(house).of(id))}


async def kept_of(house: House, table_id: str, id: str) -> Data:
    """What one table keeps about a person; of one that cannot be read, that it is there."""
    try:
        table = await house.table(table_id)
    except Refused as refused:
        return {"table": table_id, "phase": refused.reason}
    seats = table.seats_of(id)
    rows = await house.store.rows(table_id)
    return {"table": table_id, "game": table.head.game, "created": table.head.created, "phase": table.phase,
            "opened_by_you": table.head.creator == id, "seats": seats, "names": [table.seats[n].name for n in seats],
            "result": frames.result(table), "said": [said(row) for row in rows if spoken_by(row, seats)]}


def spoken_by(row: Row, seats: list[int]) -> bool:
    return row.kind == "chat" and row.seat in seats


def said(row: Row) -> Data:
    return {"at": row.at, "text": row.data.get("text") or row.data.get("phrase")}


async def forget(house: House, people: People, results: Results, id: str) -> None:
    """Keep nothing about a person; bots play on where they sat."""
    for table_id in await house.store.ids_of(id, ALL):
        with contextlib.suppress(Refused):  # it was deleted just now
            await take_out(house, table_id, id)

    async def work() -> None:
        async with house.store.transaction() as connection:
            await connection.execute(delete(MEMBERS).where(MEMBERS.c.guest == id))
    await house.store.patiently(work)
    await results.forget(id)
    await Solving(house).forget(id)
    await people.forget(id)


async def take_out(house: House, table_id: str, guest: str = "") -> None:
    """Take somebody's name and words out of a table, or everybody's; also where the table cannot be read."""
    try:
        table = await house.table(table_id)
    except Broken:
        await unname(house, table_id, await erase(house, table_id, guest))
        return
    sitting = [number for number, seat in enumerate(table.seats) if seat.guest and guest in ("", seat.guest)]
    for one in {table.seats[number].guest for number in sitting}:
        with contextlib.suppress(Refused):  # they stood up just now
            await house.command(table_id, stand_up(house, one))
    await unname(house, table_id, sitting if guest else list(range(table.head.players)))


def stand_up(house: House, id: str) -> Command:
    return lambda table: company.forget(table, id, SUCCESSOR, house.now())


async def erase(house: House, table_id: str, guest: str) -> list[int]:
    """The seats of a guest, or all, at a table that cannot be read; what is kept of it does not name them any more."""
    async def work() -> list[int]:
        async with house.store.transaction() as connection:
            mine = TABLES.c.id == table_id
            before = (await connection.execute(select(TABLES.c.snapshot).where(mine))).scalar_one()
            kept, found = nameless(before, guest)
            await connection.execute(update(TABLES).where(mine).values(snapshot=kept))
            return found
    return await house.store.patiently(work)


def nameless(text: str, guest: str) -> tuple[str, list[int]]:
    """A stored table without a guest, or without anybody, and where they sat; of what is none at all nothing is left.

    >>> nameless('{"seats":[{"guest":"a","name":"Ann"},{"guest":"b","name":"Bo"}]}', "b")
    ('{"seats":[{"guest":"a","name":"Ann"},{"guest":"","name":""}]}', [1])
    >>> nameless('{"seats":"Ann', "b")
    ('', [0, 1, 2, 3, 4, 5, 6, 7])
    """
    try:
        kept = msgspec.json.decode(text)
        found = [number for number, seat in enumerate(kept["seats"]) if guest in ("", seat["guest"])]
        for number in found:
            kept["seats"][number] |= {"guest": "", "name": ""}
    except (msgspec.MsgspecError, LookupError, TypeError):
        return "", list(range(MOST_SEATS))
    return msgspec.json.encode(kept).decode(), found


async def unname(house: House, table_id: str, seats: list[int]) -> None:
    """Take names and spoken words out of the log, from when each seat was taken last."""
    rows = await house.store.rows(table_id)
    since = {row.seat: row.number for row in rows if row.kind == "join" and row.seat in seats}

    async def work() -> None:
        async with house.store.transaction() as connection:
            for row in rows:
                if row.kind in NAMED and row.seat in seats and row.number >= since.get(row.seat, 0):
                    blank = {**row.data, "name": ""} | ({"text": "…"} if row.data.get("text") else {})
                    await connection.execute(
                        update(LOG).where(LOG.c.table_id == table_id, LOG.c.number == row.number)
                        .values(data=msgspec.json.encode(blank).decode()))
    await house.store.patiently(work)
    desk = house.desks.get(table_id)
    if desk is not None:
        desk.rows.clear()
