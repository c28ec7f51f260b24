"""Features: what a seat may know, as whole numbers with names and ranges, for those who train agents.

A game's folder may hold a `features` module beside its rules, with a function `features(game, players, options)` that
returns `Features` of its own. They are written from what the seat knows and nothing else: two positions that a seat
cannot tell apart have the same numbers.
"""
from __future__ import annotations

import hashlib
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, mypyc_attr

from chateaux.engine.data import Choice, Observation
from chateaux.engine.game import Game, State
from chateaux.engine.parts import part

WHO: Final = ("me", "next", "second", "third", "fourth", "fifth", "sixth", "seventh")  # in turn order, from my seat on


@mypyc_attr(allow_interpreted_subclasses=True)
class Features:
    """The numbers of one game for one number of players and one choice of options.

    >>> import chateaux
    >>> game = chateaux.game("chateau-combo")
    >>> features = game.features(players=2)
    >>> seen = features.named(game.new(players=2, seed=1), 0)
    >>> seen["me.gold"], seen["next.keys"]
    (15, 2)
    """

    def __init__(self, game: Game, players: int, options: dict[str, Choice], version: int) -> None:
        self.game: Game = game
        self.players: int = players
        self.options: dict[str, Choice] = options
        self.version: int = version  # grows when a name, a range or what a number means changes
        self.names: list[str] = []
        self.least: list[int] = []
        self.most: list[int] = []
        self.blank: vec[i16] = vec[i16]()  # as many zeros

    # ------------------------------------------------------------ what a game writes

    def tell(self, state: State, seat: i64, into: vec[i16]) -> vec[i16]:
        """Append what a seat knows, in the order of the names.

        Whole runs of numbers are copied in one call (`extend(into, self.blank)`): each by itself is checked and written
        for itself.
        """
        raise NotImplementedError

    def number(self, name: str, most: int, least: int = 0) -> None:
        """Declare the next number with its range."""
        self.names.append(name)
        self.least.append(least)
        self.most.append(most)
        self.blank = append(self.blank, 0)

    def one_of(self, name: str, words: list[str]) -> None:
        """Declare a choice: one number for each word, of which at most one is 1."""
        for word in words:
            self.number(f"{name}={word}", 1)

    # ------------------------------------------------------------ what everybody calls

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return len(self.names)

    @property
    def digest(self) -> str:
        """The same for features that mean the same: whoever learned from some can read others with this digest.

        Another set of pieces keeps it where what is counted stays the same, and has another where it does not.
        """
        told = f"{self.game.id} {self.version} {self.players} {self.names} {self.least} {self.most}"
        return hashlib.sha256(told.encode()).hexdigest()[:16]

    def values(self, state: State, seat: int) -> list[int]:
        """What a seat knows, as a list."""
        return [int(value) for value in self.tell(state, seat, vec[i16](capacity=len(self.names)))]

    def named(self, state: State, seat: int) -> dict[str, int]:
        """What a seat knows, by name."""
        return dict(zip(self.names, self.values(state, seat), strict=True))

    def seen(self, observation: Observation) -> list[int]:
        """What an observation tells: the same as the position it was made from."""
        return self.values(self.game.worlds(observation).sample(0), observation.seat)


def held_to(value: i64, least: i64, most: i64) -> i16:
    """A number inside its range; beyond the ends, the end.

    >>> held_to(120, 0, 99), held_to(-3, 0, 99)
    (99, 0)
    """
    if value < least:
        value = least
    elif value > most:
        value = most
    return i16(value)


def features_of(game: Game, players: int, options: dict[str, Choice]) -> Features:
    """The features in a game's folder, beside the module of its rules; LookupError where there are none."""
    maker = getattr(part(game, "features"), "features", None)
    if maker is None:
        raise LookupError(f"{game.id} has no features: nobody has said how it is told in numbers.")
    found: object = maker(game, players, options)
    if not isinstance(found, Features):
        raise TypeError(f"The features of {game.id} are {found!r}, which are not chateaux Features.")
    return found
