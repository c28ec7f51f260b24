"""What a board of Castle Builder shows, made from an observation alone.

Every element that can be picked has the id that `State.picks` uses. Figures a player would work out (sums, prices,
steps, where the baron would end) come from a world imagined from the observation; they rest on open pieces and on the
viewer's own tiles only.
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from chateaux.engine.data import Data, Observation
from chateaux.games.castle_builder import coins
from chateaux.games.castle_builder.castle import NEVER, PLACE_SHIFT
from chateaux.games.castle_builder.notation import element
from chateaux.games.castle_builder.path import walk
from chateaux.games.castle_builder.pieces import STONE_LEFT, STONE_RIGHT
from chateaux.games.castle_builder.realm import RENOVATION, Realm

if TYPE_CHECKING:
    from chateaux.games.castle_builder.rules import CastleBuilder


def view(game: CastleBuilder, observation: Observation) -> Data:
    """The whole table as one seat sees it."""
    seen = observation.position
    world = game.worlds(observation).sample(0)
    assert isinstance(world, Realm)
    seat = observation.seat
    players = cast(list[dict[str, object]], seen["players"])
    over = seen["phase"] == "over"
    eyes = seat if seat >= 0 else cast(int, seen["turn"])
    aiming = seen["phase"] == "hit" and seen["asked"] == seat
    shows = cast(int, seen["victim"]) if aiming else eyes
    shown: set[str] = set()
    drawn: Data = {
        "game": observation.game, "seat": seat, "options": dict(observation.options),
        "eyes": eyes, "shows": shows, "draws": world.pieces.draw_tiles,
        "phase": seen["phase"], "turn": seen["turn"], "asked": None if over else seen["asked"],
        "first": seen["first"], "turns": seen["turns"], "round": cast(int, seen["turns"]) // observation.players + 1,
        "goal": world.goal, "limit": world.pieces.holder_limit, "earned": seen["earned"], "coin": seen["coin"],
        "victim": seen["victim"], "over": over, "winners": list(world.winners()),
        "idle": {"turns": seen["idle"], "end": world.pieces.stalemate_rounds * observation.players},
        "pile": {"id": "pile", "count": seen["pile"]},
        "discard": discard(cast(dict[str, int], seen["discard"]), shown),
        "market": [slot(f"market-{number + 1}", "tile", piece, shown)
                   for number, piece in enumerate(cast(list[str | None], seen["market"]))],
        "coins": [{**slot(f"coin-{number + 1}", "coin", piece, set()), "now": prospect(world, piece)}
                  for number, piece in enumerate(cast(list[str | None], seen["coins"]))],
        "coin_pile": {"id": "coin-pile", "count": seen["coin_pile"]},
        "path": path(world),
        "players": [player(world, owner, players[owner], seat, shown) for owner in range(observation.players)],
        "building": building(world, cast(dict[str, object] | None, seen["build"])),
        "renovation": {"id": "renovate", "offered": bool(observation.options["renovation"]),
                       "may": seat >= 0 and seen["phase"] == "turn" and RENOVATION in world.actions(seat)},
        "places": [], "fits": {}}
    build = seen["build"]
    if isinstance(build, dict) and build["tile"]:
        shown.add(build["tile"])
    if seat >= 0 and not over:
        show_places(world, seat, drawn)
    drawn["tiles"] = faces(game, shown)
    return drawn


def slot(id: str, sort: str, piece: str | None, shown: set[str]) -> Data:
    if piece is not None:
        shown.add(piece)
    return {"id": id, sort: piece}


def discard(counts: Mapping[str, int], shown: set[str]) -> Data:
    """The face-up discard pile, for those who want to look through it."""
    shown.update(counts)
    return {"id": "discard", "count": sum(counts.values()),
            "tiles": [{"tile": tile, "count": count} for tile, count in sorted(counts.items())]}


def building(world: Realm, build: dict[str, object] | None) -> Data | None:
    """The tile that is being built: where it is taken from and, once that is known, where it goes."""
    if build is None:
        return None
    source, tile = build["from"], build["tile"]
    held: str | None = None
    if source == "royal":
        held = f"royal-{world.player}-{tile}"
    elif isinstance(source, str) and source != "holder":
        held = source.replace("market ", "market-")
    elif tile is not None:
        held = f"tile-{tile}-1"
    place = cast(list[int] | None, build["place"])
    return {**build, "held": held, "floor": place[0] if place else None, "column": place[1] if place else None}


def prospect(world: Realm, id: str | None) -> Data | None:
    """What a coin would bring if the player whose turn it is took it now; it all lies open."""
    if id is None:
        return None
    pieces, taker = world.pieces, world.player
    coin = pieces.coin_numbers[id]
    effect = pieces.effect[coin]
    others = [seat for seat in range(world.players) if seat != taker]
    if world.peacetime and pieces.red[coin]:
        return {"kind": "peacetime"}
    if effect == coins.RUBY:
        walked = walk(pieces, world.barons, taker, 1)
        kind = "ruby_coin" if walked.coins else "ruby_tile" if walked.tile else "ruby"
        return {"kind": kind, "count": walked.spaces, "spaces": spaces(world, taker, walked.spaces)}
    if effect == coins.MILL:
        return {"kind": "mill"}
    if effect == coins.FALL:
        free = len(world.castles[taker].free)
        return {"kind": "collapse", "count": free} if free else {"kind": "nothing"}
    if effect in (coins.THIEF, coins.SOUR_LADY, coins.CATAPULT):
        met = [seat for seat in others if (world.castles[seat].free if effect == coins.CATAPULT
                                           else world.holders[seat].tiles)]
        return {"kind": id if id in ("thief", "sour_lady", "catapult") else "nothing", "seats": met,
                "count": len(met)} if met else {"kind": "nothing"}
    if effect == coins.MONK:
        counted, wanted, tiles = list(world.coins), min(world.coins), coins.ALMS
    else:
        counted = [coins.figure(world, seat, effect) for seat in range(world.players)]
        wanted, tiles = max(1, *counted), coins.PRIZE
    winners = [seat for seat in range(world.players) if counted[seat] == wanted]
    return {"kind": "gain", "seats": winners, "count": len(winners), "tiles": tiles} if winners else {"kind": "nothing"}


def spaces(world: Realm, seat: int, count: int) -> list[int]:
    """The spaces a baron steps on, in order."""
    return [(world.barons[seat] + step) % len(world.pieces.path) for step in range(1, count + 1)]


def path(world: Realm) -> list[Data]:
    """The spaces in walking order, each with the baron that stands on it."""
    rows = cast(dict[str, dict[str, list[dict[str, object]]]], world.game.pieces)["track"]["spaces"]
    barons = list(world.barons)
    return [{"id": f"space-{index}", "kind": row["kind"], "start": row["start"],
             "baron": barons.index(index) if index in barons else None} for index, row in enumerate(rows)]


def player(world: Realm, owner: int, seen: Mapping[str, object], seat: int, shown: set[str]) -> Data:
    """One player: coins, holder as far as the viewer knows it, royals, castle."""
    castle = world.castles[owner]
    pieces = world.pieces
    free = set(castle.free)
    tiles: list[Data] = [{"id": element("built", pieces, owner, pieces.place(1, 2 * pieces.gate_slot)), "tile": "gate",
                          "floor": 1, "column": 2 * pieces.gate_slot, "free": False}]
    for tile, floor, column in cast(list[tuple[str, int, int]], seen["castle"]):
        place = pieces.place(floor, column)
        tiles.append({"id": element("built", pieces, owner, place), "tile": tile, "floor": floor, "column": column,
                      "free": place in free})
        shown.add(tile)
    shown.add("gate")
    royals = cast(list[str], seen["royals"])
    shown.update(royals)
    coins = cast(dict[str, int], seen["coins"])
    return {
        "seat": owner, "id": f"seat-{owner}", "you": owner == seat, "coins": sum(coins.values()), "coins_taken": coins,
        "held": world.holders[owner].size(), "known": len(cast(list[object], seen["holder"])),
        "holder": holder(owner, seen, owner == seat, shown),
        "royals": [{"id": f"royal-{owner}-{tile}", "tile": tile} for tile in royals],
        "baron": seen["baron"], "travelled": seen["travelled"],
        "walked": started(world, owner) + cast(int, seen["travelled"]),
        "castle": {"tiles": tiles, "slots": pieces.slots, "floors": castle.height, "windows": castle.windows,
                   "people": castle.people, "roofs": castle.roofs, "locked": castle.locked}}


def started(world: Realm, owner: int) -> int:
    """The space where a baron began: with the spaces travelled it gives its whole way around the path."""
    return (world.barons[owner] - world.travelled[owner]) % len(world.pieces.path)


def holder(owner: int, seen: Mapping[str, object], own: bool, shown: set[str]) -> list[Data]:
    """The tiles of a holder; those the viewer does not know have no name and an id that tells nothing."""
    tiles: list[Data] = []
    copies: dict[str, int] = {}
    for item in cast(list[object], seen["holder"]):
        tile, known = (item["tile"], item["known"]) if isinstance(item, dict) else (cast(str, item), [])
        copies[tile] = copies.get(tile, 0) + 1
        shown.add(tile)
        tiles.append({"id": f"tile-{tile}-{copies[tile]}" if own else f"known-{owner}-{tile}-{copies[tile]}",
                      "tile": tile, "known": known})
    tiles += [{"id": f"hidden-{owner}-{number + 1}", "tile": None} for number in range(cast(int, seen["hidden"]))]
    return tiles


def faces(game: CastleBuilder, shown: set[str]) -> dict[str, Data]:
    """What is printed on the tiles that can be seen."""
    data = cast(dict[str, object], game.pieces)
    rows = [*cast(list[Data], data["tiles"]), {**cast(Data, data["gate"]), "category": "gate"}]
    return {id: {field: value for field, value in row.items() if field not in ("count", "source")}
            for row in rows if isinstance(id := row["id"], str) and id in shown}


# ---------------------------------------------------------------- what the viewer could build


def show_places(world: Realm, seat: int, drawn: Data) -> None:
    """The open places of the viewer's castle, and for each tile at hand where it fits at which price."""
    pieces = world.pieces
    chosen = cast(dict[str, object] | None, drawn["building"])
    mine = world.asked == seat
    if chosen is not None and mine and drawn["phase"] == "place":
        drawn["places"] = places(world, seat, pieces.numbers[cast(str, chosen["tile"])],
                                 1 if chosen["from"] == "holder" else 0)
    else:
        drawn["places"] = [opening(world, seat, entry >> PLACE_SHIFT) for entry in world.castles[seat].open]
    if not (mine and drawn["phase"] == "turn"):
        return
    fits: dict[str, list[Data]] = {}
    for tile in cast(list[dict[str, object]], cast(list[Data], drawn["players"])[seat]["holder"]):
        fits[cast(str, tile["id"])] = places(world, seat, pieces.numbers[cast(str, tile["tile"])], 1)
    open_tiles = [*cast(list[Data], drawn["market"]),
                  *cast(list[Data], cast(list[Data], drawn["players"])[seat]["royals"])]
    for tile in open_tiles:
        if tile["tile"] is not None:
            fits[cast(str, tile["id"])] = places(world, seat, pieces.numbers[cast(str, tile["tile"])], 0)
    drawn["fits"] = {id: found for id, found in fits.items() if found}


def opening(world: Realm, seat: int, place: int) -> Data:
    """An open place and the sum it asks for (None where any number will do)."""
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
    return {"id": element("place", pieces, seat, place), "floor": floor, "column": column,
            "sum": None if total < 0 else total, "below": below}


def places(world: Realm, seat: int, kind: int, own: int) -> list[Data]:
    """Where a tile can be built: the price in tiles, the steps, and where the baron would end."""
    pieces = world.pieces
    castle = world.castles[seat]
    found: list[Data] = []
    for entry in castle.open:
        place = entry >> PLACE_SHIFT
        price = castle.price(kind, entry)
        if price == NEVER or price > min(world.adjust, world.holders[seat].size() - own):
            continue
        floor = pieces.floor(place)
        steps = floor + pieces.rubies[kind] if floor > 1 else 0
        walked = walk(pieces, world.barons, seat, steps)
        found.append({**opening(world, seat, place), "price": price, "number": pieces.bottom[kind] or None,
                      "steps": steps, "end": walked.end, "coins": walked.coins, "tile": walked.tile,
                      "spaces": spaces(world, seat, walked.spaces)})
    return found
