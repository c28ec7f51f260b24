"""Les événements: each of the six, with its timing, with a Mage lying about, and with an empty site."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import chateaux
from chateaux.games.chateau_fort.cards import IDS, KINDS, forbids, forbids_building
from chateaux.games.chateau_fort.state import Realm
from tests.conformance import seen_by
from tests.games.chateau_fort.fort import (
    ATTACKS,
    DULL,
    arrange,
    copy_of,
    hand_of,
    known,
    person,
    play,
    roll_event,
    round_end,
    seat,
    site_of,
    texts_of,
    until,
)

FAMINE, WEATHER, PLAGUE, ALMS, REFORM, FEAST = 1, 2, 3, 4, 5, 6
EVENTS = (FAMINE, WEATHER, PLAGUE, ALMS, REFORM, FEAST)


def rolling(event: int) -> Callable[[Realm], bool]:
    """That the round has this event."""
    return lambda then: then.event == event
HAND = ["mason", "stone1", "stone2", "peasant1", "peasant2"]
WALL = ["mason", "stone1", "stone1", "peasant1", "peasant1", "peasant1"]


@pytest.mark.parametrize(("event", "forbidden"), [
    (0, []), (FAMINE, ["mason", "peasant1", "peasant2", "gold"]), (WEATHER, ["wheel"]), (PLAGUE, []), (ALMS, []),
    (REFORM, ["witch", "mage"]), (FEAST, [])])
def test_what_an_event_forbids_to_play(event: int, forbidden: list[str]) -> None:
    assert [IDS[card] for card in range(KINDS) if forbids(event, card)] == forbidden
    assert forbids_building(event) == (event == WEATHER)


def test_famine_forbids_masons_and_peasants() -> None:
    state = arrange(seat(HAND), seat(), event=FAMINE)
    assert [text for text in texts_of(state) if text.startswith("place")] == ["place stone1", "place stone2"]


def test_famine_lets_a_wheel_place_stone() -> None:
    state = arrange(seat(["wheel", *HAND[:4]]), seat(), event=FAMINE)
    play(state, "wheel")
    assert texts_of(state) == ["end", "place stone1", "place stone2"]


def test_ruling_11_gold_is_not_playable_in_a_famine() -> None:
    state = arrange(seat([*ATTACKS, "stone1"]), seat(DULL, ["mason"]), event=FAMINE)
    assert {text.split()[0] for text in texts_of(state) if "@" in text} == {"fire", "witch", "mage"}


def test_famine_lets_one_build() -> None:
    assert "build wall stone2=0 peasant2=0" in texts_of(arrange(seat(DULL, WALL), seat(), event=FAMINE))


def test_bad_weather_forbids_building_and_wheels() -> None:
    state = arrange(seat(["wheel", *HAND[:4]], WALL), seat(), event=WEATHER)
    assert not [text for text in texts_of(state) if text.startswith(("build", "wheel"))]
    assert "discard wheel" in texts_of(state)
    play(state, "place mason", "place stone1")
    assert state.to_act == (1,), "nothing can be built, so the turn is over"


def test_reform_forbids_mage_and_witch() -> None:
    state = arrange(seat([*ATTACKS, "stone1"]), seat(DULL, ["mason"]), event=REFORM)
    assert {text.split()[0] for text in texts_of(state) if "@" in text} == {"fire", "gold"}


def test_ruling_8_a_mage_that_lies_already_survives_the_reform() -> None:
    state = roll_event(round_end(seat(), seat(mage=2), seat(), attacked=[1]), REFORM)
    assert person(state, 1)["mage"] == 2
    play(state, "discard peasant1", "end")
    assert state.to_act == (2,)


# ---------------------------------------------------------------- timing


def test_ruling_15_the_first_round_has_no_event() -> None:
    assert chateaux.game("chateau-fort").new(2, 1).position(-1)["event"] == 0


@pytest.mark.parametrize("event", [FAMINE, WEATHER, REFORM])
def test_ruling_15_lasting_events_stand_for_one_round_and_lapse_with_the_next_roll(event: int) -> None:
    state = roll_event(round_end(seat(), seat()), event)
    assert state.event == event
    play(state, "discard peasant1", "end")
    assert state.event == event, "for every player of the round"
    play(state, "discard peasant1")
    assert {until(state, "end", rolling(roll)).event for roll in EVENTS} == set(EVENTS)


def test_every_event_is_equally_likely() -> None:
    state = round_end(seat(), seat())
    rolls = [0] * 7
    for seed in range(3000):
        copy = copy_of(state)
        copy.chance = chateaux.Chance.stream(seed)
        play(copy, "end")
        rolls[copy.event] += 1
    assert all(400 < count < 600 for count in rolls[1:])


def test_ruling_16_the_first_player_of_the_round_is_shown_as_roller() -> None:
    state = round_end(seat(), seat(), seat())
    events: list[dict[str, Any]] = []
    play(state, "end", events=events)
    roller = next(event for event in events if "roll" in event)
    assert roller["seat"] == state.first
    assert roller["roll"] == state.event


# ---------------------------------------------------------------- plague


@pytest.mark.parametrize(("count", "lost"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (9, 4)])
def test_ruling_12_plague_takes_one_card_of_two(count: int, lost: int) -> None:
    state = roll_event(round_end(seat(["stone1"] * 5, {"mason": count, "peasant1": count}), seat()), PLAGUE)
    left = {"mason": count - lost, "peasant1": count - lost} if count else {}
    assert site_of(state, 0) == left
    assert state.to_act == (0,), "single cards leave no choice, so nobody is asked"


def test_ruling_12_plague_counts_masons_and_peasants_apart_and_spares_stone() -> None:
    site = {"mason": 1, "stone1": 4, "stone2": 2, "peasant1": 1}
    state = roll_event(round_end(seat(DULL, site), seat()), PLAGUE)
    assert site_of(state, 0) == site


def test_ruling_12_plague_counts_cards_and_the_owner_chooses() -> None:
    state = roll_event(round_end(seat(DULL, {"peasant1": 2, "peasant2": 3}), seat(["stone1"] * 5)), PLAGUE)
    assert state.to_act == (0,)
    assert texts_of(state) == ["plague peasant2=0", "plague peasant2=1", "plague peasant2=2"]
    play(state, "plague peasant2=1")
    assert site_of(state, 0) == {"peasant1": 1, "peasant2": 2}


def test_ruling_12_a_double_alone_is_one_card() -> None:
    state = roll_event(round_end(seat(DULL, {"peasant2": 1}), seat(["stone1"] * 5, {"peasant2": 3})), PLAGUE)
    assert site_of(state, 0) == {"peasant2": 1}
    assert site_of(state, 1) == {"peasant2": 2}


# ---------------------------------------------------------------- alms


def test_ruling_13_alms_are_compulsory_and_of_any_kind() -> None:
    state = roll_event(round_end(seat(DULL, ["mason", "stone2"]), seat(DULL, ["peasant2", "stone1"])), ALMS)
    assert list(state.to_act) == [0, 1]
    assert texts_of(state, 0) == ["alms mason", "alms stone2"]
    with pytest.raises(chateaux.IllegalAction):
        state.play(state.parse("alms stone2", 0) - 1, 0)
    play(state, "alms stone2", "alms stone1")
    assert site_of(state, 0) == {"mason": 1}
    assert site_of(state, 1) == {"peasant2": 1}
    assert state.to_act == (0,)


def test_alms_of_one_kind_need_no_answer() -> None:
    state = roll_event(round_end(seat(DULL, {"stone1": 3}), seat(DULL, ["mason"])), ALMS)
    assert (site_of(state, 0), site_of(state, 1)) == ({"stone1": 2}, {})
    assert state.round == 2


def test_all_owners_are_asked_at_once_and_may_change_their_answers() -> None:
    state = roll_event(round_end(seat(DULL, ["mason", "stone2"]), seat(DULL, ["peasant2", "stone1"]), seat()), ALMS)
    state.play(state.parse("alms mason", 0), 0)
    assert state.to_act == (1,)
    assert texts_of(state, 0) == ["alms mason", "alms stone2"]
    assert state.prompt(0) == {"kind": "alms"}
    state.play(state.parse("alms stone2", 0), 0)
    assert site_of(state, 0) == {"mason": 1, "stone2": 1}, "nothing happens before the last answer"
    assert state.play(state.parse("alms stone1", 1), 1).revealed
    assert site_of(state, 0) == {"mason": 1}
    assert state.actions(2) == []


@pytest.mark.parametrize(("event", "answers"), [(ALMS, ("alms mason", "alms stone1")),
                                                (PLAGUE, ("plague peasant2=0", "plague peasant2=1"))])
def test_an_answer_is_nobody_elses_business_until_the_last_is_in(event: int, answers: tuple[str, str]) -> None:
    site = ["mason", "stone1", "peasant1", "peasant2"]
    start = roll_event(round_end(seat(DULL, site), seat(["stone1"] * 5, site), seat()), event)
    told = []
    for answer in answers:
        state = copy_of(start)
        outcome = state.play(state.parse(answer, 0), 0, events=True)
        assert not outcome.revealed
        assert outcome.events == ()
        told.append([seen_by(state, other) for other in (-1, 1, 2)])
        assert person(state, 0)["answer"] is not None
    assert told[0] == told[1]


def test_pending_answers_are_imagined_anew() -> None:
    state = roll_event(round_end(seat(DULL, ["mason", "stone2"]), seat(DULL, ["peasant2", "stone1"])), ALMS)
    state.play(state.parse("alms mason", 0), 0)
    worlds = state.game.worlds(state.observe(1))
    dealt: list[Any] = [worlds.sample(seed).position(-2) for seed in range(40)]
    assert {position["seats"][0]["answer"] for position in dealt} == {0, 2}


# ---------------------------------------------------------------- feast of fools


@pytest.mark.parametrize("players", [2, 3, 4])
def test_ruling_14_hands_pass_to_the_left_against_the_turn_order(players: int) -> None:
    hands = [["mason", "stone1", "fire", "witch", "wheel"], ["stone2"] * 5, ["peasant1"] * 5, ["peasant2"] * 5]
    state = arrange(*[seat(hand) for hand in hands[:players]], turn=players - 1, discarded=1)
    after = until(state, "end", lambda then: then.event == FEAST)
    for giver in range(players):
        hand = {card: hands[giver].count(card) for card in sorted(set(hands[giver]))}
        assert dict(sorted(hand_of(after, (giver - 1) % players).items())) == hand


def test_ruling_14_a_passed_hand_is_told_to_giver_and_taker() -> None:
    table = round_end(seat(), seat(["stone1"] * 5), seat(["mason"] * 5))
    for seed in range(100):
        state = copy_of(table)
        state.chance = chateaux.Chance.stream(seed)
        told = state.play(state.parse("end"), 2, events=True).events
        passed = [event for event in told if event.kind == "hand_passed"]
        for event in passed:
            knowing = {seat for seat in range(3) if "cards" in event.seen_by(seat)}
            assert knowing == {event.seat, event.public["taker_seat"]}
        if passed:
            return
    raise AssertionError("no feast was rolled")


def test_ruling_20_a_passed_hand_stays_known_to_its_giver_until_played() -> None:
    hands = [["mason", "stone1", "fire", "witch", "wheel"], ["stone2"] * 5, ["peasant1"] * 5]
    after = until(arrange(*[seat(hand) for hand in hands], turn=2, discarded=1), "end",
                  lambda then: then.event == FEAST)
    # seat 0 gave its hand to seat 2
    assert known(after, 0, 2) == {"mason": 1, "stone1": 1, "fire": 1, "witch": 1, "wheel": 1}
    assert known(after, 1, 2) == {}
    assert known(after, 0, 1) == {}
    play(after, "discard stone2", "end", "discard peasant1", "end", "place mason")
    assert known(after, 0, 2) == {"stone1": 1, "fire": 1, "witch": 1, "wheel": 1}


def test_ruling_20_a_card_played_from_two_of_a_kind_is_the_known_one() -> None:
    state = arrange(seat(["stone1", "stone1", "mason", "mason", "mason"], given={"stone1": 1}), seat())
    play(state, "place stone1")
    assert known(state, 1, 0) == {}


def test_ruling_20_a_hand_that_is_passed_on_stays_known_to_all_who_gave_it() -> None:
    state = arrange(seat(), seat(["mason", "fire", *["stone1"] * 3]), seat(["stone2"] * 5, given={"stone2": 4}),
                    seat(["peasant2"] * 5), turn=3, discarded=1)
    assert known(state, 3, 2) == {"stone2": 4}
    after = until(state, "end", lambda then: then.event == FEAST)
    assert known(after, 2, 1) == {"stone2": 5}
    assert known(after, 3, 1) == {"stone2": 4}
    assert known(after, 0, 1) == {}


# ---------------------------------------------------------------- each event with a Mage, and with an empty site


@pytest.mark.parametrize("event", EVENTS)
def test_each_event_with_a_mage(event: int) -> None:
    """A Mage stays through the event, is no card of the site, and does not take an owner's choice away."""
    site = ["mason", "mason", "stone1", "peasant1", "peasant2"]
    start = round_end(seat(["stone1"] * 5), seat(["stone2"] * 5, site, mage=2), seat(["peasant2"] * 5),
                      attacked=[1])
    state = roll_event(start, event)
    assert person(state, 1)["mage"] == 2
    if event in (PLAGUE, ALMS):
        assert state.to_act == (1,), "who is held still chooses"
        play(state, texts_of(state)[0])
    left = {PLAGUE: {"mason": 1, "stone1": 1, "peasant2": 1},
            ALMS: {"mason": 1, "stone1": 1, "peasant1": 1, "peasant2": 1}}
    assert site_of(state, 1) == left.get(event, {"mason": 2, "stone1": 1, "peasant1": 1, "peasant2": 1})
    assert state.to_act == (0,)
    play(state, texts_of(state)[0] if event != FEAST else "discard stone2")
    while state.to_act == (0,):
        play(state, "end" if "end" in texts_of(state) else texts_of(state)[0])
    assert state.to_act == (2,), "who is held misses the turn"
    assert person(state, 1)["mage"] is None, "and the Mage is taken back"


@pytest.mark.parametrize("event", EVENTS)
def test_each_event_with_an_empty_site(event: int) -> None:
    state = roll_event(round_end(seat(), seat(["stone1"] * 5)), event)
    assert site_of(state, 0) == site_of(state, 1) == {}
    assert (state.round, state.to_act) == (2, (0,))


@pytest.mark.parametrize("event", EVENTS)
def test_each_event_with_a_mage_on_an_empty_site(event: int) -> None:
    """Ruling 23: a Mage is not given as alms."""
    state = roll_event(round_end(seat(), seat(["stone1"] * 5, mage=2), seat(["stone2"] * 5), attacked=[1]), event)
    assert person(state, 1)["mage"] == 2
    assert site_of(state, 1) == {}
    assert state.to_act == (0,)


@pytest.mark.parametrize("event", EVENTS)
def test_ruling_17_each_event_spares_what_is_built(event: int) -> None:
    state = roll_event(round_end(seat(walls=3, keeps=1), seat(["stone1"] * 5)), event)
    assert (person(state, 0)["walls"], person(state, 0)["keeps"]) == (3, 1)
