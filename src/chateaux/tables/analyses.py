"""Finished games gone over in the background: each once, a passage at a time, kept for everybody who looks.

What is known is stored as it grows, so that a server that is started anew goes on where the last one stopped. The
processes that do the work are in the lane of analyses, behind every bot and every hint.
"""
from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
from contextvars import Context
from typing import Final, final

import msgspec
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from chateaux.insight.analysis import Care, Known, Progress
from chateaux.tables.data import OVER, Refused, short
from chateaux.tables.house import House
from chateaux.tables.schema import ANALYSES
from chateaux.tables.shares import errand
from chateaux.tables.store import DatabaseAway
from chateaux.tables.table import Table
from chateaux.tables.worker import Passage
from chateaux.tables.workers import PATIENCE, Workers

FIRST: Final = 0.1  # seconds of the first passage, so that something is seen at once,
SECONDS: Final = 2.0  # and of every other
KEPT: Final = 10.0  # seconds after which what is known so far is stored
HELD: Final = PATIENCE + 2 * KEPT  # seconds of silence after which another process may go on
OVERHEAD: Final = 400  # bytes that a step takes when it is stored
DAY: Final = 86_400.0  # that the analysis of somebody's file is kept
LOG_BOOK: Final = logging.getLogger("chateaux")


def digest(text: bytes) -> str:
    """The key of somebody's file."""
    return hashlib.sha256(text).hexdigest()


@final
class Analyses:
    """The analyses of a house. Those who ask wait for their turn; one at a time for each guest."""

    def __init__(self, house: House, workers: Workers, care: Care, most: int, most_each: int) -> None:
        self.house, self.workers, self.care = house, workers, care
        self.most, self.most_each = most, most_each
        self.known: dict[str, Known] = {}  # what is being worked on here
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def open(self) -> None:
        """Go on with what another server left unfinished, as soon as nobody is at it any more."""
        if not self.house.store.shared:
            await self.house.store.patiently(self.release)
        self.tasks[""] = asyncio.create_task(self.go_round(), context=Context())

    async def close(self) -> None:
        tasks = list(self.tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def go_round(self) -> None:
        while True:
            with contextlib.suppress(DatabaseAway):
                for table_id in await self.left_behind():
                    with contextlib.suppress(Refused):  # it was deleted, or cannot be read
                        await self.resume(table_id)
            await asyncio.sleep(KEPT)

    # ------------------------------------------------------------ what people ask for

    async def of_table(self, table: Table) -> Known:
        """What is known about a table's game; nothing about one that is not over."""
        finished(table)
        return await self.look(table.head.id)

    async def begin_table(self, table: Table, guest: str) -> Known:
        """Go over a table's game, if nobody has asked for it yet."""
        finished(table)
        id = table.head.id
        return await self.begin(id, id, guest, await self.record_of(id))

    async def begin_file(self, text: bytes, guest: str) -> Known:
        """Go over the game of somebody's file; it was read and checked before."""
        return await self.begin(digest(text), "", guest, (text.decode(), len(msgspec.json.decode(text)["entries"])))

    async def look(self, key: str) -> Known:
        """What is known; of nothing, nothing."""
        if key in self.known:
            return self.known[key]

        async def work() -> tuple[str, float] | None:
            async with self.house.store.engine.connect() as connection:
                row = (await connection.execute(select(ANALYSES.c.known, ANALYSES.c.until)
                                                .where(ANALYSES.c.key == key))).first()
                return None if row is None else (row.known, row.until)
        row = await self.house.store.patiently(work)
        if row is None:
            return Known(0, self.care, state="none")
        found = msgspec.json.decode(row[0], type=Known)
        if found.state == "running" and row[1] <= self.house.now():
            found.state = "failed"  # nobody is at it
        return found

    async def begin(self, key: str, table_id: str, guest: str, record: tuple[str, int]) -> Known:
        found = await self.look(key)
        if found.state in ("running", "done"):
            return found
        await self.admit(guest)
        known = Known(record[1], found.care if found.steps else self.care, found.steps, found.after)
        if not await self.claim(key, table_id, guest, known):
            return await self.look(key)
        self.start(key, record[0], known, guest, errand().place)
        return known

    async def admit(self, guest: str) -> None:
        """Refuse whoever has asked for another game, and everybody while very many are gone over."""
        async def work() -> tuple[int, int]:
            async with self.house.store.engine.connect() as connection:
                going = (ANALYSES.c.state == "running") & (ANALYSES.c.until > self.house.now())
                count = select(func.count()).select_from(ANALYSES)
                return ((await connection.execute(count.where(going, ANALYSES.c.guest == guest))).scalar_one(),
                        (await connection.execute(count.where(going))).scalar_one())
        mine, all = await self.house.store.patiently(work)
        if mine >= self.most_each:
            raise Refused("too much", "Another game is being analysed for you; one at a time, please.",
                          "analysis_yours")
        if all >= self.most:
            raise Refused("too much", "Many games are being analysed just now; please try again later.",
                          "analysis_many")

    # ------------------------------------------------------------ the work

    def start(self, key: str, text: str, known: Known, guest: str, place: str) -> None:
        self.known[key] = known
        self.tasks[key] = asyncio.create_task(self.work(key, text, known, guest, place), context=Context())

    async def work(self, key: str, text: str, known: Known, guest: str, place: str) -> None:
        """Passage after passage, to the end."""
        loop = asyncio.get_running_loop()
        stored = loop.time()
        try:
            while len(known.steps) < known.last:
                first = len(known.steps)
                told = await self.workers.go_over(
                    Passage(text, known.care, first, known.after, SECONDS if first else FIRST), place, guest or key)
                if told is None or not told.steps:
                    break
                known.steps += told.steps
                known.after = told.after
                if loop.time() - stored > KEPT and len(known.steps) < known.last:
                    await self.keep(key, known)
                    stored = loop.time()
            over: Progress = "done" if len(known.steps) == known.last else "failed"
            await self.keep(key, msgspec.structs.replace(known, state=over))
        except (Refused, DatabaseAway) as error:  # the next round goes on from what was stored
            LOG_BOOK.warning("an analysis has to wait", extra={"table": short(key), "why": str(error)})
        finally:
            del self.known[key], self.tasks[key]

    async def record_of(self, table_id: str) -> tuple[str, int]:
        """A table's record, and how many steps it has."""
        record = await self.house.record(table_id)
        return record.to_json(), len(record.entries)

    # ------------------------------------------------------------ storage

    async def claim(self, key: str, table_id: str, guest: str, known: Known) -> bool:
        """Say in the database that this process is at it; False when another was quicker."""
        now, text = self.house.now(), msgspec.json.encode(known).decode()
        values = {"state": "running", "guest": guest, "until": now + HELD, "changed": now, "known": text}
        errand().stored += OVERHEAD * known.last  # as much as will be known

        async def work() -> bool:
            async with self.house.store.transaction() as connection:
                await connection.execute(delete(ANALYSES).where(ANALYSES.c.table_id == "",
                                                                ANALYSES.c.changed < now - DAY))
                if (await connection.execute(select(ANALYSES.c.key).where(ANALYSES.c.key == key))).first() is None:
                    await connection.execute(insert(ANALYSES).values(key=key, table_id=table_id, **values))
                    return True
                free = (ANALYSES.c.state == "failed") | ((ANALYSES.c.state == "running") & (ANALYSES.c.until <= now))
                taken = await connection.execute(update(ANALYSES).where(ANALYSES.c.key == key, free).values(values))
                return taken.rowcount == 1
        try:
            return await self.house.store.patiently(work)
        except IntegrityError:  # another process has begun at the same moment
            return False

    async def keep(self, key: str, known: Known) -> None:
        """Store what is known so far. Who asked is forgotten when it is done."""
        now, text = self.house.now(), msgspec.json.encode(known).decode()
        over = {} if known.state == "running" else {"guest": ""}

        async def work() -> None:
            async with self.house.store.transaction() as connection:
                await connection.execute(update(ANALYSES).where(ANALYSES.c.key == key).values(
                    state=known.state, known=text, until=now + HELD, changed=now, **over))
        await self.house.store.patiently(work)

    async def left_behind(self) -> list[str]:
        """The tables whose analysis nobody is at any more; that of a file goes on when its reader asks again."""
        async def work() -> list[str]:
            async with self.house.store.engine.connect() as connection:
                found = await connection.execute(
                    select(ANALYSES.c.table_id).where(ANALYSES.c.state == "running", ANALYSES.c.table_id != "",
                                                      ANALYSES.c.until <= self.house.now()).limit(self.most))
                return [row.table_id for row in found]
        return await self.house.store.patiently(work)

    async def release(self) -> None:
        """Nobody else is here who could be at it."""
        async with self.house.store.transaction() as connection:
            await connection.execute(update(ANALYSES).where(ANALYSES.c.state == "running").values(until=0.0))

    async def resume(self, table_id: str) -> None:
        found, record = await self.look(table_id), await self.record_of(table_id)
        known = Known(record[1], found.care, found.steps, found.after)
        if table_id not in self.tasks and await self.claim(table_id, table_id, "", known):
            self.start(table_id, record[0], known, "", "")


def finished(table: Table) -> None:
    """Refuse a game that is not over: it gives nothing away."""
    if table.phase != OVER:
        raise Refused("closed", "A game is analysed when it has been played to its end.", "analysis_running")
