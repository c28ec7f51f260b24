"""Château Combo: the four steps of a turn, the two places, the end of the game.

Key, buy, effect, messenger and refill, in the rulebook's order. What a tableau counts and scores is
in `board`, what is printed on a card in `cards`.
"""
from __future__ import annotations

import json
from pathlib import Path
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from chateaux.engine.chance import Chance, bit, bits, lowest
from chateaux.engine.data import BadPosition, Choice, Data, Observation
from chateaux.engine.game import Game, State
from chateaux.engine.reading import Reader
from chateaux.games.chateau_combo.board import CELL_NAMES, CELLS, SLOTS, TABLEAU, Board, Place, new_board
from chateaux.games.chateau_combo.cards import (
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
    Card,
    Part,
    Pieces,
    read_pieces,
)
from chateaux.games.chateau_combo.position import check_place, check_tableau, read_board, read_card_id, read_place

START_GOLD: Final[i64] = 15
START_KEYS: Final[i64] = 2
HIDDEN_GOLD: Final[i64] = 6  # for a card taken face down
HIDDEN_KEYS: Final[i64] = 2

MOVE: Final[i64] = 0  # spend a key: move the messenger,
REFRESH: Final[i64] = 1  # or discard the three cards of its row
TAKE: Final[i64] = 2  # TAKE + (slot * 2 + face down) * CELLS + cell
OPTION: Final[i64] = 152  # one of two effects
DISCARD: Final[i64] = 154  # a card of the other row, by slot
FILL: Final[i64] = 157  # a purse, by cell
ACTIONS: Final = 182

PHASES: Final = ["take", "option", "discard", "fill", "over"]
TAKING: Final[i64] = 0
CHOOSING: Final[i64] = 1
DISCARDING: Final[i64] = 2
FILLING: Final[i64] = 3
OVER: Final[i64] = 4


@final
class ComboState(State):
    """A position of Château Combo. Nothing in it is hidden but what the decks will give."""

    def __init__(self, game: Game, players: i64, options: dict[str, Choice], chance: Chance, pieces: Pieces,
                 boards: vec[Board], places: vec[Place], first: i64, player: i64, messenger: i64, key_used: bool,
                 phase: i64, card: i64, part: i64, fills: i64) -> None:
        super().__init__(game, players, options, chance)
        self.pieces: Pieces = pieces
        self.boards: vec[Board] = boards
        self.places: vec[Place] = places
        self.first: i64 = first
        self.player: i64 = player
        self.messenger: i64 = messenger  # the place it stands at
        self.key_used: bool = key_used
        self.phase: i64 = phase
        self.card: i64 = card  # the card whose effect is being carried out,
        self.part: i64 = part  # its next part,
        self.fills: i64 = fills  # and how many purses may still be filled

    def clone(self) -> ComboState:
        return ComboState(self.game, self.players, self.options, self.chance.clone(), self.pieces,
                          vec[Board]([board.clone() for board in self.boards]),
                          vec[Place]([place.clone() for place in self.places]), self.first, self.player,
                          self.messenger, self.key_used, self.phase, self.card, self.part, self.fills)

    # ------------------------------------------------------------ what may be done

    def acting(self) -> i64:
        return 0 if self.phase == OVER else 1 << self.player

    def may_move(self) -> bool:
        """A key moves the messenger, unless the other place is exhausted."""
        return (not self.key_used and self.boards[self.player].keys > 0
                and not self.places[1 - self.messenger].exhausted)

    def legal(self, seat: i64) -> vec[i64]:
        actions = vec[i64](capacity=40)
        if seat != self.player or self.phase == OVER:
            return actions
        board = self.boards[seat]
        if self.phase == TAKING:
            if self.may_move():
                actions = append(actions, MOVE)
            if not self.key_used and board.keys > 0:
                actions = append(actions, REFRESH)
            cells: i64 = board.open_cells()
            row = self.places[self.messenger].row
            action: i64 = TAKE
            for slot in range(SLOTS):
                if board.price(self.pieces.cards[row[slot]]) <= board.gold:
                    mask: i64 = cells
                    while mask:
                        actions = append(actions, action + lowest(mask))
                        mask &= mask - 1
                mask = cells
                while mask:
                    actions = append(actions, action + CELLS + lowest(mask))
                    mask &= mask - 1
                action += 2 * CELLS
        elif self.phase == CHOOSING:
            actions = append(actions, OPTION)
            actions = append(actions, OPTION + 1)
        elif self.phase == DISCARDING:
            row = self.discard_row()
            for slot in range(SLOTS):
                if row[slot] != 0:
                    actions = append(actions, DISCARD + slot)
        else:
            mask = board.open_purses()
            while mask:
                actions = append(actions, FILL + lowest(mask))
                mask &= mask - 1
        return actions

    def allows(self, seat: i64, action: i64) -> bool:
        if seat != self.player:
            return False
        board = self.boards[seat]
        if self.phase == TAKING:
            if action == MOVE:
                return self.may_move()
            if action == REFRESH:
                return not self.key_used and board.keys > 0
            if action >= OPTION:
                return False
            choice: i64 = (action - TAKE) // CELLS
            if board.open_cells() >> ((action - TAKE) % CELLS) & 1 == 0:
                return False
            if choice & 1:
                return True
            return board.price(self.pieces.cards[self.places[self.messenger].row[choice >> 1]]) <= board.gold
        if self.phase == CHOOSING:
            return action == OPTION or action == OPTION + 1
        if self.phase == DISCARDING:
            return DISCARD <= action < DISCARD + SLOTS and self.discard_row()[action - DISCARD] != 0
        if self.phase == FILLING:
            return action >= FILL and board.open_purses() >> (action - FILL) & 1 == 1
        return False

    def discard_row(self) -> vec[i64]:
        """The row from which the effect being carried out discards a card."""
        return self.places[self.pieces.cards[self.card].parts[self.part - 1].row].row

    # ------------------------------------------------------------ the turn

    def apply(self, seat: i64, action: i64) -> None:
        if action < TAKE:
            self.spend_key(action)
        elif action < OPTION:
            choice: i64 = (action - TAKE) // CELLS
            self.take(choice >> 1, choice & 1 == 1, (action - TAKE) % CELLS)
        elif action < DISCARD:
            card = self.pieces.cards[self.card]
            self.part = action - OPTION + 1
            if not self.asks_for(card.parts[self.part - 1]):
                self.carry_out()
        elif action < FILL:
            self.discard(action - DISCARD)
            self.carry_out()
        else:
            self.fill(action - FILL)
            self.fills -= 1
            if self.must_choose_purses():
                return
            self.carry_out()

    def spend_key(self, action: i64) -> None:
        """Dépenser une Clé: move the messenger, or renew the row where it stands; once a turn."""
        self.boards[self.player].keys -= 1
        self.key_used = True
        if action == MOVE:
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
            count = self.boards[(self.player + 1) % self.players].count(part.count, part.argument)
            other: i64 = self.boards[(self.player + self.players - 1) % self.players].count(part.count, part.argument)
            if other > count:
                count = other
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
        if self.fills > 0 and bits(mask) > self.fills:
            self.phase = FILLING
            return True
        if self.fills > 0:
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
        if place.exhausted:
            return
        row = place.row
        if row[0] != 0 and row[1] != 0 and row[2] != 0:
            return
        shown = vec[i64]()
        for slot in range(SLOTS):
            if row[slot] != 0:
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
            place.deck &= ~bit(drawn)
            place.left -= 1
            row[slot] = self.pieces.decks[which][drawn]
            if self.log is not None:
                shown = append(shown, row[slot])
        self.revealed = True
        if self.log is not None:
            self.emit("reveal", self.player, {"place": PLACES[which], "cards": self.ids(shown)})

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
        return [self.pieces.cards[number].id for number in numbers if number != 0]

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

    # ------------------------------------------------------------ words and data

    def text(self, action: int) -> str:
        number: i64 = action
        if number == MOVE:
            return "move"
        if number == REFRESH:
            return "refresh"
        if number < OPTION:
            choice: i64 = (number - TAKE) // CELLS
            card = self.pieces.cards[self.places[self.messenger].row[choice >> 1]]
            verb = "hide" if choice & 1 else "buy"
            return f"{verb} {card.id} @{CELL_NAMES[(number - TAKE) % CELLS]}"
        if number < DISCARD:
            return f"option {number - OPTION + 1}"
        if number < FILL:
            part = self.pieces.cards[self.card].parts[self.part - 1] if self.part else None
            row = self.places[part.row if part is not None else self.messenger].row
            return f"discard {self.pieces.cards[row[number - DISCARD]].id}"
        return f"fill @{CELL_NAMES[number - FILL]}"

    def asks(self, seat: i64) -> Data:
        card = self.pieces.cards[self.card]
        if self.phase == TAKING:
            return {"kind": "take", "place": PLACES[self.messenger], "key": not self.key_used and
                    self.boards[seat].keys > 0, "move": self.may_move()}
        if self.phase == CHOOSING:
            return {"kind": "option", "card": card.id}
        if self.phase == DISCARDING:
            part = card.parts[self.part - 1]
            return {"kind": "discard_for_" + RESOURCES[part.resource], "card": card.id, "place": PLACES[part.row]}
        return {"kind": "fill", "card": card.id, "count": self.fills}

    def steps(self, seat: i64, action: i64) -> list[list[str]]:
        if action == MOVE:
            return [["key-move"]]
        if action == REFRESH:
            return [["key-refresh"]]
        if action < OPTION:
            choice: i64 = (action - TAKE) // CELLS
            side = "-down" if choice & 1 else ""
            return [[f"row-{PLACES[self.messenger]}-{(choice >> 1) + 1}{side}"],
                    ["cell-" + CELL_NAMES[(action - TAKE) % CELLS]]]
        if action < DISCARD:
            return [[f"option-{action - OPTION + 1}"]]
        if action < FILL:
            part = self.pieces.cards[self.card].parts[self.part - 1]
            return [[f"row-{PLACES[part.row]}-{action - DISCARD + 1}"]]
        return [["cell-" + CELL_NAMES[action - FILL]]]

    def position(self, seat: i64) -> Data:
        cards = self.pieces.cards
        places: Data = {}
        for which in range(2):
            place = self.places[which]
            numbers = self.pieces.decks[which]
            places[PLACES[which]] = {
                "row": [cards[number].id if number else None for number in place.row],
                "discard": [cards[numbers[index]].id for index in range(len(numbers))
                            if place.discard >> index & 1],
                "left": place.left, "exhausted": place.exhausted}
        boards: list[Data] = []
        for board in self.boards:
            lying: Data = {}
            for cell in range(CELLS):
                if board.occupied >> cell & 1:
                    gold: int = i64(board.stored[cell])
                    lying[CELL_NAMES[cell]] = {"card": board.card(cell).id, "down": board.down >> cell & 1 == 1,
                                               "gold": gold}
            boards.append({"gold": board.gold, "keys": board.keys, "cards": lying})
        return {"first": self.first, "turn": self.player, "messenger": PLACES[self.messenger],
                "key_used": self.key_used, "phase": PHASES[self.phase],
                "card": cards[self.card].id if self.card else None, "part": self.part, "fills": self.fills,
                "places": places, "boards": boards}

    def check(self) -> None:
        """Every card is in one place, tableaux are possible, and the phase fits the card in hand."""
        for seat in range(self.players):
            check_tableau(self.boards[seat], seat)
        for which in range(2):
            check_place(self.boards, self.pieces, self.places[which], which)
        if self.places[self.messenger].exhausted:
            raise BadPosition("The messenger stands at an exhausted place.")
        if self.phase == OVER:
            self.check_end()
        else:
            self.check_turn()
        self.check_rows()

    def check_end(self) -> None:
        for seat in range(self.players):
            board = self.boards[seat]
            if board.placed() != TABLEAU:
                raise BadPosition("The game is over, but a tableau has fewer than 9 cards.")
            if board.gold > 0 and board.open_purses():
                raise BadPosition(f"The game is over, but seat {seat} has gold left that fits on a purse.")

    def check_rows(self) -> None:
        """Three cards lie open, but for the one in hand and those its effect has discarded."""
        card = self.pieces.cards[self.card]
        for which in range(2):
            gaps: i64 = 0
            for number in self.places[which].row:
                if number == 0:
                    gaps += 1
            expected: i64 = 0
            if self.card and which == card.place:
                expected = 1
            elif self.card and card.mode != CHOOSE_ONE:
                for index in range(self.part - 1):
                    if card.parts[index].kind == DISCARD_ROW_CARD:
                        expected += 1
            if gaps != expected and not self.places[which].exhausted:
                raise BadPosition(f"The {PLACES[which]} row shows {SLOTS - gaps} cards instead of {SLOTS - expected}.")

    def check_turn(self) -> None:
        """Everybody has had their turns, in order."""
        acting: i64 = 1 if self.phase != TAKING else 0  # the acting player has already placed a card
        for offset in range(self.players):
            seat: i64 = (self.first + offset) % self.players
            expected: i64 = self.boards[self.first].placed()
            before: bool = offset < (self.player + self.players - self.first) % self.players
            if seat != self.first and seat != self.player:
                expected -= 0 if before else (1 if self.player != self.first or acting else 0)
            elif seat == self.player and seat != self.first:
                expected -= 1 - acting
            if self.boards[seat].placed() != expected:
                raise BadPosition(f"Seat {seat} has {self.boards[seat].placed()} cards where the order of turns "
                                  f"gives {expected}.")
        if self.phase == TAKING:
            if self.boards[self.player].placed() >= TABLEAU:
                raise BadPosition(f"Seat {self.player} is to take a card but has 9.")
            return
        card = self.pieces.cards[self.card]
        if self.card == 0:
            raise BadPosition(f"The phase is {PHASES[self.phase]}, but no card is being carried out.")
        self.check_effect(card)

    def check_effect(self, card: Card) -> None:
        owned: bool = False
        board = self.boards[self.player]
        for cell in range(CELLS):
            if board.occupied >> cell & 1 and not board.down >> cell & 1 and board.card(cell).number == card.number:
                owned = True
        part = card.parts[self.part - 1] if 0 < self.part <= len(card.parts) else None
        fits: bool = owned and self.messenger == card.place
        if self.phase == CHOOSING:
            fits = fits and card.mode == CHOOSE_ONE and self.part == 0
        elif self.phase == DISCARDING:
            fits = fits and part is not None and part.kind == DISCARD_ROW_CARD and not self.places[part.row].exhausted
        else:
            fits = (fits and part is not None and part.kind == FILL_PURSES and 0 < self.fills <= part.amount
                    and bits(board.open_purses()) > self.fills)
        if not fits:
            raise BadPosition(f"The phase {PHASES[self.phase]} does not fit the card {card.id!r} of seat "
                              f"{self.player}.")


@final
class Combo(Game):
    """Château Combo with one set of cards."""

    def __init__(self, data: object) -> None:
        self.cards: Pieces = read_pieces(data)
        super().__init__("chateau-combo", range(2, 6), {}, 1, ACTIONS, data)

    def with_pieces(self, data: object) -> Combo:
        return Combo(data)

    def start(self, players: int, options: dict[str, Choice], chance: Chance) -> State:
        """Mise en place: 15 gold and 2 keys each, three open cards per place, messenger at the village."""
        places: list[Place] = []
        for numbers in self.cards.decks:
            count: i64 = len(numbers)
            places.append(Place(vec[i64]([0, 0, 0]), bit(count) - 1, count, 0, False))
        first: i64 = chance.below(players)
        state = ComboState(self, players, options, chance, self.cards,
                           vec[Board]([new_board(self.cards, START_GOLD, START_KEYS) for _ in range(players)]),
                           vec[Place](places), first, first, VILLAGE, False, TAKING, 0, 0, 0)
        state.complete(0)
        state.complete(1)
        return state

    def restore(self, players: int, options: dict[str, Choice], position: Data, chance: Chance) -> State:
        reader = Reader(position, "The position")
        seen: set[int] = set()
        boards: list[Board] = []
        for seat, item in enumerate(reader.items("boards", players, players)):
            boards.append(read_board(self.cards, Reader(item, f"Board {seat}"), seen))
        both = reader.part("places")
        places: list[Place] = []
        for which in range(2):
            reading = Reader(both.data.get(PLACES[which], {}), f"The {PLACES[which]}")
            places.append(read_place(self.cards, which, reading, seen))
        for which in range(2):
            numbers = self.cards.decks[which]
            for index in range(len(numbers)):
                if numbers[index] not in seen and not places[which].exhausted:
                    places[which].deck |= bit(index)
                    places[which].left += 1
        first = reader.number("first", 0, players - 1, 0)
        card = read_card_id(self.cards, reader.text("card"), set()) if reader.has("card") else 0
        return ComboState(self, players, options, chance, self.cards, vec[Board](boards), vec[Place](places), first,
                          reader.number("turn", 0, players - 1, first),
                          reader.word("messenger", PLACES, "village"), reader.flag("key_used", False),
                          reader.word("phase", PHASES, "take"), card, reader.number("part", 0, 3, 0),
                          reader.number("fills", 0, 9, 0))

    def view(self, observation: Observation) -> Data:
        from chateaux.games.chateau_combo.view import view

        return view(self, observation)


GAME: Final = Combo(json.loads((Path(__file__).parent / "pieces.json").read_text("utf-8")))
