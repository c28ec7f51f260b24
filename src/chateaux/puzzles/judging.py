"""How a decision is looked at: five times, each with worlds and a search of its own, all from the observation alone."""
from __future__ import annotations

import itertools
from collections import Counter
from typing import Final

import msgspec

from chateaux.bots.greedy import GreedyBot
from chateaux.bots.thinkers import SearchBot
from chateaux.engine.chance import Chance
from chateaux.engine.data import Data, Observation, canonical
from chateaux.engine.game import Game, State, Worlds
from chateaux.engine.judgement import WRITTEN, Judgement, judgement_of
from chateaux.engine.playout import play_on
from chateaux.insight.playouts import imagined
from chateaux.puzzles.puzzle import Depth, Level, Reason, Scores

KNIGHT: Final = 40  # iterations of the levels' searches
KING: Final = 200
EXPLAINED: Final = 160  # worlds that are played to the end to say why
FOLLOWED: Final = 400  # iterations for how it goes on
LINE: Final = 5  # actions of the line at most
REASONS: Final = 3
NOTHING: Final = 0.15  # a difference of points or pieces that nobody need know of


class Judged(msgspec.Struct, frozen=True):
    """What several looks found: the chance with every action, what is best, and whether the searches agree."""

    actions: list[int]
    values: list[float]
    answers: list[int]
    margin: float
    agree: bool


class Judge:
    """How the decisions of a game are looked at."""

    def __init__(self, game: Game, depth: Depth) -> None:
        self.game, self.depth = game, depth
        self.judgement: Judgement = judgement_of(game, WRITTEN)  # so that a puzzle is always judged as it was at first
        self.greedy = GreedyBot(game=game, figures=WRITTEN)

    def worth(self, worlds: Worlds, actions: list[int], count: int, seed: int) -> list[float]:
        """The chance to win with every action, in points of a hundred, in the same worlds."""
        sums = imagined(worlds.template, self.judgement, worlds.seat, actions, 0, count, seed << 32)
        return [100 * won / count for won in sums]

    def choice(self, seen: Observation, worlds: Worlds, iterations: int, seed: int) -> int:
        """What a search would do."""
        thinker = SearchBot(game=self.game, iterations=iterations, seed=seed, figures=WRITTEN)
        return thinker.search(seen, worlds=worlds).found()[0][0]

    def looked(self, seen: Observation, seed: int, answers: list[int] | None = None) -> Judged | None:
        """A decision looked at from all sides; None as soon as it is no puzzle. `answers`: what was best before."""
        depth, worlds, tempting = self.depth, self.game.worlds(seen), self.greedy.choose(seen)
        actions, looks, choices = worlds.template.actions(worlds.seat), list[list[float]](), set[int]()
        fresh = answers is None
        for look in range(depth.looks):
            number = seed * depth.looks + look
            choices.add(self.choice(seen, worlds, depth.iterations, number << 8 | 1))
            if fresh and tempting in choices:
                return None
            looks.append(self.worth(worlds, actions, depth.worlds, number))
            values = [round(sum(row) / len(looks), 1) for row in zip(*looks, strict=True)]
            found = answers or as_good(actions, values, depth.close)
            margin = ahead(actions, values, found)
            if fresh and (margin < depth.margin / 2 or not depth.least / 2 <= max(values)):
                return None
        judged = Judged(actions, values, found, margin, choices <= set(found))
        if fresh and not (judged.agree and margin >= depth.margin and tempting not in found
                          and len(found) <= max(1, len(actions) * depth.crowd)
                          and depth.least <= max(values) <= depth.most
                          and all(ahead(actions, row, found) > 0 for row in looks)):
            return None
        return judged

    def stands(self, seen: Observation, answers: list[int], seed: int) -> Judged | None:
        """The same decision looked at again with other seeds; None where it does not stand."""
        found = self.looked(seen, seed, answers)
        return found if found is not None and found.agree and found.margin >= self.depth.stands else None

    def level(self, seen: Observation, answers: list[int], seed: int) -> tuple[Level, dict[str, float]]:
        """Who finds it, and how often."""
        worlds, tries = self.game.worlds(seen), self.depth.tries
        found = {name: sum(self.choice(seen, worlds, iterations, (seed * tries + one) << 8 | 2) in answers
                           for one in range(tries)) / tries
                 for name, iterations in (("knight", KNIGHT), ("king", KING))}
        easy: Level = "squire" if found["knight"] == 1 else "knight"
        return easy if found["king"] == 1 else "king", found

    def line(self, seen: Observation, action: int) -> list[int]:
        """How it goes on after an action, as long as the same seat is asked and chance has no part in it."""
        state, found = self.game.worlds(seen).sample(0), [action]
        while len(found) < LINE:
            state.play(found[-1], seen.seat)
            if state.revealed or state.over or seen.seat not in state.to_act:
                break
            after = state.observe(seen.seat)
            found.append(self.choice(after, self.game.worlds(after), FOLLOWED, 3))
        return found

    def reasons(self, seen: Observation, best: int, other: int) -> tuple[Scores, list[Reason]]:
        """Where the points come from in games that go on after the best action, and after another: the same worlds."""
        worlds = self.game.worlds(seen)
        ends = [[self.end(worlds, action, number) for number in range(EXPLAINED)] for action in (best, other)]
        points = [mean([state.scores()[seen.seat] for state in states]) for states in ends]
        rivals = [mean([max(score for seat, score in enumerate(state.scores()) if seat != seen.seat)
                        for state in states]) for states in ends]
        totals = [Totals([state.breakdown(seen.seat) for state in states]) for states in ends]
        scored = totals[0].points.keys() | totals[1].points.keys()
        much = {key: [one.much(key, key in scored) for one in totals] for key in totals[0].lines}
        gains = sorted(much, key=lambda key: (key not in scored, much[key][1] - much[key][0], key))
        found = [Reason(line=totals[0].typical(key), best=round(much[key][0], 1), other=round(much[key][1], 1))
                 for key in gains]
        scores = Scores(mine=(round(points[0], 1), round(points[1], 1)),
                        rival=(round(rivals[0], 1), round(rivals[1], 1)))
        return scores, [one for one in found if one.best - one.other > NOTHING][:REASONS]

    def end(self, worlds: Worlds, action: int, number: int) -> State:
        """One of the games that may come of an action."""
        state = worlds.sample(number)
        state.apply(worlds.seat, action)
        play_on(state, self.judgement, Chance.stream(number), -1)
        return state


def mean(numbers: list[int]) -> float:
    return sum(numbers) / len(numbers)


class Totals:
    """Where a seat's points came from in several games, on the mean; where they never count, how many there were."""

    def __init__(self, games: list[list[Data]]) -> None:
        self.lines: dict[str, Counter[bytes]] = {}
        self.points: dict[str, float] = {}
        self.counts: dict[str, float] = {}
        for line in itertools.chain(*games):
            key, points, count = source(line), line.get("points"), line.get("count")
            self.lines.setdefault(key, Counter())[canonical(line)] += 1
            if isinstance(points, int) and points:
                self.points[key] = self.points.get(key, 0.0) + points / len(games)
            if isinstance(count, int):
                self.counts[key] = self.counts.get(key, 0.0) + count / len(games)

    def much(self, key: str, scored: bool) -> float:
        """Points, where any were scored; or how many."""
        return (self.points if scored else self.counts).get(key, 0.0)

    def typical(self, key: str) -> Data:
        """A line as it looked most often."""
        found: Data = msgspec.json.decode(self.lines[key].most_common(1)[0][0])
        return found


def source(line: Data) -> str:
    """What a line of a breakdown is about: its kind, and the piece if it names one.

    >>> source({"kind": "per_key", "card": "locksmith", "points": 9})
    'per_key locksmith'
    """
    return f"{line['kind']} {line.get('card') or line.get('piece') or ''}".rstrip()


def as_good(actions: list[int], values: list[float], close: float) -> list[int]:
    """The best action and those that are as good, the best first.

    >>> as_good([4, 7, 9], [30.0, 52.0, 51.0], 1.5)
    [7, 9]
    """
    best = max(values)
    rows = sorted(zip(values, actions, strict=True), key=lambda row: (-row[0], row[1]))
    return [action for value, action in rows if value >= best - close]


def ahead(actions: list[int], values: list[float], answers: list[int]) -> float:
    """How far the best answer is ahead of everything that is none; nothing where everything is one."""
    rest = [value for action, value in zip(actions, values, strict=True) if action not in answers]
    return round(values[actions.index(answers[0])] - max(rest), 1) if rest else 0.0
