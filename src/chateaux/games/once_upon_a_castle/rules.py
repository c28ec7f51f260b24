"""Once Upon a Castle: what each seat may do, what it counts, and the game itself.

What actions do is in the chapters `dice`, `building`, `arrivals` and `turn`; how they read and are picked in
`actions`.
"""
from __future__ import annotations

from pathlib import Path
from typing import Any, Final, final

import msgspec
from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from chateaux.engine.actions import BLANK, Actions, numbered
from chateaux.engine.chance import Chance, bits, lowest
from chateaux.engine.data import Choice, Data, Observation, Option, Outcome
from chateaux.engine.game import Game, State
from chateaux.games.once_upon_a_castle.actions import CLEAR, DONE, SHIFT, SIDE, asks, declare, steps, text
from chateaux.games.once_upon_a_castle.arrivals import draw_guest, move_token, put_gift, take_gift
from chateaux.games.once_upon_a_castle.building import build, end_step, places
from chateaux.games.once_upon_a_castle.castle import Castle, empty_castle, total_of
from chateaux.games.once_upon_a_castle.dice import use_die
from chateaux.games.once_upon_a_castle.form import OnceUponACastleSet
from chateaux.games.once_upon_a_castle.pieces import MOST_PLAYERS, VERSIONS, Pieces, read
from chateaux.games.once_upon_a_castle.position import check, redeal, write
from chateaux.games.once_upon_a_castle.position import read as read_into
from chateaux.games.once_upon_a_castle.state import (
    ANSWERS,
    BUILD,
    DICE,
    EACH,
    GAIN,
    MOVE,
    NOBODY,
    NONE,
    OVER,
    ROLL,
    SHEET,
    SIDES,
    TWICE,
    Realm,
)
from chateaux.games.once_upon_a_castle.turn import proceed

ID: Final = "once-upon-a-castle"
RULES_VERSION: Final = 2
OPTIONS: Final = {
    "version": Option("green", VERSIONS),
    "sheet": Option("printed", (*SIDES, EACH)),  # the side one draws on: no other rule asks for it
}
FAIR_START: Final = "fair_start"  # a house rule, since version 2: all but the first player begin with residents


@final
@mypyc_attr(acyclic=True)
class CastleState(Realm):
    """A position of Once Upon a Castle."""

    def acting(self) -> i64:
        return self.asked

    def legal(self, seat: i64) -> vec[i64]:
        phase: i64 = self.phase
        if seat < 0 or (seat != self.active and phase != ANSWERS):
            return vec[i64]()
        if phase == BUILD:
            return self.legal_builds(seat)
        if phase == MOVE:
            return self.legal_moves(seat)
        if phase == OVER:
            return vec[i64]()
        if phase == SHEET:
            return vec[i64]([self.verbs.first[SIDE] + side for side in range(len(SIDES))])
        return numbered(self.may[seat])

    def legal_builds(self, seat: i64) -> vec[i64]:
        """Every complete line with every place for its reward, and the end of the step."""
        board = self.version.board
        found = vec[i64](capacity=16)
        found = append(found, self.verbs.first[DONE])
        complete: i64 = board.complete[self.castles[seat].tokens]
        while complete:
            line = board.lines[lowest(complete)]
            complete &= complete - 1
            free: i64 = places(self, seat, line)
            while free:
                found = append(found, line.first + lowest(free))
                free &= free - 1
        return found

    def legal_moves(self, seat: i64) -> vec[i64]:
        """Any token to any free cell (ruling 16: up to two moves)."""
        verbs = self.verbs
        found = vec[i64](capacity=32)
        found = append(found, verbs.first[DONE])
        tokens: i64 = self.castles[seat].tokens
        for action in range(verbs.first[SHIFT], verbs.first[SIDE]):
            if tokens >> verbs.one[action] & 1 and not tokens >> verbs.two[action] & 1:
                found = append(found, action)
        return found

    def allows(self, seat: i64, action: i64) -> bool:
        phase: i64 = self.phase
        verbs = self.verbs
        if (seat < 0 or (seat != self.active and phase != ANSWERS) or phase == OVER
                or action >= len(verbs.verb)):  # the other version may have more
            return False
        verb: i64 = verbs.verb[action]
        if phase == BUILD:
            if verb != CLEAR:
                return verb == DONE
            line = self.version.board.lines[verbs.one[action]]
            return (self.castles[seat].tokens & line.cells == line.cells
                    and places(self, seat, line) >> verbs.two[action] & 1 != 0)
        if phase == MOVE:
            tokens: i64 = self.castles[seat].tokens
            return verb == DONE or (verb == SHIFT and tokens >> verbs.one[action] & 1 != 0
                                    and not tokens >> verbs.two[action] & 1)
        if phase == SHEET:
            return verb == SIDE
        return verb <= DONE and self.may[seat] >> action & 1 != 0

    def apply(self, seat: i64, action: i64) -> None:
        phase: i64 = self.phase
        if phase == ANSWERS:
            self.answers[seat] = action
            self.asked &= ~(1 << seat)
            if self.asked:
                return
        elif phase == DICE:
            use_die(self, action)
        elif phase == GAIN:
            put_gift(self, self.verbs.one[action])
        elif phase == TWICE:
            take_gift(self, self.verbs.one[action])
        elif phase == BUILD:
            if self.verbs.verb[action] == CLEAR:
                build(self, action)
            else:
                end_step(self)
        elif phase == SHEET:
            self.choose_side(self.verbs.one[action])
        elif self.verbs.verb[action] == SHIFT:
            move_token(self, action)
        else:
            self.phase = BUILD
        proceed(self)

    def choose_side(self, side: i64) -> None:
        """Préparation: each player takes a sheet, printed side up or blank side up."""
        if side:
            self.sides |= 1 << self.active
        if self.log is not None:
            self.emit("sheet_" + SIDES[side], self.active, {})
        self.active += 1
        if self.active == self.players:
            self.active = 0
            self.phase = ROLL

    def clone(self) -> CastleState:
        other = CastleState(self.game, self.players, self.options, self.chance.clone(), self.version, self.verbs,
                            self.castles[:], self.display[:], self.may[:], self.answers[:])
        for seat in range(self.players):
            other.castles[seat] = self.castles[seat].clone()
        other.pile = self.pile
        other.pile_count = self.pile_count
        other.asked = self.asked
        other.phase = self.phase
        other.number = self.number
        other.active = self.active
        other.first_die = self.first_die
        other.second_die = self.second_die
        other.left = self.left
        other.gift = self.gift
        other.count = self.count
        other.sun = self.sun
        other.sides = self.sides
        other.finisher = self.finisher
        return other

    # ------------------------------------------------------------ points

    def scores(self) -> list[int]:
        return [self.points(seat) for seat in range(self.players)]

    def winners(self) -> tuple[int, ...]:
        return self.best() if self.phase == OVER else ()

    def ending(self) -> Data:
        if self.phase != OVER:
            return {}
        return {"kind": "castle", "seat": self.finisher, "count": self.version.sheet.elements}

    def breakdown(self, seat: int) -> list[Data]:
        """La banderole: towers, sun and cloud, residents, flags, guests."""
        version = self.version
        sheet = version.sheet
        castle = self.castles[seat]
        lines: list[Data] = [
            {"kind": "towers", "points": total_of(castle.worth), "count": bits(castle.towers)},
            {"kind": "sun", "points": sheet.sun if self.sun == seat else 0},
            {"kind": "cloud", "points": sheet.cloud if self.finisher == seat else 0}]
        if version.shepherdess:
            lines.append({"kind": "clouds", "points": castle.clouds * version.cloud_points, "count": castle.clouds})
        lines.append({"kind": "residents", "points": sheet.worth[castle.residents], "count": castle.residents})
        lines.append({"kind": "flags", "points": total_of(castle.flags), "count": castle.flag_count()})
        for guest in range(version.guest_count):
            if castle.guests >> guest & 1:
                lines.append({"kind": "guest", "points": castle.guest_points(guest, version),
                              "piece": version.guests[guest].id})
        return lines

    # ------------------------------------------------------------ what Python calls all the time

    def actions(self, seat: int) -> list[int]:  # a method of the very class is called more quickly than one of its base
        return super().actions(seat)

    def play(self, action: int, seat: int, events: bool = False) -> Outcome:
        return super().play(action, seat, events)

    # ------------------------------------------------------------ words and picks, positions

    def text(self, action: int) -> str:
        return text(self, action)

    def asks(self, seat: i64) -> Data:
        return asks(self, seat)

    def steps(self, seat: i64, action: i64) -> list[list[str]]:
        return steps(self, seat, action)

    def position(self, seat: i64) -> Data:
        return write(self, seat)

    def redeal(self, seat: i64, chance: Chance) -> None:
        redeal(self, seat, chance)

    def check(self) -> None:
        check(self)


@final
class OnceUponACastle(Game):
    """The rules with one set of pieces."""

    def __init__(self, pieces: object, rules_version: int = RULES_VERSION) -> None:
        self.box: Pieces = read(pieces)
        self.tables: list[Actions] = [declare(version) for version in self.box.versions]
        options = OPTIONS if rules_version == 1 else {**OPTIONS, FAIR_START: Option(False, (False, True))}
        super().__init__(ID, range(2, MOST_PLAYERS + 1), options, rules_version,
                         max([actions.count for actions in self.tables]), pieces)
        self.form = OnceUponACastleSet
        self.earlier: OnceUponACastle | None = None

    def bare(self, players: int, options: dict[str, Choice], chance: Chance) -> CastleState:
        """Empty castles, all guests in the pile, no die rolled."""
        which = VERSIONS.index(str(options["version"]))
        version = self.box.versions[which]
        state = CastleState(self, players, options, chance, version, self.tables[which],
                            vec[Castle]([empty_castle(version.tokens) for _ in range(players)]),
                            vec[i64]([NOBODY] * version.display), BLANK[:players], vec[i64]([NONE] * players))
        if options["sheet"] == SIDES[1]:
            state.sides = (1 << players) - 1
        return state

    def start(self, players: int, options: dict[str, Choice], chance: Chance) -> State:
        """Préparation: the guests are shuffled, in blue three are shown, and the first player rolls."""
        state = self.bare(players, options, chance)
        for slot in range(state.version.display):
            state.display[slot] = draw_guest(state)
        if options.get(FAIR_START):
            for seat in range(1, players):
                state.draw_residents(seat, 2 if players == 2 else 1)
        if options["sheet"] == EACH:
            state.phase = SHEET
        proceed(state)
        return state

    def restore(self, players: int, options: dict[str, Choice], position: Data, chance: Chance) -> State:
        state = self.bare(players, options, chance)
        read_into(state, position)
        return state

    def view(self, observation: Observation) -> Any:  # a schema.View, which compiled code need not know
        from chateaux.games.once_upon_a_castle.view import view

        return view(self, observation)

    def remade(self, pieces: object) -> OnceUponACastle:
        return OnceUponACastle(pieces, self.rules_version)

    def at_version(self, version: int) -> Game:
        """Version 1: the same without the fair start."""
        if version == 1 and self.rules_version != 1:
            if self.earlier is None:
                self.earlier = OnceUponACastle(self.pieces, 1)
            return self.earlier
        return super().at_version(version)


def read_pieces() -> object:
    """The house's own set."""
    return msgspec.json.decode((Path(__file__).parent / "pieces.json").read_bytes())


GAME: Final = OnceUponACastle(read_pieces())
