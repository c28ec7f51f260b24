"""Printing: a drawing that leans on a page, for symbols, colours and classes, made into one that needs nothing.

Pages give colours as custom properties that symbols inherit where they are used. Viewers of SVG files know
nothing of that, so every symbol is printed in the colours of the place that uses it, once for each set of colours.
"""
from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final, final
from xml.etree import ElementTree

TOKENS: Final = Path(__file__).parent / "tokens.css"
THEMES: Final = ("light", "dark")
COMMENT: Final = re.compile(r"/\*.*?\*/", re.S)
DECLARED: Final = re.compile(r"(--[\w-]+)\s*:\s*([^;]+);")
VARIABLE: Final = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,\s*((?:[^()]|\([^()]*\))*))?\)")
REFERENCE: Final = re.compile(r'href="#([^"]+)"|url\(#([^)]+)\)')
NAMED: Final = re.compile(r"--[\w-]+")
RGBA: Final = re.compile(r"rgba\((\d+),\s*(\d+),\s*(\d+),\s*([\d.]+)\)")
URL: Final = re.compile(r"url\(#([^)]+)\)")
INK: Final = "currentColor"
OPACITY: Final = {"fill": "fill-opacity", "stroke": "stroke-opacity", "stop-color": "stop-opacity"}
SET: Final = {"svgnum": {"font-weight": "700"}}  # what the classes of pages mean in print
PAGES: Final = ("id", "class", "role", "focusable", "tabindex")  # attributes only a page has a use for

Colours = Mapping[str, str]


@cache
def tokens(theme: str) -> Colours:
    """The custom properties of a theme.

    >>> tokens("light")["--vellum"], tokens("dark")["--vellum"], tokens("dark")["--wd0"]
    ('#fcf6e8', '#221c2d', '#c1925b')
    """
    day, _, night = COMMENT.sub("", TOKENS.read_text("utf-8")).partition('[data-theme="dark"]')
    found = dict(DECLARED.findall(day))
    if theme == "dark":
        found.update(DECLARED.findall(night.partition("@media")[0]))
    return found


def resolved(text: str, colours: Colours) -> str:
    """A value with its colours filled in.

    >>> resolved("var(--pc, var(--rf1))", {"--rf1": "#cb5a38"})
    '#cb5a38'
    """
    while "var(" in text:
        text = VARIABLE.sub(lambda found: colours.get(found[1], found[2] or "none"), text)
    return colours.get(INK, text) if text == INK else text


@final
class Press:
    """Prints drawings: `printed` gives a drawing in its colours, `defs` all symbols it came to need.

    >>> press = Press({"dot": '<symbol id="dot" viewBox="0 0 2 2"><path d="M0 0" fill="var(--pc)"/></symbol>'}, "light")
    >>> print(press.printed('<g style="--pc:red"><use href="#dot"/></g><use href="#dot"/>'))
    <g><use xlink:href="#dot" /></g><use xlink:href="#dot_2" />
    >>> print(press.defs())
    <symbol id="dot" viewBox="0 0 2 2"><path d="M0 0" fill="red" /></symbol><symbol id="dot_2"
    viewBox="0 0 2 2"><path d="M0 0" fill="none" /></symbol>
    """

    def __init__(self, symbols: Mapping[str, str], theme: str) -> None:
        self.symbols: Mapping[str, str] = symbols
        self.tokens: Colours = tokens(theme)
        self.wants: dict[str, frozenset[str]] = {}
        self.names: dict[tuple[str, tuple[str, ...]], str] = {}
        self.made: dict[str, str] = {}

    def printed(self, drawing: str) -> str:
        """A drawing that refers only to `defs`."""
        whole = ElementTree.fromstring(f"<g>{drawing}</g>")
        colours = {**self.tokens, INK: self.tokens["--ink"]}
        for element in whole:
            self.set(element, colours)
        return "".join(ElementTree.tostring(element, "unicode") for element in whole)

    def defs(self) -> str:
        """The symbols, gradients and filters of all that was printed."""
        return "".join(self.made[name] for name in sorted(self.made))

    def set(self, element: ElementTree.Element, colours: Colours) -> None:
        """Set an element and all in it in the colours that hold there."""
        colours = self.styled(element, colours)
        clipped = "clip" in element.get("class", "").split()
        for name in element.get("class", "").split():
            for key, value in SET.get(name, {}).items():
                element.attrib.setdefault(key, value)
        for key in [key for key in element.attrib if key in PAGES or key.startswith(("aria-", "data-"))]:
            del element.attrib[key]
        if element.tag == "svg" and not clipped:
            element.attrib.setdefault("overflow", "visible")
        for key, value in list(element.attrib.items()):
            value = resolved(value, colours)
            if key == "href":
                del element.attrib[key]
                key, value = "xlink:href", f"#{self.name(value.removeprefix('#'), colours)}"
            elif "url(#" in value:
                value = URL.sub(lambda found: f"url(#{self.name(found[1], colours)})", value)
            elif key in OPACITY and (found := RGBA.fullmatch(value)):
                value = "#" + "".join(f"{int(part):02x}" for part in found.groups()[:3])
                element.set(OPACITY[key], f"{float(found[4]) * float(element.get(OPACITY[key], 1)):g}")
            element.set(key, value)
        for child in element:
            self.set(child, colours)

    def styled(self, element: ElementTree.Element, colours: Colours) -> Colours:
        """The colours inside an element; what else is in its style becomes attributes."""
        style = element.attrib.pop("style", "")
        mine: dict[str, str] = {}
        for declaration in style.split(";"):
            key, _, value = (part.strip() for part in declaration.partition(":"))
            if key.startswith("--"):
                mine[key] = resolved(value, colours)
            elif key == "color":
                mine[INK] = resolved(value, colours)
            elif key:
                element.set(key, value)
        return {**colours, **mine} if mine else colours

    def name(self, id: str, colours: Colours) -> str:
        """The name of a symbol printed in these colours; KeyError when there is no such symbol."""
        wanted = self.wanted(id)
        key = id, tuple(f"{name}:{colours[name]}" for name in sorted(wanted) if name in colours)
        if key not in self.names:
            count = sum(known == id for known, _ in self.names)
            self.names[key] = name = id if not count else f"{id}_{count + 1}"
            element = ElementTree.fromstring(self.symbols[id])
            self.set(element, colours)
            element.attrib = {"id": name, **element.attrib}
            self.made[name] = ElementTree.tostring(element, "unicode")
        return self.names[key]

    def wanted(self, id: str) -> frozenset[str]:
        """The colours a symbol takes from where it is used, those of the symbols in it included."""
        if id not in self.wants:
            text = self.symbols[id]
            found = set(NAMED.findall(text)) | ({INK} if INK in text else set())
            for pair in REFERENCE.findall(text):
                found |= self.wanted(pair[0] or pair[1])
            self.wants[id] = frozenset(found)
        return self.wants[id]
