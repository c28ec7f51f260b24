"""What lies on the table: a player's tableau, what it counts and scores, and the two places.

The frame floats inside a field of 5×5 cells whose centre takes the first card.
"""
from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64, mypyc_attr, u8

from chateaux.engine.chance import bits, lowest
from chateaux.games.chateau_combo.pieces import (
    BITS,
    EMPTY_CELLS,
    IF_FACE_DOWN,
    IF_POSITION,
    IF_SHIELD_MISSING,
    OCCUPIED,
    OF_BANNER,
    OF_SHIELD,
    ONCE,
    PER_BANNER,
    PER_BANNER_SET,
    PER_COST,
    PER_DISCOUNT,
    PER_IDENTICAL,
    PER_KEY,
    PER_SHIELD,
    PER_SHIELD_NUMBER,
    PER_SHIELD_SET,
    PER_STORED_GOLD,
    PER_TYPE_MISSING,
    PER_TYPE_PRESENT,
    PURSE,
    SHIELD_TYPES,
    TALLY,
    TYPES_MISSING,
    TYPES_PRESENT,
    WITH_COST,
    WITH_PURSE,
    WITH_SHIELD_NUMBER,
    Card,
    Pieces,
)

SIDE: Final[i64] = 5  # the 3×3 frame of a tableau floats in here
SLOTS: Final[i64] = 3  # cards that lie open at a place
CELLS: Final[i64] = 25
CENTRE: Final[i64] = 12
MIDDLE: Final[i64] = 2  # its row and column
TABLEAU: Final[i64] = 9
ROW: Final[i64] = 0b11111
COLUMN: Final[i64] = 0b00001_00001_00001_00001_00001
BARE: Final[vec[u8]] = vec[u8]([0] * CELLS)
UNTOLD: Final[vec[i16]] = vec[i16]()


def cell_name(cell: i64) -> str:
    """A cell as players write it: columns a–e, rows 1–5 from the top.

    >>> cell_name(12)
    'c3'
    """
    return "abcde"[cell % SIDE] + "12345"[cell // SIDE]


CELL_NAMES: Final = [cell_name(cell) for cell in range(CELLS)]


def fewest_sets(have: i64, needs: i64) -> i64:
    """How many complete sets a tally holds: the scarcest member decides."""
    sets: i64 = TALLY
    while needs:
        need: i64 = needs & TALLY
        if need:
            sets = min(sets, (have & TALLY) // need)
        needs >>= BITS
        have >>= BITS
    return sets


def types_present(tally: i64) -> i64:
    """How many different types a tally of shields holds."""
    present: i64 = 0
    while tally:
        if tally & TALLY:
            present += 1
        tally >>= BITS
    return present


@final
@mypyc_attr(acyclic=True)
class Board:
    """What one player owns: gold, keys and the tableau."""

    __slots__ = ("banners", "bottom", "cells", "discounts", "down", "gold", "keys", "left", "occupied", "open",
                 "pieces", "purses", "right", "shields", "stored", "told", "told_keys", "top")

    def __init__(self, pieces: Pieces, gold: i64, keys: i64, occupied: i64, open: i64, down: i64, purses: i64,
                 top: i64, left: i64, bottom: i64, right: i64, shields: i64, banners: i64, discounts: i64,
                 cells: vec[u8], stored: vec[u8]) -> None:
        self.pieces: Pieces = pieces
        self.gold: i64 = gold
        self.keys: i64 = keys
        self.occupied: i64 = occupied  # bit masks of cells: in use,
        self.open: i64 = open  # where the next card may lie, as `put` finds out,
        self.down: i64 = down  # face down,
        self.purses: i64 = purses  # with a purse
        self.top: i64 = top  # the box around the cards
        self.left: i64 = left
        self.bottom: i64 = bottom
        self.right: i64 = right
        self.shields: i64 = shields  # tally of the face-up cards' types
        self.banners: i64 = banners  # tally of the face-up cards' places
        self.discounts: i64 = discounts  # tally per place
        self.cells: vec[u8] = cells  # card number per cell
        self.stored: vec[u8] = stored  # gold lying on the card of a cell
        self.told: vec[i16] = UNTOLD  # in the numbers of `features`, once somebody has asked and until it changes,
        self.told_keys: i64 = 0  # and with how many keys

    def clone(self) -> Board:
        return Board(self.pieces, self.gold, self.keys, self.occupied, self.open, self.down, self.purses, self.top,
                     self.left, self.bottom, self.right, self.shields, self.banners, self.discounts, self.cells[:],
                     self.stored[:])

    def card(self, cell: i64) -> Card:
        """The card of a cell."""
        return self.pieces.cards[i64(self.cells[cell])]

    def placed(self) -> i64:
        """How many cards lie here, face-down ones included."""
        return bits(self.occupied)

    def open_cells(self) -> i64:
        """Where the next card may lie, as a bit mask: the first one in the centre."""
        return self.open

    def beside_cards(self) -> i64:
        """Règles de placement: next to a card, never a fourth in a row or column; as a bit mask.

        What is beside a card at the edge of the field, beyond it or at the other end of a row, is outside the frame.
        """
        taken: i64 = self.occupied
        beside: i64 = taken << SIDE | taken >> SIDE | taken << 1 | taken >> 1
        low: i64 = self.bottom - 2
        high: i64 = self.top + 2
        rows: i64 = (1 << ((high + 1) * SIDE)) - (1 << (low * SIDE))
        low = self.right - 2
        high = self.left + 2
        columns: i64 = ((1 << (high + 1)) - (1 << low)) * COLUMN
        return beside & ~taken & rows & columns

    def price(self, card: Card) -> i64:
        """Réductions: all of them add up, and a price never drops below 0."""
        return max(card.cost - self.discount(card.place), 0)

    def discount(self, place: i64) -> i64:
        """What a card of a place costs less."""
        return self.discounts >> (place * BITS) & TALLY

    def put(self, number: i64, cell: i64) -> None:
        """Lay a card into a cell and grow the box, which begins around the centre: every tableau has a card there."""
        row: i64 = cell // SIDE
        column: i64 = cell % SIDE
        self.top = min(self.top, row)
        self.bottom = max(self.bottom, row)
        self.left = min(self.left, column)
        self.right = max(self.right, column)
        self.cells[cell] = u8(number)
        self.occupied |= 1 << cell
        self.open = self.beside_cards()
        self.told = UNTOLD

    def hide(self, number: i64, cell: i64) -> None:
        """Lay a card face down: it only fills its cell."""
        self.put(number, cell)
        self.down |= 1 << cell

    def show(self, card: Card, cell: i64) -> None:
        """Lay a card face up: shields, banner, discount and purse are there from now on."""
        self.put(card.number, cell)
        self.shields += card.shields
        self.banners += 1 << (card.place * BITS)
        self.discounts += card.discounts
        if card.scoring == PURSE:
            self.purses |= 1 << cell

    def room(self, cell: i64) -> i64:
        """How much gold the purse of a cell still takes."""
        return self.card(cell).argument - i64(self.stored[cell])

    def store(self, cell: i64, gold: i64) -> i64:
        """Put gold on the purse of a cell, at most what it takes; how much went in."""
        gold = min(gold, self.room(cell))
        self.stored[cell] = u8(i64(self.stored[cell]) + gold)
        self.told = UNTOLD
        return gold

    def open_purses(self) -> i64:
        """The cells whose purse still takes gold, as a bit mask."""
        found: i64 = 0
        mask: i64 = self.purses
        while mask:
            cell: i64 = lowest(mask)
            mask &= mask - 1
            if self.room(cell) > 0:
                found |= 1 << cell
        return found

    # ------------------------------------------------------------ counting

    def count(self, kind: i64, argument: i64) -> i64:
        """What an effect counts in this tableau; face-down cards only fill cells."""
        if kind == ONCE:
            return 1
        if kind == OF_SHIELD:
            return self.shields >> (argument * BITS) & TALLY
        if kind == OF_BANNER:
            return self.banners >> (argument * BITS) & TALLY
        if kind == TYPES_PRESENT:
            return types_present(self.shields)
        if kind == TYPES_MISSING:
            return SHIELD_TYPES - types_present(self.shields)
        if kind == WITH_SHIELD_NUMBER:
            return self.cards_with_symbols(argument)
        if kind == WITH_COST:
            return self.cards_with_cost(argument, False)
        if kind == WITH_PURSE:
            return bits(self.purses)
        if kind == OCCUPIED:
            return self.placed()
        assert kind == EMPTY_CELLS
        return TABLEAU - self.placed()

    def cards_with_symbols(self, number: i64) -> i64:
        """Face-up cards with exactly that many shields."""
        total: i64 = 0
        mask: i64 = self.occupied & ~self.down
        while mask:
            if self.card(lowest(mask)).symbols == number:
                total += 1
            mask &= mask - 1
        return total

    def cards_with_cost(self, cost: i64, or_more: bool) -> i64:
        """Face-up cards with that printed cost (or more)."""
        total: i64 = 0
        mask: i64 = self.occupied & ~self.down
        while mask:
            printed: i64 = self.card(lowest(mask)).cost
            if printed >= cost if or_more else printed == cost:
                total += 1
            mask &= mask - 1
        return total

    def cards_with_discount(self) -> i64:
        """Face-up cards with a discount; one for both places counts once."""
        total: i64 = 0
        mask: i64 = self.occupied & ~self.down
        while mask:
            if self.card(lowest(mask)).discounts > 0:
                total += 1
            mask &= mask - 1
        return total

    def shields_in(self, area: i64) -> i64:
        """The tally of the face-up cards' shields in a mask of cells."""
        total: i64 = 0
        mask: i64 = self.occupied & ~self.down & area
        while mask:
            total += self.card(lowest(mask)).shields
            mask &= mask - 1
        return total

    def shields_around(self, cell: i64, area: i64) -> i64:
        """The tally of shields in the row, the column, both, or the whole tableau."""
        if area == 3:
            return self.shields
        row: i64 = ROW << (cell // SIDE * SIDE)
        column: i64 = COLUMN << (cell % SIDE)
        if area == 0:
            return self.shields_in(row)
        if area == 1:
            return self.shields_in(column)
        return self.shields_in(row | column)

    def stored_gold(self) -> i64:
        """The gold lying on all purses."""
        total: i64 = 0
        mask: i64 = self.purses
        while mask:
            total += i64(self.stored[lowest(mask)])
            mask &= mask - 1
        return total

    def identical(self, size: i64) -> i64:
        """How many groups of `size` identical shields there are."""
        groups: i64 = 0
        left: i64 = self.shields
        while left:
            groups += (left & TALLY) // size
            left >>= BITS
        return groups

    def stands_in(self, cell: i64, region: i64) -> bool:
        """Whether a cell lies in a region, as far as the frame is already fixed."""
        tall: bool = self.bottom - self.top == 2
        wide: bool = self.right - self.left == 2
        row: i64 = cell // SIDE - self.top
        column: i64 = cell % SIDE - self.left
        if region < 3:
            return tall and row == region
        if region < 6:
            return wide and column == region - 3
        if not tall or not wide:
            return False
        if region == 6:
            return row != 1 and column != 1
        return (row == 1) != (column == 1)

    # ------------------------------------------------------------ scoring

    def times(self, cell: i64) -> i64:
        """How often the card of a cell scores its points."""
        card = self.card(cell)
        kind: i64 = card.scoring
        if kind == PER_SHIELD:
            return self.shields_around(cell, card.area) >> (card.argument * BITS) & TALLY
        if kind == PURSE:
            return i64(self.stored[cell])
        if kind == IF_POSITION:
            return 1 if self.stands_in(cell, card.argument) else 0
        if kind == PER_TYPE_PRESENT:
            return types_present(self.shields_around(cell, card.area))
        if kind == PER_TYPE_MISSING:
            return SHIELD_TYPES - types_present(self.shields)
        if kind == IF_SHIELD_MISSING:
            return 0 if self.shields >> (card.argument * BITS) & TALLY else 1
        if kind == PER_SHIELD_SET:
            return fewest_sets(self.shields, card.needs)
        if kind == PER_BANNER_SET:
            return fewest_sets(self.banners, card.needs)
        if kind == PER_BANNER:
            return self.banners >> (card.argument * BITS) & TALLY
        if kind == PER_IDENTICAL:
            return self.identical(card.argument)
        if kind == PER_SHIELD_NUMBER:
            return self.cards_with_symbols(card.argument)
        if kind == PER_COST:
            return self.cards_with_cost(card.argument, card.area == 1)
        if kind == PER_DISCOUNT:
            return self.cards_with_discount()
        if kind == PER_KEY:
            return self.keys
        if kind == PER_STORED_GOLD:
            return self.stored_gold()
        assert kind == IF_FACE_DOWN
        return 1 if self.down else 0

    def points(self, cell: i64) -> i64:
        """What the face-up card of a cell scores."""
        return self.card(cell).points * self.times(cell)

    def total(self) -> i64:
        """Score final: every card's points and one for each key."""
        total: i64 = self.keys
        mask: i64 = self.occupied & ~self.down
        while mask:
            total += self.points(lowest(mask))
            mask &= mask - 1
        return total


def new_board(pieces: Pieces, gold: i64, keys: i64) -> Board:
    """An empty tableau."""
    return Board(pieces, gold, keys, 0, 1 << CENTRE, 0, 0, MIDDLE, MIDDLE, MIDDLE, MIDDLE, 0, 0, 0, BARE[:], BARE[:])


@final
@mypyc_attr(acyclic=True)
class Place:
    """The castle or the village: three open cards, a deck without an order, a discard pile."""

    __slots__ = ("deck", "discard", "exhausted", "left", "row")

    def __init__(self, row: vec[i64], deck: i64, left: i64, discard: i64, exhausted: bool) -> None:
        self.row: vec[i64] = row  # card numbers; 0 is a gap
        self.deck: i64 = deck  # a bit for each card, and how many they are
        self.left: i64 = left
        self.discard: i64 = discard
        self.exhausted: bool = exhausted

    def clone(self) -> Place:
        return Place(self.row[:], self.deck, self.left, self.discard, self.exhausted)
