"""Which games have an optional part: what is optional for a game is optional in the tests."""
from __future__ import annotations

from typing import Final

import chateaux
from chateaux.engine.parts import folder

WHOLE: Final = ("castle-builder", "chateau-combo", "chateau-fort", "once-upon-a-castle")  # they have every part


def having(*files: str) -> list[str]:
    """The ids of the games whose folder has all these files."""
    found = {id: folder(game) for id, game in sorted(chateaux.games().items())}
    return [id for id, place in found.items() if all((place / file).exists() for file in files)]
