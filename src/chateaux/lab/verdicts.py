"""Verdicts: what the figures of a summary mean, in sentences. A sentence is chosen from the figures and said in words;
nothing here needs the extra `lab`, so pages can say kept summaries, too.
"""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from babel.numbers import format_decimal

from chateaux.look.words import Words, unbraced

RARE: Final = 0.1  # a piece that fewer of those who could have it take
FEW: Final = 100  # takers; fewer say little
ENDS: Final = " \u00a0\u202f:(,–"  # what stands before a figure
NAMED: Final = 8  # pieces in one sentence

Summary = dict[str, Any]  # as `summary` writes it and JSON keeps it


def decimal(words: Words, number: float, digits: int = 1) -> str:
    """A number as the language writes it.

    >>> decimal(Words("fr"), 53.14), decimal(Words("en"), -0.04)
    ('53,1', '0.0')
    """
    number = round(number, digits) + 0.0  # no minus before a zero
    return format_decimal(number, format="#,##0" + ("." + "0" * digits if digits else ""), locale=words.locale)


def percent(words: Words, share: float) -> str:
    return decimal(words, 100 * share)


def signed(words: Words, share: float) -> str:
    """Percentage points with their sign."""
    text = percent(words, abs(share))
    return f"+{text}" if share >= 0 else f"−{text}"


def points(words: Words, number: float) -> str:
    """So many points, or whatever the game counts, one decimal.

    >>> points(Words("en"), 0.42)
    '0.4 points'
    """
    number = round(abs(number), 1)
    return words.say("lab.points", points=decimal(words, number),
                     count=1 if words.locale.plural_form(number) == "one" else 2)


def source(words: Words, kind: str) -> str:
    """A source of points by its name: what the result calls it, without the figures of one result.

    >>> source(Words("en"), "conquest")
    'conquest'
    """
    for key in (f"breakdown.{kind}", f"breakdown.{kind}s"):
        forms = words.messages.get(key)
        if forms is not None:
            name = forms[0].partition("{")[0].rstrip(ENDS)
            if name:
                return name
    return kind


def spans(words: Words, span: list[float]) -> dict[str, str]:
    return {"low": percent(words, span[0]), "high": percent(words, span[1])}


def said(summary: Summary, words: Words) -> list[str]:
    """All verdicts of a summary."""
    found: list[str] = []
    for table in summary["tables"]:
        found.extend(of_table(summary, table, words))
    found.extend(of_pieces(summary["pieces"], words))
    return found


def of_table(summary: Summary, table: Summary, words: Words) -> Iterator[str]:
    """What is to be said of one number of players."""
    players = table["players"]
    yield seats(table, words)
    turns, minutes, box = table["turns"], table["minutes"], summary["box_minutes"]
    yield words.say("lab.verdict.length", players=players, turns=decimal(words, turns["mean"]), low=turns["from"],
                    high=turns["to"], minutes=decimal(words, minutes["mean"], 0),
                    seconds=decimal(words, summary["turn_seconds"], 0)) + (
        " " + words.say("lab.verdict.box", box="–".join(map(str, box))) if box else "")
    if table["frozen"]["share"]:
        yield words.say("lab.verdict.frozen", spans(words, table["frozen"]["interval"]), players=players,
                        share=percent(words, table["frozen"]["share"]))
    yield words.say("lab.verdict.close", players=players, margin=points(words, table["margin"]["mean"]),
                    share=percent(words, table["margin"]["close"]))
    yield words.say("lab.verdict.lead", players=players, share=percent(words, table["lead"]["mean"]),
                    changes=decimal(words, table["lead"]["changes"]))
    if len(table["sources"]) > 1:
        best = next(iter(table["sources"]))
        yield words.say("lab.verdict.source", players=players, source=unbraced(source(words, best)),
                        share=percent(words, table["sources"][best]))


def seats(table: Summary, words: Words) -> str:
    """Whether a seat is better than its share, and what that is worth."""
    even, players = table["even"], table["players"]
    clear = [seat for seat in table["seats"] if not seat["interval"][0] <= even <= seat["interval"][1]]
    if not clear:
        most = max(seat["interval"][1] - seat["interval"][0] for seat in table["seats"]) / 2
        return words.say("lab.verdict.even", players=players, games=decimal(words, table["games"], 0),
                         most=percent(words, most))
    seat = max(clear, key=lambda seat: abs(seat["share"] - even))
    return words.say("lab.verdict.ahead" if seat["share"] > even else "lab.verdict.behind",
                     spans(words, seat["interval"]), players=players, number=seat["seat"],
                     share=percent(words, seat["share"]), even=percent(words, even), worth=points(words, seat["worth"]))


def of_pieces(pieces: list[Summary], words: Words) -> Iterator[str]:
    """The strongest and the weakest piece, and those nobody wants."""
    known = [piece for piece in pieces if piece["takers"] >= FEW]
    if not known:
        return
    for key, piece in (("strong", known[0]), ("weak", known[-1])):
        low, high = piece["adds_interval"]
        if (low > 0) if key == "strong" else (high < 0):
            yield words.say(f"lab.verdict.{key}", piece=piece["id"], adds=signed(words, piece["adds"]),
                            low=signed(words, low), high=signed(words, high), won=percent(words, piece["won"]),
                            even=percent(words, piece["won_even"]))
    if not any(low > 0 or high < 0 for low, high in (piece["adds_interval"] for piece in known)):
        yield words.say("lab.verdict.pieces_even")
    rare = [piece for piece in pieces if piece["offered"] and piece["taken"] < RARE]
    if rare:
        rare.sort(key=lambda piece: piece["taken"])
        yield words.say("lab.verdict.unwanted", pieces=[words.piece(piece["id"]).bare for piece in rare[:NAMED]])
