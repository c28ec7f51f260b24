"""Once Upon a Castle in numbers: dice, boards, castles and guests.

Guests and lines have numbers of their own, by name: a set with other guests or lines has other features.
"""
from __future__ import annotations

from typing import Final, final

from librt.vecs import extend, vec
from mypy_extensions import i16, i64

from chateaux.engine.data import Choice
from chateaux.engine.features import WHO, Features, held_to
from chateaux.engine.game import Game, State
from chateaux.games.once_upon_a_castle.board import FACES
from chateaux.games.once_upon_a_castle.castle import value_at
from chateaux.games.once_upon_a_castle.pieces import GREEN, Version
from chateaux.games.once_upon_a_castle.rules import OnceUponACastle
from chateaux.games.once_upon_a_castle.state import GAIN, MOVE, NOBODY, NONE, PHASES, TWICE, Table

VERSION: Final = 1
TURNS: Final[i64] = 400
POINTS: Final[i64] = 400
VALUE: Final[i64] = 99
DIE: Final[i64] = 6

DICE: Final[i64] = 9  # where the numbers of the table begin: after the phases,
GIFT: Final[i64] = DICE + 2 * DIE
TURN: Final[i64] = GIFT + DIE
SHOWN: Final[i64] = TURN + 9  # the open guests
OWNED: Final[i64] = 15  # numbers of a player before cells, lines, towers, walls, flags and guests


@final
class OnceFeatures(Features):
    """What a seat knows: only the others' pending answers are secret, and those are not told but counted."""

    def __init__(self, game: Game, players: int, options: dict[str, Choice], version: Version) -> None:
        super().__init__(game, players, options, VERSION)
        self.box: Version = version
        board = version.board
        sheet = version.sheet
        self.one_of("phase", list(PHASES))
        self.one_of("first die", list(FACES))
        self.one_of("second die", list(FACES))
        self.one_of("gift", list(FACES))
        for name, most in (("my turn", 1), ("turn", players - 1), ("number of the turn", int(TURNS)),
                           ("first die left", 1), ("second die left", 1), ("gifts", 12), ("guests in the pile", 62),
                           ("sun is drawn", 1), ("a castle is finished", 1)):
            self.number(name, most)
        for slot in range(version.display):
            self.one_of(f"open guest {slot + 1}", [guest.id for guest in version.guests])
        for seat in range(players):
            who = WHO[seat]
            for name, top in (("tokens in hand", 20), ("residents", 99), ("floors", 20), ("elements", 60),
                              ("clouds", 20), ("points", int(POINTS)), ("flags", 7), ("sun", 1), ("finisher", 1),
                              ("asked", 1), ("answered", 1), ("answer", 400), ("blank side", 1),
                              ("complete lines", 40), ("guest points", int(POINTS))):
                self.number(f"{who}.{name}", top)
            for cell in board.cells:
                self.number(f"{who}.{cell}", 1)
            for line in board.lines:
                self.number(f"{who}.{line.id} lacks", 9)
            for tower in range(sheet.towers):
                self.number(f"{who}.tower {tower + 1}", int(VALUE))
            for wall in range(sheet.walls):
                self.number(f"{who}.wall {wall + 1}", 1)
                self.number(f"{who}.wall {wall + 1} takes a flag", 1)
            for flag in range(sheet.flags):
                self.number(f"{who}.flag {flag + 1}", int(VALUE))
            for guest in version.guests:
                self.number(f"{who}.guest.{guest.id}", 1)

    def tell(self, state: State, seat: i64, into: vec[i16]) -> vec[i16]:
        assert isinstance(state, Table)
        at: i64 = len(into)
        into = extend(into, self.blank)
        one: i16 = 1
        players: i64 = state.players
        phase: i64 = state.phase
        into[at + phase] = one
        into[at + DICE + state.first_die] = one
        into[at + DICE + DIE + state.second_die] = one
        turn: i64 = at + TURN
        if phase == GAIN or phase == TWICE:
            into[at + GIFT + state.gift] = one
        if phase == GAIN or phase == TWICE or phase == MOVE:
            into[turn + 5] = held_to(state.count, 0, 12)
        if state.active == seat:
            into[turn] = one
        into[turn + 1] = i16((state.active + players - seat) % players)
        into[turn + 2] = held_to(state.number, 0, TURNS)
        if phase == 1:
            into[turn + 3] = i16(state.left & 1)
            into[turn + 4] = i16(state.left >> 1 & 1)
        into[turn + 6] = i16(state.pile_count)
        if state.sun != NOBODY:
            into[turn + 7] = one
        if state.finisher != NOBODY:
            into[turn + 8] = one
        row: i64 = at + SHOWN
        version = self.box
        for slot in range(version.display):
            if state.display[slot] >= 0:
                into[row + state.display[slot]] = one
            row += version.guest_count
        for other in range(players):
            row = self.fill_castle(state, seat, (seat + other) % players, into, row)
        return into

    def fill_castle(self, table: Table, seat: i64, owner: i64, into: vec[i16], at: i64) -> i64:
        """One player's board, sheet and guests; where the next one's numbers begin."""
        one: i16 = 1
        version = self.box
        board = version.board
        sheet = version.sheet
        castle = table.castles[owner]
        into[at] = held_to(castle.hand, 0, 20)
        into[at + 1] = held_to(castle.residents, 0, 99)
        into[at + 2] = held_to(castle.floors, 0, 20)
        into[at + 3] = held_to(castle.elements, 0, 60)
        into[at + 4] = held_to(castle.clouds, 0, 20)
        into[at + 5] = held_to(table.points(owner), 0, POINTS)
        into[at + 6] = held_to(castle.flag_count(), 0, 7)
        if table.sun == owner:
            into[at + 7] = one
        if table.finisher == owner:
            into[at + 8] = one
        if table.asked >> owner & 1:
            into[at + 9] = one
        if table.answers[owner] != NONE:
            into[at + 10] = one
            if owner == seat:
                into[at + 11] = held_to(table.answers[owner], 0, 400)
        if table.sides >> owner & 1:
            into[at + 12] = one
        into[at + 14] = held_to(castle.all_guest_points(version), 0, POINTS)
        place: i64 = at + OWNED
        for cell in range(board.size):
            into[place] = i16(castle.tokens >> cell & 1)
            place += 1
        complete: i64 = 0
        for line in board.lines:
            missing: i64 = line.cells & ~castle.tokens
            lacks: i64 = 0
            while missing:
                missing &= missing - 1
                lacks += 1
            if lacks == 0:
                complete += 1
            into[place] = held_to(lacks, 0, 9)
            place += 1
        into[at + 13] = held_to(complete, 0, 40)
        for tower in range(sheet.towers):
            into[place] = held_to(value_at(castle.worth, tower), 0, VALUE)
            place += 1
        for wall in range(sheet.walls):
            into[place] = i16(castle.walls >> wall & 1)
            into[place + 1] = i16(castle.room >> wall & 1)
            place += 2
        for flag in range(sheet.flags):
            into[place] = held_to(value_at(castle.flags, flag), 0, VALUE)
            place += 1
        guests: i64 = castle.guests
        for guest in range(version.guest_count):
            into[place] = i16(guests >> guest & 1)
            place += 1
        return place


def features(game: Game, players: int, options: dict[str, Choice]) -> OnceFeatures:
    """The features for a number of players and a version."""
    assert isinstance(game, OnceUponACastle)
    return OnceFeatures(game, players, options, game.box.versions[0 if options["version"] == GREEN else 1])
