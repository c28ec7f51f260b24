"""What stands at the door: security headers, the origin of posts, and how much one address may ask."""
from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Generator
from functools import partial
from typing import Any, Final
from urllib.parse import urlsplit

from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from chateaux.tables.shares import ERRAND, Errand
from chateaux.web.again import DOORS, LEAST, Answers
from chateaux.web.connections import FREE
from chateaux.web.guests import COOKIE, read_signed
from chateaux.web.limits import Limits, place
from chateaux.web.refusals import SAFE
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

LONG: Final = ("/stream", "/calls", "/hints")  # what waits for others, and costs nothing meanwhile


async def add_headers(message: Message, scope: Scope) -> None:
    """Every answer carries the security headers; what the API says is not kept by caches."""
    if message["type"] != "http.response.start":
        return
    headers = MutableScopeHeaders.from_message(message)
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    if scope["path"].startswith("/api/"):
        headers.setdefault("Cache-Control", "no-store")


def peer(scope: Scope) -> str:
    """Where a request comes from."""
    client = scope.get("client")
    return client[0] if client else "?"


def bearer(headers: Headers) -> str:
    """What a request shows for a guest: a bearer token, or the cookie."""
    header = headers.get("authorization", "")
    if header[:7].lower() == "bearer ":
        return header[7:]
    for part in headers.get("cookie", "").split(";"):
        name, _, value = part.strip().partition("=")
        if name == COOKIE:
            return value
    return ""


def foreign(scheme: str, headers: Headers, settings: Settings) -> bool:
    """Whether a browser sends this post on behalf of somebody else's page.

    Programs send neither header; browsers always send one of them with a post. A page that came without https
    may be anybody's, so it may not post to the same house with it.
    """
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "none") not in ("none", "same-origin")
    if origin in settings.origins or origin == settings.public_url:
        return False
    sent = urlsplit(origin)
    return sent.netloc != headers.get("host", "") or (sent.scheme, scheme) == ("http", "https")


def astray(headers: Headers, settings: Settings) -> bool:
    """Whether a request is for another house than the one that is open under this address."""
    if not settings.public_url:
        return False
    named = headers.get("host", "")
    return named != urlsplit(settings.public_url).netloc and named.partition(":")[0] not in ("127.0.0.1", "localhost")


class Timed:
    """A coroutine that is told how much of the server's time each of its steps took."""

    def __init__(self, work: Awaitable[None], charge: Callable[[float], None]) -> None:
        self.work, self.charge = work, charge

    def __await__(self) -> Generator[Any, Any, None]:
        steps: Any = self.work.__await__()  # a generator, as every coroutine's is
        send: Callable[[], Any] = partial(next, steps)
        while True:
            began = time.thread_time()
            try:
                waiting = send()
            except StopIteration:
                return
            finally:
                self.charge(time.thread_time() - began)
            try:
                value = yield waiting
            except BaseException as error:
                send = partial(steps.throw, error)
            else:
                send = partial(steps.send, value)


async def heard(receive: Receive, most: int) -> Receive:
    """Hear what is sent to its end, or until it is too much; whoever works on it need not wait for it then."""
    messages = [await receive()]
    size = 0
    while messages[-1]["type"] == "http.request" and messages[-1].get("more_body") and size <= most:
        size += len(messages[-1]["body"])
        messages.append(await receive())

    async def again() -> Any:
        return messages.pop(0) if messages else await receive()
    return again


def guard(settings: Settings, limits: Limits, secret: Callable[[], bytes]) -> Callable[[ASGIApp], ASGIApp]:
    """The middleware: who pays, how much they may ask for, origins, and readers and writers that take too long."""
    answers = Answers()

    def middleware(app: ASGIApp) -> ASGIApp:
        async def door(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] != ScopeType.HTTP or scope["path"].startswith(FREE):
                await app(scope, receive, send)
                return
            headers = Headers.from_scope(scope)
            guest = read_signed(bearer(headers), secret())
            key = headers.get("idempotency-key", "")[:200]
            errand = Errand(place(peer(scope)), "" if guest is None else guest.id,
                            f"{scope['path']} {key}" if key else "")
            ERRAND.set(errand)
            writes = str(scope.get("method")) not in SAFE
            if astray(headers, settings):
                raise HTTPException(detail="There is no such house here.", status_code=421)
            limits.come_in(errand, writes)
            if writes and foreign(str(scope.get("scheme")), headers, settings):
                raise HTTPException(detail="This was sent from another site’s page.", status_code=403)

            async def patiently(message: Message) -> None:
                async with asyncio.timeout(settings.patience):
                    await send(message)

            until: float | None = asyncio.get_running_loop().time() + settings.body_patience

            async def in_time() -> Any:
                nonlocal until
                try:
                    async with asyncio.timeout_at(until):
                        message = await receive()
                except TimeoutError:
                    raise HTTPException(detail="The request did not come to its end.", status_code=408,
                                        headers={"Connection": "close"}) from None
                if message["type"] != "http.request" or not message.get("more_body"):
                    until = None  # from here on it only hears that somebody hangs up
                return message

            once = writes and scope["path"].startswith(DOORS) and len(key) >= LEAST
            try:
                hear = await heard(in_time, settings.largest_body) if writes else in_time
                waits = not settings.rate or scope["path"].endswith(LONG)
                async with contextlib.nullcontext() if waits else limits.turns.of(errand):
                    await Timed(answers.once(errand.stamp(errand.place), app, scope, hear, patiently) if once
                                else app(scope, hear, patiently), partial(limits.work.owe, errand))
            finally:
                errand.ending.close()
                if errand.stored:
                    limits.stored.owe(errand, errand.stored)
        return door
    return middleware
