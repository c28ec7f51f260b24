"""Score final: each of the 78 cards scored in a tableau, card by card, worked out by hand.

The points stand where the cards lie. The last tableau is the rulebook's own example.
"""
from __future__ import annotations

import pytest

from tests.games.chateau_combo.table import CARDS, finished, points, seat

TABLEAUX = {
    # 9 nobility, 2 military, 1 faith, 1 scholarship, 1 craftsmanship; nine castle banners
    "the court": ("""
        duchess      princess               prince
        royal_guard  her_majesty_the_queen  knight
        his_majesty  chatelaine             chancellor""", 3, """
         8 12 16
        12 10 12
        16  8 18""", 115),
    # 10 faith and 1 military, so four types are missing; the vicar is the only villager
    "the church": ("""
        cardinal  mother_superior  pilgrim
        nun       his_holiness     templar
        devout    chaplain         vicar+3""", 4, """
        12  5  4
         9 24  4
        10  2  6""", 80),
    # 10 scholarship, 1 craftsmanship, 1 faith; 7 castle and 2 village banners
    "the study": ("""
        astronomer  professor  inventor
        goldsmith   scribe     philosopher
        apothecary  judge      architect""", 1, """
         8 15  2
         6 12 10
        12  6  6""", 78),
    # 8 military, 1 craftsmanship, 1 nobility
    "the garrison": ("""
        militiaman  bombardier  captain
        squire      armorer     lookout
        barbarian   general     jester""", 0, """
        12  6  8
         2 12  8
        10 12  2""", 72),
    # 11 craftsmanship, 1 faith, 1 military; four cards have two shields
    "the workshop": ("""
        clockmaker      glassblower  sculptor+3
        spice_merchant  blacksmith   stonemason
        guildmaster     potter+4     innkeeper+1""", 2, """
         9  4  6
         5  8  9
         5  8  2""", 58),
    # 11 peasantry, 1 nobility, 1 faith, 1 scholarship; nine village banners
    "the fields": ("""
        fisherman   shepherd  woodcutter
        stable_boy  brigand   monk
        farmer      baker     winemaker""", 5, """
         4 12  5
        15 21 10
         7  3  6""", 88),
    # 27 gold on seven purses
    "the purses": ("""
        steward+3             gravedigger+5  queen_mother+1
        miraculously_cured+4  beggar         master_at_arms+2
        farmhand+5            beekeeper+7    banker""", 0, """
         6 10  2
         8  6  4
        10 14 27""", 87),
    # two of each type but one faith; the dear brigand lies face down and costs nothing any more
    "the sets": ("""
        officer    patron     duchess
        mercenary  doctor     locksmith
        vicar      carpenter  -brigand""", 6, """
         8 25  8
         7  8  6
         0  8  0""", 76),
    # no nobility, no faith; 3 castle banners, two cards for nothing, four at four gold, two discounts
    "the uprising": ("""
        traveler     spy            alchemist
        witch        usurper        pawnbroker
        executioner  revolutionary  astronomer""", 1, """
         4  6  8
         9  6 12
         3  9  0""", 58),
    # nine discounts, no peasantry
    "the bargains": ("""
        astronomer  baron      philosopher
        squire      alchemist  chatelaine
        princess    armorer    architect""", 0, """
         8 10  0
         2 36  8
         3  0  8""", 75),
    # the example of the rulebook
    "Exemple de décompte": ("""
        judge       his_holiness  locksmith
        clockmaker  sculptor+2    spice_merchant
        banker      -guildmaster  miraculously_cured+4""", 11, """
         9 12 11
         9  4  5
         6  0  8""", 75),
}


def named(tableau: str) -> list[str]:
    return [written.lstrip("-").partition("+")[0] for written in tableau.split()]


@pytest.mark.parametrize("name", TABLEAUX)
def test_score_final(name: str) -> None:
    tableau, keys, expected, total = TABLEAUX[name]
    state = finished(seat(tableau, gold=0, keys=keys))
    cards = dict(zip(named(tableau), [int(number) for number in expected.split()], strict=True))
    assert points(state) == cards | {"keys": keys}
    assert state.scores()[0] == total


def test_every_card_is_scored() -> None:
    assert {card for tableau, *_ in TABLEAUX.values() for card in named(tableau)} == set(CARDS)


def test_carte_face_cachee_gives_no_banner() -> None:
    """The judge of the example pairs three castle cards with village cards; the one face down would be a fourth."""
    tableau, keys, *_ = TABLEAUX["Exemple de décompte"]
    down = finished(seat(tableau, gold=0, keys=keys))
    up = finished(seat(tableau.replace("-guildmaster", "guildmaster"), gold=0, keys=keys))
    assert (points(down)["judge"], points(up)["judge"]) == (9, 12)
