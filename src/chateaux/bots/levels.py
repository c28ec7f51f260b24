"""Levels for people: Page, Squire, Knight, King. Each is a bot written as a spec string.

They differ by how far they see. A Page looks at what an action brings at once, does not think of half of what could
be done, and is often mistaken about the rest, but never overlooks a victory or what scores most now. A Squire thinks
of nearly everything and is mistaken about what is close. A Knight thinks ahead, a little, and takes for equal what is
nearly so. A King thinks at most 2 seconds a move and is not mistaken. The ladder plays a King by iterations instead,
so that it fits.

Opponents of one level differ by their temper: `knight-raider` is a Knight who cares for what the others have.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Final

PAGE: Final = "greedy:blur=4,overlooks=0.5"
SQUIRE: Final = "greedy:blur=1,overlooks=0.15"
KNIGHT: Final = "search:iterations=40,blur=0.015"
USUAL: Final = "squire"  # the level where nobody has chosen one


@dataclass(frozen=True)
class Level:
    """How strong a bot is, in one word; `level.NAME` is its name in the translations."""

    id: str
    spec: str  # at a table
    ladder: str  # on the ladder: the same by iterations


LEVELS: Final = {found.id: found for found in (
    Level("page", PAGE, PAGE),
    Level("squire", SQUIRE, SQUIRE),
    Level("knight", KNIGHT, KNIGHT),
    Level("king", "search:seconds=1.5", "search:iterations=200"),
)}

TEMPERS: Final = ("builder", "raider", "gambler")  # as the games' judgements know them; `temper.NAME` is the word


def characters() -> list[str]:
    """Everybody of a level, as they are written at a table: each level by itself, and with every temper.

    >>> characters()[:3]
    ['page', 'page-builder', 'page-raider']
    """
    return [name for id in LEVELS for name in (id, *(f"{id}-{temper}" for temper in TEMPERS))]


def parted(name: str) -> tuple[str, str]:
    """The level and the temper of somebody at a table; neither for a bot that is of no level.

    >>> parted("knight-raider"), parted("king"), parted("greedy")
    (('knight', 'raider'), ('king', ''), ('', ''))
    """
    id, _, temper = name.partition("-")
    return (id, temper) if name in characters() else ("", "")


def written(name: str, by_iterations: bool = False) -> str:
    """The spec of somebody of a level, of any other bot the name itself.

    >>> written("knight-raider"), written("greedy")
    ('search:iterations=40,blur=0.015,temper=raider', 'greedy')
    """
    id, temper = parted(name)
    if not id:
        return name
    spec = LEVELS[id].ladder if by_iterations else LEVELS[id].spec
    return f"{spec},temper={temper}" if temper else spec


def level(id: str) -> Level:
    """The level with a name.

    >>> level("squire").spec
    'greedy:blur=1,overlooks=0.15'
    """
    if id not in LEVELS:
        raise KeyError(f"There is no level {id!r}; there are {', '.join(LEVELS)}.")
    return LEVELS[id]
