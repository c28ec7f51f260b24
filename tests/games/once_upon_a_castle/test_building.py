"""Présentation des différents éléments du château: every line of both boards, and what limits there are."""
from __future__ import annotations

from typing import Any

import pytest

import chateaux
from chateaux.games.once_upon_a_castle.rules import CastleState

from .table import BLUE_FLOOR, GAME, ROW1, WALL, WALLS, arranged, blue, castle, green, phase, place, play, points, texts

PIECES: Any = GAME.pieces
LINES = [(side, line) for side in ("green", "blue") for line in PIECES["boards"][side]["lines"]]
TEN = ["r1c2", "r1c3", "r2c2", "r2c3", "r2c4", "r2c5", "r3c1", "r3c5", "r4c1", "r4c2"]


@pytest.mark.parametrize(("side", "line"), LINES, ids=[f"{side}-{line['id']}" for side, line in LINES])
def test_each_line_brings_its_reward_and_gives_the_tokens_back(side: str, line: dict[str, Any]) -> None:
    reward, name = line["reward"], line["id"]
    mine: dict[str, Any] = {"tokens": line["cells"], "walls": [None, WALL]}
    rival: dict[str, Any] = {}
    if side == "blue":
        mine |= {"floors": 1, "guests": ["bohemian"]}
        rival |= {"floors": 1, "guests": ["queen"]}
    position: dict[str, Any] = {"display": ["king", "fool", "guard"]} if side == "blue" else {}
    state = arranged(side, mine, rival, phase="build", **position)
    before = castle(state)
    kind = reward["type"]
    expected: dict[str, Any] = {**before, "tokens": []}
    if kind == "tower":
        assert texts(state) == ["done", *[f"build {name} @tower{tower}" for tower in (1, 2, 3, 4)]]
        play(state, f"build {name} @tower3")
        expected["towers"] = [0, 0, reward["points"], 0]
    elif kind == "wall":
        assert texts(state) == ["done", *[f"build {name} @wall{wall}" for wall in (1, 3, 4)]]
        play(state, f"build {name} @wall4")
        expected["walls"] = [None, WALL, None, {"residents": reward["residents"], "flags": []}]
        expected["residents"] = reward["residents"]
    elif kind == "flag":
        assert texts(state) == ["done", f"build {name} @wall2"]
        play(state, f"build {name} @wall2")
        expected["walls"] = [None, {"residents": 1, "flags": [reward["points"]]}, None, None]
    elif kind == "donjon_floor":
        play(state, f"build {name} @gate1" if side == "blue" else f"build {name}")
        expected["floors"] = before["floors"] + 1
        assert len(castle(state)["guests"]) == len(before["guests"]) + 1
        expected["guests"] = castle(state)["guests"]
    elif kind == "reactivate_lightning_guest":
        assert texts(state) == ["done", f"reactivate {name} bohemian"]
        play(state, f"reactivate {name} bohemian")
        expected["residents"] = 4
    else:
        assert kind == "steal_guest"
        play(state, f"steal {name} queen")
        expected["guests"] = ["bohemian", "queen"]
    assert castle(state) == expected
    assert castle(state)["tokens"] == []


@pytest.mark.parametrize(("side", "line"), LINES, ids=[f"{side}-{line['id']}" for side, line in LINES])
def test_a_line_with_a_gap_cannot_be_cleared(side: str, line: dict[str, Any]) -> None:
    other = next(entry for entry in PIECES["boards"][side]["lines"] if not set(entry["cells"]) & set(line["cells"]))
    state = arranged(side, {"tokens": [*line["cells"][1:], *other["cells"]]}, {}, phase="build")
    assert not [text for text in texts(state) if line["id"] in text.split()]


def test_ending_the_turn_with_complete_lines_is_allowed() -> None:
    state = green({"tokens": ROW1}, {}, phase="build")
    play(state, "done")
    assert castle(state)["tokens"] == ROW1


def test_a_wall_takes_its_flags_and_no_more() -> None:
    taken = []
    held: dict[str, Any] = {"walls": WALLS}
    for wall in ("1", "1", "2", "2", "3", "4"):
        state = green({**held, "tokens": ["r4c1", "r4c2"]}, {}, phase="build")
        play(state, f"build row4L @wall{wall}")
        held = {"walls": castle(state)["walls"]}
        taken.append(wall)
    assert [len(wall["flags"]) for wall in held["walls"]] == [2, 2, 1, 1]
    state = green({**held, "tokens": ["r4c1", "r4c2"]}, {}, phase="build")
    assert texts(state) == ["done", "clear row4L"]
    assert points(state, 0, "flags") == 6


def test_flags_need_a_built_wall() -> None:
    state = green({"tokens": ["r4c1", "r4c2"]}, {}, phase="build")
    assert texts(state) == ["done", "clear row4L"]


def test_the_first_fourth_tower_brings_the_sun_at_once() -> None:
    state = green({"towers": [2, 2, 0, 2], "tokens": ROW1}, {"towers": [2, 2, 2, 0], "tokens": ROW1}, phase="build")
    play(state, "build row1 @tower3")
    assert points(state, 0, "sun") == 4
    while phase(state) != "build":
        state.play(state.actions(state.to_act[0])[0], state.to_act[0])
    play(state, "build row1 @tower4")
    assert points(state, 1, "sun") == 0


def test_the_cloud_and_the_full_breakdown() -> None:
    state = green({"towers": [2, 5, 2, 0], "walls": [{"flags": [2, 1]}, WALL, WALL, {"flags": [1]}], "floors": 4,
                   "guests": ["king", "prince", "cook", "miner"], "residents": 17, "tokens": ROW1}, {"residents": 1},
                  phase="build")
    events = play(state, "build row1 @tower4")
    assert [event["kind"] for event in events] == ["tower", "sun", "cloud", "over"]
    assert {line["kind"]: line["points"] for line in state.breakdown(0) if line["kind"] != "guest"} == {
        "towers": 11, "sun": 4, "cloud": 4, "residents": 8, "flags": 4}
    assert points(state, 0, "guest") == 10
    assert state.scores() == [41, 1]
    assert state.winners() == (0,)


def test_residents_are_worth_the_group_of_the_last_one() -> None:
    values = [1, 2, 3, 4, 6, 8, 10, 12, 14, 16, 18, 20]
    for drawn in range(37):
        expected = values[(drawn - 1) // 3] if drawn else 0
        assert points(green({"residents": drawn}, {}), 0, "residents") == expected


# ---------------------------------------------------------------- dice and tokens


@pytest.mark.parametrize("face", ["wood", "stone", "gold", "food"])
def test_each_resource_goes_to_one_of_its_three_cells(face: str) -> None:
    for side in ("green", "blue"):
        letters = {"wood": "W", "stone": "S", "gold": "G", "food": "F"}
        cells = [f"r{row + 1}c{col + 1}" for row, letters_of in enumerate(PIECES["boards"][side]["grid"])
                 for col, letter in enumerate(letters_of) if letter == letters[face]]
        state = arranged(side, {}, {}, dice=[face, "residents"])
        assert texts(state) == place(cells, face)
        assert castle(state)["residents"] == 2, "residents leave no choice and are drawn at once"


def test_full_supply_no_token_left_so_resource_dice_are_lost() -> None:
    state = green({"tokens": TEN}, {"tokens": TEN}, dice=["stone", "gold"])
    assert state.to_act == (0,)
    assert phase(state) == "build", "both dice are lost, and the other has nothing to use either"
    state = green({"tokens": TEN}, {}, dice=["wild", "gold"])
    assert castle(state)["residents"] == 2, "a ? can only be residents"


def test_full_resource_the_die_is_lost() -> None:
    wood = ["r1c3", "r2c5", "r3c1"]
    state = green({"tokens": wood}, {}, dice=["wood", "gold"])
    assert texts(state) == place(["r2c3", "r4c2", "r4c4"], "gold")
    state = green({"tokens": wood[:2]}, {}, dice=["wood", "wood"])
    assert castle(state)["tokens"] == sorted(wood), "one cell left: the first die takes it, the second is lost"
    assert state.to_act == (1,)


def test_a_double_wild_is_two_free_choices_for_the_active_player_and_one_for_each_other() -> None:
    state = green({}, {}, dice=["wild", "wild"])
    assert len(texts(state)) == 13
    play(state, "wild @r1c2", "wild @r1c3")
    assert len(texts(state, 1)) == 14
    play(state, "wild residents")
    assert castle(state, 1)["residents"] == 2
    assert "build row1 @tower1" in texts(state, 0)


def test_others_use_one_die_only() -> None:
    state = green({}, {}, dice=["wood", "gold"])
    play(state, "wood @r1c3", "gold @r2c3", "wood @r1c3")
    assert castle(state, 1)["tokens"] == ["r1c3"]
    assert phase(state) == "build"


def test_who_has_nothing_to_use_is_not_asked() -> None:
    state = green({}, {"tokens": ["r1c3", "r2c5", "r3c1"]}, {}, dice=["wood", "wood"])
    play(state, "wood @r1c3", "wood @r2c5")
    assert state.to_act == (2,)
    assert state.actions(1) == []


def test_full_track_residents_are_lost_but_the_die_is_used() -> None:
    state = green({"residents": 36}, {}, dice=["residents", "wood"])
    assert castle(state)["residents"] == 36
    assert texts(state) == place(["r1c3", "r2c5", "r3c1"], "wood")
    state = green({"residents": 35}, {}, dice=["residents", "wood"])
    assert castle(state)["residents"] == 36


def test_tokens_never_move_by_themselves() -> None:
    state = blue({"tokens": [*BLUE_FLOOR, "r4c5"]}, {}, phase="build", display=["king", "queen", "fool"])
    assert not [text for text in texts(state) if text.startswith("move")]


def test_the_sheet_printed_or_blank_changes_nothing() -> None:
    for seed in range(3):
        ends = []
        for sheet in ("printed", "blank"):
            state = GAME.new(3, seed, {"version": "blue", "sheet": sheet})
            while not state.over:
                seat = state.to_act[-1]
                state.play(state.actions(seat)[len(state.actions(seat)) * 2 // 3], seat)
                if state.view(None).round == 40:
                    break
            assert {player.side for player in state.view(0).players} == {sheet}
            assert isinstance(state, CastleState)
            assert state.sides == (0b111 if sheet == "blank" else 0)
            ends.append(state.dump()["position"])
        assert ends[0] == ends[1]


def test_each_player_chooses_a_side_of_the_sheet() -> None:
    """Préparation: « choisit sur quelle face il va dessiner », each for oneself, before the first roll."""
    state = GAME.new(3, 4, {"sheet": "each"})
    assert state.ending() == {}
    for seat, side in enumerate(("blank", "printed", "blank")):
        assert state.to_act == (seat,)
        assert texts(state, seat) == ["sheet printed", "sheet blank"]
        assert state.prompt(seat) == {"kind": "sheet"}
        assert [button.legal for button in state.view(seat).sheets] == [True, True]
        assert GAME.load(state.dump()).dump() == state.dump()
        state.play(state.parse(f"sheet {side}"), seat)
    assert [player.side for player in state.view(None).players] == ["blank", "printed", "blank"]
    assert GAME.worlds(state.observe(1)).sample(3).view(1).players[0].side == "blank"
    assert phase(state) in ("dice", "answers")
    assert state.view(0).sheets == []
    for sides in (["blank"], ["blank"] * 4):
        with pytest.raises(chateaux.BadPosition):
            GAME.load({"players": 3, "options": {"sheet": "each"}, "position": {"phase": "sheet", "sides": sides}})
    with pytest.raises(chateaux.BadPosition, match="sheet=each"):
        GAME.load({"players": 3, "position": {"sides": ["blank"]}})


def test_why_a_game_ended() -> None:
    almost: Any = {"towers": [2, 2, 2, 2], "walls": WALLS, "floors": 3, "guests": ["king", "queen", "prince"],
                   "tokens": ["r4c4", "r4c5"]}
    state = green(almost, {}, phase="build", sun=0)
    play(state, next(text for text in texts(state) if text.startswith("build")))
    assert state.over
    assert state.ending() == {"kind": "castle", "seat": 0, "count": 12}


def test_a_fair_start_gives_the_others_a_resident_or_two() -> None:
    """Our house rule: off by default; otherwise the same deal."""
    for version in ("green", "blue"):
        for players in (2, 3, 4):
            plain, fair = (GAME.new(players, 6, {"version": version, "fair_start": chosen, "sheet": "each"})
                           for chosen in (False, True))
            assert [castle(plain, seat)["residents"] for seat in range(players)] == [0] * players
            ahead = [2] if players == 2 else [1] * (players - 1)
            assert [castle(fair, seat)["residents"] for seat in range(players)] == [0, *ahead]
            assert GAME.load(fair.dump()).dump() == fair.dump()
    assert GAME.defaults["fair_start"] is False


def test_records_of_the_first_version_replay_without_a_fair_start() -> None:
    first = GAME.at_version(1)
    assert first.at_version(1) is first is GAME.at_version(1)
    assert (first.rules_version, "fair_start" in first.options) == (1, False)
    record = chateaux.Record(first, 2, None, seed=3)
    state = record.new()
    for _ in range(40):
        seat = state.to_act[0]
        record.add(seat, state.actions(seat)[-1])
        state.play(state.actions(seat)[-1], seat)
    again = chateaux.Record.from_json(record.to_json())
    assert (again.game.rules_version, again.replay().dump()) == (1, state.dump())
    assert first.with_pieces(first.pieces).rules_version == 1


@pytest.mark.parametrize("version", ["green", "blue"])
def test_an_action_of_the_other_version_is_none_of_this_one(version: str) -> None:
    state = GAME.new(2, 1, {"version": version})
    assert isinstance(state, CastleState)
    for action in range(len(state.verbs.verb), GAME.action_count):
        assert not state.allows(state.to_act[0], action)
