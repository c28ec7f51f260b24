"""The actions of a game as a table: each verb owns a run of numbers, declared once, in the order of the numbers.

A game gives its verbs numbers of their own (`BUY: Final[i64] = 2`), declares them in that order with the sizes of
their arguments, and from then on switches on `verb[action]` and reads `one[action]`, `two[action]`: no sums by hand.
"""
from __future__ import annotations

from typing import final

from librt.vecs import append, vec
from mypy_extensions import i64


@final
class Actions:
    """All actions of a game: number ⇄ verb and arguments.

    >>> actions = Actions()
    >>> MOVE, BUY = actions.declare("move"), actions.declare("buy", 3, 25)
    >>> actions.count, actions.number(BUY, 2, 7)
    (76, 58)
    >>> actions.names[actions.verb[58]], actions.one[58], actions.two[58]
    ('buy', 2, 7)
    """

    def __init__(self) -> None:
        self.names: list[str] = []
        self.first: vec[i64] = vec[i64]()  # by verb: its first number
        self.size: vec[i64] = vec[i64]()  # by verb: of its second argument
        self.verb: vec[i64] = vec[i64]()  # by action
        self.one: vec[i64] = vec[i64]()  # by action: its first argument, 0 where there is none
        self.two: vec[i64] = vec[i64]()

    @property
    def count(self) -> int:
        """How many actions there are."""
        return len(self.verb)

    def declare(self, name: str, ones: int = 1, twos: int = 1) -> i64:
        """The next verb, with arguments in range(ones) and range(twos)."""
        number: i64 = len(self.names)
        self.names.append(name)
        self.first = append(self.first, len(self.verb))
        self.size = append(self.size, twos)
        for one in range(ones):
            for two in range(twos):
                self.verb = append(self.verb, number)
                self.one = append(self.one, one)
                self.two = append(self.two, two)
        return number

    def number(self, verb: i64, one: i64 = 0, two: i64 = 0) -> i64:
        """The number of an action."""
        return self.first[verb] + one * self.size[verb] + two
