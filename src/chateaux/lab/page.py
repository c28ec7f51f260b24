"""The report as one page that needs nothing else: verdicts, charts, tables, in our look."""
from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

import chateaux
from chateaux.engine.game import Game
from chateaux.lab.charts import charts
from chateaux.lab.kept import command, described, option_names
from chateaux.lab.verdicts import Summary, decimal, percent, points, said, signed
from chateaux.look.standalone import TOKENS, tokens
from chateaux.look.words import Words

HERE: Final = Path(__file__).parent
ENVIRONMENT: Final = Environment(loader=FileSystemLoader(HERE), autoescape=True, undefined=StrictUndefined,
                                 trim_blocks=True, lstrip_blocks=True)


def page(summary: Summary, language: str, game: Game | None = None) -> str:
    """The report of a summary; `game` where it was played with somebody's own set."""
    words = Words(language, game or chateaux.game(summary["game"]))
    night = "".join(f"{name}:{value};" for name, value in tokens("dark").items())
    styles = (TOKENS.read_text("utf-8") + f"@media (prefers-color-scheme:dark){{:root{{color-scheme:dark;{night}}}}}"
              + (HERE / "report.css").read_text("utf-8"))
    return ENVIRONMENT.get_template("report.html").render(
        summary=summary, say=words.say, language=words.language, name=words.say("game.name"),
        verdicts=said(summary, words),
        charts=[(picture.name, Markup(picture.svg)) for picture in charts(summary, words)],
        setting=described(summary, words), options=option_names(summary, words), command=command(summary),
        piece=lambda id: words.piece(id).bare, **figures(words),
        styles=Markup(styles))


def figures(words: Words) -> dict[str, Any]:
    """How templates write numbers."""
    return {"decimal": lambda number, digits=1: decimal(words, number, digits),
            "percent": lambda share: percent(words, share), "points": lambda number: points(words, number),
            "signed": lambda share: signed(words, share)}
