"""What a table is made of, as plain data: seats, clock, rows of the log, and refusals.

Everything here is stored as JSON; the behaviour is in `table`.
"""
from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

from chateaux.bots.levels import USUAL
from chateaux.engine.data import EVERYTHING, Choice, Data, Event
from chateaux.look.words import Language

OPEN: Final = "open"  # people take seats
RUNNING: Final = "running"  # the game is played
OVER: Final = "over"  # played to its end
ABANDONED: Final = "abandoned"  # ended by its players before that

Phase = Literal["open", "running", "over", "abandoned"]
Kind = Literal["open", "person", "bot"]
Reason = Literal["unknown", "forbidden", "closed", "stale", "illegal", "malformed", "full", "too much",
                 "broken"]

LONGEST_NAME: Final = 40
LONGEST_CHAT: Final = 300
MOST_CHAT: Final = 2000  # lines of chat at one table
DAY: Final = 86_400  # seconds

Name = Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)]
Nonce = Annotated[str, msgspec.Meta(max_length=64)]
Level = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
Whole = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=7)]


class Refused(Exception):
    """Something a table does not do, in a sentence; nothing has changed.

    With a key the sentence is also among the words, as `refused.KEY`, for whoever reads another language.
    """

    def __init__(self, reason: Reason, sentence: str, key: str = "", **parts: object) -> None:
        super().__init__(sentence)
        self.reason: Reason = reason
        self.key: str = key
        self.parts: dict[str, object] = parts


class Broken(Refused):
    """A table that is there but cannot be read; every other goes on without it."""

    def __init__(self, id: str, why: str) -> None:
        super().__init__("broken", "This table cannot be read. Nothing of it is lost, but nobody can play on for now.",
                         "broken")
        self.id: str = id
        self.why: str = why  # for the log, not for people


class Seat(msgspec.Struct):
    """One place at the table and who sits there."""

    kind: Kind = "open"
    guest: str = ""
    name: str = ""
    bot: str = ""  # the bot that plays here, or that plays for a person who gave up
    nonce: str = ""  # the player's own part of the shuffle
    ready: bool = False  # a seat kept for somebody, as in a rematch, is not ready before they come
    given_up: bool = False
    colour: int = -1  # of an earlier game, which stays in a rematch; -1: the seat's own
    promise: str = ""  # of the nonce, until it is shown

    @property
    def plays_itself(self) -> bool:
        """Whether a bot answers here."""
        return self.kind == "bot" or self.given_up


class Clock(msgspec.Struct, frozen=True):
    """How long people may think. Nothing is limited unless asked for.

    Each seat starts with `seconds`, and gets `increment` with each move it makes; or it has `days` for each move.
    `minutes` is the length of the whole game, for games that end by the clock.
    """

    seconds: Annotated[int, msgspec.Meta(ge=0, le=604_800)] = 0
    increment: Annotated[int, msgspec.Meta(ge=0, le=86_400)] = 0
    minutes: Annotated[int, msgspec.Meta(ge=0, le=1_440)] = 0
    bot: Level = USUAL  # plays the move of a seat whose time is up
    days: Annotated[int, msgspec.Meta(ge=0, le=30)] = 0

    @property
    def ticks(self) -> bool:
        """Whether there is a limit to anybody's thinking."""
        return bool(self.seconds or self.days)

    def full(self) -> float:
        """The seconds that a seat has when it is asked for the first time, or for every move."""
        return float(self.days * DAY or self.seconds)


class Manners(msgspec.Struct, frozen=True):
    """What is agreed when a table is opened, beside the rules."""

    listed: bool = False  # strangers find it in the lobby, to join or to watch
    hints: bool = False  # people may ask for hints though they play against each other
    rated: bool = False  # it counts for the ratings, so nobody may ask for hints
    away: Annotated[float, msgspec.Meta(ge=0, le=10_080)] = 5  # minutes that somebody asked may be away; 0: for ever


PLAIN: Final = Manners()


class Study(msgspec.Struct, frozen=True):
    """Where a table began that tries out a moment of a finished game: it is for learning, and never rated."""

    table: str  # "": it was somebody's file
    at: int  # after so many actions
    position: Data  # as of `State.dump`, all secrets included
    record: str = ""  # the digest of the file


class Head(msgspec.Struct, frozen=True):
    """What is settled when a table is made and never changes; the commitment binds it."""

    id: str
    game: str
    players: int
    options: dict[str, Choice]
    language: Language
    clock: Clock
    creator: str
    created: float
    secret: str  # hexadecimal; shown only when the game has ended
    commitment: str
    pieces: object = None  # somebody's own set, or None for the house's
    previous: str = ""  # the table this is the rematch of
    listed: bool = False
    hints: bool = False
    rated: bool = False
    away: float = 5
    study: Study | None = None

    @property
    def manners(self) -> Manners:
        return Manners(self.listed, self.hints, self.rated, self.away)


class Row(msgspec.Struct, frozen=True):
    """One line of a table's log. It is written once and never changed."""

    number: int
    at: float
    kind: str
    seat: int  # -1: nobody's
    data: Data
    stamp: str  # tells our own row from another process's with the same number

    def events(self) -> list[Event]:
        """What the engine told about a played action."""
        return [read_event(event) for event in as_list(self.data.get("events"))]

    def seen_by(self, seat: int) -> Data:
        """The row as a seat may see it (SPECTATOR: as everybody may, EVERYTHING: with all secrets).

        Action numbers stay on the server: an answer in a simultaneous step is nobody else's business.
        """
        seen: Data = {"number": self.number, "at": round(self.at, 3), "kind": self.kind, "seat": self.seat}
        if self.kind == "play":
            seen["by"] = self.data.get("by", "")
            seen["events"] = [event.seen_by(seat) for event in self.events()]
            if "stopped" in self.data:
                seen["stopped"] = self.data["stopped"]
            if seat == EVERYTHING:
                seen["action"] = self.data["action"]
        else:
            seen.update(self.data)
        return seen


def write_event(event: Event) -> Data:
    """An event with everything in it, for the log."""
    return {"kind": event.kind, "seat": event.seat, "public": event.public, "private": event.private, "to": event.to}


def read_event(data: object) -> Event:
    """The event that `write_event` wrote."""
    stored = msgspec.convert(data, StoredEvent)
    return Event(stored.kind, stored.seat, stored.public, stored.private, stored.to)


class StoredEvent(msgspec.Struct):
    """An event as the log keeps it."""

    kind: str
    seat: int
    public: Data
    private: Data | None
    to: int


def as_list(data: object) -> list[object]:
    return data if isinstance(data, list) else []


def effective(rows: list[Row]) -> list[tuple[int, int]]:
    """The entries of the record: every played action that was not taken back.

    >>> rows = [Row(n, 0.0, kind, 0, {"action": n}, "") for n, kind in enumerate(["play", "play", "undo", "play"])]
    >>> effective(rows)
    [(0, 0), (0, 3)]
    """
    entries: list[tuple[int, int]] = []
    for row in rows:
        if row.kind == "play":
            entries.append((row.seat, int(str(row.data["action"]))))
        elif row.kind == "undo":
            entries.pop()
    return entries


def taken_back(rows: list[Row]) -> set[int]:
    """The numbers of the rows whose action was taken back, as far as these rows tell."""
    return {int(str(row.data["of"])) for row in rows if row.kind == "undo"}


def short(id: str) -> str:
    """A table's id as the log names it: the whole of it is the invitation.

    >>> short("Zk3v-_0aQ9xYw2Lp")
    'Zk3v-_…'
    """
    return f"{id[:6]}…"
