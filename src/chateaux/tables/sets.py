"""The game of a table: one of the house's, or one with somebody's own set of pieces."""
from __future__ import annotations

from functools import lru_cache

import msgspec

from chateaux.engine import registry
from chateaux.engine.data import BadPosition, canonical
from chateaux.engine.game import Game
from chateaux.tables.data import Refused


def game_of(id: str, pieces: object) -> Game:
    """The game by its id, with its own pieces or the given ones."""
    try:
        house = registry.game(id)
    except KeyError as error:
        raise Refused("malformed", str(error.args[0])) from error
    if pieces is None:
        return house
    return with_pieces(id, canonical(pieces))


@lru_cache(maxsize=32)
def with_pieces(id: str, pieces: bytes) -> Game:
    """The game with a set of pieces; building one takes a while, so a few are kept."""
    try:
        return registry.game(id).with_pieces(msgspec.json.decode(pieces))
    except BadPosition as error:
        raise Refused("malformed", str(error)) from error
    except (ValueError, TypeError, LookupError, OverflowError, AttributeError) as error:
        raise Refused("malformed", f"The set of pieces cannot be read: {error}") from error


def own_game(game: Game) -> object:
    """The pieces to keep with a table: None when they are the house's."""
    return None if registry.game(game.id).digest == game.digest else game.pieces
