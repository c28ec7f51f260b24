"""Château fort in numbers: the turn, my hand, what I am sure of in the others' hands, sites and castles.

The thirteen kinds are the rules' own, so a box with other numbers of cards has the same features.
"""
from __future__ import annotations

from typing import Final, final

from librt.vecs import extend, vec
from mypy_extensions import i16, i64

from chateaux.engine.data import Choice
from chateaux.engine.features import WHO, Features, held_to
from chateaux.engine.game import Game, State
from chateaux.games.chateau_fort.cards import (
    EVENTS,
    HAND_BITS,
    IDS,
    IN_HAND,
    KEEP,
    KINDS,
    MAGE,
    NO_CARD,
    ON_SITE,
    RESOURCES,
    SITE_BITS,
    WALL,
    WHEEL,
    hand_size,
    units,
)
from chateaux.games.chateau_fort.pieces import Pieces
from chateaux.games.chateau_fort.rules import Fort
from chateaux.games.chateau_fort.state import CERTAIN, NOBODY, NOT_ASKED, OWED, PHASES, Realm
from chateaux.games.chateau_fort.turns import cards_left

VERSION: Final = 1
HAND: Final[i64] = 14
CARDS: Final[i64] = 254
ROUNDS: Final[i64] = 400
PAWNS: Final[i64] = 30
PERMILLE: Final[i64] = 1000

EVENT: Final[i64] = 5  # where the numbers of the table begin: after the phases,
TURN: Final[i64] = EVENT + 6
ATTACK: Final[i64] = TURN + 13
NAMED: Final[i64] = ATTACK + 4
UNSEEN: Final[i64] = NAMED + RESOURCES
OWNERS: Final[i64] = UNSEEN + KINDS
EACH: Final[i64] = 13 + RESOURCES + KINDS  # numbers of a seat


@final
class FortFeatures(Features):
    """What a seat knows: of a hand that it gave away it still knows the cards that were not shown since."""

    def __init__(self, game: Game, players: int, options: dict[str, Choice], pieces: Pieces) -> None:
        super().__init__(game, players, options, VERSION)
        self.one_of("phase", [str(phase) for phase in PHASES])
        self.one_of("event", EVENTS[1:])
        for name, most in (("my turn", 1), ("turn", players - 1), ("first", players - 1), ("round", int(ROUNDS)),
                           ("rounds left", 20), ("time is up", 1), ("timed", 1), ("played", int(HAND)),
                           ("discarded", int(HAND)), ("cards left", int(HAND)), ("wheel", 1), ("pile", int(CARDS)),
                           ("target", players - 1)):
            self.number(name, most)
        self.one_of("attack", IDS[5:9])
        self.one_of("named", IDS[:5])
        for card in IDS:
            self.number(f"unseen {card}", int(CARDS))  # in the pile, or in a hand I cannot see
        for seat in range(players):
            self.declare_seat(WHO[seat])
        self.fresh: vec[i16] = self.blank[:]  # where nothing is told yet, and all cards are unseen
        for kind in range(KINDS):
            self.fresh[UNSEEN + kind] = i16(pieces.copies[kind])

    def declare_seat(self, who: str) -> None:
        for name, most in (("walls", int(PAWNS)), ("keeps", int(PAWNS)), ("points", 900), ("cards", int(HAND)),
                           ("mage", 1), ("mage laid here", 1), ("attacked", 1), ("asked", 1), ("answered", 1),
                           ("answer", 60), ("units", 508), ("known to the giver", int(PERMILLE)),
                           ("sure cards", int(HAND))):
            self.number(f"{who}.{name}", most)
        for card in IDS[:5]:
            self.number(f"{who}.site.{card}", int(CARDS))
        for card in IDS:
            self.number(f"{who}.hand.{card}", int(HAND))

    def tell(self, state: State, seat: i64, into: vec[i16]) -> vec[i16]:
        assert isinstance(state, Realm)
        realm: Realm = state  # once: whatever was narrowed is checked again at every use
        at: i64 = len(into)
        into = extend(into, self.fresh)
        one: i16 = 1
        players: i64 = realm.players
        into[at + realm.phase] = one
        if realm.event > 0:
            into[at + EVENT + realm.event - 1] = one
        turn: i64 = at + TURN
        if realm.active == seat:
            into[turn] = one
        into[turn + 1] = i16(after(seat, realm.active, players))
        into[turn + 2] = i16(after(seat, realm.first, players))
        into[turn + 3] = held_to(realm.round, 0, ROUNDS)
        if realm.last_round > 0:
            into[turn + 4] = held_to(realm.last_round - realm.round, 0, 20)
        if realm.time_up:
            into[turn + 5] = one
        if realm.timed:
            into[turn + 6] = one
        into[turn + 7] = held_to(realm.played, 0, HAND)
        into[turn + 8] = held_to(realm.discarded, 0, HAND)
        into[turn + 9] = held_to(cards_left(realm), 0, HAND)
        unseen: i64 = at + UNSEEN
        if realm.wheel:
            into[turn + 10] = one
            into[unseen + WHEEL] -= one
        into[turn + 11] = held_to(realm.pile_size, 0, CARDS)
        if realm.attack != NO_CARD:
            into[turn + 12] = i16(after(seat, realm.target, players))
            into[at + ATTACK + realm.attack - 5] = one
            into[unseen + realm.attack] -= one
            if realm.named != NO_CARD:
                into[at + NAMED + realm.named] = one
        row: i64 = at + OWNERS
        for other in range(players):
            owner: i64 = seat + other
            if owner >= players:
                owner -= players
            self.fill_seat(realm, seat, owner, into, row, unseen)
            row += EACH
        mages = realm.mages
        for held_seat in range(players):
            layer: i64 = mages[held_seat]
            if layer != NOBODY:
                into[at + OWNERS + after(seat, layer, players) * EACH + 5] = one
        return into

    def fill_seat(self, realm: Realm, seat: i64, owner: i64, into: vec[i16], at: i64, unseen: i64) -> None:
        """One player's castle and site, and the cards of the hand that I can be sure of; the row is still blank."""
        one: i16 = 1
        walls: i64 = realm.built(owner, WALL)
        keeps: i64 = realm.built(owner, KEEP)
        if walls | keeps:
            into[at] = held_to(walls, 0, PAWNS)
            into[at + 1] = held_to(keeps, 0, PAWNS)
            into[at + 2] = held_to(walls * realm.pieces.wall_points + keeps * realm.pieces.keep_points, 0, 900)
        into[at + 3] = held_to(hand_size(realm.hands[owner]), 0, HAND)
        if realm.mages[owner] != NOBODY:
            into[at + 4] = one
            into[unseen + MAGE] -= one
        if realm.attacked >> owner & 1:
            into[at + 6] = one
        answer: i64 = realm.answers[owner]
        if answer == OWED:
            into[at + 7] = one
        elif answer != NOT_ASKED:
            into[at + 8] = one
            if owner == seat:
                into[at + 9] = held_to(answer, 0, 60)
        place: i64 = at + 13
        site: i64 = realm.sites[owner]
        if site:
            into[at + 10] = held_to(units(site), 0, 508)
            card: i64 = 0
            while site:
                lies: i64 = site & ON_SITE
                if lies:
                    into[place + card] = i16(lies)
                    into[unseen + card] -= i16(lies)
                site >>= SITE_BITS
                card += 1
        if realm.traces[owner]:
            into[at + 11] = held_to(realm.traces[owner] * PERMILLE // CERTAIN, 0, PERMILLE)
        sure: i64 = realm.sure_of(seat, owner)
        if sure:
            into[at + 12] = held_to(hand_size(sure), 0, HAND)
            place += RESOURCES
            kind: i64 = 0
            while sure:
                has: i64 = sure & IN_HAND
                if has:
                    into[place + kind] = i16(has)
                    into[unseen + kind] -= i16(has)
                sure >>= HAND_BITS
                kind += 1


def after(seat: i64, other: i64, players: i64) -> i64:
    """How many seats after mine another is, in turn order."""
    if other < seat:
        return other + players - seat
    return other - seat


def features(game: Game, players: int, options: dict[str, Choice]) -> FortFeatures:
    """The features for a number of players and a mode."""
    assert isinstance(game, Fort)
    return FortFeatures(game, players, options, game.box)
