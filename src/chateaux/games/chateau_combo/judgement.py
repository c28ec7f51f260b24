"""What a good player of Château Combo sees: what a tableau promises, which card and cell look best.

The figures were tuned by playing tables of four against each other.
"""
from __future__ import annotations

import math
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from chateaux.engine.chance import Chance, bit, bits, lowest
from chateaux.engine.game import Game, State
from chateaux.engine.judgement import Judgement
from chateaux.games.chateau_combo.actions import ACTIONS, CELL, DOWN, FACE_DOWN, FACE_UP, MOVE, ONE, REFRESH, TAKE, VERB
from chateaux.games.chateau_combo.board import SIDE, TABLEAU, Board, types_present
from chateaux.games.chateau_combo.features import PROSPECTS, gaps, tell_prospects
from chateaux.games.chateau_combo.pieces import (
    BITS,
    CHOOSE_ONE,
    DEPOSIT,
    DISCARD_ROW_CARD,
    FILL_PURSES,
    GAIN,
    GOLD,
    IF_FACE_DOWN,
    IF_POSITION,
    IF_SHIELD_MISSING,
    PER_BANNER,
    PER_BANNER_SET,
    PER_COST,
    PER_DISCOUNT,
    PER_IDENTICAL,
    PER_KEY,
    PER_SHIELD,
    PER_SHIELD_NUMBER,
    PER_SHIELD_SET,
    PER_STORED_GOLD,
    PER_TYPE_MISSING,
    PER_TYPE_PRESENT,
    PURSE,
    SCORINGS,
    SHIELD_TYPES,
    TALLY,
    Card,
    Part,
)
from chateaux.games.chateau_combo.rules import HIDDEN_GOLD, HIDDEN_KEYS, Combo, ComboState
from chateaux.games.chateau_combo.state import CHOOSING, DISCARDING, OVER, TAKING

SLOTS: Final[i64] = 3
NOTHING: Final = -1000.0

# What the figures make of a tableau, told to a network after `PROSPECTS`: the points expected by what they are scored
# for, those promised in all, and the same by turns left.
EXPECTED: Final[i64] = len(PROSPECTS)
PROMISED: Final[i64] = EXPECTED + len(SCORINGS)
LAID: Final[i64] = PROMISED + 2  # and which cards lie there face up, one number for each

# Ways to play: which figures of the judgement count how much more or less.
TEMPERS: Final = {
    "builder": {"focus": 2.0, "sets": 1.6, "shield": 1.2, "wealth": 0.9},
    "raider": {"key": 3.0, "denial": 6.0, "par": 1.1},
    "gambler": {"wealth": 0.75, "variety": 1.4, "hidden": 0.5, "par": 1.15}}


def symbols(tally: i64) -> i64:
    """How many shields a tally holds."""
    total: i64 = 0
    while tally:
        total += tally & TALLY
        tally >>= BITS
    return total


@final
class ComboJudgement(Judgement):
    """Prospects of tableaux. A figure with `per turn` in its comment is what each turn left brings."""

    def __init__(self, game: Combo) -> None:
        super().__init__()
        self.spread = 9.0
        self.margin = 0.4
        self.horizon = -1
        self.warmth = 2.5
        self.through_chance = False
        self.reach = 10.0
        self.wealth: float = 6.8  # points per turn of a player with gold enough
        self.need: float = 0.7  # gold per turn at which 63 % of that is reached
        self.key: float = 0.1  # points per turn of a key beside the one it scores
        self.saving: float = 0.25  # gold per turn that one gold of discount saves
        self.shield: float = 0.39  # shields per turn of a type that scores
        self.variety: float = 0.22  # chance per turn that a wanted type comes
        self.restraint: float = 0.05  # chance per turn that an unwanted type comes all the same
        self.banner: float = 0.37  # cards per turn of a place that scores
        self.kindred: float = 0.22  # cards per turn with a wanted number of shields,
        self.priced: float = 0.18  # a wanted cost,
        self.cheaper: float = 0.24  # a discount
        self.gain: float = 0.32  # keys per turn of a player whose cards score them
        self.hoard: float = 1.2  # gold per turn that finds its way to a purse
        self.spent: float = 2.8  # gold per turn that is spent elsewhere before
        self.side: float = 0.94  # chance that a side of the frame ends up where it should
        self.hidden: float = 0.41  # chance that a card will yet be laid face down
        self.sets: float = 0.21  # of the progress towards a further set that will be made
        self.par: float = 9.3  # what the best card of a new row adds, on the mean
        self.focus: float = 0.23  # points per turn of a further shield of a type
        self.denial: float = 0.02  # of what is given to the others
        self.ripe: float = 0.0  # how much of the doubt is gone when a tableau is full
        self.cards: vec[Card] = game.box.cards
        self.seated: i64 = 2
        self.told: i64 = LAID + len(self.cards)  # how many numbers a network is told
        self.inputs: vec[float] = vec[float]([0.0] * int(self.told))

    def figures(self) -> list[str]:
        return ["spread", "warmth", "wealth", "need", "key", "saving", "shield", "variety", "restraint", "banner",
                "kindred", "priced", "cheaper", "gain", "hoard", "spent", "side", "hidden", "sets", "par", "focus",
                "denial", "ripe"]

    def doubt(self, state: State) -> float:
        assert isinstance(state, ComboState)
        laid: i64 = bits(state.boards[state.players - 1].occupied)
        return self.spread * (1.0 - self.ripe * float(laid) / float(TABLEAU))

    # ------------------------------------------------------------ a tableau's promise

    def worth(self, state: State, seat: i64) -> float:
        assert isinstance(state, ComboState)
        self.seated = state.players
        return self.promise(state.boards[seat], state.phase == OVER)

    def numbers(self, state: State, seat: i64) -> vec[float]:
        assert isinstance(state, ComboState)
        self.seated = state.players
        self.tell(state.boards[seat])
        return self.inputs[:]

    def promise(self, board: Board, over: bool) -> float:
        """The points of a tableau with what its turns left should add."""
        if over:
            return float(board.total())
        network = self.network
        if network is None:
            return self.reckoned(board, False)
        reckoned: float = self.tell(board)
        network.read(self.inputs)
        return reckoned + self.reach * network.output(0)

    def tell(self, board: Board) -> float:
        """Fill in what the network is told of a tableau; what the figures make of it."""
        inputs = self.inputs
        for index in range(self.told):
            inputs[index] = 0.0
        mask: i64 = board.occupied & ~board.down
        while mask:
            inputs[LAID + board.card(lowest(mask)).number] = 1.0
            mask &= mask - 1
        tell_prospects(board, self.seated, inputs)
        reckoned: float = self.reckoned(board, True)
        inputs[PROMISED] = reckoned / 50.0
        inputs[PROMISED + 1] = reckoned * float(TABLEAU - bits(board.occupied)) / 400.0
        return reckoned

    def reckoned(self, board: Board, told: bool) -> float:
        """What the figures promise; noted for the network if it is to be told."""
        left: i64 = TABLEAU - bits(board.occupied)
        turns: float = float(left)
        kept: float = float(board.keys)
        total: float = kept + self.key * turns * (kept if kept < 4.0 else 4.0)
        gold: float = float(board.gold)
        if left > 0:
            savings: float = float((board.discounts & TALLY) + (board.discounts >> BITS & TALLY))
            means: float = gold + savings * self.saving * turns
            total += self.wealth * turns * (1.0 - math.exp(-means / (self.need * turns)))
            total += turns * self.focus * float(symbols(board.shields) - types_present(board.shields))
        room: i64 = 0
        mask: i64 = board.purses
        while mask:
            room += board.room(lowest(mask))
            mask &= mask - 1
        coming: float = gold - self.spent * turns
        if coming < 0.0:
            coming = 0.0
        coming += self.hoard * turns
        if coming > float(room):
            coming = float(room)
        total += 2.0 * coming
        mask = board.occupied & ~board.down
        while mask:
            cell: i64 = lowest(mask)
            mask &= mask - 1
            card = board.card(cell)
            kind: i64 = card.scoring
            points: float
            if kind == PURSE:
                points = 2.0 * float(i64(board.stored[cell]))
            elif kind == PER_STORED_GOLD:
                points = float(card.points) * (float(board.stored_gold()) + coming)
            else:
                points = float(card.points) * self.times(board, card, cell, turns)
            if told:
                self.inputs[EXPECTED + kind] += points / 10.0
            total += points
        return total

    def times(self, board: Board, card: Card, cell: i64, turns: float) -> float:
        """How often a card may be expected to score in the end."""
        kind: i64 = card.scoring
        if kind == PER_SHIELD:
            tally: i64 = board.shields_around(cell, card.area) >> (card.argument * BITS) & TALLY
            return float(tally) + self.shield * gaps(board, cell, card.area, turns)
        if kind == IF_POSITION:
            return self.stands(board, cell, card.argument)
        if kind == PER_TYPE_PRESENT:
            present: i64 = types_present(board.shields_around(cell, card.area))
            missing: float = float(SHIELD_TYPES - present)
            return 6.0 - missing * math.pow(1.0 - self.variety, gaps(board, cell, card.area, turns))
        if kind == PER_TYPE_MISSING:
            return float(SHIELD_TYPES - types_present(board.shields)) * math.pow(1.0 - self.restraint, turns)
        if kind == IF_SHIELD_MISSING:
            if board.shields >> (card.argument * BITS) & TALLY:
                return 0.0
            return math.pow(1.0 - self.restraint, turns)
        if kind == PER_SHIELD_SET:
            return self.complete(board.shields, card.needs, turns * self.shield)
        if kind == PER_BANNER_SET:
            return self.complete(board.banners, card.needs, turns * self.banner * 0.8)
        if kind == PER_BANNER:
            return float(board.banners >> (card.argument * BITS) & TALLY) + self.banner * turns
        if kind == PER_IDENTICAL:
            return self.identical(board.shields, card.argument, turns)
        if kind == PER_SHIELD_NUMBER:
            return float(board.cards_with_symbols(card.argument)) + self.kindred * turns
        if kind == PER_COST:
            return float(board.cards_with_cost(card.argument, card.area == 1)) + self.priced * turns
        if kind == PER_DISCOUNT:
            return float(board.cards_with_discount()) + self.cheaper * turns
        if kind == PER_KEY:
            return float(board.keys) + self.gain * turns
        assert kind == IF_FACE_DOWN
        if board.down:
            return 1.0
        return self.hidden if turns > 0.0 else 0.0

    def complete(self, have: i64, needs: i64, coming: float) -> float:
        """Complete sets, with a part of the progress that may be made towards more."""
        whole: float = 99.0
        hoped: float = 99.0
        while needs:
            need: i64 = needs & TALLY
            if need:
                held: i64 = have & TALLY
                sets: float = float(held // need)
                if sets < whole:
                    whole = sets
                sets = (float(held) + coming) / float(need)
                if sets < hoped:
                    hoped = sets
            needs >>= BITS
            have >>= BITS
        return whole + self.sets * (hoped - whole)

    def identical(self, shields: i64, size: i64, turns: float) -> float:
        """Groups of identical shields, with a part of the groups begun."""
        total: float = 0.0
        begun: float = 0.0
        while shields:
            held: i64 = shields & TALLY
            total += float(held // size)
            begun += float(held % size) / float(size)
            shields >>= BITS
        hope: float = begun + 0.8 * turns / float(size)
        return total + self.sets * (hope if turns > 0.0 else 0.0)

    def stands(self, board: Board, cell: i64, region: i64) -> float:
        """The chance that a cell ends up in a region of the finished frame."""
        tall: i64 = board.bottom - board.top
        wide: i64 = board.right - board.left
        row: i64 = cell // SIDE - board.top
        column: i64 = cell % SIDE - board.left
        if region == 0:
            return self.edge(row, tall)
        if region == 1:
            return self.middle(row, tall)
        if region == 2:
            return self.edge(tall - row, tall)
        if region == 3:
            return self.edge(column, wide)
        if region == 4:
            return self.middle(column, wide)
        if region == 5:
            return self.edge(wide - column, wide)
        ends: float = self.end(row, tall) * self.end(column, wide)
        if region == 6:
            return ends
        centre: float = self.middle(row, tall) * self.end(column, wide)
        other: float = self.end(row, tall) * self.middle(column, wide)
        return centre if centre > other else other

    def edge(self, offset: i64, size: i64) -> float:
        """The chance to be the first line of three, `offset` lines from the first of `size` + 1."""
        if offset != 0:
            return 0.0
        return 1.0 if size == 2 else self.side

    def middle(self, offset: i64, size: i64) -> float:
        """The chance to be the middle line."""
        if size == 2:
            return 1.0 if offset == 1 else 0.0
        return self.side

    def end(self, offset: i64, size: i64) -> float:
        """The chance to be the first or the last line."""
        if size == 2:
            return 1.0 if offset != 1 else 0.0
        return self.side

    # ------------------------------------------------------------ which action looks good

    def rate(self, state: State, seat: i64, actions: vec[i64]) -> vec[float]:
        assert isinstance(state, ComboState)
        self.seated = state.players
        rates = vec[float](capacity=len(actions))
        if state.phase == TAKING:
            hidden = vec[float]([NOTHING] * 25)
            for action in actions:
                verb: i64 = VERB[action]
                if verb == MOVE:
                    rates = append(rates, self.best(state, seat, 1 - state.messenger, 1))
                elif verb == REFRESH:
                    rates = append(rates, self.renewed(state, seat))
                else:
                    side: i64 = DOWN[action]
                    cell: i64 = CELL[action]
                    if side == FACE_UP or hidden[cell] == NOTHING:
                        promise: float = self.taken(state, seat, state.messenger, ONE[action], side, cell, 0)
                        if side == FACE_DOWN:
                            hidden[cell] = promise
                        rates = append(rates, promise)
                    else:
                        rates = append(rates, hidden[cell])
            return rates
        for action in actions:
            rates = append(rates, self.chosen(state, seat, action))
        return rates

    def taken(self, state: ComboState, seat: i64, place: i64, slot: i64, side: i64, cell: i64, keys: i64) -> float:
        """What a tableau promises with a card of a row laid into a cell, its effect carried out."""
        board = state.boards[seat].clone()
        board.keys -= keys
        card = self.cards[state.places[place].row[slot]]
        if side == FACE_DOWN:
            board.hide(card.number, cell)
            board.gold += HIDDEN_GOLD
            board.keys += HIDDEN_KEYS
            return self.promise(board, False)
        board.gold -= board.price(card)
        board.show(card, cell)
        if card.mode == CHOOSE_ONE:
            other = board.clone()
            first: float = self.effect(state, seat, board, card.parts[0])
            second: float = self.effect(state, seat, other, card.parts[1])
            first += self.promise(board, False)
            second += self.promise(other, False)
            return first if first > second else second
        given: float = 0.0
        for part in card.parts:
            given += self.effect(state, seat, board, part)
        return given + self.promise(board, False)

    def effect(self, state: ComboState, seat: i64, board: Board, part: Part) -> float:
        """Carry out a part of an effect on a copy of the tableau; what is given to the others counts against it."""
        amount: i64 = part.amount
        if part.kind == GAIN:
            if part.opponents:
                return -self.denial * float(amount * (state.players - 1))
            if part.neighbour:
                count: i64 = state.boards[(seat + 1) % state.players].count(part.count, part.argument)
                other: i64 = state.boards[(seat + state.players - 1) % state.players].count(part.count, part.argument)
                amount *= other if other > count else count
            else:
                amount *= board.count(part.count, part.argument)
        elif part.kind == DISCARD_ROW_CARD:
            amount = 0
            if not state.places[part.row].exhausted:
                for number in state.places[part.row].row:
                    if self.cards[number].cost > amount:
                        amount = self.cards[number].cost
        elif part.kind == DEPOSIT or part.kind == FILL_PURSES:
            self.put_gold(board, part)
            return 0.0
        else:
            return 0.0
        if part.resource == GOLD:
            board.gold += amount
        else:
            board.keys += amount
        return 0.0

    def put_gold(self, board: Board, part: Part) -> None:
        """Gold from the supply onto purses: a little on each, or the emptiest ones filled."""
        mask: i64 = board.open_purses()
        if part.kind == DEPOSIT:
            while mask:
                board.store(lowest(mask), part.amount)
                mask &= mask - 1
            return
        for _ in range(part.amount):
            widest: i64 = -1
            room: i64 = 0
            mask = board.open_purses()
            while mask:
                cell: i64 = lowest(mask)
                mask &= mask - 1
                if board.room(cell) > room:
                    room = board.room(cell)
                    widest = cell
            if widest >= 0:
                board.store(widest, room)

    def best(self, state: ComboState, seat: i64, place: i64, keys: i64) -> float:
        """What the best card of a row promises."""
        board = state.boards[seat]
        best: float = NOTHING
        cells: i64 = board.open_cells()
        while cells:
            cell: i64 = lowest(cells)
            cells &= cells - 1
            promise: float = self.taken(state, seat, place, 0, FACE_DOWN, cell, keys)
            if promise > best:
                best = promise
            for slot in range(SLOTS):
                if board.price(self.cards[state.places[place].row[slot]]) <= board.gold:
                    promise = self.taken(state, seat, place, slot, FACE_UP, cell, keys)
                    if promise > best:
                        best = promise
        return best

    def renewed(self, state: ComboState, seat: i64) -> float:
        """What the row where the messenger stands promises once it is renewed."""
        board = state.boards[seat].clone()
        board.keys -= 1
        if self.network is not None:
            return self.promise(board, False)
        turns: float = float(TABLEAU - bits(board.occupied))
        means: float = float(board.gold)
        return self.promise(board, False) + self.par - self.wealth * (1.0 - math.exp(-means / (self.need * turns)))

    def chosen(self, state: ComboState, seat: i64, action: i64) -> float:
        """What a choice within an effect promises."""
        board = state.boards[seat].clone()
        card = self.cards[state.card]
        one: i64 = ONE[action]
        if state.phase == CHOOSING:
            return self.effect(state, seat, board, card.parts[one]) + self.promise(board, False)
        if state.phase == DISCARDING:
            part = card.parts[state.part - 1]
            return float(self.cards[state.places[part.row].row[one]].cost)
        board.store(one, board.room(one))
        return self.promise(board, False)

    # ------------------------------------------------------------ playing on quickly

    def pick(self, state: State, seat: i64, actions: vec[i64], chance: Chance) -> i64:
        """The best card at a random cell, then the best cell for that card; a key when it promises more. By the figures
        alone: a rollout has to be quick.
        """
        network = self.network
        self.network = None
        picked: i64 = self.picked(state, seat, actions, chance)
        self.network = network
        return picked

    def picked(self, state: State, seat: i64, actions: vec[i64], chance: Chance) -> i64:
        assert isinstance(state, ComboState)
        self.seated = state.players
        if state.phase != TAKING:
            rates = self.rate(state, seat, actions)
            highest: i64 = 0
            for index in range(len(actions)):
                if rates[index] > rates[highest]:
                    highest = index
            return actions[highest]
        board = state.boards[seat]
        cells: i64 = board.open_cells()
        chosen: i64 = chance.choose(cells, bits(cells))
        place: i64 = state.messenger
        best: float = self.taken(state, seat, place, 0, FACE_DOWN, chosen, 0)
        taken: i64 = 0
        side: i64 = FACE_DOWN
        for slot in range(SLOTS):
            if board.price(self.cards[state.places[place].row[slot]]) <= board.gold:
                promise: float = self.taken(state, seat, place, slot, FACE_UP, chosen, 0)
                if promise > best:
                    best = promise
                    taken = slot
                    side = FACE_UP
        key: i64 = self.key_to_spend(state, seat, chosen, best)
        if key >= 0:
            return key
        cell: i64 = chosen
        cells &= ~bit(chosen)
        while cells:
            other: i64 = lowest(cells)
            cells &= cells - 1
            promise = self.taken(state, seat, place, taken, side, other, 0)
            if promise > best:
                best = promise
                cell = other
        return ACTIONS.number(TAKE, taken, side, cell)

    def key_to_spend(self, state: ComboState, seat: i64, cell: i64, best: float) -> i64:
        """The use of a key that promises more than a card here does at the same cell; -1: none."""
        board = state.boards[seat]
        if state.key_used or board.keys == 0:
            return -1
        found: i64 = -1
        renewed: float = self.renewed(state, seat)
        if renewed > best:
            best = renewed
            found = ACTIONS.number(REFRESH)
        if state.may_move():
            place: i64 = 1 - state.messenger
            for slot in range(SLOTS):
                if board.price(self.cards[state.places[place].row[slot]]) <= board.gold:
                    if self.taken(state, seat, place, slot, FACE_UP, cell, 1) > best:
                        return ACTIONS.number(MOVE)
        return found


def judgement(game: Game) -> ComboJudgement:
    """The judgement for a set of cards."""
    assert isinstance(game, Combo)
    return ComboJudgement(game)
