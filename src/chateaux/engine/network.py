"""A small network: numbers in, a few numbers out, through one hidden layer. Compiled, without any library.

Everything is added up in one order, so that it says the same compiled and interpreted.
"""
from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64

DIGITS: Final = 5  # after the point, of a weight that is written down
TOGETHER: Final[i64] = 4  # hidden units that are summed at once: a sum with a name of its own stays at hand


@final
class Network:
    """Hidden units that count when they are above nothing (ReLU), and outputs that are sums of them."""

    def __init__(self, inputs: int, hidden: int, outputs: int, weights: list[float]) -> None:
        if hidden % TOGETHER:
            raise ValueError(f"A network has hidden units by the four, not {hidden}.")
        needed = count(inputs, hidden, outputs)
        if len(weights) != needed:
            raise ValueError(f"A network of {inputs} inputs, {hidden} hidden units and {outputs} outputs has {needed} "
                             f"weights, not {len(weights)}.")
        first, second, third = inputs * hidden, (inputs + 1) * hidden, (inputs + 1 + outputs) * hidden
        self.inputs: i64 = inputs
        self.hidden: i64 = hidden
        self.rows: vec[float] = vec[float](weights[:first])  # by input, to each hidden unit
        self.biases: vec[float] = vec[float](weights[first:second])
        self.outer: vec[float] = vec[float](weights[second:third])  # by output, from each hidden unit
        self.outer_biases: vec[float] = vec[float](weights[third:])
        self.found: i64 = 0  # inputs that are not 0:
        self.places: vec[i64] = vec[i64]([0] * inputs)  # where the weights of each begin,
        self.amounts: vec[float] = vec[float]([0.0] * inputs)  # and what it is
        self.units: vec[float] = vec[float]([0.0] * hidden)

    def read(self, numbers: vec[float]) -> None:
        """Take the inputs in; then outputs can be asked for."""
        found: i64 = 0
        at: i64 = 0
        for index in range(self.inputs):
            number: float = numbers[index]
            if number != 0.0:  # most are
                self.places[found] = at
                self.amounts[found] = number
                found += 1
            at += self.hidden
        self.found = found
        self.add_up()

    def read_whole(self, numbers: vec[i16]) -> None:
        """The same for whole numbers."""
        found: i64 = 0
        at: i64 = 0
        for index in range(self.inputs):
            number: i64 = i64(numbers[index])
            if number != 0:
                self.places[found] = at
                self.amounts[found] = float(number)
                found += 1
            at += self.hidden
        self.found = found
        self.add_up()

    def add_up(self) -> None:
        """The hidden units."""
        places = self.places
        amounts = self.amounts
        rows = self.rows
        units = self.units
        biases = self.biases
        found: i64 = self.found
        unit: i64 = 0
        while unit < self.hidden:
            first: float = biases[unit]
            second: float = biases[unit + 1]
            third: float = biases[unit + 2]
            fourth: float = biases[unit + 3]
            for index in range(found):
                amount: float = amounts[index]
                place: i64 = places[index] + unit
                first += amount * rows[place]
                second += amount * rows[place + 1]
                third += amount * rows[place + 2]
                fourth += amount * rows[place + 3]
            units[unit] = first
            units[unit + 1] = second
            units[unit + 2] = third
            units[unit + 3] = fourth
            unit += TOGETHER

    def output(self, which: i64) -> float:
        """One of the outputs for the inputs that were read last."""
        units = self.units
        outer = self.outer
        total: float = self.outer_biases[which]
        at: i64 = which * self.hidden
        for unit in range(self.hidden):
            if units[unit] > 0.0:
                total += units[unit] * outer[at + unit]
        return total


def count(inputs: int, hidden: int, outputs: int) -> int:
    """How many weights a network has.

    >>> count(2, 4, 1)
    17
    """
    return (inputs + 1) * hidden + outputs * (hidden + 1)
