"""What may be set about a server: on the command line, in the environment, in a file, or by a profile."""
from __future__ import annotations

import os
import time
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Final, Literal, get_type_hints

import msgspec

MB: Final = 1 << 20
PREFIX: Final = "CHATEAUX_"
PROFILES: Final = ("home", "host")


def default_database() -> str:
    """The SQLite file in the user's data directory."""
    from platformdirs import user_data_path

    folder: Path = user_data_path("chateaux", appauthor=False, ensure_exists=True)
    return f"sqlite:///{folder / 'tables.db'}"


def proxies() -> tuple[str, ...]:
    return tuple(os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1,::1").split(","))


def setting(default: Any, help: str, host: Any = None) -> Any:
    """A setting with what it is at home, what it means, and what it is for a house that is open to the world."""
    made = {"default_factory": default} if callable(default) else {"default": default}
    return field(**made, metadata={"help": help, "host": host})


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How a server behaves; the defaults suit a home. Zero means no limit where it says so."""

    database: str = setting("", "URL of the database; empty: a file in your data directory")
    patience_database: float = setting(8.0, "seconds before people are told that the database does not answer")
    wait_database: float = setting(10.0, "seconds to wait for the database when starting", 120.0)
    lease: float = setting(6.0, "seconds before another process takes over the tables of one that is silent")

    workers: int = setting(2, "processes in which bots think")
    hint_workers: int = setting(1, "and apart from them, processes in which hints are thought of")
    analysis_workers: int = setting(1, "and after everything else, processes in which whole games are gone over")
    waiting_bots: int = setting(1000, "questions to bots that may wait; half of each line for one address")
    waiting_bots_each: int = setting(40, "and of one guest")
    waiting_hints: int = setting(120, "questions for hints that may wait")
    waiting_hints_each: int = setting(2, "and of one guest")
    waiting_analyses: int = setting(20, "finished games that are analysed at the same time, in turns")
    waiting_analyses_each: int = setting(1, "and for one guest")
    analysis_care: float = setting(1.0, "how carefully; 1: chances within two points, half of it in half the time")
    waiting_files: int = setting(80, "records and sets of pieces that may wait to be read")
    waiting_files_each: int = setting(20, "and of one guest")
    sandboxes: int = setting(2, "processes in which records and sets of pieces are read")
    sandbox_seconds: int = setting(10, "seconds of processor time that one of them may take")
    sandbox_memory: int = setting(1024 * MB, "bytes that one of these processes may hold")
    bot_delay: float = setting(0.4, "seconds in which a bot answers, whatever it holds")

    rate: float = setting(50.0, "requests a second from one address, on average; 0: no limits at all", 100.0)
    burst: int = setting(1000, "and at once", 2000)
    guest_rate: float = setting(20.0, "requests a second from one guest, on average")
    guest_burst: int = setting(200, "and at once")
    guest_at_once: int = setting(2, "requests of one guest that are worked on at once; streams are not counted")
    work_rate: float = setting(0.6, "seconds of the server's own work a second for one address")
    work_burst: float = setting(40.0, "and at once")
    guest_work_rate: float = setting(0.25, "seconds of the server's own work a second for one guest")
    guest_work_burst: float = setting(15.0, "and at once")
    stored_daily: int = setting(200 * MB, "bytes a day that one address may add to the database; a guest a quarter")
    tables_rate: float = setting(0.5, "new tables a second from one address, on average", 0.2)
    tables_burst: int = setting(120, "and at once")
    guest_tables_burst: int = setting(30, "new tables of one guest at once, and a tenth of the rate in the long run")
    joins_rate: float = setting(1.0, "times a second that people from one address sit down, on average")
    joins_burst: int = setting(200, "and at once")
    joins_each: int = setting(20, "times that one guest sits down at one table of others")
    chat_burst: int = setting(5, "lines that one guest says at one table in ten seconds")
    guesses_rate: float = setting(0.2, "tries a second from one address at codes that let somebody in")
    guesses_burst: int = setting(20, "and at once")
    drawn_rate: int = setting(MB, "bytes of drawings a second that are passed on for one guest")
    streams: int = setting(120, "streams of spectators from one address")
    seat_streams: int = setting(300, "streams of players from one address")
    guest_streams: int = setting(60, "streams of one guest, wherever they look")
    streams_each: int = setting(8, "streams of one player at one table")
    watchers: int = setting(300, "streams of spectators at one table")
    connections: int = setting(300, "connections from one address; proxies are not counted")
    connections_in_all: int = setting(0, "connections in all; 0: as many as there are files for")

    header_patience: float = setting(10.0, "seconds until a request's header must be there")
    body_patience: float = setting(20.0, "seconds until a request's body must be there")
    idle: float = setting(15.0, "seconds that a connection may be idle")
    patience: float = setting(20.0, "seconds a reader may take to receive what a stream sends")
    heartbeat: float = setting(15.0, "seconds between signs of life on a quiet stream")
    largest_body: int = setting(256 * 1024, "bytes of a request")
    largest_drawing: int = setting(128 * 1024, "bytes of one seat's drawing")
    memory_tables: int = setting(2000, "tables that are kept in memory")
    memory_idle: float = setting(600.0, "seconds until a table that nobody uses leaves memory")

    memory_sets: int = setting(2 * MB, "bytes of sets of pieces that are kept ready, in each of five places")
    memory_drawn: int = setting(256 * MB, "bytes of parts of pages that are kept ready, at most; less for few tables")

    public_url: str = setting("", "the address people use, such as https://castles.example; others are then refused")
    origins: tuple[str, ...] = setting((), "other origins whose pages may post")
    proxies: tuple[str, ...] = setting(proxies, "addresses of proxies whose X-Forwarded-For is believed")
    contact: str = setting("mailto:nobody@chateaux.invalid", "whom a push service may write to about this house")
    push_services: tuple[str, ...] = setting((), "hosts that may call devices, beside those that browsers use")
    secure_cookie: bool | None = setting(None, "whether cookies need https; unset: as the request came")
    log: Literal["text", "json", "none"] = setting("text", "how the log is written: text, json or none", "json")
    log_reads: bool = setting(False, "whether every page and file read is in the log too")

    keep_open: float = setting(0.0, "days until a table that never started is deleted; 0: never", 7.0)
    keep_running: float = setting(0.0, "days until a game nobody has moved in is deleted; 0: never", 90.0)
    keep_ended: float = setting(0.0, "days until a finished game is deleted; 0: never", 365.0)

    now: Callable[[], float] = field(default=time.time, metadata={})


def described() -> dict[str, tuple[Any, str, Any, Any]]:
    """Every setting by its name: its type, what it means, its value at home and for a host."""
    types = get_type_hints(Settings)
    home = Settings()
    return {one.name: (types[one.name], one.metadata["help"], getattr(home, one.name),
                       getattr(home, one.name) if one.metadata["host"] is None else one.metadata["host"])
            for one in fields(Settings) if one.metadata}


def combined(given: Mapping[str, object], profile: str = "home", file: Path | None = None,
            environment: Mapping[str, str] | None = None) -> Settings:
    """The settings: what is given goes before the environment, that before the file, that before the profile.

    >>> combined({"rate": 5}, "host", environment={"CHATEAUX_BURST": "7"}).burst
    7
    """
    if profile not in PROFILES:
        raise ValueError(f"There is no profile {profile}: there are {' and '.join(PROFILES)}.")
    known = described()
    chosen: dict[str, Any] = {name: host for name, (_, _, _, host) in known.items()} if profile == "host" else {}
    if file is not None:
        try:
            chosen |= tomllib.loads(file.read_text("utf-8"))
        except (OSError, ValueError) as error:
            raise ValueError(f"The settings in {file} cannot be read: {error}") from None
    environment = os.environ if environment is None else environment
    chosen |= {name: environment[PREFIX + name.upper()] for name in known if PREFIX + name.upper() in environment}
    chosen |= given
    for name, value in chosen.items():
        if name not in known:
            raise ValueError(f"There is no setting {name}.")
        if isinstance(value, str) and known[name][0] == tuple[str, ...]:
            value = tuple(item.strip() for item in value.split(",") if item.strip())
        try:
            chosen[name] = msgspec.convert(value, known[name][0], strict=False)
        except msgspec.ValidationError as error:
            raise ValueError(f"The setting {name}: {error}") from None
    return Settings(**chosen)
