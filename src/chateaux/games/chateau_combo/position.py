"""Positions of Château Combo written by hand: reading tableaux and places, and refusing impossible ones."""
from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from chateaux.engine.chance import bit, bits, lowest
from chateaux.engine.data import BadPosition
from chateaux.engine.reading import Reader
from chateaux.games.chateau_combo.board import CELL_NAMES, CELLS, CENTRE, SLOTS, Board, Place, new_board
from chateaux.games.chateau_combo.cards import PLACES, Card, Pieces


def check_tableau(board: Board, seat: i64) -> None:
    """A tableau is connected from the first card in the centre and fits a 3×3 frame."""
    if board.gold < 0 or board.keys < 0:
        raise BadPosition(f"Seat {seat} has less than no gold or keys.")
    if board.occupied == 0:
        return
    if board.occupied >> CENTRE & 1 == 0:
        raise BadPosition(f"Seat {seat}: the first card lies in the centre, {CELL_NAMES[CENTRE]}.")
    grown = new_board(board.pieces, 0, 0)
    left: i64 = board.occupied
    while left:
        reached: i64 = left & grown.open_cells()
        if reached == 0:
            raise BadPosition(f"Seat {seat}: the tableau does not fit a connected 3×3 frame.")
        cell: i64 = lowest(reached)
        grown.put(board.card(cell).number, cell)
        left &= ~(1 << cell)
    for cell in range(CELLS):
        purse: bool = board.purses >> cell & 1 == 1
        gold: i64 = i64(board.stored[cell])
        if gold > (board.card(cell).argument if purse else 0):
            raise BadPosition(f"Seat {seat}: {gold} gold does not fit on {CELL_NAMES[cell]}.")


def check_place(boards: vec[Board], pieces: Pieces, place: Place, which: i64) -> None:
    """No card is lost; an exhausted place has no cards left, and too few were left for three to lie open."""
    total: i64 = len(pieces.decks[which])
    taken: i64 = 0
    for board in boards:
        for cell in range(CELLS):
            if board.occupied >> cell & 1 and board.card(cell).place == which:
                taken += 1
    shown: i64 = 0
    for number in place.row:
        if number != 0:
            shown += 1
    left: i64 = place.left + shown + bits(place.discard)
    if place.left != bits(place.deck):
        raise BadPosition(f"The {PLACES[which]} deck has lost count of its cards.")
    if not place.exhausted and left + taken != total:
        raise BadPosition(f"The {PLACES[which]} has {left + taken} cards instead of {total}.")
    if place.exhausted and left > 0:
        raise BadPosition(f"The {PLACES[which]} is exhausted but still has cards.")
    if place.exhausted and total - taken >= SLOTS:
        raise BadPosition(f"The {PLACES[which]} is exhausted, but only {taken} of its {total} cards were taken.")


def read_board(pieces: Pieces, reader: Reader, seen: set[int]) -> Board:
    board = new_board(pieces, reader.number("gold", 0, 10_000, 15), reader.number("keys", 0, 10_000, 2))
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
