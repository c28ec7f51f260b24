"""What a castle promises: a player's judgement of Once Upon a Castle, for bots and for simulated games.

It knows no more than a seat may: what is hidden is left out, and looking ahead never uses the game's own chance.
The figures were tuned by playing castles against each other.
"""
from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from chateaux.engine.chance import Chance, bit, bits
from chateaux.engine.game import Game, State
from chateaux.engine.judgement import Judgement
from chateaux.games.once_upon_a_castle.actions import CLEAR, DONE
from chateaux.games.once_upon_a_castle.board import FLAG, FLOOR, REACTIVATE, TOWER, WALL, WELCOME, Line
from chateaux.games.once_upon_a_castle.building import stealable
from chateaux.games.once_upon_a_castle.castle import Castle
from chateaux.games.once_upon_a_castle.dice import carry_out
from chateaux.games.once_upon_a_castle.rules import CastleState, OnceUponACastle
from chateaux.games.once_upon_a_castle.state import ANSWERS, BUILD, OVER, SHEET

TWIN: Final = -50.0  # rates an action that only draws the same thing elsewhere

# Ways to play: which figures of the judgement count how much more or less.
TEMPERS: Final = {
    "builder": {"element": 1.3, "sun": 1.4, "theft": 0.5},
    "raider": {"theft": 2.0, "reactivation": 1.4, "rush": 2.0, "victory": 1.5},
    "gambler": {"far": 1.5, "farther": 2.0, "whole": 0.92, "guest": 1.3}}


@final
class CastleJudgement(Judgement):
    """The points of a castle and what its tokens, flag slots and guests promise."""

    def __init__(self) -> None:
        super().__init__()
        self.spread = 5.0
        self.margin = 0.3
        self.horizon = 2
        self.warmth = 1.0
        self.through_chance = True
        self.element: float = 0.7  # points of a tower, wall or floor that brings the end nearer
        self.resident: float = 0.55  # of a resident: twenty for thirty-six
        self.slot: float = 0.5  # of an open slot for a flag
        self.guest: float = 2.4  # of a guest to come
        self.reactivation: float = 1.4
        self.theft: float = 2.5
        self.sun: float = 0.12  # times the square of the towers, while the sun is open
        self.company: float = 0.8  # what a guest that acts or counts will still bring
        self.lasting: float = 0.12  # an hourglass guest, for each element its owner still has to build
        self.spare: float = 0.06  # a token in hand
        self.stuck: float = 4.0  # no token in hand
        self.waiting: float = 0.8  # a complete line is better cleared than kept
        self.victory: float = 12.0  # the end is welcome when it is won
        self.whole: float = 0.96  # how much of a line's reward counts when it is complete,
        self.short: float = 0.52  # lacks one of two tokens,
        self.near: float = 0.66  # one of more,
        self.far: float = 0.36  # two,
        self.farther: float = 0.18  # or three
        self.tempo: float = 0.0  # the turn
        self.rush: float = 0.0  # the square of the share of a castle that stands: who is nearly done ends the game
        self.ripe: float = 0.0  # how much of the doubt is gone when a castle is whole

    def figures(self) -> list[str]:
        return ["spread", "element", "resident", "slot", "guest", "reactivation", "theft", "sun", "company", "lasting",
                "spare", "stuck", "waiting", "victory", "whole", "short", "near", "far", "farther", "tempo", "rush",
                "ripe", "warmth"]

    # ------------------------------------------------------------ prospects

    def worth(self, state: State, seat: i64) -> float:
        assert isinstance(state, CastleState)
        return float(state.points(seat)) if state.phase == OVER else self.prospects(state, seat)

    def doubt(self, state: State) -> float:
        assert isinstance(state, CastleState)
        most: i64 = 0
        for castle in state.castles:
            if castle.elements > most:
                most = castle.elements
        return self.spread * (1.0 - self.ripe * float(most) / float(state.version.sheet.elements))

    def prospects(self, state: CastleState, seat: i64) -> float:
        """The points of a seat and what its tokens, flag slots and guests promise."""
        castle = state.castles[seat]
        version = state.version
        points: float = float(state.points(seat))
        built: float = float(castle.elements)
        points += built * self.element
        if self.rush != 0.0:
            built /= float(version.sheet.elements)
            points += built * built * self.rush
        if state.active == seat:
            points += self.tempo
        points += float(castle.residents) * self.resident - float(version.sheet.worth[castle.residents])
        points += float(open_slots(state, castle)) * self.slot
        points += float(castle.hand) * self.spare if castle.hand else -self.stuck
        if state.sun < 0:
            towers: i64 = bits(castle.towers)
            points += float(towers * towers) * self.sun
        if version.open:
            hourglass: i64 = castle.guests & ~version.lightning & ~version.crown
            points += float(bits(castle.guests)) * self.company
            points += float(bits(hourglass) * (version.sheet.elements - castle.elements)) * self.lasting
        return points + self.promise(state, seat, castle)

    def promise(self, state: CastleState, seat: i64, castle: Castle) -> float:
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
                    worth: float = self.line_worth(state, seat, castle, line)
                    missing: i64 = line.length - bits(laid)
                    part: float = self.whole
                    if missing == 1:
                        part = self.short if line.length == 2 else self.near
                    elif missing == 2:
                        part = self.far
                    elif missing == 3:
                        part = self.farther
                    if worth * part > best:
                        best = worth * part
                        cells = line.cells
            if cells == 0:
                break
            found += best
            counted |= cells
        return found

    def line_worth(self, state: CastleState, seat: i64, castle: Castle, line: Line) -> float:
        """What clearing a line would bring."""
        sheet = state.version.sheet
        kind: i64 = line.kind
        if kind == TOWER:
            return float(line.worth) + self.element if bits(castle.towers) < sheet.towers else 0.0
        if kind == WALL:
            if bits(castle.walls) == sheet.walls:
                return 0.0
            room: i64 = sheet.track - castle.residents
            return float(line.worth if line.worth < room else room) * self.resident + self.element + self.slot
        if kind == FLAG:
            return float(line.worth) - self.slot if castle.room else 0.0
        if kind == FLOOR:
            return self.guest + self.element if castle.floors < sheet.floors else 0.0
        if kind == WELCOME:
            free: i64 = sheet.track - castle.residents
            return float(line.worth if line.worth < free else free) * self.resident
        if kind == REACTIVATE:
            return self.reactivation if castle.guests & state.version.lightning else 0.0
        return self.theft if stealable(state, seat) else 0.0

    # ------------------------------------------------------------ actions

    def rate(self, state: State, seat: i64, actions: vec[i64]) -> vec[float]:
        assert isinstance(state, CastleState)
        rates = vec[float](capacity=len(actions))
        if state.phase == SHEET:
            for _side in actions:
                rates = append(rates, 0.0)
            return rates
        fresh: i64 = 0
        kept = distinct(state, actions)
        for action in actions:
            if fresh < len(kept) and kept[fresh] == action:
                fresh += 1
                rates = append(rates, self.promised(state, seat, action, state.chance))
            else:
                rates = append(rates, TWIN)
        return rates

    def promised(self, state: CastleState, seat: i64, action: i64, chance: Chance) -> float:
        """What an action promises to the seat that takes it."""
        twin = after(state, seat, action, chance)
        worth: float = self.prospects(twin, seat)
        if twin.phase == OVER:
            worth += self.victory if seat in twin.best() else -self.victory
        elif state.phase == BUILD and state.verbs.verb[action] == DONE:
            worth -= self.waiting
        return worth

    def pick(self, state: State, seat: i64, actions: vec[i64], chance: Chance) -> i64:
        """The action that promises most, one action ahead; equals are drawn by lot."""
        assert isinstance(state, CastleState)
        if state.phase == SHEET:
            return actions[0]
        best: float = -1000000.0
        found: i64 = actions[0]
        ties: i64 = 0
        for action in distinct(state, actions):
            worth: float = self.promised(state, seat, action, chance)
            if worth > best + 0.000001:
                best = worth
                found = action
                ties = 1
            elif worth > best - 0.000001:
                ties += 1
                if chance.below(ties) == 0:
                    found = action
        return found


def open_slots(state: CastleState, castle: Castle) -> i64:
    """How many flags the built walls still take."""
    sheet = state.version.sheet
    slots: i64 = 0
    for wall in range(sheet.walls):
        if castle.walls >> wall & 1:
            slots += sheet.slots[wall]
    return slots - castle.flag_count()


def distinct(state: CastleState, actions: vec[i64]) -> vec[i64]:
    """The actions without those that differ from another only in where on the sheet something is drawn."""
    if state.phase != BUILD:
        return actions
    board = state.version.board
    sheet = state.version.sheet
    verbs = state.verbs
    kept = vec[i64](capacity=len(actions))
    last: i64 = -1
    seen: i64 = 0
    for action in actions:
        if verbs.verb[action] == CLEAR:
            number: i64 = verbs.one[action]
            if number != last:
                last = number
                seen = 0
            line = board.lines[number]
            place: i64 = verbs.two[action]
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


def after(state: CastleState, seat: i64, action: i64, chance: Chance) -> CastleState:
    """A copy in which a seat has carried out an action, a pending answer included, with a chance of its own."""
    twin = state.clone()
    twin.chance = chance.clone()
    if state.phase == ANSWERS:
        carry_out(twin, seat, action)
        return twin
    twin.apply(seat, action)
    return twin


def judgement(game: Game) -> CastleJudgement:
    """The judgement for a set of pieces; it reads what it needs from the position."""
    assert isinstance(game, OnceUponACastle)
    return CastleJudgement()
