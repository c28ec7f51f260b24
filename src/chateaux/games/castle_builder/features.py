"""Castle Builder in numbers: market, my holder, what I know of the others', and every castle's open places.

Tiles are told by their marks, never by their names; a set with another foundation, market or holder has other features.
"""
from __future__ import annotations

from typing import Final, final

from librt.vecs import append, extend, vec
from mypy_extensions import i16, i64

from chateaux.engine.data import Choice
from chateaux.engine.features import WHO, Features, held_to
from chateaux.engine.game import Game, State
from chateaux.games.castle_builder.castle import ASKS, ON_FOUNDATION, PLACE_SHIFT, SUM_MASK, SUM_SHIFT, Castle
from chateaux.games.castle_builder.holder import KNOWN_BITS
from chateaux.games.castle_builder.path import occupied
from chateaux.games.castle_builder.pieces import COIN, EFFECTS, RUBY, Pieces
from chateaux.games.castle_builder.rules import CastleBuilder
from chateaux.games.castle_builder.state import HOLDER, PHASES, PLACE, Realm

VERSION: Final = 1
NUMBERS: Final[i64] = 21  # a tile's number, 0 with a tick; larger ones count as the largest
MANY: Final[i64] = 400
SPARE: Final[i64] = 6  # tiles above the holder's limit that are still told one by one
PLACES: Final[i64] = 12  # open places that are told one by one, from the ground up
FLOORS: Final[i64] = 8
COINS: Final[i64] = 11  # effects

BUILT: Final[i64] = 32  # where the tile being built begins, after phases and turn
TILE: Final[i64] = 15  # numbers of a tile
SPOT: Final[i64] = 8  # numbers of an open place
OWNER: Final[i64] = 15  # numbers of a player before floors, known tiles and open places


@final
class CastleFeatures(Features):
    """What a seat knows: its own holder, and of the others' the tiles it has seen going there."""

    def __init__(self, game: Game, players: int, options: dict[str, Choice], pieces: Pieces) -> None:
        super().__init__(game, players, options, VERSION)
        self.box: Pieces = pieces
        self.told: i64 = pieces.holder_limit + SPARE
        self.exact: vec[i64] = pieces.reach[0]
        self.head: vec[i16] = vec[i16]([0] * int(BUILT))  # where nothing is told yet: phase and turn,
        self.no_coin: vec[i16] = vec[i16]([0] * int(COINS))  # the coin that is carried out,
        self.no_coins: vec[i16] = vec[i16]([0] * int((COINS + 1) * pieces.market_coins))  # those of the market,
        self.numbers: vec[i16] = vec[i16]([0] * int(NUMBERS))  # tiles by number, never more than MANY in all,
        self.owner: vec[i16] = vec[i16]([0] * int(OWNER + FLOORS + NUMBERS))  # a player before the open places,
        self.gaps: vec[vec[i16]] = vec[vec[i16]]([  # and so many tiles
            vec[i16]([0] * int(TILE * count)) for count in range(self.told + 1)])
        self.column: vec[i64] = vec[i64]([min(number, NUMBERS - 1) for number in pieces.bottom])  # by kind: its number
        self.order: vec[i64] = vec[i64](sorted(range(1, pieces.kinds + 1), key=lambda kind: self.column[kind]))
        self.marks: vec[vec[i16]] = vec[vec[i16]]()  # by kind of tile, 0 is none, and whether it fits: see `tell_tile`
        for kind in range(pieces.kinds + 1):
            for fits in range(4):
                self.marks = append(self.marks, marks(pieces, kind, fits))
        self.one_of("phase", [str(phase) for phase in PHASES])
        for name, most in (("my turn", 1), ("asked", players - 1), ("turn", players - 1), ("first", players - 1),
                           ("turns", int(MANY)), ("idle turns", int(MANY)), ("coins earned", 9), ("tiles owed", 9),
                           ("pile", int(MANY)), ("discard pile", int(MANY)), ("coin pile", int(MANY)),
                           ("coins to win", 30), ("tiles that adjust", 9), ("peacetime", 1), ("renovation", 1),
                           ("turns of patience", int(MANY)), ("victim", players), ("floor of the build", 60),
                           ("column of the build", 20), ("reshuffles", 99)):
            self.number(name, most)
        self.declare_tile("build")
        self.one_of("coin", EFFECTS)
        for slot in range(pieces.market_tiles):
            self.declare_tile(f"market {slot + 1}")
        for slot in range(pieces.market_coins):
            self.one_of(f"coin {slot + 1}", EFFECTS)
            self.number(f"coin {slot + 1}.red", 1)
        for slot in range(self.told):
            self.declare_tile(f"holder {slot + 1}")
        for number in range(NUMBERS):
            self.number(f"unseen {number}", int(MANY))
        for seat in range(players):
            self.declare_player(WHO[seat])

    def declare_tile(self, tile: str) -> None:
        for name, most in (("there", 1), ("number", int(NUMBERS) - 1), ("top", 60), ("tick", 1), ("rubies", 9),
                           ("windows", 20), ("people", 20), ("roof", 1), ("stands left", 1), ("stands right", 1),
                           ("carries left", 1), ("carries right", 1), ("starts a floor", 1), ("fits", 1),
                           ("fits if paid", 1)):
            self.number(f"{tile}.{name}", most)

    def declare_player(self, who: str) -> None:
        for name, most in (("coins", 40), ("height", 60), ("windows", int(MANY)), ("people", int(MANY)),
                           ("roofs", int(MANY)), ("baron", 59), ("spaces travelled", 2000), ("to the next coin", 60),
                           ("tiles", 60), ("known tiles", 60), ("royals", 9), ("open places", 99), ("free tiles", 99),
                           ("locked", 1), ("asked", 1)):
            self.number(f"{who}.{name}", most)
        for floor in range(FLOORS):
            self.number(f"{who}.floor {floor + 1}", 10)
        for number in range(NUMBERS):
            self.number(f"{who}.holds {number}", 60)
        for place in range(PLACES):
            for name, most in (("floor", 60), ("column", 20), ("sum", 127), ("ground", 1), ("stone left", 1),
                               ("stone right", 1), ("under left", 1), ("under right", 1)):
                self.number(f"{who}.place {place + 1}.{name}", most)

    def tell(self, state: State, seat: i64, into: vec[i16]) -> vec[i16]:
        assert isinstance(state, Realm)
        realm: Realm = state  # once: whatever was narrowed is checked again at every use
        pieces = self.box
        stock = realm.stock
        players: i64 = realm.players
        castle = realm.castles[seat]
        one: i16 = 1
        at: i64 = len(into)
        into = extend(into, self.head)
        into[at + realm.phase] = one
        self.fill_turn(realm, seat, into, at + 12)
        tiles = realm.holders[seat].tiles
        held: i64 = len(tiles)
        most: i64 = held
        if most > realm.adjust:
            most = realm.adjust
        reach = pieces.reach[most]
        tile: i64 = realm.tile
        if realm.phase == PLACE and realm.source == HOLDER and seat != realm.asked:
            tile = 0  # still a secret
        into = self.tell_tile(castle, tile, reach, into)
        at = len(into)
        into = extend(into, self.no_coin)
        if realm.coin >= 0:
            into[at + pieces.effect[realm.coin]] = one
        for kind in stock.market:
            into = self.tell_tile(castle, kind, reach, into)
        at = len(into)
        into = extend(into, self.no_coins)
        for coin in stock.coins:
            if coin >= 0:
                into[at + pieces.effect[coin]] = one
                into[at + COINS] = i16(pieces.red[coin])
            at += COINS + 1
        if most == held and most > 0:
            reach = pieces.reach[most - 1]  # a tile does not pay for itself
        if held > self.told:
            held = self.told
        for slot in range(held):
            into = self.tell_tile(castle, tiles[slot] >> KNOWN_BITS, reach, into)
        into = extend(into, self.gaps[self.told - held])
        unseen: i64 = len(into)
        when: i64 = stock.reshuffles << 32 | stock.left
        if len(stock.told) == 0 or stock.told_when != when:
            stock.told = self.pile_of(stock.pile)
            stock.told_when = when
        into = extend(into, stock.told)
        for other in range(players):
            owner: i64 = seat + other
            if owner >= players:
                owner -= players
            into = self.tell_player(realm, seat, owner, into, unseen)
        return into

    def pile_of(self, pile: vec[i64]) -> vec[i16]:
        """The tiles of the pile by number."""
        into = self.numbers[:]
        column = self.column
        number: i64 = 0
        count: i64 = 0
        for kind in self.order:
            if column[kind] != number:
                into[number] = i16(count)
                number = column[kind]
                count = 0
            count += pile[kind]
        into[number] = i16(count)
        return into

    def fill_turn(self, realm: Realm, seat: i64, into: vec[i16], at: i64) -> None:
        """Whose turn it is and how far it has come."""
        players: i64 = realm.players
        if realm.player == seat:
            into[at] = i16(1)
        into[at + 1] = i16((realm.asked + players - seat) % players)
        into[at + 2] = i16((realm.player + players - seat) % players)
        into[at + 3] = i16((realm.first + players - seat) % players)
        into[at + 4] = held_to(realm.turns, 0, MANY)
        into[at + 5] = held_to(realm.idle, 0, MANY)
        into[at + 6] = held_to(realm.earned, 0, 9)
        into[at + 7] = held_to(realm.owed, 0, 9)
        into[at + 8] = held_to(realm.stock.left, 0, MANY)
        into[at + 9] = held_to(realm.stock.discarded, 0, MANY)
        into[at + 10] = held_to(realm.stock.coin_left, 0, MANY)
        into[at + 11] = held_to(realm.goal, 0, 30)
        into[at + 12] = held_to(realm.adjust, 0, 9)
        into[at + 13] = i16(1 if realm.peacetime else 0)
        into[at + 14] = i16(1 if realm.renovation else 0)
        into[at + 15] = held_to(realm.patience, 0, MANY)
        if realm.victim >= 0:
            into[at + 16] = i16((realm.victim + players - seat) % players + 1)
        if realm.place != 0:
            into[at + 17] = held_to(realm.pieces.floor(realm.place), 0, 60)
            into[at + 18] = held_to(realm.pieces.column(realm.place) + 1, 0, 20)
        into[at + 19] = held_to(realm.stock.reshuffles, 0, 99)

    def tell_tile(self, castle: Castle, kind: i64, reach: vec[i64], into: vec[i16]) -> vec[i16]:
        """A tile by its marks, and whether my castle takes it: as it is, and with its number adjusted; 0 is none."""
        fits: i64 = 0
        if kind != 0:
            sums: i64 = castle.fits[self.box.shape[kind]]
            if sums & reach[kind] != 0:
                fits = 2
                if sums & self.exact[kind] != 0:
                    fits = 3
        return extend(into, self.marks[kind * 4 + fits])

    def tell_player(self, realm: Realm, seat: i64, owner: i64, into: vec[i16], unseen: i64) -> vec[i16]:
        """One player's coins, baron and castle, and the tiles of the holder that I know."""
        pieces = self.box
        castle = realm.castles[owner]
        tiles = realm.holders[owner].tiles
        if len(castle.told) == 0:
            castle.told = self.player_of(castle)
        at: i64 = len(into)
        into = extend(into, castle.told)
        into[at] = held_to(realm.coins[owner], 0, 40)
        into[at + 5] = held_to(realm.barons[owner], 0, 59)
        into[at + 6] = held_to(realm.travelled[owner], 0, 2000)
        into[at + 7] = held_to(to_coin(pieces, realm.barons, owner), 0, 60)
        into[at + 8] = held_to(len(tiles), 0, 60)
        royals: i64 = realm.royals[owner]
        left: i64 = 0
        while royals:
            left += royals & 1
            royals >>= 1
        into[at + 10] = held_to(left, 0, 9)
        one: i16 = 1
        if realm.asked == owner:
            into[at + 14] = one
        row: i64 = at + OWNER + FLOORS
        known: i64 = 0
        column = self.column
        for tile in tiles:
            if owner == seat or tile >> seat & 1:
                known += 1
                into[row + column[tile >> KNOWN_BITS]] += one
            else:
                into[unseen + column[tile >> KNOWN_BITS]] += one
        into[at + 9] = held_to(known, 0, 60)
        return into

    def player_of(self, castle: Castle) -> vec[i16]:
        """A player's numbers with what the castle alone tells: a castle never changes, so it keeps them."""
        into = self.owner[:]
        into[1] = held_to(castle.height, 0, 60)
        into[2] = held_to(castle.windows, 0, MANY)
        into[3] = held_to(castle.people, 0, MANY)
        into[4] = held_to(castle.roofs, 0, MANY)
        into[11] = held_to(len(castle.open), 0, 99)
        into[12] = held_to(len(castle.free), 0, 99)
        into[13] = i16(1 if castle.locked else 0)
        for floor in range(1, FLOORS + 1):
            if floor < len(castle.on_floor):
                into[OWNER + floor - 1] = held_to(castle.on_floor[floor], 0, 10)
        return extend(into, places(self.box, castle.open))


def marks(pieces: Pieces, kind: i64, fits: i64) -> vec[i16]:
    """A tile as it is told, by its marks and whether it fits: 1 as it is, 2 if paid."""
    into = vec[i16]([0] * int(TILE))
    if kind == 0:
        return into
    into[0] = i16(1)
    into[1] = held_to(pieces.bottom[kind], 0, NUMBERS - 1)
    into[2] = held_to(pieces.top[kind], 0, 60)
    into[3] = i16(pieces.tick[kind])
    into[4] = held_to(pieces.rubies[kind], 0, 9)
    into[5] = held_to(pieces.windows[kind], 0, 20)
    into[6] = held_to(pieces.people[kind], 0, 20)
    into[7] = i16(1 if pieces.roofs[kind] else 0)
    into[8] = i16(pieces.stands[kind] & 1)
    into[9] = i16(pieces.stands[kind] >> 1 & 1)
    into[10] = i16(pieces.carries[kind] & 1)
    into[11] = i16(pieces.carries[kind] >> 1 & 1)
    into[12] = i16(1 if pieces.starts_floor[kind] else 0)
    into[13] = i16(fits & 1)
    into[14] = i16(fits >> 1)
    return into


def places(pieces: Pieces, open: vec[i64]) -> vec[i16]:
    """The open places of a castle, from the ground up, as many as are told."""
    into = vec[i16]([0] * int(PLACES * SPOT))
    row: i64 = 0
    for place in open:
        if row == PLACES * SPOT:
            break
        into[row] = held_to(pieces.floor(place >> PLACE_SHIFT), 0, 60)
        into[row + 1] = held_to(pieces.column(place >> PLACE_SHIFT) + 1, 0, 20)
        if place & ON_FOUNDATION:
            into[row + 3] = i16(1)
        else:
            into[row + 2] = i16(place >> SUM_SHIFT & SUM_MASK)
        asked: i64 = place & ASKS
        for mark in range(4):
            into[row + 4 + mark] = i16(asked >> mark & 1)
        row += SPOT
    return into


def features(game: Game, players: int, options: dict[str, Choice]) -> CastleFeatures:
    """The features for a number of players and the variants."""
    assert isinstance(game, CastleBuilder)
    return CastleFeatures(game, players, options, game.box)


def to_coin(pieces: Pieces, barons: vec[i64], seat: i64) -> i64:
    """The fewest steps that bring a coin, slides and ruby steps included: at most once around."""
    path = pieces.path
    length: i64 = len(path)
    at: i64 = barons[seat]
    fewest: i64 = 1
    for steps in range(1, length + 1):
        at += 1
        if at == length:
            at = 0
        if path[at] == COIN:
            return fewest
        if path[at] != RUBY and not occupied(barons, seat, at):
            fewest = steps + 1  # whoever ends here goes no further
    return length
