"""The suite can fail: a faithful toy game passes, and every planted fault is caught."""
from __future__ import annotations

import pytest

from tests import conformance as rules
from tests.conformance import Setting
from tests.toy import Toy


def run_suite(game: Toy) -> None:
    for setting in rules.settings(game):
        for seed in range(2):
            walked = rules.walk(setting, seed)
            copies = [(state.clone(), rules.fingerprint(state)) for state, _, _ in walked]
            assert all(rules.fingerprint(state) == hashed for state, hashed in copies)
            for number, state in enumerate(rules.sampled_positions(setting, seed, 6)):
                state.check()
                rules.legality_is_one_thing(state)
                rules.notation_and_picks_are_unambiguous(state)
                rules.twin_looks_the_same(state, number)
                rules.events_say_nothing_of_what_stays_hidden(state, number, 1200)
                rules.worlds_are_calibrated(state, number)
                rules.dump_and_load_give_the_same_position(state, number)
            for seat in range(setting.players):
                rules.twin_stays_the_same_along_a_game(setting, seed, seat)
            rules.events_tell_only_what_may_be_known(setting, seed)
            rules.swapped_hands_stay_unseen(Setting(game, 3, ()), seed, swap)
        rules.hidden_pieces_have_the_right_frequencies(setting, 1, held)


def swap(position: dict[str, object], a: int, b: int) -> None:
    hands = position["hands"]
    assert isinstance(hands, list)
    hands[a], hands[b] = hands[b], hands[a]


def held(position: dict[str, object], seat: int) -> list[object]:
    hands = position["hands"]
    assert isinstance(hands, list)
    return [hands[seat]]


def test_a_faithful_game_passes() -> None:
    run_suite(Toy())


@pytest.mark.parametrize("leak", ["position", "event", "prompt", "actions", "clone", "redeal"])
def test_a_planted_fault_is_caught(leak: str) -> None:
    with pytest.raises((AssertionError, ValueError)):
        run_suite(Toy(leak))


def test_an_order_that_depends_on_a_hidden_card_is_caught() -> None:
    """Some leak shows only in frequencies: where the shown cards lie tells what was drawn."""
    position = {"players": 3, "position": {"hands": [1, 5, 6], "shown": [4], "turn": 1, "bets": [None] * 3}}
    swaps = 0  # the seed with which the swap is chosen
    assert rules.worlds_are_calibrated(Toy().load(position), swaps, 4000) > 0
    with pytest.raises(AssertionError, match="hidden"):
        rules.worlds_are_calibrated(Toy("order").load(position), swaps, 4000)
