"""Mise en place."""
from __future__ import annotations

import pytest

import chateaux
from tests.games.chateau_combo.table import CARDS, GAME, choices, gold, keys, messenger, row, seen


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_15_gold_and_2_keys_each(players: int) -> None:
    state = GAME.new(players=players, seed=1)
    assert [(gold(state, player), keys(state, player)) for player in range(players)] == [(15, 2)] * players


def test_three_cards_of_each_place_lie_open() -> None:
    state = GAME.new(players=2, seed=1)
    for place in ("castle", "village"):
        assert len(set(row(state, place))) == 3
        assert {CARDS[card]["place"] for card in row(state, place)} == {place}
        assert seen(state)["places"][place]["left"] == 36
        assert seen(state)["places"][place]["discard"] == []


def test_the_messenger_starts_at_the_village() -> None:
    state = GAME.new(players=2, seed=1)
    assert messenger(state) == "village"
    assert state.prompt(state.to_act[0]) == {"kind": "take", "place": "village", "key": True, "move": True}


def test_the_first_player_is_drawn_at_random() -> None:
    firsts = [GAME.new(players=5, seed=seed).to_act[0] for seed in range(500)]
    assert all(60 <= firsts.count(player) <= 140 for player in range(5))


def test_every_card_comes_up_as_often_as_any_other() -> None:
    shown = [card for seed in range(1300) for card in row(GAME.new(players=2, seed=seed), "castle")]
    assert all(60 <= shown.count(card) <= 145 for card in CARDS if CARDS[card]["place"] == "castle")


def test_the_first_card_has_one_cell_to_go_to() -> None:
    """Anywhere is the same place: the frame floats around the first card, which lies in the centre of the field."""
    state = GAME.new(players=2, seed=1)
    assert {text.partition("@")[2] for text in choices(state) if "@" in text} == {"c3"}


@pytest.mark.parametrize("players", [1, 6])
def test_two_to_five_players(players: int) -> None:
    with pytest.raises(chateaux.BadOption, match="2 to 5 players"):
        GAME.new(players=players)


def test_nine_turns_each_clockwise_from_the_first_player() -> None:
    state = GAME.new(players=3, seed=4)
    first = state.to_act[0]
    order = []
    while not state.over:
        player = state.to_act[0]
        hide = next(action for action in state.actions(player) if state.text(action).startswith("hide"))
        order.append(player)
        state.play(hide, player)
    assert order == [(first + turn) % 3 for turn in range(27)]
