"""Châteaux: four castle-building tabletop games to play, study and simulate.

`import chateaux` is enough: everything a user of the engine needs has its name here.
"""
from chateaux._compiled import COMPILED, __version__  # first: it decides how the rest is loaded

from chateaux.engine.chance import Chance  # isort: skip
from chateaux.engine.data import (  # isort: skip
    BadOption,
    BadPosition,
    BadRecord,
    Endless,
    Event,
    IllegalAction,
    Observation,
    Option,
    Outcome,
)
from chateaux.engine.game import Game, State, Worlds  # isort: skip
from chateaux.engine.playout import simulate  # isort: skip
from chateaux.engine.record import Record, Seal, commitment  # isort: skip
from chateaux.engine.registry import game  # isort: skip
from chateaux.extras import Missing  # isort: skip
from chateaux.games import games  # isort: skip
from chateaux.insight.analysis import analyse  # isort: skip
from chateaux.look.picture import picture  # isort: skip
from chateaux.puzzles.puzzle import puzzles  # isort: skip

__all__ = [
    "COMPILED",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "Chance",
    "Endless",
    "Event",
    "Game",
    "IllegalAction",
    "Missing",
    "Observation",
    "Option",
    "Outcome",
    "Record",
    "Seal",
    "State",
    "Worlds",
    "__version__",
    "analyse",
    "commitment",
    "game",
    "games",
    "picture",
    "puzzles",
    "simulate",
]
