"""Actions: their numbers, their notation, what is asked, and the elements of a board that are picked."""
from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from chateaux.engine.data import Data
from chateaux.games.chateau_combo.board import CELL_NAMES, CELLS
from chateaux.games.chateau_combo.cards import PLACES, RESOURCES
from chateaux.games.chateau_combo.table import CHOOSING, DISCARDING, TAKING, Table

MOVE: Final[i64] = 0  # spend a key: move the messenger,
REFRESH: Final[i64] = 1  # or discard the three cards of its row
TAKE: Final[i64] = 2  # TAKE + (slot * 2 + face down) * CELLS + cell
OPTION: Final[i64] = 152  # one of two effects
DISCARD: Final[i64] = 154  # a card of the other row, by slot
FILL: Final[i64] = 157  # a purse, by cell
ACTIONS: Final = 182


def notation(table: Table, number: i64) -> str:
    """An action as it is written in a record."""
    if number == MOVE:
        return "move"
    if number == REFRESH:
        return "refresh"
    if number < OPTION:
        choice: i64 = (number - TAKE) // CELLS
        card = table.pieces.cards[table.places[table.messenger].row[choice >> 1]]
        verb = "hide" if choice & 1 else "buy"
        return f"{verb} {card.id} @{CELL_NAMES[(number - TAKE) % CELLS]}"
    if number < DISCARD:
        return f"option {number - OPTION + 1}"
    if number < FILL:
        part = table.pieces.cards[table.card].parts[table.part - 1] if table.part else None
        row = table.places[part.row if part is not None else table.messenger].row
        return f"discard {table.pieces.cards[row[number - DISCARD]].id}"
    return f"fill @{CELL_NAMES[number - FILL]}"


def elements(table: Table, action: i64) -> list[list[str]]:
    """The elements of a board that are picked for an action."""
    if action == MOVE:
        return [["key-move"]]
    if action == REFRESH:
        return [["key-refresh"]]
    if action < OPTION:
        choice: i64 = (action - TAKE) // CELLS
        side = "-down" if choice & 1 else ""
        return [[f"row-{PLACES[table.messenger]}-{(choice >> 1) + 1}{side}"],
                ["cell-" + CELL_NAMES[(action - TAKE) % CELLS]]]
    if action < DISCARD:
        return [[f"option-{action - OPTION + 1}"]]
    if action < FILL:
        part = table.pieces.cards[table.card].parts[table.part - 1]
        return [[f"row-{PLACES[part.row]}-{action - DISCARD + 1}"]]
    return [["cell-" + CELL_NAMES[action - FILL]]]


def question(table: Table, seat: i64) -> Data:
    """What a seat is asked."""
    card = table.pieces.cards[table.card]
    if table.phase == TAKING:
        return {"kind": "take", "place": PLACES[table.messenger], "key": not table.key_used and
                table.boards[seat].keys > 0, "move": table.may_move()}
    if table.phase == CHOOSING:
        return {"kind": "option", "card": card.id}
    if table.phase == DISCARDING:
        part = card.parts[table.part - 1]
        return {"kind": "discard_for_" + RESOURCES[part.resource], "card": card.id, "place": PLACES[part.row]}
    return {"kind": "fill", "card": card.id, "count": table.fills}
