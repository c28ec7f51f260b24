"""À votre tour: key, buy, place, messenger and refill, in the rulebook's order. Effects have a room of their own."""
from __future__ import annotations

import pytest

import chateaux
from chateaux.engine.data import digest
from chateaux.games.chateau_combo.state import Realm
from tests.games.chateau_combo.table import (
    CARDS,
    GAME,
    PIECES,
    choices,
    gold,
    keys,
    messenger,
    play,
    points,
    purses,
    row,
    seat,
    seen,
    table,
)

# ---------------------------------------------------------------- 1. Dépenser une Clé


def test_a_key_moves_the_messenger() -> None:
    state = table(seat(), castle="judge")
    play(state, "move")
    assert (messenger(state), keys(state), state.to_act) == ("castle", 1, (0,))
    play(state, "buy judge @c3")
    assert gold(state) == 11


def test_a_key_moves_the_messenger_from_the_castle_to_the_village() -> None:
    state = table(seat(), messenger="castle")
    play(state, "move")
    assert messenger(state) == "village"


def test_a_key_renews_the_three_cards_where_the_messenger_stands() -> None:
    state = table(seat(), village="baker witch monk", castle="judge nun baron")
    play(state, "refresh")
    assert keys(state) == 1
    assert sorted(seen(state)["places"]["village"]["discard"]) == ["baker", "monk", "witch"]
    assert len(set(row(state, "village"))) == 3
    assert not {"baker", "monk", "witch"} & set(row(state, "village"))
    assert row(state, "castle") == ["judge", "nun", "baron"]


@pytest.mark.parametrize("use", ["move", "refresh"])
def test_only_one_key_a_turn(use: str) -> None:
    state = table(seat(keys=5))
    play(state, use)
    assert not {"move", "refresh"} & set(choices(state))
    assert {text.split()[0] for text in choices(state)} == {"buy", "hide"}


def test_no_key_no_choice() -> None:
    assert not {"move", "refresh"} & set(choices(table(seat(keys=0))))


def test_a_key_may_be_used_again_next_turn() -> None:
    state = table(seat(keys=2), seat(keys=1), castle="judge")
    play(state, "move", "buy judge @c3")
    assert state.to_act == (1,)
    assert {"move", "refresh"} <= set(choices(state))


def test_keys_gained_by_the_bought_card_wait_for_the_next_turn() -> None:
    state = table(seat(keys=0), castle="judge", messenger="castle")
    play(state, "buy judge @c3")
    assert (keys(state), state.to_act) == (2, (1,))


# ---------------------------------------------------------------- 2. Acheter une carte


def test_the_card_comes_from_the_place_of_the_messenger() -> None:
    state = table(seat(), castle="judge nun baron", village="baker witch monk")
    assert {text.split()[1] for text in choices(state) if "@" in text} == {"baker", "witch", "monk"}


def test_the_cost_is_paid() -> None:
    state = table(seat(gold=7), castle="banker", messenger="castle")
    play(state, "buy banker @c3", "option 2")
    assert gold(state) == 0


def test_a_card_that_is_too_dear_can_only_be_taken_face_down() -> None:
    state = table(seat(gold=6), castle="banker judge", messenger="castle")
    assert "buy banker @c3" not in choices(state)
    assert {"hide banker @c3", "buy judge @c3", "hide judge @c3"} <= set(choices(state))
    before = state.dump()
    with pytest.raises(chateaux.IllegalAction):
        state.parse("buy banker @c3")
    with pytest.raises(chateaux.IllegalAction):
        state.play(2 + 12, 0)  # the same by its number
    assert state.dump() == before


def test_reductions_add_up() -> None:
    """Squire 1 for both places, architect and farmhand 1 for the village: three off there, one off in the castle."""
    mine = ". squire . architect farmhand . . . ."
    state = table(seat(mine), village="brigand", castle="banker")
    play(state, "buy brigand @c4")
    assert gold(state) == 15 - (7 - 3)
    state = table(seat(mine), castle="his_majesty", messenger="castle")
    play(state, "buy his_majesty @c4")
    assert gold(state) == 15 - (6 - 1)


@pytest.mark.parametrize("card", ["fisherman", "squire"])
def test_a_price_never_drops_below_nothing(card: str) -> None:
    """Three off a card for two or for nothing: no change is given."""
    state = table(seat(". armorer . architect farmhand . . . .", gold=0), village=card)
    play(state, f"buy {card} @c4")
    assert gold(state) == 0


def test_a_reduction_starts_with_the_next_purchase() -> None:
    state = table(seat(gold=6), castle="alchemist", messenger="castle")
    play(state, "buy alchemist @c3")
    assert gold(state) == 0


def test_a_reduction_of_one_place_leaves_the_other_alone() -> None:
    state = table(seat(". . . . farmhand . . . ."), castle="judge", messenger="castle")
    play(state, "buy judge @c4")
    assert gold(state) == 11


def test_a_reduction_makes_a_card_affordable() -> None:
    assert "buy judge @c4" in choices(table(seat(". . . . squire . . . .", gold=3), castle="judge",
                                            messenger="castle"))


# ---------------------------------------------------------------- Carte face cachée


def test_a_card_taken_face_down_gives_6_gold_and_2_keys() -> None:
    state = table(seat(gold=3, keys=1), village="witch")
    play(state, "hide witch @c3")
    assert (gold(state), keys(state), state.to_act) == (9, 3, (1,))


def test_a_face_down_card_has_no_effect_discount_shield_banner_or_purse() -> None:
    mine = seat(". -squire . -beekeeper vicar -witch . -traveler .", gold=15)
    state = table(mine, village="revolutionary")  # a key for each village card: the vicar and itself
    play(state, "buy revolutionary @b2")
    assert (gold(state), keys(state)) == (11, 4)
    state = table(mine, village="baker")  # gold for each peasant: only itself
    play(state, "buy baker @b2")
    assert gold(state) == 16
    state = table(mine, village="potter")  # gold on each purse: the vicar's and its own
    play(state, "buy potter @b2")
    assert purses(state) == 4


def test_a_face_down_card_is_not_a_card_that_costs_nothing() -> None:
    state = table(seat(". -baker . -beggar vicar . . . ."), village="traveler")  # 3 gold for each cost 0
    play(state, "buy traveler @b2")
    assert gold(state) == 15 + 3 * 2


def test_a_face_down_card_fills_its_cell() -> None:
    state = table(seat(". -baker . -beggar vicar . . . ."), village="woodcutter")
    play(state, "buy woodcutter @b2")
    assert gold(state) == 15 + 4


def test_a_face_down_card_does_not_send_the_messenger() -> None:
    state = table(seat(), village="witch")
    play(state, "hide witch @c3")
    assert messenger(state) == "village"


def test_a_card_may_be_taken_face_down_even_when_it_could_be_paid() -> None:
    state = table(seat(), village="baker")
    assert {"buy baker @c3", "hide baker @c3"} <= set(choices(state))


def test_a_face_down_card_scores_nothing() -> None:
    state = table(seat(". -duchess . . vicar . . . ."))
    assert points(state)["duchess"] == 0


# ---------------------------------------------------------------- Règles de placement


def open_cells(tableau: str | dict[str, str]) -> set[str]:
    return {text.partition("@")[2] for text in choices(table(seat(tableau))) if "@" in text}


def test_the_second_card_lies_beside_the_first() -> None:
    assert open_cells({"c3": "nun"}) == {"c2", "c4", "b3", "d3"}


def test_cards_touch_at_edges_not_at_corners() -> None:
    assert open_cells({"c3": "nun", "d3": "judge"}) == {"c2", "c4", "d2", "d4", "b3", "e3"}


def test_never_a_fourth_card_in_a_row() -> None:
    assert open_cells({"c3": "nun", "d3": "judge", "e3": "baron"}) == {"c2", "c4", "d2", "d4", "e2", "e4"}


def test_never_a_fourth_card_in_a_column() -> None:
    assert open_cells({"c1": "nun", "c2": "judge", "c3": "baron"}) == {"b1", "b2", "b3", "d1", "d2", "d3"}


def test_the_frame_floats_until_three_rows_and_columns_are_there() -> None:
    assert open_cells({"c3": "nun", "c4": "judge"}) >= {"c2", "c5"}
    assert open_cells({"c3": "nun", "c4": "judge", "c5": "baron"}).isdisjoint({"c2", "c1"})
    assert open_cells({"c3": "nun", "b3": "judge", "b4": "baron"}) == {"a3", "a4", "b2", "b5", "c2", "c4", "d3"}


def test_a_frame_may_grow_into_any_corner_of_the_field() -> None:
    for column, row_ in (("abc", "123"), ("cde", "123"), ("abc", "345"), ("cde", "345")):
        square = [x + y for x in column for y in row_ if x + y != column[1] + row_[1]]
        ids = [id for id, card in CARDS.items() if card["place"] == "castle"]
        assert open_cells(dict(zip(square, ids, strict=False))) == {column[1] + row_[1]}


def test_a_cell_is_used_once() -> None:
    assert open_cells(". judge . nun baron . . . .").isdisjoint({"c2", "b3", "c3"})


def test_cards_never_move() -> None:
    state = table(seat(". judge . nun baron . . . ."), village="baker")
    play(state, "buy baker @d3")
    assert {cell: lying["card"] for cell, lying in seen(state)["boards"][0]["cards"].items()} == {
        "c2": "judge", "b3": "nun", "c3": "baron", "d3": "baker"}


# ---------------------------------------------------------------- 4. Déplacer le Messager et compléter les 2 lieux


@pytest.mark.parametrize(("card", "place", "after"), [
    ("judge", "castle", "village"), ("nun", "castle", "village"), ("duchess", "castle", "castle"),
    ("witch", "village", "castle"), ("vicar", "village", "castle"), ("baker", "village", "village")])
def test_the_icon_sends_the_messenger(card: str, place: str, after: str) -> None:
    state = table(seat(), messenger=place, **{place: card})
    play(state, f"buy {card} @c3")
    assert messenger(state) == after


def test_the_gap_is_filled_and_the_others_stay() -> None:
    state = table(seat(), village="baker witch monk", castle="judge nun baron")
    play(state, "buy witch @c3")
    new = row(state, "village")
    assert (new[0], new[2]) == ("baker", "monk")
    assert new[1] not in ("baker", "witch", "monk", None)
    assert row(state, "castle") == ["judge", "nun", "baron"]


def test_both_rows_are_completed() -> None:
    """The executioner is bought in the village and discards a card of the castle."""
    state = table(seat(), village="executioner witch monk", castle="judge nun baron")
    play(state, "buy executioner @c3", "discard nun")
    assert row(state, "castle")[0::2] == ["judge", "baron"]
    assert row(state, "castle")[1] not in ("nun", None)
    assert row(state, "village")[1:] == ["witch", "monk"]
    assert seen(state)["places"]["castle"]["discard"] == ["nun"]


def test_rows_are_completed_after_the_effect_not_before() -> None:
    """While the executioner's owner still chooses, the village has a gap."""
    state = table(seat(), village="executioner witch monk")
    play(state, "buy executioner @c3")
    assert row(state, "village") == [None, "witch", "monk"]


def test_a_new_card_is_drawn_from_what_is_left() -> None:
    lone = table(seat(), village="baker witch monk", village_discard=" ".join(
        id for id, card in CARDS.items()
        if card["place"] == "village" and id not in ("baker", "witch", "monk", "spy")))
    play(lone, "buy baker @c3")
    assert row(lone, "village")[0] == "spy"
    assert seen(lone)["places"]["village"]["left"] == 0


# ---------------------------------------------------------------- Défausser des cartes


def villagers_but(*kept: str) -> list[str]:
    return [id for id, card in CARDS.items() if card["place"] == "village" and id not in kept]


def test_an_empty_deck_is_made_anew_from_the_discard_pile() -> None:
    state = table(seat(), village="baker witch monk", village_discard=" ".join(villagers_but("baker", "witch", "monk")))
    events = play(state, "buy baker @c3")
    assert [event.kind for event in events if event.kind in ("reshuffle", "reveal")] == ["reshuffle", "reveal"]
    village = seen(state)["places"]["village"]
    assert (village["left"], village["discard"]) == (35, [])


def test_what_is_left_is_revealed_before_the_discard_pile_is_shuffled() -> None:
    """One card in the deck: after a refresh it lies open, with two of the discarded ones."""
    rest = villagers_but("baker", "witch", "monk", "spy")
    state = table(seat(), village="baker witch monk", village_discard=" ".join(rest))
    play(state, "refresh")
    assert row(state, "village")[0] == "spy"
    assert set(row(state, "village")[1:]) <= {*rest, "baker", "witch", "monk"}
    assert seen(state)["places"]["village"]["left"] == 38 - 2


# ---------------------------------------------------------------- what leaves the position as it was


def test_the_other_players_wait() -> None:
    state = table(seat())
    assert state.to_act == (0,)
    assert state.actions(1) == []
    with pytest.raises(chateaux.IllegalAction, match="Seat 1 is not asked"):
        state.play(state.actions(0)[0], 1)


def test_a_turn_reveals_something_and_a_moved_messenger_does_not() -> None:
    state = table(seat())
    assert not state.play(state.parse("move"), 0).revealed
    assert state.play(state.actions(0)[0], 0).revealed


def test_choosing_an_option_comes_before_anything_is_revealed() -> None:
    """Buying the barbarian may be taken back until the choice is made."""
    state = table(seat(), village="barbarian")
    assert not state.play(state.parse("buy barbarian @c3"), 0).revealed


@pytest.mark.parametrize(("keys", "left"), [(0, False), (1, True)])
def test_the_question_says_whether_a_key_can_be_used(keys: int, left: bool) -> None:
    state, other = table(seat(keys=keys)), table(seat(keys=1))
    prompt = state.prompt(0)
    assert prompt is not None
    assert (prompt["kind"], prompt["key"]) == ("take", left)
    assert state.allows(0, other.parse("refresh")) is left
    assert state.allows(0, other.parse("move")) is left


def test_a_card_is_picked_in_its_row_face_up_or_face_down_and_then_its_cell() -> None:
    state = table(seat(), castle="nun", messenger="castle")
    picks = {state.text(action): steps for action, steps in state.picks(0).items()}
    assert picks["buy nun @c3"] == [["row-castle-1"], ["cell-c3"]]
    assert picks["hide nun @c3"] == [["row-castle-1-down"], ["cell-c3"]]


def test_a_discount_in_the_corner_of_the_field_is_counted() -> None:
    mine = {"c3": "-nun", "b3": "-monk", "b2": "-vicar", "a2": "-judge", "a1": "alchemist"}
    state = table(seat(mine))
    assert isinstance(state, Realm)
    assert state.boards[0].cards_with_discount() == 1


def test_an_effect_is_picked_by_its_number() -> None:
    choosing = next(id for id, card in CARDS.items() if card["effect"]["mode"] == "choose_one")
    place = CARDS[choosing]["place"]
    state = table(seat("", gold=20, keys=0), messenger=place, **{place: choosing})
    play(state, f"buy {choosing} @c3")
    assert list(state.picks(0).values()) == [[["option-1"]], [["option-2"]]]


def test_a_set_is_known_by_its_cards_alone() -> None:
    assert GAME.digest == digest(PIECES["cards"])
    assert GAME.with_pieces(PIECES["cards"]).digest == GAME.digest
