"""Castle Builder: draw 2 tiles or build 1, pay to change its number, take coins, and the decisions they ask for.

The lattice of a castle is in `castle`, the baron's walk in `path`, the coins in `coins`, who knows which tile in
`holder`; positions are written and read in `position`.
"""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from chateaux.engine.chance import Chance
from chateaux.engine.data import Choice, Data, Observation, Option
from chateaux.engine.game import Game, State
from chateaux.engine.reading import Reader
from chateaux.games.castle_builder import coins, notation, position
from chateaux.games.castle_builder.castle import PLACE_SHIFT, Castle, foundation
from chateaux.games.castle_builder.form import CastleBuilderSet
from chateaux.games.castle_builder.holder import KNOWN_BITS, Holder
from chateaux.games.castle_builder.pieces import SEATS, Pieces, read_pieces
from chateaux.games.castle_builder.realm import (
    AIM,
    COIN,
    COLLAPSE,
    DISCARD,
    DRAW_TILES,
    HIT,
    HOLDER,
    OVER,
    PAY,
    PLACE,
    RENOVATE,
    RENOVATION,
    ROB,
    ROYAL,
    SLOT,
    TAKE,
    TURN,
    Realm,
)
from chateaux.games.castle_builder.stock import Stock


@final
class CastleState(Realm):
    """A position of Castle Builder. Hidden are the holders, and what the piles will give."""

    def clone(self) -> CastleState:
        twin = CastleState(self.game, self.players, self.options, self.chance.clone(), self.pieces, self.castles[:],
                           vec[Holder]([holder.clone() for holder in self.holders]), self.stock.clone(),
                           self.barons[:], self.travelled[:], self.royals[:], self.coins[:], self.taken[:])
        twin.goal = self.goal
        twin.adjust = self.adjust
        twin.peacetime = self.peacetime
        twin.renovation = self.renovation
        twin.first = self.first
        twin.player = self.player
        twin.asked = self.asked
        twin.phase = self.phase
        twin.turns = self.turns
        twin.idle = self.idle
        twin.earned = self.earned
        twin.coin = self.coin
        twin.victim = self.victim
        twin.source = self.source
        twin.tile = self.tile
        twin.place = self.place
        twin.owed = self.owed
        return twin

    # ------------------------------------------------------------ what may be done

    def acting(self) -> i64:
        return 0 if self.phase == OVER else 1 << self.asked

    def may_renovate(self) -> bool:
        """House rule: with every place closed to ordinary tiles, two tiles buy the removal of one."""
        castle = self.castles[self.player]
        return (self.renovation and castle.locked and len(castle.free) > 0
                and self.holders[self.player].size() >= self.pieces.renovation_discards)

    def legal(self, seat: i64) -> vec[i64]:
        actions = vec[i64](capacity=16)
        phase: i64 = self.phase
        if seat != self.asked or phase == OVER:
            return actions
        if phase == TURN:
            return self.turn_choices(actions)
        if phase == PLACE:
            most: i64 = self.payment(1 if self.source == HOLDER else 0)
            castle = self.castles[seat]
            for place in castle.open:
                if castle.price(self.tile, place) <= most:
                    actions = append(actions, self.pieces.at_place + (place >> PLACE_SHIFT))
        elif phase in (PAY, DISCARD):
            last: i64 = 0
            for tile in self.holders[seat].tiles:
                kind: i64 = tile >> KNOWN_BITS
                if kind != last:
                    actions = append(actions, self.pieces.at_tile + kind)
                last = kind
        elif phase in (RENOVATE, COLLAPSE, HIT):
            for place in self.castles[self.target()].free:
                actions = append(actions, self.pieces.at_place + place)
        elif phase == COIN:
            for slot in range(len(self.stock.coins)):
                if self.stock.coins[slot] >= 0:
                    actions = append(actions, self.pieces.at_coin + slot)
        elif phase == TAKE:
            for slot in range(len(self.stock.market)):
                if self.stock.market[slot] != 0:
                    actions = append(actions, self.pieces.at_market + slot)
        else:
            for other in range(self.players):
                if self.is_target(other):
                    actions = append(actions, self.pieces.at_seat + other)
        return actions

    def turn_choices(self, actions: vec[i64]) -> vec[i64]:
        """Ordre du Tour: draw 2 tiles, or build one of the holder, of the market or from beside the holder."""
        pieces = self.pieces
        castle = self.castles[self.player]
        actions = append(actions, DRAW_TILES)
        if self.renovation and self.may_renovate():
            actions = append(actions, RENOVATION)
        most: i64 = self.payment(0)
        action: i64 = pieces.at_market
        for kind in self.stock.market:
            if kind != 0 and castle.takes(kind, most):
                actions = append(actions, action)
            action += 1
        royals: i64 = self.royals[self.player]
        action = pieces.at_royal
        while royals:
            if royals & 1 and castle.takes(pieces.royals[action - pieces.at_royal], most):
                actions = append(actions, action)
            royals >>= 1
            action += 1
        most = self.payment(1)
        last: i64 = 0
        for tile in self.holders[self.player].tiles:
            held: i64 = tile >> KNOWN_BITS
            if held != last and castle.takes(held, most):
                actions = append(actions, pieces.at_tile + held)
            last = held
        return actions

    def allows(self, seat: i64, action: i64) -> bool:
        phase: i64 = self.phase
        if seat != self.asked or phase == OVER:
            return False
        pieces = self.pieces
        if phase == TURN:
            return self.allows_turn(action)
        if phase in (PAY, DISCARD):
            kind: i64 = action - pieces.at_tile
            return kind > 0 and self.holders[seat].has(kind)
        if phase == COIN:
            slot: i64 = action - pieces.at_coin
            return 0 <= slot < len(self.stock.coins) and self.stock.coins[slot] >= 0
        if phase == TAKE:
            slot = action - pieces.at_market
            return 0 <= slot < len(self.stock.market) and self.stock.market[slot] != 0
        if phase in (ROB, AIM):
            return self.is_target(action - pieces.at_seat)
        place: i64 = action - pieces.at_place
        if phase == PLACE:
            return (action <= pieces.at_tile and self.castles[seat].price_at(self.tile, place)
                    <= self.payment(1 if self.source == HOLDER else 0))
        return any(free == place for free in self.castles[self.target()].free)

    def allows_turn(self, action: i64) -> bool:
        pieces = self.pieces
        castle = self.castles[self.player]
        if action > pieces.at_tile:
            kind: i64 = action - pieces.at_tile
            return self.holders[self.player].has(kind) and castle.takes(kind, self.payment(1))
        if action == DRAW_TILES:
            return True
        if action == RENOVATION:
            return self.may_renovate()
        if action >= pieces.at_seat or action < pieces.at_market:
            return False
        if action >= pieces.at_royal:
            royal: i64 = action - pieces.at_royal
            return (self.royals[self.player] >> royal & 1 == 1
                    and castle.takes(pieces.royals[royal], self.payment(0)))
        kind = self.stock.market[action - pieces.at_market]
        return kind != 0 and castle.takes(kind, self.payment(0))

    def is_target(self, seat: i64) -> bool:
        """Whom the Thief may visit, or whose castle the Catapult may hit."""
        if not 0 <= seat < self.players or seat == self.player:
            return False
        return self.holders[seat].size() > 0 if self.phase == ROB else len(self.castles[seat].free) > 0

    # ------------------------------------------------------------ the turn

    def apply(self, seat: i64, action: i64) -> None:
        pieces = self.pieces
        phase: i64 = self.phase
        if phase == TURN:
            if action == DRAW_TILES:
                self.idle += 1
                self.draw_tiles(seat, pieces.draw_tiles, "draw")
                self.settle()
            else:
                self.choose(action)
        elif phase == PLACE:
            self.put(action - pieces.at_place)
        elif phase == RENOVATE:
            self.place = action - pieces.at_place
            self.owed = pieces.renovation_discards
            self.phase = PAY
            self.carry_out()
        elif phase == PAY:
            self.discard_tile(seat, action - pieces.at_tile)
            self.owed -= 1
            if self.log is not None:
                self.emit("pay" if self.tile else "pay_renovation", seat,
                          {"tile": pieces.ids[action - pieces.at_tile]})
            self.fill_market()  # with both piles empty, a slot may have waited for this tile
            self.carry_out()
        elif phase == DISCARD:
            self.discard_tile(seat, action - pieces.at_tile)
            if self.log is not None:
                self.emit("discard", seat, {"tile": pieces.ids[action - pieces.at_tile]})
            self.settle()
        else:
            self.apply_coin(action)

    def choose(self, action: i64) -> None:
        """Bâtir 1 tuile: which tile, from where; or the house rule's removal of a tile."""
        pieces = self.pieces
        self.phase = PLACE
        if action == RENOVATION:
            self.phase = RENOVATE
        elif action > pieces.at_tile:
            self.source = HOLDER
            self.tile = action - pieces.at_tile
        elif action >= pieces.at_royal:
            self.source = ROYAL + action - pieces.at_royal
            self.tile = pieces.royals[action - pieces.at_royal]
        else:
            self.source = SLOT + action - pieces.at_market
            self.tile = self.stock.market[action - pieces.at_market]

    def put(self, place: i64) -> None:
        """The tile leaves holder or market for all to see; the tiles it costs are asked for one by one."""
        seat: i64 = self.player
        source: i64 = self.source
        self.place = place
        self.owed = self.castles[seat].price_at(self.tile, place)
        self.revealed = True
        if source == HOLDER:
            self.holders[seat].remove(self.tile)
        elif source >= ROYAL:
            self.royals[seat] &= ~(1 << (source - ROYAL))
        else:
            self.stock.market[source - SLOT] = 0
        if self.log is not None:
            self.emit(source_name(source), seat, {"tile": self.pieces.ids[self.tile],
                                                  "floor": self.pieces.floor(place),
                                                  "column": self.pieces.column(place), "owed": self.owed})
        self.fill_market()
        self.phase = PAY
        self.carry_out()

    def carry_out(self) -> None:
        """Once everything is paid the tile stands and the baron walks by floor and rubies; or a tile is gone."""
        if self.owed > 0:
            return
        pieces = self.pieces
        tile: i64 = self.tile
        place: i64 = self.place
        floor: i64 = place // pieces.stride
        self.forget_choice()
        if tile == 0:
            self.idle += 1
            self.remove_tile(self.player, place, "renovate")
        else:
            self.idle = 0
            self.castles[self.player] = self.castles[self.player].built(tile, place)
            if floor > 1:
                self.advance(floor + pieces.rubies[tile])
        self.settle()

    # ------------------------------------------------------------ coins

    def apply_coin(self, action: i64) -> None:
        """The decisions that coins ask for."""
        pieces = self.pieces
        phase: i64 = self.phase
        waiting: bool = False
        if phase == COIN:
            waiting = self.take_coin(action - pieces.at_coin)
        elif phase == TAKE:
            self.take_openly(action - pieces.at_market)
        elif phase == ROB:
            coins.rob(self, action - pieces.at_seat)
        elif phase == AIM:
            waiting = coins.chooses_tile(self, action - pieces.at_seat)
        else:
            self.remove_tile(self.target(), action - pieces.at_place, "catapult" if phase == HIT else "collapse")
        if not waiting:
            self.settle()

    def take_coin(self, slot: i64) -> bool:
        """Take one coin, fill the market at once, then resolve it; True when it waits for a choice."""
        seat: i64 = self.player
        coin: i64 = self.stock.coins[slot]
        self.stock.coins[slot] = -1
        self.coins[seat] += 1
        self.taken[seat * len(self.pieces.coin_ids) + coin] += 1
        self.earned -= 1
        self.coin = coin
        if self.log is not None:
            self.emit("coin", seat, {"coin": self.pieces.coin_ids[coin], "count": self.coins[seat]})
        self.fill_coins()
        return coins.waits(self, coin)

    # ------------------------------------------------------------ the result

    def scores(self) -> list[int]:
        return list(self.coins)

    def winners(self) -> tuple[int, ...]:
        """The most coins; in a stalemate a tie goes to the spaces travelled, then the floors, then it is shared."""
        if self.phase != OVER:
            return ()
        results = [(self.coins[seat], self.travelled[seat], self.castles[seat].height) for seat in range(self.players)]
        best = max(results)
        return tuple([seat for seat in range(self.players) if results[seat] == best])

    def breakdown(self, seat: int) -> list[Data]:
        lines: list[Data] = []
        ids = self.pieces.coin_ids
        for coin in range(len(ids)):
            count: i64 = self.taken[seat * len(ids) + coin]
            if count > 0:
                lines.append({"kind": "coins", "coin": ids[coin], "count": count, "points": count})
        lines.append({"kind": "travelled", "count": self.travelled[seat], "points": 0})
        lines.append({"kind": "floors", "count": self.castles[seat].height, "points": 0})
        return lines

    # ------------------------------------------------------------ words and data

    def text(self, action: int) -> str:
        return notation.text(self.pieces, action)

    def asks(self, seat: i64) -> Data:
        return notation.asks(self, seat)

    def steps(self, seat: i64, action: i64) -> list[list[str]]:
        return notation.steps(self, seat, action)

    def position(self, seat: i64) -> Data:
        return position.written(self, seat)

    def check(self) -> None:
        position.check(self)


def source_name(source: i64) -> str:
    """The event of a build, by where the tile comes from."""
    if source == HOLDER:
        return "build"
    return "build_royal" if source >= ROYAL else "build_market"


@final
class CastleBuilder(Game):
    """Castle Builder with one set of pieces."""

    def __init__(self, data: object) -> None:
        self.tables: Pieces = read_pieces(data)
        variants = {name: Option(False, (False, True))
                    for name in ("sky_high", "royal_strategy", "peacetime", "renovation")}
        super().__init__("castle-builder", range(2, SEATS + 1), variants, 1, self.tables.action_count, data)
        self.form = CastleBuilderSet

    def remade(self, pieces: object) -> CastleBuilder:
        return CastleBuilder(pieces)

    def laid_out(self, players: int, options: dict[str, Choice], chance: Chance, first: i64) -> CastleState:
        """Mise en Place without anything drawn: all tiles and coins in their piles, barons on their start spaces."""
        pieces = self.tables
        coin_kinds: i64 = len(pieces.coin_ids)
        stock = Stock(pieces.copies[:], pieces.tile_total, vec[i64]([0] * (pieces.kinds + 2)), 0,
                      vec[i64]([0] * pieces.market_tiles), pieces.coin_copies[:], pieces.coin_total,
                      vec[i64]([-1] * pieces.market_coins), 0)
        castle = foundation(pieces)
        state = CastleState(self, players, options, chance, pieces,
                            vec[Castle]([castle for _ in range(players)]),
                            vec[Holder]([Holder(vec[i64](capacity=8)) for _ in range(players)]), stock,
                            vec[i64]([pieces.starts[(seat + players - first) % players] for seat in range(players)]),
                            vec[i64]([0] * players), vec[i64]([0] * players), vec[i64]([0] * players),
                            vec[i64]([0] * (players * coin_kinds)))
        state.first = first
        state.player = first
        state.asked = first
        state.settle_options()
        return state

    def start(self, players: int, options: dict[str, Choice], chance: Chance) -> State:
        """Mise en Place: the market is filled, and every player draws the first tiles."""
        pieces = self.tables
        state = self.laid_out(players, options, chance, chance.below(players))
        if options["royal_strategy"]:
            for kind in pieces.royals:
                state.stock.pile[kind] -= players
                state.stock.left -= players
            for seat in range(players):
                state.royals[seat] = (1 << len(pieces.royals)) - 1
        state.fill_market()
        state.fill_coins()
        for seat in range(players):
            state.draw_tiles(seat, pieces.hand_size, "draw")
        state.revealed = False
        return state

    def restore(self, players: int, options: dict[str, Choice], position_data: Data, chance: Chance) -> State:
        reader = Reader(position_data, "The position")
        state = self.laid_out(players, options, chance, reader.number("first", 0, players - 1, 0))
        position.read(state, reader)
        return state

    def view(self, observation: Observation) -> Any:  # a View of the schema, which stays plain
        from chateaux.games.castle_builder.view import view

        return view(self, observation)


GAME: Final = CastleBuilder(json.loads((Path(__file__).parent / "pieces.json").read_text("utf-8")))
