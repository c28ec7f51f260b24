"""Figures fitted to games: those under which what happened would have been likeliest.

Two questions are asked of a judgement, and both are choices among a few: who wins from here (its `chances`), and which
action a search prefers (its `rate`). For either the figures give every candidate a number, a softmax of these a
probability, and the games say what came of it. One method serves both: Newton's, with the slopes of the numbers taken
by small differences, held to the present figures as far as the games do not speak against them.
"""
from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
from librt.vecs import vec
from mypy_extensions import i64

from chateaux.bots.learning.games import Kept, replayed
from chateaux.engine.game import Game, State
from chateaux.engine.judgement import Judgement

Numbers = np.ndarray[tuple[int, ...], np.dtype[np.float64]]
STEP: Final = 1e-3  # of a figure's scale: how far it is moved to see what changes
LEAST: Final = 0.2  # the scale of a figure that is nearly nothing


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


def asked_winner(judgement: Judgement, state: State, seats: tuple[int, ...]) -> list[float]:
    doubt = judgement.doubt(state)
    return [judgement.worth(state, seat) / doubt for seat in seats]


def asked_action(judgement: Judgement, state: State, actions: tuple[int, ...]) -> list[float]:
    warmth = judgement.warmth or 1.0
    return [rate / warmth for rate in judgement.rate(state, state.to_act[0], vec[i64](actions))]


def gathered(game: Game, games: list[Kept], each: float, seed: int, values: float, policy: float) -> list[Choices]:
    """Positions of games, a share of each, as choices of a winner and of an action."""
    dice = random.Random(seed)
    won: list[tuple[State, tuple[int, ...]]] = []
    came: list[float] = []
    chosen: list[tuple[State, tuple[int, ...]]] = []
    tried: list[float] = []
    for kept in games:
        for number, state in replayed(game, kept):
            if dice.random() < each:
                won.append((state.clone(), tuple(range(kept.players))))
                came += kept.victory
            if policy and number in kept.visits and dice.random() < each:
                seat = kept.moves[number][0]
                if state.to_act[0] == seat and len(state.to_act) == 1:
                    rows = dict(kept.visits[number])
                    actions = tuple(state.actions(seat))
                    chosen.append((state.clone(), actions))
                    total = sum(rows.values())
                    tried += [rows.get(action, 0) / total for action in actions]

    def grouped(members: list[tuple[State, tuple[int, ...]]]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        return np.repeat(np.arange(len(members)), [len(candidates) for _, candidates in members])

    found = [Choices(won, grouped(won), np.array(came), asked_winner, values)]
    if policy:
        found.append(Choices(chosen, grouped(chosen), np.array(tried), asked_action, policy))
    return found


def figures_of(judgement: Judgement) -> Numbers:
    return np.array([getattr(judgement, name) for name in judgement.figures()])


def set_figures(judgement: Judgement, figures: Numbers) -> None:
    for name, value in zip(judgement.figures(), figures, strict=True):
        setattr(judgement, name, float(value))


def fitted(judgement: Judgement, choices: list[Choices], firmness: float = 20.0, rounds: int = 5,
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

    before = total()
    progress(0, [each.loss(each.numbers(judgement)) for each in choices])
    for number in range(1, rounds + 1):
        slope = firmness * (now - start) / scale**2
        curve = np.diag(firmness / scale**2)
        for each in choices:
            numbers = each.numbers(judgement)
            chances = each.chances(numbers)
            slopes = np.zeros((len(numbers), len(names)))
            for index in np.flatnonzero(free):
                moved = now.copy()
                moved[index] += STEP * scale[index]
                set_figures(judgement, moved)
                slopes[:, index] = (each.numbers(judgement) - numbers) / (STEP * scale[index])
            set_figures(judgement, now)
            slope += each.weight * slopes.T @ (chances - each.came)
            weighted = slopes * chances[:, None]
            means = np.zeros((len(each.members), len(names)))
            np.add.at(means, each.group, weighted)
            curve += each.weight * (slopes.T @ weighted - means.T @ means)
        slope[~free] = 0.0
        step = -np.linalg.solve(curve, slope)
        size = 1.0
        at = now
        while True:
            now = at + size * step
            set_figures(judgement, now)
            after = total()
            if np.isfinite(after) and after <= before + 1e-9:
                break
            size /= 2
            if size < 0.01:
                now = at
                set_figures(judgement, now)
                return now
        progress(number, [each.loss(each.numbers(judgement)) for each in choices])
        if before - after < 1e-5 * abs(before):
            break
        before = after
    return now
