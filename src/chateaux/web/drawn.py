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
from librt.vecs import extend, vec
from markupsafe import Markup
from mypy_extensions import i64

from chateaux.look.marking import BEGIN, Later, Patches, Sketch, cut, in_patches

GENERATIONS: Final = 2  # what was asked for lately, and what was before that
ROOM: Final = 8 << 20  # bytes of one of them at least; one guest can fill both
MOST: Final = 128 << 20  # and at most
EACH: Final = 192 << 10  # and for each table in use, so that what was drawn for a move is there at the next
BESIDE: Final = 500  # bytes that an entry takes besides what it holds

Path = tuple[str | int | Callable[[Any], object], ...]  # parts of parts, and at the end perhaps a fact of the part
Key = tuple[object, ...]
DEEP: Final[frozenset[Path]] = frozenset({  # read part by part; all else is read whole
    ("people",), ("view",), ("view", "players"), *[("view", "players", seat) for seat in range(8)]})


def plain(value: object) -> Any:
    """Names of pieces and markup are texts like others; what is noted is read as a whole."""
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, Noted):
        return whole(value)
    if isinstance(value, Patches):
        return [value.first, *value.texts]
    raise TypeError(f"Nothing can be drawn from a {type(value).__name__}.")


ENCODE: Final = msgspec.msgpack.Encoder(enc_hook=plain).encode


UNKNOWN: Final[vec[i64]] = vec[i64]([0] * 256)
NOTHING, NONE, TRUE, FALSE, FIRST = 2, 3, 4, 5, 16  # marks; those of whole numbers begin with the last
SMALL: Final = 1 << 40  # numbers below it are their own marks
PATHS: Final[list[Path]] = []  # that any macro reads, by number
PARENTS: Final[list[int]] = []  # and by number the path that each goes on from; -1: all that is given
NUMBERS: Final[dict[Path, int]] = {}


def number_of(path: Path) -> int:
    """By which a path is known."""
    number = NUMBERS.get(path, -1)
    if number < 0:
        parent = number_of(path[:-1]) if len(path) > 1 else -1
        number = NUMBERS[path] = len(PATHS)
        PATHS.append(path)
        PARENTS.append(parent)
    return number


def mark_of(value: Any) -> i64:
    """The mark of a value: equal values, equal marks. A number or a word is not written down for it."""
    if value is None:
        return NONE
    if isinstance(value, bool):
        return TRUE if value else FALSE
    if isinstance(value, int) and 0 <= value < SMALL:
        return FIRST + i64(value)
    found = i64(hash(ENCODE(value)))
    return found if found < 0 or found >= FIRST + SMALL else found + FIRST + SMALL


@final
class Given:
    """Something that macros are given whole, though each of them reads only some of its parts."""

    def __init__(self, whole: object) -> None:
        self.whole: Any = whole
        self.marks: vec[i64] = UNKNOWN[:]  # by number of the path, of those that were asked for
        self.values: dict[int, Any] = {}  # by number of the path, of those that others go on from

    def part(self, number: i64) -> i64:
        """A part by its mark: equal parts, equal marks. Only marks are kept, and so little is looked through."""
        while number >= len(self.marks):
            self.marks = extend(self.marks, UNKNOWN)
        found = self.marks[number]
        if found == 0:
            try:
                found = mark_of(self.stepped(number))
            except (AttributeError, IndexError):  # nothing is there, and so nothing is equal to it
                found = NOTHING
            self.marks[number] = found
        return found

    def stepped(self, number: i64) -> Any:
        """What lies at a path: a step further than at the path that it goes on from."""
        parent = PARENTS[number]
        value = self.whole
        if parent >= 0:
            if parent not in self.values:
                self.values[parent] = self.stepped(parent)
            value = self.values[parent]
        name = PATHS[number][-1]
        if isinstance(name, str):
            return getattr(value, name)
        return value[name] if isinstance(name, int) else name(value)

    def parts(self, numbers: vec[i64]) -> vec[i64]:
        """The marks of several."""
        return vec[i64]([self.part(number) for number in numbers])


@final
class Trail:
    """What a macro reads, part by part, and where that leads: what it reads next depends on what it has read.

    All that come here have read these parts alike. Then something was made of them, or another part decides.
    """

    def __init__(self, paths: vec[i64], parts: vec[i64], made: Any, read: vec[i64]) -> None:
        self.paths = paths  # by number
        self.parts = parts  # the marks of what was there
        self.made = made  # patches or a sketch
        self.read = read  # all that was read for it, from the beginning
        self.asks: i64 = -1  # the path that decides where nothing is made yet
        self.ways: dict[i64, Trail] | None = None

    def follow(self, given: Given) -> Trail | None:
        """Where it leads to something made."""
        here: Trail | None = self
        while here is not None:
            paths, parts = here.paths, here.parts
            for place in range(len(paths)):
                if given.part(paths[place]) != parts[place]:
                    return None
            if here.ways is None:
                return here
            here = here.ways.get(given.part(here.asks))
        return None

    def lead(self, read: vec[i64], given: Given, made: Any) -> bool:
        """Lead to something made of what was read; false if something else was next though all before was the same."""
        here: Trail = self
        at: i64 = 0
        while True:
            same: i64 = 0
            while same < len(here.paths):
                if at == len(read) or here.paths[same] != read[at]:
                    return False
                if here.parts[same] != given.part(read[at]):
                    here.fork(same)
                    break
                same += 1
                at += 1
            if here.ways is None or at == len(read) or here.asks != read[at]:
                return False
            decides = given.part(read[at])
            at += 1
            if decides not in here.ways:
                rest = read[at:]
                here.ways[decides] = Trail(rest, given.parts(rest), made, read)
                return True
            here = here.ways[decides]

    def fork(self, place: i64) -> None:
        """Let the part at a place decide, which was the same for all until now."""
        further = Trail(self.paths[place + 1:], self.parts[place + 1:], self.made, self.read)
        further.asks, further.ways = self.asks, self.ways
        self.asks, self.ways = self.paths[place], {self.parts[place]: further}
        self.paths, self.parts, self.made = self.paths[:place], self.parts[:place], None


@final
class Noted:
    """What a macro sees of something given: the same, but it is noted which parts are read."""

    __slots__ = ("_noted_at", "_noted_given", "_noted_of", "_noted_read")

    def __init__(self, given: Given, of: Any, read: dict[int, None], at: Path = ()) -> None:
        self._noted_given, self._noted_of, self._noted_read, self._noted_at = given, of, read, at

    def __getattr__(self, name: str) -> Any:
        return step(self, getattr(self._noted_of, name), name)

    def __getitem__(self, name: int) -> Any:
        return step(self, self._noted_of[name], name)

    def _noted_fact(self, ask: Callable[[Any], Any]) -> Any:
        self._noted_read[number_of((*self._noted_at, ask))] = None
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
    noted._noted_read[number_of(path)] = None
    return value


def whole(value: Any) -> Any:
    """Something noted, read as a whole; anything else as it is."""
    if not isinstance(value, Noted):
        return value
    value._noted_read[number_of(value._noted_at)] = None
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
        self.books = count()
        self.forget()

    def forget(self) -> None:
        self.size = 0
        self.young: dict[Key, Any] = {}
        self.old: dict[Key, Any] = {}
        self.trails: dict[Key, Trail] = {}  # the same for what is made of parts
        self.old_trails: dict[Key, Trail] = {}

    def fit(self, tables: int) -> None:
        """Have room for so many tables, but not for more than may be."""
        self.room = min(self.most, max(ROOM, tables * EACH))

    def book(self) -> int:
        """A number for macros that belong together: those of one game in one language."""
        return next(self.books)

    def once(self, book: int, macro: Any, *given: Any) -> Any:
        """What a macro makes of what it is given: markup, or patches of it, or a list."""
        encoded = ENCODE(given)
        key = (book, macro.name, encoded)
        found = self.young.get(key)
        if found is not None:
            return found
        found = self.old.get(key)
        if found is None:
            found = patched(macro(*given))
            self.make_room(len(encoded) + weight(found))
        else:
            self.make_room(len(encoded) + whole_weight(found))
        self.young[key] = found
        return found

    def area(self, book: int, macro: Any, given: Given, *more: int) -> list[Patches]:
        """The same, in patches, for something large of which the macro reads parts: only those count."""
        found: list[Patches] = []
        self.put(book, macro, given, more, found)
        return found

    def part(self, book: int, macro: Any, noted: Any, *more: int) -> Any:
        """A part of an area that is made by itself: it is as it was while what it reads is, whatever the rest reads."""
        if isinstance(noted, Noted):
            return Later(macro, more)
        return macro(noted, *more)  # what is made only once is not made in parts

    def text(self, book: int, macro: Any, given: Given, *more: int) -> Markup:
        """The same where it is short."""
        return str.__new__(Markup, "".join([str(one) for one in self.area(book, macro, given, *more)]).strip())

    def put(self, book: int, macro: Any, given: Given, more: tuple[int, ...], found: list[Patches]) -> None:
        """Put something made where it belongs, and then whatever its sketch has left room for."""
        made = self.made_from(book, macro, given, more)
        if isinstance(made, Patches):
            found.append(made)
            return
        sketch: Sketch = made
        for one in sketch.pieces:
            if isinstance(one, Later):
                self.put(book, one.macro, given, one.more, found)
            else:
                found.append(one)

    def made_from(self, book: int, macro: Any, given: Given, more: tuple[int, ...]) -> Any:
        """Patches or a sketch that a macro makes of what it reads of something given."""
        called: Key = (book, macro.name, *more)
        trail = self.trails.get(called)
        found = None if trail is None else trail.follow(given)
        if found is not None:
            return found.made
        old = self.old_trails.get(called)
        found = None if old is None else old.follow(given)
        if found is not None:
            read, made = found.read, found.made
            size = whole_weight(made)
        else:
            noting: dict[int, None] = {}
            made = macro(Noted(given, given.whole, noting), *more)
            if isinstance(made, Later):
                made = Sketch([made])
            elif not isinstance(made, Sketch):
                made = in_patches(made)
            read = vec[i64](list(noting))
            size = weight(made)
        self.make_room(size + 24 * len(read))
        trail = self.trails.get(called)
        if trail is None or not trail.lead(read, given, made):
            self.trails[called] = Trail(read, given.parts(read), made, read)
        return made

    def make_room(self, size: int) -> None:
        """Something of a size is to be kept; if that is too much, what was not asked for lately is forgotten."""
        self.size += size + BESIDE
        if self.size > self.room:
            self.old, self.young, self.size = self.young, {}, size + BESIDE
            self.old_trails, self.trails = self.trails, {}


def patched(made: Any) -> Any:
    """What was made, in patches where areas begin in it."""
    return cut(made) if isinstance(made, str) and BEGIN in made else made


def weight(made: Any) -> int:
    """The bytes of something made, without the patches that are in something else."""
    if isinstance(made, Patches):
        return made.fresh + 24 * len(made.texts)
    if isinstance(made, Sketch):
        made = made.pieces
    return sum([weight(one) for one in made]) if isinstance(made, (list, tuple)) else getsizeof(made)


def whole_weight(made: Any) -> int:
    """All of its bytes."""
    if isinstance(made, Patches):
        return len(made.first) + sum([len(text) for text in made.texts]) + 24 * len(made.texts)
    if isinstance(made, Sketch):
        made = made.pieces
    return sum([whole_weight(one) for one in made]) if isinstance(made, (list, tuple)) else getsizeof(made)
