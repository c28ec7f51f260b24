"""The rules page: what the captions of its examples work out is what happens, and every question has its help."""
from __future__ import annotations

import json
from typing import Any

import pytest

import chateaux
from chateaux.look.parts import parts
from chateaux.look.words import LANGUAGES
from chateaux.web.learning import learnt

GAME = chateaux.game("castle-builder")


def written(name: str) -> Any:
    return json.loads((parts(GAME).folder / "learn" / f"{name}.json").read_text("utf-8"))


def example(name: str) -> chateaux.State:
    return GAME.load(written(name))


def view(state: chateaux.State, seat: int = 0) -> Any:
    return GAME.view(state.observe(seat))


def test_the_7_fits_twice_for_nothing_and_once_for_a_tile() -> None:
    places = view(example("sums")).places
    assert [(place.below, place.price) for place in places] == [([4, 3], 0), ([2, 5], 0), ([5, 1], 1)]


def test_every_tile_of_the_castle_stands_on_its_sum() -> None:
    """Built tile by tile, lower floors first, each for nothing."""
    built = written("castle")["position"]["players"][0]["castle"]
    sums = {}
    for number, (tile, floor, column) in enumerate(built):
        state = GAME.load({"players": 2, "position": {
            "players": [{"castle": built[:number], "holder": [tile]}, {}],
            "phase": "place", "build": {"tile": tile, "from": "holder"}}})
        (place,) = [one for one in view(state).places if (one.floor, one.column) == (floor, column)]
        assert place.price == 0
        sums[tile, floor] = place.below
    assert sums["noble_12", 3] == [7, 5]
    assert sums["vault_07_1", 2] == [2, 5]
    assert sums["roof_07", 3] == [1, 6]
    assert sums["roof_09", 3] == [2, 7]
    assert sums["vault_18_1", 4] == [12, 6]
    castle = view(example("castle")).players[0].castle
    assert [getattr(castle, what) for what in ("floors", "windows", "roofs", "people")] == [4, 3, 2, 1]


@pytest.mark.parametrize(("name", "spaces", "tiles"), [("walk", 5, 1), ("slide", 6, 0)])
def test_the_noble_walks_four_steps_and_further(name: str, spaces: int, tiles: int) -> None:
    state = example(name)
    (place,) = [one for one in view(state).places if one.floor == 3]
    assert (place.below, place.steps, len(place.spaces)) == ([7, 5], 4, spaces)
    before = view(state).players[0].held
    state.play(state.parse("place 3:2"), seat=0)
    seen = view(state)
    assert (seen.phase, seen.earned, seen.players[0].held - before) == ("coin", 1, tiles)


def test_the_three_coins_do_what_the_caption_says() -> None:
    """Equal windows for players 1 and 2, fewest coins for 2 and 3, and a ruby onto a coin space."""
    for coin, gained in (("coin 1", [2, 2, 0]), ("coin 2", [0, 3, 3])):
        state = example("coins")
        before = [player.held for player in view(state).players]
        state.play(state.parse(coin), seat=0)
        assert [player.held - held for player, held in zip(view(state).players, before, strict=True)] == gained
    state = example("coins")
    state.play(state.parse("coin 3"), seat=0)
    assert (state.scores()[0], view(state).phase, view(state).turn) == (4, "coin", 0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_captions_work_out_is_written_in_every_language(language: str) -> None:
    text = learnt(GAME, language)["text"].replace("\N{NO-BREAK SPACE}", " ")
    for sum in ("5 + 1 = 6", "7 + 5 = 12", "1 + 6 = 7", "2 + 7 = 9", "12 + 6", "3 + 1 = 4"):
        assert sum in text, sum
