"""The actions: their verbs with their numbers, their notation, the questions, and the elements picked for them."""
from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from chateaux.engine.actions import Actions
from chateaux.engine.data import Data
from chateaux.games.castle_builder.pieces import SEATS, Pieces
from chateaux.games.castle_builder.state import COIN, DISCARD, HIT, NONE, PAY, PHASES, PLACE, TURN, Realm

DRAW_TILES: Final[i64] = 0
RENOVATION: Final[i64] = 1
COIN_SLOT: Final[i64] = 2  # slot of the market
TILE_SLOT: Final[i64] = 3  # slot of the market
ROYAL_TILE: Final[i64] = 4  # which of the royals
SEAT: Final[i64] = 5
SPOT: Final[i64] = 6  # place in a castle, open or built on
HELD_TILE: Final[i64] = 7  # kind of a tile on the holder


def declare(pieces: Pieces) -> Actions:
    """All actions with one set of pieces."""
    actions = Actions()
    actions.declare("draw")
    actions.declare("renovate")
    actions.declare("coin", pieces.market_coins)
    actions.declare("market", pieces.market_tiles)
    actions.declare("royal", len(pieces.royals))
    actions.declare("seat", SEATS)
    actions.declare("place", pieces.floors * pieces.stride, least=pieces.stride)  # floors count from 1
    actions.declare("tile", pieces.kinds, least=1)
    return actions


def element(sort: str, pieces: Pieces, seat: i64, place: i64) -> str:
    """The id of a place or of a built tile on the board; half-columns are counted from the overhang."""
    return f"{sort}-{seat}-{pieces.floor(place)}-{pieces.column(place) + 1}"


def text(realm: Realm, action: i64) -> str:
    """An action in words that no language owns, the same in every position."""
    pieces = realm.pieces
    verb: i64 = pieces.verb[action]
    one: i64 = pieces.one[action]
    name = pieces.actions.names[verb]
    if verb == COIN_SLOT or verb == TILE_SLOT:
        return f"{name} {one + 1}"
    if verb == ROYAL_TILE:
        return f"{name} {pieces.ids[pieces.royals[one]]}"
    if verb == SEAT:
        return f"{name} {one}"
    if verb == SPOT:
        return f"{name} {pieces.place_name(one)}"
    if verb == HELD_TILE:
        return f"{name} {pieces.ids[one]}"
    return name


def asks(realm: Realm, seat: i64) -> Data:
    """The prompt of the seat that is asked."""
    ids = realm.pieces.ids
    phase: i64 = realm.phase
    asked: Data = {"kind": PHASES[phase]}
    if phase == PLACE:
        asked["tile"] = ids[realm.tile]
    elif phase == PAY:
        asked["kind"] = "pay" if realm.tile else "pay_renovation"
        asked["tile"] = ids[realm.tile if realm.tile else realm.castles[seat].tiles[realm.place]]
        asked["count"] = realm.owed
    elif phase == DISCARD:
        asked["count"] = realm.holders[seat].size() - realm.pieces.holder_limit
    elif phase == COIN:
        asked["count"] = realm.earned
    elif phase == HIT:
        asked["victim_seat"] = realm.victim
    elif phase == TURN:
        asked["count"] = realm.pieces.draw_tiles
    if realm.coin != NONE:
        asked["coin"] = realm.pieces.coin_ids[realm.coin]
    return asked


def steps(realm: Realm, seat: i64, action: i64) -> list[list[str]]:
    """The elements of the board to pick for an action."""
    pieces = realm.pieces
    verb: i64 = pieces.verb[action]
    one: i64 = pieces.one[action]
    if verb == DRAW_TILES:
        return [["pile"]]
    if verb == ROYAL_TILE:
        return [[f"royal-{seat}-{pieces.ids[pieces.royals[one]]}"]]
    if verb == SPOT:
        return [[element("place" if realm.phase == PLACE else "built", pieces, realm.target(), one)]]
    if verb == HELD_TILE:
        return [[f"tile-{pieces.ids[one]}-{copy + 1}" for copy in range(realm.holders[seat].count(one))]]
    return [[text(realm, action).replace(" ", "-")]]  # the names of the others are those of the elements
