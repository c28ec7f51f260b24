"""The bots' processes: as many as asked for, each busy with one question at a time.

A bot that hangs or falls over is ended and its process replaced; the table gets no answer and goes on.
"""
from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Mapping
from contextvars import Context
from dataclasses import dataclass
from typing import Final, final

import msgspec

from chateaux.bots import at_tables
from chateaux.bots.levels import written
from chateaux.engine.data import Observation
from chateaux.tables.data import Refused
from chateaux.tables.process import Process
from chateaux.tables.shares import Line
from chateaux.tables.worker import Advice, Passage, Query, Reply

LIMIT: Final = 20.0  # seconds before a bot's process that does not answer is ended,
PATIENCE: Final = 60.0  # and one that goes over a game, and steps back for all others
MEMORY: Final = 1 << 30  # that one of the latter may hold
BOTS, HINTS, ANALYSES = "bots", "hints", "analyses"
LINES: Final = {BOTS: (1000, 40), HINTS: (120, 2), ANALYSES: (20, 1)}  # questions in line, of all and of one guest
KINDNESS: Final = {BOTS: 5, HINTS: 10, ANALYSES: 15}  # how far the processes of a lane step back for everything else
LOG_BOOK: Final = logging.getLogger("chateaux")
ADVISER: Final = "adviser"  # the bot that gives hints: by iterations, so that the same question has the same answer


def welcome(spec: str) -> str:
    """The name of a bot that may sit at a table."""
    if spec in at_tables():
        return spec
    raise Refused("malformed", f"There is no bot {spec[:40]!r} here; there are {', '.join(at_tables())}.")


def thinking(spec: str) -> float:
    """The seconds a bot is allowed to think by its own description.

    >>> thinking("search:seconds=1.5"), thinking("random")
    (1.5, 0.0)
    """
    found = re.search(r"seconds=([0-9.]+)", written(spec))
    return float(found[1]) if found else 0.0


@dataclass(eq=False)
class Job:
    """A question that waits for a process, and whoever waits for the answer."""

    asked: Query | Passage
    deep: bool  # it may think for seconds
    told: asyncio.Future[Reply | None]


@final
class Pool:
    """Processes for one kind of question, with a line of its own before them.

    Where there are several, one is kept for quick questions: a Page never waits for Kings.
    """

    def __init__(self, count: int, most: int, most_each: int, kindness: int, memory: int = 0) -> None:
        self.all: list[Worker] = [Worker(kindness, memory) for _ in range(count)]
        self.idle: list[Worker] = list(self.all)
        self.line: Line[Job] = Line(most, most_each)
        self.deep: int = 0  # processes that think for long just now
        self.running: set[asyncio.Task[None]] = set()

    async def ask(self, asked: Query | Passage, place: str, guest: str) -> Reply | None:
        """The answer, when it is this guest's turn; whoever stops waiting leaves the line."""
        if not self.all:
            return None
        deep = isinstance(asked, Passage) or asked.hints or thinking(asked.bot) > 0
        job = Job(asked, deep, asyncio.get_running_loop().create_future())
        if not self.line.add(place, guest, job):
            raise Refused("too much", "Much is being thought about already; please wait a moment.", "thinking")
        self.dispatch()
        try:
            return await job.told
        finally:
            self.line.remove(place, guest, job)

    def dispatch(self) -> None:
        """Give whoever is next to a process that is free."""
        while self.idle:
            job = self.line.take(self.may)
            if job is None:
                return
            self.deep += job.deep
            task = asyncio.create_task(self.work(self.idle.pop(), job), context=Context())
            self.running.add(task)
            task.add_done_callback(self.running.discard)

    def may(self, job: Job) -> bool:
        """Whether there is a process for this question, and one left for quick ones."""
        return not job.deep or self.deep < max(1, len(self.all) - 1)

    async def work(self, worker: Worker, job: Job) -> None:
        try:
            answer = await worker.answer(job.asked)
            if not job.told.done():
                job.told.set_result(answer)
        finally:
            self.deep -= job.deep
            self.idle.append(worker)
            if not job.told.done():
                job.told.cancel()
            self.dispatch()

    async def close(self) -> None:
        self.line.places.clear()
        for task in list(self.running):
            task.cancel()
        await asyncio.gather(*self.running, return_exceptions=True)
        for worker in self.all:
            await worker.process.end()


@final
class Workers:
    """The processes that think, in lanes apart: for bots at tables, for hints, and last of all for analyses."""

    def __init__(self, count: int, hints: int = 1, analyses: int = 1,
                 lines: Mapping[str, tuple[int, int]] = LINES, memory: int = MEMORY) -> None:
        counts = {BOTS: count, HINTS: hints if count else 0, ANALYSES: analyses if count else 0}
        self.lanes: dict[str, Pool] = {lane: Pool(counts[lane], *line, KINDNESS[lane], memory * (lane == ANALYSES))
                                       for lane, line in lines.items()}

    async def choose(self, spec: str, observation: Observation, pieces: object, place: str = "",
                     guest: str = "") -> int | None:
        """The action a bot chooses; None when it came to nothing."""
        told = await self.lanes[BOTS].ask(Query(spec, observation.to_data(), pieces), place, guest)
        return None if told is None else told.action

    async def hints(self, observation: Observation, pieces: object, place: str = "", guest: str = "",
                    adviser: str = ADVISER) -> list[Advice]:
        """What a strong bot would consider, the best first; empty when it came to nothing."""
        asked = Query(adviser, observation.to_data(), pieces, hints=True)
        told = await self.lanes[HINTS].ask(asked, place, guest)
        return [] if told is None else told.hints

    async def go_over(self, passage: Passage, place: str = "", guest: str = "") -> Reply | None:
        """A passage of a finished game, judged where nobody at a table waits; None when it came to nothing."""
        return await self.lanes[ANALYSES].ask(passage, place, guest)

    async def close(self) -> None:
        for pool in self.lanes.values():
            await pool.close()


@final
class Worker:
    """One process, started when it is first needed."""

    def __init__(self, kindness: int = 5, memory: int = 0) -> None:
        bounds = [kindness, memory] if memory else [kindness]  # how far it steps back for people's clicks, and more
        self.process: Process = Process("chateaux.tables.worker", *bounds)

    async def answer(self, asked: Query | Passage) -> Reply | None:
        """Ask; a process that does not answer in time, or at all, is replaced."""
        who = asked.bot if isinstance(asked, Query) else "insight"
        try:
            async with asyncio.timeout(LIMIT if isinstance(asked, Query) else PATIENCE):
                line = await self.process.ask(msgspec.json.encode(asked) + b"\n")
            told = msgspec.json.decode(line, type=Reply)
        except (TimeoutError, OSError, ValueError, msgspec.MsgspecError) as error:
            LOG_BOOK.error("a bot did not answer", extra={"bot": who, "why": type(error).__name__})
            await self.process.end()
            return None
        except asyncio.CancelledError:
            await self.process.end()
            raise
        if told.trouble:
            LOG_BOOK.error("a bot failed", extra={"bot": who, "why": told.trouble})
            return None
        return told
