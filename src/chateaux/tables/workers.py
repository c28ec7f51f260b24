"""The bots' processes: as many as asked for, each busy with one question at a time.

A bot that hangs or falls over is ended and its process replaced; the table gets no answer and goes on.
"""
from __future__ import annotations

import asyncio
import contextlib
import re
import sys
from typing import Final, final

import msgspec

from chateaux.bots import LEVELS, at_tables
from chateaux.engine.data import Observation
from chateaux.tables.data import Refused
from chateaux.tables.worker import Advice, Answer, Asked

LIMIT: Final = 20.0  # seconds before a bot's process that does not answer is ended
LINE: Final = 1 << 24
ADVISER: Final = "search:seconds=1"  # the bot that gives hints


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
    written = LEVELS[spec].spec if spec in LEVELS else spec
    found = re.search(r"seconds=([0-9.]+)", written)
    return float(found[1]) if found else 0.0


@final
class Workers:
    """A few processes that think for bots."""

    def __init__(self, count: int) -> None:
        self.idle: asyncio.Queue[Worker] = asyncio.Queue()
        self.all: list[Worker] = [Worker() for _ in range(count)]
        for worker in self.all:
            self.idle.put_nowait(worker)

    async def choose(self, spec: str, observation: Observation, pieces: object) -> int | None:
        """The action a bot chooses; None when it came to nothing."""
        told = await self.ask(Asked(spec, observation.to_data(), pieces))
        return None if told is None else told.action

    async def hints(self, observation: Observation, pieces: object) -> list[Advice]:
        """What a strong bot would consider, the best first; empty when it came to nothing."""
        told = await self.ask(Asked(ADVISER, observation.to_data(), pieces, hints=True))
        return [] if told is None else told.hints

    async def ask(self, asked: Asked) -> Answer | None:
        if not self.all:
            return None
        worker = await self.idle.get()
        try:
            return await worker.answer(asked)
        finally:
            self.idle.put_nowait(worker)

    async def close(self) -> None:
        for worker in self.all:
            await worker.end()


@final
class Worker:
    """One process, started when it is first needed."""

    def __init__(self) -> None:
        self.process: asyncio.subprocess.Process | None = None

    async def answer(self, asked: Asked) -> Answer | None:
        """Ask; a process that does not answer in time, or at all, is replaced."""
        try:
            async with asyncio.timeout(LIMIT):
                line = await self.ask(msgspec.json.encode(asked) + b"\n")
            told = msgspec.json.decode(line, type=Answer)
        except (TimeoutError, OSError, ValueError, msgspec.MsgspecError) as error:
            print(f"chateaux: the bot {asked.bot} did not answer ({type(error).__name__})", file=sys.stderr)
            await self.end()
            return None
        except asyncio.CancelledError:
            await self.end()
            raise
        if told.trouble:
            print(f"chateaux: the bot {asked.bot} failed: {told.trouble}", file=sys.stderr)
            return None
        return told

    async def ask(self, line: bytes) -> bytes:
        process = self.process
        if process is None or process.returncode is not None:
            process = self.process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "chateaux.tables.worker", stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE, limit=LINE)
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(line)
        await process.stdin.drain()
        return await process.stdout.readline()

    async def end(self) -> None:
        process, self.process = self.process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
