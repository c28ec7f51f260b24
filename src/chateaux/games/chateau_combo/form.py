"""The format of a set of Château Combo: the character cards."""
from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from chateaux.engine.form import ID, Form

Id = Annotated[str, Meta(pattern=f"^{ID.pattern}$", description="letters without accents, digits and _")]
Place = Literal["castle", "village"]
Shield = Literal["nobility", "faith", "scholarship", "military", "craftsmanship", "peasantry"]
Resource = Literal["gold", "key"]
Cost = Annotated[int, Meta(ge=0, le=20)]
Twenty = Annotated[int, Meta(ge=1, le=20)]
OneOrTwo = Annotated[int, Meta(ge=1, le=2)]


class Per(Form):
    """What a gain counts, in one's own grid or a neighbour's."""

    count: Literal["shield", "banner", "shield_types_present", "shield_types_missing", "cards_with_shield_number",
                   "cards_with_cost", "cards_with_purse", "occupied_cells", "empty_cells"]
    of: Literal["self", "neighbour"]
    shield: Shield | None = None
    place: Place | None = None
    number: OneOrTwo | None = None
    cost: Cost | None = None


class Part(Form):
    """One part of an effect: a gain, gold on purses, a card of a row discarded, a discount."""

    kind: Literal["gain", "deposit_on_each_purse", "fill_purses", "discard_row_card", "discount"]
    who: Literal["self", "opponents"] | None = None
    resource: Resource | None = None
    amount: Twenty | None = None
    per: Per | None = None
    gold: Twenty | None = None
    cards: Annotated[int, Meta(ge=1, le=9)] | None = None
    row: Place | None = None
    places: Annotated[list[Place], Meta(min_length=1, max_length=2)] | None = None


class Effect(Form):
    """What happens when the card is bought."""

    mode: Literal["all", "choose_one", "permanent"]
    parts: Annotated[list[Part], Meta(min_length=1, max_length=3)]


class Scoring(Form):
    """What the card counts at the end; which of the other fields are needed follows from the kind."""

    kind: Literal["per_shield", "per_shield_type_present", "per_shield_type_missing", "if_shield_missing",
                  "per_shield_set", "per_identical_shields", "per_banner", "per_banner_set",
                  "per_card_with_shield_number", "per_card_with_cost", "per_card_with_discount", "per_key", "purse",
                  "per_gold_in_all_purses", "if_any_face_down_card", "if_position"]
    points: Annotated[int, Meta(ge=0, le=40)]
    shield: Shield | None = None
    area: Literal["row", "column", "cross", "grid"] | None = None
    set: Annotated[list[Shield | Place], Meta(min_length=2, max_length=9)] | None = None
    size: Annotated[int, Meta(ge=2, le=9)] | None = None
    place: Place | None = None
    number: OneOrTwo | None = None
    cost: Cost | None = None
    or_more: bool | None = None
    capacity: Annotated[int, Meta(ge=1, le=40)] | None = None
    region: Literal["top_row", "middle_row", "bottom_row", "left_column", "middle_column", "right_column", "corners",
                    "edge_centres"] | None = None


class Card(Form, kw_only=True):
    """A character."""

    id: Id
    place: Place
    cost: Cost
    shields: Annotated[list[Shield], Meta(min_length=1, max_length=2)]
    messenger: Annotated[Place | None, Meta(description="the other place, if the card sends the messenger")] = None
    effect: Effect
    scoring: Scoring
    name_en: str = ""
    name_fr: str = ""
    name_sv: str = ""


class ChateauComboSet(Form):
    """A set of pieces of Château Combo."""

    cards: Annotated[list[Card], Meta(min_length=60, max_length=124, description="30 to 62 for each place")]
