"""The parts of a game: the modules and files of its folder, each found by its name, each optional but the rules."""
from __future__ import annotations

import sys
import tomllib
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from chateaux.engine.game import Game
from chateaux.engine.reading import typed
from chateaux.engine.schema import Meta


def folder(game: Game) -> Path:
    """The folder in which everything about a game is: that of its rules.

    >>> import chateaux
    >>> folder(chateaux.game("chateau-combo")).name
    'chateau_combo'
    """
    return Path(str(sys.modules[type(game).__module__].__file__)).parent


def part(game: Game, name: str) -> ModuleType | None:
    """A module of a game's folder, such as `judgement` or `show.drawing`; None where the game has none.

    >>> import chateaux
    >>> part(chateaux.game("chateau-combo"), "chess") is None
    True
    """
    package = type(game).__module__.rpartition(".")[0]
    for step in name.split("."):
        package = f"{package}.{step}"
        if package.startswith(".") or find_spec(package) is None:
            return None
    return import_module(package)


def meta(game: Game) -> Meta:
    """The facts about a game, from its `meta.toml`; a game without one has none.

    >>> import chateaux
    >>> meta(chateaux.game("chateau-combo")).year
    2024
    """
    path = folder(game) / "meta.toml"
    return typed(Meta, tomllib.loads(path.read_text("utf-8")), "meta.toml") if path.exists() else Meta()
