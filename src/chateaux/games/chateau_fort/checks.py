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
    Table,
)
from chateaux.games.chateau_fort.turns import cards_left


def check_seat(table: Table, seat: i64) -> None:
    if hand_size(table.hands[seat]) > table.pieces.hand:
        raise BadPosition(f"Seat {seat} holds more than {table.pieces.hand} cards.")
    for construction in (WALL, KEEP):
        if not 0 <= table.built(seat, construction) <= table.pieces.most(construction):
            raise BadPosition(f"Seat {seat} has too many pawns {CONSTRUCTIONS[construction]!r}.")
    for feasts in range(table.players - 1, 0, -1):
        check_knowledge(table, seat, feasts)
    mage: i64 = table.mages[seat]
    if mage == seat:
        raise BadPosition(f"Seat {seat} has laid a Mage with itself.")
    if mage == table.active and table.phase <= DEFENCE and not table.attacked >> seat & 1:
        raise BadPosition(f"The Mage with seat {seat} was taken back when seat {mage}'s turn began.")


def check_knowledge(table: Table, holder: i64, feasts: i64) -> None:
    """Whoever gave a hand earlier knows no card of it that the next giver, who saw it whole, does not know."""
    for card in range(KINDS):
        count: i64 = held(table.known(holder, feasts), card)
        if count > held(table.hands[holder], card) or count > held(table.known(holder, feasts - 1), card):
            raise BadPosition(f"Seat {(holder + feasts) % table.players} cannot know of {count} cards {IDS[card]!r} in "
                              f"the hand of seat {holder}.")


def check_turn(table: Table) -> None:
    """The phase fits what was played, and who is asked has an answer to give."""
    phase: i64 = table.phase
    if table.played > 0 and table.discarded > 0:
        raise BadPosition("Cards are played or discarded in a turn, never both.")
    if table.wheel and (table.played == 0 or table.attacked or forbids(table.event, WHEEL)):
        raise BadPosition("A wheel is the first card of a turn without attacks, and not in bad weather.")
    if table.attacked >> table.active & 1 or table.attacked >> table.players:
        raise BadPosition("Nobody attacks oneself.")
    if cards_left(table) < 0:
        raise BadPosition("More cards were played or discarded than a turn allows.")
    if (phase == DEFENCE) != (table.attack != NO_CARD):
        raise BadPosition("An attack waits for an answer in the phase defence, and only there.")
    if phase <= DEFENCE and table.mages[table.active] != NOBODY:
        raise BadPosition(f"Seat {table.active} cannot have a turn: a Mage lies with it.")
    if phase == DEFENCE:
        check_attack(table)
    if phase == TURN and not can_build(table, table.active) and (
            cards_left(table) == 0 or table.hands[table.active] == 0):
        raise BadPosition(f"The turn of seat {table.active} would have ended.")
    owed: i64 = 0
    for seat in range(table.players):
        check_answer(table, seat)
        if table.answers[seat] == OWED:
            owed += 1
    if phase in (PLAGUE_ANSWERS, ALMS_ANSWERS):
        if owed == 0:
            raise BadPosition("All answers to the event are in, but it has not taken effect.")
        if table.active != table.first or table.played + table.discarded > 0:
            raise BadPosition("An event comes between rounds, before anybody plays.")


def check_attack(table: Table) -> None:
    target: i64 = table.target
    if not FIRE <= table.attack < GUARDS:
        raise BadPosition(f"{IDS[table.attack]!r} is not an attack.")
    if not table.attacked >> target & 1 or table.played == 0:
        raise BadPosition(f"The attack on seat {target} is not among those played.")
    if (table.named != NO_CARD) != (table.attack == WITCH):
        raise BadPosition("A Witch names a card, and only a Witch does.")
    if table.attack == WITCH and (table.named >= RESOURCES or lying(table.sites[target], table.named) == 0):
        raise BadPosition(f"The Witch names a card that does not lie on the site of seat {target}.")


def check_answer(table: Table, seat: i64) -> None:
    site: i64 = table.sites[seat]
    answer: i64 = table.answers[seat]
    asked: bool = False
    fits: bool = True
    if table.phase == PLAGUE_ANSWERS:
        asked = fewest_dead(site) < most_dead(site)
        fits = table.event == PLAGUE and (answer < 0 or fewest_dead(site) <= answer <= most_dead(site))
    elif table.phase == ALMS_ANSWERS:
        asked = several_kinds(site)
        fits = table.event == ALMS and (answer < 0 or (answer < RESOURCES and lying(site, answer) > 0))
    if not fits or asked != (answer != NOT_ASKED):
        raise BadPosition(f"The answer of seat {seat} does not fit the phase {PHASES[table.phase]!r}.")
