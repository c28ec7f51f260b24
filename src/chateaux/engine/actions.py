"""The actions of a game as a table: each verb owns a run of numbers, declared once, in the order of the numbers.

A game gives its verbs numbers of their own (`BUY: Final[i64] = 2`), declares them in that order with the sizes of
their arguments, and from then on switches on `verb[action]` and reads `one[action]`, `two[action]`, `three[action]`:
no sums by hand. Where many numbers of a verb with one argument are written, `first[verb]` is what to add to it.
"""
from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from chateaux.engine.chance import bits, lowest

BLANK: Final[vec[i64]] = vec[i64]([0] * 512)  # lists of actions are cut from it: `append` costs a call for each
NOTHING: Final[vec[i64]] = vec[i64]()
SPREAD: Final[i64] = 0x2201EA2B  # keys of real games seldom share a place


@final
class Kept:
    """Lists of actions that were found before, by a number that decides them: most are asked for again and again.

    Everybody is given the same list, so nobody writes to it.

    >>> kept = Kept()
    >>> len(kept.of(7)), len(kept.keep(7, vec[i64]([1, 2]))), len(kept.of(7))
    (0, 2, 2)
    """

    def __init__(self) -> None:
        self.keys: vec[i64] = vec[i64]([-1] * 4096)  # by place: whose list is there
        self.lists: vec[vec[i64]] = vec[vec[i64]]([NOTHING for _ in range(4096)])

    def of(self, key: i64) -> vec[i64]:
        """The list of a key, empty when it is not here."""
        at: i64 = (key ^ key >> 31) * SPREAD >> 20 & 4095
        return self.lists[at] if self.keys[at] == key else NOTHING

    def keep(self, key: i64, actions: vec[i64]) -> vec[i64]:
        """Remember a list, in the place of another if need be."""
        at: i64 = (key ^ key >> 31) * SPREAD >> 20 & 4095
        self.keys[at] = key
        self.lists[at] = actions
        return actions


MASKS: Final = Kept()


def numbered(mask: i64) -> vec[i64]:
    """The numbers of the bits of a mask in rising order: a list that is kept.

    >>> [number for number in numbered(0b101001)]
    [0, 3, 5]
    """
    found = MASKS.of(mask)
    if len(found) == 0:
        found = BLANK[:bits(mask)]
        left: i64 = mask
        for at in range(len(found)):
            found[at] = lowest(left)
            left &= left - 1
        MASKS.keep(mask, found)
    return found


@final
class Actions:
    """All actions of a game: number ⇄ verb and arguments.

    >>> actions = Actions()
    >>> MOVE, BUY = actions.declare("move"), actions.declare("buy", 3, 25)
    >>> actions.count, actions.number(BUY, 2, 7)
    (76, 58)
    >>> actions.names[actions.verb[58]], actions.one[58], actions.two[58]
    ('buy', 2, 7)
    >>> TILE = actions.declare("tile", 4, least=1)  # tiles are numbered from 1
    >>> actions.one[76], actions.first[TILE] + 1
    (1, 76)
    >>> SWAP = actions.declare_pairs("swap", [(0, 1), (1, 0)])
    >>> actions.first[SWAP], actions.two[81]
    (80, 0)
    """

    def __init__(self) -> None:
        self.names: list[str] = []
        self.first: vec[i64] = vec[i64]()  # by verb: the number it would have with all arguments 0
        self.size: vec[i64] = vec[i64]()  # by verb: how many numbers one step of the first argument takes,
        self.step: vec[i64] = vec[i64]()  # and of the second
        self.verb: vec[i64] = vec[i64]()  # by action
        self.one: vec[i64] = vec[i64]()  # by action: its first argument, 0 where there is none
        self.two: vec[i64] = vec[i64]()
        self.three: vec[i64] = vec[i64]()

    @property
    def count(self) -> int:
        """How many actions there are."""
        return len(self.verb)

    def declare(self, name: str, ones: int = 1, twos: int = 1, threes: int = 1, least: int = 0) -> i64:
        """The next verb, with arguments in range(least, least + ones), range(twos) and range(threes)."""
        number: i64 = self.begin(name, least * twos * threes, twos * threes, threes)
        for one in range(least, least + ones):
            for two in range(twos):
                for three in range(threes):
                    self.add(number, one, two, three)
        return number

    def declare_pairs(self, name: str, pairs: list[tuple[int, int]]) -> i64:
        """The next verb, with just these arguments; its numbers are counted from `first`."""
        number: i64 = self.begin(name, 0, 1, 1)
        for one, two in pairs:
            self.add(number, one, two, 0)
        return number

    def begin(self, name: str, before: i64, size: i64, step: i64) -> i64:
        """A verb that has no numbers yet."""
        self.names.append(name)
        self.first = append(self.first, len(self.verb) - before)
        self.size = append(self.size, size)
        self.step = append(self.step, step)
        return len(self.names) - 1

    def add(self, verb: i64, one: i64, two: i64, three: i64) -> None:
        """The next number."""
        self.verb = append(self.verb, verb)
        self.one = append(self.one, one)
        self.two = append(self.two, two)
        self.three = append(self.three, three)

    def number(self, verb: i64, one: i64 = 0, two: i64 = 0, three: i64 = 0) -> i64:
        """The number of an action."""
        return self.first[verb] + one * self.size[verb] + two * self.step[verb] + three
