"""Freehand: what the people at a table draw by hand, each on a sheet of their own.

No part of any rules: a drawing is kept beside the game, seen by everybody, and changes nothing else.
"""
from __future__ import annotations

from typing import Annotated, Final

import msgspec

from chateaux.tables.data import Refused

UNITS: Final = 10_000  # the width of a sheet; its height is up to whoever shows it
LARGEST: Final = 128 * 1024  # bytes of a drawing, as JSON
MOST: Final = 2_000  # strokes

Coordinate = Annotated[int, msgspec.Meta(ge=0, le=UNITS)]


class Stroke(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of a pen: its ink by name, its width, and x and y of each point in turn."""

    ink: Annotated[str, msgspec.Meta(pattern="^[a-z]+$", max_length=12)]
    width: Annotated[int, msgspec.Meta(ge=1, le=1_000)]
    points: Annotated[list[Coordinate], msgspec.Meta(min_length=2, max_length=4_000)]


class Freehand(msgspec.Struct, frozen=True):
    """A seat's sheet. The number grows with every change."""

    seat: int
    number: int
    strokes: list[Stroke]


def written(strokes: list[Stroke], largest: int = LARGEST) -> str:
    """The strokes as they are kept; refused when they are too many.

    >>> written([Stroke("ink", 40, [0, 0, 100, 50])])
    '[{"ink":"ink","width":40,"points":[0,0,100,50]}]'
    """
    text = msgspec.json.encode(strokes).decode()
    if len(strokes) > MOST or len(text) > largest:
        raise Refused("too much", "The sheet is full: erase something first.")
    if any(len(stroke.points) % 2 for stroke in strokes):
        raise Refused("malformed", "Every point of a stroke has an x and a y.")
    return text


def read(text: str) -> list[Stroke]:
    """The strokes that `written` wrote."""
    return msgspec.json.decode(text, type=list[Stroke])
