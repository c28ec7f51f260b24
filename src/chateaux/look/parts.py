"""How a game is shown: the templates, styles, art and drawing code in the folder `show` beside its rules.

Everything is optional. A game that is only rules gets a plain board made from its texts and picks.
"""
from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any, Final, final

from msgspec import Struct

from chateaux.engine.game import Game
from chateaux.engine.parts import folder, part
from chateaux.engine.reading import typed
from chateaux.look.art import Art


@final
class Parts:
    """What a game's folder offers to whoever shows it."""

    def __init__(self, game: Game) -> None:
        self.id: str = game.id
        self.folder = folder(game)
        self.art = Art(self.folder / "show" / "art.svg")
        self.drawing: ModuleType | None = part(game, "show.drawing")
        self.telling: ModuleType | None = part(game, "show.telling")
        self.poster: ModuleType | None = part(game, "show.poster")
        self.sounds = sounds(self.folder / "show" / "sounds.toml")

    def template(self, name: str) -> str | None:
        """The name of one of its templates, if it has it."""
        return f"games/{self.id}/{name}" if (self.folder / name).exists() else None

    @property
    def style(self) -> str | None:
        """The name of its style sheet, if it has one."""
        return self.template("show/board.css")


class Sounds(Struct, forbid_unknown_fields=True):
    """What is heard when something happens, by the kind of the event; and which kinds are silent, and why."""

    heard: dict[str, str] = {}
    silent: dict[str, str] = {}


def sounds(path: Path) -> Sounds:
    """The sounds of a game; without a file it is silent."""
    return typed(Sounds, tomllib.loads(path.read_text("utf-8")), path.name) if path.exists() else Sounds()


FOUND: Final[dict[str, Parts]] = {}


def parts(game: Game) -> Parts:
    """How a game is shown; somebody's own set of pieces is shown the same way."""
    if game.id not in FOUND:
        FOUND[game.id] = Parts(game)
    return FOUND[game.id]


@lru_cache(maxsize=16)  # sets of pieces come and go
def pieces_by_id(game: Game) -> dict[str, Any]:
    """A game's pieces by their ids: the things with ids in its list, or in the lists and entries of its box.

    What is there twice, as a guest of two versions, is one piece with all that is said of it.
    """
    pieces = game.pieces
    parts = list(pieces.values()) if isinstance(pieces, dict) else [pieces]
    parts += [inner for part in parts if isinstance(part, dict) for inner in part.values() if isinstance(inner, list)]
    listed = [piece for part in parts for piece in (part if isinstance(part, list) else [part])]
    found: dict[str, Any] = {}
    for piece in listed:
        if isinstance(piece, dict) and "id" in piece:
            found[piece["id"]] = found.get(piece["id"], {}) | piece
    return found
