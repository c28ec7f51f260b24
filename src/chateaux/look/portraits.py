"""Portraits: people from head to belt, put together from the parts in `art/portraits.svg`.

A look is body, hat, hair, beard, face and what somebody holds; "-" is none. Whoever has no look of their own gets one
by their id, always the same.
"""
from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Final, TypeVar

from markupsafe import Markup, escape

from chateaux.look.art import Art

Item = TypeVar("Item")
Look = Sequence[str]
Cloth = tuple[str, str, str]  # main colour, shade, trim

HEADS: Final = ("oval", "round", "square", "oval")
SKINS: Final = (("#f7d9bb", "#e6bd97"), ("#eec19a", "#d9a479"), ("#d29a6b", "#b67f52"), ("#a8703f", "#8b5930"),
                ("#7c4f35", "#633c27"))
HAIRS: Final = ("#2f2420", "#5a3820", "#8a5a2b", "#c08a3e", "#a8432a", "#403a44")
WITH_FAIR: Final = (*HAIRS[:5], "#d9cfc0", *HAIRS[5:])
HATS: Final = (("#a8432a", "#7f2f1f"), ("#2f58a8", "#1d3a77"), ("#2b8b70", "#16604c"), ("#6d4726", "#4a2f1b"),
               ("#8a4a86", "#5c2c5c"), ("#445366", "#2f3b4b"))
OWN_COLOUR: Final = frozenset({"wimple", "veil", "coif", "witch"})  # hats that are never dyed


def chosen(items: Sequence[Item], id: str, salt: object) -> Item:
    """Always the same item for the same person.

    >>> chosen("abc", "monk", "skin") == chosen("abc", "monk", "skin")
    True
    """
    return items[zlib.crc32(f"{id}/{salt}".encode()) % len(items)]


def stranger(choices: Sequence[Sequence[str]], id: str) -> Look:
    """A look for somebody who has none: something of each sort."""
    return [chosen(parts, id, place) for place, parts in enumerate(choices)]


def bust(art: Art, id: str, look: Look, cloth: Cloth, hairs: Sequence[str] = HAIRS, worn: Sequence[str] = ()) -> Markup:
    """Somebody from head to belt, box 100 × 100; `worn` are glasses and the like."""
    body, hat, hair, beard, face, prop = look
    (main, shade, trim), (skin, skin_shade) = cloth, chosen(SKINS, id, "skin")
    old = face == "old"
    style = (f"--g1:{main};--g2:{shade};--g3:{trim};--skin:{skin};--skin2:{skin_shade};"
             f"--hair:{'#e9e0d3' if old else chosen(hairs, id, 'hair')};--brow:{'#d9cfc0' if old else '#4a3a30'}")
    if hat not in OWN_COLOUR:
        dye, dye_shade = chosen(HATS, id, "hat")
        style += f";--hatc:{dye};--hatc2:{dye_shade}"
    layers = [f"b-{body}", f"h-{chosen(HEADS, id, 'head')}", f"f-{face}"]
    layers += [f"{kind}-{part}" for kind, part in (("beard", beard), ("hair", hair), ("hat", hat)) if part != "-"]
    layers += [f"x-{part}" for part in worn]
    drawn = Markup().join(art.use(f"pt-{layer}", 0, 0, 100, 100) for layer in layers)
    return Markup(f'<g style="{escape(style)}">{escape(drawn)}{art.use(f"pt-p-{prop}", 64, 58, 38, 38)}</g>')
