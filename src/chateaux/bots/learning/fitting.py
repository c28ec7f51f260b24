"""Figures fitted to games: those under which what happened would have been likeliest.

Two questions are asked of a judgement, and both are choices among a few: who wins from here (its `chances`), and which
action a search prefers (its `rate`). For either the figures give every candidate a number, a softmax of these a
probability, and the games say what came of it. One method serves both: Newton's, with the slopes of the numbers taken
by small differences, held to the present figures as far as the games do not speak against them.
"""
from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from chateaux.bots.learning.games import Kept, ended, replayed
from chateaux.engine.game import Game, State
from chateaux.engine.judgement import Judgement

Numbers = np.ndarray[tuple[int, ...], np.dtype[np.float64]]
STEP: Final = 2e-2  # of a figure's scale: how far it is moved to see what changes
USUAL: Final = 6  # tries that an action's value is mixed with the usual one for
SHARP: Final = 30.0  # thousandths of value that make an action e times likelier to be preferred
STEEP: Final = 20.0  # what a candidate's number may change by with a figure's scale: where it leaps, no slope tells
FURTHEST: Final = 0.7  # of its scale: how far a figure goes in one step
LEAST: Final = 0.5  # the scale of a figure that is nearly nothing


@dataclass
class Choices:
    """Candidates in groups, one of which it will be, with what the games say of each."""

    members: list[tuple[State, tuple[int, ...]]]  # a position with its candidates
    group: np.ndarray[tuple[int], np.dtype[np.int64]]  # of each candidate,
    came: Numbers  # and how much of the outcome was its
    ask: Callable[[Judgement, State, tuple[int, ...]], list[float]]
    weight: float

    def numbers(self, judgement: Judgement) -> Numbers:
        """What the judgement gives each candidate."""
        ask = self.ask
        return np.array([number for state, candidates in self.members for number in ask(judgement, state, candidates)])

    def chances(self, numbers: Numbers) -> Numbers:
        """The probabilities of all candidates."""
        count = len(self.members)
        best = np.full(count, -np.inf)
        np.maximum.at(best, self.group, numbers)
        shares = np.exp(numbers - best[self.group])
        found: Numbers = shares / np.bincount(self.group, shares, count)[self.group]
        return found

    def loss(self, numbers: Numbers) -> float:
        """The mean surprise at what happened."""
        return float(-(self.came * np.log(self.chances(numbers) + 1e-12)).sum() / max(len(self.members), 1))


@dataclass
class Points:
    """Seats of positions with the points that they had in the end: what `worth` says where it is meant as points."""

    members: list[tuple[State, tuple[int, ...]]]
    came: Numbers
    weight: float
    error: float  # the points by which a foresight is out, on the mean

    def numbers(self, judgement: Judgement) -> Numbers:
        return np.array([judgement.worth(state, seat) for state, seats in self.members for seat in seats])

    def loss(self, numbers: Numbers) -> float:
        return float(((numbers - self.came) ** 2).sum() / (2 * self.error**2 * max(len(self.members), 1)))


def asked_winner(judgement: Judgement, state: State, seats: tuple[int, ...]) -> list[float]:
    """How each seat stands."""
    doubt = judgement.doubt(state)
    return [judgement.worth(state, seat) / doubt for seat in seats]


def asked_action(judgement: Judgement, state: State, actions: tuple[int, ...]) -> list[float]:
    """How each action looks."""
    warmth = judgement.warmth or 1.0
    return [rate / warmth for rate in judgement.rated(state, state.to_act[0], list(actions))]


def gathered(game: Game, games: list[Kept], each: float, seed: int, values: float, policy: float,
             points: float = 0.0, by_value: bool = False) -> list[Choices | Points]:
    """Positions of games, a share of each, as choices of a winner and of an action, and with the points they led to.

    What is to be learned of actions is how often a search tried each, or, `by_value`, how good it found each: the
    former keeps to what the judgement thought before, the latter teaches more where that was wrong.
    """
    dice = random.Random(seed)
    won: list[tuple[State, tuple[int, ...]]] = []
    came: list[float] = []
    chosen: list[tuple[State, tuple[int, ...]]] = []
    tried: list[float] = []
    scored: list[float] = []
    for kept in games:
        final = ended(game, kept).scores() if points else []
        for number, state in replayed(game, kept):
            if dice.random() < each:
                scored += final
                won.append((state.clone(), tuple(range(kept.players))))
                came += kept.victory
            if policy and number in kept.tried:
                seat = kept.moves[number][0]
                if state.to_act[0] == seat and len(state.to_act) == 1:
                    actions = tuple(state.actions(seat))
                    chosen.append((state.clone(), actions))
                    tried += (preferred if by_value else visited)(kept.tried[number], actions)

    def grouped(members: list[tuple[State, tuple[int, ...]]]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        return np.repeat(np.arange(len(members)), [len(candidates) for _, candidates in members])

    found: list[Choices | Points] = [Choices(won, grouped(won), np.array(came), asked_winner, values)]
    if policy:
        found.append(Choices(chosen, grouped(chosen), np.array(tried), asked_action, policy))
    if points:
        found.append(Points(won, np.array(scored, dtype=np.float64), points, 12.0))
    return found


def preferred(rows: list[tuple[int, int, int]], actions: tuple[int, ...]) -> list[float]:
    """How a search would have it: each action by its value, one that was tried little by what is usual here."""
    visits = sum(row[1] for row in rows)
    usual = sum(row[1] * row[2] for row in rows) / visits
    values = {action: (tries * value + USUAL * usual) / (tries + USUAL) for action, tries, value in rows}
    best = max(values.values())
    weights = [math.exp((values.get(action, usual) - best) / SHARP) if action in values else 0.0 for action in actions]
    return [weight / sum(weights) for weight in weights]


def visited(rows: list[tuple[int, int, int]], actions: tuple[int, ...]) -> list[float]:
    """How often a search tried each action."""
    total = sum(row[1] for row in rows)
    got = {row[0]: row[1] / total for row in rows}
    return [got.get(action, 0.0) for action in actions]


def figures_of(judgement: Judgement) -> Numbers:
    """The present figures, in the order of their names."""
    return np.array([getattr(judgement, name) for name in judgement.figures()])


def set_figures(judgement: Judgement, figures: Numbers) -> None:
    """Other figures."""
    for name, value in zip(judgement.figures(), figures, strict=True):
        setattr(judgement, name, float(value))


def fitted(judgement: Judgement, choices: list[Choices | Points], firmness: float = 20.0, rounds: int = 5,
           fixed: frozenset[str] = frozenset(),
           progress: Callable[[int, list[float]], None] = lambda number, losses: None) -> Numbers:
    """The figures that fit best, held to the present ones as if so many positions spoke for each; set in place."""
    names = judgement.figures()
    start = figures_of(judgement)
    scale = np.maximum(np.abs(start), LEAST)
    free = np.array([name not in fixed for name in names])
    now = start.copy()

    def total() -> float:
        found = sum(each.weight * len(each.members) * each.loss(each.numbers(judgement)) for each in choices)
        return found + firmness / 2 * float((((now - start) / scale) ** 2).sum())

    before, damping = total(), 1e-2
    progress(0, [each.loss(each.numbers(judgement)) for each in choices])
    for number in range(1, rounds + 1):
        slope = firmness * (now - start) / scale**2
        curve = np.diag(firmness / scale**2)
        for each in choices:
            numbers = each.numbers(judgement)
            slopes = np.zeros((len(numbers), len(names)))
            for index in np.flatnonzero(free):
                moved = now.copy()
                moved[index] += STEP * scale[index]
                set_figures(judgement, moved)
                slopes[:, index] = np.clip((each.numbers(judgement) - numbers) / STEP, -STEEP, STEEP) / scale[index]
            set_figures(judgement, now)
            if isinstance(each, Points):
                slope += each.weight / each.error**2 * slopes.T @ (numbers - each.came)
                curve += each.weight / each.error**2 * slopes.T @ slopes
                continue
            chances = each.chances(numbers)
            slope += each.weight * slopes.T @ (chances - each.came)
            weighted = slopes * chances[:, None]
            means = np.zeros((len(each.members), len(names)))
            np.add.at(means, each.group, weighted)
            curve += each.weight * (slopes.T @ weighted - means.T @ means)
        slope[~free] = 0.0
        at = now
        while True:  # a step that leads uphill is made again, shorter and more downhill
            step = -np.linalg.solve(curve + damping * np.diag(np.diag(curve)), slope)
            now = at + np.clip(step, -FURTHEST * scale, FURTHEST * scale)
            set_figures(judgement, now)
            after = total()
            if np.isfinite(after) and after < before:
                damping /= 5
                break
            damping *= 8
            if damping > 1e4:
                now = at
                set_figures(judgement, now)
                return now
        progress(number, [each.loss(each.numbers(judgement)) for each in choices])
        if before - after < 1e-5 * abs(before):
            break
        before = after
    return now
