"""The format of a set of Once Upon a Castle: the two boards, the castle sheet, the guests."""
from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from chateaux.engine.form import ID, Form, Remark

Id = Annotated[str, Meta(pattern=f"^{ID.pattern}$", description="letters without accents, digits and _")]
Points = Annotated[int, Meta(ge=0, le=99)]
Amount = Annotated[int, Meta(ge=1, le=99)]
Six = Annotated[int, Meta(ge=1, le=6)]
Resource = Literal["wood", "stone", "gold", "food"]


class Components(Form):
    """What is in the box."""

    tokens_per_player: Annotated[int, Meta(ge=1, le=12)]
    castle_pad: Remark = None
    player_boards: Remark = None
    dice: Remark = None
    guest_cards_green: Remark = None
    guest_cards_blue: Remark = None
    source: Remark = None


class Dice(Form):
    """The two dice."""

    faces: list[str]
    residents: Annotated[int, Meta(ge=1, le=20, description="residents that one face draws")]
    count: Remark = None
    identical: Remark = None
    active_player_uses: Remark = None
    other_players_use: Remark = None
    source: Remark = None


class Reward(Form):
    """What a cleared line brings: points of a tower or flag, residents (of a wall, or alone), the guest of a floor."""

    type: Literal["tower", "wall", "flag", "donjon_floor", "reactivate_lightning_guest", "steal_guest", "residents"]
    points: Amount | None = None
    residents: Amount | None = None
    guests: Literal[1] | None = None


class Line(Form, kw_only=True):
    """A line of the grid: cells beside each other in a row or a column, all of a run or a part of it."""

    id: Id
    cells: Annotated[list[str], Meta(min_length=2, description="r1c2 is the second cell of the first row")]
    cost: Annotated[list[Resource] | None, Meta(description="what the cells are, for whoever checks")] = None
    reward: Reward
    source: Remark = None


class Cell(Form):
    """A cell, for whoever checks."""

    id: str
    resource: Resource


class Board(Form):
    """One side of the player boards."""

    grid: Annotated[list[str], Meta(min_length=1, max_length=9, description="rows of W, S, G, F and points")]
    lines: list[Line]
    cells: list[Cell] | None = None
    mode: Remark = None
    legend: Remark = None
    source: Remark = None
    side_assumption: Remark = None
    values_note: Remark = None


class Boards(Form):
    """Both sides."""

    green: Board
    blue: Board


class Count(Form):
    """How many of an element a castle has."""

    count: Six
    source: Remark = None


class Walls(Form):
    """The walls, and how many flags each of them takes, seven at most in all."""

    count: Six
    flag_slots: list[int]
    source: Remark = None


class Flags(Form):
    """All flags together."""

    max: Annotated[int, Meta(ge=0, le=7)]
    need_built_wall: Remark = None
    source: Remark = None


class Residents(Form):
    """The track of residents: groups of one size, each with its value."""

    rows: Six
    total: Annotated[int, Meta(ge=1, le=120)]
    group_size: Annotated[int, Meta(ge=1, le=20)]
    group_values: list[Points]
    per_row: Remark = None
    max_points: Remark = None
    source: Remark = None


class Prize(Form):
    """Sun or cloud."""

    points: Points
    to: Remark = None
    source: Remark = None


class CastleSheet(Form):
    """What there is to draw."""

    towers: Count
    walls: Walls
    donjon_floors: Count
    flags: Flags
    residents: Residents
    sun: Prize
    cloud: Prize


class Instead(Form):
    """What an hourglass guest offers instead of a face: one of these."""

    cloud_points: Amount | None = None
    flag_points: Amount | None = None
    place_any: Literal[1] | None = None


class Also(Form):
    """What comes on top of a face."""

    residents: Amount


class Code(Form):
    """What a guest does. Lightning: residents and one more effect; hourglass: one ability; crown: points_per."""

    residents: Amount | None = None
    place_any: Amount | None = None
    move_tokens: Amount | None = None
    roll_one_take_twice: bool | None = None
    wood: Amount | None = None
    stone: Amount | None = None
    gold: Amount | None = None
    food: Amount | None = None
    on: Literal["?", "residents", "wood", "stone", "gold", "food"] | None = None
    instead: Instead | None = None
    also: Also | None = None
    protect: Literal["crown"] | None = None
    interchange: Annotated[list[Resource], Meta(min_length=2, max_length=2)] | None = None
    points_per: Literal["", "own_crown_guests", "donjon_floors", "walls", "towers", "flags"] | None = None


class Guest(Form):
    """A guest. Green guests have points only."""

    id: Id
    points: Points | None = None
    type: Literal["lightning", "hourglass", "crown"] | None = None
    code: Code | None = None
    name: str = ""
    name_fr: str = ""
    effect: str = ""
    copies: Literal[1] = 1


class Guests(Form):
    """The guests of a version; `display` of them lie open in blue."""

    cards: Annotated[list[Guest], Meta(min_length=1, max_length=40)]
    display: Six | None = None
    source: Remark = None


class OnceUponACastleSet(Form):
    """A set of pieces of Once Upon a Castle."""

    components: Components
    dice: Dice
    boards: Boards
    castle_sheet: CastleSheet
    guests_green: Guests
    guests_blue: Guests
    title: Remark = None
    title_fr: Remark = None
    title_de: Remark = None
    year: Remark = None
    designers: Remark = None
    artist: Remark = None
    publisher: Remark = None
    players: Remark = None
    age: Remark = None
    minutes: Remark = None
    source_key: Remark = None
    sources: Remark = None
