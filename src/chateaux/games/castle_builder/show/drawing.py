"""How Castle Builder looks: tiles, castles and the barons' path, composed from the symbols of `art.svg`.

A tile is drawn from its data: which halves are stone and sky at the bottom and on top, its numbers, and what stands or
opens in it. So somebody's own tiles are drawn too. A tile's box is 120 × 90, half a tile is 60 wide.
"""
from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

from markupsafe import Markup, escape

from chateaux.games.castle_builder.schema import CastleView, Space
from chateaux.look.art import INK, Art, figure
from chateaux.look.words import Words

ART: Final = Art(Path(__file__).parent / "art.svg")
PAPER: Final = "#fffaf0"
WIDE, HIGH = 120, 90
HALF: Final = 60
BELOW: Final = 86  # from the ground floor to the lower edge of a scene
ABOVE: Final = 30  # over the highest floor that is shown
LEAST: Final = 4  # floors that a scene has room for
CELL: Final = 48  # a space of the path
HAT: Final = 16  # pixels that a baron's hat needs over the path

PEOPLE: Final = ("noble", "lady", "soldier", "prince", "princess", "guard", "cook", "scholar")
ROOFS: Final = ("cb-roof-tower", "cb-roof-gable", "cb-roof-twin")
PLAIN: Final = ("a", "ivy", "banner", "torch", "c", "d")  # bodies of walls with nothing in them

Tile = Mapping[str, Any]  # as in pieces.json


def seed(tile: Tile) -> int:
    """A number of its own for each kind of tile, for the small differences between walls."""
    return zlib.crc32(tile["id"].encode())


# ---------------------------------------------------------------- a tile


def tile(printed: Tile, numbers: bool = True) -> Markup:
    """A tile without its sky. Without numbers it is a miniature: no plates, no rubies."""
    if not usual(printed):
        return plain(printed, numbers)
    drawn = Markup().join(body(printed))
    if numbers:
        drawn += Markup().join(plates(printed))
    return drawn


def body(printed: Tile) -> list[Markup]:
    """Stone, roofs, windows and people."""
    top, bottom = printed["top_pattern"], printed["bottom_pattern"]
    if printed["id"] == "gate":
        return [ART.use("cb-gate", 0, 0, WIDE, HIGH)]
    if "sky" in bottom:
        return [ART.use("cb-stone-right" if bottom[0] == "sky" else "cb-stone-left", 0, 0, WIDE, HIGH)]
    if top == ["sky", "sky"]:
        return crowned(printed)
    if "sky" in top:
        return [ART.use("cb-slope-left" if top[0] == "sky" else "cb-slope-right", 0, 0, WIDE, HIGH)]
    return wall(printed)


def crowned(printed: Tile) -> list[Markup]:
    """A tile that ends in the sky: a roof, somebody on a balcony, or empty battlements."""
    if printed["roofs"]:
        return [ART.use(ROOFS[seed(printed) % len(ROOFS)], 0, 0, WIDE, HIGH)]
    who = person(printed)
    if who is None:
        return [ART.use("cb-battlement", 0, 0, WIDE, HIGH)]
    rail = "cb-battlement" if who == "soldier" else "cb-balcony"
    return [ART.use(f"cb-p-{who}", 36, 0 if printed["tick"] else 2, 48, 66), ART.use(rail, 0, 0, WIDE, HIGH)]


def person(printed: Tile) -> str | None:
    """Who stands on a tile: by its name, or anybody."""
    if not printed["people"]:
        return None
    name = printed["id"].partition("_")[0]
    return name if name in PEOPLE else PEOPLE[seed(printed) % len(PEOPLE)]


def wall(printed: Tile) -> list[Markup]:
    """Stone from edge to edge, and what is in it."""
    number = seed(printed)
    window = "cb-window-b" if number % 3 == 1 else "cb-window-a"
    who, windows = person(printed), printed["windows"]
    if printed["tick"]:
        return [ART.use("cb-stone-mason", 0, 0, WIDE, HIGH)]
    if who is not None:
        niche = ART.use("cb-niche", 0, 0, WIDE, HIGH) + ART.use(f"cb-p-{who}", 36, 22, 48, 66)
        return [ART.use("cb-stone-" + "abcd"[number % 4], 0, 0, WIDE, HIGH),
                Markup(f'<g transform="translate(-26 0)">{escape(niche)}</g>')]
    if printed["bottom"] != printed["top"]:
        small = [ART.use("cb-window-a", x, 44, 18, 30) for x in (15, 87)[:windows]]
        return [ART.use("cb-stone-vault", 0, 0, WIDE, HIGH), *small]
    if not windows:
        kind = PLAIN[number % len(PLAIN)] if not printed["rubies"] else "abcd"[number % 4]
        return [ART.use("cb-stone-" + kind, 0, 0, WIDE, HIGH)]
    stone = ART.use("cb-stone-" + "abcd"[number % 4], 0, 0, WIDE, HIGH)
    if windows == 1:
        return [stone, ART.use(window, 18 if on_the_left(printed) else 72, 20, 30, 50)]
    return [stone, ART.use(window, 7, 20, 27, 45), ART.use(window, 86, 20, 27, 45)]


def on_the_left(printed: Tile) -> bool:
    """On which side a single window is."""
    return seed(printed) % 2 == 0


def plates(printed: Tile) -> list[Markup]:
    """Numbers, tick, no new floor, rubies: what the rules read."""
    top, bottom = printed["top_pattern"], printed["bottom_pattern"]
    rubies = printed["rubies"]
    if printed["id"] == "gate":
        return [crown(printed["top"], 60, 17)]
    if printed["tick"]:
        return ticked(printed)
    if top == ["sky", "sky"]:
        return [plate(printed["bottom"], 60, 70), *gems(rubies, 5, 65, 91)]
    if "sky" in top:
        left = top[0] == "sky"
        return [base(printed["bottom"], 60, 71), crown(printed["top"], 90 if left else 30, 20),
                *gems(rubies, 4, 62, 92)]
    if "sky" in bottom:
        right = bottom[0] == "sky"
        return [crown(printed["top"], 92 if right else 28, 20), base(printed["bottom"], 92 if right else 28, 68)]
    if printed["people"]:
        return [plate(printed["bottom"], 90, 45), *gems(rubies, 78, 4, 54)]
    if printed["bottom"] != printed["top"]:
        return [crown(printed["top"], 60, 19), base(printed["bottom"], 60, 70), *gems(rubies, 4, 4, 92)]
    x = 60 if printed["windows"] != 1 else 83 if on_the_left(printed) else 37
    return [plate(printed["bottom"], x, 45), *gems(rubies, 4, 5, 92)]


def ticked(printed: Tile) -> list[Markup]:
    """The plates of a tile that takes any sum."""
    bottom = printed["bottom_pattern"]
    if printed["top"] is None:
        return [ART.use("cb-tick", 43, 55, 34, 34), *gems(printed["rubies"], 5, 65, 91)]
    if "sky" not in bottom:
        x, tick, stairs = 60, 45, 82
    elif bottom[0] == "sky":
        x, tick, stairs = 92, 92, 72
    else:
        x, tick, stairs = 28, 0, 27
    drawn = [crown(printed["top"], x, 20), ART.use("cb-tick", tick, 54, 28, 28)]
    if printed["no_new_floor"]:
        drawn.append(ART.use("cb-no-new-floor", stairs, 59, 21, 21))
    return drawn


def usual(printed: Tile) -> bool:
    """Whether a tile is of the sorts that the house's pictures show with all that is printed on it."""
    top, bottom, sign = printed["top_pattern"], printed["bottom_pattern"], printed["no_new_floor"]
    windows, people, roofs = printed["windows"], printed["people"], printed["roofs"]
    bare = not windows + people + roofs
    if printed["id"] == "gate":
        return bare and not printed["rubies"]
    if "sky" in bottom:
        return bool(top == bottom and bare and not printed["rubies"] and (printed["tick"] or not sign))
    if top == ["sky", "sky"]:
        return not sign and not windows and people + roofs < 2
    if "sky" in top:
        return not sign and not printed["tick"] and roofs == 1 and not windows + people
    if printed["tick"]:
        return bool(bare and not printed["rubies"])
    if people:
        return not sign and people == 1 and not windows + roofs and printed["bottom"] == printed["top"]
    return not sign and not roofs and windows < 3


def plain(printed: Tile, numbers: bool) -> Markup:
    """Any other tile, of somebody's own set: its stone, quarter by quarter, and everything printed on it in rows."""
    top, bottom = printed["top_pattern"], printed["bottom_pattern"]
    drawn = [Markup(f'<rect x="{x + 1:g}" y="{y + 1:g}" width="58" height="43" fill="var(--st1)" stroke="{INK}" '
                    'stroke-width="1.6"/>')
             for y, edge in ((0, top), (45, bottom)) for x, half in ((0, edge[0]), (60, edge[1])) if half == "stone"]
    icons = [(name, wide) for name, wide, kind in (("cb-window-a", 9, "windows"), ("cb-p-guard", 11, "people"),
                                                    ("cb-roof-tower", 16, "roofs"), ("cb-ruby", 13, "rubies"))
             for _ in range(printed[kind]) if numbers or kind != "rubies"]
    step = min(14.0, 116 / max(1, len(icons)))
    for number, (name, wide) in enumerate(icons):
        drawn.append(ART.use(name, 60 + (number - len(icons) / 2) * step, 38, wide, 15))
    if not numbers:
        return Markup().join(drawn)
    if printed["top"] is not None:
        drawn.append(crown(printed["top"], stone_middle(top), 16))
    if printed["tick"]:
        drawn.append(ART.use("cb-tick", stone_middle(bottom) - 14, 58, 28, 28))
    elif printed["bottom"] is not None:
        drawn.append(base(printed["bottom"], stone_middle(bottom), 72))
    if printed["no_new_floor"]:
        drawn.append(ART.use("cb-no-new-floor", 97 if bottom[1] == "stone" else 2, 66, 21, 21))
    return Markup().join(drawn)


def stone_middle(edge: Sequence[str]) -> int:
    """Where the stone of an edge has its middle."""
    return 60 if edge[0] == edge[1] else 30 if edge[0] == "stone" else 84


def plate(number: int, x: float, y: float) -> Markup:
    """One number for below and above."""
    return ART.use("cb-plate", x - 23, y - 18, 46, 36) + figure(number, x, y + 9, 25, INK)


def base(number: int, x: float, y: float) -> Markup:
    """The number that has to match what is below."""
    return ART.use("cb-plate-base", x - 23, y - 18, 46, 36) + figure(number, x, y + 5.5, 22, INK)


def crown(number: int, x: float, y: float) -> Markup:
    """The number for what is built above."""
    return ART.use("cb-plate-crown", x - 21, y - 16, 42, 33) + figure(number, x, y + 13, 21, PAPER)


def gems(count: int, x: float, y: float, other: float) -> list[Markup]:
    """Rubies, the first here, the second there, the others beside them."""
    return [ART.use("cb-ruby", (x, other)[number % 2] + number // 2 * 10, y, 24, 22) for number in range(count)]


# ---------------------------------------------------------------- symbols and what uses them


def symbols(pieces: Sequence[Mapping[str, Any]], words: Words) -> Markup:
    """Every tile, and its miniature, as a symbol, so that a board only names them."""
    return Markup().join(
        Markup(f'<symbol id="face-{escape(piece["id"])}" viewBox="0 0 120 90" overflow="visible">'
               f'{tile(piece)}</symbol>'
               f'<symbol id="tiny-{escape(piece["id"])}" viewBox="0 0 120 90" overflow="visible">'
               f'{tile(piece, False)}</symbol>')
        for piece in pieces if "bottom_pattern" in piece)


@lru_cache(maxsize=1024)
def lying(id: str) -> Markup:
    """A tile as it lies on the table, with paper sky behind it."""
    return Markup(f'<svg class="ctile" viewBox="-2 -2 124 94" aria-hidden="true"><rect x="-2" y="-2" width="124" '
                  f'height="94" rx="6" fill="{INK}"/><svg class="clip" width="120" height="90" viewBox="0 0 120 90">'
                  f'{ART.use("cb-sky", 0, 0, WIDE, HIGH)}<use href="#face-{escape(id)}"/></svg></svg>')


@lru_cache(maxsize=1024)
def standing(id: str) -> Markup:
    """A tile in a castle: its sky is the sky."""
    return Markup(f'<svg class="ctile" viewBox="0 0 120 90" aria-hidden="true"><use href="#face-{escape(id)}"/></svg>')


@cache
def back() -> Markup:
    """The back of a tile."""
    return Markup(f'<svg class="ctile" viewBox="-2 -2 124 94" aria-hidden="true"><rect x="-2" y="-2" width="124" '
                  f'height="94" rx="6" fill="{INK}"/>{ART.use("cb-tile-back", 0, 0, WIDE, HIGH)}</svg>')


@lru_cache(maxsize=1024)
def coin(id: str) -> Markup:
    """A coin with its effect; one without a picture shows its back."""
    name = f"cb-coin-{id}" if f"cb-coin-{id}" in ART.symbols else "cb-coin-back"
    return Markup(f'<svg class="ccoin" viewBox="0 0 56 56" aria-hidden="true"><use href="#{escape(name)}"/></svg>')


# ---------------------------------------------------------------- castles


def room(castle: CastleView) -> dict[str, int]:
    """The box of a castle's scene: the floors it has, and the sky over them."""
    floors = max(LEAST, castle.floors + 1)
    return {"floors": floors, "wide": castle.slots * WIDE + 144, "high": floors * HIGH + BELOW + ABOVE}


def spot(castle: CastleView, floor: int, column: int) -> Markup:
    """Where a tile is in its scene, as a style."""
    box = room(castle)
    return placed(box["wide"], box["high"], floor, column)


@lru_cache(maxsize=4096)
def placed(wide: int, high: int, floor: int, column: int) -> Markup:
    return Markup(f"left:{(72 + HALF * column) / wide:.4%};bottom:{(BELOW + HIGH * (floor - 1)) / high:.4%};"
                  f"width:{WIDE / wide:.4%};height:{HIGH / high:.4%};z-index:{floor:g}")


def land(castle: CastleView) -> Markup:
    """Hills, trees and the foundation, in the box of a castle's scene; they reach far beyond it."""
    box = room(castle)
    return hills(castle.slots * WIDE, box["wide"], box["high"])


@lru_cache(maxsize=256)
def hills(wide: int, across: int, high: int) -> Markup:
    right = wide - 600  # the art is drawn for five slots
    return Markup(
        f'<svg class="land" viewBox="-72 {-(high - BELOW):g} {across:g} {high:g}" aria-hidden="true">'
        '<path d="M-1600-20C-1000-130-500-90-200-110S-60-110 60-140s210-40 330 0 220-60 340-20 200 40 420 30 700-60 '
        '1200-10v700H-1600z" fill="var(--hill0)"/>'
        '<path d="M-1600 10C-900-70-250-60-60-50S20-40 140-66s260-30 400 6 250-50 460-20 700 0 1400 20v700H-1600z" '
        'fill="var(--hill1)"/>'
        f'{ART.use("tree-b", -72, -104, 36, 72)}{ART.use("tree-a", -40, -78, 40, 64)}'
        f'{ART.use("tree-b", 622 + right, -110, 38, 76)}{ART.use("tree-a", 652 + right, -78, 40, 64)}'
        f'{ART.use("tree-b", -190, -96, 40, 80)}{ART.use("tree-a", -270, -70, 44, 70)}'
        f'{ART.use("tree-a", 770 + right, -84, 44, 70)}{ART.use("tree-b", 850 + right, -100, 40, 80)}'
        '<path d="M-1600 34q1900-50 3900 0v700H-1600z" fill="var(--hill2)"/>'
        f'{ART.use("cb-foundation", -10, -4, wide + 20, 60)}'
        f'<path d="M-1600 60Q-300 26 {wide / 2 - 60:g} 44q20 30-20 400H-1600zM2300 60Q{900 + right:g} 26 '
        f'{wide / 2 + 80:g} '
        '44q-16 30 20 400H2300z" fill="var(--hill3)"/>'
        f'<path d="M{wide / 2 - 50:g} 46h120l60 400h-240z" fill="var(--st2)"/><path '
        f'd="M{wide / 2 - 54:g} 62h128M'
        f'{wide / 2 - 62:g} 78h144" stroke="var(--st3)" stroke-width="2"/>'
        f'{ART.use("bush", -60, 26, 70, 33)}{ART.use("bush", 590 + right, 28, 66, 30)}</svg>')


def mini(castle: CastleView) -> Markup:
    """A castle in miniature, without numbers."""
    wide = castle.slots * WIDE
    high = HIGH * max(castle.floors, 3) + 60
    tiles = Markup().join(
        Markup(f'<use href="#tiny-{escape(built.tile)}" x="{HALF * built.column:g}" '
               f'y="{-HIGH * built.floor:g}" '
               f'width="120" height="90" data-vt="tile-{escape(built.tile)}"/>')
        for built in sorted(castle.tiles, key=lambda built: built.floor))
    return Markup(
        f'<svg class="mini x" viewBox="-70 {-high:g} {wide + 140:g} {high + 66:g}" '
        f'preserveAspectRatio="xMidYMax meet" '
        'aria-hidden="true"><path d="M-1600 30C-500-60-200-30 300-34s500-30 1900 10v200H-1600z" fill="var(--hill1)"/>'
        f'{ART.use("cb-foundation", -10, -4, wide + 20, 60)}{escape(tiles)}'
        '<path d="M-1600 50q1900-24 3800 0v160H-1600z" fill="var(--hill3)"/></svg>')


def trophy(castle: CastleView) -> Markup:
    """A castle as it stands, on its rock: the box is as wide as its slots and as high as the castle."""
    wide, high = castle.slots * WIDE, HIGH * castle.floors + 8
    tiles = Markup().join(
        Markup(f'<use href="#tiny-{escape(built.tile)}" x="{HALF * built.column:g}" y="{-HIGH * built.floor:g}" '
               f'width="{WIDE:g}" height="{HIGH:g}"/>')
        for built in sorted(castle.tiles, key=lambda built: built.floor))
    return Markup(f'<svg class="hill" viewBox="-66 {-high:g} {wide + 132:g} {high + 56:g}" aria-hidden="true">'
                  f'{ART.use("cb-foundation", -10, -4, wide + 20, 60)}{escape(tiles)}</svg>')


# ---------------------------------------------------------------- the path


@lru_cache(maxsize=64)
def ring(length: int) -> tuple[int, int, list[tuple[int, int]]]:
    """A ring of cells for a path: how wide, how high, and the cells clockwise from the upper left corner.

    >>> wide, high, cells = ring(20)
    >>> (wide, high, len(cells), cells[6], cells[10])
    (7, 5, 20, (6, 0), (6, 4))
    """
    half = (length + 1) // 2 + 2
    high = min(5, half // 2)
    wide = half - high
    across, down = range(wide), range(1, high)
    return wide, high, [*((x, 0) for x in across), *((wide - 1, y) for y in down),
                        *((x, high - 1) for x in range(wide - 2, -1, -1)), *((0, y) for y in range(high - 2, 0, -1))]


@lru_cache(maxsize=64)
def frame(length: int) -> dict[str, Any]:
    """The box of a path, and as styles: its shape, the ring that barons walk along, and the room inside."""
    wide, high, _ = ring(length)
    whole, tall = wide * CELL + 10, high * CELL + 10 + HAT
    half, edge = 5 + CELL / 2, 5 + CELL
    return {"view": f"-5 {-5 - HAT} {whole} {tall}", "shape": Markup(f"aspect-ratio:{whole:g}/{tall:g}"),
            "round": Markup(f"--ring:inset({(HAT + half) / tall:.3%} {half / whole:.3%} {half / tall:.3%})"),
            "inside": Markup(f"inset:{(HAT + edge) / tall:.3%} {edge / whole:.3%} {edge / tall:.3%}")}


@lru_cache(maxsize=1024)
def along(walked: int, length: int) -> Markup:
    """How far a baron has come along the ring, as a style: round after round, so that it always walks on.

    A path of odd length leaves one cell of the ring empty.

    >>> along(20, 20), along(21, 21), along(1, 21) == along(1, 22)
    (Markup('offset-distance:100%'), Markup('offset-distance:100%'), True)
    """
    rounds, rest = divmod(walked, length)
    return Markup(f"offset-distance:{100 * (rounds + rest / len(ring(length)[2])):g}%")


def middle(cell: tuple[int, int]) -> tuple[int, int]:
    return cell[0] * CELL + CELL // 2, cell[1] * CELL + CELL // 2


def path(spaces: Sequence[Space]) -> Markup:
    """The spaces around the market."""
    return track([(space.kind, space.start) for space in spaces])


def track(spaces: Sequence[tuple[str, int | None]]) -> Markup:
    """The same from what is drawn of them: of each its kind, and who starts there."""
    wide, high, cells = ring(len(spaces))
    drawn = [Markup(f'<rect x="-5" y="-5" width="{wide * CELL + 10:g}" height="{high * CELL + 10:g}" '
                    f'rx="14" '
                    f'fill="var(--vellum-3)"/><rect x="{CELL + 2:g}" y="{CELL + 2:g}" '
                    f'width="{(wide - 2) * CELL - 4:g}" '
                    f'height="{(high - 2) * CELL - 4:g}" rx="10" fill="var(--lf1)" opacity=".5"/>')]
    for (kind, start), cell in zip(spaces, cells, strict=False):
        drawn.append(ART.use(f"cb-space-{kind}", cell[0] * CELL, cell[1] * CELL, CELL, CELL))
        if start:
            x, y = middle(cell)
            drawn.append(figure(start, x, y + 7, 20, "#6d5f55"))
    return Markup().join(drawn)


def walk(start: int, spaces: Sequence[int], length: int) -> Markup:
    """A walk along the path and the space it ends on."""
    _, _, cells = ring(length)
    points = [middle(cells[space]) for space in (start, *spaces)]
    if len(points) < 2:
        return Markup()
    x, y = points[-1]
    line = " L".join(f"{px} {py}" for px, py in points)
    return Markup(
        f'<path d="M{escape(line)}" fill="none" stroke="var(--vellum)" stroke-width="9" stroke-linecap="round" '
        'stroke-linejoin="round" opacity=".75"/>'
        f'<path d="M{escape(line)}" fill="none" stroke="var(--legal)" stroke-width="5" stroke-dasharray="1 9" '
        'stroke-linecap="round"/>'
        f'<rect x="{x - 22:g}" y="{y - 22:g}" width="44" height="44" rx="9" fill="none" '
        f'stroke="var(--legal)" '
        f'stroke-width="4"/><g class="ghost">{ART.use("cb-baron", x - 17, y - 33, 35, 46)}</g>')
