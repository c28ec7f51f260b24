"""The player board: a grid of resources and the lines that can be read in it.

A line is a run of cells beside each other in a row or a column. What lies on a board lives in `castle`, what a cleared
line brings in `building`.
"""
from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from chateaux.engine.actions import Actions

RESIDENTS: Final[i64] = 4  # a face after the four resources
WILD: Final[i64] = 5
FACES: Final = ("wood", "stone", "gold", "food", "residents", "wild")
RESOURCES: Final = 4  # the first four faces

TOKEN: Final[i64] = 0  # the uses of a die
DRAW: Final[i64] = 1
CLOUD: Final[i64] = 2
HOIST: Final[i64] = 3  # a flag

TOWER: Final[i64] = 0
WALL: Final[i64] = 1
FLAG: Final[i64] = 2
FLOOR: Final[i64] = 3
REACTIVATE: Final[i64] = 4
STEAL: Final[i64] = 5
WELCOME: Final[i64] = 6  # residents and nothing else; no board of the house has it
REWARDS: Final = ("tower", "wall", "flag", "donjon_floor", "reactivate_lightning_guest", "steal_guest", "residents")
WORTH: Final = ("points", "residents", "points", "guests", "", "", "residents")  # the figure with each reward


@final
@mypyc_attr(acyclic=True)
class Line:
    """A run of cells and its reward."""

    __slots__ = ("cells", "first", "id", "kind", "length", "places", "worth")

    first: i64  # numbers its actions, one for each place and one for none, once they are declared

    def __init__(self, id: str, cells: i64, length: i64, kind: i64, worth: i64, places: i64) -> None:
        self.id: str = id
        self.cells: i64 = cells  # a bit for each cell
        self.length: i64 = length
        self.kind: i64 = kind
        self.worth: i64 = worth  # points, or residents
        self.places: i64 = places  # where its reward may go: towers, walls, open guests or guests


@final
class Board:
    """One side of the player boards."""

    def __init__(self, side: str, cells: list[str], places: list[tuple[int, int]], resource: vec[i64],
                 lines: vec[Line], walls: i64) -> None:
        self.side: str = side
        self.cells: list[str] = cells
        self.places: list[tuple[int, int]] = places  # row and column of each cell, from 1
        self.resource: vec[i64] = resource
        self.lines: vec[Line] = lines
        self.size: i64 = len(cells)
        self.all: i64 = (1 << self.size) - 1
        self.of: vec[i64] = vec[i64]([sum([1 << cell for cell in range(len(cells)) if resource[cell] == kind])
                                      for kind in range(RESOURCES)])
        self.uses: Actions = Actions()  # what a die may be used for: a token on a cell, residents, a cloud, a flag
        self.uses.declare("token", len(cells))
        self.uses.declare("residents")
        self.uses.declare("cloud")
        self.uses.declare("flag", walls)
        self.span: i64 = self.uses.count
        self.draw: i64 = self.uses.first[DRAW]
        self.cloud: i64 = self.uses.first[CLOUD]
        self.flag: i64 = self.uses.first[HOIST]  # on the first wall
        self.complete: vec[i64] = vec[i64]([  # for every set of covered cells its complete lines, a bit each
            sum([1 << at for at in range(len(lines)) if tokens & lines[at].cells == lines[at].cells])
            for tokens in range(1 << len(cells))])
