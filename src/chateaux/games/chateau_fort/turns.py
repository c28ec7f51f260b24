"""The course of the game: a player's turn, the round, the end of a timed game."""
from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from chateaux.engine.data import Endless
from chateaux.games.chateau_fort.building import can_build
from chateaux.games.chateau_fort.cards import MAGE, WHEEL
from chateaux.games.chateau_fort.events import resolve, roll_event
from chateaux.games.chateau_fort.state import NOBODY, OVER, TURN, Table

MOST_MISSED: Final[i64] = 60  # turns in a row; a hand that is empty is full again one round later


def cards_left(table: Table) -> i64:
    """How many cards the active player may still play or discard in this turn, as everybody can count.

    A wheel does not count among the cards it lets place (ruling 9).
    """
    pieces = table.pieces
    if table.discarded > 0:
        return pieces.discards - table.discarded
    if table.wheel:
        return 1 + pieces.placements - table.played
    return pieces.plays - table.played


def may_end(table: Table) -> bool:
    """Playing or discarding a card is compulsory (ruling 7), unless there is none."""
    return table.played + table.discarded > 0 or table.hands[table.active] == 0


def go_on(table: Table) -> None:
    """After a step of the turn: ask on, or end the turn when everybody can see that nothing is left to do."""
    if table.phase == OVER:
        return
    table.phase = TURN
    if (table.hands[table.active] == 0 or cards_left(table) == 0) and not can_build(table, table.active):
        end_turn(table)
    else:
        table.missed = 0


def end_turn(table: Table) -> None:
    """Draw back to a full hand; then the wheel returns to the pile (ruling 9) and the next player follows."""
    table.refill(table.active)
    if table.wheel:
        table.to_pile(WHEEL, 1)
    pass_turn(table)


def pass_turn(table: Table) -> None:
    """The player to the right follows; after everybody's turn the round ends."""
    table.missed += 1
    if table.missed > MOST_MISSED:
        raise Endless("Château fort: turn follows turn and nobody can do anything.")
    table.played = 0
    table.discarded = 0
    table.wheel = False
    table.attacked = 0
    table.active = (table.active + 1) % table.players
    if table.active == table.first:
        end_round(table)
    else:
        begin_turn(table)


def begin_turn(table: Table) -> None:
    """Mage: whoever laid one takes it back now; whoever has one lying misses the turn (ruling 8)."""
    active: i64 = table.active
    for seat in range(table.players):
        if table.mages[seat] == active:
            table.mages[seat] = NOBODY
            table.to_pile(MAGE, 1)
            if table.log is not None:
                table.emit("mage_leaves", active, {"target_seat": seat})
    if table.mages[active] != NOBODY:
        if table.log is not None:
            table.emit("held", active, {"attacker_seat": table.mages[active]})
        pass_turn(table)
    else:
        go_on(table)


def end_round(table: Table) -> None:
    """Fin d'un tour: an event, unless time is up: then the game ends with the round (ruling 18)."""
    if table.time_up or table.round == table.last_round:
        end_game(table)
        return
    roll_event(table)
    if table.phase == TURN:
        resolve_event(table)


def resolve_event(table: Table) -> None:
    """The event takes effect, and the next round begins."""
    resolve(table)
    if table.time_up:
        end_game(table)
        return
    table.round += 1
    if table.log is not None:
        table.emit("round", NOBODY, {"count": table.round})
    begin_turn(table)


def end_game(table: Table) -> None:
    table.phase = OVER
    if table.log is not None:
        table.emit("time_over", NOBODY, {"count": table.round})


def call_time(table: Table) -> None:
    """The table's clock has run out: this round is the last one, or, between rounds, there is no other."""
    table.time_up = True
    if table.log is not None:
        table.emit("time_up", NOBODY, {})

