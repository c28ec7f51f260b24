"""Effets des Pièces: the eleven coins, each carried out at once or waiting for a choice."""
from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from chateaux.games.castle_builder.holder import KNOWN_BITS
from chateaux.games.castle_builder.state import AIM, COLLAPSE, HIT, NONE, ROB, TAKE, Realm

RUBY: Final[i64] = 0  # in the order of `pieces.EFFECTS`
THIEF: Final[i64] = 1
SOUR_LADY: Final[i64] = 2
MILL: Final[i64] = 3
FALL: Final[i64] = 4
CATAPULT: Final[i64] = 5
HIGHEST_TOWER: Final[i64] = 6
MOST_PEOPLE: Final[i64] = 7
MOST_WINDOWS: Final[i64] = 8
MOST_ROOFS: Final[i64] = 9
MONK: Final[i64] = 10

PRIZE: Final[i64] = 2  # tiles for the highest tower and the most people, windows or roofs
ALMS: Final[i64] = 3  # tiles for the fewest coins


def waits(realm: Realm, coin: i64) -> bool:
    """Carry out the effect of a coin just taken; True when it waits for a choice of the player.

    A choice that the open table leaves no doubt about is made at once. An effect without a target is skipped, and
    the coin is kept.
    """
    effect: i64 = realm.pieces.effect[coin]
    if realm.peacetime and realm.pieces.red[coin]:
        return offers_market(realm)
    if effect == RUBY:
        realm.advance(1)
        return False
    if effect == THIEF:
        return chooses_victim(realm)
    if effect == SOUR_LADY:
        scold(realm)
        return False
    if effect == MILL:
        grind(realm)
        return offers_market(realm)
    if effect == FALL:
        return chooses_tile(realm, realm.player)
    if effect == CATAPULT:
        return chooses_castle(realm)
    if effect == MONK:
        give_alms(realm)
    else:
        give_prize(realm, effect)
    return False


def skip(realm: Realm) -> bool:
    """Nothing to do: the coin has no target."""
    if realm.log is not None:
        realm.emit("nothing", realm.player, {"coin": realm.pieces.coin_ids[realm.coin]})
    return False


# ---------------------------------------------------------------- Mill, and red coins in Peacetime


def grind(realm: Realm) -> None:
    """Moulin: the tiles of the market are discarded and the market is filled anew."""
    stock = realm.stock
    ground: list[str] = []
    for slot in range(len(stock.market)):
        tile: i64 = stock.market[slot]
        if tile != 0:
            stock.throw_away(tile)
            stock.market[slot] = 0
            if realm.log is not None:
                ground.append(realm.pieces.ids[tile])
    if ground:
        realm.emit("mill", realm.player, {"tiles": ground})
    realm.fill_market()


def offers_market(realm: Realm) -> bool:
    """One tile of the market goes to the holder; with one tile there is no choice."""
    found: i64 = NONE
    for slot in range(len(realm.stock.market)):
        if realm.stock.market[slot] != 0:
            if found != NONE:
                realm.phase = TAKE
                return True
            found = slot
    if found == NONE:
        return skip(realm)
    realm.take_openly(found)
    return False


# ---------------------------------------------------------------- Thief and Sour Lady


def chooses_victim(realm: Realm) -> bool:
    """Voleur: a random tile of an opponent's holder; the thief chooses whose (Ruling 11)."""
    found: i64 = NONE
    for seat in range(realm.players):
        if seat != realm.player and realm.holders[seat].size() > 0:
            if found != NONE:
                realm.phase = ROB
                return True
            found = seat
    if found == NONE:
        return skip(realm)
    rob(realm, found)
    return False


def rob(realm: Realm, victim: i64) -> None:
    """The stolen tile is known to thief and victim; all others can no longer be sure what the victim holds."""
    holder = realm.holders[victim]
    both: i64 = (1 << realm.player) + (1 << victim)
    kind: i64 = holder.tiles[realm.chance.below(holder.size())] >> KNOWN_BITS
    holder.remove(kind)
    holder.forget(both)
    realm.holders[realm.player].add(kind, both)
    realm.revealed = True
    if realm.log is not None:
        realm.whisper("steal", realm.player, {"victim_seat": victim}, {"tile": realm.pieces.ids[kind]}, both)


def scold(realm: Realm) -> None:
    """Dame Acerbe: every opponent loses a random tile to the discard pile."""
    nobody: bool = True
    for offset in range(1, realm.players):
        seat: i64 = (realm.player + offset) % realm.players
        holder = realm.holders[seat]
        if holder.size() > 0:
            nobody = False
            kind: i64 = holder.tiles[realm.chance.below(holder.size())] >> KNOWN_BITS
            realm.discard_tile(seat, kind)
            if realm.log is not None:
                realm.emit("lose", seat, {"tile": realm.pieces.ids[kind]})
    if nobody:
        skip(realm)


# ---------------------------------------------------------------- Collapse and Catapult


def chooses_castle(realm: Realm) -> bool:
    """Catapulte: an opponent's castle with a tile that carries nothing; the player chooses castle and tile."""
    found: i64 = NONE
    for seat in range(realm.players):
        if seat != realm.player and len(realm.castles[seat].free) > 0:
            if found != NONE:
                realm.phase = AIM
                return True
            found = seat
    if found == NONE:
        return skip(realm)
    return chooses_tile(realm, found)


def chooses_tile(realm: Realm, seat: i64) -> bool:
    """A tile of a castle that carries no other is discarded: Effondrement on one's own, Catapulte on another."""
    free = realm.castles[seat].free
    own: bool = seat == realm.player
    if len(free) == 0:
        return skip(realm)
    if len(free) == 1:
        realm.remove_tile(seat, free[0], "collapse" if own else "catapult")
        return False
    realm.victim = NONE if own else seat
    realm.phase = COLLAPSE if own else HIT
    return True


# ---------------------------------------------------------------- Monk, and the most of something


def give_prize(realm: Realm, effect: i64) -> None:
    """La Tour la Plus Haute, Le Plus Peuplé, Fenêtres, Toitures: everybody tied for the most, if it is 1 at least."""
    counted = vec[i64]([figure(realm, seat, effect) for seat in range(realm.players)])
    most: i64 = 1
    for count in counted:
        most = max(most, count)
    draw_for(realm, counted, most, PRIZE)


def figure(realm: Realm, seat: i64, effect: i64) -> i64:
    """What a coin counts in a castle: floors, figures, window icons or roof tiles (Ruling 8)."""
    castle = realm.castles[seat]
    if effect == HIGHEST_TOWER:
        return castle.height
    if effect == MOST_PEOPLE:
        return castle.people
    if effect == MOST_WINDOWS:
        return castle.windows
    assert effect == MOST_ROOFS
    return castle.roofs


def give_alms(realm: Realm) -> None:
    """Moine: everybody tied for the fewest coins, the one just taken not counted."""
    counted = realm.coins[:]
    counted[realm.player] -= 1
    fewest: i64 = counted[realm.player]
    for count in counted:
        fewest = min(fewest, count)
    draw_for(realm, counted, fewest, ALMS)


def draw_for(realm: Realm, counted: vec[i64], wanted: i64, tiles: i64) -> None:
    """In turn order, whoever has the wanted count draws."""
    nobody: bool = True
    for offset in range(realm.players):
        seat: i64 = (realm.player + offset) % realm.players
        if counted[seat] == wanted:
            nobody = False
            realm.draw_tiles(seat, tiles, "gain")
    if nobody:
        skip(realm)
