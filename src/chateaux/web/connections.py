"""Connections: how many may be open, how long one may take to say what it wants, and how often one may knock."""
from __future__ import annotations

import asyncio
import os
from collections import Counter
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final, final

import msgspec
from litestar import Request
from litestar.types import ASGIApp

from chateaux.tables.data import Refused
from chateaux.web.limits import Buckets, place
from chateaux.web.refusals import Problem, language_of, said
from chateaux.web.settings import Settings

if TYPE_CHECKING or find_spec("httptools"):
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol as Spoken
else:  # slower, and the same otherwise
    from uvicorn.protocols.http.h11_impl import H11Protocol as Spoken

LONGEST: Final = 64 << 10  # bytes of a header
FREE: Final = ("/static/", "/healthz", "/readyz")  # files are held in memory and cost next to nothing
SPARE: Final = 128  # files for everything that is not a visitor: database, bots, log


@final
class Doorman:
    """Counts who is here. One for each process."""

    def __init__(self) -> None:
        self.set_up(Settings())

    def set_up(self, settings: Settings) -> None:
        self.settings = settings
        self.here: Counter[str] = Counter()
        self.open = 0
        self.turned_away = 0
        self.most = settings.connections_in_all or most_files() - SPARE

    def come(self, where: str) -> bool:
        """Somebody connects; False when there is no room for them."""
        proxy = where in self.settings.proxies
        if self.open >= self.most or (not proxy and self.here[where] >= self.settings.connections > 0):
            self.turned_away += 1
            return False
        self.open += 1
        self.here[where] += 1
        return True

    def go(self, where: str) -> None:
        self.open -= 1
        self.here[where] -= 1
        if not self.here[where]:
            del self.here[where]


def most_files() -> int:
    """How many files this process may open; as many as the system lets us ask for."""
    if os.name != "posix":
        return 8192
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = hard if hard != resource.RLIM_INFINITY else 65_536
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        return wanted
    except (OSError, ValueError):
        return soft


DOORMAN: Final = Doorman()


class Patient(Spoken):
    """HTTP with patience that ends: for a header that does not come, and for more connections than one place needs."""

    where: str = ""
    waiting: asyncio.TimerHandle | None = None
    heard: int = 0  # bytes of a header that is not complete

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        peer = transport.get_extra_info("peername")
        where = place(str(peer[0])) if peer else "?"
        if not DOORMAN.come(where):
            transport.abort()
            return
        self.where = where
        self.expect()

    def connection_lost(self, exc: Exception | None) -> None:
        if self.waiting is not None:
            self.waiting.cancel()
        if self.where:
            DOORMAN.go(self.where)
            self.where = ""
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self.heard = self.heard + len(data) if self.between else 0
        if self.heard > LONGEST:
            self.transport.close()
            return
        if self.waiting is None and self.between:
            self.expect()  # the beginning of another request
        elif self.waiting is not None and not self.between:
            self.waiting.cancel()
            self.waiting = None

    @property
    def between(self) -> bool:
        """Whether no request is being answered."""
        cycle: Any = self.cycle
        return cycle is None or bool(cycle.response_complete)

    def expect(self) -> None:
        self.waiting = self.loop.call_later(DOORMAN.settings.header_patience, self.give_up)

    def give_up(self) -> None:
        self.waiting = None
        if self.between:
            self.transport.close()


@final
class Gate:
    """Before everything else: whoever knocks twice as often as they may, wherever it leads, is told so at no cost.

    Inside, every refusal costs as much as a small answer; here a storm of requests is met with one line.
    """

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.knocks = Buckets(2 * settings.rate, 2 * settings.burst)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http" and not self.knocks.take(
                place(scope["client"][0] if scope["client"] else "?"), 0.1 if scope["path"].startswith(FREE) else 1.0):
            sentence = said(Refused("too much", "Not so fast, please.", "much_requests"), language_of(Request(scope)))
            await send({"type": "http.response.start", "status": 429, "headers": [
                (b"content-type", b"application/json"), (b"retry-after", b"5"), (b"connection", b"close")]})
            await send({"type": "http.response.body",
                        "body": msgspec.json.encode(Problem("too much", sentence))})
            return
        await self.app(scope, receive, send)
