"""What a board of Château Combo shows, made from an observation alone.

Besides what lies on the table: prices after discounts, what a card would give and score now, where it may
go, how far the floating frame is settled. Nothing here depends on what the decks will give.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from chateaux.engine.chance import Chance
from chateaux.engine.data import Data, Observation
from chateaux.games.chateau_combo.board import CELL_NAMES, CELLS, SIDE, SLOTS, TABLEAU, Board
from chateaux.games.chateau_combo.cards import PLACES, PURSE, SHIELDS, Card
from chateaux.games.chateau_combo.notation import OPTION, TAKE
from chateaux.games.chateau_combo.rules import ComboState
from chateaux.games.chateau_combo.table import CHOOSING, DISCARDING, FILLING, PHASES, TAKING

if TYPE_CHECKING:
    from chateaux.engine.game import Game


def view(game: Game, observation: Observation) -> Data:
    """The table through a seat's eyes; a spectator looks over the shoulder of whoever's turn it is."""
    position: Any = observation.position  # as `ComboState.position` writes it
    state = cast(ComboState, game.restore(observation.players, observation.options, observation.position,
                                          Chance.stream(0)))
    turn = int(state.player)
    seat = observation.seat if observation.seat >= 0 else None
    eyes = turn if seat is None else seat
    asked = seat == turn and position["phase"] != "over"
    placed = int(state.boards[turn].placed())
    taking = position["phase"] == "take"
    return {
        "seat": seat, "eyes": eyes, "turn": turn, "first": position["first"], "phase": position["phase"],
        "round": min(TABLEAU, placed + (1 if taking else 0)), "rounds": int(TABLEAU), "asked": asked,
        "messenger": position["messenger"], "card": position["card"],
        "keys": keys(state, asked and taking),
        "places": [place(state, which, eyes, asked) for which in range(2)],
        "options": options(state) if asked and position["phase"] == PHASES[CHOOSING] else [],
        "boards": [board(state, number, asked and number == seat) for number in range(observation.players)],
        "shields": list(SHIELDS)}


def keys(state: ComboState, asked: bool) -> Data:
    """The two uses of a key and whether they are possible."""
    other = 1 - state.messenger
    have = asked and not state.key_used and state.boards[state.player].keys > 0
    return {"used": state.key_used, "move": {"id": "key-move", "to": PLACES[other], "may": have and state.may_move(),
                                             "exhausted": state.places[other].exhausted},
            "refresh": {"id": "key-refresh", "place": PLACES[state.messenger], "may": have}}


def place(state: ComboState, which: int, eyes: int, asked: bool) -> Data:
    """The castle or the village: its open cards, its deck and its discard pile."""
    lying = state.places[which]
    name = PLACES[which]
    here = state.messenger == which
    part = state.pieces.cards[state.card].parts[state.part - 1] if state.phase == DISCARDING else None
    discarding = asked and part is not None and part.row == which
    row: list[Data] = []
    for slot in range(SLOTS):
        id = f"row-{name}-{slot + 1}"
        number = lying.row[slot]
        if number:
            card = state.pieces.cards[number]
            row.append({"id": id, "down": f"{id}-down", "discards": discarding,
                        **offer(state, card, eyes, slot, asked and here and state.phase == TAKING)})
        else:
            row.append({"id": id, "card": None})
    numbers = state.pieces.decks[which]
    discard = [state.pieces.cards[numbers[index]].id for index in range(len(numbers)) if lying.discard >> index & 1]
    return {"id": name, "here": here, "exhausted": lying.exhausted, "left": int(lying.left), "discard": discard,
            "row": row, "takes": asked and here and state.phase == TAKING, "discards": discarding,
            "off": int(state.boards[eyes].discounts >> (which * 8) & 255)}


def offer(state: ComboState, card: Card, eyes: int, slot: int, asked: bool) -> Data:
    """A card of a row: its price for this player, and what it would give and score if it were bought now."""
    board = state.boards[eyes]
    price = int(board.price(card))
    found: Data = {"card": card.id, "cost": int(card.cost), "price": price, "affordable": price <= board.gold,
                   "missing": max(0, price - int(board.gold)), "may": asked and price <= board.gold,
                   "may_hide": asked, "gives": None, "cells": {}}
    if asked and price <= board.gold:
        given = gives(state, card, slot)
        found["gives"] = given
        found["cells"] = scores(board, card, int(cast(int, given["keys"])))
    return found


def gives(state: ComboState, card: Card, slot: int) -> Data:
    """The gold and keys the effect brings at once, and whether something is still to be chosen."""
    before, after = state.boards[state.player], state.clone()
    cell = lowest_cell(int(before.open_cells()))
    after.play(int(TAKE + slot * 2 * CELLS + cell), state.player)
    return brought(state, after, int(before.price(card)))


def brought(state: ComboState, after: ComboState, paid: int = 0) -> Data:
    """What an action brought its player, and each opponent."""
    before, mine = state.boards[state.player], after.boards[state.player]
    other = (state.player + 1) % state.players
    return {"gold": int(mine.gold - before.gold) + paid, "keys": int(mine.keys - before.keys),
            "stored": int(mine.stored_gold() - before.stored_gold()),
            "chooses": after.player == state.player and after.phase in (CHOOSING, DISCARDING, FILLING),
            "others_gold": int(after.boards[other].gold - state.boards[other].gold),
            "others_keys": int(after.boards[other].keys - state.boards[other].keys)}


def scores(board: Board, card: Card, gained: int) -> Data:
    """For each open cell, how many points more than now, and how many of them on the card itself."""
    found: Data = {}
    before = board.total()
    for cell in range(CELLS):
        if board.open_cells() >> cell & 1:
            after = board.clone()
            after.keys += gained
            after.show(card, cell)
            found[f"cell-{CELL_NAMES[cell]}"] = {"points": int(after.total() - before), "own": int(after.points(cell))}
    return found


def options(state: ComboState) -> list[Data]:
    """The two effects between which the player chooses, and what each would give."""
    found: list[Data] = []
    for number in range(2):
        after = state.clone()
        after.play(int(OPTION + number), state.player)
        found.append({"id": f"option-{number + 1}", "part": number, **brought(state, after)})
    return found


def board(state: ComboState, seat: int, asked: bool) -> Data:
    """One player's tableau with the floating frame: the cells in use and those that are open."""
    board = state.boards[seat]
    reach = int(board.occupied | board.open_cells())
    rows = [cell // SIDE for cell in range(CELLS) if reach >> cell & 1]
    columns = [cell % SIDE for cell in range(CELLS) if reach >> cell & 1]
    cells: list[Data] = []
    fills = int(board.open_purses()) if asked and state.phase == FILLING else 0
    for row in range(min(rows), max(rows) + 1):
        for column in range(min(columns), max(columns) + 1):
            cell = row * SIDE + column
            cells.append({"cell": CELL_NAMES[cell], "id": f"cell-{CELL_NAMES[cell]}", **lying(board, int(cell)),
                          "open": bool(reach & ~board.occupied & (1 << cell)), "fills": bool(fills >> cell & 1)})
    empty = board.occupied == 0
    tall, wide = int(board.bottom - board.top + 1), int(board.right - board.left + 1)
    return {
        "seat": seat, "gold": int(board.gold), "keys": int(board.keys), "placed": int(board.placed()),
        "points": int(board.total()), "cells": cells, "across": max(columns) - min(columns) + 1,
        "down": max(rows) - min(rows) + 1,
        "frame": {"tall": 0 if empty else tall, "wide": 0 if empty else wide, "row": int(board.top) - min(rows),
                  "column": int(board.left) - min(columns)},
        "shields": [int(board.shields >> (kind * 8) & 255) for kind in range(len(SHIELDS))],
        "off": [int(board.discounts >> (which * 8) & 255) for which in range(2)],
        "breakdown": state.breakdown(seat)}


def lying(board: Board, cell: int) -> Data:
    """What lies in a cell."""
    if not board.occupied >> cell & 1:
        return {"card": None}
    card = board.card(cell)
    down = bool(board.down >> cell & 1)
    purse = not down and card.scoring == PURSE
    return {"card": card.id, "down": down, "place": PLACES[card.place], "cost": int(card.cost),
            "gold": int(board.stored[cell]) if purse else 0, "capacity": int(card.argument) if purse else 0,
            "points": 0 if down else int(board.points(cell)), "times": 0 if down else int(board.times(cell))}


def lowest_cell(mask: int) -> int:
    return (mask & -mask).bit_length() - 1
