"""The position itself, and the first half of a turn: the dice, and the others' choice of one of them.

Building, guests and the end live in `turn`.
"""
from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from chateaux.engine.chance import Chance, bit, lowest
from chateaux.engine.data import Choice
from chateaux.engine.game import Game, State
from chateaux.games.once_upon_a_castle.board import FACES, RESIDENTS, WILD
from chateaux.games.once_upon_a_castle.box import Version
from chateaux.games.once_upon_a_castle.sheet import Castle

ROLL: Final[i64] = 0  # the dice are about to be rolled; nobody is ever asked here
DICE: Final[i64] = 1  # the active player uses both dice
ANSWERS: Final[i64] = 2  # all others choose one of them, at once and in secret
BUILD: Final[i64] = 3  # the active player clears lines
GAIN: Final[i64] = 4  # tokens from a guest
TWICE: Final[i64] = 5  # a die that is taken twice
MOVE: Final[i64] = 6  # tokens may be moved
OVER: Final[i64] = 7
PHASES: Final = ("roll", "dice", "answers", "build", "gain", "twice", "move", "over")

NOBODY: Final[i64] = -1
NONE: Final[i64] = -1  # no answer yet
HIDDEN: Final[i64] = -2  # an answer that this seat may not know


class Dice(State):
    """A position, and what dice do to it."""

    def __init__(self, game: Game, players: i64, options: dict[str, Choice], chance: Chance, version: Version,
                 castles: vec[Castle], display: vec[i64], may: vec[i64], answers: vec[i64]) -> None:
        super().__init__(game, players, options, chance)
        self.version: Version = version
        self.castles: vec[Castle] = castles
        self.display: vec[i64] = display  # the open guests
        self.pile: i64 = bit(version.guest_count) - 1  # the face-down guests, a bit each: a pile has no order
        self.pile_count: i64 = version.guest_count
        self.may: vec[i64] = may  # for each seat the uses of dice and tokens open to it, a bit each
        self.answers: vec[i64] = answers
        self.asked: i64 = 0  # the seats that owe an answer, a bit each
        self.phase: i64 = ROLL
        self.number: i64 = 1  # of the turn
        self.active: i64 = 0
        self.first_die: i64 = 0
        self.second_die: i64 = 0
        self.left: i64 = 0  # which of the two dice are not yet used, a bit each
        self.gift: i64 = 0  # what a guest gives: a resource, or WILD for any cell; the face taken twice
        self.count: i64 = 0  # how often
        self.sun: i64 = NOBODY
        self.finisher: i64 = NOBODY  # who drew the twelfth element, and with it the cloud

    # ------------------------------------------------------------ the dice

    def roll(self) -> None:
        """Déroulement du jeu: the active player rolls both dice."""
        self.first_die = self.chance.below(6)
        self.second_die = self.chance.below(6)
        self.left = 3
        self.revealed = True
        self.phase = DICE
        if self.log is not None:
            self.emit("roll", self.active, {"turn": self.number, "dice": [
                FACES[self.first_die], FACES[self.second_die]]})

    def uses(self, castle: Castle, face: i64) -> i64:
        """What a castle can do with a face, a bit for each use; 0 when the die is lost.

        The same result by two ways is one use (ruling 23).
        """
        version = self.version
        board = version.board
        guests: i64 = castle.guests
        cells: i64 = version.reached(guests, face)
        found: i64 = 0
        if face >= RESIDENTS:
            found = 1 << board.draw
            if face == WILD:
                if guests & version.shepherdess:
                    found |= 1 << board.cloud  # ruling 12: a rolled ? only
            elif guests & version.knight:
                cells = board.all
        cells = cells & ~castle.tokens if castle.hand > 0 else 0
        if guests & version.monk and (face == version.monk_face or face == WILD):
            found |= castle.room << board.flag
        if cells == 0 and guests & version.cook and face == version.cook_face:
            found |= 1 << board.draw  # ruling 14: the resident comes even if the token is lost
        return found | cells

    def use(self, seat: i64, face: i64, use: i64) -> None:
        """Use a face: a token on a cell, residents, a cloud or a flag."""
        version = self.version
        board = version.board
        castle = self.castles[seat]
        if use < board.size:
            castle.cover(use)
            self.say_token(seat, use, FACES[face])
            if castle.guests & version.cook and (
                    face == version.cook_face or (face == WILD and board.resource[use] == version.cook_face)):
                self.draw_residents(seat, version.cook_residents)
        elif use == board.draw:
            self.draw_residents(seat, version.cook_residents if face < RESIDENTS else version.drawn)
        elif use == board.cloud:
            castle.clouds += 1
            if self.log is not None:
                self.emit("extra_cloud", seat, {"points": version.cloud_points,
                                                "guest": self.holder(version.shepherdess)})
        else:
            castle.draw_flag(use - board.flag, version.monk_points, version.sheet)
            if self.log is not None:
                self.emit("monk_flag", seat, {"points": version.monk_points, "place": use - board.flag + 1,
                                              "guest": self.holder(version.monk)})

    def dice_are_asked(self) -> bool:
        """Use what leaves no choice and drop what is lost; whether the active player has a choice now."""
        castle = self.castles[self.active]
        board = self.version.board
        only_residents: i64 = 1 << board.draw
        first: i64 = 0
        second: i64 = 0
        if self.left & 1:
            first = self.uses(castle, self.first_die)
            if first == only_residents:
                self.left &= ~1
                self.use(self.active, self.first_die, board.draw)
                first = 0
            elif first == 0:
                self.left &= ~1
                self.say_lost(self.first_die)
        if self.left & 2:
            second = self.uses(castle, self.second_die)
            if second == only_residents:
                self.left &= ~2
                self.use(self.active, self.second_die, board.draw)
                second = 0
            elif second == 0:
                self.left &= ~2
                self.say_lost(self.second_die)
            elif first and self.first_die == self.second_die:
                second = 0  # the same face again: offered once
        options: i64 = first | second << board.uses
        if options == 0:
            self.ask_others()
            return False
        if options & (options - 1) == 0:
            self.use_die(lowest(options))
            return False
        self.may[self.active] = options
        return True

    def use_die(self, action: i64) -> None:
        """The active player uses one of the two dice."""
        uses: i64 = self.version.board.uses
        if action < uses:
            self.left &= ~1
            self.use(self.active, self.first_die, action)
        else:
            self.left &= ~2
            self.use(self.active, self.second_die, action - uses)

    # ------------------------------------------------------------ the others' choice

    def open_to(self, seat: i64) -> i64:
        """The uses of one of the two dice by another player; 0 when there is nothing to use."""
        version = self.version
        castle = self.castles[seat]
        first: i64 = self.uses(castle, self.first_die)
        second: i64 = self.uses(castle, self.second_die)
        draw: i64 = 1 << version.board.draw
        if castle.residents == version.sheet.track:
            first &= ~draw  # the same as declining
            second &= ~draw
        both: i64 = first & second
        if both:
            better: i64 = 0  # where only the second die lets the Cook, or more residents, come
            if castle.guests & version.cook:
                if self.first_die == RESIDENTS:
                    better = both & version.board.of[version.cook_face]
                elif self.first_die == version.cook_face:
                    better = both & draw
            first &= ~better
            second &= ~(both & ~better)
        return first | second << version.board.uses

    def ask_others(self) -> None:
        """Déroulement du jeu: each of the others may use one of the dice, or decline (ruling 2).

        Who has nothing to use is not asked: everybody can see it.
        """
        self.phase = ANSWERS
        self.asked = 0
        for seat in range(self.players):
            self.answers[seat] = NONE
            self.may[seat] = 0
            if seat != self.active:
                options: i64 = self.open_to(seat)
                if options:
                    self.may[seat] = options | bit(self.version.board.done)
                    self.asked |= 1 << seat

    def resolve_answers(self) -> None:
        """All answers are in: carry them out in seat order (ruling 1: boards do not interact here)."""
        uses: i64 = self.version.board.uses
        for seat in range(self.players):
            action: i64 = self.answers[seat]
            if action != NONE:
                self.revealed = True
                if action < uses:
                    self.use(seat, self.first_die, action)
                elif action < 2 * uses:
                    self.use(seat, self.second_die, action - uses)
                elif self.log is not None:
                    self.emit("decline", seat, {})
                self.answers[seat] = NONE
        self.phase = BUILD

    # ------------------------------------------------------------ the chronicle

    def draw_residents(self, seat: i64, count: i64) -> None:
        """Dessiner des habitants, from left to right, upper row first."""
        castle = self.castles[seat]
        drawn: i64 = castle.welcome(count, self.version.sheet)
        if self.log is not None:
            if drawn:
                self.emit("residents", seat, {"count": drawn, "total": castle.residents})
            else:
                self.emit("no_room", seat, {})

    def say_token(self, seat: i64, cell: i64, way: str) -> None:
        if self.log is not None:
            board = self.version.board
            self.emit("token", seat, {"cell": board.cells[cell], "resource": FACES[board.resource[cell]], "way": way})

    def say_lost(self, face: i64) -> None:
        if self.log is not None:
            self.emit("lost", self.active, {"die": FACES[face]})

    def holder(self, mask: i64) -> str:
        """The guest with a lasting ability."""
        return self.version.guests[lowest(mask)].id
