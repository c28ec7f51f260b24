"""Reading data that somebody wrote by hand: every complaint is a sentence that names place and field."""
from __future__ import annotations

from typing import final

from chateaux.engine.data import BadPosition


@final
class Reader:
    """One object of a JSON document, read field by field.

    >>> Reader({"cost": 9}, "Card 'judge'").number("cost", 0, 7)
    Traceback (most recent call last):
    ...
    chateaux.engine.data.BadPosition: Card 'judge': cost must be a whole number from 0 to 7, not 9.
    """

    def __init__(self, data: object, where: str) -> None:
        self.where: str = where
        if not isinstance(data, dict):
            raise BadPosition(f"{where} must be an object with named fields.")
        self.data: dict[str, object] = data

    def wrong(self, field: str, needs: str) -> BadPosition:
        """The complaint about a field."""
        value = repr(self.data[field])[:60] if field in self.data else "missing"
        return BadPosition(f"{self.where}: {field} must be {needs}, not {value}.")

    def number(self, field: str, low: int, high: int, default: int | None = None) -> int:
        """A whole number between two bounds."""
        value = self.data.get(field, default)
        if type(value) is not int or not low <= value <= high:
            raise self.wrong(field, f"a whole number from {low} to {high}")
        return value

    def flag(self, field: str, default: bool | None = None) -> bool:
        """True or false."""
        value = self.data.get(field, default)
        if type(value) is not bool:
            raise self.wrong(field, "true or false")
        return value

    def text(self, field: str, default: str | None = None) -> str:
        """A text that is not empty."""
        value = self.data.get(field, default)
        if not isinstance(value, str) or not value:
            raise self.wrong(field, "a text")
        return value

    def word(self, field: str, words: list[str], default: str | None = None) -> int:
        """One of a few words; its number in the list is returned."""
        value = self.data.get(field, default)
        if not isinstance(value, str) or value not in words:
            raise self.wrong(field, "one of " + ", ".join(words))
        return words.index(value)

    def words(self, field: str, words: list[str], low: int, high: int) -> list[int]:
        """A list of words; their numbers are returned."""
        found: list[int] = []
        values = self.items(field, low, high)
        for value in values:
            if not isinstance(value, str) or value not in words:
                raise self.wrong(field, "a list of " + ", ".join(words))
            found.append(words.index(value))
        return found

    def items(self, field: str, low: int, high: int, default: list[object] | None = None) -> list[object]:
        """A list with a bounded number of entries."""
        value = self.data.get(field, default)
        if not isinstance(value, list) or not low <= len(value) <= high:
            raise self.wrong(field, f"a list of {low} to {high} entries" if low != high else f"a list of {low} entries")
        return value

    def part(self, field: str) -> Reader:
        """A nested object."""
        return Reader(self.data.get(field), f"{self.where}: {field}")

    def has(self, field: str) -> bool:
        """Whether a field is there and not null."""
        return self.data.get(field) is not None
