"""Reading data that somebody wrote by hand: every complaint is a sentence that names place and field.

`typed` reads it with the Structs of a schema; what no schema can say is refused in the same words with `wrong`.
"""
from __future__ import annotations

import re
from types import UnionType
from typing import Annotated, Any, Final, Literal, TypeVar, Union, final, get_args, get_origin

import msgspec
from msgspec import inspect

from chateaux.engine.data import BadPosition
from chateaux.engine.form import stranger

T = TypeVar("T")

MOST_COUNTED: Final = 10**12  # more than any game counts up to, turns, steps or gold; far from what a number holds

FAULT: Final = re.compile(r"(.*?)(?: - at (?:(`key`) in )?`\$(.*)`)?", re.DOTALL)  # what, whether a key, the path
STEP: Final = re.compile(r"\.([^.\[]+)|\[(\d+|\.\.\.)\]")  # a field, an entry of a list, an entry of an object
NAMED: Final = re.compile(r"Object (missing required|contains unknown) field `(.*)`", re.DOTALL)
MISSING: Final = object()


def typed(kind: type[T], data: object, where: str) -> T:
    """Data as a Struct of a schema, or as a list of them; `where` names the whole in a complaint.

    >>> class Card(msgspec.Struct):
    ...     id: str
    ...     cost: Annotated[int, msgspec.Meta(ge=0, le=7)]
    >>> typed(list[Card], [{"id": "nun", "cost": 3}], "A set of cards")
    [Card(id='nun', cost=3)]
    >>> typed(list[Card], [{"id": "judge", "cost": 9}], "A set of cards")
    Traceback (most recent call last):
    ...
    chateaux.engine.data.BadPosition: Card 'judge': cost must be a whole number from 0 to 7, not 9.
    """
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise complaint(kind, data, where, str(error)) from error


def wrong(where: str, field: str, needs: str, value: object) -> BadPosition:
    """The complaint about a field.

    >>> wrong("Card 'judge'", "messenger", "null or the other place", "castle")
    BadPosition("Card 'judge': messenger must be null or the other place, not 'castle'.")
    """
    place = f"{where}: {field}" if field else where
    return BadPosition(f"{place} must be {needs}, not {'missing' if value is MISSING else repr(value)[:60]}.")


def within(value: int, low: int, high: int, where: str, field: str) -> int:
    """A number between bounds that no schema knows, such as a seat."""
    if not low <= value <= high:
        raise wrong(where, field, f"a whole number from {low} to {high}", value)
    return value


def complaint(kind: Any, data: object, where: str, message: str) -> BadPosition:  # Any: a type as msgspec takes it
    """What msgspec found, as a sentence; the path it gives is walked through schema and data alike."""
    fault = FAULT.fullmatch(message)
    assert fault is not None, "every message has this form"
    place = Place(kind, data)
    for name, entry in STEP.findall(fault[3] or ""):
        place.enter(name, entry)
    named = NAMED.fullmatch(fault[1])
    if named and named[1] == "missing required":
        place.enter(named[2], "")
    elif named or fault[2]:
        odd = named[2] if named else next(key for key in place.data if not isinstance(key, str))
        known = [field.encode_name for field in place.fields()]
        return stranger(": ".join(place.names) or where, str(odd), known)
    if place.piece or not place.names:
        return wrong(": ".join(place.names) or where, "", needed(place.kind), place.data)
    return wrong(": ".join(place.names[:-1]) or where, place.names[-1], needed(place.kind), place.data)


@final
class Place:
    """Somewhere in data with a schema: what must be there, what is there, and how it is called."""

    def __init__(self, kind: Any, data: Any) -> None:
        self.kind: Any = kind  # a type as msgspec takes it
        self.data: Any = data
        self.names: list[str] = []
        self.piece: bool = False  # whether the last name is that of a piece, a player or the like
        self.pieces: int = 0

    def enter(self, name: str, entry: str) -> None:
        """One step further: to a field, to an entry of a list by its number, or to the entry "..." that is wrong."""
        kinds = alternatives(self.kind)
        self.piece = False
        if name:
            tags = tuple([kind.__struct_config__.tag for kind in kinds if is_struct(kind)])
            self.kind = next((field.type for field in self.fields() if field.encode_name == name), Literal[tags])
            self.data = self.data.get(name, MISSING)
            self.names.append(name)
        elif entry == "...":
            values = next(get_args(kind)[1] for kind in kinds if get_origin(kind) is dict)
            name = next(key for key, value in self.data.items() if not converts(value, values))
            self.kind, self.data = values, self.data[name]
            self.names.append(str(name)[:40])
        else:
            self.enter_list(kinds, int(entry))

    def enter_list(self, kinds: list[Any], number: int) -> None:
        """To an entry of a list: a piece has a name of its own, so has an entry of a list with named entries."""
        self.data = self.data[number]
        for kind in kinds:
            if is_struct(kind) and kind.__struct_config__.array_like:
                field = msgspec.structs.fields(kind)[number]
                self.kind = field.type
                self.names.append(field.name)
                return
        self.kind = next(item_kind(kind, number) for kind in kinds if get_origin(kind) in (list, tuple))
        structs = self.structs()
        if structs:
            self.call(structs[0].__name__ if len(structs) == 1 else self.names[-1] if self.names else "entry", number)
        elif self.names:
            self.names[-1] = f"each of {self.names[-1]}"

    def call(self, sort: str, number: int) -> None:
        """A piece is called by its sort and its id or number; what is around the outermost goes without saying."""
        id = self.data.get("id") if isinstance(self.data, dict) else None
        called = f"{re.sub('(?<=[a-z])(?=[A-Z])', ' ', sort).capitalize()} "
        called += repr(id)[:42] if isinstance(id, str) and id else str(number)
        self.names = [*self.names[:-1], called[0].lower() + called[1:]] if self.pieces else [called]
        self.piece = True
        self.pieces += 1

    def structs(self) -> list[Any]:
        """The Structs that may be here; of several, the one that the data names."""
        found = [kind for kind in alternatives(self.kind) if is_struct(kind)]
        named = [kind for kind in found if kind.__struct_config__.tag_field and isinstance(self.data, dict)
                 and self.data.get(kind.__struct_config__.tag_field) == kind.__struct_config__.tag]
        return named or found

    def fields(self) -> list[msgspec.structs.FieldInfo]:
        """The fields that may be here."""
        return [field for kind in self.structs() for field in msgspec.structs.fields(kind)]


def alternatives(kind: Any) -> list[Any]:
    """The types that a type allows: those of a union, without what is annotated."""
    if get_origin(kind) is Annotated:
        return alternatives(get_args(kind)[0])
    if get_origin(kind) in (Union, UnionType):
        return [one for part in get_args(kind) for one in alternatives(part)]
    return [kind]


def is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def item_kind(kind: Any, number: int) -> Any:
    """The type of an entry of a list."""
    items = get_args(kind)
    return items[number] if get_origin(kind) is tuple and items[-1] is not ... else items[0]


def converts(data: object, kind: Any) -> bool:
    try:
        msgspec.convert(data, kind)
    except msgspec.ValidationError:
        return False
    return True


def needed(kind: Any) -> str:
    """What must stand at a place, in words; a pattern is said by the schema's own description.

    >>> needed(int | None)
    'a whole number or null'
    """
    if get_origin(kind) in (Union, UnionType):
        return " or ".join([needed(part) for part in get_args(kind) if part is not msgspec.UnsetType])
    if get_origin(kind) is Literal:
        values = get_args(kind)
        return ("one of " if len(values) > 1 else "") + ", ".join([str(value) for value in values])
    if get_origin(kind) is Annotated and get_origin(get_args(kind)[0]) in (Union, UnionType, Literal):
        return needed(get_args(kind)[0])
    info = inspect.type_info(kind)
    if isinstance(info, inspect.Metadata):
        told = (info.extra_json_schema or {}).get("description")
        info = info.type
        if told and isinstance(info, inspect.StrType) and info.pattern:
            return str(told)
    if isinstance(info, inspect.IntType):
        if info.ge is not None and info.le is not None:
            return f"a whole number from {info.ge} to {info.le}"
        return "a whole number" + ("" if info.ge is None else f" of at least {info.ge}")
    if isinstance(info, inspect.TupleType):
        return f"a list of {len(info.item_types)} entries"
    if isinstance(info, inspect.StructType) and info.array_like:
        return f"a list of {len(info.fields)} entries"
    if isinstance(info, (inspect.ListType, inspect.VarTupleType)):
        low, high = info.min_length or 0, info.max_length
        return "a list" if high is None else f"a list of {low} entries" if low == high else (
            f"a list of {low} to {high} entries")
    return PLAIN.get(type(info).__name__, "something else")


PLAIN: Final = {"BoolType": "true or false", "StrType": "a text", "NoneType": "null", "FloatType": "a number",
                "StructType": "an object with named fields", "DictType": "an object with named fields"}
