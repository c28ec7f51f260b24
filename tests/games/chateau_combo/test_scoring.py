"""Les parchemins de score: every kind of scoring, every area, every region."""
from __future__ import annotations

import pytest

from tests.games.chateau_combo.table import finished, points, seat, table


def scores(card: str, tableau: str, keys: int = 0) -> int:
    """What one card of a finished tableau scores."""
    return points(finished(seat(tableau, gold=0, keys=keys)))[card]


# ---------------------------------------------------------------- per_shield, and its areas

# Nobility by cell: 0 2 0 / 1 . 1 / 0 0 2, and the card in the centre.
COURT = """
    vicar       duchess  baker
    stable_boy  {}       baron
    inventor    spy      queen_mother"""


@pytest.mark.parametrize(("card", "area", "expected"), [
    ("princess", "row", 3 * (1 + 1 + 1)), ("prince", "row", 4 * 3),
    ("royal_guard", "column", 3 * (2 + 1 + 0)), ("his_majesty", "column", 4 * 3),
    ("jester", "cross", 2 * (1 + 1 + 1 + 2 + 0)), ("knight", "cross", 3 * (1 + 0 + 1 + 2))])
def test_per_shield_in_its_area(card: str, area: str, expected: int) -> None:
    assert scores(card, COURT.format(card)) == expected


def test_a_row_is_the_cards_own_row_and_a_column_its_own_column() -> None:
    """At the side of the frame: the top row holds 1 and 2 nobility, the left column 1, 1 and 0."""
    tableau = "{} duchess baker stable_boy vicar baron inventor spy queen_mother"
    assert scores("princess", tableau.format("princess")) == 3 * 3
    assert scores("royal_guard", tableau.format("royal_guard")) == 3 * 2
    assert scores("jester", tableau.format("jester")) == 2 * (1 + 2 + 1)


def test_per_shield_leaves_face_down_cards_out() -> None:
    assert scores("princess", COURT.format("princess").replace("baron", "-baron")) == 3 * 2


def test_areas_follow_a_frame_that_grew_elsewhere() -> None:
    """The same rows and columns when the first card ended up in a corner: cells c3 to e5."""
    ids = COURT.format("princess").split()
    cells = [column + row for row in "345" for column in "cde"]
    assert points(finished(seat(dict(zip(cells, ids, strict=True)), gold=0, keys=0)))["princess"] == 9


# ---------------------------------------------------------------- per_shield_type_present

TYPES = """
    vicar    {}     baker
    judge    nun    clockmaker
    inventor squire queen_mother"""


def test_per_shield_type_present_in_a_row() -> None:
    """Faith twice and peasantry: two types."""
    assert scores("pilgrim", TYPES.format("pilgrim")) == 4 * 2
    assert scores("chatelaine", TYPES.format("chatelaine")) == 2 * 4  # faith, nobility, craftsmanship, peasantry


def test_per_shield_type_present_in_a_column() -> None:
    assert scores("lookout", TYPES.format("lookout")) == 4 * 2  # military twice, faith
    assert scores("winemaker", TYPES.format("winemaker")) == 2 * 4  # scholarship, peasantry, faith, military


def test_per_shield_type_present_in_the_grid() -> None:
    assert scores("architect", TYPES.format("architect")) == 2 * 6
    assert scores("architect", TYPES.format("architect").replace("baker", "-baker")) == 2 * 5


# ---------------------------------------------------------------- missing types

FAITHFUL = "vicar {} nun cardinal -baker chaplain devout -spy pilgrim"


def test_per_shield_type_missing() -> None:
    assert scores("his_holiness", FAITHFUL.format("his_holiness")) == 6 * 5
    assert scores("his_holiness", FAITHFUL.replace("-spy", "spy").format("his_holiness")) == 6 * 3


@pytest.mark.parametrize(("card", "worth", "spoiler"), [
    ("devout", 10, "clockmaker"), ("baron", 10, "baker"), ("philosopher", 10, "squire"), ("barbarian", 10, "judge"),
    ("witch", 9, "mother_superior"), ("revolutionary", 9, "queen_mother")])
def test_if_shield_missing(card: str, worth: int, spoiler: str) -> None:
    """All or nothing, in the whole tableau; a face-down card does not spoil it."""
    hidden = "-steward -prince -patron -captain -duchess -general -lookout"
    assert scores(card, f"{card} {hidden} -{spoiler}") == worth
    assert scores(card, f"{card} {hidden} {spoiler}") == 0


# ---------------------------------------------------------------- sets


@pytest.mark.parametrize(("card", "others", "sets"), [
    ("officer", "duchess baron captain", 4 * 3),  # nobility 3, military 3
    ("officer", "duchess baron -captain", 4 * 1),
    ("officer", "royal_guard", 4 * 1),  # one card gives both
    ("glassblower", "mother_superior potter nun", 4 * 3),  # faith 3, craftsmanship 3
    ("doctor", "inventor farmer baker", 4 * 3),  # scholarship 3, peasantry 3
    ("mercenary", "nun templar fisherman", 7 * 2),  # faith 2, military 2, peasantry 3
    ("her_majesty_the_queen", "goldsmith judge chatelaine", 10 * 2),  # nobility 2, scholarship 2, craftsmanship 2
    ("her_majesty_the_queen", "judge inventor duchess", 0)])
def test_per_shield_set_counts_the_scarcest_type(card: str, others: str, sets: int) -> None:
    """Both symbols of one card may be used."""
    hidden = ["-steward", "-prince", "-patron", "-vicar", "-innkeeper", "-general", "-lookout", "-squire"]
    tableau = [card, *others.split(), *hidden][:9]
    assert scores(card, " ".join(tableau)) == sets


@pytest.mark.parametrize(("others", "groups"), [
    ("captain -duchess", 1),  # military 1 + 2
    ("captain master_at_arms squire", 2),  # military 6
    ("captain queen_mother baron", 2),  # military 3, nobility 3
    ("queen_mother -baron squire", 0)])
def test_per_identical_shields(others: str, groups: int) -> None:
    hidden = ["-steward", "-prince", "-patron", "-vicar", "-innkeeper", "-lookout", "-chancellor", "-spy"]
    assert scores("general", " ".join(["general", *others.split(), *hidden][:9])) == 6 * groups


# ---------------------------------------------------------------- banners

SEVEN_AND_TWO = "vicar {} nun cardinal -baker chaplain devout judge pilgrim"  # castle 6 without the card, village 1


def test_per_banner() -> None:
    assert scores("executioner", SEVEN_AND_TWO.format("executioner")) == 1 * 6
    assert scores("usurper", SEVEN_AND_TWO.format("usurper")) == 2 * 6
    assert scores("chancellor", SEVEN_AND_TWO.format("chancellor")) == 2 * 7
    assert scores("chaplain", SEVEN_AND_TWO.format("spy")) == 2 * 2
    assert scores("inventor", SEVEN_AND_TWO.format("inventor")) == 1 * 2


def test_per_banner_set_of_castle_and_village() -> None:
    assert scores("judge", SEVEN_AND_TWO.format("spy")) == 3 * 2
    assert scores("judge", SEVEN_AND_TWO.format("-spy")) == 3 * 1


@pytest.mark.parametrize(("villagers", "sets"), [(1, 0), (2, 0), (3, 1), (5, 1), (6, 2), (9, 3)])
def test_per_banner_set_of_three_villages(villagers: int, sets: int) -> None:
    others = ["vicar", "spy", "baker", "witch", "monk", "squire", "doctor", "potter"]
    tableau = ["brigand", *others[:villagers - 1], *["-" + card for card in others[villagers - 1:]]]
    assert scores("brigand", " ".join(tableau)) == 7 * sets


# ---------------------------------------------------------------- cards


def test_per_card_with_shield_number() -> None:
    """Blacksmith, duchess, spy and potter; the templar lies face down."""
    assert scores("blacksmith", "blacksmith duchess nun spy -templar judge potter baker witch") == 2 * 4


def test_per_card_with_exact_cost() -> None:
    """Pawnbroker, judge and witch cost 4; the traveler itself and the baker cost nothing."""
    tableau = "pawnbroker traveler judge witch baker doctor -monk -beggar nun"
    assert scores("pawnbroker", tableau) == 3 * 3
    assert scores("traveler", tableau) == 2 * 2


def test_per_card_with_cost_or_more() -> None:
    """Patron 7, doctor 5, pilgrim 6; not the judge at 4 nor the banker face down."""
    assert scores("patron", "patron doctor pilgrim judge -banker baker nun witch baron") == 5 * 3


def test_per_card_with_discount_counts_a_card_for_both_places_once() -> None:
    assert scores("alchemist", "alchemist squire farmhand judge -baron nun witch baker monk") == 4 * 3


# ---------------------------------------------------------------- keys and gold


@pytest.mark.parametrize("keys", [0, 1, 9])
def test_per_key_comes_on_top_of_the_keys_own_point(keys: int) -> None:
    state = finished(seat("templar locksmith nun judge -baron witch vicar monk baker", gold=0, keys=keys))
    found = points(state)
    assert (found["templar"], found["locksmith"], found["keys"]) == (keys, keys, keys)


@pytest.mark.parametrize(("card", "capacity"), [
    ("steward", 3), ("gravedigger", 8), ("queen_mother", 5), ("vicar", 5), ("miraculously_cured", 4),
    ("master_at_arms", 4), ("innkeeper", 6), ("sculptor", 7), ("potter", 4), ("farmhand", 5), ("beekeeper", 9)])
def test_purse(card: str, capacity: int) -> None:
    others = "judge nun -baron witch monk baker spy squire"
    assert scores(card, f"{card}+{capacity} {others}") == 2 * capacity
    assert scores(card, f"{card}+1 {others}") == 2
    assert scores(card, f"{card} {others}") == 0


def test_per_gold_in_all_purses() -> None:
    tableau = "banker vicar+5 beekeeper+2 judge -steward nun witch monk baker"
    assert scores("banker", tableau) == 7
    assert scores("vicar", tableau) == 10


def test_if_any_face_down_card() -> None:
    others = "judge nun witch monk baker spy squire"
    assert scores("carpenter", f"carpenter -baron {others}") == 8
    assert scores("carpenter", f"carpenter -vicar {others}") == 8
    assert scores("carpenter", f"carpenter baron {others}") == 0


# ---------------------------------------------------------------- if_position

REGIONS = {
    "top_row": ({"duchess": 8, "mother_superior": 5}, "x x x . . . . . ."),
    "middle_row": ({"spice_merchant": 5}, ". . . x x x . . ."),
    "bottom_row": ({"guildmaster": 5, "farmer": 7}, ". . . . . . x x x"),
    "left_column": ({"astronomer": 8, "goldsmith": 6}, "x . . x . . x . ."),
    "middle_column": ({"spy": 6}, ". x . . x . . x ."),
    "right_column": ({"captain": 8, "woodcutter": 5}, ". . x . . x . . x"),
    "corners": ({"fisherman": 4}, "x . x . . . x . x"),
    "edge_centres": ({"baker": 3}, ". x . x . x . x ."),
}


@pytest.mark.parametrize("region", REGIONS)
def test_if_position(region: str) -> None:
    cards, marked = REGIONS[region]
    others = ["judge", "nun", "witch", "monk", "-baron", "squire", "vicar", "potter"]
    for card, worth in cards.items():
        for index, mark in enumerate(marked.split()):
            tableau = [*others[:index], card, *others[index:]]
            assert scores(card, " ".join(tableau)) == (worth if mark == "x" else 0)


@pytest.mark.parametrize("corner", ["a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3"])
def test_positions_are_those_of_the_final_frame(corner: str) -> None:
    """Wherever the frame came to lie in the field, its top left card is its top left card."""
    column, line = "abcde".index(corner[0]), int(corner[1])
    cells = [f"{'abcde'[column + x]}{line + y}" for y in range(3) for x in range(3)]
    ids = ["duchess", "baker", "captain", "astronomer", "judge", "-nun", "fisherman", "spy", "farmer"]
    found = points(finished(seat(dict(zip(cells, ids, strict=True)), gold=0)))
    assert [found[id.lstrip("-")] for id in ids] == [8, 3, 8, 8, 3 * 4, 0, 4, 6, 7]


def test_a_row_is_not_the_top_row_before_the_frame_says_so() -> None:
    """Ce départ ne détermine que les colonnes: a row of three may still become top, middle or bottom."""
    found = points(table(seat(". . . royal_guard spy militiaman . . .")))
    assert found["spy"] == 6
    found = points(table(seat({"c3": "duchess", "d3": "captain", "e3": "baker"})))
    assert (found["captain"], found["duchess"]) == (0, 0)
    found = points(table(seat({"c3": "duchess", "c4": "farmer", "c5": "baker"})))
    assert (found["duchess"], found["farmer"]) == (8, 0)


def test_a_column_is_not_the_left_column_before_the_frame_says_so() -> None:
    found = points(table(seat({"c3": "astronomer", "d3": "spy", "d4": "fisherman"})))
    assert (found["astronomer"], found["spy"], found["fisherman"]) == (0, 0, 0)
    found = points(table(seat({"c3": "astronomer", "d3": "spy", "e3": "captain"})))
    assert (found["astronomer"], found["spy"], found["captain"]) == (8, 6, 8)


@pytest.mark.parametrize("tableau", [". fisherman . . nun . . baron .", ". . . fisherman nun baron . . ."])
def test_a_corner_is_none_before_the_frame_is_as_wide_and_as_high_as_it_gets(tableau: str) -> None:
    assert points(table(seat(tableau)))["fisherman"] == 0
