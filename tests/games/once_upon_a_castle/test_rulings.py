"""The rulings of the component page, each by its number."""
from __future__ import annotations

import itertools
from typing import Any

import pytest

import chateaux

from .table import (
    BLUE_FLOOR,
    GREEN_FLOOR,
    REACTIVATE,
    ROW1,
    STEAL,
    WALL,
    WALLS,
    blue,
    castle,
    green,
    phase,
    place,
    play,
    points,
    texts,
)

NEARLY: dict[str, Any] = {"towers": [2, 2, 2, 0], "walls": WALLS, "floors": 4,
                          "guests": ["king", "queen", "fool", "cook"]}
SHEPHERDESS: dict[str, Any] = {"floors": 1, "guests": ["shepherdess"]}


def test_ruling_1_the_active_player_first_then_all_others_at_once_in_any_order() -> None:
    chosen = {1: "wood @r1c3", 2: "gold @r4c2", 3: "done"}
    ends = []
    for order in itertools.permutations(chosen):
        state = green({}, {}, {}, {}, dice=["wood", "gold"])
        assert list(state.to_act) == [0]
        play(state, "gold @r2c3", "wood @r2c5")
        assert list(state.to_act) == [1, 2, 3]
        for seat in order:
            play(state, chosen[seat], seat=seat)
        ends.append(chateaux.engine.data.canonical(state.dump()))
    assert len(set(ends)) == 1


def test_ruling_1_answers_are_secret_and_may_be_changed_until_the_last_is_in() -> None:
    state = green({}, {}, {}, dice=["wood", "gold"])
    play(state, "gold @r2c3", "wood @r2c5")
    seen_before = state.observe(2)
    outcome = state.play(state.parse("wood @r1c3", 1), 1, events=True)
    assert (outcome.revealed, outcome.events) == (False, ())
    assert state.to_act == (2,)
    assert state.prompt(1) == {"kind": "change_die", "dice": ["wood", "gold"]}
    other = green({}, {}, {}, dice=["wood", "gold"])
    play(other, "gold @r2c3", "wood @r2c5")
    play(other, "gold @r4c2", seat=1)
    assert state.observe(2) == other.observe(2)
    assert state.observe(2) != seen_before, "that somebody has answered may be known"
    assert state.view(2) == other.view(2)
    assert state.view(None) == other.view(None)
    assert state.observe(1) != other.observe(1)
    assert castle(state, 1)["tokens"] == []
    play(state, "gold @r4c2", seat=1)
    assert state.dump() == other.dump()
    assert state.play(state.parse("done", 2), 2).revealed
    assert castle(state, 1)["tokens"] == ["r4c2"]


def test_ruling_1_the_last_answer_brings_all_of_them_to_light() -> None:
    state = green({"tokens": ROW1}, {}, {}, dice=["wood", "gold"], phase="answers")
    assert not state.play(state.parse("wood @r2c5", 1), 1).revealed
    assert state.play(state.parse("gold @r2c3", 2), 2).revealed
    assert phase(state) == "build", "no die is rolled yet"


def test_ruling_1_a_pending_answer_is_drawn_anew_in_every_sampled_world() -> None:
    state = green({}, {}, {}, dice=["wood", "wood"])
    play(state, "wood @r2c5", "wood @r1c3")
    play(state, "wood @r3c1", seat=1)
    drawn: dict[str, int] = {}
    worlds = state.game.worlds(state.observe(2))
    for seed in range(400):
        answers: Any = worlds.sample(seed).dump()["position"]
        drawn[answers["answers"][1]] = drawn.get(answers["answers"][1], 0) + 1
    assert set(drawn) == {"wood @r1c3", "wood @r2c5", "wood @r3c1", "done"}
    assert min(drawn.values()) > 60


def test_ruling_2_the_active_player_must_use_a_die_and_the_others_may_decline() -> None:
    state = green({}, {}, dice=["wood", "gold"])
    assert "done" not in texts(state)
    play(state, "wood @r1c3")
    assert texts(state) == place(["r2c3", "r4c2", "r4c4"], "gold")
    play(state, "gold @r2c3")
    assert "done" in texts(state, 1)


def test_ruling_3_a_line_completed_on_anothers_turn_waits_for_ones_own() -> None:
    state = green({}, {"tokens": ["r1c2"]}, dice=["wood", "wood"])
    play(state, "wood @r2c5", "wood @r3c1", "wood @r1c3")
    assert castle(state, 1)["tokens"] == ROW1
    assert castle(state, 1)["towers"] == [0, 0, 0, 0]
    while phase(state) != "build":
        state.play(state.actions(state.to_act[0])[-1], state.to_act[0])
    assert state.to_act == (1,)
    assert "build row1 @tower1" in texts(state)


def test_ruling_4_lines_are_cleared_one_at_a_time_and_a_token_serves_one_line() -> None:
    state = green({"tokens": [*ROW1, "r2c2", "r4c1", "r4c2"], "walls": [WALL]}, phase="build")
    assert {text.split()[1] for text in texts(state) if text != "done"} == {"row1", "col2", "row4L"}
    play(state, "build row1 @tower1")
    assert {text.split()[1] for text in texts(state) if text != "done"} == {"row4L"}
    play(state, "build row4L @wall1")
    assert castle(state)["tokens"] == ["r2c2"]


def test_ruling_4_tokens_from_a_lightning_guest_may_complete_a_further_line_at_once() -> None:
    state = blue({"tokens": [*BLUE_FLOOR, "r3c4"]}, phase="build", display=["farmer", "king", "queen"])
    play(state, "build col3 @gate1", "token @r3c5", "token @r2c4")
    assert "build row3R @wall1" in texts(state)


@pytest.mark.parametrize(("tokens", "held", "text"), [
    (ROW1, {"towers": [2, 2, 2, 2]}, "clear row1"),
    (["r3c1", "r4c1"], {"walls": WALLS}, "clear col1"),
    (["r4c1", "r4c2"], {}, "clear row4L"),
    (GREEN_FLOOR, {"floors": 4, "guests": ["king", "queen", "fool", "cook"]}, "clear row4R")])
def test_ruling_5_a_line_with_nothing_left_to_build_is_cleared_for_nothing(
        tokens: list[str], held: dict[str, Any], text: str) -> None:
    state = green({"tokens": tokens, "residents": 5, **held}, phase="build", sun=0 if "towers" in held else None)
    before = {**castle(state), "tokens": []}
    assert texts(state) == ["done", text]
    play(state, text)
    assert castle(state) == before


def test_ruling_5_no_guest_to_steal_and_none_to_reactivate() -> None:
    state = blue({"tokens": [*STEAL, *REACTIVATE]}, phase="build")
    assert texts(state) == ["done", "clear row3L", "clear col4"]
    play(state, "clear col4", "clear row3L")
    assert castle(state)["tokens"] == []


def test_ruling_6_the_player_chooses_which_wall_to_draw() -> None:
    state = green({"tokens": ["r3c1", "r4c1"]}, phase="build")
    assert texts(state) == ["done", *[f"build col1 @wall{wall}" for wall in (1, 2, 3, 4)]]
    play(state, "build col1 @wall3")
    assert castle(state)["walls"] == [None, None, {"residents": 1, "flags": []}, None]


def test_ruling_7_residents_beyond_the_track_are_lost() -> None:
    state = green({"residents": 35, "tokens": ["r2c5", "r3c5", "r4c5"]}, phase="build")
    events = play(state, "build col5 @wall1")
    assert castle(state)["residents"] == 36
    assert {"kind": "residents", "seat": 0, "count": 1, "total": 36} in events
    assert points(state, 0, "residents") == 20


def test_ruling_7_another_player_with_a_full_track_is_not_offered_residents() -> None:
    state = green({}, {"residents": 36}, dice=["residents", "wood"])
    play(state, "wood @r1c3")
    assert texts(state, 1) == [*place(["r1c3", "r2c5", "r3c1"], "wood"), "done"]


def test_ruling_8_the_sun_goes_to_the_first_fourth_tower_even_in_the_final_step() -> None:
    state = green({**NEARLY, "towers": [2, 2, 2, 5], "floors": 3, "guests": ["king", "queen", "fool"],
                   "tokens": GREEN_FLOOR}, {"towers": [2, 2, 2, 0], "tokens": ROW1}, phase="build", sun=0)
    play(state, "build row4R", "build row1 @tower4")
    assert points(state, 1, "sun") == 0, "the sun is taken"
    state = green({**NEARLY, "floors": 4, "towers": [2, 2, 2, 0], "tokens": ROW1},
                  {"towers": [2, 2, 2, 0], "tokens": ROW1}, phase="build")
    events = play(state, "build row1 @tower4")
    assert [event["kind"] for event in events] == ["tower", "sun", "cloud", "final_step"]
    play(state, "build row1 @tower4")
    assert [points(state, seat, "sun") for seat in (0, 1)] == [4, 0], "the finisher's own towers came first"


def test_ruling_9_the_finisher_builds_nothing_after_the_twelfth_element() -> None:
    state = green({**NEARLY, "tokens": [*ROW1, "r4c1", "r4c2"]}, {}, phase="build")
    assert "build row4L @wall1" in texts(state), "before it he clears what he likes"
    play(state, "build row1 @tower4")
    assert state.over
    assert castle(state)["tokens"] == ["r4c1", "r4c2"]
    assert points(state, 0, "cloud") == 4


def test_ruling_10_one_final_step_for_each_other_player_in_turn_order() -> None:
    other = {"tokens": [*ROW1, "r4c1", "r3c1"]}
    state = green(other, {**NEARLY, "tokens": ROW1}, other, other, phase="build", active=1)
    play(state, "build row1 @tower4")
    assert state.to_act == (2,)
    assert state.prompt(2) == {"kind": "build_last"}
    play(state, "build row1 @tower1", "build col1 @wall1")
    assert state.to_act == (3,), "nothing left to clear, so the step is over"
    play(state, "done")
    assert state.to_act == (0,)
    play(state, "build col1 @wall2", "done")
    assert state.over


def test_ruling_10_stealing_and_reactivation_in_the_final_step() -> None:
    mine: dict[str, Any] = {"towers": [2, 2, 2, 0], "walls": WALLS, "floors": 4, "tokens": ROW1,
                            "guests": ["bohemian", "queen", "fool", "cook"]}
    state = blue(mine, {"tokens": [*STEAL, *REACTIVATE]}, phase="build")
    play(state, "build row1 @tower4", "steal col4 bohemian")
    assert castle(state, 1)["residents"] == 4
    play(state, "reactivate row3L bohemian")
    assert castle(state, 1)["residents"] == 8
    assert state.over


def test_ruling_10_no_second_cloud_in_the_final_step() -> None:
    rival = {**NEARLY, "guests": ["prince", "princess", "monk", "guard"], "tokens": [*ROW1, "r4c1", "r4c2"]}
    state = green({**NEARLY, "tokens": ROW1}, rival, phase="build")
    play(state, "build row1 @tower4", "build row1 @tower4")
    assert (points(state, 0, "cloud"), points(state, 1, "cloud")) == (4, 0)
    assert state.to_act == (1,), "his twelfth element does not end his step"
    play(state, "build row4L @wall1")
    assert state.over


@pytest.mark.parametrize(("first", "second", "winners"), [
    ({"towers": [4, 0, 0, 0]}, {"towers": [2, 2, 0, 0]}, (2,)),
    ({"towers": [2, 0, 0, 0], "residents": 4}, {"towers": [2, 0, 0, 0], "residents": 5}, (2,)),
    ({"towers": [2, 0, 0, 0], "residents": 5}, {"towers": [2, 0, 0, 0], "residents": 5}, (1, 2))])
def test_ruling_11_ties_by_elements_then_residents_then_shared(
        first: dict[str, Any], second: dict[str, Any], winners: tuple[int, ...]) -> None:
    low: dict[str, Any] = {"towers": [0, 0, 0, 0]}
    state = green(low, first, second)
    assert state.scores()[1] == state.scores()[2]
    assert state.winners() == ()
    best: Any = state
    assert best.best() == winners


def test_ruling_12_a_wild_counts_as_the_face_chosen() -> None:
    walls: dict[str, Any] = {"walls": [WALL], "floors": 3, "guests": ["knight", "monk", "cook"]}
    state = blue(walls, {}, dice=["wild", "wood"])
    assert "wild flag @wall1" in texts(state)
    assert "wild cloud" not in texts(state)
    play(state, "wild @r2c4")
    assert castle(state)["residents"] == 1, "the Cook's resident comes with a ? used as food"


def test_ruling_12_the_shepherdess_needs_a_rolled_wild() -> None:
    state = blue(SHEPHERDESS, {}, dice=["wild", "wood"])
    assert "wild cloud" in texts(state)
    assert not [text for text in texts(state) if text.endswith("cloud") and not text.startswith("wild")]
    play(state, "wild cloud")
    assert points(state, 0, "clouds") == 2
    assert castle(state)["clouds"] == 1


def test_ruling_13_hourglass_guests_act_on_anothers_turn() -> None:
    state = blue({}, {"floors": 4, "guests": ["knight", "monk", "cook", "shepherdess"], "walls": [WALL]},
                 dice=["gold", "residents"])
    play(state, "gold @r2c3")
    assert {"gold flag @wall1", "residents @r1c2", "residents residents"} <= set(texts(state, 1))
    play(state, "residents @r1c2")
    assert castle(state, 1)["tokens"] == ["r1c2"]
    state = blue({}, SHEPHERDESS, dice=["wild", "wild"])
    play(state, "wild residents", "wild residents", "wild cloud")
    assert castle(state, 1)["clouds"] == 1


def test_ruling_14_the_knight_needs_a_token_in_hand() -> None:
    full = [*ROW1, "r2c1", "r2c2", "r2c3", "r2c4", "r3c1", "r3c2", "r3c4", "r3c5"]
    state = blue({"floors": 1, "guests": ["knight"], "tokens": full}, {}, dice=["residents", "wood"])
    assert castle(state)["residents"] == 2, "residents are drawn at once: there is no token for the Knight"


def test_ruling_14_the_monk_needs_a_free_slot_and_counts_in_the_six() -> None:
    full = [{"flags": [2, 2]}, {"flags": [2, 2]}, {"flags": [1]}, {"flags": []}]
    state = blue({"floors": 1, "guests": ["monk"], "walls": full}, {}, dice=["gold", "gold"])
    assert [text for text in texts(state) if "flag" in text] == ["gold flag @wall4"]
    play(state, "gold flag @wall4")
    assert [text for text in texts(state) if "flag" in text] == []
    assert points(state, 0, "flags") == 11
    state = blue({"floors": 1, "guests": ["monk"]}, {}, dice=["gold", "wood"])
    assert [text for text in texts(state) if "flag" in text] == [], "no built wall"


def test_ruling_14_the_cooks_resident_comes_even_if_the_food_token_is_lost() -> None:
    food = ["r2c4", "r3c2", "r3c5"]
    state = blue({"floors": 1, "guests": ["cook"], "tokens": food}, {}, dice=["food", "wood"])
    assert castle(state)["residents"] == 1
    state = blue({}, {"floors": 1, "guests": ["cook"], "tokens": food}, dice=["food", "food"])
    play(state, "food @r2c4", "food @r3c2")
    assert texts(state, 1) == ["food residents", "done"]
    play(state, "food residents")
    assert castle(state, 1)["residents"] == 1


def test_ruling_15_the_troll_acts_at_placement_also_for_lumberjack_and_miner() -> None:
    wood, stone = ["r1c2", "r2c1", "r4c5"], ["r1c3", "r2c2", "r3c4"]
    troll: dict[str, Any] = {"floors": 1, "guests": ["troll"]}
    state = blue(troll, {}, dice=["wood", "gold"])
    assert [text for text in texts(state) if text.startswith("wood")] == sorted(place([*wood, *stone], "wood"))
    for guest in ("lumberjack", "miner"):
        state = blue({**troll, "tokens": BLUE_FLOOR}, {}, phase="build", display=[guest, "king", "queen"])
        play(state, "build col3 @gate1")
        assert texts(state) == sorted(place([*wood, *stone]))


@pytest.mark.parametrize("face", ["wood", "residents", "wild"])
def test_ruling_16_dagobert_is_for_his_owner_only_and_twice(face: str) -> None:
    for seed in range(60):
        state = blue({"tokens": BLUE_FLOOR, "floors": 1, "guests": ["knight"]}, {}, phase="build",
                     display=["dagobert", "king", "queen"], seed=seed)
        events = play(state, "build col3 @gate1")
        if [event["die"] for event in events if event["kind"] == "roll_one"] != [face]:
            continue
        assert state.prompt(0) == {"kind": "use_twice", "die": face, "count": 2}
        if face == "wood":
            play(state, "wood @r1c2", "wood @r2c1")
            assert castle(state)["tokens"] == ["r1c2", "r2c1"]
        elif face == "residents":
            play(state, "residents @r4c5", "residents residents")
            assert (castle(state)["tokens"], castle(state)["residents"]) == (["r4c5"], 2)
        else:
            play(state, "wild @r4c4", "wild residents")
            assert (castle(state)["tokens"], castle(state)["residents"]) == (["r4c4"], 2)
        assert castle(state, 1)["tokens"] == []
        return
    pytest.fail("no seed rolls this face")


@pytest.mark.parametrize(("taken", "first"), [([], ("token", None, "r1c2")), (["r1c2"], ("lost", "wood", None))])
def test_ruling_16_of_dagoberts_die_nothing_is_asked_that_leaves_no_choice(taken: list[str], first: object) -> None:
    """One free cell of wood: the first wood goes there, the second is lost; none: both are lost, one after the other.
    Nor is one asked in one's own turn."""
    for seed in range(60):
        state = blue({"tokens": [*BLUE_FLOOR, "r2c1", "r4c5", *taken]}, {}, phase="build", seed=seed,
                     display=["dagobert", "king", "queen"])
        told = [(event["kind"], event.get("die"), event.get("cell")) for event in play(state, "build col3 @gate1")]
        if ("roll_one", "wood", None) in told:
            after = told.index(("roll_one", "wood", None))
            assert told[after + 1:after + 3] == [first, ("lost", "wood", None)]
            break
    else:
        pytest.fail("no seed rolls wood")
    state = blue({"tokens": ["r2c1", "r4c5"]}, {}, dice=["wood", "wood"])
    assert castle(state)["tokens"] == ["r1c2", "r2c1", "r4c5"]


def test_ruling_16_the_magician_moves_up_to_two_tokens_to_any_free_cells() -> None:
    held = {"tokens": [*BLUE_FLOOR, "r1c2", "r4c5"]}
    for moves in (["done"], ["move r1c2 r3c5", "done"], ["move r1c2 r3c5", "move r4c5 r3c1"]):
        state = blue(held, {}, phase="build", display=["magician", "king", "queen"])
        play(state, "build col3 @gate1")
        assert state.prompt(0) == {"kind": "move", "count": 2}
        play(state, *moves)
        assert phase(state) != "move"
        expected = {"r1c2", "r4c5"}
        for move in moves[:2]:
            if move != "done":
                expected = expected - {move.split()[1]} | {move.split()[2]}
        assert set(castle(state)["tokens"]) == expected


def test_ruling_17_the_victim_keeps_the_floor_and_there_is_no_cap_on_guests() -> None:
    state = blue({"tokens": STEAL, "floors": 4, "guests": ["monk", "cook", "troll", "knight"]},
                 {"floors": 1, "guests": ["queen"]}, phase="build")
    play(state, "steal col4 queen")
    assert castle(state)["guests"] == ["knight", "cook", "monk", "troll", "queen"]
    assert castle(state)["floors"] == 4
    assert (castle(state, 1)["guests"], castle(state, 1)["floors"]) == ([], 1)


def test_ruling_17_the_guard_shields_crown_guests_only_and_can_be_stolen_himself() -> None:
    state = blue({"tokens": STEAL}, {"floors": 4, "guests": ["guard", "queen", "monk", "miner"]},
                 {"floors": 1, "guests": ["king"]}, phase="build")
    assert texts(state) == ["done", "steal col4 miner", "steal col4 guard", "steal col4 monk", "steal col4 king"]
    play(state, "steal col4 guard")
    state = blue({"tokens": STEAL, "floors": 1, "guests": ["king"]},
                 {"floors": 3, "guests": ["queen", "monk", "miner"]}, {"floors": 1, "guests": ["guard"]}, phase="build")
    assert "steal col4 queen" in texts(state), "the shield is gone with the Guard"


def test_ruling_18_a_wall_line_when_all_walls_stand_brings_no_residents() -> None:
    state = green({"tokens": ["r2c5", "r3c5", "r4c5"], "walls": WALLS, "residents": 3}, phase="build")
    play(state, "clear col5")
    assert castle(state)["residents"] == 3


def test_ruling_19_the_dice_are_used_in_any_order_the_second_seeing_the_first() -> None:
    state = green({}, {}, dice=["wood", "wild"])
    assert {text.split()[0] for text in texts(state)} == {"wood", "wild"}
    play(state, "wild @r1c2")
    assert texts(state) == place(["r1c3", "r2c5", "r3c1"], "wood")
    nine = ["r1c2", "r1c3", "r2c2", "r2c3", "r2c4", "r4c1", "r4c2", "r4c4", "r4c5"]
    state = green({"tokens": nine}, {}, dice=["wood", "wild"])
    events = play(state, "wild @r3c5")
    assert {"kind": "lost", "seat": 0, "die": "wood"} in events, "the last token went to the other die"


def test_ruling_20_a_twelfth_element_that_is_a_floor_brings_a_guest_who_counts_but_does_not_act() -> None:
    mine: dict[str, Any] = {"towers": [2, 2, 2, 2], "walls": WALLS, "floors": 3, "tokens": BLUE_FLOOR,
                            "guests": ["queen", "fool", "cook"]}
    state = blue(mine, {}, phase="build", sun=0, display=["bohemian", "king", "prince"])
    before = points(state, 0, "guest")
    play(state, "build col3 @gate1")
    assert state.over
    assert castle(state)["residents"] == 0
    assert points(state, 0, "guest") == before + 1 + 1, "the Bohemian, and one more floor for the Fool"


def test_ruling_21_dagobert_does_nothing_in_the_final_step() -> None:
    mine: dict[str, Any] = {"towers": [2, 2, 2, 0], "walls": WALLS, "floors": 4, "tokens": ROW1,
                            "guests": ["king", "queen", "fool", "cook"]}
    state = blue(mine, {"tokens": [*REACTIVATE, *BLUE_FLOOR]}, phase="build",
                 display=["dagobert", "troll", "guard"])
    play(state, "build row1 @tower4", "build col3 @gate1", "reactivate row3L dagobert")
    assert state.over
    assert castle(state, 1)["guests"] == ["dagobert"]
    assert castle(state, 1)["tokens"] == []


def test_ruling_22_green_guests_lie_face_up() -> None:
    state = green({"tokens": GREEN_FLOOR}, {}, phase="build")
    events = play(state, "build row4R")
    guest = next(event["guest"] for event in events if event["kind"] == "floor")
    for seat in (-1, 0, 1):
        position: Any = state.observe(seat).position
        assert position["castles"][0]["guests"] == [guest]


def test_ruling_23_the_same_result_by_two_ways_is_offered_once() -> None:
    knight: dict[str, Any] = {"floors": 2, "guests": ["knight", "cook"]}
    state = blue({}, knight, dice=["residents", "wild"])
    play(state, "wild @r1c2")
    offered = [text.split(" ", 1)[1] for text in texts(state, 1) if text != "done"]
    assert len(offered) == len(set(offered)) == 13
    assert "wild @r2c4" in texts(state, 1), "the better way: the Cook comes with a ? used as food"
    state = blue({}, {"floors": 1, "guests": ["knight"]}, dice=["residents", "food"], phase="answers")
    assert len(texts(state, 1)) == 14
    assert not [text for text in texts(state, 1) if text.startswith("food")], "without the Cook it is the first way"
    state = green({}, {}, dice=["wood", "wood"])
    assert len(texts(state)) == 3


FOOD = ["r2c4", "r3c2", "r3c5"]  # of the blue board


@pytest.mark.parametrize(("dice", "tokens", "offered"), [
    (["residents", "food"], [], {"residents residents", *place(FOOD, "food")}),
    (["food", "residents"], [], {"residents residents", *place(FOOD, "food")}),
    (["wild", "residents"], [], {"wild residents", *place(FOOD, "wild")}),
    (["food", "wild"], [], {"wild residents", *place(FOOD, "food")}),
    (["food", "residents"], FOOD, {"residents residents"}),
    (["residents", "food"], FOOD, {"residents residents"}),
    (["food", "wild"], FOOD, {"wild residents"}),
    (["wild", "food"], FOOD, {"wild residents"}),
    (["food", "food"], [], set(place(FOOD, "food"))),
])
def test_ruling_23_of_two_dice_the_better_for_the_cook_is_offered(
        dice: list[str], tokens: list[str], offered: set[str]) -> None:
    cook: dict[str, Any] = {"floors": 2, "guests": ["knight", "cook"], "tokens": tokens}
    state = blue({}, cook, dice=dice, phase="answers")
    uses = {"residents", *[f"@{cell}" for cell in FOOD]}
    assert {text for text in texts(state, 1) if text.split()[-1] in uses} == offered


def test_the_monks_flag_is_told_with_its_wall() -> None:
    state = blue({"walls": [WALL, WALL], "floors": 3, "guests": ["knight", "monk", "cook"]}, {}, dice=["gold", "wood"])
    flag, *_ = [event for event in play(state, "gold flag @wall2") if event["kind"] == "monk_flag"]
    assert (flag["place"], flag["guest"], flag["points"]) == (2, "monk", points(state, 0, "flags"))
