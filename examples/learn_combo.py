"""An agent that learns Château Combo by playing itself, and beats the greedy bot after some minutes on two cores.

    pip install 'chateaux[rl,lab]'
    python -m examples.learn_combo --minutes 6 --curve curve.svg

The game's own judgement rates an action by the points that it promises in the end. That rating is all the greedy bot
goes by, and all the agent goes by at first. A small network of scikit-learn learns what the rating leaves out: it is
told the rating and what the seat would know after the action, in the features of the game, and guesses how many points
more or fewer there will be. Of the actions that are rated nearly best, the agent takes the one that looks best with
both. It learns from how its games ended, and from what it thought a turn later.
`learn_combo.ipynb` walks through it.
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
from sklearn.neural_network import MLPRegressor

import chateaux
from chateaux.bots import bot as bot_named
from chateaux.environments import Batch
from chateaux.environments.arrays import Arrays

Numbers = npt.NDArray[Any]
GAME = chateaux.game("chateau-combo")
FEATURES = GAME.features(players=2)
SIZE = FEATURES.size + 1  # what the network is told of an action: the features after it, and its rating in tenths
TENTHS = 10
NEAR = 3.0  # points: what is rated further below the best is not thought about
POINTS = 10.0  # what the network calls 1
FAR = 0.5  # how much the end of a game counts for what came before it, beside what the next decision promised


class Network:
    """How many points a seat will have in the end: what the rating says, and what a hidden layer has learned beyond it.

    The layer is scikit-learn's. Before its first lesson it is not asked, and the agent plays like the greedy bot.
    """

    def __init__(self, hidden: int, seed: int) -> None:
        most = np.array([max(1, min(10, most)) for most in FEATURES.most] + [50 * TENTHS], np.float32)
        self.scale = 1 / most  # all numbers of about the same size
        self.layer = MLPRegressor(hidden_layer_sizes=(hidden,), random_state=seed)
        self.lessons = 0

    def points(self, rows: Numbers) -> Numbers:
        """The points of each seat in the end."""
        rated = np.asarray(rows[:, -1] / TENTHS)
        return rated + self.layer.predict(rows * self.scale) * POINTS if self.lessons else rated

    def fit(self, rows: Numbers, points: Numbers, at_once: int) -> None:
        """Learn from how the games of these rows ended, so many rows in each step."""
        beyond = (points - rows[:, -1] / TENTHS) / POINTS
        self.layer.set_params(batch_size=min(at_once, len(rows)))
        self.layer.partial_fit(rows * self.scale, beyond.astype(np.float32))
        self.lessons += 1


def best(values: Numbers, begin: Numbers) -> Numbers:
    """The row with the highest value in each game; `begin` says where the rows of a game begin."""
    game = np.repeat(np.arange(len(begin) - 1), np.diff(begin))
    order = np.lexsort((values, game))
    return np.asarray(order[begin[1:] - 1])


def told(arrays: Arrays, seed: int) -> tuple[Numbers, Numbers, Numbers]:
    """What the network is told of the actions of every game that are rated nearly best, the actions, and where those of
    a game begin.
    """
    rows, actions, begin, rates = arrays.afters(seed)
    near = rates > np.repeat(np.maximum.reduceat(rates, begin[:-1]), np.diff(begin)) - NEAR
    tenths = np.rint(TENTHS * rates[near]).astype(np.int16)
    counts = np.add.reduceat(near, begin[:-1], dtype=np.int64)
    return np.concatenate([rows[near], tenths[:, None]], axis=1), actions[near], np.append(0, counts.cumsum())


class Agent:
    """A network that plays."""

    def __init__(self, hidden: int = 64, seed: int = 1) -> None:
        self.chance = np.random.default_rng(seed)
        self.network = Network(hidden, seed)

    def choose(self, arrays: Arrays, looks: int = 1, warmth: float = 0.0) -> tuple[Numbers, Numbers, Numbers]:
        """An action for every game, what the network is told of it, and how many points it promises.

        What follows an action by chance is imagined so many times. With warmth, in points, it tries others too.
        """
        values: Any = 0.0
        for _ in range(looks):
            rows, actions, begin = told(arrays, int(self.chance.integers(1 << 40)))
            values = values + self.network.points(rows) / looks
        at = best(values + self.chance.gumbel(size=len(actions)) * warmth if warmth else values, begin)
        return actions[at], rows[at], values[at]


class School:
    """Games of an agent with itself, and what it has seen in them with how they ended."""

    def __init__(self, agent: Agent, games: int, memory: int = 200_000) -> None:
        self.agent, self.memory = agent, memory
        self.arrays = Arrays(Batch(GAME, 2, games, int(agent.chance.integers(1 << 40))))
        self.running: list[list[tuple[int, Numbers, float]]] = [[] for _ in range(games)]
        self.rows = np.zeros((0, SIZE), np.int16)
        self.points = np.zeros(0, np.float32)

    def play(self, steps: int, warmth: float) -> int:
        """So many actions in every game; how many rows have become known."""
        rows: list[Numbers] = []
        points: list[float] = []
        for _ in range(steps):
            seats = self.arrays.seats.copy()
            actions, chosen, promised = self.agent.choose(self.arrays, warmth=warmth)
            self.arrays.step(actions)
            for number, seat in enumerate(seats):
                self.running[number].append((int(seat), chosen[number], float(promised[number])))
            for ended in np.flatnonzero(self.arrays.finished).tolist():
                later = self.arrays.scores[ended].copy()
                for mine, row, promise in reversed(self.running[ended]):
                    rows.append(row)
                    points.append(later[mine])
                    later[mine] += (1 - FAR) * (promise - later[mine])
                self.running[ended] = []
        if rows:
            self.rows = np.concatenate([self.rows, np.array(rows)])[-self.memory:]
            self.points = np.concatenate([self.points, np.array(points, np.float32)])[-self.memory:]
        return len(rows)

    def learn(self, count: int, at_once: int) -> None:
        """A lesson from so many rows drawn from memory."""
        drawn = self.agent.chance.integers(len(self.rows), size=count)
        self.agent.network.fit(self.rows[drawn], self.points[drawn], at_once)


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

    At first it tries many things and learns from few rows in each step, towards the end few things and from many rows,
    which has the effect of smaller steps.
    """
    school = School(agent, games)
    spent, seen = 0.0, 0
    while spent < minutes:
        start = time.process_time()
        done = spent / minutes
        new = school.play(steps=21, warmth=1.0 + 4 * max(0.0, 0.1 - done) / 0.1)
        if new:
            school.learn(count=4 * new, at_once=int(256 * 16 ** done))
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
