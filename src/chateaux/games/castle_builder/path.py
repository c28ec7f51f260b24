"""The path around the market: how a baron walks, and what the walk brings."""
from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from chateaux.games.castle_builder.pieces import COIN, RUBY, TILE, Pieces


@final
@mypyc_attr(acyclic=True)
class Walk:
    """Where a walk ended and what it brought."""

    def __init__(self, end: i64, spaces: i64, coins: i64, tile: bool) -> None:
        self.end: i64 = end
        self.spaces: i64 = spaces  # how far the baron went, slides and ruby steps included
        self.coins: i64 = coins  # coin spaces passed or reached
        self.tile: bool = tile  # it ended on a tile space


def walk(pieces: Pieces, barons: vec[i64], seat: i64, steps: i64) -> Walk:
    """Déplacer le Baron: count every space, slide on from an occupied one, and one more from a ruby.

    The order is that of Ruling 6; a coin space counts when it is passed or reached, also by sliding.
    """
    path = pieces.path
    length: i64 = len(path)
    at: i64 = barons[seat]
    spaces: i64 = 0
    coins: i64 = 0
    left: i64 = steps
    while left > 0:
        at += 1
        if at == length:
            at = 0
        spaces += 1
        left -= 1
        if path[at] == COIN:
            coins += 1
        if left == 0 and (path[at] == RUBY or occupied(barons, seat, at)):
            left = 1
    return Walk(at, spaces, coins, path[at] == TILE and steps > 0)


def occupied(barons: vec[i64], seat: i64, space: i64) -> bool:
    """Whether another baron stands on a space."""
    return any(barons[other] == space and other != seat for other in range(len(barons)))
