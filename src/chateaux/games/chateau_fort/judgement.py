"""What a position and an action of Château fort are worth: a plain, greedy judgement.

`worth` judges a position, `appeal` an action, and both read only open cards and the seat's own hand. What they reckon
in is a card's work: one card that comes to a site and stays there.
"""
from __future__ import annotations

import math
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from chateaux.engine.chance import Chance
from chateaux.engine.data import BadPosition
from chateaux.engine.game import Game, State
from chateaux.engine.judgement import Judgement
from chateaux.games.chateau_fort.actions import (
    ACTIONS,
    BUILD,
    BURY,
    CURSE,
    DEFEND,
    DISCARD,
    END,
    GIVE,
    PAY_GOLD,
    PLACE,
    SET_FIRE,
    TURN_WHEEL,
)
from chateaux.games.chateau_fort.building import price
from chateaux.games.chateau_fort.cards import (
    FIRE,
    GOLD,
    GUARDS,
    KEEP,
    KINDS,
    MAGE,
    MASON,
    MONKS,
    RESOURCES,
    STONES,
    UNITS,
    WALL,
    WHEEL,
    WITCH,
    held,
    lying,
    on_site,
    peasant_units,
    stone_units,
)
from chateaux.games.chateau_fort.state import NOBODY, OVER, Realm

# Ways to play: which figures of the judgement count how much more or less.
TEMPERS: Final = {
    "builder": {"curse": 0.5, "blaze": 0.6, "bribe": 0.8, "spell": 0.5, "urgent": 1.5},
    "raider": {"curse": 1.8, "blaze": 1.6, "bribe": 1.3, "spell": 1.6, "keep_attack": 1.4},
    "gambler": {"lying": 1.1, "keep_defence": 0.4, "blaze": 1.4, "turned": 1.4, "idle": 8.0}}


def realm_of(state: State) -> Realm:
    if not isinstance(state, Realm):
        raise BadPosition(f"This judges chateau-fort, not {state.game.id}.")
    return state


# ---------------------------------------------------------------- what lies there and what lacks


def missing(realm: Realm, seat: i64, which: i64) -> i64:
    """The units of mason (0), stone (1) or peasant (2) that the rest of a castle costs."""
    pieces = realm.pieces
    return ((pieces.walls - realm.built(seat, WALL)) * pieces.costs[which]
            + (pieces.keeps - realm.built(seat, KEEP)) * pieces.costs[3 + which])


def stored(site: i64, which: i64) -> i64:
    """The units of a resource on a site."""
    if which == 0:
        return lying(site, MASON)
    return stone_units(site) if which == 1 else peasant_units(site)


def resource_of(card: i64) -> i64:
    if card == MASON:
        return 0
    return 1 if card <= STONES else 2


@final
class FortJudgement(Judgement):
    """The greedy judgement: how far a castle has come, what a hand is good for, what an action wins or harms."""

    def __init__(self) -> None:
        super().__init__()
        self.spread = 1.0 / 0.35
        self.horizon = 4  # 3 beat 1 (58 % of 160 games); 8 was not stronger than 3
        self.warmth = 0.5
        # positions
        self.mason: float = 1.0  # cards that a unit of mason, stone and peasant takes, as the box mixes them
        self.stone: float = 0.73
        self.peasant: float = 0.76
        self.lying: float = 0.85  # what lies on a site may still burn
        self.hope: float = 0.35  # a resource in a hand
        self.bound: float = 1.0  # what a Mage costs who has one lying there
        self.tempo: float = 0.0  # the turn
        self.ready: float = 0.0  # a construction whose resources lie there
        self.fire: float = 0.0  # cards of a hand
        self.witch: float = 0.0
        self.gold: float = 0.0
        self.mage: float = 0.0
        self.guards: float = 0.0
        self.monks: float = 0.0
        self.relics: float = 0.0
        self.wheel: float = 0.0
        self.ripe: float = 0.0  # how much of the doubt is gone when a castle is whole
        # timed games
        self.point: float = 2.3  # a point of them: a keep takes nine cards for four points
        self.pace: float = 1.0  # cards that come to a site in a turn and stay there
        self.unknown: float = 8.0  # turns that are left, as far as anybody can tell, when a clock ends the game
        self.blur: float = 3.0  # cards by which such a reckoning may be out
        # actions
        self.urgent: float = 0.6  # a resource that the next construction waits for
        self.unhurried: float = 0.5  # times the use of one that it does not
        self.curse: float = 0.5  # times the harm of a Witch, a Fire, Gold
        self.blaze: float = 0.5
        self.bribe: float = 1.0
        self.spell: float = 1.7  # a Mage
        self.malice: float = 0.1  # a Witch in any case
        self.duel: float = 0.9  # how much of a rival's loss is one's own gain: of the only one,
        self.leader: float = 0.75  # of one that is ahead,
        self.trailer: float = 0.45  # of another
        self.turned: float = 5.0  # a wheel with three useful cards
        self.idle: float = 0.05  # a wheel with fewer
        self.first: float = 0.3  # to give up the plays of a turn for discards,
        self.further: float = 0.55  # and to discard more
        self.parting: float = 0.1  # times what the first discarded card was worth
        self.keep_wheel: float = 0.9  # to keep a card of a kind in the hand
        self.keep_defence: float = 0.8
        self.keep_witch: float = 0.6
        self.keep_mage: float = 1.1
        self.keep_attack: float = 1.2
        self.defend: float = 1.0
        self.build: float = 10.0

    def figures(self) -> list[str]:
        return ["spread", "warmth", "mason", "stone", "peasant", "lying", "hope", "bound", "tempo", "ready", "fire",
                "witch", "gold", "mage", "guards", "monks", "relics", "wheel", "ripe", "point", "pace", "unknown",
                "blur", "urgent", "unhurried", "curse", "blaze", "bribe", "spell", "malice", "duel", "leader",
                "trailer", "turned", "idle", "first", "further", "parting", "keep_wheel", "keep_defence",
                "keep_witch", "keep_mage", "keep_attack", "defend", "build"]

    def labour(self, which: i64) -> float:
        if which == 0:
            return self.mason
        return self.stone if which == 1 else self.peasant

    # ------------------------------------------------------------ positions

    def progress(self, realm: Realm, seat: i64) -> float:
        """A castle and its site measured in cards of work done, as everybody sees them."""
        pieces = realm.pieces
        done = 0.0
        for which in range(3):
            whole: i64 = pieces.walls * pieces.costs[which] + pieces.keeps * pieces.costs[3 + which]
            need: i64 = missing(realm, seat, which)
            have: i64 = stored(realm.sites[seat], which)
            done += self.labour(which) * (float(whole - need) + self.lying * float(have if have < need else need))
        if realm.mages[seat] != NOBODY:
            done -= self.bound
        return done

    def turns_left(self, realm: Realm, seat: i64) -> float:
        """How many turns a seat of a timed game still has, the present one included."""
        if realm.time_up or realm.last_round > 0:
            rounds: i64 = 0 if realm.time_up else realm.last_round - realm.round
            waits: bool = ((seat - realm.first + realm.players) % realm.players
                           >= (realm.active - realm.first + realm.players) % realm.players)
            return float(rounds + (1 if waits else 0))
        return self.unknown

    def likely(self, short: float, reach: float) -> float:
        """The chance that what is short of a construction comes in time."""
        if short <= 0.0:
            return 1.0
        return 1.0 / (1.0 + math.exp((short - reach) / self.blur)) if reach > 0.0 else 0.0

    def expected(self, realm: Realm, seat: i64, site: i64, walls: i64, keeps: i64, first: i64) -> float:
        """The points a seat of a timed game may expect that builds all of one construction before the other."""
        pieces = realm.pieces
        reach = self.pace * self.turns_left(realm, seat)
        points = float(walls * pieces.wall_points + keeps * pieces.keep_points)
        masons: i64 = -stored(site, 0)  # lacking so far; less than none is in store
        stones: i64 = -stored(site, 1)
        peasants: i64 = -stored(site, 2)
        for turn in range(2):
            construction: i64 = first if turn == 0 else 1 - first
            left: i64 = pieces.walls - walls if construction == WALL else pieces.keeps - keeps
            worth = float(pieces.wall_points if construction == WALL else pieces.keep_points)
            for _each in range(left):
                masons += pieces.costs[construction * 3]
                stones += pieces.costs[construction * 3 + 1]
                peasants += pieces.costs[construction * 3 + 2]
                short = 0.0
                if masons > 0:
                    short += self.mason * float(masons)
                if stones > 0:
                    short += self.stone * float(stones)
                if peasants > 0:
                    short += self.peasant * float(peasants)
                points += worth * self.likely(short, reach)
        return points

    def prospect(self, realm: Realm, seat: i64, site: i64, walls: i64, keeps: i64) -> float:
        """The points of the better plan: walls first, or the keep first."""
        walls_first = self.expected(realm, seat, site, walls, keeps, WALL)
        keep_first = self.expected(realm, seat, site, walls, keeps, KEEP)
        return walls_first if walls_first > keep_first else keep_first

    def standing(self, realm: Realm, seat: i64) -> float:
        """What everybody sees of how far a seat has come: cards of work, or, where points decide, those to expect."""
        if not realm.timed:
            return self.progress(realm, seat)
        walls: i64 = realm.built(seat, WALL)
        keeps: i64 = realm.built(seat, KEEP)
        if realm.phase == OVER:
            return self.point * float(walls * realm.pieces.wall_points + keeps * realm.pieces.keep_points)
        done = self.point * self.prospect(realm, seat, realm.sites[seat], walls, keeps)
        return done - self.bound if realm.mages[seat] != NOBODY else done

    def promise(self, realm: Realm, seat: i64) -> float:
        """What the cards of a hand will be good for."""
        hand: i64 = realm.hands[seat]
        site: i64 = realm.sites[seat]
        hope = 0.0
        for card in range(RESOURCES):
            hope += self.hope * self.usefulness(realm, seat, site, card) * float(held(hand, card))
        for card in range(RESOURCES, KINDS):
            count: i64 = held(hand, card)
            if count:
                hope += float(count) * self.of_hand(card)
        if realm.active == seat:
            hope += self.tempo
        if self.ready != 0.0:
            hope += self.ready * self.afforded(realm, seat, site)
        return hope

    def of_hand(self, card: i64) -> float:
        """What a card in a hand is worth that is no resource."""
        if card == WHEEL:
            return self.wheel
        if card >= GUARDS:
            if card == GUARDS:
                return self.guards
            return self.monks if card == MONKS else self.relics
        if card >= GOLD:
            return self.gold if card == GOLD else self.mage
        return self.fire if card == FIRE else self.witch

    def afforded(self, realm: Realm, seat: i64, site: i64) -> float:
        """How much of the dearest resource of the next construction lies there: 1 when it can be built."""
        construction: i64 = WALL if realm.built(seat, WALL) < realm.pieces.walls else KEEP
        least = 1.0
        for which in range(3):
            cost: i64 = realm.pieces.costs[construction * 3 + which]
            have: i64 = stored(site, which)
            if have < cost:
                part = float(have) / float(cost)
                if part < least:
                    least = part
        return least

    def worth(self, state: State, seat: i64) -> float:
        realm = realm_of(state)
        return self.standing(realm, seat) + self.promise(realm, seat)

    def doubt(self, state: State) -> float:
        if self.ripe == 0.0:
            return self.spread
        realm = realm_of(state)
        pieces = realm.pieces
        most: i64 = 0
        for seat in range(realm.players):
            built: i64 = realm.built(seat, WALL) + 2 * realm.built(seat, KEEP)
            if built > most:
                most = built
        return self.spread * (1.0 - self.ripe * float(most) / float(pieces.walls + 2 * pieces.keeps))

    # ------------------------------------------------------------ actions

    def usefulness(self, realm: Realm, seat: i64, site: i64, card: i64) -> float:
        """What one more resource card on a site adds to a seat's work; nothing when the castle needs no more of it."""
        which: i64 = resource_of(card)
        short: i64 = missing(realm, seat, which) - stored(site, which)
        if short <= 0:
            return 0.0
        return self.labour(which) * float(short if short < UNITS[card] else UNITS[card])

    def next_construction(self, realm: Realm, seat: i64) -> i64:
        """A wall, as long as one is missing: it is cheaper and lies on the site for a shorter time. Where points
        decide, what the better plan begins with.
        """
        walls: i64 = realm.built(seat, WALL)
        keeps: i64 = realm.built(seat, KEEP)
        if realm.timed and walls < realm.pieces.walls and keeps < realm.pieces.keeps:
            site: i64 = realm.sites[seat]
            return KEEP if self.expected(realm, seat, site, walls, keeps, KEEP) > self.expected(
                realm, seat, site, walls, keeps, WALL) else WALL
        return WALL if walls < realm.pieces.walls else KEEP

    def urgency(self, realm: Realm, seat: i64, site: i64, card: i64) -> float:
        """The use of a card, more when the next construction waits for it."""
        use = self.usefulness(realm, seat, site, card)
        which: i64 = resource_of(card)
        if stored(site, which) < realm.pieces.costs[self.next_construction(realm, seat) * 3 + which]:
            return use + self.urgent
        return use * self.unhurried

    def harm(self, realm: Realm, target: i64, card: i64) -> float:
        """What a target loses with one card of its site."""
        which: i64 = resource_of(card)
        if stored(realm.sites[target], which) > missing(realm, target, which):
            return 0.0
        return self.labour(which) * float(UNITS[card])

    def menace(self, realm: Realm, seat: i64, target: i64) -> float:
        """How much a target's loss is one's own gain: all of it in a duel, more of the leader's at a larger table."""
        if realm.players == 2:
            return self.duel
        lead = self.progress(realm, target) - self.progress(realm, seat)
        return self.leader if lead > 0.0 else self.trailer

    def attack_worth(self, realm: Realm, seat: i64, verb: i64, target: i64, named: i64) -> float:
        """The expected harm of an attack that nobody stops."""
        weight = self.menace(realm, seat, target)
        if verb == CURSE:
            return self.curse * self.harm(realm, target, named) * weight + self.malice
        if verb == SET_FIRE:
            loss = 0.0
            for card in range(RESOURCES):
                loss += self.blaze * float(lying(realm.sites[target], card)) * self.harm(realm, target, card)
            return loss * weight
        if verb == PAY_GOLD:
            return self.bribe * (self.urgency(realm, seat, realm.sites[seat], MASON)
                                 + self.harm(realm, target, MASON) * weight)
        return self.spell * weight

    def keeping(self, realm: Realm, seat: i64, card: i64) -> float:
        """What a card in the hand is worth to keep; the least is discarded first."""
        if card < RESOURCES:
            return self.urgency(realm, seat, realm.sites[seat], card)
        if card == WHEEL:
            return self.keep_wheel
        if card >= GUARDS:
            return self.keep_defence
        if card == WITCH:
            return self.keep_witch
        return self.keep_mage if card == MAGE else self.keep_attack

    def appeal(self, realm: Realm, seat: i64, action: i64) -> float:
        """What an action is worth to a seat: cards of work won, or harm done. To end the turn is worth 0."""
        verb: i64 = ACTIONS.verb[action]
        one: i64 = ACTIONS.one[action]
        two: i64 = ACTIONS.two[action]
        if verb == END:
            return 0.0
        if verb == PLACE:
            return self.urgency(realm, seat, realm.sites[seat], one) - 0.001
        if verb == TURN_WHEEL:
            return self.wheel_worth(realm, seat)
        if verb == DISCARD:
            # Discarding the first card gives up the turn's plays; further ones only cost what they are worth.
            kept = self.keeping(realm, seat, one)
            return self.further - kept if realm.discarded else self.first - kept * self.parting
        if verb <= CURSE:
            return self.attack_worth(realm, seat, verb, one, two)
        if verb == BUILD:
            if realm.timed:
                return self.build_worth(realm, seat, one, two, ACTIONS.three[action])
            return self.build + float(one) + 0.1 * float(two + ACTIONS.three[action])
        if verb == GIVE:
            return 5.0 - self.urgency(realm, seat, realm.sites[seat] - on_site(one), one)
        if verb == BURY:
            return -float(one)
        return self.defend if verb == DEFEND else 0.0

    def build_worth(self, realm: Realm, seat: i64, construction: i64, stones: i64, peasants: i64) -> float:
        """What a construction is worth where points decide: those it brings, less those the cards were kept for."""
        site: i64 = realm.sites[seat]
        walls: i64 = realm.built(seat, WALL)
        keeps: i64 = realm.built(seat, KEEP)
        after: i64 = site - price(realm, construction, stones, peasants)
        wall: i64 = 1 if construction == WALL else 0
        gain = (self.prospect(realm, seat, after, walls + wall, keeps + 1 - wall)
                - self.prospect(realm, seat, site, walls, keeps))
        return 8.0 + self.point * gain if gain > -0.05 else self.point * gain

    def wheel_worth(self, realm: Realm, seat: i64) -> float:
        """A wheel pays from three useful resources on, all placed in one turn."""
        useful: i64 = 0
        for card in range(RESOURCES):
            if self.usefulness(realm, seat, realm.sites[seat], card) > 0.0:
                useful += held(realm.hands[seat], card)
        return self.turned if useful >= 3 else self.idle

    def rate(self, state: State, seat: i64, actions: vec[i64]) -> vec[float]:
        realm = realm_of(state)
        rates = vec[float](capacity=len(actions))
        for action in actions:
            rates = append(rates, self.appeal(realm, seat, action))
        return rates

    def pick(self, state: State, seat: i64, actions: vec[i64], chance: Chance) -> i64:
        realm = realm_of(state)
        best: i64 = actions[0]
        most = -1000.0
        for action in actions:
            judged = self.appeal(realm, seat, action)
            if judged > most:
                most = judged
                best = action
        return best


PLAIN: Final = FortJudgement()


def choose(state: State, seat: i64, chance: Chance) -> i64:
    """The greedy player with the written figures: the action of the greatest worth, at random among equals.

    >>> import chateaux
    >>> from chateaux.engine.chance import Chance
    >>> state = chateaux.game("chateau-fort").new(players=2, seed=1)
    >>> choose(state, state.first, Chance.stream(1)) in state.actions(state.first)
    True
    """
    realm = realm_of(state)
    best: list[int] = []
    most = -1000.0
    for action in state.legal(seat):
        judged = PLAIN.appeal(realm, seat, action)
        if judged > most + 1e-9:
            most = judged
            best = [action]
        elif judged > most - 1e-9:
            best.append(action)
    return best[chance.below(len(best))]


def judgement(game: Game) -> Judgement:
    """What bots ask about a position of this game."""
    return FortJudgement()
