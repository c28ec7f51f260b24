"""Cartes attaque and cartes défense: each against each, targets, the reaction window, and what happens."""
from __future__ import annotations

from typing import Any

import pytest

import chateaux
from tests.conformance import seen_by
from tests.games.chateau_fort.fort import (
    ATTACKS,
    DEFENCES,
    DULL,
    STOPS,
    arrange,
    copy_of,
    hand_of,
    person,
    play,
    seat,
    site_of,
    texts_of,
    until,
)

HAND = [*ATTACKS, "stone1"]
AIM = {"fire": "fire @1", "witch": "witch @1 stone1", "gold": "gold @1", "mage": "mage @1"}
EVEN, ODD = (2, 4, 6), (1, 3, 5)


def attacked(attack: str, hand: list[str], site: tuple[str, ...] = ("mason", "stone1")) -> Any:
    return play(arrange(seat(HAND), seat(hand, site), seat()), AIM[attack])


# ---------------------------------------------------------------- the reaction window


@pytest.mark.parametrize("attack", ATTACKS)
@pytest.mark.parametrize("defence", DEFENCES)
def test_each_attack_against_each_defence(attack: str, defence: str) -> None:
    state = attacked(attack, [defence, *DULL[:4]])
    assert state.to_act == (1,)
    assert texts_of(state) == (["accept", "defend"] if STOPS[attack] == defence else ["accept"])
    if STOPS[attack] == defence:
        before = site_of(state, 1)
        play(state, "defend")
        assert site_of(state, 1) == before, "a stopped attack has no effect"
        assert person(state, 1)["mage"] is None
        assert state.to_act == (0,)


@pytest.mark.parametrize("attack", ATTACKS)
def test_each_attack_that_is_accepted_happens(attack: str) -> None:
    state = attacked(attack, DULL)
    play(state, "accept")
    assert state.to_act == (0,), "the attacker has one card left to play"
    assert (person(state, 1)["mage"] == 0) == (attack == "mage")


def test_ruling_4_only_the_target_is_asked_and_before_any_die() -> None:
    state = arrange(seat(HAND), seat(DULL, ["mason", "stone1"]), seat(["guards", "monks", "monks", "relics", "guards"]))
    chance = state.chance.dump()
    play(state, "fire @1")
    assert state.to_act == (1,)
    assert state.actions(0) == state.actions(2) == []
    assert state.chance.dump() == chance


def test_ruling_4_the_witch_names_her_card_before_the_answer() -> None:
    state = attacked("witch", DULL)
    assert state.prompt(1) == {"kind": "defend_card", "card": "witch", "defence": "monks", "attacker_seat": 0,
                               "named": "stone1"}


def test_ruling_4_a_counter_is_not_countered() -> None:
    state = play(arrange(seat([*HAND[:4], "monks"]), seat(["guards", *DULL[:4]], ["mason"])), "fire @1", "defend")
    assert not {"defend", "accept"} & set(texts_of(state))


def test_ruling_5_a_blocked_attack_counts_as_played_and_as_the_attack_on_its_target() -> None:
    state = play(attacked("fire", ["guards", *DULL[:4]]), "defend")
    assert state.played == 1
    assert person(state, 0)["cards"] == 5, "the attacker refills at once"
    assert not any("@1" in text for text in texts_of(state))
    play(state, "place stone1")
    assert state.to_act == (1,)


def test_ruling_5_the_new_card_may_be_the_second_play() -> None:
    state = arrange(seat(["gold", "guards", "guards", "relics", "relics"]), seat(["monks", *DULL[:4]], ["mason"]))
    play(state, "gold @1")
    after = until(state, "defend", lambda then: hand_of(then, 0).get("stone1", 0) == 1)
    play(after, "place stone1")
    assert site_of(after, 0) == {"stone1": 1}


def test_ruling_6_a_defence_out_of_turn_is_replaced_at_once() -> None:
    state = play(attacked("mage", ["relics", *DULL[:4]]), "defend")
    assert person(state, 1)["cards"] == 5


def test_ruling_21_both_cards_return_to_the_pile_before_both_players_draw() -> None:
    state = attacked("fire", ["guards", *DULL[:4]])
    size, fires, guards = state.pile_size, state.pile[5], state.pile[9]
    assert until(state, "defend", lambda then: hand_of(then, 0).get("fire", 0) == 1), "the same Fire may come back"
    play(state, "defend")
    assert state.pile_size == size
    assert state.pile[5] + state.pile[9] + hand_of(state, 0).get("fire", 0) + hand_of(state, 0).get("guards", 0) + \
        hand_of(state, 1).get("fire", 0) + hand_of(state, 1).get("guards", 0) == fires + guards + 2


def test_a_blocked_second_attack_draws_one_card_and_then_the_rest_of_the_hand() -> None:
    state = arrange(seat(HAND), seat(["guards", *DULL[:4]], ["mason"]))
    events: list[dict[str, Any]] = []
    play(state, "place stone1", "fire @1", "defend", events=events)
    draws = [(event["seat"], event["count"]) for event in events if event["kind"] == "draw"]
    assert draws == [(0, 1), (1, 1), (0, 1)]
    assert state.to_act == (1,)


def test_ruling_24_the_question_has_the_same_form_whatever_the_hand() -> None:
    for attack in ATTACKS:
        with_defence, without = attacked(attack, [STOPS[attack], *DULL[:4]]), attacked(attack, DULL)
        assert with_defence.prompt(1) == without.prompt(1)
        assert with_defence.to_act == without.to_act == (1,)
        for other in (-1, 0, 2):
            assert seen_by(with_defence, other) == seen_by(without, other)


@pytest.mark.parametrize("attack", ATTACKS)
def test_ruling_24_accepting_with_or_without_the_defence_looks_the_same(attack: str) -> None:
    """Reaction windows leak nothing: neither the answer's events nor the position after it."""
    told = []
    for hand in ([STOPS[attack], *DULL[:4]], DULL):
        state = attacked(attack, hand)
        state.chance = chateaux.Chance.stream(4)
        outcome = state.play(state.parse("accept"), 1, events=True)
        told.append([[event.seen_by(other) for event in outcome.events] for other in (-1, 0, 2)]
                    + [seen_by(state, other) for other in (-1, 0, 2)])
    assert told[0] == told[1]


def test_an_illegal_defence_is_refused_in_words_that_do_not_name_the_hand() -> None:
    state = attacked("fire", DULL)
    with pytest.raises(chateaux.IllegalAction, match=r"Action 181 is not possible now\."):
        state.play(181, 1)
    with pytest.raises(chateaux.IllegalAction, match=r"Seat 0 is not asked now, but 1\."):
        state.play(0, 0)


# ---------------------------------------------------------------- targets


def test_one_attack_a_target_and_turn() -> None:
    state = arrange(seat(HAND), seat(site=["mason", "mason"]), seat(site=["mason"]))
    play(state, "gold @1", "accept")
    assert {text.split()[1] for text in texts_of(state) if text.split()[0] in ATTACKS} == {"@2"}
    play(state, "fire @2", "accept")
    assert state.to_act == (1,)


def test_nobody_attacks_oneself() -> None:
    state = arrange(seat(HAND, ["mason", "stone1"]), seat())
    assert not any("@0" in text for text in texts_of(state))


@pytest.mark.parametrize(("site", "possible"), [
    ([], {"mage"}),
    (["stone1"], {"fire", "witch", "mage"}),
    (["peasant2"], {"fire", "witch", "mage"}),
    (["mason"], {"fire", "witch", "gold", "mage"}),
])
def test_ruling_10_illegal_targets(site: list[str], possible: set[str]) -> None:
    state = arrange(seat(HAND), seat(DULL, site))
    assert {text.split()[0] for text in texts_of(state) if text.split()[0] in ATTACKS} == possible
    assert {text.split()[1] for text in texts_of(state) if text.startswith("discard")} == set(HAND)


def test_ruling_10_the_witch_names_a_card_that_lies_there() -> None:
    state = arrange(seat(HAND), seat(DULL, ["stone1", "stone1", "peasant2"]))
    assert [text for text in texts_of(state) if text.startswith("witch")] == ["witch @1 stone1", "witch @1 peasant2"]
    assert state.picks(0)[state.parse("witch @1 stone1")] == [["hand-witch-0"], ["rival-1-site-stone1-0"]]


# ---------------------------------------------------------------- what attacks do


def test_fire_rolls_a_die_for_each_card_and_even_destroys() -> None:
    site = ["mason", "stone1", "stone2", "peasant1", "peasant1", "peasant2"]
    for seed in range(40):
        state = arrange(seat(HAND), seat(DULL, site))
        state.chance = chateaux.Chance.stream(seed)
        events: list[dict[str, Any]] = []
        play(state, "fire @1", "accept", events=events)
        fire = next(event for event in events if event["kind"] in ("fire", "fire_spares"))
        assert [entry["card"] for entry in fire["rolls"]] == site
        burnt = [entry["card"] for entry in fire["rolls"] if entry["roll"] in EVEN]
        assert fire["cards"] == burnt
        left = [entry["card"] for entry in fire["rolls"] if entry["roll"] in ODD]
        assert site_of(state, 1) == {card: left.count(card) for card in site if card in left}


def test_ruling_19_every_card_burns_independently_with_an_even_chance() -> None:
    start = play(arrange(seat(HAND), seat(DULL, ["mason", "mason", "stone2", "peasant1"])), "fire @1")
    sizes = [0] * 5
    for seed in range(2000):
        state = copy_of(start)
        state.chance = chateaux.Chance.stream(seed)
        play(state, "accept")
        sizes[sum(site_of(state, 1).values())] += 1
    for size, expected in enumerate((125, 500, 750, 500, 125)):
        assert abs(sizes[size] - expected) < 90


def test_witch_rolls_once_and_even_removes_the_named_card() -> None:
    start = play(arrange(seat(HAND), seat(DULL, ["mason", "stone1", "stone1"])), "witch @1 stone1")
    seen = set()
    for seed in range(30):
        state = copy_of(start)
        state.chance = chateaux.Chance.stream(seed)
        events: list[dict[str, Any]] = []
        play(state, "accept", events=events)
        assert events[0]["kind"] == ("witch" if events[0]["roll"] in EVEN else "witch_fails")
        assert site_of(state, 1) == {"mason": 1, "stone1": 1 if events[0]["roll"] in EVEN else 2}
        seen.add(events[0]["roll"])
    assert len(seen) == 6


def test_gold_moves_a_mason_to_the_attackers_site() -> None:
    state = play(arrange(seat(HAND), seat(DULL, ["mason", "mason", "stone1"])), "gold @1", "accept")
    assert site_of(state, 0) == {"mason": 1}
    assert site_of(state, 1) == {"mason": 1, "stone1": 1}


def test_ruling_11_a_mason_taken_may_be_built_with_at_once() -> None:
    state = arrange(seat(HAND, ["stone2", *["peasant1"] * 3]), seat(DULL, ["mason"]))
    play(state, "gold @1", "accept", "build wall stone2=1 peasant2=0")
    assert person(state, 0)["walls"] == 1


@pytest.mark.parametrize("attack", ["fire", "witch", "gold"])
def test_ruling_1_attacks_return_to_the_pile_at_once(attack: str) -> None:
    state = arrange(seat(HAND), seat(DULL, ["mason", "stone1"]))
    card = {"fire": 5, "witch": 6, "gold": 7}[attack]
    before = state.pile[card]
    play(state, AIM[attack])
    assert state.pile[card] == before
    play(state, "accept")
    assert state.pile[card] == before + 1


@pytest.mark.parametrize("attack", ATTACKS)
def test_ruling_17_built_pawns_are_safe(attack: str) -> None:
    state = arrange(seat(HAND), seat(DULL, ["mason", "stone1"], walls=3, keeps=1))
    play(state, AIM[attack], "accept")
    assert (person(state, 1)["walls"], person(state, 1)["keeps"]) == (3, 1)


# ---------------------------------------------------------------- the Mage


def test_ruling_8_the_target_of_a_mage_misses_the_turn_until_the_attackers_next() -> None:
    state = arrange(seat(HAND), seat(DULL, ["mason"]), seat())
    events: list[dict[str, Any]] = []
    play(state, "mage @1", "accept", "end", events=events)
    assert state.to_act == (2,), "seat 1 is passed over"
    assert "held" in [event["kind"] for event in events]
    assert person(state, 1)["mage"] == 0
    play(state, "discard peasant1")
    after = until(state, "end", lambda then: then.event == 1)
    assert after.to_act == (0,)
    assert person(after, 1)["mage"] is None, "taken back at the start of the attacker's turn"
    play(after, "discard stone1", "end")
    assert after.to_act == (1,), "seat 1 plays again"


def test_ruling_8_defences_stay_usable_under_a_mage() -> None:
    state = arrange(seat(["stone1"] * 5), seat(["guards", *DULL[:4]], ["mason"], mage=0), seat(HAND), turn=2)
    play(state, "fire @1")
    assert texts_of(state) == ["accept", "defend"]


def test_ruling_8_two_mages_never_lie_with_one_player() -> None:
    state = arrange(seat(), seat(DULL, ["mason"], mage=0), seat(HAND), turn=2)
    assert "mage @1" not in texts_of(state)
    assert "mage @0" in texts_of(state)


def test_ruling_8_whoever_is_held_takes_back_the_own_mage_all_the_same() -> None:
    """A laid a Mage with B, then C one with A: A's turn begins, is missed, and B is free."""
    state = arrange(seat(), seat(DULL, mage=0), seat(HAND), turn=2)
    play(state, "mage @0", "accept")
    after = until(state, "end", lambda then: then.phase == 0)
    assert after.to_act == (1,)
    assert person(after, 1)["mage"] is None
    assert person(after, 0)["mage"] == 2


def test_a_mage_may_hold_several_players() -> None:
    state = arrange(seat(["mage", "mage", "stone1", "stone1", "stone1"]), seat(), seat())
    play(state, "mage @1", "accept", "mage @2")
    after = until(state, "accept", lambda then: then.phase == 0)
    assert (after.round, after.to_act) == (2, (0,)), "both are passed over"
    assert [person(after, number)["mage"] for number in range(3)] == [None, None, None]


def test_ruling_23_a_mage_is_not_a_card_of_the_site() -> None:
    state = arrange(seat(HAND), seat(DULL, mage=2), seat())
    assert not any(text.startswith(("fire @1", "witch @1")) for text in texts_of(state))
    state = play(arrange(seat(HAND), seat(DULL, ["stone1"], mage=2), seat()), "fire @1", "accept")
    assert person(state, 1)["mage"] == 2
