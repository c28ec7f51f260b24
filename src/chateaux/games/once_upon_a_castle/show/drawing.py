"""How things look: the castle sheet, the guests and the lines of the board, composed from the symbols of `art.svg`.

Everything is made from the view and from the set's data, so that somebody's own set is drawn too.
"""
from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from markupsafe import Markup, escape

from chateaux.games.once_upon_a_castle.guests import KINDS, POINTS_PER
from chateaux.games.once_upon_a_castle.schema import (
    Board,
    Drawn,
    Floor,
    Rampart,
    Residents,
    Rewards,
    Sky,
    Tower,
)
from chateaux.look import portraits
from chateaux.look.art import INK, Art, figure, tincture
from chateaux.look.portraits import chosen, stranger
from chateaux.look.poster import SHARED

ART: Final = Art(Path(__file__).parent / "art.svg")
FAINT: Final = "#6d5f55"
WIDTH: Final = 760  # of the sheet
GROUND: Final = 372  # where the castle stands
SKYLINE: Final = 404  # the sheet without its track
HEIGHT: Final = 526
TINT: Final = {"wood": "#ecd5b3", "stone": "#d9dfe5", "gold": "#f8e6ae", "food": "#f3cfc6"}
STOCK: Final = {"lightning": "#c3d3f0", "hourglass": "#c4e0d3", "crown": "#f0cdd2", "plain": "#f0e0b8"}


class Box(NamedTuple):
    """Where something stands on the sheet."""

    x: float
    y: float
    width: float
    height: float

    @property
    def style(self) -> Markup:
        """The box as a part of the whole sheet, for what lies over the drawing."""
        return laid(*self)


@lru_cache(maxsize=512)
def laid(x: float, y: float, width: float, height: float) -> Markup:
    """A box as a part of the whole sheet, as a style."""
    return Markup(f"left:{100 * x / WIDTH:.2f}%;top:{100 * y / HEIGHT:.2f}%;"
                  f"width:{100 * width / WIDTH:.2f}%;height:{100 * height / HEIGHT:.2f}%")


# ---------------------------------------------------------------- places on the sheet

TOWERS: Final = ((22, 232), (188, 292), (510, 292), (676, 232))
WALLS: Final = ((84, 104), (572, 104), (250, 64), (446, 64))
FLAG: Final = (30.0, 44.0)


def tower_box(number: int, count: int) -> Box:
    """A tower; four of them stand as on the printed sheet, other numbers side by side."""
    x, height = TOWERS[number] if count == len(TOWERS) else (22 + number * 654 / max(1, count - 1), 232)
    return Box(x, GROUND - height, 62, height)


def wall_box(number: int, count: int) -> Box:
    x, width = WALLS[number] if count == len(WALLS) else (84 + number * 592 / count, 64)
    return Box(x, GROUND - 112, width, 112)


def flag_box(wall: Box, slot: int, slots: int) -> Box:
    return Box(wall.x + wall.width / (slots + 1) * (slot + 1) - 8, wall.y - 34, *FLAG)


def floor_box(number: int) -> Box:
    return Box(314, GROUND - 66 * (number + 1), 132, 66)


SUN: Final = Box(20, 14, 84, 84)
CLOUD: Final = Box(620, 18, 118, 69)
TRACK: Final = Box(20, GROUND + 34, 722, 104)
SKY: Final = Box(456, 8, 300, 92)


def over(box: Box, above: float = 0) -> Box:
    """The box with some room above, for flags."""
    return Box(box.x, box.y - above, box.width, box.height + above)


# ---------------------------------------------------------------- the sheet


def drawn(name: str, box: Box, there: bool, id: str = "") -> Markup:
    """An element of the castle: drawn, or as a dotted outline."""
    return inked(ART.use(name, *box), id) if there else ART.use(name + "-guide", *box)


@lru_cache(maxsize=8192)
def inked(art: Markup, id: str) -> Markup:
    """Something that inks itself in when it is new on the page."""
    return art if id.startswith("-") else Markup(f'<g id="{escape(id)}" class="just-drawn">{escape(art)}</g>')


def symbol(kind: str, place: int, wide: bool = False) -> str:
    """The symbol of a tower, a wall or a floor; sets with more than are drawn repeat them."""
    if kind == "wall":
        return f"ou-wall-{'long' if wide else 'short'}"
    return f"ou-{kind}-{place % 4 + 1}"


def flag(points: int) -> str:
    """The symbol of a flag; what is worth more than two is drawn like two."""
    return f"ou-flag-{min(points, 2)}"


def alone(castle: Drawn) -> Drawn:
    """The sheet of a player, without the board and the guests beside it."""
    return Drawn(towers=castle.towers, walls=castle.walls, floors=castle.floors, residents=castle.residents,
                 sky=castle.sky)


def sheet(castle: Drawn, rewards: Rewards, large: bool = True, key: str = "") -> Markup:
    """A castle as it stands; large with the track and hand-drawn lines. With a key, what is new inks itself in."""
    sky, towers, walls = castle.sky, castle.towers, castle.walls
    art = [drawn("ou-sun", SUN, sky.sun, f"{key}-sun"), drawn("ou-cloud", CLOUD, sky.cloud, f"{key}-cloud")]
    figures = []
    if large:
        for box, there, points in ((SUN, sky.sun, rewards.sun), (CLOUD, sky.cloud, rewards.cloud)):
            if not there:
                figures.append(figure(points, box.x + box.width / 2, box.y + box.height / 2 + 8, 20, FAINT))
    for number in range(sky.extra_clouds):
        box = Box(560 - number % 4 * 92, 12 + number // 4 * 46 + number % 2 * 22, 66, 39)
        art.append(drawn("ou-cloud", box, True, f"{key}-cloud-{number}"))
        figures.append(figure(rewards.extra_cloud, box.x + 33, box.y + 27, 16, INK))
    art.append(Markup(f'<path d="M-800 {GROUND + 8:g}C-100 {GROUND - 14:g} 240 {GROUND + 2:g} 380 '
                      f'{GROUND - 4:g}'
                      f's480-14 1180 6v30H-800z" fill="var(--lf0)"/>'))
    for number, floor in enumerate(castle.floors):
        art.append(drawn(symbol("floor", number), floor_box(number), floor.built, f"{key}-floor-{number}"))
    for number, wall in enumerate(walls):
        box = wall_box(number, len(walls))
        for slot, value in enumerate(wall.flags):
            at = flag_box(box, slot, len(wall.flags))
            if value:
                art.append(drawn(flag(value), at, True, f"{key}-flag-{number}-{slot}"))
            elif wall.built:
                art.append(ART.use("ou-flag-guide", *at))
        name = symbol("wall", number, box.width > 80)
        art.append(drawn(name, box, wall.built, f"{key}-wall-{number}"))
    for number, tower in enumerate(towers):
        box = tower_box(number, len(towers))
        art.append(drawn(symbol("tower", number), box, tower.points is not None,
                         f"{key}-tower-{number}"))
        if tower.points is not None and large:
            figures.append(medal(box.x + 31, GROUND - 20, tower.points))
    art.append(meadow())
    if large:
        track(castle.residents, art, figures, key)
    hand = Markup(' class="hand" filter="url(#rough)"') if large else Markup()
    return Markup(f"<g{escape(hand)}>{Markup().join(art)}</g><g>{Markup().join(figures)}</g>")


@cache
def meadow() -> Markup:
    """The grass in front of the walls."""
    blades = "".join(f"M{x} {GROUND + 10}l3-9 3 9M{x + 8} {GROUND + 11}l2-7 3 7"
                     for x in (-180, -60, 6, 150, 236, 300, 454, 590, 664, 744, 850, 940))
    waves = "t200 0" * 11
    return Markup(f'<path d="M-800 {GROUND + 2:g}q100-6 200 0{escape(waves)}v24H-800z" fill="var(--lf1)" opacity=".9"/>'
                  f'<path d="{escape(blades)}" fill="none" stroke="var(--lf3)" stroke-width="1.6"/>')


@lru_cache(maxsize=512)
def medal(x: float, y: float, points: int) -> Markup:
    """The value written on a tower."""
    return Markup(f'<circle cx="{x:g}" cy="{y:g}" r="13" fill="#fffaf0" stroke="#40343c" stroke-width="2"/>'
                  f"{figure(points, x, y + 6, 17, INK)}")


def track(residents: Residents, art: list[Markup], figures: list[Markup], key: str) -> None:
    """The residents in their groups, with what each group is worth."""
    rows = residents.rows
    number = 0
    for row, groups in enumerate(rows):
        wide = TRACK.width / len(groups)
        tall = TRACK.height / len(rows)
        for column, group in enumerate(groups):
            x, y = TRACK.x + column * wide + 4, TRACK.y + row * tall + 2
            fill = "#f6e3ae" if group.drawn else "none"
            edge = ("#7d560f", 2.6) if group.last else ("#c9b183", 1.5)
            art.append(Markup(f'<rect x="{x:g}" y="{y:g}" width="{wide - 8:g}" height="{tall - 5:g}" rx="8" '
                              f'fill="{escape(fill)}" stroke="{escape(edge[0])}" stroke-width="{escape(edge[1])}"/>'))
            step = min(28.0, (wide - 40) / group.size)
            for place in range(group.size):
                at = Box(x + 6 + place * step, y + 6, 22, min(34, tall - 16))
                there = place < group.drawn
                name = f"ou-res-{number % 3 + 1}" if there else "ou-res-guide"
                one = ART.use(name, *at)
                art.append(inked(one, f"{key}-resident-{number}") if there else one)
                number += 1
            figures.append(figure(group.value, x + wide - 26, y + tall / 2 + 5, 19,
                                  INK if group.last else "#574a46"))


def picture(castle: Drawn, rewards: Rewards, label: str, id: str = "", key: str = "") -> Markup:
    """A whole sheet that stands by itself and can be saved."""
    named = Markup(' id="{}"').format(id) if id else Markup()
    return Markup('<svg class="sheet-art"{} viewBox="0 0 {} {}" role="img" aria-label="{}">{}</svg>').format(
        named, WIDTH, HEIGHT, label, sheet(castle, rewards, True, key))


def residents(castle: Drawn, key: str = "") -> Markup:
    """The track alone, for a sheet on which the castle is drawn by hand."""
    art: list[Markup] = []
    figures: list[Markup] = []
    track(castle.residents, art, figures, key)
    return Markup(f'<svg class="crowd" viewBox="{TRACK.x:g} {TRACK.y:g} {TRACK.width:g} {TRACK.height:g}" '
                  f'aria-hidden="true"><g>{Markup().join(art)}</g><g>{Markup().join(figures)}</g></svg>')


def mini(castle: Drawn, rewards: Rewards) -> Markup:
    """A castle at a glance."""
    return Markup(f'<svg class="mini paper x" data-small viewBox="0 0 {WIDTH} {SKYLINE}" '
                  f'preserveAspectRatio="xMidYMax meet" aria-hidden="true">{sheet(castle, rewards, False)}</svg>')


def trophy(castle: Drawn, rewards: Rewards, seat: int) -> Markup:
    """The drawing in a frame of a player's colours."""
    return Markup(
        f'<svg class="framed-sheet" viewBox="-26 -26 {WIDTH + 52:g} {SKYLINE + 52:g}" aria-hidden="true">'
        f'<rect x="-24" y="-24" width="{WIDTH + 48:g}" height="{SKYLINE + 48:g}" rx="10" stroke="{INK}" '
        f'stroke-width="3" style="fill:url(#weave-{escape(tincture(seat))})"/><rect x="-6" y="-6" '
        f'width="{WIDTH + 12:g}" height="{SKYLINE + 12:g}" rx="4" fill="var(--pc0)" stroke="var(--gd1)" '
        'stroke-width="7"/>'
        f'<svg class="clip" width="{WIDTH:g}" height="{SKYLINE:g}" viewBox="0 0 {WIDTH:g} {SKYLINE:g}">'
        f'<rect width="{WIDTH:g}" height="{SKYLINE:g}" fill="url(#wash)"/>{sheet(castle, rewards, False)}</svg></svg>')


@lru_cache(maxsize=512)
def ghost(name: str, box: Box, flag: bool = False) -> Markup:
    """An element as it would be drawn, to lie over its place."""
    return Markup(f'<svg viewBox="0 0 {box.width:g} {box.height:g}" aria-hidden="true">'
                  f"{ART.use(name, 0, 34 if flag else 0, box.width, box.height - (34 if flag else 0))}</svg>")


def cover() -> Markup:
    """The castle in the lobby's picture."""
    flags: tuple[list[int | None], ...] = ([2, 1], [1, None], [2], [None])
    castle = Drawn(
        towers=[Tower(id="", place=place, points=points) for place, points in enumerate((2, 5, None, 2))],
        walls=[Rampart(id="", place=place, built=True, residents=1, flags=row) for place, row in enumerate(flags)],
        floors=[Floor(id="", place=place, built=place < 3) for place in range(4)],
        residents=Residents(id="", drawn=0, total=0, points=0, rows=[]),
        sky=Sky(id="", sun=True, cloud=True, extra_clouds=0))
    return sheet(castle, Rewards(sun=0, cloud=0, extra_cloud=0, residents=0), False)


# ---------------------------------------------------------------- the board


def cell_at(row: int, column: int, size: int = 60) -> tuple[float, float]:
    """The middle of a cell of the grid; row 0 lies above the first."""
    return (column - 0.5) * size, (row + 0.5) * size


def grid(board: Board) -> tuple[int, int, int]:
    """The first row that is shown, and how many rows and columns: cells and the rewards around them."""
    rows = [cell.row for cell in board.cells] + [line.end.row for line in board.lines]
    columns = [cell.col for cell in board.cells] + [line.end.col for line in board.lines]
    first = min(rows)
    return first, max(rows) - first + 1, max(columns)


def bands(board: Board, ready: Sequence[str]) -> Markup:
    """The lines as bands under the cells; complete ones in gold."""
    first, rows, columns = grid(board)
    places = {cell.name: cell_at(cell.row - first, cell.col) for cell in board.cells}
    drawn = []
    for line in sorted(board.lines, key=lambda line: line.name in ready):
        end = cell_at(line.end.row - first, line.end.col)
        near, *_, far = sorted((places[name] for name in line.cells),
                               key=lambda place: abs(place[0] - end[0]) + abs(place[1] - end[1]))
        on = line.name in ready
        ink, wide = ("--gd1", 20) if on else ("--band", 14)
        drawn.append(Markup(f'<path d="M{far[0]:g} {far[1]:g}L{near[0]:g} {near[1]:g}L{end[0]:g} {end[1]:g}" '
                            'fill="none" stroke-linecap="round" stroke-linejoin="round" '
                            f'stroke="var({escape(ink)})" stroke-width="{wide:d}"/>'))
    return Markup(f'<svg class="bands" viewBox="0 0 {columns * 60:g} {rows * 60:g}" aria-hidden="true">'
                  f'{Markup().join(drawn)}</svg>')


@cache
def token(seat: int, shield: bool = True) -> Markup:
    """A player's token: colour and shield."""
    mark = ART.use(f"sh-{tincture(seat)}", 14, 12.5, 16, 18) if shield else Markup()
    return Markup(f'<svg class="token" viewBox="0 0 44 44" aria-hidden="true" '
                  f'style="--pc:var(--{escape(tincture(seat))})">'
                  f'{ART.use("ou-token", 0, 0, 44, 44)}{escape(mark)}</svg>')


# ---------------------------------------------------------------- guests

# body, hat, hair, beard, face, prop of each guest; "-" is none
BUSTS: Final = {
    "architect": "tunic beret short goatee calm compass", "bohemian": "cape wide braids - smile staff",
    "lumberjack": "tunic kerchief short full smile axe", "magician": "robe wizard long long calm telescope",
    "merchant": "gown chaperon long - smile spice", "miner": "tunic hood short full stern shovel",
    "farmer": "tunic straw braids - smile wheat", "shepherdess": "tunic straw long - calm crook",
    "knight": "armor greathelm - - stern sword", "cook": "apron cook bun - smile loaf",
    "guard": "armor kettle short moustache stern shield", "monk": "robe - tonsure - smile mug",
    "courtesan": "gown hennin long - sly rose", "fool": "tunic jester short - sly lute",
    "prince": "cape coronet bob - smile sword", "princess": "gown coronet long - smile rose",
    "queen": "gown crown braids - calm scepter", "king": "cape crown long full calm scepter"}
BEASTS: Final = {"dagobert": "ou-dog", "troll": "ou-troll"}
STRANGERS: Final = (  # what a guest of somebody's own set may look like
    ("robe", "tunic", "apron", "cape", "gown"), ("beret", "wide", "straw", "kerchief"),
    ("short", "long", "bob", "braids"), ("-", "-", "full", "goatee"), ("calm", "smile", "stern", "sly"),
    ("staff", "mug", "rose", "loaf"))
CLOTH: Final = (("#2f58a8", "#1d3a77", "#e7b53c"), ("#6b3f86", "#4d2a63", "#fff8e6"), ("#a8324a", "#7f2036", "#f6d36a"),
                ("#2c7a61", "#1d5a47", "#fbe39a"), ("#c9742e", "#a4591d", "#f0dcb4"), ("#44536b", "#303c50", "#e5805a"))


def bust(id: str) -> Markup:
    """A guest from head to belt, box 100 × 100."""
    if id in BEASTS:
        return ART.use(BEASTS[id], 0, 0, 100, 100)
    look = BUSTS[id].split() if id in BUSTS else stranger(STRANGERS, id)
    return portraits.bust(ART, id, look, chosen(CLOTH, id, "cloth"))


def guest_face(id: str, kind: str) -> Markup:
    """A guest card without its points, box 104 × 104."""
    mark = ART.use("ou-t-" + kind, 5, 5, 28, 28) if kind != "plain" else Markup()
    return Markup(f'<g style="--tint:{escape(STOCK[kind])}">{ART.use("ou-guest-frame", 0, 0, 104, 104)}'
                  '<svg class="clip" x="5" y="5" width="94" height="94" viewBox="0 0 94 94">'
                  f'<g transform="translate(-3 -4)">{bust(id)}</g></svg>{escape(mark)}</g>')


def guest(id: str, kind: str, points: int | None) -> Markup:
    """A guest card with what it counts."""
    shown = "?" if points is None else points
    return Markup(f'<svg class="gcard" viewBox="0 0 104 104" aria-hidden="true"><use '
                  f'href="#guest-art-{escape(kind)}-{escape(id)}"/>'
                  f'<circle cx="88" cy="17" r="12" fill="#fffaf0" stroke="{INK}" stroke-width="2"/>'
                  f"{figure(shown, 88, 23, 16, INK)}</svg>")


def guests(game: Any) -> list[dict[str, Any]]:
    """Every guest of a set, of both versions: what a page needs to describe them."""
    found = []
    for version in game.box.versions:
        for card in version.guests:
            found.append({"guest": card.id, "kind": KINDS[card.kind], "points": None if card.per else int(card.points),
                          "per": POINTS_PER[card.per], "about": f"{version.name}-{card.id}",
                          "open": bool(version.open)})
    return found


def guest_symbols(game: Any) -> Markup:
    """Every guest as a symbol, so that a board only names them, and the filter that makes lines hand-drawn."""
    faces = {(one["kind"], one["guest"]) for one in guests(game)}
    return Markup(SHARED["rough"]) + Markup().join(
        Markup(f'<symbol id="guest-art-{escape(kind)}-{escape(id)}" viewBox="0 0 104 104">'
               f'{guest_face(id, kind)}</symbol>')
        for kind, id in sorted(faces))
