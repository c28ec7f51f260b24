"""Actions: their numbers, their notation, and the elements of a board that are picked for them."""
from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from chateaux.games.chateau_fort.building import PAYMENTS, fewest_doubles, most_doubles
from chateaux.games.chateau_fort.cards import (
    CONSTRUCTIONS,
    FIRE,
    GOLD,
    IDS,
    MAGE,
    PEASANT,
    PEASANTS,
    RESOURCES,
    STONE,
    STONES,
    WHEEL,
    WITCH,
    defence_against,
    held,
    lying,
)
from chateaux.games.chateau_fort.pieces import MOST_SEATS
from chateaux.games.chateau_fort.table import Table

END: Final[i64] = 0  # end the turn
PLACE: Final[i64] = 1  # + kind: put a resource on one's own site
TURN_WHEEL: Final[i64] = 6
DISCARD: Final[i64] = 7  # + kind
SET_FIRE: Final[i64] = 20  # + target
PAY_GOLD: Final[i64] = 24  # + target
SEND_MAGE: Final[i64] = 28  # + target
CURSE: Final[i64] = 32  # + target * 5 + kind
BUILD: Final[i64] = 52  # + construction * 64 + doubled stones * 8 + doubled peasants
ACCEPT: Final[i64] = 180  # let the attack happen
DEFEND: Final[i64] = 181  # with the card that stops it
GIVE: Final[i64] = 182  # + kind: the alms
TIME_UP: Final[i64] = 187  # the table's
BURY: Final[i64] = 188  # + double peasants among the plague's dead


def attack_base(attack: i64) -> i64:
    """The number of an attack on seat 0."""
    if attack == FIRE:
        return SET_FIRE
    return PAY_GOLD if attack == GOLD else SEND_MAGE


def notation(action: i64) -> str:
    """An action in words that no language owns; seats by number.

    >>> notation(PLACE), notation(CURSE + 11), notation(BUILD + 9)
    ('place mason', 'witch @2 stone1', 'build wall stone2=1 peasant2=1')
    """
    if action == END:
        return "end"
    if action < TURN_WHEEL:
        return f"place {IDS[action - PLACE]}"
    if action == TURN_WHEEL:
        return "wheel"
    if action < SET_FIRE:
        return f"discard {IDS[action - DISCARD]}"
    if action < CURSE:
        attack: i64 = FIRE if action < PAY_GOLD else GOLD if action < SEND_MAGE else MAGE
        return f"{IDS[attack]} @{(action - SET_FIRE) % MOST_SEATS}"
    if action < BUILD:
        return f"witch @{(action - CURSE) // RESOURCES} {IDS[(action - CURSE) % RESOURCES]}"
    if action < ACCEPT:
        payment: i64 = (action - BUILD) % PAYMENTS
        return f"build {CONSTRUCTIONS[(action - BUILD) // PAYMENTS]} stone2={payment >> 3} peasant2={payment & 7}"
    if action == ACCEPT:
        return "accept"
    if action == DEFEND:
        return "defend"
    if action < TIME_UP:
        return f"alms {IDS[action - GIVE]}"
    if action == TIME_UP:
        return "time up"
    return f"plague peasant2={action - BURY}"


def hand_elements(table: Table, seat: i64, card: i64) -> list[str]:
    """The cards of one kind in a seat's own hand."""
    return [f"hand-{IDS[card]}-{copy}" for copy in range(held(table.hands[seat], card))]


def elements(table: Table, seat: i64, action: i64) -> list[list[str]]:
    """What to pick for an action, step by step.

    A hand card is picked first, then where it goes: the own site, the pile, a rival, a rival's card.
    """
    if action == END:
        return [["end-turn"]]
    if action < TURN_WHEEL:
        return [hand_elements(table, seat, action - PLACE), ["site"]]
    if action == TURN_WHEEL:
        return [hand_elements(table, seat, WHEEL), ["site"]]
    if action < SET_FIRE:
        return [hand_elements(table, seat, action - DISCARD), ["pile"]]
    if action < CURSE:
        attack: i64 = FIRE if action < PAY_GOLD else GOLD if action < SEND_MAGE else MAGE
        return [hand_elements(table, seat, attack), [f"rival-{(action - SET_FIRE) % MOST_SEATS}"]]
    if action < BUILD:
        target: i64 = (action - CURSE) // RESOURCES
        card: i64 = (action - CURSE) % RESOURCES
        # cards of one kind are equal, so the first stands for all of them
        return [hand_elements(table, seat, WITCH), site_elements(table, f"rival-{target}-site", target, card)[:1]]
    if action < ACCEPT:
        return build_elements(table, seat, (action - BUILD) // PAYMENTS, (action - BUILD) % PAYMENTS)
    if action == ACCEPT:
        return [["accept"]]
    if action == DEFEND:
        return [hand_elements(table, seat, defence_against(table.attack))]
    if action < TIME_UP:
        return [site_elements(table, "site", seat, action - GIVE)]
    if action == TIME_UP:
        return [["clock"]]
    return [[f"plague-{action - BURY}"]]


def site_elements(table: Table, prefix: str, seat: i64, card: i64) -> list[str]:
    """The cards of one kind on a site."""
    return [f"{prefix}-{IDS[card]}-{copy}" for copy in range(lying(table.sites[seat], card))]


def build_elements(table: Table, seat: i64, construction: i64, payment: i64) -> list[list[str]]:
    """The construction, then how many doubles pay, where the site leaves a choice."""
    site: i64 = table.sites[seat]
    name = CONSTRUCTIONS[construction]
    steps = [[f"build-{name}"]]
    stones: i64 = table.pieces.costs[construction * 3 + 1]
    if fewest_doubles(stones, lying(site, STONE)) < most_doubles(stones, lying(site, STONE), lying(site, STONES)):
        steps.append([f"pay-{name}-stone2-{payment >> 3}"])
    peasants: i64 = table.pieces.costs[construction * 3 + 2]
    if (fewest_doubles(peasants, lying(site, PEASANT))
            < most_doubles(peasants, lying(site, PEASANT), lying(site, PEASANTS))):
        steps.append([f"pay-{name}-peasant2-{payment & 7}"])
    return steps

