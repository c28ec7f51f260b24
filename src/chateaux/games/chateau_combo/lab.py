"""What the lab asks: how many turns were taken, which cards a player could buy, and which were bought."""
from __future__ import annotations

from chateaux.engine.chance import bits
from chateaux.engine.data import Event
from chateaux.engine.game import State
from chateaux.games.chateau_combo.state import TAKING, Realm


def turns(state: State) -> int:
    """A card is taken in every turn."""
    assert isinstance(state, Realm)
    return sum([bits(board.occupied) for board in state.boards])


def offered(state: State, seat: int) -> list[str]:
    """The row at which the messenger stands."""
    assert isinstance(state, Realm)
    if state.phase != TAKING:
        return []
    return [state.pieces.cards[card].id for card in state.places[state.messenger].row if card != 0]


def taken(event: Event) -> list[str]:
    """Cards that are bought; one that is laid face down is nobody's any more."""
    return [str(event.public["card"])] if event.kind == "buy" else []
