"""A game looked at again: any position of it through the eyes that may see it, and its story.

Replaying is work for the processor: whoever serves people has it done in a sandbox, for a table's own log and for
somebody's file. What takes too long is refused.
"""
from __future__ import annotations

import time
from typing import Final, final

import msgspec

from chateaux.bots import parted
from chateaux.engine.data import SPECTATOR, BadRecord, Data, Event, IllegalAction
from chateaux.engine.game import State
from chateaux.engine.record import Record, misfit
from chateaux.tables.data import LONGEST_NAME, OVER, RUNNING, Clock, Refused, Row, effective
from chateaux.tables.frames import Frame, Result, SeatInfo, TableInfo, info
from chateaux.tables.table import Table, plain

KEPT: Final = 16  # actions between positions that are kept
SECONDS: Final = 8.0  # that replaying a record may take
TOLD: Final = 1200  # actions that are told of on one page; nearly all games have fewer


@final
class Replay:
    """A game step by step. While it is not over nobody's own eyes are lent, only a spectator's.

    >>> import chateaux
    >>> record = chateaux.Record(chateaux.game("chateau-combo"), players=2, seed=3)
    >>> replay = Replay(record, info_of(record), finished=True)
    >>> replay.last, replay.frame(0, seat=1).table.to_act
    (0, [0])
    """

    def __init__(self, record: Record, table: TableInfo, finished: bool, seconds: float = SECONDS) -> None:
        self.record: Record = record
        self.table: TableInfo = table
        self.finished: bool = finished
        self.kept: list[State] = []  # never played on: threads share them
        self.events: list[tuple[Event, ...]] = []
        self.end: State = self.run(time.monotonic() + seconds)

    @property
    def last(self) -> int:
        """The number of actions."""
        return len(self.record.entries)

    def run(self, until: float) -> State:
        """Play everything once, keeping what is needed to come back."""
        state = self.record.new()
        for number, (seat, action) in enumerate(self.record.entries):
            if number % KEPT == 0:
                self.kept.append(state.clone())
            if time.monotonic() > until:
                raise BadRecord(f"The record takes too long: {number} of its {self.last} actions were replayed.",
                                "long", {"number": number, "count": self.last})
            try:
                self.events.append(state.play(action, seat, events=True).events)
            except IllegalAction as error:
                raise misfit(number, error) from error
        return state

    def position(self, at: int) -> State:
        """The position after so many actions."""
        if not 0 <= at <= self.last:
            raise Refused("unknown", f"The game has {self.last} actions.")
        if at == self.last:
            return self.end
        state = self.kept[at // KEPT].clone()
        for seat, action in self.record.entries[at - at % KEPT:at]:
            state.play(action, seat)
        return state

    def eyes(self, seat: int | None) -> int:
        """The seat whose knowledge is shown."""
        if seat is None:
            return SPECTATOR
        if not self.finished:
            raise Refused("forbidden", "What a seat knows is shown when the game is over.")
        if not 0 <= seat < self.record.players:
            raise Refused("unknown", f"There is no seat {seat}: seats are 0 to {self.record.players - 1}.")
        return seat

    def frame(self, at: int, seat: int | None) -> Frame:
        """The table as it was after so many actions, with nothing to do."""
        self.eyes(seat)
        return seen(self.position(at), self.table, at, seat)

    def row(self, at: int, seat: int | None) -> Data:
        """What the action that led here brought, as a seat or everybody may know it; how it began, at 0."""
        eyes = self.eyes(seat)
        if at == 0:
            return {"number": 0, "kind": "start", "seat": -1}
        return {"number": at, "kind": "play", "seat": self.record.entries[at - 1][0],
                "events": [event.seen_by(eyes) for event in self.events[at - 1]]}

    def rows(self, seat: int | None, around: int = 0) -> list[Data]:
        """The story: the whole of it, or as much as a page holds around a moment."""
        first = max(0, min(around - TOLD // 2, self.last + 1 - TOLD))
        return [self.row(at, seat) for at in range(first, min(self.last + 1, first + TOLD))]


def seen(state: State, about: TableInfo, at: int, seat: int | None) -> Frame:
    """A position as somebody sees it who has nothing to do."""
    result = None
    if state.over:
        result = Result(state.scores(), list(state.winners()), [state.breakdown(one) for one in range(about.players)],
                        state.ending())
    table = msgspec.structs.replace(about, number=at, entries=at, phase=OVER if state.over else RUNNING,
                                    to_act=list(state.to_act), secret=None)
    return Frame(number=at, table=table, mine=[], seat=seat, decision=0, owes=False, prompt=None, actions=[],
                 host=False, undo=0, hints=False, view=state.view(seat), result=result, rows=[])


def again(table: Table, rows: list[Row]) -> tuple[Record, TableInfo]:
    """The game of a table so far, and what is told about it. The record holds the secret of the shuffle."""
    if table.state is None:
        raise Refused("closed", "No game was played at this table.")
    if table.upgraded:
        raise Refused("closed", "The rules changed while this game was played, so it does not replay.")
    record = table.replayable(effective(rows))
    about = info(table)
    seats = [msgspec.structs.replace(seat, time_left=None, asked_at=None) for seat in about.seats]
    return record, msgspec.structs.replace(about, seats=seats)


def of_file(text: bytes) -> Replay:
    """The game of somebody's file, checked: shuffle, actions, result. BadRecord says what is wrong."""
    try:
        record = Record.from_json(text)
        record.check_seal()
        replay = Replay(record, info_of(record), finished=True)
        record.check_result(replay.end)
    except (TypeError, LookupError, OverflowError, AttributeError) as error:  # a set of pieces of any shape at all
        raise BadRecord(f"The record cannot be read: {error}", "broken") from error
    return replay


def info_of(record: Record) -> TableInfo:
    """A table as far as a record tells of it."""
    about = record.about
    listed = about.get("names")
    names = [plain(name)[:LONGEST_NAME] if isinstance(name, str) else "" for name in
             (listed if isinstance(listed, list) else [])] + [""] * record.players
    seats = [SeatInfo(seat, "bot" if parted(names[seat])[0] else "person", names[seat],
                      names[seat] if parted(names[seat])[0] else "", True, False, None, None)
             for seat in range(record.players)]
    return TableInfo(
        id=str(about.get("table", ""))[:LONGEST_NAME], number=0, game=record.game.id,
        rules_version=record.game.rules_version, pieces=record.game.digest, players=record.players,
        options=record.options, language="en", clock=Clock(), phase=RUNNING, seats=seats, to_act=[], entries=0,
        created=0.0, started=None, commitment="", nonces=[], promises=[], sealed=False, secret=None, abandoning=0,
        rematch="", previous="")
