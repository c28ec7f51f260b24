"""The table of Château fort as one drawing: every castle with its building site, the round, the own hand."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from markupsafe import Markup

from chateaux.games.chateau_fort.schema import Player, Possible, Recipe, View
from chateaux.games.chateau_fort.show.drawing import ART, HIGH, ROOF, WIDE, bailey, face
from chateaux.look.poster import (
    PAD,
    Block,
    Poster,
    Seen,
    boxed,
    column,
    count,
    grid,
    heading,
    icon,
    moved,
    pale,
    panel,
    paragraph,
    person,
    row,
    scaled,
    spread,
    text,
    window,
    within,
)

CASTLE: Final = 268.0  # how wide a castle is
SITE: Final = 350.0  # and the building site beside it
LYING: Final = 0.7  # cards of a site
HELD: Final = 0.42  # cards in the hands of others
HAND: Final = 1.0  # the own ones
CARD: Final = (110, 156)


def poster(seen: Seen[View]) -> Poster:
    """Two castles in a row, the round in the free place or below, the viewer's own hand at the bottom."""
    view = seen.view
    panels = [builder(seen, one) for one in view.players]
    wide = panels[0].width
    own = None if view.me is None else view.players[view.me]
    if len(panels) == 3:
        whole = grid([*panels, panel(happening(seen, wide - 2 * PAD, panels[0].height - 2 * PAD))], 2)
        below = [hand(seen, own, whole.width)] if own else []
    else:
        whole = grid(panels, 2)
        below = [hand(seen, own, wide)] if own else []
        room = wide if own else whole.width
        below.insert(0, panel(happening(seen, room - 2 * PAD, below[0].height - 2 * PAD if own else 0)))
    if below:
        whole = column([whole, row(below, align=0)])
    told = [f"{seen.names[one.seat]}: " + ", ".join(
        [seen.say("amount.wall", count=one.castle.walls), seen.say("amount.keep", count=one.castle.keeps),
         *(seen.say(f"amount.{stack.resource}", count=stack.units) for stack in one.site.stacks)])
        for one in view.players]
    mode = seen.say("option.mode.timed" if view.clock else "option.mode.classic")
    return Poster(f"{seen.say('board.round', count=view.round)} · {mode}", whole, told)


# ---------------------------------------------------------------- cards


def card(seen: Seen[View], id: str | None, scale: float) -> Block:
    """A card, or the back of one."""
    return scaled(ART.use("cf-back", 0, 0, *CARD) if id is None else face(id, seen.words), *CARD, scale)


def fanned(cards: Sequence[Block], wide: float) -> Block:
    """Cards over each other, so that they fit."""
    step = min(cards[0].width * 0.46, (wide - cards[0].width) / max(1, len(cards) - 1))
    drawn = Markup().join(moved(one.drawn, round(number * step, 2), 0) for number, one in enumerate(cards))
    return Block(cards[0].width + step * (len(cards) - 1), cards[0].height, drawn)


def free(scale: float) -> Block:
    wide, high = CARD[0] * scale, CARD[1] * scale
    return Block(wide, high, Markup(f'<rect x="1" y="1" width="{wide - 2:g}" height="{high - 2:g}" rx="5" '
                                    'fill="var(--vellum-2)" stroke="var(--line-strong)" stroke-dasharray="5 4"/>'))


# ---------------------------------------------------------------- players


def builder(seen: Seen[View], one: Player) -> Block:
    """One player: the castle as far as it stands, the building site, the cards in hand as far as they are known."""
    view, seat = seen.view, one.seat
    shines = seen.shines(seat, view.turn)
    counts = [count(ART, "cf-pawn-wall", f"{one.castle.walls}/{view.castle.walls}", 24),
              count(ART, "cf-pawn-keep", f"{one.castle.keeps}/{view.castle.keeps}", 24)]
    counts += [count(ART, f"cf-i-{stack.resource}", stack.units, 24) for stack in one.site.stacks]
    inside = row([castle(seen, one), column([site(seen, one), in_hand(seen, one)], 14)], 16, 0)
    who = person(ART, seen, seat, inside.width, counts, shines, scored=view.clock is not None)
    return panel(column([who, inside], 10), seat=seat, shines=shines)


def castle(seen: Seen[View], one: Player) -> Block:
    """The bailey under the sky; a mage who holds it is there too."""
    high = round(CASTLE * (HIGH + ROOF) / WIDE, 1)
    mage = moved(ART.use("cf-i-mage", 0, 0, 60, 60), 290, -20) if one.mage else Markup()
    sky = Markup(f'<rect y="{-ROOF:g}" width="{WIDE}" height="{HIGH + ROOF:g}" fill="url(#sky)"/>'
                 f'{ART.use("cloud", 16, -16, 84, 34)}{ART.use("birds", 270, -4, 46, 18)}')
    drawn = boxed(bailey(one.castle.plots, "", str(one.seat)), WIDE, HIGH + ROOF)
    return window(sky + moved(drawn.drawn, 0, -ROOF) + mage, CASTLE, high, f"0 {-ROOF} {WIDE} {HIGH + ROOF}")


def site(seen: Seen[View], one: Player) -> Block:
    """The three stacks of the building site."""
    each = (SITE - 20) / 3
    stacks = []
    for stack in one.site.stacks:
        cards = [card(seen, lying.card, LYING) for lying in stack.cards]
        name = seen.say(f"amount.{stack.resource}", count=stack.units)
        stacks.append(column([within(fanned(cards, each) if cards else free(LYING), each, across=0),
                              text(name, 13, "var(--ink-2)", widest=each)], 5))
    return row(stacks, 10, 0)


def in_hand(seen: Seen[View], one: Player) -> Block:
    """Somebody else's cards: backs, and those the viewer passed on. Or what the viewer needs to build."""
    if one.seat == seen.seat:
        return column([recipe(seen, needed) for needed in one.recipes], 9)
    cards = [card(seen, held.card, HELD) for held in one.hand]
    step = min(HELD * CARD[0] + 6, (SITE - HELD * CARD[0]) / max(1, len(cards) - 1))
    lying = row(cards, step - HELD * CARD[0]) if cards else Block(SITE, HELD * CARD[1], Markup())
    return column([lying, text(seen.say("board.holds", count=one.cards), 13, "var(--ink-2)")], 5)


def recipe(seen: Seen[View], needed: Recipe) -> Block:
    """What a construction takes, and what of it is there."""
    parts = [within(text(seen.words.piece(needed.construction).bare, 15, title=True, widest=84), 88, across=0)]
    if needed.rests == "all_built":
        parts.append(text(seen.say("why.all_built"), 14, "var(--ink-2)", widest=SITE - 120))
    for need in needed.needs if len(parts) == 1 else ():
        there = f"{min(need.have, need.want)}/{need.want}"
        ink = "var(--rubric)" if need.short else "var(--verdigris)"
        parts.append(within(row([icon(ART, f"cf-i-{need.resource}", 22), text(there, 15, ink, title=True)], 5), 66,
                            across=0))
    inside = row(parts, 6)
    high = inside.height + 12
    return Block(SITE, high, Markup(f'<rect width="{SITE:g}" height="{high:g}" rx="6" fill="var(--vellum-2)"/>')
                 + moved(inside.drawn, 10, 6))


# ---------------------------------------------------------------- the round and the own hand


def happening(seen: Seen[View], wide: float, high: float) -> Block:
    """What the die of the round brought, and all that it could."""
    view = seen.view
    event = view.event
    title = heading(ART, "i-info", seen.say("board.round", count=view.round),
                    seen.say("board.pile", count=view.pile.count), wide)
    if event is None:
        now = within(text(seen.say("board.begins", seat=view.first), 19, title=True, widest=wide), wide, across=0)
    else:
        told = column([text(seen.say(f"happening.{event.event}"), 19, title=True),
                       paragraph(seen.say(f"happening.{event.event}.help"), 14, "var(--ink-2)", wide - 130, 2)], 2)
        now = spread(row([icon(ART, f"cf-e-{event.event}", 60), told], 14),
                     icon(ART, f"cf-die-{event.roll}", 42), wide)
    all_events = [possible(seen, one, (wide - 20) / 3) for one in view.events]
    inside = column([now, grid(all_events, 3, 10)], 16)
    return column([title, within(inside, wide, high - title.height - 10)], 10)


def possible(seen: Seen[View], one: Possible, wide: float) -> Block:
    """An event and its number; those that are not now are pale."""
    name = text(f"{one.roll}  {seen.say('happening.' + one.event)}", 14, bold=one.on, widest=wide - 44)
    inside = within(row([icon(ART, f"cf-e-{one.event}", 32), name], 8), wide, across=0)
    return inside if one.on else pale(inside, 0.6)


def hand(seen: Seen[View], own: Player, wide: float) -> Block:
    """The viewer's own cards."""
    title = heading(ART, "i-hand", seen.say("board.hand_of", seat=own.seat), "", wide - 2 * PAD)
    cards = [card(seen, one.card, HAND) for one in own.hand]
    lying = row(cards, 10) if cards else text("–", 14)
    if lying.width > wide - 2 * PAD:
        lying = fanned(cards, wide - 2 * PAD)
    return panel(column([title, lying], 9), wide)
