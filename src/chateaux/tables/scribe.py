"""The scribe: one thread that keeps rows in SQLite. What waits while it writes is written next, all of it together.

SQLite has one writer at a time, and what costs is to keep a page for good, not to write on it. So a row costs one way
to the thread and back, and a busy house keeps many of them at once.
"""
from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final, NamedTuple, final

from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.dialects.sqlite import dialect
from sqlalchemy.sql import ClauseElement

from chateaux.tables.schema import LOG, TABLES

MOST: Final = 200  # rows that are kept at once
CHANGED: Final = ("phase", "number", "snapshot", "due", "changed")  # of a table, by a row


class Taken(Exception):
    """The row's number is another's, or the table is gone."""


class Again(Exception):
    """A row with this stamp is there already: this is a second try at something that was done."""


def plain(statement: ClauseElement) -> str:
    """A statement as SQLite is told it, with a name for each value."""
    return str(statement.compile(dialect=dialect(paramstyle="named")))


WRITTEN: Final = plain(insert(LOG))
DONE: Final = plain(select(LOG.c.number).where(LOG.c.table_id == bindparam("table_id"),
                                               LOG.c.stamp == bindparam("stamp")))
KEPT: Final = plain(update(TABLES).where(TABLES.c.id == bindparam("table"), TABLES.c.number == bindparam("before"))
                    .values({name: bindparam(name) for name in CHANGED}))


class Sheet(NamedTuple):
    """A row of the log, and the table after it."""

    row: Mapping[str, object]  # by column
    table: Mapping[str, object]  # what changed of it, its id as `table`, and the number `before`
    once: bool  # whether it is done only if no row has its stamp


@final
class Scribe:
    """Writes to one file. Whoever else writes to it in this process holds `alone` meanwhile."""

    def __init__(self, path: str, alone: asyncio.Lock) -> None:
        self.path, self.alone = path, alone
        self.thread = ThreadPoolExecutor(1, "scribe")
        self.waiting: list[tuple[Sheet, asyncio.Future[None]]] = []
        self.working: asyncio.Task[None] | None = None
        self.file: sqlite3.Connection | None = None

    async def keep(self, sheet: Sheet) -> None:
        """Return when a row is kept for good; raises Taken or Again, and nothing is changed.

        It is done to its end though whoever wanted it may have left.
        """
        loop = asyncio.get_running_loop()
        kept: asyncio.Future[None] = loop.create_future()
        kept.add_done_callback(heard)
        self.waiting.append((sheet, kept))
        if self.working is None:
            self.working = loop.create_task(self.work())
        await asyncio.shield(kept)

    async def work(self) -> None:
        """Write until nobody waits."""
        loop = asyncio.get_running_loop()
        while self.waiting:
            async with self.alone:
                sheets, self.waiting = self.waiting[:MOST], self.waiting[MOST:]
                found: Sequence[Exception | None]
                try:
                    found = await loop.run_in_executor(self.thread, self.write, [sheet for sheet, _ in sheets])
                except sqlite3.Error as error:
                    found = [error] * len(sheets)
            for (_, kept), wrong in zip(sheets, found, strict=True):
                if wrong is None:
                    kept.set_result(None)
                else:
                    kept.set_exception(wrong)
        self.working = None

    def write(self, sheets: Sequence[Sheet]) -> list[Exception | None]:
        """Keep sheets, all at once; of each what is wrong with it."""
        file = self.file = self.file or opened(self.path)
        file.execute("BEGIN IMMEDIATE")
        try:
            found = [written(file, sheet) for sheet in sheets]
            file.execute("COMMIT")
        except BaseException:
            if file.in_transaction:
                file.execute("ROLLBACK")
            raise
        return found

    async def close(self) -> None:
        if self.working is not None:
            await self.working
        self.thread.submit(self.shut)
        self.thread.shutdown()

    def shut(self) -> None:
        if self.file is not None:
            self.file.close()


def written(file: sqlite3.Connection, sheet: Sheet) -> Exception | None:
    """Write one sheet, whole or not at all."""
    if sheet.once and file.execute(DONE, sheet.row).fetchone() is not None:
        return Again()
    file.execute("SAVEPOINT sheet")
    try:
        file.execute(WRITTEN, sheet.row)
        good = file.execute(KEPT, sheet.table).rowcount == 1
    except sqlite3.IntegrityError:
        good = False
    if not good:
        file.execute("ROLLBACK TO sheet")
    file.execute("RELEASE sheet")
    return None if good else Taken()


def opened(path: str) -> sqlite3.Connection:
    """The file, in transactions that are begun and ended in words."""
    file = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    careful(file)
    return file


def careful(file: sqlite3.Connection) -> None:
    """SQLite that keeps what it has acknowledged, and lets readers read while somebody writes."""
    cursor = file.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def heard(kept: asyncio.Future[None]) -> None:
    """Whoever waited may be gone: nobody need hear of it then."""
    if not kept.cancelled():
        kept.exception()
