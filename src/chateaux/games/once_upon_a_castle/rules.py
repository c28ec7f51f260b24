"""Once Upon a Castle on the engine's contract: which answers there are, and how they read and write.

What the answers do lives in `turn`, positions as data in `positions`.
"""
from __future__ import annotations

from pathlib import Path
from typing import Any, Final, final

import msgspec
from librt.vecs import append, vec
from mypy_extensions import i64

from chateaux.engine.chance import Chance, bits, lowest
from chateaux.engine.data import Choice, Data, Observation, Option
from chateaux.engine.game import Game, State
from chateaux.games.once_upon_a_castle.board import FACES, FLAG, FLOOR, STEAL, TOWER, WALL, Line
from chateaux.games.once_upon_a_castle.box import BLUE, MOST_PLAYERS, VERSIONS, Version, read_box
from chateaux.games.once_upon_a_castle.dice import ANSWERS, BUILD, DICE, GAIN, MOVE, NOBODY, NONE, OVER, TWICE
from chateaux.games.once_upon_a_castle.form import OnceUponACastleSet
from chateaux.games.once_upon_a_castle.positions import read_position, refuse_hidden, verify, write_position
from chateaux.games.once_upon_a_castle.sheet import Castle, empty_castle, total_of
from chateaux.games.once_upon_a_castle.turn import Turn

ID: Final = "once-upon-a-castle"
RULES_VERSION: Final = 1
OPTIONS: Final = {
    "version": Option("green", VERSIONS),
    "sheet": Option("printed", ("printed", "blank")),  # the side one draws on: nothing in the rules asks for it
}


@final
class Position(Turn):
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
        found = vec[i64](capacity=16)
        if phase == OVER:
            return found
        options: i64 = self.may[seat]
        action: i64 = 0
        while options:
            if options & 0xF == 0:
                options >>= 4
                action += 4
                continue
            if options & 1:
                found = append(found, action)
            options >>= 1
            action += 1
        return found

    def legal_builds(self, seat: i64) -> vec[i64]:
        """Every complete line with every place for its reward, and the end of the step."""
        board = self.version.board
        found = vec[i64](capacity=16)
        found = append(found, board.done)
        complete: i64 = board.complete[self.castles[seat].tokens]
        while complete:
            line = board.lines[lowest(complete)]
            complete &= complete - 1
            places: i64 = self.places(seat, line)
            while places:
                found = append(found, line.first + lowest(places))
                places &= places - 1
        return found

    def legal_moves(self, seat: i64) -> vec[i64]:
        """Any token to any free cell (ruling 16: up to two moves)."""
        board = self.version.board
        found = vec[i64](capacity=32)
        found = append(found, board.done)
        tokens: i64 = self.castles[seat].tokens
        for start in range(board.size):
            if tokens >> start & 1:
                for goal in range(board.size):
                    if not tokens >> goal & 1:
                        found = append(found, board.move(start, goal))
        return found

    def allows(self, seat: i64, action: i64) -> bool:
        phase: i64 = self.phase
        if seat < 0 or (seat != self.active and phase != ANSWERS) or phase == OVER:
            return False
        board = self.version.board
        if phase == BUILD:
            if action <= board.done or action >= board.moves:
                return action == board.done
            line = board.lines[board.line_at[action]]
            return (self.castles[seat].tokens & line.cells == line.cells
                    and self.places(seat, line) >> (action - line.first) & 1 != 0)
        if phase == MOVE:
            if action < board.moves:
                return action == board.done
            start: i64 = (action - board.moves) // (board.size - 1)
            goal: i64 = (action - board.moves) % (board.size - 1)
            if goal >= start:
                goal += 1
            tokens: i64 = self.castles[seat].tokens
            return start < board.size and tokens >> start & 1 != 0 and not tokens >> goal & 1
        return action <= board.done and self.may[seat] >> action & 1 != 0

    def apply(self, seat: i64, action: i64) -> None:
        phase: i64 = self.phase
        if phase == ANSWERS:
            self.answers[seat] = action
            self.asked &= ~(1 << seat)
            if self.asked:
                return
        elif phase == DICE:
            self.use_die(action)
        elif phase == BUILD:
            if action == self.version.board.done:
                self.end_step()
            else:
                self.build(action)
        elif phase == GAIN:
            self.put_gift(action)
        elif phase == TWICE:
            self.take_gift(action)
        elif action == self.version.board.done:
            self.phase = BUILD
        else:
            self.move_token(action)
        self.proceed()

    def clone(self) -> Position:
        other = Position(self.game, self.players, self.options, self.chance.clone(), self.version, self.castles[:],
                         self.display[:], self.may[:], self.answers[:])
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
        other.finisher = self.finisher
        return other

    def redeal(self, seat: i64, chance: Chance) -> None:
        """Only pending answers are secret: the pile has no order, and what is in it everybody can work out."""
        if self.phase != ANSWERS:
            return
        for other in range(self.players):
            if other != seat and self.answers[other] != NONE:
                options: i64 = self.may[other]
                self.answers[other] = chance.choose(options, bits(options))

    # ------------------------------------------------------------ points

    def scores(self) -> list[int]:
        return [self.points(seat) for seat in range(self.players)]

    def winners(self) -> tuple[int, ...]:
        return self.best() if self.phase == OVER else ()

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

    # ------------------------------------------------------------ words and picks

    def text(self, action: int) -> str:
        """`wood @r1c2`, `wild residents`, `gold flag @wall1`, `build row1 @tower2`, `steal col4 monk`, `done`.

        >>> import chateaux
        >>> game = chateaux.game("once-upon-a-castle")
        >>> state = game.load({"players": 2, "position": {"dice": ["gold", "residents"]}})
        >>> [state.text(action) for action in state.actions(0)]
        ['gold @r2c3', 'gold @r4c2', 'gold @r4c4']
        """
        board = self.version.board
        if action < board.done:
            die = FACES[self.first_die if action < board.uses else self.second_die]
            if self.phase == GAIN:
                die = "token"
            elif self.phase == TWICE:
                die = FACES[self.gift]
            return f"{die} {self.text_of_use(action % board.uses)}"
        if action == board.done:
            return "done"
        if action < board.moves:
            line = board.lines[board.line_at[action]]
            return self.text_of_build(line, action - line.first)
        start: i64 = (action - board.moves) // (board.size - 1)
        goal: i64 = (action - board.moves) % (board.size - 1)
        if goal >= start:
            goal += 1
        return f"move {board.cells[start]} {board.cells[goal]}"

    def text_of_use(self, use: i64) -> str:
        """What a die is used for."""
        board = self.version.board
        if use < board.size:
            return f"@{board.cells[use]}"
        if use == board.draw:
            return "residents"
        if use == board.cloud:
            return "cloud"
        return f"flag @wall{use - board.flag + 1}"

    def text_of_build(self, line: Line, place: i64) -> str:
        """A line and where its reward goes."""
        if place == line.places:
            return f"clear {line.id}"
        if line.kind == TOWER:
            return f"build {line.id} @tower{place + 1}"
        if line.kind == WALL or line.kind == FLAG:
            return f"build {line.id} @wall{place + 1}"
        if line.kind == FLOOR:
            return f"build {line.id} @gate{place + 1}" if self.version.open else f"build {line.id}"
        word = "steal" if line.kind == STEAL else "reactivate"
        return f"{word} {line.id} {self.version.guests[place].id}"

    def asks(self, seat: i64) -> Data:
        phase: i64 = self.phase
        if phase == DICE:
            dice = ([FACES[self.first_die]] if self.left & 1 else []) + (
                [FACES[self.second_die]] if self.left & 2 else [])
            return {"kind": "use_dice" if len(dice) == 2 else "use_die", "dice": dice, "die": dice[0]}
        if phase == ANSWERS:
            kind = "choose_die" if self.answers[seat] == NONE else "change_die"
            return {"kind": kind, "dice": [FACES[self.first_die], FACES[self.second_die]]}
        if phase == BUILD:
            return {"kind": "build" if self.finisher == NOBODY else "build_last"}
        if phase == GAIN:
            resource = FACES[self.gift]
            return {"kind": "place_any" if resource == "wild" else "place_gift", "resource": resource,
                    "count": self.count}
        if phase == TWICE:
            return {"kind": "use_twice", "die": FACES[self.gift], "count": self.count}
        return {"kind": "move", "count": self.count}

    def steps(self, seat: i64, action: i64) -> list[list[str]]:
        """The die only where it matters which, then what it is used for; a line, then the place of its reward."""
        board = self.version.board
        if action == board.done:
            return [["done"]]
        if action < board.done:
            picks = [[self.element_of_use(seat, action % board.uses)]]
            if self.phase == DICE and self.may[seat] & (1 << board.uses) - 1 and self.may[seat] >> board.uses:
                return [["die-1" if action < board.uses else "die-2"], *picks]
            return picks
        if action < board.moves:
            line = board.lines[board.line_at[action]]
            return [[f"line-{seat}-{line.id}"], *self.elements_of_place(seat, line, action - line.first)]
        start: i64 = (action - board.moves) // (board.size - 1)
        goal: i64 = (action - board.moves) % (board.size - 1)
        if goal >= start:
            goal += 1
        return [[f"cell-{seat}-{board.cells[start]}"], [f"cell-{seat}-{board.cells[goal]}"]]

    def element_of_use(self, seat: i64, use: i64) -> str:
        """The board element that stands for the use of a die."""
        board = self.version.board
        if use < board.size:
            return f"cell-{seat}-{board.cells[use]}"
        if use == board.draw:
            return f"residents-{seat}"
        if use == board.cloud:
            return f"sky-{seat}"
        return f"wall-{seat}-{use - board.flag + 1}"

    def elements_of_place(self, seat: i64, line: Line, place: i64) -> list[list[str]]:
        """The board element where the reward of a line goes; none when there is nothing to choose."""
        if place == line.places:
            return []
        if line.kind == TOWER:
            return [[f"tower-{seat}-{place + 1}"]]
        if line.kind == WALL or line.kind == FLAG:
            return [[f"wall-{seat}-{place + 1}"]]
        if line.kind == FLOOR:
            return [[f"gate-{place + 1}"]] if self.version.open else []
        return [[f"guest-{self.version.guests[place].id}"]]

    # ------------------------------------------------------------ positions

    def position(self, seat: i64) -> Data:
        return write_position(self, seat)

    def check(self) -> None:
        verify(self)
        refuse_hidden(self)


@final
class OnceUponACastle(Game):
    """The rules with one set of pieces."""

    def __init__(self, pieces: object) -> None:
        self.versions: list[Version] = read_box(pieces)
        super().__init__(ID, range(2, MOST_PLAYERS + 1), OPTIONS, RULES_VERSION,
                         max([version.board.action_count for version in self.versions]), pieces)
        self.form = OnceUponACastleSet

    def bare(self, players: int, options: dict[str, Choice], chance: Chance) -> Position:
        """Empty castles, all guests in the pile, no die rolled."""
        version = self.versions[1 if options["version"] == BLUE else 0]
        return Position(self, players, options, chance, version,
                        vec[Castle]([empty_castle(version.tokens) for _ in range(players)]),
                        vec[i64]([NOBODY] * version.display), vec[i64]([0] * players), vec[i64]([NONE] * players))

    def start(self, players: int, options: dict[str, Choice], chance: Chance) -> State:
        """Préparation: the guests are shuffled, in blue three are shown, and the first player rolls."""
        state = self.bare(players, options, chance)
        for slot in range(state.version.display):
            state.display[slot] = state.draw_guest()
        state.proceed()
        return state

    def restore(self, players: int, options: dict[str, Choice], position: Data, chance: Chance) -> State:
        state = self.bare(players, options, chance)
        read_position(state, position)
        return state

    def view(self, observation: Observation) -> Any:  # a schema.View, which compiled code need not know
        from chateaux.games.once_upon_a_castle.view import view

        return view(self, observation)

    def remade(self, pieces: object) -> OnceUponACastle:
        return OnceUponACastle(pieces)


def read_pieces() -> object:
    """The house's own set."""
    return msgspec.json.decode((Path(__file__).parent / "pieces.json").read_bytes())


GAME: Final = OnceUponACastle(read_pieces())
