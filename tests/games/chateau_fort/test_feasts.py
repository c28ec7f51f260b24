"""Feast after feast (ruling 20): whoever gave a hand away knows what is left of it, wherever it goes."""
from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

import chateaux
from tests.conformance import (
    Setting,
    through_json,
    twin_looks_the_same,
    twin_stays_the_same_along_a_game,
    worlds_are_calibrated,
)
from tests.games.chateau_fort.fort import (
    GAME,
    arrange,
    hand_of,
    known,
    play,
    roll_event,
    round_end,
    seat,
    told_of,
    until,
)

FEAST = 6
TALES = ["mason", "stone1", "fire", "witch", "wheel"]
TALE = dict.fromkeys(TALES, 1)


def feast(state: Any, *texts: str) -> Any:
    """Play a round and let it end in a Feast of fools."""
    return roll_event(play(state, *texts), FEAST)


def idle(state: Any) -> Any:
    """Every player discards the first card that is neither of a kind to be watched nor the last of its kind."""
    for _ in range(state.players - 1):
        play(state, f"discard {spare(state)}", "end")
    return play(state, f"discard {spare(state)}")


def spare(state: Any) -> str:
    held = hand_of(state, state.to_act[0])
    return max(held, key=lambda card: (card not in TALES, held[card]))


def three() -> Any:
    """Seat 0 has given its hand to seat 2, which has discarded one card of it and drawn another."""
    state = feast(round_end(seat(TALES), seat(["peasant1"] * 5), seat(["peasant2"] * 5)))
    play(state, "discard peasant1", "end", "discard peasant2", "end", "discard witch")
    return state


# ---------------------------------------------------------------- the chain


def test_ruling_20_a_hand_that_is_passed_on_stays_known_to_both_givers() -> None:
    state = feast(three())
    assert known(state, 0, 1) == {"mason": 1, "stone1": 1, "fire": 1, "wheel": 1}
    assert known(state, 2, 1) == hand_of(state, 1)
    assert known(state, 0, 2) == hand_of(state, 2), "and seat 0 knows what it has just given"


def test_ruling_20_a_card_played_from_a_hand_that_was_passed_on_is_off_both_givers_knowledge() -> None:
    state = feast(three())
    whole = hand_of(state, 1)
    play(state, f"discard {spare(state)}", "end", "place mason")
    assert known(state, 0, 1) == {"stone1": 1, "fire": 1, "wheel": 1}
    assert known(state, 2, 1) == {card: count - (card == "mason") for card, count in whole.items()
                                  if count > (card == "mason")}


def test_ruling_20_a_card_that_the_earlier_giver_never_knew_costs_only_the_later_one() -> None:
    """Seat 2 drew a monk before it passed the hand on; the monk is played and seat 0 loses nothing."""
    state = until(three(), "end", lambda then: then.event == FEAST and "monks" in hand_of(then, 1))
    play(state, f"discard {spare(state)}", "end", "discard monks")
    assert known(state, 0, 1) == {"mason": 1, "stone1": 1, "fire": 1, "wheel": 1}
    assert known(state, 2, 1) == {"mason": 1, "stone1": 1, "fire": 1, "wheel": 1}


def test_ruling_20_of_two_of_a_kind_one_known_to_the_earlier_giver_the_known_one_is_played() -> None:
    """It might be either; what the earlier giver can be sure of afterwards is none."""
    state = until(three(), "end", lambda then: then.event == FEAST and hand_of(then, 1).get("mason") == 2)
    assert (known(state, 0, 1)["mason"], known(state, 2, 1)["mason"]) == (1, 2)
    play(state, f"discard {spare(state)}", "end", "place mason")
    assert (known(state, 0, 1).get("mason", 0), known(state, 2, 1)["mason"]) == (0, 1)
    play(state, "place mason")
    assert "mason" not in known(state, 0, 1) | known(state, 2, 1)


def test_cards_drawn_into_a_hand_are_known_to_no_giver() -> None:
    state = feast(three())
    before = known(state, 0, 1)
    play(state, f"discard {spare(state)}", "end", "discard fire", "end")
    assert sum(hand_of(state, 1).values()) == 5
    assert known(state, 0, 1) == {card: 1 for card in before if card != "fire"}
    assert sum(known(state, 2, 1).values()) == 4


def test_after_three_feasts_of_three_players_a_hand_is_home_and_known_to_the_two_others() -> None:
    state = feast(idle(feast(three())))
    home = known(state, 2, 0)
    assert known(state, 1, 0) == hand_of(state, 0)
    assert {"mason", "stone1", "fire", "wheel"} <= set(home)
    assert sum(home.values()) == 4, "seat 1 has discarded one card of what seat 2 gave"
    assert known(state, 0, 0) == hand_of(state, 0)


def test_with_a_fourth_feast_the_first_giver_knows_the_whole_hand_anew() -> None:
    state = feast(idle(feast(idle(feast(three())))))
    assert known(state, 0, 2) == hand_of(state, 2)
    assert {"mason", "stone1", "fire", "wheel"} <= set(known(state, 1, 2))


def test_a_hand_that_is_passed_three_times_among_four_stays_known_to_all_who_gave_it() -> None:
    state = feast(round_end(seat(["stone2"] * 5), seat(["peasant1"] * 5), seat(["peasant2"] * 5), seat(TALES)))
    assert known(state, 3, 2) == TALE
    state = feast(play(state, "discard peasant1", "end", "discard peasant2", "end", "discard wheel", "end",
                       "discard stone2"))
    assert known(state, 3, 1) == {"mason": 1, "stone1": 1, "fire": 1, "witch": 1}
    assert known(state, 2, 1) == hand_of(state, 1)
    assert known(state, 0, 1) == {}
    assert known(state, 0, 2) == {"stone2": 4}, "seat 0's own hand went by way of seat 3"
    play(state, f"discard {spare(state)}", "end", "discard witch", "end", f"discard {spare(state)}", "end")
    state = feast(state, f"discard {spare(state)}")
    assert known(state, 3, 0) == {"mason": 1, "stone1": 1, "fire": 1}
    assert set(known(state, 2, 0)) >= {"mason", "stone1", "fire"}
    assert sum(known(state, 2, 0).values()) == 4
    assert known(state, 1, 0) == hand_of(state, 0)
    play(state, "place stone1")
    assert known(state, 3, 0) == {"mason": 1, "fire": 1}
    assert sum(known(state, 2, 0).values()) == 3
    assert known(state, 1, 0) == hand_of(state, 0)


def test_a_defence_out_of_turn_and_its_replacement_keep_the_chain_true() -> None:
    state = arrange(seat(["fire", *["stone1"] * 4]), seat(["guards", "mason", *["peasant1"] * 3], ["mason"],
                    given={"guards": 1, "mason": 1, "peasant1": 2}, given_earlier=[{"guards": 1, "peasant1": 1}]),
                    seat(["peasant2"] * 5))
    assert known(state, 0, 1) == {"guards": 1, "peasant1": 1}
    play(state, "fire @1", "defend")
    assert known(state, 0, 1) == {"peasant1": 1}
    assert known(state, 2, 1) == {"mason": 1, "peasant1": 2}
    assert sum(hand_of(state, 1).values()) == 5


def test_a_wheel_that_empties_the_hand_leaves_nothing_to_know() -> None:
    state = arrange(seat(["wheel", "mason", "stone1", "stone1", "peasant1"],
                         given=["wheel", "mason", "stone1", "stone1"], given_earlier=[["stone1"]]), seat(), seat())
    play(state, "wheel", "place mason", "place stone1")
    assert (known(state, 1, 0), known(state, 2, 0)) == ({"stone1": 1}, {})
    play(state, "place stone1", "place peasant1")
    assert (known(state, 1, 0), known(state, 2, 0)) == ({}, {})
    assert sum(hand_of(state, 0).values()) == 5


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_seat_knows_what_a_perfect_memory_of_its_own_events_knows(players: int) -> None:
    """Hands that a seat was shown, where feasts took them, and the cards all saw leave them: neither more nor less."""
    chooser = random.Random(players)
    chains: Counter[int] = Counter()
    for seed in range(4):
        state: Any = GAME.new(players, seed)
        memory: list[list[Counter[str]]] = [[Counter() for _ in range(players)] for _ in range(players)]
        for _ in range(500):
            if state.over:
                break
            asked = chooser.choice(state.to_act)
            events = state.play(chooser.choice(state.actions(asked)), asked, events=True).events
            for observer in range(players):
                remember(memory[observer], observer, [event.seen_by(observer) for event in events])
            for observer in range(players):
                for holder in range(players):
                    if holder != observer:
                        sure = known(state, observer, holder)
                        assert Counter(sure) == memory[observer][holder]
                        assert Counter(sure) <= Counter(hand_of(state, holder))
                        chains[(observer - holder) % players] += sum(sure.values())
    assert all(chains[steps] > 100 for steps in range(1, players)), "hands that went that far were compared"


def remember(memory: list[Counter[str]], observer: int, events: list[dict[str, Any]]) -> None:
    passed = {event["taker_seat"]: event for event in events if event["kind"] == "hand_passed"}
    for event in events:  # a feast comes when a round ends, after all that was played
        if event["kind"] in ("place", "discard", "wheel", "attack", "curse", "block"):
            memory[event["seat"]] -= Counter([event["card"]])
    if passed:
        before = list(memory)
        for taker, event in passed.items():
            memory[taker] = Counter(event["cards"]) if event["seat"] == observer else before[event["seat"]].copy()
        memory[observer] = Counter()  # the own hand is seen, not remembered


# ---------------------------------------------------------------- who knows of whose knowledge


def test_who_passed_a_hand_on_knows_what_the_earlier_giver_knows_and_its_holder_does_not() -> None:
    state = feast(three())
    earlier = {"mason": 1, "stone1": 1, "fire": 1, "wheel": 1}
    assert told_of(state, 0, 1)["given_earlier"] == told_of(state, 2, 1)["given_earlier"] == [earlier]
    assert told_of(state, 1, 1)["given_earlier"] == told_of(state, -1, 1)["given_earlier"] == [None]
    assert told_of(state, 1, 1)["given"] == hand_of(state, 1)
    assert "given" not in told_of(state, 0, 1) | told_of(state, -1, 1)


def test_that_an_earlier_giver_knows_a_card_is_a_chance_that_all_reckon() -> None:
    state = three()
    assert "earlier_chance" not in told_of(state, -1, 2), "nobody can have passed it on yet"
    state = feast(state)
    for observer in range(-1, 3):
        assert (told_of(state, observer, 1)["given_chance"], told_of(state, observer, 1)["earlier_chance"]) == (
            1_000_000, [800_000])
    play(state, f"discard {spare(state)}", "end", "discard fire", "end")
    for observer in range(-1, 3):
        assert (told_of(state, observer, 1)["given_chance"], told_of(state, observer, 1)["earlier_chance"]) == (
            800_000, [800_000]), "of the cards that the later giver knows the earlier one still knows as many"


def test_a_view_shows_what_is_left_of_a_hand_wherever_it_went() -> None:
    state = feast(three())
    shown: Any = state.view(0)
    faces = [[card.card for card in one.hand] for one in shown.players]
    assert faces[1] == ["mason", "stone1", "fire", "wheel", None]
    assert Counter(faces[2]) == Counter(hand_of(state, 2))
    assert sum(shown.pile.unseen.values()) == 90 - 5 - 5 - 4
    spectator: Any = state.view(None)
    assert all(card.card is None for one in spectator.players for card in one.hand)
    assert sum(spectator.pile.unseen.values()) == 90
    holder: Any = state.view(1)
    assert all(card.known_to == [2] for card in holder.players[1].hand)


# ---------------------------------------------------------------- worlds


def four() -> Any:
    """Four players, knowledge of every depth."""
    return arrange(
        seat(["monks", "mason", "stone1", "stone1", "wheel"], given=["monks", "mason", "stone1", "stone1"],
             given_earlier=[["monks", "stone1", "stone1"], ["stone1"]], given_chance=800_000,
             earlier_chance=[600_000, 400_000]),
        seat(["fire", "fire", "mason", "stone2", "peasant2"], given=["fire", "fire", "mason"],
             given_earlier=[["fire", "fire"], ["fire"]]),
        seat(["peasant1"] * 5, given=["peasant1"] * 4, given_earlier=[["peasant1"] * 3, ["peasant1"] * 2]),
        seat(["peasant2", "guards", "gold", "mage", "relics"]))


def test_worlds_keep_what_every_earlier_giver_knows() -> None:
    state = four()
    assert [known(state, observer, 0) for observer in (1, 2, 3)] == [
        {"mason": 1, "stone1": 2, "monks": 1}, {"stone1": 2, "monks": 1}, {"stone1": 1}]
    for observer in range(-1, 4):
        worlds = GAME.worlds(state.observe(observer))
        for number in range(40):
            world: Any = worlds.sample(number)
            world.check()
            assert world.observe(observer) == state.observe(observer)
            for holder in range(4):
                assert Counter(known(state, observer, holder)) <= Counter(hand_of(world, holder))


@pytest.mark.parametrize(("observer", "sure"), [(2, ["stone1", "stone1", "monks"]), (3, ["stone1"])])
def test_what_an_earlier_giver_does_not_know_is_dealt_with_the_right_frequencies(
        observer: int, sure: list[str]) -> None:
    """Every card that the observer cannot place is equally likely among the other cards of the hand."""
    state = four()
    unseen: Counter[str] = Counter(state.view(None).copies)
    for holder in range(4):
        unseen -= Counter(known(state, observer, holder))
    worlds = GAME.worlds(state.observe(observer))
    dealt: Counter[str] = Counter()
    samples = 2000
    for number in range(samples):
        world: Any = worlds.sample(number)
        dealt.update(Counter(hand_of(world, 0)) - Counter(sure))
    assert dealt.total() == samples * (5 - len(sure))
    for card, count in unseen.items():
        expected = dealt.total() * count / unseen.total()
        assert abs(dealt[card] - expected) < 5 * expected ** 0.5, card


def test_worlds_imagine_what_others_know_with_the_chance_that_all_reckon() -> None:
    """The holder knows what its giver knows, and with which chance the one before knows such a card."""
    state = feast(three())
    worlds = GAME.worlds(state.observe(1))
    counts: Counter[str] = Counter()
    for number in range(600):
        world: Any = worlds.sample(number)
        earlier = told_of(world, -2, 1)["given_earlier"][0]
        assert Counter(earlier) <= Counter(hand_of(state, 1))
        counts.update(earlier)
    for card, count in hand_of(state, 1).items():
        if count == 1:
            assert abs(counts[card] / 600 - 0.8) < 0.09, card


def test_right_after_a_feast_everybody_knows_that_the_giver_knows_all() -> None:
    state = feast(three())
    for observer in range(-1, 3):
        for number in range(20):
            world: Any = GAME.worlds(state.observe(observer)).sample(number)
            assert told_of(world, -2, 1)["given"] == hand_of(world, 1)


@pytest.mark.parametrize("players", [3, 4])
def test_a_twin_looks_the_same_through_chains_of_feasts(players: int) -> None:
    seats = [seat(hand) for hand in (TALES, ["peasant1"] * 5, ["peasant2"] * 5, ["stone2"] * 5)[:players]]
    state = feast(round_end(*seats))
    for number in range(players):
        twin_looks_the_same(state, number)
        state = idle(state)
        twin_looks_the_same(state, number)
        state = feast(state)
    twin_looks_the_same(state, players)


@pytest.mark.parametrize("players", [3, 4])
def test_a_twin_stays_the_same_while_hands_go_round(players: int) -> None:
    setting = Setting(GAME, players, (("mode", "timed"), ("rounds", 20)))
    for viewer in range(players):
        assert twin_stays_the_same_along_a_game(setting, 70 + viewer, viewer) > 60


@pytest.mark.skipif(not chateaux.COMPILED, reason="many samples: compared at compiled speed")
@pytest.mark.parametrize("arranged", [three, four])
def test_worlds_are_calibrated_while_hands_go_round(arranged: Callable[[], Any]) -> None:
    state = arranged()
    if state.discarded:
        state = feast(state)
    chooser, compared = random.Random(5), 0
    for number in range(25):
        compared += worlds_are_calibrated(state, number)
        asked = chooser.choice(state.to_act)
        state.play(chooser.choice(state.actions(asked)), asked)
    assert compared > 20


# ---------------------------------------------------------------- positions


def test_a_position_stored_before_chains_were_kept_is_read_as_nothing_known() -> None:
    data: Any = through_json(feast(three()).dump())
    for one in data["position"]["seats"]:
        del one["given_earlier"], one["earlier_chance"]
    state: Any = GAME.load(data)
    assert known(state, 0, 1) == {}
    assert known(state, 2, 1) == hand_of(state, 1)
    play(state, f"discard {spare(state)}", "end")
    observation: Any = state.observe(0)
    assert GAME.worlds(observation).sample(1).observe(0) == observation


def test_positions_of_every_depth_survive_writing_and_reading() -> None:
    state = four()
    again = GAME.load(through_json(state.dump()))
    assert again.dump() == state.dump()
    assert told_of(state, -2, 0)["earlier_chance"] == [600_000, 400_000]
    assert told_of(state, -2, 1)["earlier_chance"] == [666_666, 500_000], "left out, it is what the cards say"


@pytest.mark.parametrize("observer", [-1, 0, 1, 2, 3])
def test_a_masked_position_can_be_loaded(observer: int) -> None:
    state = four()
    masked: Any = through_json(dict(state.observe(observer).position))
    loaded: Any = GAME.load({"players": 4, "position": masked})
    for holder in range(4):
        assert Counter(known(state, observer, holder)) <= Counter(hand_of(loaded, holder))


@pytest.mark.parametrize(("change", "complaint"), [
    ({"given_earlier": [{"mason": 1}]}, "Seat 2 cannot know of 1 cards 'mason' in the hand of seat 0"),
    ({"given": ["stone1"], "given_earlier": [["stone1", "stone1"]]}, "Seat 2 cannot know of 2 cards 'stone1'"),
    ({"given_earlier": [["dragon"]]}, "no card 'dragon'"),
    ({"given_earlier": [[], []]}, "given_earlier must be a list"),
    ({"given_earlier": [7]}, "given_earlier"),
    ({"given_earlier": {"mason": 1}}, "given_earlier must be a list"),
    ({"earlier_chance": [1_000_001]}, "earlier_chance must be"),
    ({"earlier_chance": ["much"]}, "earlier_chance must be"),
    ({"earlier_chance": 5}, "earlier_chance must be"),
])
def test_impossible_knowledge_is_refused_in_a_sentence(change: dict[str, object], complaint: str) -> None:
    with pytest.raises(chateaux.BadPosition, match=complaint):
        arrange({**seat(["stone1"] * 5), **change}, seat(), seat(["peasant2"] * 5))


def test_two_players_have_no_earlier_giver() -> None:
    with pytest.raises(chateaux.BadPosition, match="given_earlier must be a list"):
        arrange({**seat(), "given_earlier": [{}]}, seat(["stone1"] * 5))
    state = feast(idle(feast(round_end(seat(TALES), seat(["peasant1"] * 5)))))
    assert "given_earlier" not in told_of(state, -2, 0)
    assert known(state, 1, 0) == hand_of(state, 0)
