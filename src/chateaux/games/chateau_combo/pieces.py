"""The character cards: what is printed on them, read from `pieces.json` and checked.

A card is a row of small numbers over a closed vocabulary; what the words do is in `board` and `rules`.
"""
from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from chateaux.engine.chance import bit
from chateaux.engine.data import BadPosition
from chateaux.engine.reading import Reader

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
        self.decks: vec[vec[i64]] = decks  # per place: the card number of each bit
        self.numbers: dict[str, int] = {}
        for card in cards:
            if card.number > 0:
                self.numbers[card.id] = card.number


def read(data: object) -> Pieces:
    """The set of cards in a `pieces.json`; BadPosition names the card and the field that are wrong."""
    listed = Reader(data, "A set of pieces").items("cards", 0, 2 * MOST_IN_A_PLACE)
    nobody = Card("", 0, 0, 0, 0, 0, 0, False, ALL, vec[Part](), 0, PER_KEY, 0, 0, 0, 0)
    cards = vec[Card]([nobody])
    decks = [vec[i64](), vec[i64]()]
    seen: set[str] = set()
    for index, item in enumerate(listed):
        reader = Reader(item, f"Card {index + 1}")
        id = reader.text("id")
        reader.where = f"Card {id!r}"
        if id in seen:
            raise BadPosition(f"There are two cards {id!r}.")
        seen.add(id)
        place: i64 = reader.word("place", PLACES)
        number: i64 = len(cards)
        cards = append(cards, read_card(reader, id, number, place, len(decks[place])))
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


def read_card(reader: Reader, id: str, number: i64, place: i64, bit: i64) -> Card:
    shields = reader.words("shields", SHIELDS, 1, 2)
    messenger = reader.has("messenger")
    if messenger and reader.word("messenger", PLACES) == place:
        raise reader.wrong("messenger", "null or the other place")
    effect = reader.part("effect")
    mode: i64 = effect.word("mode", MODES)
    parts = vec[Part]()
    discounts: i64 = 0
    for item in effect.items("parts", 2 if mode == CHOOSE_ONE else 1, 2 if mode == CHOOSE_ONE else 3):
        reading = Reader(item, effect.where)
        part = read_part(reading)
        if (part.kind == DISCOUNT) != (mode == PERMANENT):
            raise reading.wrong("kind", "a discount exactly when the mode is permanent")
        if part.kind == DISCOUNT:
            discounts += part.amount * tally(reading.words("places", PLACES, 1, 2))
        if part.kind == DISCARD_ROW_CARD and part.row == place:
            raise reading.wrong("row", "the place the card does not come from")
        parts = append(parts, part)
    scoring = reader.part("scoring")
    kind: i64 = scoring.word("kind", SCORINGS)
    points: i64 = scoring.number("points", 0, 40)
    argument: i64 = 0
    area: i64 = 0
    needs: i64 = 0
    if kind == PER_SHIELD or kind == IF_SHIELD_MISSING:
        argument = scoring.word("shield", SHIELDS)
    if kind == PER_SHIELD or kind == PER_TYPE_PRESENT:
        area = scoring.word("area", AREAS)
    elif kind == PER_SHIELD_SET:
        needs = tally(scoring.words("set", SHIELDS, 2, 6))
    elif kind == PER_IDENTICAL:
        argument = scoring.number("size", 2, 9)
    elif kind == PER_BANNER:
        argument = scoring.word("place", PLACES)
    elif kind == PER_BANNER_SET:
        needs = tally(scoring.words("set", PLACES, 2, 9))
    elif kind == PER_SHIELD_NUMBER:
        argument = scoring.number("number", 1, 2)
    elif kind == PER_COST:
        argument = scoring.number("cost", 0, 20)
        area = 1 if scoring.flag("or_more") else 0
    elif kind == PURSE:
        argument = scoring.number("capacity", 1, 40)
    elif kind == IF_POSITION:
        argument = scoring.word("region", REGIONS)
    return Card(id, number, place, bit, reader.number("cost", 0, 20), tally(shields), len(shields), messenger, mode,
                parts, discounts, kind, points, argument, area, needs)


def read_part(reader: Reader) -> Part:
    kind: i64 = reader.word("kind", EFFECTS)
    resource: i64 = 0
    amount: i64 = 0
    count: i64 = ONCE
    argument: i64 = 0
    neighbour = False
    opponents = False
    row: i64 = 0
    if kind == GAIN:
        opponents = reader.word("who", ["self", "opponents"]) == 1
        resource = reader.word("resource", RESOURCES)
        amount = reader.number("amount", 1, 20)
        if reader.has("per"):
            per = reader.part("per")
            count = per.word("count", COUNTS)
            neighbour = per.word("of", ["self", "neighbour"]) == 1
            if opponents or count == ONCE:
                raise reader.wrong("per", "null for a flat gain")
            if count == OF_SHIELD:
                argument = per.word("shield", SHIELDS)
            elif count == OF_BANNER:
                argument = per.word("place", PLACES)
            elif count == WITH_SHIELD_NUMBER:
                argument = per.number("number", 1, 2)
            elif count == WITH_COST:
                argument = per.number("cost", 0, 20)
    elif kind == DEPOSIT:
        amount = reader.number("gold", 1, 20)
    elif kind == FILL_PURSES:
        amount = reader.number("cards", 1, 9)
    elif kind == DISCARD_ROW_CARD:
        resource = reader.word("resource", RESOURCES)
        row = reader.word("row", PLACES)
    else:
        amount = reader.number("amount", 1, 20)
    return Part(kind, opponents, resource, amount, count, argument, neighbour, row)
