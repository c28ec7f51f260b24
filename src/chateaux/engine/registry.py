"""Which games there are: every folder of `chateaux.games` with rules, and entry points of other packages.

A game is found by looking: its `rules` module has a `GAME`.
"""
from __future__ import annotations

import importlib
import pkgutil
from importlib.metadata import entry_points
from typing import Final

from chateaux.engine.game import Game

GROUP: Final = "chateaux.games"  # entry points of other packages: name = "package.module:GAME"
_found: dict[str, Game] = {}


def games() -> dict[str, Game]:
    """Every game by its id.

    >>> "chateau-combo" in games()
    True
    """
    if not _found:
        house = importlib.import_module(GROUP)
        found: list[object] = [
            importlib.import_module(f"{GROUP}.{folder.name}.rules").GAME
            for folder in pkgutil.iter_modules(house.__path__) if folder.ispkg]
        found += [point.load() for point in entry_points(group=GROUP)]
        for game in found:
            if not isinstance(game, Game):
                raise TypeError(f"{game!r} is registered as a game but is not a chateaux.Game.")
            _found[game.id] = game
    return dict(_found)


def game(id: str) -> Game:
    """The game with an id; KeyError with a sentence when there is none.

    >>> game("chateau-combo").id
    'chateau-combo'
    """
    found = games()
    if id not in found:
        raise KeyError(f"There is no game {id!r}; there are {', '.join(sorted(found))}.")
    return found[id]
