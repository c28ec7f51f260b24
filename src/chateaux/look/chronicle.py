"""What happened, in words for a page: sentences with the names of people and pieces set off."""
from __future__ import annotations

import re
import zlib
from collections.abc import Mapping, Sequence
from typing import Final, Protocol

from markupsafe import Markup, escape

from chateaux.engine.data import Data
from chateaux.look.words import Piece, Words

BOTS: Final = ("Aliénor", "Odo", "Isaure", "Sigrid", "Aymeric", "Ingeborg", "Hugo", "Maud", "Renaud", "Astrid")
TEMPERED: Final = {  # those who have a temper
    "builder": ("Blanche", "Gudrun", "Anselm", "Mathilde", "Bertil"),
    "raider": ("Roland", "Brunhild", "Ragnar", "Guiscard", "Sigurd"),
    "gambler": ("Florian", "Mélisande", "Birger", "Rosamund", "Perceval")}
BOLD, REGULAR, OF = "\x02", "\x03", "\x04"  # never in a name: tables take only what is printable
PIECE: Final = re.compile(f"{BOLD}([^{BOLD}{REGULAR}{OF}]*){OF}")  # what is set off is the name of a piece
PHRASES: Final = ("hello", "good-luck", "well-played", "thinking", "your-turn", "thanks", "oh-no", "good-game")


class Bold(Words):
    """Words whose names of people and pieces are marked."""

    def parts(self, values: Mapping[str, object], names: Sequence[str]) -> dict[str, object]:
        return super().parts(values, [f"{BOLD}{name}{REGULAR}" for name in names])

    def called(self, id: str) -> Piece:
        found = super().called(id)
        if f"piece.{id}" not in self.messages:
            return found
        return Set(f"{BOLD}{id}{OF}{found}{REGULAR}", f"{BOLD}{id}{OF}{found.bare}{REGULAR}")


class Set(Piece):
    """A piece whose name is set off."""

    def __format__(self, spec: str) -> str:
        if spec == "cap":
            id, _, name = self.partition(OF)
            return f"{id}{OF}{name[:1].upper()}{name[1:]}"
        return super().__format__(spec)


def marked(sentence: str) -> Markup:
    """The sentence with its marks turned into bold type, pieces such that they can be read, and all else harmless.

    >>> marked("\\x02<Ada>\\x03 plays \\x02fire\\x04the Fire\\x03.")
    Markup('<b>&lt;Ada&gt;</b> plays <b data-piece="fire">the Fire</b>.')
    """
    return Markup(
        PIECE.sub(r'<b data-piece="\1">', str(escape(sentence))).replace(BOLD, "<b>").replace(REGULAR, "</b>"))


class Sitter(Protocol):
    """Somebody at a table, as far as names go."""

    @property
    def kind(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def bot(self) -> str: ...


class Company(Protocol):
    """A table, as far as names go."""

    @property
    def id(self) -> str: ...
    @property
    def seats(self) -> Sequence[Sitter]: ...


def names(table: Company, words: Words) -> list[str]:
    """What the players are called: people as they like, bots by names of their own."""
    if all(seat.name for seat in table.seats):
        return [seat.name for seat in table.seats]
    bots = bot_names(table.id, table.seats)
    return [seat.name or (bots[number] if seat.kind == "bot" else words.say("player.number", number=number + 1))
            for number, seat in enumerate(table.seats)]


def bot_names(table: str, seats: Sequence[Sitter]) -> list[str]:
    """What bots are called in the seats of a table, unless they have brought a name along: one knows by the name what
    temper somebody has, `knight-raider`.
    """
    first = zlib.crc32(table.encode())
    known = [TEMPERED.get(seat.bot.partition("-")[2], BOTS) for seat in seats]
    return [each[(first + number) % len(each)] for number, each in enumerate(known)]


def bot_called(spec: str, words: Words) -> str:
    """What sort of bot somebody is: a level, with its temper if it has one; any other by its own name."""
    level, _, temper = spec.partition("-")
    if not words.has(f"level.{level}"):
        return spec
    called = words.say(f"level.{level}")
    return words.say("temper.level", level=called, temper=words.say(f"temper.{temper}")) if temper else called


def by_turns(events: list[Data], words: Words, who: Sequence[str]) -> list[Markup]:
    """Events in words; where another player than before did something, it is set off with that player's colour."""
    found: list[Markup] = []
    last = None
    for event in events:
        said, seat = words.event(event, who), event.get("seat")
        sentence = marked(said)
        if isinstance(seat, int) and seat != last and f"{BOLD}{who[seat]}{REGULAR}" in said:
            if last is not None:
                sentence = Markup(f'<i class="also" style="--pc:var(--p{seat % 5 + 1:d})"></i>{escape(sentence)}')
            last = seat
        found.append(sentence)
    return found


def told(row: Data, words: Words, who: Sequence[str]) -> Markup | None:
    """A row of the log in words; None when there is nothing to tell."""
    kind = str(row["kind"])
    if kind == "play":
        events = row["events"]
        sentences = by_turns(events, words, who) if isinstance(events, list) else []
        if row.get("by") == "clock":
            sentences.insert(0, marked(words.say("log.clock", row, who)))
        if "stopped" in row:
            sentences.append(marked(words.say("log.stopped", count=row["stopped"])))
        if len(sentences) < 2:
            return sentences[0] if sentences else None
        return Markup(" ").join(sentences)
    if kind == "chat":
        phrase = row.get("phrase")
        said = words.say(f"chat.{phrase}") if phrase in PHRASES else str(row.get("text", ""))
        return Markup("<b>{}</b> <q>{}</q>").format(row.get("name", ""), said)
    key = f"log.{kind}"
    return marked(words.say(key, row, who)) if words.has(key) else None
