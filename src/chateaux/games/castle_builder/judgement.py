"""What a position is worth to a player, and the careful player: one move ahead, with an eye on the open skyline.

Nothing here looks at a pile's next tile or at another holder; a bot may use it on any world it imagines.
"""
from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from chateaux.engine.chance import Chance
from chateaux.engine.game import Game, State
from chateaux.engine.judgement import Judgement
from chateaux.games.castle_builder.actions import DRAW_TILES, HELD_TILE, RENOVATION, ROYAL_TILE, TILE_SLOT
from chateaux.games.castle_builder.castle import (
    ASKS,
    NEVER,
    ON_FOUNDATION,
    PLACE_SHIFT,
    SUM_MASK,
    SUM_SHIFT,
    Castle,
)
from chateaux.games.castle_builder.coins import (
    ALMS,
    CATAPULT,
    FALL,
    MILL,
    MONK,
    PRIZE,
    RUBY,
    SOUR_LADY,
    THIEF,
    figure,
)
from chateaux.games.castle_builder.holder import KNOWN_BITS
from chateaux.games.castle_builder.path import walk
from chateaux.games.castle_builder.pieces import BOTH_STONE, NEW_FLOOR, Pieces
from chateaux.games.castle_builder.rules import CastleBuilder
from chateaux.games.castle_builder.state import (
    AIM,
    COIN,
    DISCARD,
    HIT,
    PAY,
    PLACE,
    ROB,
    TAKE,
    TURN,
    Realm,
)

NUMBERS: Final[i64] = 64  # on tiles: 0 with a tick, at most 48
SUM_BITS: Final[i64] = 7
PLACES: Final[i64] = 4096  # what a place may ask, with the sum below it

TRIES: Final[i64] = 3  # tiles one can hope to see for a place soon,
PATIENCE: Final[i64] = 12  # and before it is too late
LATE: Final[i64] = 24  # turns of a player after which patience wears thin
WON: Final = 1000.0
SAME: Final = 1e-9
SLACK: Final = 3.0  # what a slip may cost: even a Page sees that a roof closes the last tower

# Ways to play: which figures of the judgement count how much more or less.
TEMPERS: Final = {
    "builder": {"open": 1.25, "space": 1.0, "stone": 1.3, "room": 1.5, "theft": 0.5, "catapult": 0.3, "grudge": 0.5},
    "raider": {"theft": 2.0, "catapult": 2.5, "sour": 2.0, "grudge": 2.0},
    "gambler": {"step": 1.3, "coin_space": 1.6, "open": 0.7, "payment": 0.6}}


def missed(chance: float, tries: i64) -> float:
    """The chance that none of several tiles fits."""
    none = 1.0
    for _again in range(tries):
        none *= 1.0 - chance
    return none


def draws(realm: Realm, other: i64, effect: i64) -> bool:
    """Whether a player would draw tiles for a coin that counts something."""
    for rival in range(realm.players):
        if effect == MONK:
            if realm.coins[rival] < realm.coins[other]:
                return False
        elif figure(realm, rival, effect) > figure(realm, other, effect):
            return False
    return effect == MONK or figure(realm, other, effect) > 0


def next_coin(realm: Realm, seat: i64) -> i64:
    """How many spaces it is to the next coin space."""
    steps: i64 = 1
    while walk(realm.pieces, realm.barons, seat, steps).coins == 0:
        steps += 1
    return steps


@final
class CastleJudgement(Judgement):
    """How a castle's open skyline, the way to the next coin and the tiles at hand look to a careful player."""

    def __init__(self, pieces: Pieces) -> None:
        super().__init__()
        self.spread = 1.0
        self.margin = 0.3
        self.horizon = 16
        self.warmth = 0.3
        self.through_chance = False
        # All in steps of the baron, but for the first.
        self.stride: float = 6.7  # steps to a coin
        self.step: float = 1.0
        self.coin_space: float = 1.5  # a coin earned, beyond the steps it took
        self.tile: float = 0.8  # a tile more on the holder
        self.payment: float = 1.1  # a tile less
        self.drawing: float = 2.2  # what a turn spent drawing is worth,
        self.full: float = 0.5  # less this for each tile that will not find room
        self.idle: float = 0.3  # and this for each round in which nobody could build
        self.hurry: float = 0.4  # and this with every turn after many
        self.open: float = 20.0  # a castle that surely finds a tile, against one that is closed
        self.view: float = 1.0  # what the builds an open place promises count today
        self.stone: float = 2.0  # half a tile of stone under the open sky
        self.room: float = 0.4  # a step that could have been made above, and is lost under a roof
        self.adjusted: float = 0.5  # a tile that is one off, against one that fits
        self.tick: float = 1.2  # a tile on the holder that fits any number,
        self.falling: float = 0.8  # one that leads to smaller numbers,
        self.other: float = 0.3  # another one
        self.market: float = 0.4  # a tile of the market costs nothing of one's own
        self.theft: float = 1.2  # what coins do, their gold aside
        self.mill: float = 1.2
        self.sour: float = 0.7
        self.catapult: float = 1.0
        self.peace: float = 1.2
        self.grudge: float = 0.5  # what a tile for another counts against one
        self.sky: float = 1.0  # in the long run: times what the skyline promises,
        self.stock: float = 0.8  # and a tile on the holder
        self.tempo: float = 0.0  # the turn
        self.space: float = 0.0  # room above a castle, in steps that could be made there
        self.near: float = 0.0  # the square of the share of the goal that is reached, in coins
        self.ripe: float = 0.0  # how much of the doubt is gone when the goal is reached
        self.slack = SLACK / self.stride
        # Tiles outside the castles, by shape and number: everybody can work out which they are.
        self.left: vec[i64] = vec[i64]([0] * (pieces.shapes * NUMBERS))
        self.of_shape: vec[i64] = vec[i64]([0] * pieces.shapes)
        self.all_left: float = 1.0
        self.rivals: float = 1.0
        self.looks: i64 = 0
        # By what a place asks and the sum below it, as reckoned in the look that is noted:
        self.reckoned: vec[i64] = vec[i64]([0] * PLACES)
        self.soon: vec[float] = vec[float]([0.0] * PLACES)  # the chance that a tile comes soon,
        self.never: vec[float] = vec[float]([0.0] * PLACES)  # and that none ever comes
        self.known: Castle | None = None  # the castle that was looked at last, and
        self.known_worth: float = 0.0  # what its skyline was worth,
        self.known_room: float = 0.0  # and the room above it

    def figures(self) -> list[str]:
        return ["spread", "warmth", "stride", "step", "coin_space", "tile", "payment", "drawing", "full", "idle",
                "hurry", "open", "view", "stone", "room", "adjusted", "tick", "falling", "other", "market", "theft",
                "mill", "sour", "catapult", "peace", "grudge", "sky", "stock", "tempo", "space", "near", "ripe"]

    def doubt(self, state: State) -> float:
        assert isinstance(state, Realm)
        most: i64 = 0
        for coins in state.coins:
            if coins > most:
                most = coins
        return self.spread * (1.0 - self.ripe * float(most) / float(state.goal))

    def look(self, realm: Realm) -> None:
        """Count the tiles that are not built: only they can still come."""
        pieces = realm.pieces
        self.known = None
        self.looks += 1
        self.rivals = float(realm.players)
        left = self.left
        for at in range(len(left)):
            left[at] = 0
        of_shape = self.of_shape
        for shape in range(len(of_shape)):
            of_shape[shape] = 0
        for kind in range(1, pieces.kinds + 1):
            count: i64 = realm.stock.pile[kind] + realm.stock.discard[kind]
            if count != 0:
                left[pieces.shape[kind] * NUMBERS + pieces.bottom[kind]] += count
                of_shape[pieces.shape[kind]] += count
        total: i64 = realm.stock.left + realm.stock.discarded
        for kind in realm.stock.market:
            if kind != 0:
                left[pieces.shape[kind] * NUMBERS + pieces.bottom[kind]] += 1
                of_shape[pieces.shape[kind]] += 1
                total += 1
        for holder in realm.holders:
            for tile in holder.tiles:
                kind = tile >> KNOWN_BITS
                left[pieces.shape[kind] * NUMBERS + pieces.bottom[kind]] += 1
                of_shape[pieces.shape[kind]] += 1
                total += 1
        self.all_left = float(total) if total > 0 else 1.0

    def reckon(self, pieces: Pieces, place: i64, asked: i64, key: i64) -> None:
        """How likely one of the tiles that are left comes for a place."""
        number: i64 = place >> SUM_SHIFT & SUM_MASK
        accepted: i64 = pieces.accepts[asked]
        at: i64 = 0
        shape: i64 = 0
        fitting: float = 0.0
        while accepted:
            if accepted & 1:
                if pieces.shape_tick[shape] or place & ON_FOUNDATION:
                    fitting += float(self.of_shape[shape])
                elif number < NUMBERS - 1:
                    off: i64 = self.left[at + number + 1]
                    if number > 0:
                        off += self.left[at + number - 1]
                    fitting += float(self.left[at + number]) + self.adjusted * float(off)
            accepted >>= 1
            at += NUMBERS
            shape += 1
        share = fitting / self.all_left
        self.soon[key] = 1.0 - missed(share, TRIES)
        if asked & BOTH_STONE != BOTH_STONE:
            share /= self.rivals  # everybody waits for the few that hang over an edge
        self.never[key] = missed(share, PATIENCE)
        self.reckoned[key] = self.looks

    # ------------------------------------------------------------ what bots ask

    def worth(self, state: State, seat: i64) -> float:
        """A seat's standing in coins; at the end the coins themselves, and one more for the winner."""
        assert isinstance(state, Realm)
        if state.acting() == 0:
            return float(state.coins[seat]) + (1.0 if seat in state.winners() else 0.0)
        self.look(state)
        return self.standing(state, seat)

    def rate(self, state: State, seat: i64, actions: vec[i64]) -> vec[float]:
        assert isinstance(state, Realm)
        self.look(state)
        rates = vec[float](capacity=len(actions))
        for action in actions:
            rates = append(rates, self.judged(state, seat, action) / self.stride)
        return rates

    def pick(self, state: State, seat: i64, actions: vec[i64], chance: Chance) -> i64:
        """The action of a careful player: the best one looking one move ahead; ties are drawn."""
        assert isinstance(state, Realm)
        self.look(state)
        best: float = -WON
        ties: i64 = 0
        chosen: i64 = actions[0]
        for action in actions:
            worth = self.judged(state, seat, action)
            if worth > best + SAME:
                best = worth
                ties = 1
                chosen = action
            elif worth > best - SAME:
                ties += 1
                if chance.below(ties) == 0:
                    chosen = action
        return chosen

    def careful(self, state: State, seat: int, chance: Chance) -> int:
        """What the careful player does when a seat is asked."""
        return self.pick(state, seat, state.legal(seat), chance)

    # ------------------------------------------------------------ a castle and a whole position

    def skyline(self, castle: Castle) -> float:
        """What the open places of a castle promise."""
        if castle is not self.known:
            self.known = castle
            self.known_worth = self.promised(castle, castle.open, -1)
            self.known_room = float(castle.room())
        return self.known_worth

    def promised(self, castle: Castle, open: vec[i64], begun: i64) -> float:
        """Stone to build on, steps where a tile is likely to come, and that one comes at all: roofs and royals close
        a castle, and so does a place that only tiles fit which stand in castles already. `begun` is a floor on which
        there is a tile besides those of the castle.
        """
        pieces = castle.pieces
        total = 0.0
        shut = 1.0  # the chance that no place ever finds a tile
        for place in open:
            total += 2 * self.stone if place & BOTH_STONE == BOTH_STONE else self.stone
            asked: i64 = place & ASKS
            if place & ON_FOUNDATION and asked == BOTH_STONE:
                shut = 0.0
                continue
            floor: i64 = (place >> PLACE_SHIFT) // pieces.stride
            if castle.on_floor[floor] == 0 and floor != begun:
                asked |= NEW_FLOOR
            key: i64 = asked << SUM_BITS | (SUM_MASK if place & ON_FOUNDATION else place >> SUM_SHIFT & SUM_MASK)
            if self.reckoned[key] != self.looks:
                self.reckon(pieces, place, asked, key)
            if place & ON_FOUNDATION == 0:
                total += float(floor) * self.soon[key]
            shut *= self.never[key]
        return total + self.open * (1.0 - shut)

    def standing(self, realm: Realm, seat: i64) -> float:
        """One player's position, in coins: those taken, the way to the next, the open skyline, the holder."""
        coins: float = float(realm.coins[seat])
        to_coin: float = float(next_coin(realm, seat))
        held: float = float(realm.holders[seat].size())
        waiting: float = float(realm.earned) if seat == realm.player else 0.0
        ahead: float = self.sky * self.skyline(realm.castles[seat]) + self.stock * held + self.space * self.known_room
        if realm.player == seat:
            ahead += self.tempo
        reached: float = (coins + waiting) / float(realm.goal)
        return coins + waiting + self.near * reached * reached + (self.stride - to_coin + ahead) / self.stride

    # ------------------------------------------------------------ one move ahead

    def judged(self, realm: Realm, seat: i64, action: i64) -> float:
        """What an action promises to the seat that is asked, in steps."""
        one: i64 = realm.pieces.one[action]
        phase: i64 = realm.phase
        if phase == TURN:
            return self.judged_turn(realm, seat, realm.pieces.verb[action], one)
        if phase == PLACE:
            return self.build_worth(realm, seat, realm.tile, one)
        if phase in (PAY, DISCARD):
            return -self.keep_worth(realm, seat, one)
        if phase == COIN:
            return self.coin_worth(realm, seat, realm.stock.coins[one])
        if phase == TAKE:
            return self.keep_worth(realm, seat, realm.stock.market[one])
        if phase == ROB:
            return float(realm.coins[one]) + float(realm.holders[one].size()) / 10
        if phase == AIM:
            return float(realm.coins[one])
        owner: i64 = realm.victim if phase == HIT else seat
        after = self.skyline(realm.castles[owner].without(one))
        return -after if phase == HIT else after

    def judged_turn(self, realm: Realm, seat: i64, verb: i64, one: i64) -> float:
        """Draw, renovate, or the best place for a tile."""
        pieces = realm.pieces
        castle = realm.castles[seat]
        held: i64 = realm.holders[seat].size()
        if verb == DRAW_TILES:
            over: i64 = held + pieces.draw_tiles - pieces.holder_limit
            late: i64 = realm.turns // realm.players - LATE
            return (self.drawing - self.full * float(over if over > 0 else 0)
                    - self.idle * float(realm.idle) / float(realm.players)
                    - self.hurry * float(late if late > 0 else 0))
        if verb == RENOVATION:
            return self.fall_worth(realm, seat) - self.payment * float(pieces.renovation_discards)
        kind: i64
        own: i64 = 0
        if verb == HELD_TILE:
            kind = one
            own = 1
        elif verb == ROYAL_TILE:
            kind = pieces.royals[one]
        else:
            kind = realm.stock.market[one]
        best = -WON
        most: i64 = realm.payment(own)
        for place in castle.open:
            if castle.price(kind, place) <= most:
                worth = self.build_worth(realm, seat, kind, place >> PLACE_SHIFT)
                if worth > best:
                    best = worth
        if verb == TILE_SLOT:
            best += self.market
        return best

    def build_worth(self, realm: Realm, seat: i64, kind: i64, place: i64) -> float:
        """Steps, coins and tiles a build brings, what it costs, and how it changes the skyline."""
        pieces = realm.pieces
        castle = realm.castles[seat]
        floor: i64 = place // pieces.stride
        worth = -self.payment * float(castle.price_at(kind, place))
        if floor > 1:
            walked = walk(pieces, realm.barons, seat, floor + pieces.rubies[kind])
            worth += self.step * float(walked.spaces) + self.coin_space * float(walked.coins)
            if walked.tile:
                worth += self.tile
            if realm.coins[seat] + walked.coins >= realm.goal:
                worth += WON / 2
        after = self.promised(castle, castle.opened(kind, place), floor)
        castle.tiles[place] = kind  # for a moment
        room: float = float(castle.room())
        castle.tiles[place] = 0
        if floor > 1 and pieces.stands[kind] == BOTH_STONE:
            room += float(floor)  # the place itself is used, not lost
        return worth + self.view * (after - self.skyline(castle)) - self.room * (self.known_room - room)

    def keep_worth(self, realm: Realm, seat: i64, kind: i64) -> float:
        """What a tile is worth on the holder: its best build now, or how easily tiles like it find a place."""
        pieces = realm.pieces
        castle = realm.castles[seat]
        worth = self.other
        if pieces.tick[kind]:
            worth = self.tick
        elif pieces.top[kind] > 0 and pieces.top[kind] < pieces.bottom[kind]:
            worth = self.falling
        best = 0.0
        for place in castle.open:
            price: i64 = castle.price(kind, place)
            if price != NEVER and price <= realm.adjust:
                now = self.build_worth(realm, seat, kind, place >> PLACE_SHIFT)
                if now > best:
                    best = now
        return worth + best

    def coin_worth(self, realm: Realm, seat: i64, coin: i64) -> float:
        """What a coin of the market does for the player, its gold aside."""
        pieces = realm.pieces
        effect: i64 = pieces.effect[coin]
        if realm.peacetime and pieces.red[coin]:
            return self.peace
        if effect == RUBY:
            walked = walk(pieces, realm.barons, seat, 1)
            gained: float = float(walked.spaces) + self.coin_space * 2 * float(walked.coins)
            return gained + self.tile if walked.tile else gained
        if effect == THIEF:
            return self.theft
        if effect == MILL:
            return self.mill
        if effect == SOUR_LADY:
            return self.sour
        if effect == CATAPULT:
            return self.catapult
        if effect == FALL:
            return self.fall_worth(realm, seat)
        tiles: float = float(ALMS if effect == MONK else PRIZE)
        worth = 0.0
        for other in range(realm.players):
            if draws(realm, other, effect):
                worth += tiles * self.tile if other == seat else -tiles * self.tile * self.grudge
        return worth

    def fall_worth(self, realm: Realm, seat: i64) -> float:
        """The best that losing a tile of the own castle can do to its skyline."""
        castle = realm.castles[seat]
        if len(castle.free) == 0:
            return 0.0
        best = -WON
        for place in castle.free:
            change = self.view * (self.skyline(castle.without(place)) - self.skyline(castle))
            if change > best:
                best = change
        return best


def judgement(game: Game) -> CastleJudgement:
    """The judgement for a set of pieces."""
    assert isinstance(game, CastleBuilder)
    return CastleJudgement(game.box)
