"""Thinking time: what each seat has left, and when it was asked."""
from __future__ import annotations

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
    asked_at: list[float]

    @staticmethod
    def still(players: int) -> Clocks:
        """Clocks that nobody has started."""
        return Clocks(0.0, [0.0] * players, [0.0] * players)

    def copy(self) -> Clocks:
        return Clocks(self.started, list(self.left), list(self.asked_at))

    def start(self, clock: Clock, at: float) -> None:
        """Everybody's time begins."""
        self.started = at
        self.left = [clock.full()] * len(self.left)
        self.asked_at = [at] * len(self.left)

    def turn(self, seat: int, at: float, ticking: bool, increment: int) -> None:
        """A seat is asked something else: charge what it thought, give its increment, start anew."""
        left = self.left[seat]
        if ticking:
            left = max(0.0, left - max(0.0, at - self.asked_at[seat]))
        self.left[seat] = max(0.0, left + increment)
        self.asked_at[seat] = at

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
            return self.asked_at[seat] + clock.full()
        return self.asked_at[seat] + max(LEAST, self.left[seat])
