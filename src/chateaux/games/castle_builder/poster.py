"""The table of Castle Builder as one drawing: every castle, the market inside the barons' path, the tiles at hand."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from markupsafe import Markup

from chateaux.art import figure
from chateaux.games.castle_builder.drawing import (
    ABOVE,
    ART,
    BELOW,
    CELL,
    HALF,
    INK,
    OVER,
    coin,
    land,
    middle,
    path,
    ring,
    room,
    tile,
)
from chateaux.games.castle_builder.drawing import HIGH as TILE_HIGH
from chateaux.games.castle_builder.drawing import WIDE as TILE_WIDE
from chateaux.poster import (
    GAP,
    PAD,
    Block,
    Poster,
    Seen,
    chip,
    column,
    count,
    grid,
    heading,
    icon,
    layers,
    moved,
    panel,
    person,
    row,
    scaled,
    seated,
    spread,
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

Player = Mapping[str, Any]


def poster(seen: Seen) -> Poster:
    """Castles and market side by side; the viewer's own tiles below, or beside four castles."""
    view = seen.view
    floors = max(room(player["castle"])["floors"] for player in view["players"])
    castles = [castle(seen, player, floors) for player in view["players"]]
    high = castles[0].height
    own = None if seen.seat is None else view["players"][seen.seat]
    if len(castles) == 4:
        left = grid(castles, 2)
        shop = panel(market(seen))
        more = left.height - shop.height - GAP
        whole = row([left, column([shop, panel(shelf(seen, own, WIDE, more - 2 * PAD), high=more)])], align=0)
    else:
        whole = grid([*castles, panel(market(seen, high - 2 * PAD))], 3 if len(castles) == 2 else 2)
        if own is not None:
            whole = column([whole, panel(long_shelf(seen, own, whole.width - 2 * PAD))])
    told = [f"{seen.names[player['seat']]}: {seen.say('board.coins_of_goal', count=player['coins'], goal=view['goal'])}, "
            + ", ".join(figures(seen, player["castle"])) for player in view["players"]]
    status = f"{seen.say('board.round', round=view['round'])} · {seen.say('board.goal', count=view['goal'])}"
    return Poster(status, whole, told)


def figures(seen: Seen, built: Mapping[str, Any]) -> list[str]:
    return [seen.say(f"board.{what}", count=built[what]) for what in ("floors", "windows", "roofs", "people")]


# ---------------------------------------------------------------- tiles


def lying(seen: Seen, id: str | None, scale: float) -> Block:
    """A tile as it lies on the table, or its back."""
    edge = f'<rect x="-2" y="-2" width="124" height="94" rx="6" fill="{INK}"/>'
    if id is None:
        inside = ART.use("cb-tile-back", 0, 0, TILE_WIDE, TILE_HIGH)
    else:
        inside = Markup('<svg class="clip" width="120" height="90" viewBox="0 0 120 90">{}{}</svg>').format(
            ART.use("cb-sky", 0, 0, TILE_WIDE, TILE_HIGH), tile(seen.view["tiles"][id]))
    return scaled(Markup(f'<g transform="translate(2 2)">{edge}{inside}</g>'), TILE_WIDE + 4, TILE_HIGH + 4, scale)


def free(scale: float) -> Block:
    """A place where a tile could lie."""
    return scaled(Markup('<rect x="3" y="3" width="118" height="88" rx="6" fill="none" stroke="var(--wd0)" '
                         'stroke-width="3" stroke-dasharray="8 7" opacity=".7"/>'), TILE_WIDE + 4, TILE_HIGH + 4, scale)


# ---------------------------------------------------------------- castles


def castle(seen: Seen, player: Player, floors: int) -> Block:
    """One player: coins on the way to the goal, the castle in its land, the tiles of others as far as they are known."""
    goal, seat = seen.view["goal"], player["seat"]
    turn = seat == seen.view["turn"] and not seen.view["over"]
    taken = [id for id, number in player["coins_taken"].items() for _ in range(number)]
    purse = [seated(coin(id), 24, 24) for id in taken]
    purse += [Block(24, 24, Markup('<circle cx="12" cy="12" r="10" fill="var(--vellum-2)" stroke="var(--line-strong)" '
                                   'stroke-dasharray="3 3"/>'))] * (goal - len(taken))
    counts = [row(purse, 4), count(ART, "i-hand", player["held"], 19)]
    if player["royals"]:
        counts.append(count(ART, "i-crown", len(player["royals"]), 18))
    chips = row([chip(text(one, 12.5), "var(--vellum-2)") for one in figures(seen, player["castle"])], 6)
    below = 0.0 if seat == seen.seat else HELD + 9
    parts = [person(ART, seen, seat, WIDE, counts, turn), scene(seen, player["castle"], floors, HELD + 9 - below), chips]
    return panel(column([*parts, *([held(seen, player)] if below else [])], 9), seat=seat, turn=turn)


def held(seen: Seen, player: Player) -> Block:
    """Somebody's tiles: the known ones, and the backs of the others."""
    tiles = [one["tile"] for one in [*player["royals"], *player["holder"]]]
    scale = min(SMALL, (WIDE + 4) / max(1, len(tiles)) / (TILE_WIDE + 16))
    return within(row([lying(seen, one, scale) for one in tiles], 4), WIDE, HELD, 0)


def scene(seen: Seen, built: Mapping[str, Any], floors: int, higher: float = 0) -> Block:
    """A castle in its land under the sky; all scenes have room for as many floors."""
    box = room(built)
    high = round(floors * TILE_HIGH + BELOW + ABOVE + higher * box["wide"] / WIDE, 1)
    top = -(high - BELOW)
    moon = box["wide"] - 170
    sky = Markup(f'<rect x="-72" y="{top:g}" width="{box["wide"]}" height="{high:g}" fill="url(#sky)"/>'
                 f'<circle cx="{moon}" cy="{top + 80:g}" r="44" fill="var(--celest)" opacity=".4"/>'
                 f'<circle cx="{moon}" cy="{top + 80:g}" r="33" fill="var(--celest)"/>'
                 f'{ART.use("cloud", -40, top + 40, 150, 60)}{ART.use("cloud", 330, top + 24, 104, 42)}'
                 f'{ART.use("birds", 190, top + 70, 58, 23)}')
    stones = Markup().join(moved(tile(seen.view["tiles"][one["tile"]]), HALF * one["column"], -TILE_HIGH * one["floor"])
                           for one in sorted(built["tiles"], key=lambda one: (one["floor"], one["column"])))
    ground = seated(land(built), box["wide"], box["high"])
    view = f"-72 {top:g} {box['wide']} {high:g}"
    return window(sky + moved(ground.drawn, -72, -(box["high"] - BELOW)) + stones, WIDE,
                  round(WIDE * high / box["wide"], 1), view)


# ---------------------------------------------------------------- the market


def market(seen: Seen, high_enough: float = 0) -> Block:
    """The path with its barons, and the tiles and coins inside it."""
    view = seen.view
    wide, high, cells = ring(len(view["path"]))
    drawn = path(view["path"])
    tiles = row([lying(seen, slot["tile"], MARKET) if slot["tile"] else free(MARKET) for slot in view["market"]], 5)
    coins = row([seated(coin(slot["coin"]), 50, 50) if slot["coin"] else Block(50, 50, Markup())
                 for slot in view["coins"]], 16)
    inside = column([tiles, coins], 10, 0.5)
    shrunk = min(1.0, (wide - 2) * CELL / (inside.width + 8))
    inside = scaled(inside.drawn, inside.width, inside.height, shrunk)
    drawn += moved(inside.drawn, round((wide * CELL - inside.width) / 2, 2), round((high * CELL - inside.height) / 2, 2))
    for player in sorted(view["players"], key=lambda player: cells[player["baron"]][1]):
        x, y = middle(cells[player["baron"]])
        drawn += Markup(f'<g style="--pc:var(--p{player["seat"] % 5 + 1})">'
                        f'{ART.use("cb-baron", x - 20, y - 39, 40, 53)}</g>')
        drawn += ART.use(f"sh-p{player['seat'] % 5 + 1}", x - 7, y - 8, 14, 16)
    box = wide * CELL + 10, high * CELL + 10 + OVER
    board = scaled(moved(drawn, 5, 5 + OVER), *box, WIDE / box[0])
    left = seen.say("board.left", tiles=view["pile"]["count"], coins=view["coin_pile"]["count"])
    title = heading(ART, "i-market", seen.say("board.market"), left, WIDE)
    return column([title, within(board, WIDE, high_enough - title.height - 8)], 8)


# ---------------------------------------------------------------- tiles at hand


def at_hand(seen: Seen, own: Player | None) -> tuple[list[str | None], int, str, str]:
    """The viewer's tiles, free places as None, with the number of royal ones at the end; or those everybody sees."""
    if own is None:
        found = [one["tile"] for one in seen.view["discard"]["tiles"]]
        return found, 0, seen.say("board.discards"), str(seen.view["discard"]["count"])
    tiles: list[str | None] = [one["tile"] for one in own["holder"]]
    tiles += [None] * (seen.view["limit"] - len(tiles))
    return ([*tiles, *(one["tile"] for one in own["royals"])], len(own["royals"]),
            seen.say("board.holder_of", seat=own["seat"]),
            seen.say("board.of", count=own["held"], limit=seen.view["limit"]))


def on_wood(seen: Seen, tiles: Sequence[str | None], royals: int, across: int, scale: float, wide: float) -> Block:
    """Tiles on the wood of a holder, in rows of so many; royal ones, which nobody can take, have a crown."""
    drawn = [free(scale) if tile is None else lying(seen, tile, scale) for tile in tiles]
    for number in range(len(drawn) - royals, len(drawn)):
        drawn[number] = layers(drawn[number], CROWN)
    rows = [row(drawn[first:first + across], 8) for first in range(0, len(drawn), across)]
    lying_there = column(rows, 8)
    high = lying_there.height + 26
    wood = Markup(f'<rect width="{wide:g}" height="{high:g}" rx="8" fill="url(#oak)"/>'
                  f'<path d="M6 1.5H{wide - 6:g}" stroke="var(--wd0)" stroke-width="2"/>')
    return Block(wide, high, wood + moved(within(lying_there, wide, across=0.5).drawn, 0, 12))


def shelf(seen: Seen, own: Player | None, wide: float, high: float) -> Block:
    """Tiles with their title above, as large as they fit."""
    tiles, royals, name, number = at_hand(seen, own)
    title = heading(ART, "i-hand", name, number, wide)
    if not tiles:
        return column([title, text(seen.say("board.pile_empty"), 14, "var(--ink-2)")], 10)
    room = high - title.height - 40
    sizes = [(min((wide - 24) / across - 8, ((room + 8) / -(-len(tiles) // across) - 8) * RATIO), across)
             for across in range(1, len(tiles) + 1)]
    size, across = max(sizes)
    return column([title, on_wood(seen, tiles, royals, across, min(size / (TILE_WIDE + 4), 1.4), wide)], 10)


def long_shelf(seen: Seen, own: Player, wide: float) -> Block:
    """Tiles in one row with their title at the left."""
    tiles, royals, name, number = at_hand(seen, own)
    title = column([text(name, 19, title=True, widest=180), text(number, 14, "var(--ink-2)")], 2)
    wood = wide - 200
    scale = min(0.95, ((wood - 16) / len(tiles) - 8) / (TILE_WIDE + 4))
    return row([within(title, 184, across=0), on_wood(seen, tiles, royals, len(tiles), scale, wood)], 16)
