"""The shapes of what leaves and enters the game: positions as data, and what a board shows, with ids to pick."""
from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from chateaux.engine.reading import MOST_COUNTED
from chateaux.games.chateau_fort.state import Phase

SeatNumber = Annotated[int, Meta(ge=0, le=3)]
Chance = Annotated[int, Meta(ge=0, le=1_000_000)]  # in millionths
Cards = dict[str, Annotated[int, Meta(ge=0, le=254)]] | list[str]  # {"mason": 2} or ["mason", "mason"]
Few = Annotated[int, Meta(ge=0, le=10)]

# ---------------------------------------------------------------- positions


class Seat(Struct, kw_only=True, forbid_unknown_fields=True):
    """One player's castle and cards; what is left out is empty, but for a hand: that is full and dealt at random."""

    walls: Annotated[int, Meta(ge=0, le=4)] = 0
    keeps: Annotated[int, Meta(ge=0, le=1)] = 0
    site: Cards = {}
    mage: SeatNumber | None = None  # who laid the one that lies here
    cards: Few | UnsetType = UNSET  # how many in hand
    answer: Annotated[int, Meta(ge=0, le=99)] | Literal["owed", "given"] | None = None  # to Plague or Alms
    given_chance: Chance | UnsetType = UNSET
    hand: Cards | UnsetType = UNSET  # where it is known
    given: Cards | UnsetType = UNSET  # what its giver in a Feast of fools still knows of it,
    given_earlier: Annotated[list[Cards | None], Meta(max_length=2)] | UnsetType = UNSET  # and the givers before
    earlier_chance: Annotated[list[Chance], Meta(max_length=2)] | UnsetType = UNSET


class Waiting(Struct, kw_only=True, forbid_unknown_fields=True):
    """An attack that waits for its target's answer."""

    card: str
    target: SeatNumber
    named: str | None = None


class Position(Struct, kw_only=True, forbid_unknown_fields=True):
    """A whole position, or what a seat knows of one: hands and answers of others may be missing."""

    round: Annotated[int, Meta(ge=1, le=MOST_COUNTED)] = 1
    first: SeatNumber = 0
    turn: SeatNumber | UnsetType = UNSET
    phase: Phase = "turn"
    event: Annotated[int, Meta(ge=0, le=6)] = 0
    time_up: bool = False
    rolls: Annotated[list[list[Annotated[int, Meta(ge=1, le=6)]]], Meta(max_length=4)] = []
    played: Few = 0
    discarded: Few = 0
    wheel: bool = False
    attacked: Annotated[list[SeatNumber], Meta(max_length=4)] = []
    attack: Waiting | None = None
    seats: Annotated[list[Seat], Meta(min_length=2, max_length=4)]


# ---------------------------------------------------------------- the view


class Face(Struct, frozen=True, kw_only=True):
    """A card as it is printed: units of a resource, what stops it or what it stops."""

    card: str
    family: str
    units: int | None
    stopped_by: str | None
    stops: list[str]


class Placed(Face, frozen=True, kw_only=True):
    """A card that lies on a site."""

    id: str


class Brings(Struct, frozen=True, kw_only=True):
    """What a resource would make of the own site: its units then, and what could be built that cannot be now."""

    resource: str
    units: int
    makes: list[str]


class Held(Struct, frozen=True, kw_only=True):
    """A card in a hand; what it is is null for those who do not know it."""

    id: str
    card: str | None = None
    family: str | None = None
    stopped_by: str | None = None
    known_to: list[int] = []  # of an own card: who surely knows it from a Feast of fools
    rests: str | None = None  # of an own card: why it cannot be played now
    brings: Brings | None = None


class Stack(Struct, frozen=True, kw_only=True):
    """The cards of one resource on a site, with what they are worth."""

    resource: str
    units: int
    cards: list[Placed]


class Site(Struct, frozen=True, kw_only=True):
    """A building site."""

    id: str
    count: int
    counts: dict[str, int]
    stacks: list[Stack]


class Plot(Struct, frozen=True, kw_only=True):
    """A place in the bailey; `ghost`: what belongs there could rise now."""

    plot: str
    built: bool
    ghost: bool


class Castle(Struct, frozen=True, kw_only=True):
    """The pawns that stand."""

    walls: int
    keeps: int
    plots: list[Plot]


class Spell(Struct, frozen=True, kw_only=True):
    """A Mage that lies with a player."""

    id: str
    attacker: int


class Need(Struct, frozen=True, kw_only=True):
    """One resource of a recipe."""

    resource: str
    have: int
    want: int
    short: int


class Split(Struct, frozen=True, kw_only=True):
    """So many double cards, the rest single ones."""

    id: str
    doubles: int
    singles: int


class Payment(Struct, frozen=True, kw_only=True):
    """A choice of double cards that pay."""

    card: str
    single: str
    options: list[Split]


class Recipe(Struct, frozen=True, kw_only=True):
    """What a construction needs, what is short, and the ways to pay where there are several."""

    id: str
    construction: str
    needs: list[Need]
    ready: bool
    rests: str | None
    payments: list[Payment]


class Toll(Struct, frozen=True, kw_only=True):
    """The owner's choice in a Plague: how many of the dead are double cards."""

    masons: int
    peasants: int
    options: list[Split]


class Player(Struct, frozen=True, kw_only=True):
    """A place at the table. The last four are empty where they are not the viewer's own."""

    seat: int
    id: str
    score: int
    won: bool
    turn: bool
    asked: bool
    first: bool
    castle: Castle
    site: Site
    mage: Spell | None
    cards: int
    hand: list[Held]
    answer: str | None  # to Plague or Alms: owed or given
    refuses: dict[str, str | None]  # for each attack why it cannot hit this player now; empty when it is not asked
    recipes: list[Recipe] = []
    plague: Toll | None = None
    chosen: str | None = None  # the element of the answer that was given and may still be changed


class Happening(Struct, frozen=True, kw_only=True):
    """The event that was rolled last, whether it stands over the round, and what it forbids."""

    roll: int
    event: str
    stands: bool
    forbids: list[str]


class Possible(Struct, frozen=True, kw_only=True):
    """One of the six events."""

    roll: int
    event: str
    on: bool


class Hourglass(Struct, frozen=True, kw_only=True):
    """Of a timed game: whether this round is the last one, and after how many rounds the game ends by itself."""

    id: str
    time_up: bool
    rounds: int | None
    last_round: bool


class Button(Struct, frozen=True, kw_only=True):
    """Something to press."""

    id: str
    allowed: bool = True


class Step(Struct, frozen=True, kw_only=True):
    """How far the turn has come."""

    played: int
    discarded: int
    wheel: bool
    left: int
    attacked: list[int]
    end: Button


class Attack(Struct, frozen=True, kw_only=True):
    """The attack that waits for its target's answer."""

    card: Face
    attacker: int
    target: int
    named: str | None
    defence: str
    accept: Button


class Pile(Struct, frozen=True, kw_only=True):
    """The pile; `unseen` are its cards and those of the hands the viewer does not know, together."""

    id: str
    count: int
    unseen: dict[str, int]


class Whole(Struct, frozen=True, kw_only=True):
    """The pawns of a complete castle."""

    walls: int
    keeps: int


class Worth(Struct, frozen=True, kw_only=True):
    """The points of a timed game."""

    wall: int
    keep: int


class View(Struct, frozen=True, kw_only=True):
    """The table as one seat sees it, or a spectator."""

    phase: str
    round: int
    turn: int
    asked: tuple[int, ...]
    me: int | None
    players: list[Player]
    rivals: list[int]  # everybody but the viewer, in turn order from there
    over: bool
    scores: list[int]
    winners: list[int]
    first: int
    opening_rolls: list[list[int]]
    event: Happening | None
    events: list[Possible]
    clock: Hourglass | None
    step: Step
    attack: Attack | None
    pile: Pile
    castle: Whole
    points: Worth
    copies: dict[str, int]
