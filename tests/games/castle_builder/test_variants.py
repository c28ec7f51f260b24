"""Règles Optionnelles, and the house rules."""
from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest

import chateaux
from chateaux.engine.data import BadPosition
from chateaux.games.castle_builder.pieces import BOTH_STONE
from chateaux.games.castle_builder.rules import GAME
from chateaux.games.castle_builder.state import Realm
from tests.games.castle_builder.kingdom import DULL, arrange, asked, held, kinds, play, texts

PIECES = GAME.box
FIRST_SET = "45e39cee15702ab9a384804ff4f6fccd"
SECOND_SET = "ceb4829340a30bf5d53e643efec0de47"
LOCKED = [["roof_05", 1, 0], ["roof_06", 1, 2], ["roof_07", 1, 6], ["roof_08", 1, 8]]


def test_all_variants_can_be_combined() -> None:
    assert len(GAME.option_sets()) == 32


def test_sky_high_is_played_to_nine_coins() -> None:
    ready: dict[str, Any] = {"baron": 7, "castle": [["wall_01", 1, 0], ["wall_01", 1, 2]], "holder": ["wall_02"]}
    state = arrange({**ready, "coins": 7}, {"baron": 1}, options={"sky_high": True},
                    coins=["most_roofs", "most_people", "most_windows"])
    play(state, "tile wall_02", "place 2:1", "coin 1")
    assert not state.over
    state = arrange({**ready, "coins": 8}, {"baron": 1}, options={"sky_high": True},
                    coins=["most_roofs", "most_people", "most_windows"])
    play(state, "tile wall_02", "place 2:1", "coin 1")
    assert state.winners() == (0,)
    assert state.ending() == {"kind": "goal", "seat": 0, "count": 9}


def test_royal_strategy_any_number_of_discards() -> None:
    castle = [["wall_04", 1, 0], ["wall_03", 1, 2]]
    me = {"castle": castle, "holder": ["wall_10", "wall_01", "wall_01", "wall_02"]}
    base = arrange(me, {})
    play(base, "tile wall_10")
    assert "place 2:1" not in texts(base)
    state = arrange(me, {}, options={"royal_strategy": True})
    play(state, "tile wall_10", "place 2:1")
    assert state.owed == 3
    play(state, "tile wall_01", "tile wall_02", "tile wall_01")
    assert (state.castles[0].height, state.holders[0].size()) == (2, 0)


def test_royal_strategy_prince_and_princess_beside_the_holder() -> None:
    state = GAME.new(3, 1, {"royal_strategy": True})
    assert isinstance(state, Realm)
    assert [bin(royals).count("1") for royals in state.royals] == [2, 2, 2]
    assert [holder.size() for holder in state.holders] == [3, 3, 3]
    assert {"royal prince", "royal princess"} <= set(texts(state))
    play(state, "royal princess", "place 1:0")
    assert state.castles[state.first].people == 1
    assert bin(state.royals[state.first]).count("1") == 1


def test_royals_are_outside_the_limit_and_never_a_payment() -> None:
    full = ["wall_01", "wall_02", "wall_03", "wall_04", "wall_05", "wall_06", "wall_07"]
    castle = [["wall_04", 1, 0], ["wall_03", 1, 2]]
    state = arrange({"holder": full, "castle": castle}, {}, options={"royal_strategy": True})
    state.check()
    alone = arrange({"holder": ["wall_08"], "castle": [*castle, ["wall_01", 1, 6], ["wall_02", 1, 8]]}, {},
                    options={"royal_strategy": True}, market=["wall_14", "wall_13", "window_12"])
    assert "tile wall_08" not in texts(alone)  # two royals beside the holder cannot pay
    assert "royal prince" in texts(alone)


@pytest.mark.parametrize(("holder", "may"), [([], False), (["wall_07"], True)])
def test_a_royal_of_an_own_set_may_have_a_number_that_is_paid_for(holder: list[str], may: bool) -> None:
    box: Any = copy.deepcopy(GAME.pieces)
    royal = next(row for row in box["variants"] if row["id"] == "royal_strategy")
    royal["reserve_tiles"] = ["wall_04"]
    castle = [["wall_01", 1, 0], ["wall_05", 1, 2], ["wall_10", 1, 6], ["wall_13", 1, 8]]  # sums of 6, 7, 12 and 23
    state = arrange({"holder": ["wall_08", *holder], "castle": castle}, {}, options={"royal_strategy": True},
                    game=GAME.with_pieces(box), market=["wall_14", "roof_05", "roof_06"])
    assert ("royal wall_04" in texts(state)) is may
    assert ("royal wall_04" in [
        state.text(action) for action in range(state.game.action_count) if state.allows(0, action)]) is may


def test_royals_cannot_be_stolen_or_lost() -> None:
    ready: dict[str, Any] = {"baron": 7}
    for coin in ("thief", "sour_lady"):
        state = arrange(ready, {"baron": 1}, options={"royal_strategy": True}, phase="coin",
                        coins=[coin, "most_roofs", "most_people"])
        assert "nothing" in kinds(play(state, "coin 1"))
        assert bin(state.royals[1]).count("1") == 2


@pytest.mark.parametrize("coin", ["catapult", "thief", "sour_lady"])
def test_peacetime_red_coins_give_a_tile_of_the_market(coin: str) -> None:
    state = arrange({"baron": 7}, {"baron": 1, "holder": ["wall_09"], "castle": [["wall_08", 1, 0]]},
                    options={"peacetime": True}, phase="coin", coins=[coin, "most_roofs", "most_people"])
    play(state, "coin 1")
    assert (asked(state), texts(state)) == ("take", ["market 1", "market 2", "market 3"])
    play(state, "market 3")
    assert held(state, 0) == ["wall_03"]
    assert held(state, 1) == ["wall_09"]
    assert all(state.stock.market)


def test_peacetime_leaves_the_other_coins_alone() -> None:
    state = arrange({"baron": 7}, {"baron": 1}, options={"peacetime": True}, phase="coin",
                    coins=["monk", "most_roofs", "most_people"])
    assert "gain" in kinds(play(state, "coin 1"))


def test_renovation_is_for_castles_closed_to_ordinary_tiles() -> None:
    me = {"castle": LOCKED, "holder": ["wall_04", "wall_05", "wall_06"]}
    assert "renovate" not in texts(arrange(me, {}))
    state = arrange(me, {}, options={"renovation": True})
    assert "renovate" in texts(state)
    play(state, "renovate")
    assert (asked(state), texts(state)) == ("renovate", ["place 1:0", "place 1:2", "place 1:6", "place 1:8"])
    play(state, "place 1:2")
    assert asked(state) == "pay_renovation"
    play(state, "tile wall_04", "tile wall_06")
    assert held(state, 0) == ["wall_05"]
    assert state.castles[0].tiles[PIECES.place(1, 2)] == 0
    assert (state.barons[0], state.player) == (1, 1)


def test_renovation_needs_two_tiles_and_a_closed_castle() -> None:
    assert "renovate" not in texts(arrange({"castle": LOCKED, "holder": ["wall_04"]}, {}, options={"renovation": True}))
    assert "renovate" not in texts(arrange({"castle": LOCKED[:3], "holder": ["wall_04", "wall_05"]}, {},
                                           options={"renovation": True}))


def lying(stone: bool) -> Iterator[str]:
    """Tiles that stand on two stones and carry stone all over, or nothing; none of those that lie in the market."""
    for kind in range(1, PIECES.kinds + 1):
        if (PIECES.stands[kind] == BOTH_STONE and PIECES.carries[kind] == (BOTH_STONE if stone else 0)
                and PIECES.ids[kind] not in DULL):
            yield from [PIECES.ids[kind]] * PIECES.copies[kind]


def castles(count: int, closed: bool) -> list[list[Any]]:
    """Castles that take side walls only, or nothing at all any more."""
    walls, roofs = lying(stone=True), lying(stone=False)
    if closed:
        return [[[next(roofs), 1, column] for column in (0, 2, 6, 8)] for _ in range(count)]
    return [[*[[next(walls), 1, column] for column in (0, 2, 6, 8)],
             *[[next(roofs), 2, column] for column in (1, 3, 5, 7)]] for _ in range(count)]


def drawing(state: Realm, rounds: int) -> list[str]:
    """Everybody draws, whatever else there is to do, until so many rounds are over or the game is."""
    last = state.turns + rounds * state.players
    happened: list[str] = []
    while not state.over and state.turns < last:
        happened += kinds(play(state, "draw" if asked(state) == "turn" else texts(state)[0]))
    return happened


@pytest.mark.parametrize("players", [2, 3, 4])
def test_stalemate_twelve_rounds_in_which_nobody_could_build_end_the_game(players: int) -> None:
    state = arrange(*[{"castle": castle, "coins": 2 if seat == 0 else 1}
                      for seat, castle in enumerate(castles(players, closed=False))])
    drawing(state, 11)
    assert (state.over, state.idle, state.ending()) == (False, 11 * players, {})
    assert drawing(state, 1)[-1] == "end_stalemate"
    assert state.ending() == {"kind": "stalemate", "count": 12}
    assert state.winners() == (0,)


def test_stalemate_a_turn_in_which_an_open_tile_could_be_built_does_not_count() -> None:
    state = arrange({"castle": castles(1, closed=False)[0]}, {})
    drawing(state, 13)
    assert (state.over, state.idle) == (False, 13)


def test_stalemate_never() -> None:
    first, second = castles(2, closed=False)
    state = arrange({"castle": first}, {"castle": second}, options={"stalemate": "never"})
    drawing(state, 13)
    assert (state.over, state.idle) == (False, 26)


def test_stalemate_the_count_tells_nothing_of_a_holder() -> None:
    castle = castles(1, closed=False)[0]
    for tile, fits in (("side_left_1", True), ("wall_03", False)):
        state = arrange({"castle": castle, "holder": [tile]}, {})
        assert (f"tile {tile}" in texts(state)) == fits
        play(state, "draw")
        assert state.idle == 1


def test_a_royal_beside_the_holder_is_an_open_build() -> None:
    row = [["wall_01", 1, 0], ["wall_02", 1, 2], ["wall_03", 1, 6], ["wall_01", 1, 8]]
    for royals, counted in ((["prince"], 0), (["princess"], 0), ([], 1)):
        state = arrange({"castle": row, "royals": royals}, {}, market=["wall_14", "wall_13", "window_12"],
                        options={"royal_strategy": True})
        play(state, "draw")
        assert state.idle == counted


def test_a_game_ends_when_no_tile_that_is_left_fits_any_castle() -> None:
    first, second = castles(2, closed=True)
    for choice in ("long", "never"):
        state = arrange({"castle": first, "coins": 3}, {"castle": second, "coins": 1}, options={"stalemate": choice})
        assert drawing(state, 1)[-1] == "end_closed"
        assert (state.ending(), state.winners()) == ({"kind": "closed"}, (0,))
    state = arrange({"castle": first}, {"castle": second}, options={"renovation": True})
    drawing(state, 1)
    assert not state.over
    state = arrange({"castle": first}, {"castle": second, "royals": ["prince"]}, options={"royal_strategy": True})
    drawing(state, 1)
    assert state.over


def test_records_of_the_first_version_replay_by_its_rule() -> None:
    """Three rounds in which nobody built ended a game, whatever could have been built."""
    first = GAME.at_version(1)
    assert (first.rules_version, first.digest, "stalemate" in first.options) == (1, FIRST_SET, False)
    record = chateaux.Record(first, 2, None, seed=3)
    state = record.new()
    while not state.over:
        seat = state.to_act[0]
        record.add(seat, state.actions(seat)[0])
        state.play(state.actions(seat)[0], seat)
    again = chateaux.Record.from_json(record.to_json()).replay()
    assert isinstance(again, Realm)
    assert (again.over, again.turns, again.ending()) == (True, 6, {"kind": "stalemate", "count": 3})
    assert first.with_pieces(first.pieces).rules_version == 1


def test_records_of_the_second_version_replay_with_its_set() -> None:
    """Sloping roofs had no ruby: the same build leads a baron less far."""
    second = GAME.at_version(2)
    assert (second.rules_version, second.digest, GAME.at_version(3)) == (2, SECOND_SET, GAME)
    before: Any = second.pieces
    now: Any = GAME.pieces
    rubies = {tile["id"]: tile["rubies"] for tile in before["tiles"] if "slope" in tile["id"]}
    assert set(rubies.values()) == {0}
    assert {tile["rubies"] for tile in now["tiles"] if tile["id"] in rubies} == {1}
    record = chateaux.Record(second, 2, None, seed=3)
    state = record.new()
    for _ in range(60):
        seat = state.to_act[0]
        record.add(seat, state.actions(seat)[-1])
        state.play(state.actions(seat)[-1], seat)
    kept = record.to_json()
    assert SECOND_SET in kept  # the set by its digest, not whole
    again = chateaux.Record.from_json(kept)
    assert (again.game.rules_version, again.game.digest) == (2, SECOND_SET)
    assert again.replay().dump() == state.dump()


def test_a_build_starts_the_count_anew() -> None:
    state = arrange({}, {}, idle=5)
    play(state, "market 1", "place 1:0")
    assert state.idle == 0


@pytest.mark.parametrize(("players", "winners"), [
    ([{"coins": 3}, {"coins": 4}], (1,)),
    ([{"coins": 3, "travelled": 20}, {"coins": 3, "travelled": 21}], (1,)),
    ([{"coins": 3, "travelled": 20, "castle": [["wall_01", 1, 0], ["wall_02", 1, 2], ["wall_03", 2, 1]]},
      {"coins": 3, "travelled": 20}], (0,)),
    ([{"coins": 3, "travelled": 20, "castle": [["wall_01", 1, 0], ["wall_02", 1, 2], ["wall_03", 2, 1]]},
      {"coins": 3, "travelled": 21}], (1,)),
    ([{"coins": 3, "travelled": 21}, {"coins": 4, "travelled": 20}], (1,)),
    ([{"coins": 3}, {"coins": 3}], (0, 1))])
def test_stalemate_coins_then_spaces_then_floors_then_shared(players: list[dict[str, Any]],
                                                            winners: tuple[int, ...]) -> None:
    state = arrange(*players, idle=24)
    play(state, "draw")
    assert state.over
    assert state.winners() == winners
    assert [sum(int(str(line["points"])) for line in state.breakdown(seat)) for seat in (0, 1)] == state.scores()


def test_options_that_do_not_exist_are_refused() -> None:
    with pytest.raises(chateaux.BadOption, match="solo"):
        GAME.new(2, 1, {"solo": True})
    with pytest.raises(BadPosition, match="royals"):
        arrange({"royals": ["prince"]}, {})


@pytest.mark.parametrize(("version", "ends"), [(1, False), (2, True), (3, True)])
def test_castles_closed_to_all_tiles_end_a_game_from_the_second_version_on(version: int, ends: bool) -> None:
    first, second = castles(2, closed=True)
    state = arrange({"castle": first}, {"castle": second}, game=GAME.at_version(version))
    drawing(state, 1)
    assert state.over is ends


def test_there_is_no_version_nought() -> None:
    with pytest.raises(LookupError, match="version 0"):
        GAME.at_version(0)


def test_with_no_other_tile_left_a_royal_beside_a_holder_keeps_a_game_open() -> None:
    state = arrange({"royals": []}, {"royals": ["princess"]}, options={"royal_strategy": True})
    for kind in range(1, PIECES.kinds + 1):
        state.stock.pile[kind] = 0
    for slot in range(len(state.stock.market)):
        state.stock.market[slot] = 0
    assert not state.closed()
    state.royals[1] = 0
    assert state.closed()
    state.stock.pile[1] = 1
    assert not state.closed(), "nor is one that fits"


def test_a_tile_is_left_in_a_pile_in_the_market_or_on_a_holder() -> None:
    kind = PIECES.ids.index("wall_05")
    state = arrange({}, {})
    assert state.is_left(kind)
    for place in ({"holder": ["wall_05"]}, {}):
        state = arrange({}, dict(place), market=DULL if place else ["wall_05", "wall_01", "wall_02"])
        state.stock.pile[kind] = 0
        assert state.is_left(kind)
    state = arrange({}, {})
    state.stock.pile[kind] = 0
    assert not state.is_left(kind)
    state.stock.discard[kind] = 1
    assert state.is_left(kind)
