"""One folder a game: everything about a game is in its folder, and the registry finds it by looking.

Called, it lists them: `chateaux.games()` is every game by its id, `chateaux.games.castle_builder` is a folder.
"""
from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from chateaux.engine import registry
from chateaux.engine.game import Game


class Games(ModuleType):
    """The package of the games, which can be called.

    >>> import chateaux
    >>> "castle-builder" in chateaux.games(), chateaux.games.castle_builder.__name__
    (True, 'chateaux.games.castle_builder')
    """

    def __call__(self) -> dict[str, Game]:
        """Every game by its id."""
        return registry.games()

    def __getattr__(self, name: str) -> ModuleType:
        """The folder of a game, loaded when it is first named."""
        if name.startswith("_") or find_spec(f"{__name__}.{name}") is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return import_module(f"{__name__}.{name}")


def _callable_package(module: ModuleType) -> Games:
    module.__class__ = Games
    assert isinstance(module, Games)
    return module


games = _callable_package(sys.modules[__name__])
