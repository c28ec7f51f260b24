"""The box: how many copies of each card, costs, limits and points, read from `pieces.json` and checked.

The thirteen kinds and what they do are the rules' own; an owner may give the true numbers.
"""
from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from chateaux.engine.data import BadPosition
from chateaux.engine.reading import Reader
from chateaux.games.chateau_fort.cards import (
    CONSTRUCTIONS,
    FAMILIES,
    GUARDS,
    IDS,
    KEEP,
    KINDS,
    MAGE,
    MASON,
    PEASANT,
    PEASANTS,
    RESOURCES,
    STONE,
    STONES,
    UNITS,
    WALL,
    WHEEL,
    defence_against,
    family,
)

MOST_SEATS: Final = 4
MOST_CARDS: Final = 254  # a site is counted by casting out 255s
MOST_DOUBLES: Final = 60  # of peasants: the plague's answers are numbered by them


@final
@mypyc_attr(acyclic=True)
class Pieces:
    """A box of the game as numbers."""

    def __init__(self, copies: vec[i64], costs: vec[i64], walls: i64, keeps: i64, hand: i64, plays: i64,
                 discards: i64, placements: i64, wall_points: i64, keep_points: i64) -> None:
        self.copies: vec[i64] = copies  # by kind
        self.costs: vec[i64] = costs  # mason, stone, peasant of a wall, then of a keep
        self.walls: i64 = walls  # of a complete castle
        self.keeps: i64 = keeps
        self.hand: i64 = hand  # cards a hand is filled up to
        self.plays: i64 = plays  # cards played in a turn
        self.discards: i64 = discards
        self.placements: i64 = placements  # after a Quarry wheel
        self.wall_points: i64 = wall_points
        self.keep_points: i64 = keep_points

    def most(self, construction: i64) -> i64:
        """How many pawns of a construction a player has (ruling 17)."""
        return self.walls if construction == WALL else self.keeps


def read(data: object) -> Pieces:
    """The box described by a `pieces.json`; BadPosition names the piece and the field that are wrong."""
    box = Reader(data, "The box")
    copies = read_copies(box)
    castle, turn = box.part("castle"), box.part("turn")
    points = Reader(box.part("scoring").data.get("timed"), "The box: scoring: timed")
    walls, keeps = castle.number("walls", 0, 4), castle.number("keeps", 0, 1)
    if walls + keeps == 0:
        raise castle.wrong("walls", "at least 1 when a castle has no keep")
    pieces = Pieces(copies, read_costs(box), walls, keeps, box.part("hand").number("size", 1, 10),
                    turn.number("max_plays", 1, 9), turn.number("max_discards", 1, 9),
                    turn.number("wheel_max_placements", 1, 9), points.number("wall", 0, 99),
                    points.number("keep", 0, 99))
    check_supply(pieces)
    return pieces


def read_copies(box: Reader) -> vec[i64]:
    """How many copies there are of each of the thirteen kinds."""
    copies = vec[i64]([-1] * KINDS)
    for item in box.items("cards", KINDS, KINDS):
        entry = Reader(item, "A card")
        card = entry.word("id", IDS)
        reader = Reader(item, f"Card {IDS[card]!r}")
        if copies[card] >= 0:
            raise reader.wrong("id", "used once")
        copies[card] = reader.number("copies", 0, MOST_DOUBLES if card == PEASANTS else MOST_CARDS)
        if reader.word("kind", FAMILIES, FAMILIES[family(card)]) != family(card):
            raise reader.wrong("kind", repr(FAMILIES[family(card)]))
        if card < RESOURCES:
            reader.number("units", UNITS[card], UNITS[card], UNITS[card])
        if family(card) == 1:
            stopped_by = IDS[defence_against(card)]
            if reader.text("countered_by", stopped_by) != stopped_by:
                raise reader.wrong("countered_by", repr(stopped_by))
    return copies


def read_costs(box: Reader) -> vec[i64]:
    """What a wall and a keep are exchanged for, in units."""
    costs = vec[i64]([0] * 6)
    prices = box.part("costs")
    at: i64 = 0
    for construction in CONSTRUCTIONS:
        price = prices.part(construction)
        costs[at] = price.number("mason", 0, 9)
        costs[at + 1] = price.number("stone", 0, 14)
        costs[at + 2] = price.number("peasant", 0, 14)
        at += 3
    return costs


def check_supply(pieces: Pieces) -> None:
    """A box with which every game can be played to its end."""
    copies = pieces.copies
    total: i64 = 0
    for count in copies:
        total += count
    if not MOST_SEATS * pieces.hand < total <= MOST_CARDS:
        raise BadPosition(f"The box: cards must be more than {MOST_SEATS * pieces.hand} and at most {MOST_CARDS} "
                          f"copies in all, not {total}.")
    supply = [copies[MASON], copies[STONE] + 2 * copies[STONES], copies[PEASANT] + 2 * copies[PEASANTS]]
    names = ["mason", "stone", "peasant"]
    for construction in (WALL, KEEP):
        if pieces.most(construction) == 0:
            continue
        for which in range(3):
            if pieces.costs[construction * 3 + which] > supply[which]:
                raise BadPosition(f"The box: costs: a {CONSTRUCTIONS[construction]} needs more {names[which]} units "
                                  f"than the {supply[which]} of all cards.")
    lasting: i64 = copies[WHEEL]
    for card in range(RESOURCES, WHEEL):
        if card != MAGE:
            lasting += copies[card]
    if lasting == 0:
        raise BadPosition(f"Card {IDS[GUARDS]!r}: copies must be more than 0 when no other card but a Mage returns to "
                          "the pile, or the pile may stay empty for ever.")
