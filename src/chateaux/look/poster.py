"""Posters: the small vocabulary with which a game lays its whole table out as one drawing.

A block is a drawing with its size; rows and columns of blocks are blocks. Colours are the names of the house,
printed later. What a game puts on its poster is in the `poster.py` of its folder.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Generic, NamedTuple, TypeVar

from markupsafe import Markup, escape

from chateaux.look.art import Art, tincture
from chateaux.look.words import Words

View = TypeVar("View")  # a game's own

GAP: Final = 14.0
PAD: Final = 14.0
SHARED: Final = {  # what every poster may refer to besides symbols
    "sky": '<linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="var(--sky0)"/>'
           '<stop offset=".58" stop-color="var(--sky1)"/><stop offset="1" stop-color="var(--sky2)"/></linearGradient>',
    "oak": '<linearGradient id="oak" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="var(--wd1)"/>'
           '<stop offset=".7" stop-color="var(--wd2)"/><stop offset="1" stop-color="var(--wd3)"/></linearGradient>',
    "wash": '<radialGradient id="wash" cx=".5" cy=".3" r=".7"><stop offset="0" stop-color="#c9dde2"/>'
            '<stop offset="1" stop-color="#c9dde2" stop-opacity="0"/></radialGradient>',
    "rough": '<filter id="rough" x="-2%" y="-2%" width="104%" height="104%"><feTurbulence type="fractalNoise" '
             'baseFrequency=".022" numOctaves="2" seed="4"/><feDisplacementMap in="SourceGraphic" scale="3.2"/>'
             "</filter>"}
NARROW, BROAD = "iljtfrI.,:;’'!|()[] \u00a0·", "mwMWœæ@%—–"


class Seen(NamedTuple, Generic[View]):
    """All that a poster is made from: what one seat sees, and what people and pieces are called."""

    view: View
    words: Words
    names: Sequence[str]
    pieces: Mapping[str, Any]
    seat: int | None
    scores: Sequence[int]  # none before the end
    winners: Sequence[int]

    def say(self, key: str, **parts: object) -> str:
        return self.words.say(key, parts, self.names)

    def shines(self, seat: int, turn: int) -> bool:
        """Whose panel has a gold frame: the player whose turn it is, and the winners at the end."""
        return seat in self.winners if self.scores else seat == turn


class Block(NamedTuple):
    """A drawing and its size; its upper left corner is at 0, 0."""

    width: float
    height: float
    drawn: Markup


class Poster(NamedTuple):
    """A table laid out: how far the game is, the drawing, and a sentence about each player for those who listen."""

    status: str
    board: Block
    told: Sequence[str]


# ---------------------------------------------------------------- putting blocks together


def moved(drawn: Markup, x: float, y: float) -> Markup:
    return Markup(f'<g transform="translate({x:g} {y:g})">{escape(drawn)}</g>') if x or y else drawn


def row(blocks: Sequence[Block], gap: float = GAP, align: float = 0.5) -> Block:
    """Blocks from left to right, at the top (0), in the middle or at the bottom (1) of the tallest."""
    high = max((block.height for block in blocks), default=0.0)
    at, drawn = 0.0, Markup()
    for block in blocks:
        drawn += moved(block.drawn, round(at, 2), round((high - block.height) * align, 2))
        at += block.width + gap
    return Block(max(0.0, at - gap), high, drawn)


def column(blocks: Sequence[Block], gap: float = GAP, align: float = 0.0) -> Block:
    """Blocks from top to bottom, at the left (0), in the middle or at the right (1) of the widest."""
    wide = max((block.width for block in blocks), default=0.0)
    at, drawn = 0.0, Markup()
    for block in blocks:
        drawn += moved(block.drawn, round((wide - block.width) * align, 2), round(at, 2))
        at += block.height + gap
    return Block(wide, max(0.0, at - gap), drawn)


def grid(blocks: Sequence[Block], across: int, gap: float = GAP) -> Block:
    """Blocks in rows of so many; a last row that is not full stands in the middle."""
    rows = [row(blocks[first:first + across], gap, 0) for first in range(0, len(blocks), across)]
    return column(rows, gap, 0.5)


def spread(left: Block, right: Block, wide: float) -> Block:
    """Two blocks at both ends of a line."""
    high = max(left.height, right.height)
    return Block(wide, high, moved(left.drawn, 0, round((high - left.height) / 2, 2))
                 + moved(right.drawn, round(wide - right.width, 2), round((high - right.height) / 2, 2)))


def layers(*blocks: Block) -> Block:
    """Blocks over each other, from one corner."""
    return Block(max(block.width for block in blocks), max(block.height for block in blocks),
                 Markup().join(block.drawn for block in blocks))


def within(block: Block, wide: float, high: float = 0, across: float = 0.5, down: float = 0.5) -> Block:
    """A block inside a larger one: in its middle, or as far across and down as is said."""
    high = max(high, block.height)
    return Block(wide, high, moved(block.drawn, round((wide - block.width) * across, 2),
                                   round((high - block.height) * down, 2)))


# ---------------------------------------------------------------- drawings as blocks


def scaled(drawn: Markup, wide: float, high: float, scale: float) -> Block:
    """A drawing of a known box, made smaller or larger."""
    return Block(wide * scale, high * scale, Markup(f'<g transform="scale({scale:g})">{escape(drawn)}</g>'))


def boxed(svg: Markup, wide: float, high: float) -> Block:
    """An <svg> of its own in a box."""
    return Block(wide, high, Markup(f'<svg width="{wide:g}" height="{high:g}"') + Markup(str(svg).removeprefix("<svg")))


def window(drawn: Markup, wide: float, high: float, view: str) -> Block:
    """A scene seen through a frame: nothing of it shows outside."""
    return Block(wide, high, Markup(
        f'<svg class="clip" width="{wide:g}" height="{high:g}" viewBox="{escape(view)}" '
        f'preserveAspectRatio="xMidYMax meet">{escape(drawn)}</svg><rect x=".5" y=".5" width="{wide - 1:g}" '
        f'height="{high - 1:g}" rx="3" fill="none" stroke="var(--line-strong)"/>'))


def icon(art: Art, name: str, size: float) -> Block:
    """A symbol by its height."""
    symbol = art.symbols[name]
    wide = size * symbol.width / symbol.height
    return Block(wide, size, art.use(name, 0, 0, wide, size))


# ---------------------------------------------------------------- text


def length(text: str, size: float, bold: bool = False) -> float:
    """About how long a text is; nobody knows the reader's fonts."""
    wide = sum(0.3 if letter in NARROW else 0.86 if letter in BROAD else 0.68 if letter.isupper() else 0.52
               for letter in text)
    return wide * size * (1.05 if bold else 1.0)


def text(words: object, size: float = 14, ink: str = "var(--ink)", title: bool = False, bold: bool = False,
         widest: float = 0, anchor: float = 0) -> Block:
    """A line of text; `title` is the serif of names and numbers. Longer than the widest, it is condensed.

    The anchor is what is exact, whatever the reader's fonts: its beginning (0), its middle or its end (1).
    """
    said = str(words)
    wide = length(said, size, bold or title)
    fit = ""
    if widest and wide > widest:
        wide, fit = widest, Markup(f' textLength="{widest:g}" lengthAdjust="spacingAndGlyphs"')
    family = "" if title else Markup(' font-family="var(--font-ui)"')
    weight = Markup(' font-weight="700"') if bold or title else ""
    end = "end" if anchor == 1 else "middle"
    at = "" if not anchor else Markup(f' x="{wide * anchor:g}" text-anchor="{escape(end)}"')
    return Block(wide, size * 1.3, Markup(f'<text{escape(at)} y="{size:g}" font-size="{size:g}" '
                                          f'fill="{escape(ink)}"{escape(family)}{escape(weight)}'
                                          f"{escape(fit)}>{escape(said)}</text>"))


def paragraph(words: str, size: float, ink: str, wide: float, most: int = 3) -> Block:
    """A text in lines; what is more than so many of them is left out."""
    lines = [""]
    for word in words.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if length(longer, size) <= wide or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    if len(lines) > most:
        lines = [*lines[:most - 1], f"{lines[most - 1]}…"]
    return within(column([text(line, size, ink) for line in lines], 0), wide, across=0)


def pale(block: Block, much: float = 0.45) -> Block:
    """A block that does not matter just now."""
    return Block(block.width, block.height, Markup(f'<g opacity="{much:g}">{escape(block.drawn)}</g>'))


def chip(inside: Block, fill: str = "var(--vellum-3)", edge: str = "none") -> Block:
    """A block on a pill."""
    wide, high = inside.width + 18, inside.height + 6
    return Block(wide, high, Markup(f'<rect width="{wide:g}" height="{high:g}" rx="{high / 2:g}" fill="{escape(fill)}" '
                                    f'stroke="{escape(edge)}"/>') + moved(inside.drawn, 9, 3))


def count(art: Art, name: str, number: object, size: float = 20) -> Block:
    """A symbol and how many there are of it."""
    return row([icon(art, name, size), text(number, size * 0.85, title=True)], 5)


# ---------------------------------------------------------------- panels


def panel(inside: Block, wide: float = 0, high: float = 0, seat: int | None = None, shines: bool = False) -> Block:
    """Vellum with a double rule; with a ribbon of its player's colour, and a gold frame if it shines."""
    wide, high = max(wide, inside.width + 2 * PAD), max(high, inside.height + 2 * PAD)
    edge = ("var(--gd1)", 3) if shines else ("var(--line-strong)", 1)
    drawn = Markup(f'<rect y="3" width="{wide:g}" height="{high:g}" rx="9" fill="var(--cast)" opacity=".55"/>'
                   f'<rect width="{wide:g}" height="{high:g}" rx="9" fill="var(--vellum)"/>'
                   f'<rect x="4.5" y="4.5" width="{wide - 9:g}" height="{high - 9:g}" rx="6" fill="none" '
                   f'stroke="var(--line)"/>')
    if seat is not None:
        drawn += Markup(f'<path d="M5 12V{high - 12:g}" stroke="var(--{escape(tincture(seat))})" stroke-width="5" '
                        'stroke-linecap="round"/>')
    drawn += Markup(f'<rect x=".5" y=".5" width="{wide - 1:g}" height="{high - 1:g}" rx="9" fill="none" '
                    f'stroke="{escape(edge[0])}" stroke-width="{escape(edge[1])}"/>')
    return Block(wide, high, drawn + moved(inside.drawn, round((wide - inside.width) / 2, 2), PAD))


def heading(art: Art, name: str, title: str, more: str = "", wide: float = 0) -> Block:
    """The title of a panel with its symbol, and something small at the other end if it is wide."""
    small = text(more, 13, "var(--ink-2)", anchor=1)
    left = row([icon(art, name, 22), text(title, 19, title=True, widest=max(0.0, wide - small.width - 40))], 8)
    return spread(left, small, max(wide, left.width))


def person(art: Art, seen: Seen[Any], seat: int, wide: float, counts: Sequence[Block], shines: bool = False,
           scored: bool = True) -> Block:
    """Who it is: shield and name; the points at the end, or whose turn it is; and some counters below."""
    right = Block(0, 0, Markup())
    if seen.scores:
        right = laurels(art, seen, seat, scored)
    elif shines:
        right = chip(text(seen.say("web.playing"), 13, "#2a2030", bold=True), "var(--gd1)")
    name = text(seen.names[seat], 20, title=True, widest=wide - right.width - 46)
    who = spread(row([icon(art, f"sh-{tincture(seat)}", 30), name], 10), right, wide)
    return column([who, within(row(counts, 16), wide, across=0)], 8) if counts else who


def laurels(art: Art, seen: Seen[Any], seat: int, scored: bool) -> Block:
    """The points somebody has at the end, with a crown for winners; only that in a game without points."""
    if seat not in seen.winners:
        return chip(text(seen.scores[seat], 19, title=True)) if scored else Block(0, 0, Markup())
    crown = Markup('<g style="color:var(--btn-ink)">{}</g>').format(art.use("i-crown", 0, 0, 20, 20))
    said = text(seen.scores[seat] if scored else seen.say("web.winner"), 19 if scored else 15, "var(--btn-ink)",
                title=True)
    return chip(row([Block(20, 20, crown), said], 6), "var(--btn)")
