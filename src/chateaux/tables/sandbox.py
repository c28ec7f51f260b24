"""Where files from outside are read: processes with little time and memory, apart from the house.

A record or a set of pieces that takes too long, wants too much or breaks something ends its process and nothing
else. The house asks with one line of JSON and gets one line back; what is done with it is the asked module's.
"""
from __future__ import annotations

import asyncio
from typing import Final, final

import msgspec

from chateaux.tables.data import Refused
from chateaux.tables.process import Process
from chateaux.tables.shares import Line, errand

SECONDS: Final = 10  # of processor time for one question
BUSY: Final = 6  # times as long, at most, where a machine is so busy, and where processor time is not counted
MEMORY: Final = 1 << 30  # of a process, code and libraries included
AT_ONCE: Final = 2  # processes
WAITING, WAITING_EACH = 80, 20  # questions in line, of all and of one guest; more are refused at once


class Failed(Exception):
    """The process ended without an answer: the question was too much for it."""


@final
class Sandbox:
    """A few processes that run one module, started when they are first needed."""

    def __init__(self, module: str, count: int = AT_ONCE, seconds: int = SECONDS, memory: int = MEMORY,
                 waiting: int = WAITING, waiting_each: int = WAITING_EACH) -> None:
        self.free: list[Cell] = [Cell(module, seconds, memory) for _ in range(count)]
        self.all: list[Cell] = list(self.free)
        self.line: Line[asyncio.Future[Cell]] = Line(waiting, waiting_each)

    async def ask(self, question: object) -> bytes:
        """The answer of one of the processes, when it is this guest's turn. Raises Failed when there is none."""
        cell = await self.turn()
        try:
            return await cell.ask(msgspec.json.encode(question) + b"\n")
        finally:
            self.leave(cell)

    async def turn(self) -> Cell:
        """A process, once one is free for whoever asks; whoever stops waiting leaves the line."""
        ours = errand()
        mine: asyncio.Future[Cell] = asyncio.get_running_loop().create_future()
        if not self.line.add(ours.place, ours.guest, mine):
            raise Refused("too much", "Too many files are being read just now; please try again in a moment.", "busy")
        self.dispatch()
        try:
            return await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():
                self.leave(mine.result())
            raise
        finally:
            self.line.remove(ours.place, ours.guest, mine)

    def dispatch(self) -> None:
        """Give processes that are free to whoever is next."""
        while self.free and (turn := self.line.take(lambda turn: not turn.cancelled())) is not None:
            turn.set_result(self.free.pop())

    def leave(self, cell: Cell) -> None:
        self.free.append(cell)
        self.dispatch()

    async def close(self) -> None:
        for cell in self.all:
            await cell.process.end()


@final
class Cell:
    """One process."""

    def __init__(self, module: str, seconds: int, memory: int) -> None:
        self.seconds: int = seconds
        self.process: Process = Process(module, seconds, memory, silent=True)

    async def ask(self, line: bytes) -> bytes:
        try:
            async with asyncio.timeout(BUSY * self.seconds):  # the process ends itself before
                answer = await self.process.ask(line)
        except (TimeoutError, OSError, ValueError) as error:
            await self.process.end()
            raise Failed(type(error).__name__) from error
        except asyncio.CancelledError:  # whoever asked has left: so has what they asked
            await self.process.end()
            raise
        if not answer.endswith(b"\n"):
            await self.process.end()
            raise Failed("no answer")
        return answer
