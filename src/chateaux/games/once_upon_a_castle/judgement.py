"""What a castle promises: a player's rough judgement, for bots and for simulated games.

`value` compares a seat with its best rival in points; `choose` looks one action ahead; `judgement` is what bots
ask. None knows more than a seat may: what is hidden is left out, and `choose` never uses the game's own chance.
"""
from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from chateaux.engine.chance import Chance, bit, bits, lowest
from chateaux.engine.game import Game, State
from chateaux.engine.judgement import Judgement
from chateaux.games.once_upon_a_castle.board import FLAG, FLOOR, REACTIVATE, TOWER, WALL, Line
from chateaux.games.once_upon_a_castle.dice import ANSWERS, BUILD, OVER
from chateaux.games.once_upon_a_castle.rules import Position
from chateaux.games.once_upon_a_castle.sheet import Castle

ELEMENT: Final = 0.7  # a tower, wall or floor brings the end nearer
RESIDENT: Final = 0.55  # twenty points for thirty-six
FLAG_SLOT: Final = 0.5
GUEST: Final = 2.4
REACTIVATION: Final = 1.4
THEFT: Final = 2.5
SUN: Final = 0.12  # times the square of the towers, while the sun is open
COMPANY: Final = 0.8  # what a guest that acts or counts will still bring
LASTING: Final = 0.12  # an hourglass guest, for each element its owner still has to build
SPARE: Final = 0.06  # a token in hand
STUCK: Final = 4.0  # no token in hand
WAITING: Final = 0.8  # a complete line is better cleared than kept
VICTORY: Final = 12.0  # the end is welcome when it is won
LONGEST: Final[i64] = 1000  # turns; more is not a game


def value(state: State, seat: i64) -> float:
    """How many points a seat is ahead of its best rival, as far as one can tell; exact when the game is over."""
    assert isinstance(state, Position)
    best: float = -1000.0
    for other in range(state.players):
        if other != seat:
            theirs: float = expected(state, other)
            if theirs > best:
                best = theirs
    return expected(state, seat) - best


def expected(state: Position, seat: i64) -> float:
    """What a seat will have in the end, as far as one can tell."""
    return float(state.points(seat)) if state.phase == OVER else prospects(state, seat)


def prospects(state: Position, seat: i64) -> float:
    """The points of a seat and what its tokens, flag slots and guests promise."""
    castle = state.castles[seat]
    version = state.version
    points: float = float(state.points(seat))
    points += float(castle.elements) * ELEMENT
    points += float(castle.residents) * RESIDENT - float(version.sheet.worth[castle.residents])
    points += float(open_slots(state, castle)) * FLAG_SLOT
    points += float(castle.hand) * SPARE if castle.hand else -STUCK
    if state.sun < 0:
        towers: i64 = bits(castle.towers)
        points += float(towers * towers) * SUN
    if version.open:
        hourglass: i64 = castle.guests & ~version.lightning & ~version.crown
        points += float(bits(castle.guests)) * COMPANY
        points += float(bits(hourglass) * (version.sheet.elements - castle.elements)) * LASTING
    return points + promise(state, seat, castle)


def promise(state: Position, seat: i64, castle: Castle) -> float:
    """What the tokens on a board are worth: each cell counts for the best line through it."""
    board = state.version.board
    tokens: i64 = castle.tokens
    found: float = 0.0
    counted: i64 = 0
    for _ in range(4):
        best: float = 0.0
        cells: i64 = 0
        for line in board.lines:
            laid: i64 = tokens & line.cells & ~counted
            if laid:
                worth: float = line_worth(state, seat, castle, line)
                missing: i64 = line.length - bits(laid)
                part: float = 0.96
                if missing == 1:
                    part = 0.52 if line.length == 2 else 0.66
                elif missing == 2:
                    part = 0.36
                elif missing == 3:
                    part = 0.18
                if worth * part > best:
                    best = worth * part
                    cells = line.cells
        if cells == 0:
            break
        found += best
        counted |= cells
    return found


def line_worth(state: Position, seat: i64, castle: Castle, line: Line) -> float:
    """What clearing a line would bring."""
    sheet = state.version.sheet
    kind: i64 = line.kind
    worth: float = 0.0
    if kind == TOWER:
        if bits(castle.towers) < sheet.towers:
            worth = float(line.worth) + ELEMENT
    elif kind == WALL:
        if bits(castle.walls) < sheet.walls:
            room: i64 = sheet.track - castle.residents
            worth = float(line.worth if line.worth < room else room) * RESIDENT + ELEMENT + FLAG_SLOT
    elif kind == FLAG:
        if castle.room:
            worth = float(line.worth) - FLAG_SLOT
    elif kind == FLOOR:
        if castle.floors < sheet.floors:
            worth = GUEST + ELEMENT
    elif kind == REACTIVATE:
        if castle.guests & state.version.lightning:
            worth = REACTIVATION
    elif state.stealable(seat):
        worth = THEFT
    return worth


def open_slots(state: Position, castle: Castle) -> i64:
    """How many flags the built walls still take."""
    sheet = state.version.sheet
    slots: i64 = 0
    for wall in range(sheet.walls):
        if castle.walls >> wall & 1:
            slots += sheet.slots[wall]
    return slots - castle.flag_count()


def distinct(state: State, seat: i64) -> vec[i64]:
    """The legal actions without those that differ from another only in where on the sheet something is drawn."""
    assert isinstance(state, Position)
    actions = state.legal(seat)
    if state.phase != BUILD:
        return actions
    board = state.version.board
    sheet = state.version.sheet
    kept = vec[i64](capacity=len(actions))
    last: i64 = -1
    seen: i64 = 0
    for action in actions:
        number: i64 = board.line_at[action]
        if number >= 0:
            if number != last:
                last = number
                seen = 0
            line = board.lines[number]
            place: i64 = action - line.first
            alike: i64 = 0  # places for the same thing look alike; walls differ by their flags
            if line.kind == WALL and place < line.places:
                alike = sheet.slots[place]
            elif line.kind != TOWER and line.kind != FLAG:
                alike = place
            if seen & bit(alike):
                continue
            seen |= bit(alike)
        kept = append(kept, action)
    return kept


def choose(state: State, seat: i64, chance: Chance) -> i64:
    """The action that promises most, one action ahead; equals are drawn by lot."""
    assert isinstance(state, Position)
    actions = distinct(state, seat)
    best: float = -1000000.0
    found: i64 = actions[0]
    ties: i64 = 0
    for action in actions:
        worth: float = promised(state, seat, action, chance)
        if worth > best + 0.000001:
            best = worth
            found = action
            ties = 1
        elif worth > best - 0.000001:
            ties += 1
            if chance.below(ties) == 0:
                found = action
    return found


def promised(state: Position, seat: i64, action: i64, chance: Chance) -> float:
    """What a seat may expect once it has carried out an action."""
    twin = after(state, seat, action, chance)
    worth: float = prospects(twin, seat)
    if state.phase == BUILD and action == state.version.board.done:
        worth -= WAITING
    if twin.phase == OVER:
        worth += VICTORY if seat in twin.best() else -VICTORY
    return worth


def after(state: Position, seat: i64, action: i64, chance: Chance) -> Position:
    """A copy in which a seat has carried out an action, a pending answer included, with a chance of its own."""
    twin = state.clone()
    twin.chance = chance.clone()
    if state.phase == ANSWERS:
        uses: i64 = state.version.board.uses
        if action < uses:
            twin.use(seat, state.first_die, action)
        elif action < 2 * uses:
            twin.use(seat, state.second_die, action - uses)
        return twin
    twin.apply(seat, action)
    return twin


@final
class CastleJudgement(Judgement):
    """The same prospects, in the form that bots ask for."""

    def __init__(self) -> None:
        super().__init__()
        self.spread = 6.0
        self.warmth = 1.0
        self.through_chance = False

    def worth(self, state: State, seat: i64) -> float:
        assert isinstance(state, Position)
        return expected(state, seat)

    def rate(self, state: State, seat: i64, actions: vec[i64]) -> vec[float]:
        assert isinstance(state, Position)
        rates = vec[float](capacity=len(actions))
        for action in actions:
            rates = append(rates, promised(state, seat, action, state.chance))
        return rates

    def pick(self, state: State, seat: i64, actions: vec[i64], chance: Chance) -> i64:
        """Any action; declining or ending is thought over once more."""
        assert isinstance(state, Position)
        done: i64 = state.version.board.done
        action: i64 = actions[chance.below(len(actions))]
        if action == done:
            action = actions[chance.below(len(actions))]
        return action


def judgement(game: Game) -> Judgement:
    """The judgement of this game, for bots."""
    return CastleJudgement()


def self_play(state: State, chance: Chance) -> i64:
    """Play a game to its end with `choose` in every seat; how many turns it took."""
    assert isinstance(state, Position)
    while state.asked and state.number < LONGEST:
        seat: i64 = lowest(state.asked)
        state.apply(seat, choose(state, seat, chance))
    return state.number
