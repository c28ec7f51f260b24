"""What a board is given: all picks are elements of the view, all figures are worked out."""
from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

import chateaux
from chateaux.games.once_upon_a_castle.schema import Guest, Tally

from .table import BLUE_FLOOR, GAME, GREEN_FLOOR, REACTIVATE, ROW1, STEAL, WALL, arranged, blue, green, play


def ids(data: object) -> set[str]:
    """Every element id of a view."""
    data = msgspec.to_builtins(data)
    if isinstance(data, dict):
        own = {data["id"]} if isinstance(data.get("id"), str) else set()
        return own.union(*[ids(value) for value in data.values()])
    if isinstance(data, list | tuple):
        return set().union(*[ids(value) for value in data])
    return set()


@pytest.mark.parametrize("version", ["green", "blue"])
def test_every_pick_is_an_element_of_the_view(version: str) -> None:
    for seed in range(4 if chateaux.COMPILED else 1):
        chooser = random.Random(seed)
        state = GAME.new(2 + seed % 3, seed, {"version": version})
        while not state.over:
            for seat in state.to_act:
                shown = ids(state.view(seat))
                for steps in state.picks(seat).values():
                    for step in steps:
                        assert set(step) <= shown
            seat = chooser.choice(state.to_act)
            state.play(chooser.choice(state.actions(seat)), seat)
        assert state.view(None).over


def test_ids_are_unique() -> None:
    state = blue({"floors": 1, "guests": ["monk"], "tokens": ROW1}, {"floors": 1, "guests": ["king"]})
    view: Any = state.view(0)
    found: list[str] = []

    def collect(data: Any) -> None:
        if isinstance(data, dict):
            if "id" in data:
                found.append(data["id"])
            for value in data.values():
                collect(value)
        elif isinstance(data, list | tuple):
            for value in data:
                collect(value)

    collect(msgspec.to_builtins(view))
    assert len(found) == len(set(found))


def test_rewards_stand_at_the_end_of_their_lines() -> None:
    view: Any = green({}, {}).view(0)
    ends = {line.name: (line.end.row, line.end.col) for line in view.board.lines}
    assert ends == {"row1": (1, 4), "row2": (2, 6), "row4L": (4, 3), "row4R": (4, 6), "col1": (5, 1), "col2": (3, 2),
                    "col3": (3, 3), "col5": (5, 5)}
    view = blue({}, {}).view(0)
    ends = {line.name: (line.end.row, line.end.col) for line in view.board.lines}
    assert ends["col3"] == (0, 3), "below it the reward of row 3 has its place"
    assert len(set(ends.values())) == 10


def test_the_castle_as_it_grows() -> None:
    state = blue({"towers": [0, 5, 0, 0], "walls": [{"residents": 2, "flags": [2]}, None, WALL], "floors": 1,
                  "guests": ["princess"], "residents": 4, "tokens": ROW1}, {"floors": 1, "guests": ["guard"]},
                 phase="build")
    shown: Any = state.view(1)
    mine = shown.players[0]
    assert [tower.points for tower in mine.towers] == [None, 5, None, None]
    assert [wall.flags for wall in mine.walls] == [[2, None], [None, None], [None], [None]]
    assert [floor.built for floor in mine.floors] == [True, False, False, False]
    assert [group.drawn for group in mine.residents.rows[0]] == [3, 1, 0, 0, 0, 0]
    assert mine.residents.points == 2
    assert [line.id for line in mine.lines if line.ready] == ["line-0-row1"]
    assert mine.hand == 8
    assert mine.guests[0] == Guest(id="guest-princess", guest="princess", kind="crown", points=1, per="towers",
                                      help="piece.princess.help", owner=0)
    assert mine.tally == Tally(towers=5, residents=2, flags=2, guests=1, sky=0)
    assert mine.score == 10


def test_dice_show_which_are_used_and_which_may_be_chosen() -> None:
    state = green({}, {}, dice=["wood", "wild"])
    dice: Any = state.view(0).dice
    assert [(die.face, die.used, die.legal) for die in dice] == [("wood", False, True), ("wild", False, True)]
    assert state.prompt(0) == {"kind": "use_dice", "dice": ["wood", "wild"], "die": "wood"}
    assert state.picks(0)[state.parse("wood @r1c3")] == [["die-1"], ["cell-0-r1c3"]]
    assert state.picks(0)[state.parse("wild @r1c3")] == [["die-2"], ["cell-0-r1c3"]]
    play(state, "wood @r1c3")
    dice = state.view(0).dice
    assert [(die.used, die.legal) for die in dice] == [(True, False), (False, True)]
    assert state.picks(0)[state.parse("wild @r1c2")] == [["cell-0-r1c2"]], "one die left: it need not be picked"
    state = green({}, {}, dice=["wood", "wild"])
    play(state, "wild @r1c2")
    assert state.picks(0)[state.parse("wood @r1c3")] == [["cell-0-r1c3"]]


def test_a_spectator_sees_a_board_and_no_answers() -> None:
    state = green({}, {}, {}, phase="answers", dice=["wood", "gold"], answers=[None, "gold @r2c3", None])
    view: Any = state.view(None)
    assert (view.me, view.answer, [one.answered for one in view.players]) == (None, None, [False, True, False])
    assert state.view(1).answer == "cell-1-r2c3"


def test_a_use_of_a_die_is_picked_where_it_shows() -> None:
    state = blue({"floors": 3, "walls": [WALL], "guests": ["shepherdess", "monk", "cook"]}, {}, dice=["wild", "gold"])
    picked = {state.text(action): steps[-1] for action, steps in state.picks(0).items()}
    assert picked["wild residents"] == ["residents-0"]
    assert picked["wild cloud"] == ["sky-0"]
    assert picked["gold flag @wall1"] == ["wall-0-1"]


def test_a_guest_is_picked_at_the_gate() -> None:
    state = blue({"tokens": BLUE_FLOOR}, {}, phase="build", display=["king", "queen", "guard"])
    picked = {state.text(action): steps for action, steps in state.picks(0).items()}
    assert [picked[f"build col3 @gate{place}"][-1] for place in (1, 2, 3)] == [[f"gate-{place}"] for place in (1, 2, 3)]


@pytest.mark.parametrize(("version", "tokens", "action", "picks"), [
    ("green", ROW1, "build row1 @tower2", ["line-0-row1", "tower-0-2"]),
    ("green", ["r3c1", "r4c1"], "build col1 @wall3", ["line-0-col1", "wall-0-3"]),
    ("green", ["r4c1", "r4c2"], "build row4L @wall2", ["line-0-row4L", "wall-0-2"]),
    ("green", GREEN_FLOOR, "build row4R", ["line-0-row4R"]),
    ("blue", STEAL, "steal col4 king", ["line-0-col4", "guest-king"]),
    ("blue", REACTIVATE, "clear row3L", ["line-0-row3L"]),
    ("blue", STEAL, "done", ["done"]),
])
def test_a_reward_is_picked_where_it_goes(version: str, tokens: list[str], action: str, picks: list[str]) -> None:
    state = arranged(version, {"tokens": tokens, "walls": [None, WALL, None, None]}, {"floors": 1, "guests": ["king"]},
                     phase="build")
    assert state.picks(0)[state.parse(action, 0)] == [[element] for element in picks]
