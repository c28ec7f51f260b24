"""The rulings on points the rulebooks leave open, one test each."""
from __future__ import annotations

import copy
from typing import Any

import pytest

from chateaux.games.castle_builder.castle import NEVER
from chateaux.games.castle_builder.rules import GAME, CastleBuilder
from chateaux.games.castle_builder.state import Realm
from tests.games.castle_builder.kingdom import arrange, asked, held, kinds, play, texts

PIECES = GAME.box
BOX: Any = GAME.pieces


def test_foundation_width_is_data_and_the_wide_one_works() -> None:
    box = copy.deepcopy(BOX)
    wide = box["foundation"].pop("alternative_wide")
    box["foundation"].update(wide)
    game = GAME.with_pieces(box)
    assert isinstance(game, CastleBuilder)
    assert (game.box.slots, game.box.gate_slot) == (7, 3)
    state = game.new(2, 1)
    assert isinstance(state, Realm)
    assert sum(place >> 4 & 1 for place in state.castles[0].open) == 6  # on the foundation
    assert game.digest != GAME.digest
    for action in range(game.action_count):
        state.allows(0, action)


def test_a_hole_under_an_overhang_may_be_filled_if_its_top_matches() -> None:
    """A left side wall hangs over the empty slot: what fills it must be sky under the overhang."""
    castle = [["wall_02", 1, 2], ["wall_04", 2, 3], ["side_left_1", 2, 1]]
    state = arrange({"castle": castle, "holder": ["wall_05", "slope_right_05", "roof_05", "slope_left_05"]}, {})
    hole = PIECES.place(1, 0)
    price = state.castles[0].price_at
    assert price(PIECES.numbers["roof_05"], hole) == 0
    assert price(PIECES.numbers["slope_right_05"], hole) == 0  # its right half is sky
    assert price(PIECES.numbers["wall_05"], hole) == NEVER
    assert price(PIECES.numbers["slope_left_05"], hole) == NEVER
    play(state, "tile roof_05", "place 1:0")  # sums above are not looked at again


def test_a_tick_tile_gives_its_printed_number_upward() -> None:
    castle = [["wall_10", 1, 0], ["wall_14", 1, 2], ["wall_08", 1, 6], ["wall_11", 2, 3], ["mason_8", 2, 1]]
    state = arrange({"castle": castle}, {})
    assert state.castles[0].sum_below(PIECES.place(3, 2)) == 8 + 11


def test_both_halves_on_sky_is_never_legal() -> None:
    state = arrange({"castle": [["roof_05", 1, 0], ["roof_06", 1, 2]], "holder": ["prince", "side_left_1"]}, {})
    assert all(PIECES.place(2, 1) != place >> 12 for place in state.castles[0].open)


def test_two_coin_spaces_in_one_move_a_coin_each_with_the_market_filled_in_between() -> None:
    state = arrange({"baron": 7}, {"baron": 1}, phase="coin", earned=2, coins=["most_roofs", "most_people", "mill"])
    events = kinds(play(state, "coin 1"))
    assert events[:2] == ["coin", "market_coin"]
    assert (asked(state), len(texts(state)), state.earned) == ("coin", 3, 1)
    play(state, "coin 2")
    assert state.coins[0] == 2


def test_one_build_earns_two_coins_and_a_ruby_coin_queues_a_third_behind_them() -> None:
    """Four steps from 7 pass the coin of 8 and end on the ruby of 11; two barons push on to the coin of 14."""
    castle = [["wall_10", 1, 2], ["vault_11_1", 2, 3], ["wall_09", 1, 6], ["noble_12", 2, 5]]
    state = arrange({"baron": 7, "castle": castle, "holder": ["lady_13"]}, {"baron": 12}, {"baron": 13},
                    coins=["ruby", "most_roofs", "most_windows"])
    play(state, "tile lady_13", "place 3:4")
    assert (state.barons[0], state.travelled[0], state.earned, asked(state)) == (14, 7, 2, "coin")
    state.barons[0] = 19  # the next coin space is 0
    play(state, "coin 1")
    assert (state.barons[0], state.coins[0], state.earned, asked(state)) == (0, 1, 2, "coin")
    play(state, "coin 2", "coin 3")
    assert (state.coins[0], state.player, asked(state)) == (3, 1, "turn")


def test_order_after_a_move_slides_and_rubies_then_the_tile_space_then_coins() -> None:
    """From 6 two steps reach the coin of 8; a baron stands there, so the slide ends on the tile space of 9."""
    state = arrange({"baron": 6, "castle": [["wall_01", 1, 0], ["wall_01", 1, 2]], "holder": ["wall_02"]}, {"baron": 8})
    events = kinds(play(state, "tile wall_02", "place 2:1"))
    assert events == ["build", "walk", "space_tile"]
    assert (state.barons[0], asked(state)) == (9, "coin")


def test_the_tile_of_a_tile_space_may_fill_the_holder_before_the_coin() -> None:
    full = ["wall_02", "wall_03", "wall_04", "wall_05", "wall_06", "wall_07", "wall_08"]
    state = arrange({"baron": 6, "castle": [["wall_01", 1, 0], ["window_02", 1, 2]], "holder": full}, {"baron": 8},
                    market=["wall_09", "wall_10", "wall_11"])
    play(state, "market 1", "place 1:8")
    assert state.player == 1
    state = arrange({"baron": 6, "castle": [["wall_01", 1, 0], ["wall_01", 1, 2]], "holder": full}, {"baron": 8},
                    market=["window_02", "wall_10", "wall_11"])
    play(state, "market 1", "place 2:1")
    assert asked(state) == "discard"
    play(state, texts(state)[0])
    assert asked(state) == "coin"


def test_windows_count_icons_roofs_count_tiles_people_count_figures() -> None:
    box = copy.deepcopy(BOX)
    for row in box["tiles"]:
        if row["id"] == "roof_05":
            row["roofs"] = 2
        if row["id"] == "cook_05":
            row["people"] = 3
    state = arrange({"castle": [["window_09", 1, 0], ["roof_05", 1, 2], ["cook_05", 1, 6]]}, {},
                    game=GAME.with_pieces(box))
    castle = state.castles[0]
    assert (castle.windows, castle.roofs, castle.people) == (2, 1, 3)


def test_the_gate_has_no_icons_stays_and_counts_as_another_tile_on_floor_1() -> None:
    state = arrange({"holder": ["mason_4"]}, {})
    castle = state.castles[0]
    assert (castle.height, castle.windows, castle.people, castle.roofs, list(castle.free)) == (1, 0, 0, 0, [])
    play(state, "tile mason_4", "place 1:2")  # the no-new-floor sign is content with the gate


def test_collapse_with_nothing_but_the_gate_is_skipped() -> None:
    state = arrange({"baron": 7}, {"baron": 1}, phase="coin", coins=["collapse", "most_roofs", "most_people"])
    assert "nothing" in kinds(play(state, "coin 1"))
    assert state.coins[0] == 1


@pytest.mark.parametrize("players", [2, 3])
def test_fewer_than_four_players_use_the_first_start_spaces_and_all_pieces(players: int) -> None:
    state = GAME.new(players, 3)
    assert isinstance(state, Realm)
    assert sorted(state.barons) == list(range(1, players + 1))
    state.check()  # 126 tiles and 36 coins


def test_a_player_who_cannot_build_draws() -> None:
    closed = [["roof_05", 1, 0], ["roof_06", 1, 2], ["roof_07", 1, 6], ["roof_08", 1, 8]]
    state = arrange({"castle": closed, "holder": ["wall_05"]}, {})
    assert texts(state) == ["draw"]


def test_a_tile_taken_openly_is_known_to_all_a_stolen_one_to_thief_and_victim() -> None:
    state = arrange({"baron": 7}, {"baron": 1, "holder": ["wall_09"]}, {"baron": 2}, phase="coin",
                    coins=["thief", "most_roofs", "most_people"])
    play(state, "coin 1")
    assert _known(state, 0, 0) == _known(state, 1, 0) == ["wall_09"]
    assert _known(state, 2, 0) == []


def _known(state: Realm, seat: int, owner: int) -> list[str]:
    seen: Any = state.observe(seat).position
    return [item if isinstance(item, str) else item["tile"] for item in seen["players"][owner]["holder"]]


def test_royal_pieces_can_be_built_and_never_discarded() -> None:
    state = arrange({"castle": [["wall_04", 1, 0], ["wall_03", 1, 2]], "holder": ["wall_08", "wall_01"]}, {},
                    options={"royal_strategy": True})
    play(state, "tile wall_08", "place 2:1")
    assert texts(state) == ["tile wall_01"]


def test_coins_inside_coins_the_game_ends_with_the_seventh_although_more_are_earned() -> None:
    state = arrange({"baron": 7, "coins": 6}, {"baron": 1}, phase="coin", earned=3,
                    coins=["most_roofs", "most_people", "most_windows"])
    play(state, "coin 1")
    assert state.over
    assert state.scores()[0] == 7


def test_a_ruby_as_the_seventh_coin_still_moves_and_the_coin_it_earns_is_not_taken() -> None:
    state = arrange({"baron": 13, "coins": 6}, {"baron": 1}, phase="coin",
                    coins=["ruby", "most_people", "most_windows"])
    play(state, "coin 1")
    assert state.over
    assert (state.barons[0], state.scores()[0]) == (14, 7)


def test_the_coin_market_is_filled_before_each_choice() -> None:
    state = arrange({"baron": 7}, {"baron": 1}, phase="coin", earned=2,
                    coins=["most_roofs", "most_people", "most_windows"])
    left = state.stock.coin_left
    play(state, "coin 3")
    assert state.stock.coin_left == left - 1
    assert all(coin >= 0 for coin in state.stock.coins)


def test_with_no_coin_left_an_earned_coin_is_forgone() -> None:
    """Cannot happen with 36 coins; an owner's smaller set may run dry."""
    box = copy.deepcopy(BOX)
    box["coins"] = [{**row, "count": 5} for row in box["coins"] if row["id"] in ("most_roofs", "most_people")]
    state = arrange({"baron": 7, "castle": [["wall_01", 1, 0], ["wall_01", 1, 2]], "holder": ["wall_02"],
                     "coins": ["most_roofs"] * 5}, {"baron": 1, "coins": ["most_people"] * 5},
                    game=GAME.with_pieces(box), coins=[None, None, None])
    play(state, "tile wall_02", "place 2:1")
    assert (asked(state), state.player, state.earned) == ("turn", 1, 0)


def test_a_tile_that_fits_nowhere_cannot_be_chosen() -> None:
    state = arrange({"castle": [["wall_04", 1, 0], ["wall_03", 1, 2], ["wall_01", 1, 6], ["wall_02", 1, 8]],
                     "holder": ["wall_14", "wall_07"]}, {})
    assert "tile wall_14" not in texts(state)
    assert "tile wall_07" in texts(state)
    assert held(state, 0) == ["wall_07", "wall_14"]
