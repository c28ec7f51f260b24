"""Who is called, and for what: a turn, a game that begins or ends, a word at the table.

A call reaches the small streams that people keep open, in whichever process they are, and from the process where it
happened it is pushed to devices whose owner does not look at the table.
"""
from __future__ import annotations

import asyncio
from collections import defaultdict, deque
from collections.abc import Awaitable, Callable
from typing import Final, Literal, final

import msgspec

from chateaux.tables.data import OPEN, OVER, Row
from chateaux.tables.house import House
from chateaux.tables.people import Wants
from chateaux.tables.store import CALLED
from chateaux.tables.table import Table

EVERYBODY: Final = "*"  # whoever looks at the lobby
WAITING: Final = 20  # calls that a slow stream may be behind

Kind = Literal["turn", "start", "over", "rematch", "join", "talk", "lobby"]
WANTED: Final[dict[Kind, Callable[[Wants], bool]]] = {
    "turn": lambda wants: wants.turn, "talk": lambda wants: wants.talk,
    **dict.fromkeys(("start", "over", "rematch", "join"), lambda wants: wants.game)}


class Call(msgspec.Struct, frozen=True):
    """One call to one person; `name` is who caused it, if a person did."""

    guest: str
    kind: Kind
    table: str = ""
    game: str = ""
    number: int = 0
    name: str = ""


class Ear:
    """One stream that listens for somebody."""

    def __init__(self) -> None:
        self.calls: deque[Call] = deque(maxlen=WAITING)
        self.bell = asyncio.Event()


@final
class Calls:
    """The calls of a house."""

    def __init__(self, house: House) -> None:
        self.house: House = house
        self.ears: defaultdict[str, set[Ear]] = defaultdict(set)
        self.push: Callable[[Call], Awaitable[None]] | None = None
        self.tasks: set[asyncio.Task[None]] = set()
        house.on_row.append(self.happened)

    async def close(self) -> None:
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    def listen(self, guest: str) -> Ear:
        """Begin to listen: for the lobby, and for a person if there is one."""
        ear = Ear()
        for who in {guest, EVERYBODY} - {""}:
            self.ears[who].add(ear)
        return ear

    def leave(self, guest: str, ear: Ear) -> None:
        for who in {guest, EVERYBODY} - {""}:
            self.ears[who].discard(ear)
            if not self.ears[who]:
                del self.ears[who]

    # ------------------------------------------------------------ what happens

    def happened(self, table: Table, row: Row) -> None:
        """Something has happened at a table of this process: call whom it concerns."""
        found = calls(table, row)
        for call in found:
            self.hear(call)
        if found and self.house.store.shared:
            self.begin(self.spread(found))
        away = [call for call in found if call.guest != EVERYBODY and not self.looks(call)]
        if away and self.push is not None:
            for call in away:
                self.begin(self.push(call))

    def looks(self, call: Call) -> bool:
        """Whether somebody has the table before their eyes."""
        desk = self.house.desks.get(call.table)
        return desk is not None and desk.looks(call.guest)

    def hear(self, call: Call) -> None:
        """Pass a call on to whoever listens here."""
        for ear in self.ears.get(call.guest, ()):
            ear.calls.append(call)
            ear.bell.set()

    def heard(self, news: str) -> None:
        """Another process has called."""
        for call in msgspec.json.decode(news, type=list[Call]):
            self.hear(call)

    def begin(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def spread(self, found: list[Call]) -> None:
        """Tell the other processes; whoever calls hears it twice, which is once for who looks at the number."""
        await self.house.store.notify(f"{msgspec.json.encode(found).decode()}{CALLED}:0")


def calls(table: Table, row: Row) -> list[Call]:
    """Whom a row of the log calls, and for what: each person once, for what matters most."""
    seats = table.seats
    who = seats[row.seat] if 0 <= row.seat < len(seats) and not row.data.get("by") else None
    by, name = (who.guest, who.name) if who is not None else ("", "")
    about = table.head.id
    wanted: dict[str, Kind] = {}
    kind: Kind | None = None
    if row.kind == "play" and table.phase == OVER:
        kind = "over"
    elif row.kind in ("start", "rematch"):
        kind = "start" if row.kind == "start" else "rematch"
    elif row.kind == "chat":
        kind = "talk"
    elif row.kind == "join" and table.head.creator != by:
        wanted[table.head.creator] = "join"
    if kind is not None:
        wanted |= {seat.guest: kind for seat in seats if seat.guest}
    if row.kind == "rematch":
        about = str(row.data["table"])
    for number, question in enumerate(table.questions):
        seat = seats[number]
        asked = question is not None and question.owes and table.decisions[number] == row.number
        if asked and seat.guest and not seat.plays_itself:
            wanted[seat.guest] = "turn"
    wanted.pop(by, None)
    found = [Call(guest, kind, about, table.head.game, row.number, name) for guest, kind in wanted.items()]
    if table.head.listed and (table.phase == OPEN or row.kind in ("start", "abandon") or table.ended):
        found.append(Call(EVERYBODY, "lobby", number=row.number))
    return found
