"""Thinking time: what each seat has left, and when it was asked."""
from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from chateaux.tables.data import Clock

LEAST: Final = 2.0  # seconds a seat gets for a decision, however late it is


class Clocks(msgspec.Struct):
    """The clocks of a table's seats.

    >>> clocks = Clocks.still(2)
    >>> clocks.start(Clock(seconds=60, increment=5), 100.0)
    >>> clocks.turn(0, 130.0, True, 5)
    >>> clocks.left, clocks.deadline(0, Clock(seconds=60), False)
    ([35.0, 60.0], 165.0)
    """

    started: float
    left: list[float]
    asked_at: list[float]  # since when what a seat thinks is not charged yet
    since: list[float] = []  # when it was asked what it is asked now
    forgiven: float = 0.0  # absences of the house up to here are made up for

    def __post_init__(self) -> None:
        self.since = self.since or list(self.asked_at)  # older houses did not write it

    @staticmethod
    def still(players: int) -> Clocks:
        """Clocks that nobody has started."""
        return Clocks(0.0, [0.0] * players, [0.0] * players)

    def copy(self) -> Clocks:
        return Clocks(self.started, list(self.left), list(self.asked_at), list(self.since), self.forgiven)

    def start(self, clock: Clock, at: float) -> None:
        """Everybody's time begins."""
        self.started = at
        self.left = [clock.full()] * len(self.left)
        self.asked_at = [at] * len(self.left)
        self.since = [at] * len(self.left)

    def charge(self, seat: int, at: float) -> None:
        """Take what a seat has thought so far, while it is asked the same as before."""
        self.left[seat] = max(0.0, self.left[seat] - max(0.0, at - self.asked_at[seat]))
        self.asked_at[seat] = at

    def forgive(self, absences: Iterable[tuple[float, float]]) -> None:
        """Nobody's time runs while the house is away.

        >>> clocks = Clocks(0.0, [60.0], [100.0])
        >>> clocks.forgive([(110.0, 400.0)])
        >>> clocks.deadline(0, Clock(seconds=60), False)
        450.0
        """
        for began, ended in absences:
            if ended <= self.forgiven:
                continue
            self.started = later(self.started, began, ended)
            self.asked_at = [later(moment, began, ended) for moment in self.asked_at]
            self.since = [later(moment, began, ended) for moment in self.since]
            self.forgiven = ended

    def turn(self, seat: int, at: float, ticking: bool, increment: int) -> None:
        """A seat is asked something else: charge what it thought, give its increment, start anew."""
        if ticking:
            self.charge(seat, at)
        self.left[seat] = max(0.0, self.left[seat] + increment)
        self.asked_at[seat] = self.since[seat] = at

    def full_or_left(self, seat: int, clock: Clock) -> float:
        """What a seat has for the move it is asked for."""
        return clock.full() if clock.days else self.left[seat]

    def deadline(self, seat: int, clock: Clock, plays_itself: bool) -> float | None:
        """When the seat must have answered; None: whenever it likes. A bot answers at once."""
        if plays_itself:
            return self.asked_at[seat]
        if not clock.ticks:
            return None
        if clock.days:  # for every move anew
            return self.since[seat] + clock.full()
        return max(self.asked_at[seat] + self.left[seat], self.since[seat] + LEAST)


def later(moment: float, began: float, ended: float) -> float:
    """A moment from which something is counted, put off by as much of an absence as came after it."""
    return moment + max(0.0, ended - max(began, moment))
