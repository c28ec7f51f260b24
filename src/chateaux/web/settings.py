"""What may be set about a server."""
from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_data_path


def default_database() -> str:
    """The SQLite file in the user's data directory."""
    folder: Path = user_data_path("chateaux", appauthor=False, ensure_exists=True)
    return f"sqlite:///{folder / 'tables.db'}"


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How a server behaves; the defaults suit a house with a few tables."""

    database: str = ""  # a URL; empty: the file in the user's data directory
    patience_database: float = 8.0  # seconds before people are told that the database does not answer
    lease: float = 6.0  # seconds before another process takes over the tables of one that is silent
    workers: int = 2  # processes in which bots think
    hint_workers: int = 1  # and apart from them, processes in which hints are thought of
    bot_delay: float = 1.0  # seconds in which a bot answers, whatever it holds
    rate: float = 20.0  # requests a second from one address, on average; 0: no limit
    burst: int = 200  # and at once
    tables_rate: float = 0.2  # new tables a second from one address, on average
    tables_burst: int = 30
    streams: int = 60  # open streams from one address
    watchers: int = 300  # open streams at one table
    patience: float = 20.0  # seconds a reader may take to receive what a stream sends
    heartbeat: float = 15.0  # seconds between signs of life on a quiet stream
    largest_body: int = 256 * 1024
    origins: tuple[str, ...] = ()  # other origins whose pages may post, such as https://castles.example
    secure_cookie: bool | None = None  # None: as the request was
    now: Callable[[], float] = time.time
