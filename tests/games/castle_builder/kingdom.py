"""Positions of Castle Builder written by hand, and actions written in notation."""
from __future__ import annotations

from typing import Any

import chateaux
from chateaux.engine.data import Choice, Event
from chateaux.games.castle_builder.rules import GAME
from chateaux.games.castle_builder.state import Realm

DULL = ["wall_01", "wall_02", "wall_03"]  # a market
COINS = ["highest_tower", "monk", "most_roofs"]


def arrange(*players: dict[str, Any], options: dict[str, Choice] | None = None, game: chateaux.Game = GAME,
            **position: Any) -> Realm:
    """A position in which the players have what is named, with a market of no account."""
    position.setdefault("market", DULL)
    position.setdefault("coins", COINS)
    state = game.load({"players": len(players), "options": options or {},
                       "position": {"players": list(players), **position}})
    assert isinstance(state, Realm)
    return state


def play(state: chateaux.State, *actions: str) -> list[Event]:
    """Carry out actions, each by the seat that is asked; returns what happened."""
    events: list[Event] = []
    for text in actions:
        seat = state.to_act[0]
        events += state.play(state.parse(text, seat), seat, events=True).events
        state.check()
    return events


def texts(state: chateaux.State) -> list[str]:
    """What the seat that is asked may do, in notation."""
    return [state.text(action) for action in state.actions(state.to_act[0])] if state.to_act else []


def asked(state: chateaux.State) -> str:
    """The kind of decision that is asked for."""
    prompt = state.prompt(state.to_act[0])
    assert prompt is not None
    return str(prompt["kind"])


def held(state: Realm, seat: int) -> list[str]:
    """The tiles on a holder."""
    return [state.pieces.ids[tile >> 5] for tile in state.holders[seat].tiles]


def kinds(events: list[Event]) -> list[str]:
    """What sort of things happened."""
    return [event.kind for event in events]
