"""Fair shares: on whose behalf something is done, and lines in which nobody waits behind another's crowd.

A place is where requests come from, as far as it can be told apart: see `chateaux.web.limits`.
"""
from __future__ import annotations

import hashlib
from collections import OrderedDict, deque
from collections.abc import Callable
from contextlib import ExitStack
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Final, Generic, TypeVar, final

Waiting = TypeVar("Waiting")
NOBODY: Final = "nobody"  # where a table is that nobody looks at


@dataclass
class Errand:
    """What is done for one request: for whom, under which key, and what it has cost so far."""

    place: str = ""
    guest: str = ""
    key: str = ""  # the same for every try at the same thing
    stored: int = 0  # bytes
    ending: ExitStack = field(default_factory=ExitStack)  # what is given back when it is done

    def stamp(self, what: str, size: int = 8, secret: bytes = b"") -> str:
        """What tells a second try at the same thing from a first: a row's stamp, for one; empty without a key."""
        if not self.key:
            return ""
        text = f"{self.guest}\0{what}\0{self.key}".encode()
        return hashlib.blake2b(text, digest_size=size, key=secret[:64]).hexdigest()

    def then(self, what: str) -> None:
        """Go on to another of several things that are done under one key."""
        if self.key:
            self.key = f"{self.key} {what}"


ERRAND: Final[ContextVar[Errand | None]] = ContextVar("errand", default=None)


def errand() -> Errand:
    """The errand of the moment; one of nobody's when the house does something by itself."""
    return ERRAND.get() or Errand()


@final
class Line(Generic[Waiting]):
    """Those who wait, each place in its turn, and in it each of its guests; no place takes more than half the line.

    >>> line: Line[str] = Line(most=9, most_each=2)
    >>> for guest, item in [("a", "a1"), ("a", "a2"), ("b", "b1")]:
    ...     _ = line.add("school", guest, item)
    >>> line.add("home", "c", "c1"), line.add("school", "a", "a3")
    (True, False)
    >>> [line.take() for _ in range(5)]
    ['a1', 'c1', 'b1', 'a2', None]
    """

    def __init__(self, most: int, most_each: int) -> None:
        self.most, self.most_each, self.most_there = most, most_each, max(most_each, most // 2)
        self.places: OrderedDict[str, OrderedDict[str, deque[Waiting]]] = OrderedDict()
        self.length: int = 0

    def add(self, place: str, guest: str, item: Waiting) -> bool:
        """Get in line; False when it is too long, or has too many of this guest's or of this place's."""
        guests = self.places.get(place, OrderedDict())
        if (self.length >= self.most or len(guests.get(guest, ())) >= self.most_each
                or sum(map(len, guests.values())) >= self.most_there):
            return False
        self.places.setdefault(place, OrderedDict()).setdefault(guest, deque()).append(item)
        self.length += 1
        return True

    def take(self, may: Callable[[Waiting], bool] = lambda item: True) -> Waiting | None:
        """Whose turn it is, among those who may; their place and they themselves go to the end."""
        for place, guests in list(self.places.items()):
            for guest, waiting in list(guests.items()):
                if may(waiting[0]):
                    item = waiting[0]
                    self.remove(place, guest, item)
                    if place in self.places:
                        self.places.move_to_end(place)
                        if guest in self.places[place]:
                            self.places[place].move_to_end(guest)
                    return item
        return None

    def remove(self, place: str, guest: str, item: Waiting) -> None:
        """Leave the line."""
        guests = self.places.get(place, OrderedDict())
        if item not in guests.get(guest, ()):
            return
        guests[guest].remove(item)
        self.length -= 1
        if not guests[guest]:
            del guests[guest]
        if not guests:
            del self.places[place]
