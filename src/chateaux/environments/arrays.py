"""A batch through NumPy: arrays that look at the batch's own memory, and actions that may be an array."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from chateaux.environments.batch import Batch


def looking_at(numbers: Any, kind: type[Any], *shape: int) -> npt.NDArray[Any]:  # a vec is a buffer unknown to mypy
    """An array over the memory of a vec: nothing is copied, and nobody can write."""
    return np.frombuffer(numbers, kind).reshape(shape)


class Arrays:
    """What a batch writes, as arrays that change with every step; copy what is to be kept.

    >>> import chateaux
    >>> from chateaux.environments import Batch
    >>> arrays = Arrays(Batch(chateaux.game("chateau-combo"), games=8, seed=1))
    >>> arrays.masks.shape
    (8, 182)
    >>> arrays.step(arrays.masks.argmax(1))
    >>> arrays.batch.played
    8
    """

    def __init__(self, batch: Batch) -> None:
        games, players = batch.games, batch.players
        self.batch = batch
        self.observations = looking_at(batch.observations, np.int16, games, batch.size)
        self.masks = looking_at(batch.masks, np.int8, games, batch.actions)
        self.seats = looking_at(batch.seats, np.uint8, games)
        self.finished = looking_at(batch.finished, np.uint8, games)
        self.rewards = looking_at(batch.rewards, np.float64, games, players)
        self.scores = looking_at(batch.scores, np.float64, games, players)

    def step(self, actions: npt.NDArray[Any] | Sequence[int]) -> None:
        """One action in every game."""
        self.batch.step(actions.tolist() if isinstance(actions, np.ndarray) else list(actions))

    def afters(self, seed: int, rated: bool = True) -> tuple[npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any],
                                                             npt.NDArray[Any]]:
        """`Batch.afters` as arrays: rows of features, their actions, where each game's rows begin, ratings."""
        rows, actions, begin, rates = self.batch.afters(seed, rated)
        chosen = looking_at(actions, np.int64, -1)
        return (looking_at(rows, np.int16, len(chosen), self.batch.size), chosen, looking_at(begin, np.int64, -1),
                looking_at(rates, np.float64, -1))
