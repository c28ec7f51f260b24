"""Answers that were lost on the way: what cannot be done twice is told again to whoever asks again under the same key.

What happens at tables is known by its log (`House.command`); this is for doors that open once, such as a code.
"""
from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Final, final

from litestar.types import ASGIApp, Message, Receive, Scope, Send

DOORS: Final = "/api/me/"
LEAST: Final = 16  # letters of a key that nobody guesses
LASTS: Final = 600.0  # seconds that an answer is kept,
MOST: Final = 1 << 20  # and bytes in all


@final
class Answers:
    """What was answered lately, by who asked, where, and under which key; of this process alone."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self.now = now
        self.kept: OrderedDict[str, tuple[float, list[Message]]] = OrderedDict()
        self.size: int = 0
        self.asked: dict[str, asyncio.Lock] = {}

    async def once(self, stamp: str, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        """Do it, or say again what came of it; whoever asks a second time meanwhile waits for the first."""
        lock = self.asked.setdefault(stamp, asyncio.Lock())
        try:
            async with lock:
                self.forget()
                if stamp in self.kept:
                    for message in self.kept[stamp][1]:
                        await send(copied(message))
                    return
                sent: list[Message] = []

                async def noting(message: Message) -> None:
                    sent.append(copied(message))
                    await send(message)
                await app(scope, receive, noting)
                if sent and done(sent[0]):
                    self.kept[stamp] = (self.now(), sent)
                    self.size += weight(sent)
        finally:
            if not lock.locked():
                self.asked.pop(stamp, None)

    def forget(self) -> None:
        """Let go of what is old, and of the oldest when it is too much."""
        while self.kept:
            at, sent = next(iter(self.kept.values()))
            if self.now() - at < LASTS and self.size <= MOST:
                return
            self.kept.popitem(last=False)
            self.size -= weight(sent)


def copied(message: Any) -> Any:
    """A message of our own: those who pass it on add headers to theirs."""
    return {**message, "headers": list(message["headers"])} if "headers" in message else message


def done(start: Any) -> bool:
    """Whether something was done: not too soon, and no fault."""
    return start["type"] == "http.response.start" and int(start["status"]) < 400


def weight(sent: list[Message]) -> int:
    return 1000 + sum(len(message["body"]) for message in sent if message["type"] == "http.response.body")
