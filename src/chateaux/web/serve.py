"""Serving: a socket, a database that answers, the application, and a line that says where it is once it is open."""
from __future__ import annotations

import asyncio
import ctypes
import gc
import logging
import multiprocessing
import os
import signal
import socket
import threading
import time
import urllib.request
import webbrowser
from contextlib import ExitStack, suppress
from dataclasses import fields
from multiprocessing.connection import wait
from typing import Any, Final

import msgspec
import uvicorn
from alembic.util import CommandError
from filelock import FileLock, Timeout
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DatabaseError
from uvicorn.supervisors import Multiprocess

from chateaux.tables.store import DatabaseAway, Store
from chateaux.web.app import create_app
from chateaux.web.connections import DOORMAN, Gate, Patient
from chateaux.web.log import keep_log
from chateaux.web.settings import Settings, combined, default_database

HANDED: Final = "CHATEAUX_HANDED_ON"  # the settings, for the processes of one server
BACKLOG: Final = 2048
LEAVE: Final = 2  # seconds that open streams get when the server stops
LATE: Final = 10.0  # seconds after which a child that has lost its parent ends, whatever it is at
LARGE: Final = 64 << 10  # bytes
MMAP_THRESHOLD: Final = -3  # the GNU C library's number for it
SELDOM: Final = (2_000, 10, 2_000)  # when Python looks for what holds only itself: little and often, all of it seldom
LOG_BOOK: Final = logging.getLogger("chateaux")


def serve(settings: Settings | None = None, host: str = "127.0.0.1", port: int = 0, processes: int = 1,
          open_browser: bool = False) -> None:
    """Serve until interrupted. Port 0 is any free one; several processes need a PostgreSQL they can share.

    Raises ValueError with one sentence when the house cannot open.
    """
    settings = settings or Settings()
    database = settings.database or default_database()
    if processes > 1 and not database.startswith("postgres"):
        raise ValueError("Several processes need a database they can share: --database postgresql://…")
    keep_log(settings)
    with ExitStack() as stack:
        bound = stack.enter_context(listening(host, port))
        lock(stack, database)
        asyncio.run(prepare(database, settings.wait_database))
        url = address_of(bound, host)
        threading.Thread(target=announce, args=(url, open_browser), daemon=True).start()
        config = configured(settings, processes)
        if processes > 1:
            os.environ[HANDED] = handed(settings)
            Multiprocess(config, sockets=[bound]).run()
        else:
            uvicorn.Server(config).run(sockets=[bound])


def configured(settings: Settings, processes: int = 1) -> uvicorn.Config:
    """How the server speaks HTTP."""
    app: Any = "chateaux.web.serve:from_environment" if processes > 1 else ready_site(settings)
    return uvicorn.Config(
        app, factory=processes > 1, workers=processes, http=Patient, log_level="warning",
        timeout_graceful_shutdown=LEAVE, timeout_keep_alive=int(settings.idle),
        forwarded_allow_ips=list(settings.proxies))


def ready_site(settings: Settings) -> Gate:
    give_back()
    gc.set_threshold(*SELDOM)
    DOORMAN.set_up(settings)
    return Gate(create_app(settings), settings)


def give_back() -> None:
    """Let large pieces of memory go back to the system when they are free; kept for later, they are soon in pieces."""
    with suppress(AttributeError, OSError, TypeError):  # other C libraries do so by themselves
        ctypes.CDLL(None).mallopt(MMAP_THRESHOLD, LARGE)


def from_environment() -> Gate:
    """The application of one of several processes; it ends with the one that has started it."""
    settings = taken(os.environ[HANDED])
    keep_log(settings)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=end_with, args=(parent.sentinel,), daemon=True).start()
    return ready_site(settings)


def end_with(sentinel: int) -> None:
    """Wait until the parent is no more, and follow it."""
    wait([sentinel])
    LOG_BOOK.error("the process that started this one has ended")
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(LATE)
    os._exit(1)


def handed(settings: Settings) -> str:
    """The settings as text."""
    return msgspec.json.encode({one.name: getattr(settings, one.name) for one in fields(Settings)
                                if one.metadata}).decode()


def taken(text: str) -> Settings:
    """The settings that `handed` wrote.

    >>> taken(handed(Settings(rate=7.0))) == Settings(rate=7.0)
    True
    """
    return combined(msgspec.json.decode(text), environment={})


def lock(stack: ExitStack, database: str) -> None:
    """One server for one SQLite file: a second one would not hear what the first does."""
    path = make_url(database if "://" in database else f"sqlite:///{database}").database
    if database.startswith("postgres") or not path or path == ":memory:":
        return
    held = FileLock(f"{path}.lock", timeout=0)
    try:
        stack.enter_context(held)
    except Timeout:
        raise ValueError(f"Another server has {path} open already: use that one, stop it, or name another file "
                         "with --database.") from None
    except OSError as error:  # a file system that cannot be written to: there is nothing to fall out about
        LOG_BOOK.warning("the database file is not locked", extra={"why": str(error)})


async def prepare(database: str, patience: float) -> None:
    """Wait for the database and bring it to its newest shape, or say in one sentence what is wrong."""
    store = Store(database)
    shown = make_url(store.url).render_as_string(hide_password=True)
    try:
        waiting = asyncio.get_running_loop().call_later(2.0, print, f"Waiting for the database {shown} …")
        await store.open(patience)
        waiting.cancel()
    except DatabaseAway as error:
        raise ValueError(f"The database {shown} does not answer: {reason(error)}") from None
    except CommandError as error:
        if "locate revision" in str(error):
            raise ValueError(f"The database {shown} was written by a newer version of Châteaux.") from None
        raise ValueError(f"The database {shown} cannot be brought up to date: {error}") from None
    except (DatabaseError, OSError, ValueError) as error:
        raise ValueError(f"The database {shown} cannot be opened: {reason(error)}") from None
    finally:
        await store.close()


def host_token(settings: Settings) -> str:
    """What opens the host's page."""
    async def look() -> str:
        store = Store(settings.database or default_database())
        try:
            await store.open()
            return store.host_token
        finally:
            await store.close()
    return asyncio.run(look())


def reason(error: BaseException) -> str:
    """The innermost cause, on one line."""
    while error.__cause__ is not None:
        error = error.__cause__
    return " ".join(str(getattr(error, "orig", None) or error).split())[:300] or type(error).__name__


def announce(url: str, open_browser: bool) -> None:
    """Say where the house is, once it is open."""
    while True:
        try:
            with urllib.request.urlopen(f"{url}/readyz", timeout=5) as answer:
                if answer.status == 200:
                    break
        except OSError:
            time.sleep(0.1)
    print(f"Châteaux is open at {url}", flush=True)
    if open_browser:
        webbrowser.open(url)


def listening(host: str, port: int) -> socket.socket:
    """A socket that is bound before anything is promised."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # named, or asyncio leaves Nagle's delay on
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    bound.bind((host, port))
    bound.listen(BACKLOG)
    bound.set_inheritable(True)
    return bound


def address_of(bound: socket.socket, host: str) -> str:
    """The URL to open.

    >>> with listening("127.0.0.1", 0) as bound:
    ...     address_of(bound, "0.0.0.0").rpartition(":")[0]
    'http://127.0.0.1'
    """
    port = bound.getsockname()[1]
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}"
