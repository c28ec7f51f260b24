"""What a puzzle is: something a seat knew in a real game, and what each thing it could do is worth.

A puzzle holds an observation and no truth. Chances are in points of a hundred, over worlds that the observation allows.
"""
from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final, Literal

import msgspec

from chateaux.engine import registry
from chateaux.engine.data import BadPosition, Choice, Data, Observation
from chateaux.engine.game import Game
from chateaux.engine.parts import folder

Level = Literal["squire", "knight", "king"]
LEVELS: Final[tuple[Level, ...]] = ("squire", "knight", "king")  # who misses it: always, at times, even a King at times
FILE: Final = "learn/puzzles.json"


class Depth(msgspec.Struct, frozen=True, kw_only=True):
    """How deep somebody looks before a decision is called a puzzle."""

    looks: int = 5  # independent ones: each with worlds and a search of its own
    worlds: int = 96  # that a look imagines; in each of them everything that can be done is played on to the end
    iterations: int = 600  # of a look's search: three times a King's on the ladder
    margin: float = 8.0  # points of a hundred by which the best is ahead of everything that is not as good
    stands: float = 5.0  # and by which it is ahead when somebody looks again
    close: float = 1.5  # what is nearer to the best than this is as good
    crowd: float = 0.34  # of all actions, the share that may be as good
    least: float = 20.0  # the chance to win with the best action lies between these
    most: float = 97.0
    tries: int = 5  # searches of a Knight and of a King that say how hard it is
    late: float = 0.8  # of a game: what comes before is not looked at, since there one choice weighs little
    apart: float = 0.1  # of the numbers that tell what a seat knows, the share in which two puzzles differ at least


class Reason(msgspec.Struct, frozen=True, kw_only=True):
    """A source of points in the games that were imagined: what it brings after the best action, and after another."""

    line: Data  # as it looks most often, in the form of `State.breakdown`
    best: float
    other: float


class Scores(msgspec.Struct, frozen=True, kw_only=True):
    """The mean points at the end after the best action and after the tempting one: one's own, the best rival's."""

    mine: tuple[float, float]
    rival: tuple[float, float]


class Puzzle(msgspec.Struct, frozen=True, kw_only=True):
    """A decision in which one thing is clearly best, and a greedy player does another.

    >>> import chateaux
    >>> puzzle = chateaux.puzzles("chateau-combo")[0]
    >>> puzzle.right(puzzle.answers[0]), puzzle.loss(puzzle.answers[0])
    (True, 0.0)
    """

    id: str
    game: str
    rules_version: int
    pieces: str
    players: int
    options: dict[str, Choice]
    seat: int
    position: Data  # the observation's
    actions: list[int]  # everything that can be done,
    values: list[float]  # and the chance to win with each
    answers: list[int]  # the best, and what is as good
    tempting: int  # what a greedy player does
    line: list[int]  # the best action and how it goes on, as far as no chance is in it
    margin: float
    level: Level
    found: dict[str, float]  # how often the searches of Knight and King find it
    scores: Scores
    reasons: list[Reason]
    seed: int  # of the game it comes from,
    at: int  # after so many actions

    @property
    def observation(self) -> Observation:
        """What the seat knew: all that whoever solves it may see."""
        return Observation(self.game, self.rules_version, self.pieces, self.players, self.options, self.seat,
                           self.position)

    @property
    def best(self) -> float:
        """The chance to win with the best action."""
        return self.values[self.actions.index(self.answers[0])]

    def right(self, action: int) -> bool:
        """Whether an action is the best, or as good."""
        return action in self.answers

    def loss(self, action: int) -> float:
        """How much of the chance to win an action gives away; ValueError when it cannot be done."""
        if action not in self.actions:
            raise ValueError(f"Action {action} is not possible here.")
        return 0.0 if self.right(action) else round(max(0.0, self.best - self.values[self.actions.index(action)]), 1)


class Book(msgspec.Struct, frozen=True, kw_only=True):
    """The puzzles of one game as they are shipped, and how they were found."""

    game: str
    rules_version: int
    pieces: str
    seed: int
    depth: Depth
    puzzles: list[Data]


def bound(book: Book) -> list[Puzzle]:
    """The puzzles of a book: what they share is written once."""
    shared = {"game": book.game, "rules_version": book.rules_version, "pieces": book.pieces}
    return [msgspec.convert(shared | data, Puzzle) for data in book.puzzles]


def written(game: Game, seed: int, depth: Depth, found: list[Puzzle]) -> bytes:
    """A book as a file: a puzzle a line."""
    rows = []
    for puzzle in found:
        data = msgspec.to_builtins(puzzle)
        for name in ("game", "rules_version", "pieces"):
            del data[name]
        rows.append(msgspec.json.encode(data))
    head = msgspec.json.encode({"game": game.id, "rules_version": game.rules_version, "pieces": game.digest,
                                "seed": seed, "depth": depth})
    return head[:-1] + b',"puzzles":[\n' + b",\n".join(rows) + b"\n]}\n"


def read(path: Path) -> Book:
    """A book from its file; BadPosition says what is wrong."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Book)
    except msgspec.MsgspecError as error:
        raise BadPosition(f"{path.name} holds no puzzles: {error}") from error


def puzzles(game: str | Game) -> tuple[Puzzle, ...]:
    """The puzzles of a game, easy ones first: a set on which agents can be measured.

    >>> import chateaux
    >>> from chateaux.bots import bot
    >>> greedy = bot("greedy")
    >>> any(one.right(greedy.choose(one.observation)) for one in chateaux.puzzles("chateau-fort")[:5])
    False
    """
    found = registry.game(game) if isinstance(game, str) else game
    return shipped(found.id, found.rules_version, found.digest)


@lru_cache(maxsize=16)
def shipped(id: str, rules_version: int, pieces: str) -> tuple[Puzzle, ...]:
    """The puzzles in a game's folder; none for other rules or another set of pieces than they were found with."""
    path = folder(registry.game(id)) / FILE
    if not path.exists():
        return ()
    book = read(path)
    if (book.rules_version, book.pieces) != (rules_version, pieces):
        return ()
    return tuple(sorted(bound(book), key=lambda puzzle: LEVELS.index(puzzle.level)))
