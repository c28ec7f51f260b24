"""Words in three languages for everything that is told, and a view that has every element that is picked."""
from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

import chateaux
from chateaux.games.castle_builder import judgement
from chateaux.games.castle_builder.rules import GAME
from chateaux.look.words import LANGUAGES, Words, catalogue
from tests.games.castle_builder.kingdom import arrange, play

LOCALE = Path(judgement.__file__).parent / "locale"
ENGLISH = catalogue(LOCALE, "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_baron_who_never_moved_has_travelled_0_spaces(language: str) -> None:
    """French counts 0 as one, so its singular must name the number."""
    (line,) = [line for line in GAME.new(2, 1).breakdown(0) if line["kind"] == "travelled"]
    assert Words(language, GAME).say("breakdown.travelled", line).startswith("0 ")


def every_state() -> list[tuple[chateaux.State, dict[str, Any], list[dict[str, Any]]]]:
    """Positions with their prompts and the events that follow, over all sets of options."""
    found = []
    for number, options in enumerate(GAME.option_sets()):
        state = GAME.new(2 + number % 3, number, options)
        chooser = random.Random(number)
        while not state.over:
            seat = state.to_act[0]
            prompt: Any = state.prompt(seat)
            events = state.play(chooser.choice(state.actions(seat)), seat, events=True).events
            found.append((state, prompt, [event.seen_by(-1) for event in events]
                          + [event.seen_by(-2) for event in events]))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_told_in_games_has_words(language: str) -> None:
    words = Words(language, GAME)
    names = ["Ada", "Bo", "Cy", "Di"]
    for state, prompt, events in every_state():
        told = [words.say(f"prompt.{prompt['kind']}", prompt, names), *[words.event(event, names) for event in events]]
        told += [words.say(f"breakdown.{line['kind']}", line) for line in state.breakdown(0)] if state.over else []
        for sentence in told:
            assert not re.fullmatch(r"[a-z]+\.\w+", sentence), sentence
            assert "{" not in sentence


def test_every_piece_option_phase_and_space_has_words() -> None:
    box: Any = GAME.pieces
    for row in [*box["tiles"], *box["coins"], box["gate"]]:
        assert {f"piece.{row['id']}", f"piece.{row['id']}.the", f"piece.{row['id']}.help"} <= set(ENGLISH)
    for name, option in GAME.options.items():
        assert {f"option.{name}", f"option.{name}.help", *(f"option.{name}.{choice}" for choice in option.choices)} \
            <= set(ENGLISH)


def ids(data: Any) -> list[str]:
    """Every element of a view, however deep."""
    if isinstance(data, dict):
        found = [data["id"]] if isinstance(data.get("id"), str) else []
        return found + [id for part in data.values() for id in ids(part)]
    return [id for part in data for id in ids(part)] if isinstance(data, list) else []


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_pick_is_an_element_of_the_view(players: int) -> None:
    for number, options in enumerate(GAME.option_sets()):
        state = GAME.new(players, number, options)
        chooser = random.Random(number)
        for _ in range(80):
            if state.over:
                break
            seat = state.to_act[0]
            elements = set(ids(msgspec.to_builtins(state.view(seat))))
            for steps in state.picks(seat).values():
                assert {element for step in steps for element in step} <= elements
            state.play(chooser.choice(state.actions(seat)), seat)


def test_the_view_works_out_sums_prices_steps_and_where_the_baron_ends() -> None:
    """The noble of the mock table: 7 + 5 = 12, floor 3 and a ruby are 4 steps, onto a tile space."""
    castle = [["wall_04", 1, 0], ["window_03", 1, 2], ["window_04", 1, 6], ["cook_05", 1, 8], ["window_07", 2, 1],
              ["window_05", 2, 3], ["window_06", 2, 5]]
    state = arrange({"castle": castle, "holder": ["noble_12", "wall_02"], "baron": 9}, {"baron": 16}, {"baron": 5})
    shown: Any = state.view(0)
    by_place = {place.id: place for place in shown.fits["tile-noble_12-1"]}
    exact, adjusted = by_place["place-0-3-3"], by_place["place-0-3-5"]
    assert (exact.below, exact.sum, exact.price, exact.steps) == ([7, 5], 12, 0, 4)
    assert (exact.end, exact.tile, exact.coins, exact.spaces) == (13, True, 0, [10, 11, 12, 13])
    assert (adjusted.sum, adjusted.price) == (11, 1)
    play(state, "tile noble_12")
    placing: Any = state.view(0)
    assert {place.id for place in placing.places} == set(by_place)
    assert placing.building.tile == "noble_12"
    rival: Any = state.view(1)
    assert rival.building.tile is None
    assert rival.fits == {}


def test_the_view_shows_faces_only_of_tiles_that_can_be_seen() -> None:
    state = arrange({"holder": ["noble_12"]}, {"holder": ["roof_16"]})
    shown: Any = state.view(0)
    assert "noble_12" in shown.tiles
    assert "roof_16" not in shown.tiles
    assert shown.tiles["gate"].category == "gate"
