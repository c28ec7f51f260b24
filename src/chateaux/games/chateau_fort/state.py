"""The table: hands, sites, castles and the pile, and the ways a card goes between them.

Every card is in one place: the pile, a hand, a site, or in play (an attack that is being answered, a
Mage that lies with a player, the wheel of this turn). Who may do what is in the other rooms.
"""
from __future__ import annotations

from typing import Final, Literal

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from chateaux.engine.chance import Chance
from chateaux.engine.data import Choice
from chateaux.engine.game import Game, State
from chateaux.games.chateau_fort.cards import IDS, NO_CARD, hand_size, held, in_hand
from chateaux.games.chateau_fort.pieces import Pieces

NOBODY: Final[i64] = -1
CERTAIN: Final[i64] = 1_000_000  # chances are told in millionths
NOT_ASKED: Final[i64] = -2  # in `answers`
OWED: Final[i64] = -1

Phase = Literal["turn", "defence", "plague", "alms", "over"]
PHASES: Final[list[Phase]] = ["turn", "defence", "plague", "alms", "over"]
TURN: Final[i64] = 0
DEFENCE: Final[i64] = 1
PLAGUE_ANSWERS: Final[i64] = 2
ALMS_ANSWERS: Final[i64] = 3
OVER: Final[i64] = 4


@mypyc_attr(acyclic=True)
class Realm(State):
    """A position of Château fort. Seats are numbered in turn order, so the right-hand neighbour is seat + 1."""

    def __init__(self, game: Game, players: i64, options: dict[str, Choice], chance: Chance, pieces: Pieces,
                 hands: vec[i64], given: vec[i64], traces: vec[i64], sites: vec[i64], castles: vec[i64],
                 mages: vec[i64], pile: vec[i64], pile_size: i64, rolls: list[list[int]], first: i64) -> None:
        super().__init__(game, players, options, chance)
        self.pieces: Pieces = pieces
        self.hands: vec[i64] = hands
        # Of each hand, what its giver in a Feast of fools still knows; then, for each hand again, what the giver
        # before that one knows, and so on (see `known`). Each knows a part of what the next one knows.
        self.given: vec[i64] = given
        # The chance that a card of a hand is known to its giver, that one known to the giver is known to the giver
        # before, and so on, as everybody reckons.
        self.traces: vec[i64] = traces
        self.sites: vec[i64] = sites
        self.castles: vec[i64] = castles  # seat * 2 + construction: pawns built
        self.mages: vec[i64] = mages  # who laid the Mage that lies with a seat
        self.pile: vec[i64] = pile  # copies of each kind; the pile has no order
        self.pile_size: i64 = pile_size
        self.rolls: list[list[int]] = rolls  # for the first player; shared between clones, never changed
        self.first: i64 = first
        self.timed: bool = options["mode"] == "timed"
        self.last_round: i64 = last_round(options)  # 0: only the clock ends a timed game
        self.time_up: bool = False
        self.round: i64 = 1
        self.event: i64 = 0  # the roll that stands over this round
        self.phase: i64 = TURN
        self.active: i64 = first
        self.played: i64 = 0  # this turn, a wheel included
        self.discarded: i64 = 0
        self.wheel: bool = False  # it lies in play until the turn ends
        self.attacked: i64 = 0  # seats attacked this turn, a bit each
        self.attack: i64 = NO_CARD  # the attack that waits for an answer,
        self.target: i64 = NOBODY  # whom it hits,
        self.named: i64 = NO_CARD  # and the card that a Witch names
        self.answers: vec[i64] = vec[i64]([NOT_ASKED] * players)  # to Plague and Alms
        self.missed: i64 = 0  # turns that have passed since a player was last asked to take one

    # ------------------------------------------------------------ cards go from place to place

    def to_pile(self, card: i64, count: i64) -> None:
        """Cards return to the one pile, which is shuffled at once (ruling 1)."""
        self.pile[card] += count
        self.pile_size += count

    def show(self, seat: i64, card: i64) -> None:
        """A card leaves a hand before everybody's eyes; every giver who knew of such a card knows of one fewer."""
        one: i64 = in_hand(card)
        self.hands[seat] -= one
        part: i64 = seat
        while part < len(self.given) and held(self.given[part], card):  # who gave it earlier knows no more of them
            self.given[part] -= one
            part += self.players
        self.revealed = True

    def draw(self, seat: i64, count: i64) -> None:
        """Draw random cards of the pile; with an empty pile, play on with fewer (ruling 2)."""
        drawn: i64 = 0
        before: i64 = hand_size(self.hands[seat])
        names: list[str] | None = None
        if self.log is not None:
            names = []
        pile = self.pile
        size: i64 = self.pile_size
        hand: i64 = 0
        while drawn < count and size > 0:
            nth: i64 = self.chance.below(size)
            card: i64 = 0
            while nth >= pile[card]:
                nth -= pile[card]
                card += 1
            pile[card] -= 1
            size -= 1
            hand += in_hand(card)
            drawn += 1
            if names is not None:
                names.append(IDS[card])
        if drawn > 0:
            self.pile_size = size
            self.hands[seat] += hand
            self.revealed = True
            self.own = False
            if self.traces[seat]:
                self.traces[seat] = self.traces[seat] * before // (before + drawn)
            if names is not None:
                self.whisper("draw", seat, {"count": drawn}, {"cards": sorted(names, key=IDS.index)}, 1 << seat)

    def refill(self, seat: i64) -> None:
        """Draw until the hand is complete."""
        self.draw(seat, self.pieces.hand - hand_size(self.hands[seat]))

    def giver_to(self, seat: i64) -> i64:
        """Who hands a seat its cards in a Feast of fools: the right-hand neighbour."""
        return (seat + 1) % self.players

    def feasts_since(self, seat: i64, holder: i64) -> i64:
        """In how many feasts a hand went from a seat to its holder: it moves by one place in each.

        A spectator, who never had it, is as many feasts away as nobody at the table can be.
        """
        return self.players if seat < 0 else (seat - holder) % self.players

    def known(self, holder: i64, feasts: i64) -> i64:
        """What is sure of a hand to the seat that had it so many feasts ago: all to its holder, to others the
        cards that were in it and have not been shown since."""
        if feasts == 0:
            return self.hands[holder]
        if feasts >= self.players:
            return 0
        return self.given[(feasts - 1) * self.players + holder]

    def sure_of(self, seat: i64, holder: i64) -> i64:
        """The cards of a hand that a seat can be sure of."""
        return self.known(holder, self.feasts_since(seat, holder))

    def roll(self) -> i64:
        self.revealed = True
        self.own = False
        return self.chance.below(6) + 1

    def built(self, seat: i64, construction: i64) -> i64:
        """How many pawns of a construction stand in a seat's castle."""
        return self.castles[seat * 2 + construction]


def last_round(options: dict[str, Choice]) -> i64:
    """The round after which a timed game ends by itself; 0 when only the clock ends it."""
    rounds = options["rounds"]
    return rounds if options["mode"] == "timed" and isinstance(rounds, int) else 0
