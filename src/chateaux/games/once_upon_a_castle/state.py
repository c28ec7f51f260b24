"""The position: castles, guests, dice, and whom the table waits for; and the small things everybody does to it.

What may happen to it is in the chapters: `dice`, `building`, `arrivals`, `turn`.
"""
from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from chateaux.engine.actions import Actions
from chateaux.engine.chance import Chance, bit, lowest
from chateaux.engine.data import Choice
from chateaux.engine.game import Game, State
from chateaux.games.once_upon_a_castle.board import FACES
from chateaux.games.once_upon_a_castle.castle import Castle
from chateaux.games.once_upon_a_castle.pieces import Version

ROLL: Final[i64] = 0  # the dice are about to be rolled; nobody is ever asked here
DICE: Final[i64] = 1  # the active player uses both dice
ANSWERS: Final[i64] = 2  # all others choose one of them, at once and in secret
BUILD: Final[i64] = 3  # the active player clears lines
GAIN: Final[i64] = 4  # tokens from a guest
TWICE: Final[i64] = 5  # a die that is taken twice
MOVE: Final[i64] = 6  # tokens may be moved
OVER: Final[i64] = 7
SHEET: Final[i64] = 8  # before the first turn: each player in turn chooses a side of the sheet
PHASES: Final = ("roll", "dice", "answers", "build", "gain", "twice", "move", "over", "sheet")
SIDES: Final = ("printed", "blank")
EACH: Final = "each"  # the option with which everybody chooses a side

NOBODY: Final[i64] = -1
NONE: Final[i64] = -1  # no answer yet
HIDDEN: Final[i64] = -2  # an answer that this seat may not know


@mypyc_attr(acyclic=True)
class Realm(State):
    """A position of Once Upon a Castle."""

    def __init__(self, game: Game, players: i64, options: dict[str, Choice], chance: Chance, version: Version,
                 verbs: Actions, castles: vec[Castle], display: vec[i64], may: vec[i64], answers: vec[i64]) -> None:
        super().__init__(game, players, options, chance)
        self.version: Version = version
        self.verbs: Actions = verbs
        self.castles: vec[Castle] = castles
        self.display: vec[i64] = display  # the open guests
        self.pile: i64 = bit(version.guest_count) - 1  # the face-down guests, a bit each: a pile has no order
        self.pile_count: i64 = version.guest_count
        self.may: vec[i64] = may  # for each seat the uses of dice and tokens open to it, a bit each
        self.answers: vec[i64] = answers
        self.asked: i64 = 0  # the seats that owe an answer, a bit each: `proceed` finds them
        self.phase: i64 = ROLL
        self.number: i64 = 1  # of the turn
        self.active: i64 = 0
        self.first_die: i64 = 0
        self.second_die: i64 = 0
        self.left: i64 = 0  # which of the two dice are not yet used, a bit each
        self.gift: i64 = 0  # what a guest gives: a resource, or WILD for any cell; the face taken twice
        self.count: i64 = 0  # how often
        self.sun: i64 = NOBODY
        self.sides: i64 = 0  # the seats that draw on the blank side, a bit each
        self.finisher: i64 = NOBODY  # who drew the twelfth element, and with it the cloud

    # ------------------------------------------------------------ what is drawn, and told

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

    # ------------------------------------------------------------ who leads

    def points(self, seat: i64) -> i64:
        """The points of a seat as things stand."""
        return self.castles[seat].points(self.version) + self.bonus(seat)

    def bonus(self, seat: i64) -> i64:
        """The points of the sun and of the cloud of the twelfth element, for whom has them."""
        total: i64 = 0
        if self.sun == seat:
            total += self.version.sheet.sun
        if self.finisher == seat:
            total += self.version.sheet.cloud
        return total

    def best(self) -> tuple[int, ...]:
        """Who leads: most points, then most main elements, then most residents, then shared (ruling 11)."""
        results = [(self.points(seat), self.castles[seat].elements, self.castles[seat].residents)
                   for seat in range(self.players)]
        best = max(results)
        return tuple([seat for seat in range(self.players) if results[seat] == best])
