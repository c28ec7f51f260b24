"""What cannot be: a position is refused, in a sentence, when the rules do not lead to it."""
from __future__ import annotations

from mypy_extensions import i64

from chateaux.engine.data import BadPosition
from chateaux.games.chateau_fort.building import can_build
from chateaux.games.chateau_fort.cards import (
    ALMS,
    CONSTRUCTIONS,
    FIRE,
    GUARDS,
    IDS,
    KEEP,
    KINDS,
    NO_CARD,
    PLAGUE,
    RESOURCES,
    WALL,
    WHEEL,
    WITCH,
    forbids,
    hand_size,
    held,
    lying,
)
from chateaux.games.chateau_fort.events import fewest_dead, most_dead, several_kinds
from chateaux.games.chateau_fort.state import (
    ALMS_ANSWERS,
    DEFENCE,
    NOBODY,
    NOT_ASKED,
    OWED,
    PHASES,
    PLAGUE_ANSWERS,
    TURN,
    Realm,
)
from chateaux.games.chateau_fort.turns import cards_left


def check_seat(realm: Realm, seat: i64) -> None:
    if hand_size(realm.hands[seat]) > realm.pieces.hand:
        raise BadPosition(f"Seat {seat} holds more than {realm.pieces.hand} cards.")
    for construction in (WALL, KEEP):
        if not 0 <= realm.built(seat, construction) <= realm.pieces.most(construction):
            raise BadPosition(f"Seat {seat} has too many pawns {CONSTRUCTIONS[construction]!r}.")
    for feasts in range(realm.players - 1, 0, -1):
        check_knowledge(realm, seat, feasts)
    mage: i64 = realm.mages[seat]
    if mage == seat:
        raise BadPosition(f"Seat {seat} has laid a Mage with itself.")
    if mage == realm.active and realm.phase <= DEFENCE and not realm.attacked >> seat & 1:
        raise BadPosition(f"The Mage with seat {seat} was taken back when seat {mage}'s turn began.")


def check_knowledge(realm: Realm, holder: i64, feasts: i64) -> None:
    """Whoever gave a hand earlier knows no card of it that the next giver, who saw it whole, does not know."""
    for card in range(KINDS):
        count: i64 = held(realm.known(holder, feasts), card)
        if count > held(realm.hands[holder], card) or count > held(realm.known(holder, feasts - 1), card):
            raise BadPosition(f"Seat {(holder + feasts) % realm.players} cannot know of {count} cards {IDS[card]!r} in "
                              f"the hand of seat {holder}.")


def check_turn(realm: Realm) -> None:
    """The phase fits what was played, and who is asked has an answer to give."""
    phase: i64 = realm.phase
    if realm.played > 0 and realm.discarded > 0:
        raise BadPosition("Cards are played or discarded in a turn, never both.")
    if realm.wheel and (realm.played == 0 or realm.attacked or forbids(realm.event, WHEEL)):
        raise BadPosition("A wheel is the first card of a turn without attacks, and not in bad weather.")
    if realm.attacked >> realm.active & 1 or realm.attacked >> realm.players:
        raise BadPosition("Nobody attacks oneself.")
    if cards_left(realm) < 0:
        raise BadPosition("More cards were played or discarded than a turn allows.")
    if (phase == DEFENCE) != (realm.attack != NO_CARD):
        raise BadPosition("An attack waits for an answer in the phase defence, and only there.")
    if phase <= DEFENCE and realm.mages[realm.active] != NOBODY:
        raise BadPosition(f"Seat {realm.active} cannot have a turn: a Mage lies with it.")
    if phase == DEFENCE:
        check_attack(realm)
    if phase == TURN and not can_build(realm, realm.active) and (
            cards_left(realm) == 0 or realm.hands[realm.active] == 0):
        raise BadPosition(f"The turn of seat {realm.active} would have ended.")
    owed: i64 = 0
    for seat in range(realm.players):
        check_answer(realm, seat)
        if realm.answers[seat] == OWED:
            owed += 1
    if phase in (PLAGUE_ANSWERS, ALMS_ANSWERS):
        if owed == 0:
            raise BadPosition("All answers to the event are in, but it has not taken effect.")
        if realm.active != realm.first or realm.played + realm.discarded > 0:
            raise BadPosition("An event comes between rounds, before anybody plays.")


def check_attack(realm: Realm) -> None:
    target: i64 = realm.target
    if not FIRE <= realm.attack < GUARDS:
        raise BadPosition(f"{IDS[realm.attack]!r} is not an attack.")
    if not realm.attacked >> target & 1 or realm.played == 0:
        raise BadPosition(f"The attack on seat {target} is not among those played.")
    if (realm.named != NO_CARD) != (realm.attack == WITCH):
        raise BadPosition("A Witch names a card, and only a Witch does.")
    if realm.attack == WITCH and (realm.named >= RESOURCES or lying(realm.sites[target], realm.named) == 0):
        raise BadPosition(f"The Witch names a card that does not lie on the site of seat {target}.")


def check_answer(realm: Realm, seat: i64) -> None:
    site: i64 = realm.sites[seat]
    answer: i64 = realm.answers[seat]
    asked: bool = False
    fits: bool = True
    if realm.phase == PLAGUE_ANSWERS:
        asked = fewest_dead(site) < most_dead(site)
        fits = realm.event == PLAGUE and (answer < 0 or fewest_dead(site) <= answer <= most_dead(site))
    elif realm.phase == ALMS_ANSWERS:
        asked = several_kinds(site)
        fits = realm.event == ALMS and (answer < 0 or (answer < RESOURCES and lying(site, answer) > 0))
    if not fits or asked != (answer != NOT_ASKED):
        raise BadPosition(f"The answer of seat {seat} does not fit the phase {PHASES[realm.phase]!r}.")
