"""Château Combo in numbers: the table, the six open cards by what is printed on them, and every tableau.

Cards are told by their marks, never by their names, so an own set of cards has the same features. What lies on the
discard piles is only counted.

`PROSPECTS` are what a seat knows of a tableau as a network reads it: what the judgement of bots is told, with names.
"""
from __future__ import annotations

import math
from typing import Final, final

from librt.vecs import append, extend, vec
from mypy_extensions import i16, i64

from chateaux.engine.chance import bits, lowest
from chateaux.engine.data import Choice
from chateaux.engine.features import WHO, Features, held_to
from chateaux.engine.game import Game, State
from chateaux.games.chateau_combo.board import CELL_NAMES, CELLS, COLUMN, ROW, SIDE, SLOTS, TABLEAU, Board
from chateaux.games.chateau_combo.pieces import (
    BITS,
    CHOOSE_ONE,
    DEPOSIT,
    DISCARD_ROW_CARD,
    FILL_PURSES,
    GAIN,
    GOLD,
    IF_SHIELD_MISSING,
    ONCE,
    PER_BANNER,
    PER_SHIELD,
    PER_SHIELD_SET,
    PER_TYPE_MISSING,
    PER_TYPE_PRESENT,
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
from chateaux.games.chateau_combo.state import PHASES, Realm

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
        assert isinstance(state, Realm)
        realm: Realm = state  # once: whatever was narrowed is checked again at every use
        one: i16 = 1
        players: i64 = realm.players
        at: i64 = len(into)
        into = extend(into, self.table)
        into[at + realm.phase] = one
        turn: i64 = realm.player - seat
        if turn == 0:
            into[at + 5] = one
        elif turn < 0:
            turn += players
        into[at + 6] = i16(realm.messenger)
        if realm.key_used:
            into[at + 7] = one
        if realm.fills > 0:
            into[at + 8] = held_to(realm.fills, 0, 9)
        into[at + 9] = i16(turn)
        first: i64 = realm.first - seat
        if first < 0:
            first += players
        into[at + 10] = i16(first)
        if realm.card != 0:
            into[at + 15] = one
        own = realm.boards[seat]
        costs = realm.pieces.costs
        steady = self.steady
        for place in range(2):
            there = realm.places[place]
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
                        self.tell_worth(realm, seat, own, number, into, open_card)
        for other in range(players):
            owner: i64 = seat + other
            if owner >= players:
                owner -= players
            board = realm.boards[owner]
            if len(board.told) == 0 or board.told_keys != board.keys:
                board.told = self.board_of(board)
                board.told_keys = board.keys
            at = len(into)
            into = extend(into, board.told)
            into[at] = held_to(board.gold, 0, MOST_GOLD)
        return into

    def tell_worth(self, realm: Realm, seat: i64, own: Board, number: i64, into: vec[i16], at: i64) -> None:
        """What the effect of an open card would bring me now, where that is not printed."""
        card = realm.pieces.cards[number]
        gold: i64 = 0
        keys: i64 = 0
        either: bool = card.mode == CHOOSE_ONE
        for part in card.parts:
            if part.kind == GAIN and not part.opponents:
                amount: i64 = part.amount * gained(realm, seat, own, part.neighbour, part.count, part.argument)
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


def gained(realm: Realm, seat: i64, own: Board, neighbour: bool, count: i64, argument: i64) -> i64:
    """How often an effect would count now, in my tableau or in the better one of my neighbours."""
    if not neighbour:
        return own.count(count, argument)
    left: i64 = realm.boards[(seat + 1) % realm.players].count(count, argument)
    right: i64 = realm.boards[(seat + realm.players - 1) % realm.players].count(count, argument)
    return right if right > left else left


def most_or_sum(so_far: i64, amount: i64, either: bool) -> i64:
    """Of two effects one is chosen; of several all count."""
    if not either:
        return so_far + amount
    return amount if amount > so_far else so_far


# ---------------------------------------------------------------- the prospects of a tableau, for a network

LEFT: Final[i64] = 0  # turns left, one number for each count of them
MEANS: Final[i64] = 10  # gold and keys, and what they make a turn; points now
SYMBOLS: Final[i64] = 16  # shields of each type, types that are missing, and the most of one type
BANNERS: Final[i64] = 24
SAVINGS: Final[i64] = 26
STATE: Final[i64] = 28  # cards face down, room in purses, gold on them, how far rows and columns are fixed
SCORED: Final[i64] = 34  # points now, by what they are scored for
WANTED: Final[i64] = 50  # points of a further shield of each type, where there is room for one
ABSENT: Final[i64] = 56  # points that a shield of each type would cost
BANNERED: Final[i64] = 62  # points of a further card of each place
SEATED: Final[i64] = 64  # one number for each number of players
PROSPECTS: Final[list[str]] = [  # their names
    *[f"turns left={left}" for left in range(10)],
    "gold", "keys", "gold a turn", "keys a turn", "poverty", "points",
    *SHIELDS, "types missing", "most of a type", *[f"of the {place}" for place in PLACES],
    *[f"discount at the {place}" for place in PLACES],
    "face down", "room on purses", "gold on purses", "rows", "columns", "nothing laid",
    *SCORINGS, *[f"wanted {shield}" for shield in SHIELDS], *[f"unwanted {shield}" for shield in SHIELDS],
    *[f"wanted of the {place}" for place in PLACES], *[f"players={players}" for players in range(2, 6)]]


def tell_prospects(board: Board, players: i64, into: vec[float]) -> None:
    """What a tableau may come to, in numbers near 1, written over zeros: what a judgement's network reads."""
    left: i64 = TABLEAU - bits(board.occupied)
    turns: float = float(left) + 0.5
    gold: float = float(board.gold)
    into[LEFT + left] = 1.0
    into[MEANS] = gold / 10.0
    into[MEANS + 1] = float(board.keys) / 5.0
    into[MEANS + 2] = gold / turns / 5.0
    into[MEANS + 3] = float(board.keys) / turns / 2.0
    into[MEANS + 4] = math.exp(-gold / turns / 2.5)
    tally: i64 = board.shields
    most: i64 = 0
    for kind in range(SHIELD_TYPES):
        held: i64 = tally & TALLY
        tally >>= BITS
        into[SYMBOLS + kind] = float(held) / 3.0
        if held > most:
            most = held
        if held == 0:
            into[SYMBOLS + SHIELD_TYPES] += 0.2
    into[SYMBOLS + SHIELD_TYPES + 1] = float(most) / 4.0
    for place in range(2):
        into[BANNERS + place] = float(board.banners >> (place * BITS) & TALLY) / 4.0
        into[SAVINGS + place] = float(board.discounts >> (place * BITS) & TALLY) / 2.0
    room: i64 = 0
    mask: i64 = board.purses
    while mask:
        room += board.room(lowest(mask))
        mask &= mask - 1
    into[STATE] = float(bits(board.down)) / 2.0
    into[STATE + 1] = float(room) / 6.0
    into[STATE + 2] = float(board.stored_gold()) / 6.0
    into[STATE + 3] = float(board.bottom - board.top) / 2.0
    into[STATE + 4] = float(board.right - board.left) / 2.0
    into[STATE + 5] = 1.0 if left == 9 else 0.0
    into[SEATED + players - 2] = 1.0
    score: i64 = board.keys
    mask = board.occupied & ~board.down
    while mask:
        cell: i64 = lowest(mask)
        mask &= mask - 1
        card = board.card(cell)
        points: i64 = board.points(cell)
        score += points
        scoring: i64 = card.scoring
        into[SCORED + scoring] += float(points) / 10.0
        worth: float = float(card.points) / 5.0
        if scoring == PER_SHIELD:
            into[WANTED + card.argument] += worth * gaps(board, cell, card.area, float(left)) / 3.0
        elif scoring == IF_SHIELD_MISSING:
            if board.shields >> (card.argument * BITS) & TALLY == 0:
                into[ABSENT + card.argument] += worth
        elif scoring == PER_TYPE_MISSING:
            for kind in range(SHIELD_TYPES):
                if board.shields >> (kind * BITS) & TALLY == 0:
                    into[ABSENT + kind] += worth
        elif scoring == PER_TYPE_PRESENT and card.area == 3:
            for kind in range(SHIELD_TYPES):
                if board.shields >> (kind * BITS) & TALLY == 0:
                    into[WANTED + kind] += worth
        elif scoring == PER_SHIELD_SET:
            needs: i64 = card.needs
            for kind in range(SHIELD_TYPES):
                into[WANTED + kind] += worth * float(needs >> (kind * BITS) & TALLY) / 3.0
        elif scoring == PER_BANNER:
            into[BANNERED + card.argument] += worth
    into[MEANS + 5] = float(score) / 30.0


def gaps(board: Board, cell: i64, area: i64, turns: float) -> float:
    """How many cards are still to come into a row, column, both, or the whole tableau."""
    if area == 3 or turns == 0.0:
        return turns
    row: float = 3.0 - float(bits(board.occupied & ROW << (cell // SIDE * SIDE)))
    column: float = 3.0 - float(bits(board.occupied & COLUMN << (cell % SIDE)))
    if area == 0:
        return row
    if area == 1:
        return column
    return row + column


def features(game: Game, players: int, options: dict[str, Choice]) -> ComboFeatures:
    """The features for a number of players."""
    assert isinstance(game, Combo)
    return ComboFeatures(game, players, options, game.box)
