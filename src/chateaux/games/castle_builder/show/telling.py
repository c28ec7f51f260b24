"""What is told of an element of the board, in sentences: what a tile at hand offers, the best places first, what comes
of them, and what is picked one after another."""
from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from chateaux.games.castle_builder.schema import (
    Building,
    BuiltTile,
    CastleView,
    CoinSlot,
    Held,
    Pile,
    Place,
    PlayerView,
    Slot,
    View,
)
from chateaux.look.facts import fact, fact_of_seat
from chateaux.look.words import Words

MOST = 3  # places that are told of


def where(floor: int, column: int, words: Words) -> str:
    """A place by its floor and its number from the left."""
    return words.say("board.where", floor=floor, place=(column + 2) // 2 if floor % 2 else (column + 3) // 2)


def told(place: Place, words: Words) -> str:
    """The sum a place asks for and what it costs, in a few words."""
    if place.sum is None or place.number is None:
        return words.say("board.any")
    total = f"{' + '.join(map(str, place.below))} = {place.sum}" if len(place.below) > 1 else str(place.sum)
    return f"{total}, {words.say('board.pay', count=place.price)}" if place.price else total


def outcome(place: Place, words: Words) -> str:
    """What comes of building there: the baron's walk, what he finds, and the price."""
    said = []
    if place.floor == 1:
        said.append(words.say("board.stays"))
    else:
        said.append(words.say("board.walk", count=len(place.spaces), floor=place.floor))
        if place.coins:
            said.append(words.say("board.walk_coins", count=place.coins))
        if place.tile:
            said.append(words.say("board.walk_tile"))
    if place.price:
        said.append(words.say("board.costs", count=place.price))
    return " ".join(said)


@fact_of_seat
def beside(view: View, seat: int) -> bool:
    """Whether somebody's holder is not the one that is shown."""
    return view.eyes != seat


@fact_of_seat
def known(view: View, seat: int) -> int:
    """How many tiles of somebody else's holder the viewer knows."""
    return 0 if seat == view.me else view.players[seat].known


@fact
def asks(view: View) -> str:
    """What the viewer is asked; nothing while others are."""
    return view.phase if view.me is not None and view.me in view.asked else ""


@fact
def over(view: View) -> bool:
    """Whether the game has come to its end."""
    return view.phase == "over"


@fact
def coming(view: View) -> Building | None:
    """What is being built on the castle that is shown, where its place and its tile are known."""
    found = view.building
    return found if found is not None and found.floor and found.tile and view.shows == view.turn else None


@fact
def open_to_all(view: View) -> bool:
    """Whether the own castle shows its open places: not while one is chosen, nor while a tile is taken down."""
    chosen = view.building is not None and view.building.floor
    return view.shows == view.me and not chosen and not takes_down(view)


class AtHand(Struct, frozen=True, kw_only=True):
    """A tile in a holder, beside it or in the market, with all that its element says."""

    id: str
    tile: str | None  # none: the viewer does not know it, or nothing lies there
    choosing: bool  # among the tiles
    placing: bool  # the one that was chosen
    held: bool  # this is the one
    fits: list[Place]
    leads: list[list[list[str]]]
    seen: bool  # by others
    seen_by: list[str]  # empty: by all of them

    @property
    def unfit(self) -> bool:
        return self.choosing and not self.fits


def at_hand(view: View, tiles: Sequence[Slot | Held], own: bool, names: Sequence[str]) -> list[AtHand]:
    """What tiles at hand offer to whoever looks at them; of own ones also who knows them."""
    asked = asks(view)
    choosing, placing = asked == "turn", asked == "place"
    held = view.building.held if placing and view.building is not None else None
    found = []
    for tile in tiles:
        known = tile.known if own and isinstance(tile, Held) else []
        found.append(AtHand(
            id=tile.id, tile=tile.tile, choosing=choosing, placing=placing, held=placing and held == tile.id,
            fits=fits(view, tile) if choosing else [], leads=leads(view, tile) if choosing else [],
            seen=bool(known), seen_by=[] if known == "all" else [names[int(seat)] for seat in known]))
    return found


def fits(view: View, tile: Slot | Held) -> list[Place]:
    """Where a tile fits: what earns coins first, then high places, then cheap ones."""
    return sorted(view.fits.get(tile.id, []), key=lambda place: (-place.coins, -place.floor, place.price, place.column))


def now(hand: AtHand, words: Words) -> list[str]:
    """What holds for a tile just now: its best places, equal ones in one line, and who knows it."""
    found: list[str] = []
    if hand.choosing:
        lines: dict[str, list[Place]] = {}
        for place in hand.fits:
            lines.setdefault(f"{told(place, words)}. {outcome(place, words)}", []).append(place)
        for line, places in list(lines.items())[:MOST]:
            one = places[0]
            at = where(one.floor, one.column, words) if len(places) == 1 else words.say(
                "board.places_on", count=len(places), floor=one.floor)
            found.append(f"{at} · {line}")
        more = sum(len(places) for places in list(lines.values())[MOST:])
        if more:
            found.append(words.say("board.more_places", count=more))
        if not lines:
            found.append(words.say("board.fits_nowhere"))
    if hand.seen:
        found.append(words.say("board.known_to", who=words.word(hand.seen_by)) if hand.seen_by else
                     words.say("board.known_to_all"))
    return found


def label(hand: AtHand, words: Words) -> str:
    """The name of a tile at hand, and that it can be put back."""
    name = words.piece(str(hand.tile)).bare
    return f"{name}, {words.say('board.put_back')}" if hand.held else name


def helps(piece: str, words: Words) -> str:
    """A piece in words; empty where its name says all."""
    return words.say(f"piece.{piece}.help") if words.has(f"piece.{piece}.help") else ""


def described(hand: AtHand, words: Words) -> str:
    """The same of a tile at hand, and whether it fits nowhere."""
    helped = helps(str(hand.tile), words)
    return f"{helped} {words.say('board.fits_nowhere')}" if hand.unfit else helped


def prospect(slot: CoinSlot, words: Words, names: Sequence[str]) -> str:
    """What a coin of the market would do now."""
    if slot.now is None:
        return ""
    return words.say(f"now.{slot.now.kind}", count=slot.now.count, tiles=slot.now.tiles,
                     who=words.word([names[seat] for seat in slot.now.seats]))


def stands(built: BuiltTile, words: Words) -> list[str]:
    """What holds for a tile of a castle: where it stands, and whether it carries nothing."""
    found = [where(built.floor, built.column, words)]
    return [*found, words.say("board.free")] if built.free else found


def bedded(place: Place) -> bool:
    """Whether a place rests on stone on both sides."""
    return len(place.below) == 2


def hangs(place: Place) -> bool:
    """Whether a place hangs over an edge; on the ground none does."""
    return place.floor > 1 and not bedded(place)


def opened(place: Place, words: Words) -> str:
    """An open place in words: where it is and which sum it asks for."""
    asks = words.say("board.any") if place.sum is None else words.say("board.asks", sum=place.sum)
    return f"{where(place.floor, place.column, words)}, {asks}"


def left(pile: Pile, coin_pile: Pile, words: Words) -> str:
    """How many tiles and coins are left."""
    return words.say("board.left", tiles=f"{pile.count} {words.say('board.tile_word', count=pile.count)}",
                     coins=f"{coin_pile.count} {words.say('board.coin_word', count=coin_pile.count)}")


def upwards(castle: CastleView) -> list[BuiltTile]:
    """The tiles of a castle, floor by floor, each from the left."""
    return sorted(castle.tiles, key=lambda built: (built.floor, built.column))


@fact
def takes_down(view: View) -> bool:
    """Whether the viewer is asked for a tile of a castle."""
    return asks(view) in ("collapse", "hit", "renovate")


def targets(view: View, words: Words) -> list[tuple[PlayerView, str]]:
    """Whom the viewer may rob or aim at, each with what they have."""
    rob, others = view.phase == "rob", [player for player in view.players if player.seat != view.turn]
    if rob:
        return [(player, words.say("board.tiles", count=player.held)) for player in others if player.held]
    return [(player, words.say("board.floors", count=player.castle.floors)) for player in others
            if any(built.free for built in player.castle.tiles)]


def hurt(event: Mapping[str, object], words: Words, names: Sequence[str]) -> tuple[int | None, str]:
    """Whom an event hurts, if anybody, and how that is told."""
    seat = event.get({"catapult": "castle_seat", "steal": "victim_seat", "lose": "seat"}.get(str(event["kind"]), ""))
    if not isinstance(seat, int):
        return None, ""
    seen = ".seen" if event["kind"] == "steal" and "tile" in event else ""
    return seat, words.say(f"event.{event['kind']}{seen}", event, names)


def leads(view: View, tile: Slot | Held) -> list[list[list[str]]]:
    """What is picked after a tile, in every way: a place, then as many tiles of the holder as it costs."""
    me = view.me
    if me is None:
        return []
    others = [one.id for one in view.players[me].holder if one.id != tile.id]
    prices = sorted({place.price for place in view.fits.get(tile.id, [])})
    return [[[place.id for place in view.fits[tile.id] if place.price == price], *[others] * price]
            for price in prices]


@fact
def walks(view: View) -> list[tuple[list[int], str]]:
    """The ways the baron could walk, each with the tiles and places (or the coin) that would make him walk it."""
    found: dict[tuple[int, ...], list[str]] = {}
    asked = asks(view)
    if asked == "turn":
        for tile, places in view.fits.items():
            for place in places:
                found.setdefault(tuple(place.spaces), []).append(f"{tile}/{place.id}")
    elif asked == "place":
        for place in view.places:
            found.setdefault(tuple(place.spaces), []).append(place.id)
    elif asked == "coin":
        for coin in view.coins:
            if coin.now is not None and coin.now.spaces:
                found.setdefault(tuple(coin.now.spaces), []).append(coin.id)
    return [(list(spaces), " ".join(ids)) for spaces, ids in found.items() if spaces]


@fact
def closing(view: View) -> str:
    """Whether a castle closes: "sides" when nothing but side walls fits any more, "closed" when nothing does."""
    if view.me is None or view.shows != view.me or view.phase not in ("turn", "wait"):
        return ""
    if not view.places:
        return "closed"
    wide = any(place.floor == 1 or len(place.below) == 2 for place in view.places)
    return "" if wide else "sides"


@fact
def idle(view: View) -> bool:
    """Whether nobody has built for so long that the end it may bring is told of: from a third of the way on."""
    return bool(view.idle.end) and view.idle.rounds * 3 >= view.idle.limit and view.phase != "over"


@fact
def bare(view: View) -> list[tuple[str, int | None]]:
    """The path without the barons on it, which walk by themselves."""
    return [(space.kind, space.start) for space in view.path]


@fact
def length(view: View) -> int:
    """How many spaces the path has."""
    return len(view.path)


def fitting(view: View) -> list[tuple[Place, list[str]]]:
    """The open places, each with the tiles at hand that fit there."""
    found: dict[str, list[str]] = {}
    for tile, places in view.fits.items():
        for one in places:
            found.setdefault(one.id, []).append(tile)
    return [(place, found.get(place.id, [])) for place in view.places]


def previews(hand: AtHand, words: Words) -> dict[str, str]:
    """By place, the sum and the price in a few words."""
    return {place.id: told(place, words) for place in hand.fits}


def hints(hand: AtHand, words: Words) -> dict[str, str]:
    """By place, what would come of it."""
    return {place.id: outcome(place, words) for place in hand.fits}


def shorts(hand: AtHand, words: Words) -> dict[str, str]:
    """By place, what stands in it: the sum, with what it costs where it costs something."""
    return {place.id: short(place, words) for place in hand.fits if place.sum is not None and place.number is not None}


def short(place: Place, words: Words) -> str:
    """What stands in a place for the tile that goes there; nothing where any number will do."""
    if place.sum is None or place.number is None:
        return ""
    return words.say("board.pay_short", count=place.price, sum=place.sum) if place.price else f"= {place.sum}"
