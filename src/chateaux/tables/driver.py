"""What happens at tables by itself: bots answer, time runs out.

Each table that waits for a bot or a clock has one task here. In a house of many processes the one
that has the lease of a table acts; the others look again later, so nothing hangs when one dies or falls silent.
"""
from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import time
from contextvars import Context
from typing import Final, final

from chateaux.engine.data import TABLE
from chateaux.tables import gathering
from chateaux.tables.data import OPEN, RUNNING, Refused, Row, short
from chateaux.tables.house import House
from chateaux.tables.leases import LASTS, Leases
from chateaux.tables.shares import NOBODY
from chateaux.tables.store import DatabaseAway
from chateaux.tables.table import Table
from chateaux.tables.workers import Workers, thinking

SWEEP: Final = 2.0  # seconds between looks for tables that nobody drives
GRACE: Final = 10.0  # after a start of the server, seconds before anybody's time is up
AT_ONCE: Final = 200  # tables that one sweep takes on, besides those that are seen to already
LONGEST_REST: Final = 300.0  # seconds between tries at a table where something goes wrong again and again
LOG_BOOK: Final = logging.getLogger("chateaux")


@final
class Driver:
    """Drives the bots and the clocks of a house.

    A bot answers `delay` seconds after it was asked, or twice or thrice that when it needs to think
    longer, whatever it holds: how long it takes says nothing about its hand.
    """

    def __init__(self, house: House, workers: Workers, delay: float, lease: float = LASTS) -> None:
        self.house: House = house
        self.workers: Workers = workers
        self.delay: float = delay
        self.leases = Leases(house.store, lease)
        self.born: float = house.now()
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self.again: set[str] = set()  # tables that changed while their task was at work
        self.resting: dict[str, tuple[float, float]] = {}  # tables where something went wrong: how long, until when
        self.swept: float = time.monotonic()  # when the tables were last looked after
        self.sweeper: asyncio.Task[None] | None = None
        self.beating: asyncio.Task[None] | None = None
        house.on_change.append(self.changed)

    def start(self) -> None:
        self.sweeper = asyncio.create_task(self.sweep())
        self.beating = asyncio.create_task(self.beat())

    async def beat(self) -> None:
        """Say that the house is there, again and again; what it missed is made up for."""
        while True:
            with contextlib.suppress(DatabaseAway):
                await self.house.pulse()
            await asyncio.sleep(SWEEP)

    async def close(self) -> None:
        tasks = [task for task in (self.sweeper, self.beating, *self.tasks.values()) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.workers.close()

    def changed(self, table: Table) -> None:
        """A table has a newer state: see to it if something is due there."""
        id = table.head.id
        if table.due() is None:
            return
        if id in self.tasks:
            self.again.add(id)
        else:
            self.tasks[id] = asyncio.create_task(self.see_to(id), context=Context())  # nobody's errand

    async def sweep(self) -> None:
        """Find tables where something is due: after a restart, or after another process died."""
        while True:
            try:
                most = AT_ONCE + len(self.tasks) + len(self.resting)
                found = await self.house.store.due(self.house.now() + SWEEP, most)
            except Exception as error:  # a database that is away: look again later
                found = []
                LOG_BOOK.warning("the sweep found no database", extra={"why": f"{type(error).__name__}: {error}"})
            for id in found:
                if id not in self.tasks:
                    await self.visit(id)
            self.house.tidy()
            self.swept = time.monotonic()
            await asyncio.sleep(SWEEP)

    async def visit(self, id: str) -> None:
        """Look after one table; whatever is wrong with it, the others do not wait for it."""
        if id in self.resting and self.house.now() < self.resting[id][1]:
            return
        try:
            await self.house.catch_up(id)
            self.changed(await self.house.table(id))
        except (Refused, DatabaseAway):  # it is marked as unreadable, or gone; or no fault of its own
            return
        except Exception as error:
            self.trouble(id, error)

    def trouble(self, id: str, error: Exception) -> None:
        """Something went wrong at a table: say so, and come back to it later each time."""
        pause = min(LONGEST_REST, 2 * self.resting.get(id, (SWEEP / 2, 0.0))[0])
        self.resting[id] = (pause, self.house.now() + pause)
        LOG_BOOK.error("something went wrong at a table", exc_info=error, extra={"table": short(id), "again_in": pause})

    async def see_to(self, id: str) -> None:
        """Do what is due at a table until nothing is."""
        try:
            while True:
                self.again.discard(id)
                done = await self.step(id)
                self.resting.pop(id, None)
                if not done and id not in self.again:
                    return
        except (Refused, DatabaseAway):  # where the database was away, the next sweep comes back: no table rests for it
            return
        except Exception as error:  # the sweeper comes back to it
            self.trouble(id, error)
        finally:
            del self.tasks[id]

    async def step(self, id: str) -> bool:
        """Wait for the next thing that is due and do it; False when another process does, or it is far off."""
        table = await self.house.table(id)
        due = table.due()
        if due is None:
            return False
        wait = due - self.house.now()
        if wait > 0:  # only clocks lie ahead
            if wait <= 2 * SWEEP:
                await self.sleep_or_change(id, table, wait)
                return True
            return False  # the sweeper finds it in time
        async with self.leases.lease(id) as mine:
            if not mine:
                return False
            if self.house.store.shared:
                await self.house.catch_up(id)
            await self.act(await self.house.table(id))
            return True

    async def sleep_or_change(self, id: str, table: Table, seconds: float) -> None:
        desk = await self.house.desk(id)
        if desk.table.number == table.number:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(desk.bell.wait(), seconds)

    async def act(self, table: Table) -> None:
        """Everything that is due now: the time of the game, then each seat that a bot answers for."""
        now, clock = self.house.now(), table.head.clock
        if table.phase == OPEN:  # somebody has not shown their nonce in time
            with contextlib.suppress(Refused):
                await self.house.command(table.head.id, lambda table: gathering.deal(table, self.house.now()))
            return
        end = table.end_of_time()
        if end is not None and end <= now:
            await self.end_time(table)
            return
        jobs = []
        for seat, question in enumerate(table.questions):
            if question is None or not question.owes:
                continue
            itself = table.seats[seat].plays_itself
            deadline = table.clocks.deadline(seat, clock, itself)
            if deadline is None or deadline > now:
                continue
            if itself:
                jobs.append(self.answer(table, seat, table.seats[seat].bot, "bot", self.delay))
            elif now >= self.born + GRACE:
                jobs.append(self.answer(table, seat, clock.bot, "clock", 0.0))
        if jobs:
            await asyncio.gather(*jobs)
        else:
            await asyncio.sleep(max(0.05, self.born + GRACE - now))

    async def end_time(self, table: Table) -> None:
        """The time of the whole game is up."""
        def command(now: Table) -> Row:
            now.must_be(RUNNING)
            possible = now.playing().actions(TABLE)
            if not possible:
                raise Refused("stale", "The time was up already.")
            return now.play(TABLE, possible[0], 0, self.house.now(), "clock")
        with contextlib.suppress(Refused):
            await self.house.command(table.head.id, command)

    async def answer(self, table: Table, seat: int, spec: str, by: str, delay: float) -> None:
        """A bot's answer to a seat's decision, told when its time has come and not before."""
        decision, question = table.decisions[seat], table.questions[seat]
        assert question is not None
        chosen = await self.thought(table, seat, spec)
        if chosen is None:
            return
        action = chosen[0]
        if action not in question.actions:
            action = random.choice(question.actions)  # a bot that fails must not stop the table
        if delay:
            await asyncio.sleep(rest(self.house.now() - table.clocks.asked_at[seat], delay + thinking(spec)))

        def command(now: Table) -> Row:
            if by == "bot" and not now.seats[seat].plays_itself:
                raise Refused("stale", "Its player is back.")
            return now.play(seat, action, decision, self.house.now(), by)
        with contextlib.suppress(Refused):  # the question has changed meanwhile
            await self.house.command(table.head.id, command)


    async def thought(self, table: Table, seat: int, spec: str) -> tuple[int | None] | None:
        """What a bot chooses; None when the question has changed before it was its turn to think."""
        desk = await self.house.desk(table.head.id)
        place = desk.place if desk.watchers else NOBODY
        asking = asyncio.create_task(self.workers.choose(
            spec, table.playing().observe(seat), table.head.pieces, place, table.head.creator))
        try:
            while not asking.done():
                bell = asyncio.create_task(desk.bell.wait())
                await asyncio.wait({asking, bell}, return_when=asyncio.FIRST_COMPLETED)
                bell.cancel()
                if desk.table.decisions[seat] != table.decisions[seat]:
                    return None
            return (asking.result(),)
        finally:
            asking.cancel()


def rest(passed: float, delay: float) -> float:
    """How long to wait until a whole number of delays has passed.

    >>> rest(0.25, 1.0), rest(1.5, 1.0)
    (0.75, 0.5)
    """
    return -passed % delay
