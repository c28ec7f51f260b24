"""What cannot be: every card is in one place, tableaux are possible, and the phase fits the card in hand."""
from __future__ import annotations

from mypy_extensions import i64

from chateaux.engine.chance import bits, lowest
from chateaux.engine.data import BadPosition
from chateaux.games.chateau_combo.board import CELL_NAMES, CELLS, CENTRE, SLOTS, TABLEAU, Board, new_board
from chateaux.games.chateau_combo.pieces import CHOOSE_ONE, DISCARD_ROW_CARD, FILL_PURSES, PLACES, Card
from chateaux.games.chateau_combo.state import CHOOSING, DISCARDING, OVER, PHASES, TAKING, Realm


def check(realm: Realm) -> None:
    """Every card is in one place, tableaux are possible, and the phase fits the card in hand."""
    for seat in range(realm.players):
        check_tableau(realm.boards[seat], seat)
    for which in range(2):
        check_place(realm, which)
    if realm.places[realm.messenger].exhausted:
        raise BadPosition("The messenger stands at an exhausted place.")
    if realm.phase == OVER:
        check_end(realm)
    else:
        check_turn(realm)
    check_rows(realm)


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


def check_place(realm: Realm, which: i64) -> None:
    """No card is lost; an exhausted place has no cards left, and too few were left for three to lie open."""
    place = realm.places[which]
    total: i64 = len(realm.pieces.decks[which])
    taken: i64 = 0
    for board in realm.boards:
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


def check_end(realm: Realm) -> None:
    for seat in range(realm.players):
        board = realm.boards[seat]
        if board.placed() != TABLEAU:
            raise BadPosition("The game is over, but a tableau has fewer than 9 cards.")
        if board.gold > 0 and board.open_purses():
            raise BadPosition(f"The game is over, but seat {seat} has gold left that fits on a purse.")


def check_rows(realm: Realm) -> None:
    """Three cards lie open, but for the one in hand and those its effect has discarded."""
    card = realm.pieces.cards[realm.card]
    for which in range(2):
        gaps: i64 = 0
        for number in realm.places[which].row:
            if number == 0:
                gaps += 1
        expected: i64 = 0
        if realm.card and which == card.place:
            expected = 1
        elif realm.card and card.mode != CHOOSE_ONE:
            for index in range(realm.part - 1):
                if card.parts[index].kind == DISCARD_ROW_CARD:
                    expected += 1
        if gaps != expected and not realm.places[which].exhausted:
            raise BadPosition(f"The {PLACES[which]} row shows {SLOTS - gaps} cards instead of {SLOTS - expected}.")


def check_turn(realm: Realm) -> None:
    """Everybody has had their turns, in order."""
    acting: i64 = 1 if realm.phase != TAKING else 0  # the acting player has already placed a card
    for offset in range(realm.players):
        seat: i64 = (realm.first + offset) % realm.players
        expected: i64 = realm.boards[realm.first].placed()
        before: bool = offset < (realm.player + realm.players - realm.first) % realm.players
        if seat != realm.first and seat != realm.player:
            expected -= 0 if before else (1 if realm.player != realm.first or acting else 0)
        elif seat == realm.player and seat != realm.first:
            expected -= 1 - acting
        if realm.boards[seat].placed() != expected:
            raise BadPosition(f"Seat {seat} has {realm.boards[seat].placed()} cards where the order of turns "
                              f"gives {expected}.")
    if realm.phase == TAKING:
        if realm.boards[realm.player].placed() >= TABLEAU:
            raise BadPosition(f"Seat {realm.player} is to take a card but has 9.")
        return
    card = realm.pieces.cards[realm.card]
    if realm.card == 0:
        raise BadPosition(f"The phase is {PHASES[realm.phase]}, but no card is being carried out.")
    check_effect(realm, card)


def check_effect(realm: Realm, card: Card) -> None:
    owned: bool = False
    board = realm.boards[realm.player]
    for cell in range(CELLS):
        if board.occupied >> cell & 1 and not board.down >> cell & 1 and board.card(cell).number == card.number:
            owned = True
    part = card.parts[realm.part - 1] if 0 < realm.part <= len(card.parts) else None
    fits: bool = owned and realm.messenger == card.place
    if realm.phase == CHOOSING:
        fits = fits and card.mode == CHOOSE_ONE and realm.part == 0
    elif realm.phase == DISCARDING:
        fits = fits and part is not None and part.kind == DISCARD_ROW_CARD and not realm.places[part.row].exhausted
    else:
        fits = (fits and part is not None and part.kind == FILL_PURSES and 0 < realm.fills <= part.amount
                and bits(board.open_purses()) > realm.fills)
    if not fits:
        raise BadPosition(f"The phase {PHASES[realm.phase]} does not fit the card {card.id!r} of seat "
                          f"{realm.player}.")
