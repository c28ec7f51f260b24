"""A small network: numbers in, one number out, through one hidden layer. Compiled, without any library.

Everything is added up in one order, so that it says the same compiled and interpreted.
"""
from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

DIGITS: Final = 5  # after the point, of a weight that is written down


@final
class Network:
    """A sum of the inputs, and of the hidden units that are above nothing (ReLU)."""

    def __init__(self, inputs: int, hidden: int, weights: list[float]) -> None:
        if len(weights) != count(inputs, hidden):
            raise ValueError(f"A network of {inputs} inputs and {hidden} hidden units has {count(inputs, hidden)} "
                             f"weights, not {len(weights)}.")
        size = inputs * hidden
        self.inputs: i64 = inputs
        self.hidden: i64 = hidden
        self.rows: vec[float] = vec[float](weights[:size])  # by input, to each hidden unit
        self.biases: vec[float] = vec[float](weights[size:size + hidden])
        self.direct: vec[float] = vec[float](weights[size + hidden:size + hidden + inputs])
        self.outer: vec[float] = vec[float](weights[size + hidden + inputs:-1])
        self.bias: float = weights[-1]
        self.units: vec[float] = vec[float]([0.0] * hidden)

    def value(self, numbers: vec[float]) -> float:
        """What the network makes of its inputs."""
        units = self.units
        biases = self.biases
        rows = self.rows
        direct = self.direct
        hidden: i64 = self.hidden
        for unit in range(hidden):
            units[unit] = biases[unit]
        total: float = self.bias
        at: i64 = 0
        for index in range(self.inputs):
            number: float = numbers[index]
            if number != 0.0:  # most are
                total += number * direct[index]
                for unit in range(hidden):
                    units[unit] += number * rows[at + unit]
            at += hidden
        outer = self.outer
        for unit in range(hidden):
            if units[unit] > 0.0:
                total += units[unit] * outer[unit]
        return total


def count(inputs: int, hidden: int) -> int:
    """How many weights a network has.

    >>> count(2, 3)
    15
    """
    return (inputs + 1) * hidden + inputs + hidden + 1
