"""Positions of Château Combo as data: writing them, and reading those written by hand."""
from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from chateaux.engine.chance import bit
from chateaux.engine.data import BadPosition, Data
from chateaux.engine.reading import MOST_COUNTED, Reader
from chateaux.games.chateau_combo.board import CELL_NAMES, CELLS, Board, Place, new_board
from chateaux.games.chateau_combo.cards import PLACES, Card, Pieces
from chateaux.games.chateau_combo.table import PHASES, Table


def describe(table: Table) -> Data:
    """A position as data; nothing in it is hidden from a seat."""
    cards = table.pieces.cards
    places: Data = {}
    for which in range(2):
        place = table.places[which]
        numbers = table.pieces.decks[which]
        places[PLACES[which]] = {
            "row": [cards[number].id if number else None for number in place.row],
            "discard": [cards[numbers[index]].id for index in range(len(numbers))
                        if place.discard >> index & 1],
            "left": place.left, "exhausted": place.exhausted}
    boards: list[Data] = []
    for board in table.boards:
        lying: Data = {}
        for cell in range(CELLS):
            if board.occupied >> cell & 1:
                gold: int = i64(board.stored[cell])
                lying[CELL_NAMES[cell]] = {"card": board.card(cell).id, "down": board.down >> cell & 1 == 1,
                                           "gold": gold}
        boards.append({"gold": board.gold, "keys": board.keys, "cards": lying})
    return {"first": table.first, "turn": table.player, "messenger": PLACES[table.messenger],
            "key_used": table.key_used, "phase": PHASES[table.phase],
            "card": cards[table.card].id if table.card else None, "part": table.part, "fills": table.fills,
            "places": places, "boards": boards}


def read_board(pieces: Pieces, reader: Reader, seen: set[int]) -> Board:
    board = new_board(pieces, reader.number("gold", 0, MOST_COUNTED, 15), reader.number("keys", 0, MOST_COUNTED, 2))
    cards = Reader(reader.data.get("cards", {}), f"{reader.where}: cards")
    for cell in range(CELLS):
        name = CELL_NAMES[cell]
        if name not in cards.data:
            continue
        item = cards.data[name]
        reading = Reader({"card": item} if isinstance(item, str) else item, f"{reader.where}: {name}")
        number = read_card_id(pieces, reading.text("card"), seen)
        card = pieces.cards[number]
        if reading.flag("down", False):
            board.hide(number, cell)
        else:
            board.show(card, cell)
        gold = reading.number("gold", 0, 40, 0)
        if gold and not board.purses >> cell & 1:
            raise BadPosition(f"{reading.where}: {card.id!r} has no purse for gold to lie on.")
        if gold and gold > card.argument:
            raise BadPosition(f"{reading.where}: the purse of {card.id!r} holds at most {card.argument} gold.")
        if gold:
            board.store(cell, gold)
    unknown = [name for name in cards.data if name not in CELL_NAMES]
    if unknown:
        raise BadPosition(f"{reader.where}: there is no cell {unknown[0]!r}; cells are a1 to e5.")
    return board


def read_card_id(pieces: Pieces, id: str, seen: set[int]) -> i64:
    number = pieces.numbers.get(id, 0)
    if number == 0:
        raise BadPosition(f"There is no card {id[:60]!r}.")
    if number in seen:
        raise BadPosition(f"The card {id!r} is in two places.")
    seen.add(number)
    return number


def read_place(pieces: Pieces, which: i64, reader: Reader, seen: set[int]) -> Place:
    row = vec[i64]([0, 0, 0])
    for slot, item in enumerate(reader.items("row", 3, 3, [None, None, None])):
        if item is not None:
            row[slot] = read_own_card(pieces, which, reader, str(item), seen).number
    discard: i64 = 0
    for item in reader.items("discard", 0, 62, []):
        discard |= bit(read_own_card(pieces, which, reader, str(item), seen).bit)
    return Place(row, 0, 0, discard, reader.flag("exhausted", False))


def read_own_card(pieces: Pieces, which: i64, reader: Reader, id: str, seen: set[int]) -> Card:
    card = pieces.cards[read_card_id(pieces, id, seen)]
    if card.place != which:
        raise BadPosition(f"{reader.where}: the card {id!r} belongs to the other place.")
    return card
