"""Whole games with one quick player in every seat."""
from __future__ import annotations

from collections.abc import Callable

from chateaux.engine.chance import Chance
from chateaux.engine.game import State

LONGEST = 100_000


def greedy_game(state: State, choose: Callable[[State, int, Chance], int], chance: Chance) -> int:
    """Play a game to its end, or for very long; how many actions that took."""
    count = 0
    while count < LONGEST and not state.over:
        seat = state.to_act[0]
        state.apply(seat, choose(state, seat, chance))
        count += 1
    return count
