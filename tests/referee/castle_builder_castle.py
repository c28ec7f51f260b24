"""Castle Builder's castles: which tile fits where, and what it costs to make its number fit.

Columns count halves of tiles, so a tile covers its column and the next; tiles lie like bricks.
"""
from __future__ import annotations

from typing import Literal

import msgspec

Place = tuple[int, int]  # floor, column
Half = Literal["stone", "sky"]


class Tile(msgspec.Struct):
    """A printed tile, or the gate."""

    id: str
    bottom: int | None
    top: int | None
    tick: bool
    no_new_floor: bool
    rubies: int
    windows: int
    people: int
    roofs: int
    bottom_pattern: tuple[Half, Half]
    top_pattern: tuple[Half, Half]
    count: int = 0


class Foundation(msgspec.Struct):
    floor1_columns: list[int]
    gate_column: int


class Castle:
    """What one player has built, and the gate."""

    def __init__(self, foundation: Foundation, gate: Tile, built: dict[Place, Tile]) -> None:
        self.columns = foundation.floor1_columns
        self.built = built
        # fr « Les portes du château … comptent comme une tuile 2 posée au-dessus »
        self.standing = built | {(1, foundation.gate_column): gate}

    def height(self) -> int:
        """The floors; the gate makes every castle one floor high."""
        return max(floor for floor, _ in self.standing)

    def spots(self) -> list[Place]:
        """Every place of the brick pattern up to one floor above the castle; upper floors may hang over by a half."""
        spots = [(1, column) for column in self.columns]
        for floor in range(2, self.height() + 2):
            spots += [(floor, column) for column in range(self.columns[0] - floor, self.columns[-1] + floor + 1)
                      if (column + floor) % 2 == 1]
        return spots

    def below(self, spot: Place) -> tuple[Half, Half]:
        """What the two halves of a place stand on; nothing below is sky, the foundation is stone."""
        floor, column = spot
        if floor == 1:
            return "stone", "stone"
        left, right = self.standing.get((floor - 1, column - 1)), self.standing.get((floor - 1, column + 1))
        return left.top_pattern[1] if left else "sky", right.top_pattern[0] if right else "sky"

    def fits(self, tile: Tile, spot: Place) -> bool:
        """Règles de Placement: stone on stone, sky on sky, and no new floor for the tiles that say so."""
        floor, column = spot
        if spot in self.standing:
            return False
        if tile.bottom_pattern != self.below(spot):
            return False
        if tile.bottom_pattern == ("sky", "sky"):
            return False  # a tile stands on something
        # A hole under an overhang may be filled when the new top halves match.
        left, right = self.standing.get((floor + 1, column - 1)), self.standing.get((floor + 1, column + 1))
        if left and left.bottom_pattern[1] != tile.top_pattern[0]:
            return False
        if right and right.bottom_pattern[0] != tile.top_pattern[1]:
            return False
        # fr « vous ne pouvez pas commencer un nouvel étage avec ces tuiles »
        return not tile.no_new_floor or any(other == floor for other, _ in self.standing)

    def price(self, tile: Tile, spot: Place) -> int:
        """Payer pour changer les nombres: how far the number is from the sum of the numbers below."""
        floor, column = spot
        if floor == 1 or tile.tick:  # « N'importe quel nombre peut être posé sur les fondations »
            return 0
        below = [self.standing[under] for under in ((floor - 1, column - 1), (floor - 1, column + 1))
                 if under in self.standing]
        assert tile.bottom is not None
        return abs(tile.bottom - sum(other.top or 0 for other in below))  # the upper of two numbers counts upwards

    def free(self) -> list[Place]:
        """fr « 1 tuile … qui ne possède pas d'autres tuiles construites au-dessus »; never the gate."""
        return [(floor, column) for floor, column in self.built
                if not {(floor + 1, column - 1), (floor + 1, column + 1)} & self.standing.keys()]
