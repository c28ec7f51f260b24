"""How long tables are kept: those that never started, that nobody plays any more, that are over."""
from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import Final, final

from sqlalchemy import delete, or_, select
from sqlalchemy.sql.elements import ColumnElement

from chateaux.tables.data import ABANDONED, OPEN, OVER, RUNNING, short
from chateaux.tables.house import House
from chateaux.tables.schema import LEASES, METADATA, TABLES

DAY: Final = 86_400.0
PAUSE: Final = 3600.0  # seconds between rounds
AT_ONCE: Final = 50
LOG_BOOK: Final = logging.getLogger("chateaux")


@dataclass(frozen=True)
class Kept:
    """Days for which tables are kept after the last thing happened there; 0: for ever."""

    open: float = 0.0
    running: float = 0.0
    ended: float = 0.0

    def past(self, now: float) -> list[ColumnElement[bool]]:
        """What is past keeping."""
        limits = [(self.open, (OPEN,)), (self.running, (RUNNING,)), (self.ended, (OVER, ABANDONED))]
        return [TABLES.c.phase.in_(phases) & (TABLES.c.changed < now - days * DAY) for days, phases in limits if days]


@final
class Retention:
    """Goes round now and then and deletes what is past keeping."""

    def __init__(self, house: House, kept: Kept) -> None:
        self.house, self.kept = house, kept
        self.task: asyncio.Task[None] | None = None

    def start(self) -> None:
        if self.kept != Kept():
            self.task = asyncio.create_task(self.go_round())

    async def close(self) -> None:
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)

    async def go_round(self) -> None:
        while True:
            try:
                while await self.clear_out():
                    await asyncio.sleep(0.1)
            except Exception as error:  # the database is away: next time
                LOG_BOOK.warning("nothing was cleared out", extra={"why": f"{type(error).__name__}: {error}"[:300]})
            await asyncio.sleep(PAUSE)

    async def clear_out(self) -> int:
        """Delete a few tables that are past keeping; how many there were."""
        past = self.kept.past(self.house.now())
        if not past:
            return 0

        async def find() -> list[str]:
            async with self.house.store.engine.connect() as connection:
                found = await connection.execute(select(TABLES.c.id).where(or_(*past)).limit(AT_ONCE))
                return [row.id for row in found]
        ids = await self.house.store.patiently(find)
        for id in ids:
            await delete_table(self.house, id)
        return len(ids)


async def delete_table(house: House, id: str) -> None:
    """Delete a table with everything that belongs to it."""
    async def work() -> None:
        async with house.store.transaction() as connection:
            for table in reversed(METADATA.sorted_tables):
                if "table_id" in table.c:
                    await connection.execute(delete(table).where(table.c.table_id == id))
            await connection.execute(delete(LEASES).where(LEASES.c.table_id == id))
            await connection.execute(delete(TABLES).where(TABLES.c.id == id))
    await house.store.patiently(work)
    house.desks.pop(id, None)
    LOG_BOOK.info("a table was deleted", extra={"table": short(id)})
