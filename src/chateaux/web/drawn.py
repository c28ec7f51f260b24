"""What was drawn, kept by what it was drawn from: the same is drawn once, for whoever sees it, for as long as it lasts.

The macros of a board know words and pieces, and besides them only what they are given. So equal things given make
equal markup, and what everybody may see is made once for all of them: whoever sees more gives more.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from sys import getsizeof
from typing import Any, Final, final

import msgspec

from chateaux.web.piece import Piece

GENERATIONS: Final = 2  # what was asked for lately, and what was before that
ROOM: Final = 8 << 20  # bytes of one of them at least; one guest can fill both
MOST: Final = 128 << 20  # and at most
EACH: Final = 192 << 10  # and for each table in use, so that what was drawn for a move is there at the next
BESIDE: Final = 200  # bytes that an entry takes besides what it holds
WAYS: Final = 16  # in which a macro is known to read what it is given

Path = tuple[str | int | Callable[[Any], object], ...]  # parts of parts, and at the end perhaps a fact of the part
Key = tuple[object, ...]
DEEP: Final[frozenset[Path]] = frozenset({  # read part by part; all else is read whole
    ("view",), ("view", "players"), *[("view", "players", seat) for seat in range(8)]})


def plain(value: object) -> Any:
    """Names of pieces and markup are texts like others; what is noted is read as a whole."""
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, Noted):
        return whole(value)
    raise TypeError(f"Nothing can be drawn from a {type(value).__name__}.")


ENCODE: Final = msgspec.msgpack.Encoder(enc_hook=plain).encode


PATHS: Final[list[Path]] = []  # that any macro reads, by number
NUMBERS: Final[dict[Path, int]] = {}


@final
class Given:
    """Something that macros are given whole, though each of them reads only some of its parts."""

    def __init__(self, whole: object) -> None:
        self.whole: Any = whole
        self.parts: list[bytes | None] = []  # by number of the path, those that were asked for

    def part(self, number: int) -> bytes:
        """A part as bytes: equal parts, equal bytes."""
        parts = self.parts
        if number >= len(parts):
            parts += [None] * (len(PATHS) - len(parts))
        found = parts[number]
        if found is None:
            value = self.whole
            try:
                for name in PATHS[number]:
                    value = getattr(value, name) if isinstance(name, str) else (
                        value[name] if isinstance(name, int) else name(value))
                found = ENCODE(value)
            except (AttributeError, IndexError):  # nothing is there, and so nothing is equal to it
                found = b""
            parts[number] = found
        return found


@final
class Way:
    """A way in which a macro reads what it is given: the parts it reads, as paths and by their numbers."""

    def __init__(self, read: set[Path], number: int) -> None:
        self.read = read
        self.number = number
        self.paths: list[int] = []
        for path in sorted(read, key=repr):
            if path not in NUMBERS:
                NUMBERS[path] = len(PATHS)
                PATHS.append(path)
            self.paths.append(NUMBERS[path])

    def key(self, given: Given) -> Key:
        """By which something is known that was made in this way."""
        parts: list[object] = [given.part(number) for number in self.paths]
        return (self.number, *parts)


@final
class Noted:
    """What a macro sees of something given: the same, but it is noted which parts are read."""

    __slots__ = ("_noted_at", "_noted_given", "_noted_of", "_noted_read")

    def __init__(self, given: Given, of: Any, read: set[Path], at: Path = ()) -> None:
        self._noted_given, self._noted_of, self._noted_read, self._noted_at = given, of, read, at

    def __getattr__(self, name: str) -> Any:
        return step(self, getattr(self._noted_of, name), name)

    def __getitem__(self, name: int) -> Any:
        return step(self, self._noted_of[name], name)

    def _noted_fact(self, ask: Callable[[Any], Any]) -> Any:
        self._noted_read.add((*self._noted_at, ask))
        return ask(self._noted_of)

    def __iter__(self) -> Iterator[Any]:
        return iter([self[place] for place in range(len(self))])

    def __len__(self) -> int:
        return int(self._noted_fact(len))

    def __bool__(self) -> bool:
        return True

    def __str__(self) -> str:
        return str(whole(self))

    def __eq__(self, other: object) -> bool:
        return bool(whole(self) == whole(other))

    def __hash__(self) -> int:
        return hash(whole(self))


def step(noted: Noted, value: Any, name: str | int) -> Any:
    """A part of something noted: noted further, or read."""
    path = (*noted._noted_at, name)
    if path in DEEP and value is not None:
        return Noted(noted._noted_given, value, noted._noted_read, path)
    noted._noted_read.add(path)
    return value


def whole(value: Any) -> Any:
    """Something noted, read as a whole; anything else as it is."""
    if not isinstance(value, Noted):
        return value
    value._noted_read.add(value._noted_at)
    return value._noted_of


@final
class Drawn:
    """A memory of so many bytes. What was not asked for while it filled once is forgotten.

    >>> import jinja2
    >>> environment = jinja2.Environment(autoescape=True)
    >>> module = environment.from_string("{% macro shout(what) %}{{ what }}!{% endmacro %}").module
    >>> drawn = Drawn(room=1000)
    >>> drawn.once(0, module.shout, ["<a>"]) is drawn.once(0, module.shout, ["<a>"])
    True
    """

    def __init__(self, room: int = ROOM) -> None:
        self.room = room
        self.most = MOST
        self.books = count()  # and ways: no number is given twice
        self.forget()

    def forget(self) -> None:
        self.size = 0
        self.young: dict[Key, Any] = {}
        self.old: dict[Key, Any] = {}
        self.ways: dict[Key, list[Way]] = {}

    def fit(self, tables: int) -> None:
        """Have room for so many tables, but not for more than may be."""
        self.room = min(self.most, max(ROOM, tables * EACH))

    def book(self) -> int:
        """A number for macros that belong together: those of one game in one language."""
        return next(self.books)

    def once(self, book: int, macro: Any, *given: Any) -> str:
        """The markup that a macro makes of what it is given."""
        encoded = ENCODE(given)
        key = (book, macro.name, encoded)
        found: str | None = self.found(key, len(encoded))
        if found is None:
            found = macro(*given)
            self.keep(key, found, len(encoded))
        return found

    def area(self, book: int, macro: Any, given: Given, *more: int) -> Piece:
        """The same for something large of which the macro reads parts: only those count."""
        return self.made_from(book, macro, given, more)[1]

    def part(self, book: int, macro: Any, noted: Any, *more: int) -> str:
        """A part of an area that is made by itself: it is as it was while what it reads is, whatever the rest reads."""
        if not isinstance(noted, Noted):  # what is made only once is not made in parts
            made: str = macro(noted, *more)
            return made
        way, found = self.made_from(book, macro, noted._noted_given, more)
        noted._noted_read.update(way.read)
        return found

    def made_from(self, book: int, macro: Any, given: Given, more: tuple[int, ...]) -> tuple[Way, Piece]:
        """An area, and in which way it reads what is given."""
        called: Key = (book, macro.name, *more)
        ways = self.ways.setdefault(called, [])
        for place, way in enumerate(ways):
            found: Piece | None = self.found(way.key(given), 0)
            if found is not None:
                if place:
                    ways.insert(0, ways.pop(place))
                return way, found
        read: set[Path] = set()
        made = Piece(macro(Noted(given, given.whole, read), *more).strip())
        for way in ways:
            if way.read == read:
                break
        else:
            way = Way(read, next(self.books))
            del ways[WAYS - 1:]
            ways.insert(0, way)
        key = way.key(given)
        self.keep(key, made, sum([len(part) for part in key if isinstance(part, bytes)]) + getsizeof(made))
        return way, made

    def found(self, key: Key, size: int) -> Any:
        found = self.young.get(key)
        if found is None and key in self.old:
            found = self.old[key]
            self.keep(key, found, size)
        return found

    def keep(self, key: Key, found: str, size: int) -> None:
        self.size += size + getsizeof(found) + BESIDE
        if self.size > self.room:
            self.old, self.young, self.size, self.ways = self.young, {}, 0, {}
        self.young[key] = found
