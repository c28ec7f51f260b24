"""Château Combo in numbers: the table, the six open cards by what is printed on them, and every tableau.

Cards are told by their marks, never by their names, so an own set of cards has the same features. What lies on the
discard piles is only counted.
"""
from __future__ import annotations

from typing import Final, final

from librt.vecs import append, extend, vec
from mypy_extensions import i16, i64

from chateaux.engine.data import Choice
from chateaux.engine.features import WHO, Features, held_to
from chateaux.engine.game import Game, State
from chateaux.games.chateau_combo.board import CELL_NAMES, CELLS, SIDE, SLOTS, TABLEAU, Board
from chateaux.games.chateau_combo.pieces import (
    BITS,
    CHOOSE_ONE,
    DEPOSIT,
    DISCARD_ROW_CARD,
    FILL_PURSES,
    GAIN,
    GOLD,
    ONCE,
    PLACES,
    PURSE,
    SCORINGS,
    SHIELD_TYPES,
    SHIELDS,
    TALLY,
    Card,
    Pieces,
)
from chateaux.games.chateau_combo.rules import Combo
from chateaux.games.chateau_combo.state import PHASES, Table

VERSION: Final = 1
MOST_GOLD: Final[i64] = 99
MOST_KEYS: Final[i64] = 40
MOST_POINTS: Final[i64] = 400
MOST_OF_A_CARD: Final[i64] = 200
DECK: Final[i64] = 62
LINE: Final[i64] = 6  # shields of a type in a row or column of three

SHARED: Final[i64] = 16  # numbers before those that depend on the players
CARD: Final[i64] = 39  # numbers of an open card
OWNER: Final[i64] = 32  # of a tableau before its lines,
CELLED: Final[i64] = OWNER + 2 * SIDE * SHIELD_TYPES  # before its cells,
EACH: Final[i64] = CELLED + 4 * CELLS  # and of all of it


@final
class ComboFeatures(Features):
    """What everybody sees, from one seat: nothing in Château Combo is hidden but the order of the decks."""

    def __init__(self, game: Game, players: int, options: dict[str, Choice], pieces: Pieces) -> None:
        super().__init__(game, players, options, VERSION)
        self.table: vec[i16] = vec[i16]([0] * int(SHARED))  # where nothing is told yet: of the table,
        self.bare: vec[i16] = vec[i16]([0] * int(EACH))  # and of a tableau
        self.marks: vec[vec[i16]] = vec[vec[i16]]([vec[i16]([0] * int(CARD))])  # by card: as it is told; 0 is a gap
        self.costs: vec[i16] = vec[i16]()  # by card: what is printed
        self.steady: vec[i16] = vec[i16]([1])  # by card: 1 when its effect counts nothing
        for card in pieces.cards:
            self.costs = append(self.costs, held_to(card.cost, 0, 12))
            if card.number > 0:
                self.marks = append(self.marks, printed(card))
                self.steady = append(self.steady, i16(1 if is_steady(card) else 0))
        self.one_of("phase", [str(phase) for phase in PHASES])
        self.number("my turn", 1)
        self.number("messenger at the village", 1)
        self.number("key used", 1)
        self.number("purses to fill", 9)
        self.number("turn", players - 1)  # how many seats after mine
        self.number("first", players - 1)
        for place in PLACES:
            self.number(f"{place}.exhausted", 1)
        for place in PLACES:
            self.number(f"{place}.deck", int(DECK))
        self.number("acting card", 1)
        for place in PLACES:
            for slot in range(SLOTS):
                self.declare_card(f"{place}.{slot + 1}")
        for seat in range(players):
            self.declare_board(WHO[seat])

    def declare_card(self, card: str) -> None:
        for name, most in (("there", 1), ("cost", 12), ("price", 12), ("messenger", 1), ("gold now", int(MOST_GOLD)),
                           ("keys now", int(MOST_KEYS)), ("gold for others", 30), ("keys for others", 30),
                           ("one of two", 1), ("discards", 1), ("fills purses", 1), ("gold on purses", 40),
                           ("points", 40), ("about", 62), ("area", 3)):
            self.number(f"{card}.{name}", most)
        for place in PLACES:
            self.number(f"{card}.discount at the {place}", 9)
        for shield in SHIELDS:
            self.number(f"{card}.{shield}", 2)
        self.one_of(f"{card}.scores", SCORINGS)

    def declare_board(self, who: str) -> None:
        for name, most in (("gold", int(MOST_GOLD)), ("keys", int(MOST_KEYS)), ("placed", int(TABLEAU)),
                           ("points", int(MOST_POINTS)), ("face down", int(TABLEAU)),
                           ("room on purses", 360), ("rows", 3), ("columns", 3)):
            self.number(f"{who}.{name}", most)
        for shield in SHIELDS:
            self.number(f"{who}.{shield}", 18)
        for place in PLACES:
            self.number(f"{who}.of the {place}", int(TABLEAU))
        for scoring in SCORINGS:
            self.number(f"{who}.{scoring}", int(MOST_POINTS))
        for line in [f"row {row + 1}" for row in range(SIDE)] + [f"column {col + 1}" for col in range(SIDE)]:
            for shield in SHIELDS:
                self.number(f"{who}.{line}.{shield}", int(LINE))
        for cell in CELL_NAMES:
            self.number(f"{who}.{cell}.side", 2)  # 1: face up, 2: face down
            self.number(f"{who}.{cell}.cost", 12)
            self.number(f"{who}.{cell}.gold", 40)
            self.number(f"{who}.{cell}.points", int(MOST_OF_A_CARD))

    def tell(self, state: State, seat: i64, into: vec[i16]) -> vec[i16]:
        assert isinstance(state, Table)
        table: Table = state  # once: whatever was narrowed is checked again at every use
        one: i16 = 1
        players: i64 = table.players
        at: i64 = len(into)
        into = extend(into, self.table)
        into[at + table.phase] = one
        turn: i64 = table.player - seat
        if turn == 0:
            into[at + 5] = one
        elif turn < 0:
            turn += players
        into[at + 6] = i16(table.messenger)
        if table.key_used:
            into[at + 7] = one
        if table.fills > 0:
            into[at + 8] = held_to(table.fills, 0, 9)
        into[at + 9] = i16(turn)
        first: i64 = table.first - seat
        if first < 0:
            first += players
        into[at + 10] = i16(first)
        if table.card != 0:
            into[at + 15] = one
        own = table.boards[seat]
        costs = table.pieces.costs
        steady = self.steady
        for place in range(2):
            there = table.places[place]
            if there.exhausted:
                into[at + 11 + place] = one
            into[at + 13 + place] = i16(there.left)
            discount: i64 = own.discount(place)
            row = there.row
            for slot in range(SLOTS):
                number: i64 = row[slot]
                open_card: i64 = len(into)
                into = extend(into, self.marks[number])
                if number != 0:
                    price: i64 = costs[number] - discount
                    if price > 0:
                        into[open_card + 2] = held_to(price, 0, 12)
                    if steady[number] == 0:
                        self.tell_worth(table, seat, own, number, into, open_card)
        for other in range(players):
            owner: i64 = seat + other
            if owner >= players:
                owner -= players
            board = table.boards[owner]
            if len(board.told) == 0 or board.told_keys != board.keys:
                board.told = self.board_of(board)
                board.told_keys = board.keys
            at = len(into)
            into = extend(into, board.told)
            into[at] = held_to(board.gold, 0, MOST_GOLD)
        return into

    def tell_worth(self, table: Table, seat: i64, own: Board, number: i64, into: vec[i16], at: i64) -> None:
        """What the effect of an open card would bring me now, where that is not printed."""
        card = table.pieces.cards[number]
        gold: i64 = 0
        keys: i64 = 0
        either: bool = card.mode == CHOOSE_ONE
        for part in card.parts:
            if part.kind == GAIN and not part.opponents:
                amount: i64 = part.amount * gained(table, seat, own, part.neighbour, part.count, part.argument)
                if part.resource == GOLD:
                    gold = most_or_sum(gold, amount, either)
                else:
                    keys = most_or_sum(keys, amount, either)
        into[at + 4] = held_to(gold, 0, MOST_GOLD)
        into[at + 5] = held_to(keys, 0, MOST_KEYS)

    def board_of(self, board: Board) -> vec[i16]:
        """A tableau but for its gold: keys, what each kind of scoring brings by now, its lines and its cells."""
        up: i16 = 1
        down: i16 = 2
        into = self.bare[:]
        into[1] = held_to(board.keys, 0, MOST_KEYS)
        shields: i64 = board.shields
        place: i64 = 8
        while shields:
            into[place] = i16(shields & TALLY)
            shields >>= BITS
            place += 1
        into[14] = i16(board.banners & TALLY)
        into[15] = i16(board.banners >> BITS & TALLY)
        mask: i64 = board.occupied
        if mask != 0:
            into[6] = i16(board.bottom - board.top + 1)
            into[7] = i16(board.right - board.left + 1)
        total: i64 = board.keys
        room: i64 = 0
        placed: i64 = 0
        hidden: i64 = 0
        cell: i64 = 0
        while mask:
            while mask & 1 == 0:
                mask >>= 1
                cell += 1
            number: i64 = i64(board.cells[cell])
            place = CELLED + cell * 4
            into[place + 1] = self.costs[number]
            placed += 1
            if board.down >> cell & 1:
                into[place] = down
                hidden += 1
            else:
                card = board.pieces.cards[number]
                points: i64 = card.points * board.times(cell)
                total += points
                into[place] = up
                if card.scoring == PURSE:
                    stored: i64 = i64(board.stored[cell])
                    into[place + 2] = i16(stored)
                    room += card.argument - stored
                into[place + 3] = held_to(points, 0, MOST_OF_A_CARD)
                place = 16 + card.scoring
                into[place] = held_to(i64(into[place]) + points, 0, MOST_POINTS)
                shields = card.shields
                place = OWNER + cell // SIDE * SHIELD_TYPES
                column: i64 = OWNER + (SIDE + cell % SIDE) * SHIELD_TYPES
                while shields:
                    if shields & TALLY:
                        into[place] = i16(i64(into[place]) + (shields & TALLY))
                        into[column] = i16(i64(into[column]) + (shields & TALLY))
                    shields >>= BITS
                    place += 1
                    column += 1
            mask >>= 1
            cell += 1
        into[2] = i16(placed)
        into[3] = held_to(total, 0, MOST_POINTS)
        into[4] = i16(hidden)
        into[5] = held_to(room, 0, 360)
        return into


def printed(card: Card) -> vec[i16]:
    """The marks of an open card, and what its effect brings wherever it is laid."""
    one: i16 = 1
    into = vec[i16]([0] * int(CARD))
    into[0] = one
    into[1] = held_to(card.cost, 0, 12)
    if card.messenger:
        into[3] = one
    gold: i64 = 0
    keys: i64 = 0
    either: bool = card.mode == CHOOSE_ONE
    if either:
        into[8] = one
    for part in card.parts:
        if part.kind == GAIN:
            if part.opponents:
                into[6 + part.resource] = held_to(part.amount, 0, 30)
            elif part.resource == GOLD:
                gold = most_or_sum(gold, part.amount, either)
            else:
                keys = most_or_sum(keys, part.amount, either)
        elif part.kind == DISCARD_ROW_CARD:
            into[9] = one
        elif part.kind == FILL_PURSES:
            into[10] = one
        elif part.kind == DEPOSIT:
            into[11] = held_to(part.amount, 0, 40)
    into[4] = held_to(gold, 0, MOST_GOLD)
    into[5] = held_to(keys, 0, MOST_KEYS)
    into[12] = held_to(card.points, 0, 40)
    into[13] = held_to(card.argument, 0, 62)
    into[14] = i16(card.area)
    into[15] = held_to(card.discounts & TALLY, 0, 9)
    into[16] = held_to(card.discounts >> BITS & TALLY, 0, 9)
    shields: i64 = card.shields
    place: i64 = 17
    while shields:
        into[place] = held_to(shields & TALLY, 0, 2)
        shields >>= BITS
        place += 1
    into[23 + card.scoring] = one
    return into


def is_steady(card: Card) -> bool:
    """Whether what an effect brings is printed: nothing is counted in a tableau."""
    return all(part.kind != GAIN or part.opponents or part.count == ONCE for part in card.parts)


def gained(table: Table, seat: i64, own: Board, neighbour: bool, count: i64, argument: i64) -> i64:
    """How often an effect would count now, in my tableau or in the better one of my neighbours."""
    if not neighbour:
        return own.count(count, argument)
    left: i64 = table.boards[(seat + 1) % table.players].count(count, argument)
    right: i64 = table.boards[(seat + table.players - 1) % table.players].count(count, argument)
    return right if right > left else left


def most_or_sum(so_far: i64, amount: i64, either: bool) -> i64:
    """Of two effects one is chosen; of several all count."""
    if not either:
        return so_far + amount
    return amount if amount > so_far else so_far


def features(game: Game, players: int, options: dict[str, Choice]) -> ComboFeatures:
    """The features for a number of players."""
    assert isinstance(game, Combo)
    return ComboFeatures(game, players, options, game.box)
