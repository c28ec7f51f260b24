"""The game of a table: one of the house's, or one with somebody's own set of pieces."""
from __future__ import annotations

import contextlib

import msgspec

from chateaux.engine import registry
from chateaux.engine.data import BadPosition, canonical
from chateaux.engine.game import Game
from chateaux.look.kept import SETS, kept
from chateaux.tables.data import Refused


def game_of(id: str, pieces: object, version: int = 0) -> Game:
    """The game by its id, with its own pieces or the given ones; by earlier rules if it still knows them."""
    try:
        house = registry.game(id)
    except KeyError as error:
        raise Refused("malformed", str(error.args[0])) from error
    if version and version != house.rules_version:
        with contextlib.suppress(LookupError):
            house = house.at_version(version)
    if pieces is None:
        return house
    return with_pieces(id, house.rules_version, canonical(pieces))


@kept(SETS, lambda id, version, pieces: len(pieces))
def with_pieces(id: str, version: int, pieces: bytes) -> Game:
    """The game with a set of pieces; building one takes a while, so a few are kept."""
    try:
        return registry.game(id).at_version(version).with_pieces(msgspec.json.decode(pieces))
    except BadPosition as error:
        raise Refused("malformed", str(error)) from error


def own_game(game: Game) -> object:
    """The pieces to keep with a table: None when they are the house's."""
    return None if registry.game(game.id).at_version(game.rules_version).digest == game.digest else game.pieces
