"""Where tables are kept: an append-only log, and the newest position beside it.

SQLite in a file, or PostgreSQL shared by many processes. A command is answered only after its
transaction; a database that goes away for a moment is a pause, not a loss.
"""
from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar, final

import alembic.command
import asyncpg
import msgspec
from alembic.config import Config
from sqlalchemy import Connection, delete, event, insert, select, text, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool

from chateaux.tables import freehand, stored
from chateaux.tables.data import OPEN, RUNNING, Broken, Head, Refused, Row, short
from chateaux.tables.freehand import Freehand, Stroke
from chateaux.tables.schema import ABSENCES, DRAWINGS, HOUSE, LOG, MEMBERS, TABLES
from chateaux.tables.scribe import Again, Scribe, Sheet, Taken, careful
from chateaux.tables.shares import errand
from chateaux.tables.table import Table

CHANNEL: Final = "chateaux"  # NOTIFY carries "table:number" here,
CALLED: Final = "/calls"  # or calls to people, as JSON,
HERE: Final = "/here"  # who is at which table, as JSON,
DRAWN: Final = "/drawings"  # and "table/drawings:number" when somebody has drawn
NOTIFY: Final = text("SELECT pg_notify(:channel, :news)")
PATIENCE: Final = 8.0  # seconds to wait for a database that has gone away or does not answer
SILENCE: Final = {  # how PostgreSQL itself gives up: in milliseconds, or seconds for keepalives
    "statement_timeout": "7000", "lock_timeout": "5000", "idle_in_transaction_session_timeout": "5000",
    "tcp_keepalives_idle": "5", "tcp_keepalives_interval": "2", "tcp_keepalives_count": "2"}
ALIVE: Final = "alive"  # the house's own value that says when it was last there
ABSENT: Final = 8.0  # seconds without a pulse after which it was away
MONTH: Final = 31 * 86_400.0
OVERHEAD: Final = 150  # bytes that a row takes besides its data
MIGRATING: Final = 0x6368_6174  # the lock that lets one process migrate at a time
LEAST_ID, MOST_ID = 8, 24

POOL_LOG: Final = logging.getLogger("sqlalchemy.pool")
LOG_BOOK: Final = logging.getLogger("chateaux")
AWAY: Final = (DBAPIError, PoolTimeout, OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError,
               asyncpg.InternalClientError, sqlite3.OperationalError)
Found = TypeVar("Found")


class Collision(Exception):
    """Another row took the number; read the table anew and try again."""


class DatabaseAway(Exception):
    """The database has been away for longer than people wait."""


@final
class Store:
    """One database. `open` it before use."""

    def __init__(self, url: str, patience: float = PATIENCE) -> None:
        self.url: str = database_url(url)
        self.patience: float = patience  # seconds before people are told that the database is away
        self.shared: bool = make_url(self.url).get_backend_name() == "postgresql"
        self.plain_url: str = make_url(self.url).set(drivername="postgresql").render_as_string(hide_password=False)
        file = make_url(self.url).database
        in_memory = file in (None, "", ":memory:")
        options: dict[str, Any] = {}
        if self.shared:
            options = {
                "pool_size": 8, "max_overflow": 8, "pool_timeout": patience, "pool_pre_ping": True,
                "connect_args": {"timeout": patience, "command_timeout": patience, "server_settings": SILENCE},
            }
        elif in_memory:  # one connection: for one at a time, or whoever
            options = {"poolclass": AsyncAdaptedQueuePool, "pool_size": 1, "max_overflow": 0}  # reads undoes a writing
        self.engine: AsyncEngine = create_async_engine(self.url, hide_parameters=True, **options)
        self.writing = asyncio.Lock()  # SQLite takes one writer at a time; waiting here is cheaper than there
        self.scribe = None if self.shared or in_memory else Scribe(str(file), self.writing)
        self.key: bytes = b""  # signs cookies; the same for every process on this database
        self.host_token: str = ""  # opens the host's page
        if not self.shared:
            event.listen(self.engine.sync_engine, "connect", lambda file, _: careful(file))
        POOL_LOG.setLevel(logging.CRITICAL)  # a connection that was lost is told of where it matters

    async def open(self, patience: float = 0) -> None:
        """Bring the database to the newest shape and read the house's own key."""
        await self.patiently(self.migrate, patience)
        await self.patiently(self.read_key)
        await self.patiently(self.forget_marks)

    async def close(self) -> None:
        if self.scribe is not None:
            await self.scribe.close()
        await self.engine.dispose()

    async def migrate(self) -> None:
        async with self.engine.begin() as connection:
            if self.shared:
                await connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATING})"))
            await connection.run_sync(migrate)

    async def read_key(self) -> None:
        self.key = bytes.fromhex(await self.own("key", lambda: secrets.token_hex(32)))
        self.host_token = await self.own("host", lambda: secrets.token_urlsafe(18))

    async def own(self, name: str, make: Callable[[], str]) -> str:
        """A value of the house's own, made when it is first asked for: the same for all, whoever is first."""
        known = select(HOUSE.c.value).where(HOUSE.c.name == name)
        with contextlib.suppress(IntegrityError):  # another process has made it just now
            async with self.transaction() as connection:
                if (await connection.execute(known)).first() is None:
                    await connection.execute(insert(HOUSE).values(name=name, value=make()))
        async with self.engine.connect() as connection:
            return str((await connection.execute(known)).scalar_one())

    async def forget_marks(self) -> None:
        """What could not be read is tried again by a server that has just started: it may know more."""
        async with self.transaction() as connection:
            await connection.execute(update(TABLES).where(TABLES.c.broken.is_not(None)).values(broken=None))

    # ------------------------------------------------------------ writing

    async def create(self, table: Table, row: Row) -> None:
        """Keep a new table."""
        async def work() -> None:
            async with self.transaction() as connection:
                await self.bring_in(connection, table, row)
        try:
            await self.patiently(work)
        except IntegrityError:  # the answer to an earlier try was lost on the way
            if not await self.has(table.head.id, row):
                raise

    async def append(self, table: Table, row: Row, born: tuple[Table, Row] | None = None) -> None:
        """Keep a row and the table after it, both or neither; Collision when the number is taken.

        With a stamp that another row has it is Again, and nothing is kept. `born` is a table that comes into being with
        this row: a rematch.
        """
        changed = {"phase": table.phase, "number": table.number, "snapshot": stored.write(table), "due": table.due(),
                   "changed": row.at}
        sheet = Sheet(self.columns(table, row), changed | {"table": table.head.id, "before": row.number - 1},
                      bool(row.stamp))

        async def work() -> None:
            async with self.transaction() as connection:
                if sheet.once and await self.stamped(connection, table.head.id, row.stamp):
                    raise Again
                await connection.execute(insert(LOG).values(**sheet.row))
                kept = await connection.execute(
                    update(TABLES).where(TABLES.c.id == table.head.id, TABLES.c.number == row.number - 1)
                    .values(**changed))
                if kept.rowcount != 1:
                    raise Taken
                if row.kind == "join":
                    await self.remember(connection, table, table.seats[row.seat].guest)
                if born is not None:
                    await self.bring_in(connection, *born)
                await self.tell(connection, f"{table.head.id}:{table.number}")
        try:
            if self.scribe is None or row.kind == "join" or born is not None:
                await self.patiently(work)
            else:
                await self.insist(partial(self.scribe.keep, sheet), self.patience)
        except (IntegrityError, Taken):
            if not await self.has(table.head.id, row):
                raise Collision from None

    async def bring_in(self, connection: AsyncConnection, table: Table, row: Row) -> None:
        head = msgspec.json.encode(table.head).decode()
        errand().stored += OVERHEAD + len(head)
        await connection.execute(insert(TABLES).values(
            id=table.head.id, game=table.head.game, phase=table.phase, number=table.number, head=head,
            snapshot=stored.write(table), due=None, changed=row.at,
            listed=table.head.listed))
        await connection.execute(insert(LOG).values(**self.columns(table, row)))
        for guest in {table.head.creator, *(seat.guest for seat in table.seats if seat.guest)}:
            await self.remember(connection, table, guest)

    def columns(self, table: Table, row: Row) -> dict[str, object]:
        """A row as it is kept, and whoever it is kept for pays for it."""
        data = msgspec.json.encode(row.data).decode()
        errand().stored += OVERHEAD + len(data)
        return {"table_id": table.head.id, "number": row.number, "at": row.at, "kind": row.kind, "seat": row.seat,
                "data": data, "stamp": row.stamp}

    async def remember(self, connection: AsyncConnection, table: Table, guest: str) -> None:
        """Put the table on a guest's list."""
        known = select(MEMBERS.c.guest).where(MEMBERS.c.guest == guest, MEMBERS.c.table_id == table.head.id)
        if (await connection.execute(known)).first() is None:
            await connection.execute(insert(MEMBERS).values(guest=guest, table_id=table.head.id))

    async def tell(self, connection: AsyncConnection, news: str) -> None:
        """Tell every process, at the very moment the transaction is done."""
        if self.shared:
            await connection.execute(NOTIFY, {"channel": CHANNEL, "news": news})

    async def notify(self, news: str) -> None:
        """Tell every process something that is not kept."""
        async def work() -> None:
            async with self.transaction() as connection:
                await self.tell(connection, news)
        await self.patiently(work)

    async def keep_drawing(self, id: str, seat: int, strokes: list[Stroke], largest: int) -> Freehand:
        """Keep what a seat has drawn in place of what it had drawn before."""
        written, ours = freehand.written(strokes, largest), errand()
        mine = (DRAWINGS.c.table_id == id) & (DRAWINGS.c.seat == seat)

        async def work() -> Freehand:
            async with self.transaction() as connection:
                before = (await connection.execute(select(DRAWINGS).where(mine).with_for_update())).first()
                number = 1 if before is None else before.number + 1
                taken = 0 if before is None else len(before.strokes)  # it takes the place of another
                ours.stored += max(len(written) // 10, len(written) - taken)
                await connection.execute(
                    insert(DRAWINGS).values(table_id=id, seat=seat, number=number, strokes=written) if before is None
                    else update(DRAWINGS).where(mine).values(number=number, strokes=written))
                await self.tell(connection, f"{id}{DRAWN}:{number}")
                return Freehand(seat, number, strokes)
        try:
            return await self.patiently(work)
        except IntegrityError:  # another process was first to draw here
            return await self.patiently(work)

    # ------------------------------------------------------------ reading

    async def load(self, id: str) -> Table:
        """The table as it is now. One that cannot be read is marked, so that nobody stumbles over it again."""
        if not plausible(id):
            raise no_such_table()

        async def work() -> Any:
            async with self.engine.connect() as connection:
                return (await connection.execute(
                    select(TABLES.c.head, TABLES.c.snapshot, TABLES.c.broken).where(TABLES.c.id == id))).first()
        found = await self.patiently(work)
        if found is None:
            raise no_such_table()
        if found.broken is not None:
            raise Broken(id, found.broken)
        try:
            return stored.read(msgspec.json.decode(found.head, type=Head), found.snapshot)
        except Refused as error:
            if error.reason == "too much":  # for now
                raise
            raise await self.mark(id, error) from error
        except Exception as error:  # whatever is wrong with it, it is wrong with this table only
            raise await self.mark(id, error) from error

    async def mark(self, id: str, error: Exception) -> Broken:
        """Remember that a table cannot be read, and why."""
        why = f"{type(error).__name__}: {error}"[:500]
        LOG_BOOK.error("a table cannot be read", extra={"table": short(id), "why": why})

        async def work() -> None:
            async with self.transaction() as connection:
                await connection.execute(update(TABLES).where(TABLES.c.id == id).values(broken=why))
        with contextlib.suppress(DatabaseAway):
            await self.patiently(work)
        return Broken(id, why)

    async def rows(self, id: str, after: int = 0, upto: int | None = None) -> list[Row]:
        """The rows of the log with numbers above `after`, in order."""
        query = select(LOG).where(LOG.c.table_id == id, LOG.c.number > after).order_by(LOG.c.number)
        if upto is not None:
            query = query.where(LOG.c.number <= upto)

        async def work() -> list[Row]:
            async with self.engine.connect() as connection:
                return [Row(row.number, row.at, row.kind, row.seat, msgspec.json.decode(row.data), row.stamp)
                        for row in await connection.execute(query)]
        return await self.patiently(work)

    async def drawings(self, id: str) -> dict[int, Freehand]:
        """What the seats of a table have drawn."""
        async def work() -> dict[int, Freehand]:
            async with self.engine.connect() as connection:
                found = await connection.execute(select(DRAWINGS).where(DRAWINGS.c.table_id == id))
                return {row.seat: Freehand(row.seat, row.number, freehand.read(row.strokes)) for row in found}
        return await self.patiently(work)

    async def number(self, id: str) -> int:
        """The number of a table's newest row."""
        async def work() -> int:
            async with self.engine.connect() as connection:
                return (await connection.execute(select(TABLES.c.number).where(TABLES.c.id == id))).scalar() or 0
        return await self.patiently(work)

    async def has(self, id: str, row: Row) -> bool:
        """Whether this very row is stored, and not another with its number."""
        return any(kept.stamp == row.stamp for kept in await self.rows(id, row.number - 1, row.number))

    async def done(self, id: str, stamp: str) -> bool:
        """Whether a table's log has a row with this stamp: something that was tried before, and done."""
        async def work() -> bool:
            async with self.engine.connect() as connection:
                return await self.stamped(connection, id, stamp)
        return await self.patiently(work)

    async def stamped(self, connection: AsyncConnection, id: str, stamp: str) -> bool:
        query = select(LOG.c.number).where(LOG.c.table_id == id, LOG.c.stamp == stamp)
        return (await connection.execute(query)).first() is not None

    async def ids_of(self, guest: str, most: int = 50) -> list[str]:
        """A guest's tables, newest first."""
        async def work() -> list[str]:
            async with self.engine.connect() as connection:
                found = await connection.execute(
                    select(TABLES.c.id).join(MEMBERS, MEMBERS.c.table_id == TABLES.c.id)
                    .where(MEMBERS.c.guest == guest).order_by(TABLES.c.changed.desc()).limit(most))
                return [row.id for row in found]
        return await self.patiently(work)

    async def listed(self, most: int = 30) -> list[str]:
        """The tables for strangers that are open or running, those that changed last first."""
        async def work() -> list[str]:
            async with self.engine.connect() as connection:
                found = await connection.execute(
                    select(TABLES.c.id).where(TABLES.c.listed, TABLES.c.phase.in_((OPEN, RUNNING)),
                                              TABLES.c.broken.is_(None))
                    .order_by(TABLES.c.changed.desc()).limit(most))
                return [row.id for row in found]
        return await self.patiently(work)

    async def due(self, before: float, most: int) -> list[str]:
        """The tables where something must happen by itself before a moment."""
        async def work() -> list[str]:
            async with self.engine.connect() as connection:
                found = await connection.execute(
                    select(TABLES.c.id).where(TABLES.c.due < before, TABLES.c.broken.is_(None))
                    .order_by(TABLES.c.due).limit(most))
                return [row.id for row in found]
        return await self.patiently(work)

    # ------------------------------------------------------------ whether the house is there

    async def pulse(self, now: float) -> list[tuple[float, float]]:
        """Note that the house is there, and when it was not: before it was opened, or while its database was away."""
        async def work() -> list[tuple[float, float]]:
            async with self.transaction() as connection:
                row = (await connection.execute(select(HOUSE.c.value).where(HOUSE.c.name == ALIVE))).first()
                if row is None:
                    await connection.execute(insert(HOUSE).values(name=ALIVE, value=repr(now)))
                else:
                    then = float(row.value)
                    if now - then > ABSENT:
                        await connection.execute(insert(ABSENCES).values(began=then, ended=now))
                        await connection.execute(delete(ABSENCES).where(ABSENCES.c.ended < now - MONTH))
                    await connection.execute(update(HOUSE).where(HOUSE.c.name == ALIVE, HOUSE.c.value == row.value)
                                             .values(value=repr(max(then, now))))
                found = await connection.execute(select(ABSENCES.c.began, ABSENCES.c.ended).order_by(ABSENCES.c.ended))
                return [(one.began, one.ended) for one in found]
        try:
            return await self.patiently(work)
        except IntegrityError:  # another process has noted it at the same moment
            return await self.patiently(work)

    # ------------------------------------------------------------ helping hands

    @contextlib.asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that writes."""
        async with contextlib.AsyncExitStack() as stack:
            if not self.shared:
                await stack.enter_async_context(self.writing)
            yield await stack.enter_async_context(self.engine.begin())

    async def patiently(self, work: Callable[[], Awaitable[Found]], patience: float = 0) -> Found:
        """Do something with the database, again while it is away, for as long as people would wait.

        It is done to its end though whoever wanted it may have left: a connection is never torn in the middle.
        """
        return await asyncio.shield(asyncio.ensure_future(self.insist(work, patience or self.patience)))

    async def insist(self, work: Callable[[], Awaitable[Found]], patience: float) -> Found:
        loop = asyncio.get_running_loop()
        until, pause = loop.time() + patience, 0.05
        while True:
            try:
                async with asyncio.timeout_at(until):
                    return await work()
            except (IntegrityError, DataError, ProgrammingError):
                raise
            except AWAY as error:
                if loop.time() + pause > until:
                    raise DatabaseAway("The database does not answer; please try again later.") from error
            await asyncio.sleep(pause)
            pause = min(1.0, pause * 2)


def database_url(url: str) -> str:
    """The URL with its asynchronous driver.

    >>> database_url("postgresql://house@localhost/chateaux"), database_url("tables.db")
    ('postgresql+asyncpg://house@localhost/chateaux', 'sqlite+aiosqlite:///tables.db')
    """
    if "://" not in url:
        return f"sqlite+aiosqlite:///{url}"
    for plain, driver in (("postgresql://", "postgresql+asyncpg://"), ("postgres://", "postgresql+asyncpg://"),
                          ("sqlite://", "sqlite+aiosqlite://")):
        if url.startswith(plain):
            return driver + url[len(plain):]
    return url


def migrate(connection: Connection) -> None:
    """Run the migrations that the database has not seen yet."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    alembic.command.upgrade(config, "head")


def plausible(id: str) -> bool:
    """Whether this could be a table's id at all.

    >>> plausible("Zk3v-_0aQ9xYw2Lp"), plausible("../../etc")
    (True, False)
    """
    return LEAST_ID <= len(id) <= MOST_ID and id.isascii() and id.replace("-", "").replace("_", "").isalnum()


def no_such_table() -> Refused:
    return Refused("unknown", "There is no such table.")
