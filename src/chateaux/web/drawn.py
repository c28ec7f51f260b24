"""What was drawn, kept by what it was drawn from: the same is drawn once, for whoever sees it, for as long as it lasts.

The macros of a board know words and pieces, and besides them only what they are given. So equal things given make
equal markup, and what everybody may see is made once for all of them: whoever sees more gives more.
"""
from __future__ import annotations

from itertools import count
from typing import Any, Final, final

import msgspec
from jinja2.runtime import Macro
from markupsafe import Markup

ROOM: Final = 24 << 20  # bytes of one generation; there are two
BESIDE: Final = 200  # bytes that an entry takes besides its texts


def plain(value: object) -> str:
    """Names of pieces and markup are texts like others."""
    if isinstance(value, str):
        return str.__str__(value)
    raise TypeError(f"Nothing can be drawn from a {type(value).__name__}.")


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
        self.size = 0
        self.young: dict[tuple[int, str, bytes], Markup] = {}
        self.old: dict[tuple[int, str, bytes], Markup] = {}
        self.encode = msgspec.msgpack.Encoder(enc_hook=plain).encode
        self.books = count()

    def book(self) -> int:
        """A number for macros that belong together: those of one game in one language."""
        return next(self.books)

    def once(self, book: int, macro: Macro, *given: Any) -> Markup:
        """The markup that a macro makes of what it is given."""
        key = (book, macro.name, self.encode(given))
        found = self.young.get(key)
        if found is None:
            found = self.old.get(key)
            if found is None:
                found = macro(*given)
            self.keep(key, found)
        return found

    def keep(self, key: tuple[int, str, bytes], found: Markup) -> None:
        self.size += len(key[2]) + len(found) + BESIDE
        if self.size > self.room:
            self.old, self.young, self.size = self.young, {}, 0
        self.young[key] = found
