"""Déroulement du jeu and Jouer des cartes, with the rulings about a player's turn."""
from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import chateaux
from chateaux.engine.data import Endless
from chateaux.games.chateau_fort.rules import roll_for_first
from chateaux.games.chateau_fort.turns import pass_turn
from tests.games.chateau_fort.fort import (
    ATTACKS,
    DEFENCES,
    DULL,
    GAME,
    arrange,
    copy_of,
    hand_of,
    person,
    play,
    round_end,
    seat,
    site_of,
    texts_of,
)

WALL = ["mason", "stone1", "stone1", "peasant1", "peasant1", "peasant1"]
KEEP = ["mason", *["stone1"] * 5, *["peasant1"] * 6]


# ---------------------------------------------------------------- setup


@pytest.mark.parametrize("players", [2, 3, 4])
def test_setup_deals_five_cards_and_the_lowest_die_begins(players: int) -> None:
    for seed in range(50):
        state = GAME.new(players, seed)
        data = state.position(-2)
        rolls = data["rolls"]
        assert isinstance(rolls, list)
        assert len(rolls) == players
        first = data["first"]
        assert isinstance(first, int)
        assert all(rolls[first] <= other for other in rolls), "tied seats roll again, later rolls decide"
        assert sum(rolls[first] == other for other in rolls) == 1
        assert state.to_act == (first,)
        state.check()


def test_setup_lets_only_the_tied_roll_again() -> None:
    for seed in range(200):
        rolls, first = roll_for_first(3, chateaux.Chance.stream(seed))
        assert rolls[first] == min(rolls)
        again = [seat for seat in range(3) if len(rolls[seat]) > 1]
        if again:
            lowest = min(row[0] for row in rolls)
            assert again == [seat for seat in range(3) if rolls[seat][0] == lowest]


def test_every_seat_begins_equally_often() -> None:
    begins = Counter(GAME.new(3, seed).to_act[0] for seed in range(3000))
    assert all(900 < begins[number] < 1100 for number in range(3))


def test_play_goes_to_the_right() -> None:
    state = arrange(seat(), seat(), seat())
    play(state, "place peasant1", "end")
    assert state.to_act == (1,)
    play(state, "place peasant1", "end")
    assert state.to_act == (2,)


# ---------------------------------------------------------------- play or discard


def test_at_most_two_cards_are_played() -> None:
    state = arrange(seat(["stone1", "mason", "peasant1", "peasant2", "stone2"]), seat())
    play(state, "place stone1", "place mason")
    assert state.to_act == (1,)
    assert site_of(state, 0) == {"mason": 1, "stone1": 1}
    assert sum(hand_of(state, 0).values()) == 5


def test_at_most_three_cards_are_discarded() -> None:
    state = arrange(seat(), seat())
    play(state, "discard peasant1", "discard peasant1", "discard peasant1")
    assert state.to_act == (1,)
    assert sum(hand_of(state, 0).values()) == 5


def test_nobody_plays_and_discards_in_one_turn() -> None:
    state = arrange(seat(["stone1", "mason", "peasant1", "peasant2", "wheel"]), seat(site=["mason"]))
    played = play(copy_of(state), "place stone1")
    assert not any(text.startswith("discard") for text in texts_of(played))
    discarded = play(copy_of(state), "discard stone1")
    assert set(texts_of(discarded)) == {"end", *(f"discard {card}" for card in hand_of(discarded, 0))}


def test_ruling_6_cards_are_drawn_only_at_the_end_of_the_turn() -> None:
    state = arrange(seat(), seat())
    play(state, "place peasant1")
    assert person(state, 0)["cards"] == 4
    play(state, "end")
    assert person(state, 0)["cards"] == 5


def test_ruling_7_a_play_or_a_discard_is_compulsory() -> None:
    state = arrange(seat(["guards", "guards", "monks", "monks", "relics"]), seat())
    assert set(texts_of(state)) == {"discard guards", "discard monks", "discard relics"}
    assert "end" in texts_of(play(state, "discard guards"))


def test_defence_cards_are_not_played_in_ones_own_turn() -> None:
    state = arrange(seat(["guards", "monks", "relics", "stone1", "mason"]), seat(site=["mason"]))
    assert not any(text.split()[0] in (*DEFENCES, "defend", "place") and text.split()[-1] in DEFENCES
                   for text in texts_of(state))


def test_whether_to_play_a_second_card_is_asked_whatever_the_hand() -> None:
    """An early end would tell that nothing in the hand could be played."""
    state = arrange(seat(["stone1", "guards", "guards", "relics", "relics"]), seat())
    play(state, "place stone1")
    assert state.to_act == (0,)
    assert texts_of(state) == ["end"]


# ---------------------------------------------------------------- the one pile


def test_ruling_1_spent_cards_return_to_the_pile() -> None:
    state = arrange(seat(DULL, WALL), seat())
    before = list(state.pile)
    play(state, "build wall stone2=0 peasant2=0")
    assert [now - then for now, then in zip(state.pile, before, strict=True)][:5] == [1, 2, 0, 3, 0]


def test_ruling_1_discards_return_to_the_pile_and_may_be_drawn_again() -> None:
    state = arrange(seat(["guards", "guards", "peasant1", "peasant1", "peasant1"]), seat())
    before = state.pile_size
    play(state, "discard guards")
    assert state.pile_size == before + 1
    found = 0
    for seed in range(300):
        copy = copy_of(state)
        copy.chance = chateaux.Chance.stream(seed)
        copy.play(copy.parse("end"), 0)
        found += hand_of(copy, 0).get("guards") == 2
    assert found > 0


def small_box() -> chateaux.Game:
    """A box of 21 cards: with two players and 11 cards on the sites the pile is empty."""
    data = chateaux.game("chateau-fort").pieces
    assert isinstance(data, dict)
    few = {"mason": 5, "stone1": 6, "peasant1": 8, "guards": 2}
    return GAME.with_pieces({**data, "cards": [{**card, "copies": few.get(card["id"], 0)} for card in data["cards"]]})


def test_ruling_2_with_an_empty_pile_one_plays_on_with_fewer_cards() -> None:
    game = small_box()
    state = arrange(seat(["mason", "mason", "peasant1", "peasant1", "peasant1"]),
                    seat(["mason", "guards", "guards", "peasant1", "peasant1"]) | {
                        "site": {"stone1": 6, "mason": 2, "peasant1": 3}}, game=game)
    assert state.pile_size == 0
    events: list[dict[str, Any]] = []
    play(state, "place mason", "place mason", events=events)
    assert [event["kind"] for event in events] == ["place", "place"], "nothing was drawn"
    assert person(state, 0)["cards"] == 3
    assert state.to_act == (1,)


def test_ruling_2_the_last_card_of_the_pile_is_drawn() -> None:
    site = {"stone1": 5, "mason": 2, "peasant1": 3}
    state = arrange(seat(["mason", "mason", "peasant1", "peasant1", "peasant1"]),
                    seat(["mason", "guards", "guards", "peasant1", "peasant1"], site), game=small_box())
    assert state.pile_size == 1
    play(state, "place mason", "place mason")
    assert hand_of(state, 0) == {"stone1": 1, "peasant1": 3}


def test_ruling_2_without_any_card_a_turn_passes() -> None:
    game = small_box()
    state = arrange(seat({}), seat(["guards", "guards"], {"stone1": 6, "mason": 5, "peasant1": 8}), game=game, turn=1,
                    first=1, event=2)
    play(state, "discard guards", "end")
    assert state.to_act == (1,), "seat 0 has nothing to play, to discard or to build with"
    assert state.round == 2


def test_whoever_has_no_card_may_build_or_end_the_turn() -> None:
    state = arrange(seat({}, WALL), seat())
    assert texts_of(state) == ["end", "build wall stone2=0 peasant2=0"]


def test_turn_may_follow_turn_sixty_times_before_anybody_can_do_something() -> None:
    state = arrange(seat(), seat())
    state.missed = 59
    pass_turn(state)
    assert state.missed == 0, "somebody is asked, so they are counted anew"
    state.missed = 60
    with pytest.raises(Endless):
        pass_turn(state)


def test_a_card_that_is_placed_is_shown_to_all_and_one_that_is_drawn_to_its_drawer() -> None:
    state = arrange(seat(), seat())
    assert state.play(state.parse("place peasant1"), 0).revealed
    assert state.play(state.parse("end"), 0).revealed


# ---------------------------------------------------------------- the wheel


def test_ruling_9_a_wheel_lets_four_cards_be_placed_and_does_not_count_itself() -> None:
    state = arrange(seat(["wheel", "stone1", "stone1", "peasant1", "peasant1"]), seat())
    play(state, "wheel", "place stone1", "place stone1", "place peasant1", "place peasant1")
    assert state.to_act == (1,)
    assert site_of(state, 0) == {"stone1": 2, "peasant1": 2}
    assert sum(hand_of(state, 0).values()) == 5


def test_ruling_9_a_wheel_is_the_first_card_of_a_turn_or_none() -> None:
    state = arrange(seat(["wheel", "wheel", "stone1", "peasant1", "peasant1"]), seat())
    assert "wheel" in texts_of(state)
    assert "wheel" not in texts_of(play(copy_of(state), "place stone1"))
    assert "wheel" not in texts_of(play(state, "wheel"))


def test_a_turn_ends_with_a_wheel_that_was_the_last_card_of_the_hand() -> None:
    state = arrange(seat(["wheel"]), seat(DULL))
    assert (play(state, "wheel").active, len(hand_of(state, 0)) > 0) == (1, True)


def test_whoever_discards_turns_no_wheel_in_the_same_turn() -> None:
    wheel = arrange(seat(["wheel", *DULL[1:]]), seat()).parse("wheel")
    state = arrange(seat(["wheel", *DULL[1:]]), seat(), discarded=1)
    assert "wheel" not in texts_of(state)
    with pytest.raises(chateaux.IllegalAction):
        state.play(wheel, 0)


def test_ruling_9_a_wheel_returns_to_the_pile_after_the_turn() -> None:
    state = arrange(seat(["wheel", "stone1", "stone1", "peasant1", "peasant1"]), seat())
    before = state.pile[12]
    play(state, "wheel", "place stone1")
    assert state.pile[12] == before
    for seed in range(40):
        copy = copy_of(state)
        copy.chance = chateaux.Chance.stream(seed)
        play(copy, "end")
        assert copy.pile[12] + hand_of(copy, 0).get("wheel", 0) == before + 1
        assert hand_of(copy, 0).get("wheel", 0) <= 3, "the wheel itself is not drawn back"


def test_after_a_wheel_no_attack() -> None:
    state = arrange(seat(["wheel", *ATTACKS]), seat(site=["mason"]))
    play(state, "wheel")
    assert texts_of(state) == ["end"]


def test_ruling_22_after_a_wheel_stopping_is_always_allowed() -> None:
    state = arrange(seat(["wheel", "guards", "guards", "monks", "monks"]), seat())
    play(state, "wheel")
    assert texts_of(state) == ["end"]
    play(state, "end")
    assert state.to_act == (1,)


# ---------------------------------------------------------------- building


def test_a_wall_costs_one_mason_two_stone_three_peasants() -> None:
    for spare in range(6):
        short = WALL[:spare] + WALL[spare + 1:]
        assert not any(text.startswith("build") for text in texts_of(arrange(seat(DULL, short), seat())))
    state = play(arrange(seat(DULL, WALL), seat()), "build wall stone2=0 peasant2=0")
    assert person(state, 0)["walls"] == 1
    assert site_of(state, 0) == {}


def test_a_keep_costs_one_mason_five_stone_six_peasants() -> None:
    for spare in (0, 1, 6):
        short = KEEP[:spare] + KEEP[spare + 1:]
        state = arrange(seat(DULL, short, walls=4), seat())
        assert not any(text.startswith("build") for text in texts_of(state))
    state = play(arrange(seat(DULL, KEEP), seat()), "build keep stone2=0 peasant2=0")
    assert person(state, 0)["keeps"] == 1


def test_building_is_possible_at_any_moment_of_the_turn() -> None:
    state = arrange(seat(["stone1", "stone1", "mason", "peasant1", "peasant1"], [*WALL, *WALL, *WALL]), seat())
    play(state, "build wall stone2=0 peasant2=0")
    assert "end" not in texts_of(state), "building is no play"
    play(state, "place stone1", "build wall stone2=0 peasant2=0", "place stone1")
    assert state.to_act == (0,), "after the last card one may still build"
    assert texts_of(state) == ["end", "build wall stone2=0 peasant2=0"]
    play(state, "build wall stone2=0 peasant2=0")
    assert state.to_act == (1,)


def test_building_is_possible_while_discarding() -> None:
    state = arrange(seat(DULL, WALL), seat())
    play(state, "discard peasant1", "build wall stone2=0 peasant2=0", "discard peasant1")
    assert person(state, 0)["walls"] == 1


def test_the_exact_set_is_taken_and_asked_for_only_where_doubles_matter() -> None:
    state = arrange(seat(DULL, ["mason", "stone1", "stone2", "peasant1", "peasant2"]), seat())
    builds = [text for text in texts_of(state) if text.startswith("build")]
    assert builds == ["build wall stone2=1 peasant2=1"], "one exact set"
    assert state.picks(0)[state.parse(builds[0])] == [["build-wall"]]
    state = arrange(seat(DULL, ["mason", "stone1", "stone1", "stone2", *["peasant1"] * 3, "peasant2"]), seat())
    builds = [text for text in texts_of(state) if text.startswith("build")]
    assert builds == [f"build wall stone2={stones} peasant2={peasants}" for stones in (0, 1) for peasants in (0, 1)]
    play(state, "build wall stone2=1 peasant2=0")
    assert site_of(state, 0) == {"stone1": 2, "peasant2": 1}


@pytest.mark.parametrize(("stones", "peasants", "left"), [
    ({"stone2": 1}, {"peasant2": 2}, {}),
    ({"stone2": 1}, {"peasant2": 3}, {"peasant2": 1}),
    ({"stone2": 2}, {"peasant1": 3}, {"stone2": 1}),
])
def test_ruling_3_a_double_may_overpay_and_gives_no_change(stones: dict[str, int], peasants: dict[str, int],
                                                           left: dict[str, int]) -> None:
    state = arrange(seat(DULL, {"mason": 1, **stones, **peasants}), seat())
    builds = [text for text in texts_of(state) if text.startswith("build")]
    assert len(builds) == 1
    play(state, builds[0])
    assert site_of(state, 0) == left


def test_ruling_3_a_keep_of_doubles_overpays_one_stone() -> None:
    state = arrange(seat(DULL, {"mason": 1, "stone2": 3, "peasant2": 3}, walls=4), seat())
    play(state, "build keep stone2=3 peasant2=3")
    assert state.over
    assert site_of(state, 0) == {}


@pytest.mark.parametrize(("singles", "builds"), [
    (0, ["build wall stone2=0 peasant2=2"]),
    (1, ["build wall stone2=0 peasant2=1"]),
    (2, ["build wall stone2=0 peasant2=1"]),
    (3, ["build wall stone2=0 peasant2=0", "build wall stone2=0 peasant2=1"]),
])
def test_ruling_3_with_a_single_at_hand_no_double_overpays(singles: int, builds: list[str]) -> None:
    state = arrange(seat(DULL, {"mason": 1, "stone1": 2, "peasant1": singles, "peasant2": 2}), seat())
    assert [text for text in texts_of(state) if text.startswith("build")] == builds
    said = [state.text(action) for action in range(GAME.action_count) if state.allows(0, action)]
    assert [text for text in said if text.startswith("build")] == builds, "one by one it is the same"


def test_ruling_17_four_walls_and_one_keep_are_the_most() -> None:
    rich = {"mason": 4, "stone1": 12, "peasant1": 14}
    state = arrange(seat(["stone2"] * 5, rich, walls=4), seat())
    assert {text.split()[1] for text in texts_of(state) if text.startswith("build")} == {"keep"}
    state = arrange(seat(["stone2"] * 5, rich, keeps=1), seat())
    assert {text.split()[1] for text in texts_of(state) if text.startswith("build")} == {"wall"}
    with pytest.raises(chateaux.BadPosition):
        arrange(seat(walls=5), seat())


def test_classic_the_last_pawn_of_a_castle_wins_at_once() -> None:
    state = arrange(seat(DULL, WALL, walls=3, keeps=1), seat(DULL, KEEP, walls=3))
    events: list[dict[str, Any]] = []
    play(state, "build wall stone2=0 peasant2=0", events=events)
    assert [event["kind"] for event in events] == ["build_wall", "castle"]
    assert state.over
    assert state.winners() == (0,)
    assert state.scores() == [8, 3]
    assert state.actions(0) == state.actions(1) == state.actions(-1) == []


def test_the_round_ends_after_the_last_player() -> None:
    state = round_end(seat(), seat(), first=0)
    play(state, "end")
    assert state.round == 2
    assert state.event in range(1, 7)


def test_how_peasants_pay_is_picked_where_the_site_leaves_a_choice() -> None:
    site = ["mason", "stone1", "stone1", "peasant1", "peasant1", "peasant1", "peasant2"]
    built = [steps for steps in arrange(seat(DULL, site), seat()).picks(0).values() if ["build-wall"] in steps]
    assert sorted(steps[1:] for steps in built) == [[["pay-wall-peasant2-0"]], [["pay-wall-peasant2-1"]]]
    alone = arrange(seat(DULL, site[:-1]), seat()).picks(0).values()
    assert [["build-wall"]] in alone


def test_how_a_keep_is_paid_is_picked_with_its_own_costs() -> None:
    state = arrange(seat(DULL, {"mason": 1, "stone1": 5, "stone2": 2, "peasant1": 6, "peasant2": 3}), seat())
    picks = state.picks(0)[state.parse("build keep stone2=2 peasant2=3")]
    assert picks == [["build-keep"], ["pay-keep-stone2-2"], ["pay-keep-peasant2-3"]]
    play(state, "build keep stone2=2 peasant2=3")
    assert site_of(state, 0) == {"stone1": 4, "peasant1": 6}
    state = arrange(seat(DULL, {"mason": 1, "stone1": 2, "stone2": 2, "peasant1": 6, "peasant2": 1}), seat())
    picks = state.picks(0)[state.parse("build keep stone2=2 peasant2=0")]
    assert picks == [["build-keep"], ["pay-keep-peasant2-0"]], "five stones are two doubles and a single"
    play(state, "build keep stone2=2 peasant2=0")
    assert site_of(state, 0) == {"stone1": 1, "peasant2": 1}
    state = arrange(seat(DULL, {"mason": 1, "stone1": 5, "stone2": 1, "peasant1": 5, "peasant2": 1}), seat())
    picks = state.picks(0)[state.parse("build keep stone2=0 peasant2=1")]
    assert picks == [["build-keep"], ["pay-keep-stone2-0"]], "five stones leave a choice, six peasants none"


# ---------------------------------------------------------------- what can be taken back


@pytest.mark.parametrize("text", ["place mason", "discard fire", "wheel"])
def test_a_card_of_ones_own_tells_its_owner_nothing(text: str) -> None:
    state = arrange(seat(["mason", "fire", "wheel", "monks", "relics"]), seat())
    outcome = state.play(state.parse(text), 0)
    assert (outcome.revealed, outcome.own) == (True, True)


def test_the_last_card_of_a_turn_is_followed_by_others_and_an_attack_by_an_answer() -> None:
    state = arrange(seat(["mason", "stone1", "fire", "monks", "relics"]), seat(DULL, ["mason"]))
    attack = copy_of(state)
    assert state.play(state.parse("place mason"), 0).own
    last = state.play(state.parse("place stone1"), 0, events=True)
    assert (last.revealed, last.own) == (True, False), "cards were drawn"
    fire = attack.play(attack.parse("fire @1"), 0)
    assert (fire.revealed, fire.own) == (True, False)
