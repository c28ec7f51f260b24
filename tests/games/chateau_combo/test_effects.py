"""Appliquer l'effet: every kind of effect and everything an effect can count."""
from __future__ import annotations

import pytest

from chateaux import Event, State
from tests.games.chateau_combo.table import CARDS, choices, gold, keys, play, purse, purses, row, seat, seen, table


def bought(card: str, mine: str, *then: str, cell: str = "b2", **more: object) -> State:
    """A card of the castle or the village bought with 20 gold and no keys; it is paid from the 20."""
    place = CARDS[card]["place"]
    rows = {place: card, **{name: str(more.pop(name)) for name in ("castle", "village") if name in more}}
    others = more.pop("others", [])
    assert isinstance(others, list)
    state = table(seat(mine, gold=20, keys=0), *others, messenger=place, **rows, **more)
    play(state, f"buy {card} @{cell}", *then)
    return state


# ---------------------------------------------------------------- gain


def test_gain_without_a_count() -> None:
    assert keys(bought("judge", ". nun . . baron . . . .")) == 2
    assert keys(bought("mother_superior", ". nun . . baron . . . .")) == 4


def test_an_effect_counts_the_card_that_brings_it() -> None:
    """A first card: one shield, one banner, one cell in use."""
    for card, gained in (("spice_merchant", 2), ("vicar", 1), ("woodcutter", 1), ("traveler", 3)):
        assert gold(bought(card, "", cell="c3")) == 20 + gained


def test_gain_in_two_parts() -> None:
    """Baker: a gold for each peasant (farmer 2, itself 1), a key for each village card (2)."""
    state = bought("baker", ". nun . . farmer . . . .")
    assert (gold(state), keys(state)) == (23, 2)


def test_gain_for_every_opponent_each_in_full() -> None:
    state = bought("patron", ". nun . . baron . . . .", players=4)
    assert [gold(state, player) for player in range(4)] == [20 - 6, 17, 17, 17]  # the baron takes 1 off
    state = bought("his_majesty", ". nun . . baker . . . .", players=5)
    assert [gold(state, player) for player in range(5)] == [14, 16, 16, 16, 16]


def test_gain_for_all_players() -> None:
    state = bought("royal_guard", ". nun . . baker . . . .", players=3)
    assert [keys(state, player) for player in range(3)] == [1, 3, 3]
    state = bought("his_holiness", ". nun . . baker . . . .", players=3)
    assert [keys(state, player) for player in range(3)] == [3, 3, 3]


# ---------------------------------------------------------------- what is counted


def test_count_shield_takes_both_symbols_of_a_card() -> None:
    """Jester, 2 gold for each nobility: duchess 2, royal guard 1, itself 1."""
    assert gold(bought("jester", ". duchess . . royal_guard . . . .")) == 20 - 3 + 2 * 4


def test_count_shield_leaves_other_types_and_face_down_cards_out() -> None:
    assert gold(bought("jester", ". -duchess . . templar . . . .")) == 20 - 3 + 2 * 1


def test_count_banner() -> None:
    """Cardinal: a key for each castle card: nun, baron, itself; not the baker nor the one face down."""
    assert keys(bought("cardinal", ". nun . baker -judge baron . . .", cell="c4")) == 3


def test_count_shield_types_present() -> None:
    """Professor: nobility and military (royal guard), scholarship (itself); the second military adds nothing."""
    assert gold(bought("professor", ". squire . . royal_guard . . . .")) == 20 - (4 - 1) + 3


def test_count_shield_types_missing() -> None:
    """Carpenter: craftsmanship is its own; nobility and military are there; three are missing."""
    assert keys(bought("carpenter", ". . . . royal_guard . . . .", cell="c4")) == 3


def test_no_type_missing_gives_nothing() -> None:
    assert keys(bought("carpenter", ". royal_guard . vicar winemaker . . . .")) == 0


@pytest.mark.parametrize(("card", "expected"), [("goldsmith", 3), ("usurper", 2)])
def test_count_cards_with_shield_number(card: str, expected: int) -> None:
    """Two cards have two shields, one has one, one lies face down."""
    assert keys(bought(card, ". duchess . spy nun -templar . . .", cell="c4")) == expected


def test_count_cards_with_cost_reads_the_printed_cost() -> None:
    """Pawnbroker, cards at 4: cardinal, witch and itself, though it is bought for 3."""
    assert gold(bought("pawnbroker", ". cardinal . witch squire -monk . . .", cell="c4")) == 20 - 3 + 3


def test_count_cards_with_purse() -> None:
    """The miraculously cured: vicar and its own; the banker has no purse, the potter lies face down."""
    assert keys(bought("miraculously_cured", ". vicar . banker spy -potter . . .", cell="c4")) == 2


def test_count_occupied_cells() -> None:
    assert gold(bought("woodcutter", ". nun . -baker spy -potter . . .", cell="c4")) == 25


def test_count_empty_cells() -> None:
    assert gold(bought("devout", ". nun . -baker spy -potter . . .", cell="c4")) == 20 - 4 + 4
    assert gold(bought("devout", "", cell="c3")) == 20 - 4 + 8


def test_the_ninth_card_leaves_no_empty_cell() -> None:
    assert gold(bought("shepherd", ". nun judge baron spy monk squire witch jester",
                       cell="b2")) == 20 - (5 - 2) + 0  # baron and squire take 1 off each


# ---------------------------------------------------------------- voisins


SCHOLARS = {4: ". inventor . . spy . . doctor .", 3: ". astronomer . . chancellor . . -philosopher .",
            1: ". winemaker . . -goldsmith . . -professor .", 0: ". nun . . baron . . duchess ."}


@pytest.mark.parametrize(("around", "expected"), [
    ((3,), 3),  # two players: the only opponent
    ((1, 4), 4), ((4, 1), 4),  # three: both opponents are neighbours, the better one counts, not the sum
    ((1, 4, 0), 1), ((0, 4, 3), 3),  # four: the one across does not count
    ((1, 4, 3, 0), 1), ((0, 3, 4, 1), 1), ((3, 0, 1, 4), 4)])  # five: only left and right
def test_a_neighbour_sits_directly_left_or_right(around: tuple[int, ...], expected: int) -> None:
    """Barbarian: a gold for each scholarship of a neighbour."""
    others = [seat(SCHOLARS[number]) for number in around]
    state = bought("barbarian", ". squire . . baker . . vicar .", "option 1", players=len(around) + 1, others=others)
    assert gold(state) == 20 - (2 - 1) + expected


def test_neighbours_of_the_last_seat_go_around_the_table() -> None:
    boards = [seat(SCHOLARS[number]) for number in (3, 4, 1)]
    mine = seat(". squire . . baker . . . .", gold=20)
    for one in boards:
        one.cards.popitem()
    state = table(*boards, mine, players=4, village="barbarian", first=3, turn=3)
    play(state, "buy barbarian @c4", "option 1")
    assert gold(state, 3) == 20 - 1 + 3


def test_a_neighbours_face_down_cards_count_for_nothing() -> None:
    """Brigand: keys for the castle cards of a neighbour, here one face up and two face down."""
    other = seat(". -judge . . nun . . -baron .")
    assert keys(bought("brigand", ". squire . . baker . . vicar .", others=[other])) == 1


def test_own_cards_do_not_count_for_a_neighbour_effect() -> None:
    """Witch: keys for a neighbour's faith, while the vicar is mine."""
    assert keys(bought("witch", ". squire . . baker . . vicar .", others=[seat(SCHOLARS[3])])) == 0


def test_an_effect_may_read_a_neighbour_and_my_own_tableau() -> None:
    """Templar: the better neighbour has 3 faith; captain and templar have 3 military."""
    left, right = seat(". nun . . baron . . squire ."), seat(". cardinal . . mother_superior . . jester .")
    state = bought("templar", ". captain . . baker . . vicar .", players=3, others=[left, right])
    assert (gold(state), keys(state)) == (20 - 5 + 3, 3)


# ---------------------------------------------------------------- deposit_on_each_purse


def test_deposit_on_each_purse_from_the_supply() -> None:
    state = bought("queen_mother", ". vicar+1 . . gravedigger . . beekeeper+8 .")
    assert [purse(state, card) for card in ("vicar", "gravedigger", "beekeeper", "queen_mother")] == [3, 2, 9, 2]
    assert gold(state) == 20 - 3


def test_deposit_never_exceeds_the_capacity() -> None:
    state = bought("potter", ". steward+3 . . vicar+4 . . . .")
    assert [purse(state, card) for card in ("steward", "vicar", "potter")] == [3, 5, 2]


def test_deposit_passes_over_face_down_cards_and_other_players() -> None:
    state = bought("potter", ". -steward . . nun . . . .", others=[seat(". vicar . . baron . . . .")])
    assert (purses(state), purses(state, 1)) == (2, 0)


def test_deposit_without_any_purse_gives_nothing() -> None:
    state = bought("banker", ". nun . . judge . . . .", "option 1")
    assert (gold(state), keys(state), purses(state)) == (13, 0, 0)


def test_innkeeper_deposits_and_gives_to_opponents() -> None:
    state = bought("innkeeper", ". vicar . . judge . . . .", players=3)
    assert (purses(state), gold(state), gold(state, 1), gold(state, 2)) == (4, 20, 17, 17)


def test_gold_on_purses_is_not_spent() -> None:
    state = table(seat(". vicar+5 . . beekeeper+9 . . . .", gold=3), village="witch")
    assert not any(text.startswith("buy witch") for text in choices(state))


# ---------------------------------------------------------------- fill_purses


def test_fill_purses_asks_which_two() -> None:
    state = bought("steward", ". vicar+1 . . gravedigger . . beekeeper+8 .")
    assert choices(state) == ["fill @b2", "fill @c2", "fill @c3", "fill @c4"]
    assert state.picks(0)[state.parse("fill @c3")] == [["cell-c3"]]
    assert state.prompt(0) == {"kind": "fill", "card": "steward", "count": 2}
    play(state, "fill @c3")
    assert choices(state) == ["fill @b2", "fill @c2", "fill @c4"]
    assert state.prompt(0) == {"kind": "fill", "card": "steward", "count": 1}
    play(state, "fill @c2")
    assert [purse(state, card) for card in ("vicar", "gravedigger", "beekeeper", "steward")] == [5, 8, 8, 0]
    assert (gold(state), state.to_act) == (20, (1,))


def test_fill_purses_takes_the_steward_itself() -> None:
    state = bought("steward", "", cell="c3")
    assert (purse(state, "steward"), gold(state), state.to_act) == (3, 20, (1,))


def test_fill_purses_asks_nothing_when_two_or_fewer_have_room() -> None:
    state = bought("steward", ". vicar+5 . . gravedigger . . -beekeeper .")
    assert [purse(state, card) for card in ("vicar", "gravedigger", "steward")] == [5, 8, 3]
    assert state.to_act == (1,)


# ---------------------------------------------------------------- discard_row_card


@pytest.mark.parametrize(("choice", "gained"), [("shepherd", 5), ("baker", 0), ("brigand", 7)])
def test_discard_a_village_card_for_its_cost_in_gold(choice: str, gained: int) -> None:
    state = bought("gravedigger", ". nun . . judge . . . .", village="shepherd baker brigand")
    assert choices(state) == ["discard shepherd", "discard baker", "discard brigand"]
    assert state.prompt(0) == {"kind": "discard_for_gold", "card": "gravedigger", "place": "village"}
    play(state, f"discard {choice}")
    assert gold(state) == 20 - 4 + gained
    assert seen(state)["places"]["village"]["discard"] == [choice]
    assert None not in row(state, "village")


def test_discard_a_village_card_for_its_cost_in_keys() -> None:
    state = bought("guildmaster", ". nun . . judge . . . .", village="brigand")
    assert state.prompt(0) == {"kind": "discard_for_key", "card": "guildmaster", "place": "village"}
    play(state, "discard brigand")
    assert (gold(state), keys(state)) == (15, 7)


def test_discard_a_castle_card_for_gold_ignores_discounts() -> None:
    """The squire takes 1 off each purchase; the discarded banker still brings its printed 7."""
    state = bought("executioner", ". nun . . squire . . . .", "discard banker", castle="banker")
    assert gold(state) == 27


# ---------------------------------------------------------------- choose_one


@pytest.mark.parametrize("card", ["banker", "barbarian", "militiaman", "bombardier", "blacksmith"])
def test_choose_one_asks_for_exactly_one(card: str) -> None:
    state = bought(card, ". nun . . judge . . . .")
    assert choices(state) == ["option 1", "option 2"]
    assert state.prompt(0) == {"kind": "option", "card": card}
    before = gold(state)
    play(state, "option 2")
    assert (gold(state), keys(state)) == (before, 3 if card == "banker" else 2)


def test_an_option_that_yields_nothing_may_be_chosen() -> None:
    state = bought("barbarian", ". nun . . baker . . . .", "option 1", others=[seat(". judge . . -spy . . . .")])
    assert (gold(state), keys(state)) == (20 - 2 + 1, 0)
    state = bought("bombardier", ". nun . . baker . . . .", "option 1", others=[seat(". judge . . -potter . . . .")])
    assert (gold(state), keys(state)) == (18, 0)


# ---------------------------------------------------------------- discount


def test_a_permanent_effect_gives_nothing_when_bought() -> None:
    for card in ("alchemist", "farmhand", "princess"):
        place = CARDS[card]["place"]
        events: list[Event] = play(table(seat(), messenger=place, **{place: card}), f"buy {card} @c3")
        assert not {"gain_gold", "gain_key", "deposit"} & {event.kind for event in events}


def test_a_purse_in_the_corner_of_the_field_is_filled_like_any_other() -> None:
    mine = {"c3": "-nun", "b3": "-monk", "b2": "vicar", "a2": "gravedigger", "a1": "beekeeper"}
    state = table(seat(mine, gold=20, keys=0), messenger="castle", castle="steward")
    play(state, "buy steward @c2")
    assert {"fill @a1", "fill @a2", "fill @b2"} <= set(choices(state))
    play(state, "fill @a1")
    assert "fill @a1" not in choices(state)
