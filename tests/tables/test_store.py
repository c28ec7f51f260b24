"""The database itself: what is written stays, whoever reads beside it."""
from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import insert, select

from chateaux.tables.schema import HOUSE, TABLES
from chateaux.tables.scribe import Sheet
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


def sheet(table: str, number: int, stamp: str) -> Sheet:
    """The row of a number, and the table after it."""
    return Sheet({"table_id": table, "number": number, "at": 1.0, "kind": "chat", "seat": -1, "data": "{}",
                  "stamp": stamp},
                 {"table": table, "before": number - 1, "phase": "open", "number": number, "snapshot": f"{number}",
                  "due": None, "changed": 1.0}, once=True)


def test_what_waits_is_kept_at_once_and_nothing_spoils_the_others(tmp_path: Path,
                                                                  monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        store = Store(str(tmp_path / "tables.db"))
        await store.open()
        async with store.transaction() as connection:
            for name in "ab":
                await connection.execute(insert(TABLES).values(
                    id=name * 8, game="toy", phase="open", number=0, head="", snapshot="0", changed=0.0))
        assert store.scribe is not None
        keep, together = store.scribe.keep, list[int]()
        write = store.scribe.write

        def counted(sheets: list[Sheet]) -> list[Exception | None]:
            together.append(len(sheets))
            return write(sheets)
        monkeypatch.setattr(store.scribe, "write", counted)
        tried = [sheet("a" * 8, 1, "one"), sheet("a" * 8, 1, "two"), sheet("c" * 8, 1, "lost"),
                 sheet("b" * 8, 1, "one"), sheet("a" * 8, 2, "one"), sheet("a" * 8, 2, "three")]
        left = asyncio.create_task(keep(tried[0]))
        await asyncio.sleep(0)
        left.cancel()  # whoever wanted it has left; it is kept all the same
        found = await asyncio.gather(*map(keep, tried[1:]), return_exceptions=True)
        assert [type(one).__name__ for one in found] == ["Taken", "Taken", "NoneType", "Again", "NoneType"]
        assert together in ([6], [1, 5])
        assert [row.stamp for row in await store.rows("a" * 8)] == ["one", "three"]
        assert [await store.number(name * 8) for name in "ab"] == [2, 1]
        await store.close()
    asyncio.run(work())
