"""How much one guest and one place may ask for, by what it costs: requests, work, bytes stored, tables, streams.

A place is an IPv4 address or an IPv6 /64: what one household or school has to itself.
"""
from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Final, final

from chateaux.tables.data import Refused
from chateaux.tables.shares import Errand
from chateaux.web.settings import Settings

MOST: Final = 20_000  # guests and places that are remembered
DAY: Final = 86_400.0
TABLE_BYTES: Final = 100_000  # what a game writes by itself from its start to its end, set aside at once


def place(address: str) -> str:
    """Where an address is, as far as one household can be told from another.

    >>> place("192.0.2.7"), place("2001:db8:1:2:3:4:5:6"), place("::ffff:192.0.2.7"), place("somewhere")
    ('192.0.2.7', '2001:db8:1:2::/64', '192.0.2.7', 'somewhere')
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((int(found) >> 64 << 64, 64)))


@final
class Buckets:
    """What each may still ask for: `burst` at once, `rate` a second in the long run. Rate 0: without end.

    >>> buckets = Buckets(rate=1.0, burst=2, now=lambda: 0.0)
    >>> [buckets.take("a") for _ in range(3)], buckets.take("b")
    ([True, True, False], True)
    """

    def __init__(self, rate: float, burst: float, now: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.burst, self.now = rate, burst, now
        self.left: OrderedDict[str, tuple[float, float]] = OrderedDict()  # how much, and when it was counted

    def balance(self, who: str) -> float:
        """What is left of a bucket now."""
        now = self.now()
        left, then = self.left.get(who, (self.burst, now))
        return min(self.burst, left + (now - then) * self.rate)

    def take(self, who: str, cost: float = 1.0) -> bool:
        """Take what something costs, if it is there."""
        if not self.rate or not who:
            return True
        left = self.balance(who)
        self.put(who, left - cost if left >= cost else left)
        return left >= cost

    def owe(self, who: str, cost: float) -> None:
        """Charge what something has cost; there may be less than nothing left."""
        if self.rate and who:
            self.put(who, max(-self.burst, self.balance(who) - cost))

    def solvent(self, who: str) -> bool:
        return not self.rate or not who or self.balance(who) > 0

    def put(self, who: str, left: float) -> None:
        self.left[who] = (left, self.now())
        self.left.move_to_end(who)
        while len(self.left) > MOST:
            self.left.popitem(last=False)  # whoever was here least lately, and is likely to have all of it again


@final
class Shares:
    """One kind of cost: what a guest may ask for, and what all guests of a place may together."""

    def __init__(self, guest: Buckets, everybody: Buckets) -> None:
        self.guest, self.everybody = guest, everybody

    def take(self, errand: Errand, cost: float = 1.0) -> bool:
        return self.guest.take(errand.guest, cost) and self.everybody.take(errand.place, cost)

    def owe(self, errand: Errand, cost: float) -> None:
        self.guest.owe(errand.guest, cost)
        self.everybody.owe(errand.place, cost)

    def solvent(self, errand: Errand) -> bool:
        return self.guest.solvent(errand.guest) and self.everybody.solvent(errand.place)


@final
class Turns:
    """How many requests of one guest are worked on at once, or of all at one place who are nobody yet; others wait.

    While a step of a request is worked on nobody else is served, so a crowd of them would come before every step
    of somebody else's.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.open: dict[str, asyncio.Semaphore] = {}
        self.inside: Counter[str] = Counter()  # at work or waiting

    @contextlib.asynccontextmanager
    async def of(self, errand: Errand) -> AsyncIterator[None]:
        key = errand.guest or f"nobody at {errand.place}"
        self.inside[key] += 1
        try:
            async with self.open.setdefault(key, asyncio.Semaphore(self.most * (1 if errand.guest else 4))):
                yield
        finally:
            self.inside[key] -= 1
            if not self.inside[key]:
                del self.inside[key], self.open[key]


@final
class Limits:
    """The limits of a server, the streams that are open, and how often something was refused."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        on = 1 if settings.rate else 0
        daily = settings.stored_daily
        self.requests = Shares(Buckets(settings.guest_rate * on, settings.guest_burst),
                               Buckets(settings.rate, settings.burst))
        self.work = Shares(Buckets(settings.guest_work_rate * on, settings.guest_work_burst),
                           Buckets(settings.work_rate * on, settings.work_burst))
        self.stored = Shares(Buckets(daily * 0.2 / DAY * on, daily * 0.05),
                             Buckets(daily * 0.8 / DAY * on, daily * 0.2))
        self.tables = Shares(Buckets(settings.tables_rate / 10 * on, settings.guest_tables_burst),
                             Buckets(settings.tables_rate * on, settings.tables_burst))
        self.joins = Shares(Buckets(settings.joins_rate * on, settings.joins_burst / 4),
                            Buckets(settings.joins_rate * on, settings.joins_burst))
        self.turns = Turns(settings.guest_at_once)
        self.guesses = Buckets(settings.guesses_rate * on, settings.guesses_burst)  # at codes that let somebody in
        self.drawn = Buckets(settings.drawn_rate * on, 20 * settings.drawn_rate)
        self.streams: Counter[tuple[str, bool]] = Counter()  # by place, of players and of spectators
        self.streams_of: Counter[str] = Counter()  # by guest
        self.refusals: Counter[str] = Counter()
        self.refused_places: Counter[str] = Counter()

    def refuse(self, errand: Errand, what: str, sentence: str) -> Refused:
        self.refusals[what] += 1
        if len(self.refused_places) < MOST or errand.place in self.refused_places:
            self.refused_places[errand.place] += 1
        return Refused("too much", sentence, f"much_{what}")

    def come_in(self, errand: Errand, writes: bool) -> None:
        """At the door: not too often, and nobody who has used up what the server does for them."""
        if not self.requests.take(errand):
            raise self.refuse(errand, "requests", "Not so fast, please.")
        if not self.work.solvent(errand):
            raise self.refuse(errand, "work", "You have kept the house very busy; please wait a little.")
        if writes and not self.stored.solvent(errand):
            raise self.refuse(errand, "stored", "You have stored very much here today; please come back later.")

    def new_table(self, errand: Errand, own_set: bool) -> None:
        """A new table, a rematch too; one with a set of its own takes the room of several."""
        if not self.tables.take(errand, 5 if own_set else 1):
            raise self.refuse(errand, "tables", "You have made many tables; please wait a little.")
        self.stored.owe(errand, TABLE_BYTES)

    def guess(self, errand: Errand) -> None:
        """A try at a code that lets somebody in."""
        if not self.guesses.take(errand.place):
            raise self.refuse(errand, "guesses", "Too many tries; please wait a little.")

    def sit_down(self, errand: Errand) -> None:
        if not self.joins.take(errand):
            raise self.refuse(errand, "joins", "Too much coming and going; please wait a little.")

    def draw(self, errand: Errand, size: int, readers: int) -> None:
        """A drawing is sent to everybody who looks."""
        if not self.drawn.take(errand.guest, size * (1 + readers)):
            raise self.refuse(errand, "drawn", "Not so fast, please: your drawing goes to many people.")

    @contextlib.contextmanager
    def stream(self, errand: Errand, seated: bool) -> Iterator[None]:
        """A stream, counted from the moment it is admitted to its end. Players have places of their own."""
        key = (errand.place, seated)
        most = self.settings.seat_streams if seated else self.settings.streams
        mine = self.streams_of[errand.guest] if errand.guest else 0
        if self.settings.rate and (self.streams[key] >= most or mine >= self.settings.guest_streams):
            raise self.refuse(errand, "streams", "You have many streams open; please close some.")
        self.streams[key] += 1
        self.streams_of[errand.guest] += 1
        try:
            yield
        finally:
            self.streams[key] -= 1
            self.streams_of[errand.guest] -= 1
            self.streams, self.streams_of = +self.streams, +self.streams_of  # without what is nothing
