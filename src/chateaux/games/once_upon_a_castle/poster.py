"""The table of Once Upon a Castle as one drawing: every sheet with its board and guests, the dice, the gate."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from markupsafe import Markup

from chateaux.art import figure
from chateaux.games.once_upon_a_castle.drawing import (
    ART,
    HEIGHT,
    INK,
    TINT,
    WIDTH,
    bands,
    cell_at,
    guest_face,
    sheet,
    token,
)
from chateaux.games.once_upon_a_castle.drawing import grid as extent
from chateaux.poster import (
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
    panel,
    person,
    row,
    scaled,
    seated,
    text,
    window,
    within,
)

WIDE: Final = 452.0  # of a sheet
HIGH: Final = round(WIDE * HEIGHT / WIDTH, 1)
GUEST: Final = 62.0
GAP: Final = 18.0
COUNTED: Final = (("towers", "ou-r-tower"), ("walls", "ou-r-wall"), ("floors", "ou-r-donjon_floor"),
                  ("residents", "ou-residents"))

Castle = Mapping[str, Any]


def poster(seen: Seen) -> Poster:
    """Two castles in a row; dice and gate below, or in the place of a fourth castle."""
    view = seen.view
    panels = [castle(seen, one) for one in view["castles"]]
    if len(panels) == 3:
        whole = grid([*panels, panel(column(shared(seen), 26, 0.5), panels[0].width, panels[0].height)], 2)
    else:
        whole = grid(panels, 2)
        whole = column([whole, panel(row(shared(seen), 60, 0), whole.width)])
    status = seen.say("board.last_steps") if view["final"] and not view["over"] else seen.say(
        "board.turn", turn=view["turn"])
    told = [f"{seen.names[one['seat']]}: {seen.say('board.points_so_far', count=one['score'])}, "
            + ", ".join(f"{seen.say('count.' + kind)} {one['counts'][kind]}" for kind, _ in COUNTED)
            for one in view["castles"]]
    return Poster(f"{status} · {seen.say('option.version.' + view['version'])}", whole, told)


# ---------------------------------------------------------------- a player


def castle(seen: Seen, one: Castle) -> Block:
    """One player: the sheet, the board with its tokens, and the guests."""
    view, seat = seen.view, one["seat"]
    turn = seat == view["active"] and not view["over"]
    board = resources(seen, one)
    wide = WIDE + GAP + board.width
    counts = [count(ART, mark, one["counts"][kind], 21) for kind, mark in COUNTED]
    if not seen.scores:
        counts.append(points(one["score"]))
    paper = Markup(f'<rect width="{WIDTH}" height="{HEIGHT}" fill="var(--pc0)"/>'
                   f'<rect width="{WIDTH}" height="{HEIGHT}" fill="url(#wash)"/>')
    drawn = window(paper + sheet(one, view["rewards"]), WIDE, HIGH, f"0 0 {WIDTH} {HEIGHT}")
    hand = text(f"{one['hand']} {seen.say('board.tokens_left', count=one['hand'])}", 13, "var(--ink-2)", anchor=1)
    below = row([within(guests(seen, one["guests"]), WIDE, GUEST, 0), within(hand, board.width, across=1)], GAP)
    return panel(column([person(ART, seen, seat, wide, counts, turn), row([drawn, board], GAP), below], 10),
                 seat=seat, turn=turn)


def points(number: int) -> Block:
    """The points so far."""
    return Block(38, 24, Markup('<rect width="38" height="24" rx="12" fill="#2b3350"/>')
                 + figure(number, 19, 17.5, 16, "#fff8e6"))


def guests(seen: Seen, found: Sequence[Mapping[str, Any]], size: float = GUEST, named: bool = False) -> Block:
    """Guest cards, with their names if there is room for them."""
    cards = []
    for one in found:
        if one["guest"] is None:
            cards.append(Block(size, size, Markup(f'<rect x="1" y="1" width="{size - 2:g}" height="{size - 2:g}" rx="6" '
                                                  'fill="none" stroke="var(--line-strong)" stroke-dasharray="5 4"/>')))
            continue
        shown = "?" if one["points"] is None else one["points"]
        face = guest_face(one["guest"], one["kind"]) + Markup(
            f'<circle cx="88" cy="17" r="12" fill="#fffaf0" stroke="{INK}" stroke-width="2"/>')
        card = scaled(face + figure(shown, 88, 23, 16, INK), 104, 104, size / 104)
        if named:
            name = text(seen.words.piece(one["guest"]).bare, 14, title=True, widest=size + 16, anchor=0.5)
            card = column([card, name], 4, 0.5)
        cards.append(card)
    return row(cards, 12 if named else 7, 0)


# ---------------------------------------------------------------- the board


def resources(seen: Seen, one: Castle) -> Block:
    """The lines of the board, with the tokens on their cells and the rewards at their ends."""
    board = seen.view["board"]
    first, rows, columns = extent(board)
    ready = [line["name"] for line in one["lines"] if line["ready"]]
    covered = {cell["name"] for cell in one["cells"] if cell["covered"]}
    drawn = Markup('<g style="--band:var(--vellum-3)">{}</g>').format(
        seated(bands(board, ready), columns * 60, rows * 60).drawn)
    for cell in board["cells"]:
        x, y = cell_at(cell["row"] - first, cell["col"])
        drawn += Markup(f'<rect x="{x - 25:g}" y="{y - 25:g}" width="50" height="50" rx="11" '
                        f'fill="{TINT[cell["resource"]]}" stroke="{INK}" stroke-width="1.8"/>')
        drawn += ART.use("ou-" + cell["resource"], x - 19, y - 19, 38, 38)
        if cell["name"] in covered:
            drawn += moved(seated(token(one["seat"]), 46, 46).drawn, x - 23, y - 23)
    for line in board["lines"]:
        x, y = cell_at(line["end"]["row"] - first, line["end"]["col"])
        drawn += reward(line["reward"], x, y, line["name"] in ready)
    return scaled(drawn, columns * 60, rows * 60, HIGH / 360)


def reward(given: Mapping[str, Any], x: float, y: float, ready: bool) -> Markup:
    """What a line brings; in gold when it is complete."""
    fill, edge, wide = ("var(--gd0)", "var(--gd3)", 3) if ready else ("var(--pc0)", "var(--pcl)", 1.6)
    drawn = Markup(f'<circle cx="{x:g}" cy="{y:g}" r="26" fill="{fill}" stroke="{edge}" stroke-width="{wide}"/>')
    drawn += ART.use("ou-r-" + given["type"], x - 16, y - 16, 32, 32)
    worth = given["points"] if "points" in given else f"+{given['residents']}" if "residents" in given else ""
    if worth != "":
        drawn += Markup(f'<circle cx="{x + 18:g}" cy="{y + 18:g}" r="11" fill="#2b3350" stroke="#fff8e6" '
                        'stroke-width="1.5"/>') + figure(worth, x + 18, y + 22.5, 13, "#fff8e6")
    return drawn


# ---------------------------------------------------------------- what all share


def shared(seen: Seen) -> list[Block]:
    """The dice, and the guests at the gate or in their pile."""
    view = seen.view
    pile = row([icon(ART, "ou-guest-back", 84), text(seen.say("board.pile_left", count=view["pile"]), 14,
                                                     "var(--ink-2)")], 12)
    inside = pile
    if view["gate"]:
        inside = row([guests(seen, view["gate"], 84, True), *([pile_of(view["pile"])] if view["pile"] else [])], 18, 0)
    title = heading(ART, "i-crown", seen.say("board.gate"), "", max(260.0, inside.width))
    return [column([heading(ART, "i-market", seen.say("phase.dice"), "", 150), dice(seen)], 10),
            column([title, inside], 10)]


def pile_of(number: int) -> Block:
    """The face-down guests."""
    drawn = Markup().join(ART.use("ou-guest-back", 4 * step, 4 * step, 76, 76) for step in (2, 1, 0))
    return Block(90, 84, drawn + Markup('<circle cx="76" cy="76" r="14" fill="#2b3350" stroke="#fff8e6" '
                                        'stroke-width="1.5"/>') + figure(number, 76, 81.5, 16, "#fff8e6"))


def dice(seen: Seen) -> Block:
    """The two dice; a used one is pale. Or what a guest gives instead."""
    gift = seen.view["gift"]
    if gift is not None:
        name = f"ou-die-{gift['face']}" if gift["face"] else "ou-t-lightning"
        return row([icon(ART, name, 66), text(f"×{gift['count']}", 26, title=True)], 10)
    using = seen.view["phase"] == "dice"
    return row([Block(66, 66, Markup("<g{}>{}</g>").format(
        Markup(' opacity=".4"') if one["used"] and using else Markup(), icon(ART, f"ou-die-{one['face']}", 66).drawn))
        for one in seen.view["dice"]], 14)
