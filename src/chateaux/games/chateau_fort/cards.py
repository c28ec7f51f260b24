"""The thirteen kinds of cards, and how many of them lie in a hand or on a site.

A hand is one number with a hexadecimal digit for each kind, a site one with a byte for each kind
of resource. What the kinds do is in the rooms of the rules.
"""
from __future__ import annotations

from typing import Final

from mypy_extensions import i64

MASON: Final[i64] = 0
STONE: Final[i64] = 1
STONES: Final[i64] = 2  # the double card
PEASANT: Final[i64] = 3
PEASANTS: Final[i64] = 4  # the double card
FIRE: Final[i64] = 5
WITCH: Final[i64] = 6
GOLD: Final[i64] = 7
MAGE: Final[i64] = 8
GUARDS: Final[i64] = 9
MONKS: Final[i64] = 10
RELICS: Final[i64] = 11
WHEEL: Final[i64] = 12

RESOURCES: Final[i64] = 5  # the kinds below this one are resources
KINDS: Final[i64] = 13
NO_CARD: Final[i64] = -1
IDS: Final = ["mason", "stone1", "stone2", "peasant1", "peasant2", "fire", "witch", "gold", "mage", "guards", "monks",
              "relics", "wheel"]
FAMILIES: Final = ["resource", "attack", "defence", "special"]
UNITS: Final = [1, 1, 2, 1, 2]  # a double card counts as two

HAND_BITS: Final[i64] = 4
IN_HAND: Final[i64] = 15
EACH_KIND: Final[i64] = 0x1111111111111  # one card of every kind
ATTACKS: Final[i64] = 0xFFFF00000  # the digits of Fire, Witch, Gold and Mage
SITE_BITS: Final[i64] = 8
ON_SITE: Final[i64] = 255
LAST_IN_HAND: Final[i64] = 0x1000000000000  # one card of the last kind, WHEEL,
LAST_ON_SITE: Final[i64] = 0x100000000  # of the last resource, PEASANTS; shifted down, for 1 << n is 32 bits wide in C

WALL: Final[i64] = 0
KEEP: Final[i64] = 1
CONSTRUCTIONS: Final = ["wall", "keep"]

FAMINE: Final[i64] = 1
BAD_WEATHER: Final[i64] = 2
PLAGUE: Final[i64] = 3
ALMS: Final[i64] = 4
REFORM: Final[i64] = 5
FEAST: Final[i64] = 6
EVENTS: Final = ["", "famine", "weather", "plague", "alms", "reform", "feast"]  # by the roll of the die


def family(card: i64) -> i64:
    """Which of the FAMILIES a kind belongs to.

    >>> FAMILIES[family(MONKS)]
    'defence'
    """
    if card < FIRE:
        return 0
    if card < GUARDS:
        return 1
    return 2 if card < WHEEL else 3


def forbids(event: i64, card: i64) -> bool:
    """What an event that stands over a round forbids to play: in a Famine masons, peasants and Gold, in bad weather
    the wheel, after the Reform Witch and Mage (ruling 11).

    >>> [IDS[card] for card in range(KINDS) if forbids(REFORM, card)]
    ['witch', 'mage']
    """
    if event == FAMINE:
        return card == GOLD or (card < RESOURCES and card != STONE and card != STONES)
    if event == BAD_WEATHER:
        return card == WHEEL
    return event == REFORM and (card == WITCH or card == MAGE)


def forbids_building(event: i64) -> bool:
    """In bad weather nothing is built."""
    return event == BAD_WEATHER


def defence_against(attack: i64) -> i64:
    """Cartes défense: Guards stop Fire, Monks the Witch and Gold, Relics the Mage.

    >>> IDS[defence_against(GOLD)]
    'monks'
    """
    if attack == FIRE:
        return GUARDS
    return RELICS if attack == MAGE else MONKS


# ---------------------------------------------------------------- hands: a hexadecimal digit for each kind


def in_hand(card: i64) -> i64:
    """A hand of one card; hands are added and subtracted as numbers."""
    return LAST_IN_HAND >> (48 - card * 4)


def held(hand: i64, card: i64) -> i64:
    """How many cards of a kind a hand holds.

    >>> held(in_hand(MONKS) + in_hand(MONKS) + in_hand(FIRE), MONKS)
    2
    """
    return hand >> (card * HAND_BITS) & IN_HAND


def hand_size(hand: i64) -> i64:
    """How many cards a hand holds: casting out fifteens leaves the sum of its digits, if below 15.

    >>> hand_size(in_hand(MONKS) + in_hand(MONKS) + in_hand(FIRE))
    3
    """
    return hand % 15


# ---------------------------------------------------------------- sites: a byte for each kind of resource


def on_site(card: i64) -> i64:
    """A site with one card; sites are added and subtracted as numbers."""
    return LAST_ON_SITE >> (32 - card * 8)


def lying(site: i64, card: i64) -> i64:
    """How many cards of a kind lie on a site."""
    return site >> (card * SITE_BITS) & ON_SITE


def site_size(site: i64) -> i64:
    """How many cards lie on a site: casting out 255s leaves the sum of its bytes, if below 255.

    >>> site_size(on_site(MASON) + on_site(PEASANTS))
    2
    """
    return site % 255


def stone_units(site: i64) -> i64:
    return lying(site, STONE) + 2 * lying(site, STONES)


def peasant_units(site: i64) -> i64:
    return lying(site, PEASANT) + 2 * lying(site, PEASANTS)


def units(site: i64) -> i64:
    """All resources of a site, double cards counted as two."""
    return lying(site, MASON) + stone_units(site) + peasant_units(site)


def hand_counts(hand: i64) -> dict[str, int]:
    """A hand in words.

    >>> hand_counts(in_hand(WHEEL) + 2 * in_hand(MASON))
    {'mason': 2, 'wheel': 1}
    """
    return {IDS[card]: held(hand, card) for card in range(KINDS) if held(hand, card)}


def site_counts(site: i64) -> dict[str, int]:
    """The cards of a site in words."""
    return {IDS[card]: lying(site, card) for card in range(RESOURCES) if lying(site, card)}


def site_list(site: i64) -> list[str]:
    """The cards of a site one by one, as events tell them."""
    return [IDS[card] for card in range(RESOURCES) for _ in range(lying(site, card))]
