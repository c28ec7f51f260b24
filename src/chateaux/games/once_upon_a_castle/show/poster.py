"""The table of Once Upon a Castle as one drawing: every sheet with its board and guests, the dice, the gate."""
from __future__ import annotations

from typing import Final

from markupsafe import Markup, escape

from chateaux.games.once_upon_a_castle.schema import Guest, Player, Reward, View
from chateaux.games.once_upon_a_castle.show.drawing import (
    ART,
    HEIGHT,
    TINT,
    WIDTH,
    bands,
    cell_at,
    guest_face,
    sheet,
    token,
)
from chateaux.games.once_upon_a_castle.show.drawing import grid as extent
from chateaux.look.art import INK, figure, tincture
from chateaux.look.poster import (
    PAD,
    Block,
    Poster,
    Seen,
    boxed,
    column,
    count,
    grid,
    icon,
    moved,
    pale,
    panel,
    paragraph,
    person,
    row,
    scaled,
    text,
    window,
    within,
)

WIDE: Final = 452.0  # of a sheet
HIGH: Final = round(WIDE * HEIGHT / WIDTH, 1)
GUEST: Final = 62.0
GAP: Final = 18.0
SAID: Final = 140.0  # how wide the words about a guest are
TALLIED: Final = ("towers", "residents", "flags", "guests", "sky")
NAMED, COLUMN = 136.0, 61.0  # how wide names and figures are in the tally
COUNTED: Final = (("towers", "ou-r-tower"), ("walls", "ou-r-wall"), ("floors", "ou-r-donjon_floor"),
                  ("residents", "ou-residents"))


def poster(seen: Seen[View]) -> Poster:
    """Two castles in a row; dice and gate below, or in the place of a fourth castle."""
    view = seen.view
    panels = [castle(seen, one) for one in view.players]
    if len(panels) == 3:
        inside = within(shared(seen, upright=True), panels[0].width - 2 * PAD, panels[0].height - 2 * PAD)
        whole = grid([*panels, panel(inside)], 2)
    else:
        whole = grid(panels, 2)
        whole = column([whole, panel(shared(seen), whole.width)])
    status = seen.say("board.last_steps") if view.final and not view.over else seen.say(
        "board.turn", turn=view.round)
    told = [f"{seen.names[one.seat]}: {seen.say('board.points_so_far', count=one.score)}, "
            + ", ".join(f"{seen.say('count.' + kind)} {getattr(one.counts, kind)}" for kind, _ in COUNTED)
            for one in view.players]
    return Poster(f"{status} · {seen.say('option.version.' + view.version)}", whole, told)


# ---------------------------------------------------------------- a player


def castle(seen: Seen[View], one: Player) -> Block:
    """One player: the sheet, the board with its tokens, and the guests."""
    view, seat = seen.view, one.seat
    shines = seen.shines(seat, view.turn)
    board = resources(seen, one)
    wide = WIDE + GAP + board.width
    counts = [count(ART, mark, getattr(one.counts, kind), 21) for kind, mark in COUNTED]
    if not seen.scores:
        counts.append(points(one.score))
    paper = Markup(f'<rect width="{WIDTH}" height="{HEIGHT}" fill="var(--pc0)"/>'
                   f'<rect width="{WIDTH}" height="{HEIGHT}" fill="url(#wash)"/>')
    drawn = window(paper + sheet(one, view.rewards), WIDE, HIGH, f"0 0 {WIDTH} {HEIGHT}")
    hand = text(f"{one.hand} {seen.say('board.tokens_left', count=one.hand)}", 13, "var(--ink-2)", anchor=1)
    apart = min(7.0, (WIDE - GUEST) / max(1, len(one.guests) - 1) - GUEST)
    invited = within(row([guest(card) for card in one.guests], apart), WIDE, GUEST, 0)
    below = row([invited, within(hand, board.width, across=1)], GAP)
    return panel(column([person(ART, seen, seat, wide, counts, shines), row([drawn, board], GAP), below], 10),
                 seat=seat, shines=shines)


def points(number: int) -> Block:
    """The points so far."""
    return Block(38, 24, Markup('<rect width="38" height="24" rx="12" fill="#2b3350"/>')
                 + figure(number, 19, 17.5, 16, "#fff8e6"))


def guest(one: Guest, size: float = GUEST) -> Block:
    """A guest card with what it counts, or the place of one."""
    if one.guest is None:
        return Block(size, size, Markup(f'<rect x="1" y="1" width="{size - 2:g}" height="{size - 2:g}" rx="6" '
                                        'fill="none" stroke="var(--line-strong)" stroke-dasharray="5 4"/>'))
    mark = Markup(f'<circle cx="88" cy="17" r="12" fill="#fffaf0" stroke="{INK}" stroke-width="2"/>')
    shown = figure("?" if one.points is None else one.points, 88, 23, 16, INK)
    return scaled(guest_face(one.guest, str(one.kind)) + mark + shown, 104, 104, size / 104)


# ---------------------------------------------------------------- the board


def resources(seen: Seen[View], one: Player) -> Block:
    """The lines of the board, with the tokens on their cells and the rewards at their ends."""
    board = seen.view.board
    first, rows, columns = extent(board)
    ready = [line.name for line in one.lines if line.ready]
    covered = {cell.name for cell in one.cells if cell.covered}
    drawn = Markup('<g style="--band:var(--vellum-3)">{}</g>').format(
        boxed(bands(board, ready), columns * 60, rows * 60).drawn)
    for cell in board.cells:
        x, y = cell_at(cell.row - first, cell.col)
        drawn += Markup(f'<rect x="{x - 25:g}" y="{y - 25:g}" width="50" height="50" rx="11" '
                        f'fill="{escape(TINT[cell.resource])}" stroke="{INK}" stroke-width="1.8"/>')
        drawn += ART.use("ou-" + cell.resource, x - 19, y - 19, 38, 38)
        if cell.name in covered:
            drawn += moved(boxed(token(one.seat), 46, 46).drawn, x - 23, y - 23)
    for line in board.lines:
        x, y = cell_at(line.end.row - first, line.end.col)
        drawn += reward(line.reward, x, y, line.name in ready)
    return scaled(drawn, columns * 60, rows * 60, HIGH / 360)


def reward(given: Reward, x: float, y: float, ready: bool) -> Markup:
    """What a line brings; in gold when it is complete."""
    fill, edge, wide = ("var(--gd0)", "var(--gd3)", 3) if ready else ("var(--pc0)", "var(--pcl)", 1.6)
    drawn = Markup(f'<circle cx="{x:g}" cy="{y:g}" r="26" fill="{escape(fill)}" stroke="{escape(edge)}" '
                   f'stroke-width="{wide:g}"/>')
    drawn += ART.use("ou-r-" + given.type, x - 16, y - 16, 32, 32)
    worth = given.points or (f"+{given.residents}" if given.residents else "")
    if worth:
        drawn += Markup(f'<circle cx="{x + 18:g}" cy="{y + 18:g}" r="11" fill="#2b3350" stroke="#fff8e6" '
                        'stroke-width="1.5"/>') + figure(worth, x + 18, y + 22.5, 13, "#fff8e6")
    return drawn


# ---------------------------------------------------------------- what all share


def shared(seen: Seen[View], upright: bool = False) -> Block:
    """The dice, the guests at the gate, in their pile or open, and the points so far."""
    view = seen.view
    there = [welcome(seen, one) for one in view.gate]
    if view.pile or not there:
        left = paragraph(seen.say("board.pile_left", count=view.pile), 14, "var(--ink-2)", SAID)
        there.append(row([pile(view.pile), *([] if there else [left])], 12))
    thrown = column([text(seen.say("phase.dice"), 19, title=True), dice(seen)], 10)
    gate = column([text(seen.say("board.gate"), 19, title=True), column(there) if upright else row(there, 20, 0)], 10)
    if upright:
        return row([column([thrown, tally(seen)], 44), gate], 40)
    return row([thrown, gate, tally(seen)], 48, 0)


def tally(seen: Seen[View]) -> Block:
    """Where everybody's points come from, and their sum."""
    lines = [row([within(text("", 13), NAMED), *(within(
        text(seen.say(f"breakdown.{kind}"), 12.5, "var(--ink-2)", widest=COLUMN - 6, anchor=1), COLUMN, across=1)
        for kind in TALLIED), within(text("", 13), 48)], 0)]
    for one in seen.view.players:
        name = text(seen.names[one.seat], 15, title=True, widest=NAMED - 34)
        who = within(row([icon(ART, f"sh-{tincture(one.seat)}", 21), name], 8), NAMED, across=0)
        found = [within(text(getattr(one.tally, kind), 15, anchor=1), COLUMN, across=1) for kind in TALLIED]
        lines.append(row([who, *found, within(text(one.score, 17, title=True, anchor=1), 48, across=1)], 0))
    table = column(lines, 6)
    rules = Markup().join(Markup(f'<path d="M0 {y:g}H{table.width:g}" stroke="var(--line)"/>') for y in (
        lines[0].height + 3 + number * (lines[1].height + 6) for number in range(len(lines) - 1)))
    return Block(table.width, table.height, rules + table.drawn)


def welcome(seen: Seen[View], one: Guest) -> Block:
    """A guest at the gate: card, name, and what the guest does."""
    card = guest(one, 84)
    if one.guest is None:
        return card
    name = text(seen.words.piece(one.guest).bare, 16, title=True, widest=SAID)
    told = paragraph(seen.say(one.help, points=one.points), 12.5, "var(--ink-2)", SAID, 4)
    return row([card, column([name, told], 2)], 10, 0)


def pile(number: int) -> Block:
    """The face-down guests."""
    drawn = Markup().join(ART.use("ou-guest-back", 5 * step, 4 * step, 56, 76) for step in (2, 1, 0))
    return Block(80, 84, drawn + Markup('<circle cx="62" cy="76" r="14" fill="#2b3350" stroke="#fff8e6" '
                                        'stroke-width="1.5"/>') + figure(number, 62, 81.5, 16, "#fff8e6"))


def dice(seen: Seen[View]) -> Block:
    """The two dice; a used one is pale. Or what a guest gives instead."""
    gift = seen.view.gift
    if gift is not None:
        name = f"ou-die-{gift.face}" if gift.face else "ou-t-lightning"
        return row([icon(ART, name, 66), text(f"×{gift.count}", 26, title=True)], 10)
    drawn = [icon(ART, f"ou-die-{one.face}", 66) for one in seen.view.dice]
    return row([pale(die) if one.used and seen.view.phase == "dice" else die
                for die, one in zip(drawn, seen.view.dice, strict=True)], 14)
