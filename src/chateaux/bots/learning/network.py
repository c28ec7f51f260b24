"""A network taught by games: what became of positions like this, beyond what the figures of the judgement promise.

Quick games are played by looking one action ahead, by the thousand, and every other one by a search of few iterations
where that is asked for; each position of them is told to the network as the numbers of every seat, with the points and
the victory that came of it; and the network that foresees them best plays the next round of games. Small enough for
NumPy alone: one hidden layer, Adam, and games that it has not seen say when it is enough.
"""
from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from chateaux.bots.learning.fitting import Choices, asked_winner, fitted
from chateaux.bots.learning.games import quick_game
from chateaux.bots.learning.taught import Adam, Numbers, Taught
from chateaux.engine.game import Game, State
from chateaux.engine.judgement import Judgement

Small = np.ndarray[tuple[int, ...], np.dtype[np.float16]]
Places = np.ndarray[tuple[int], np.dtype[np.int64]]
EACH: Final = 0.4  # of the positions of a game are told
BATCH: Final = 1024  # positions of a step
HELD: Final = 12  # one game of so many is not learned from
WILD: Final = (0.0, 0.0, 0.2, 0.4)  # of the warmth of a judgement: by how much the players of a game are mistaken
SAMPLE: Final = 30  # one position of so many is kept as it is, to see how far foresight is to be trusted,
SAMPLED: Final = 100  # or of the games by this number, where that is more
TRUSTED: Final = ("spread", "ripe")  # the figures that say it


@dataclass
class Lessons:
    """Positions with what became of them: a row for each seat, the rows of a position together."""

    rows: Small  # what the network is told, kept small: there are millions
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
    figures: list[tuple[float, float, float, float]] = []
    starts, games = [0], []
    parts: list[Small] = []
    sample: list[tuple[State, list[float]]] = []
    one_of = max(SAMPLE, len(seeds) // SAMPLED)
    for seed in seeds:
        dice = random.Random(-seed)
        noted: list[list[float]] = []
        rows: list[list[float]] = []
        kept: list[State] = []
        heat = dice.choice(WILD) * player.warmth
        state: State | None = None
        for state in quick_game(game, player, seed, heat, thought * (seed % 2)):
            if state.to_act and dice.random() < EACH:
                doubt = written.doubt(state)
                noted.append([doubt, *(written.worth(state, seat) for seat in range(state.players))])
                for seat in range(state.players):
                    rows.append(list(written.numbers(state, seat)))
                if dice.randrange(one_of) == 0:
                    kept.append(state.clone())
        progress()
        if state is None or state.to_act:
            continue
        parts.append(np.array(rows, dtype=np.float16))
        winners = state.winners()
        final = [written.worth(state, seat) for seat in range(state.players)]
        victory = [1 / len(winners) if seat in winners else 0.0 for seat in range(state.players)]
        sample += [(position, victory) for position in kept]
        for doubt, *worths in noted:
            figures += [(worth, doubt, final[seat], victory[seat]) for seat, worth in enumerate(worths)]
            starts.append(starts[-1] + len(worths))
            games.append(seed)
    table = np.array(figures, dtype=np.float32)
    told = np.concatenate([part for part in parts if len(part)])
    return Lessons(told, table[:, 0], table[:, 1], table[:, 2], table[:, 3], np.array(starts), np.array(games), sample)


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
    worth = lesson.written + aims.reach * taught.value(lesson.rows.astype(np.float32))[0][:, 0]
    return surprise(worth, lesson, aims)[0] / len(lesson.games)


def teach(taught: Taught, lesson: Lessons, aims: Aims, epochs: int, seed: int,
          say: Callable[[int, float], None] = lambda epoch, loss: None) -> float:
    """Over the lessons, again and again; the weights of the best time by games that were held out are kept."""
    dice = np.random.default_rng(seed)
    to_learn, away = held_out(lesson)
    unseen = picked(lesson, away)
    best, kept = loss_of(taught, unseen, aims), [array.copy() for array in taught.arrays]
    say(0, best)
    steps = Adam(taught, epochs * (len(to_learn) // BATCH + 1))
    for epoch in range(1, epochs + 1):
        order = dice.permutation(to_learn)
        for first in range(0, len(order), BATCH):
            batch = picked(lesson, order[first:first + BATCH])
            told = batch.rows.astype(np.float32)
            value, units = taught.value(told)
            _, pull = surprise(batch.written + aims.reach * value[:, 0], batch, aims)
            pull *= aims.reach / len(batch.games)
            steps.go(taught.slopes(told, units, pull[:, None]))
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
