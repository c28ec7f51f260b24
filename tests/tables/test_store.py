"""The database itself: what is written stays, whoever reads beside it."""
from __future__ import annotations

import asyncio

from sqlalchemy import insert, select

from chateaux.tables.schema import HOUSE
from chateaux.tables.store import Store


def test_a_reader_never_undoes_a_writer_in_memory() -> None:
    async def beside() -> str:
        store = Store("sqlite://")
        await store.open()
        written = asyncio.Event()

        async def write() -> None:
            async with store.transaction() as connection:
                await connection.execute(insert(HOUSE).values(name="mark", value="kept"))
                written.set()
                await asyncio.sleep(0.05)  # the reader comes and goes meanwhile, if it is let

        async def read() -> None:
            await written.wait()
            async with store.engine.connect() as connection:
                await connection.execute(select(HOUSE))
        try:
            await asyncio.gather(write(), read())
            return await store.own("mark", lambda: "lost")
        finally:
            await store.close()
    assert asyncio.run(beside()) == "kept"
