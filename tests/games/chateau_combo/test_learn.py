"""The rules page: what the captions of its examples work out is what happens, and every question has its help."""
from __future__ import annotations

import json
from typing import Any

import pytest

import chateaux
from chateaux.look.parts import parts
from chateaux.look.words import LANGUAGES
from chateaux.web.learning import learnt
from tests.games.chateau_combo.table import GAME, gold, keys, play, points, purse


def written(name: str) -> Any:
    return json.loads((parts(GAME).folder / "learn" / f"{name}.json").read_text("utf-8"))


def example(name: str) -> chateaux.State:
    return GAME.load(written(name))


def view(state: chateaux.State) -> Any:
    return GAME.view(state.observe(0))


def test_two_discounts_and_what_the_cards_bring() -> None:
    row = view(example("market")).places[0].row
    assert [(card.card, card.cost, card.price, card.missing) for card in row] == [
        ("jester", 3, 1, 0), ("duchess", 5, 3, 0), ("prince", 6, 4, 1)]
    assert (row[0].gives.gold, row[1].gives.keys) == (4, 2)
    state = example("market")
    before = gold(state)
    play(state, "buy jester @c2")
    assert gold(state) - before == 3


def test_what_the_cards_of_the_open_square_would_score() -> None:
    state = example("tableau")
    scored = points(state)
    assert (scored["duchess"], scored["nun"], scored["cardinal"], scored["witch"]) == (8, 6, 3, 0)
    frame = view(state).players[0].frame
    assert (frame.tall, frame.wide) == (3, 2)


def test_the_better_neighbour_brings_3_gold() -> None:
    state = example("neighbours")
    before = gold(state)
    play(state, "option 1")
    assert gold(state) - before == 3
    state = example("neighbours")
    before = keys(state)
    play(state, "option 2")
    assert keys(state) - before == 2


def test_the_best_two_purses_take_12_gold() -> None:
    state = example("purses")
    room_left = {cell.card: cell.capacity - cell.gold for cell in view(state).players[0].cells
                 if cell.capacity}
    assert room_left == {"steward": 3, "farmhand": 5, "beekeeper": 7}
    before = sum(points(state).values())
    play(state, "fill @d3", "fill @b3")
    assert sum(points(state).values()) - before == 24


def test_the_last_count_is_63() -> None:
    state = example("final")
    scored = points(state)
    assert (scored["farmhand"], scored["armorer"], scored["carpenter"], keys(state), state.scores()[0]) == (
        10, 9, 8, 4, 63)


def test_of_7_gold_left_5_go_onto_the_purse() -> None:
    """The same game one turn earlier: the last card of the other player ends it."""
    data = written("final")
    mine, theirs = data["position"]["boards"]
    mine["gold"], mine["cards"]["c4"]["gold"] = 7, 0
    del theirs["cards"]["d4"]
    data["position"] |= {"phase": "take", "turn": 1}
    state = GAME.load(data)
    play(state, "hide potter @d4")
    assert state.over
    assert (purse(state, "farmhand"), gold(state), state.scores()[0]) == (5, 2, 63)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_captions_work_out_is_written_in_every_language(language: str) -> None:
    text = learnt(GAME, language)["text"].replace("\N{NO-BREAK SPACE}", " ")
    for sum in ("5 − 2 = 3", "6 − 2 = 4", "3 − 2 = 1", "2 × 2 = 4", "9 − 2 = 7", "7 + 5 = 12", "2 × 5 = 10",
                "3 × 3 = 9", "63"):
        assert sum in text, sum
