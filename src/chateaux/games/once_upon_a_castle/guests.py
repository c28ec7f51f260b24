"""The guests: what each card is worth and does.

Lightning guests act on arrival, hourglass guests while they are owned, crown guests at the end.
"""
from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

PLAIN: Final[i64] = 0  # Petits Bâtisseurs: only points
LIGHTNING: Final[i64] = 1
HOURGLASS: Final[i64] = 2
CROWN: Final[i64] = 3
KINDS: Final = ("plain", "lightning", "hourglass", "crown")

NO_FACE: Final[i64] = -1  # no token comes with this guest, it acts on no face

PER_NOTHING: Final[i64] = 0
PER_CROWN: Final[i64] = 1
PER_FLOOR: Final[i64] = 2
PER_WALL: Final[i64] = 3
PER_TOWER: Final[i64] = 4
PER_FLAG: Final[i64] = 5
POINTS_PER: Final = ("", "own_crown_guests", "donjon_floors", "walls", "towers", "flags")

CLOUD_ON_WILD: Final = "cloud"  # the hourglass abilities, one guest each
PLACE_ON_RESIDENTS: Final = "place"
RESIDENTS_ON_FACE: Final = "residents"
FLAG_ON_FACE: Final = "flag"
INTERCHANGE: Final = "interchange"
PROTECT: Final = "protect"


@final
@mypyc_attr(acyclic=True)
class Guest:
    """A guest card."""

    __slots__ = ("ability", "amount", "face", "gain", "gains", "id", "kind", "moves", "other", "per", "points",
                 "residents", "rolls")

    def __init__(self, id: str, kind: i64, points: i64) -> None:
        self.id: str = id
        self.kind: i64 = kind
        self.points: i64 = points
        self.per: i64 = PER_NOTHING  # crown: a point for each of these
        self.residents: i64 = 0  # lightning: residents gained,
        self.gain: i64 = NO_FACE  # tokens of a resource, or on any cell (WILD),
        self.gains: i64 = 0  # so many,
        self.moves: i64 = 0  # tokens that may be moved,
        self.rolls: bool = False  # a die rolled and taken twice
        self.ability: str = ""  # hourglass
        self.face: i64 = NO_FACE  # the face it acts on, or the resource it trades
        self.other: i64 = NO_FACE  # for the other resource
        self.amount: i64 = 0
