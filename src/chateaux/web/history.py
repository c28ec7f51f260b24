"""What somebody has played, as their page shows it: running tables, results, figures, a curve."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from babel.numbers import format_decimal

from chateaux.look.chronicle import bot_called
from chateaux.look.words import Words
from chateaux.tables.ratings import Rating
from chateaux.tables.results import Figures, Played, Result, figures, rivals
from chateaux.web.render import day, words_of

SHOWN: Final = 30  # results on the page
COMPANY: Final = 12  # people on the page
WIDTH, HEIGHT, EDGE = 320, 120, 8  # of a curve
LEAST: Final = 200  # points that its height spans at least


def game_name(game: str, language: str) -> str:
    words = words_of(game, language)
    return words.say("game.name") if words.has("game.name") else game


def called(row: Result, words: Words) -> str:
    """What somebody is called in a list of results."""
    if row.bot:
        return words.say("web.bot_level", level=bot_called(row.bot, words))
    return row.name or words.say("player.number", number=row.seat + 1)


def history(found: Sequence[Played], language: str) -> dict[str, Any]:
    """Everything the page tells about games that have ended."""
    words = words_of("", language)
    return {"results": [result(played, words) for played in found[:SHOWN]],
            "figures": [figure(one, words) for one in figures(found)],
            "company": rivals(found, bots=False)[:COMPANY]}


def result(played: Played, words: Words) -> dict[str, Any]:
    winners = [row for row in played.all if row.place == 1]
    return {"table": played.mine.table, "game": game_name(played.mine.game, words.language),
            "day": day(played.mine.ended, words.language), "won": played.mine.place == 1,
            "winner": words.word([called(row, words) for row in winners]),
            "scores": " · ".join(f"{called(row, words)} {row.score}" for row in played.all)}


def figure(one: Figures, words: Words) -> dict[str, Any]:
    return {"game": game_name(one.game, words.language), "played": one.played, "won": one.won,
            "mean": format_decimal(round(one.mean, 1), locale=words.locale), "best": one.best, "rating": one.rating,
            "curve": curve(one.curve) if len(one.curve) > 1 else None,
            "bots": [(bot_called(rival.name, words), rival.games, rival.better) for rival in one.bots]}


class Curve(NamedTuple):
    """Ratings over the games that counted, as points of a drawing: the line, its band, and where a Squire stands."""

    line: str
    band: str
    squire: str


def curve(points: Sequence[tuple[float, Rating]]) -> Curve:
    """The drawing of a rating.

    >>> curve([(0.0, Rating()), (1.0, Rating(27.0, 6.0))]).line.count(",")
    2
    """
    ratings = [rating for _, rating in points]
    low = min(one.points - one.give_or_take for one in ratings)
    high = max(max(one.points + one.give_or_take for one in ratings), low + LEAST)

    def at(number: int, value: float) -> str:
        x = EDGE + (WIDTH - 2 * EDGE) * number / (len(ratings) - 1)
        y = HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * (value - low) / (high - low)
        return f"{x:.1f},{y:.1f}"
    over = [at(number, one.points + one.give_or_take) for number, one in enumerate(ratings)]
    under = [at(number, one.points - one.give_or_take) for number, one in enumerate(ratings)]
    return Curve(" ".join(at(number, one.points) for number, one in enumerate(ratings)),
                 " ".join(over + under[::-1]), at(0, 1000).partition(",")[2])
