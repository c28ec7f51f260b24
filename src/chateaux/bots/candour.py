"""Chances told honestly: what a search hopes for, put right by what came of such hopes in games.

A search plays on with opponents as it imagines them, so what it calls 70 % may come true more often or less.
`chances.json` in a game's folder holds the line, in log odds, that told the truth in games played for it: where it
begins and how steep it is, by the number of players. A line keeps the order of actions. `python -m bench.chances GAME
--fit` measures it.
"""
from __future__ import annotations

import json
import math
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from chateaux.engine.game import Game
from chateaux.engine.parts import folder
from chateaux.engine.reading import typed

CHANCES: Final = "chances.json"
SURE: Final = 1e-6  # a chance that is so near to 0 or 1 is left as it is


class Line(NamedTuple):
    """How log odds are put right."""

    start: float = 0.0
    steep: float = 1.0


class Lines(msgspec.Struct, forbid_unknown_fields=True):
    """The lines of a game, and how they were found."""

    players: dict[str, Line]
    made: list[str] = []


@lru_cache(maxsize=64)
def lines_in(path: Path) -> dict[int, Line]:
    if not path.exists():
        return {}
    found = typed(Lines, json.loads(path.read_text("utf-8")), path.name)
    return {int(players): line for players, line in found.players.items()}


def line_of(game: Game, players: int) -> Line:
    """The line for so many players, or for the nearest number that was measured."""
    known = lines_in(folder(game) / CHANCES)
    return known[min(known, key=lambda number: abs(number - players))] if known else Line()


def honest(chance: float, line: Line) -> float:
    """A chance put right.

    >>> round(honest(0.5, Line()), 6), round(honest(0.6, Line(0.0, 2.0)), 3), honest(1.0, Line(0.0, 2.0))
    (0.5, 0.692, 1.0)
    """
    if not SURE < chance < 1 - SURE:
        return chance
    return 1 / (1 + math.exp(-line.start - line.steep * math.log(chance / (1 - chance))))
