"""The log: one line for what matters, as text or JSON, with the id of the request it belongs to and no secrets.

Neither tokens, names nor what people say is ever in it, and a table is named by the beginning of its id: the whole of
it is its invitation.
"""
from __future__ import annotations

import datetime
import logging
import secrets
import sys
import time
from collections.abc import Callable
from contextvars import ContextVar
from typing import Final

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from chateaux.web.refusals import SAFE, loggable
from chateaux.web.settings import Settings

REQUEST: Final[ContextVar[str]] = ContextVar("request", default="")
LOG_BOOK: Final = logging.getLogger("chateaux")
REFUSED: Final = 400
SLOW: Final = 1.0  # seconds after which a page is worth a line
PLAIN: Final = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "taskName"}


class Lines(logging.Formatter):
    """A record as one line; what it says besides its message stands behind it."""

    def __init__(self, form: str) -> None:
        super().__init__()
        self.form = form

    def format(self, record: logging.LogRecord) -> str:
        more: dict[str, object] = {key: value for key, value in record.__dict__.items() if key not in PLAIN}
        if REQUEST.get():
            more["request"] = REQUEST.get()
        if record.exc_info:
            more["trace"] = self.formatException(record.exc_info)
        at = datetime.datetime.fromtimestamp(record.created, datetime.UTC).isoformat(timespec="milliseconds")
        if self.form == "json":
            more = {"at": at, "level": record.levelname.lower(), "what": record.getMessage(), **more}
            return msgspec.json.encode(more, enc_hook=str).decode()
        trace = more.pop("trace", "")
        told = " ".join(f"{key}={value}" for key, value in more.items())
        line = f"{at} {record.levelname.lower()} {record.getMessage()} {told}".rstrip()
        return f"{line}\n{trace}" if trace else line


def keep_log(settings: Settings) -> None:
    """Write the log to the standard error, once."""
    for handler in list(LOG_BOOK.handlers):
        LOG_BOOK.removeHandler(handler)
    if settings.log != "none":
        handler = logging.StreamHandler(sys.stderr)
        handler.setFormatter(Lines(settings.log))
        LOG_BOOK.addHandler(handler)
    LOG_BOOK.setLevel(logging.INFO)
    LOG_BOOK.propagate = settings.log == "none"


def noted(settings: Settings, tell: Callable[[int], None]) -> Callable[[ASGIApp], ASGIApp]:
    """The middleware that gives each request an id and a line: what changes something, is refused, fails or is slow."""
    def middleware(app: ASGIApp) -> ASGIApp:
        async def note(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] != ScopeType.HTTP:
                await app(scope, receive, send)
                return
            name, began = secrets.token_hex(6), time.perf_counter()
            REQUEST.set(name)

            async def told(message: Message) -> None:
                if message["type"] == "http.response.start":
                    status = int(message["status"])
                    tell(status)
                    message["headers"] = [*message.get("headers", []), (b"x-request-id", name.encode())]
                    seconds = time.perf_counter() - began
                    method = str(scope.get("method"))
                    if method not in SAFE or status >= REFUSED or seconds > SLOW or settings.log_reads:
                        client = scope.get("client")
                        LOG_BOOK.info("answered", extra={
                            "method": method, "path": loggable(scope["path"]), "status": status,
                            "ms": round(1000 * seconds, 1), "from": client[0] if client else "?"})
                await send(message)
            await app(scope, receive, told)
        return note
    return middleware
