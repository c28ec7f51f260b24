"""How things look: the bailey with its walls and keep, the cards, the die, composed from the symbols of `art.svg`."""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from markupsafe import Markup, escape

from chateaux.games.chateau_fort.cards import FAMILIES, FIRE, GUARDS, IDS, KINDS, UNITS, defence_against, family
from chateaux.games.chateau_fort.schema import Plot
from chateaux.look.art import INK, Art, figure
from chateaux.look.words import Words

ART: Final = Art(Path(__file__).parent / "art.svg")
PAPER: Final = "#fff8e6"
BACK_TO_FRONT: Final = ("ne", "nw", "keep", "se", "sw")  # what stands before what, seen from the south
WIDE, HIGH, ROOF = 360, 310, 34  # the box of a bailey, and how far the keep's flag rises above it

BANDS: Final = {"resource": ("#44536b", "#cfd8e0"), "attack": ("#9a2c1b", "#f0c9bf"), "defence": ("#1f4589", "#c3d3f0"),
                "special": ("#7b5209", "#f6e6b4")}
PEOPLE: Final = {"mason": ("mason",), "peasant1": ("peasant",), "peasant2": ("farmhand", "vintner"),
                 "witch": ("witch",), "mage": ("mage",), "guards": ("guard",), "monks": ("monk", "scribe")}
SMALL: Final = {"stone1": "stone", "stone2": "stone", "peasant1": "peasant", "peasant2": "peasant"}
CARDS: Final = tuple(IDS[card] for card in range(KINDS))
FAMILY: Final = {IDS[card]: FAMILIES[family(card)] for card in range(KINDS)}
STOPPED_BY: Final = {IDS[card]: IDS[defence_against(card)] for card in range(FIRE, GUARDS)}


def small(card: str) -> str:
    """The symbol that stands for a card in a line of text."""
    return "cf-i-" + SMALL.get(card, card)


def icon_of(card: str, size: float = 20, label: str = "") -> Markup:
    return ART.icon(small(card), size, label)


# ---------------------------------------------------------------- the bailey


def bailey(plots: Iterable[Plot], label: str, owner: str = "", rises: str = "") -> Markup:
    """A castle as far as it stands. With an `owner` every part has an id of its own, so that a new one settles in.

    What could be built now is a ghost; `rises` names the class under which it is shown.
    """
    lying = {plot.plot: plot for plot in plots}
    parts = [ART.use("cf-ground", 0, 0, WIDE, HIGH)]
    for place in BACK_TO_FRONT:
        plot, name = lying[place], "cf-keep" if place == "keep" else f"cf-wall-{place}"
        if plot.built:
            id = Markup(' id="castle-{}-{}"').format(owner, place) if owner else ""
            parts.append(Markup('<g{} class="stands">{}</g>').format(id, ART.use(name, 0, 0, WIDE, HIGH)))
            continue
        parts.append(ART.use(f"{name}-plot", 0, 0, WIDE, HIGH))
        if rises and plot.ghost:
            kind = "keep" if place == "keep" else "wall"
            ghost = ART.use(name, 0, 0, WIDE, HIGH)
            parts.append(Markup('<g class="{} {}-{}">{}</g>').format(rises, rises, kind, ghost))
    return Markup('<svg class="bailey" viewBox="0 {} {} {}" role="img" aria-label="{}">{}</svg>').format(
        -ROOF, WIDE, HIGH + ROOF, label, Markup().join(parts))


# ---------------------------------------------------------------- cards


def picture(card: str) -> Markup:
    """The people or the thing on a card, box 98 × 95."""
    people = PEOPLE.get(card)
    if people is None:
        return ART.use(f"cf-a-{card}", 9, 12, 80, 80)
    if len(people) == 1:
        return ART.use(f"cf-b-{people[0]}", -1, 2, 100, 100)
    first, second = people
    return ART.use(f"cf-b-{second}", 30, 14, 72, 72) + ART.use(f"cf-b-{first}", -8, 18, 78, 78)


def effect(card: str) -> Markup:
    """What a card does, in symbols at its foot."""
    kind = FAMILY[card]
    if kind == "resource":
        units = UNITS[IDS.index(card)]
        return Markup().join(ART.use(small(card), 43 - 13 * (units - 1) + 26 * number, 126, 24, 24)
                             for number in range(units))
    if kind == "defence":
        parts = [ART.use("cf-i-guards", 14, 127, 22, 22), stroke("M41 138h9M46 133l5 5-5 5", INK, 2.4)]
        for number, attack in enumerate(attack for attack, stop in STOPPED_BY.items() if stop == card):
            x = 56 + number * 25
            parts += [ART.use(small(attack), x, 127, 22, 22), stroke(f"M{x} 149l22-22", "#a12c1a", 3)]
        return Markup().join(parts)
    if kind == "special":
        goods = Markup().join(ART.use(f"cf-i-{what}", 14 + 22 * number, 127, 21, 21)
                              for number, what in enumerate(("mason", "stone", "peasant")))
        return goods + figure("×4", 91, 144, 16, INK)
    if card == "gold":
        return ART.use("cf-i-mason", 26, 127, 22, 22) + stroke("M56 138h22M70 131l8 7-8 7", "#9a2c1b", 3)
    if card == "mage":
        return ART.use("i-clock", 44, 127, 22, 22)
    return (ART.use("cf-die-2", 30, 127, 20, 21) + ART.use("cf-die-4", 53, 127, 20, 21)
            + stroke("M80 131l9 13M89 131l-9 13", "#9a2c1b", 3))


def stroke(path: str, ink: str, width: float) -> Markup:
    return Markup(f'<path d="{escape(path)}" fill="none" stroke="{escape(ink)}" stroke-width="{width:g}" '
                  f'stroke-linecap="round" '
                  'stroke-linejoin="round"/>')


def face(card: str, words: Words) -> Markup:
    """A whole card face, box 110 × 156."""
    band, tint = BANDS[FAMILY[card]]
    name = words.piece(card).bare.removesuffix(" ×2").removesuffix("\u00a0×2")
    size = 15 if len(name) < 10 else 13
    squeezed = 92.0 if len(name) * size * 0.5 > 92 else 0.0
    parts = [ART.use("cf-frame", 0, 0, 110, 156),
             Markup(f'<svg class="clip" x="6" y="6" width="98" height="95" viewBox="0 0 98 95">'
                    f'{picture(card)}</svg>'),
             figure(name, 55, 117, size, PAPER, squeezed), effect(card), ART.use(small(card), 5, 3, 26, 26)]
    if FAMILY[card] == "resource" and UNITS[IDS.index(card)] > 1:
        parts.append(Markup(f'<circle cx="93" cy="17" r="14" fill="#fffaf0" stroke="{INK}" stroke-width="2"/>')
                     + figure(f"×{UNITS[IDS.index(card)]}", 93, 22.5, 16, INK))
    return Markup(f'<g style="--band:{escape(band)};--tint:{escape(tint)};color:{INK}">{Markup().join(parts)}'
                  f'</g>')


def symbols(pieces: Sequence[object], words: Words) -> Markup:
    """Every face as a symbol, so that a board only names it. Every box has the same kinds of cards."""
    return Markup().join(Markup(f'<symbol id="face-{escape(card)}" viewBox="0 0 110 156">{face(card, words)}'
                                f'</symbol>')
                         for card in CARDS)


@lru_cache(maxsize=64)
def shown(card: str) -> Markup:
    """A card face on a board; the button around it says its name."""
    return framed(Markup('<use href="#face-{}"/>').format(card))


@lru_cache(maxsize=64)
def lying(card: str) -> Markup:
    """A card on the site of somebody else: it is only looked at, and moves by itself."""
    moves = Markup(' data-vt="lies-{}" data-to="pile"').format(card)
    return framed(Markup('<use href="#face-{}"/>').format(card), moves)


@cache
def back() -> Markup:
    """The back of a card."""
    return framed(ART.use("cf-back", 0, 0, 110, 156))


def framed(inside: Markup, more: str = "") -> Markup:
    return Markup('<svg class="fcard" viewBox="0 0 110 156" aria-hidden="true"{}>{}</svg>').format(more, inside)


def die(roll: int, size: float = 38, label: str = "") -> Markup:
    return ART.icon(f"cf-die-{roll}", size, label, "ico die")


@lru_cache(maxsize=512)
def tumbling(roll: int, wait: int = 0, size: float = 54) -> Markup:
    """A die that rolls over a few faces and comes to rest on its number."""
    others = [face for face in (3, 6, 1, 5, 2, 4) if face != roll][:4]
    faces = Markup().join(ART.use(f"cf-die-{other}", 0, 0, 48, 50) for other in others)
    return Markup(f'<svg class="tumbling" width="{size:g}" height="{size * 50 / 48:g}" viewBox="0 0 48 50" '
                  f'aria-hidden="true" style="--wait:{escape(wait)}ms"><g class="rolling">{escape(faces)}</g>'
                  f'<g class="rest">{ART.use(f"cf-die-{roll}", 0, 0, 48, 50)}</g></svg>')
