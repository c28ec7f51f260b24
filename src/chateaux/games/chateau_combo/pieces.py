"""The character cards: what is printed on them, read from `pieces.json` and checked.

A card is a row of small numbers over a closed vocabulary: `form` lists its words, `board` and `rules` say what they do.
"""
from __future__ import annotations

from typing import Any, Final, final

import msgspec
from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from chateaux.engine.chance import bit
from chateaux.engine.data import BadPosition
from chateaux.engine.reading import needed, typed, wrong
from chateaux.games.chateau_combo import form
from chateaux.games.chateau_combo.form import ChateauComboSet

PLACES: Final = ["castle", "village"]
CASTLE: Final[i64] = 0
VILLAGE: Final[i64] = 1

SHIELDS: Final = ["nobility", "faith", "scholarship", "military", "craftsmanship", "peasantry"]
SHIELD_TYPES: Final[i64] = 6
BITS: Final[i64] = 8  # tallies are packed: 8 bits for each type of shield or place
TALLY: Final[i64] = 255

RESOURCES: Final = ["gold", "key"]
GOLD: Final[i64] = 0
KEY: Final[i64] = 1

MODES: Final = ["all", "choose_one", "permanent"]
ALL: Final[i64] = 0
CHOOSE_ONE: Final[i64] = 1
PERMANENT: Final[i64] = 2

EFFECTS: Final = ["gain", "deposit_on_each_purse", "fill_purses", "discard_row_card", "discount"]
GAIN: Final[i64] = 0
DEPOSIT: Final[i64] = 1
FILL_PURSES: Final[i64] = 2
DISCARD_ROW_CARD: Final[i64] = 3
DISCOUNT: Final[i64] = 4

COUNTS: Final = ["once", "shield", "banner", "shield_types_present", "shield_types_missing",
                 "cards_with_shield_number", "cards_with_cost", "cards_with_purse", "occupied_cells", "empty_cells"]
ONCE: Final[i64] = 0
OF_SHIELD: Final[i64] = 1
OF_BANNER: Final[i64] = 2
TYPES_PRESENT: Final[i64] = 3
TYPES_MISSING: Final[i64] = 4
WITH_SHIELD_NUMBER: Final[i64] = 5
WITH_COST: Final[i64] = 6
WITH_PURSE: Final[i64] = 7
OCCUPIED: Final[i64] = 8
EMPTY_CELLS: Final[i64] = 9

SCORINGS: Final = ["per_shield", "per_shield_type_present", "per_shield_type_missing", "if_shield_missing",
                   "per_shield_set", "per_identical_shields", "per_banner", "per_banner_set",
                   "per_card_with_shield_number", "per_card_with_cost", "per_card_with_discount", "per_key", "purse",
                   "per_gold_in_all_purses", "if_any_face_down_card", "if_position"]
PER_SHIELD: Final[i64] = 0
PER_TYPE_PRESENT: Final[i64] = 1
PER_TYPE_MISSING: Final[i64] = 2
IF_SHIELD_MISSING: Final[i64] = 3
PER_SHIELD_SET: Final[i64] = 4
PER_IDENTICAL: Final[i64] = 5
PER_BANNER: Final[i64] = 6
PER_BANNER_SET: Final[i64] = 7
PER_SHIELD_NUMBER: Final[i64] = 8
PER_COST: Final[i64] = 9
PER_DISCOUNT: Final[i64] = 10
PER_KEY: Final[i64] = 11
PURSE: Final[i64] = 12
PER_STORED_GOLD: Final[i64] = 13
IF_FACE_DOWN: Final[i64] = 14
IF_POSITION: Final[i64] = 15

AREAS: Final = ["row", "column", "cross", "grid"]
REGIONS: Final = ["top_row", "middle_row", "bottom_row", "left_column", "middle_column", "right_column", "corners",
                  "edge_centres"]

MOST_IN_A_PLACE: Final = 62  # a deck is a bit mask
FEWEST_IN_A_PLACE: Final = 30  # five players take 45 cards, and three must always lie open somewhere


@final
@mypyc_attr(acyclic=True)
class Part:
    """One part of an effect."""

    def __init__(self, kind: i64, opponents: bool, resource: i64, amount: i64, count: i64, argument: i64,
                 neighbour: bool, row: i64) -> None:
        self.kind: i64 = kind
        self.opponents: bool = opponents  # the gain is theirs, each in full
        self.resource: i64 = resource
        self.amount: i64 = amount  # gained per count, put on a purse, or purses to fill
        self.count: i64 = count
        self.argument: i64 = argument
        self.neighbour: bool = neighbour  # count in a neighbour's grid
        self.row: i64 = row


@final
@mypyc_attr(acyclic=True)
class Card:
    """One character, as printed."""

    def __init__(self, id: str, number: i64, place: i64, bit: i64, cost: i64, shields: i64, symbols: i64,
                 messenger: bool, mode: i64, parts: vec[Part], discounts: i64, scoring: i64, points: i64,
                 argument: i64, area: i64, needs: i64) -> None:
        self.id: str = id
        self.number: i64 = number  # from 1; 0 is "no card"
        self.place: i64 = place
        self.bit: i64 = bit  # its bit in its place's deck
        self.cost: i64 = cost
        self.shields: i64 = shields  # tally of types
        self.symbols: i64 = symbols  # 1 or 2
        self.messenger: bool = messenger  # sends the messenger to the other place
        self.mode: i64 = mode
        self.parts: vec[Part] = parts
        self.discounts: i64 = discounts  # tally of places
        self.scoring: i64 = scoring
        self.points: i64 = points
        self.argument: i64 = argument  # shield, place, number, cost, capacity, size or region
        self.area: i64 = area  # of PER_SHIELD and PER_TYPE_PRESENT; 1 for "or more" of PER_COST
        self.needs: i64 = needs  # tally that one set needs


@final
class Pieces:
    """A whole set of cards with their decks."""

    def __init__(self, cards: vec[Card], decks: vec[vec[i64]]) -> None:
        self.cards: vec[Card] = cards  # by number
        self.costs: vec[i64] = vec[i64]([card.cost for card in cards])
        self.decks: vec[vec[i64]] = decks  # per place: the card number of each bit
        self.numbers: dict[str, int] = {}
        for card in cards:
            if card.number > 0:
                self.numbers[card.id] = card.number


def read(data: object) -> Pieces:
    """The set of cards in a `pieces.json`; BadPosition names the card and the field that are wrong."""
    box: ChateauComboSet = typed(ChateauComboSet, data, "A set of pieces")
    nobody = Card("", 0, 0, 0, 0, 0, 0, False, ALL, vec[Part](), 0, PER_KEY, 0, 0, 0, 0)
    cards = vec[Card]([nobody])
    decks = [vec[i64](), vec[i64]()]
    seen: set[str] = set()
    for printed in box.cards:
        if printed.id in seen:
            raise BadPosition(f"There are two cards {printed.id!r}.")
        seen.add(printed.id)
        place: i64 = PLACES.index(printed.place)
        number: i64 = len(cards)
        cards = append(cards, read_card(printed, number, place, len(decks[place])))
        decks[place] = append(decks[place], number)
    for which in range(2):
        if not FEWEST_IN_A_PLACE <= len(decks[which]) <= MOST_IN_A_PLACE:
            raise BadPosition(f"The {PLACES[which]} has {len(decks[which])} cards; it needs {FEWEST_IN_A_PLACE} to "
                              f"{MOST_IN_A_PLACE}.")
    return Pieces(cards, vec[vec[i64]](decks))


def tally(items: list[int]) -> i64:
    """How often each number occurs, packed."""
    total: i64 = 0
    for item in items:
        which: i64 = item
        total += bit(which * BITS)
    return total


def needs(printed: msgspec.Struct, where: str, field: str) -> Any:  # of the type that the form gives the field
    """A field that this kind needs, and others do not."""
    value = getattr(printed, field)
    if value is None:
        kind = {one.name: one.type for one in msgspec.structs.fields(type(printed))}[field]
        raise wrong(where, field, needed(kind).removesuffix(" or null"), None)
    return value


def read_card(printed: form.Card, number: i64, place: i64, bit: i64) -> Card:
    where = f"Card {printed.id!r}"
    if printed.messenger == printed.place:
        raise wrong(where, "messenger", "null or the other place", printed.messenger)
    effect = printed.effect
    mode: i64 = MODES.index(effect.mode)
    if mode == CHOOSE_ONE and len(effect.parts) != 2:
        raise wrong(f"{where}: effect", "parts", "a list of 2 entries", f"{len(effect.parts)} of them")
    parts = vec[Part]()
    discounts: i64 = 0
    for index, one in enumerate(effect.parts):
        named = f"{where}: effect: part {index}"
        part = read_part(one, named)
        if (part.kind == DISCOUNT) != (mode == PERMANENT):
            raise wrong(named, "kind", "a discount exactly when the mode is permanent", one.kind)
        if part.kind == DISCOUNT:
            discounts += part.amount * tally([PLACES.index(other) for other in needs(one, named, "places")])
        if part.kind == DISCARD_ROW_CARD and part.row == place:
            raise wrong(named, "row", "the place the card does not come from", one.row)
        parts = append(parts, part)
    kind: i64 = SCORINGS.index(printed.scoring.kind)
    argument, area, each = read_scoring(kind, printed.scoring, f"{where}: scoring")
    shields = [SHIELDS.index(shield) for shield in printed.shields]
    return Card(printed.id, number, place, bit, printed.cost, tally(shields), len(shields),
                printed.messenger is not None, mode, parts, discounts, kind, printed.scoring.points, argument, area,
                each)


def read_scoring(kind: i64, scoring: form.Scoring, where: str) -> tuple[i64, i64, i64]:
    """What a kind of scoring is about: its argument, its area, and the tally that one set needs."""
    if kind == PER_SHIELD:
        return SHIELDS.index(needs(scoring, where, "shield")), AREAS.index(needs(scoring, where, "area")), 0
    if kind == IF_SHIELD_MISSING:
        return SHIELDS.index(needs(scoring, where, "shield")), 0, 0
    if kind == PER_TYPE_PRESENT:
        return 0, AREAS.index(needs(scoring, where, "area")), 0
    if kind == PER_SHIELD_SET or kind == PER_BANNER_SET:
        words = SHIELDS if kind == PER_SHIELD_SET else PLACES
        wanted = needs(scoring, where, "set")
        if not set(wanted) <= set(words) or (kind == PER_SHIELD_SET and len(wanted) > len(words)):
            raise wrong(where, "set", "a list of " + ", ".join(words), wanted)
        return 0, 0, tally([words.index(word) for word in wanted])
    if kind == PER_IDENTICAL:
        return needs(scoring, where, "size"), 0, 0
    if kind == PER_BANNER:
        return PLACES.index(needs(scoring, where, "place")), 0, 0
    if kind == PER_SHIELD_NUMBER:
        return needs(scoring, where, "number"), 0, 0
    if kind == PER_COST:
        return needs(scoring, where, "cost"), 1 if needs(scoring, where, "or_more") else 0, 0
    if kind == PURSE:
        return needs(scoring, where, "capacity"), 0, 0
    if kind == IF_POSITION:
        return REGIONS.index(needs(scoring, where, "region")), 0, 0
    return 0, 0, 0


def read_part(printed: form.Part, where: str) -> Part:
    kind: i64 = EFFECTS.index(printed.kind)
    if kind == DEPOSIT:
        return Part(kind, False, 0, needs(printed, where, "gold"), ONCE, 0, False, 0)
    if kind == FILL_PURSES:
        return Part(kind, False, 0, needs(printed, where, "cards"), ONCE, 0, False, 0)
    if kind == DISCOUNT:
        return Part(kind, False, 0, needs(printed, where, "amount"), ONCE, 0, False, 0)
    resource: i64 = RESOURCES.index(needs(printed, where, "resource"))
    if kind == DISCARD_ROW_CARD:
        return Part(kind, False, resource, 0, ONCE, 0, False, PLACES.index(needs(printed, where, "row")))
    opponents: bool = needs(printed, where, "who") == "opponents"
    amount: i64 = needs(printed, where, "amount")
    per = printed.per
    if per is None:
        return Part(kind, opponents, resource, amount, ONCE, 0, False, 0)
    if opponents:
        raise wrong(where, "per", "null for a flat gain", per.count)
    count: i64 = COUNTS.index(per.count)
    argument: i64 = 0
    counted = f"{where}: per"
    if count == OF_SHIELD:
        argument = SHIELDS.index(needs(per, counted, "shield"))
    elif count == OF_BANNER:
        argument = PLACES.index(needs(per, counted, "place"))
    elif count == WITH_SHIELD_NUMBER:
        argument = needs(per, counted, "number")
    elif count == WITH_COST:
        argument = needs(per, counted, "cost")
    return Part(kind, False, resource, amount, count, argument, per.of == "neighbour", 0)
