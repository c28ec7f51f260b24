"""Pieces of a page with which areas begin. Not compiled: what is compiled makes no texts of its own kind."""
from __future__ import annotations

from typing import Final, final

from markupsafe import Markup

BEGIN: Final = "<!--["  # before the name of an area of a page, where it begins; each name is there once
END: Final = "]-->"


@final
class Piece(Markup):
    """Markup that begins an area, up to where the next one does.

    >>> Piece("<!--[hand]--><li>").name
    'hand'
    """

    __slots__ = ("name",)
    name: str

    def __new__(cls, text: str) -> Piece:
        made = str.__new__(cls, text)
        made.name = text[len(BEGIN):text.index(END)]
        return made
