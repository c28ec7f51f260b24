"""What the board tells of a card, in sentences: why it rests, what it would bring, what it risks for whom."""
from __future__ import annotations

from types import SimpleNamespace

import pytest
from msgspec import structs

pytest.importorskip("babel", reason="nothing speaks here")

from chateaux import State
from chateaux.games.chateau_fort.schema import Held, Split, View
from chateaux.games.chateau_fort.show import telling
from chateaux.look.words import Words
from tests.games.chateau_fort.fort import DULL, GAME, arrange, seat

WORDS = Words("en", GAME)
NAMES = ["Ada", "Bo", "Cy"]


def view(state: State, eyes: int = 0) -> View:
    found = GAME.view(state.observe(eyes))
    assert isinstance(found, View)
    return found


def held(state: State, card: str) -> Held:
    return next(one for one in view(state).players[0].hand if one.card == card)


def test_a_resource_says_what_the_site_would_have_or_what_could_be_built() -> None:
    state = arrange(seat(["stone1", *DULL[1:]], ["mason", "peasant1"]), seat())
    assert telling.now(held(state, "stone1"), WORDS, NAMES) == ["Then you have 1 stone."]
    ready = arrange(seat(["stone2", *DULL[1:]], ["mason", "peasant1", "peasant1", "peasant1"]), seat())
    told = telling.now(held(ready, "stone2"), WORDS, NAMES)[-1]
    assert told == WORDS.say("board.then_build", card="wall")
    assert telling.asks(held(ready, "stone2"), WORDS) == (WORDS.say("pick.place", card="stone2"), told)


def test_a_card_that_rests_says_why_and_can_be_discarded() -> None:
    state = arrange(seat(["stone1", *DULL[1:]]), seat(), turn=1)
    card = held(state, "stone1")
    why = WORDS.say("why.not_your_turn")
    assert telling.now(card, WORDS, NAMES) == [why]
    assert telling.asks(card, WORDS)[1].startswith(f"{why}. ")
    assert telling.helps(card, WORDS).endswith(f" {why}.")
    assert telling.previews(card, {}, WORDS) == {"pile": WORDS.say("board.then_discard")}


def test_a_card_that_others_saw_says_who_knows_it() -> None:
    card = Held(id="hand-0", card="guards", family="defence", known_to=[1, 2])
    assert telling.now(card, WORDS, NAMES) == [WORDS.say("board.known_to", seat=one, names=NAMES) for one in (1, 2)]


def test_an_attack_says_what_it_risks_only_for_whom_it_may_hit() -> None:
    state = arrange(seat(["fire", *DULL[1:]]), seat(site=["stone1", "mason"]), seat())
    risks = telling.risks(held(state, "fire"), view(state).players, WORDS)
    assert risks == {view(state).players[1].id: WORDS.say("risk.fire", count=2)}
    assert telling.previews(held(state, "fire"), risks, WORDS) == {"pile": WORDS.say("board.then_discard")} | risks
    assert telling.risks(held(state, DULL[1]), view(state).players, WORDS) == {}


def test_a_witch_also_speaks_of_each_card_she_may_name() -> None:
    state = arrange(seat(["witch", *DULL[1:]]), seat(site=["stone1", "mason"]), seat())
    risks = telling.risks(held(state, "witch"), view(state).players, WORDS)
    lying = [card.id for stack in view(state).players[1].site.stacks for card in stack.cards]
    assert set(risks) == {view(state).players[1].id, *lying}


def test_a_recipe_says_what_is_missing() -> None:
    mine = view(arrange(seat(DULL, ["mason", "stone1", "peasant2"]), seat())).players[0]
    wall = next(one for one in mine.recipes if one.construction == "wall")
    assert telling.rests(wall, WORDS) == "Missing: 1 stone and 1 peasant"


@pytest.mark.parametrize(("doubles", "singles", "told"), [(0, 2, ["single"]), (1, 0, ["double"]),
                                                          (1, 2, ["single", "double"])])
def test_a_payment_names_single_and_double_cards(doubles: int, singles: int, told: list[str]) -> None:
    count = {"single": singles, "double": doubles}
    assert telling.split(Split(id="", doubles=doubles, singles=singles), WORDS) == " + ".join(
        WORDS.say(f"board.{kind}", count=count[kind]) for kind in told)


def test_a_hand_of_somebody_else_is_counted_and_what_is_known_of_it_named() -> None:
    rival = view(arrange(seat(), seat(DULL[:4]))).players[1]
    assert telling.held(rival.cards, rival.hand, WORDS) == WORDS.say("board.holds", count=4)


def test_a_card_in_hand_came_from_the_pile_or_from_who_gave_it() -> None:
    drawn = held(arrange(seat(["stone1", *DULL[1:]]), seat()), "stone1")
    given = structs.replace(drawn, known_to=[1])
    assert [(telling.flight(card), telling.came(card)) for card in (drawn, given)] == [
        ("hand-stone1-0", "pile"), ("hand-stone1-0-given", "held-1")]


def test_an_attack_came_out_of_the_hand_of_who_plays_it() -> None:
    state = arrange(seat(["fire", *DULL[1:]]), seat(DULL, ["mason"]))
    assert telling.struck(view(state)) == ""
    state.play(state.parse("fire @1"), 0)
    assert [telling.struck(view(state, eyes)) for eyes in (0, 1, -1)] == ["hand-fire-", "held-0", "held-0"]


def test_cards_of_a_high_stack_lie_closer() -> None:
    assert [telling.step(count) for count in (0, 1, 2, 3)] == [30, 30, 30, 23]


def test_an_attack_is_stopped_by_the_action_that_defends() -> None:
    accept, defend = (SimpleNamespace(action=number, text=text) for number, text in ((3, "accept"), (5, "defend")))
    assert telling.stop([accept, defend]) == 5
    assert telling.stop([accept]) is None


def test_a_card_of_a_hand_is_known_or_not() -> None:
    assert telling.knows([Held(id="a"), Held(id="b", card="guards")])
    assert not telling.knows([Held(id="a")])


def test_fire_takes_what_rolls_even() -> None:
    site = view(arrange(seat(), seat(site=["stone1", "mason"]))).players[1].site
    assert [(card.card, telling.burns(roll)) for card, roll in telling.fired(site, [3, 4])] == [
        ("mason", False), ("stone1", True)]
