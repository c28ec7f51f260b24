"""The course of a game as a graph: bands that fill whatever box they are put in, and what stands above and below them.

Bands are clipped by paths in shares of their box, so that the weave of a player's colour is never stretched. Words,
shields and marks are HTML above the drawing, placed in per cent, so that they never shrink.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

Chances = Sequence[Sequence[float]]  # for every moment the share of every seat; each adds up to 1
NEAR: Final = 0.04  # of the width: of two marks that are nearer the weightier one stays,
NARROW: Final = 0.08  # and of those that are nearer on a phone


class Band(msgspec.Struct):
    """The chances of one seat: the outline of its band, and where its middle is at the start and at the end."""

    seat: int
    path: str
    first: float  # per cent from the top


class Mark(msgspec.Struct):
    """Something to be seen on the course: where, whose, what it weighs and what is said of it."""

    at: int
    seat: int
    mark: str
    weight: float
    said: str
    minor: bool = False
    top: float = 0.0


class Course(msgspec.Struct, kw_only=True):
    """A course ready to be drawn."""

    last: int
    known: int  # moments, when it is not known to the end
    bands: list[Band]
    banks: list[str]  # the lines between the bands
    ticks: list[tuple[float, str]]  # per cent from the left, and the number of the round
    winners: list[int]
    label: str
    rows: list[tuple[str, list[str]]]


def order(players: int, reader: int) -> list[int]:
    """The seats from the bottom up: the reader's band lies lowest, so that its height is the chance.

    >>> order(3, 1)
    [1, 0, 2]
    """
    return [reader, *(seat for seat in range(players) if seat != reader)]


def across(moment: float, last: int) -> float:
    """Where a moment stands from left to right, in per cent.

    >>> across(1, 4)
    25.0
    """
    return round(100 * moment / max(1, last), 2)


def edges(chances: Chances, order: Sequence[int]) -> list[list[float]]:
    """For every line between bands, from the bottom up, its height at every moment, as a share from the top.

    >>> edges([[0.25, 0.75]], [0, 1])
    [[1.0], [0.75], [0.0]]
    """
    lines = [[1.0] * len(chances)]
    for seat in order:
        lines.append([max(0.0, low - moment[seat]) for low, moment in zip(lines[-1], chances, strict=True)])
    lines[-1] = [0.0] * len(chances)
    return lines


def points(line: Sequence[float], last: int, back: bool = False) -> str:
    """A line as the points of a path, in a box of 1 x 1."""
    found = [f"{number / max(1, last):.4f} {height:.4f}" for number, height in enumerate(line)]
    return "L".join(found[::-1] if back else found)


def bands(chances: Chances, order: Sequence[int], last: int) -> tuple[list[Band], list[str]]:
    """The bands from the bottom up, and the lines between them."""
    lines = edges(chances, order)
    found = [Band(seat, f"M{points(lines[number + 1], last)}L{points(lines[number], last, back=True)}Z",
                  round(50 * (lines[number + 1][0] + lines[number][0]), 1)) for number, seat in enumerate(order)]
    return found, [f"M{points(line, last)}" for line in lines[1:-1]]


def kept_apart(marks: Sequence[Mark], last: int) -> list[Mark]:
    """Marks that do not cover each other; those for which a phone has no room are minor."""
    kept: list[Mark] = []
    for mark in sorted(marks, key=lambda one: -one.weight):
        apart = min((abs(mark.at - other.at) / max(1, last) for other in kept), default=1.0)
        major = min((abs(mark.at - other.at) / max(1, last) for other in kept if not other.minor), default=1.0)
        if apart >= NEAR:
            mark.minor = major < NARROW
            kept.append(mark)
    return sorted(kept, key=lambda one: one.at)


def ticks(rounds: Sequence[int], most: int = 11) -> list[tuple[float, str]]:
    """Where rounds begin, with their numbers; every second or fifth one when there are many."""
    starts = [at for at in range(1, len(rounds) - 1) if rounds[at] != rounds[at - 1]]
    step = 1 if len(starts) < most else 2 if len(starts) < 2 * most - 2 else 5
    return [(0.0, str(rounds[0])), *((across(at, len(rounds) - 1), str(rounds[at])) for at in starts
                                     if (rounds[at] - rounds[0]) % step == 0)]
