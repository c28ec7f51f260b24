"""The course of a turn: `proceed` carries the game on until somebody has a real choice."""
from __future__ import annotations

from mypy_extensions import i64

from chateaux.engine.data import UNASKED, Endless
from chateaux.games.once_upon_a_castle.arrivals import gain_is_asked, twice_is_asked
from chateaux.games.once_upon_a_castle.building import end_step, has_complete_line
from chateaux.games.once_upon_a_castle.dice import dice_are_asked, resolve_answers, roll
from chateaux.games.once_upon_a_castle.state import ANSWERS, BUILD, DICE, GAIN, MOVE, ROLL, SHEET, TWICE, Realm


def proceed(state: Realm) -> None:
    """Carry on until somebody is asked, or the game is over."""
    for _step in range(UNASKED):
        phase: i64 = state.phase
        if phase == DICE:
            if dice_are_asked(state):
                break
        elif phase == ANSWERS:
            if state.asked:
                return
            resolve_answers(state)
        elif phase == BUILD:
            if has_complete_line(state):
                break
            end_step(state)
        elif phase == ROLL:
            roll(state)
        elif phase == GAIN:
            if gain_is_asked(state):
                break
        elif phase == TWICE:
            if twice_is_asked(state):
                break
        elif phase == MOVE:
            if state.count > 0 and state.castles[state.active].tokens:
                break
            state.phase = BUILD
        elif phase == SHEET:
            break
        else:
            state.asked = 0
            return
    else:
        raise Endless("Once Upon a Castle: turn follows turn and nobody can do anything.")
    state.asked = 1 << state.active
