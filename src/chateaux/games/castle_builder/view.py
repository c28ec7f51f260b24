"""What a board of Castle Builder shows, made from an observation alone.

Every element that can be picked has the id that `State.picks` uses. Figures a player would work out (sums, prices,
steps, where the baron would end) come from a world imagined from the observation; they rest on open pieces and on the
viewer's own tiles only.
"""
from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from chateaux.engine.data import Observation
from chateaux.games.castle_builder import coins
from chateaux.games.castle_builder.actions import RENOVATION, element
from chateaux.games.castle_builder.castle import NEVER, PLACE_SHIFT
from chateaux.games.castle_builder.path import walk
from chateaux.games.castle_builder.pieces import STONE_LEFT, STONE_RIGHT
from chateaux.games.castle_builder.position import write_build, write_coins, write_holder, write_royals
from chateaux.games.castle_builder.schema import (
    Building,
    BuiltTile,
    CastleView,
    CoinSlot,
    Counted,
    Discard,
    Face,
    Held,
    HeldTile,
    Idle,
    Pile,
    Place,
    PlayerView,
    Prospect,
    Renovation,
    Slot,
    Space,
    View,
)
from chateaux.games.castle_builder.state import PAY, PHASES, PLACE, Realm

if TYPE_CHECKING:
    from chateaux.games.castle_builder.rules import CastleBuilder


def view(game: CastleBuilder, observation: Observation) -> View:
    """The whole table as one seat sees it."""
    world = game.worlds(observation).sample(0)
    assert isinstance(world, Realm)
    pieces, stock = world.pieces, world.stock
    me = observation.seat if observation.seat >= 0 else None
    phase = PHASES[world.phase]
    asked = () if phase == "over" else (int(world.asked),)
    eyes = world.player if me is None else me
    victim = world.victim if world.victim >= 0 else None
    drawn = View(
        phase=phase, round=world.turns // world.players + 1, turn=world.player, asked=asked, me=me,
        players=[player(world, owner, observation.seat) for owner in range(world.players)], eyes=eyes,
        shows=victim if victim is not None and phase == "hit" and me in asked else eyes,
        first=world.first, turns=world.turns, goal=world.goal, limit=pieces.holder_limit,
        draws=pieces.draw_tiles, earned=world.earned, coin=pieces.coin_ids[world.coin] if world.coin >= 0 else None,
        victim=victim, winners=list(world.winners()),
        idle=Idle(world.idle, world.patience, world.idle // world.players, pieces.stalemate_rounds),
        pile=Pile("pile", stock.left), coin_pile=Pile("coin-pile", stock.coin_left), discard=discard(world),
        market=[Slot(f"market-{number + 1}", pieces.ids[kind] if kind else None)
                for number, kind in enumerate(stock.market)],
        coins=[CoinSlot(f"coin-{number + 1}", pieces.coin_ids[coin] if coin >= 0 else None, prospect(world, coin))
               for number, coin in enumerate(stock.coins)],
        path=path(world), building=building(world, observation.seat),
        renovation=Renovation("renovate", world.renovation, me is not None and phase == "turn"
                              and pieces.first[RENOVATION] in world.actions(me)),
        places=[], fits={}, tiles={})
    if me is not None and phase != "over":
        show_places(world, me, drawn)
    drawn.tiles = faces(game, drawn)
    return drawn


def discard(world: Realm) -> Discard:
    """The face-up discard pile, for those who want to look through it."""
    stock, ids = world.stock, world.pieces.ids
    return Discard("discard", stock.discarded,
                   sorted([Counted(ids[kind], count) for kind, count in enumerate(stock.discard) if count],
                          key=lambda counted: counted.tile))


def building(world: Realm, seat: int) -> Building | None:
    """The tile that is being built: where it is taken from and, once that is known, where it goes."""
    if world.phase not in (PLACE, PAY):
        return None
    build = write_build(world, seat)
    source, tile, place = build.source, build.tile, build.place
    held: str | None = None
    if source == "royal":
        held = f"royal-{world.player}-{tile}"
    elif source is not None and source != "holder":
        held = source.replace("market ", "market-")
    elif tile is not None:
        held = f"tile-{tile}-1"
    return Building(tile, source, held, place.floor if place else None, place.column if place else None, build.owed)


def prospect(world: Realm, coin: int) -> Prospect | None:
    """What a coin would bring if the player whose turn it is took it now; it all lies open."""
    if coin < 0:
        return None
    pieces, taker = world.pieces, world.player
    effect = pieces.effect[coin]
    others = [seat for seat in range(world.players) if seat != taker]
    if world.peacetime and pieces.red[coin]:
        return Prospect("peacetime")
    if effect == coins.RUBY:
        walked = walk(pieces, world.barons, taker, 1)
        kind = "ruby_coin" if walked.coins else "ruby_tile" if walked.tile else "ruby"
        return Prospect(kind, count=walked.spaces, spaces=spaces(world, taker, walked.spaces))
    if effect == coins.MILL:
        return Prospect("mill")
    if effect == coins.FALL:
        free = len(world.castles[taker].free)
        return Prospect("collapse", count=free) if free else Prospect("nothing")
    if effect in (coins.THIEF, coins.SOUR_LADY, coins.CATAPULT):
        met = [seat for seat in others if (world.castles[seat].free if effect == coins.CATAPULT
                                           else world.holders[seat].tiles)]
        return Prospect(pieces.coin_ids[coin], met, len(met)) if met else Prospect("nothing")
    if effect == coins.MONK:
        counted, wanted, tiles = list(world.coins), min(world.coins), coins.ALMS
    else:
        counted = [coins.figure(world, seat, effect) for seat in range(world.players)]
        wanted, tiles = max(1, *counted), coins.PRIZE
    winners = [seat for seat in range(world.players) if counted[seat] == wanted]
    return Prospect("gain", winners, len(winners), tiles) if winners else Prospect("nothing")


def spaces(world: Realm, seat: int, count: int) -> list[int]:
    """The spaces a baron steps on, in order."""
    return [(world.barons[seat] + step) % len(world.pieces.path) for step in range(1, count + 1)]


def path(world: Realm) -> list[Space]:
    """The spaces in walking order, each with the baron that stands on it."""
    box: Any = world.game.pieces
    barons = list(world.barons)
    return [Space(f"space-{index}", row["kind"], row.get("start"), barons.index(index) if index in barons else None)
            for index, row in enumerate(box["track"]["spaces"])]


def player(world: Realm, owner: int, seat: int) -> PlayerView:
    """One player: coins, holder as far as the viewer knows it, royals, castle."""
    castle, pieces = world.castles[owner], world.pieces
    free = set(castle.free)
    tiles: list[BuiltTile] = []
    gate = pieces.place(1, 2 * pieces.gate_slot)
    for place in (gate, *[place for place, kind in enumerate(castle.tiles) if kind and place != gate]):
        tiles.append(BuiltTile(element("built", pieces, owner, place), pieces.ids[castle.tiles[place]],
                               pieces.floor(place), pieces.column(place), place in free))
    known, hidden = write_holder(world, owner, seat)
    return PlayerView(
        id=f"seat-{owner}", seat=owner, coins=world.coins[owner], coins_taken=write_coins(world, owner),
        held=world.holders[owner].size(), known=len(known), holder=holder(owner, known, hidden, owner == seat),
        royals=[Held(f"royal-{owner}-{tile}", tile) for tile in write_royals(world, owner)],
        baron=world.barons[owner], travelled=world.travelled[owner],
        walked=started(world, owner) + world.travelled[owner],
        castle=CastleView(tiles, pieces.slots, castle.height, castle.windows, castle.people, castle.roofs,
                          castle.locked))


def started(world: Realm, owner: int) -> int:
    """The space where a baron began: with the spaces travelled it gives its whole way around the path."""
    return (world.barons[owner] - world.travelled[owner]) % len(world.pieces.path)


def holder(owner: int, known: list[str | HeldTile], hidden: int, own: bool) -> list[Held]:
    """The tiles of a holder; those the viewer does not know have no name and an id that tells nothing."""
    tiles: list[Held] = []
    copies: dict[str, int] = {}
    for item in known:
        held = item if isinstance(item, HeldTile) else HeldTile(item)
        copies[held.tile] = copies.get(held.tile, 0) + 1
        tiles.append(Held(f"{'tile' if own else f'known-{owner}'}-{held.tile}-{copies[held.tile]}", held.tile,
                          held.known))
    return tiles + [Held(f"hidden-{owner}-{number + 1}", None) for number in range(hidden)]


def faces(game: CastleBuilder, drawn: View) -> dict[str, Face]:
    """What is printed on the tiles that can be seen."""
    shown = {slot.tile for slot in drawn.market} | {counted.tile for counted in drawn.discard.tiles}
    shown |= {drawn.building.tile} if drawn.building else set()
    for one in drawn.players:
        lying: list[Slot | BuiltTile] = [*one.holder, *one.royals, *one.castle.tiles]
        shown |= {tile.tile for tile in lying}
    return {id: face for id, face in printed(game).items() if id in shown}


@lru_cache(maxsize=32)
def printed(game: CastleBuilder) -> dict[str, Face]:
    """What is printed on each tile of a set."""
    box: Any = game.pieces
    rows = [*box["tiles"], {**box["gate"], "category": "gate"}]
    return {row["id"]: msgspec.convert(row, Face) for row in rows}


# ---------------------------------------------------------------- what the viewer could build


def show_places(world: Realm, seat: int, drawn: View) -> None:
    """The open places of the viewer's castle, and for each tile at hand where it fits at which price."""
    pieces = world.pieces
    chosen = drawn.building
    if seat in drawn.asked and drawn.phase == "place" and chosen is not None and chosen.tile is not None:
        drawn.places = places(world, seat, pieces.numbers[chosen.tile], 1 if chosen.source == "holder" else 0)
    else:
        drawn.places = [opening(world, seat, entry >> PLACE_SHIFT) for entry in world.castles[seat].open]
    if seat not in drawn.asked or drawn.phase != "turn":
        return
    mine = drawn.players[seat]
    for slots, own in ((mine.holder, 1), (drawn.market, 0), (mine.royals, 0)):
        for slot in slots:
            found = places(world, seat, pieces.numbers[slot.tile], own) if slot.tile is not None else []
            if found:
                drawn.fits[slot.id] = found


def opening(world: Realm, seat: int, place: int) -> Place:
    """An open place and the sum it asks for."""
    pieces = world.pieces
    castle = world.castles[seat]
    floor, column = pieces.floor(place), pieces.column(place)
    below: list[int] = []
    if floor > 1:
        for left, half in ((column - 1, STONE_RIGHT), (column + 1, STONE_LEFT)):
            under = pieces.place(floor - 1, left)
            if under and pieces.carries[castle.tiles[under]] & half:
                below.append(pieces.top[castle.tiles[under]])
    total = castle.sum_below(place)
    return Place(element("place", pieces, seat, place), floor, column, None if total < 0 else total, below)


def places(world: Realm, seat: int, kind: int, own: int) -> list[Place]:
    """Where a tile can be built: the price in tiles, the steps, and where the baron would end."""
    pieces = world.pieces
    castle = world.castles[seat]
    found: list[Place] = []
    for entry in castle.open:
        price = castle.price(kind, entry)
        if price == NEVER or price > min(world.adjust, world.holders[seat].size() - own):
            continue
        place = opening(world, seat, entry >> PLACE_SHIFT)
        place.price, place.number = price, pieces.bottom[kind] or None
        place.steps = place.floor + pieces.rubies[kind] if place.floor > 1 else 0
        walked = walk(pieces, world.barons, seat, place.steps)
        place.end, place.coins, place.tile = walked.end, walked.coins, walked.tile
        place.spaces = spaces(world, seat, walked.spaces)
        found.append(place)
    return found
