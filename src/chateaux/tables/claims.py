"""Who may act at a table by itself: of many processes on one PostgreSQL, one at a time.

A claim is an advisory lock on a connection of its own; when a process dies its claims go with it.
"""
from __future__ import annotations

import asyncio
import contextlib
import zlib
from collections.abc import AsyncIterator
from typing import Any, final

import asyncpg

from chateaux.tables.store import Store

AWAY = (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError)


@final
class Claims:
    """The claims of one process. With SQLite there is only one, so every claim is granted."""

    def __init__(self, store: Store) -> None:
        self.store: Store = store
        self.connection: Any = None  # asyncpg has no complete types
        self.lock = asyncio.Lock()  # the connection does one thing at a time

    @contextlib.asynccontextmanager
    async def claim(self, id: str) -> AsyncIterator[bool]:
        """Whether this process may act at the table, for as long as the block lasts."""
        if not self.store.shared:
            yield True
            return
        mine = await self.ask("SELECT pg_try_advisory_lock($1)", id)
        try:
            yield mine
        finally:
            if mine:
                await self.ask("SELECT pg_advisory_unlock($1)", id)

    async def ask(self, query: str, id: str) -> bool:
        """Lock or unlock; a connection that was lost has no locks, and a new one is made next time."""
        async with self.lock:
            try:
                if self.connection is None or self.connection.is_closed():
                    self.connection = await asyncpg.connect(self.store.plain_url, timeout=5)
                return bool(await self.connection.fetchval(query, zlib.crc32(id.encode()), timeout=5))
            except AWAY:
                await self.close()
                return False

    async def close(self) -> None:
        if self.connection is not None:
            self.connection.terminate()
            self.connection = None
