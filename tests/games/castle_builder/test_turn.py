"""Mise en Place and Ordre du Tour: setup, drawing, building, the holder's limit, the market, the piles."""
from __future__ import annotations

import copy
from typing import Any

import pytest

from chateaux.engine.data import BadPosition
from chateaux.games.castle_builder.castle import PLACE_SHIFT
from chateaux.games.castle_builder.rules import GAME, CastleBuilder
from chateaux.games.castle_builder.state import Realm
from tests.games.castle_builder.kingdom import arrange, asked, held, kinds, play, texts

BOX: Any = GAME.pieces


def small_box(**counts: int) -> CastleBuilder:
    """A set with few tiles: every other kind once at most, those named as often as said."""
    box = copy.deepcopy(BOX)
    box["tiles"] = [{**row, "count": counts[row["id"]]} for row in box["tiles"] if row["id"] in counts]
    box["variants"][1]["reserve_tiles"] = []
    game = GAME.with_pieces(box)
    assert isinstance(game, CastleBuilder)
    return game


@pytest.mark.parametrize("players", [2, 3, 4])
def test_setup(players: int) -> None:
    state = GAME.new(players, 5)
    assert isinstance(state, Realm)
    assert [holder.size() for holder in state.holders] == [3] * players
    assert all(kind > 0 for kind in state.stock.market)
    assert all(coin >= 0 for coin in state.stock.coins)
    assert state.stock.left == 126 - 3 - 3 * players
    assert state.stock.coin_left == 33
    order = [state.barons[(state.first + place) % players] for place in range(players)]
    assert order == [1, 2, 3, 4][:players]  # the first player stands last on the path
    assert state.player == state.first
    assert [castle.height for castle in state.castles] == [1] * players


def test_the_first_player_is_drawn() -> None:
    firsts = {state.first for state in (GAME.new(3, seed) for seed in range(30)) if isinstance(state, Realm)}
    assert firsts == {0, 1, 2}


def test_a_turn_is_drawing_two_tiles_or_building_one() -> None:
    state = arrange({"holder": ["wall_05"]}, {})
    assert texts(state) == ["draw", "market 1", "market 2", "market 3", "tile wall_05"]
    play(state, "draw")
    assert state.holders[0].size() == 3
    assert (state.player, asked(state)) == (1, "turn")


@pytest.mark.parametrize("drawer", [0, 1])
def test_drawing_is_from_the_pile_and_only_the_drawer_sees_the_tiles(drawer: int) -> None:
    state = arrange({}, {}, turn=drawer)
    market = list(state.stock.market)
    (event,) = play(state, "draw")
    assert list(state.stock.market) == market
    assert event.seen_by(1 - drawer) == {"kind": "draw", "seat": drawer, "count": 2}
    tiles: Any = event.seen_by(drawer)["tiles"]
    assert sorted(tiles) == sorted(held(state, drawer))


def test_the_holder_takes_seven_and_the_owner_chooses_what_goes() -> None:
    full = ["wall_01", "wall_02", "wall_03", "wall_04", "wall_05", "wall_06"]
    state = arrange({"holder": full}, {}, market=["wall_01", "wall_02", "wall_03"])
    play(state, "draw")
    assert (state.prompt(0), state.holders[0].size()) == ({"kind": "discard", "count": 1}, 8)
    assert state.play(state.parse("tile wall_06"), 0).revealed, "everybody sees it go"
    assert state.holders[0].size() == 7
    assert state.stock.discard[GAME.box.numbers["wall_06"]] == 1
    assert (state.player, asked(state)) == (1, "turn")


def test_two_tiles_too_many_are_discarded_one_by_one() -> None:
    full = ["wall_01", "wall_02", "wall_03", "wall_04", "wall_05", "wall_06", "wall_07"]
    state = arrange({"holder": full}, {})
    play(state, "draw", "tile wall_01", "tile wall_02")
    assert (state.holders[0].size(), state.player) == (7, 1)


def test_the_market_is_filled_at_once_after_a_build_from_it() -> None:
    state = arrange({}, {})
    events = play(state, "market 2", "place 1:0")
    assert state.stock.market[1] != 0
    assert kinds(events) == ["build_market", "market_tile"]
    assert state.castles[0].tiles[GAME.box.place(1, 0)] == GAME.box.numbers["wall_02"]


def test_choosing_a_tile_shows_nothing_and_placing_it_shows_it() -> None:
    state = arrange({"holder": ["wall_05"]}, {})
    seat = state.to_act[0]
    assert not state.play(state.parse("tile wall_05"), seat).revealed
    seen: Any = state.observe(1).position
    assert seen["build"] == {"tile": None, "from": "holder", "place": None, "owed": 0}
    assert state.play(state.parse("place 1:0"), seat).revealed


def test_an_empty_pile_is_formed_again_from_the_discarded_tiles() -> None:
    game = small_box(wall_01=10, wall_02=10, wall_03=4)
    state = arrange({"holder": ["wall_01"] * 5}, {"holder": ["wall_01"] * 5}, game=game,
                    market=["wall_02", "wall_02", "wall_02"], discard={"wall_02": 6, "wall_03": 4})
    assert state.stock.left == 1
    events = play(state, "draw")
    assert "reshuffle" in kinds(events)
    assert (state.stock.reshuffles, state.stock.discarded, state.stock.left) == (1, 0, 9)
    assert state.holders[0].size() == 7


def test_with_both_piles_empty_the_draw_is_skipped_and_the_market_waits() -> None:
    game = small_box(wall_01=10, wall_02=10)
    state = arrange({"holder": ["wall_01"] * 5 + ["wall_02"] * 2}, {"holder": ["wall_01"] * 5 + ["wall_02"] * 2},
                    {"castle": [["wall_02", 1, 0], ["wall_02", 1, 2], ["wall_02", 1, 6]]}, game=game,
                    market=["wall_02", "wall_02", "wall_02"])
    assert state.stock.left + state.stock.discarded == 0
    outcome = state.play(state.parse("draw"), 0, events=True)
    assert kinds(list(outcome.events)) == ["no_tile"]
    assert not outcome.revealed
    assert state.player == 1
    play(state, "market 1", "place 1:0")
    assert state.stock.market[0] == 0  # nothing to fill it with
    assert "market 1" not in texts(state)


def test_the_market_is_filled_as_soon_as_a_tile_is_discarded() -> None:
    game = small_box(wall_01=10, wall_02=10)
    state = arrange({"castle": [["wall_01", 1, 0], ["wall_02", 1, 2]], "holder": ["wall_01", "wall_02"]},
                    {"holder": ["wall_01"] * 5 + ["wall_02"] * 2}, {"holder": ["wall_01"] * 3 + ["wall_02"] * 4},
                    game=game, market=["wall_02", "wall_02", None])
    assert state.stock.left + state.stock.discarded == 0
    play(state, "tile wall_02", "place 2:1", "tile wall_01")
    assert list(state.stock.market)[2] == game.box.numbers["wall_01"]


def test_the_market_is_filled_between_two_payments_too() -> None:
    game = small_box(wall_01=10, wall_02=10)
    state = arrange({"castle": [["wall_02", 1, 0], ["wall_02", 1, 2]], "holder": ["wall_01"] * 3 + ["wall_02"]},
                    {"holder": ["wall_01"] * 5 + ["wall_02"] * 2}, {"holder": ["wall_01"] * 2 + ["wall_02"] * 3},
                    game=game, options={"royal_strategy": True}, market=["wall_02", "wall_02", None])
    assert state.stock.left + state.stock.discarded == 0
    play(state, "tile wall_02", "place 2:1", "tile wall_01")
    assert (asked(state), state.owed) == ("pay", 1)
    assert list(state.stock.market)[2] == game.box.numbers["wall_01"]
    assert game.load(state.dump()).dump() == state.dump()


def test_the_game_ends_at_once_with_the_seventh_coin_even_in_an_uneven_round() -> None:
    state = arrange({"coins": 6, "baron": 7, "castle": [["wall_01", 1, 0], ["wall_01", 1, 2]], "holder": ["wall_02"]},
                    {"coins": 6, "baron": 1}, coins=["most_roofs", "most_people", "most_windows"])
    play(state, "tile wall_02", "place 2:1", "coin 1")
    assert state.over
    assert state.winners() == (0,)
    assert state.scores() == [7, 6]


def test_the_seventh_coin_is_resolved_before_the_end() -> None:
    state = arrange({"coins": 6, "baron": 7, "holder": ["wall_02"],
                     "castle": [["wall_01", 1, 0], ["wall_01", 1, 2], ["wall_05", 1, 6]]},
                    {"baron": 1}, coins=["collapse", "most_people", "most_windows"])
    play(state, "tile wall_02", "place 2:1", "coin 1")
    assert asked(state) == "collapse"
    play(state, "place 1:6")
    assert state.over


def test_positions_out_of_step_are_refused() -> None:
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"phase": "coin", "earned": 0}, "none is earned"),
        ({"phase": "discard"}, "not too full"),
        ({"phase": "take"}, "coin being resolved"),
        ({"phase": "over"}, "nobody has the coins"),
        ({"phase": "place"}, "not where it comes from"),
        ({"earned": 2}, "no coin to take"),
        ({"phase": "pay", "build": {"tile": "wall_09", "from": "holder", "place": [2, 1], "owed": 1}},
         "does not fit its place for what is owed"),
        ({"asked": 1}, "in the turn of player 0"),
        ({"pile": 5}, "pile must be"),
        ({"market": ["wall_01", None, "wall_02"]}, "empty slot"),
        ({"coins": [None, "ruby", "monk"]}, "room for a coin")]
    for position, reason in wrong:
        with pytest.raises(BadPosition, match=reason):
            arrange({"castle": [["wall_03", 1, 0], ["wall_04", 1, 2]], "holder": ["wall_05"]}, {}, **position)
    with pytest.raises(BadPosition, match="at most 7"):
        arrange({"holder": ["wall_01"] * 4 + ["wall_02"] * 4}, {}, market=["wall_03"] * 3)
    with pytest.raises(BadPosition, match="share the space 1"):
        arrange({"baron": 1}, {"baron": 1})
    with pytest.raises(BadPosition, match="does not name"):
        arrange({"hidden": 2}, {})
    with pytest.raises(BadPosition, match="but the game goes on"):
        arrange({"coins": 7}, {})


def test_a_question_names_the_tile_the_price_and_the_coin() -> None:
    castle = [["wall_04", 1, 0], ["window_03", 1, 2], ["window_04", 1, 6], ["cook_05", 1, 8], ["window_07", 2, 1],
              ["window_05", 2, 3], ["window_06", 2, 5]]
    state = arrange({"castle": castle, "holder": ["noble_12", "wall_02"], "baron": 9}, {})
    assert state.prompt(0) == {"kind": "turn", "count": state.pieces.draw_tiles}
    play(state, "tile noble_12")
    assert state.prompt(0) == {"kind": "place", "tile": "noble_12"}
    shown = {(place.floor, place.column): place for place in state.view(0).places}
    dear = next(text for text in texts(state) if shown[3, 4].id in state.picks(0)[state.parse(text)][0])
    play(state, dear)
    assert state.prompt(0) == {"kind": "pay", "tile": "noble_12", "count": shown[3, 4].price}
    state = arrange({"castle": [["wall_01", 1, 0], ["wall_01", 1, 2]], "baron": 7, "holder": ["wall_02"]},
                    {"baron": 1, "holder": ["wall_03"]}, {"holder": ["wall_03"]}, coins=["thief", "mill", "monk"])
    play(state, "tile wall_02", "place 2:1")
    assert state.prompt(0) == {"kind": "coin", "count": 1}
    play(state, "coin 1")
    assert state.prompt(0) == {"kind": "rob", "coin": "thief"}


def test_a_tile_is_picked_on_the_holder_and_a_place_in_the_castle() -> None:
    state = arrange({"castle": [["wall_01", 1, 0], ["wall_01", 1, 2]], "holder": ["wall_02", "wall_02"]}, {})
    picks = {state.text(action): steps for action, steps in state.picks(0).items()}
    assert picks["tile wall_02"] == [["tile-wall_02-1", "tile-wall_02-2"]]
    assert picks["draw"] == [["pile"]]
    play(state, "tile wall_02")
    picks = {state.text(action): steps for action, steps in state.picks(0).items()}
    shown = {(place.floor, place.column): place.id for place in state.view(0).places}
    assert picks["place 2:1"] == [[shown[2, 1]]]


def test_on_the_ground_any_number_will_do() -> None:
    state = arrange({"castle": [["wall_01", 1, 2]]}, {})
    castle = state.castles[0]
    sums = {place.floor: place.sum for place in state.view(0).places}
    assert sums[1] is None
    assert {castle.sum_below(entry >> PLACE_SHIFT) for entry in castle.open
            if entry >> PLACE_SHIFT < 2 * state.pieces.stride} == {-1}


def test_only_coins_that_were_taken_count() -> None:
    state = arrange({"coins": 2}, {})
    assert [line["kind"] for line in state.breakdown(1)] == ["travelled", "floors"]
    assert sum(int(str(line["points"])) for line in state.breakdown(0)) == 2
    assert all(line["points"] for line in state.breakdown(0) if line["kind"] == "coins")
