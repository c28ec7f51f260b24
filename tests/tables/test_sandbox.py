"""Files from outside are read where they can do no harm: little time, little memory, nothing to write to."""
from __future__ import annotations

import asyncio
import time

import pytest

from chateaux.tables.data import Refused
from chateaux.tables.sandbox import WAITING, Failed, Sandbox

CELL = "tests.tables.greedy_cell"


def test_too_long_too_much_and_not_allowed_end_the_process_and_nothing_else() -> None:
    async def asked() -> None:
        sandbox = Sandbox(CELL, 1, seconds=1)
        try:
            for greedy in ("for ever", "everything", "a file"):
                assert await sandbox.ask("good") == b'"good"\n'
                began = time.monotonic()
                with pytest.raises(Failed):
                    await sandbox.ask(greedy)
                assert time.monotonic() - began < 6
            assert await sandbox.ask("good again") == b'"good again"\n'
        finally:
            await sandbox.close()
    asyncio.run(asked())


def test_a_long_line_before_the_sandbox_is_refused_at_once() -> None:
    async def asked() -> None:
        sandbox = Sandbox(CELL, 1)
        sandbox.waiting = WAITING
        with pytest.raises(Refused, match="Too many files"):
            await sandbox.ask("good")
    asyncio.run(asked())
