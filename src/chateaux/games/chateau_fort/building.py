"""Building: what a site can be exchanged for, and with which cards it is paid.

Exact sets are offered; a double pays for one unit too many only where no exact set exists (ruling 3).
"""
from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from chateaux.games.chateau_fort.cards import (
    CONSTRUCTIONS,
    KEEP,
    MASON,
    PEASANT,
    PEASANTS,
    RESOURCES,
    STONE,
    STONES,
    WALL,
    forbids_building,
    lying,
    on_site,
    peasant_units,
    site_list,
    stone_units,
)
from chateaux.games.chateau_fort.state import OVER, Realm

MOST_PAID: Final = 7  # doubles of a kind: the dearest construction takes 14 units


def affords(realm: Realm, seat: i64, construction: i64) -> bool:
    """Whether the site pays for a construction and there is a pawn left for it (ruling 17)."""
    site: i64 = realm.sites[seat]
    costs = realm.pieces.costs
    cost: i64 = construction * 3
    return (lying(site, MASON) >= costs[cost] and stone_units(site) >= costs[cost + 1]
            and peasant_units(site) >= costs[cost + 2]
            and realm.castles[seat * 2 + construction] < realm.pieces.most(construction))


def can_build(realm: Realm, seat: i64) -> bool:
    """Whether anything can be built now; in bad weather nothing can."""
    return not forbids_building(realm.event) and (affords(realm, seat, WALL) or affords(realm, seat, KEEP))


def fewest_doubles(need: i64, singles: i64) -> i64:
    """The fewest double cards that pay a need exactly, or, with no single at hand, one unit too much."""
    return max(need - singles + 1, 0) >> 1


def most_doubles(need: i64, singles: i64, doubles: i64) -> i64:
    """The most double cards that pay a need exactly, or, with no single at hand, one unit too much."""
    whole: i64 = need >> 1
    if singles == 0:
        whole = (need + 1) >> 1
    return min(doubles, whole)


def add_payments(realm: Realm, seat: i64, construction: i64, base: i64, actions: vec[i64]) -> vec[i64]:
    """The ways to pay for a construction that the site affords, as actions from a base."""
    site: i64 = realm.sites[seat]
    stones: i64 = realm.pieces.costs[construction * 3 + 1]
    peasants: i64 = realm.pieces.costs[construction * 3 + 2]
    few: i64 = fewest_doubles(peasants, lying(site, PEASANT))
    many: i64 = most_doubles(peasants, lying(site, PEASANT), lying(site, PEASANTS))
    for doubles in range(fewest_doubles(stones, lying(site, STONE)),
                         most_doubles(stones, lying(site, STONE), lying(site, STONES)) + 1):
        for other in range(few, many + 1):
            actions = append(actions, base + doubles * (MOST_PAID + 1) + other)
    return actions


def pays(realm: Realm, seat: i64, construction: i64, doubles: i64, other: i64) -> bool:
    """Whether a payment, in double stones and double peasants, is one of those that `add_payments` lists."""
    if not affords(realm, seat, construction):
        return False
    site: i64 = realm.sites[seat]
    stones: i64 = realm.pieces.costs[construction * 3 + 1]
    peasants: i64 = realm.pieces.costs[construction * 3 + 2]
    return (fewest_doubles(stones, lying(site, STONE)) <= doubles
            <= most_doubles(stones, lying(site, STONE), lying(site, STONES))
            and fewest_doubles(peasants, lying(site, PEASANT)) <= other
            <= most_doubles(peasants, lying(site, PEASANT), lying(site, PEASANTS)))


def price(realm: Realm, construction: i64, doubles: i64, other: i64) -> i64:
    """The cards that a payment, in double stones and double peasants, takes from the site."""
    costs = realm.pieces.costs
    stones: i64 = max(costs[construction * 3 + 1] - 2 * doubles, 0)
    peasants: i64 = max(costs[construction * 3 + 2] - 2 * other, 0)
    return (costs[construction * 3] * on_site(MASON) + stones * on_site(STONE) + doubles * on_site(STONES)
            + peasants * on_site(PEASANT) + other * on_site(PEASANTS))


def build(realm: Realm, seat: i64, construction: i64, doubles: i64, other: i64) -> None:
    """Comment construire: exchange cards of the site for a pawn; the last pawn of a castle wins at once."""
    cards: i64 = price(realm, construction, doubles, other)
    realm.sites[seat] -= cards
    for card in range(RESOURCES):
        realm.to_pile(card, lying(cards, card))
    realm.castles[seat * 2 + construction] += 1
    if realm.log is not None:
        realm.emit(f"build_{CONSTRUCTIONS[construction]}", seat,
                   {"count": realm.built(seat, construction), "cards": site_list(cards)})
    if complete(realm, seat):
        realm.phase = OVER
        if realm.log is not None:
            realm.emit("castle", seat, {})


def complete(realm: Realm, seat: i64) -> bool:
    """But du jeu: four walls and a keep."""
    return (realm.built(seat, WALL) == realm.pieces.walls and realm.built(seat, KEEP) == realm.pieces.keeps)
