"""What stands at the door: security headers, the origin of posts, and how much one address may ask."""
from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from typing import Final, final
from urllib.parse import urlsplit

from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from chateaux.web.settings import Settings

POLICY: Final = ("default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; "
                 "base-uri 'none'; form-action 'self'; frame-ancestors 'none'")
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",  # a table's address is its invitation
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
MOST_ADDRESSES: Final = 20_000


async def add_headers(message: Message, scope: Scope) -> None:
    """Every answer carries the security headers; what the API says is not kept by caches."""
    if message["type"] != "http.response.start":
        return
    headers = MutableScopeHeaders.from_message(message)
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    if scope["path"].startswith("/api/"):
        headers.setdefault("Cache-Control", "no-store")


@final
class Buckets:
    """How often each address may do something: `burst` times at once, `rate` a second in the long run.

    >>> buckets = Buckets(rate=1.0, burst=2, now=lambda: 0.0)
    >>> [buckets.allow("a") for _ in range(3)], buckets.allow("b")
    ([True, True, False], True)
    """

    def __init__(self, rate: float, burst: int, now: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.burst, self.now = rate, burst, now
        self.left: dict[str, tuple[float, float]] = {}  # tokens, and when they were counted

    def allow(self, address: str) -> bool:
        """Take a token, if there is one."""
        if not self.rate:
            return True
        now = self.now()
        tokens, then = self.left.get(address, (float(self.burst), now))
        tokens = min(float(self.burst), tokens + (now - then) * self.rate)
        if len(self.left) > MOST_ADDRESSES:
            self.left.clear()
        self.left[address] = (tokens - 1 if tokens >= 1 else tokens, now)
        return tokens >= 1


@final
class Limits:
    """The limits of a server, and the streams that are open."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.requests = Buckets(settings.rate, settings.burst)
        self.tables = Buckets(settings.tables_rate if settings.rate else 0.0, settings.tables_burst)
        self.streams: Counter[str] = Counter()
        self.guesses = Buckets(0.2 if settings.rate else 0.0, 20)  # at codes that let somebody in

    def guess(self, address: str) -> None:
        if not self.guesses.allow(address):
            raise too_much("Too many tries; please wait a little.")

    def new_table(self, address: str) -> None:
        if not self.tables.allow(address):
            raise too_much("You have made many tables; please wait a little.")

    def new_stream(self, address: str) -> None:
        if self.settings.rate and self.streams[address] >= self.settings.streams:
            raise too_much("You have many streams open; please close some.")

    def count_stream(self, address: str, one: int) -> None:
        self.streams[address] += one
        if not self.streams[address]:
            del self.streams[address]


def too_much(sentence: str) -> HTTPException:
    return HTTPException(detail=sentence, status_code=429, headers={"Retry-After": "5"})


def address(scope: Scope) -> str:
    """Where a request comes from."""
    client = scope.get("client")
    return client[0] if client else "?"


def foreign(headers: Headers, settings: Settings) -> bool:
    """Whether a browser sends this post on behalf of somebody else's page.

    Programs send neither header; browsers always send one of them with a post.
    """
    origin = headers.get("origin")
    if origin is not None:
        return urlsplit(origin).netloc != headers.get("host", "") and origin not in settings.origins
    return headers.get("sec-fetch-site", "none") not in ("none", "same-origin")


def guard(settings: Settings, limits: Limits) -> Callable[[ASGIApp], ASGIApp]:
    """The middleware: rates, origins, and readers that take too long."""
    def middleware(app: ASGIApp) -> ASGIApp:
        async def door(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] != ScopeType.HTTP:
                await app(scope, receive, send)
                return
            if not limits.requests.allow(address(scope)):
                raise too_much("Not so fast, please.")
            if str(scope.get("method")) not in SAFE and foreign(Headers.from_scope(scope), settings):
                raise HTTPException(detail="This was sent from another site's page.", status_code=403)

            async def patiently(message: Message) -> None:
                async with asyncio.timeout(settings.patience):
                    await send(message)

            await app(scope, receive, patiently)
        return door
    return middleware
