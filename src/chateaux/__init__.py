"""Châteaux: four castle-building tabletop games to play, study and simulate.

`import chateaux` is enough: everything a user of the engine needs has its name here.
"""
from typing import TYPE_CHECKING

from chateaux._compiled import COMPILED, __version__  # first: it decides how the rest is loaded

import chateaux.games  # isort: skip  # noqa: F401  before the function of that name, which then keeps it
from chateaux.engine.chance import Chance  # isort: skip
from chateaux.engine.data import (  # isort: skip
    BadOption,
    BadPosition,
    BadRecord,
    Event,
    IllegalAction,
    Observation,
    Option,
    Outcome,
)
from chateaux.engine.game import Game, State, Worlds  # isort: skip
from chateaux.engine.playout import simulate  # isort: skip
from chateaux.engine.record import Record, Seal, commitment  # isort: skip
from chateaux.engine.registry import game, games  # isort: skip

__all__ = [
    "COMPILED",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "Chance",
    "Event",
    "Game",
    "IllegalAction",
    "Observation",
    "Option",
    "Outcome",
    "Record",
    "Seal",
    "State",
    "Worlds",
    "__version__",
    "commitment",
    "game",
    "games",
    "picture",
    "simulate",
]

if TYPE_CHECKING:
    from chateaux.pictures import picture
else:
    def __getattr__(name: str) -> object:
        """`picture` is loaded when it is asked for: playing and simulating have no use for pages and drawings."""
        if name == "picture":
            from chateaux.pictures import picture

            return picture
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
