"""What templates do thousands of times a second: read a part of something, and write it down harmlessly. Compiled."""
from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from sys import intern
from typing import Any, Final, final

import markupsafe
from jinja2 import StrictUndefined
from jinja2.utils import missing

SHORT: Final = 200  # letters of what is worth keeping
OF_DICTS: Final = frozenset(name for name in dir(dict) if not name.startswith("_"))
BEGIN: Final = "<!--["  # before the name of an area of a page, where it begins; each name is there once
END: Final = "]-->"


BEGINS: Final = BEGIN.encode()


@final
class Outline:
    """What is known of patches without their texts."""

    def __init__(self, first: int, names: list[str], marks: list[int]) -> None:
        self.first, self.names, self.marks = first, names, marks
        self.count = len(names)
        self.whole = hash((first, *names, *marks))


@final
class Patches:
    """Markup that lies in areas, as a page is sent; what comes before the first goes on with whatever is before it.

    What is put together from patches holds the very same ones.

    >>> found = cut("<ul><!--[hand]--><li>")
    >>> found.first, found.names, found.texts, str(found)
    (b'<ul>', ['hand'], [b'<!--[hand]--><li>'], '<ul><!--[hand]--><li>')
    """

    def __init__(self, first: bytes, names: list[str], texts: list[bytes], marks: list[int], fresh: int) -> None:
        self.first = first
        self.names = names
        self.texts = texts
        self.marks = marks  # by which an equal text is known
        self.outline = Outline(hash(first), names, marks)
        self.fresh = fresh  # bytes that are in nothing which it was put together from

    def __str__(self) -> str:
        return (self.first + b"".join(self.texts)).decode()

    def __html__(self) -> str:
        return (self.first + b"".join(self.texts)).decode()

    def __bool__(self) -> bool:
        return len(self.first) > 0 or len(self.texts) > 0


def sent(text: str) -> bytes:
    """A text as a stream carries it: on one line, which is the same to a page."""
    found = text.encode()
    if b"\n" in found:
        found = found.replace(b"\n", b" ")
    return found.replace(b"\r", b" ") if b"\r" in found else found


def cut(text: str) -> Patches:
    """A text in patches."""
    whole = sent(text)
    at = whole.find(BEGINS)
    if at < 0:
        return Patches(whole, [], [], [], len(whole))
    names, texts, marks, first = list[str](), list[bytes](), list[int](), whole[:at]
    while at >= 0:
        after = whole.find(BEGINS, at + 5)
        piece = whole[at:after] if after >= 0 else whole[at:]
        names.append(intern(piece[5:piece.index(b"]")].decode()))
        texts.append(piece)
        marks.append(hash(piece))
        at = after
    return Patches(first, names, texts, marks, len(whole))


@final
class Later:
    """Where a part goes that is made by itself, and made again when only that changes which it reads."""

    def __init__(self, macro: Any, more: tuple[int, ...]) -> None:
        self.macro, self.more = macro, more


@final
class Sketch:
    """What a macro has made that leaves places for parts: patches, and parts that come later."""

    def __init__(self, pieces: list[Any]) -> None:
        self.pieces = pieces


def together(made: list[Any]) -> Any:
    """What a macro has made, as one: markup, or patches where it holds such, or a sketch where parts come later.

    >>> together(["a", "b"]), str(together(["<b>", cut("<!--[hand]--><li>"), "</b>"]))
    (Markup('ab'), '<b><!--[hand]--><li></b>')
    """
    for one in made:
        if not isinstance(one, str):
            break
    else:
        return str.__new__(markupsafe.Markup, "".join(made))
    if len(made) == 1:
        return made[0]
    for one in made:
        if isinstance(one, (Later, Sketch)):
            return sketched(made)
    names, texts, marks, fresh = list[str](), list[bytes](), list[int](), 0
    first = list[bytes]()
    open = first  # what the last area, or what is before the first, goes on with
    said = list[str]()  # since the last patches
    for one in made:
        if isinstance(one, str):
            said.append(one)
            continue
        if said:
            found = cut("".join(said))
            said = []
            fresh += found.fresh
            open = joined(open, names, texts, marks, found)
        open = joined(open, names, texts, marks, one)
    if said:
        found = cut("".join(said))
        fresh += found.fresh
        open = joined(open, names, texts, marks, found)
    if texts and len(open) > 1:
        closed(open, texts, marks)
        fresh += len(texts[-1])
    return Patches(b"".join(first), names, texts, marks, fresh)


def sketched(made: list[Any]) -> Sketch:
    """The same where parts come later."""
    pieces, said = list[Any](), list[Any]()
    for one in made:
        if not isinstance(one, (Later, Sketch)):
            said.append(one)
            continue
        if said:
            pieces.append(in_patches(together(said)))
            said = []
        if isinstance(one, Sketch):
            pieces += one.pieces
        else:
            pieces.append(one)
    if said:
        pieces.append(in_patches(together(said)))
    return Sketch(pieces)


def in_patches(made: Any) -> Patches:
    """Something made, in patches."""
    return made if isinstance(made, Patches) else cut(made)


def joined(open: list[bytes], names: list[str], texts: list[bytes], marks: list[int], found: Patches) -> list[bytes]:
    """Go on with further patches; what is open then."""
    if found.first:
        open.append(found.first)
    if not found.texts:
        return open
    if len(open) > 1 and texts:
        closed(open, texts, marks)
    names += found.names
    texts += found.texts
    marks += found.marks
    return [texts[-1]]


def closed(open: list[bytes], texts: list[bytes], marks: list[int]) -> None:
    """All of an area is there."""
    if len(open) > 1:
        texts[-1] = b"".join(open)
        marks[-1] = hash(texts[-1])


def as_text(made: Iterable[Any]) -> str:
    """All of a page, whatever it was made of."""
    return "".join([one if isinstance(one, str) else str(one) for one in made])


@lru_cache(maxsize=8192)
def harmless(text: str) -> str:
    return str(markupsafe.escape(text))


def escape(value: Any) -> Any:
    """A value as markup: what is made already stays as it is, and so does a list of it, which only a page can yield.

    >>> escape("a & b"), escape(markupsafe.Markup("<b>")), escape(3)
    ('a &amp; b', Markup('<b>'), '3')
    """
    kind = type(value)
    if kind is list or isinstance(value, (markupsafe.Markup, Patches, Later, Sketch)):
        return value
    if kind is int:
        return str(value)
    if kind is str and len(value) < SHORT:
        return harmless(value)
    return markupsafe.escape(value)


def read(of: Any, name: str) -> Any:
    """What something calls so: an attribute, or an entry of a dict; if there is none, whoever uses it will hear so.

    >>> read({"gold": 3}, "gold"), read(1j, "imag")
    (3, 1.0)
    """
    if type(of) is dict and name not in OF_DICTS:
        if name in of:
            return of[name]
    else:
        try:
            return getattr(of, name)
        except AttributeError:
            pass
    return StrictUndefined(obj=of, name=name)


@final
class Macro:
    """A macro of a template; what it makes is markup, or patches of it.

    >>> Macro(None, lambda what, mark: f"{what}{'!' if mark is missing else mark}", "shout", ("what", "mark"))("Oh")
    Markup('Oh!')
    """

    def __init__(self, environment: object, made: Callable[..., Any], name: str, arguments: Sequence[str],
                 *_: object) -> None:  # as Jinja's own is called; ours take no block and no more than they name
        self.made, self.name, self.arguments = made, name, list(arguments)

    def __call__(self, *given: Any, **named: Any) -> Any:
        if len(given) < len(self.arguments):
            given = (*given, *[named.pop(name, missing) for name in self.arguments[len(given):]])
        if named:
            raise TypeError(f"{self.name} has no {', '.join(named)}.")
        made = self.made(*given)
        return str.__new__(markupsafe.Markup, made) if type(made) is str else made
