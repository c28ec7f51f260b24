"""Who is here, in whichever process: each process tells the others which seats' people have their tables open.

It is told when it changes and again from time to time, so that a process that dies takes its people with it.
"""
from __future__ import annotations

import asyncio
import contextlib
import secrets
from typing import Final, final

import msgspec

from chateaux.tables.house import House
from chateaux.tables.store import HERE, DatabaseAway

OFTEN: Final = 0.5  # seconds between looks at who came and went
AGAIN: Final = 10.0  # seconds after which all is told again
FRESH: Final = 25.0  # seconds for which it is believed
MANY: Final = 100  # tables in one message: PostgreSQL carries 8,000 bytes


class Told(msgspec.Struct, frozen=True):
    """What a process says: by table, the seats whose people look at it there."""

    process: str
    tables: dict[str, list[int]]


@final
class Presence:
    """What one process tells of its people, and hears of those of others."""

    def __init__(self, house: House) -> None:
        self.house: House = house
        self.process: str = secrets.token_hex(4)
        self.task: asyncio.Task[None] | None = None
        house.on_presence.append(self.heard)

    def start(self) -> None:
        if self.house.store.shared:
            self.task = asyncio.create_task(self.tell())

    async def close(self) -> None:
        if self.task is not None:
            self.task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self.task

    async def tell(self) -> None:
        """Tell for ever what has changed, and from time to time everything."""
        known: dict[str, list[int]] = {}
        quiet = 0.0
        while True:
            await asyncio.sleep(OFTEN)
            quiet += OFTEN
            found = {id: here for id, desk in self.house.desks.items() if (here := desk.here_now())}
            news = {id: found.get(id, []) for id in known.keys() | found.keys()
                    if quiet >= AGAIN or known.get(id) != found.get(id)}
            if quiet >= AGAIN:
                quiet = 0.0
            try:
                ids = sorted(news)
                for start in range(0, len(ids), MANY):
                    some = {id: news[id] for id in ids[start:start + MANY]}
                    told = msgspec.json.encode(Told(self.process, some)).decode()
                    await self.house.store.notify(f"{told}{HERE}:0")
                known = found
            except DatabaseAway:
                known = {}  # nobody has heard it: tell everything when it is back

    def heard(self, news: str) -> None:
        """A process has told who is there."""
        told = msgspec.json.decode(news, type=Told)
        if told.process == self.process:
            return
        until = self.house.now() + FRESH
        for id, seats in told.tables.items():
            desk = self.house.desks.get(id)
            if desk is not None:
                desk.hear(told.process, seats, until)
