"""A tile holder: hidden from the others, with a note of who knows which tile (Ruling: tile holders)."""
from __future__ import annotations

from typing import Final, final

from librt.vecs import append, pop, vec
from mypy_extensions import i64, mypyc_attr

KNOWN_BITS: Final[i64] = 5
KNOWN: Final[i64] = 31  # a bit for each seat, and
EVERYBODY: Final[i64] = 16  # one for those who only watch
ALL: Final[i64] = 31


@final
@mypyc_attr(acyclic=True)
class Holder:
    """Tiles in rising order of kind, each with the mask of those who know it; kind 0 is a tile not known here.

    Of two tiles of one kind, the first is known to everyone who knows either: somebody who has seen one cannot say
    which of them leaves the holder, so the knowledge leaves with it.
    """

    __slots__ = ("tiles",)

    def __init__(self, tiles: vec[i64]) -> None:
        self.tiles: vec[i64] = tiles  # kind << KNOWN_BITS | who knows it

    def clone(self) -> Holder:
        return Holder(self.tiles[:])

    def size(self) -> i64:
        return len(self.tiles)

    def has(self, kind: i64) -> bool:
        return any(tile >> KNOWN_BITS == kind for tile in self.tiles)

    def count(self, kind: i64) -> i64:
        count: i64 = 0
        for tile in self.tiles:
            if tile >> KNOWN_BITS == kind:
                count += 1
        return count

    def add(self, kind: i64, known: i64) -> None:
        """Put a tile in its place; what is known of tiles of its kind is gathered on the first of them."""
        tiles = self.tiles
        at: i64 = len(tiles)
        tiles = append(tiles, kind)  # for room: it goes to its place below
        while at > 0 and tiles[at - 1] >> KNOWN_BITS > kind:
            tiles[at] = tiles[at - 1]
            at -= 1
        while at > 0 and tiles[at - 1] >> KNOWN_BITS == kind:
            other: i64 = tiles[at - 1] & KNOWN
            tiles[at] = kind << KNOWN_BITS | known & other
            known |= other
            at -= 1
        tiles[at] = kind << KNOWN_BITS | known
        self.tiles = tiles

    def remove(self, kind: i64) -> None:
        """Take out one tile of a kind, the best known of them."""
        tiles = self.tiles
        at: i64 = 0
        while tiles[at] >> KNOWN_BITS != kind:
            at += 1
        while at + 1 < len(tiles):
            tiles[at] = tiles[at + 1]
            at += 1
        self.tiles, _gone = pop(tiles)

    def forget(self, still: i64) -> None:
        """After a random theft only some can say what is left."""
        for at in range(len(self.tiles)):
            self.tiles[at] &= ~KNOWN | still
