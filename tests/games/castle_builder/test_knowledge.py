"""Hidden holders: who knows which tile, and worlds that keep what is known."""
from __future__ import annotations

import random
from collections import Counter
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

import chateaux
from chateaux.engine.data import SPECTATOR
from chateaux.games.castle_builder.holder import ALL, Holder
from chateaux.games.castle_builder.rules import GAME
from chateaux.games.castle_builder.state import Realm
from tests import conformance
from tests.games.castle_builder.kingdom import arrange, held, play


def known(state: chateaux.State, seat: int, owner: int) -> list[str]:
    seen: Any = state.observe(seat).position
    return [item if isinstance(item, str) else item["tile"] for item in seen["players"][owner]["holder"]]


def test_a_holder_is_hidden_but_for_its_size() -> None:
    state = arrange({"holder": ["wall_01", "prince"]}, {})
    seen: Any = state.observe(1).position
    assert (seen["players"][0]["holder"], seen["players"][0]["hidden"]) == ([], 2)
    assert known(state, 0, 0) == ["wall_01", "prince"]
    view: Any = state.view(1)
    assert [tile.id for tile in view.players[0].holder] == ["hidden-0-1", "hidden-0-2"]


def test_swapping_hidden_tiles_changes_nothing_for_the_others() -> None:
    one = arrange({"holder": ["wall_01", "prince"]}, {"holder": ["wall_09"]}, {})
    other = arrange({"holder": ["princess", "roof_16"]}, {"holder": ["wall_09"]}, {})
    for seat in (1, 2, SPECTATOR):
        assert one.observe(seat) == other.observe(seat)
        assert one.view(None if seat < 0 else seat) == other.view(None if seat < 0 else seat)


def test_a_chosen_tile_is_secret_until_it_is_placed_and_a_twin_has_chosen_one_that_fits() -> None:
    closed = [["roof_05", 1, 0], ["roof_06", 1, 2], ["roof_07", 1, 6]]
    one = arrange({"castle": closed, "holder": ["wall_09", "side_left_1"]}, {})
    other = arrange({"castle": closed, "holder": ["roof_16", "side_left_1"]}, {})
    play(one, "tile wall_09")
    play(other, "tile roof_16")
    assert one.observe(1) == other.observe(1)
    for seed in range(40):
        twin = GAME.worlds(one.observe(1)).sample(seed)
        assert isinstance(twin, Realm)
        twin.check()
        assert twin.pieces.ids[twin.tile] in held(twin, 0)
        assert twin.actions(0)


def test_a_rare_choice_can_still_be_imagined() -> None:
    """Only a tile with a tick fits: the one hidden tile of the chooser must be one."""
    castle = [["wall_13", 1, 0], ["wall_14", 1, 2], ["wall_11", 1, 6], ["window_11", 1, 8], ["roof_12", 2, 7],
              ["roof_11", 2, 5], ["roof_10", 2, 3]]
    state = arrange({"castle": castle, "holder": ["princess"]}, {})
    play(state, "tile princess")
    for seed in range(30):
        twin = GAME.worlds(state.observe(1)).sample(seed)
        assert isinstance(twin, Realm)
        assert twin.actions(0)
        assert twin.observe(1) == state.observe(1)


def test_thief_third_parties_forget_what_the_victim_holds() -> None:
    state = arrange({"baron": 7}, {"baron": 1, "holder": [{"tile": "wall_09", "known": "all"}, "wall_11"]},
                    {"baron": 2}, phase="coin", coins=["thief", "most_roofs", "most_people"])
    assert known(state, 2, 1) == ["wall_09"]
    assert known(state, SPECTATOR, 1) == ["wall_09"]
    play(state, "coin 1")
    assert known(state, 2, 1) == []
    assert known(state, SPECTATOR, 1) == []
    assert known(state, 2, 0) == []
    assert known(state, 1, 0) == held(state, 0)  # the victim knows what is gone
    assert known(state, 0, 1) == (["wall_09"] if held(state, 1) == ["wall_09"] else [])


def test_thief_third_parties_cannot_say_which_of_two_known_tiles_is_left() -> None:
    """Whichever is stolen, one that everybody knew stays: only thief and victim still know it."""
    both = [{"tile": "wall_09", "known": "all"}, {"tile": "wall_11", "known": "all"}]
    state = arrange({"baron": 7}, {"baron": 1, "holder": both}, {"baron": 2}, phase="coin",
                    coins=["thief", "most_roofs", "most_people"])
    assert known(state, 2, 1) == ["wall_09", "wall_11"]
    play(state, "coin 1")
    assert len(held(state, 1)) == 1
    assert known(state, 0, 1) == held(state, 1)
    assert known(state, 2, 1) == known(state, SPECTATOR, 1) == []


def test_what_leaves_a_holder_takes_its_knowledge_along() -> None:
    state = arrange({"holder": [{"tile": "wall_04", "known": "all"}, "wall_04"]}, {})
    assert known(state, 1, 0) == ["wall_04"]
    play(state, "tile wall_04", "place 1:0")
    assert held(state, 0) == ["wall_04"]
    assert known(state, 1, 0) == []  # it may or may not be the one that was seen


def test_knowledge_of_equal_tiles_is_counted_for_each_seat() -> None:
    holder = Holder(vec[i64]())
    holder.add(5, 0b0011)
    holder.add(5, 0b0101)
    assert [tile & ALL for tile in holder.tiles] == [0b0111, 0b0001]
    holder.remove(5)
    assert [tile & ALL for tile in holder.tiles] == [0b0001]


def test_a_seat_is_not_told_who_else_knows_a_tile() -> None:
    one = arrange({"holder": [{"tile": "wall_04", "known": [1, 2]}]}, {}, {})
    other = arrange({"holder": [{"tile": "wall_04", "known": [1]}]}, {}, {})
    assert one.observe(1) == other.observe(1)
    assert one.observe(0) != other.observe(0)


def test_worlds_keep_what_is_known_and_deal_the_rest_evenly() -> None:
    state = arrange({"holder": ["wall_01"]}, {"holder": [{"tile": "prince", "known": "all"}, "roof_05", "roof_06"]})
    worlds = GAME.worlds(state.observe(0))
    counted: Counter[str] = Counter()
    samples = 3000
    for seed in range(samples):
        twin = worlds.sample(seed)
        assert isinstance(twin, Realm)
        tiles = held(twin, 1)
        assert "prince" in tiles
        tiles.remove("prince")
        counted.update(tiles)
    unseen = 126 - 3 - 1 - 1
    for id, copies in (("wall_01", 2), ("wall_04", 4), ("prince", 3), ("princess", 4), ("roof_05", 1)):
        expected = samples * 2 * copies / unseen
        assert abs(counted[id] - expected) < 4 * expected ** 0.5 + 5, (id, counted[id], expected)


def unseen(position: Any, seat: int) -> list[Any]:
    """The tiles of a holder that nobody else knows."""
    return [tile for tile in position["players"][seat]["holder"] if isinstance(tile, str)]


def exchange(position: Any, a: int, b: int) -> None:
    """As many hidden tiles as both hold change places; what somebody else knows stays."""
    mine, theirs = unseen(position, a), unseen(position, b)
    count = min(len(mine), len(theirs))
    for seat, old, new in ((a, mine, theirs), (b, theirs, mine)):
        known = [tile for tile in position["players"][seat]["holder"] if not isinstance(tile, str)]
        position["players"][seat]["holder"] = [*known, *new[:count], *old[count:]]


def test_two_hidden_holders_exchanged_look_the_same_to_the_third() -> None:
    setting = conformance.Setting(GAME, 3, tuple(GAME.settled(None).items()))
    assert conformance.swapped_hands_stay_unseen(setting, 2, exchange) > 10


def test_hidden_tiles_are_as_frequent_on_every_holder() -> None:
    """But for a holder from which a tile has been chosen: that one must have a tile that fits."""
    setting = conformance.Setting(GAME, 3, tuple(GAME.settled(None).items()))
    conformance.hidden_pieces_have_the_right_frequencies(
        setting, 1, lambda position, seat: [] if position["phase"] == "place" else unseen(position, seat),
        samples=1500 if chateaux.COMPILED else 300)


def test_conservation_of_126_tiles_and_36_coins_along_random_games() -> None:
    for seed in range(8):
        state = GAME.new(2 + seed % 3, seed, GAME.option_sets()[seed * 2])
        assert isinstance(state, Realm)
        chooser = random.Random(seed)
        while not state.over:
            state.play(chooser.choice(state.actions(state.to_act[0])), state.to_act[0])
            state.check()
            tiles = state.stock.left + state.stock.discarded + sum(kind > 0 for kind in state.stock.market)
            tiles += sum(holder.size() for holder in state.holders) + (1 if state.phase == 2 and state.tile else 0)
            tiles += sum(sum(castle.on_floor) - 1 for castle in state.castles)
            tiles += sum(bin(royals).count("1") for royals in state.royals)
            assert tiles == 126
            assert state.stock.coin_left + sum(coin >= 0 for coin in state.stock.coins) + sum(state.coins) == 36


def test_what_is_known_of_equal_tiles_is_gathered_on_the_first_of_them() -> None:
    """Seat 0 saw one, seat 1 saw one, then seats 1 and 2 saw another: one is known to all three, a second to seat 1."""
    holder = Holder(vec[i64]())
    for known_to in (0b001, 0b010, 0b110):
        holder.add(5, known_to)
    assert [tile & 0b111 for tile in holder.tiles] == [0b111, 0b010, 0b000]
