"""What a tile at hand offers: its places in words, the best ones first, and what is picked one after another."""
from __future__ import annotations

from collections.abc import Sequence

from chateaux.games.castle_builder.schema import Held, Place, Slot, Space, View
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


def fits(view: View, tile: Slot | Held) -> list[Place]:
    """Where a tile fits: what earns coins first, then high places, then cheap ones."""
    return sorted(view.fits.get(tile.id, []), key=lambda place: (-place.coins, -place.floor, place.price, place.column))


def now(choosing: bool, fits: Sequence[Place], known: Sequence[int] | str, words: Words,
        names: Sequence[str]) -> list[str]:
    """What holds for a tile just now: its best places, equal ones in one line, and who knows it."""
    found: list[str] = []
    if choosing:
        lines: dict[str, list[Place]] = {}
        for place in fits:
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
    if known:
        found.append(words.say("board.known_to_all") if known == "all" else
                     words.say("board.known_to", who=words.word([names[int(seat)] for seat in known])))
    return found


def leads(view: View, tile: Slot | Held) -> list[list[list[str]]]:
    """What is picked after a tile, in every way: a place, then as many tiles of the holder as it costs."""
    me = view.me
    if me is None or view.phase != "turn":
        return []
    others = [one.id for one in view.players[me].holder if one.id != tile.id]
    prices = sorted({place.price for place in view.fits.get(tile.id, [])})
    return [[[place.id for place in view.fits[tile.id] if place.price == price], *[others] * price]
            for price in prices]


def walks(view: View) -> list[tuple[list[int], str]]:
    """The ways the baron could walk, each with the tiles and places (or the coin) that would make him walk it."""
    found: dict[tuple[int, ...], list[str]] = {}
    if view.me is None or view.me not in view.asked:
        return []
    if view.phase == "turn":
        for tile, places in view.fits.items():
            for place in places:
                found.setdefault(tuple(place.spaces), []).append(f"{tile}/{place.id}")
    elif view.phase == "place":
        for place in view.places:
            found.setdefault(tuple(place.spaces), []).append(place.id)
    elif view.phase == "coin":
        for coin in view.coins:
            if coin.now is not None and coin.now.spaces:
                found.setdefault(tuple(coin.now.spaces), []).append(coin.id)
    return [(list(spaces), " ".join(ids)) for spaces, ids in found.items() if spaces]


def closing(view: View) -> str:
    """Whether a castle closes: "sides" when nothing but side walls fits any more, "closed" when nothing does."""
    if view.me is None or view.shows != view.me or view.phase not in ("turn", "wait"):
        return ""
    if not view.places:
        return "closed"
    wide = any(place.floor == 1 or len(place.below) == 2 for place in view.places)
    return "" if wide else "sides"


def bare(path: Sequence[Space]) -> list[Space]:
    """The path without the barons on it, which walk by themselves."""
    return [Space(space.id, space.kind, space.start, None) for space in path]


def fitting(view: View, place: Place) -> list[str]:
    """The tiles at hand that fit in a place."""
    return [tile for tile, places in view.fits.items() if any(one.id == place.id for one in places)]


def previews(places: Sequence[Place], words: Words) -> dict[str, str]:
    """By place, the sum and the price in a few words."""
    return {place.id: told(place, words) for place in places}


def hints(places: Sequence[Place], words: Words) -> dict[str, str]:
    """By place, what would come of it."""
    return {place.id: outcome(place, words) for place in places}


def shorts(places: Sequence[Place], words: Words) -> dict[str, str]:
    """By place, what stands in it: the sum, with what it costs where it costs something."""
    return {place.id: (words.say("board.pay_short", count=place.price, sum=place.sum) if place.price
                       else f"= {place.sum}")
            for place in places if place.sum is not None and place.number is not None}
