"""Positions as data: written, read back, and refused when they cannot be."""
from __future__ import annotations

from typing import Final

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from chateaux.engine.chance import bit
from chateaux.engine.data import BadPosition, Data
from chateaux.engine.reading import typed, within, wrong
from chateaux.games.chateau_combo import schema
from chateaux.games.chateau_combo.board import CELL_NAMES, CELLS, Board, Place, new_board
from chateaux.games.chateau_combo.checks import check as check
from chateaux.games.chateau_combo.pieces import PLACES, Card, Pieces
from chateaux.games.chateau_combo.schema import Lying, Places, Position
from chateaux.games.chateau_combo.state import PHASES, Realm

WHOLE: Final = "The position"

# ---------------------------------------------------------------- writing


def write(realm: Realm, seat: i64) -> Data:
    """A position as data; nothing in it is hidden from a seat."""
    cards = realm.pieces.cards
    written: Data = msgspec.to_builtins(Position(
        first=realm.first, turn=realm.player, messenger="castle" if realm.messenger == 0 else "village",
        key_used=realm.key_used, phase=PHASES[realm.phase], card=cards[realm.card].id if realm.card else None,
        part=realm.part, fills=realm.fills, places=Places(write_place(realm, 0), write_place(realm, 1)),
        boards=[write_board(board) for board in realm.boards]))
    return written


def write_place(realm: Realm, which: i64) -> schema.Place:
    cards = realm.pieces.cards
    place = realm.places[which]
    numbers = realm.pieces.decks[which]
    return schema.Place(
        row=[cards[number].id if number else None for number in place.row],
        discard=[cards[numbers[index]].id for index in range(len(numbers)) if place.discard >> index & 1],
        left=place.left, exhausted=place.exhausted)


def write_board(board: Board) -> schema.Board:
    lying: dict[str, str | Lying] = {}
    for cell in range(CELLS):
        if board.occupied >> cell & 1:
            gold: int = i64(board.stored[cell])
            lying[CELL_NAMES[cell]] = Lying(board.card(cell).id, board.down >> cell & 1 == 1, gold)
    return schema.Board(board.gold, board.keys, lying)


# ---------------------------------------------------------------- reading


def read(realm: Realm, written: Data) -> None:
    """Fill a table that is laid out; the decks hold every card that is nowhere else."""
    seen: Position = typed(Position, written, WHOLE)
    last: int = realm.players - 1
    if len(seen.boards) != realm.players:
        raise wrong(WHOLE, "boards", f"a list of {realm.players} entries", written["boards"])
    placed: set[int] = set()
    for seat in range(realm.players):
        realm.boards[seat] = read_board(realm.pieces, seen.boards[seat], f"Board {seat}", placed)
    realm.places[0] = read_place(realm.pieces, 0, seen.places.castle, placed)
    realm.places[1] = read_place(realm.pieces, 1, seen.places.village, placed)
    for which in range(2):
        numbers = realm.pieces.decks[which]
        place = realm.places[which]
        for index in range(len(numbers)):
            if numbers[index] not in placed and not place.exhausted:
                place.deck |= bit(index)
                place.left += 1
    realm.first = within(seen.first, 0, last, WHOLE, "first")
    realm.player = realm.first if seen.turn is None else within(seen.turn, 0, last, WHOLE, "turn")
    realm.messenger = PLACES.index(seen.messenger)
    realm.key_used = seen.key_used
    realm.phase = PHASES.index(seen.phase)
    realm.card = 0 if seen.card is None else card_number(realm.pieces, seen.card, set())
    realm.part = seen.part
    realm.fills = seen.fills


def read_board(pieces: Pieces, seen: schema.Board, where: str, placed: set[int]) -> Board:
    board = new_board(pieces, seen.gold, seen.keys)
    for name in seen.cards:
        if name not in CELL_NAMES:
            raise BadPosition(f"{where}: there is no cell {name[:40]!r}; cells are a1 to e5.")
    for cell in range(CELLS):
        item = seen.cards.get(CELL_NAMES[cell])
        if item is None:
            continue
        lying = item if isinstance(item, Lying) else Lying(item)
        number = card_number(pieces, lying.card, placed)
        card = pieces.cards[number]
        if lying.down:
            board.hide(number, cell)
        else:
            board.show(card, cell)
        if lying.gold and not board.purses >> cell & 1:
            raise BadPosition(f"{where}: {CELL_NAMES[cell]}: {card.id!r} has no purse for gold to lie on.")
        if lying.gold and lying.gold > card.argument:
            raise BadPosition(f"{where}: {CELL_NAMES[cell]}: the purse of {card.id!r} holds at most {card.argument} "
                              "gold.")
        if lying.gold:
            board.store(cell, lying.gold)
    return board


def card_number(pieces: Pieces, id: str, placed: set[int]) -> i64:
    number = pieces.numbers.get(id, 0)
    if number == 0:
        raise BadPosition(f"There is no card {id[:60]!r}.")
    if number in placed:
        raise BadPosition(f"The card {id!r} is in two places.")
    placed.add(number)
    return number


def read_place(pieces: Pieces, which: i64, seen: schema.Place, placed: set[int]) -> Place:
    row = vec[i64]([0, 0, 0])
    for slot, id in enumerate(seen.row):
        if id is not None:
            row[slot] = own_card(pieces, which, id, placed).number
    discard: i64 = 0
    for thrown in seen.discard:
        discard |= bit(own_card(pieces, which, thrown, placed).bit)
    return Place(row, 0, 0, discard, seen.exhausted)


def own_card(pieces: Pieces, which: i64, id: str, placed: set[int]) -> Card:
    """A card that belongs to a place."""
    card = pieces.cards[card_number(pieces, id, placed)]
    if card.place != which:
        raise BadPosition(f"The {PLACES[which]}: the card {id!r} belongs to the other place.")
    return card
