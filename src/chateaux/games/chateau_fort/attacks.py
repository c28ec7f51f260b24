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
from chateaux.games.chateau_fort.state import DEFENCE, NOBODY, Table


def may_hit(table: Table, attack: i64, target: i64) -> bool:
    """One attack a target and turn; Fire and Witch need a card on the site, Gold a mason (ruling 10),
    and two Mages never lie with one player (ruling 8)."""
    if target == table.active or table.attacked >> target & 1:
        return False
    if attack == GOLD:
        return lying(table.sites[target], MASON) > 0
    if attack == MAGE:
        return table.mages[target] == NOBODY
    return table.sites[target] != 0


def attack_with(table: Table, attack: i64, target: i64, named: i64) -> None:
    """Put an attack on a rival's site; the rival is asked whether to defend."""
    table.show(table.active, attack)
    table.played += 1
    table.attacked |= 1 << target
    table.attack = attack
    table.target = target
    table.named = named
    table.phase = DEFENCE
    if table.log is not None:
        if named == NO_CARD:
            table.emit("attack", table.active, {"card": IDS[attack], "target_seat": target})
        else:
            table.emit("curse", table.active, {"card": IDS[attack], "target_seat": target, "named": IDS[named]})


def block(table: Table) -> None:
    """Cartes défense: both cards return to the pile, then attacker and defender draw one each (ruling 21)."""
    attack: i64 = table.attack
    target: i64 = table.target
    defence: i64 = defence_against(attack)
    table.show(target, defence)
    if table.log is not None:
        table.emit("block", target, {"card": IDS[defence], "attack": IDS[attack], "attacker_seat": table.active})
    table.to_pile(attack, 1)
    table.to_pile(defence, 1)
    table.attack = NO_CARD
    table.draw(table.active, 1)
    table.draw(target, 1)


def suffer(table: Table) -> None:
    """Cartes attaque: the attack takes effect; all but a Mage return to the pile at once."""
    attack: i64 = table.attack
    target: i64 = table.target
    if attack == MAGE:
        table.mages[target] = table.active
        if table.log is not None:
            table.emit("mage", table.active, {"target_seat": target})
    else:
        if attack == FIRE:
            burn(table, target)
        elif attack == WITCH:
            bewitch(table, target, table.named)
        else:
            lure(table, target)
        table.to_pile(attack, 1)
    table.attack = NO_CARD


def burn(table: Table, target: i64) -> None:
    """Incendie: a die for each card of the site; an even one destroys it (ruling 19)."""
    rolls: list[dict[str, object]] = []
    burnt: list[str] = []
    site: i64 = table.sites[target]
    left: i64 = site
    for card in range(RESOURCES):
        for _ in range(lying(site, card)):
            roll: i64 = table.roll()
            if roll & 1 == 0:
                left -= on_site(card)
                table.to_pile(card, 1)
            if table.log is not None:
                rolls.append({"card": IDS[card], "roll": roll})
                if roll & 1 == 0:
                    burnt.append(IDS[card])
    table.sites[target] = left
    if table.log is not None:
        table.emit("fire" if burnt else "fire_spares", table.active,
                   {"target_seat": target, "cards": burnt, "count": len(burnt), "rolls": rolls})


def bewitch(table: Table, target: i64, card: i64) -> None:
    """Sorcière: one die for the named card; an even one removes it."""
    roll: i64 = table.roll()
    if roll & 1 == 0:
        table.sites[target] -= on_site(card)
        table.to_pile(card, 1)
    if table.log is not None:
        table.emit("witch" if roll & 1 == 0 else "witch_fails", table.active,
                   {"target_seat": target, "card": IDS[card], "roll": roll})


def lure(table: Table, target: i64) -> None:
    """Pièces d'or: a mason of the target moves to the attacker's site."""
    table.sites[target] -= on_site(MASON)
    table.sites[table.active] += on_site(MASON)
    if table.log is not None:
        table.emit("gold", table.active, {"target_seat": target, "card": IDS[MASON]})
