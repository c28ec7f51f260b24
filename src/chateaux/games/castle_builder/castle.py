"""One castle: the brick-like lattice of places, what stands where, and where a tile may still be built.

A castle never changes: building or discarding a tile gives a new one, so copies of a position share it. The places
that are open, the tiles that carry nothing and the numbers that fit are kept from tile to tile.
"""
from __future__ import annotations

from typing import Final, final

from librt.vecs import append, pop, vec
from mypy_extensions import i16, i64, mypyc_attr

from chateaux.engine.actions import BLANK
from chateaux.engine.chance import bit
from chateaux.games.castle_builder.pieces import (
    BOTH_STONE,
    EVERY_SUM,
    NEW_FLOOR,
    STONE_LEFT,
    STONE_RIGHT,
    UNDER_LEFT,
    UNDER_RIGHT,
    Pieces,
)

# An open place is one number: the place itself, the sum below it, whether it is on the foundation, what it asks.
ON_FOUNDATION: Final[i64] = 16
SUM_SHIFT: Final[i64] = 5
SUM_MASK: Final[i64] = 127
PLACE_SHIFT: Final[i64] = 12
ASKS: Final[i64] = 15
BEYOND: Final[i64] = 62  # a sum that no number meets, whatever is paid, and all above it
ALL_STONE: Final[i64] = 0xFFFF  # the foundation: a bit for each half
UNKNOWN: Final[i64] = -1
NEVER: Final[i64] = 99  # tiles to discard for a place where the tile cannot stand at all


@final
@mypyc_attr(acyclic=True)
class Castle:
    """A castle on its foundation, the gate included."""

    __slots__ = ("fits", "free", "height", "locked", "on_floor", "open", "people", "pieces", "roofs",
                 "taken", "tiles", "told", "windows")

    def __init__(self, pieces: Pieces, tiles: vec[i64], open: vec[i64], free: vec[i64], on_floor: vec[i64],
                 height: i64, windows: i64, people: i64, roofs: i64) -> None:
        self.pieces: Pieces = pieces
        self.tiles: vec[i64] = tiles  # the kind on each place, 0 for none
        self.open: vec[i64] = open  # the open places in rising order
        self.free: vec[i64] = free  # the places of tiles that carry nothing, in rising order
        self.on_floor: vec[i64] = on_floor  # how many tiles stand on each floor
        self.height: i64 = height
        self.windows: i64 = windows
        self.people: i64 = people
        self.roofs: i64 = roofs
        self.locked: bool = True  # no open place rests on stone on both sides
        self.fits: vec[i64] = self.survey()  # by shape: the sums it meets on open places, a bit each
        self.taken: i64 = UNKNOWN  # what `first_taken` found out, once it was asked
        self.told: vec[i16] = vec[i16]()  # in the numbers of `features`, once somebody has asked for them

    # ------------------------------------------------------------ where a tile may stand

    def survey(self) -> vec[i64]:
        """For each shape the sums below the open places that take it; all numbers where the sum does not matter."""
        pieces = self.pieces
        fits = BLANK[:pieces.shapes]
        accepts = pieces.accepts
        ticks: i64 = pieces.ticks
        new: i64 = self.new_floor()
        free: i64 = 0  # the shapes that fit somewhere with any number, a bit each
        shape: i64
        for place in self.open:
            asked: i64 = place & ASKS
            if asked & BOTH_STONE == BOTH_STONE:
                self.locked = False
            if place >= new:
                asked |= NEW_FLOOR
            accepted: i64 = accepts[asked]
            if place & ON_FOUNDATION:
                free |= accepted
                continue
            free |= accepted & ticks
            met: i64 = bit(min(place >> SUM_SHIFT & SUM_MASK, BEYOND))
            shape = 0
            while accepted:
                if accepted & 1:
                    fits[shape] |= met
                accepted >>= 1
                shape += 1
        shape = 0
        while free:
            if free & 1:
                fits[shape] = EVERY_SUM
            free >>= 1
            shape += 1
        return fits

    def new_floor(self) -> i64:
        """From which place on, as `open` describes it, a tile would be the first of its floor: no lower one is empty,
        for every tile rests on another."""
        return (self.height + 1) * self.pieces.stride << PLACE_SHIFT

    def takes(self, kind: i64, payment: i64) -> bool:
        """Whether a tile fits somewhere when up to `payment` other tiles may be discarded to adjust its number."""
        pieces = self.pieces
        return self.fits[pieces.shape[kind]] & pieces.reach[payment][kind] != 0

    def first_taken(self, payment: i64) -> i64:
        """The first kind of tile that fits somewhere, one after the last when none does; neither a castle nor what a
        game lets one pay ever changes, so it is sought once."""
        if self.taken == UNKNOWN:
            self.taken = self.next_taken(1, payment)
        return self.taken

    def next_taken(self, kind: i64, payment: i64) -> i64:
        """The first kind from this one on that fits somewhere; one after the last when none does."""
        fits = self.fits
        shape = self.pieces.shape
        reach = self.pieces.reach[payment]
        kinds: i64 = self.pieces.kinds
        while kind <= kinds and fits[shape[kind]] & reach[kind] == 0:
            kind += 1
        return kind

    def price(self, kind: i64, place: i64) -> i64:
        """How many tiles must be discarded to build a tile on an open place, as `open` describes it."""
        pieces = self.pieces
        asked: i64 = place & ASKS
        if place >= self.new_floor():
            asked |= NEW_FLOOR
        if pieces.accepts[asked] >> pieces.shape[kind] & 1 == 0:
            return NEVER
        if place & ON_FOUNDATION or pieces.tick[kind]:
            return 0
        off: i64 = pieces.bottom[kind] - (place >> SUM_SHIFT & SUM_MASK)
        return max(off, -off)

    def price_at(self, kind: i64, place: i64) -> i64:
        """How many tiles must be discarded to build a tile on a place; NEVER where it cannot stand."""
        for described in self.open:
            if described >> PLACE_SHIFT == place:
                return self.price(kind, described)
        return NEVER

    def sum_below(self, place: i64) -> i64:
        """Bâtir selon les Nombres: the sum a tile must show on an open place; -1 where any number will do."""
        for described in self.open:
            if described >> PLACE_SHIFT == place:
                return -1 if described & ON_FOUNDATION else described >> SUM_SHIFT & SUM_MASK
        return -1

    # ------------------------------------------------------------ building and discarding

    def begun(self) -> Castle:
        """The same castle for another game, which may let one pay more or less."""
        return Castle(self.pieces, self.tiles, self.open, self.free, self.on_floor, self.height, self.windows,
                      self.people, self.roofs)

    def built(self, kind: i64, place: i64) -> Castle:
        """The castle with one tile more."""
        pieces = self.pieces
        floor: i64 = pieces.floor_at[place]
        tiles = self.tiles[:]
        tiles[place] = kind
        on_floor = self.on_floor[:]
        on_floor[floor] += 1
        return self.renewed(tiles, on_floor, place, max(floor, self.height), self.windows + pieces.windows[kind],
                            self.people + pieces.people[kind], self.roofs + (1 if pieces.roofs[kind] else 0))

    def opened(self, kind: i64, place: i64) -> vec[i64]:
        """The places that would be open with one tile more: what a look ahead needs, and no new castle."""
        pieces = self.pieces
        tiles = self.tiles
        odd: i64 = pieces.floor_at[place] & 1
        below: i64 = place - pieces.stride - 1 + odd
        above: i64 = place + pieces.stride - 1 + odd
        open = listed(self.open[:], place, 0, PLACE_SHIFT)
        tiles[place] = kind  # for a moment
        if below >= pieces.stride:
            for other in range(below, below + 2):
                open = listed(open, other, described(pieces, tiles, other), PLACE_SHIFT)
        for other in range(above, above + 2):
            open = listed(open, other, described(pieces, tiles, other), PLACE_SHIFT)
        tiles[place] = 0
        return open

    def room(self) -> i64:
        """The steps that places resting on stone on both sides can still bring, if nothing is built that closes one.

        Above a highest floor without a gap it sees none, which is wrong; but judgements were learned and puzzles found
        with it, so whoever mends it learns and finds them anew.
        """
        pieces = self.pieces
        steps: i64 = 0
        lefts: i64 = ALL_STONE  # by side: the left halves of the floor below that are stone, or may become so,
        rights: i64 = ALL_STONE  # and the right halves
        for floor in range(1, pieces.floors + 1):
            odd: i64 = floor & 1
            found: i64 = 0
            new_lefts: i64 = 0
            new_rights: i64 = 0
            for side in range(1, pieces.slots + 2 - odd):
                kind: i64 = self.tiles[floor * pieces.stride + side]
                below: i64 = side - 1 + odd
                if kind != 0:
                    if pieces.carries[kind] & STONE_LEFT:
                        new_lefts |= 1 << side
                    if pieces.carries[kind] & STONE_RIGHT:
                        new_rights |= 1 << side
                elif rights >> below & 1 and lefts >> (below + 1) & 1:
                    found += 1
                    new_lefts |= 1 << side
                    new_rights |= 1 << side
            if floor > 1:
                steps += floor * found
            if found == 0 and floor >= self.height:
                break
            lefts = new_lefts
            rights = new_rights
        return steps

    def without(self, place: i64) -> Castle:
        """The castle with one tile less."""
        pieces = self.pieces
        kind: i64 = self.tiles[place]
        tiles = self.tiles[:]
        tiles[place] = 0
        on_floor = self.on_floor[:]
        on_floor[pieces.floor_at[place]] -= 1
        height: i64 = self.height
        while on_floor[height] == 0:
            height -= 1
        return self.renewed(tiles, on_floor, place, height, self.windows - pieces.windows[kind],
                            self.people - pieces.people[kind], self.roofs - (1 if pieces.roofs[kind] else 0))

    def renewed(self, tiles: vec[i64], on_floor: vec[i64], place: i64, height: i64, windows: i64, people: i64,
                roofs: i64) -> Castle:
        """A castle that differs on one place: only that place and the two below and above it are looked at again."""
        pieces = self.pieces
        odd: i64 = pieces.floor_at[place] & 1
        below: i64 = place - pieces.stride - 1 + odd
        above: i64 = place + pieces.stride - 1 + odd
        open = self.open[:]
        free = self.free[:]
        if below >= pieces.stride:
            for other in range(below, below + 2):
                if tiles[other] == 0:
                    open = listed(open, other, described(pieces, tiles, other), PLACE_SHIFT)
                else:
                    free = listed(free, other, unburdened(pieces, tiles, other), 0)
        open = listed(open, place, described(pieces, tiles, place), PLACE_SHIFT)
        free = listed(free, place, unburdened(pieces, tiles, place), 0)
        for other in range(above, above + 2):
            if tiles[other] == 0:
                open = listed(open, other, described(pieces, tiles, other), PLACE_SHIFT)
        return Castle(pieces, tiles, open, free, on_floor, height, windows, people, roofs)


def listed(entries: vec[i64], place: i64, entry: i64, shift: i64) -> vec[i64]:
    """A rising list with the entry of a place put in, replaced, or taken out when it is 0."""
    count: i64 = len(entries)
    at: i64 = 0
    while at < count and entries[at] >> shift < place:
        at += 1
    if at < count and entries[at] >> shift == place:
        if entry != 0:
            entries[at] = entry
            return entries
        while at + 1 < count:
            entries[at] = entries[at + 1]
            at += 1
        entries, _gone = pop(entries)
        return entries
    if entry != 0:
        entries = append(entries, entry)
        while count > at:
            entries[count] = entries[count - 1]
            count -= 1
        entries[at] = entry
    return entries


def described(pieces: Pieces, tiles: vec[i64], place: i64) -> i64:
    """An open place as one number; 0 when it is taken, outside, or would rest on sky on both sides (Ruling 4)."""
    if tiles[place] != 0:
        return 0
    floor: i64 = pieces.floor_at[place]
    side: i64 = place - floor * pieces.stride
    odd: i64 = floor & 1
    if side == 0 or side > pieces.slots + 1 - odd:
        return 0
    asked: i64 = 0
    above: i64 = place + pieces.stride - 1 + odd
    if tiles[above] != 0:
        asked = UNDER_LEFT
    if tiles[above + 1] != 0:
        asked |= UNDER_RIGHT
    if floor == 1:
        return place << PLACE_SHIFT | ON_FOUNDATION | asked | BOTH_STONE
    below: i64 = place - pieces.stride - 1 + odd
    left: i64 = tiles[below]
    right: i64 = tiles[below + 1]
    total: i64 = 0
    if pieces.carries[left] & STONE_RIGHT:
        asked |= STONE_LEFT
        total = pieces.top[left]
    if pieces.carries[right] & STONE_LEFT:
        asked |= STONE_RIGHT
        total += pieces.top[right]
    if asked & BOTH_STONE == 0:
        return 0
    return place << PLACE_SHIFT | total << SUM_SHIFT | asked


def unburdened(pieces: Pieces, tiles: vec[i64], place: i64) -> i64:
    """The place itself when its tile carries no other and is not the gate; else 0."""
    kind: i64 = tiles[place]
    if kind == 0 or kind == pieces.gate:
        return 0
    above: i64 = place + pieces.stride - 1 + (pieces.floor_at[place] & 1)
    if tiles[above] != 0 or tiles[above + 1] != 0:
        return 0
    return place


def foundation(pieces: Pieces) -> Castle:
    """The castle before the first tile: the gate stands, and makes it one floor high (Ruling 9)."""
    rows: int = pieces.floors + 3  # one below the first floor, two above the last: nobody looks over the edge
    tiles = vec[i64]([0] * (rows * pieces.stride))
    tiles[pieces.stride + pieces.gate_slot + 1] = pieces.gate
    on_floor = vec[i64]([0] * rows)
    on_floor[1] = 1
    return surveyed(pieces, tiles, on_floor)


def surveyed(pieces: Pieces, tiles: vec[i64], on_floor: vec[i64]) -> Castle:
    """A castle from its tiles alone, every place looked at: for positions that are read."""
    open = vec[i64]()
    free = vec[i64]()
    windows: i64 = 0
    people: i64 = 0
    roofs: i64 = 0
    for place in range(pieces.stride, (pieces.floors + 2) * pieces.stride):
        kind: i64 = tiles[place]
        entry: i64 = described(pieces, tiles, place)
        if entry != 0:
            open = append(open, entry)
        entry = unburdened(pieces, tiles, place)
        if entry != 0:
            free = append(free, entry)
        windows += pieces.windows[kind]
        people += pieces.people[kind]
        roofs += 1 if pieces.roofs[kind] else 0
    height: i64 = pieces.floors
    while on_floor[height] == 0:
        height -= 1
    return Castle(pieces, tiles, open, free, on_floor, height, windows, people, roofs)
