"""The course of a game as a picture: each seat's chance, one upon the other, step by step."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from chateaux.insight.analysis import Analysis
from chateaux.look.art import tincture
from chateaux.look.standalone import tokens

WIDE: Final = 960
HIGH: Final = 360
LEFT, TOP, FOOT = 44, 16, 46
MARKED: Final = ("mistake", "blunder")


def curve(analysis: Analysis, names: Sequence[str], title: str, theme: str = "light") -> str:
    """A whole SVG: stacked chances in the players' colours, a mark where a decision cost much."""
    ink = tokens(theme)
    points = [*(step.before for step in analysis.steps), analysis.result]
    across, down = WIDE - LEFT - 8, HIGH - TOP - FOOT
    x = [LEFT + across * number / max(1, len(points) - 1) for number in range(len(points))]
    low = [0.0] * len(points)
    parts = [f'<rect width="{WIDE}" height="{HIGH}" fill="{ink["--vellum"]}"/>']
    for seat in range(len(analysis.result)):
        high = [under + point[seat] for under, point in zip(low, points, strict=True)]
        edge = [f"{at:.1f},{TOP + down * (1 - value):.1f}" for at, value in zip(x, high, strict=True)]
        foot = [f"{at:.1f},{TOP + down * (1 - value):.1f}" for at, value in zip(x, low, strict=True)]
        parts.append(f'<polygon points="{" ".join(edge + foot[::-1])}" fill="{ink["--" + tincture(seat)]}" '
                     f'stroke="{ink["--vellum"]}" stroke-width="1"/>')
        low = high
    for share in (0, 25, 50, 75, 100):
        y = TOP + down * (1 - share / 100)
        parts.append(f'<path d="M{LEFT} {y:.1f}h{across}" stroke="{ink["--ink"]}" stroke-opacity=".25"/>'
                     f'<text x="{LEFT - 6}" y="{y + 4:.1f}" font-size="12" text-anchor="end" '
                     f'fill="{ink["--ink"]}">{share}</text>')
    for step in analysis.steps:
        if step.decision is not None and step.decision.grade in MARKED:
            at = x[step.number]
            parts.append(f'<path d="M{at:.1f} {TOP + down}v9" stroke="{ink["--" + tincture(step.seat)]}" '
                         'stroke-width="3"/>')
    at = float(LEFT)
    for seat, name in enumerate(names):
        parts.append(f'<rect x="{at:.1f}" y="{HIGH - 22}" width="14" height="14" rx="3" '
                     f'fill="{ink["--" + tincture(seat)]}"/><text x="{at + 20:.1f}" y="{HIGH - 10}" font-size="14" '
                     f'fill="{ink["--ink"]}">{escape(name)}</text>')
        at += 44 + 8.2 * len(name)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" role="img" '
            f'aria-label={quoteattr(title)} font-family="sans-serif">{"".join(parts)}</svg>\n')
