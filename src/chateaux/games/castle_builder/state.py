"""The realm: all fields of a position, and the small doings that builds and coins have in common.

Drawing, filling the market, walking, and what comes after an effect. Decisions are in `rules`, coins in `coins`.
"""
from __future__ import annotations

from typing import Final, get_args

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from chateaux.engine.chance import Chance
from chateaux.engine.data import Choice
from chateaux.engine.game import Game, State
from chateaux.games.castle_builder.castle import Castle
from chateaux.games.castle_builder.holder import ALL, Holder
from chateaux.games.castle_builder.path import walk
from chateaux.games.castle_builder.pieces import Pieces
from chateaux.games.castle_builder.schema import Phase
from chateaux.games.castle_builder.stock import Stock

PHASES: Final[list[Phase]] = list(get_args(Phase))
TURN: Final[i64] = 0  # draw, or choose a tile to build
PLACE: Final[i64] = 1  # where the chosen tile goes: nobody else sees a tile of the holder until it is placed
PAY: Final[i64] = 2  # which tile is discarded for it
RENOVATE: Final[i64] = 3  # which own tile is taken away
DISCARD: Final[i64] = 4  # which tile goes from a holder that is too full
COIN: Final[i64] = 5  # which coin of the market
TAKE: Final[i64] = 6  # which tile of the market: Mill, or a red coin in Peacetime
ROB: Final[i64] = 7  # whom the Thief visits
AIM: Final[i64] = 8  # whose castle the Catapult hits
HIT: Final[i64] = 9  # which tile of it
COLLAPSE: Final[i64] = 10  # which own tile falls
OVER: Final[i64] = 11

NONE: Final[i64] = -1  # no coin, no seat, no tile, not settled yet

# Where the chosen tile comes from: the holder, else slot SLOT + n of the market, or royal ROYAL + n.
NOWHERE: Final[i64] = 0
HOLDER: Final[i64] = 1
SLOT: Final[i64] = 2
ROYAL: Final[i64] = 16


@mypyc_attr(acyclic=True)
class Realm(State):
    """All pieces and where they are."""

    def __init__(self, game: Game, players: i64, options: dict[str, Choice], chance: Chance, pieces: Pieces,
                 castles: vec[Castle], holders: vec[Holder], stock: Stock, barons: vec[i64], travelled: vec[i64],
                 royals: vec[i64], coins: vec[i64], taken: vec[i64]) -> None:
        super().__init__(game, players, options, chance)
        self.pieces: Pieces = pieces
        self.castles: vec[Castle] = castles
        self.holders: vec[Holder] = holders
        self.stock: Stock = stock
        self.barons: vec[i64] = barons
        self.travelled: vec[i64] = travelled
        self.royals: vec[i64] = royals  # a bit for each protected tile that is still beside the holder
        self.coins: vec[i64] = coins
        self.taken: vec[i64] = taken  # by seat and coin: which coins they were
        self.goal: i64 = NONE  # the options, as the rules read them: see `settle_options`
        self.adjust: i64 = NONE
        self.peacetime: bool = False
        self.renovation: bool = False
        self.patience: i64 = NONE  # after how many idle turns the game ends; 0: never
        self.first: i64 = NONE  # see `begin_with`
        self.player: i64 = NONE  # whose turn it is
        self.asked: i64 = NONE  # who owes the next decision
        self.phase: i64 = TURN
        self.turns: i64 = 0
        self.idle: i64 = 0  # turns since the last build in which none was to be seen
        self.earned: i64 = 0  # coins the player may still take
        self.coin: i64 = NONE  # the coin being resolved
        self.victim: i64 = NONE
        self.source: i64 = NOWHERE  # the tile being built: where it comes from,
        self.tile: i64 = 0  # its kind,
        self.place: i64 = 0  # its place (or that of the tile being taken away),
        self.owed: i64 = 0  # and the tiles still to be discarded for it

    def settle_options(self) -> None:
        """Règles Optionnelles: what the variants change."""
        pieces = self.pieces
        self.goal = pieces.sky_high_goal if self.options["sky_high"] else pieces.goal
        self.adjust = pieces.royal_adjust if self.options["royal_strategy"] else pieces.adjust
        self.peacetime = bool(self.options["peacetime"])
        self.renovation = bool(self.options["renovation"])
        self.patience = pieces.stalemate_rounds * self.players if self.options.get("stalemate") != "never" else 0

    def begin_with(self, first: i64) -> None:
        """Who begins; the barons stand on the start spaces in that order."""
        self.first = first
        self.player = first
        self.asked = first
        for seat in range(self.players):
            self.barons[seat] = self.pieces.starts[(seat - first) % self.players]

    def target(self) -> i64:
        """Whose castle loses a tile."""
        return self.victim if self.phase == HIT else self.player

    # ------------------------------------------------------------ tiles and coins on the move

    def draw_tiles(self, seat: i64, count: i64, kind: str) -> None:
        """A seat draws tiles of the pile, as many as there are; `kind` names the event."""
        before: i64 = self.stock.reshuffles
        drawn: list[str] | None = None if self.log is None else []
        holder = self.holders[seat]
        for _nth in range(count):
            tile: i64 = self.stock.draw(self.chance)
            if tile != 0:
                holder.add(tile, 1 << seat)
                self.revealed = True
                if drawn is not None:
                    drawn.append(self.pieces.ids[tile])
        if drawn is not None:
            if drawn:
                self.whisper(kind, seat, {"count": len(drawn)}, {"tiles": drawn}, 1 << seat)
            else:
                self.emit("no_tile", seat, {})
            self.tell_reshuffle(before)

    def tell_reshuffle(self, before: i64) -> None:
        if self.stock.reshuffles != before:
            self.emit("reshuffle", self.player, {})

    def fill_market(self) -> None:
        """Le marché doit toujours être complété: every empty slot gets a tile, while there are tiles."""
        stock = self.stock
        market = stock.market
        for tile in market:
            if tile == 0:
                break
        else:  # nothing was taken
            return
        for slot in range(len(market)):
            if market[slot] == 0 and stock.left + stock.discarded > 0:
                before: i64 = stock.reshuffles
                market[slot] = stock.draw(self.chance)
                self.revealed = True
                if self.log is not None:
                    self.emit("market_tile", self.player, {"tile": self.pieces.ids[market[slot]], "slot": slot + 1})
                    self.tell_reshuffle(before)

    def fill_coins(self) -> None:
        """The same for the coins of the market."""
        stock = self.stock
        for slot in range(len(stock.coins)):
            if stock.coins[slot] < 0 and stock.coin_left > 0:
                stock.coins[slot] = stock.draw_coin(self.chance)
                self.revealed = True
                if self.log is not None:
                    self.emit("market_coin", self.player, {"coin": self.pieces.coin_ids[stock.coins[slot]],
                                                           "slot": slot + 1})

    def take_openly(self, slot: i64) -> None:
        """A tile of the market goes to the holder, and everybody has seen it."""
        tile: i64 = self.stock.market[slot]
        self.stock.market[slot] = 0
        self.holders[self.player].add(tile, ALL)
        if self.log is not None:
            self.emit("take", self.player, {"tile": self.pieces.ids[tile]})
        self.fill_market()

    def discard_tile(self, seat: i64, kind: i64) -> None:
        """A tile of a holder goes to the discard pile, for all to see."""
        self.holders[seat].remove(kind)
        self.stock.throw_away(kind)
        self.revealed = True

    def remove_tile(self, seat: i64, place: i64, kind: str) -> None:
        """A tile of a castle goes to the discard pile; the baron stays where he is."""
        castle = self.castles[seat]
        tile: i64 = castle.tiles[place]
        self.castles[seat] = castle.without(place)
        self.stock.throw_away(tile)
        if self.log is not None:
            self.emit(kind, self.player, {"tile": self.pieces.ids[tile], "floor": self.pieces.floor(place),
                                          "column": self.pieces.column(place), "castle_seat": seat})

    # ------------------------------------------------------------ the baron

    def advance(self, steps: i64) -> None:
        """The player's baron walks; a tile space gives a tile, and the coins are earned for later (Ruling 6)."""
        seat: i64 = self.player
        walked = walk(self.pieces, self.barons, seat, steps)
        if self.log is not None:
            self.emit("walk", seat, {"count": walked.spaces, "steps": steps, "start": self.barons[seat],
                                     "end": walked.end, "coins": walked.coins})
        self.barons[seat] = walked.end
        self.travelled[seat] += walked.spaces
        self.earned += walked.coins
        if walked.tile:
            self.draw_tiles(seat, 1, "space_tile")

    # ------------------------------------------------------------ after every effect

    def settle(self) -> None:
        """What comes next once an effect is over: the end, a holder too full, a coin to take, or the next turn."""
        self.coin = NONE
        self.victim = NONE
        self.fill_market()
        if self.coins[self.player] >= self.goal:
            self.phase = OVER
            if self.log is not None:
                self.emit("end_goal", self.player, {"count": self.coins[self.player]})
            return
        seat: i64 = self.player
        holders = self.holders
        limit: i64 = self.pieces.holder_limit
        for _other in range(len(holders)):
            if len(holders[seat].tiles) > limit:
                self.phase = DISCARD
                self.asked = seat
                return
            seat += 1
            if seat == len(holders):
                seat = 0
        self.asked = self.player
        if self.earned > 0:
            for coin in self.stock.coins:
                if coin >= 0:
                    self.phase = COIN
                    return
            self.earned = 0
        self.next_turn()

    def next_turn(self) -> None:
        """Ordre du Tour: clockwise; and the end of a game in which nobody can build any more (Ruling: stalemate)."""
        self.turns += 1
        self.player += 1
        if self.player == self.players:
            self.player = 0
        self.asked = self.player
        self.phase = TURN
        if self.stalled():
            self.phase = OVER
            if self.log is not None:
                self.emit("end_stalemate", self.player, {"count": self.pieces.stalemate_rounds})
        elif self.game.rules_version > 1 and self.closed():
            self.phase = OVER
            if self.log is not None:
                self.emit("end_closed", self.player, {})

    # ------------------------------------------------------------ when nobody can build

    def stalled(self) -> bool:
        """Whether the long stop is reached."""
        return self.patience != 0 and self.idle >= self.patience

    def count_idle(self) -> None:
        """A turn without a build counts when none was to be seen; the first version of the rules counted them all."""
        if self.game.rules_version == 1 or not self.offered():
            self.idle += 1

    def offered(self) -> bool:
        """Whether the player could build a tile that lies open: of the market, or a royal. Holders stay secret."""
        castle = self.castles[self.player]
        most: i64 = self.payment(0)
        fits = castle.fits
        shape = self.pieces.shape
        reach = self.pieces.reach[most]
        for kind in self.stock.market:
            if kind != 0 and fits[shape[kind]] & reach[kind] != 0:
                return True
        for royal in range(len(self.pieces.royals)):
            if self.royals[self.player] >> royal & 1 == 1 and castle.takes(self.pieces.royals[royal], most):
                return True
        return False

    def closed(self) -> bool:
        """Whether every castle is closed for ever: to each tile outside the castles, whatever is paid for it.

        Which tiles these are everybody knows. Without a build no baron walks, so no coin takes a tile down either.
        """
        pieces = self.pieces
        if self.renovation:
            for castle in self.castles:
                if castle.locked:  # so it has a tile that carries nothing
                    return False
        for castle in self.castles:
            kind: i64 = castle.first_taken(self.adjust)
            while kind <= pieces.kinds:
                if self.is_left(kind):
                    return False
                kind = castle.next_taken(kind + 1, self.adjust)
        for seat in range(self.players):
            for royal in range(len(pieces.royals)):
                if (self.royals[seat] >> royal & 1 == 1
                        and self.castles[seat].takes(pieces.royals[royal], self.adjust)):
                    return False
        return True

    def is_left(self, kind: i64) -> bool:
        """Whether a tile of this kind lies in a pile, in the market or on a holder."""
        if self.stock.pile[kind] + self.stock.discard[kind] > 0:
            return True
        for open_tile in self.stock.market:
            if open_tile == kind:
                return True
        for holder in self.holders:
            if holder.has(kind):
                return True
        return False

    def forget_choice(self) -> None:
        """Nothing is being built or taken away."""
        self.source = NOWHERE
        self.tile = 0
        self.place = 0

    def payment(self, own: i64) -> i64:
        """How many tiles the player may discard to adjust a number; the tile itself (own: 1) is not one of them."""
        return min(self.holders[self.player].size() - own, self.adjust)
