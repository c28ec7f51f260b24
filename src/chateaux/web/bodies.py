"""What programs send to the JSON API and what they get, besides what tables show (`tables.frames`)."""
from __future__ import annotations

from typing import Annotated, Any

import msgspec

from chateaux.bots.levels import USUAL
from chateaux.engine.data import Choice, Data
from chateaux.insight import Analysis
from chateaux.insight.analysis import Progress
from chateaux.look.words import Language
from chateaux.tables.data import LONGEST_CHAT, Clock, Level, Name, Nonce, SeatNumber, Whole
from chateaux.tables.freehand import MOST, Stroke

Promise = Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{64})?$")]


class GameInfo(msgspec.Struct):
    """A game of the house."""

    id: str
    rules_version: int
    pieces: str
    players: list[int]
    options: dict[str, dict[str, object]]
    action_count: int
    bots: list[str]


class Introduce(msgspec.Struct, forbid_unknown_fields=True):
    name: Name


class Introduced(msgspec.Struct):
    """A guest; the token is what the cookie holds, for `Authorization: Bearer`. A browser has the cookie instead."""

    id: str
    name: str
    token: str


class Create(msgspec.Struct, forbid_unknown_fields=True):
    """A new table. Each seat is "open" or a bot."""

    game: Annotated[str, msgspec.Meta(max_length=80)]
    seats: Annotated[list[Level], msgspec.Meta(min_length=1, max_length=8)]
    options: dict[str, Choice] = {}
    language: Language = "en"
    clock: Clock | None = None
    pieces: Data | None = None  # your own set of pieces
    listed: bool = False  # others find it in the lobby, to join or to watch
    hints: bool = False  # people may ask for hints though they play against each other
    rated: bool = False  # it counts for the ratings, so nobody may ask for hints
    away: Annotated[float, msgspec.Meta(ge=0, le=10_080)] = 5  # minutes that somebody asked may be away; 0: for ever


class Join(msgspec.Struct, forbid_unknown_fields=True):
    seat: SeatNumber | None = None
    name: Name = ""
    nonce: Nonce = ""  # your part of the shuffle, any random text, told at once; or
    promise: Promise = ""  # SHA-256 of the JSON ["chateaux nonce", table, nonce], which you reveal when it is sealed


class Reveal(msgspec.Struct, forbid_unknown_fields=True):
    seat: SeatNumber
    nonce: Nonce


class AtSeat(msgspec.Struct, forbid_unknown_fields=True):
    seat: SeatNumber


class Start(msgspec.Struct, forbid_unknown_fields=True):
    bots: Level | None = None  # who takes the seats that are left


class Play(msgspec.Struct, forbid_unknown_fields=True):
    seat: SeatNumber
    decision: Whole
    action: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]


class Hint(msgspec.Struct):
    """An action worth considering, with the estimated chance to win and how much of the thinking it took."""

    action: int
    text: str
    picks: list[list[str]]
    chance: float
    share: float


class Hinted(msgspec.Struct):
    """What a bot would consider in your place, the best first, from what your seat may know."""

    decision: int
    hints: list[Hint]


class Analysed(msgspec.Struct):
    """How far the analysis of a finished game is, and what is known so far; the sums hold for that much of it."""

    state: Progress
    known: int  # steps of the game that were gone over
    last: int  # of so many; 0 while nobody has asked
    analysis: Analysis | None


class Try(msgspec.Struct, forbid_unknown_fields=True):
    """A moment of a finished game that is to be played on from, in one of its seats."""

    at: Whole
    seat: SeatNumber
    others: Level = USUAL  # who takes the other seats; "open": friends
    anew: bool = True  # what that seat did not know is dealt anew; else it is as it was
    language: Language = "en"


class Undo(msgspec.Struct, forbid_unknown_fields=True):
    seat: SeatNumber
    number: Whole  # the `undo` of your frame


class GiveUp(msgspec.Struct, forbid_unknown_fields=True):
    seat: SeatNumber
    bot: Level = USUAL


class Nothing(msgspec.Struct, forbid_unknown_fields=True):
    """No details are needed."""


class Say(msgspec.Struct, forbid_unknown_fields=True):
    text: Annotated[str, msgspec.Meta(max_length=LONGEST_CHAT)] = ""
    phrase: Annotated[str, msgspec.Meta(pattern="^[a-z-]*$", max_length=40)] = ""


class Draw(msgspec.Struct, forbid_unknown_fields=True):
    """What a seat's sheet shows from now on: all its strokes."""

    seat: SeatNumber
    strokes: Annotated[list[Stroke], msgspec.Meta(max_length=MOST)]


class Drawn(msgspec.Struct):
    """The number of a drawing that was kept."""

    number: int


class Replayed(msgspec.Struct):
    """A position of a game that has ended."""

    at: int
    entries: int
    view: Any  # the game's own View
    to_act: list[int]
    scores: list[int] | None
    text: str  # the action that is played next, in notation
