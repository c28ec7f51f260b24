"""The reports the house keeps: summaries of its own games, shipped as data, for the documentation and for `/lab`."""
from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Final

import chateaux
from chateaux.lab.setting import Refused
from chateaux.lab.verdicts import Summary, decimal, percent, said, signed
from chateaux.look.chronicle import bot_called
from chateaux.look.words import Words

FOLDER: Final = Path(__file__).parent / "balance"
DOCS: Final = Path(__file__).parents[3] / "docs" / "balance"  # in a clone
NAME: Final = re.compile(r"[a-z0-9-]+")


@cache
def kept() -> dict[str, Summary]:
    """All kept summaries by their names, in order."""
    return {path.stem: json.loads(path.read_text("utf-8")) for path in sorted(FOLDER.glob("*.json"))}


def keep(name: str, summary: Summary) -> None:
    """Keep a summary under a name, and write its page of the documentation where there is one."""
    if not NAME.fullmatch(name):
        raise Refused("name", name=name[:40])
    FOLDER.mkdir(exist_ok=True)
    short = shortened(summary)
    (FOLDER / f"{name}.json").write_text(json.dumps(short, ensure_ascii=False, separators=(",", ":")) + "\n", "utf-8")
    if DOCS.is_dir():
        (DOCS / f"{name}.md").write_text(markdown(name, short), "utf-8")


def shortened(summary: Summary) -> Summary:
    """A summary without what only charts need."""
    tables = [{key: {inner: value for inner, value in part.items() if inner not in ("histogram", "winners", "others")}
               if isinstance(part, dict) else part for key, part in table.items()} for table in summary["tables"]]
    return {**summary, "tables": tables}


def bot_names(bots: list[str], words: Words) -> str:
    """Levels by their names, other bots as they are written."""
    return ", ".join(bot_called(spec, words) for spec in bots)


def described(summary: Summary, words: Words) -> str:
    """What was played, in a sentence."""
    text = words.say("lab.setting", games=decimal(words, max(table["games"] for table in summary["tables"]), 0),
                     bots=bot_names(summary["bots"], words), rules=summary["rules_version"], version=summary["version"])
    if summary["own_pieces"]:
        text += " " + words.say("lab.own_pieces", digest=summary["pieces_digest"][:8])
    return text


def option_names(summary: Summary, words: Words) -> str:
    """The options in a sentence, without those that are just off; empty if there are none."""
    game = chateaux.games().get(summary["game"])
    named = []
    for name, value in summary["options"].items():
        if game is not None and name in game.options and value == game.defaults[name] and isinstance(value, bool):
            continue
        option = words.say(f"option.{name}") if words.has(f"option.{name}") else name
        choice = f"option.{name}.{value}"
        named.append(words.say("lab.option", name=option, value=words.say(choice) if words.has(choice) else str(value)))
    return words.say("lab.options", options="; ".join(named)) if named else ""


def command(summary: Summary) -> str:
    """The command that plays the same again."""
    players = [table["players"] for table in summary["tables"]]
    options = "".join(f" --option {name}={value}" for name, value in summary["options"].items())
    pieces = " --pieces FILE" if summary["own_pieces"] else ""
    bots = ("/" if any("," in spec for spec in summary["bots"]) else ",").join(summary["bots"])
    return (f"chateaux lab run {summary['game']} --players {players[0]}-{players[-1]} --bots {bots} "
            f"--games {summary['asked']} --seed {summary['seed']}{options}{pieces} --out DIR")


def markdown(name: str, summary: Summary) -> str:
    """A kept summary as a page of the documentation."""
    words = Words("en", chateaux.game(summary["game"]))
    title = words.say("lab.of", name=words.say("game.name")) + (f" ({name})" if name != summary["game"] else "")
    lines = [f"# {title}", "", f"{described(summary, words)} {option_names(summary, words)}".rstrip(),
             "", "```", command(summary), "```", "",
             *(f"- {verdict}" for verdict in said(summary, words)), "", "## Seats", "",
             "| players | seat | wins | 95 % | points |", "|--:|--:|--:|--:|--:|"]
    for table in summary["tables"]:
        lines += [f"| {table['players']} | {seat['seat']} | {percent(words, seat['share'])} % | "
                  f"{percent(words, seat['interval'][0])}–{percent(words, seat['interval'][1])} | "
                  f"{decimal(words, seat['score'], 2)} |" for seat in table["seats"]]
    lines += ["", "## Pieces", "", "| piece | could be had by | taken when it could be | adds | 95 % | won with it |",
              "|---|--:|--:|--:|--:|--:|"]
    for piece in summary["pieces"]:
        low, high = piece["adds_interval"]
        lines.append(f"| {words.piece(piece['id']).bare} `{piece['id']}` | {percent(words, piece['offered'])} % | "
                     f"{percent(words, piece['taken'])} % | {signed(words, piece['adds'])} | "
                     f"{signed(words, low)} to {signed(words, high)} | {percent(words, piece['won'])} % |")
    return "\n".join(lines) + "\n"
