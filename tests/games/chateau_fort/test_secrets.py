"""Hidden information: hands are secret, the pile is a multiset, and worlds are dealt accordingly."""
from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import chateaux
from chateaux.games.chateau_fort.schema import Held
from tests.conformance import Setting, seen_by, twin_stays_the_same_along_a_game
from tests.games.chateau_fort.fort import ATTACKS, DULL, GAME, STOPS, arrange, play, seat, until

FEAST = 6


def swapped(hand: list[str], other: list[str], **position: Any) -> tuple[Any, Any]:
    """Two positions that differ in nothing but the hand of seat 1."""
    return (arrange(seat(["fire", "witch", "gold", "mage", "stone1"]), seat(hand, ["mason"]), seat(), **position),
            arrange(seat(["fire", "witch", "gold", "mage", "stone1"]), seat(other, ["mason"]), seat(), **position))


@pytest.mark.parametrize("turn", [0, 1, 2])
def test_views_do_not_change_when_a_hidden_hand_is_swapped(turn: int) -> None:
    """In one's own turn, in a rival's and in the holder's, the hand of seat 1 is seen by nobody else."""
    one, two = swapped(["guards", "monks", "relics", "wheel", "mason"], DULL, turn=turn)
    for other in (-1, 0, 2):
        assert seen_by(one, other) == seen_by(two, other)
    assert seen_by(one, 1) != seen_by(two, 1)


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_whole_reaction_window_tells_nothing_of_a_hand_that_does_not_defend(attack: str) -> None:
    aim = {"fire": "fire @1", "witch": "witch @1 mason", "gold": "gold @1", "mage": "mage @1"}[attack]
    one, two = swapped([STOPS[attack], *DULL[:4]], DULL)
    for text in (aim, "accept", "end"):
        seen = []
        for state in (one, two):
            state.chance = chateaux.Chance.stream(9)
            asked = state.to_act[0]
            outcome = state.play(state.parse(text, asked), asked, events=True)
            seen.append(([[event.seen_by(other) for event in outcome.events] for other in (-1, 2)],
                         [seen_by(state, other) for other in (-1, 2)], outcome.revealed, state.to_act))
        assert seen[0][0] == seen[1][0], text
        assert seen[0] == seen[1], text
        if text == "accept" and attack == "mage":
            break


def test_the_drawn_cards_are_told_to_nobody_but_the_drawer() -> None:
    state = arrange(seat(), seat())
    play(state, "discard peasant1")
    outcome = state.play(state.parse("end"), 0, events=True)
    draw = next(event for event in outcome.events if event.kind == "draw")
    assert draw.seen_by(1) == draw.seen_by(-1) == {"kind": "draw", "seat": 0, "count": 1}
    own: Any = draw.seen_by(0)
    assert len(own["cards"]) == 1


def test_ruling_20_a_discard_is_shown_to_all() -> None:
    state = arrange(seat(["monks", *DULL[:4]]), seat())
    outcome = state.play(state.parse("discard monks"), 0, events=True)
    assert outcome.events[0].seen_by(-1) == {"kind": "discard", "seat": 0, "card": "monks"}
    assert outcome.revealed


def test_hidden_cards_are_dealt_with_the_right_frequencies() -> None:
    """Every card that a seat cannot see is equally likely in a rival's hand: 5 of the 80 others."""
    state = arrange(seat(["mason", "stone1", "monks", "monks", "fire"], ["peasant2"] * 5), seat(), seat())
    worlds = GAME.worlds(state.observe(0))
    dealt: Counter[str] = Counter()
    samples = 3000
    for number in range(samples):
        position: Any = worlds.sample(number).position(-2)
        dealt.update(position["seats"][1]["hand"])
    unseen = {"mason": 11, "stone1": 13, "stone2": 8, "peasant1": 22, "peasant2": 5, "fire": 2, "witch": 3, "gold": 3,
              "mage": 3, "guards": 2, "monks": 2, "relics": 2, "wheel": 4}
    assert sum(unseen.values()) == 80
    for card, count in unseen.items():
        expected = samples * 5 * count / 80
        assert abs(dealt[card] - expected) < 5 * expected ** 0.5, card


def test_worlds_keep_what_a_giver_knows() -> None:
    state = arrange(seat(), seat(["guards", "guards", "fire", "witch", "wheel"], given={"guards": 2, "fire": 1}),
                    seat(["relics", "relics", "stone1", "stone1", "stone1"]))
    worlds = GAME.worlds(state.observe(2))
    others = set()
    for number in range(60):
        position: Any = worlds.sample(number).position(-2)
        hand = position["seats"][1]["hand"]
        assert hand["guards"] == 2
        assert hand["fire"] >= 1
        assert sum(hand.values()) == 5
        others.add(tuple(hand))
    assert len(others) > 10


def test_third_parties_know_that_a_giver_knows_but_not_what() -> None:
    """Right after a feast everybody knows that the giver knows all; with every draw it is less likely."""
    state = until(arrange(seat(["stone1"] * 5), seat(["stone2"] * 5), seat(["peasant2"] * 5), turn=2, discarded=1),
                  "end", lambda then: then.event == FEAST)
    position: Any = GAME.worlds(state.observe(1)).sample(3).position(-2)
    assert position["seats"][2]["given"] == position["seats"][2]["hand"], "seat 0 gave it to seat 2"
    play(state, "discard stone2", "end")
    told: Any = state.observe(-1).position
    assert told["seats"][0]["given_chance"] == 800_000, "four of its five cards came from seat 1"
    worlds = GAME.worlds(state.observe(-1))
    sizes = []
    for number in range(400):
        imagined: Any = worlds.sample(number).position(-2)
        sizes.append(sum(imagined["seats"][0]["given"].values()))
    assert abs(sum(sizes) / 400 - 4) < 0.2


def test_a_holder_knows_what_the_giver_knows() -> None:
    """After a Feast of fools seat 0 holds what seat 1 gave, and is told so; worlds keep it."""
    state = until(arrange(seat(["stone1"] * 5), seat(["fire", "witch", "gold", "mage", "monks"]), turn=1, discarded=1),
                  "end", lambda then: then.event == FEAST)
    told: Any = state.observe(0).position
    assert told["seats"][0]["given"] == {"fire": 1, "witch": 1, "gold": 1, "mage": 1, "monks": 1}
    shown: Any = state.view(0)
    assert all(card.known_to == [1] for card in shown.players[0].hand)
    assert [card.card for card in shown.players[1].hand] == ["stone1"] * 5
    twin: Any = GAME.worlds(state.observe(0)).sample(3)
    assert twin.position(-2) == state.position(-2), "with two players a feast shows everything but the pile"


def test_the_pile_is_counts_and_nobody_sees_its_order() -> None:
    state: Any = GAME.new(3, 8)
    for viewer in (None, 0, 1, 2):
        shown: Any = state.view(viewer)
        assert shown.pile.count == 75
        assert sum(shown.pile.unseen.values()) == (90 if viewer is None else 85)


def test_hidden_cards_have_ids_that_tell_nothing() -> None:
    state = arrange(seat(), seat(["guards", "monks", "relics", "wheel", "mason"]))
    shown: Any = state.view(0)
    assert shown.players[1].hand == [Held(id=f"rival-1-card-{number}") for number in range(5)]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("mode", ["classic", "timed"])
def test_non_interference_along_whole_games(players: int, mode: str) -> None:
    setting = Setting(GAME, players, (("mode", mode), ("rounds", 10)))
    for viewer in range(players if mode == "timed" else 1):
        assert twin_stays_the_same_along_a_game(setting, 40 + viewer, viewer) > 30


def test_knowledge_is_lost_but_never_invented() -> None:
    """What an observer is told of a hand was given away by that observer and has not been shown since."""
    chooser = random.Random(2)
    for seed in range(6):
        state: Any = GAME.new(3, seed)
        for _ in range(400):
            if state.over:
                break
            asked = chooser.choice(state.to_act)
            state.play(chooser.choice(state.actions(asked)), asked)
            for observer in range(3):
                whole, told = state.position(-2)["seats"], state.observe(observer).position["seats"]
                for holder in range(3):
                    if holder != observer:
                        known = told[holder].get("given", {})
                        assert not known or holder == (observer - 1) % 3
                        assert all(whole[holder]["hand"][card] >= count for card, count in known.items())
                        assert "hand" not in told[holder]
