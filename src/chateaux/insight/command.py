"""`chateaux analyse RECORD`: what made a finished game."""
from __future__ import annotations

from pathlib import Path
from typing import Annotated, Optional

import msgspec
import typer

from chateaux.engine.data import BadRecord
from chateaux.engine.record import Record
from chateaux.insight.analysis import Analysis, Care, analysing
from chateaux.insight.curve import curve
from chateaux.look.words import LANGUAGES, Words, language_of_this_place


def analyse_command(
        record: Annotated[Path, typer.Argument(help="A record as a JSON file.")],
        json: Annotated[Optional[Path], typer.Option(help="All figures, into this file.")] = None,
        picture: Annotated[Optional[Path], typer.Option(help="The course of the game as an SVG.")] = None,
        quick: Annotated[bool, typer.Option("--quick", help="A quarter of the care, a quarter of the time.")] = False,
        language: Annotated[str, typer.Option(help=", ".join(LANGUAGES))] = "") -> None:
    """Say of a finished game who was likely to win when, which decisions cost what, and how much was luck."""
    care = Care.times(0.25 if quick else 1.0)
    try:
        read = Record.from_json(record.read_bytes())
        words = Words((language or language_of_this_place())[:2], read.game)
        found: Analysis | None = None
        with typer.progressbar(length=len(read.entries), label=words.say("insight.working")) as bar:
            for step in analysing(read, care):
                if isinstance(step, Analysis):
                    found = step
                else:
                    bar.update(1)
        if found is None:
            raise BadRecord("There is nothing to analyse in this record.", "running")
        named = read.about.get("names")
        names = [str(name) for name in named] if isinstance(named, list) else []
        names = [names[seat] if seat < len(names) else words.say("player.number", number=seat + 1)
                 for seat in range(len(found.players))]
        for line in told(found, names, words):
            typer.echo(line)
        if json is not None:
            json.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1))
        if picture is not None:
            picture.write_text(curve(found, names, words.say("insight.title")), "utf-8")
    except (OSError, BadRecord) as error:
        typer.secho(str(error), fg="red", err=True)
        raise typer.Exit(2) from None


def told(found: Analysis, names: list[str], words: Words) -> list[str]:
    """The analysis in sentences."""
    lines = []
    for player in found.players:
        lines.append(words.say(
            "insight.player", who=names[player.seat], start=round(player.start), own=f"{player.own:+.0f}",
            others=f"{player.others:+.0f}", luck=f"{player.luck:+.0f}", result=round(player.result)))
        if player.accuracy is not None:
            bad = sum(player.grades.get(grade, 0) for grade in ("mistake", "blunder"))
            lines.append("  " + words.say("insight.accuracy", percent=round(player.accuracy), count=bad))
    for number in found.turning:
        step = found.steps[number]
        after = found.steps[number + 1].before if number + 1 < len(found.steps) else found.result
        seat = max(range(len(names)), key=lambda one: abs(after[one] - step.before[one]))
        who = names[step.seat] if step.seat >= 0 else words.say("insight.table")
        lines.append(words.say(
            "insight.turning", number=number + 1, who=who, action=step.text, whom=names[seat],
            before=round(100 * step.before[seat]), after=round(100 * after[seat])))
        if step.decision is not None and step.decision.loss > 4:
            lines.append("  " + words.say("insight.better", action=step.decision.text, loss=round(step.decision.loss)))
    return lines
