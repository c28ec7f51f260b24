"""The course of the game: a player's turn, the round, the end of a timed game."""
from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from chateaux.engine.data import Endless
from chateaux.games.chateau_fort.building import can_build
from chateaux.games.chateau_fort.cards import MAGE, WHEEL
from chateaux.games.chateau_fort.events import resolve, roll_event
from chateaux.games.chateau_fort.state import NOBODY, OVER, TURN, Realm

MOST_MISSED: Final[i64] = 60  # turns in a row; a hand that is empty is full again one round later


def cards_left(realm: Realm) -> i64:
    """How many cards the active player may still play or discard in this turn, as everybody can count.

    A wheel does not count among the cards it lets place (ruling 9).
    """
    pieces = realm.pieces
    if realm.discarded > 0:
        return pieces.discards - realm.discarded
    if realm.wheel:
        return 1 + pieces.placements - realm.played
    return pieces.plays - realm.played


def may_end(realm: Realm) -> bool:
    """Playing or discarding a card is compulsory (ruling 7), unless there is none."""
    return realm.played + realm.discarded > 0 or realm.hands[realm.active] == 0


def go_on(realm: Realm) -> None:
    """After a step of the turn: ask on, or end the turn when everybody can see that nothing is left to do."""
    if realm.phase == OVER:
        return
    realm.phase = TURN
    if (realm.hands[realm.active] == 0 or cards_left(realm) == 0) and not can_build(realm, realm.active):
        end_turn(realm)
    else:
        realm.missed = 0


def end_turn(realm: Realm) -> None:
    """Draw back to a full hand; then the wheel returns to the pile (ruling 9) and the next player follows."""
    realm.refill(realm.active)
    if realm.wheel:
        realm.to_pile(WHEEL, 1)
    pass_turn(realm)


def pass_turn(realm: Realm) -> None:
    """The player to the right follows; after everybody's turn the round ends."""
    realm.missed += 1
    if realm.missed > MOST_MISSED:
        raise Endless("Château fort: turn follows turn and nobody can do anything.")
    realm.played = 0
    realm.discarded = 0
    realm.wheel = False
    realm.attacked = 0
    realm.active = (realm.active + 1) % realm.players
    if realm.active == realm.first:
        end_round(realm)
    else:
        begin_turn(realm)


def begin_turn(realm: Realm) -> None:
    """Mage: whoever laid one takes it back now; whoever has one lying misses the turn (ruling 8)."""
    active: i64 = realm.active
    for seat in range(realm.players):
        if realm.mages[seat] == active:
            realm.mages[seat] = NOBODY
            realm.to_pile(MAGE, 1)
            if realm.log is not None:
                realm.emit("mage_leaves", active, {"target_seat": seat})
    if realm.mages[active] != NOBODY:
        if realm.log is not None:
            realm.emit("held", active, {"attacker_seat": realm.mages[active]})
        pass_turn(realm)
    else:
        go_on(realm)


def end_round(realm: Realm) -> None:
    """Fin d'un tour: an event, unless time is up: then the game ends with the round (ruling 18)."""
    if realm.time_up or realm.round == realm.last_round:
        end_game(realm)
        return
    roll_event(realm)
    if realm.phase == TURN:
        resolve_event(realm)


def resolve_event(realm: Realm) -> None:
    """The event takes effect, and the next round begins."""
    resolve(realm)
    if realm.time_up:
        end_game(realm)
        return
    realm.round += 1
    if realm.log is not None:
        realm.emit("round", NOBODY, {"count": realm.round})
    begin_turn(realm)


def end_game(realm: Realm) -> None:
    realm.phase = OVER
    if realm.log is not None:
        realm.emit("time_over", NOBODY, {"count": realm.round})


def call_time(realm: Realm) -> None:
    """The table's clock has run out: this round is the last one, or, between rounds, there is no other."""
    realm.time_up = True
    if realm.log is not None:
        realm.emit("time_up", NOBODY, {})

