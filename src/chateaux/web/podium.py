"""The podium of a finished game as one drawing that needs nothing else: a picture to share."""
from __future__ import annotations

import html
import re
from typing import Final, NamedTuple

from markupsafe import Markup

from chateaux.engine.game import Game
from chateaux.look.art import SYMBOL, tincture
from chateaux.look.parts import parts, pieces_by_id
from chateaux.look.poster import SHARED, length, text
from chateaux.look.standalone import Press
from chateaux.tables.frames import Frame
from chateaux.web import render
from chateaux.web.finale import Finale, Place, finale

WIDE, HIGH = 1200, 630  # as conversations like pictures of links
STARS: Final = re.compile(r'<g class="stars".*?</g>', re.S)  # it is day
BOX: Final = re.compile(r'^\s*<svg [^>]*?viewBox="([^"]+)"')
PAINT: Final = re.compile(r'<(pattern|radialGradient) id="([^"]+)".*?</\1>', re.S)
SPOTS: Final = (4, 1, 0, 2, 3)  # who stands where, from left to right: the winner in the middle
PLINTHS: Final = (112, 94, 80, 68, 68)
SIDE: Final = 40  # beside the winner, for a banner
EDGE: Final = 24


class Column(NamedTuple):
    """One player's place: what stands there, how large, and how wide the place is."""

    place: Place
    trophy: Markup
    tall: float
    broad: float
    wide: float


def paints() -> dict[str, str]:
    """The patterns and gradients of a page."""
    found = PAINT.finditer(render.ENVIRONMENT.get_template("weaves.html").render())
    return {match[2]: match[0] for match in found}


def drawn(frame: Frame, game: Game, language: str) -> str:
    """The podium as an SVG; "" when the game is not over, or does not say what was built."""
    known = render.book(game, language)
    seen = render.sight(frame, known, True)
    feat = known.board.feat(seen).strip() if frame.result is not None and hasattr(known.board, "feat") else ""
    found = finale(frame, game, known.helpers["words"], seen.names, feat)
    if found is None or frame.result is None or not hasattr(known.board, "trophy"):
        return ""
    symbols = {name: symbol.markup for name, symbol in parts(game).art.symbols.items()} | SHARED | paints()
    own = parts(game).drawing
    if own is not None and hasattr(own, "symbols"):
        pieces = own.symbols(list(pieces_by_id(game).values()), known.helpers["words"])
        symbols |= {match[1]: match[0] for match in SYMBOL.finditer(str(pieces))}
    columns = [column(place, known.board.trophy(seen, place.seat).strip(), len(found.places)) for place in found.places]
    scores = [] if feat else frame.result.scores
    press = Press(symbols, "light")
    inside = press.printed(scene(known) + stage(columns, seen.names, scores) + head(found, known))
    family = html.escape(press.tokens["--font-display"])
    return ('<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
            f'width="{WIDE}" height="{HIGH}" viewBox="0 0 {WIDE} {HIGH}" font-family="{family}">'
            f"<defs>{press.defs()}</defs>{inside}</svg>\n")


def column(place: Place, trophy: Markup, players: int) -> Column:
    """A trophy as large as its place has room for."""
    most = (320.0, 330.0) if place.won else (210.0, 230.0)
    if players > 3:
        most = (300.0, 280.0) if place.won else (190.0, 170.0)
    box = BOX.match(str(trophy))
    if box is None:  # drawn by hand, by those who look at it
        return Column(place, Markup(), 60, 52, 170)
    _, _, wide, high = (float(number) for number in box[1].split())
    scale = min(most[0] / high, most[1] / wide)
    return Column(place, trophy, high * scale, wide * scale, max(150.0, wide * scale + 18))


def scene(known: render.Book) -> Markup:
    """Sky and hills."""
    land = STARS.sub("", render.ENVIRONMENT.get_template("feast.html").render(known.helpers))
    placed = Markup(land).replace("<svg ", Markup('<svg width="{}" height="{}" ').format(WIDE, HIGH), 1)
    return Markup('<rect width="{}" height="{}" fill="url(#sky)"/>{}').format(WIDE, HIGH, placed)


def head(found: Finale, known: render.Book) -> Markup:
    """Which game, who won, by how much; and whose house it is."""
    say, use = known.helpers["say"], known.helpers["use"]
    lines = (text(say("game.name") if known.helpers["has"]("game.name") else "", 34, title=True, widest=700),
             text(f"{found.title}, {found.by}", 22, widest=860))
    return Markup('<g transform="translate({0} 20)">{1}</g><g transform="translate({0} 66)">{2}</g>{3}{4}').format(
        EDGE, lines[0].drawn, lines[1].drawn, use("brand", WIDE - 176, 22, 36, 36),
        Markup('<g transform="translate({} 24)">{}</g>').format(WIDE - 132, text("Châteaux", 24, title=True).drawn))


def stage(columns: list[Column], names: list[str], scores: list[int]) -> Markup:
    """The columns side by side, smaller where there are many."""
    order = [columns[spot] for spot in SPOTS if spot < len(columns)]
    whole = sum(one.wide + 12 + 2 * SIDE * one.place.won for one in order)
    scale = min(1.0, (WIDE - 2 * EDGE) / whole)
    at, found = 0.0, Markup()
    for one in sorted(order, key=lambda one: not one.place.won):  # rays and banners lie behind the others
        before = sum(other.wide + 12 + 2 * SIDE * other.place.won for other in order[:order.index(one)])
        at = before + 6 + SIDE * one.place.won + one.wide / 2
        found += Markup('<g transform="translate({:g} 0)" style="{};{}">{}</g>').format(
            at, render.colour_of(one.place.seat), render.weave_of(one.place.seat), stand(one, names, scores))
    return Markup('<g transform="translate({:g} {:g}) scale({:g})">{}</g>').format(
        (WIDE - whole * scale) / 2, HIGH, scale, found)


def stand(one: Column, names: list[str], scores: list[int]) -> Markup:
    """Somebody's place, around its middle, upwards from the ground."""
    high, wide, seat = PLINTHS[one.place.rank - 1], one.wide, one.place.seat
    top = -high - one.tall
    found = Markup()
    if one.place.won:
        rays = Markup().join(Markup('<path d="M0 0L-40-560H40z" transform="rotate({})"/>').format(turn)
                             for turn in range(0, 360, 20))
        found += Markup('<g transform="translate(0 {:g})" fill="var(--celest)" opacity=".28">{}</g>').format(
            -high - one.tall / 2, rays)
        for side in (-1, 1):
            x = side * (wide / 2 + 30) - 32
            found += Markup('<use href="#gonfalon" x="{:g}" y="-350" width="64" height="340"/>'
                            '<use href="#sh-{}" x="{:g}" y="-296" width="30" height="34.5"/>').format(
                                x, tincture(seat), x + 17)
    if one.trophy:
        box = Markup('<svg x="{:g}" y="{:g}" width="{:g}" height="{:g}" ').format(
            -one.broad / 2, top, one.broad, one.tall)
        found += one.trophy.replace("<svg ", box, 1)
    else:
        found += Markup('<use href="#sh-{}" x="-26" y="{:g}" width="52" height="60"/>').format(tincture(seat), top)
    if one.place.won:
        found += Markup('<use href="#crown" x="-29" y="{:g}" width="58" height="43.5"/>').format(top - 34)
    found += Markup('<rect x="{0:g}" y="{1}" width="{2:g}" height="{3}" fill="url(#ashlar)"/>'
                    '<rect x="{0:g}" y="{1}" width="{2:g}" height="8" fill="var(--st0)"/>').format(
                        -wide / 2, -high, wide, high)
    return found + plaque(names[seat], scores[seat] if scores else None, one)


def plaque(name: str, score: int | None, one: Column) -> Markup:
    """Shield, name and what it came to."""
    size = 24 if one.place.won else 19
    sum_of = "" if score is None else str(score)
    room = one.wide - 60 - 18 * len(sum_of)
    while length(name, size, True) > 1.15 * room and len(name) > 3:
        name = name[:-2].rstrip() + "…"
    called = text(name, size, title=True, widest=min(room, length(name, size, True)))
    counted = text(sum_of, size * 1.35, title=True)
    wide = called.width + counted.width + 52
    return Markup(
        '<g transform="translate({:g} {:g})"><rect width="{:g}" height="42" rx="7" fill="var(--vellum)" '
        'stroke="{}" stroke-width="{}"/><use href="#sh-{}" x="9" y="8" width="23" height="26"/>'
        '<g transform="translate(38 {:g})">{}</g><g transform="translate({:g} {:g})">{}</g></g>').format(
            -wide / 2, -PLINTHS[one.place.rank - 1] + 18, wide, "var(--gd1)" if one.place.won else "var(--line-strong)",
            3 if one.place.won else 1, tincture(one.place.seat), 20 - size * 0.66, called.drawn,
            44 + called.width, 20 - size * 0.9, counted.drawn)
