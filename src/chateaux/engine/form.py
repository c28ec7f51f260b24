"""What a set of pieces looks like: a `msgspec.Struct` for each game names its fields, for the reader and for people.

The rules of a game check what the fields say; here ids and texts are, and a field that nobody knows is
refused with the name that was probably meant; and here the JSON Schema of the format is written.
"""
from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from typing import Any, Final

import msgspec
from msgspec import inspect

from chateaux.engine.data import BadPosition

DEEPEST: Final = 12  # lists and objects inside each other in a set of pieces; the house's have half as many
MOST_VALUES: Final = 20_000  # ten times as many as any set of the house
LONGEST_TEXT: Final = 1000
LONGEST_NAME: Final = 100  # of a piece: it stands wherever the piece does
ID: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_]{0,39}")  # stands in notation, in the ids of elements, in addresses
NAMED: Final = re.compile(r"(^|, )name(s?\b|_)")
Remark = Any  # what a set says about itself, in whatever shape: the rules do not read it


class Form(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A part of a set of pieces. Its name and the id in it are what a complaint names."""


def document(data: object) -> object:
    """A set of pieces as plain JSON of our own, with ids and texts that may stand anywhere; else BadPosition.

    >>> document({"tiles": [{"id": "a b"}]})
    Traceback (most recent call last):
    ...
    chateaux.engine.data.BadPosition: tiles 1, id: 'a b' must be made of up to 40 letters without accents, digits and _.
    """
    try:
        found: object = msgspec.json.decode(msgspec.json.encode(data))
    except (ValueError, TypeError, OverflowError, RecursionError) as error:
        raise BadPosition(f"A set of pieces is a JSON document: {error}.") from error
    waiting: list[tuple[str, object, int]] = [("", found, 0)]
    count = 0
    while waiting:
        where, value, depth = waiting.pop()
        count += 1
        if depth > DEEPEST or count > MOST_VALUES:
            raise BadPosition(f"A set of pieces has at most {MOST_VALUES} values, {DEEPEST} deep.")
        if isinstance(value, dict):
            for key, part in value.items():
                check_text("A name", key)
                waiting.append((f"{where}, {key}" if where else key, part, depth + 1))
        elif isinstance(value, list):
            for number, part in enumerate(value):
                waiting.append((f"{where} {number + 1}", part, depth + 1))
        elif isinstance(value, str):
            check_text(where, value)
            if where.endswith(", id") and not ID.fullmatch(value):
                raise BadPosition(f"{where}: {value[:60]!r} must be made of up to 40 letters without accents, digits "
                                  "and _.")
    return found


def check_text(where: str, text: str) -> None:
    """Nothing that cannot be seen, and no markup: texts of a set are shown to other people."""
    longest = LONGEST_NAME if NAMED.search(where) else LONGEST_TEXT
    if len(text) > longest or not text.isprintable() or "<" in text or ">" in text:
        raise BadPosition(f"{where}: {text[:60]!r} must be at most {longest} letters that can be seen, without < and "
                          ">.")


def stranger(where: str, field: str, known: Iterable[str]) -> BadPosition:
    """The complaint about a field that nobody knows, with the name that was probably meant.

    >>> stranger("setup", "hand_sice", ["hand_size", "holder_limit"])
    BadPosition("setup: there is no field 'hand_sice'; hand_size is probably meant.")
    """
    names = list(known)
    near = difflib.get_close_matches(field, names, 1)
    meant = f"; {near[0]} is probably meant" if near else f"; the fields are {', '.join(names)}" if names else ""
    return BadPosition(f"{where}: there is no field {field[:40]!r}{meant}.")


def refuse_strangers(data: object, form: Any) -> None:
    """BadPosition for the first field that is not of the format."""
    look_at(data, inspect.type_info(form), "A set of pieces")


def look_at(data: object, kind: inspect.Type, where: str) -> None:
    """The same for a part."""
    if isinstance(kind, inspect.Metadata):
        look_at(data, kind.type, where)
    elif isinstance(kind, inspect.UnionType):
        for one in kind.types:
            look_at(data, one, where)
    elif isinstance(kind, inspect.StructType) and isinstance(data, dict):
        if "id" in data:
            where = f"{kind.cls.__name__} {str(data['id'])[:40]!r}"
        known = {field.encode_name: field.type for field in kind.fields}
        for name, value in data.items():
            if name not in known:
                raise stranger(where, name, known)
            look_at(value, known[name], name if where == "A set of pieces" else f"{where}: {name}")
    elif isinstance(kind, inspect.ListType) and isinstance(data, list):
        for number, value in enumerate(data):
            look_at(value, kind.item_type, f"{where}, {number + 1}")


def schema(form: Any, title: str) -> dict[str, object]:
    """The format as a JSON Schema, for editors and other programs."""
    found = msgspec.json.schema(form)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title, **found}
