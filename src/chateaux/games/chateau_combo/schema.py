"""The shapes of Château Combo's data: a position, and what a board shows."""
from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

Phase = Literal["take", "option", "discard", "fill", "over"]
Where = Literal["castle", "village"]
Seat = Annotated[int, Meta(ge=0, le=4)]
Count = Annotated[int, Meta(ge=0, le=10**12)]

# ---------------------------------------------------------------- a position


class Lying(Struct, forbid_unknown_fields=True):
    """A card in a cell of a tableau."""

    card: str
    down: bool = False
    gold: Annotated[int, Meta(ge=0, le=40)] = 0


class Board(Struct, forbid_unknown_fields=True):
    """One player's gold, keys and tableau."""

    gold: Count = 15
    keys: Count = 2
    cards: dict[str, str | Lying] = {}


class Place(Struct, forbid_unknown_fields=True):
    """The castle or the village."""

    row: Annotated[list[str | None], Meta(min_length=3, max_length=3)] = field(default_factory=lambda: [None] * 3)
    discard: list[str] = []
    left: Count | None = None  # in the deck: all that are nowhere else
    exhausted: bool = False


class Places(Struct, forbid_unknown_fields=True):
    """Both of them."""

    castle: Place = field(default_factory=Place)
    village: Place = field(default_factory=Place)


class Position(Struct, forbid_unknown_fields=True):
    """A whole position; nothing in it is hidden but the order of the decks."""

    boards: list[Board]
    places: Places
    first: Seat = 0
    turn: Seat | None = None
    messenger: Where = "village"
    key_used: bool = False
    phase: Phase = "take"
    card: str | None = None  # whose effect is being carried out
    part: Annotated[int, Meta(ge=0, le=3)] = 0
    fills: Annotated[int, Meta(ge=0, le=9)] = 0


# ---------------------------------------------------------------- the view: what a board shows


class Gives(Struct):
    """What a card or an effect brings at once: to the player, onto purses, and to each opponent."""

    gold: int
    keys: int
    stored: int
    chooses: bool  # something is still to be chosen
    others_gold: int
    others_keys: int


class Choice(Gives):
    """One of the two effects between which the player chooses."""

    id: str
    part: int


class Score(Struct):
    """What a card would score in a cell: how many points more than now, and how many on the card itself."""

    points: int
    own: int


class Offer(Struct):
    """A place of a row and the card in it, with its price for this player."""

    id: str
    card: str | None
    down: str = ""  # the element that takes it face down
    discards: bool = False
    cost: int = 0
    price: int = 0
    affordable: bool = False
    missing: int = 0
    may: bool = False
    may_hide: bool = False
    gives: Gives | None = None
    cells: dict[str, Score] = {}


class PlaceView(Struct):
    """The castle or the village."""

    id: str
    here: bool  # the messenger is
    exhausted: bool
    left: int
    discard: list[str]
    row: list[Offer]
    takes: bool
    discards: bool
    off: int


class KeyMove(Struct):
    """A key moves the messenger."""

    id: str
    to: str
    may: bool
    exhausted: bool


class KeyRefresh(Struct):
    """A key renews the row."""

    id: str
    place: str
    may: bool


class Keys(Struct):
    """The two uses of a key."""

    used: bool
    move: KeyMove
    refresh: KeyRefresh


class Cell(Struct):
    """A cell of the field around a tableau, and what lies in it."""

    id: str
    cell: str
    open: bool
    fills: bool
    card: str | None = None
    down: bool = False
    place: str = ""
    cost: int = 0
    gold: int = 0
    capacity: int = 0
    points: int = 0
    times: int = 0


class Frame(Struct):
    """How far the floating frame is settled, inside the cells that are shown."""

    tall: int
    wide: int
    row: int
    column: int


class PlayerView(Struct):
    """One player's gold, keys and tableau."""

    seat: int
    gold: int
    keys: int
    placed: int
    points: int
    cells: list[Cell]
    across: int
    down: int
    frame: Frame
    shields: list[int]
    off: list[int]
    breakdown: list[dict[str, Any]]  # as `State.breakdown` writes it


class View(Struct):
    """The table through a seat's eyes; a spectator looks over the shoulder of whoever's turn it is."""

    phase: str
    round: int
    turn: int  # the seat whose turn it is
    asked: tuple[int, ...]  # the seats that owe an answer
    me: int | None
    players: list[PlayerView]
    rounds: int
    eyes: int
    first: int
    messenger: str
    card: str | None
    keys: Keys
    places: list[PlaceView]
    options: list[Choice]
    shields: list[str]
