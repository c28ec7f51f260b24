"""Hearing what other processes did: one listener on PostgreSQL that comes back when it was cut off."""
from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Any, Final, final

import asyncpg

from chateaux.tables.house import House
from chateaux.tables.store import CALLED, CHANNEL, DRAWN, HERE, SILENCE

LOG_BOOK: Final = logging.getLogger("chateaux")
PULSE: Final = 2.0  # seconds between checks that the connection is alive


@final
class Listener:
    """Listens for `table:number` and has the house read what it has missed."""

    def __init__(self, house: House) -> None:
        self.house: House = house
        self.task: asyncio.Task[None] | None = None
        self.reading: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        if self.house.store.shared:
            self.task = asyncio.create_task(self.listen())

    async def close(self) -> None:
        for task in (self.task, *self.reading):
            if task is not None:
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task

    async def listen(self) -> None:
        """Listen for ever; after every connection, also the first, reread all tables in use."""
        pause = 0.1
        while True:
            try:
                connection: Any = await asyncpg.connect(  # it has no types
                    self.house.store.plain_url, timeout=5, server_settings=SILENCE)
                try:
                    await connection.add_listener(CHANNEL, self.heard)
                    for id in list(self.house.desks):
                        self.read(id, 0)
                        self.house.drawn_elsewhere(id)
                    pause = 0.1
                    while True:
                        await asyncio.sleep(PULSE)
                        await connection.execute("SELECT 1", timeout=PULSE)
                finally:
                    connection.terminate()
            except Exception as error:  # whatever it is, also what the driver calls its own fault: nobody else listens
                LOG_BOOK.warning("nobody listens to the other processes",
                                 extra={"why": f"{type(error).__name__}: {error}", "again_in": pause})
                await asyncio.sleep(pause)
                pause = min(2.0, pause * 2)

    def heard(self, _connection: object, _process: int, _channel: str, news: object) -> None:
        id, _, number = str(news).rpartition(":")
        for ending, ears in ((CALLED, self.house.on_call), (HERE, self.house.on_presence)):
            if id.endswith(ending):
                for hear in ears:
                    hear(id.removesuffix(ending))
                return
        if id.endswith(DRAWN):
            self.house.drawn_elsewhere(id.removesuffix(DRAWN))
        if id in self.house.desks and number.isdigit():
            self.read(id, int(number))

    def read(self, id: str, number: int) -> None:
        task = asyncio.create_task(self.catch_up(id, number))
        self.reading.add(task)
        task.add_done_callback(self.reading.discard)

    async def catch_up(self, id: str, number: int) -> None:
        with contextlib.suppress(Exception):  # away again: the next connection rereads everything
            await self.house.catch_up(id, number)
