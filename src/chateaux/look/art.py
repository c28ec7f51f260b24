"""Art: symbols drawn once in .svg files, and the small vocabulary that composes pieces from them.

A page carries the symbols it needs in one hidden sprite; pieces refer to them by name. The house's own
symbols are in `look/art`, a game's in the `show/art.svg` of its folder.
"""
from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from markupsafe import Markup, escape

SYMBOL: Final = re.compile(r'<symbol id="([^"]+)"[^>]*viewBox="([^"]+)".*?</symbol>', re.S)
REFERENCE: Final = re.compile(r'href="#([^"]+)"')
COMMON: Final = Path(__file__).parent / "art" / "common.svg"
PORTRAITS: Final = Path(__file__).parent / "art" / "portraits.svg"  # carried by those who use them
INK: Final = "#2a2030"
COLOURS: Final = 5  # of players


class Symbol(NamedTuple):
    """One drawing and the box it is drawn in."""

    markup: str
    width: float
    height: float


@cache
def symbols(path: Path) -> Mapping[str, Symbol]:
    """The symbols of one file, by name; none when there is no such file."""
    if not path.exists():
        return {}
    found = {}
    for match in SYMBOL.finditer(path.read_text("utf-8")):
        _, _, width, height = match[2].split()
        found[match[1]] = Symbol(match[0], float(width), float(height))
    return found


class Art:
    """The symbols of the house together with those of a game."""

    def __init__(self, *paths: Path) -> None:
        self.symbols: dict[str, Symbol] = {}
        for path in (PORTRAITS, COMMON, *paths):
            self.symbols.update(symbols(path))

    def use(self, name: str, x: float = 0, y: float = 0, width: float | None = None,
            height: float | None = None) -> Markup:
        """A symbol inside a drawing; KeyError when there is none of that name."""
        symbol = self.symbols[name]
        return used(name, x, y, symbol.width if width is None else width, symbol.height if height is None else height)

    def icon(self, name: str, size: float = 20, label: str = "", kind: str = "ico") -> Markup:
        """A symbol that stands by itself; without a label it is decoration."""
        symbol = self.symbols[name]
        return alone(name, symbol.width, symbol.height, size, label, kind)

    def sprite(self, *texts: str) -> Markup:
        """The hidden drawing that holds exactly the symbols these texts refer to, nested ones included."""
        found = self.meant(*texts)
        return self.hidden(found[name] for name in sorted(found))

    def whole(self, extra: str = "", beside: str = "") -> Markup:
        """The hidden drawing that holds every symbol, and some more; of portraits the parts that it, or what is
        beside it, refers to.
        """
        own = {name: symbol.markup for name, symbol in self.symbols.items() if name not in symbols(PORTRAITS)}
        return self.hidden([*(own | self.meant(*own.values(), extra, beside)).values(), extra])

    def meant(self, *texts: str) -> dict[str, str]:
        """The symbols that texts refer to, nested ones included."""
        found: dict[str, str] = {}
        wanted = {name for text in texts for name in REFERENCE.findall(text)}
        while wanted:
            name = wanted.pop()
            if name not in found and name in self.symbols:
                found[name] = self.symbols[name].markup
                wanted.update(REFERENCE.findall(found[name]))
        return dict(sorted(found.items()))

    @staticmethod
    def hidden(parts: Iterable[str]) -> Markup:
        """A drawing that is not shown, of parts that are markup."""
        return Markup('<svg class="sprite" width="0" height="0" aria-hidden="true" focusable="false">{}</svg>').format(
            Markup("".join(parts)))


@lru_cache(maxsize=8192)
def used(name: str, x: float, y: float, width: float, height: float) -> Markup:
    """A symbol inside a drawing, in a box."""
    return Markup(f'<use href="#{escape(name)}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"/>')


@lru_cache(maxsize=8192)
def alone(name: str, width: float, height: float, size: float, label: str, kind: str) -> Markup:
    """A symbol that stands by itself, so wide."""
    spoken = Markup('role="img" aria-label="{}"').format(label) if label else Markup('aria-hidden="true"')
    return Markup(f'<svg class="{escape(kind)}" width="{size:g}" height="{size * height / width:g}" '
                  f'viewBox="0 0 {width:g} {height:g}" {escape(spoken)}><use href="#{escape(name)}"/></svg>')


class Line:
    """A row of small symbols and figures, laid out left to right and centred."""

    def __init__(self, art: Art, size: float = 17) -> None:
        self.art = art
        self.size = size
        self.items: list[tuple[str, str, float, float]] = []

    def icon(self, name: str, scale: float = 1.0) -> Line:
        symbol, height = self.art.symbols[name], self.size * scale
        self.items.append(("icon", name, height * symbol.width / symbol.height, height))
        return self

    def text(self, text: str, scale: float = 0.9) -> Line:
        size = self.size * scale
        self.items.append(("text", text, len(text) * size * 0.52 + 1, size))
        return self

    def width(self, gap: float = 2) -> float:
        return sum(item[2] for item in self.items) + gap * (len(self.items) - 1)

    def draw(self, x: float, y: float, widest: float, ink: str, gap: float = 2) -> Markup:
        """The row centred at a point, made smaller when it would be too wide."""
        width = self.width(gap)
        scale = min(1.0, widest / width) if width > 0 else 1.0
        at, drawn = 0.0, Markup()
        for kind, what, wide, high in self.items:
            if kind == "icon":
                drawn += self.art.use(what, at, -high / 2, wide, high)
            else:
                drawn += figure(what, at + wide / 2, high * 0.34, high, ink)
            at += wide + gap
        return Markup(f'<g transform="translate({x - width * scale / 2:.1f} {y:g}) scale({scale:.3f})">'
                      f'{escape(drawn)}</g>')


def tincture(seat: int) -> str:
    """The name of a seat's colour; its shield is the symbol `sh-` with this name.

    >>> tincture(0), tincture(5)
    ('p1', 'p1')
    """
    return f"p{seat % COLOURS + 1}"


@lru_cache(maxsize=4096, typed=True)
def figure(text: Hashable, x: float, y: float, size: float, ink: str, squeezed: float = 0) -> Markup:
    """A number or a name in a drawing; squeezed to a width if it would be longer."""
    fit = Markup(f' textLength="{squeezed:g}" lengthAdjust="spacingAndGlyphs"') if squeezed else ""
    return Markup(f'<text x="{x:g}" y="{y:g}" class="svgnum" font-size="{size:g}" text-anchor="middle" '
                  f'fill="{escape(ink)}"{escape(fit)}>{escape(text)}</text>')
