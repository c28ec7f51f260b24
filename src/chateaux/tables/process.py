"""A process that answers a line with a line: started when it is first asked, and again when it has ended."""
from __future__ import annotations

import asyncio
import contextlib
import sys
from typing import Final, final

LINE: Final = 1 << 25  # the longest answer


@final
class Process:
    """A module of the house in a process of its own."""

    def __init__(self, module: str, *arguments: object, silent: bool = False) -> None:
        self.command: list[str] = [sys.executable, "-m", module, *map(str, arguments)]
        self.errors: int | None = asyncio.subprocess.DEVNULL if silent else None
        self.running: asyncio.subprocess.Process | None = None

    async def ask(self, line: bytes) -> bytes:
        """Its answer; without an end of line when it ended meanwhile."""
        running = self.running
        if running is None or running.returncode is not None:
            running = self.running = await asyncio.create_subprocess_exec(
                *self.command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=self.errors,
                limit=LINE)
        assert running.stdin is not None
        assert running.stdout is not None
        running.stdin.write(line)
        await running.stdin.drain()
        return await running.stdout.readline()

    async def end(self) -> None:
        running, self.running = self.running, None
        if running is not None and running.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                running.kill()
            await running.wait()
