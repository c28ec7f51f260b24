"""An agent that learns Château Combo by playing itself, and beats the greedy bot after some minutes on two cores.

    pip install 'chateaux[rl,lab]'
    python -m examples.learn_combo --minutes 6 --curve curve.svg

A small network guesses how many points a seat and its neighbour will have in the end. It is told what the seat would
know after an action, in the features of the game, and by how much the game's own judgement rates the action below the
best one. That rating is all the greedy bot goes by, and all the agent goes by at first; what it learns to make of the
features beyond that wins. It takes the action after which its lead looks best, and learns from how its games ended.
NumPy does the sums; `learn_combo.ipynb` walks through it.
"""
from __future__ import annotations

import argparse
import math
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

import chateaux
from chateaux.bots import bot as bot_named
from chateaux.environments import Batch
from chateaux.environments.arrays import Arrays

Numbers = npt.NDArray[Any]
GAME = chateaux.game("chateau-combo")
FEATURES = GAME.features(players=2)
SIZE = FEATURES.size + 1  # what the network is told of an action: the features, and its shortfall in tenths of a point
POINTS = 20.0  # what the network calls 1


class Network:
    """From what it is told to the points of both seats: straight, and through one hidden layer; fitted by Adam.

    At first it knows only that a point of rating is a point, and plays like the greedy bot.
    """

    def __init__(self, hidden: int, chance: np.random.Generator) -> None:
        most = np.array([max(1, min(10, most)) for most in FEATURES.most] + [20], np.float32)
        self.scale = 1 / most  # all numbers of about the same size
        self.weights = [chance.normal(0, math.sqrt(2 / SIZE), (SIZE, hidden)).astype(np.float32),
                        np.zeros(hidden, np.float32),
                        np.zeros((hidden, 2), np.float32), np.full(2, 60 / POINTS, np.float32),
                        np.zeros((SIZE, 2), np.float32)]
        self.weights[4][-1, 0] = -most[-1] / 10 / POINTS
        self.mean = [np.zeros_like(weight) for weight in self.weights]
        self.square = [np.zeros_like(weight) for weight in self.weights]
        self.steps = 0

    def leads(self, rows: Numbers) -> Numbers:
        """By how many points each seat will be ahead in the end."""
        points = self.points(rows * self.scale)[1]
        return np.asarray((points[:, 0] - points[:, 1]) * POINTS)

    def points(self, inputs: Numbers) -> tuple[Numbers, Numbers]:
        """The hidden layer, and the points of me and my neighbour in units of POINTS."""
        first, bias, second, usual, straight = self.weights
        hidden = np.maximum(inputs @ first + bias, 0)
        return hidden, hidden @ second + usual + inputs @ straight

    def fit(self, rows: Numbers, points: Numbers, rate: float) -> None:
        """One step towards what these rows turned out to be worth."""
        inputs = rows * self.scale
        hidden, guess = self.points(inputs)
        error = (guess - points / np.float32(POINTS)) / len(rows)
        back = (error @ self.weights[2].T) * (hidden > 0)
        self.steps += 1
        size = rate * math.sqrt(1 - 0.999 ** self.steps) / (1 - 0.9 ** self.steps)
        for which, slope in enumerate((inputs.T @ back, back.sum(0), hidden.T @ error, error.sum(0),
                                        inputs.T @ error)):
            mean, square = self.mean[which], self.square[which]
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            self.weights[which] -= np.float32(size) * mean / (np.sqrt(square) + np.float32(1e-8))


def best(values: Numbers, begin: Numbers) -> Numbers:
    """The row with the highest value in each game; `begin` says where the rows of a game begin."""
    game = np.repeat(np.arange(len(begin) - 1), np.diff(begin))
    order = np.lexsort((values, game))
    return np.asarray(order[begin[1:] - 1])


def told(arrays: Arrays, seed: int) -> tuple[Numbers, Numbers, Numbers]:
    """What the network is told of every legal action of every game, the actions, and where those of a game begin."""
    rows, actions, begin, rates = arrays.afters(seed)
    shortfall = np.repeat(np.maximum.reduceat(rates, begin[:-1]), np.diff(begin)) - rates
    tenths = np.minimum(300, np.rint(10 * shortfall)).astype(np.int16)
    return np.concatenate([rows, tenths[:, None]], axis=1), actions, begin


class Agent:
    """A network that plays."""

    def __init__(self, hidden: int = 64, seed: int = 1) -> None:
        self.chance = np.random.default_rng(seed)
        self.network = Network(hidden, self.chance)

    def choose(self, arrays: Arrays, looks: int = 1, warmth: float = 0.0) -> tuple[Numbers, Numbers]:
        """An action for every game, and what its seat would know after it.

        What follows an action by chance is imagined so many times. With warmth, in points, it tries others too.
        """
        values: Any = 0.0
        for _ in range(looks):
            rows, actions, begin = told(arrays, int(self.chance.integers(1 << 40)))
            values = values + self.network.leads(rows) / looks
        if warmth:
            values = values + self.chance.gumbel(size=len(actions)) * warmth
        at = best(values, begin)
        return actions[at], rows[at]


class School:
    """Games of an agent with itself, and what it has seen in them with how they ended."""

    def __init__(self, agent: Agent, games: int, memory: int = 200_000) -> None:
        self.agent, self.memory = agent, memory
        self.arrays = Arrays(Batch(GAME, 2, games, int(agent.chance.integers(1 << 40))))
        self.running: list[list[tuple[int, Numbers]]] = [[] for _ in range(games)]
        self.rows = np.zeros((0, SIZE), np.int16)
        self.points = np.zeros((0, 2), np.float32)

    def play(self, steps: int, warmth: float) -> int:
        """So many actions in every game; how many rows have become known."""
        rows: list[Numbers] = []
        points: list[tuple[float, float]] = []
        for _ in range(steps):
            seats = self.arrays.seats.copy()
            actions, chosen = self.agent.choose(self.arrays, warmth=warmth)
            self.arrays.step(actions)
            for number, seat in enumerate(seats):
                self.running[number].append((int(seat), chosen[number]))
            for ended in np.flatnonzero(self.arrays.finished).tolist():
                scores = self.arrays.scores[ended]
                for mine, row in self.running[ended]:
                    rows.append(row)
                    points.append((scores[mine], scores[1 - mine]))
                self.running[ended] = []
        if rows:
            self.rows = np.concatenate([self.rows, np.array(rows)])[-self.memory:]
            self.points = np.concatenate([self.points, np.array(points, np.float32)])[-self.memory:]
        return len(rows)

    def learn(self, steps: int, rate: float, size: int = 512) -> None:
        """So many steps of the network, each from rows drawn from memory."""
        for _ in range(steps):
            drawn = self.agent.chance.integers(len(self.rows), size=size)
            self.agent.network.fit(self.rows[drawn], self.points[drawn], rate)


class Result(NamedTuple):
    """How an agent did against a bot."""

    won: float  # of the games; a shared win counts half
    doubt: float  # half the 95 % interval
    mine: float  # mean points
    theirs: float


def match(agent: Agent, games: int, seed: int, bot: str = "greedy", looks: int = 2) -> Result:
    """Games with a bot of the house, in which each begins as often as the other; the bot sees what its seat may."""
    arrays, other = Arrays(Batch(GAME, 2, games, seed)), bot_named(bot, GAME)
    mine, ended = np.arange(games) % 2, np.zeros(games, bool)
    won, points = np.zeros(games), np.zeros((games, 2))
    while not ended.all():
        actions = np.where(ended, -1, agent.choose(arrays, looks)[0])
        for number in np.flatnonzero((arrays.seats != mine) & ~ended):
            actions[number] = other.choose(arrays.batch.states[int(number)].observe(int(arrays.seats[number])))
        arrays.step(actions)
        for number in np.flatnonzero(arrays.finished):
            won[number] = (arrays.rewards[number, mine[number]] + 1) / 2
            points[number] = arrays.scores[number, [mine[number], 1 - mine[number]]]
            ended[number] = True
    return Result(float(won.mean()), float(1.96 * won.std() / math.sqrt(games)), *points.mean(0).tolist())


class Point(NamedTuple):
    """A point of the learning curve."""

    minutes: float  # of processor time, spent on playing and learning
    games: int  # with itself
    result: Result


def train(agent: Agent, minutes: float, games: int = 256, every: float = 1.0, tested: int = 200) -> Iterator[Point]:
    """Play and learn for some minutes; now and then, and at the end, see how it does against the greedy bot.

    At first it tries many things and learns in large steps, towards the end few and in small ones.
    """
    school = School(agent, games)
    spent, seen = 0.0, 0
    while spent < minutes:
        start = time.process_time()
        done = spent / minutes
        new = school.play(steps=21, warmth=1.0 + 4 * max(0.0, 0.1 - done) / 0.1)
        if new:
            school.learn(steps=max(1, new * 4 // 512), rate=0.002 * (1 - done) + 0.0001)
        spent += (time.process_time() - start) / 60
        if spent // every > seen and spent < minutes:
            seen = int(spent // every)
            yield Point(spent, school.arrays.batch.ended, match(agent, tested, seed=1_000_000 + seen * tested))
    yield Point(spent, school.arrays.batch.ended, match(agent, 5 * tested, seed=2_000_000))


def curve(points: list[Point], path: Path) -> None:
    """The learning curve as a picture."""
    import altair as alt

    rows = [{"minutes": round(point.minutes, 2), "won": 100 * point.result.won,
             "low": 100 * (point.result.won - point.result.doubt),
             "high": 100 * (point.result.won + point.result.doubt)} for point in points]
    base = alt.Chart(alt.Data(values=rows)).encode(x=alt.X("minutes:Q", title="minutes of processor time"))
    share = alt.Scale(domain=[0, 100])
    layers = alt.layer(
        alt.Chart(alt.Data(values=[{"even": 50}])).mark_rule(color="#8a6d3b", strokeDash=[4, 4]).encode(y="even:Q"),
        base.mark_area(color="#2f6f8f", opacity=0.2).encode(
            y=alt.Y("low:Q", scale=share, title="games won against the greedy bot, %"), y2="high:Q"),
        base.mark_line(color="#2f6f8f", point=True).encode(y=alt.Y("won:Q", scale=share)))
    layers.properties(width=520, height=260).configure(background="#fffdf7").save(str(path))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=6.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--curve", type=Path, help="an SVG of the learning curve")
    asked = parser.parse_args()
    points = []
    for point in train(Agent(seed=asked.seed), asked.minutes):
        points.append(point)
        won, doubt, mine, theirs = point.result
        print(f"{point.minutes:5.1f} minutes, {point.games:6} games with itself: wins {won:.1%} ± {doubt:.1%} against "
              f"the greedy bot, {mine:.1f} to {theirs:.1f} points", flush=True)
    if asked.curve:
        curve(points, asked.curve)


if __name__ == "__main__":
    main()
