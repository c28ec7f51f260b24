"""Positions of Once Upon a Castle arranged by hand, and actions in notation."""
from __future__ import annotations

from typing import Any

import chateaux

GAME = chateaux.game("once-upon-a-castle")
Castle = dict[str, Any]

ROW1 = ["r1c2", "r1c3"]  # on both boards: a tower worth 2
GREEN_FLOOR = ["r4c4", "r4c5"]
BLUE_FLOOR = ["r1c3", "r2c3"]
REACTIVATE = ["r3c1", "r3c2"]
STEAL = ["r2c4", "r3c4", "r4c4"]
WALL: Castle = {"residents": 1, "flags": []}
WALLS = [WALL, WALL, WALL, WALL]


def arranged(version: str, *castles: Castle, seed: int = 0, **position: Any) -> chateaux.State:
    """A position with the given castles; two players unless there are more castles."""
    return GAME.load({"players": max(2, len(castles)), "options": {"version": version},
                      "chance": chateaux.Chance.stream(seed).dump(),
                      "position": {"castles": list(castles), **position}})


def green(*castles: Castle, seed: int = 0, **position: Any) -> chateaux.State:
    return arranged("green", *castles, seed=seed, **position)


def blue(*castles: Castle, seed: int = 0, **position: Any) -> chateaux.State:
    return arranged("blue", *castles, seed=seed, **position)


def play(state: chateaux.State, *texts: str, seat: int | None = None) -> list[dict[str, object]]:
    """Play actions in notation, each by the first seat that is asked; what everybody saw."""
    seen: list[dict[str, object]] = []
    for text in texts:
        actor = state.to_act[0] if seat is None else seat
        seen += [event.seen_by(-1) for event in state.play(state.parse(text, actor), actor, events=True).events]
        state.check()
    return seen


def texts(state: chateaux.State, seat: int | None = None) -> list[str]:
    """The legal actions of a seat in notation."""
    actor = state.to_act[0] if seat is None else seat
    return [state.text(action) for action in state.actions(actor)]


def castle(state: chateaux.State, seat: int = 0) -> Castle:
    """A castle as data."""
    position: Any = state.dump()["position"]
    found: Castle = position["castles"][seat]
    return found


def phase(state: chateaux.State) -> object:
    position: Any = state.dump()["position"]
    return position["phase"]


def place(cells: list[str], way: str = "token") -> list[str]:
    """The notation of a token on each of some cells."""
    return [f"{way} @{cell}" for cell in cells]


def points(state: chateaux.State, seat: int, kind: str) -> int:
    """The points of a kind in a seat's breakdown."""
    return sum(int(str(line["points"])) for line in state.breakdown(seat) if line["kind"] == kind)
