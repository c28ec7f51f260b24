"""What a board of Castle Builder shows, made from an observation alone.

Every element that can be picked has the id that `State.picks` uses. Figures a player would work out (sums, prices,
steps, where the baron would end) come from a world imagined from the observation; they rest on open pieces and on the
viewer's own tiles only.
"""
from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from chateaux.engine.data import Observation
from chateaux.games.castle_builder import coins
from chateaux.games.castle_builder.actions import RENOVATION, element
from chateaux.games.castle_builder.castle import NEVER, PLACE_SHIFT
from chateaux.games.castle_builder.path import walk
from chateaux.games.castle_builder.pieces import STONE_LEFT, STONE_RIGHT
from chateaux.games.castle_builder.schema import (
    Building,
    BuiltTile,
    CastleView,
    CoinSlot,
    Counted,
    Discard,
    Face,
    Held,
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
from chateaux.games.castle_builder.state import Realm

if TYPE_CHECKING:
    from chateaux.games.castle_builder.rules import CastleBuilder


def view(game: CastleBuilder, observation: Observation) -> View:
    """The whole table as one seat sees it."""
    seen: dict[str, Any] = observation.position  # as `CastleState.position` writes it
    world = game.worlds(observation).sample(0)
    assert isinstance(world, Realm)
    me = observation.seat if observation.seat >= 0 else None
    phase = seen["phase"]
    asked = () if phase == "over" else (int(seen["asked"]),)
    eyes = seen["turn"] if me is None else me
    build = building(world, seen["build"])
    market = [Slot(f"market-{number + 1}", piece) for number, piece in enumerate(seen["market"])]
    players = [player(world, owner, row, owner == me) for owner, row in enumerate(seen["players"])]
    drawn = View(
        phase=phase, round=seen["turns"] // observation.players + 1, turn=seen["turn"], asked=asked, me=me,
        players=players, eyes=eyes, shows=seen["victim"] if phase == "hit" and me in asked else eyes,
        first=seen["first"], turns=seen["turns"], goal=world.goal, limit=world.pieces.holder_limit,
        draws=world.pieces.draw_tiles, earned=seen["earned"], coin=seen["coin"], victim=seen["victim"],
        winners=list(world.winners()),
        idle=Idle(seen["idle"], world.patience, seen["idle"] // observation.players, world.pieces.stalemate_rounds),
        pile=Pile("pile", seen["pile"]), coin_pile=Pile("coin-pile", seen["coin_pile"]),
        discard=discard(seen["discard"]), market=market,
        coins=[CoinSlot(f"coin-{number + 1}", piece, prospect(world, piece))
               for number, piece in enumerate(seen["coins"])],
        path=path(world), building=build,
        renovation=Renovation("renovate", bool(observation.options["renovation"]), me is not None and phase == "turn"
                              and world.pieces.first[RENOVATION] in world.actions(me)),
        places=[], fits={}, tiles={})
    if me is not None and phase != "over":
        show_places(world, me, drawn)
    drawn.tiles = faces(game, drawn)
    return drawn


def discard(counts: Mapping[str, int]) -> Discard:
    """The face-up discard pile, for those who want to look through it."""
    return Discard("discard", sum(counts.values()), [Counted(tile, count) for tile, count in sorted(counts.items())])


def building(world: Realm, build: dict[str, Any] | None) -> Building | None:
    """The tile that is being built: where it is taken from and, once that is known, where it goes."""
    if build is None:
        return None
    source, tile = build["from"], build["tile"]
    held: str | None = None
    if source == "royal":
        held = f"royal-{world.player}-{tile}"
    elif source is not None and source != "holder":
        held = source.replace("market ", "market-")
    elif tile is not None:
        held = f"tile-{tile}-1"
    floor, column = build["place"] or (None, None)
    return Building(tile, source, held, floor, column, build["owed"])


def prospect(world: Realm, id: str | None) -> Prospect | None:
    """What a coin would bring if the player whose turn it is took it now; it all lies open."""
    if id is None:
        return None
    pieces, taker = world.pieces, world.player
    coin = pieces.coin_numbers[id]
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
        return Prospect(id, met, len(met)) if met else Prospect("nothing")
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


def player(world: Realm, owner: int, seen: Mapping[str, Any], own: bool) -> PlayerView:
    """One player: coins, holder as far as the viewer knows it, royals, castle."""
    castle = world.castles[owner]
    pieces = world.pieces
    free = set(castle.free)
    tiles: list[BuiltTile] = []
    for tile, floor, column in [("gate", 1, 2 * pieces.gate_slot), *seen["castle"]]:
        place = pieces.place(floor, column)
        tiles.append(BuiltTile(element("built", pieces, owner, place), tile, floor, column, place in free))
    return PlayerView(
        id=f"seat-{owner}", seat=owner, coins=sum(seen["coins"].values()), coins_taken=seen["coins"],
        held=world.holders[owner].size(), known=len(seen["holder"]), holder=holder(owner, seen, own),
        royals=[Held(f"royal-{owner}-{tile}", tile) for tile in seen["royals"]],
        baron=seen["baron"], travelled=seen["travelled"], walked=started(world, owner) + seen["travelled"],
        castle=CastleView(tiles, pieces.slots, castle.height, castle.windows, castle.people, castle.roofs,
                          castle.locked))


def started(world: Realm, owner: int) -> int:
    """The space where a baron began: with the spaces travelled it gives its whole way around the path."""
    return (world.barons[owner] - world.travelled[owner]) % len(world.pieces.path)


def holder(owner: int, seen: Mapping[str, Any], own: bool) -> list[Held]:
    """The tiles of a holder; those the viewer does not know have no name and an id that tells nothing."""
    tiles: list[Held] = []
    copies: dict[str, int] = {}
    for item in seen["holder"]:
        tile, known = (item["tile"], item["known"]) if isinstance(item, dict) else (item, [])
        copies[tile] = copies.get(tile, 0) + 1
        tiles.append(Held(f"{'tile' if own else f'known-{owner}'}-{tile}-{copies[tile]}", tile, known))
    return tiles + [Held(f"hidden-{owner}-{number + 1}", None) for number in range(seen["hidden"])]


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
