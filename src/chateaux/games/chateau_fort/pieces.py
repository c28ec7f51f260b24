"""The box: how many copies of each card, costs, limits and points, read from `pieces.json` and checked.

The thirteen kinds and what they do are the rules' own; an owner may give the true numbers.
"""
from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from chateaux.engine.data import BadPosition
from chateaux.engine.reading import typed, within, wrong
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
from chateaux.games.chateau_fort.form import Card, ChateauFortSet

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
    box = typed(ChateauFortSet, data, "The box")
    castle, turn, points = box.castle, box.turn, box.scoring.timed
    if castle.walls + castle.keeps == 0:
        raise wrong("castle", "walls", "at least 1 when a castle has no keep", castle.walls)
    costs: list[int] = []  # in units
    for price in (box.costs.wall, box.costs.keep):
        costs += [price.mason, price.stone, price.peasant]
    pieces = Pieces(read_copies(box.cards), vec[i64](costs), castle.walls, castle.keeps, box.hand.size,
                    turn.max_plays, turn.max_discards, turn.wheel_max_placements, points.wall, points.keep)
    check_supply(pieces)
    return pieces


def read_copies(cards: list[Card]) -> vec[i64]:
    """How many copies there are of each of the thirteen kinds."""
    copies = vec[i64]([-1] * KINDS)
    for card in cards:
        kind = IDS.index(card.id)
        where = f"Card {card.id!r}"
        if copies[kind] >= 0:
            raise wrong(where, "id", "used once", card.id)
        copies[kind] = within(card.copies, 0, MOST_DOUBLES if kind == PEASANTS else MOST_CARDS, where, "copies")
        if card.kind not in (None, FAMILIES[family(kind)]):
            raise wrong(where, "kind", repr(FAMILIES[family(kind)]), card.kind)
        if kind < RESOURCES and card.units not in (None, UNITS[kind]):
            raise wrong(where, "units", str(UNITS[kind]), card.units)
        if family(kind) == 1 and card.countered_by not in (None, IDS[defence_against(kind)]):
            raise wrong(where, "countered_by", repr(IDS[defence_against(kind)]), card.countered_by)
    for kind in range(KINDS):
        if copies[kind] < 0:
            raise BadPosition(f"The box: cards: {IDS[kind]!r} is missing; 0 copies are written as 0.")
    return copies


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
