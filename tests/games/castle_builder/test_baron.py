"""Déplacer le Baron."""
from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from chateaux.games.castle_builder.features import to_coin
from chateaux.games.castle_builder.path import walk
from chateaux.games.castle_builder.rules import GAME, CastleBuilder
from tests.games.castle_builder.kingdom import arrange, asked, kinds, play

PIECES = GAME.box


def test_marthas_walk() -> None:
    """Three steps end on a baron, she slides over three of them onto a ruby and goes one further: no coin, no tile."""
    rows = json.loads((Path(__file__).parent / "fixtures.json").read_text("utf-8"))
    martha = next(row for row in rows if row["id"] == "martha_track")
    track = martha["track"]
    barons = vec[i64]([track["start"], *track["occupied"]])
    walked = walk(PIECES, barons, 0, track["steps"])
    assert (walked.end, walked.coins, walked.tile) == (martha["end"], martha["coins"], martha["tiles"] > 0)
    assert walked.spaces == martha["end"] - track["start"]


def test_martha_builds_on_the_third_floor() -> None:
    castle = [["wall_01", 1, 0], ["wall_02", 1, 2], ["wall_03", 2, 1], ["wall_04", 2, 3]]
    state = arrange({"castle": castle, "holder": ["wall_07"], "baron": 0}, {"baron": 3}, {"baron": 4}, {"baron": 5})
    events = play(state, "tile wall_07", "place 3:2")
    assert state.barons[0] == 7
    assert "space_tile" not in kinds(events)
    assert "coin" not in kinds(events)
    assert asked(state) == "turn"


@pytest.mark.parametrize(("floor", "rubies", "steps"), [(1, 2, 0), (2, 0, 2), (2, 1, 3), (3, 0, 3), (3, 1, 4),
                                                        (4, 0, 4)])
def test_steps_by_floor_and_rubies(floor: int, rubies: int, steps: int) -> None:
    """The ground floor gives no steps and its rubies are ignored."""
    tower = [["wall_01", 1, 0], ["wall_01", 1, 2], ["wall_02", 2, 1], ["wall_02", 2, 3], ["window_04", 3, 2],
             ["wall_01", 1, 6], ["wall_03", 2, 5], ["wall_05", 3, 4]]
    tile, place = {(1, 2): ("vault_20_2", "1:8"), (2, 0): ("prince", "2:7"), (2, 1): ("lady_13", "2:7"),
                   (3, 0): ("prince", "3:6"), (3, 1): ("lady_13", "3:6"), (4, 0): ("prince", "4:3")}[floor, rubies]
    castle = list(tower)
    if tile == "lady_13" and floor == 2:
        castle = [*tower[:5], ["wall_06", 1, 6], ["wall_07", 1, 8]]
    elif floor in (2, 3) and place != "1:8":
        castle = [*tower, ["window_06", 1, 8]]
        if floor == 3:
            castle.append(["wall_10", 2, 7])
    state = arrange({"castle": castle, "holder": [tile], "baron": 18}, {"baron": 1})
    events = play(state, f"tile {tile}", f"place {place}")
    walks = [event.public["steps"] for event in events if event.kind == "walk"]
    assert walks == ([steps] if steps else [])


@pytest.mark.parametrize("spaces", [None, [0], [5], [5, 6]])
def test_the_fewest_steps_to_a_coin_are_those_of_the_shortest_walk_that_brings_one(spaces: list[int] | None) -> None:
    """On the house's path, and on paths with a coin or two on the way around."""
    box: Any = copy.deepcopy(GAME.pieces)
    for number, space in enumerate(box["track"]["spaces"]):
        if spaces is not None:
            space["kind"] = "coin" if number in spaces else "plain" if space["kind"] == "coin" else space["kind"]
    game = GAME.with_pieces(box)
    assert isinstance(game, CastleBuilder)
    for at in range(len(game.box.path)):
        for others in ([1, 2, 3], [8, 9, 10], [19, 0, 7], [17, 18, 19]):
            if at not in others:
                barons = vec[i64]([at, *others])
                assert to_coin(game.box, barons, 0) == next(
                    steps for steps in range(1, 21) if walk(game.box, barons, 0, steps).coins)


def test_occupied_spaces_are_counted() -> None:
    walked = walk(PIECES, vec[i64]([1, 2, 3]), 0, 3)
    assert walked.end == 4


def test_ending_on_a_baron_slides_to_the_next_empty_space() -> None:
    assert walk(PIECES, vec[i64]([1, 3, 4]), 0, 2).end == 5


def test_a_ruby_gives_one_more_step_and_a_tile_space_a_tile() -> None:
    assert walk(PIECES, vec[i64]([4, 19]), 0, 2).end == 7
    walked = walk(PIECES, vec[i64]([4, 19]), 0, 1)
    assert (walked.end, walked.tile) == (5, True)


def test_a_baron_who_does_not_walk_finds_nothing() -> None:
    walked = walk(PIECES, vec[i64]([5, 19]), 0, 0)
    assert (walked.end, walked.spaces, walked.tile) == (5, 0, False)


def test_a_coin_space_counts_when_passed_or_reached_also_by_sliding_and_by_a_ruby() -> None:
    assert walk(PIECES, vec[i64]([7, 19]), 0, 1).coins == 1
    assert walk(PIECES, vec[i64]([7, 19]), 0, 3).coins == 1
    slid = walk(PIECES, vec[i64]([5, 7]), 0, 2)  # slides from 7 onto the coin of 8
    assert (slid.end, slid.coins) == (8, 1)
    ruby = walk(PIECES, vec[i64]([5, 7]), 0, 1)  # ruby on 6, baron on 7, coin on 8
    assert (ruby.end, ruby.coins) == (8, 1)


def test_the_path_is_a_loop() -> None:
    walked = walk(PIECES, vec[i64]([18, 5]), 0, 4)
    assert (walked.end, walked.coins, walked.spaces) == (2, 1, 4)


def test_several_coin_spaces_in_one_move_give_a_coin_each() -> None:
    assert walk(PIECES, vec[i64]([7, 19]), 0, 7).coins == 2
