"""What the lab asks: how many turns were taken, which cards a player had in hand, and which were played."""
from __future__ import annotations

from chateaux.engine.data import Event
from chateaux.engine.game import State
from chateaux.games.chateau_fort.cards import IDS, held
from chateaux.games.chateau_fort.state import DEFENCE, TURN, Realm


def turns(state: State) -> int:
    """The turns of all players, missed ones included."""
    assert isinstance(state, Realm)
    return int((state.round - 1) * state.players + (state.active - state.first) % state.players + 1)


def offered(state: State, seat: int) -> list[str]:
    """The hand, whenever a card of it could be played."""
    assert isinstance(state, Realm)
    if state.phase not in (TURN, DEFENCE):
        return []
    return [IDS[card] for card in range(len(IDS)) if held(state.hands[seat], card) > 0]


def taken(event: Event) -> list[str]:
    """Cards that are placed, turned, sent against somebody, or held against an attack."""
    return [str(event.public["card"])] if event.kind in ("place", "wheel", "attack", "curse", "block") else []
