"""What the end of a game tells besides who won: where points come from, and honours. Each game says which.

A game's `show/ending.py` has `sources(end)`, the rows of the matrix of sources and players; `honours(end)`, facts of
that one game that are worth a word; `headline(events, drawn)`, which event of a step tells of it best (`drawn`: of what
chance brought); and `thumb(event)`, a small picture of it.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from markupsafe import Markup

from chateaux.engine.data import Data


class Ending(msgspec.Struct, kw_only=True):
    """A finished game as everybody may know it: how it stands, what counts, and what happened if that was replayed."""

    view: Any  # a spectator's, of the game's own kind
    breakdown: list[list[Data]]  # by seat, as `State.breakdown` writes it
    events: list[Data] | None = None

    @property
    def players(self) -> int:
        return len(self.breakdown)

    def tally(self, *kinds: str, field: str = "", whose: str = "seat") -> list[int]:
        """How often something happened to everybody, or the sum of one of its figures.

        >>> Ending(view=None, breakdown=[[], []], events=[{"kind": "buy", "seat": 1, "count": 4}]).tally(
        ...     "buy", field="count")
        [0, 4]
        """
        found = [0] * self.players
        for event in self.events or ():
            seat = event.get(whose, event["seat"])
            if event["kind"] in kinds and isinstance(seat, int) and seat >= 0:
                found[seat] += figure(event, field) if field else 1
        return found

    def most(self, kind: str, field: str) -> list[int]:
        """The highest figure that an event had for everybody."""
        found = [0] * self.players
        for event in self.events or ():
            seat = event["seat"]
            if event["kind"] == kind and isinstance(seat, int) and seat >= 0:
                found[seat] = max(found[seat], figure(event, field))
        return found


class Source(msgspec.Struct):
    """A row of the matrix: a symbol, a figure for every seat, and what each figure is made of."""

    id: str  # its word is `matrix.ID`
    mark: str
    figures: list[int]
    lines: list[list[Data]] = []


class Honour(msgspec.Struct):
    """A fact of this game: whoever has the highest figure is honoured."""

    id: str  # its words are `honour.ID` and `honour.ID.unit`
    mark: Markup
    figures: list[int]
    piece: str = ""


def figure(data: Data, field: str) -> int:
    """A figure of an event or a line.

    >>> figure({"count": 4}, "count"), figure({}, "count")
    (4, 0)
    """
    value = data.get(field, 0)
    return value if isinstance(value, int) else 0


def scored(end: Ending, id: str, mark: str, *kinds: str) -> Source:
    """The points of some kinds of lines; whatever counts for nothing is left out."""
    lines = [sorted((line for line in own if line["kind"] in kinds and figure(line, "points")),
                    key=lambda line: -figure(line, "points")) for own in end.breakdown]
    return Source(id, mark, [sum(figure(line, "points") for line in own) for own in lines], lines)


def first(events: Sequence[Data], *kinds: str) -> Data | None:
    """The first event of the first of these kinds that happened."""
    return next((event for kind in kinds for event in events if event["kind"] == kind), None)
