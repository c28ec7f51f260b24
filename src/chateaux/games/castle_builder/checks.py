"""What cannot be: every piece is somewhere exactly once, castles stand, and the phase fits."""
from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from chateaux.engine.data import BadPosition
from chateaux.games.castle_builder.castle import Castle
from chateaux.games.castle_builder.holder import KNOWN_BITS
from chateaux.games.castle_builder.pieces import BOTH_STONE, STONE_LEFT, STONE_RIGHT
from chateaux.games.castle_builder.state import (
    AIM,
    COIN,
    COLLAPSE,
    DISCARD,
    HIT,
    HOLDER,
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


def fault(castle: Castle, place: i64) -> str:
    """Why the tile on a place cannot stand there, or nothing: stone rests on stone, sky on sky or on nothing."""
    pieces = castle.pieces
    floor: i64 = place // pieces.stride
    stands: i64 = pieces.stands[castle.tiles[place]]
    if floor == 1:
        return "" if stands == BOTH_STONE else "has sky on the stone of the foundation"
    below: i64 = place - pieces.stride - 1 + (floor & 1)
    stone: i64 = 0
    if pieces.carries[castle.tiles[below]] & STONE_RIGHT:
        stone = STONE_LEFT
    if pieces.carries[castle.tiles[below + 1]] & STONE_LEFT:
        stone |= STONE_RIGHT
    if stone == stands:
        return ""
    return "has sky on stone" if stone & ~stands else "has stone on sky or on nothing"


def check_phase(realm: Realm) -> None:
    """The decision that is asked for is one that can be asked."""
    phase: i64 = realm.phase
    name = PHASES[phase]
    if phase == OVER:
        ended: bool = realm.stalled() or (realm.game.rules_version > 1 and realm.closed())
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
