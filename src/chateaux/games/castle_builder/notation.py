"""Actions in notation, prompts, and the elements of the board that an action picks."""
from __future__ import annotations

from mypy_extensions import i64

from chateaux.engine.data import Data
from chateaux.games.castle_builder.pieces import SEATS, Pieces
from chateaux.games.castle_builder.realm import (
    COIN,
    DISCARD,
    DRAW_TILES,
    HIT,
    PAY,
    PHASES,
    PLACE,
    RENOVATION,
    TURN,
    Realm,
)


def element(sort: str, pieces: Pieces, seat: i64, place: i64) -> str:
    """The id of a place or of a built tile on the board; half-columns are counted from the overhang."""
    return f"{sort}-{seat}-{pieces.floor(place)}-{pieces.column(place) + 1}"


def text(pieces: Pieces, action: int) -> str:
    """An action in words that no language owns, the same in every position."""
    number: i64 = action
    if number == DRAW_TILES:
        return "draw"
    if number == RENOVATION:
        return "renovate"
    if number < pieces.at_market:
        return f"coin {number - pieces.at_coin + 1}"
    if number < pieces.at_royal:
        return f"market {number - pieces.at_market + 1}"
    if number < pieces.at_seat:
        return f"royal {pieces.ids[pieces.royals[number - pieces.at_royal]]}"
    if number < pieces.at_seat + SEATS:
        return f"seat {number - pieces.at_seat}"
    if number <= pieces.at_tile:
        return f"place {pieces.place_name(number - pieces.at_place)}"
    return f"tile {pieces.ids[number - pieces.at_tile]}"


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
    if realm.coin >= 0:
        asked["coin"] = realm.pieces.coin_ids[realm.coin]
    return asked


def steps(realm: Realm, seat: i64, action: i64) -> list[list[str]]:
    """The elements of the board to pick for an action."""
    pieces = realm.pieces
    if action == DRAW_TILES:
        return [["pile"]]
    if action == RENOVATION:
        return [["renovate"]]
    if action < pieces.at_market:
        return [[f"coin-{action - pieces.at_coin + 1}"]]
    if action < pieces.at_royal:
        return [[f"market-{action - pieces.at_market + 1}"]]
    if action < pieces.at_seat:
        return [[f"royal-{seat}-{pieces.ids[pieces.royals[action - pieces.at_royal]]}"]]
    if action < pieces.at_seat + SEATS:
        return [[f"seat-{action - pieces.at_seat}"]]
    if action <= pieces.at_tile:
        owner: i64 = seat if realm.phase == PLACE else realm.target()
        return [[element("place" if realm.phase == PLACE else "built", pieces, owner,
                                  action - pieces.at_place)]]
    kind: i64 = action - pieces.at_tile
    return [[f"tile-{pieces.ids[kind]}-{copy + 1}" for copy in range(realm.holders[seat].count(kind))]]
