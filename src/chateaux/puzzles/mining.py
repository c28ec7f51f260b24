"""Mining: bots play, a cheap look finds decisions that may be puzzles, deep ones say which are.

Game number n of a seed is always the same game, and puzzles are taken in the order of the games, so that a seed gives
the same puzzles with however many processes, and whether it was stopped in between or not.
"""
from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from functools import lru_cache
from multiprocessing import get_context
from pathlib import Path
from typing import Final

import msgspec

from chateaux.bots.registry import bot
from chateaux.engine import registry
from chateaux.engine.data import BadPosition, Observation, digest
from chateaux.engine.game import Game
from chateaux.puzzles.judging import Judge
from chateaux.puzzles.puzzle import LEVELS, Depth, Level, Puzzle, written

PLAYERS: Final = "greedy:slips=0.15,figures=written"  # they play quickly, and err now and then as people do
QUICK: Final = 200  # iterations of the first search
GLANCE: Final = 32  # worlds in which what it finds is compared with what a greedy player does,
HOPED: Final = 0.75  # and how much of the margin that must show
CHOICES: Final = 3  # things that can be done, at least
EACH: Final = 6  # puzzles of one game at most


class Head(msgspec.Struct, frozen=True):
    """What a file of found puzzles belongs to."""

    game: str
    rules_version: int
    pieces: str
    seed: int
    depth: Depth


@lru_cache(maxsize=4)
def judge_of(id: str, depth: Depth) -> Judge:
    return Judge(registry.game(id), depth)


def dug(id: str, depth: Depth, seed: int) -> list[Puzzle]:
    """The puzzles late in one game that bots play: there a choice weighs more, and is judged sooner."""
    game, judge = registry.game(id), judge_of(id, depth)
    state, entries = game.new(game.players[seed % len(game.players)], seed), bots_play(game, seed)
    found = list[Puzzle]()
    for at, (seat, action) in enumerate(entries):
        if at >= depth.late * len(entries) and len(state.actions(seat)) >= CHOICES:
            seen = state.observe(seat)
            puzzle = made(judge, seen, seed, at) if promising(judge, seen, seed) else None
            if puzzle is not None:
                found.append(puzzle)
                if len(found) == EACH:
                    break
        state.play(action, seat)
    return found


def bots_play(game: Game, seed: int) -> list[tuple[int, int]]:
    """A game of quick bots: who did what."""
    state, player = game.new(game.players[seed % len(game.players)], seed), bot(PLAYERS, game)
    entries: list[tuple[int, int]] = []
    while not state.over and len(entries) < game.longest:
        seat = state.to_act[0]
        actions = state.actions(seat)
        entries.append((seat, actions[0] if len(actions) == 1 else player.choose(state.observe(seat))))
        state.play(entries[-1][1], seat)
    return entries


def promising(judge: Judge, seen: Observation, seed: int) -> bool:
    """Whether a quick search finds something that is clearly better than what a greedy player does."""
    worlds, depth = judge.game.worlds(seen), judge.depth
    tempting = judge.greedy.choose(seen)
    choice = judge.choice(seen, worlds, QUICK, seed)
    if choice == tempting:
        return False
    better, worse = judge.worth(worlds, [choice, tempting], GLANCE, seed)
    return better - worse >= HOPED * depth.margin and better >= HOPED * depth.least


def made(judge: Judge, seen: Observation, seed: int, at: int) -> Puzzle | None:
    """The puzzle of a decision, if it is one."""
    judged = judge.looked(seen, seed)
    if judged is None:
        return None
    level, found = judge.level(seen, judged.answers, seed)
    tempting = judge.greedy.choose(seen)
    scores, reasons = judge.reasons(seen, judged.answers[0], tempting)
    return Puzzle(
        id=digest(seen.to_data())[:10], game=seen.game, rules_version=seen.rules_version, pieces=seen.pieces,
        players=seen.players, options=dict(seen.options), seat=seen.seat, position=seen.position,
        actions=judged.actions, values=judged.values, answers=judged.answers, tempting=tempting,
        line=judge.line(seen, judged.answers[0]), margin=judged.margin, level=level, found=found, scores=scores,
        reasons=reasons, seed=seed, at=at)


class Shelf:
    """Puzzles that are kept: so many a level on the mean, at least half and at most twice as many, no two alike."""

    def __init__(self, game: Game, depth: Depth, count: int) -> None:
        self.game, self.depth, self.count = game, depth, count
        self.kept: dict[Level, list[Puzzle]] = {level: [] for level in LEVELS}
        self.seen: list[tuple[int, list[int]]] = []

    @property
    def full(self) -> bool:
        return (len(self.all) >= self.count * len(LEVELS)
                and all(2 * len(found) >= self.count for found in self.kept.values()))

    @property
    def all(self) -> list[Puzzle]:
        return [puzzle for found in self.kept.values() for puzzle in found]

    def add(self, puzzle: Puzzle) -> bool:
        """Keep a puzzle, unless there are many of its level or one is like it."""
        numbers = self.game.features(puzzle.players, puzzle.options).seen(puzzle.observation)
        if len(self.kept[puzzle.level]) >= 2 * self.count or any(
                players == puzzle.players and differs(numbers, other) < self.depth.apart
                for players, other in self.seen):
            return False
        self.kept[puzzle.level].append(puzzle)
        self.seen.append((puzzle.players, numbers))
        return True


def differs(one: list[int], other: list[int]) -> float:
    """The share of numbers that differ.

    >>> differs([1, 2, 3, 4], [1, 2, 3, 5])
    0.25
    """
    return sum(a != b for a, b in zip(one, other, strict=True)) / len(one)


def mine(game: Game, out: Path, seed: int = 1, jobs: int = 1, count: int = 20, games: int = 1000,
         depth: Depth | None = None, told: Callable[[int, Shelf], None] = lambda number, shelf: None) -> Shelf:
    """Play games until there are enough puzzles of each level, or so many games; write them to a file.

    What was found so far is in a file beside it, a line a game: called again, it goes on from there.
    """
    depth = depth or Depth()
    head = Head(game.id, game.rules_version, game.digest, seed, depth)
    part, shelf, number = out.with_name(out.name + ".part"), Shelf(game, depth, count), 0
    for row in kept(part, head):
        if shelf.full or number == games:
            break
        number += 1
        for puzzle in row:
            shelf.add(puzzle)
    told(number, shelf)
    part.parent.mkdir(parents=True, exist_ok=True)
    fresh = not part.exists() or not part.stat().st_size
    with part.open("ab") as file:
        if fresh:
            file.write(msgspec.json.encode(head) + b"\n")
        first, last = seed * 100_000 + number, seed * 100_000 + games
        if shelf.full or number >= games:
            first = last
        for row in played(game.id, depth, range(first, last), jobs):
            file.write(msgspec.json.encode(row) + b"\n")
            file.flush()
            number += 1
            for puzzle in row:
                shelf.add(puzzle)
            told(number, shelf)
            if shelf.full:
                break
    out.write_bytes(written(game, seed, depth, shelf.all))
    return shelf


def kept(part: Path, head: Head) -> Iterator[list[Puzzle]]:
    """What was found in each game so far."""
    if not part.exists() or not part.stat().st_size:
        return
    text = part.read_bytes()
    if not text.endswith(b"\n"):  # stopped in the middle of a line
        text = text[:text.rfind(b"\n") + 1]
        part.write_bytes(text)
    lines = text.splitlines()
    if msgspec.json.decode(lines[0], type=Head) != head:
        raise BadPosition(f"{part} was begun with other rules, another seed or another depth: take another file.")
    for line in lines[1:]:
        yield msgspec.json.decode(line, type=list[Puzzle])


def played(id: str, depth: Depth, seeds: range, jobs: int) -> Iterator[list[Puzzle]]:
    """What each game gives, in order."""
    if jobs == 1:
        yield from (dug(id, depth, seed) for seed in seeds)
        return
    rest = iter(seeds)
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        waiting: deque[Future[list[Puzzle]]] = deque()
        try:
            while True:
                waiting.extend(pool.submit(dug, id, depth, one)
                               for one in itertools.islice(rest, 3 * jobs - len(waiting)))
                if not waiting:
                    return
                yield waiting.popleft().result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
