"""Matériel: the card list adds up to what the rulebook prints and the component page counts."""
from __future__ import annotations

from collections import Counter
from typing import Any

from tests.games.chateau_combo.table import CARDS

CASTLE = [card for card in CARDS.values() if card["place"] == "castle"]
VILLAGE = [card for card in CARDS.values() if card["place"] == "village"]
EVERY = [*CASTLE, *VILLAGE]


def shields(cards: list[dict[str, Any]]) -> Counter[str]:
    return Counter(shield for card in cards for shield in card["shields"])


def parts(kind: str) -> list[dict[str, Any]]:
    return [part for card in EVERY for part in card["effect"]["parts"] if part["kind"] == kind]


def test_39_cards_in_each_place() -> None:
    assert (len(CASTLE), len(VILLAGE)) == (39, 39)


def test_names_are_all_different() -> None:
    for field in ("id", "name_en", "name_fr"):
        assert len({card[field] for card in EVERY}) == 78


def test_repartition_des_blasons() -> None:
    assert shields(CASTLE) == {"nobility": 14, "faith": 12, "scholarship": 11, "military": 8, "craftsmanship": 7}
    assert shields(VILLAGE) == {"nobility": 1, "faith": 5, "scholarship": 6, "military": 10, "craftsmanship": 11,
                                "peasantry": 20}
    assert shields(EVERY) == {"nobility": 15, "faith": 17, "scholarship": 17, "military": 18, "craftsmanship": 18,
                              "peasantry": 20}


def test_51_cards_with_one_shield_and_27_with_two() -> None:
    assert Counter(len(card["shields"]) for card in EVERY) == {1: 51, 2: 27}
    assert [sum(len(card["shields"]) == 2 for card in place) for place in (CASTLE, VILLAGE)] == [13, 14]


def test_messenger_icons_send_to_the_other_place() -> None:
    assert Counter(card["messenger"] for card in CASTLE) == {"village": 19, None: 20}
    assert Counter(card["messenger"] for card in VILLAGE) == {"castle": 19, None: 20}


def test_costs() -> None:
    counted = [[sum(card["cost"] == cost for card in place) for cost in range(8)] for place in (CASTLE, VILLAGE)]
    assert counted == [[1, 0, 1, 6, 10, 10, 6, 5], [11, 0, 11, 4, 6, 5, 1, 1]]
    assert [sum(card["cost"] for card in place) for place in (CASTLE, VILLAGE)] == [181, 96]


def test_modes_of_effects() -> None:
    assert Counter(card["effect"]["mode"] for card in EVERY) == {"all": 58, "choose_one": 5, "permanent": 15}


def test_discounts() -> None:
    assert Counter(tuple(part["places"]) for part in parts("discount")) == {
        ("castle",): 6, ("village",): 5, ("castle", "village"): 4}


def test_purses() -> None:
    capacities = sorted(card["scoring"]["capacity"] for card in EVERY if card["scoring"]["kind"] == "purse")
    assert capacities == [3, 4, 4, 4, 5, 5, 5, 6, 7, 8, 9]
    assert sum(capacities) == 60
    assert {card["scoring"]["points"] for card in EVERY if card["scoring"]["kind"] == "purse"} == {2}


def test_cards_that_look_at_others() -> None:
    gains = parts("gain")
    assert sum((part["per"] or {}).get("of") == "neighbour" for part in gains) == 8
    assert sum(part["who"] == "opponents" for part in gains) == 5
    assert len(parts("discard_row_card")) == 3
