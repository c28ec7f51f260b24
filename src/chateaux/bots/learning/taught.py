"""A network in the making: its weights as arrays, and how they move. Small enough for NumPy alone."""
from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from chateaux.engine.network import DIGITS, Network

Numbers = np.ndarray[tuple[int, ...], np.dtype[np.float32]]
SLOPE: Final = 2e-3  # of the first steps; the last ones go a twentieth as far
LAST: Final = 0.05


@dataclass
class Taught:
    """One hidden layer between inputs and outputs."""

    rows: Numbers
    biases: Numbers
    outer: Numbers  # by output
    outer_biases: Numbers

    @classmethod
    def blank(cls, inputs: int, hidden: int, outputs: int, awake: float, seed: int) -> Taught:
        """One that adds nothing yet; `awake` is how many inputs are not 0 on the mean."""
        dice = np.random.default_rng(seed)
        rows = dice.normal(0, math.sqrt(2 / max(awake, 8.0)), (inputs, hidden)).astype(np.float32)
        return cls(rows, np.zeros(hidden, np.float32), np.zeros((outputs, hidden), np.float32),
                   np.zeros(outputs, np.float32))

    @classmethod
    def read(cls, inputs: int, hidden: int, outputs: int, weights: list[float]) -> Taught:
        """One that has learned something, as `weights` writes it."""
        sizes = np.cumsum([inputs * hidden, hidden, outputs * hidden])
        rows, biases, outer, outer_biases = np.split(np.array(weights, np.float32), sizes)
        return cls(rows.reshape(inputs, hidden).copy(), biases.copy(), outer.reshape(outputs, hidden).copy(),
                   outer_biases.copy())

    @property
    def arrays(self) -> list[Numbers]:
        return [self.rows, self.biases, self.outer, self.outer_biases]

    def value(self, told: Numbers) -> tuple[Numbers, Numbers]:
        """What it makes of rows, output by output, and its hidden units."""
        units = np.maximum(told @ self.rows + self.biases, 0)
        return units @ self.outer.T + self.outer_biases, units

    def slopes(self, told: Numbers, units: Numbers, pull: Numbers) -> list[Numbers]:
        """How each weight moves a loss that moves so with the outputs."""
        back = (pull @ self.outer) * (units > 0)
        return [told.T @ back, back.sum(0), pull.T @ units, pull.sum(0)]

    @property
    def weights(self) -> list[float]:
        """As `Network` reads them."""
        return [round(float(each), DIGITS) for array in self.arrays for each in array.ravel()]

    @property
    def network(self) -> Network:
        return Network(len(self.rows), len(self.biases), len(self.outer), self.weights)


@dataclass
class Adam:
    """The steps that weights take: by the mean of their slopes, measured by how much those vary."""

    taught: Taught
    steps: int  # in all
    firmness: float = 0.0  # how far weights are held to nothing
    step: int = 0
    means: list[Numbers] = field(default_factory=list)
    squares: list[Numbers] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.means = [np.zeros_like(array) for array in self.taught.arrays]
        self.squares = [np.zeros_like(array) for array in self.taught.arrays]

    def go(self, slopes: list[Numbers]) -> None:
        """One step, shorter the later it is."""
        self.step += 1
        pace = SLOPE * (LAST + (1 - LAST) * (1 - self.step / self.steps))
        for array, slope, mean, square in zip(self.taught.arrays, slopes, self.means, self.squares, strict=True):
            pull = slope + self.firmness * array if array.ndim > 1 else slope
            mean += 0.1 * (pull - mean)
            square += 0.001 * (pull**2 - square)
            array -= pace * (mean / (1 - 0.9**self.step)) / (np.sqrt(square / (1 - 0.999**self.step)) + 1e-8)
