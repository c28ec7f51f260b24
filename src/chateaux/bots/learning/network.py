"""A network taught by games: what became of positions like this, beyond what the figures of the judgement promise.

Quick games are played by looking one action ahead, by the thousand, and every other one by a search of few iterations
where that is asked for; each position of them is told to the network as the numbers of every seat, with the points and
the victory that came of it; and the network that foresees them best plays the next round of games. Small enough for
NumPy alone: one hidden layer, Adam, and games that it has not seen say when it is enough.
"""
from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from chateaux.bots.learning.fitting import Choices, asked_winner, fitted
from chateaux.bots.learning.games import quick_game
from chateaux.engine.game import Game, State
from chateaux.engine.judgement import Judgement
from chateaux.engine.network import DIGITS, Network

Numbers = np.ndarray[tuple[int, ...], np.dtype[np.float32]]
Places = np.ndarray[tuple[int], np.dtype[np.int64]]
EACH: Final = 0.4  # of the positions of a game are told
BATCH: Final = 1024  # positions of a step
SLOPE: Final = 2e-3  # of the first steps; the last ones go a tenth as far
HELD: Final = 12  # one game of so many is not learned from
WILD: Final = 0.4  # of the warmth of a judgement: by how much a quick player is mistaken, more or less
SAMPLE: Final = 30  # one position of so many is kept as it is, to see how far foresight is to be trusted
TRUSTED: Final = ("spread", "ripe")  # the figures that say it


@dataclass
class Lessons:
    """Positions with what became of them: a row for each seat, the rows of a position together."""

    rows: Numbers  # what the network is told
    written: Numbers  # what the figures promise,
    doubt: Numbers  # how far they are to be trusted,
    final: Numbers  # what the seat had in the end,
    won: Numbers  # and its part of the victory
    starts: Places  # the first row of each position, and the end
    games: Places  # the game of each position
    sample: list[tuple[State, list[float]]]  # some of them as they were, with each seat's part of the victory


def lessons(game: Game, player: Judgement, written: Judgement, seeds: range,
            progress: Callable[[], None] = lambda: None, thought: int = 0) -> Lessons:
    """Quick games as lessons, every other one thought over; `written` is the judgement without its network."""
    rows: list[float] = []
    figures: list[tuple[float, float, float, float]] = []
    starts, games = [0], []
    parts: list[Numbers] = []
    sample: list[tuple[State, list[float]]] = []
    for seed in seeds:
        dice = random.Random(-seed)
        noted: list[list[float]] = []
        first = len(rows)
        kept: list[State] = []
        heat = WILD * player.warmth * dice.choice((0.0, 0.5, 1.0, 2.0))
        state: State | None = None
        for state in quick_game(game, player, seed, heat, thought * (seed % 2)):
            if state.to_act and dice.random() < EACH:
                doubt = written.doubt(state)
                noted.append([doubt, *(written.worth(state, seat) for seat in range(state.players))])
                for seat in range(state.players):
                    rows += written.numbers(state, seat)
                if dice.randrange(SAMPLE) == 0:
                    kept.append(state.clone())
        progress()
        if state is None or state.to_act:
            del rows[first:]
            continue
        winners = state.winners()
        final = [written.worth(state, seat) for seat in range(state.players)]
        victory = [1 / len(winners) if seat in winners else 0.0 for seat in range(state.players)]
        sample += [(position, victory) for position in kept]
        for doubt, *worths in noted:
            figures += [(worth, doubt, final[seat], victory[seat]) for seat, worth in enumerate(worths)]
            starts.append(starts[-1] + len(worths))
            games.append(seed)
        if len(rows) > 2_000_000:
            parts.append(np.array(rows, dtype=np.float32))
            rows = []
    parts.append(np.array(rows, dtype=np.float32))
    table = np.array(figures, dtype=np.float32)
    told = np.concatenate(parts).reshape(len(table), -1)
    return Lessons(told, table[:, 0], table[:, 1], table[:, 2], table[:, 3], np.array(starts), np.array(games),
                   sample)


@dataclass
class Taught:
    """A network in the making: its weights as arrays."""

    rows: Numbers
    biases: Numbers
    direct: Numbers
    outer: Numbers
    bias: Numbers

    @classmethod
    def blank(cls, inputs: int, hidden: int, seed: int) -> Taught:
        """One that adds nothing yet."""
        dice = np.random.default_rng(seed)
        rows = dice.normal(0, math.sqrt(2 / 20), (inputs, hidden)).astype(np.float32)  # some twenty inputs are not 0
        return cls(rows, np.zeros(hidden, np.float32), np.zeros(inputs, np.float32),
                   np.zeros(hidden, np.float32), np.zeros(1, np.float32))

    @classmethod
    def read(cls, inputs: int, hidden: int, weights: list[float]) -> Taught:
        """One that has learned something, as `weights` writes it."""
        sizes = np.cumsum([inputs * hidden, hidden, inputs, hidden])
        rows, biases, direct, outer, bias = np.split(np.array(weights, np.float32), sizes)
        return cls(rows.reshape(inputs, hidden).copy(), biases.copy(), direct.copy(), outer.copy(), bias.copy())

    @property
    def arrays(self) -> list[Numbers]:
        return [self.rows, self.biases, self.direct, self.outer, self.bias]

    def value(self, told: Numbers) -> tuple[Numbers, Numbers]:
        """What it makes of rows, and its hidden units."""
        units = np.maximum(told @ self.rows + self.biases, 0)
        return units @ self.outer + told @ self.direct + self.bias, units

    def slopes(self, told: Numbers, units: Numbers, pull: Numbers) -> list[Numbers]:
        """How each weight moves a loss that moves so with the values."""
        back = pull[:, None] * self.outer * (units > 0)
        return [told.T @ back, back.sum(0), told.T @ pull, units.T @ pull, pull.sum(keepdims=True)]

    @property
    def weights(self) -> list[float]:
        """As `Network` reads them."""
        return [round(float(each), DIGITS) for array in self.arrays for each in array.ravel()]

    @property
    def network(self) -> Network:
        return Network(len(self.direct), len(self.outer), self.weights)


@dataclass(frozen=True)
class Aims:
    """What a network is to foresee: the points of the end, the victory, or both."""

    reach: float  # points that a network of 1 adds
    points: float  # what the square of an error counts,
    error: float  # measured in such points
    victory: float  # what the surprise at a victory counts


def surprise(worth: Numbers, lesson: Lessons, aims: Aims) -> tuple[float, Numbers]:
    """The loss of positions, and how it moves with each worth."""
    out, starts = (worth - lesson.final) / aims.error, lesson.starts
    loss = aims.points * float((out**2).sum()) / 2
    pull = aims.points * out / aims.error
    if aims.victory:
        logits = worth / lesson.doubt
        best = np.repeat(np.maximum.reduceat(logits, starts[:-1]), np.diff(starts))
        shares = np.exp(logits - best)
        shares /= np.repeat(np.add.reduceat(shares, starts[:-1]), np.diff(starts))
        loss -= aims.victory * float((lesson.won * np.log(shares + 1e-9)).sum())
        pull = pull + aims.victory * (shares - lesson.won) / lesson.doubt
    return loss, pull.astype(np.float32)


def held_out(lesson: Lessons) -> tuple[Places, Places]:
    """The positions to learn from, and those of games that are not learned from."""
    away = lesson.games % HELD == 0
    return np.flatnonzero(~away), np.flatnonzero(away)


def picked(lesson: Lessons, positions: Places) -> Lessons:
    """Some positions, in that order."""
    sizes = np.diff(lesson.starts)[positions]
    starts = np.concatenate([[0], np.cumsum(sizes)])
    rows = np.repeat(lesson.starts[positions] - starts[:-1], sizes) + np.arange(starts[-1])
    return Lessons(lesson.rows[rows], lesson.written[rows], lesson.doubt[rows], lesson.final[rows], lesson.won[rows],
                   starts, lesson.games[positions], [])


def loss_of(taught: Taught, lesson: Lessons, aims: Aims) -> float:
    """The mean loss of positions."""
    worth = lesson.written + aims.reach * taught.value(lesson.rows)[0]
    return surprise(worth, lesson, aims)[0] / len(lesson.games)


def teach(taught: Taught, lesson: Lessons, aims: Aims, epochs: int, seed: int,
          say: Callable[[int, float], None] = lambda epoch, loss: None) -> float:
    """Adam over the lessons, again and again; the weights of the best time by games that were held out are kept."""
    dice = np.random.default_rng(seed)
    to_learn, away = held_out(lesson)
    unseen = picked(lesson, away)
    best, kept = loss_of(taught, unseen, aims), [array.copy() for array in taught.arrays]
    say(0, best)
    means = [np.zeros_like(array) for array in taught.arrays]
    squares = [np.zeros_like(array) for array in taught.arrays]
    step, steps = 0, epochs * (len(to_learn) // BATCH + 1)
    for epoch in range(1, epochs + 1):
        order = dice.permutation(to_learn)
        for first in range(0, len(order), BATCH):
            batch = picked(lesson, order[first:first + BATCH])
            value, units = taught.value(batch.rows)
            _, pull = surprise(batch.written + aims.reach * value, batch, aims)
            step += 1
            pace = SLOPE * (0.1 + 0.9 * (1 - step / steps))
            pull *= aims.reach / len(batch.games)
            for index, slope in enumerate(taught.slopes(batch.rows, units, pull)):
                means[index] += 0.1 * (slope - means[index])
                squares[index] += 0.001 * (slope**2 - squares[index])
                taught.arrays[index][...] -= (pace * (means[index] / (1 - 0.9**step))
                                              / (np.sqrt(squares[index] / (1 - 0.999**step)) + 1e-8))
        loss = loss_of(taught, unseen, aims)
        say(epoch, loss)
        if loss < best:
            best, kept = loss, [array.copy() for array in taught.arrays]
    for array, good in zip(taught.arrays, kept, strict=True):
        array[...] = good
    return best


def trusted(judgement: Judgement, lesson: Lessons) -> None:
    """The figures that say how far foresight is to be trusted, fitted to what came of positions."""
    members = [(state, tuple(range(state.players))) for state, _ in lesson.sample]
    group = np.repeat(np.arange(len(members)), [len(seats) for _, seats in members])
    came = np.array([part for _, victory in lesson.sample for part in victory])
    fitted(judgement, [Choices(members, group, came, asked_winner, 1.0)], firmness=1.0,
           fixed=frozenset(judgement.figures()) - frozenset(TRUSTED))
