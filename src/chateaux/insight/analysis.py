"""A finished game understood: each seat's chance at every moment, every decision judged, and what was luck.

Three numbers belong to every step of a record. `before` is each seat's chance to win from the position as it truly
was, the future dealt anew; `meant` is the same once the action is chosen and chance has not spoken; and `before` of
the next step is what it was when chance had. So `meant - before` is what the decision did, the rest is luck, and all
of them add up to the result less the chances at the start.

Decisions are judged by what the mover knew: the search looks for better ones from that seat's observation, and
whatever it finds is compared with what was played in the same imagined worlds.
"""
from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final, Literal

import msgspec

from chateaux.bots.thinkers import SearchBot
from chateaux.engine.data import BadRecord, Observation
from chateaux.engine.game import Game, State
from chateaux.engine.judgement import Judgement, judgement_of
from chateaux.engine.record import Record
from chateaux.insight.playouts import NOTHING, futures, imagined

Grade = Literal["best", "good", "inaccuracy", "mistake", "blunder"]
Progress = Literal["none", "running", "done", "failed"]
GRADES: Final[tuple[tuple[Grade, float], ...]] = (  # by the loss of chance, in points of a hundred
    ("best", 1.0), ("good", 4.0), ("inaccuracy", 8.0), ("mistake", 16.0))
FALL: Final = 0.045  # how fast accuracy falls with the points lost: 4 points cost a sixth of it


class Care(msgspec.Struct, frozen=True, kw_only=True):
    """How carefully a game is looked at."""

    futures: int = 640  # of every position: a standard error of at most two points
    worlds: int = 320  # in which a decision is compared with a better one
    iterations: int = 240  # of the search for better ones
    rivals: int = 1  # of the found actions that are compared with the one that was played
    seed: int = 1

    @staticmethod
    def times(share: float) -> Care:
        """So much of the usual care.

        >>> Care.times(0.5).futures
        320
        """
        usual = Care()
        return Care(futures=max(1, round(usual.futures * share)), worlds=max(1, round(usual.worlds * share)),
                    iterations=max(2, round(usual.iterations * share)))


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """A choice, judged by what its seat knew: chances in points of a hundred."""

    grade: Grade
    played: float
    best: float
    loss: float
    action: int  # the better one, or the one that was played
    text: str  # the same in notation


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One entry of a record: the seats' chances before it, and after the choice and before chance spoke."""

    number: int
    seat: int
    action: int
    text: str
    before: list[float]
    meant: list[float]
    decision: Decision | None = None  # None: there was nothing to choose


class Player(msgspec.Struct, frozen=True, kw_only=True):
    """What made a seat's result: they add up to the result less the chance at the start, in points of a hundred."""

    seat: int
    start: float
    luck: float
    own: float
    others: float
    result: float
    accuracy: float | None  # of the decisions; None when there was nothing to choose
    grades: dict[Grade, int]


class Analysis(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that is known of a finished game."""

    game: str
    rules_version: int
    players: list[Player]
    steps: list[Step]
    result: list[float]
    turning: list[int]  # the numbers of the steps that moved the game most, the greatest first
    care: Care
    moved: list[float]  # by step: how far it moved the chances, in points


class Known(msgspec.Struct):
    """What is known of a game so far: its steps from the first on, and the chances after the last of them."""

    last: int  # how many steps it has
    care: Care
    steps: list[Step] = []
    after: list[float] = []
    state: Progress = "running"


def analyse(record: Record, care: Care | None = None) -> Analysis:
    """The whole analysis of a finished game; BadRecord when it is not over."""
    *_, last = analysing(record, care)
    if not isinstance(last, Analysis):
        raise TypeError("An analysis ends with itself.")
    return last


def analysing(record: Record, care: Care | None = None) -> Iterator[Step | Analysis]:
    """The same, step by step as they are found, and at last as a whole."""
    care, steps, result = care or Care(), list[Step](), list[float]()
    for step, after in stepping(record, care):
        steps.append(step)
        result = after
        yield step
    yield summed(record.game, steps, result, care)


def stepping(record: Record, care: Care, first: int = 0,
             before: list[float] | None = None) -> Iterator[tuple[Step, list[float]]]:
    """The steps from one on, each with the chances after it; those before the first need not be worked out again.

    What is found does not depend on where one begins, so an analysis may be made in parts.
    """
    end = record.replay()
    if not end.over:
        raise BadRecord("Only a finished game is analysed: a running one gives nothing away.", "running")
    winners = end.winners()
    result = [1 / len(winners) if seat in winners else 0.0 for seat in range(int(end.players))]
    look, state = Look(record.game, care), record.replay(first)
    before = before or look.chances(state)
    for number, (seat, action) in enumerate(record.entries[first:], first):
        step = look.step(state, number, seat, action, before)
        state.play(action, seat)
        before = result if state.over else step.meant if not state.revealed else look.chances(state)
        yield step, before


class Look:
    """How a game is looked at: its judgement, a bot that searches, and the numbers it draws from."""

    def __init__(self, game: Game, care: Care) -> None:
        self.game, self.care = game, care
        self.judgement: Judgement = judgement_of(game)
        self.bot = SearchBot(game=game, iterations=care.iterations, seed=care.seed)

    def chances(self, state: State, seat: int = 0, action: int = NOTHING) -> list[float]:
        """Each seat's chance to win from the true position, the future dealt anew.

        Where the game is as good as decided, half of the futures say it as exactly.
        """
        count, seed = max(1, self.care.futures // 2), self.care.seed << 32
        sums = futures(state, self.judgement, seat, action, 0, count, seed)
        if max(won * (count - won) for won in sums) * self.care.futures > 0.25 * count ** 3:
            rest = self.care.futures - count
            more = futures(state, self.judgement, seat, action, count, rest, seed)
            sums, count = [one + other for one, other in zip(sums, more, strict=True)], count + rest
        return [won / count for won in sums]

    def step(self, state: State, number: int, seat: int, action: int, before: list[float]) -> Step:
        text = state.text(action)
        asked = seat >= 0 and len(state.actions(seat)) > 1
        meant = self.chances(state, seat, action) if asked else before
        decision = self.decided(state, seat, action, text) if asked and seat in state.to_act else None
        return Step(number=number, seat=seat, action=action, text=text, before=before, meant=meant, decision=decision)

    def decided(self, state: State, seat: int, action: int, text: str) -> Decision:
        """What was played beside what could have been, as far as the seat knew."""
        seen: Observation = state.observe(seat)
        worlds = self.game.worlds(seen)
        found = self.bot.search(seen, worlds=worlds).found()
        if found[0][0] == action:  # what the search would have played itself
            chance = 100 * found[0][3]
            return Decision(grade="best", played=chance, best=chance, loss=0.0, action=action, text=text)
        choices = [action, *(row[0] for row in found[:self.care.rivals] if row[0] != action)]
        sums = imagined(worlds.template, self.judgement, seat, choices, 0, self.care.worlds, self.care.seed << 32)
        values = [100 * won / self.care.worlds for won in sums]
        best = max(range(len(choices)), key=lambda index: (values[index], -index))
        loss = values[best] - values[0]
        return Decision(grade=graded(loss), played=values[0], best=values[best], loss=loss, action=choices[best],
                        text=state.text(choices[best]))


def graded(loss: float) -> Grade:
    """The name of a loss.

    >>> [graded(loss) for loss in (0.0, 3.0, 7.0, 12.0, 30.0)]
    ['best', 'good', 'inaccuracy', 'mistake', 'blunder']
    """
    return next((name for name, most in GRADES if loss <= most), "blunder")


def accuracy(losses: list[float]) -> float | None:
    """The mean accuracy of decisions that lost so much.

    >>> accuracy([0.0, 0.0]), round(accuracy([0.0, 20.0]) or 0)
    (100.0, 70)
    """
    return sum(100 * math.exp(-FALL * loss) for loss in losses) / len(losses) if losses else None


def summed(game: Game, steps: list[Step], result: list[float], care: Care) -> Analysis:
    """The steps added up. Every seat's luck, own decisions and others' are exactly its result less its start."""
    afters = [*(step.before for step in steps[1:]), result]
    players: list[Player] = []
    for seat in range(len(result)):
        own = sum(100 * (step.meant[seat] - step.before[seat]) for step in steps if step.seat == seat)
        others = sum(100 * (step.meant[seat] - step.before[seat]) for step in steps if step.seat != seat)
        luck = sum(100 * (after[seat] - step.meant[seat]) for step, after in zip(steps, afters, strict=True))
        judged = [step.decision for step in steps if step.seat == seat and step.decision is not None]
        grades: dict[Grade, int] = {}
        for decision in judged:
            grades[decision.grade] = grades.get(decision.grade, 0) + 1
        players.append(Player(
            seat=seat, start=100 * (steps[0].before[seat] if steps else result[seat]), luck=luck, own=own,
            others=others, result=100 * result[seat], accuracy=accuracy([decision.loss for decision in judged]),
            grades=grades))
    moved = [50 * sum(abs(new - old) for new, old in zip(after, step.before, strict=True))
             for step, after in zip(steps, afters, strict=True)]
    turning = sorted((number for number, far in enumerate(moved) if far >= 5), key=lambda number: -moved[number])[:5]
    return Analysis(game=game.id, rules_version=game.rules_version, players=players, steps=steps, result=result,
                    turning=turning, care=care, moved=moved)
