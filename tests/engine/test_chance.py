"""Chance: even, the same for the same seed, unrelated for neighbouring seeds, silent about what comes."""
from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chateaux import Chance
from chateaux.engine.chance import bit, bits, lowest


def correlation(xs: list[int], ys: list[int]) -> float:
    n = len(xs)
    mx, my = sum(xs) / n, sum(ys) / n
    cov = sum((x - mx) * (y - my) for x, y in zip(xs, ys, strict=True))
    return float(cov / (sum((x - mx) ** 2 for x in xs) * sum((y - my) ** 2 for y in ys)) ** 0.5)


@pytest.mark.parametrize("step", [1, 2, 1 << 16, 1 << 32])
@pytest.mark.parametrize("draw", [1, 2, 5])
def test_neighbouring_seeds_do_not_correlate(step: int, draw: int) -> None:
    """The n-th number of a seed says nothing about the n-th number of its neighbour."""
    def nth(seed: int) -> int:
        chance = Chance.stream(seed)
        return [chance.below(1000) for _ in range(draw)][-1]

    values = [nth(seed * step) for seed in range(4001)]
    assert abs(correlation(values[:-1], values[1:])) < 0.06
    assert abs(correlation(values, list(range(len(values))))) < 0.06
    tenths = Counter(value // 100 for value in values)
    assert all(abs(tenths[tenth] - 400) < 110 for tenth in range(10))


def test_different_seeds_give_different_streams() -> None:
    starts = {tuple(Chance.stream(seed).below(1 << 30) for _ in range(1)) for seed in range(-2000, 2000)}
    assert len(starts) > 3990


@pytest.mark.parametrize("chance", [Chance.stream(5), Chance.sealed(b"k" * 32)], ids=["stream", "sealed"])
def test_every_number_is_equally_likely(chance: Chance) -> None:
    counts = Counter(chance.below(6) for _ in range(12_000))
    assert set(counts) == set(range(6))
    assert all(abs(count - 2000) < 250 for count in counts.values())


def test_consecutive_numbers_do_not_correlate() -> None:
    chance = Chance.stream(99)
    values = [chance.below(1000) for _ in range(8000)]
    assert abs(correlation(values[:-1], values[1:])) < 0.05


def test_sealed_words_depend_on_the_key_and_the_counter_only() -> None:
    first, second = Chance.sealed(b"a" * 32), Chance.sealed(b"b" * 32)
    ones, others = [first.below(1000) for _ in range(50)], [second.below(1000) for _ in range(50)]
    assert ones != others
    assert [Chance.sealed(b"a" * 32, used=number).below(1000) for number in range(50)] == ones


@given(st.integers(-(2**80), 2**80), st.integers(1, 10_000))
def test_numbers_stay_in_range(seed: int, n: int) -> None:
    chance = Chance.stream(seed)
    assert all(0 <= chance.below(n) < n for _ in range(20))


@given(st.sets(st.integers(0, 61), min_size=1))
def test_masks(numbers: set[int]) -> None:
    mask = sum(1 << number for number in numbers)
    assert bits(mask) == len(numbers)
    assert lowest(mask) == min(numbers)
    assert mask == sum(bit(number) for number in numbers)
    assert {Chance.stream(seed).choose(mask, len(numbers)) for seed in range(40)} <= numbers


@pytest.mark.parametrize("chance", [Chance.stream(5), Chance.sealed(b"k" * 32, 3)], ids=["stream", "sealed"])
def test_dump_and_load(chance: Chance) -> None:
    twin = Chance.load(chance.dump())
    assert [twin.below(99) for _ in range(9)] == [chance.below(99) for _ in range(9)]


@pytest.mark.parametrize("data", [None, {}, {"source": "stream", "at": 0}, {"source": "stream", "at": 1 << 70},
                                  {"source": "dice", "at": 3}, {"source": "sealed", "at": 3, "key": "zz"}])
def test_broken_chance_is_refused(data: object) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  (any sentence will do)
        Chance.load(data)
