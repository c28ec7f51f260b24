"""The statistics of the lab: intervals for shares and means, what a lead is worth, and what a piece adds to the chance
to win, by a regularised regression that is fed batch by batch.
"""
from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from scipy import linalg, stats

NORMAL: Final = 1.959963984540054  # a 95 % interval in standard deviations
POWER: Final = 0.8416212335729143  # what is there is found in four of five runs
TRUST: Final = 0.5  # what a piece adds is this small as a rule (standard deviation, in logits): the regularisation
FREE: Final = 5.0  # the same for what is only there to be adjusted for: place and bot

Numbers = NDArray[np.float64]
Span = tuple[float, float]


def wilson(wins: float, games: float) -> Span:
    """The 95 % Wilson interval of a share; victories may be shared.

    >>> low, high = wilson(53, 100)
    >>> round(low, 3), round(high, 3)
    (0.433, 0.625)
    """
    if games <= 0:
        return 0.0, 1.0
    share, square = wins / games, NORMAL**2
    middle = (share + square / (2 * games)) / (1 + square / games)
    half = NORMAL / (1 + square / games) * math.sqrt(share * (1 - share) / games + square / (4 * games**2))
    return max(0.0, middle - half), min(1.0, middle + half)


@dataclass
class Moments:
    """The mean of numbers that come one by one or in arrays, with its interval."""

    count: float = 0.0
    total: float = 0.0
    squares: float = 0.0

    def add(self, numbers: Numbers) -> None:
        self.count += len(numbers)
        self.total += float(numbers.sum())
        self.squares += float((numbers * numbers).sum())

    @property
    def mean(self) -> float:
        return self.total / self.count if self.count else 0.0

    @property
    def variance(self) -> float:
        if self.count < 2:
            return 0.0
        return max(0.0, (self.squares - self.count * self.mean**2) / (self.count - 1))

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return math.sqrt(self.variance / self.count) if self.count else 0.0

    @property
    def interval(self) -> Span:
        return self.mean - NORMAL * self.error, self.mean + NORMAL * self.error

    @property
    def chance(self) -> float:
        """How likely a mean so far from 0 is where nothing is behind it."""
        if self.error == 0.0:
            return 1.0 if self.mean == 0.0 else 0.0
        return float(2 * stats.t.sf(abs(self.mean) / self.error, max(1.0, self.count - 1)))

    def needed(self, size: float) -> int:
        """How many pairs would show a difference of this size in four of five runs."""
        return math.ceil((NORMAL + POWER) ** 2 * self.variance / size**2) if size else 0


def worth(leads: dict[int, float], wins: float, even: float) -> float:
    """The points that would have to be taken from a seat so that it wins its even share of games, new ties halved.

    `leads` counts games by the seat's lead over the best of the others, `wins` is how many it has won.

    >>> round(worth({-3: 30, -1: 17, 1: 23, 4: 30}, 53, 0.5), 2)
    0.26
    """
    total = sum(leads.values())
    side = 1 if wins > even * total else -1
    most = max((abs(lead) for lead in leads), default=0)
    before = wins
    for points in range(side, side * (most + 2), side):
        after = sum(count for lead, count in leads.items() if lead > points) + leads.get(points, 0) / 2
        if side * (after - even * total) <= 0:
            return points - side * abs(after - even * total) / (abs(after - before) or 1.0)
        before = after
    return float(side * most)


# ---------------------------------------------------------------- what a piece adds


@dataclass(frozen=True)
class Contest:
    """Games with one number of players: what every seat had, and who won."""

    had: Numbers  # game, seat, feature
    victory: Numbers  # game, seat


@dataclass(frozen=True)
class Fit:
    """The weight of each feature in logits, and how they vary together."""

    weights: Numbers
    covariance: Numbers

    def compared(self, uses: Numbers) -> tuple[Numbers, Numbers]:
        """The weights of the first features compared with their mean by use, and the standard errors of that."""
        size, total = len(uses), uses.sum() or 1.0
        contrast = np.eye(size) - np.outer(np.ones(size), uses / total)
        errors = np.sqrt(np.diag(contrast @ self.covariance[:size, :size] @ contrast.T))
        return contrast @ self.weights[:size], errors


def fitted(contests: Callable[[], Iterable[Contest]], trust: Numbers) -> Fit:
    """Who wins, explained by what the seats of a game had: a conditional logit, seat against seat of the same game.

    Weights are held near 0 by normal priors of widths `trust`; the likeliest ones are found by Newton's method, with
    one pass over all batches a step, so memory does not grow with the number of games.
    """
    features = len(trust)
    weights, precision = np.zeros(features), np.diag(1 / trust**2)
    curve: Any = precision
    for _ in range(25):
        slope, curve = -precision @ weights, precision.copy()
        for contest in contests():
            pull = contest.had @ weights
            chance = np.exp(pull - pull.max(axis=1, keepdims=True))
            chance /= chance.sum(axis=1, keepdims=True)
            won = contest.victory.sum(axis=1, keepdims=True)  # 0 where nobody won
            slope += np.einsum("gs,gsf->f", contest.victory - won * chance, contest.had, optimize=True)
            centred = contest.had - np.einsum("gs,gsf->gf", chance, contest.had, optimize=True)[:, None, :]
            spread = (centred * np.sqrt(chance * won)[:, :, None]).reshape(-1, features)
            curve += spread.T @ spread
        step = linalg.solve(curve, slope, assume_a="pos")
        weights = weights + step
        if float(np.abs(step).max(initial=0.0)) < 1e-4:
            break
    return Fit(weights, linalg.inv(curve))


def gain(weight: float, players: float) -> float:
    """What a weight adds to an even chance among so many players.

    >>> round(gain(0.5, 2), 3), gain(0.0, 3)
    (0.122, 0.0)
    """
    return 1 / (1 + (players - 1) * math.exp(-weight)) - 1 / players if weight else 0.0


def discoveries(chances: list[float]) -> list[float]:
    """Chances corrected for how many were looked at (Benjamini and Hochberg)."""
    return [float(one) for one in stats.false_discovery_control(chances)] if chances else []
