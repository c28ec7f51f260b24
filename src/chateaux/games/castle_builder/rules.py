"""Castle Builder: draw 2 tiles or build 1, pay to change its number, take coins, and the decisions they ask for.

The lattice of a castle is in `castle`, the baron's walk in `path`, the coins in `coins`, who knows which tile in
`holder`; positions are written and read in `position`.
"""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from chateaux.engine.actions import BLANK
from chateaux.engine.chance import Chance
from chateaux.engine.data import Choice, Data, Observation, Option, Outcome
from chateaux.engine.game import Game, State
from chateaux.games.castle_builder import coins, position
from chateaux.games.castle_builder.actions import (
    COIN_SLOT,
    DRAW_TILES,
    HELD_TILE,
    RENOVATION,
    ROYAL_TILE,
    SEAT,
    SPOT,
    TILE_SLOT,
    asks,
    declare,
    steps,
    text,
)
from chateaux.games.castle_builder.castle import PLACE_SHIFT, Castle, foundation
from chateaux.games.castle_builder.form import CastleBuilderSet
from chateaux.games.castle_builder.holder import KNOWN_BITS, Holder
from chateaux.games.castle_builder.pieces import SEATS, Pieces, read
from chateaux.games.castle_builder.state import (
    AIM,
    COIN,
    COLLAPSE,
    DISCARD,
    HIT,
    HOLDER,
    NONE,
    OVER,
    PAY,
    PLACE,
    RENOVATE,
    ROB,
    ROYAL,
    SLOT,
    TAKE,
    TURN,
    Realm,
)
from chateaux.games.castle_builder.stock import Stock


@final
@mypyc_attr(acyclic=True)
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
        twin.patience = self.patience
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
        if self.phase == OVER:
            return 0
        return 1 << self.asked

    def may_renovate(self) -> bool:
        """House rule: with every place closed to ordinary tiles, two tiles buy the removal of one."""
        return (self.renovation and self.castles[self.player].locked
                and self.holders[self.player].size() >= self.pieces.renovation_discards)

    def legal(self, seat: i64) -> vec[i64]:
        phase: i64 = self.phase
        if seat != self.asked or phase == OVER:
            return vec[i64]()
        if phase == TURN:
            return self.turn_choices()
        if phase in (PAY, DISCARD):
            return self.held_kinds(seat)
        actions = vec[i64](capacity=8)
        first = self.pieces.first
        if phase == PLACE:
            most: i64 = self.payment(1 if self.source == HOLDER else 0)
            castle = self.castles[seat]
            for place in castle.open:
                if castle.price(self.tile, place) <= most:
                    actions = append(actions, first[SPOT] + (place >> PLACE_SHIFT))
        elif phase in (RENOVATE, COLLAPSE, HIT):
            for place in self.castles[self.target()].free:
                actions = append(actions, first[SPOT] + place)
        elif phase == COIN:
            for slot in range(len(self.stock.coins)):
                if self.stock.coins[slot] >= 0:
                    actions = append(actions, first[COIN_SLOT] + slot)
        elif phase == TAKE:
            for slot in range(len(self.stock.market)):
                if self.stock.market[slot] != 0:
                    actions = append(actions, first[TILE_SLOT] + slot)
        else:
            for other in range(self.players):
                if self.is_target(other):
                    actions = append(actions, first[SEAT] + other)
        return actions

    def held_kinds(self, seat: i64) -> vec[i64]:
        """Any tile of a holder: of several of one kind, one."""
        first: i64 = self.pieces.first[HELD_TILE]
        tiles = self.holders[seat].tiles
        actions = BLANK[:len(tiles)]
        at: i64 = 0
        last: i64 = NONE
        for tile in tiles:
            kind: i64 = tile >> KNOWN_BITS
            if kind != last:
                actions[at] = first + kind
                at += 1
            last = kind
        return actions if at == len(tiles) else actions[:at]

    def turn_choices(self) -> vec[i64]:
        """Ordre du Tour: draw 2 tiles, or build one of the holder, of the market or from beside the holder."""
        pieces = self.pieces
        first = pieces.first
        player: i64 = self.player
        fits = self.castles[player].fits
        tiles = self.holders[player].tiles
        shape = pieces.shape
        actions = vec[i64](capacity=8)
        actions = append(actions, first[DRAW_TILES])
        if self.renovation and self.may_renovate():
            actions = append(actions, first[RENOVATION])
        most: i64 = min(len(tiles), self.adjust)
        reach = pieces.reach[most]
        action: i64 = first[TILE_SLOT]
        for kind in self.stock.market:
            if kind != 0 and fits[shape[kind]] & reach[kind] != 0:
                actions = append(actions, action)
            action += 1
        royals: i64 = self.royals[player]
        royal: i64 = 0
        while royals >> royal:
            if royals >> royal & 1 and self.castles[player].takes(pieces.royals[royal], most):
                actions = append(actions, first[ROYAL_TILE] + royal)
            royal += 1
        if most == len(tiles) and most > 0:
            reach = pieces.reach[most - 1]  # a tile does not pay for itself
        action = first[HELD_TILE]
        last: i64 = NONE
        for tile in tiles:
            held: i64 = tile >> KNOWN_BITS
            if held != last and fits[shape[held]] & reach[held] != 0:
                actions = append(actions, action + held)
            last = held
        return actions

    def allows(self, seat: i64, action: i64) -> bool:
        phase: i64 = self.phase
        if seat != self.asked or phase == OVER:
            return False
        verb: i64 = self.pieces.verb[action]
        one: i64 = self.pieces.one[action]
        if phase == TURN:
            return self.allows_turn(verb, one)
        if phase in (PAY, DISCARD):
            return verb == HELD_TILE and self.holders[seat].has(one)
        if phase == COIN:
            return verb == COIN_SLOT and self.stock.coins[one] >= 0
        if phase == TAKE:
            return verb == TILE_SLOT and self.stock.market[one] != 0
        if phase in (ROB, AIM):
            return verb == SEAT and self.is_target(one)
        if verb != SPOT:
            return False
        if phase == PLACE:
            return (self.castles[seat].price_at(self.tile, one)
                    <= self.payment(1 if self.source == HOLDER else 0))
        return any(free == one for free in self.castles[self.target()].free)

    def allows_turn(self, verb: i64, one: i64) -> bool:
        castle = self.castles[self.player]
        if verb == HELD_TILE:
            return self.holders[self.player].has(one) and castle.takes(one, self.payment(1))
        if verb == TILE_SLOT:
            kind: i64 = self.stock.market[one]
            return kind != 0 and castle.takes(kind, self.payment(0))
        if verb == ROYAL_TILE:
            return (self.royals[self.player] >> one & 1 == 1
                    and castle.takes(self.pieces.royals[one], self.payment(0)))
        if verb == RENOVATION:
            return self.may_renovate()
        return verb == DRAW_TILES

    def is_target(self, seat: i64) -> bool:
        """Whom the Thief may visit, or whose castle the Catapult may hit."""
        if seat >= self.players or seat == self.player:
            return False
        return self.holders[seat].size() > 0 if self.phase == ROB else len(self.castles[seat].free) > 0

    # ------------------------------------------------------------ the turn

    def apply(self, seat: i64, action: i64) -> None:
        pieces = self.pieces
        phase: i64 = self.phase
        one: i64 = pieces.one[action]
        if phase == TURN:
            self.begin(pieces.verb[action], one)
        elif phase == PLACE:
            self.put(one)
        elif phase == RENOVATE:
            self.place = one
            self.owed = pieces.renovation_discards
            self.phase = PAY
            self.carry_out()
        elif phase == PAY:
            self.discard_tile(seat, one)
            self.owed -= 1
            if self.log is not None:
                self.emit("pay" if self.tile else "pay_renovation", seat, {"tile": pieces.ids[one]})
            self.fill_market()  # with both piles empty, a slot may have waited for this tile
            self.carry_out()
        elif phase == DISCARD:
            self.discard_tile(seat, one)
            if self.log is not None:
                self.emit("discard", seat, {"tile": pieces.ids[one]})
            self.settle()
        else:
            self.apply_coin(one)

    def begin(self, verb: i64, one: i64) -> None:
        """Piocher 2 tuiles, or Bâtir 1 tuile: which, from where; or the house rule's removal of a tile."""
        if verb == DRAW_TILES:
            self.count_idle()
            self.draw_tiles(self.player, self.pieces.draw_tiles, "draw")
            self.settle()
            return
        self.phase = PLACE
        if verb == HELD_TILE:
            self.source = HOLDER
            self.tile = one
        elif verb == TILE_SLOT:
            self.source = SLOT + one
            self.tile = self.stock.market[one]
        elif verb == ROYAL_TILE:
            self.source = ROYAL + one
            self.tile = self.pieces.royals[one]
        else:
            self.count_idle()
            self.phase = RENOVATE

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
        floor: i64 = pieces.floor_at[place]
        self.forget_choice()
        if tile == 0:
            self.remove_tile(self.player, place, "renovate")
        else:
            self.idle = 0
            self.castles[self.player] = self.castles[self.player].built(tile, place)
            if floor > 1:
                self.advance(floor + pieces.rubies[tile])
        self.settle()

    # ------------------------------------------------------------ coins

    def apply_coin(self, one: i64) -> None:
        """The decisions that coins ask for: a slot, a seat or a place."""
        phase: i64 = self.phase
        waiting: bool = False
        if phase == COIN:
            waiting = self.take_coin(one)
        elif phase == TAKE:
            self.take_openly(one)
        elif phase == ROB:
            coins.rob(self, one)
        elif phase == AIM:
            waiting = coins.chooses_tile(self, one)
        else:
            self.remove_tile(self.target(), one, "catapult" if phase == HIT else "collapse")
        if not waiting:
            self.settle()

    def take_coin(self, slot: i64) -> bool:
        """Take one coin, fill the market at once, then resolve it; True when it waits for a choice."""
        seat: i64 = self.player
        coin: i64 = self.stock.coins[slot]
        self.stock.coins[slot] = NONE
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

    def ending(self) -> Data:
        if self.phase != OVER:
            return {}
        for seat in range(self.players):
            if self.coins[seat] >= self.goal:
                return {"kind": "goal", "seat": seat, "count": self.coins[seat]}
        if self.stalled():
            return {"kind": "stalemate", "count": self.pieces.stalemate_rounds}
        return {"kind": "closed"}

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

    # ------------------------------------------------------------ what Python calls all the time

    def actions(self, seat: int) -> list[int]:  # a method of the very class is called more quickly than one of its base
        return super().actions(seat)

    def play(self, action: int, seat: int, events: bool = False) -> Outcome:
        return super().play(action, seat, events)

    # ------------------------------------------------------------ words and data

    def text(self, action: int) -> str:
        return text(self, action)

    def asks(self, seat: i64) -> Data:
        return asks(self, seat)

    def steps(self, seat: i64, action: i64) -> list[list[str]]:
        return steps(self, seat, action)

    def position(self, seat: i64) -> Data:
        return position.write(self, seat)

    def redeal(self, seat: i64, chance: Chance) -> None:
        position.redeal(self, seat, chance)

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

    def __init__(self, data: object, rules_version: int = 3) -> None:
        self.box: Pieces = read(data)
        self.box.number(declare(self.box))
        self.foundation: Castle = foundation(self.box)
        options: dict[str, Option] = {name: Option(False, (False, True))
                                      for name in ("sky_high", "royal_strategy", "peacetime", "renovation")}
        if rules_version > 1:
            options["stalemate"] = Option("long", ("long", "never"))
        super().__init__("castle-builder", range(2, SEATS + 1), options, rules_version, self.box.actions.count, data)
        self.form = CastleBuilderSet
        self.earlier: dict[int, Game] = {}

    def remade(self, pieces: object) -> CastleBuilder:
        return CastleBuilder(pieces, self.rules_version)

    def at_version(self, version: int) -> Game:
        """Version 1: three rounds in which nobody built, for whatever reason, ended the game. Version 2: no ruby on
        sloping roofs.
        """
        if 0 < version < self.rules_version:
            if version not in self.earlier:
                self.earlier[version] = CastleBuilder(set_named(f"pieces-{version}.json"), version)
            return self.earlier[version]
        return super().at_version(version)

    def laid_out(self, players: int, options: dict[str, Choice], chance: Chance) -> CastleState:
        """Mise en Place without anything drawn: all tiles and coins in their piles, the first player first."""
        pieces = self.box
        coin_kinds: i64 = len(pieces.coin_ids)
        stock = Stock(pieces.copies[:], pieces.tile_total, pieces.no_tiles[:], 0,
                      BLANK[:pieces.market_tiles], pieces.coin_copies[:], pieces.coin_total,
                      vec[i64]([-1] * pieces.market_coins), 0)
        castle = self.foundation.begun()
        state = CastleState(self, players, options, chance, pieces,
                            vec[Castle]([castle for _ in range(players)]),
                            vec[Holder]([Holder(vec[i64](capacity=8)) for _ in range(players)]), stock,
                            BLANK[:players], BLANK[:players], BLANK[:players], BLANK[:players],
                            BLANK[:players * coin_kinds])
        state.settle_options()
        return state

    def start(self, players: int, options: dict[str, Choice], chance: Chance) -> State:
        """Mise en Place: the market is filled, and every player draws the first tiles."""
        pieces = self.box
        state = self.laid_out(players, options, chance)
        state.begin_with(chance.below(players))
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
        return state

    def restore(self, players: int, options: dict[str, Choice], written: Data, chance: Chance) -> State:
        state = self.laid_out(players, options, chance)
        position.read(state, written)
        return state

    def view(self, observation: Observation) -> Any:  # a View of the schema, which stays plain
        from chateaux.games.castle_builder.view import view

        return view(self, observation)


def set_named(name: str) -> object:
    """The house's set of pieces in a file beside this one."""
    data: object = json.loads((Path(__file__).parent / name).read_text("utf-8"))
    return data


GAME: Final = CastleBuilder(set_named("pieces.json"))
