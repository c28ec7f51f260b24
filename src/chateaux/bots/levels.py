"""Levels for people: Page, Squire, Knight, King. Each is a bot written as a spec string.

The lower three err now and then, as people do; a King does not, and thinks at most 2 seconds a move. The
ladder plays a King by iterations instead, so that it fits.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Level:
    """How strong a bot is, in one word; `level.NAME` is its name in the translations."""

    id: str
    spec: str  # at a table
    ladder: str  # on the ladder: the same by iterations


LEVELS: Final = {found.id: found for found in (
    Level("page", "greedy:slips=0.5", "greedy:slips=0.5"),
    Level("squire", "greedy:slips=0.2", "greedy:slips=0.2"),
    Level("knight", "search:iterations=40,slips=0.08", "search:iterations=40,slips=0.08"),
    Level("king", "search:seconds=1.5", "search:iterations=200"),
)}


def level(id: str) -> Level:
    """The level with a name.

    >>> level("squire").spec
    'greedy:slips=0.2'
    """
    if id not in LEVELS:
        raise KeyError(f"There is no level {id!r}; there are {', '.join(LEVELS)}.")
    return LEVELS[id]
