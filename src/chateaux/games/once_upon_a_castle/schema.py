"""The shapes of what leaves and enters the game: positions as data, and what a board shows, with ids to pick."""
from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from chateaux.engine.reading import MOST_COUNTED

Face = Literal["wood", "stone", "gold", "food", "residents", "wild"]
Count = Annotated[int, Meta(ge=0, le=MOST_COUNTED)]
Value = Annotated[int, Meta(ge=0, le=99)]
Seat = Annotated[int, Meta(ge=0, le=3)]
Side = Literal["printed", "blank"]
PRINTED: Side = "printed"
BLANK: Side = "blank"

# ---------------------------------------------------------------- positions


class Wall(Struct, kw_only=True, forbid_unknown_fields=True):
    """A wall: the residents it brought, and its flags from left to right."""

    residents: Value = 1
    flags: list[Annotated[int, Meta(ge=1, le=99)]] = []


class Castle(Struct, kw_only=True, forbid_unknown_fields=True):
    """One player's board, sheet and guests; what is left out is empty."""

    tokens: list[str] = []  # the cells they cover
    residents: Annotated[int, Meta(ge=0, le=120)] = 0
    towers: list[Value | None] = []  # the value of each; 0 or null where none is drawn
    walls: list[Wall | None] = []
    floors: Value = 0
    guests: list[str] = []
    clouds: Count = 0


class Position(Struct, kw_only=True, forbid_unknown_fields=True):
    """A whole position, or what a seat knows of one: only the others' pending answers are "hidden"."""

    turn: Annotated[int, Meta(ge=1, le=MOST_COUNTED)] = 1  # its number
    active: Seat = 0
    phase: Literal["roll", "dice", "answers", "build", "gain", "twice", "move", "over", "sheet"] | UnsetType = UNSET
    castles: list[Castle] = []
    sun: Seat | None = None
    finisher: Seat | None = None
    dice: Annotated[list[Face], Meta(max_length=2)] = []  # two, or none yet
    display: list[str | None] | UnsetType = UNSET
    sides: list[Side] | UnsetType = UNSET  # of the sheets chosen so far, where everybody chooses
    left: Annotated[list[bool], Meta(min_length=2, max_length=2)] | UnsetType = UNSET
    answers: list[str | None] | UnsetType = UNSET
    gift: Face | UnsetType = UNSET
    count: Annotated[int, Meta(ge=1, le=99)] | UnsetType = UNSET


# ---------------------------------------------------------------- the view


class Die(Struct, frozen=True, kw_only=True):
    """One of the two dice: whether the active player has used it, and whether the viewer may use it now."""

    id: str
    face: str
    used: bool
    legal: bool


class Gift(Struct, frozen=True, kw_only=True):
    """What a guest gives now: tokens to place, moves, or a die that is taken twice."""

    id: str
    kind: str
    face: str | None
    count: int


class Use(Struct, frozen=True, kw_only=True):
    """What comes of using a die on an element."""

    points: int = 0
    residents: int = 0
    lines: list[str] = []  # that become complete


class Gain(Struct, frozen=True, kw_only=True):
    """What building would bring at once; points are null where that is open."""

    points: int | None
    sun: bool
    ends: bool


class Button(Struct, frozen=True, kw_only=True):
    """Something to press."""

    id: str
    legal: bool


class Place(Struct, frozen=True, kw_only=True):
    """A place on the grid, counted from 1."""

    row: int
    col: int


class Ground(Struct, frozen=True, kw_only=True):
    """A cell of the grid, the same on every board; its element is `cell-SEAT-NAME`."""

    name: str
    row: int
    col: int
    resource: str


class Reward(Struct, frozen=True, kw_only=True):
    """What a line brings."""

    type: str
    points: int | None = None
    residents: int | None = None
    guests: int | None = None


class Run(Struct, frozen=True, kw_only=True):
    """A line of the grid, the same on every board; its element is `line-SEAT-NAME` and stands at `end`."""

    name: str
    cells: list[str]
    reward: Reward
    end: Place
    across: bool
    cost: list[str]


class Board(Struct, frozen=True, kw_only=True):
    """The grid and its lines."""

    side: str
    rows: int
    columns: int
    cells: list[Ground]
    lines: list[Run]


class Token(Struct, frozen=True, kw_only=True):
    """A token on the board."""

    id: str
    cell: str
    name: str


class Cell(Struct, frozen=True, kw_only=True):
    """A cell of somebody's board."""

    id: str
    name: str
    covered: bool


class Line(Struct, frozen=True, kw_only=True):
    """A line of somebody's board; `useful`: it would still bring something."""

    id: str
    name: str
    ready: bool
    missing: int
    useful: bool


class Tower(Struct, frozen=True, kw_only=True):
    """A tower; null until it is drawn."""

    id: str
    place: int
    points: int | None


class Rampart(Struct, frozen=True, kw_only=True):
    """A wall with its places for flags."""

    id: str
    place: int
    built: bool
    residents: int | None
    flags: list[int | None]


class Floor(Struct, frozen=True, kw_only=True):
    """A floor of the donjon."""

    id: str
    place: int
    built: bool


class Group(Struct, frozen=True, kw_only=True):
    """Some residents of the track and what they are worth when the last one is among them."""

    value: int
    size: int
    drawn: int
    last: bool


class Residents(Struct, frozen=True, kw_only=True):
    """The track of residents."""

    id: str
    drawn: int
    total: int
    points: int
    rows: list[list[Group]]


class Sky(Struct, frozen=True, kw_only=True):
    """Sun and clouds."""

    id: str
    sun: bool
    cloud: bool
    extra_clouds: int


class Guest(Struct, frozen=True, kw_only=True):
    """A guest card, or an empty place at the gate.

    `points` is what it counts now for its owner, null while that depends on who takes it; `printed` is what its
    card says.
    """

    id: str
    guest: str | None = None
    kind: str | None = None
    points: int | None = None
    printed: int | None = None
    per: str | None = None
    help: str = ""
    owner: int | None = None
    shielded: bool = False


class Counts(Struct, frozen=True, kw_only=True):
    """How many of everything are drawn."""

    towers: int
    walls: int
    floors: int
    flags: int
    residents: int
    elements: int


class Tally(Struct, frozen=True, kw_only=True):
    """Where the points come from."""

    towers: int
    residents: int
    flags: int
    guests: int
    sky: int


class Drawn(Struct, frozen=True, kw_only=True):
    """What is drawn on a sheet."""

    towers: list[Tower]
    walls: list[Rampart]
    floors: list[Floor]
    residents: Residents
    sky: Sky


class Player(Drawn, frozen=True, kw_only=True):
    """One player's board, sheet and guests."""

    seat: int
    side: str  # of the sheet: printed or blank
    answered: bool
    tokens: list[Token]
    cells: list[Cell]
    lines: list[Line]
    hand: int
    guests: list[Guest]
    counts: Counts
    score: int
    breakdown: list[dict[str, Any]]  # as State.breakdown says it: each line has what its sentence needs
    tally: Tally


class Rewards(Struct, frozen=True, kw_only=True):
    """What is the same for all."""

    sun: int
    cloud: int
    extra_cloud: int
    residents: int


class View(Struct, frozen=True, kw_only=True):
    """The table as one seat sees it, or a spectator."""

    phase: str
    round: int  # the number of the turn
    turn: int
    asked: tuple[int, ...]
    me: int | None
    players: list[Player]
    eyes: int  # whose board is shown large
    version: str
    sheets: list[Button]  # the sides to choose from, while that is asked
    over: bool
    final: bool  # the last building steps, or the end
    scores: list[int]
    winners: list[int]
    dice: list[Die]
    gift: Gift | None
    answer: str | None  # the element of the answer that the viewer has given and may still change
    uses: dict[str, Use]  # by element
    builds: dict[str, dict[str, Gain]]  # by the element of the line, then of the place; "" where there is no choice
    board: Board
    gate: list[Guest]
    pile: int
    done: Button
    rewards: Rewards
    elements: int  # of a complete castle
