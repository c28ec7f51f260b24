"""Words: every text a person reads, from the .po files of the house and of the games.

A message has a symbolic key ("event.buy") and one whole sentence per language with {named} parts.
Catalogues are read from the .po files themselves, so there is no compiled file to go stale.
"""
from __future__ import annotations

import os
import string
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Final, Literal, get_args

from babel import Locale
from babel.lists import format_list
from babel.messages.pofile import read_po

from chateaux.engine import registry
from chateaux.engine.game import Game
from chateaux.engine.parts import folder, part
from chateaux.look.parts import pieces_by_id

Language = Literal["en", "fr", "sv"]
LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)
SAID: Final = 2048  # sentences, and names, that each language keeps ready
LOCALE: Final = Path(__file__).parent / "locale"
PEOPLE: Final = LOCALE / "people"  # what people tell the house and hear from it
BALANCE: Final = LOCALE / "balance"  # what the lab says of balance
FINALE: Final = LOCALE / "finale"  # what is said at the end of a game
PUZZLES: Final = LOCALE / "quest"  # what is asked and answered there

CATEGORIES: Final = ("zero", "one", "two", "few", "many", "other")  # of plurals, as Unicode's CLDR names them

Messages = Mapping[str, tuple[str, ...]]


def language_of_this_place() -> str:
    """The language of the terminal, if the house speaks it."""
    return os.environ.get("LC_ALL", "") or os.environ.get("LC_MESSAGES", "") or os.environ.get("LANG", "")


@cache
def catalogue(place: Path, language: str) -> Messages:
    """The messages of one folder in one language; each has one form, or one for each category of plurals."""
    path = place / f"{language}.po"
    if not path.exists():
        return {}
    with path.open("rb") as file:
        found = {}
        for message in read_po(file, locale=language):
            if message.id:
                key = message.id if isinstance(message.id, str) else message.id[0]
                text = message.string or ""
                found[key] = (text,) if isinstance(text, str) else tuple(text)
        return found


class Piece(str):
    """A piece in a sentence: `{card}` is its name with the article, `{card:bare}` without, `{card:cap}` begins one."""

    bare: str

    def __new__(cls, the: str, bare: str) -> Piece:
        piece = super().__new__(cls, the)
        piece.bare = bare
        return piece

    def __format__(self, spec: str) -> str:
        if spec == "bare":
            return self.bare
        if spec == "cap":
            return self[:1].upper() + self[1:]
        return str(self)


class Words:
    """The words of one language: the house's own, and those of a game if one is given.

    >>> Words("en").say("terminal.turn", seat=0, names=["Ada"])
    'Ada, it is your turn.'
    """

    def __init__(self, language: str, game: Game | None = None) -> None:
        self.language = language if language in LANGUAGES else LANGUAGES[0]
        self.locale = Locale(self.language)
        places = [LOCALE, PEOPLE, BALANCE, FINALE, PUZZLES, *([] if game is None else [folder(game) / "locale"])]
        self.form = lru_cache(maxsize=512)(form_of(self.locale))
        self.said = lru_cache(maxsize=SAID)(self.formed)
        self.named = lru_cache(maxsize=SAID)(self.called)
        self.messages = {key: forms for place in places for key, forms in catalogue(place, self.language).items()}
        self.figures: dict[str, object] = {}  # of the set of pieces, which sentences may mention as {set_…}
        if game is not None:
            own = part(game, "show.own")
            if own is not None:
                self.figures = own.figures(game)
            self.messages.update(self.own_pieces(game))

    def own_pieces(self, game: Game) -> dict[str, tuple[str, ...]]:
        """In somebody's own set a piece is called as the set calls it, and told of from its figures.

        The house's sentences are about the house's pieces: none of them is left where a figure differs.
        """
        house = registry.games().get(game.id)
        if house is None or house.digest == game.digest:
            return {}
        known, found = pieces_by_id(house), dict[str, tuple[str, ...]]()
        for id, piece in pieces_by_id(game).items():
            called = {key: text for key, text in piece.items() if key.startswith("name") and text}
            if any(known.get(id, {}).get(key) != text for key, text in called.items()) or id not in known:
                order = (f"name_{self.language}", "name", "name_en", "name_fr")
                name = unbraced(next((str(called[key]) for key in order if key in called), id))
                found[f"piece.{id}"] = found[f"piece.{id}.the"] = (name,)
            if piece != known.get(id):
                own = part(game, "show.own")
                told = own.told(piece, self) if own is not None else str(piece.get("effect") or piece.get("text") or "")
                if told is not None:
                    found[f"piece.{id}.help"] = (unbraced(told),)
        return found

    def has(self, key: str) -> bool:
        """Whether there is a message with this key."""
        return key in self.messages

    def say(self, key: str, data: Mapping[str, object] | None = None, names: Sequence[str] = (), **more: object) -> str:
        """The sentence of a key with its parts filled in; the key itself when there is no such message."""
        if not data:
            for value in more.values():
                if type(value) is not int and type(value) is not str:
                    break
            else:
                return self.said(key, tuple(more.items()), tuple(names))
        return self.formed(key, {**(data or {}), **more}.items(), names)

    def formed(self, key: str, given: Iterable[tuple[str, object]], names: Sequence[str]) -> str:
        """The same, made anew."""
        forms = self.messages.get(key)
        if forms is None:
            return key
        values = dict(given)
        count = values.get("count", 1)
        form = min(self.form(count), len(forms) - 1) if len(forms) > 1 and isinstance(count, int) else 0
        return forms[form].format_map(self.figures | self.parts(values, names))

    def parts(self, values: Mapping[str, object], names: Sequence[str]) -> dict[str, object]:
        """The parts of a sentence: seats become names, pieces are named, lists are joined."""
        parts: dict[str, object] = {}
        for name, value in values.items():
            if (name == "seat" or name.endswith("_seat")) and isinstance(value, int):
                who = names[value] if 0 <= value < len(names) else self.say("player.number", number=value + 1)
                parts["player" if name == "seat" else name.removesuffix("_seat")] = who
            else:
                parts[name] = self.word(value)
        return parts

    def word(self, value: object) -> object:
        """A value as it stands in a sentence."""
        if isinstance(value, bool):
            return self.say("yes" if value else "no")
        if isinstance(value, str):
            return self.piece(value)
        if isinstance(value, list | tuple):
            return format_list([str(self.word(item)) for item in value], locale=self.locale) if value else "–"
        return "–" if value is None else value

    def piece(self, id: str) -> Piece:
        """The name of a piece, with and without its article; the id itself when it is not a piece."""
        return self.named(id)

    def called(self, id: str) -> Piece:
        """The same, made anew."""
        bare = self.messages.get(f"piece.{id}", (id,))
        return Piece(self.messages.get(f"piece.{id}.the", bare)[0], bare[0])

    def event(self, event: Mapping[str, object], names: Sequence[str] = ()) -> str:
        """What happened, in a sentence: the fuller one if the reader may know the private part."""
        key = f"event.{event['kind']}"
        fuller = self.messages.get(f"{key}.seen")
        if fuller is not None and fields(fuller[0]) <= set(self.parts(event, names)):
            key += ".seen"
        return self.say(key, event, names)


def form_of(locale: Locale) -> Callable[[int], int]:
    """Which form of a message a number asks for: they stand in the order of the language's categories.

    A catalogue may end before the last ones, where they are for fractions or for round millions only.

    >>> [form_of(Locale("en"))(count) for count in (0, 1, 2)], [form_of(Locale("fr"))(count) for count in (0, 1)]
    ([1, 0, 1], [0, 0])
    """
    rule = locale.plural_form
    order: list[str] = [category for category in CATEGORIES if category in {*rule.tags, "other"}]
    return lambda count: order.index(rule(count))


def unbraced(text: str) -> str:
    """A text from a set of pieces, which is no pattern to be filled in."""
    return text.replace("{", "(").replace("}", ")")


@lru_cache(maxsize=SAID)
def fields(sentence: str) -> frozenset[str]:
    """The names of the parts of a sentence.

    >>> sorted(fields("{player} buys {card:bare}."))
    ['card', 'player']
    """
    return frozenset(name for _, name, _, _ in string.Formatter().parse(sentence) if name)
