"""A lesson: a game learnt by doing, on its real board, step by step. What is taught is data, `learn/lesson.json`.

Every step stands by itself: it is reached from the last position written by hand before it, so that somebody may begin
at any of them, go back, and come again.
"""
from __future__ import annotations

import json
from fnmatch import fnmatchcase
from functools import cache
from typing import Annotated, Final, final

from msgspec import Meta, Struct

from chateaux.engine.chance import Chance
from chateaux.engine.data import BadPosition, Choice, Data, Event
from chateaux.engine.game import Game, State
from chateaux.engine.parts import folder
from chateaux.engine.reading import typed

FILE: Final = "lesson.json"
MOST: Final = 60  # steps of a lesson

Key = Annotated[str, Meta(pattern=r"^lesson\.[a-z_0-9]+$")]  # of a sentence in the game's words


class Start(Struct, forbid_unknown_fields=True):
    """A position written by hand, and the seed of whatever chance brings after it."""

    position: Data
    players: int = 2
    options: dict[str, Choice] = {}
    seed: int = 0


class Step(Struct, forbid_unknown_fields=True):
    """One sentence of the herald: what he points at, and what is to be done, if something is."""

    say: Key
    start: Start | None = None  # from here on another position; the first step has one
    others: list[str] = []  # what others do before it is said, in notation
    points: list[str] = []  # ids of what he points at
    do: str = ""  # the one right choice, in notation; "": there is nothing to do but to read on
    wrong: dict[str, Key] = {}  # by a pattern of the notation, what is answered to another choice; the first that fits


class Lesson(Struct, forbid_unknown_fields=True):
    """What is taught of a game, and how long that takes."""

    minutes: Annotated[int, Meta(ge=1, le=10)]
    steps: Annotated[list[Step], Meta(min_length=1, max_length=MOST)]
    seat: int = 0  # the learner's


@final
class Moment:
    """A step of a lesson: the position, and all that happened since the position it began with."""

    def __init__(self, lesson: Lesson, step: Step, state: State, told: list[tuple[int, tuple[Event, ...]]]) -> None:
        self.seat: int = lesson.seat
        self.step: Step = step
        self.state: State = state
        self.told: list[tuple[int, tuple[Event, ...]]] = told  # who did it, and what came of it

    @property
    def right(self) -> int | None:
        """The action that is awaited."""
        return self.state.parse(self.step.do, self.seat) if self.step.do else None

    def answers(self) -> dict[int, str]:
        """For every other choice there is, the key of what is answered. BadPosition names one without an answer."""
        right, found = self.right, dict[int, str]()
        if right is None:
            return found
        for action in self.state.actions(self.seat):
            if action != right:
                text = self.state.text(action)
                key = next((key for pattern, key in self.step.wrong.items() if fnmatchcase(text, pattern)), None)
                if key is None:
                    raise BadPosition(f"{self.step.say}: nothing is answered to {text!r}.")
                found[action] = key
        return found


@cache
def lesson(game: Game) -> Lesson | None:
    """The lesson of a game of the house; None where there is none.

    >>> import chateaux
    >>> lesson(chateaux.game("chateau-combo")).minutes
    4
    """
    path = folder(game) / "learn" / FILE
    return typed(Lesson, json.loads(path.read_text("utf-8")), FILE) if path.exists() else None


def moment(game: Game, taught: Lesson, at: int) -> Moment:
    """A step of a lesson, by its number: all is done as it should be, from the last position before it."""
    first = max(number for number, step in enumerate(taught.steps[:at + 1]) if step.start is not None)
    state, told = game.new(), list[tuple[int, tuple[Event, ...]]]()
    for number, step in enumerate(taught.steps[first:at + 1], first):
        if step.start is not None:
            state = begun(game, step.start)
        for text in step.others:
            act(state, told, text)
        if number < at and step.do:
            act(state, told, step.do)
    return Moment(taught, taught.steps[at], state, told)


def begun(game: Game, start: Start) -> State:
    return game.load({"players": start.players, "options": start.options, "position": start.position,
                      "chance": Chance.stream(start.seed).dump()})


def act(state: State, told: list[tuple[int, tuple[Event, ...]]], text: str) -> None:
    """What whoever is asked does, in notation."""
    for seat in state.to_act:
        for action in state.actions(seat):
            if state.text(action) == text:
                told.append((seat, state.play(action, seat, events=True).events))
                return
    state.parse(text)  # says that it is not possible
