"""Positions of Château Combo written by hand, and what the tests read off them.

A tableau is written as it lies on the table: rows of three (cells b2 to d4, the centre is c3), `.` for an
empty cell, `-nun` for a card face down, `potter+2` for a card with gold on its purse. Seats that a test does
not care for are dealt cards face down, rows it does not name are filled with cards that are nowhere else.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import chateaux
from chateaux import Event, State

GAME = chateaux.game("chateau-combo")
PIECES: Any = GAME.pieces
CARDS: dict[str, dict[str, Any]] = {card["id"]: card for card in PIECES["cards"]}
SQUARE = [column + row for row in "234" for column in "bcd"]
OUTWARDS = ["c3", "c2", "c4", "b3", "b2", "b4", "d3", "d2", "d4"]


@dataclass
class Seat:
    """What one player owns; `cards` by cell."""

    cards: dict[str, dict[str, object]]
    gold: int
    keys: int


def seat(tableau: str | dict[str, str] = "", gold: int = 15, keys: int = 2) -> Seat:
    """A player with a tableau, drawn as text or given by cell."""
    if isinstance(tableau, str):
        tableau = dict(zip(SQUARE, tableau.split(), strict=False))
    cards: dict[str, dict[str, object]] = {}
    for cell, written in tableau.items():
        if written != ".":
            card, _, stored = written.lstrip("-").partition("+")
            cards[cell] = {"card": card, "down": written.startswith("-"), "gold": int(stored or 0)}
    return Seat(cards, gold, keys)


def position(*given: Seat, players: int = 2, castle: str = "", village: str = "", castle_discard: str = "",
             village_discard: str = "", first: int = 0, turn: int = 0, **more: object) -> dict[str, object]:
    """A whole position for `game.load`, in which every seat has had its turns."""
    rows = {"castle": castle.split(), "village": village.split()}
    discards = {"castle": castle_discard.split(), "village": village_discard.split()}
    named = {str(lying["card"]) for one in given for lying in one.cards.values()}
    named |= {card for pile in (rows, discards) for cards in pile.values() for card in cards}
    spare = {place: [id for id, card in CARDS.items() if card["place"] == place and id not in named]
             for place in rows}
    acted = given[turn] if turn < len(given) else Seat({}, 0, 0)
    placed = len(acted.cards) - (more.get("phase", "take") not in ("take", "over"))
    boards = list(given)
    for other in range(len(given), players):
        behind = (other - first) % players < (turn - first) % players and more.get("phase") != "over"
        filler = [max(spare.values(), key=len).pop() for _ in range(placed + behind)]
        boards.append(seat({cell: "-" + id for cell, id in zip(OUTWARDS, filler, strict=False)}))
    places = {}
    for place, row in rows.items():
        open_row: list[str | None] = [None if card == "_" else card for card in row]
        while len(open_row) < 3:
            open_row.append(spare[place].pop(0))
        places[place] = {"row": open_row, "discard": discards[place]}
    return {"players": players,
            "position": {"boards": [{"gold": one.gold, "keys": one.keys, "cards": one.cards} for one in boards],
                         "places": places, "first": first, "turn": turn, **more}}


def table(*given: Seat, **more: Any) -> State:
    """A game at a position written by hand."""
    return GAME.load(position(*given, **more))


def finished(*given: Seat, **more: Any) -> State:
    """A game that is over, as the tableaux lie."""
    return table(*given, phase="over", **more)


def play(state: State, *texts: str) -> list[Event]:
    """Play actions in notation, each for the seat that is asked; everything that happened."""
    events: list[Event] = []
    for text in texts:
        events += state.play(state.parse(text), state.to_act[0], events=True).events
    return events


def seen(state: State) -> Any:
    """The position as data."""
    return state.dump()["position"]


def gold(state: State, player: int = 0) -> int:
    """The gold in front of a player, not on purses."""
    return int(seen(state)["boards"][player]["gold"])


def keys(state: State, player: int = 0) -> int:
    return int(seen(state)["boards"][player]["keys"])


def purse(state: State, card: str, player: int = 0) -> int:
    """The gold on one card."""
    return next(int(lying["gold"]) for lying in seen(state)["boards"][player]["cards"].values()
                if lying["card"] == card)


def purses(state: State, player: int = 0) -> int:
    """The gold on all cards of a player."""
    return sum(int(lying["gold"]) for lying in seen(state)["boards"][player]["cards"].values())


def row(state: State, place: str) -> list[str]:
    return list(seen(state)["places"][place]["row"])


def messenger(state: State) -> str:
    return str(seen(state)["messenger"])


def choices(state: State) -> list[str]:
    """What the player who is asked may do, in notation."""
    return [state.text(action) for action in state.actions(state.to_act[0])]


def points(state: State, player: int = 0) -> dict[str, int]:
    """What each card scores, and `keys`."""
    return {str(line.get("card", line["kind"])): int(str(line["points"])) for line in state.breakdown(player)}
