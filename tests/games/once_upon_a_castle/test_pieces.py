"""An owner's own set: a corrected board only needs a corrected file, and errors name the cell."""
from __future__ import annotations

import copy
import itertools
from collections.abc import Callable
from typing import Any

import pytest

import chateaux

from .table import BLUE_FLOOR, GAME

Change = Callable[[Any], None]


def changed(change: Change) -> Any:
    data = copy.deepcopy(GAME.pieces)
    change(data)
    return data


def test_the_house_set_has_the_counts_of_the_rulebook() -> None:
    pieces: Any = GAME.pieces
    assert pieces["components"]["tokens_per_player"] == 10
    assert (len(pieces["guests_green"]["cards"]), len(pieces["guests_blue"]["cards"])) == (16, 20)
    assert pieces["castle_sheet"]["walls"]["flag_slots"] == [2, 2, 1, 1]
    kinds = [line["reward"]["type"] for line in pieces["boards"]["blue"]["lines"]]
    assert {kind: kinds.count(kind) for kind in kinds} == {
        "tower": 2, "wall": 3, "flag": 2, "donjon_floor": 1, "reactivate_lightning_guest": 1, "steal_guest": 1}


def test_numbers_of_actions_stay_small() -> None:
    assert GAME.action_count <= 257


def test_a_corrected_board_gives_a_game_of_its_own() -> None:
    def swap(data: Any) -> None:
        data["boards"]["green"]["grid"] = [".WS..", ".FGSW", "W...F", "FG.GS"]

    game = GAME.with_pieces(changed(swap))
    assert game.digest != GAME.digest
    position: Any = {"castles": [{"tokens": ["r1c3"]}], "dice": ["wood", "gold"]}
    state = game.load({"players": 2, "position": position})
    assert "wood @r1c2" in [state.text(action) for action in state.actions(0)]
    assert chateaux.simulate(game, 2, 2)[0] > 0
    with pytest.raises(chateaux.BadPosition, match="another set"):
        GAME.worlds(state.observe(0))


def test_with_as_few_guests_as_floors_a_gate_may_stay_empty() -> None:
    def leave(data: Any) -> None:
        del data["guests_blue"]["cards"][-4:]

    data = changed(leave)
    names = [card["id"] for card in data["guests_blue"]["cards"]]
    castles: list[dict[str, Any]] = [
        {"floors": len(guests), "guests": guests} for guests in (names[:4], names[4:8], names[8:12], names[12:13])]
    castles[3]["tokens"] = BLUE_FLOOR
    state = GAME.with_pieces(data).load({"players": 4, "options": {"version": "blue"}, "position": {
        "phase": "build", "active": 3, "castles": castles, "display": names[13:]}})
    told = state.play(state.parse("build col3 @gate1"), 3, events=True).events
    assert "floor" in [event.kind for event in told]
    assert "gate" not in [event.kind for event in told], "nobody is left to come"
    after: Any = state.dump()
    after["position"] |= {"phase": "build", "active": 3}
    after["position"]["castles"][3]["tokens"] = BLUE_FLOOR
    state = state.game.load(after)
    assert [state.text(action) for action in state.actions(3)] == ["done", "build col3 @gate2", "build col3 @gate3"]


def test_other_values_are_taken_from_the_file() -> None:
    def raise_values(data: Any) -> None:
        data["castle_sheet"]["sun"]["points"] = 7
        data["castle_sheet"]["residents"]["group_values"][0] = 9
        data["guests_green"]["cards"][0]["points"] = 8
        data["boards"]["green"]["lines"][0]["reward"]["points"] = 3

    game = GAME.with_pieces(changed(raise_values))
    state = game.load({"players": 2, "position": {"phase": "build", "castles": [
        {"towers": [2, 2, 2, 0], "tokens": ["r1c2", "r1c3"], "residents": 1, "floors": 1, "guests": ["king"]}]}})
    state.play(state.parse("build row1 @tower4"), 0)
    assert state.scores()[0] == 6 + 3 + 7 + 9 + 8


def test_a_longer_or_shorter_track_and_more_towers_are_possible() -> None:
    def shorten(data: Any) -> None:
        data["castle_sheet"]["residents"] |= {"total": 30, "per_row": 15, "group_size": 3,
                                              "group_values": list(range(1, 11))}
        data["castle_sheet"]["towers"]["count"] = 5

    game = GAME.with_pieces(changed(shorten))
    assert chateaux.simulate(game, 3, 3, {"version": "blue", "sheet": "printed"})[0] > 0
    view: Any = game.new(2, 1).view(0)
    assert len(view.players[0].towers) == 5
    assert view.players[0].residents.total == 30


def test_a_line_may_bring_residents_only_and_be_a_part_of_a_run() -> None:
    """"A column of three gives three people" can be entered as it reads, and so can two lines within one run."""
    def change(data: Any) -> None:
        lines = data["boards"]["green"]["lines"]
        column = next(line for line in lines if len(line["cells"]) == 3)
        column |= {"cells": column["cells"][::-1], "cost": ["stone", "food", "wood"],
                   "reward": {"type": "residents", "residents": 3}}
        row = next(line for line in lines if line["cells"] == ["r2c2", "r2c3", "r2c4", "r2c5"])
        row["cells"] = ["r2c2", "r2c3"]
        lines.append({"id": "row2b", "cells": ["r2c4", "r2c5"], "reward": {"type": "wall", "residents": 1}})

    game = GAME.with_pieces(changed(change))
    pieces: Any = game.pieces
    column = next(line for line in pieces["boards"]["green"]["lines"] if line["reward"]["type"] == "residents")
    state = game.load({"players": 2, "position": {"phase": "build", "castles": [{"tokens": column["cells"]}]}})
    assert f"welcome {column['id']}" in [state.text(action) for action in state.actions(0)]
    told = state.play(state.parse(f"welcome {column['id']}"), 0, events=True).events
    assert [event.kind for event in told][:2] == ["welcome", "residents"]
    assert state.view(0).players[0].residents.drawn >= 3
    full = game.load({"players": 2, "position": {"phase": "build", "castles": [
        {"tokens": column["cells"], "residents": 36}]}})
    assert f"clear {column['id']}" in [full.text(action) for action in full.actions(0)], "nothing left to gain"
    view = game.new(2, 1).view(0)
    ends = [(line.end.row, line.end.col) for line in view.board.lines]
    taken = [(cell.row, cell.col) for cell in view.board.cells]
    assert len({*ends, *taken}) == len(ends) + len(taken), "each reward has a place of its own"
    for line in view.board.lines:
        cells = [(cell.row, cell.col) for cell in view.board.cells if cell.name in line.cells]
        assert min(abs(line.end.row - row) + abs(line.end.col - col) for row, col in cells) == 1, "beside its line"
    assert chateaux.simulate(game, 2, 4)[0] > 0


def grid(rows: list[str]) -> Change:
    def change(data: Any) -> None:
        data["boards"]["green"]["grid"] = rows
    return change


def line(number: int, **fields: Any) -> Change:
    def change(data: Any) -> None:
        data["boards"]["green"]["lines"][number] |= fields
    return change


def without_line(number: int) -> Change:
    def change(data: Any) -> None:
        del data["boards"]["green"]["lines"][number]
    return change


def guest(number: int, **fields: Any) -> Change:
    def change(data: Any) -> None:
        data["guests_blue"]["cards"][number] |= fields
    return change


def part(*path: str, value: Any) -> Change:
    def change(data: Any) -> None:
        for name in path[:-1]:
            data = data[name]
        data[path[-1]] = value
    return change


@pytest.mark.parametrize(("change", "sentence"), [
    (grid([".XW..", ".FGSW", "W...F", "FG.GS"]), "cell r1c2 is 'X'"),
    (grid([".SW..", ".FGSW", "W...F", "FG.G"]), "row 4 has 4 letters"),
    (grid([".SW..", ".FGSW", "W...F", "FG.GW"]), r"wood is on 4 cells \(r1c3, r2c5, r3c1, r4c5\)"),
    (grid(["SW...", ".FGSW", "W...F", "FG.GS"]), "r1c2, r1c3|r1c3"),
    (line(0, cells=["r1c2", "r1c4"]), "r1c4 is not a cell"),
    (line(1, cells=["r2c2", "r2c4", "r2c5"]), "r2c3 lies between its cells and is missing"),
    (line(1, cells=["r2c2", "r2c3", "r2c2"]), "r2c2 is listed twice"),
    (line(1, cells=["r2c3", "r2c4", "r3c5"]), "r3c5 does not fit; the grid has the line r2c2, r2c3, r2c4, r2c5"),
    (line(1, cells=["r1c2", "r1c3"]), "listed twice"),
    (line(0, cost=["stone", "gold"]), "the cost does not fit cell r1c3, which is wood"),
    (line(0, reward={"type": "moat"}), "Line 'row1': reward: type must be one of tower, wall"),
    (line(0, reward={"type": "tower", "points": -2}), "Line 'row1': reward: points must be a whole number from 1"),
    (line(0, reward={"type": "tower"}), "line row1: of the reward tower points is None"),
    (line(0, reward={"type": "tower", "points": 2, "residents": 1}), "residents is 1; it must be left out"),
    (line(0, reward={"type": "steal_guest"}), "line row1: guests do not act in the green version"),
    (line(0, id="row2"), "an id of its own"),
    (without_line(2), "the cells r4c1, r4c2 make a line, but no line gives its reward"),
    (part("boards", "green", "cells", value=[{"id": "r1c2", "resource": "wood"}]), "cell r1c2 is not what the grid"),
    (part("castle_sheet", "walls", "flag_slots", value=[2, 2, 1]), "flag_slots"),
    (part("castle_sheet", "flags", "max", value=5), "flags.max"),
    (part("castle_sheet", "residents", "total", value=35), "do not make up the total"),
    (part("components", "tokens_per_player", value=0), "tokens_per_player must be a whole number from 1 to 12"),
    (part("dice", "faces", value=["wood"]), "dice.faces"),
    (guest(0, code={"fly": 1}), "Guest 'architect': code: there is no field 'fly'"),
    (guest(0, code={"wood": 2, "gold": 1}), "architect: besides residents a guest has one effect"),
    (guest(0, points=None), "architect: points is None"),
    (guest(0, type="thunder"), "Guest 'architect': type must be one of lightning"),
    (guest(0, id="troll"), "troll is there twice"),
    (guest(0, copies=2), "Guest 'architect': copies must be 1, not 2"),
    (guest(8, code={"on": "residents", "instead": {"place_any": 1}}), "the ability of another guest"),
    (part("guests_green", "cards", value=[{"id": "king", "points": 4}]), "1 guests are not enough"),
], ids=itertools.count())
def test_errors_name_what_is_wrong(change: Change, sentence: str) -> None:
    with pytest.raises(chateaux.BadPosition, match=sentence):
        GAME.with_pieces(changed(change))


@pytest.mark.parametrize("data", [None, [], {}, {"boards": {}}, "pieces"])
def test_nonsense_is_refused_in_a_sentence(data: object) -> None:
    with pytest.raises(chateaux.BadPosition, match=r"\.$"):
        GAME.with_pieces(data)


def test_a_record_carries_an_owners_own_set() -> None:
    def swap(data: Any) -> None:
        data["castle_sheet"]["sun"]["points"] = 6

    record = chateaux.Record(GAME.with_pieces(changed(swap)), 2)
    state = record.new()
    record.add(0, state.actions(0)[0])
    assert chateaux.Record.from_json(record.to_json()).game.digest == record.game.digest


def test_a_castle_that_cannot_be_finished_is_refused() -> None:
    """No line longer than the tokens, a line for every main element, and no way to lay all tokens in vain."""
    def one_token(data: Any) -> None:
        data["components"]["tokens_per_player"] = 1

    def few_tokens(data: Any) -> None:
        data["components"]["tokens_per_player"] = 8  # on green, eight may lie without a line

    def no_floor(data: Any) -> None:
        for board in data["boards"].values():
            for entry in board["lines"]:
                if entry["reward"]["type"] == "donjon_floor":
                    entry["reward"] = {"type": "tower", "points": 2}

    for change, sentence in ((one_token, "cells cannot be covered with the 1 tokens"),
                             (few_tokens, "has no complete line and could never go on"),
                             (no_floor, "no line brings a donjon_floor")):
        with pytest.raises(chateaux.BadPosition, match=sentence):
            GAME.with_pieces(changed(change))


@pytest.mark.skipif(chateaux.COMPILED, reason="compiled code cannot be changed for a test")
def test_turns_without_a_question_come_to_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Were such a set let in, the roll that asks nobody any more would stop in a sentence."""
    from chateaux.games.once_upon_a_castle import pieces

    def hopeless(data: Any) -> None:
        data["components"]["tokens_per_player"] = 1
        data["castle_sheet"]["residents"] |= {"total": 1, "rows": 1, "group_size": 1, "group_values": [1]}

    monkeypatch.setattr(pieces, "check_end", lambda board, tokens: None)
    state = GAME.with_pieces(changed(hopeless)).new(2, 1)

    def go_on() -> None:
        for _ in range(100):
            seat = state.to_act[0]
            state.play(state.actions(seat)[0], seat)

    with pytest.raises(chateaux.Endless, match="nobody can do anything"):
        go_on()


@pytest.mark.parametrize("cells", [["r2c2", "r2c3"], ["r2c3", "r2c4"], ["r2c4", "r2c5"]])
def test_a_line_of_an_own_board_may_be_a_part_of_a_run(cells: list[str]) -> None:
    game = GAME.with_pieces(changed(line(1, cells=cells)))
    state = game.load({"players": 2, "position": {"phase": "build", "castles": [{"tokens": cells}]}})
    assert "build row2 @tower1" in [state.text(action) for action in state.actions(0)]


def test_a_wall_of_an_own_sheet_may_take_no_flag() -> None:
    game = GAME.with_pieces(changed(part("castle_sheet", "walls", "flag_slots", value=[3, 2, 1, 0])))
    for wall, then in ((3, "build row4L @wall3"), (4, "clear row4L")):
        state = game.load({"players": 2, "position": {
            "phase": "build", "castles": [{"tokens": ["r1c2", "r2c2", "r4c1", "r4c2"]}]}})
        state.play(state.parse(f"build col2 @wall{wall}", 0), 0)
        assert [state.text(action) for action in state.actions(0)] == ["done", then]
