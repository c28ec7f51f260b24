"""Positions as data: written for a seat's eyes, read back, and refused when they cannot be."""
from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from chateaux.engine.data import EVERYTHING, BadPosition, Data
from chateaux.engine.reading import MOST_COUNTED, Reader
from chateaux.games.castle_builder.castle import Castle, fault, surveyed
from chateaux.games.castle_builder.holder import ALL, EVERYBODY, KNOWN_BITS, Holder
from chateaux.games.castle_builder.pieces import Pieces
from chateaux.games.castle_builder.realm import (
    AIM,
    COIN,
    COLLAPSE,
    DISCARD,
    HIT,
    HOLDER,
    NOWHERE,
    OVER,
    PAY,
    PHASES,
    PLACE,
    ROB,
    ROYAL,
    SLOT,
    TAKE,
    TURN,
    Realm,
)
from chateaux.games.castle_builder.stock import drawn

# ---------------------------------------------------------------- writing


def written(realm: Realm, seat: i64) -> Data:
    """The position as a seat knows it."""
    pieces = realm.pieces
    stock = realm.stock
    return {
        "first": realm.first, "turn": realm.player, "phase": PHASES[realm.phase], "asked": realm.asked,
        "turns": realm.turns, "idle": realm.idle, "earned": realm.earned,
        "coin": pieces.coin_ids[realm.coin] if realm.coin >= 0 else None,
        "victim": realm.victim if realm.victim >= 0 else None,
        "build": written_build(realm, seat) if realm.phase in (PLACE, PAY) else None,
        "market": [pieces.ids[kind] if kind else None for kind in stock.market],
        "coins": [pieces.coin_ids[coin] if coin >= 0 else None for coin in stock.coins],
        "discard": {pieces.ids[kind]: stock.discard[kind] for kind in range(1, pieces.kinds + 1)
                    if stock.discard[kind]},
        "pile": stock.left, "coin_pile": stock.coin_left, "reshuffles": stock.reshuffles,
        "players": [written_player(realm, owner, seat) for owner in range(realm.players)]}


def written_build(realm: Realm, seat: i64) -> Data:
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
    return {"tile": pieces.ids[realm.tile] if realm.tile and not secret else None, "from": source,
            "place": [pieces.floor(realm.place), pieces.column(realm.place)] if realm.place else None,
            "owed": realm.owed}


def written_player(realm: Realm, owner: i64, seat: i64) -> Data:
    pieces = realm.pieces
    castle = realm.castles[owner]
    knows: i64 = EVERYBODY if seat < 0 else 1 << seat
    whole: bool = seat in (EVERYTHING, owner)
    holder: list[object] = []
    hidden = 0
    for tile in realm.holders[owner].tiles:
        id = pieces.ids[tile >> KNOWN_BITS]
        if tile & EVERYBODY:
            holder.append({"tile": id, "known": "all"})
        elif whole:
            others = [other for other in range(realm.players) if tile >> other & 1 and other != owner]
            holder.append({"tile": id, "known": others} if others else id)
        elif tile & knows:
            holder.append({"tile": id, "known": [seat]})
        else:
            hidden += 1
    coin_kinds: i64 = len(pieces.coin_ids)
    return {
        "castle": [[pieces.ids[castle.tiles[place]], pieces.floor(place), pieces.column(place)]
                   for place in range(len(castle.tiles))
                   if castle.tiles[place] != 0 and castle.tiles[place] != pieces.gate],
        "holder": holder, "hidden": hidden,
        "royals": [pieces.ids[pieces.royals[royal]] for royal in range(len(pieces.royals))
                   if realm.royals[owner] >> royal & 1],
        "coins": {pieces.coin_ids[coin]: realm.taken[owner * coin_kinds + coin] for coin in range(coin_kinds)
                  if realm.taken[owner * coin_kinds + coin]},
        "baron": realm.barons[owner], "travelled": realm.travelled[owner]}


# ---------------------------------------------------------------- reading


def read(realm: Realm, reader: Reader) -> None:
    """Fill a realm that is laid out; what the position leaves out is as at the start, the market is drawn."""
    pieces = realm.pieces
    stock = realm.stock
    rows = reader.items("players", realm.players, realm.players,
                        [{} for _ in range(realm.players)])
    hidden = 0
    for seat in range(realm.players):
        hidden += read_player(realm, seat, Reader(rows[seat], f"Player {seat}"))
    discard = Reader(reader.data.get("discard", {}), "The discard pile")
    for id in discard.data:
        for _ in range(discard.number(id, 0, pieces.tile_total)):
            kind: i64 = from_pile(realm, id, discard.where)
            stock.discard[kind] += 1
            stock.discarded += 1
    read_market(realm, reader)
    for seat in range(realm.players):
        read_coins(realm, seat, Reader(rows[seat], f"Player {seat}"))
    realm.player = reader.number("turn", 0, realm.players - 1, realm.first)
    realm.asked = reader.number("asked", 0, realm.players - 1, realm.player)
    realm.phase = reader.word("phase", PHASES, "turn")
    realm.turns = reader.number("turns", 0, MOST_COUNTED, 0)
    realm.idle = reader.number("idle", 0, MOST_COUNTED, 0)
    realm.earned = reader.number("earned", 0, MOST_COUNTED, 1 if realm.phase == COIN else 0)
    realm.stock.reshuffles = reader.number("reshuffles", 0, MOST_COUNTED, 0)
    if reader.has("coin"):
        realm.coin = coin_number(pieces, reader.text("coin"), reader.where)
    if reader.has("victim"):
        realm.victim = reader.number("victim", 0, realm.players - 1)
    if reader.has("build"):
        read_build(realm, reader.part("build"))
    if reader.has("pile"):
        stock_left = realm.stock.left - hidden
        reader.number("pile", stock_left, stock_left)


def tile_kind(pieces: Pieces, id: object, where: str) -> int:
    kind = pieces.numbers.get(id, 0) if isinstance(id, str) else 0
    if kind == 0:
        raise BadPosition(f"{where}: there is no tile {str(id)[:60]!r}.")
    return kind


def from_pile(realm: Realm, id: object, where: str) -> i64:
    """A tile that is somewhere else than in the pile."""
    kind: i64 = tile_kind(realm.pieces, id, where)
    if realm.stock.pile[kind] == 0:
        raise BadPosition(f"{where}: there are only {realm.pieces.copies[kind]} tiles {str(id)!r} in all.")
    realm.stock.pile[kind] -= 1
    realm.stock.left -= 1
    return kind


def coin_number(pieces: Pieces, id: object, where: str) -> int:
    if not isinstance(id, str) or id not in pieces.coin_numbers:
        raise BadPosition(f"{where}: there is no coin {str(id)[:60]!r}.")
    return pieces.coin_numbers[id]


def coin_from_pile(realm: Realm, id: object, where: str) -> i64:
    coin: i64 = coin_number(realm.pieces, id, where)
    if realm.stock.coin_pile[coin] == 0:
        raise BadPosition(f"{where}: there are only {realm.pieces.coin_copies[coin]} coins {str(id)!r} in all.")
    realm.stock.coin_pile[coin] -= 1
    realm.stock.coin_left -= 1
    return coin


def read_player(realm: Realm, seat: i64, reader: Reader) -> int:
    """Castle, holder, royals and baron of one player; returns how many tiles of the holder are not named."""
    pieces = realm.pieces
    realm.castles[seat] = read_castle(realm, seat, reader)
    holder = Holder(vec[i64](capacity=8))
    hidden = reader.number("hidden", 0, 100, 0)
    for _ in range(hidden):
        holder.tiles = append(holder.tiles, 1 << seat)
    for item in reader.items("holder", 0, 100, []):
        row = Reader(item if isinstance(item, dict) else {"tile": item}, f"{reader.where}: holder")
        known: i64 = 1 << seat
        if row.data.get("known") == "all":
            known = ALL
        else:
            for other in row.items("known", 0, realm.players, []):
                if type(other) is not int or not 0 <= other < realm.players:
                    raise row.wrong("known", "'all' or a list of seats")
                known |= 1 << other
        holder.add(from_pile(realm, row.data.get("tile"), row.where), known)
    realm.holders[seat] = holder
    everything: list[object] = [pieces.ids[kind] for kind in pieces.royals] if realm.options["royal_strategy"] else []
    for item in reader.items("royals", 0, len(everything), everything):
        if item not in everything or realm.royals[seat] >> everything.index(item) & 1:
            raise reader.wrong("royals", f"a list of {everything}")
        from_pile(realm, item, reader.where)
        realm.royals[seat] |= 1 << everything.index(item)
    realm.barons[seat] = reader.number("baron", 0, len(pieces.path) - 1, realm.barons[seat])
    realm.travelled[seat] = reader.number("travelled", 0, MOST_COUNTED, 0)
    return hidden


def read_castle(realm: Realm, seat: i64, reader: Reader) -> Castle:
    pieces = realm.pieces
    castle = realm.castles[seat]
    tiles = castle.tiles[:]
    on_floor = castle.on_floor[:]
    for item in reader.items("castle", 0, pieces.tile_total, []):
        if not (isinstance(item, list) and len(item) == 3 and type(item[1]) is int and type(item[2]) is int
                and abs(item[1]) < 1000 and abs(item[2]) < 1000):
            raise reader.wrong("castle", "a list of [tile, floor, half-column]")
        place: i64 = pieces.place(item[1], item[2])
        where = f"{reader.where}: castle, floor {item[1]}, half-column {item[2]}"
        if place == 0:
            raise BadPosition(f"{where}: there is no such place.")
        if tiles[place] != 0:
            raise BadPosition(f"{where}: two tiles on one place.")
        tiles[place] = from_pile(realm, item[0], where)
        on_floor[item[1]] += 1
    return surveyed(pieces, tiles, on_floor)


def read_market(realm: Realm, reader: Reader) -> None:
    """The open tiles and coins; drawn when the position does not speak of them."""
    stock = realm.stock
    tiles: i64 = len(stock.market)
    coins: i64 = len(stock.coins)
    if "market" in reader.data:
        items = reader.items("market", tiles, tiles)
        for slot in range(tiles):
            if items[slot] is not None:
                stock.market[slot] = from_pile(realm, items[slot], "The market")
    else:
        realm.fill_market()
    if "coins" in reader.data:
        items = reader.items("coins", coins, coins)
        for slot in range(coins):
            if items[slot] is not None:
                stock.coins[slot] = coin_from_pile(realm, items[slot], "The market")
    else:
        realm.fill_coins()


def read_coins(realm: Realm, seat: i64, reader: Reader) -> None:
    """A player's coins: how many of each, a list, or just a number of them."""
    coins = reader.data.get("coins", 0)
    mine: i64 = seat * len(realm.pieces.coin_ids)
    ids: list[object] = []
    if isinstance(coins, dict):
        counts = Reader(coins, f"{reader.where}: coins")
        for id in coins:
            ids += [id] * counts.number(id, 0, 100)
    elif isinstance(coins, list):
        ids = coins
    else:
        for _ in range(reader.number("coins", 0, realm.stock.coin_left, 0)):
            ids.append(realm.pieces.coin_ids[drawn(realm.stock.coin_pile, realm.chance.below(realm.stock.coin_left))])
            realm.taken[mine + coin_from_pile(realm, ids[-1], reader.where)] += 1
        realm.coins[seat] = len(ids)
        return
    for id in ids:
        realm.taken[mine + coin_from_pile(realm, id, reader.where)] += 1
    realm.coins[seat] = len(ids)


def read_build(realm: Realm, reader: Reader) -> None:
    """The choices of a build that is not finished. A tile that waits for its payment is nowhere else."""
    pieces = realm.pieces
    if reader.has("tile"):
        realm.tile = tile_kind(pieces, reader.text("tile"), reader.where)
    if reader.has("from"):
        source: i64 = reader.word("from", ["holder", "royal"] + [f"market {slot + 1}"
                                                                 for slot in range(pieces.market_tiles)])
        realm.source = HOLDER if source == 0 else SLOT + source - 2
        if source == 1:
            realm.source = NOWHERE
            for royal in range(len(pieces.royals)):
                if pieces.royals[royal] == realm.tile:
                    realm.source = ROYAL + royal
    if reader.has("place"):
        spot = reader.items("place", 2, 2)
        if type(spot[0]) is not int or type(spot[1]) is not int or abs(spot[0]) > 1000 or abs(spot[1]) > 1000:
            raise reader.wrong("place", "a floor and a half-column")
        realm.place = pieces.place(spot[0], spot[1])
    realm.owed = reader.number("owed", 0, 100, 0)
    if realm.phase == PAY and realm.tile:
        from_pile(realm, pieces.ids[realm.tile], reader.where)


# ---------------------------------------------------------------- what cannot be


def check(realm: Realm) -> None:
    """Every piece is somewhere exactly once, castles stand, barons do not share a space, the phase fits."""
    check_pieces(realm)
    over: bool = realm.phase == OVER
    for seat in range(realm.players):
        check_castle(realm.castles[seat], seat)
        held: i64 = realm.holders[seat].size()
        for tile in realm.holders[seat].tiles:
            if tile >> KNOWN_BITS == 0:
                raise BadPosition(f"Player {seat} holds tiles that the position does not name.")
            if tile >> seat & 1 == 0:
                raise BadPosition(f"Player {seat} does not know a tile on the own holder.")
        if held > realm.pieces.holder_limit and realm.phase != DISCARD and not over:
            raise BadPosition(f"Player {seat} holds {held} tiles; at most {realm.pieces.holder_limit} are allowed.")
        if realm.coins[seat] >= realm.goal and not over and not (seat == realm.player and realm.coin >= 0):
            raise BadPosition(f"Player {seat} has {realm.coins[seat]} coins, but the game goes on.")
        for other in range(seat):
            if realm.barons[other] == realm.barons[seat]:
                raise BadPosition(f"The barons of players {other} and {seat} share the space {realm.barons[seat]}.")
    check_phase(realm)


def check_pieces(realm: Realm) -> None:
    """Conservation of tiles and coins."""
    pieces = realm.pieces
    stock = realm.stock
    counts = vec[i64]([stock.pile[kind] + stock.discard[kind] for kind in range(pieces.kinds + 1)])
    for kind in stock.market:
        counts[kind] += 1 if kind else 0
    for seat in range(realm.players):
        for kind in realm.castles[seat].tiles:
            if kind != 0 and kind != pieces.gate:
                counts[kind] += 1
        for tile in realm.holders[seat].tiles:
            counts[tile >> KNOWN_BITS] += 1 if tile >> KNOWN_BITS else 0
        for royal in range(len(pieces.royals)):
            counts[pieces.royals[royal]] += realm.royals[seat] >> royal & 1
    if realm.phase == PAY and realm.tile:
        counts[realm.tile] += 1
    left: i64 = 0
    thrown: i64 = 0
    for kind in range(1, pieces.kinds + 1):
        left += stock.pile[kind]
        thrown += stock.discard[kind]
        if counts[kind] != pieces.copies[kind] or stock.pile[kind] < 0:
            raise BadPosition(f"There are {counts[kind]} tiles {pieces.ids[kind]!r} instead of {pieces.copies[kind]}.")
    if left != stock.left or thrown != stock.discarded:
        raise BadPosition("The piles of tiles have lost count.")
    for slot in range(len(stock.market)):
        if stock.market[slot] == 0 and left + thrown > 0 and realm.phase != OVER:
            raise BadPosition("The market has an empty slot, but there are tiles to fill it.")
    coins = stock.coin_pile[:]
    left = 0
    for coin in stock.coin_pile:
        left += coin
    for slot in range(len(stock.coins)):
        if stock.coins[slot] >= 0:
            coins[stock.coins[slot]] += 1
        elif left > 0:
            raise BadPosition("The market has room for a coin, but there are coins to fill it.")
    for coin in range(len(coins)):
        for seat in range(realm.players):
            coins[coin] += realm.taken[seat * len(coins) + coin]
        if coins[coin] != pieces.coin_copies[coin]:
            raise BadPosition(f"There are {coins[coin]} coins {pieces.coin_ids[coin]!r} instead of "
                              f"{pieces.coin_copies[coin]}.")
    if left != stock.coin_left:
        raise BadPosition("The pile of coins has lost count.")


def check_castle(castle: Castle, seat: i64) -> None:
    pieces = castle.pieces
    for place in range(len(castle.tiles)):
        if castle.tiles[place] != 0:
            wrong = fault(castle, place)
            if wrong:
                raise BadPosition(f"Player {seat}: {pieces.ids[castle.tiles[place]]!r} on floor {pieces.floor(place)}, "
                                  f"half-column {pieces.column(place)}, {wrong}.")


def check_phase(realm: Realm) -> None:
    """The decision that is asked for is one that can be asked."""
    phase: i64 = realm.phase
    name = PHASES[phase]
    if phase == OVER:
        ended: bool = realm.idle >= realm.pieces.stalemate_rounds * realm.players
        for count in realm.coins:
            ended = ended or count >= realm.goal
        if not ended:
            raise BadPosition("The game is over, but nobody has the coins for it and there is no stalemate.")
        return
    if realm.asked != realm.player and phase != DISCARD:
        raise BadPosition(f"Player {realm.asked} is asked for {name!r} in the turn of player {realm.player}.")
    if phase == TURN and (realm.earned or realm.coin >= 0):
        raise BadPosition("A turn begins with no coin to take.")
    if (phase in (TAKE, ROB, AIM, HIT, COLLAPSE)) != (realm.coin >= 0):
        raise BadPosition(f"The phase {name!r} and the coin being resolved do not fit.")
    if (phase == HIT) != (realm.victim >= 0) or realm.victim == realm.player:
        raise BadPosition(f"The phase {name!r} and the victim do not fit.")
    if phase == COIN and realm.earned < 1:
        raise BadPosition("A coin is to be taken, but none is earned.")
    if phase == DISCARD and realm.holders[realm.asked].size() <= realm.pieces.holder_limit:
        raise BadPosition(f"Player {realm.asked} is to discard, but the holder is not too full.")
    if phase in (PLACE, PAY):
        check_build(realm)
    if len(realm.legal(realm.asked)) == 0:
        raise BadPosition(f"Nothing can be chosen in the phase {name!r}.")


def check_build(realm: Realm) -> None:
    """The tile being built is where it is said to come from, or its place takes it for what is still owed."""
    seat: i64 = realm.asked
    castle = realm.castles[seat]
    if realm.phase == PLACE:
        at_hand: bool = False
        if realm.source == HOLDER:
            at_hand = realm.tile != 0 and realm.holders[seat].has(realm.tile)
        elif realm.source >= ROYAL:
            at_hand = realm.royals[seat] >> (realm.source - ROYAL) & 1 == 1
        elif realm.source >= SLOT:
            at_hand = realm.tile != 0 and realm.stock.market[realm.source - SLOT] == realm.tile
        if not at_hand:
            raise BadPosition("The tile being built is not where it comes from.")
        return
    if realm.owed < 1 or realm.owed > realm.holders[seat].size():
        raise BadPosition(f"Player {seat} owes {realm.owed} tiles and holds {realm.holders[seat].size()}.")
    if realm.tile == 0:
        if realm.place not in realm.castles[seat].free or not realm.renovation:
            raise BadPosition("The renovation names no tile that can be taken away.")
    elif not realm.owed <= castle.price_at(realm.tile, realm.place) <= realm.adjust:
        raise BadPosition("The tile being built does not fit its place for what is owed.")
