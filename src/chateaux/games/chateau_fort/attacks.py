"""Attacks: whom a card may hit, the target's chance to defend, and what happens.

The target, and nobody else, is always asked before any die is rolled (rulings 4 and 24).
"""
from __future__ import annotations

from mypy_extensions import i64

from chateaux.games.chateau_fort.cards import (
    FIRE,
    GOLD,
    IDS,
    MAGE,
    MASON,
    NO_CARD,
    RESOURCES,
    WITCH,
    defence_against,
    lying,
    on_site,
)
from chateaux.games.chateau_fort.state import DEFENCE, NOBODY, Realm


def may_hit(realm: Realm, attack: i64, target: i64) -> bool:
    """One attack a target and turn; Fire and Witch need a card on the site, Gold a mason (ruling 10),
    and two Mages never lie with one player (ruling 8)."""
    if target == realm.active or realm.attacked >> target & 1:
        return False
    if attack == GOLD:
        return lying(realm.sites[target], MASON) > 0
    if attack == MAGE:
        return realm.mages[target] == NOBODY
    return realm.sites[target] != 0


def attack_with(realm: Realm, attack: i64, target: i64, named: i64) -> None:
    """Put an attack on a rival's site; the rival is asked whether to defend."""
    realm.show(realm.active, attack)
    realm.played += 1
    realm.attacked |= 1 << target
    realm.attack = attack
    realm.target = target
    realm.named = named
    realm.phase = DEFENCE
    if realm.log is not None:
        if named == NO_CARD:
            realm.emit("attack", realm.active, {"card": IDS[attack], "target_seat": target})
        else:
            realm.emit("curse", realm.active, {"card": IDS[attack], "target_seat": target, "named": IDS[named]})


def block(realm: Realm) -> None:
    """Cartes défense: both cards return to the pile, then attacker and defender draw one each (ruling 21)."""
    attack: i64 = realm.attack
    target: i64 = realm.target
    defence: i64 = defence_against(attack)
    realm.show(target, defence)
    if realm.log is not None:
        realm.emit("block", target, {"card": IDS[defence], "attack": IDS[attack], "attacker_seat": realm.active})
    realm.to_pile(attack, 1)
    realm.to_pile(defence, 1)
    realm.attack = NO_CARD
    realm.draw(realm.active, 1)
    realm.draw(target, 1)


def suffer(realm: Realm) -> None:
    """Cartes attaque: the attack takes effect; all but a Mage return to the pile at once."""
    attack: i64 = realm.attack
    target: i64 = realm.target
    if attack == MAGE:
        realm.mages[target] = realm.active
        if realm.log is not None:
            realm.emit("mage", realm.active, {"target_seat": target})
    else:
        if attack == FIRE:
            burn(realm, target)
        elif attack == WITCH:
            bewitch(realm, target, realm.named)
        else:
            lure(realm, target)
        realm.to_pile(attack, 1)
    realm.attack = NO_CARD


def burn(realm: Realm, target: i64) -> None:
    """Incendie: a die for each card of the site; an even one destroys it (ruling 19)."""
    rolls: list[dict[str, object]] = []
    burnt: list[str] = []
    site: i64 = realm.sites[target]
    left: i64 = site
    for card in range(RESOURCES):
        for _ in range(lying(site, card)):
            roll: i64 = realm.roll()
            if roll & 1 == 0:
                left -= on_site(card)
                realm.to_pile(card, 1)
            if realm.log is not None:
                rolls.append({"card": IDS[card], "roll": roll})
                if roll & 1 == 0:
                    burnt.append(IDS[card])
    realm.sites[target] = left
    if realm.log is not None:
        realm.emit("fire" if burnt else "fire_spares", realm.active,
                   {"target_seat": target, "cards": burnt, "count": len(burnt), "rolls": rolls})


def bewitch(realm: Realm, target: i64, card: i64) -> None:
    """Sorcière: one die for the named card; an even one removes it."""
    roll: i64 = realm.roll()
    if roll & 1 == 0:
        realm.sites[target] -= on_site(card)
        realm.to_pile(card, 1)
    if realm.log is not None:
        realm.emit("witch" if roll & 1 == 0 else "witch_fails", realm.active,
                   {"target_seat": target, "card": IDS[card], "roll": roll})


def lure(realm: Realm, target: i64) -> None:
    """Pièces d'or: a mason of the target moves to the attacker's site."""
    realm.sites[target] -= on_site(MASON)
    realm.sites[realm.active] += on_site(MASON)
    if realm.log is not None:
        realm.emit("gold", realm.active, {"target_seat": target, "card": IDS[MASON]})
