"""What a board of Castle Builder shows, made from an observation alone."""
from __future__ import annotations

from typing import TYPE_CHECKING

from chateaux.engine.data import Data, Observation

if TYPE_CHECKING:
    from chateaux.engine.game import Game


def view(game: Game, observation: Observation) -> Data:
    return dict(observation.position)
