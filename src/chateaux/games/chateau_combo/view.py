"""What a board of Château Combo shows, made from an observation alone.

Besides what lies on the table: prices after discounts, what a card would give and score now, where it may
go, how far the floating frame is settled. Nothing here depends on what the decks will give.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, cast

from chateaux.engine.chance import Chance
from chateaux.engine.data import Observation
from chateaux.games.chateau_combo.actions import ACTIONS, FACE_UP, OPTION, TAKE
from chateaux.games.chateau_combo.board import CELL_NAMES, CELLS, SIDE, SLOTS, TABLEAU, Board
from chateaux.games.chateau_combo.pieces import PLACES, PURSE, SHIELDS, Card
from chateaux.games.chateau_combo.rules import ComboState
from chateaux.games.chateau_combo.schema import (
    Cell,
    Choice,
    Frame,
    Gives,
    KeyMove,
    KeyRefresh,
    Keys,
    Offer,
    PlaceView,
    PlayerView,
    Score,
    View,
)
from chateaux.games.chateau_combo.state import CHOOSING, DISCARDING, FILLING, OVER, PHASES, TAKING

if TYPE_CHECKING:
    from chateaux.engine.game import Game


def view(game: Game, observation: Observation) -> View:
    """The table through a seat's eyes; a spectator looks over the shoulder of whoever's turn it is."""
    state = cast(ComboState, game.restore(observation.players, observation.options, observation.position,
                                          Chance.stream(0)))
    turn = int(state.player)
    me = observation.seat if observation.seat >= 0 else None
    eyes = turn if me is None else me
    asks = me == turn and state.phase != OVER
    taking = state.phase == TAKING
    return View(
        phase=PHASES[state.phase], round=min(TABLEAU, int(state.boards[turn].placed()) + (1 if taking else 0)),
        turn=turn, asked=state.to_act, me=me,
        players=[player(state, seat, asks and seat == me) for seat in range(observation.players)],
        rounds=int(TABLEAU), eyes=eyes, first=int(state.first), messenger=PLACES[state.messenger],
        card=state.pieces.cards[state.card].id if state.card else None, keys=keys(state, asks and taking),
        places=[place(state, which, eyes, asks) for which in range(2)],
        options=options(state) if asks and state.phase == CHOOSING else [], shields=list(SHIELDS))


def keys(state: ComboState, asks: bool) -> Keys:
    """The two uses of a key and whether they are possible."""
    other = 1 - state.messenger
    have = asks and not state.key_used and state.boards[state.player].keys > 0
    return Keys(state.key_used,
                KeyMove("key-move", PLACES[other], have and state.may_move(), state.places[other].exhausted),
                KeyRefresh("key-refresh", PLACES[state.messenger], have))


def place(state: ComboState, which: int, eyes: int, asks: bool) -> PlaceView:
    """The castle or the village: its open cards, its deck and its discard pile."""
    lying = state.places[which]
    name = PLACES[which]
    here = state.messenger == which
    takes = asks and here and state.phase == TAKING
    part = state.pieces.cards[state.card].parts[state.part - 1] if state.phase == DISCARDING else None
    discards = asks and part is not None and part.row == which
    row: list[Offer] = []
    for slot in range(SLOTS):
        offered = Offer(f"row-{name}-{slot + 1}", None)
        if lying.row[slot]:
            offered = offer(state, state.pieces.cards[lying.row[slot]], eyes, slot, takes)
            offered.id, offered.discards = f"row-{name}-{slot + 1}", discards
            offered.down = f"{offered.id}-down"
        row.append(offered)
    numbers = state.pieces.decks[which]
    discard = [state.pieces.cards[numbers[index]].id for index in range(len(numbers)) if lying.discard >> index & 1]
    return PlaceView(id=name, here=here, exhausted=lying.exhausted, left=int(lying.left), discard=discard, row=row,
                     takes=takes, discards=discards, off=int(state.boards[eyes].discounts >> (which * 8) & 255))


def offer(state: ComboState, card: Card, eyes: int, slot: int, takes: bool) -> Offer:
    """A card of a row: its price for this player, and what it would give and score if it were bought now."""
    board = state.boards[eyes]
    price = int(board.price(card))
    may = takes and price <= board.gold
    given = gives(state, card, slot) if may else None
    return Offer("", card.id, cost=int(card.cost), price=price, affordable=price <= board.gold,
                 missing=max(0, price - int(board.gold)), may=may, may_hide=takes, gives=given,
                 cells=scores(board, card, given.keys) if given is not None else {})


def gives(state: ComboState, card: Card, slot: int) -> Gives:
    """The gold and keys the effect brings at once, and whether something is still to be chosen."""
    before, after = state.boards[state.player], ahead(state)
    cell = lowest_cell(int(before.open_cells()))
    after.play(ACTIONS.number(TAKE, slot, FACE_UP, cell), state.player)
    return Gives(*brought(state, after, int(before.price(card))))


def ahead(state: ComboState) -> ComboState:
    """A copy to try an action on that does not end: at the end gold goes onto purses, which no card has brought."""
    after = state.clone()
    after.first = -1
    return after


def brought(state: ComboState, after: ComboState, paid: int = 0) -> tuple[int, int, int, bool, int, int]:
    """What an action brought its player, and each opponent."""
    before, mine = state.boards[state.player], after.boards[state.player]
    other = (state.player + 1) % state.players
    return (int(mine.gold - before.gold) + paid, int(mine.keys - before.keys),
            int(mine.stored_gold() - before.stored_gold()),
            after.player == state.player and after.phase in (CHOOSING, DISCARDING, FILLING),
            int(after.boards[other].gold - state.boards[other].gold),
            int(after.boards[other].keys - state.boards[other].keys))


def scores(board: Board, card: Card, gained: int) -> dict[str, Score]:
    """For each open cell, how many points more than now, and how many of them on the card itself."""
    found: dict[str, Score] = {}
    before = board.total()
    for cell in range(CELLS):
        if board.open_cells() >> cell & 1:
            after = board.clone()
            after.keys += gained
            after.show(card, cell)
            found[f"cell-{CELL_NAMES[cell]}"] = Score(int(after.total() - before), int(after.points(cell)))
    return found


def options(state: ComboState) -> list[Choice]:
    """The two effects between which the player chooses, and what each would give."""
    found: list[Choice] = []
    for number in range(2):
        after = ahead(state)
        after.play(ACTIONS.number(OPTION, number), state.player)
        found.append(Choice(*brought(state, after), f"option-{number + 1}", number))
    return found


def player(state: ComboState, seat: int, asks: bool) -> PlayerView:
    """One player's tableau with the floating frame: the cells in use and those that are open."""
    board = state.boards[seat]
    reach = int(board.occupied | board.open_cells())
    rows = [cell // SIDE for cell in range(CELLS) if reach >> cell & 1]
    columns = [cell % SIDE for cell in range(CELLS) if reach >> cell & 1]
    fills = int(board.open_purses()) if asks and state.phase == FILLING else 0
    cells = [lying(board, int(row * SIDE + column), reach, fills)
             for row in range(min(rows), max(rows) + 1) for column in range(min(columns), max(columns) + 1)]
    tall, wide = (int(board.bottom - board.top + 1), int(board.right - board.left + 1)) if board.occupied else (0, 0)
    return PlayerView(
        seat=seat, gold=int(board.gold), keys=int(board.keys), placed=int(board.placed()), points=int(board.total()),
        cells=cells, across=max(columns) - min(columns) + 1, down=max(rows) - min(rows) + 1,
        frame=Frame(tall, wide, int(board.top) - min(rows), int(board.left) - min(columns)),
        shields=[int(board.shields >> (kind * 8) & 255) for kind in range(len(SHIELDS))],
        off=[int(board.discounts >> (which * 8) & 255) for which in range(2)], breakdown=state.breakdown(seat))


def lying(board: Board, cell: int, reach: int, fills: int) -> Cell:
    """A cell and what lies in it."""
    found = Cell(f"cell-{CELL_NAMES[cell]}", CELL_NAMES[cell], bool(reach & ~board.occupied & (1 << cell)),
                 bool(fills >> cell & 1))
    if board.occupied >> cell & 1:
        card = board.card(cell)
        found.card, found.place, found.cost = card.id, PLACES[card.place], int(card.cost)
        found.down = bool(board.down >> cell & 1)
        if not found.down:
            found.points, found.times = int(board.points(cell)), int(board.times(cell))
            if card.scoring == PURSE:
                found.gold, found.capacity = int(board.stored[cell]), int(card.argument)
    return found


def lowest_cell(mask: int) -> int:
    return (mask & -mask).bit_length() - 1
