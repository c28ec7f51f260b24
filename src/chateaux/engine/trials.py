"""What a game is like, found out by playing a little of it."""
from __future__ import annotations

import random
from functools import lru_cache
from typing import Final

from chateaux.engine.data import SPECTATOR, TABLE, Choice
from chateaux.engine.game import Game

LOOKS: Final = 80  # actions of a trial game in which secrets would show


def has_secrets(game: Game, players: int, options: dict[str, Choice]) -> bool:
    """Whether seats know different things in this game, so that a shared screen needs a curtain."""
    return shows_secrets(game, players, tuple(sorted(options.items())))


@lru_cache(maxsize=16)  # sets of pieces come and go
def shows_secrets(game: Game, players: int, options: tuple[tuple[str, Choice], ...]) -> bool:
    """Play a while at random and compare what a seat knows with what everybody knows."""
    state, chooser = game.new(players, 1, dict(options)), random.Random(1)
    for _ in range(LOOKS):
        everybody = state.observe(SPECTATOR).position
        if any(state.observe(seat).position != everybody for seat in range(players)):
            return True
        if state.over:
            break
        seat = state.to_act[0]
        state.play(chooser.choice(state.actions(seat)), seat)
    return False


@lru_cache(maxsize=16)
def may_end_by_clock(game: Game) -> bool:
    """Whether with some option the table's clock ends the game."""
    few = game.players[0]
    return any(game.new(few, 0, {name: choice}).actions(TABLE)
               for name, option in game.options.items() for choice in option.choices)
