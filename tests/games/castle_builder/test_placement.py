"""Règles de Placement, Bâtir selon les Nombres, Payer pour changer les nombres: the lattice of a castle."""
from __future__ import annotations

import copy
import json
import random
from pathlib import Path
from typing import Any

import pytest

from chateaux.engine.data import BadPosition
from chateaux.games.castle_builder.castle import NEVER, PLACE_SHIFT, surveyed
from chateaux.games.castle_builder.path import walk
from chateaux.games.castle_builder.pieces import UNDER_LEFT, UNDER_RIGHT
from chateaux.games.castle_builder.rules import GAME, CastleBuilder
from chateaux.games.castle_builder.state import Realm
from tests.games.castle_builder.kingdom import arrange, asked, play, texts

FIXTURES: list[dict[str, Any]] = json.loads((Path(__file__).parent / "fixtures.json").read_text("utf-8"))
PIECES = GAME.box


@pytest.mark.parametrize("fixture", [row for row in FIXTURES if "place" in row], ids=lambda row: str(row["id"]))
def test_fixture(fixture: dict[str, Any]) -> None:
    """The examples of both rulebooks as data: legal or not, the sum required, tiles to discard, steps."""
    tile, floor, column = fixture["place"]
    state = arrange({"castle": fixture["castle"], "holder": [tile, "wall_01", "wall_01"]}, {})
    place = PIECES.place(floor, column)
    price = state.castles[0].price_at(PIECES.numbers[tile], place)
    if "required" in fixture:
        assert state.castles[0].sum_below(place) == fixture["required"]
    if "discards" in fixture:
        assert price == fixture["discards"]
    assert (price <= 1) == fixture["legal"]
    choice = f"tile {tile}"
    if fixture["legal"]:
        before = state.barons[0]
        play(state, choice, f"place {floor}:{column}")
        if price:
            assert asked(state) == "pay"
            play(state, "tile wall_01")
        if "steps" in fixture:
            assert state.barons[0] == walk(PIECES, _at(before, state), 0, fixture["steps"]).end
            assert (state.travelled[0] == 0) == (fixture["steps"] == 0)
    elif choice in texts(state):
        play(state, choice)
        assert f"place {floor}:{column}" not in texts(state)


def _at(before: int, state: Realm) -> Any:
    barons = state.barons[:]
    barons[0] = before
    return barons


def test_jacobs_castle_4_and_3_carry_a_7() -> None:
    state = arrange({"castle": [["wall_04", 1, 0], ["wall_03", 1, 2]], "holder": ["wall_07", "wall_09"]}, {})
    play(state, "tile wall_07")
    assert "place 2:1" in texts(state)
    play(state, "place 2:1")
    assert asked(state) == "turn"  # nothing to pay


def test_10_and_14_ask_for_24_and_the_princess_is_perfect() -> None:
    castle = [["wall_10", 1, 6], ["wall_14", 1, 8]]
    state = arrange({"castle": castle, "holder": ["princess", "vault_20_2", "wall_13"]}, {})
    assert state.castles[0].sum_below(PIECES.place(2, 7)) == 24
    play(state, "tile princess", "place 2:7")
    assert state.castles[0].height == 2
    number = arrange({"castle": castle, "holder": ["vault_20_2", "wall_13"]}, {})
    play(number, "tile vault_20_2")
    assert "place 2:7" not in texts(number)


def test_daniels_side_wall_over_the_6_hangs_in_the_air_and_does_not_start_a_floor() -> None:
    floor_two = [["wall_06", 1, 0], ["wall_04", 1, 2], ["wall_10", 2, 1]]
    state = arrange({"castle": floor_two, "holder": ["side_left_1"]}, {})
    play(state, "tile side_left_1", "place 2:-1")
    assert state.castles[0].tiles[PIECES.place(2, -1)] == PIECES.numbers["side_left_1"]
    alone = arrange({"castle": floor_two[:2], "holder": ["side_left_1"]}, {})
    assert "tile side_left_1" not in texts(alone)


def test_any_number_any_tick_and_any_roof_on_floor_1_but_no_side_wall() -> None:
    state = arrange({"holder": ["wall_14", "prince", "roof_16", "mason_4", "side_left_1", "side_right_1"]}, {})
    choices = texts(state)
    assert {"tile wall_14", "tile prince", "tile roof_16", "tile mason_4"} <= set(choices)
    assert "tile side_left_1" not in choices
    assert "tile side_right_1" not in choices
    play(state, "tile roof_16")
    assert texts(state) == ["place 1:0", "place 1:2", "place 1:6", "place 1:8"]


def test_two_numbers_the_lower_is_matched_and_the_upper_counts_above() -> None:
    castle = [["wall_10", 1, 2], ["vault_11_1", 2, 3], ["wall_09", 1, 6], ["wall_11", 2, 5]]
    state = arrange({"castle": castle}, {})
    assert state.castles[0].sum_below(PIECES.place(3, 4)) == 1 + 11


def test_the_gate_is_a_2_beside_the_slots_on_both_sides() -> None:
    state = arrange({"castle": [["wall_10", 1, 2], ["wall_09", 1, 6]]}, {})
    assert state.castles[0].sum_below(PIECES.place(2, 3)) == 12
    assert state.castles[0].sum_below(PIECES.place(2, 5)) == 11


def test_nico_pays_one_tile_twice_and_walks_2_3_and_4() -> None:
    """Nico: 11/1 where a 12 is asked, the angry noble where an 11 is; then the lady on what they really show."""
    state = arrange({"castle": [["wall_10", 1, 2], ["wall_09", 1, 6]],
                     "holder": ["vault_11_1", "noble_12", "lady_13", "wall_01", "wall_04"]},
                    {"baron": 19}, coins=["most_roofs", "most_people", "most_windows"])
    walks = []
    for tile, place, payment in (("vault_11_1", "2:3", "wall_01"), ("noble_12", "2:5", "wall_04"),
                                 ("lady_13", "3:4", None)):
        events = play(state, f"tile {tile}", f"place {place}")
        if payment:
            assert asked(state) == "pay"
            events += play(state, f"tile {payment}")
        walks += [event.public["steps"] for event in events if event.kind == "walk"]
        while state.player == 0 and not state.over:
            play(state, texts(state)[0])
        play(state, "draw")
    assert walks == [2, 3, 4]
    assert state.castles[0].sum_below(PIECES.place(3, 4)) == -1  # taken now


def test_adjusting_costs_another_tile_and_works_for_the_market_too() -> None:
    castle = [["wall_04", 1, 0], ["wall_03", 1, 2]]
    alone = arrange({"castle": [*castle, ["wall_01", 1, 6], ["wall_01", 1, 8]], "holder": ["wall_08"]}, {})
    assert "tile wall_08" not in texts(alone)  # the tile itself cannot pay for itself
    market = arrange({"castle": [*castle, ["wall_01", 1, 6], ["wall_01", 1, 8]], "holder": ["lady_13"]}, {},
                     market=["wall_08", "wall_02", "wall_02"])
    play(market, "market 1", "place 2:1", "tile lady_13")
    assert market.castles[0].height == 2
    assert market.stock.discard[PIECES.numbers["lady_13"]] == 1


def test_an_adjusted_tile_shows_its_printed_number_again() -> None:
    state = arrange({"castle": [["wall_04", 1, 0], ["wall_03", 1, 2]], "holder": ["wall_08", "wall_01"]}, {})
    play(state, "tile wall_08", "place 2:1", "tile wall_01")
    left = state.castles[0].tiles[PIECES.place(2, 1)]
    assert PIECES.top[left] == 8


def test_sides_need_not_match() -> None:
    state = arrange({"castle": [["wall_05", 1, 0]], "holder": ["wall_14"]}, {})
    play(state, "tile wall_14", "place 1:2")


def test_half_roofs_leave_half_a_tile_of_stone() -> None:
    castle = [["wall_03", 1, 0], ["wall_02", 1, 2], ["slope_left_05", 2, 1], ["wall_04", 2, 3]]
    state = arrange({"castle": castle, "holder": ["wall_06", "wall_13"]}, {})
    assert state.castles[0].sum_below(PIECES.place(3, 2)) == 2 + 4
    left_half = state.castles[0].price_at(PIECES.numbers["wall_06"], PIECES.place(3, 0))
    assert left_half == NEVER  # sky under its right half


def test_positions_that_cannot_stand_are_refused_with_the_tile_and_the_reason() -> None:
    cases: list[tuple[list[list[object]], str]] = [
        ([["wall_07", 2, 1]], "stone on sky or on nothing"),
        ([["side_left_1", 1, 0]], "sky on the stone of the foundation"),
        ([["wall_03", 1, 0], ["wall_03", 1, 2], ["side_left_1", 2, 1]], "sky on stone"),
        ([["wall_03", 1, 1]], "no such place"),
        ([["wall_03", 1, 0], ["wall_04", 1, 0]], "two tiles on one place"),
        ([["wall_03", 1, 4]], "two tiles on one place"),
        ([["tower", 1, 0]], "there is no tile 'tower'"),
        ([["wall_14", 1, 0], ["wall_14", 1, 2]], "only 1 tiles 'wall_14'")]
    for castle, reason in cases:
        with pytest.raises(BadPosition, match=reason):
            arrange({"castle": castle}, {})


def test_places_kept_from_tile_to_tile_are_those_of_a_look_over_the_whole_lattice() -> None:
    for seed in range(12):
        state = GAME.new(3, seed, {"renovation": bool(seed % 2), "royal_strategy": seed % 3 == 0})
        assert isinstance(state, Realm)
        chooser = random.Random(seed)
        while not state.over:
            seat = state.to_act[0]
            state.play(chooser.choice(state.actions(seat)), seat)
            for castle in state.castles:
                whole = surveyed(castle.pieces, castle.tiles, castle.on_floor)
                assert list(castle.open) == list(whole.open)
                assert list(castle.free) == list(whole.free)
                assert list(castle.fits) == list(whole.fits)
                assert (castle.height, castle.windows, castle.people, castle.roofs, castle.locked) == \
                    (whole.height, whole.windows, whole.people, whole.roofs, whole.locked)


def test_a_look_ahead_sees_the_places_that_a_build_would_open() -> None:
    looked = 0
    for seed in range(2):
        state = GAME.new(2, seed)
        assert isinstance(state, Realm)
        chooser = random.Random(seed)
        while not state.over and state.turns < 60:
            castle = state.castles[0]
            for entry in castle.open[::3]:
                place = entry >> PLACE_SHIFT
                for kind in range(1, castle.pieces.kinds + 1, 11):
                    if castle.price_at(kind, place) < NEVER:
                        looked += 1
                        assert sorted(castle.opened(kind, place)) == sorted(castle.built(kind, place).open)
                        assert not castle.tiles[place]
            seat = state.to_act[0]
            state.play(chooser.choice(state.actions(seat)), seat)
    assert looked > 50


HIGH = [["wall_03", 1, 6], ["wall_04", 1, 8], ["wall_04", 2, 5], ["wall_05", 2, 7], ["wall_05", 3, 6]]


@pytest.mark.parametrize(("castle", "tile", "place", "below"), [
    ([["wall_03", 1, 6], ["wall_04", 2, 5]], "side_left_1", (2, 3), (1, 2)),
    ([["wall_03", 1, 2], ["wall_04", 2, 3]], "side_right_1", (2, 5), (1, 6)),
    (HIGH, "side_left_1", (3, 4), (2, 3)),
    (HIGH, "side_right_1", (3, 8), (2, 9)),
])
def test_a_look_ahead_sees_that_a_place_below_is_under_a_tile(
        castle: list[Any], tile: str, place: tuple[int, int], below: tuple[int, int]) -> None:
    """A side wall stands on one tile and hangs over the empty place beside it."""
    now = arrange({"castle": castle}, {}).castles[0]
    kind, at = PIECES.numbers[tile], PIECES.place(*place)
    assert now.price_at(kind, at) == 0
    assert list(now.opened(kind, at)) == list(now.built(kind, at).open)
    (under,) = [entry for entry in now.opened(kind, at) if entry >> PLACE_SHIFT == PIECES.place(*below)]
    assert under & (UNDER_LEFT | UNDER_RIGHT) == (UNDER_RIGHT if "left" in tile else UNDER_LEFT)


def test_a_castle_with_every_floor_that_its_set_allows_is_looked_over_to_the_top() -> None:
    """Without tiles that hang over, every floor has one tile fewer than the one below."""
    box: Any = copy.deepcopy(GAME.pieces)
    box["tiles"] = [row for row in box["tiles"] if "sky" not in row["bottom_pattern"]]
    game = GAME.with_pieces(box)
    assert isinstance(game, CastleBuilder)
    castle, pieces = game.foundation, game.box
    assert castle.room() == 4 * 2 + 3 * 3 + 2 * 4 + 5
    for floor in range(1, 6):
        for column in range(floor - 1, 10 - floor, 2):
            place = pieces.place(floor, column)
            if castle.tiles[place] == 0:
                castle = castle.built(pieces.numbers["wall_04"], place)
            whole = surveyed(pieces, castle.tiles, castle.on_floor)
            assert (list(castle.open), list(castle.free), castle.height) == (
                list(whole.open), list(whole.free), whole.height)
    assert castle.height == pieces.floors == 5


@pytest.mark.parametrize(("castle", "steps"), [
    ([["slope_right_05", 1, 0], ["wall_03", 1, 2]], 3 * 2 + 2 * 3 + 4),  # sky on the right: nothing rests on both
    ([["slope_left_05", 1, 0], ["wall_03", 1, 2]], 4 * 2 + 3 * 3 + 2 * 4 + 5),
    ([["slope_left_05", 1, 8]], 3 * 2 + 2 * 3 + 4), ([["slope_right_05", 1, 8]], 4 * 2 + 3 * 3 + 2 * 4 + 5),
    ([["roof_05", 1, 0], ["roof_06", 1, 2], ["roof_07", 1, 6], ["roof_08", 1, 8]], 0),  # nothing rests on a roof
    ([["wall_04", 1, 0], ["wall_03", 1, 2]], 4 * 2 + 3 * 3 + 2 * 4 + 5),  # as a pyramid over five of the ground
    ([["wall_04", 1, 0], ["wall_03", 1, 2], ["wall_04", 2, 1], ["roof_07", 1, 6], ["roof_08", 1, 8]], 2 + 3),
    ([["wall_04", 1, 0], ["wall_03", 1, 2], ["roof_07", 1, 6], ["roof_08", 1, 8]], 0)])  # see `room`
def test_the_room_of_a_castle_is_the_steps_of_all_places_that_stone_may_carry(castle: list[Any], steps: int) -> None:
    assert arrange({"castle": castle}, {}).castles[0].room() == steps


@pytest.mark.parametrize(("others", "may"), [([], False), (["wall_01"], True)])
def test_the_tile_itself_pays_for_nothing(others: list[str], may: bool) -> None:
    castle = [["wall_04", 1, 0], ["wall_03", 1, 2], ["wall_04", 1, 6], ["wall_04", 1, 8]]
    state = arrange({"castle": castle, "holder": ["wall_08", *others]}, {})
    play(state, "tile wall_08")
    assert "place 2:7" in texts(state)
    assert ("place 2:1" in texts(state)) is may
    allowed = {state.text(action) for action in range(state.game.action_count) if state.allows(0, action)}
    assert ("place 2:7" in allowed, "place 2:1" in allowed) == (True, may)


@pytest.mark.parametrize(("holder", "places"), [([], ["place 1:8", "place 2:1"]),
                                                (["wall_09"], ["place 1:8", "place 2:1", "place 2:3", "place 2:5"])])
def test_a_tile_of_the_market_is_adjusted_with_every_tile_held_and_with_no_more(
        holder: list[str], places: list[str]) -> None:
    castle = [["wall_01", 1, 0], ["wall_01", 1, 2], ["wall_01", 1, 6]]
    state = arrange({"castle": castle, "holder": holder}, {}, market=["wall_02", "wall_03", "wall_04"])
    play(state, "market 1")
    assert texts(state) == places
    assert [action for action in range(state.game.action_count) if state.allows(0, action)] == state.actions(0)
