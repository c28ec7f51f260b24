"""What a viewer of a table gets: everything that seat may know, with the number it belongs to.

A frame is made from views and from rows as the seat may see them, never from a position itself, so
whatever is rendered from a frame (JSON, a page) cannot tell more.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from chateaux.engine.data import SPECTATOR, Choice, Data
from chateaux.engine.game import Game
from chateaux.look.words import Language
from chateaux.tables import gathering
from chateaux.tables.data import OPEN, OVER, RUNNING, Clock, Kind, Phase, Row
from chateaux.tables.table import Table


class SeatInfo(msgspec.Struct):
    """Who sits where."""

    seat: int
    kind: Kind
    name: str
    bot: str
    ready: bool
    given_up: bool
    time_left: float | None  # seconds at `asked_at`
    asked_at: float | None  # set while its clock runs
    colour: int = -1  # brought along from an earlier game; -1: the seat's own


class TableInfo(msgspec.Struct):
    """What everybody may know about a table."""

    id: str
    number: int
    game: str
    rules_version: int
    pieces: str  # the digest of the set
    players: int
    options: dict[str, Choice]
    language: Language
    clock: Clock
    phase: Phase
    seats: list[SeatInfo]
    to_act: list[int]
    entries: int
    created: float
    started: float | None
    commitment: str
    nonces: list[str]  # shown when the cards are dealt, and not before
    promises: list[str]
    sealed: bool  # whoever promised a nonce is to show it now
    secret: str | None  # hexadecimal, once the game has ended
    abandoning: int  # how many would end it here
    rematch: str
    previous: str
    study: tuple[str, int] | None = None  # the finished game, and after how many actions, that is tried out here


class Action(msgspec.Struct):
    """Something a seat may do, and the board elements to pick for it, in order."""

    action: int
    text: str
    picks: list[list[str]]


class Result(msgspec.Struct):
    """How the game ended."""

    scores: list[int]
    winners: list[int]
    breakdown: list[list[Data]]
    reason: Data  # why it ended, {} where that goes without saying


class Frame(msgspec.Struct):
    """A table as one viewer sees it at one log number."""

    number: int
    table: TableInfo
    mine: list[int]  # the seats the viewer holds
    seat: int | None  # the one this frame is for; null: a spectator's
    host: bool  # whether the viewer has opened the table
    decision: int  # name it when playing; 0: nothing is asked
    owes: bool  # whether the table waits for this seat's answer
    prompt: Data | None
    actions: list[Action]
    undo: int  # name it to take back the newest action; 0: nothing can be taken back
    hints: bool  # whether this seat may ask for hints now
    view: Any  # the game's own View; null before the game has begun
    result: Result | None
    rows: list[Data]  # of the log, since the number the viewer knew
    starts: bool = False  # whether the viewer may start the game, once the seats are taken


Renderer = Callable[[Frame, str, Game], Sequence[Any]]
"""Turns a frame of a game, for a reader's language, into what a stream carries, in pieces."""


def as_json(frame: Frame, language: str, game: Game) -> list[str]:
    """The plain renderer: the frame itself."""
    return [msgspec.json.encode(frame).decode()]


def info(table: Table) -> TableInfo:
    """What everybody may know about a table."""
    head, clocks = table.head, table.clocks
    running = table.phase == RUNNING
    return TableInfo(
        id=head.id, number=table.number, game=head.game, rules_version=table.game.rules_version,
        pieces=table.game.digest, players=head.players, options=head.options, language=head.language,
        clock=head.clock, phase=table.phase, seats=[seat_info(table, number) for number in range(head.players)],
        to_act=list(table.playing().to_act) if running else [], entries=table.entries, created=round(head.created, 3),
        started=None if table.state is None else round(clocks.started, 3), commitment=head.commitment,
        nonces=[seat.nonce if table.state is not None else "" for seat in table.seats],
        promises=[seat.promise for seat in table.seats], sealed=table.phase == OPEN and table.sealed > 0,
        secret=head.secret if table.ended else None,
        abandoning=len(table.votes), rematch=table.rematch, previous=head.previous,
        study=None if head.study is None else (head.study.table, head.study.at))


def seat_info(table: Table, number: int) -> SeatInfo:
    seat, question = table.seats[number], table.questions[number]
    timed = table.phase == RUNNING and table.head.clock.ticks and not seat.plays_itself
    ticking = timed and question is not None and question.owes
    return SeatInfo(number, seat.kind, seat.name, seat.bot, seat.ready, seat.given_up,
                    round(table.clocks.full_or_left(number, table.head.clock), 3) if timed else None,
                    round(table.clocks.asked_at[number], 3) if ticking else None, seat.colour)


def frame(table: Table, guest: str, seat: int | None, rows: list[Row]) -> Frame:
    """The table for one viewer: a guest looking through one of the seats they hold, or a spectator."""
    if seat is not None:
        table.held(guest, seat)
    state, question = table.state, None if seat is None else table.questions[seat]
    eyes = SPECTATOR if seat is None else seat
    owes = question is not None and question.owes and not table.seats[eyes].plays_itself
    return Frame(
        number=table.number, table=info(table), mine=table.seats_of(guest), seat=seat,
        host=bool(guest) and guest == table.head.creator, starts=gathering.may_start(table, guest),
        decision=0 if seat is None else table.decisions[seat],
        owes=owes,
        prompt=None if question is None else question.prompt, actions=actions(table, seat),
        undo=0 if seat is None else table.undoable(seat), hints=owes and table.may_ask(guest),
        view=None if state is None else state.view(seat),
        result=result(table), rows=[row.seen_by(eyes) for row in rows])


def actions(table: Table, seat: int | None) -> list[Action]:
    """What a seat may do now; nothing while a bot plays it, so that no click is for nothing."""
    state = table.state
    if seat is None or state is None or table.phase != RUNNING or table.seats[seat].plays_itself:
        return []
    return [Action(action, state.text(action), picks) for action, picks in state.picks(seat).items()]


def result(table: Table) -> Result | None:
    state = table.state
    if state is None or table.phase != OVER:
        return None
    return Result(state.scores(), list(state.winners()), [state.breakdown(seat) for seat in range(table.head.players)],
                  state.ending())


def event_text(number: int, body: str, name: str = "frame") -> bytes:
    """One event of a stream, whatever lines the body has.

    >>> event_text(7, "<p>\\n</p>")
    b'id: 7\\nevent: frame\\ndata: <p>\\ndata: </p>\\n\\n'
    """
    lines = body.replace("\r\n", "\n").replace("\r", "\n").replace("\n", "\ndata: ")
    return event_line(number, lines.encode(), name)


def event_line(number: int, line: bytes, name: str = "frame") -> bytes:
    """The same of a body that is one line."""
    return b"id: %d\nevent: %b\ndata: %b\n\n" % (number, name.encode(), line)
