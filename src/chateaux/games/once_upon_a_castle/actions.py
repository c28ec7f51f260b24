"""The actions: their verbs with their numbers, their notation, the questions, and the elements picked for them."""
from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from chateaux.engine.actions import Actions
from chateaux.engine.data import Data
from chateaux.games.once_upon_a_castle.board import (
    CLOUD,
    DRAW,
    FACES,
    FLAG,
    FLOOR,
    STEAL,
    TOKEN,
    TOWER,
    WALL,
    WELCOME,
    Line,
)
from chateaux.games.once_upon_a_castle.pieces import Version
from chateaux.games.once_upon_a_castle.state import ANSWERS, BUILD, DICE, GAIN, NOBODY, NONE, SHEET, SIDES, TWICE, Realm

FIRST_DIE: Final[i64] = 0  # the use of it, one of the board's `uses`; a guest's gift is numbered as the first die
SECOND_DIE: Final[i64] = 1
DONE: Final[i64] = 2
CLEAR: Final[i64] = 3  # line, place of its reward; the place after the last is "for nothing"
SHIFT: Final[i64] = 4  # a token from a cell to a cell
SIDE: Final[i64] = 5  # the printed or the blank side of the sheet


def declare(version: Version) -> Actions:
    """All actions with one version of the board."""
    board = version.board
    actions = Actions()
    actions.declare("first die", board.span)
    actions.declare("second die", board.span)
    actions.declare("done")
    pairs: list[tuple[int, int]] = []
    for number in range(len(board.lines)):
        line = board.lines[number]
        line.first = actions.count + len(pairs)
        pairs += [(number, place) for place in range(line.places + 1)]
    actions.declare_pairs("clear", pairs)
    cells = list(range(len(board.cells)))
    actions.declare_pairs("move", [(start, goal) for start in cells for goal in cells if goal != start])
    actions.declare("sheet", len(SIDES))
    return actions


# ---------------------------------------------------------------- notation


def text(state: Realm, action: i64) -> str:
    """`wood @r1c2`, `wild residents`, `gold flag @wall1`, `build row1 @tower2`, `steal col4 monk`, `done`.

    >>> import chateaux
    >>> game = chateaux.game("once-upon-a-castle")
    >>> state = game.load({"players": 2, "position": {"dice": ["gold", "residents"]}})
    >>> [state.text(action) for action in state.actions(0)]
    ['gold @r2c3', 'gold @r4c2', 'gold @r4c4']
    """
    board = state.version.board
    verb: i64 = state.verbs.verb[action]
    one: i64 = state.verbs.one[action]
    two: i64 = state.verbs.two[action]
    if verb == DONE:
        return "done"
    if verb == CLEAR:
        return text_of_line(state, board.lines[one], two)
    if verb == SHIFT:
        return f"move {board.cells[one]} {board.cells[two]}"
    if verb == SIDE:
        return f"sheet {SIDES[one]}"
    die = FACES[state.first_die if verb == FIRST_DIE else state.second_die]
    if state.phase == GAIN:
        die = "token"
    elif state.phase == TWICE:
        die = FACES[state.gift]
    return f"{die} {text_of_use(state, one)}"


def text_of_use(state: Realm, use: i64) -> str:
    """What a die is used for."""
    board = state.version.board
    verb: i64 = board.uses.verb[use]
    if verb == TOKEN:
        return f"@{board.cells[use]}"
    if verb == DRAW:
        return "residents"
    return "cloud" if verb == CLOUD else f"flag @wall{board.uses.one[use] + 1}"


def text_of_line(state: Realm, line: Line, place: i64) -> str:
    """A line and where its reward goes."""
    if place == line.places:
        return f"clear {line.id}"
    if line.kind == TOWER:
        return f"build {line.id} @tower{place + 1}"
    if line.kind == WALL or line.kind == FLAG:
        return f"build {line.id} @wall{place + 1}"
    if line.kind == FLOOR:
        return f"build {line.id} @gate{place + 1}" if state.version.open else f"build {line.id}"
    if line.kind == WELCOME:
        return f"welcome {line.id}"
    word = "steal" if line.kind == STEAL else "reactivate"
    return f"{word} {line.id} {state.version.guests[place].id}"


# ---------------------------------------------------------------- questions


def asks(state: Realm, seat: i64) -> Data:
    """The question to a seat."""
    phase: i64 = state.phase
    if phase == DICE:
        dice = ([FACES[state.first_die]] if state.left & 1 else []) + (
            [FACES[state.second_die]] if state.left & 2 else [])
        return {"kind": "use_dice" if len(dice) == 2 else "use_die", "dice": dice, "die": dice[0]}
    if phase == ANSWERS:
        kind = "choose_die" if state.answers[seat] == NONE else "change_die"
        return {"kind": kind, "dice": [FACES[state.first_die], FACES[state.second_die]]}
    if phase == BUILD:
        return {"kind": "build" if state.finisher == NOBODY else "build_last"}
    if phase == GAIN:
        resource = FACES[state.gift]
        return {"kind": "place_any" if resource == "wild" else "place_gift", "resource": resource,
                "count": state.count}
    if phase == TWICE:
        return {"kind": "use_twice", "die": FACES[state.gift], "count": state.count}
    if phase == SHEET:
        return {"kind": "sheet"}
    return {"kind": "move", "count": state.count}


# ---------------------------------------------------------------- elements of a board


def steps(state: Realm, seat: i64, action: i64) -> list[list[str]]:
    """The die only where it matters which, then what it is used for; a line, then the place of its reward."""
    board = state.version.board
    verb: i64 = state.verbs.verb[action]
    one: i64 = state.verbs.one[action]
    two: i64 = state.verbs.two[action]
    if verb == DONE:
        return [["done"]]
    if verb == CLEAR:
        line = board.lines[one]
        return [[f"line-{seat}-{line.id}"], *elements_of_place(state, seat, line, two)]
    if verb == SHIFT:
        return [[f"cell-{seat}-{board.cells[one]}"], [f"cell-{seat}-{board.cells[two]}"]]
    if verb == SIDE:
        return [[f"sheet-{SIDES[one]}"]]
    picks = [[element_of_use(state, seat, one)]]
    if state.phase == DICE and state.may[seat] & (1 << board.span) - 1 and state.may[seat] >> board.span:
        return [["die-1" if verb == FIRST_DIE else "die-2"], *picks]
    return picks


def element_of_use(state: Realm, seat: i64, use: i64) -> str:
    """The board element that stands for the use of a die."""
    board = state.version.board
    verb: i64 = board.uses.verb[use]
    if verb == TOKEN:
        return f"cell-{seat}-{board.cells[use]}"
    if verb == DRAW:
        return f"residents-{seat}"
    return f"sky-{seat}" if verb == CLOUD else f"wall-{seat}-{board.uses.one[use] + 1}"


def elements_of_place(state: Realm, seat: i64, line: Line, place: i64) -> list[list[str]]:
    """The board element where the reward of a line goes; none when there is nothing to choose."""
    if place == line.places or line.kind == WELCOME:
        return []
    if line.kind == TOWER:
        return [[f"tower-{seat}-{place + 1}"]]
    if line.kind == WALL or line.kind == FLAG:
        return [[f"wall-{seat}-{place + 1}"]]
    if line.kind == FLOOR:
        return [[f"gate-{place + 1}"]] if state.version.open else []
    return [[f"guest-{state.version.guests[place].id}"]]
