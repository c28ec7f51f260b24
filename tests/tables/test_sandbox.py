"""Files from outside are read where they can do no harm: little time, little memory, nothing to write to."""
from __future__ import annotations

import asyncio
import time

import pytest

from chateaux.tables.data import Refused
from chateaux.tables.sandbox import WAITING_EACH, Failed, Sandbox
from chateaux.tables.shares import ERRAND, Errand

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
                assert time.monotonic() - began < 60
            assert await sandbox.ask("good again") == b'"good again"\n'
        finally:
            await sandbox.close()
    asyncio.run(asked())


def test_a_busy_machine_costs_nobody_their_answer() -> None:
    """What counts is a question's own work, not how long others keep it waiting."""
    async def asked() -> None:
        sandbox = Sandbox(CELL, 1, seconds=1)
        try:
            assert await sandbox.ask("patience") == b'"patience"\n'
        finally:
            await sandbox.close()
    asyncio.run(asked())


def test_a_long_line_before_the_sandbox_is_refused_at_once_and_its_turns_are_fair() -> None:
    async def asked() -> None:
        sandbox, order = Sandbox(CELL, 1), []

        async def ask(place: str, guest: str) -> None:
            ERRAND.set(Errand(place, guest))
            await sandbox.ask("good")
            order.append(guest)
        crowd = [asyncio.create_task(ask("there", "eve")) for _ in range(WAITING_EACH + 1)]
        await asyncio.sleep(0)
        ERRAND.set(Errand("there", "eve"))
        with pytest.raises(Refused, match="Too many files"):
            await sandbox.ask("good")
        left = asyncio.create_task(ask("elsewhere", "hasty"))
        await asyncio.sleep(0)
        left.cancel()
        await ask("here", "ann")
        assert order.count("eve") <= 2
        assert "hasty" not in order
        for task in crowd:
            task.cancel()
        await asyncio.gather(*crowd, return_exceptions=True)
        await ask("here", "ann")  # nobody took a process along
        await sandbox.close()
    asyncio.run(asked())
