"""The page `/lab`: how balanced the games are, from the reports that the house keeps."""
from __future__ import annotations

from typing import Any, Final

from litestar import Response, Router, get

from chateaux.lab.kept import described, kept, option_names
from chateaux.lab.verdicts import Summary, decimal, percent, said, signed
from chateaux.look.words import Words
from chateaux.web.pages import page
from chateaux.web.refusals import Asked, language_of
from chateaux.web.render import ENVIRONMENT, words_of

REACH: Final = 100  # half the width of a bar with its whisker


def reported() -> set[str]:
    """The games that have a report."""
    return {summary["game"] for summary in kept().values()}


ENVIRONMENT.globals["reported"] = reported  # pages of rules lead to it


def whisker(value: float, span: list[float], middle: float, most: float) -> dict[str, float]:
    """A dot and its interval as places in a drawing whose middle is `middle` and whose edges are `most` away.

    >>> whisker(0.1, [0.0, 0.3], 0.0, 0.2)
    {'at': 150.0, 'low': 100.0, 'high': 200.0}
    """
    def place(number: float) -> float:
        return round(REACH * (1 + max(-1.0, min(1.0, (number - middle) / (most or 1.0)))), 1)
    return {"at": place(value), "low": place(span[0]), "high": place(span[1])}


def shown(name: str, summary: Summary, language: str) -> dict[str, Any]:
    """A report as the page tells it."""
    words = words_of(summary["game"], language)
    return {"name": name, "game": summary["game"], "title": words.say("game.name"), "anchor": "",
            "label": label(name, summary, words),
            "language": words.say("game.language") if words.has("game.language") else language,
            "setting": described(summary, words), "options": option_names(summary, words),
            "verdicts": said(summary, words), "tables": [told_table(table, words) for table in summary["tables"]],
            "pieces": told_pieces(summary["pieces"], words)}


def label(name: str, summary: Summary, words: Words) -> str:
    """What a report is called: the game, and what tells it from other reports of the game."""
    title = words.say("game.name")
    if name == summary["game"]:
        return title
    for option, value in summary["options"].items():
        if str(value) in name.removeprefix(summary["game"]) and words.has(f"option.{option}.{value}"):
            return f"{title} · {words.say(f'option.{option}.{value}')}"
    return f"{title} · {name.removeprefix(summary['game']).strip('-')}"


def told_table(table: Summary, words: Words) -> dict[str, Any]:
    even = table["even"]
    most = max(abs(edge - even) for seat in table["seats"] for edge in seat["interval"])
    return {"players": table["players"], "seats": [
        {"number": seat["seat"], "share": percent(words, seat["share"]), "low": percent(words, seat["interval"][0]),
         "high": percent(words, seat["interval"][1]), "score": decimal(words, seat["score"]),
         "bar": whisker(seat["share"], seat["interval"], even, most)} for seat in table["seats"]]}


def told_pieces(pieces: list[Summary], words: Words) -> list[dict[str, Any]]:
    most = max((abs(piece["adds"]) for piece in pieces), default=1.0) * 1.5
    return [{"name": words.piece(piece["id"]).bare, "offered": percent(words, piece["offered"]),
             "taken": percent(words, piece["taken"]), "adds": signed(words, piece["adds"]),
             "low": signed(words, piece["adds_interval"][0]), "high": signed(words, piece["adds_interval"][1]),
             "won": percent(words, piece["won"]), "bar": whisker(piece["adds"], piece["adds_interval"], 0.0, most),
             "tone": "good" if piece["adds_interval"][0] > 0 else "bad" if piece["adds_interval"][1] < 0 else "plain"}
            for piece in pieces]


@get("/lab", include_in_schema=False)
async def lab(request: Asked) -> Response[str]:
    language = language_of(request)
    reports = [shown(name, found, language) for name, found in kept().items()]
    for game in reported():  # a link to a game leads to its first report
        first = next(report for report in reports if report["game"] == game)
        first["anchor"] = game if first["name"] != game else ""
    return page(request, "balance.html", reports=reports)


def balance() -> Router:
    """The page of the lab."""
    return Router("/", route_handlers=[lab])
