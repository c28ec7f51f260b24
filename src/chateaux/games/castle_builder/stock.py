"""The tiles nobody has: the face-down pile, the discard pile and the market, and the coins beside them."""
from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64, mypyc_attr

from chateaux.engine.chance import Chance

UNTOLD: Final[vec[i16]] = vec[i16]()


@final
@mypyc_attr(acyclic=True)
class Stock:
    """Piles without an order (how many of each kind), and the open slots of the market (-1 or 0: empty)."""

    __slots__ = ("coin_left", "coin_pile", "coins", "discard", "discarded", "left", "market", "pile", "reshuffles",
                 "told", "told_when")

    def __init__(self, pile: vec[i64], left: i64, discard: vec[i64], discarded: i64, market: vec[i64],
                 coin_pile: vec[i64], coin_left: i64, coins: vec[i64], reshuffles: i64) -> None:
        self.pile: vec[i64] = pile  # by kind
        self.left: i64 = left
        self.discard: vec[i64] = discard  # by kind
        self.discarded: i64 = discarded
        self.market: vec[i64] = market  # by slot: a kind of tile, 0 when there is none
        self.coin_pile: vec[i64] = coin_pile  # by coin
        self.coin_left: i64 = coin_left
        self.coins: vec[i64] = coins  # by slot: a coin, -1 when there is none
        self.reshuffles: i64 = reshuffles
        self.told: vec[i16] = UNTOLD  # the pile in the numbers of `features`, once somebody has asked for them,
        self.told_when: i64 = 0  # and when: how many tiles it had after how many reshuffles

    def clone(self) -> Stock:
        return Stock(self.pile[:], self.left, self.discard[:], self.discarded, self.market[:], self.coin_pile[:],
                     self.coin_left, self.coins[:], self.reshuffles)

    def draw(self, chance: Chance) -> i64:
        """A random tile of the pile; 0 when pile and discard pile are empty (the draw is skipped)."""
        if self.left == 0 and not self.reshuffle():
            return 0
        kind: i64 = drawn(self.pile, chance.below(self.left), self.left)
        self.pile[kind] -= 1
        self.left -= 1
        if self.left == 0:
            self.reshuffle()
        return kind

    def reshuffle(self) -> bool:
        """An empty pile is formed again from the discarded tiles, if there are any."""
        if self.discarded == 0:
            return False
        empty = self.pile
        self.pile = self.discard
        self.left = self.discarded
        self.discard = empty
        self.discarded = 0
        self.reshuffles += 1
        return True

    def throw_away(self, kind: i64) -> None:
        """A tile goes face up to the discard pile."""
        self.discard[kind] += 1
        self.discarded += 1

    def draw_coin(self, chance: Chance) -> i64:
        """A random coin of the pile, which has one."""
        coin: i64 = drawn(self.coin_pile, chance.below(self.coin_left), self.coin_left)
        self.coin_pile[coin] -= 1
        self.coin_left -= 1
        return coin


def drawn(counts: vec[i64], number: i64, total: i64) -> i64:
    """The kind of the piece with a number when the pieces are counted kind by kind, from the nearer end."""
    kind: i64
    if 2 * number < total:
        kind = 0
        number -= counts[0]
        while number >= 0:
            kind += 1
            number -= counts[kind]
        return kind
    kind = len(counts) - 1
    number += counts[kind] - total
    while number < 0:
        kind -= 1
        number += counts[kind]
    return kind
