"""Charts of a summary: drawn by Altair as SVG in the colours of our pages, by day and by night, without any script."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import altair as alt
import vl_convert

from chateaux.lab.verdicts import Summary, source
from chateaux.look.words import Words

INK, FAINT, LINE = "var(--ink)", "var(--ink-2)", "var(--line)"
GOOD, BAD, PLAIN = "var(--verdigris)", "var(--rubric)", "var(--lapis)"
COLOURS: Final = [f"var(--p{number})" for number in range(1, 6)]
WIDE: Final = 430  # drawn for a phone, stretched where there is room
MOST: Final = 40  # pieces in one chart: the strongest and the weakest
LOOK: Final = {
    "background": "transparent", "font": "sans-serif", "view": {"stroke": None}, "range": {"category": COLOURS},
    "axis": {"labelColor": INK, "titleColor": FAINT, "gridColor": LINE, "domainColor": LINE, "tickColor": LINE,
             "labelFontSize": 13, "titleFontSize": 13, "titleFontWeight": "normal", "labelLimit": 220},
    "legend": {"labelColor": INK, "titleColor": FAINT, "labelFontSize": 13, "titleFontSize": 13,
               "titleFontWeight": "normal", "orient": "top"},
    "header": {"labelColor": INK, "titleColor": FAINT, "labelFontSize": 13}}


class Picture(NamedTuple):
    """A chart: what it is about, and the drawing."""

    name: str  # its title is lab.chart.NAME, its explanation lab.help.NAME
    svg: str


def charts(summary: Summary, words: Words) -> Iterator[Picture]:
    """All charts of a summary, in the order of the report."""
    tables = summary["tables"]
    makers = {"seats": seats(tables, words), "length": lengths(tables, words),
              "scores": scores(tables, words), "margins": margins(tables, words),
              "leads": leads(tables, words), "sources": sources(tables, words),
              "pieces": pieces(summary["pieces"], words)}
    for name, chart in makers.items():
        if chart is not None:
            yield Picture(name, drawn(chart, words))


def drawn(chart: Any, words: Words) -> str:
    """A chart as an SVG that fits its page."""
    decimal, group = words.locale.number_symbols["latn"]["decimal"], words.locale.number_symbols["latn"]["group"]
    locale = {"decimal": decimal, "thousands": group, "grouping": [3], "currency": ["", ""]}
    svg = str(vl_convert.vegalite_to_svg(chart.configure(**LOOK).to_dict(), format_locale=locale))
    at = svg.index(">")
    style = 'style="width:100%;max-width:640px;height:auto" role="img"'
    return f"{svg[:at]} {style}{svg[at:]}".replace("sans-serif", "var(--font-ui)")


def with_players(table: Summary, words: Words) -> str:
    return words.say("lab.tables", players=table["players"])


def seats(tables: list[Summary], words: Words) -> Any:
    """A dot and its interval for every seat, and the even share."""
    rows = [{"table": with_players(table, words), "seat": str(seat["seat"]), "share": 100 * seat["share"],
             "low": 100 * seat["interval"][0], "high": 100 * seat["interval"][1], "even": 100 * table["even"]}
            for table in tables for seat in table["seats"]]
    base = alt.Chart(alt.Data(values=rows)).encode(
        y=alt.Y("seat:N", title=words.say("lab.axis.seat")))
    scale = alt.Scale(zero=False, nice=True)
    share = alt.X("low:Q", title=words.say("lab.axis.share"), scale=scale)
    layers = alt.layer(
        base.mark_tick(color=INK, thickness=2, size=26, orient="vertical").encode(x=alt.X("even:Q", scale=scale)),
        base.mark_rule(color=PLAIN, strokeWidth=3).encode(x=share, x2="high:Q"),
        base.mark_point(color=PLAIN, filled=True, size=90).encode(x=alt.X("share:Q", scale=scale)))
    return layers.properties(width=WIDE, height=alt.Step(26)).facet(
        row=alt.Row("table:N", title=None, header=alt.Header(orient="top", labelAnchor="start")),
        spacing=8).resolve_scale(y="independent", x="independent")


def binned(pairs: list[list[int]], most: int = 40) -> list[tuple[float, float]]:
    """A histogram with at most so many bars: the middle of each and its share in percent.

    >>> binned([[1, 3], [2, 1]])
    [(1.0, 75.0), (2.0, 25.0)]
    """
    if not pairs:
        return []
    total, step = sum(count for _, count in pairs), 1
    while len(pairs) > most and pairs[-1][1] < total / 500:  # a long thin tail would press the rest together
        pairs = pairs[:-1]
    while (pairs[-1][0] - pairs[0][0]) // step >= most:
        step += 1
    bars: dict[int, int] = {}
    for value, count in pairs:
        bars[(value - pairs[0][0]) // step] = bars.get((value - pairs[0][0]) // step, 0) + count
    return [(pairs[0][0] + bar * step + (step - 1) / 2, 100 * count / total) for bar, count in sorted(bars.items())]


def lines(rows: list[dict[str, Any]], axis: str, legend: str, words: Words) -> Any:
    """Distributions over each other, as soft areas with a line; in steps where there are only a few values."""
    way = "monotone" if len({row["value"] for row in rows}) > 15 else "step"
    return alt.Chart(alt.Data(values=rows)).mark_area(line={"strokeWidth": 2}, opacity=0.25, interpolate=way).encode(
        x=alt.X("value:Q", title=words.say(axis), scale=alt.Scale(zero=False), axis=alt.Axis(tickMinStep=1)),
        y=alt.Y("share:Q", title=words.say("lab.axis.games"), stack=None),
        color=alt.Color("kind:N", title=words.say(legend) if legend else None, scale=alt.Scale(range=COLOURS)),
    ).properties(width=WIDE, height=190)


def by_players(tables: list[Summary], what: str, words: Words, axis: str) -> Any:
    rows = [{"kind": str(table["players"]), "value": value, "share": share}
            for table in tables for value, share in binned(table[what]["histogram"])]
    return lines(rows, axis, "lab.axis.players", words)


def lengths(tables: list[Summary], words: Words) -> Any:
    return by_players(tables, "turns", words, "lab.axis.turns") \
        if any(len(table["turns"]["histogram"]) > 1 for table in tables) else None


def margins(tables: list[Summary], words: Words) -> Any:
    return by_players(tables, "margin", words, "lab.axis.lead")


def scores(tables: list[Summary], words: Words) -> Any:
    """Winners beside the others, all numbers of players together."""
    rows = []
    for key, name in (("winners", "lab.winners"), ("others", "lab.others")):
        counts: dict[int, int] = {}
        for table in tables:
            for value, count in table["scores"][key]:
                counts[value] = counts.get(value, 0) + count
        rows += [{"kind": words.say(name), "value": value, "share": share}
                 for value, share in binned([[value, counts[value]] for value in sorted(counts)])]
    return lines(rows, "lab.axis.points", "", words)


def leads(tables: list[Summary], words: Words) -> Any:
    """Bars for the tenths of the game."""
    rows = [{"tenth": f"{10 * tenth}–{10 * tenth + 10}", "order": tenth, "players": str(table["players"]),
             "share": 100 * count / table["games"]}
            for table in tables for tenth, count in enumerate(table["lead"]["histogram"])]
    return alt.Chart(alt.Data(values=rows)).mark_bar(cornerRadius=2).encode(
        x=alt.X("tenth:N", sort=alt.SortField("order"), title=words.say("lab.axis.progress"),
                axis=alt.Axis(labelAngle=0, labelFontSize=11)),
        xOffset="players:N", y=alt.Y("share:Q", title=words.say("lab.axis.games")),
        color=alt.Color("players:N", title=words.say("lab.axis.players"), scale=alt.Scale(range=COLOURS)),
    ).properties(width=WIDE, height=190)


def sources(tables: list[Summary], words: Words) -> Any:
    """A bar for each source of points."""
    totals: dict[str, float] = {}
    for table in tables:
        for kind, share in table["sources"].items():
            totals[kind] = totals.get(kind, 0.0) + 100 * share / len(tables)
    if len(totals) < 2:
        return None
    rows = [{"source": source(words, kind), "share": share} for kind, share in totals.items()]
    return alt.Chart(alt.Data(values=rows)).mark_bar(color="var(--gd2)", cornerRadius=2).encode(
        y=alt.Y("source:N", sort="-x", title=None), x=alt.X("share:Q", title="%"),
    ).properties(width=WIDE - 120, height=alt.Step(22))


def pieces(found: list[Summary], words: Words) -> Any:
    """What pieces add, with intervals; the strongest and the weakest where there are many."""
    shown = found if len(found) <= MOST else [*found[:MOST // 2], *found[-MOST // 2:]]
    if not shown:
        return None
    rows = [{"piece": words.piece(piece["id"]).bare, "adds": 100 * piece["adds"], "order": number,
             "low": 100 * piece["adds_interval"][0], "high": 100 * piece["adds_interval"][1],
             "tone": "good" if piece["adds_interval"][0] > 0 else "bad" if piece["adds_interval"][1] < 0 else "plain"}
            for number, piece in enumerate(shown)]
    tone = alt.Color("tone:N", legend=None,
                     scale=alt.Scale(domain=["good", "bad", "plain"], range=[GOOD, BAD, "var(--ink-3)"]))
    base = alt.Chart(alt.Data(values=rows)).encode(
        y=alt.Y("piece:N", sort=alt.SortField("order"), title=None), color=tone)
    return alt.layer(
        alt.Chart(alt.Data(values=[{"zero": 0}])).mark_rule(color=LINE, strokeWidth=2).encode(x="zero:Q"),
        base.mark_rule(strokeWidth=2.5).encode(x=alt.X("low:Q", title=words.say("lab.axis.adds")), x2="high:Q"),
        base.mark_point(filled=True, size=70).encode(x="adds:Q"),
    ).properties(width=WIDE - 140, height=alt.Step(20))
