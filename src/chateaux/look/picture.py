"""`chateaux.picture`: what a picture is. The room that draws it is opened when somebody asks for one.

It is opened by its name, so that nothing that draws is loaded, type-checked or needed by those who play and simulate.
"""
from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Protocol, cast

from chateaux.engine.data import Observation
from chateaux.engine.game import State
from chateaux.engine.record import Record
from chateaux.extras import extra


class Picture(Protocol):
    """A position as a picture: `svg` and `html` for files; a notebook shows it by itself."""

    @property
    def svg(self) -> str:
        """The board as an SVG with all its symbols and colours in it."""

    @property
    def html(self) -> str:
        """The board as a page, as the browser table shows it; this one needs the extra `serve`."""

    @property
    def title(self) -> str:
        """The game, and how far it is or who has won it."""

    @property
    def told(self) -> str:
        """The board in words, for those who listen."""

    def _repr_html_(self) -> str:
        """What a notebook shows."""


class Draws(Protocol):
    def __call__(self, source: Record | State | Observation, at: int | None, seat: int | None, language: str,
                 theme: str, names: Sequence[str]) -> Picture: ...


def picture(source: Record | State | Observation, at: int | None = None, seat: int | None = None, language: str = "en",
            theme: str = "light", names: Sequence[str] = ()) -> Picture:
    """The board of a record after so many actions (all of them by default), of a position, or of an observation.

    It is seen through a seat's eyes, or a spectator's. Names are those of the record if they are not given.

    >>> import chateaux
    >>> state = chateaux.game("chateau-combo").new(players=2, seed=3)
    >>> shown = picture(state, seat=0)
    >>> shown.svg.startswith("<svg "), shown.html.startswith("<!DOCTYPE html>")
    (True, True)
    """
    with extra("picture"):
        draw = cast(Draws, import_module("chateaux.pictures").picture)
    return draw(source, at, seat, language, theme, names)
