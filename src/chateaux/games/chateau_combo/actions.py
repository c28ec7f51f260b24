"""The actions: their verbs with their numbers, their notation, the questions, and the elements picked for them."""
from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from chateaux.engine.actions import Actions
from chateaux.engine.data import Data
from chateaux.games.chateau_combo.board import CELL_NAMES, CELLS, SLOTS
from chateaux.games.chateau_combo.pieces import PLACES, RESOURCES
from chateaux.games.chateau_combo.state import CHOOSING, DISCARDING, TAKING, Realm

MOVE: Final[i64] = 0  # spend a key: move the messenger,
REFRESH: Final[i64] = 1  # or discard the three cards of its row
TAKE: Final[i64] = 2  # slot of the row, FACE_UP or FACE_DOWN, cell
OPTION: Final[i64] = 3  # one of two effects
DISCARD: Final[i64] = 4  # a card of the other row, by slot
FILL: Final[i64] = 5  # a purse, by cell

FACE_UP: Final[i64] = 0
FACE_DOWN: Final[i64] = 1


def declare() -> Actions:
    """All actions; they are the same with every set of cards."""
    actions = Actions()
    actions.declare("move")
    actions.declare("refresh")
    actions.declare("take", SLOTS, 2, CELLS)
    actions.declare("option", 2)
    actions.declare("discard", SLOTS)
    actions.declare("fill", CELLS)
    return actions


ACTIONS: Final = declare()
FIRST: Final = ACTIONS.first  # by verb
VERB: Final = ACTIONS.verb  # by action: the verb,
ONE: Final = ACTIONS.one  # its first argument,
DOWN: Final = ACTIONS.two  # and of TAKE the side
CELL: Final = ACTIONS.three  # and the cell


def text(realm: Realm, action: i64) -> str:
    """An action as it is written in a record."""
    verb: i64 = VERB[action]
    one: i64 = ONE[action]
    cards = realm.pieces.cards
    if verb == TAKE:
        done = "hide" if DOWN[action] == FACE_DOWN else "buy"
        return f"{done} {cards[realm.places[realm.messenger].row[one]].id} @{CELL_NAMES[CELL[action]]}"
    if verb == OPTION:
        return f"option {one + 1}"
    if verb == DISCARD:
        part = cards[realm.card].parts[realm.part - 1] if realm.part else None
        row = realm.places[part.row if part is not None else realm.messenger].row
        return f"discard {cards[row[one]].id}"
    if verb == FILL:
        return f"fill @{CELL_NAMES[one]}"
    return ACTIONS.names[verb]


def asks(realm: Realm, seat: i64) -> Data:
    """What a seat is asked."""
    card = realm.pieces.cards[realm.card]
    if realm.phase == TAKING:
        return {"kind": "take", "place": PLACES[realm.messenger], "key": not realm.key_used and
                realm.boards[seat].keys > 0, "move": realm.may_move()}
    if realm.phase == CHOOSING:
        return {"kind": "option", "card": card.id}
    if realm.phase == DISCARDING:
        part = card.parts[realm.part - 1]
        return {"kind": "discard_for_" + RESOURCES[part.resource], "card": card.id, "place": PLACES[part.row]}
    return {"kind": "fill", "card": card.id, "count": realm.fills}


def steps(realm: Realm, seat: i64, action: i64) -> list[list[str]]:
    """The elements of a board that are picked for an action."""
    verb: i64 = VERB[action]
    one: i64 = ONE[action]
    if verb == TAKE:
        side = "-down" if DOWN[action] == FACE_DOWN else ""
        return [[f"row-{PLACES[realm.messenger]}-{one + 1}{side}"], [f"cell-{CELL_NAMES[CELL[action]]}"]]
    if verb == OPTION:
        return [[f"option-{one + 1}"]]
    if verb == DISCARD:
        part = realm.pieces.cards[realm.card].parts[realm.part - 1]
        return [[f"row-{PLACES[part.row]}-{one + 1}"]]
    if verb == FILL:
        return [[f"cell-{CELL_NAMES[one]}"]]
    return [[f"key-{ACTIONS.names[verb]}"]]
