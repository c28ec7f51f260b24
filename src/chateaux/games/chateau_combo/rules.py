"""Château Combo: the four steps of a turn, the two places, the end of the game.

Key, buy, effect, messenger and refill, in the rulebook's order. What a tableau counts and scores is
in `board`, what is printed on a card in `cards`.
"""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from chateaux.engine.actions import BLANK, Kept
from chateaux.engine.chance import Chance, bit, bits, lowest
from chateaux.engine.data import Choice, Data, Observation, Outcome, digest
from chateaux.engine.game import Game, State
from chateaux.games.chateau_combo import position
from chateaux.games.chateau_combo.actions import (
    ACTIONS,
    CELL,
    DISCARD,
    DOWN,
    FACE_DOWN,
    FACE_UP,
    FILL,
    FIRST,
    MOVE,
    ONE,
    OPTION,
    REFRESH,
    TAKE,
    VERB,
    asks,
    steps,
    text,
)
from chateaux.games.chateau_combo.board import CELL_NAMES, CELLS, SLOTS, TABLEAU, Board, Place, new_board
from chateaux.games.chateau_combo.form import ChateauComboSet
from chateaux.games.chateau_combo.pieces import (
    CHOOSE_ONE,
    DEPOSIT,
    DISCARD_ROW_CARD,
    FILL_PURSES,
    GAIN,
    GOLD,
    PLACES,
    RESOURCES,
    SCORINGS,
    VILLAGE,
    Part,
    Pieces,
    read,
)
from chateaux.games.chateau_combo.state import CHOOSING, DISCARDING, FILLING, NOBODY, OVER, TAKING, Realm

START_GOLD: Final[i64] = 15
START_KEYS: Final[i64] = 2
HIDDEN_GOLD: Final[i64] = 6  # for a card taken face down
HIDDEN_KEYS: Final[i64] = 2

FIELD: Final[i64] = 0x1FFFFFF  # all cells, a bit each,
ROW_OF_SLOTS: Final[i64] = 7  # and all slots

TAKES: Final = Kept()  # by what `offer` says


def takes(offer: i64) -> vec[i64]:
    """The uses of a key (0: none, 1: a new row, 2: or the messenger moves), and each open cell for every card: face up
    where it can be paid, and face down.
    """
    found = TAKES.of(offer)
    if len(found):
        return found
    cells: i64 = offer & FIELD
    payable: i64 = offer >> CELLS & ROW_OF_SLOTS
    keys: i64 = offer >> CELLS + SLOTS
    found = BLANK[:keys + (SLOTS + bits(payable)) * bits(cells)]
    at: i64 = keys
    if keys:
        found[keys - 1] = FIRST[REFRESH]
    if keys > 1:
        found[0] = FIRST[MOVE]
    for slot in range(SLOTS):
        for side in range(FACE_UP, FACE_DOWN + 1):
            left: i64 = cells
            while left and (side == FACE_DOWN or payable >> slot & 1):
                found[at] = FIRST[TAKE] + (2 * slot + side) * CELLS + lowest(left)
                left &= left - 1
                at += 1
    return TAKES.keep(offer, found)


@final
@mypyc_attr(acyclic=True)
class ComboState(Realm):
    """A position of Château Combo with everything that may be done in it."""

    def clone(self) -> ComboState:
        return ComboState(self.game, self.players, self.options, self.chance.clone(), self.pieces,
                          vec[Board]([board.clone() for board in self.boards]),
                          vec[Place]([place.clone() for place in self.places]), self.first, self.player,
                          self.messenger, self.key_used, self.phase, self.card, self.part, self.fills)

    # ------------------------------------------------------------ what may be done

    def acting(self) -> i64:
        if self.phase == OVER:
            return 0
        return 1 << self.player

    def legal(self, seat: i64) -> vec[i64]:
        phase: i64 = self.phase
        if seat != self.player:
            return vec[i64]()
        board = self.boards[seat]
        if phase == TAKING:
            return takes(self.offer(board))
        actions = vec[i64](capacity=4)
        if phase == CHOOSING:
            actions = append(actions, FIRST[OPTION])
            actions = append(actions, FIRST[OPTION] + 1)
        elif phase == DISCARDING:
            row = self.discard_row()
            for slot in range(SLOTS):
                if row[slot] != 0:
                    actions = append(actions, FIRST[DISCARD] + slot)
        elif phase == FILLING:
            mask: i64 = board.open_purses()
            while mask:
                actions = append(actions, FIRST[FILL] + lowest(mask))
                mask &= mask - 1
        return actions

    def offer(self, board: Board) -> i64:
        """Acheter une carte, or first Dépenser une Clé: open cells, payable slots and uses of a key, in bits."""
        row = self.places[self.messenger].row
        costs = self.pieces.costs
        most: i64 = self.most(board)
        payable: i64 = 0  # a bit for each slot
        for slot in range(SLOTS):
            if costs[row[slot]] <= most:
                payable |= 1 << slot
        keys: i64 = 0
        if not self.key_used and board.keys > 0:
            keys = 2
            if self.places[1 - self.messenger].exhausted:
                keys = 1
        return board.open_cells() | payable << CELLS | keys << CELLS + SLOTS

    def most(self, board: Board) -> i64:
        """What a card where the messenger stands may cost, as it is printed."""
        return board.gold + board.discount(self.messenger)

    def allows(self, seat: i64, action: i64) -> bool:
        if seat != self.player:
            return False
        board = self.boards[seat]
        verb: i64 = VERB[action]
        if self.phase == TAKING:
            if verb == TAKE:
                if board.open_cells() >> CELL[action] & 1 == 0:
                    return False
                return (DOWN[action] == FACE_DOWN
                        or self.pieces.costs[self.places[self.messenger].row[ONE[action]]] <= self.most(board))
            if verb == MOVE:
                return self.may_move()
            return verb == REFRESH and not self.key_used and board.keys > 0
        if self.phase == CHOOSING:
            return verb == OPTION
        if self.phase == DISCARDING:
            return verb == DISCARD and self.discard_row()[ONE[action]] != 0
        return self.phase == FILLING and verb == FILL and board.open_purses() >> ONE[action] & 1 == 1

    def discard_row(self) -> vec[i64]:
        """The row from which the effect being carried out discards a card."""
        return self.places[self.pieces.cards[self.card].parts[self.part - 1].row].row

    # ------------------------------------------------------------ the turn

    def apply(self, seat: i64, action: i64) -> None:
        verb: i64 = VERB[action]
        one: i64 = ONE[action]
        if verb == TAKE:
            self.take(one, DOWN[action] == FACE_DOWN, CELL[action])
        elif verb == OPTION:
            card = self.pieces.cards[self.card]
            self.part = one + 1
            if not self.asks_for(card.parts[one]):
                self.carry_out()
        elif verb == DISCARD:
            self.discard(one)
            self.carry_out()
        elif verb == FILL:
            self.fill(one)
            self.fills -= 1
            if self.fills == 0:
                self.carry_out()
        else:
            self.spend_key(verb)

    def spend_key(self, verb: i64) -> None:
        """Dépenser une Clé: move the messenger, or renew the row where it stands; once a turn."""
        self.boards[self.player].keys -= 1
        self.key_used = True
        if verb == MOVE:
            self.messenger = 1 - self.messenger
            if self.log is not None:
                self.emit("key_move", self.player, {"place": PLACES[self.messenger]})
            return
        place = self.places[self.messenger]
        if self.log is not None:
            self.emit("key_refresh", self.player, {"place": PLACES[self.messenger], "cards": self.ids(place.row)})
        for slot in range(SLOTS):
            place.discard |= bit(self.pieces.cards[place.row[slot]].bit)
            place.row[slot] = 0
        self.complete(self.messenger)

    def take(self, slot: i64, face_down: bool, cell: i64) -> None:
        """Acheter une carte: pay and place it, or take it face down for 6 gold and 2 keys."""
        board = self.boards[self.player]
        row = self.places[self.messenger].row
        card = self.pieces.cards[row[slot]]
        row[slot] = 0
        if face_down:
            board.hide(card.number, cell)
            board.gold += HIDDEN_GOLD
            board.keys += HIDDEN_KEYS
            if self.log is not None:
                self.emit("hide", self.player, {"card": card.id, "cell": CELL_NAMES[cell], "gold": HIDDEN_GOLD,
                                                "keys": HIDDEN_KEYS})
            self.end_turn()
            return
        price: i64 = board.price(card)
        board.gold -= price
        board.show(card, cell)
        if self.log is not None:
            self.emit("buy", self.player, {"card": card.id, "cell": CELL_NAMES[cell], "count": price})
        self.card = card.number
        self.part = 0
        if card.mode == CHOOSE_ONE:
            self.phase = CHOOSING
        else:
            self.carry_out()

    def carry_out(self) -> None:
        """Appliquer l'effet: the parts in listed order, stopping where the player has a choice."""
        card = self.pieces.cards[self.card]
        while card.mode != CHOOSE_ONE and self.part < len(card.parts):
            part = card.parts[self.part]
            self.part += 1
            if self.asks_for(part):
                return
        if card.messenger and not self.places[1 - card.place].exhausted:
            self.messenger = 1 - card.place
            if self.log is not None:
                self.emit("messenger", self.player, {"place": PLACES[self.messenger]})
        self.end_turn()

    def asks_for(self, part: Part) -> bool:
        """Carry out one part; True when it waits for a choice of the player."""
        kind: i64 = part.kind
        if kind == GAIN:
            self.gain(part)
        elif kind == DEPOSIT:
            mask: i64 = self.boards[self.player].open_purses()
            while mask:
                self.deposit(lowest(mask), part.amount)
                mask &= mask - 1
        elif kind == FILL_PURSES:
            self.fills = part.amount
            return self.must_choose_purses()
        elif kind == DISCARD_ROW_CARD:
            if not self.places[part.row].exhausted:
                self.phase = DISCARDING
                return True
        return False

    def gain(self, part: Part) -> None:
        """Gold or keys for the player, or for each opponent."""
        if part.opponents:
            for seat in range(self.players):
                if seat != self.player:
                    self.receive(seat, part.resource, part.amount)
            return
        count: i64
        if part.neighbour:
            left = self.boards[(self.player + 1) % self.players]
            right = self.boards[(self.player - 1) % self.players]
            count = max(left.count(part.count, part.argument), right.count(part.count, part.argument))
        else:
            count = self.boards[self.player].count(part.count, part.argument)
        self.receive(self.player, part.resource, part.amount * count)

    def receive(self, seat: i64, resource: i64, amount: i64) -> None:
        board = self.boards[seat]
        if resource == GOLD:
            board.gold += amount
        else:
            board.keys += amount
        if amount > 0 and self.log is not None:
            self.emit("gain_" + RESOURCES[resource], seat, {"count": amount})

    def deposit(self, cell: i64, gold: i64) -> None:
        board = self.boards[self.player]
        stored: i64 = board.store(cell, gold)
        if self.log is not None:
            self.emit("deposit", self.player, {"card": board.card(cell).id, "cell": CELL_NAMES[cell], "count": stored})

    def fill(self, cell: i64) -> None:
        self.deposit(cell, self.boards[self.player].room(cell))

    def must_choose_purses(self) -> bool:
        """Ask which purse to fill, or fill all that are left when there is nothing to choose."""
        mask: i64 = self.boards[self.player].open_purses()
        if bits(mask) > self.fills:
            self.phase = FILLING
            return True
        while mask:
            self.fill(lowest(mask))
            mask &= mask - 1
        self.fills = 0
        return False

    def discard(self, slot: i64) -> None:
        """A chosen card of the other row is discarded for its printed cost."""
        part = self.pieces.cards[self.card].parts[self.part - 1]
        place = self.places[part.row]
        card = self.pieces.cards[place.row[slot]]
        place.row[slot] = 0
        place.discard |= bit(card.bit)
        if self.log is not None:
            self.emit("discard", self.player, {"card": card.id, "place": PLACES[part.row]})
        self.receive(self.player, part.resource, card.cost)

    def end_turn(self) -> None:
        """Compléter les 2 lieux, then the next player in clockwise order."""
        self.card = 0
        self.part = 0
        self.key_used = False
        self.phase = TAKING
        self.complete(0)
        self.complete(1)
        self.player += 1
        if self.player == self.players:
            self.player = 0
        if self.player == self.first and self.boards[self.player].placed() == TABLEAU:
            self.finish()

    def complete(self, which: i64) -> None:
        """Reveal cards until three lie open; a place that cannot is exhausted and leaves the game."""
        place = self.places[which]
        row = place.row
        if (row[0] and row[1] and row[2]) or place.exhausted:
            return
        shown: i64 = 0  # a bit for each slot
        for slot in range(SLOTS):
            if row[slot]:
                continue
            if place.left == 0:
                place.deck = place.discard
                place.left = bits(place.discard)
                place.discard = 0
                if place.left == 0:
                    self.exhaust(which)
                    return
                if self.log is not None:
                    self.emit("reshuffle", self.player, {"place": PLACES[which]})
            drawn: i64 = self.chance.choose(place.deck, place.left)
            place.deck ^= bit(drawn)
            place.left -= 1
            row[slot] = self.pieces.decks[which][drawn]
            shown |= 1 << slot
            self.revealed = True
        if shown and self.log is not None:
            cards = vec[i64]([row[slot] for slot in range(SLOTS) if shown >> slot & 1])
            self.emit("reveal", self.player, {"place": PLACES[which], "cards": self.ids(cards)})

    def exhaust(self, which: i64) -> None:
        """Lieu épuisé: its cards are removed and the messenger stays at the other place for good."""
        place = self.places[which]
        place.exhausted = True
        for slot in range(SLOTS):
            place.row[slot] = 0
        self.messenger = 1 - which
        self.revealed = True
        if self.log is not None:
            self.emit("exhausted", self.player, {"place": PLACES[which]})

    def finish(self) -> None:
        """Cartes à score « Bourse »: what gold is left goes onto the purses."""
        self.phase = OVER
        for seat in range(self.players):
            board = self.boards[seat]
            mask: i64 = board.open_purses()
            while mask and board.gold > 0:
                cell: i64 = lowest(mask)
                mask &= mask - 1
                stored: i64 = board.store(cell, board.gold)
                board.gold -= stored
                if self.log is not None:
                    self.emit("store", seat, {"card": board.card(cell).id, "cell": CELL_NAMES[cell], "count": stored})

    def ids(self, numbers: vec[i64]) -> list[str]:
        return [self.pieces.cards[number].id for number in numbers]

    # ------------------------------------------------------------ the result

    def scores(self) -> list[int]:
        return [board.total() for board in self.boards]

    def winners(self) -> tuple[int, ...]:
        """The highest total; a tie goes to the most gold left over, then it is shared."""
        if self.phase != OVER:
            return ()
        results = [(board.total(), board.gold) for board in self.boards]
        best = max(results)
        return tuple([seat for seat in range(self.players) if results[seat] == best])

    def ending(self) -> Data:
        return {} if self.phase != OVER else {"kind": "tableaux", "count": TABLEAU}

    def breakdown(self, seat: int) -> list[Data]:
        board = self.boards[seat]
        lines: list[Data] = []
        for cell in range(CELLS):
            if board.occupied >> cell & 1:
                card = board.card(cell)
                if board.down >> cell & 1:
                    lines.append({"kind": "face_down", "card": card.id, "cell": CELL_NAMES[cell], "points": 0})
                else:
                    lines.append({"kind": SCORINGS[card.scoring], "card": card.id, "cell": CELL_NAMES[cell],
                                  "each": card.points, "times": board.times(cell), "points": board.points(cell)})
        lines.append({"kind": "keys", "points": board.keys})
        return lines

    # ------------------------------------------------------------ what Python calls all the time

    def actions(self, seat: int) -> list[int]:  # a method of the very class is called more quickly than one of its base
        return super().actions(seat)

    def play(self, action: int, seat: int, events: bool = False) -> Outcome:
        return super().play(action, seat, events)

    # ------------------------------------------------------------ words and data

    def text(self, action: int) -> str:
        return text(self, action)

    def asks(self, seat: i64) -> Data:
        return asks(self, seat)

    def steps(self, seat: i64, action: i64) -> list[list[str]]:
        return steps(self, seat, action)

    def position(self, seat: i64) -> Data:
        return position.write(self, seat)

    def check(self) -> None:
        position.check(self)


@final
class Combo(Game):
    """Château Combo with one set of cards."""

    def __init__(self, data: object) -> None:
        self.box: Pieces = read(data)
        super().__init__("chateau-combo", range(2, 6), {}, 1, ACTIONS.count, data)
        self.digest = digest(data["cards"] if isinstance(data, dict) else data)  # of the cards: records know it so
        self.form = ChateauComboSet

    def with_pieces(self, data: object) -> Game:
        """The same game with somebody's own cards; a bare list of them is as good."""
        return super().with_pieces({"cards": data} if isinstance(data, list) else data)

    def remade(self, pieces: object) -> Combo:
        return Combo(pieces)

    def laid_out(self, players: int, options: dict[str, Choice], chance: Chance, first: i64) -> ComboState:
        """Mise en place without anything drawn: 15 gold and 2 keys each, all cards in their decks."""
        places: list[Place] = []
        for numbers in self.box.decks:
            count: i64 = len(numbers)
            places.append(Place(vec[i64]([0, 0, 0]), bit(count) - 1, count, 0, False))
        return ComboState(self, players, options, chance, self.box,
                          vec[Board]([new_board(self.box, START_GOLD, START_KEYS) for _ in range(players)]),
                          vec[Place](places), first, first, VILLAGE, False, TAKING, 0, 0, 0)

    def start(self, players: int, options: dict[str, Choice], chance: Chance) -> State:
        """Mise en place: three open cards per place, the messenger at the village."""
        state = self.laid_out(players, options, chance, chance.below(players))
        state.complete(0)
        state.complete(1)
        return state

    def restore(self, players: int, options: dict[str, Choice], written: Data, chance: Chance) -> State:
        state = self.laid_out(players, options, chance, NOBODY)
        position.read(state, written)
        return state

    def view(self, observation: Observation) -> Any:  # a View of the schema, which stays plain
        from chateaux.games.chateau_combo.view import view

        return view(self, observation)


GAME: Final = Combo(json.loads((Path(__file__).parent / "pieces.json").read_text("utf-8")))
