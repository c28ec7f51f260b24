"""Chance: where dice and drawn pieces come from.

Two sources with one door. `stream` is a fast generator for simulation; `sealed` takes its words
from HMAC-SHA256, so that every die ever seen says nothing about the next one.
"""
from __future__ import annotations

import hmac
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

WORD: Final[i64] = 0xFFFFFFFF
MULTIPLIER: Final[i64] = 2147483085  # multiply-with-carry: a * 2**32 - 1 is a safe prime
HIGHEST: Final[i64] = 0x4000000000000000
SPAN: Final = 1 << 64


def mixed(seed: int) -> int:
    """Scatter a seed over 64 bits, so that neighbouring seeds have nothing in common.

    >>> mixed(1) != mixed(2), mixed(7) == mixed(7)
    (True, True)
    """
    word = (seed + 0x9E3779B97F4A7C15 * (1 + (seed >> 64))) % SPAN
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB), (31, 0x9E3779B97F4A7C15)):
        word = (word ^ (word >> shift)) * factor % SPAN
    return word ^ (word >> 32)


@final
@mypyc_attr(acyclic=True)
class Chance:
    """A source of random numbers whose whole state is one integer and, when sealed, a key.

    >>> dice, same = Chance.stream(7), Chance.stream(7)
    >>> [dice.below(6) for _ in range(9)] == [same.below(6) for _ in range(9)]
    True
    >>> sealed = Chance.sealed(bytes(32))
    >>> again = Chance.sealed(bytes(32))
    >>> [sealed.below(6) for _ in range(9)] == [again.below(6) for _ in range(9)]
    True
    """

    __slots__ = ("at", "key")

    def __init__(self, at: i64, key: bytes | None) -> None:
        self.at: i64 = at  # the stream's word, or how many sealed words were used
        self.key: bytes | None = key

    @staticmethod
    def stream(seed: int) -> Chance:
        """The simulation's source: small, fast, the same for the same seed."""
        word = mixed(seed)
        low = word & 0xFFFFFFFF
        carry = (word >> 32) % (2147483085 - 2) + 1  # never the generator's two dead states
        return Chance(carry << 32 | low, None)

    @staticmethod
    def sealed(key: bytes, used: int = 0) -> Chance:
        """A table's source: word number n is HMAC-SHA256(key, n)."""
        return Chance(used, key)

    def clone(self) -> Chance:
        return Chance(self.at, self.key)

    def below(self, n: i64) -> i64:
        """A number from 0 to n - 1, all equally likely."""
        if self.key is not None:
            return self.unsealed(n)
        s: i64 = self.at
        s = MULTIPLIER * (s & WORD) + (s >> 32)
        self.at = s
        return (((s ^ (s >> 32)) & WORD) * n) >> 32

    def unsealed(self, n: i64) -> i64:
        """The next sealed number; words that would favour small numbers are passed over."""
        key = self.key
        assert key is not None
        fair: i64 = (WORD + 1) // n * n
        while True:
            count: int = self.at
            digest = hmac.digest(key, count.to_bytes(8, "big"), "sha256")
            self.at += 1
            for start in range(0, 32, 4):
                word: i64 = int.from_bytes(digest[start : start + 4], "big")
                if word < fair:
                    return word % n

    def choose(self, mask: i64, count: i64) -> i64:
        """The number of a random set bit of a mask that has `count` of them."""
        for _ in range(self.below(count)):
            mask &= mask - 1
        return lowest(mask)

    def dump(self) -> dict[str, object]:
        """The source as data; a position's most secret part."""
        if self.key is None:
            return {"source": "stream", "at": self.at}
        return {"source": "sealed", "at": self.at, "key": self.key.hex()}

    @staticmethod
    def load(data: object) -> Chance:
        """The source that `dump` described.

        >>> chance = Chance.stream(3)
        >>> Chance.load(chance.dump()).below(1000) == chance.below(1000)
        True
        """
        if isinstance(data, dict):
            at = data.get("at")
            if isinstance(at, int) and 0 <= at < 1 << 63:
                if data.get("source") == "stream" and at > 0:
                    return Chance(at, None)
                key = data.get("key")
                if data.get("source") == "sealed" and isinstance(key, str):
                    return Chance(at, bytes.fromhex(key))
        raise ValueError("chance is not a stream {source, at} nor a sealed source {source, at, key}.")


def lowest(mask: i64) -> i64:
    """The number of the lowest set bit of a mask that is not empty."""
    bit: i64 = 0
    if mask & WORD == 0:
        mask >>= 32
        bit = 32
    if mask & 0xFFFF == 0:
        mask >>= 16
        bit += 16
    if mask & 0xFF == 0:
        mask >>= 8
        bit += 8
    if mask & 0xF == 0:
        mask >>= 4
        bit += 4
    if mask & 3 == 0:
        mask >>= 2
        bit += 2
    return bit + 1 - (mask & 1)


def bit(number: i64) -> i64:
    """The mask with one bit set, numbers 0 to 62. (Compiled, the 1 of `1 << n` is only 32 bits wide.)

    >>> bit(40) == 1 << 40
    True
    """
    return HIGHEST >> (62 - number)


def bits(mask: i64) -> i64:
    """How many bits of a mask are set."""
    count: i64 = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count
