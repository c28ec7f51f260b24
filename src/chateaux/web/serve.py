"""Serving: a socket, the application, a line that says where it is."""
from __future__ import annotations

import os
import socket
import threading
import webbrowser
from dataclasses import replace
from typing import Final

import uvicorn
from litestar import Litestar
from uvicorn.supervisors import Multiprocess

from chateaux.web.settings import Settings
from chateaux.web.site import create_site

VARIABLE: Final = "CHATEAUX_DATABASE"
BACKLOG: Final = 2048
LEAVE: Final = 2  # seconds that open streams get when the server stops


def serve(host: str = "127.0.0.1", port: int = 0, database: str = "", processes: int = 1, rate: float | None = None,
          bot_delay: float | None = None, open_browser: bool = False) -> None:
    """Serve until interrupted. Port 0 is any free one; several processes need a PostgreSQL they can share."""
    database = database or os.environ.get(VARIABLE, "")
    if processes > 1 and not database.startswith("postgres"):
        raise ValueError("Several processes need a database they can share: --database postgresql://…")
    settings = Settings(database=database)
    if rate is not None:
        settings = replace(settings, rate=rate)
    if bot_delay is not None:
        settings = replace(settings, bot_delay=bot_delay)
    with listening(host, port) as bound:
        url = address_of(bound, host)
        print(f"Châteaux is open at {url}", flush=True)
        if open_browser:
            threading.Timer(1.0, webbrowser.open, [url]).start()
        if processes > 1:
            os.environ[VARIABLE] = database
            config = uvicorn.Config("chateaux.web.serve:from_environment", factory=True, workers=processes,
                                    log_level="warning", timeout_graceful_shutdown=LEAVE)
            Multiprocess(config, sockets=[bound]).run()
            return
        uvicorn.Server(uvicorn.Config(
            create_site(settings), log_level="warning", timeout_graceful_shutdown=LEAVE)).run(sockets=[bound])


def from_environment() -> Litestar:
    """The application of one of several processes."""
    return create_site(Settings(database=os.environ.get(VARIABLE, "")))


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
