"""What the lab asks: how many turns were taken, which lines and guests could be had, and which were."""
from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from chateaux.engine.chance import lowest
from chateaux.engine.data import Event
from chateaux.engine.game import State
from chateaux.games.once_upon_a_castle.board import FLOOR, STEAL
from chateaux.games.once_upon_a_castle.building import stealable
from chateaux.games.once_upon_a_castle.state import BUILD, Realm

LINES: Final = ("tower", "wall", "flag", "floor", "reactivate", "steal", "clear")
GUESTS: Final = ("floor", "steal")


def turns(state: State) -> int:
    """The turns of all players."""
    assert isinstance(state, Realm)
    return state.number


def offered(state: State, seat: int) -> list[str]:
    """The complete lines; with one for a floor the open guests, with one that lures the guests of the others."""
    assert isinstance(state, Realm)
    if state.phase != BUILD:
        return []
    version = state.version
    found: list[str] = []
    complete: i64 = version.board.complete[state.castles[seat].tokens]
    guests: i64 = 0
    while complete:
        line = version.board.lines[lowest(complete)]
        complete &= complete - 1
        found.append(line.id)
        if line.kind == FLOOR and version.open:
            found.extend([version.guests[guest].id for guest in state.display if guest >= 0])
        elif line.kind == STEAL:
            guests |= stealable(state, seat)
    while guests:
        found.append(version.guests[lowest(guests)].id)
        guests &= guests - 1
    return found


def taken(event: Event) -> list[str]:
    """Lines that are cleared, and guests who come: with a floor, or lured away."""
    found = [str(event.public["line"])] if event.kind in LINES else []
    if event.kind in GUESTS:
        found.append(str(event.public["guest"]))
    return found
