"""What the lab asks: how many turns were taken, which tiles and coins a player could take, and which were taken."""
from __future__ import annotations

from typing import Final

from chateaux.engine.data import Event
from chateaux.engine.game import State
from chateaux.games.castle_builder.holder import KNOWN_BITS
from chateaux.games.castle_builder.state import COIN, TURN, Realm

FROZEN: Final = ("stalemate", "closed")  # endings of games that could not go on


def turns(state: State) -> int:
    """The turns of all players; the one that wins is not counted to its end."""
    assert isinstance(state, Realm)
    return state.turns


def offered(state: State, seat: int) -> list[str]:
    """At a turn the tiles of market, holder and royals; where a coin is taken, the coins of the market."""
    assert isinstance(state, Realm)
    pieces, stock = state.pieces, state.stock
    if state.phase == COIN:
        return [pieces.coin_ids[coin] for coin in stock.coins if coin >= 0]
    if state.phase != TURN:
        return []
    royals = [pieces.ids[pieces.royals[royal]] for royal in range(len(pieces.royals))
              if state.royals[seat] >> royal & 1 == 1]
    return ([pieces.ids[kind] for kind in stock.market if kind != 0] + royals
            + [pieces.ids[tile >> KNOWN_BITS] for tile in state.holders[seat].tiles])


def taken(event: Event) -> list[str]:
    """Tiles that are built and coins that are taken."""
    if event.kind == "coin":
        return [str(event.public["coin"])]
    return [str(event.public["tile"])] if event.kind in ("build", "build_market", "build_royal") else []
