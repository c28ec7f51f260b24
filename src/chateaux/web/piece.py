"""Pieces of a page, and the areas that begin in them. Not compiled: what is compiled makes no texts of its own kind."""
from __future__ import annotations

from typing import Final, final

from markupsafe import Markup

BEGIN: Final = "<!--["  # before the name of an area of a page, where it begins; each name is there once
END: Final = "]-->"


@final
class Piece(Markup):
    """Markup of which it is known where areas begin in it, and what they are called.

    >>> piece = Piece("<ul><!--[hand]--><li>")
    >>> piece.parts, piece.names
    (['<ul>', 'hand]--><li>'], ['hand'])
    """

    parts: list[str]
    names: list[str]

    def __new__(cls, text: str) -> Piece:
        made = super().__new__(cls, text)
        made.parts = str.split(made, BEGIN)
        made.names = named(made.parts)
        return made


def named(parts: list[str]) -> list[str]:
    """The names of the areas that begin in a text, which was split where they do."""
    return [part[:part.index(END)] for part in parts[1:]]
