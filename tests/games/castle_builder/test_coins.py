"""Effets des Pièces: each of the eleven coins, with every choice it asks."""
from __future__ import annotations

from typing import Any

import pytest

from chateaux.games.castle_builder.coins import grind, offers_market
from chateaux.games.castle_builder.rules import GAME
from chateaux.games.castle_builder.state import Realm
from tests.games.castle_builder.kingdom import arrange, asked, held, kinds, play, texts

READY: dict[str, Any] = {"baron": 7, "castle": [["wall_01", 1, 0], ["wall_01", 1, 2]], "holder": ["wall_02"]}


def take(coin: str, *others: dict[str, Any], me: dict[str, Any] | None = None,
         **position: Any) -> tuple[Realm, list[str]]:
    """Reach the coin space of 8 by a build on floor 2 and take a coin; returns the kinds of events since."""
    position.setdefault("market", ["wall_03", "wall_04", "wall_05"])
    state = arrange({**READY, **(me or {})}, *(others or ({"baron": 1},)),
                    coins=[coin, *[other for other in ("most_roofs", "most_windows") if other != coin],
                           "most_people"][:3], **position)
    play(state, "tile wall_02", "place 2:1")
    assert asked(state) == "coin"
    return state, kinds(play(state, "coin 1"))


def test_a_coin_is_one_of_three_and_the_market_is_filled_before_its_effect() -> None:
    state = arrange(READY, {"baron": 1}, coins=["ruby", "mill", "monk"])
    play(state, "tile wall_02", "place 2:1")
    assert texts(state) == ["coin 1", "coin 2", "coin 3"]
    events = play(state, "coin 2")
    assert kinds(events)[:2] == ["coin", "market_coin"]
    assert all(coin >= 0 for coin in state.stock.coins)
    assert state.coins[0] == 1
    assert state.taken[GAME.box.coin_numbers["mill"]] == 1


def test_the_coin_that_takes_its_place_is_news() -> None:
    state = arrange(READY, {"baron": 1}, coins=["thief", "mill", "monk"])
    play(state, "tile wall_02", "place 2:1")
    assert state.play(state.parse("coin 1"), 0).revealed, "although there is nothing to steal"


def test_ruby_moves_the_baron_one_space_with_all_that_follows() -> None:
    state, events = take("ruby")  # the build ended on 9 and drew a tile; one more is 10
    assert "walk" in events
    assert state.barons[0] == 10
    state, events = take("ruby", me={"baron": 6})  # from the coin of 8 onto the tile space of 9
    assert (state.barons[0], "space_tile" in events) == (9, True)


def test_rubies_chain_onto_another_coin_which_is_queued() -> None:
    """From 13 a ruby reaches the coin of 14: it is taken after the coins already earned."""
    state = arrange({**READY, "baron": 11, "holder": ["wall_02"]}, {"baron": 1}, coins=["ruby", "ruby", "most_roofs"],
                    phase="coin", earned=1)
    state.barons[0] = 13
    play(state, "coin 1")
    assert (asked(state), state.earned, state.barons[0]) == ("coin", 1, 14)
    play(state, "coin 2")
    assert state.barons[0] == 15
    assert asked(state) == "turn"


def test_thief_takes_a_random_tile_of_the_opponent_with_two_players_without_asking() -> None:
    state, events = take("thief", {"baron": 1, "holder": ["wall_09", "wall_11"]}, me={"baron": 6})
    assert "steal" in events
    assert len(held(state, 1)) == 1
    assert set(held(state, 0)) | set(held(state, 1)) == {"wall_09", "wall_11"}
    assert asked(state) == "turn"


@pytest.mark.parametrize("coin", ["thief", "catapult"])
def test_nobody_is_visited_or_hit_at_a_seat_that_is_not_there(coin: str) -> None:
    other = {"holder": ["wall_06"], "castle": [["wall_03", 1, 0]]}
    state, _ = take(coin, {"baron": 1, **other}, {"baron": 2, **other}, me={"baron": 6})
    assert texts(state) == ["seat 1", "seat 2"]
    assert [action for action in range(state.game.action_count) if state.allows(0, action)] == state.actions(0)


def test_thief_asks_whom_and_not_those_who_hold_nothing() -> None:
    state, _ = take("thief", {"baron": 1, "holder": ["wall_09"]}, {"baron": 2}, {"baron": 3, "holder": ["wall_11"]},
                    me={"baron": 6})
    assert (asked(state), texts(state)) == ("rob", ["seat 1", "seat 3"])
    assert state.play(state.parse("seat 3"), 0).revealed, "which tile it is was chance"
    assert held(state, 0) == ["wall_11"]


def test_every_tile_of_the_victim_is_equally_likely_to_be_stolen() -> None:
    stolen = {"wall_09": 0, "wall_11": 0, "wall_10": 0}
    for seed in range(300):
        state = arrange({**READY, "baron": 6}, {"baron": 1, "holder": list(stolen)}, coins=["thief", "mill", "monk"],
                        phase="coin", market=["wall_03", "wall_04", "wall_05"])
        state.chance.at = 1 + seed * 7919 + (seed + 1 << 33)
        play(state, "coin 1")
        (tile,) = [tile for tile in held(state, 0) if tile in stolen]
        stolen[tile] += 1
    assert all(70 <= count <= 130 for count in stolen.values()), stolen


def test_sour_lady_makes_every_opponent_lose_a_random_tile_openly() -> None:
    state, events = take("sour_lady", {"baron": 1, "holder": ["wall_09", "wall_11"]}, {"baron": 2},
                         {"baron": 3, "holder": ["wall_13"]}, me={"baron": 6})
    assert events.count("lose") == 2
    assert [len(held(state, seat)) for seat in (1, 2, 3)] == [1, 0, 0]
    assert state.stock.discard[GAME.box.numbers["wall_13"]] == 1


def test_mill_clears_the_market_and_gives_one_of_the_new_tiles() -> None:
    state, events = take("mill", me={"baron": 6})
    assert "mill" in events
    assert (asked(state), texts(state)) == ("take", ["market 1", "market 2", "market 3"])
    discarded = [GAME.box.ids[kind] for kind in range(1, GAME.box.kinds + 1) if state.stock.discard[kind]]
    assert discarded == ["wall_03", "wall_04", "wall_05"]
    chosen = GAME.box.ids[state.stock.market[1]]
    play(state, "market 2")
    assert held(state, 0) == [chosen]
    assert all(state.stock.market)
    seen: Any = state.observe(1).position
    assert seen["players"][0]["holder"] == [{"tile": chosen, "known": "all"}]


def test_collapse_takes_an_own_tile_that_carries_nothing_and_the_baron_stays() -> None:
    state, _ = take("collapse", me={"baron": 6, "castle": [*READY["castle"], ["wall_05", 1, 6]]})
    assert (asked(state), texts(state)) == ("collapse", ["place 1:6", "place 2:1"])
    baron = state.barons[0]
    play(state, "place 2:1")
    assert (state.barons[0], state.castles[0].height) == (baron, 1)
    assert state.stock.discard[GAME.box.numbers["wall_02"]] == 1


def test_catapult_takes_a_tile_of_an_opponent_that_carries_nothing() -> None:
    target = {"baron": 1, "castle": [["wall_03", 1, 0], ["wall_04", 1, 2], ["wall_07", 2, 1], ["wall_09", 1, 8]]}
    state, _ = take("catapult", target, me={"baron": 6})
    assert (asked(state), texts(state)) == ("hit", ["place 1:8", "place 2:1"])
    play(state, "place 2:1")
    assert (state.castles[1].height, state.barons[1]) == (1, 1)


def test_catapult_asks_for_the_castle_first() -> None:
    state, _ = take("catapult", {"baron": 1, "castle": [["wall_03", 1, 0]]}, {"baron": 2},
                    {"baron": 3, "castle": [["wall_03", 1, 0], ["wall_04", 1, 8]]}, me={"baron": 6})
    assert (asked(state), texts(state)) == ("aim", ["seat 1", "seat 3"])
    both = state.clone()
    play(state, "seat 1")  # one tile only: nothing to choose
    assert state.castles[1].on_floor[1] == 1
    play(both, "seat 3")
    assert (asked(both), texts(both)) == ("hit", ["place 1:0", "place 1:8"])


def test_catapult_asks_nothing_where_one_castle_has_one_tile() -> None:
    state, events = take("catapult", {"baron": 1}, {"baron": 2, "castle": [["wall_03", 1, 0]]}, {"baron": 3},
                         me={"baron": 6})
    assert "catapult" in events
    assert (asked(state), state.castles[2].on_floor[1]) == ("turn", 1)


@pytest.mark.parametrize(("coin", "castles", "tied"), [
    ("highest_tower", [[["wall_06", 1, 0], ["wall_01", 1, 2], ["wall_07", 2, 1]],
                       [["wall_06", 1, 0], ["wall_01", 1, 2], ["wall_07", 2, 1]]], True),
    ("most_people", [[["prince", 1, 0]], [["noble_12", 1, 0]]], False),
    ("most_windows", [[["window_08_twin", 1, 0]], [["window_03", 1, 0], ["window_04", 1, 2]]], False),
    ("most_roofs", [[["slope_left_05", 1, 0]], [["roof_16", 1, 0]]], False)])
def test_the_most_of_something_gives_two_tiles_to_all_who_are_tied(coin: str, castles: list[Any], tied: bool) -> None:
    state, events = take(coin, *[{"baron": 1 + seat, "castle": castle} for seat, castle in enumerate(castles)],
                         me={"baron": 6})
    assert events.count("gain") == (3 if tied else 2)
    assert [len(held(state, seat)) for seat in range(3)] == [2 if tied else 0, 2, 2]


@pytest.mark.parametrize("coin", ["most_people", "most_windows", "most_roofs"])
def test_people_windows_and_roofs_need_at_least_one(coin: str) -> None:
    state, events = take(coin, {"baron": 1}, me={"baron": 6})
    assert "nothing" in events
    assert [len(held(state, seat)) for seat in range(2)] == [0, 0]


def test_monk_gives_three_tiles_to_those_with_the_fewest_coins_this_one_not_counted() -> None:
    state, events = take("monk", {"baron": 1, "coins": 2}, {"baron": 2, "coins": 3}, me={"baron": 6, "coins": 2})
    assert events.count("gain") == 2
    assert [len(held(state, seat)) for seat in range(3)] == [3, 3, 0]


@pytest.mark.parametrize("coin", ["thief", "sour_lady", "catapult"])
def test_a_coin_without_a_target_is_kept_and_skipped(coin: str) -> None:
    state, events = take(coin, {"baron": 1}, me={"baron": 6})
    assert "nothing" in events
    assert (state.coins[0], asked(state), state.player) == (1, "turn", 1)


def test_a_gain_beyond_seven_is_discarded_by_its_owner_before_the_next_coin() -> None:
    full = ["wall_03", "wall_04", "wall_05", "wall_06", "wall_07", "wall_08", "wall_09"]
    state = arrange({**READY, "holder": full}, {"baron": 1, "holder": list(full[:6])},
                    coins=["highest_tower", "monk", "mill"], phase="coin", earned=2,
                    market=["wall_01", "wall_01", "wall_02"])
    play(state, "coin 1")  # both castles are one floor high
    assert (asked(state), state.asked) == ("discard", 0)
    play(state, "tile wall_03", "tile wall_04")
    assert (asked(state), state.asked) == ("discard", 1)
    play(state, "tile wall_03")
    assert (asked(state), state.asked, state.earned) == ("coin", 0, 1)


# ---------------------------------------------------------------- when a pile is empty


def emptied(market: list[str], coins: int = 3) -> Realm:
    """A position in which no tile and no coin is left in a pile, so that not every place of the market is filled."""
    state = arrange({}, {})
    stock = state.stock
    for kind in range(len(stock.pile)):
        stock.pile[kind] = stock.discard[kind] = 0
    for coin in range(len(stock.coin_pile)):
        stock.coin_pile[coin] = 0
    stock.left = stock.discarded = stock.coin_left = 0
    for slot in range(len(stock.market)):
        stock.market[slot] = state.pieces.ids.index(market[slot]) if slot < len(market) else 0
    for slot in range(coins, len(stock.coins)):
        stock.coins[slot] = -1
    state.revealed = False
    return state


def test_a_market_that_cannot_be_filled_stays_as_it_is() -> None:
    state = emptied(["wall_03"], coins=1)
    state.fill_market()
    state.fill_coins()
    assert [*state.stock.market][1:] == [0, 0]
    assert [*state.stock.coins][1:] == [-1, -1]
    assert not state.revealed


def test_the_last_coin_of_the_pile_comes_to_the_market() -> None:
    state = emptied(["wall_03"], coins=2)
    state.stock.coin_pile[4] = state.stock.coin_left = 1
    state.fill_coins()
    assert (state.stock.coins[2], state.stock.coin_left, state.revealed) == (4, 0, True)


@pytest.mark.parametrize("coin", range(len(GAME.box.coin_ids)), ids=GAME.box.coin_ids)
def test_the_last_coin_of_the_market_is_asked_for_whichever_it_is(coin: int) -> None:
    state = emptied(["wall_03"], coins=0)
    state.stock.coins[1] = coin
    state.earned = 2
    state.settle()
    assert (asked(state), texts(state)) == ("coin", ["coin 2"])


def test_a_place_of_the_market_that_waits_is_filled_with_the_next_tile_that_is_discarded() -> None:
    state = emptied(["wall_03", "wall_04"])
    for tile in ("wall_01", "wall_02", "wall_05", "wall_06", "wall_07", "wall_08", "wall_10", "wall_11"):
        state.holders[0].add(state.pieces.numbers[tile], 1)
    state.settle()
    assert asked(state) == "discard"
    state.play(state.parse("tile wall_07", 0), 0)
    assert [state.pieces.ids[kind] for kind in state.stock.market] == ["wall_03", "wall_04", "wall_07"]


def test_castles_are_closed_when_no_kind_of_tile_that_fits_is_left() -> None:
    assert emptied([]).closed()
    for kind in range(1, GAME.box.kinds + 1):
        state = emptied([])
        state.stock.pile[kind] = 1
        assert state.closed() is not state.castles[0].takes(kind, 0), GAME.box.ids[kind]


def test_with_one_tile_in_the_market_there_is_no_choice() -> None:
    one, two = emptied(["wall_03"]), emptied(["wall_03", "wall_04"])
    assert not offers_market(one)
    assert held(one, 0) == ["wall_03"]
    assert offers_market(two)
    assert asked(two) == "take"
    assert texts(two) == ["market 1", "market 2"]
    assert [action for action in range(two.game.action_count) if two.allows(0, action)] == two.actions(0)


def test_a_place_of_the_market_without_a_tile_offers_none() -> None:
    state = emptied(["wall_03"])
    assert texts(state) == ["draw", "market 1"]
    assert (state.offered(), emptied([]).offered()) == (True, False)
    assert [action for action in range(state.game.action_count) if state.allows(0, action)] == state.actions(0)


def test_the_tile_that_takes_the_place_of_another_is_news() -> None:
    state, _ = take("mill")
    assert asked(state) == "take"
    assert state.play(state.parse("market 1"), 0).revealed


def test_the_mill_discards_the_tiles_that_are_there() -> None:
    state = emptied(["wall_03", "wall_04"])
    state.log = []
    grind(state)
    mill = next(event for event in state.log if event.kind == "mill")
    assert mill.seen_by(0)["tiles"] == ["wall_03", "wall_04"]


def test_only_coins_that_lie_in_the_market_can_be_taken() -> None:
    state = arrange(READY, {"baron": 1}, coins=["ruby", "mill", "monk"])
    play(state, "tile wall_02", "place 2:1")
    state.stock.coins[1] = -1
    assert texts(state) == ["coin 1", "coin 3"]
    assert [action for action in range(state.game.action_count) if state.allows(0, action)] == state.actions(0)
