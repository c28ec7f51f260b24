"""Tables as lists show them: my own, those that strangers may join or watch, games that have ended."""
from __future__ import annotations

from typing import Any, Final

from chateaux.look.chronicle import names
from chateaux.look.words import Words
from chateaux.tables import frames
from chateaux.tables.data import Broken
from chateaux.tables.house import House
from chateaux.tables.table import Table
from chateaux.web import render
from chateaux.web.api import id_of
from chateaux.web.guests import Guest

SHOWN: Final = 12  # tables in a list of the lobby
FEW: Final = 5  # of those that have ended


async def lists(house: House, guest: Guest | None, language: str) -> dict[str, Any]:
    """The tables that the lobby lists."""
    found = [] if guest is None else await house.readable(await house.store.ids_of(guest.id))
    return {"mine": tables_of(found, guest, language), "ended": ended_tables(found, guest, language),
            "others": await open_tables(house, guest, language)}


def tables_of(found: list[Table | Broken], guest: Guest | None, language: str) -> list[dict[str, Any]]:
    """A guest's tables that have not ended, those that wait for the guest first; what cannot be read says so."""
    me = id_of(guest)
    lines = [broken_line(table, language) if isinstance(table, Broken) else line(table, language, me)
             for table in found]
    running = [item for item in lines if item["phase"] in ("open", "running", "broken")]
    return sorted(running, key=lambda item: not item["turn"])[:SHOWN]


def ended_tables(found: list[Table | Broken], guest: Guest | None, language: str) -> list[dict[str, Any]]:
    """A guest's games that were played, to look at again."""
    played = [table for table in found
              if isinstance(table, Table) and table.ended and table.state is not None and not table.upgraded]
    return [line(table, language, id_of(guest)) for table in played[:FEW]]


async def open_tables(house: House, guest: Guest | None, language: str) -> list[dict[str, Any]]:
    """Tables of others that are listed: to join while seats are left, or to watch."""
    me = id_of(guest)
    found = await house.readable(await house.store.listed())
    return [line(table, language, me) for table in found if isinstance(table, Table) and not table.seats_of(me)][:SHOWN]


def broken_line(table: Broken, language: str) -> dict[str, Any]:
    """A table that cannot be read, as a list shows it."""
    return {"id": table.id, "game": Words(language).say("web.broken"), "phase": "broken", "mine": [], "names": "",
            "seats": [], "free": 0, "turn": False, "waiting": "", "about": "", "day": "", "winner": "", "scores": ""}


def line(table: Table, language: str, guest: str) -> dict[str, Any]:
    """A table as a list shows it."""
    about = frames.info(table)
    words = render.words_of(about.game, language)
    who = names(about, words)
    mine = table.seats_of(guest)
    free = sum(seat.kind == "open" for seat in table.seats)
    return {"id": about.id, "game": named(words, "game.name", about.game), "phase": about.phase, "mine": mine,
            "names": ", ".join(name for name, seat in zip(who, about.seats, strict=True) if seat.kind != "open"),
            "seats": [seat.seat for seat in about.seats if seat.kind != "open"], "free": free,
            "turn": any(seat in mine for seat in about.to_act),
            "waiting": ", ".join(who[seat] for seat in about.to_act), "about": told_about(table, words),
            "day": render.day(about.created, language), "winner": "", "scores": ""} | outcome(table, words, who)


def told_about(table: Table, words: Words) -> str:
    """How a table is played: its options where they are not the usual ones, its clock, its language."""
    head = table.head
    parts_ = [option_told(words, name, value) for name, value in sorted(head.options.items())
              if value != table.game.options[name].default]
    if head.clock.days:
        parts_.append(words.say("company.days", count=head.clock.days))
    elif head.clock.seconds:
        parts_.append(words.say("web.clock_value", minutes=head.clock.seconds // 60, seconds=head.clock.increment))
    return " · ".join([*parts_, words.say(f"language.{head.language}")])


def option_told(words: Words, name: str, value: object) -> str:
    called = named(words, f"option.{name}", name)
    if isinstance(value, bool):
        return called
    return f"{called} {named(words, f'option.{name}.{str(value).lower()}', str(value))}"


def outcome(table: Table, words: Words, who: list[str]) -> dict[str, str]:
    """Who won and with what, once a game is over."""
    if table.phase != "over" or table.state is None:
        return {}
    scores = table.state.scores()
    return {"winner": words.say("me.winner", who=[who[seat] for seat in table.state.winners()]),
            "scores": " · ".join(f"{name} {score}" for name, score in zip(who, scores, strict=True))}


def named(words: Words, key: str, otherwise: str) -> str:
    return words.say(key) if words.has(key) else otherwise
