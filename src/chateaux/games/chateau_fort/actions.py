"""The actions: their verbs with their numbers, their notation, the questions, and the elements picked for them."""
from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from chateaux.engine.actions import Actions
from chateaux.engine.data import Data
from chateaux.games.chateau_fort.building import MOST_PAID, fewest_doubles, most_doubles
from chateaux.games.chateau_fort.cards import (
    CONSTRUCTIONS,
    FIRE,
    GOLD,
    IDS,
    KINDS,
    MAGE,
    NO_CARD,
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
from chateaux.games.chateau_fort.events import plague_dead
from chateaux.games.chateau_fort.pieces import MOST_DOUBLES, MOST_SEATS
from chateaux.games.chateau_fort.state import ALMS_ANSWERS, DEFENCE, PLAGUE_ANSWERS, Realm
from chateaux.games.chateau_fort.turns import cards_left

END: Final[i64] = 0  # end the turn
PLACE: Final[i64] = 1  # kind: put a resource on one's own site
TURN_WHEEL: Final[i64] = 2
DISCARD: Final[i64] = 3  # kind
SET_FIRE: Final[i64] = 4  # target
PAY_GOLD: Final[i64] = 5  # target
SEND_MAGE: Final[i64] = 6  # target
CURSE: Final[i64] = 7  # target, kind
BUILD: Final[i64] = 8  # construction, double stones and double peasants that pay
ACCEPT: Final[i64] = 9  # let the attack happen
DEFEND: Final[i64] = 10  # with the card that stops it
GIVE: Final[i64] = 11  # kind: the alms
TIME_UP: Final[i64] = 12  # the table's
BURY: Final[i64] = 13  # double peasants among the plague's dead
ATTACK: Final[list[int]] = [FIRE, GOLD, MAGE, WITCH]  # the card of each verb from SET_FIRE on


def declare() -> Actions:
    """All actions, with as many double peasants as any box may have."""
    actions = Actions()
    actions.declare("end")
    actions.declare("place", RESOURCES)
    actions.declare("wheel")
    actions.declare("discard", KINDS)
    actions.declare("fire", MOST_SEATS)
    actions.declare("gold", MOST_SEATS)
    actions.declare("mage", MOST_SEATS)
    actions.declare("witch", MOST_SEATS, RESOURCES)
    actions.declare("build", len(CONSTRUCTIONS), MOST_PAID + 1, MOST_PAID + 1)
    actions.declare("accept")
    actions.declare("defend")
    actions.declare("alms", RESOURCES)
    actions.declare("time up")
    actions.declare("plague", MOST_DOUBLES + 1)
    return actions


ACTIONS: Final = declare()


# ---------------------------------------------------------------- notation


def text(realm: Realm, action: i64) -> str:
    """An action in words that no language owns; seats by number.

    >>> import chateaux
    >>> state = chateaux.game("chateau-fort").new()
    >>> [state.text(action) for action in (1, 43, 61)]
    ['place mason', 'witch @2 stone1', 'build wall stone2=1 peasant2=1']
    """
    verb: i64 = ACTIONS.verb[action]
    one: i64 = ACTIONS.one[action]
    two: i64 = ACTIONS.two[action]
    name = ACTIONS.names[verb]
    if verb == PLACE or verb == DISCARD or verb == GIVE:
        return f"{name} {IDS[one]}"
    if SET_FIRE <= verb <= CURSE:
        return f"{name} @{one} {IDS[two]}" if verb == CURSE else f"{name} @{one}"
    if verb == BUILD:
        return f"{name} {CONSTRUCTIONS[one]} stone2={two} peasant2={ACTIONS.three[action]}"
    return f"{name} peasant2={one}" if verb == BURY else name


# ---------------------------------------------------------------- questions


def asks(realm: Realm, seat: i64) -> Data:
    """The question to a seat, in a form that depends on nothing but what everybody sees."""
    if realm.phase == DEFENCE:
        asked: Data = {"kind": "defend", "card": IDS[realm.attack], "defence": IDS[defence_against(realm.attack)],
                       "attacker_seat": realm.active}
        if realm.named != NO_CARD:
            asked["kind"] = "defend_card"
            asked["named"] = IDS[realm.named]
        return asked
    if realm.phase == PLAGUE_ANSWERS:
        return {"kind": "plague", "count": plague_dead(realm.sites[seat])}
    if realm.phase == ALMS_ANSWERS:
        return {"kind": "alms"}
    left: int = cards_left(realm)
    if realm.discarded > 0:
        return {"kind": "discard" if left else "build", "count": left}
    if realm.wheel:
        return {"kind": "wheel" if left else "build", "count": left}
    if realm.played > 0:
        return {"kind": "play" if left else "build", "count": left}
    return {"kind": "turn", "count": left, "discards": realm.pieces.discards}


# ---------------------------------------------------------------- elements of a board


def steps(realm: Realm, seat: i64, action: i64) -> list[list[str]]:
    """What to pick for an action, step by step.

    A hand card is picked first, then where it goes: the own site, the pile, a rival, a rival's card. Nobody picks the
    table's clock.
    """
    verb: i64 = ACTIONS.verb[action]
    one: i64 = ACTIONS.one[action]
    two: i64 = ACTIONS.two[action]
    if verb == PLACE:
        return [hand_elements(realm, seat, one), ["site"]]
    if verb == TURN_WHEEL:
        return [hand_elements(realm, seat, WHEEL), ["site"]]
    if verb == DISCARD:
        return [hand_elements(realm, seat, one), ["pile"]]
    if SET_FIRE <= verb <= CURSE:
        # cards of one kind are equal, so the first stands for all that a Witch may name
        hit = site_elements(realm, f"rival-{one}-site", one, two)[:1] if verb == CURSE else [f"rival-{one}"]
        return [hand_elements(realm, seat, ATTACK[verb - SET_FIRE]), hit]
    if verb == BUILD:
        return build_elements(realm, seat, one, two, ACTIONS.three[action])
    if verb == DEFEND:
        return [hand_elements(realm, seat, defence_against(realm.attack))]
    if verb == GIVE:
        return [site_elements(realm, "site", seat, one)]
    if verb == BURY:
        return [[f"plague-{one}"]]
    return [["end-turn" if verb == END else "accept"]]


def hand_elements(realm: Realm, seat: i64, card: i64) -> list[str]:
    """The cards of one kind in a seat's own hand."""
    return [f"hand-{IDS[card]}-{copy}" for copy in range(held(realm.hands[seat], card))]


def site_elements(realm: Realm, prefix: str, seat: i64, card: i64) -> list[str]:
    """The cards of one kind on a site."""
    return [f"{prefix}-{IDS[card]}-{copy}" for copy in range(lying(realm.sites[seat], card))]


def build_elements(realm: Realm, seat: i64, construction: i64, doubles: i64, other: i64) -> list[list[str]]:
    """The construction, then how many doubles pay, where the site leaves a choice."""
    site: i64 = realm.sites[seat]
    name = CONSTRUCTIONS[construction]
    steps = [[f"build-{name}"]]
    stones: i64 = realm.pieces.costs[construction * 3 + 1]
    if fewest_doubles(stones, lying(site, STONE)) < most_doubles(stones, lying(site, STONE), lying(site, STONES)):
        steps.append([f"pay-{name}-stone2-{doubles}"])
    peasants: i64 = realm.pieces.costs[construction * 3 + 2]
    if (fewest_doubles(peasants, lying(site, PEASANT))
            < most_doubles(peasants, lying(site, PEASANT), lying(site, PEASANTS))):
        steps.append([f"pay-{name}-peasant2-{other}"])
    return steps

