"""Ratings: how well somebody plays a game, and how sure that is. Bots are the anchors; 1000 is a Squire.

The model is Plackett and Luce's for games of many (openskill). A bot whose strength the ladder has measured stays
where it is; people, and bots that nobody has measured, move.
"""
from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from openskill.models import PlackettLuce

from chateaux.bots import parted

MODEL: Final = PlackettLuce()
MIDDLE: Final = 25.0  # where everybody begins, and where a Squire stands
SPREAD: Final = MIDDLE / 3  # how unsure that is
SCALE: Final = 29.5  # points of the ladder in one of the model's: ten to one is 400 points
SURE: Final = 1.0  # of an anchor
ANCHORS: Final[dict[str, dict[str, int]]] = json.loads((Path(__file__).parent / "anchors.json").read_text("utf-8"))


class Rating(NamedTuple):
    """A strength and its uncertainty, as the model counts."""

    mu: float = MIDDLE
    sigma: float = SPREAD

    @property
    def points(self) -> int:
        """As people read it.

        >>> Rating().points, Rating().give_or_take
        (1000, 482)
        """
        return round(1000 + SCALE * (self.mu - MIDDLE))

    @property
    def give_or_take(self) -> int:
        """Half of the interval in which it lies, 95 times of 100."""
        return round(1.96 * SCALE * self.sigma)


def anchor(game: str, bot: str) -> Rating | None:
    """Where the ladder has put a bot; whatever its temper, it is as strong as its level.

    >>> anchor("chateau-combo", "squire")
    Rating(mu=25.0, sigma=1.0)
    """
    found = ANCHORS.get(game, {}).get(parted(bot)[0] or bot)
    return None if found is None else Rating(MIDDLE + found / SCALE, SURE)


def rate(before: Sequence[Rating], places: Sequence[int], fixed: Sequence[bool]) -> list[Rating]:
    """The ratings after a game that ended with these places, the first being 1; those that are fixed stay.

    >>> after = rate([Rating(), Rating()], [1, 2], [False, True])
    >>> after[0].mu > MIDDLE, after[0].sigma < SPREAD, after[1] == Rating()
    (True, True, True)
    """
    teams = [[MODEL.rating(mu=one.mu, sigma=one.sigma)] for one in before]
    after = MODEL.rate(teams, ranks=[float(place) for place in places])
    return [old if stays else Rating(new[0].mu, new[0].sigma)
            for old, new, stays in zip(before, after, fixed, strict=True)]


def placed(scores: Sequence[int], winners: Sequence[int]) -> list[int]:
    """The place of each seat; equal ones share it.

    >>> placed([5, 7, 7, 2], [2]), placed([5, 5, 1], [0, 1])
    ([3, 2, 1, 4], [1, 1, 3])
    """
    keys = [(0, 0) if seat in winners else (1, -score) for seat, score in enumerate(scores)]
    return [1 + sum(other < key for other in keys) for key in keys]
