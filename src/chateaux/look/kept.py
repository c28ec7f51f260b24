"""What is kept because making it takes a while: as much as fits into so many bytes, and what was used last stays."""
from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Final, Generic, ParamSpec, TypeVar, final

from chateaux.engine.data import canonical
from chateaux.engine.game import Game
from chateaux.engine.registry import games

Given = ParamSpec("Given")
Made = TypeVar("Made")
SETS: Final = 2 << 20  # bytes of sets of pieces, each as its JSON; a dozen of the largest


@final
class Kept(Generic[Given, Made]):
    """A function that remembers what it has made. What weighs nothing is the house's own and stays for ever.

    >>> doubled = Kept(lambda text: text * 2, most=4, weigh=len)
    >>> doubled("ab"), doubled("cde"), doubled(""), len(doubled.found)
    ('abab', 'cdecde', '', 1)
    """

    def __init__(self, make: Callable[Given, Made], most: int, weigh: Callable[Given, int]) -> None:
        self.__wrapped__ = make
        self.most, self.weigh = most, weigh
        self.house: dict[object, Made] = {}
        self.found: OrderedDict[object, tuple[Made, int]] = OrderedDict()
        self.size: int = 0
        self.lock = threading.Lock()

    def __call__(self, *given: Given.args, **named: Given.kwargs) -> Made:
        key = (given, *named.items())
        if key in self.house:
            return self.house[key]
        with self.lock:
            if key in self.found:
                self.found.move_to_end(key)
                return self.found[key][0]
        made, weight = self.__wrapped__(*given, **named), self.weigh(*given, **named)
        if not weight:
            self.house[key] = made
            return made
        with self.lock:  # threads make things, too
            self.size += weight - self.found.pop(key, (made, 0))[1]
            self.found[key] = (made, weight)
            while self.size > self.most and len(self.found) > 1:
                self.size -= self.found.popitem(last=False)[1][1]
        return made


def kept(most: int, weigh: Callable[Given, int]) -> Callable[[Callable[Given, Made]], Kept[Given, Made]]:
    """The same as a decorator."""
    return lambda make: Kept(make, most, weigh)


def weight(game: Game) -> int:
    """What a game with somebody's own set of pieces weighs; the house's games weigh nothing."""
    return 0 if games().get(game.id) is game else len(canonical(game.pieces))
