"""Bots: they choose an action from what one seat may know, and from nothing else."""
from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Final

from chateaux.engine import registry
from chateaux.engine.data import Observation
from chateaux.engine.game import Game


@dataclass(frozen=True)
class Level:
    """How strong a bot is, in one word."""

    id: str
    spec: str


LEVELS: Final = {id: Level(id, "random") for id in ("page", "squire", "knight", "king")}


class BadSpec(ValueError):
    """A bot that does not exist; the sentence says which do."""


class Bot:
    """A bot that plays anything that is possible."""

    def __init__(self, game: Game | None) -> None:
        self.game = game

    def choose(self, observation: Observation) -> int:
        game = self.game or registry.game(observation.game)
        return random.choice(game.worlds(observation).sample(0).actions(observation.seat))


def bot(spec: str, game: Game | None = None) -> Bot:
    """The bot a spec names."""
    if spec != "random" and spec not in LEVELS:
        raise BadSpec(f"There is no bot {spec[:40]!r}.")
    return Bot(game)
