"""What the active player may do in a turn: the list, and the quick answer for one action, side by side."""
from __future__ import annotations

from typing import Final

from librt.vecs import append, extend, vec
from mypy_extensions import i64

from chateaux.engine.actions import Kept
from chateaux.games.chateau_fort.actions import (
    ACTIONS,
    ATTACK,
    BUILD,
    CURSE,
    DISCARD,
    END,
    PLACE,
    SET_FIRE,
    TURN_WHEEL,
)
from chateaux.games.chateau_fort.attacks import may_hit
from chateaux.games.chateau_fort.building import add_payments, affords, pays
from chateaux.games.chateau_fort.cards import (
    ATTACKS,
    EACH_KIND,
    KEEP,
    KINDS,
    RESOURCES,
    WALL,
    WHEEL,
    WITCH,
    forbids,
    forbids_building,
    held,
    lying,
)
from chateaux.games.chateau_fort.state import Realm
from chateaux.games.chateau_fort.turns import cards_left, may_end

DISCARDS: Final = Kept()


def may_play(realm: Realm) -> bool:
    """Cards are played or discarded in a turn, never both."""
    return realm.discarded == 0 and cards_left(realm) > 0


def may_discard(realm: Realm) -> bool:
    return realm.played == 0 and cards_left(realm) > 0


def may_turn_wheel(realm: Realm) -> bool:
    """Roue de Carrier: the first card of the turn only."""
    return realm.played == 0 and realm.discarded == 0 and not forbids(realm.event, WHEEL)


def turn_actions(realm: Realm, actions: vec[i64]) -> vec[i64]:
    active: i64 = realm.active
    hand: i64 = realm.hands[active]
    event: i64 = realm.event
    plays: bool = may_play(realm)
    first = ACTIONS.first
    if may_end(realm):
        actions = append(actions, first[END])
    if plays:
        number: i64 = first[PLACE]
        for card in range(RESOURCES):
            if held(hand, card) > 0 and not forbids(event, card):
                actions = append(actions, number + card)
        if held(hand, WHEEL) > 0 and may_turn_wheel(realm):
            actions = append(actions, first[TURN_WHEEL])
    if may_discard(realm):
        actions = extend(actions, discards(hand))
    if plays and not realm.wheel and hand & ATTACKS:
        actions = attack_actions(realm, hand, actions)
    if not forbids_building(event):
        if affords(realm, active, WALL):
            actions = add_payments(realm, active, WALL, first[BUILD], actions)
        if affords(realm, active, KEEP):
            actions = add_payments(realm, active, KEEP, ACTIONS.number(BUILD, KEEP), actions)
    return actions


def discards(hand: i64) -> vec[i64]:
    """To discard one card of each kind in a hand: a list that is kept."""
    kinds: i64 = (hand | hand >> 1 | hand >> 2 | hand >> 3) & EACH_KIND
    found = DISCARDS.of(kinds)
    if len(found) == 0:
        for kind in range(KINDS):
            if held(hand, kind) > 0:
                found = append(found, ACTIONS.first[DISCARD] + kind)
        DISCARDS.keep(kinds, found)
    return found


def attack_actions(realm: Realm, hand: i64, actions: vec[i64]) -> vec[i64]:
    players: i64 = realm.players
    for verb in range(SET_FIRE, CURSE):
        attack: i64 = ATTACK[verb - SET_FIRE]
        if held(hand, attack) > 0 and not forbids(realm.event, attack):
            number: i64 = ACTIONS.first[verb]
            for target in range(players):
                if may_hit(realm, attack, target):
                    actions = append(actions, number + target)
    if held(hand, WITCH) > 0 and not forbids(realm.event, WITCH):
        for target in range(players):
            if may_hit(realm, WITCH, target):
                site: i64 = realm.sites[target]
                for named in range(RESOURCES):
                    if lying(site, named) > 0:
                        actions = append(actions, ACTIONS.number(CURSE, target, named))
    return actions


def allows_in_turn(realm: Realm, action: i64) -> bool:
    hand: i64 = realm.hands[realm.active]
    verb: i64 = ACTIONS.verb[action]
    one: i64 = ACTIONS.one[action]
    if verb == END:
        return may_end(realm)
    if verb == PLACE:
        return held(hand, one) > 0 and may_play(realm) and not forbids(realm.event, one)
    if verb == TURN_WHEEL:
        return held(hand, WHEEL) > 0 and may_turn_wheel(realm)
    if verb == DISCARD:
        return held(hand, one) > 0 and may_discard(realm)
    if verb <= CURSE:
        return allows_attack(realm, hand, ATTACK[verb - SET_FIRE], one, ACTIONS.two[action])
    return verb == BUILD and not forbids_building(realm.event) and pays(
        realm, realm.active, one, ACTIONS.two[action], ACTIONS.three[action])


def allows_attack(realm: Realm, hand: i64, attack: i64, target: i64, named: i64) -> bool:
    if realm.wheel or not may_play(realm):
        return False
    if target >= realm.players or held(hand, attack) == 0 or forbids(realm.event, attack):
        return False
    if not may_hit(realm, attack, target):
        return False
    return attack != WITCH or lying(realm.sites[target], named) > 0
