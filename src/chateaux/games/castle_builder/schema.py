"""The shapes of Castle Builder's data: a position, and what a board shows."""
from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

Half = Literal["sky", "stone"]
Phase = Literal["turn", "place", "pay", "renovate", "discard", "coin", "take", "rob", "aim", "hit", "collapse", "over"]
Seat = Annotated[int, Meta(ge=0, le=3)]
Count = Annotated[int, Meta(ge=0, le=10**12)]
Few = Annotated[int, Meta(ge=0, le=100)]
Lattice = Annotated[int, Meta(ge=-999, le=999)]  # a floor or a half-column, in the castle or not

# ---------------------------------------------------------------- a position


class Built(Struct, array_like=True, forbid_unknown_fields=True):
    """A tile in a castle."""

    tile: str
    floor: Lattice
    column: Lattice


class Spot(Struct, array_like=True, forbid_unknown_fields=True):
    """A place in a castle."""

    floor: Lattice
    column: Lattice


class HeldTile(Struct, forbid_unknown_fields=True):
    """A tile on a holder that others know."""

    tile: str
    known: list[Seat] | Literal["all"] = []


class Build(Struct, forbid_unknown_fields=True):
    """The choices of a build that is not finished."""

    tile: str | None = None
    source: str | None = field(default=None, name="from")
    place: Spot | None = None
    owed: Few = 0


class Player(Struct, forbid_unknown_fields=True):
    """One player's things. Coins may be a list or just a number of them; then they are drawn."""

    castle: list[Built] = []
    holder: list[str | HeldTile] = []
    hidden: Few = 0  # tiles of the holder that are not named
    royals: list[str] | None = None  # None: all that the variant gives
    coins: dict[str, Few] | list[str] | Few = 0
    baron: Annotated[int, Meta(ge=0)] | None = None  # None: on the start space
    travelled: Count = 0


class Position(Struct, forbid_unknown_fields=True):
    """A whole position as a seat knows it. What is left out is as at the start, the market is drawn."""

    players: list[Player] | None = None
    first: Seat = 0
    turn: Seat | None = None
    phase: Phase = "turn"
    asked: Seat | None = None
    turns: Count = 0
    idle: Count = 0
    earned: Count | None = None
    coin: str | None = None
    victim: Seat | None = None
    build: Build | None = None
    market: list[str | None] | None = None
    coins: list[str | None] | None = None
    discard: dict[str, Count] = {}
    pile: Count | None = None
    coin_pile: Count | None = None
    reshuffles: Count = 0


# ---------------------------------------------------------------- the view: what a board shows


class Slot(Struct):
    """A place for a tile that lies open, or a tile of a holder; without a tile it is empty, or hidden."""

    id: str
    tile: str | None


class Held(Slot):
    """A tile on a holder and who else knows it."""

    known: list[int] | Literal["all"] = []


class Prospect(Struct):
    """What a coin would bring now: to whom, how many tiles, along which spaces."""

    kind: str
    seats: list[int] = []
    count: int = 0
    tiles: int = 0
    spaces: list[int] = []


class CoinSlot(Struct):
    """A place for a coin in the market."""

    id: str
    coin: str | None
    now: Prospect | None


class Pile(Struct):
    """A pile that is face down."""

    id: str
    count: int


class Counted(Struct):
    """So many of a tile."""

    tile: str
    count: int


class Discard(Struct):
    """The pile of discarded tiles, which lies open."""

    id: str
    count: int
    tiles: list[Counted]


class Idle(Struct):
    """How many turns and whole rounds nobody could build, as far as everybody sees, and how many end the game."""

    turns: int
    end: int  # 0: never
    rounds: int
    limit: int


class Space(Struct):
    """A space of the path and whose baron stands on it."""

    id: str
    kind: str
    start: int | None
    baron: int | None


class BuiltTile(Struct):
    """A tile that stands in a castle; it is free when it carries no other."""

    id: str
    tile: str
    floor: int
    column: int
    free: bool


class CastleView(Struct):
    """A castle and what is counted in it."""

    tiles: list[BuiltTile]
    slots: int
    floors: int
    windows: int
    people: int
    roofs: int
    locked: bool


class PlayerView(Struct):
    """One player's things."""

    id: str
    seat: int
    coins: int
    coins_taken: dict[str, int]
    held: int
    known: int
    holder: list[Held]
    royals: list[Held]
    baron: int
    travelled: int
    walked: int  # from the first space of the path, round after round
    castle: CastleView


class Place(Struct):
    """An open place and, where it is for a certain tile, the price in tiles and the baron's walk."""

    id: str
    floor: int
    column: int
    sum: int | None  # None: any number will do
    below: list[int]
    price: int = 0
    number: int | None = None
    steps: int = 0
    end: int | None = None
    coins: int = 0
    tile: bool = False
    spaces: list[int] = []


class Face(Struct, kw_only=True):
    """What is printed on a tile; what a set may leave out, it has not."""

    id: str
    name: str
    category: str = ""
    bottom: int | None = None
    top: int | None = None
    tick: bool
    no_new_floor: bool
    rubies: int
    windows: int
    people: int
    roofs: int
    bottom_pattern: tuple[Half, Half]
    top_pattern: tuple[Half, Half]


class Building(Struct):
    """The tile that is being built: where it is taken from and, once that is known, where it goes."""

    tile: str | None
    source: str | None
    held: str | None  # the element it is
    floor: int | None
    column: int | None
    owed: int


class Renovation(Struct):
    """The house rule: whether it is played and possible now."""

    id: str
    offered: bool
    may: bool


class View(Struct):
    """The whole table as one seat sees it."""

    phase: str
    round: int
    turn: int  # the seat whose turn it is
    asked: tuple[int, ...]  # the seats that owe an answer
    me: int | None
    players: list[PlayerView]
    eyes: int  # through whose eyes a spectator sees
    shows: int  # whose castle is large
    first: int
    turns: int
    goal: int
    limit: int
    draws: int
    earned: int
    coin: str | None
    victim: int | None
    winners: list[int]
    idle: Idle
    pile: Pile
    coin_pile: Pile
    discard: Discard
    market: list[Slot]
    coins: list[CoinSlot]
    path: list[Space]
    building: Building | None
    renovation: Renovation
    places: list[Place]
    fits: dict[str, list[Place]]
    tiles: dict[str, Face]  # those that can be seen
