"""Acheter une carte, appliquer son effet: each of the 78 cards bought once, worked out by hand.

Three tableaux lie around the table; what they hold is counted beside them. Cards that lie there themselves
are bought into a second set of tableaux.
"""
from __future__ import annotations

from dataclasses import dataclass

import pytest

from tests.games.chateau_combo.table import CARDS, gold, keys, messenger, play, purses, seat, table

# Mine: nobility 1, faith 1, scholarship 2, military 2, craftsmanship 1, peasantry 0: five types, one missing.
# Castle 2, village 2. One shield: the judge; two shields: 3 cards. Cost 4: the judge; cost 0: none.
# Two purses: 1 of 7 and 3 of 4 gold. Five cells in use, four empty; after buying, six and three.
MINE = """
    .           sculptor+1        .
    chancellor  master_at_arms+3  -patron
    .           judge             ."""
# To my left: nobility 1, faith 1, scholarship 1, military 1, craftsmanship 1; castle 3, village 1.
LEFT = """
    .          templar     .
    professor  prince      innkeeper
    .          -goldsmith  ."""
# To my right: nobility 2, faith 3, peasantry 3; castle 1, village 3.
RIGHT = """
    .                   monk       .
    miraculously_cured  fisherman  duchess
    .                   -inventor  ."""

# Mine: nobility 1, faith 1, scholarship 1, military 2, craftsmanship 0, peasantry 1. Castle 1, village 3.
# One shield: 2 cards; two shields: 2 cards. One purse: 2 of 5 gold.
MINE_AGAIN = """
    .            vicar+2  .
    royal_guard  spy      woodcutter
    .            -banker  ."""
# Faith 2 to my left, 1 to my right.
LEFT_AGAIN = """
    .    cardinal          .
    nun  barbarian         militiaman
    .    -mother_superior  ."""
RIGHT_AGAIN = """
    .       scribe  .
    potter  knight  witch
    .       -jester ."""


@dataclass
class Bought:
    """What buying a card costs and brings, beyond what was there before."""

    card: str
    price: int
    gold: int = 0
    keys: int = 0
    purses: int = 0  # gold laid on my purses
    each_opponent: tuple[int, int] = (0, 0)  # gold and keys
    then: tuple[str, ...] = ()  # what I choose
    row: str = ""  # a card that lies in the other row


CASTLE = [
    Bought("steward", 0, purses=6 + 3, then=("fill @c2", "fill @b2")),
    Bought("his_holiness", 7, keys=3, each_opponent=(0, 1)),
    Bought("chaplain", 5, gold=2),
    Bought("cardinal", 4, keys=3),
    Bought("gravedigger", 4, gold=5, then=("discard shepherd",), row="shepherd"),
    Bought("alchemist", 6),
    Bought("astronomer", 5),
    Bought("pilgrim", 6),
    Bought("devout", 4, gold=3),
    Bought("nun", 3, gold=3),
    Bought("architect", 4),
    Bought("apothecary", 3),
    Bought("officer", 5, gold=1 + 3),
    Bought("captain", 5),
    Bought("guildmaster", 5, keys=5, then=("discard shepherd",), row="shepherd"),
    Bought("general", 7, keys=5),
    Bought("knight", 5, gold=3),
    Bought("lookout", 6, keys=3),
    Bought("royal_guard", 4, keys=1, each_opponent=(0, 1)),
    Bought("banker", 7, purses=2 + 1, then=("option 1",)),
    Bought("pawnbroker", 4, gold=2),
    Bought("chatelaine", 2),
    Bought("glassblower", 5, gold=1 + 2),
    Bought("princess", 3),
    Bought("his_majesty", 6, each_opponent=(1, 0)),
    Bought("queen_mother", 3, purses=2 + 1 + 2),
    Bought("jester", 3, gold=2 * 2),
    Bought("baron", 3),
    Bought("her_majesty_the_queen", 7, keys=2),
    Bought("scribe", 4, gold=2),
    Bought("mother_superior", 5, keys=4),
]
VILLAGE = [
    Bought("spy", 4, gold=3, keys=1),
    Bought("vicar", 0, gold=3),
    Bought("squire", 0),
    Bought("philosopher", 2),
    Bought("doctor", 5, gold=3 + 0),
    Bought("executioner", 0, gold=7, then=("discard banker",), row="banker"),
    Bought("barbarian", 2, gold=1, then=("option 1",)),
    Bought("militiaman", 2, gold=3, then=("option 1",)),
    Bought("bombardier", 2, keys=2, then=("option 2",)),
    Bought("stonemason", 3),
    Bought("blacksmith", 5, gold=2, then=("option 1",)),
    Bought("mercenary", 6, gold=6),
    Bought("clockmaker", 3, gold=2),
    Bought("spice_merchant", 0, gold=2 * 2),
    Bought("armorer", 3),
    Bought("potter", 2, purses=2 + 1 + 2),
    Bought("farmer", 5, keys=2),
    Bought("locksmith", 4, keys=2),
    Bought("carpenter", 0, keys=1),
    Bought("witch", 4, gold=1, keys=3),
    Bought("brigand", 7, keys=3),
    Bought("woodcutter", 0, gold=6),
    Bought("beggar", 0, gold=6),
    Bought("stable_boy", 4, keys=2),
    Bought("winemaker", 2, gold=3),
    Bought("shepherd", 5, gold=3),
    Bought("usurper", 5, keys=2),
    Bought("traveler", 0, gold=3 * 1),
    Bought("farmhand", 0),
    Bought("revolutionary", 4, keys=3),
    Bought("baker", 0, gold=1, keys=3),
    Bought("beekeeper", 2, purses=2 + 1 + 2),
]
CASTLE_AGAIN = [
    Bought("chancellor", 6, keys=2),
    Bought("judge", 4, keys=2),
    Bought("patron", 7, each_opponent=(2, 0)),
    Bought("templar", 5, gold=2, keys=3),
    Bought("professor", 4, gold=5),
    Bought("prince", 6, gold=2),
    Bought("goldsmith", 4, keys=3),
    Bought("duchess", 5, keys=2),
]
VILLAGE_AGAIN = [
    Bought("sculptor", 3, keys=2),
    Bought("master_at_arms", 2, gold=4),
    Bought("innkeeper", 0, purses=2 + 2, each_opponent=(2, 0)),
    Bought("monk", 4, keys=2),
    Bought("miraculously_cured", 2, keys=2),
    Bought("fisherman", 2),
    Bought("inventor", 2, gold=3),
]


def check(bought: Bought, place: str, mine: str, left: str, right: str) -> None:
    here, there = (bought.card, bought.row) if place == "castle" else (bought.row, bought.card)
    state = table(seat(mine, gold=20, keys=5), seat(left, gold=10, keys=1), seat(right, gold=10, keys=1), players=3,
                  messenger=place, castle=here, village=there)
    stored = purses(state)
    play(state, f"buy {bought.card} @b2", *bought.then)
    assert state.to_act == (1,)
    assert gold(state) == 20 - bought.price + bought.gold
    assert keys(state) == 5 + bought.keys
    assert purses(state) - stored == bought.purses
    for opponent in (1, 2):
        assert (gold(state, opponent), keys(state, opponent)) == (10 + bought.each_opponent[0],
                                                                  1 + bought.each_opponent[1])
    assert messenger(state) == (CARDS[bought.card]["messenger"] or place)


@pytest.mark.parametrize("bought", CASTLE, ids=lambda bought: bought.card)
def test_castle_card(bought: Bought) -> None:
    check(bought, "castle", MINE, LEFT, RIGHT)


@pytest.mark.parametrize("bought", VILLAGE, ids=lambda bought: bought.card)
def test_village_card(bought: Bought) -> None:
    check(bought, "village", MINE, LEFT, RIGHT)


@pytest.mark.parametrize("bought", CASTLE_AGAIN, ids=lambda bought: bought.card)
def test_castle_card_that_lay_on_the_table(bought: Bought) -> None:
    check(bought, "castle", MINE_AGAIN, LEFT_AGAIN, RIGHT_AGAIN)


@pytest.mark.parametrize("bought", VILLAGE_AGAIN, ids=lambda bought: bought.card)
def test_village_card_that_lay_on_the_table(bought: Bought) -> None:
    check(bought, "village", MINE_AGAIN, LEFT_AGAIN, RIGHT_AGAIN)


def test_every_card_is_bought() -> None:
    every = [bought.card for bought in [*CASTLE, *VILLAGE, *CASTLE_AGAIN, *VILLAGE_AGAIN]]
    assert sorted(every) == sorted(CARDS)
