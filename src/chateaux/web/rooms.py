"""A game's room as the web sees it: the templates, styles, art and drawing code found in its folder.

Everything is optional. A game that is only rules gets a plain board made from its texts and picks.
"""
from __future__ import annotations

import random
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Final, final

from chateaux.art import Art
from chateaux.engine.data import SPECTATOR, TABLE, Choice
from chateaux.engine.game import Game
from chateaux.words import game_folder

LOOKS: Final = 80  # actions of a trial game in which secrets would show


@final
class Room:
    """What a game's folder offers to a page."""

    def __init__(self, game: Game) -> None:
        self.id: str = game.id
        self.folder = game_folder(game)
        self.art = Art(self.folder / "art.svg")
        self.drawing: ModuleType | None = module(game, "drawing")
        self.poster: ModuleType | None = module(game, "poster")

    def template(self, name: str) -> str | None:
        """The name of one of its templates, if it has it."""
        return f"games/{self.id}/{name}" if (self.folder / name).exists() else None

    @property
    def style(self) -> str | None:
        """The name of its style sheet, if it has one."""
        return self.template("board.css")


def module(game: Game, name: str) -> ModuleType | None:
    """A plain module of the game's folder: `drawing` composes its pieces from symbols, `poster` its whole table."""
    package = type(game).__module__.rpartition(".")[0]
    return import_module(f"{package}.{name}") if package and find_spec(f"{package}.{name}") else None


ROOMS: Final[dict[str, Room]] = {}


def room(game: Game) -> Room:
    """The room of a game; somebody's own set of pieces lives in the same one."""
    if game.id not in ROOMS:
        ROOMS[game.id] = Room(game)
    return ROOMS[game.id]


def has_secrets(game: Game, players: int, options: dict[str, Choice]) -> bool:
    """Whether seats know different things in this game, so that a shared screen needs a curtain."""
    return trial(game, players, tuple(sorted(options.items())))


@lru_cache(maxsize=64)
def may_end_by_clock(game: Game) -> bool:
    """Whether with some option the table's clock ends the game."""
    few = game.players[0]
    return any(game.new(few, 0, {name: choice}).actions(TABLE)
               for name, option in game.options.items() for choice in option.choices)


@lru_cache(maxsize=64)  # sets of pieces come and go
def trial(game: Game, players: int, options: tuple[tuple[str, Choice], ...]) -> bool:
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
