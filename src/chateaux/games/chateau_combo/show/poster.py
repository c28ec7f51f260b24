"""The table of Château Combo as one drawing: every tableau, and the two rows with the messenger's road."""
from __future__ import annotations

from typing import Final

from markupsafe import Markup, escape

from chateaux.games.chateau_combo.schema import Cell, PlaceView, PlayerView, View
from chateaux.games.chateau_combo.show.drawing import ART, face
from chateaux.look.art import figure
from chateaux.look.poster import (
    PAD,
    Block,
    Poster,
    Seen,
    column,
    count,
    grid,
    heading,
    icon,
    moved,
    pale,
    panel,
    person,
    row,
    scaled,
    text,
    window,
)

WIDE, HIGH = 132, 196  # of a card
SIDE: Final = 3  # cards across a tableau
OWN: Final = 0.62  # how large cards lie in a tableau
OFFERED: Final = 0.74  # and in the market
GAP: Final = 7.0
DROP: Final = 15.0  # between the rows of a tableau, where the points are


def poster(seen: Seen[View]) -> Poster:
    """Up to three tableaux beside the market, more of them below it."""
    view = seen.view
    boards = [tableau(seen, board) for board in view.players]
    if len(boards) <= SIDE:
        high = max(board.height for board in boards)
        whole = row([boards[0], market(seen, high), *boards[1:]], align=0)
    else:
        below = grid(boards, len(boards))
        whole = column([wide_market(seen, below.width), below])
    told = [f"{seen.names[board.seat]}: {seen.say('board.points', count=board.points)}, "
            f"{seen.say('amount.gold', count=board.gold)}, {seen.say('amount.key', count=board.keys)}"
            for board in view.players]
    return Poster(seen.say("board.round", round=view.round, rounds=view.rounds), whole, told)


# ---------------------------------------------------------------- cards


def card(seen: Seen[View], id: str, cost: int, scale: float, gold: int = 0) -> Block:
    """A card that lies face up, with its price and the gold on its purse."""
    drawn = face(seen.pieces[id], seen.words) + figure(cost, 20, 26.5, 20, "#2a2030")
    drawn += Markup().join(ART.use("cc-gold", 6 + number % 5 * 12, 78 - number // 5 * 12, 18, 18)
                           for number in range(gold))
    return scaled(drawn, WIDE, HIGH, scale)


def empty(scale: float) -> Block:
    """A place where no card lies."""
    wide, high = WIDE * scale, HIGH * scale
    return Block(wide, high, Markup(
        f'<rect x="1.5" y="1.5" width="{wide - 3:g}" height="{high - 3:g}" rx="6" fill="var(--vellum-2)" '
        'stroke="var(--line-strong)" stroke-width="1.5" stroke-dasharray="5 4"/>'))


def lying(seen: Seen[View], cell: Cell) -> Block:
    """What lies in a cell of a tableau, with the points it counts."""
    if cell.card is None:
        return empty(OWN)
    if cell.down:
        return scaled(ART.use("cc-back-" + cell.place, 0, 0, WIDE, HIGH), WIDE, HIGH, OWN)
    found = card(seen, cell.card, cell.cost, OWN, cell.gold)
    fill, ink = ("var(--verdigris)", "var(--vellum)") if cell.points else ("var(--vellum-3)", "var(--ink-2)")
    x, y = found.width / 2, found.height + 1
    badge = (Markup(f'<rect x="{x - 14:g}" y="{y - 9:g}" width="28" height="18" rx="9" fill="{escape(fill)}" '
                    'stroke="var(--vellum)" stroke-width="1.5"/>') + figure(cell.points, x, y + 4.6, 13.5, ink))
    return Block(found.width, found.height, found.drawn + badge)


# ---------------------------------------------------------------- tableaux


def tableau(seen: Seen[View], board: PlayerView) -> Block:
    """One player: gold, keys, points, shields and the square of three by three."""
    wide, high = SIDE * (WIDE * OWN + GAP) - GAP, SIDE * (HIGH * OWN + DROP)
    counts = [count(ART, "cc-gold", board.gold), count(ART, "cc-key", board.keys)]
    if not seen.scores:
        counts.append(count(ART, "cc-vp", board.points))
    seat = board.seat
    shines = seen.shines(seat, seen.view.turn)
    return panel(column([person(ART, seen, seat, wide, counts, shines), square(seen, board, wide, high),
                         shields(seen, board, wide)], 11), seat=seat, shines=shines)


def square(seen: Seen[View], board: PlayerView, wide: float, high: float) -> Block:
    """The cards in the middle of their square, as far as rows and columns are settled."""
    frame = board.frame
    across, down = frame.wide or 1, frame.tall or 1
    step, drop = WIDE * OWN + GAP, HIGH * OWN + DROP
    left, top = (wide + GAP - across * step) / 2, (high - down * drop) / 2
    drawn = Markup() if frame.wide else moved(empty(OWN).drawn, left, top)
    for number, cell in enumerate(board.cells):
        x, y = number % board.across - frame.column, number // board.across - frame.row
        if frame.wide and 0 <= x < across and 0 <= y < down:
            drawn += moved(lying(seen, cell).drawn, round(left + x * step, 2), round(top + y * drop, 2))
    return Block(wide, high, drawn)


def shields(seen: Seen[View], board: PlayerView, wide: float) -> Block:
    """How many shields of each kind."""
    each = wide / len(seen.view.shields)
    drawn = Markup()
    for number, (kind, many) in enumerate(zip(seen.view.shields, board.shields, strict=True)):
        one = row([icon(ART, "cc-s-" + kind, 20), text(many, 15, title=True)], 4)
        drawn += moved((one if many else pale(one)).drawn, round(number * each, 2), 0)
    return Block(wide, 20, drawn)


# ---------------------------------------------------------------- the market


def rows(seen: Seen[View], place: PlaceView) -> Block:
    """The castle or the village: its open cards, and how many are left."""
    wide = SIDE * (WIDE * OFFERED + GAP) - GAP
    name = seen.words.piece(place.id).bare
    title = heading(ART, "cc-banner-" + place.id, name[:1].upper() + name[1:],
                    seen.say("board.deck", count=place.left), wide)
    cards = row([card(seen, one.card, one.cost, OFFERED) if one.card else empty(OFFERED) for one in place.row],
                GAP)
    return column([title, cards], 8)


def road(seen: Seen[View], wide: float, high: float) -> Block:
    """The road between castle and village, with the messenger at one end of it."""
    way = "M64 58C120 92 180 44 240 62s70 18 100 6"
    x = 78 if seen.view.messenger == "castle" else 290
    return window(Markup(
        '<rect x="-400" y="-120" width="1200" height="220" fill="url(#sky)"/>'
        f'{ART.use("cloud", 40, -44, 70, 28)}{ART.use("cloud", 236, -34, 52, 21)}{ART.use("birds", 168, -12, 30, 12)}'
        '<path d="M-400 50C-100 20 70 22 130 44s150 24 670-14v180H-400z" fill="var(--hill0)"/>'
        '<path d="M-400 66C40 36 130 62 220 62s150-16 580-6v160H-400z" fill="var(--hill1)"/>'
        f'<path d="{escape(way)}" fill="none" stroke="var(--st0)" stroke-width="9" stroke-linecap="round"/>'
        f'<path d="{escape(way)}" fill="none" stroke="var(--st3)" stroke-width="1.6" stroke-dasharray="5 6"/>'
        f'{ART.use("cc-banner-castle", 14, 6, 58, 58)}{ART.use("cc-banner-village", 344, 26, 44, 44)}'
        f'{ART.use("cc-banner-village", 316, 20, 30, 30)}{ART.use("cc-banner-village", 376, 12, 26, 26)}'
        f'{ART.use("tree-a", 126, 20, 20, 32)}{ART.use("tree-b", 264, 14, 16, 32)}'
        f'{ART.use("cc-messenger", x, 24, 40, 54)}'), wide, high, "0 0 400 84")


def market(seen: Seen[View], high: float) -> Block:
    """Castle above, village below."""
    castle, village = (rows(seen, place) for place in seen.view.places)
    between = high - castle.height - village.height - 2 * PAD - 24
    return panel(column([castle, road(seen, castle.width, between), village], 12), high=high)


def wide_market(seen: Seen[View], wide: float) -> Block:
    """Castle at the left, village at the right."""
    castle, village = (rows(seen, place) for place in seen.view.places)
    between = wide - castle.width - village.width - 60
    return panel(row([castle, road(seen, between, castle.height), village], 16, 1), wide=wide)
