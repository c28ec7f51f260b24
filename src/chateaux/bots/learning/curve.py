"""How a training went, as a picture: the share won against the written figures, round by round."""
from __future__ import annotations

from typing import Final
from xml.sax.saxutils import escape

from chateaux.engine.data import Data

WIDE: Final = 480
HIGH: Final = 280
EDGE: Final = 44


def curve(game: str, rounds: list[Data]) -> str:
    """An SVG that needs nothing else: a point for each round with its 95 % interval, and the line of even.

    >>> "<svg" in curve("chateau-combo", [{"share": 0.6, "low": 0.5, "high": 0.7}])
    True
    """

    def across(number: float) -> float:
        return EDGE + (WIDE - 2 * EDGE) * number / max(1, len(rounds))

    def up(share: object) -> float:
        return HIGH - EDGE - (HIGH - 2 * EDGE) * float(str(share))

    even = "".join(
        f'<line x1="{EDGE}" x2="{WIDE - EDGE}" y1="{up(share):.1f}" y2="{up(share):.1f}" stroke="{ink}"/>'
        f'<text x="{EDGE - 6}" y="{up(share) + 4:.1f}" text-anchor="end">{round(100 * share)} %</text>'
        for share, ink in ((0.0, "#bbb"), (0.5, "#888"), (1.0, "#bbb")))
    points = [(across(number), row) for number, row in enumerate(rounds, 1)]
    line = " ".join([f"{across(0):.1f},{up(0.5):.1f}", *(f"{x:.1f},{up(row['share']):.1f}" for x, row in points)])
    marks = "".join(
        f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{up(row["low"]):.1f}" y2="{up(row["high"]):.1f}" stroke="#7a4b2a"/>'
        f'<circle cx="{x:.1f}" cy="{up(row["share"]):.1f}" r="4" fill="#7a4b2a"/>'
        f'<text x="{x:.1f}" y="{HIGH - EDGE + 18}" text-anchor="middle">{number}</text>'
        for number, (x, row) in enumerate(points, 1))
    title = escape(f"{game}: victories against the written figures, by rounds of learning")
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" role="img" aria-label="{title}" '
            f'font-family="sans-serif" font-size="11"><rect width="{WIDE}" height="{HIGH}" fill="#fdfaf3"/>'
            f'<text x="{WIDE / 2}" y="22" text-anchor="middle" font-size="13">{title}</text>{even}'
            f'<polyline points="{line}" fill="none" stroke="#7a4b2a"/>{marks}</svg>\n')
