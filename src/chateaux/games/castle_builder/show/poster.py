"""The table of Castle Builder as one drawing: every castle, the market inside the barons' path, the tiles at hand."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from markupsafe import Markup, escape

from chateaux.games.castle_builder.schema import CastleView, PlayerView, View
from chateaux.games.castle_builder.show.drawing import (
    ABOVE,
    ART,
    BELOW,
    CELL,
    HALF,
    HAT,
    coin,
    land,
    middle,
    path,
    ring,
    room,
    tile,
)
from chateaux.games.castle_builder.show.drawing import HIGH as TILE_HIGH
from chateaux.games.castle_builder.show.drawing import WIDE as TILE_WIDE
from chateaux.look.art import INK, figure, tincture
from chateaux.look.poster import (
    GAP,
    PAD,
    Block,
    Poster,
    Seen,
    boxed,
    chip,
    column,
    count,
    grid,
    heading,
    layers,
    moved,
    panel,
    person,
    row,
    scaled,
    text,
    window,
    within,
)

WIDE: Final = 424.0  # of a scene, and of all panels
SMALL: Final = 0.33  # tiles of other holders
HELD: Final = (TILE_HIGH + 4) * SMALL
RATIO: Final = (TILE_WIDE + 4) / (TILE_HIGH + 4)
MARKET: Final = 0.5
CROWN: Final = Block(24, 24, Markup('<g style="color:#2a2030"><circle cx="10" cy="10" r="11" fill="var(--gd1)"/>{}</g>'
                                    ).format(ART.use("i-crown", 2, 2, 16, 16)))  # the mark of a royal tile


class Shelved(NamedTuple):
    """What lies on a shelf; without a tile it is a free place."""

    tile: str | None
    number: int = 1
    royal: bool = False


def poster(seen: Seen[View]) -> Poster:
    """Castles and market side by side; the viewer's own tiles below, or beside four castles."""
    view = seen.view
    floors = max(room(player.castle)["floors"] for player in view.players)
    castles = [castle(seen, player, floors) for player in view.players]
    high = castles[0].height
    own = None if seen.seat is None else view.players[seen.seat]
    if len(castles) == 4:
        left = grid(castles, 2)
        shop = panel(market(seen))
        more = left.height - shop.height - GAP
        whole = row([left, column([shop, panel(shelf(seen, own, WIDE, more - 2 * PAD), high=more)])], align=0)
    else:
        whole = grid([*castles, panel(market(seen, high - 2 * PAD))], 3 if len(castles) == 2 else 2)
        if own is not None:
            whole = column([whole, panel(long_shelf(seen, own, whole.width - 2 * PAD))])
    told = [f"{seen.names[player.seat]}: " + ", ".join(
        [seen.say("board.coins_of_goal", count=player.coins, goal=view.goal), *figures(seen, player.castle)])
        for player in view.players]
    status = f"{seen.say('board.round', round=view.round)} · {seen.say('board.goal', count=view.goal)}"
    return Poster(status, whole, told)


def figures(seen: Seen[View], built: CastleView) -> list[str]:
    return [seen.say("board.floors", count=built.floors), seen.say("board.windows", count=built.windows),
            seen.say("board.roofs", count=built.roofs), seen.say("board.people", count=built.people)]


# ---------------------------------------------------------------- tiles


def lying(seen: Seen[View], id: str | None, scale: float) -> Block:
    """A tile as it lies on the table, or its back."""
    edge = Markup(f'<rect x="-2" y="-2" width="124" height="94" rx="6" fill="{INK}"/>')
    if id is None:
        inside = ART.use("cb-tile-back", 0, 0, TILE_WIDE, TILE_HIGH)
    else:
        inside = Markup('<svg class="clip" width="120" height="90" viewBox="0 0 120 90">{}{}</svg>').format(
            ART.use("cb-sky", 0, 0, TILE_WIDE, TILE_HIGH), tile(seen.pieces[id]))
    return scaled(Markup(f'<g transform="translate(2 2)">{escape(edge)}{escape(inside)}</g>'),
                  TILE_WIDE + 4, TILE_HIGH + 4, scale)


def free(scale: float) -> Block:
    """A place where a tile could lie."""
    return scaled(Markup('<rect x="3" y="3" width="118" height="88" rx="6" fill="none" stroke="var(--wd0)" '
                         'stroke-width="3" stroke-dasharray="8 7" opacity=".7"/>'), TILE_WIDE + 4, TILE_HIGH + 4, scale)


# ---------------------------------------------------------------- castles


def castle(seen: Seen[View], player: PlayerView, floors: int) -> Block:
    """One player: coins on the way to the goal, the castle in its land, the tiles of others as far as known."""
    goal, seat = seen.view.goal, player.seat
    shines = seen.shines(seat, seen.view.turn)
    taken = [id for id, number in player.coins_taken.items() for _ in range(number)]
    purse = [boxed(coin(id), 24, 24) for id in taken]
    purse += [Block(24, 24, Markup('<circle cx="12" cy="12" r="10" fill="var(--vellum-2)" stroke="var(--line-strong)" '
                                   'stroke-dasharray="3 3"/>'))] * (goal - len(taken))
    counts = [row(purse, 4), count(ART, "i-hand", player.held, 19)]
    if player.royals:
        counts.append(count(ART, "i-crown", len(player.royals), 18))
    chips = row([chip(text(one, 12.5), "var(--vellum-2)") for one in figures(seen, player.castle)], 6)
    below = 0.0 if seat == seen.seat else HELD + 9
    view = scene(seen, player.castle, floors, HELD + 9 - below)
    parts = [person(ART, seen, seat, WIDE, counts, shines), view, chips]
    return panel(column([*parts, *([held(seen, player)] if below else [])], 9), seat=seat, shines=shines)


def held(seen: Seen[View], player: PlayerView) -> Block:
    """Somebody's tiles: the known ones, and the backs of the others."""
    tiles = [one.tile for one in [*player.royals, *player.holder]]
    scale = min(SMALL, (WIDE + 4) / max(1, len(tiles)) / (TILE_WIDE + 16))
    return within(row([lying(seen, one, scale) for one in tiles], 4), WIDE, HELD, 0)


def scene(seen: Seen[View], built: CastleView, floors: int, higher: float = 0) -> Block:
    """A castle in its land under the sky; all scenes have room for as many floors."""
    box = room(built)
    high = round(floors * TILE_HIGH + BELOW + ABOVE + higher * box["wide"] / WIDE, 1)
    top = -(high - BELOW)
    moon = box["wide"] - 170
    sky = Markup(f'<rect x="-72" y="{top:g}" width="{box["wide"]:g}" height="{high:g}" fill="url(#sky)"/>'
                 f'<circle cx="{escape(moon)}" cy="{top + 80:g}" r="44" fill="var(--celest)" opacity=".4"/>'
                 f'<circle cx="{escape(moon)}" cy="{top + 80:g}" r="33" fill="var(--celest)"/>'
                 f'{ART.use("cloud", -40, top + 40, 150, 60)}{ART.use("cloud", 330, top + 24, 104, 42)}'
                 f'{ART.use("birds", 190, top + 70, 58, 23)}')
    stones = Markup().join(moved(tile(seen.pieces[one.tile]), HALF * one.column, -TILE_HIGH * one.floor)
                           for one in sorted(built.tiles, key=lambda one: (one.floor, one.column)))
    ground = boxed(land(built), box["wide"], box["high"])
    view = f"-72 {top:g} {box['wide']} {high:g}"
    return window(sky + moved(ground.drawn, -72, -(box["high"] - BELOW)) + stones, WIDE,
                  round(WIDE * high / box["wide"], 1), view)


# ---------------------------------------------------------------- the market


def market(seen: Seen[View], high_enough: float = 0) -> Block:
    """The path with its barons, and the tiles and coins inside it."""
    view = seen.view
    wide, high, cells = ring(len(view.path))
    drawn = path(view.path)
    tiles = row([lying(seen, slot.tile, MARKET) if slot.tile else free(MARKET) for slot in view.market], 5)
    coins = row([boxed(coin(slot.coin), 50, 50) if slot.coin else Block(50, 50, Markup())
                 for slot in view.coins], 16)
    inside = column([tiles, coins], 10, 0.5)
    shrunk = min(1.0, (wide - 2) * CELL / (inside.width + 8))
    inside = scaled(inside.drawn, inside.width, inside.height, shrunk)
    drawn += within(inside, wide * CELL, high * CELL).drawn
    for player in sorted(view.players, key=lambda player: cells[player.baron][1]):
        x, y = middle(cells[player.baron])
        drawn += Markup(f'<g style="--pc:var(--{escape(tincture(player.seat))})">'
                        f'{ART.use("cb-baron", x - 20, y - 39, 40, 53)}</g>')
        drawn += ART.use(f"sh-{tincture(player.seat)}", x - 7, y - 8, 14, 16)
    box = wide * CELL + 10, high * CELL + 10 + HAT
    board = scaled(moved(drawn, 5, 5 + HAT), *box, WIDE / box[0])
    many, few = view.pile.count, view.coin_pile.count
    left = seen.say("board.left", tiles=f"{many} {seen.say('board.tile_word', count=many)}",
                    coins=f"{few} {seen.say('board.coin_word', count=few)}")
    title = heading(ART, "i-market", seen.say("board.market"), left, WIDE)
    return column([title, within(board, WIDE, high_enough - title.height - 8)], 8)


# ---------------------------------------------------------------- tiles at hand


def at_hand(seen: Seen[View], own: PlayerView) -> list[Shelved]:
    """The viewer's tiles, the free places of the holder, and the royal tiles that nobody can take."""
    free = [Shelved(None)] * (seen.view.limit - len(own.holder))
    return [*(Shelved(one.tile) for one in own.holder), *free,
            *(Shelved(one.tile, royal=True) for one in own.royals)]


def shelved(seen: Seen[View], one: Shelved, scale: float) -> Block:
    """A tile on a shelf, with a crown if it is royal and a number if there are several of it."""
    if one.tile is None:
        return free(scale)
    drawn = lying(seen, one.tile, scale)
    if one.royal:
        return layers(drawn, CROWN)
    if one.number == 1:
        return drawn
    x = drawn.width - 10
    mark = Markup(f'<circle cx="{x:g}" cy="9" r="11" fill="#fffaf0" stroke="{INK}" stroke-width="1.5"/>')
    return layers(drawn, Block(0, 0, mark + figure(f"×{one.number}", x, 13.5, 13, INK)))


def on_wood(seen: Seen[View], tiles: Sequence[Shelved], across: int, scale: float, wide: float,
            high: float = 0) -> Block:
    """Tiles on the wood of a holder, in rows of so many."""
    drawn = [shelved(seen, one, scale) for one in tiles]
    there = column([row(drawn[first:first + across], 8) for first in range(0, len(drawn), across)], 8)
    high = max(high, there.height + 26)
    wood = Markup(f'<rect width="{wide:g}" height="{high:g}" rx="8" fill="url(#oak)"/>'
                  f'<path d="M6 1.5H{wide - 6:g}" stroke="var(--wd0)" stroke-width="2"/>')
    return Block(wide, high, wood + within(there, wide, high).drawn)


def shelf(seen: Seen[View], own: PlayerView | None, wide: float, high: float) -> Block:
    """The own tiles with their title above, as large as they fit; a spectator sees the discarded ones."""
    if own is None:
        tiles = [Shelved(one.tile, one.count) for one in seen.view.discard.tiles]
        title = heading(ART, "i-hand", seen.say("board.discards"), str(seen.view.discard.count), wide)
    else:
        tiles = at_hand(seen, own)
        title = heading(ART, "i-hand", seen.say("board.holder_of", seat=own.seat), number_of(seen, own), wide)
    if not tiles:
        return column([title, text(seen.say("board.pile_empty"), 14, "var(--ink-2)")], 10)
    left = high - title.height - 10
    sizes = [(min((wide - 24) / across - 8, ((left - 18) / -(-len(tiles) // across) - 8) * RATIO), across)
             for across in range(1, len(tiles) + 1)]
    size, across = max(sizes)
    return column([title, on_wood(seen, tiles, across, min(1.25, size / (TILE_WIDE + 4)), wide, left)], 10)


def long_shelf(seen: Seen[View], own: PlayerView, wide: float) -> Block:
    """The own tiles in one row with their title at the left."""
    tiles, wood = at_hand(seen, own), wide - 200
    title = column([text(seen.say("board.holder_of", seat=own.seat), 19, title=True, widest=180),
                    text(number_of(seen, own), 14, "var(--ink-2)")], 2)
    scale = min(0.95, ((wood - 16) / len(tiles) - 8) / (TILE_WIDE + 4))
    return row([within(title, 184, across=0), on_wood(seen, tiles, len(tiles), scale, wood)], 16)


def number_of(seen: Seen[View], own: PlayerView) -> str:
    return seen.say("board.of", count=own.held, limit=seen.view.limit)
