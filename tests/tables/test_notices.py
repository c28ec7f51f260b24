"""Hearing what other processes did."""
from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import asyncpg
import pytest

from chateaux.tables.house import House
from chateaux.tables.notices import Listener


@pytest.mark.parametrize("wrong", [asyncpg.InternalClientError("cannot switch to state 15"), OSError(), EOFError()])
def test_nothing_ends_the_listening(monkeypatch: pytest.MonkeyPatch, wrong: Exception) -> None:
    """Else people at this process would wait for ever for what others do at another."""
    tries: list[str] = []

    async def connect(url: str, **_: Any) -> Any:
        tries.append(url)
        raise wrong

    async def listen() -> None:
        house = SimpleNamespace(store=SimpleNamespace(shared=True, plain_url="here"), desks={})
        listener = Listener(cast(House, house))
        listener.start()
        while len(tries) < 2 and listener.task is not None and not listener.task.done():
            await asyncio.sleep(0.01)
        await listener.close()
    monkeypatch.setattr(asyncpg, "connect", connect)
    asyncio.run(listen())
    assert tries == ["here", "here"]
