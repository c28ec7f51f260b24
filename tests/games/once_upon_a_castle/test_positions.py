"""Hand-written positions: sensible defaults, and plain refusals of what cannot be."""
from __future__ import annotations

from typing import Any

import pytest

import chateaux

from .table import GAME, ROW1, WALL, WALLS, arranged, blue, castle, green, phase, play, texts

ALL: dict[str, Any] = {"towers": [2, 2, 2, 2], "walls": WALLS, "floors": 4,
                       "guests": ["king", "queen", "fool", "cook"]}


def test_an_empty_position_is_the_beginning() -> None:
    state = GAME.load({"players": 3, "position": {}})
    assert phase(state) in ("dice", "answers")
    assert castle(state, 2)["tokens"] == []


def test_dice_alone_are_the_beginning_of_a_turn() -> None:
    state = green(dice=["gold", "food"], active=1)
    assert state.to_act == (1,)
    assert len(texts(state)) == 6


def test_open_guests_left_out_are_ones_that_nobody_owns() -> None:
    state = blue({"floors": 1, "guests": ["architect"]}, {})
    position: Any = state.dump()["position"]
    assert position["display"] == ["bohemian", "lumberjack", "dagobert"]


def test_a_position_with_answers_pending() -> None:
    state = green({}, {}, {}, phase="answers", dice=["wood", "gold"], answers=[None, "gold @r2c3", None])
    assert state.to_act == (2,)
    play(state, "done", seat=2)
    assert castle(state, 1)["tokens"] == ["r2c3"]


def test_a_hidden_answer_is_not_a_whole_position() -> None:
    with pytest.raises(chateaux.BadPosition, match="hidden"):
        green({}, {}, {}, phase="answers", dice=["wood", "gold"], answers=[None, "hidden", None])
    with pytest.raises(chateaux.BadPosition, match="hidden"):
        green({}, {}, phase="answers", dice=["wood", "gold"], answers=[None, "hidden"])


@pytest.mark.parametrize(("version", "castles", "position", "sentence"), [
    ("green", [{"tokens": ["r1c1"]}], {}, "not a cell of the green board"),
    ("green", [{"tokens": ["r1c2", "r1c2"]}], {}, "two tokens lie on r1c2"),
    ("green", [{"tokens": ["r1c2", "r1c3", "r2c2", "r2c3", "r2c4", "r2c5", "r3c1", "r3c5", "r4c1", "r4c2", "r4c4"]}],
     {}, "has 10 tokens, not 11"),
    ("green", [{"residents": 37}], {}, "Castle 0: residents must be a whole number from 0 to 36, not 37"),
    ("green", [{"towers": [2, 2, 2, 2, 2]}], {}, "4 towers and 4 walls, not 5 and 0"),
    ("green", [{"towers": ["tall"]}], {}, "each of towers must be a whole number from 0 to 99 or null, not 'tall'"),
    ("green", [{"walls": [WALL] * 5}], {}, "4 towers and 4 walls, not 0 and 5"),
    ("green", [{"walls": [None, None, {"flags": [1, 1]}]}], {}, "wall 3 takes 1 flags"),
    ("green", [{"walls": [{"flags": [0]}]}], {}, "wall 0: each of flags must be a whole number from 1 to 99, not 0"),
    ("green", [{"walls": ["brick"]}], {}, "wall 0 must be an object with named fields or null, not 'brick'"),
    ("green", [{"floors": 5}], {}, "Castle 0: floors must be a whole number from 0 to 4, not 5"),
    ("green", [{"floors": 1}], {}, "0 guests for 1 donjon floors"),
    ("green", [{"floors": 1, "guests": ["troll"]}], {}, "no guest 'troll' in the green version"),
    ("green", [{"floors": 1, "guests": ["king"]}, {"floors": 1, "guests": ["king"]}], {}, "king is in two places"),
    ("green", [{"clouds": 1}], {}, "nobody in this version draws them"),
    ("green", [{"moat": 1}], {}, "Castle 0: there is no field 'moat'"),
    ("green", [ALL], {"sun": 0}, "finisher is missing"),
    ("green", [{"towers": [2, 2, 2, 2]}], {}, "somebody has the sun"),
    ("green", [{}], {"sun": 1}, "the sun without all towers"),
    ("green", [{}], {"finisher": 1}, "without all 12 elements"),
    ("green", [ALL], {"sun": 0, "finisher": 0, "dice": ["wood", "wood"]}, "no die is used any more"),
    ("green", [ALL], {"sun": 0, "finisher": 0, "phase": "build"}, "builds nothing after"),
    ("green", [{}], {"phase": "over"}, "without a finisher"),
    ("green", [{}], {"phase": "move"}, "Guests do not act"),
    ("green", [{}], {"phase": "lunch"}, "phase must be one of roll, dice"),
    ("green", [{}], {"phase": "dice"}, "needs dice"),
    ("green", [{}], {"dice": ["wood", "iron"]}, "dice must be one of wood, stone"),
    ("green", [{}], {"dice": ["wood"]}, "two dice, not 1"),
    ("green", [{}], {"active": 2}, "active must be a whole number from 0 to 1, not 2"),
    ("green", [{}], {"weather": "fine"}, "there is no field 'weather'"),
    ("green", [{}], {"phase": "answers", "dice": ["wood", "wood"], "answers": ["done"]}, "is not asked"),
    ("blue", [{}], {"display": ["king", "queen"]}, "3 guests lie open, not 2"),
    ("blue", [{}], {"display": ["king", "queen", None]}, "although the pile has more"),
    ("blue", [{"guests": ["king"]}], {}, "1 guests in castles for 0 donjon floors"),
    ("blue", [{"floors": 1, "guests": ["king"]}], {"display": ["king", "queen", "fool"]}, "king is in two places"),
])
def test_impossible_positions_are_refused(version: str, castles: list[Any], position: dict[str, Any],
                                          sentence: str) -> None:
    with pytest.raises(chateaux.BadPosition, match=sentence):
        arranged(version, *castles, **position)


def test_too_many_castles_are_refused() -> None:
    with pytest.raises(chateaux.BadPosition, match="castles for 2 players"):
        GAME.load({"players": 2, "position": {"castles": [{}, {}, {}]}})


def test_where_everything_was_drawn_is_kept() -> None:
    state = green({"tokens": [*ROW1, "r2c5", "r3c5", "r4c5"], "walls": [None, WALL]}, {}, phase="build")
    play(state, "build row1 @tower2", "build col5 @wall4")
    assert castle(state)["towers"] == [0, 2, 0, 0]
    assert castle(state)["walls"] == [None, WALL, None, {"residents": 3, "flags": []}]
    again = GAME.load(state.dump())
    assert again.dump() == state.dump()
