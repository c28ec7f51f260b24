"""Présentation des invités: each guest alone, stolen and reactivated."""
from __future__ import annotations

import copy
from typing import Any

import pytest

import chateaux
from chateaux.games.once_upon_a_castle.building import stealable

from .table import (
    BLUE_FLOOR,
    GAME,
    GREEN_FLOOR,
    REACTIVATE,
    STEAL,
    WALL,
    arranged,
    blue,
    castle,
    green,
    phase,
    place,
    play,
    points,
    texts,
)

CARDS: Any = GAME.pieces
BLUE = [card["id"] for card in CARDS["guests_blue"]["cards"]]
LIGHTNING = [card["id"] for card in CARDS["guests_blue"]["cards"] if card["type"] == "lightning"]
RESOURCE = {"lumberjack": ["r1c2", "r2c1", "r4c5"], "miner": ["r1c3", "r2c2", "r3c4"],
            "merchant": ["r2c3", "r3c1", "r4c4"], "farmer": ["r2c4", "r3c2", "r3c5"]}
SPARE = ["troll", "guard", "queen", "king"]


def arrival(guest: str, way: str, seed: int = 0, **mine: Any) -> tuple[chateaux.State, list[dict[str, object]]]:
    """The position after a guest has arrived, been stolen or been called on again, and what was seen."""
    tokens = mine.pop("tokens", [])
    if way == "arrives":
        shown = [guest, *[other for other in SPARE if other != guest][:2]]
        state = blue({"tokens": [*BLUE_FLOOR, *tokens], **mine}, {}, phase="build", display=shown, seed=seed)
        return state, play(state, "build col3 @gate1")
    if way == "stolen":
        state = blue({"tokens": [*STEAL, *tokens], **mine}, {"floors": 1, "guests": [guest]}, phase="build", seed=seed)
        return state, play(state, f"steal col4 {guest}")
    mine |= {"tokens": [*REACTIVATE, *tokens], "floors": 1, "guests": [guest]}
    state = blue(mine, {}, phase="build", seed=seed)
    return state, play(state, f"reactivate row3L {guest}")


ways = pytest.mark.parametrize("way", ["arrives", "stolen", "reactivated"])


@ways
def test_the_architect_places_a_token_anywhere_and_brings_a_resident(way: str) -> None:
    state, _ = arrival("architect", way)
    assert castle(state)["residents"] == 1
    assert state.prompt(0) == {"kind": "place_any", "resource": "wild", "count": 1}
    assert len(texts(state)) == 12
    play(state, "token @r4c4")
    assert castle(state)["tokens"] == ["r4c4"]


@ways
def test_the_bohemian_brings_four_residents(way: str) -> None:
    state, _ = arrival("bohemian", way)
    assert castle(state)["residents"] == 4


@ways
@pytest.mark.parametrize("guest", list(RESOURCE))
def test_two_tokens_of_a_resource(guest: str, way: str) -> None:
    state, _ = arrival(guest, way)
    cells = RESOURCE[guest]
    assert texts(state) == place(cells)
    play(state, f"token @{cells[1]}")
    assert texts(state) == place([cells[0], cells[2]])
    play(state, f"token @{cells[2]}")
    assert castle(state)["tokens"] == cells[1:]
    assert state.to_act == (1,), "nothing to build, so the turn is over"


@ways
def test_dagobert_rolls_one_die_and_takes_it_twice(way: str) -> None:
    faces = set()
    for seed in range(40):
        state, events = arrival("dagobert", way, seed)
        face = next(event["die"] for event in events if event["kind"] == "roll_one")
        faces.add(face)
        if face == "residents":
            assert castle(state)["residents"] == 4
        elif face == "wild":
            play(state, "wild @r1c2", "wild residents")
            assert (castle(state)["tokens"], castle(state)["residents"]) == (["r1c2"], 2)
        else:
            cells = RESOURCE[{"wood": "lumberjack", "stone": "miner", "gold": "merchant", "food": "farmer"}[str(face)]]
            play(state, f"{face} @{cells[0]}", f"{face} @{cells[1]}")
            assert castle(state)["tokens"] == cells[:2]
    assert len(faces) == 6


@ways
def test_the_magician_moves_two_tokens(way: str) -> None:
    state, _ = arrival("magician", way, tokens=["r4c5"])
    assert state.prompt(0) == {"kind": "move", "count": 2}
    assert len(texts(state)) == 1 + 11
    play(state, "move r4c5 r1c2", "move r1c2 r2c1")
    assert castle(state)["tokens"] == ["r2c1"]
    state, _ = arrival("magician", way)
    assert state.to_act == (1,), "no token to move"


@pytest.mark.parametrize("guest", [guest for guest in BLUE if guest not in LIGHTNING])
def test_other_guests_do_nothing_at_once_and_cannot_be_called_on_again(guest: str) -> None:
    for way in ("arrives", "stolen"):
        state, _ = arrival(guest, way)
        assert guest in castle(state)["guests"]
        assert (castle(state)["tokens"], castle(state)["residents"]) == ([], 0)
    state = blue({"tokens": REACTIVATE, "floors": 1, "guests": [guest]}, {}, phase="build")
    assert texts(state) == ["done", "clear row3L"]


@pytest.mark.parametrize(("guest", "dice", "text"), [
    ("shepherdess", ["wild", "wood"], "wild cloud"), ("knight", ["residents", "wood"], "residents @r4c4"),
    ("monk", ["gold", "wood"], "gold flag @wall1"), ("troll", ["wood", "gold"], "wood @r1c3")])
def test_an_hourglass_guest_acts_while_owned_and_no_longer_when_stolen(guest: str, dice: list[str], text: str) -> None:
    owner: dict[str, Any] = {"floors": 1, "guests": [guest], "walls": [WALL]}
    state = blue(owner, {}, dice=dice)
    assert text in texts(state)
    state = blue({"floors": 1, "walls": [WALL]}, {"guests": [guest]}, dice=dice)
    assert text not in texts(state)


def test_the_cook_brings_a_resident_with_food_while_owned() -> None:
    state = blue({"floors": 1, "guests": ["cook"]}, {}, dice=["food", "wood"])
    play(state, "food @r2c4")
    assert castle(state)["residents"] == 1
    state = blue({"floors": 1}, {"guests": ["cook"]}, dice=["food", "wood"])
    play(state, "food @r2c4")
    assert castle(state)["residents"] == 0


def test_the_cook_follows_the_face_also_where_a_troll_of_another_set_puts_food_elsewhere() -> None:
    cards = [card if card["id"] != "troll" else {**card, "code": {"interchange": ["food", "wood"]}}
             for card in CARDS["guests_blue"]["cards"]]
    game = GAME.with_pieces({**CARDS, "guests_blue": {**CARDS["guests_blue"], "cards": cards}})
    state = game.load({"players": 2, "options": {"version": "blue"}, "position": {
        "castles": [{"floors": 2, "guests": ["cook", "troll"]}], "dice": ["food", "gold"]}})
    play(state, "food @r1c2")
    assert castle(state)["residents"] == 1


def test_the_guard_protects_while_owned_and_no_longer_when_stolen() -> None:
    victim: dict[str, Any] = {"floors": 2, "guests": ["guard", "queen"]}
    state = blue({"tokens": STEAL}, victim, phase="build")
    assert texts(state) == ["done", "steal col4 guard"]
    state = blue({"tokens": STEAL, "guests": ["guard"]}, {"floors": 2, "guests": ["queen"]}, phase="build")
    assert texts(state) == ["done", "steal col4 queen"]


def test_the_shield_goes_with_the_guard() -> None:
    victim: dict[str, Any] = {"floors": 2, "guests": ["guard", "queen"], "tokens": STEAL}
    state = blue({"tokens": STEAL, "floors": 1, "guests": ["king"]}, victim, {"tokens": STEAL}, phase="build")
    play(state, "steal col4 guard")
    free: Any = state
    assert [free.version.guests[guest].id for guest in range(20) if stealable(free, 2) >> guest & 1] == [
        "guard", "queen"], "the queen is open to theft now, the thief's king is not"


def test_clouds_flags_and_residents_stay_when_their_guest_is_stolen() -> None:
    victim: dict[str, Any] = {"floors": 3, "guests": ["shepherdess", "monk", "cook"], "clouds": 2, "residents": 3,
                              "walls": [{"flags": [2]}]}
    for guest in victim["guests"]:
        state = blue({"tokens": STEAL}, victim, phase="build")
        before = castle(state, 1)
        play(state, f"steal col4 {guest}")
        assert castle(state, 1) == {**before, "guests": [other for other in before["guests"] if other != guest]}
        assert points(state, 1, "clouds") == 4
        assert points(state, 1, "flags") == 2


@pytest.mark.parametrize(("guest", "worth"), [
    ("courtesan", 2), ("fool", 2), ("prince", 3), ("princess", 1), ("queen", 3), ("king", 3)])
def test_crown_guests_count_at_the_end_for_whoever_has_them(guest: str, worth: int) -> None:
    other = "queen" if guest != "queen" else "king"
    drawn: dict[str, Any] = {"floors": 2, "walls": [{"flags": [2, 1]}, {"flags": [1]}, WALL], "towers": [0, 5, 0, 0]}
    state = blue({**drawn, "guests": [guest, other]}, {})
    assert [line["points"] for line in state.breakdown(0) if line.get("piece") == guest] == [worth]
    state = blue({"floors": 2, "guests": [other]}, {"guests": [guest]})
    alone = {"courtesan": 1, "queen": 3}.get(guest, 0)
    assert [line["points"] for line in state.breakdown(1) if line.get("piece") == guest] == [alone]


@pytest.mark.parametrize("guest", [guest for guest in BLUE if guest not in
                                   ("courtesan", "fool", "prince", "princess", "queen", "king")])
def test_lightning_and_hourglass_guests_are_worth_one_point(guest: str) -> None:
    assert points(blue({"floors": 1, "guests": [guest]}, {}), 0, "guest") == 1


@pytest.mark.parametrize("card", CARDS["guests_green"]["cards"], ids=lambda card: str(card["id"]))
def test_green_guests_are_worth_their_points(card: dict[str, Any]) -> None:
    assert points(green({"floors": 1, "guests": [card["id"]]}, {}), 0, "guest") == card["points"]


def test_the_chosen_guest_leaves_the_gate_which_is_refilled() -> None:
    state = blue({"tokens": BLUE_FLOOR}, {}, phase="build", display=["king", "queen", "fool"])
    outcome = state.play(state.parse("build col3 @gate2"), 0, events=True)
    position: Any = state.dump()["position"]
    assert outcome.revealed
    assert (position["display"][0], position["display"][2]) == ("king", "fool")
    assert position["display"][1] not in ("king", "queen", "fool")
    assert castle(state)["guests"] == ["queen"]


def test_the_green_guest_is_a_random_one_of_the_pile() -> None:
    guests = set()
    for seed in range(120):
        state = green({"tokens": ["r4c4", "r4c5"]}, {"floors": 1, "guests": ["king"]}, phase="build", seed=seed)
        play(state, "build row4R")
        guests.update(castle(state)["guests"])
    assert len(guests) == 15
    assert "king" not in guests


def test_a_gift_that_leaves_no_choice_is_placed_at_once_and_the_rest_is_lost() -> None:
    state, events = arrival("farmer", "arrives", tokens=["r2c4", "r3c2"])
    assert {"r3c5"} <= set(castle(state)["tokens"])
    assert {"kind": "tokens_lost", "seat": 0, "count": 1} in events


def test_what_a_guest_rolls_has_come_to_light() -> None:
    state = blue({"tokens": REACTIVATE, "floors": 1, "guests": ["dagobert"]}, {}, phase="build")
    assert state.play(state.parse("reactivate row3L dagobert"), 0).revealed


def test_the_last_two_tokens_of_a_hand_go_where_a_guest_leaves_no_choice() -> None:
    others = ["r2c2", "r2c4", "r3c1", "r3c2", "r3c4", "r3c5", "r4c4", "r4c5"]
    state = blue({"tokens": [*BLUE_FLOOR, *others]}, {}, phase="build", display=["lumberjack", "king", "queen"])
    play(state, "build col3 @gate1")
    assert castle(state)["tokens"] == sorted(["r1c2", "r2c1", *others])


def test_a_gift_larger_than_the_hand_is_lost_once_the_hand_is_empty() -> None:
    data: Any = copy.deepcopy(CARDS)
    data["components"]["tokens_per_player"] = 9
    next(card for card in data["guests_blue"]["cards"] if card["id"] == "lumberjack")["code"] = {"wood": 3}
    others = ["r2c2", "r2c4", "r3c1", "r3c2", "r3c4", "r3c5", "r4c4"]
    state = GAME.with_pieces(data).load({"players": 2, "options": {"version": "blue"}, "position": {
        "phase": "build", "castles": [{"tokens": [*BLUE_FLOOR, *others]}], "display": ["lumberjack", "king", "queen"]}})
    play(state, "build col3 @gate1")
    assert texts(state) == place(RESOURCE["lumberjack"]), "two tokens for three cells"
    events = play(state, "token @r1c2", "token @r4c5")
    assert {"kind": "tokens_lost", "seat": 0, "count": 1} in events


@pytest.mark.parametrize(("version", "floor", "text"), [
    ("green", GREEN_FLOOR, "build row4R"), ("blue", BLUE_FLOOR, "build col3 @gate1")])
def test_a_guest_who_comes_is_news(version: str, floor: list[str], text: str) -> None:
    line = ["r4c1", "r4c2"] if version == "green" else REACTIVATE
    state = arranged(version, {"tokens": [*floor, *line], "walls": [WALL]}, {}, phase="build",
                     display=["king", "queen", "fool"] if version == "blue" else [])
    assert state.play(state.parse(text, 0), 0).revealed
    assert phase(state) == "build", "no die is rolled yet"
