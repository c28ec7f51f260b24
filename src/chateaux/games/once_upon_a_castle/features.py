"""Once Upon a Castle in numbers: dice, boards, castles and guests.

Guests and lines have numbers of their own, by name: a set with other guests or lines has other features.
"""
from __future__ import annotations

from typing import Final, final

from librt.vecs import extend, vec
from mypy_extensions import i16, i64

from chateaux.engine.chance import bits
from chateaux.engine.data import Choice
from chateaux.engine.features import WHO, Features, held_to
from chateaux.engine.game import Game, State
from chateaux.games.once_upon_a_castle.board import FACES
from chateaux.games.once_upon_a_castle.castle import BYTE
from chateaux.games.once_upon_a_castle.castle import VALUE as BYTE_VALUE
from chateaux.games.once_upon_a_castle.pieces import GREEN, Version
from chateaux.games.once_upon_a_castle.rules import OnceUponACastle
from chateaux.games.once_upon_a_castle.state import GAIN, MOVE, NOBODY, NONE, PHASES, TWICE, Realm

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
        self.common: vec[i16] = self.blank[:]  # where nothing is told yet: before the players,
        self.bare: vec[i16] = vec[i16]()  # and of a player
        self.towers: i64 = OWNED + board.size + len(board.lines)  # where they begin in a player's row
        self.walls: i64 = self.towers + sheet.towers
        self.flags: i64 = self.walls + 2 * sheet.walls
        self.guests: i64 = self.flags + sheet.flags
        self.boards: vec[vec[i16]] = vec[vec[i16]]([self.bare for _ in board.complete])  # see `board_of`
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
        self.bare = vec[i16]([0] * int(self.guests + version.guest_count))

    def tell(self, state: State, seat: i64, into: vec[i16]) -> vec[i16]:
        assert isinstance(state, Realm)
        realm: Realm = state  # once: whatever was narrowed is checked again at every use
        at: i64 = len(into)
        into = extend(into, self.common)
        one: i16 = 1
        players: i64 = realm.players
        phase: i64 = realm.phase
        into[at + phase] = one
        into[at + DICE + realm.first_die] = one
        into[at + DICE + DIE + realm.second_die] = one
        turn: i64 = at + TURN
        if phase == GAIN or phase == TWICE:
            into[at + GIFT + realm.gift] = one
        if phase == GAIN or phase == TWICE or phase == MOVE:
            into[turn + 5] = held_to(realm.count, 0, 12)
        after: i64 = realm.active - seat
        if after == 0:
            into[turn] = one
        elif after < 0:
            after += players
        into[turn + 1] = i16(after)
        into[turn + 2] = held_to(realm.number, 0, TURNS)
        if phase == 1:
            into[turn + 3] = i16(realm.left & 1)
            into[turn + 4] = i16(realm.left >> 1 & 1)
        into[turn + 6] = i16(realm.pile_count)
        if realm.sun != NOBODY:
            into[turn + 7] = one
        if realm.finisher != NOBODY:
            into[turn + 8] = one
        row: i64 = at + SHOWN
        for guest in realm.display:
            if guest >= 0:
                into[row + guest] = one
            row += self.box.guest_count
        for other in range(players):
            owner: i64 = seat + other
            if owner >= players:
                owner -= players
            into = self.tell_castle(realm, seat, owner, into)
        return into

    def tell_castle(self, realm: Realm, seat: i64, owner: i64, into: vec[i16]) -> vec[i16]:
        """One player's board, sheet and guests."""
        one: i16 = 1
        castle = realm.castles[owner]
        at: i64 = len(into)
        into = extend(into, self.board_of(castle.tokens))
        into[at] = held_to(castle.hand, 0, 20)
        into[at + 1] = held_to(castle.residents, 0, 99)
        into[at + 2] = held_to(castle.floors, 0, 20)
        into[at + 3] = held_to(castle.elements, 0, 60)
        into[at + 4] = held_to(castle.clouds, 0, 20)
        guest_points: i64 = castle.all_guest_points(self.box)
        into[at + 5] = held_to(guest_points + castle.drawn_points(self.box) + realm.bonus(owner), 0, POINTS)
        into[at + 14] = held_to(guest_points, 0, POINTS)
        if realm.sun == owner:
            into[at + 7] = one
        if realm.finisher == owner:
            into[at + 8] = one
        if realm.asked >> owner & 1:
            into[at + 9] = one
        answer: i64 = realm.answers[owner]
        if answer != NONE:
            into[at + 10] = one
            if owner == seat:
                into[at + 11] = held_to(answer, 0, 400)
        if realm.sides >> owner & 1:
            into[at + 12] = one
        place: i64 = at + self.towers
        drawn: i64 = castle.worth  # packed values, and bits: most are 0, as the row is already
        while drawn:
            into[place] = held_to(drawn & BYTE_VALUE, 0, VALUE)
            drawn >>= BYTE
            place += 1
        place = at + self.walls
        drawn = castle.walls
        room: i64 = castle.room
        while drawn:
            into[place] = i16(drawn & 1)
            into[place + 1] = i16(room & 1)
            drawn >>= 1
            room >>= 1
            place += 2
        place = at + self.flags
        drawn = castle.flags
        flags: i64 = 0
        while drawn:
            if drawn & BYTE_VALUE:
                flags += 1
                into[place] = held_to(drawn & BYTE_VALUE, 0, VALUE)
            drawn >>= BYTE
            place += 1
        into[at + 6] = held_to(flags, 0, 7)
        place = at + self.guests
        drawn = castle.guests
        while drawn:
            if drawn & 1:
                into[place] = one
            drawn >>= 1
            place += 1
        return into

    def board_of(self, tokens: i64) -> vec[i16]:
        """A player's row with what covered cells alone tell: kept, for the same cells are covered again and again."""
        row = self.boards[tokens]
        if len(row) == 0:
            row = extend(row, self.bare)
            place: i64 = OWNED
            for cell in range(self.box.board.size):
                row[place] = i16(tokens >> cell & 1)
                place += 1
            complete: i64 = 0
            for line in self.box.board.lines:
                lacks: i64 = bits(line.cells & ~tokens)
                if lacks == 0:
                    complete += 1
                row[place] = held_to(lacks, 0, 9)
                place += 1
            row[13] = held_to(complete, 0, 40)
            self.boards[tokens] = row
        return row


def features(game: Game, players: int, options: dict[str, Choice]) -> OnceFeatures:
    """The features for a number of players and a version."""
    assert isinstance(game, OnceUponACastle)
    return OnceFeatures(game, players, options, game.box.versions[0 if options["version"] == GREEN else 1])
