"""The format of a set of Château fort: how many copies of each card, costs, limits and points."""
from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from chateaux.engine.form import Form, Remark

Nine = Annotated[int, Meta(ge=1, le=9)]
Points = Annotated[int, Meta(ge=0, le=99)]


class Castle(Form):
    """What a complete castle has."""

    walls: Annotated[int, Meta(ge=0, le=4)]
    keeps: Annotated[int, Meta(ge=0, le=1)]
    source: str = ""


class Price(Form):
    """The units that are exchanged for a pawn."""

    mason: Annotated[int, Meta(ge=0, le=9)]
    stone: Annotated[int, Meta(ge=0, le=14)]
    peasant: Annotated[int, Meta(ge=0, le=14)]


class Costs(Form):
    """What walls and keeps cost."""

    wall: Price
    keep: Price
    whole_castle: Remark = None
    source: str = ""


class Hand(Form):
    """The cards of a hand."""

    size: Annotated[int, Meta(ge=1, le=10)]
    source: str = ""


class Turn(Form):
    """What may be done in a turn."""

    max_plays: Nine
    max_discards: Nine
    wheel_max_placements: Nine
    options: list[str] | None = None
    exclusive: bool = True
    max_attacks_per_target_per_turn: int = 1
    draw_to: int = 5
    order: str = ""
    source: str = ""


class Card(Form, kw_only=True):
    """One of the thirteen kinds of cards; what it does is the rules' own."""

    id: Literal["mason", "stone1", "stone2", "peasant1", "peasant2", "fire", "witch", "gold", "mage", "guards", "monks",
                "relics", "wheel"]
    copies: Annotated[int, Meta(ge=0, le=254)]
    kind: Literal["resource", "attack", "defence", "special"] | None = None
    units: int | None = None
    countered_by: str | None = None
    cancels: list[str] | None = None
    name_fr: str = ""
    name_latin: str | None = None
    copies_source: str = ""
    text: str = ""
    text_source: str = ""


class Timed(Form):
    """The points of a timed game."""

    wall: Points
    keep: Points


class Scoring(Form):
    """What counts at the end."""

    timed: Timed
    classic: str = ""
    source: str = ""


class ChateauFortSet(Form):
    """A set of pieces of Château fort."""

    castle: Castle
    costs: Costs
    hand: Hand
    turn: Turn
    cards: Annotated[list[Card], Meta(max_length=26, description="each kind once, at most 254 copies in all")]
    scoring: Scoring
    working_title: Remark = None
    real_title: Remark = None
    title_note: Remark = None
    publisher: Remark = None
    year: Remark = None
    players: Remark = None
    minutes: Remark = None
    source_key: Remark = None
    components: Remark = None
    totals: Remark = None
    events: Remark = None
    simulation: Remark = None
