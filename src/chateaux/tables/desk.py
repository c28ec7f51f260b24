"""A table in use: who looks at it, who speaks, who is away, and what was made of it for those who look."""
from __future__ import annotations

import asyncio
import time
from collections import Counter, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, final

from chateaux.tables.data import Row
from chateaux.tables.freehand import Freehand
from chateaux.tables.table import Table
from chateaux.tables.worker import Advice

RECENT: Final = 40  # rows in memory for each


@dataclass
class Thought:
    """A hint that is being thought of, and how many wait for it."""

    task: asyncio.Task[list[Advice]]
    waiting: int = 0


@final
class Desk:
    """A table in use: its newest state, its newest rows, a lock for commands, a bell for watchers."""

    def __init__(self, table: Table, now: Callable[[], float] = time.time) -> None:
        self.table: Table = table
        self.now = now
        self.rows: deque[Row] = deque(maxlen=RECENT)
        self.lock = asyncio.Lock()
        self.bell = asyncio.Event()
        self.doubtful: bool = False  # the database did not say whether it kept the newest row
        self.watchers: int = 0
        self.joined: Counter[str] = Counter()  # how often each guest has sat down
        self.here: Counter[str] = Counter()  # the open streams of each guest
        self.left: dict[str, float] = {}  # when each guest closed the last of them
        self.elsewhere: dict[tuple[str, int], float] = {}  # by process and seat: until when somebody is there
        self.since: float = now()  # when this process began to know who is here
        self.drawings: dict[int, Freehand] | None = None  # by seat; None: not read yet
        self.said: dict[str, deque[float]] = {}  # when each guest last spoke
        self.made: dict[tuple[object, ...], Sequence[Any]] = {}  # for viewers who see the same
        self.used: float = time.monotonic()
        self.place: str = ""  # where those who play here come from, as far as this process knows
        self.hints: dict[tuple[int, int], Thought] = {}  # by seat and decision: thought of once

    def advance(self, table: Table, row: Row | None) -> None:
        """Show a newer state to everybody who watches."""
        if row is None or (self.rows and row.number != self.rows[-1].number + 1):
            self.rows.clear()
        if row is not None:
            self.rows.append(row)
        self.table = table
        self.made.clear()
        for key in [key for key in self.hints if key[1] != table.decisions[key[0]]]:
            self.hints.pop(key).task.cancel()  # nobody is asked this any more
        self.ring()

    def ring(self) -> None:
        """Wake everybody who watches."""
        self.bell.set()
        self.bell = asyncio.Event()

    def come(self, guest: str) -> None:
        """Somebody opens a stream."""
        self.watchers += 1
        self.here[guest] += 1
        self.left.pop(guest, None)
        self.ring()

    def go(self, guest: str) -> None:
        """Somebody closes a stream."""
        self.watchers -= 1
        if not self.watchers:
            self.made.clear()
        self.here[guest] -= 1
        if not self.here[guest]:
            del self.here[guest]
            self.left[guest] = self.now()
        self.ring()

    def spectators(self) -> int:
        """How many streams are open of people who do not sit here."""
        seated = {seat.guest for seat in self.table.seats if seat.guest}
        return self.watchers - sum(self.here[guest] for guest in seated)

    def absences(self) -> dict[int, float]:
        """The seats that are asked and whose people are not here, with the moment at which that has been too long."""
        table, found = self.table, dict[int, float]()
        if not table.head.away:
            return found
        here = self.present()
        for number, question in enumerate(table.questions):
            seat = table.seats[number]
            if question is not None and question.owes and not seat.plays_itself and number not in here:
                lately = [until for (_, there), until in self.elsewhere.items() if there == number]
                gone = max(self.left.get(seat.guest, self.since), table.clocks.asked_at[number], *lately)
                found[number] = gone + 60 * table.head.away
        return found

    def absent(self) -> list[int]:
        """The seats that the others need not wait for any longer."""
        return [number for number, at in self.absences().items() if at <= self.now()]

    def here_now(self) -> list[int]:
        """The seats whose people have the table open in this process."""
        return [number for number, seat in enumerate(self.table.seats) if seat.guest and self.here[seat.guest] > 0]

    def present(self) -> list[int]:
        """The seats whose people have the table open just now, in whichever process."""
        if not self.elsewhere:
            return self.here_now()
        now = self.now()
        there = {seat for (_, seat), until in self.elsewhere.items() if until > now}
        return sorted(there.union(self.here_now()))

    def looks(self, guest: str) -> bool:
        """Whether somebody has the table before their eyes."""
        return self.here[guest] > 0 or any(self.table.seats[seat].guest == guest for seat in self.present())

    def hear(self, process: str, seats: list[int], until: float) -> None:
        """Another process says at which seats somebody looks at the table there."""
        for key in [key for key in self.elsewhere if key[0] == process and key[1] not in seats]:
            del self.elsewhere[key]
            self.left[self.table.seats[key[1]].guest] = self.now()
        for seat in range(len(self.table.seats)):
            if seat in seats:
                self.elsewhere[process, seat] = until
        self.ring()
