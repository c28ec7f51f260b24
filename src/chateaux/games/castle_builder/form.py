"""The format of a set of Castle Builder: the tiles, coins, path and foundation that an owner may correct."""
from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from chateaux.engine.form import ID, Form, Remark

Id = Annotated[str, Meta(pattern=f"^{ID.pattern}$", description="small letters, digits and _")]
Few = Annotated[int, Meta(ge=0, le=9)]
Number = Annotated[int, Meta(ge=1, le=48)]
Above = Annotated[int, Meta(ge=0, le=48)]
Held = Annotated[int, Meta(ge=0, le=12)]
Half = Literal["sky", "stone"]
Edge = Annotated[list[Half], Meta(min_length=2, max_length=2, description="left half, right half")]


class Tile(Form, kw_only=True):
    """A sort of tiles; the gate is printed on the foundation and has no number below."""

    id: Id
    name: Annotated[str, Meta(description="what it is called where the house has no name for the id")]
    category: str = ""
    count: Annotated[int, Meta(ge=1, le=30)] | None = None  # of the gate: none
    bottom: Annotated[Number | None, Meta(description="the number that must fit below; null with a tick")] = None
    top: Annotated[Above | None, Meta(description="the number it counts as above; null under open sky")] = None
    tick: Annotated[bool, Meta(description="fits on any number")]
    no_new_floor: Annotated[bool, Meta(description="needs another tile on its floor")]
    rubies: Few
    windows: Few
    people: Few
    roofs: Few
    bottom_pattern: Edge
    top_pattern: Edge
    source: Annotated[str, Meta(description="where the figures come from")] = ""
    floor: int = 1
    removable: bool = False


class Coin(Form, kw_only=True):
    """A sort of coins; the id says what it does."""

    id: Literal["ruby", "thief", "sour_lady", "mill", "collapse", "catapult", "highest_tower", "most_people",
                "most_windows", "most_roofs", "monk"]
    name: str
    count: Annotated[int, Meta(ge=1, le=30)]
    red_icon: Annotated[bool, Meta(description="a coin that hurts: another one in peacetime")]
    effect: str = ""
    source: str


class Setup(Form):
    """What everybody starts with, and the limits of the rules."""

    hand_size: Held
    holder_limit: Annotated[int, Meta(ge=1, le=12)]
    market_tiles: Annotated[int, Meta(ge=1, le=6)]
    market_coins: Annotated[int, Meta(ge=1, le=6)]
    draw_action_tiles: Annotated[int, Meta(ge=1, le=6)]
    coins_to_win: Annotated[int, Meta(ge=1, le=30)]
    adjust_max_discard: Held
    source: str = ""


class Ground(Form):
    """The measures of a foundation."""

    slots: Annotated[int, Meta(ge=2, le=9)]
    half_columns: int
    floor1_columns: list[int]
    gate_column: int


class Foundation(Ground):
    """The foundation of every castle."""

    copies: int = 4
    top_pattern: str = ""
    source: str = ""
    alternative_wide: Ground | None = None


class Space(Form):
    """A space of the path."""

    index: int
    kind: Literal["plain", "ruby", "tile", "coin"]
    start: Annotated[int | None, Meta(description="which baron starts here, 1 to 4")] = None


class Track(Form, kw_only=True):
    """The path around the market."""

    length: Annotated[int, Meta(ge=6, le=60)]
    direction: str = ""
    start_spaces: Annotated[list[int], Meta(min_length=4, max_length=4)]
    source: str = ""
    spaces: list[Space]


class Variant(Form):
    """Figures of a variant: sky_high has coins_to_win; royal_strategy the rest."""

    id: str
    coins_to_win: Annotated[int, Meta(ge=1, le=30)] | None = None
    adjust_max_discard: Held | Literal["any"] | None = None
    reserve_tiles: Annotated[list[Id], Meta(max_length=4)] | None = None
    replace_red_coins: str = ""
    source: str = ""


class HouseRule(Form):
    """Figures of a house rule: stalemate_end has rounds, renovation has discards."""

    id: str
    default: bool = False
    rounds: Annotated[int, Meta(ge=1, le=20)] | None = None
    discards: Held | None = None
    rule: str = ""
    source: str = ""


class CastleBuilderSet(Form, kw_only=True):
    """A set of pieces of Castle Builder."""

    schema_version: int = 1
    game: Remark = None
    honesty: str = ""
    half_order: list[str] | None = None
    setup: Setup
    foundation: Foundation
    gate: Tile
    tiles: Annotated[list[Tile], Meta(min_length=1, max_length=200, description="at most 400 tiles in all")]
    coins: Annotated[list[Coin], Meta(min_length=1, max_length=11)]
    track: Track
    variants: Annotated[list[Variant], Meta(max_length=20)]
    house_rules: Annotated[list[HouseRule], Meta(max_length=20)]
