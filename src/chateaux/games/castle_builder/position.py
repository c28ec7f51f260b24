"""Positions as data: written for a seat's eyes, read back, refused when they cannot be, and dealt anew."""
from __future__ import annotations

from typing import Final

import msgspec
from librt.vecs import append, vec
from mypy_extensions import i64

from chateaux.engine.chance import Chance
from chateaux.engine.data import EVERYTHING, BadPosition, Data
from chateaux.engine.reading import typed, within, wrong
from chateaux.games.castle_builder.castle import Castle, surveyed
from chateaux.games.castle_builder.checks import check as check
from chateaux.games.castle_builder.holder import ALL, EVERYBODY, KNOWN_BITS, Holder
from chateaux.games.castle_builder.pieces import Pieces
from chateaux.games.castle_builder.schema import Build, Built, HeldTile, Player, Position, Spot
from chateaux.games.castle_builder.state import (
    COIN,
    HOLDER,
    NOWHERE,
    PAY,
    PHASES,
    PLACE,
    ROYAL,
    SLOT,
    Realm,
)
from chateaux.games.castle_builder.stock import UNTOLD, drawn

WHOLE: Final = "The position"
DEALS: Final = 40  # that are tried before a hand is made to fit

# ---------------------------------------------------------------- writing


def write(realm: Realm, seat: i64) -> Data:
    """The position as a seat knows it."""
    pieces = realm.pieces
    stock = realm.stock
    written: Data = msgspec.to_builtins(Position(
        first=realm.first, turn=realm.player, phase=PHASES[realm.phase], asked=realm.asked, turns=realm.turns,
        idle=realm.idle, earned=realm.earned, coin=pieces.coin_ids[realm.coin] if realm.coin >= 0 else None,
        victim=realm.victim if realm.victim >= 0 else None,
        build=write_build(realm, seat) if realm.phase in (PLACE, PAY) else None,
        market=[pieces.ids[kind] if kind else None for kind in stock.market],
        coins=[pieces.coin_ids[coin] if coin >= 0 else None for coin in stock.coins],
        discard={pieces.ids[kind]: stock.discard[kind] for kind in range(1, pieces.kinds + 1) if stock.discard[kind]},
        pile=stock.left, coin_pile=stock.coin_left, reshuffles=stock.reshuffles,
        players=[write_player(realm, owner, seat) for owner in range(realm.players)]))
    return written


def write_build(realm: Realm, seat: i64) -> Build:
    """What is being built: a tile chosen from a holder is nobody else's business until it is placed."""
    pieces = realm.pieces
    source: str | None = None
    if realm.source == HOLDER:
        source = "holder"
    elif realm.source >= ROYAL:
        source = "royal"
    elif realm.source >= SLOT:
        source = f"market {realm.source - SLOT + 1}"
    secret: bool = realm.phase == PLACE and realm.source == HOLDER and seat not in (EVERYTHING, realm.asked)
    return Build(tile=pieces.ids[realm.tile] if realm.tile and not secret else None, source=source,
                 place=Spot(pieces.floor(realm.place), pieces.column(realm.place)) if realm.place else None,
                 owed=realm.owed)


def write_player(realm: Realm, owner: i64, seat: i64) -> Player:
    castle = realm.castles[owner]
    pieces = realm.pieces
    holder, hidden = write_holder(realm, owner, seat)
    return Player(
        castle=[Built(pieces.ids[castle.tiles[place]], pieces.floor(place), pieces.column(place))
                for place in range(len(castle.tiles))
                if castle.tiles[place] != 0 and castle.tiles[place] != pieces.gate],
        holder=holder, hidden=hidden, royals=write_royals(realm, owner), coins=write_coins(realm, owner),
        baron=realm.barons[owner], travelled=realm.travelled[owner])


def write_holder(realm: Realm, owner: i64, seat: i64) -> tuple[list[str | HeldTile], int]:
    """The tiles of a holder that a seat knows, and how many others there are."""
    knows: i64 = EVERYBODY if seat < 0 else 1 << seat
    whole: bool = seat in (EVERYTHING, owner)
    holder: list[str | HeldTile] = []
    hidden = 0
    for tile in realm.holders[owner].tiles:
        id = realm.pieces.ids[tile >> KNOWN_BITS]
        if tile & EVERYBODY:
            holder.append(HeldTile(id, "all"))
        elif whole:
            others = [other for other in range(realm.players) if tile >> other & 1 and other != owner]
            holder.append(HeldTile(id, others) if others else id)
        elif tile & knows:
            holder.append(HeldTile(id, [seat]))
        else:
            hidden += 1
    return holder, hidden


def write_royals(realm: Realm, owner: i64) -> list[str]:
    """The protected tiles that are still beside a holder."""
    pieces = realm.pieces
    return [pieces.ids[pieces.royals[royal]] for royal in range(len(pieces.royals)) if realm.royals[owner] >> royal & 1]


def write_coins(realm: Realm, owner: i64) -> dict[str, int]:
    """The coins that a player has taken, by their kind."""
    ids = realm.pieces.coin_ids
    kinds: i64 = len(ids)
    return {ids[coin]: realm.taken[owner * kinds + coin] for coin in range(kinds) if realm.taken[owner * kinds + coin]}


# ---------------------------------------------------------------- reading


def read(realm: Realm, written: Data) -> None:
    """Fill a realm that is laid out; what the position leaves out is as at the start, the market is drawn."""
    seen: Position = typed(Position, written, WHOLE)
    last: int = realm.players - 1
    rows = [Player() for _ in range(realm.players)] if seen.players is None else seen.players
    if len(rows) != realm.players:
        raise wrong(WHOLE, "players", f"a list of {realm.players} entries", written["players"])
    realm.begin_with(within(seen.first, 0, last, WHOLE, "first"))
    hidden = 0
    for seat in range(realm.players):
        hidden += read_player(realm, seat, rows[seat])
    for id in seen.discard:
        for _ in range(within(seen.discard[id], 0, realm.pieces.tile_total, "discard", id)):
            kind: i64 = from_pile(realm, id, "The discard pile")
            realm.stock.discard[kind] += 1
            realm.stock.discarded += 1
    read_market(realm, seen)
    for seat in range(realm.players):
        read_coins(realm, seat, rows[seat])
    read_turn(realm, seen, last)
    if seen.pile is not None:
        within(seen.pile, realm.stock.left - hidden, realm.stock.left - hidden, WHOLE, "pile")


def read_turn(realm: Realm, seen: Position, last: int) -> None:
    """Whose turn it is, what is asked, and what is being carried out."""
    if seen.turn is not None:
        realm.player = within(seen.turn, 0, last, WHOLE, "turn")
    realm.asked = realm.player if seen.asked is None else within(seen.asked, 0, last, WHOLE, "asked")
    realm.phase = PHASES.index(seen.phase)
    realm.turns = seen.turns
    realm.idle = seen.idle
    realm.earned = (1 if realm.phase == COIN else 0) if seen.earned is None else seen.earned
    realm.stock.reshuffles = seen.reshuffles
    if seen.coin is not None:
        realm.coin = coin_number(realm.pieces, seen.coin, WHOLE)
    if seen.victim is not None:
        realm.victim = within(seen.victim, 0, last, WHOLE, "victim")
    if seen.build is not None:
        read_build(realm, seen.build)


def tile_kind(pieces: Pieces, id: str, where: str) -> int:
    kind = pieces.numbers.get(id, 0)
    if kind == 0:
        raise BadPosition(f"{where}: there is no tile {id[:60]!r}.")
    return kind


def from_pile(realm: Realm, id: str, where: str) -> i64:
    """A tile that is somewhere else than in the pile."""
    kind: i64 = tile_kind(realm.pieces, id, where)
    if realm.stock.pile[kind] == 0:
        raise BadPosition(f"{where}: there are only {realm.pieces.copies[kind]} tiles {id!r} in all.")
    realm.stock.pile[kind] -= 1
    realm.stock.left -= 1
    return kind


def coin_number(pieces: Pieces, id: str, where: str) -> int:
    if id not in pieces.coin_numbers:
        raise BadPosition(f"{where}: there is no coin {id[:60]!r}.")
    return pieces.coin_numbers[id]


def coin_from_pile(realm: Realm, id: str, where: str) -> i64:
    coin: i64 = coin_number(realm.pieces, id, where)
    if realm.stock.coin_pile[coin] == 0:
        raise BadPosition(f"{where}: there are only {realm.pieces.coin_copies[coin]} coins {id!r} in all.")
    realm.stock.coin_pile[coin] -= 1
    realm.stock.coin_left -= 1
    return coin


def read_player(realm: Realm, seat: i64, row: Player) -> int:
    """Castle, holder, royals and baron of one player; returns how many tiles of the holder are not named."""
    pieces = realm.pieces
    where = f"Player {seat}"
    realm.castles[seat] = read_castle(realm, seat, row)
    holder = Holder(vec[i64](capacity=8))
    for _ in range(row.hidden):
        holder.tiles = append(holder.tiles, 1 << seat)
    for item in row.holder:
        held = item if isinstance(item, HeldTile) else HeldTile(item)
        known: i64 = 1 << seat
        if held.known == "all":
            known = ALL
        else:
            for other in held.known:
                known |= 1 << within(int(other), 0, realm.players - 1, f"{where}: holder", "each of known")
        holder.add(from_pile(realm, held.tile, f"{where}: holder"), known)
    realm.holders[seat] = holder
    everything = [pieces.ids[kind] for kind in pieces.royals] if realm.options["royal_strategy"] else []
    for id in everything if row.royals is None else row.royals:
        if id not in everything or realm.royals[seat] >> everything.index(id) & 1:
            raise wrong(where, "royals", f"a list of {everything}", row.royals)
        from_pile(realm, id, where)
        realm.royals[seat] |= 1 << everything.index(id)
    if row.baron is not None:
        realm.barons[seat] = within(row.baron, 0, len(pieces.path) - 1, where, "baron")
    realm.travelled[seat] = row.travelled
    return row.hidden


def read_castle(realm: Realm, seat: i64, row: Player) -> Castle:
    pieces = realm.pieces
    castle = realm.castles[seat]
    tiles = castle.tiles[:]
    on_floor = castle.on_floor[:]
    for built in row.castle:
        floor: i64 = built.floor
        place: i64 = pieces.place(floor, built.column)
        where = f"Player {seat}: castle, floor {floor}, half-column {built.column}"
        if place == 0:
            raise BadPosition(f"{where}: there is no such place.")
        if tiles[place] != 0:
            raise BadPosition(f"{where}: two tiles on one place.")
        tiles[place] = from_pile(realm, built.tile, where)
        on_floor[floor] += 1
    return surveyed(pieces, tiles, on_floor)


def read_market(realm: Realm, seen: Position) -> None:
    """The open tiles and coins; drawn when the position does not speak of them."""
    stock = realm.stock
    if seen.market is None:
        realm.fill_market()
    else:
        as_many(seen.market, len(stock.market), "market")
        for slot, id in enumerate(seen.market):
            if id is not None:
                stock.market[slot] = from_pile(realm, id, "The market")
    if seen.coins is None:
        realm.fill_coins()
    else:
        as_many(seen.coins, len(stock.coins), "coins")
        for slot, id in enumerate(seen.coins):
            if id is not None:
                stock.coins[slot] = coin_from_pile(realm, id, "The market")


def as_many(items: list[str | None], count: int, field: str) -> None:
    if len(items) != count:
        raise wrong(WHOLE, field, f"a list of {count} entries", items)


def read_coins(realm: Realm, seat: i64, row: Player) -> None:
    """A player's coins: how many of each, a list, or just a number of them."""
    stock = realm.stock
    coins = row.coins
    where = f"Player {seat}"
    mine: i64 = seat * len(realm.pieces.coin_ids)
    ids: list[str] = []
    if isinstance(coins, dict):
        for id in coins:
            ids += [id] * coins[id]
    elif isinstance(coins, list):
        ids = coins
    else:
        for _ in range(within(coins, 0, stock.coin_left, where, "coins")):
            coin: i64 = drawn(stock.coin_pile, realm.chance.below(stock.coin_left), stock.coin_left)
            realm.taken[mine + coin_from_pile(realm, realm.pieces.coin_ids[coin], where)] += 1
        realm.coins[seat] = coins
        return
    for id in ids:
        realm.taken[mine + coin_from_pile(realm, id, where)] += 1
    realm.coins[seat] = len(ids)


def read_build(realm: Realm, build: Build) -> None:
    """The choices of a build that is not finished. A tile that waits for its payment is nowhere else."""
    pieces = realm.pieces
    if build.tile is not None:
        realm.tile = tile_kind(pieces, build.tile, "build")
    if build.source is not None:
        sources = ["holder", "royal"] + [f"market {slot + 1}" for slot in range(pieces.market_tiles)]
        if build.source not in sources:
            raise wrong("build", "from", f"one of {', '.join(sources)}", build.source)
        source: i64 = sources.index(build.source)
        realm.source = HOLDER if source == 0 else SLOT + source - 2
        if source == 1:
            realm.source = NOWHERE
            for royal in range(len(pieces.royals)):
                if pieces.royals[royal] == realm.tile:
                    realm.source = ROYAL + royal
    if build.place is not None:
        realm.place = pieces.place(build.place.floor, build.place.column)
    realm.owed = build.owed
    if realm.phase == PAY and realm.tile:
        from_pile(realm, pieces.ids[realm.tile], "build")


# ---------------------------------------------------------------- what is hidden


def redeal(realm: Realm, seat: i64, chance: Chance) -> None:
    """Every tile of another holder that a seat does not know is dealt anew from those it has not seen.

    A tile that somebody has chosen from the holder and not placed yet is drawn anew among those that could be.
    """
    most: i64 = max(realm.payment(1), 0)  # an empty holder, from which nothing is built, is refused later
    missing = gather(realm, seat)
    if realm.phase != PLACE or realm.source != HOLDER or seat == realm.asked:
        deal(realm, missing, chance)
        return
    for _ in range(DEALS):
        deal(realm, missing, chance)
        realm.tile = some_buildable(realm, realm.holders[realm.asked], most, chance)
        if realm.tile != 0:
            return
        gather(realm, seat)
    # Such a hand is rare: begin it with a tile that can be built.
    pile = Holder(vec[i64]())
    for kind in range(1, realm.pieces.kinds + 1):
        if realm.stock.pile[kind] > 0:
            pile.add(kind, 0)
    realm.tile = some_buildable(realm, pile, most, chance)
    if realm.tile == 0 or missing[realm.asked] == 0:
        raise BadPosition(f"Player {realm.asked} builds from the holder, but no tile can be built.")
    realm.stock.pile[realm.tile] -= 1
    realm.stock.left -= 1
    realm.holders[realm.asked].add(realm.tile, 1 << realm.asked)
    missing[realm.asked] -= 1
    deal(realm, missing, chance)


def gather(realm: Realm, seat: i64) -> list[int]:
    """Put back into the pile what a seat does not know; returns how many tiles each holder lacks now."""
    knows: i64 = EVERYBODY if seat < 0 else 1 << seat
    missing = [0] * realm.players
    realm.stock.told = UNTOLD  # as many tiles as before may lie in the pile, but others
    for owner in range(realm.players):
        kept = Holder(vec[i64](capacity=8))
        for tile in realm.holders[owner].tiles:
            kind: i64 = tile >> KNOWN_BITS
            if tile & knows:
                kept.add(kind, tile & ALL)
            else:
                missing[owner] += 1
                if kind > 0:
                    realm.stock.pile[kind] += 1
                    realm.stock.left += 1
        realm.holders[owner] = kept
    return missing


def deal(realm: Realm, missing: list[int], chance: Chance) -> None:
    """Fill the holders from the pile, without the reshuffle that would follow a draw."""
    stock = realm.stock
    for owner in range(realm.players):
        for _ in range(missing[owner]):
            kind: i64 = drawn(stock.pile, chance.below(stock.left), stock.left)
            stock.pile[kind] -= 1
            stock.left -= 1
            realm.holders[owner].add(kind, 1 << owner)


def some_buildable(realm: Realm, holder: Holder, most: i64, chance: Chance) -> i64:
    """A random kind among those the asked player could build from the holder; 0 when there is none."""
    found = vec[i64]()
    last: i64 = 0
    for tile in holder.tiles:
        kind: i64 = tile >> KNOWN_BITS
        if kind != last and realm.castles[realm.asked].takes(kind, most):
            found = append(found, kind)
        last = kind
    return found[chance.below(len(found))] if len(found) > 0 else 0
