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
    IDS,
    KEEP,
    KINDS,
    MAGE,
    NO_CARD,
    RESOURCES,
    WALL,
    WHEEL,
    hand_size,
    held,
    lying,
    units,
)
from chateaux.games.chateau_fort.state import CERTAIN, NOBODY, NOT_ASKED, OWED, PHASES, Table
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

    def __init__(self, game: Game, players: int, options: dict[str, Choice]) -> None:
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
        assert isinstance(state, Table)
        at: i64 = len(into)
        into = extend(into, self.blank)
        one: i16 = 1
        players: i64 = state.players
        into[at + state.phase] = one
        if state.event > 0:
            into[at + EVENT + state.event - 1] = one
        turn: i64 = at + TURN
        if state.active == seat:
            into[turn] = one
        into[turn + 1] = i16((state.active + players - seat) % players)
        into[turn + 2] = i16((state.first + players - seat) % players)
        into[turn + 3] = held_to(state.round, 0, ROUNDS)
        if state.last_round > 0:
            into[turn + 4] = held_to(state.last_round - state.round, 0, 20)
        if state.time_up:
            into[turn + 5] = one
        if state.timed:
            into[turn + 6] = one
        into[turn + 7] = held_to(state.played, 0, HAND)
        into[turn + 8] = held_to(state.discarded, 0, HAND)
        into[turn + 9] = held_to(cards_left(state), 0, HAND)
        if state.wheel:
            into[turn + 10] = one
        into[turn + 11] = held_to(state.pile_size, 0, CARDS)
        if state.attack != NO_CARD:
            into[turn + 12] = i16((state.target + players - seat) % players)
            into[at + ATTACK + state.attack - 5] = one
            if state.named != NO_CARD:
                into[at + NAMED + state.named] = one
        unseen: i64 = at + UNSEEN
        copies = state.pieces.copies
        for card in range(KINDS):
            into[unseen + card] = i16(copies[card])
        if state.wheel:
            into[unseen + WHEEL] = i16(i64(into[unseen + WHEEL]) - 1)
        if state.attack != NO_CARD:
            into[unseen + state.attack] = i16(i64(into[unseen + state.attack]) - 1)
        row: i64 = at + OWNERS
        for other in range(players):
            owner: i64 = (seat + other) % players
            self.fill_seat(state, seat, owner, into, row, unseen)
            row += EACH
        return into

    def fill_seat(self, table: Table, seat: i64, owner: i64, into: vec[i16], at: i64, unseen: i64) -> None:
        """One player's castle and site, and the cards of the hand that I can be sure of."""
        one: i16 = 1
        walls: i64 = table.built(owner, WALL)
        keeps: i64 = table.built(owner, KEEP)
        into[at] = held_to(walls, 0, PAWNS)
        into[at + 1] = held_to(keeps, 0, PAWNS)
        into[at + 2] = held_to(walls * table.pieces.wall_points + keeps * table.pieces.keep_points, 0, 900)
        into[at + 3] = held_to(hand_size(table.hands[owner]), 0, HAND)
        if table.mages[owner] != NOBODY:
            into[at + 4] = one
            into[unseen + MAGE] = i16(i64(into[unseen + MAGE]) - 1)
        for other in range(table.players):
            if table.mages[other] == owner:
                into[at + 5] = one
        if table.attacked >> owner & 1:
            into[at + 6] = one
        answer: i64 = table.answers[owner]
        if answer == OWED:
            into[at + 7] = one
        elif answer != NOT_ASKED:
            into[at + 8] = one
            if owner == seat:
                into[at + 9] = held_to(answer, 0, 60)
        site: i64 = table.sites[owner]
        into[at + 10] = held_to(units(site), 0, 508)
        into[at + 11] = held_to(table.traces[owner] * PERMILLE // CERTAIN, 0, PERMILLE)
        sure: i64 = table.sure_of(seat, owner)
        into[at + 12] = held_to(hand_size(sure), 0, HAND)
        place: i64 = at + 13
        for card in range(RESOURCES):
            lies: i64 = lying(site, card)
            into[place] = i16(lies)
            into[unseen + card] = i16(i64(into[unseen + card]) - lies)
            place += 1
        for kind in range(KINDS):
            has: i64 = held(sure, kind)
            if has > 0:
                into[place + kind] = i16(has)
                into[unseen + kind] = i16(i64(into[unseen + kind]) - has)


def features(game: Game, players: int, options: dict[str, Choice]) -> FortFeatures:
    """The features for a number of players and a mode."""
    return FortFeatures(game, players, options)
