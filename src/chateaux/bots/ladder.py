"""The ladder: every bot against every other, seats rotated, until it is clear which is the better one.

A pair of bots shares a table: at two seats one each, at more seats half the table each (the odd seat
changes hands). What is compared is the share of victories won per seat. A pair stops early when a
sequential test has decided; strengths of all are then fitted together, in Elo.
"""
from __future__ import annotations

import itertools
import math
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import Final

from chateaux.bots.levels import parted, written
from chateaux.bots.registry import bot
from chateaux.engine import registry
from chateaux.engine.data import Choice, Data

SEED: Final = 1_000_000  # the first table's; nothing was tuned on these deals
FEWEST: Final = 40  # games of a pair before it may stop early
GAP: Final = 70.0  # the sequential test tells this many Elo from none,
ERROR: Final = 0.01  # and is wrong this rarely, in either direction
NORMAL: Final = 1.96  # a 95 % interval in standard deviations


# ---------------------------------------------------------------- one table


@dataclass(frozen=True)
class Seating:
    """One table to be played: which bot sits where."""

    game: str
    specs: tuple[str, ...]  # by seat
    seed: int
    options: dict[str, Choice]
    timed: bool = False  # levels think by seconds as they do for people, not by iterations


@dataclass(frozen=True)
class Played:
    """What happened at a table, by seat."""

    victory: list[float]  # 1, or a part of it for each that shared it
    scores: list[int]
    moves: list[int]
    seconds: list[float]


def play(seating: Seating) -> Played:
    """Play one table. Bots are given observations; only the table holds the position."""
    game = registry.game(seating.game)
    bots = {spec: bot(written(spec, by_iterations=not seating.timed)) for spec in set(seating.specs)}
    state = game.new(len(seating.specs), seating.seed, seating.options)
    moves, seconds = [0] * len(seating.specs), [0.0] * len(seating.specs)
    clock = time.perf_counter if seating.timed else time.process_time  # other work of the machine does not count
    while state.to_act:
        seat = state.to_act[0]
        observation = state.observe(seat)
        started = clock()
        action = bots[seating.specs[seat]].choose(observation)
        seconds[seat] += clock() - started
        moves[seat] += 1
        state.play(action, seat)
    winners = state.winners()
    victory = [1 / len(winners) if seat in winners else 0.0 for seat in range(len(seating.specs))]
    return Played(victory, state.scores(), moves, seconds)


def seatings(game: str, one: str, other: str, players: int, options: dict[str, Choice],
             timed: bool = False, seed: int = SEED) -> Iterator[Seating]:
    """Tables of a pair without end. Each deal is played twice, with the two bots' seats exchanged.

    >>> [table.specs for table in itertools.islice(seatings("g", "a", "b", 2, {}), 3)]
    [('a', 'b'), ('b', 'a'), ('b', 'a')]
    """
    for number in itertools.count():
        seats = [one if (seat + number // 2 // players) % 2 == 0 else other for seat in range(players)]
        if number % 2:
            seats = [other if spec == one else one for spec in seats]
        turn = number // 2 % players
        yield Seating(game, tuple(seats[turn:] + seats[:turn]), seed + number // 2, options, timed)


# ---------------------------------------------------------------- a pair


@dataclass
class Pair:
    """What two bots have shown against each other so far."""

    one: str
    other: str
    results: list[float] = field(default_factory=list)  # 1: all of the victory per seat was the first one's

    @property
    def mean(self) -> float:
        """The share of the victories that the first one won."""
        return sum(self.results) / len(self.results) if self.results else 0.5

    @property
    def error(self) -> float:
        """The standard error of the mean, never taken for smaller than a few unseen games would make it."""
        count = len(self.results) + 2
        mean = (sum(self.results) + 1) / count
        squares = sum((result - mean) ** 2 for result in self.results) + mean**2 + (1 - mean) ** 2
        return math.sqrt(squares / count / count)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the mean.

        >>> low, high = Pair("a", "b", [1.0] * 60 + [0.0] * 40).interval
        >>> 0.5 < low < 0.6 < high < 0.7
        True
        """
        return max(0.0, self.mean - NORMAL * self.error), min(1.0, self.mean + NORMAL * self.error)

    def evidence(self, sign: float) -> float:
        """The logarithm of how much likelier a gap in one direction is than none (normal approximation)."""
        count = len(self.results)
        variance = self.error**2 * count
        ahead, even = expected(sign * GAP), 0.5
        return count * (ahead - even) * (2 * self.mean - ahead - even) / (2 * variance)

    def verdict(self) -> str | None:
        """`better`, `worse` or `alike` once the sequential test has decided for the first one."""
        if len(self.results) < FEWEST:
            return None
        clear, nothing = math.log((1 - ERROR) / ERROR), math.log(ERROR / (1 - ERROR))
        low, high = self.interval
        if self.evidence(1) > clear and low > 0.5:
            return "better"
        if self.evidence(-1) > clear and high < 0.5:
            return "worse"
        if self.evidence(1) < nothing and self.evidence(-1) < nothing:
            return "alike"
        return None


def expected(elo: float) -> float:
    """The share of victories that a lead in Elo gives.

    >>> round(expected(0), 2), round(expected(400), 2)
    (0.5, 0.91)
    """
    return float(1 / (1 + 10 ** (-elo / 400)))


# ---------------------------------------------------------------- everybody together


@dataclass
class Standing:
    """One bot's place on the ladder."""

    spec: str
    elo: float = 0.0
    error: float = 0.0  # half of the 95 % interval
    games: int = 0
    victory: float = 0.0
    score: float = 0.0
    seats: int = 0
    moves: int = 0
    seconds: float = 0.0

    def count(self, played: Played, seat: int) -> None:
        self.victory += played.victory[seat]
        self.score += played.scores[seat]
        self.seats += 1
        self.moves += played.moves[seat]
        self.seconds += played.seconds[seat]


def fit(pairs: list[Pair], specs: list[str]) -> dict[str, tuple[float, float]]:
    """Elo of every bot and half its 95 % interval: the likeliest strengths, 0 for the first bot.

    One imagined draw in each pair keeps a bot that never lost from being infinitely strong.

    >>> found = fit([Pair("a", "b", [0.0] * 25 + [1.0] * 75)], ["a", "b"])
    >>> -200 < found["b"][0] < -160
    True
    """
    index = {spec: number for number, spec in enumerate(specs)}
    size, unit = len(specs), math.log(10) / 400
    elo = [0.0] * size
    information = [[0.0] * size for _ in specs]
    for _ in range(100):
        slope = [0.0] * size
        information = [[0.0] * size for _ in specs]
        for pair in pairs:
            one, other = index[pair.one], index[pair.other]
            count = len(pair.results) + 1
            share = expected(elo[one] - elo[other])
            push = unit * (sum(pair.results) + 0.5 - count * share)
            weight = unit * unit * count * share * (1 - share)
            slope[one] += push
            slope[other] -= push
            information[one][one] += weight
            information[other][other] += weight
            information[one][other] -= weight
            information[other][one] -= weight
        step = solved([row[1:] for row in information[1:]], slope[1:])
        for number, change in enumerate(step, start=1):
            elo[number] += max(-200.0, min(200.0, change))
        if all(abs(change) < 0.01 for change in step):
            break
    found = {specs[0]: (0.0, 0.0)}
    for number in range(1, size):
        unit_vector = [1.0 if other == number else 0.0 for other in range(1, size)]
        variance = solved([row[1:] for row in information[1:]], unit_vector)[number - 1]
        found[specs[number]] = (elo[number], NORMAL * math.sqrt(max(variance, 0.0)))
    return found


def solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of a small symmetric system by elimination."""
    size = len(right)
    rows = [[*matrix[row], right[row]] for row in range(size)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        head = rows[column][column] or 1e-12
        for row in range(size):
            if row != column:
                factor = rows[row][column] / head
                rows[row] = [here - factor * there for here, there in zip(rows[row], rows[column], strict=True)]
    return [rows[row][size] / (rows[row][row] or 1e-12) for row in range(size)]


class Ladder:
    """A round robin of bots at one game, with what it has shown so far."""

    def __init__(self, game: str, specs: list[str], players: int = 2, games: int = 400,
                 options: dict[str, Choice] | None = None, neighbours: bool = False, timed: bool = False,
                 seed: int = SEED) -> None:
        self.game = registry.game(game)
        if len(specs) < 2 or len(set(specs)) != len(specs):
            raise ValueError("A ladder needs at least two bots, each named once.")
        for spec in specs:
            bot(spec)
        self.specs, self.games, self.timed, self.seed = specs, games, timed, seed
        self.players = self.game.seated(players)
        self.options = self.game.settled(options)
        both = list(itertools.combinations(specs, 2))
        if neighbours:
            both = [*itertools.pairwise(specs), (specs[0], specs[-1])][:len(both)]
        self.pairs = [Pair(one, other) for one, other in both]
        self.standings = {spec: Standing(spec) for spec in specs}
        self.equal: dict[str, Standing] = {}

    def run(self, jobs: int = 1, progress: Callable[[Pair, int], None] = lambda pair, games: None,
            finished: Callable[[Pair], None] = lambda pair: None) -> None:
        """Play every pair until it is decided or all its games are played, `jobs` tables at a time."""
        with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
            for pair in self.pairs:
                self.run_pair(pair, pool, jobs, progress)
                finished(pair)

    def run_pair(self, pair: Pair, pool: ProcessPoolExecutor, jobs: int,
                 progress: Callable[[Pair, int], None]) -> None:
        """Tables are counted in the order they were dealt, so that quick games do not weigh more."""
        tables = itertools.islice(
            seatings(self.game.id, pair.one, pair.other, self.players, self.options, self.timed, self.seed), self.games)
        waiting: list[tuple[Seating, Future[Played]]] = []
        while True:
            for table in itertools.islice(tables, 2 * jobs - len(waiting)):
                waiting.append((table, pool.submit(play, table)))
            if not waiting:
                return
            table, future = waiting.pop(0)
            self.count(pair, table, future.result())
            progress(pair, 1)
            if len(pair.results) % 2 == 0 and pair.verdict() is not None:
                for _, future in waiting:
                    future.cancel()
                progress(pair, self.games - len(pair.results))
                return

    def count(self, pair: Pair, table: Seating, played: Played) -> None:
        """Enter a table: the first one's share of the victory, each seat counting alike."""
        each = dict.fromkeys((pair.one, pair.other), 0.0)
        for seat, spec in enumerate(table.specs):
            each[spec] += played.victory[seat] / table.specs.count(spec)
            self.standings[spec].count(played, seat)
        for spec in each:
            self.standings[spec].games += 1
        pair.results.append(each[pair.one] / (each[pair.one] + each[pair.other]))

    def run_equal(self, spec: str, games: int, jobs: int = 1) -> Standing:
        """Tables of one bot alone: its mean score among equals."""
        found = Standing(spec)
        with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
            tables = [Seating(self.game.id, (spec,) * self.players, self.seed + number, self.options, self.timed)
                      for number in range(games)]
            for played in pool.map(play, tables):
                found.games += 1
                for seat in range(self.players):
                    found.count(played, seat)
        self.equal[spec] = found
        return found

    # ------------------------------------------------------------ what it shows

    def ranked(self) -> list[Standing]:
        """Everybody, the strongest first."""
        for spec, (elo, error) in fit(self.pairs, self.specs).items():
            self.standings[spec].elo, self.standings[spec].error = elo, error
        return sorted(self.standings.values(), key=lambda standing: -standing.elo)

    def to_data(self) -> Data:
        """Everything as JSON-able data."""
        return {
            "game": self.game.id, "rules_version": self.game.rules_version, "pieces": self.game.digest,
            "players": self.players, "options": self.options, "timed": self.timed, "seed": self.seed,
            "specs": {spec: written(spec, by_iterations=not self.timed) for spec in self.specs if parted(spec)[0]},
            "bots": [described(standing) for standing in self.ranked()],
            "pairs": [{"one": pair.one, "other": pair.other, "games": len(pair.results),
                       "share": round(pair.mean, 4), "interval": [round(edge, 4) for edge in pair.interval],
                       "verdict": pair.verdict()} for pair in self.pairs],
            "among_equals": [described(standing) for standing in self.equal.values()]}


def described(standing: Standing) -> Data:
    """A standing in figures."""
    return {"bot": standing.spec, "elo": round(standing.elo), "interval": round(standing.error),
            "games": standing.games, "victory": round(standing.victory / max(standing.seats, 1), 4),
            "mean_score": round(standing.score / max(standing.seats, 1), 2),
            "milliseconds_per_move": round(1000 * standing.seconds / max(standing.moves, 1), 2)}
