"""Who may act at a table by itself: of many processes on one PostgreSQL, one at a time.

A lease ends by the database's own clock unless it is renewed, so a process that dies, hangs or is cut off
holds nobody up for longer than that. Acting twice would do no harm: a decision is answered once.
"""
from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator
from typing import Final, final

from sqlalchemy import text

from chateaux.tables.store import DatabaseAway, Store

LASTS: Final = 6.0  # seconds; renewed when a third has passed

NOW: Final = "extract(epoch from clock_timestamp())"
TAKE: Final = text(
    f"INSERT INTO leases (table_id, holder, until) VALUES (:id, :holder, {NOW} + :lasts) "
    "ON CONFLICT (table_id) DO UPDATE SET holder = excluded.holder, until = excluded.until "
    f"WHERE leases.holder = excluded.holder OR leases.until < {NOW} RETURNING holder")
GIVE: Final = text("DELETE FROM leases WHERE table_id = :id AND holder = :holder")


@final
class Leases:
    """The leases of one process. With SQLite there is only one, so every lease is granted."""

    def __init__(self, store: Store, lasts: float = LASTS) -> None:
        self.store: Store = store
        self.lasts: float = lasts
        self.holder: str = secrets.token_hex(8)

    @contextlib.asynccontextmanager
    async def lease(self, id: str) -> AsyncIterator[bool]:
        """Whether this process may act at the table, for as long as the block lasts."""
        if not self.store.shared:
            yield True
            return
        if not await self.take(id):
            yield False
            return
        renewing = asyncio.create_task(self.renew(id))
        try:
            yield True
        finally:
            renewing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await renewing
            await self.give_back(id)

    async def take(self, id: str) -> bool:
        """Take or renew a lease, unless another process has it."""
        async def work() -> bool:
            async with self.store.transaction() as connection:
                found = await connection.execute(TAKE, {"id": id, "holder": self.holder, "lasts": self.lasts})
                return found.first() is not None
        try:
            return await self.store.patiently(work)
        except DatabaseAway:
            return False

    async def renew(self, id: str) -> None:
        while True:
            await asyncio.sleep(self.lasts / 3)
            if not await self.take(id):
                return  # somebody else acts now; what we still do is refused where it comes too late

    async def give_back(self, id: str) -> None:
        async def work() -> None:
            async with self.store.transaction() as connection:
                await connection.execute(GIVE, {"id": id, "holder": self.holder})
        with contextlib.suppress(DatabaseAway):  # then it runs out
            await self.store.patiently(work)
