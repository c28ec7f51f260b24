"""Chance: where dice and drawn pieces come from.

Two sources with one door. `stream` is a fast generator for simulation; `sealed` takes its words
from HMAC-SHA256, so that every die ever seen says nothing about the next one.
"""
from __future__ import annotations

import hmac
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

WORD: Final[i64] = 0xFFFFFFFF
LOWEST: Final[i64] = 0x12131210  # the lowest set bit of each number from 0 to 15, two bits each
MULTIPLIER: Final[i64] = 2147483085  # multiply-with-carry: a * 2**32 - 1 is a safe prime


def scattered(word: i64) -> i64:
    """A 32-bit word in which every bit depends on every bit of the given one.

    >>> scattered(1) != scattered(2), scattered(7) == scattered(7)
    (True, True)
    """
    word = ((word ^ word >> 16) * 0x21F0AAAD) & WORD
    word = ((word ^ word >> 15) * 0x735A2D97) & WORD
    return word ^ word >> 15


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
        low: i64 = seed & 0xFFFFFFFF
        high: i64 = seed >> 32 & 0xFFFFFFFF
        word: i64 = scattered(low ^ scattered(high ^ 0x3C6EF372))
        carry: i64 = scattered(high ^ scattered(word ^ 0x1B873593))
        return Chance((carry % (MULTIPLIER - 2) + 1) << 32 | word, None)  # never one of its two dead states

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
        return nth(mask, self.below(count))

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
    """The number of the lowest set bit of a mask that is not empty.

    >>> lowest(0b101000), lowest(bit(62))
    (3, 62)
    """
    at: i64 = 0
    if mask & WORD == 0:
        mask >>= 32
        at += 32
    if mask & 0xFFFF == 0:
        mask >>= 16
        at += 16
    if mask & 0xFF == 0:
        mask >>= 8
        at += 8
    if mask & 0xF == 0:
        mask >>= 4
        at += 4
    return at + (LOWEST >> ((mask & 0xF) << 1) & 3)


def nth(mask: i64, number: i64) -> i64:
    """The number of the set bit that has so many set bits below it.

    >>> nth(0b101001, 0), nth(0b101001, 2), nth(bit(62) | 1, 1)
    (0, 5, 62)
    """
    at: i64 = 0
    counts: i64 = byte_counts(mask & WORD)
    half: i64 = (counts * 0x01010101 & WORD) >> 24
    if number >= half:
        number -= half
        mask >>= 32
        at = 32
        counts = byte_counts(mask & WORD)
    while number >= counts & 0xFF:
        number -= counts & 0xFF
        counts >>= 8
        mask >>= 8
        at += 8
    while number > 0:
        mask &= mask - 1
        number -= 1
    if mask & 0xF == 0:
        mask >>= 4
        at += 4
    return at + (LOWEST >> ((mask & 0xF) << 1) & 3)


def byte_counts(word: i64) -> i64:
    """How many bits are set in each of the four bytes of a word: counted side by side in pairs, then in fours."""
    word -= word >> 1 & 0x55555555
    word = (word & 0x33333333) + (word >> 2 & 0x33333333)
    return (word + (word >> 4)) & 0x0F0F0F0F


def bit(number: i64) -> i64:
    """The mask with one bit set, numbers 0 to 62. (Compiled, the 1 of `1 << n` is only 32 bits wide.)

    >>> [bit(number) for number in range(63)] == [2**number for number in range(63)]
    True
    """
    if number == 62:
        return 2 * bit(61)
    return 0x2000000000000000 >> (61 - number)  # a literal from 2**62 on would be an object


def bits(mask: i64) -> i64:
    """How many bits of a mask are set: counted side by side in pairs, in fours, in bytes, then added up.

    >>> bits(0), bits(0b1011), bits(bit(62) - 1)
    (0, 3, 62)
    """
    low: i64 = mask & WORD  # in halves: compiled, a literal from 2**62 on is an object
    high: i64 = mask >> 32
    low -= low >> 1 & 0x55555555
    high -= high >> 1 & 0x55555555
    low = (low & 0x33333333) + (low >> 2 & 0x33333333)
    low += (high & 0x33333333) + (high >> 2 & 0x33333333)
    low = (low & 0x0F0F0F0F) + (low >> 4 & 0x0F0F0F0F)
    low += low >> 8
    low += low >> 16
    return low & 127
