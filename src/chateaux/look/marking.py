"""What templates do thousands of times a second: read a part of something, and write it down harmlessly. Compiled."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final, final

import markupsafe
from jinja2 import StrictUndefined
from jinja2.utils import missing

SHORT: Final = 200  # letters of what is worth keeping
OF_DICTS: Final = frozenset(name for name in dir(dict) if not name.startswith("_"))


@lru_cache(maxsize=8192)
def harmless(text: str) -> str:
    return str(markupsafe.escape(text))


def escape(value: Any) -> Any:
    """A value as markup: what is markup already stays as it is, and so does a list of it, which only a page can yield.

    >>> escape("a & b"), escape(markupsafe.Markup("<b>")), escape(3)
    ('a &amp; b', Markup('<b>'), '3')
    """
    kind = type(value)
    if kind is list or isinstance(value, markupsafe.Markup):
        return value
    if kind is int:
        return str(value)
    if kind is str and len(value) < SHORT:
        return harmless(value)
    return markupsafe.escape(value)


def read(of: Any, name: str) -> Any:
    """What something calls so: an attribute, or an entry of a dict; if there is none, whoever uses it will hear so.

    >>> read({"gold": 3}, "gold"), read(1j, "imag")
    (3, 1.0)
    """
    if type(of) is dict and name not in OF_DICTS:
        if name in of:
            return of[name]
    else:
        try:
            return getattr(of, name)
        except AttributeError:
            pass
    return StrictUndefined(obj=of, name=name)


@final
class Macro:
    """A macro of a template; what it makes is markup.

    >>> Macro(None, lambda what, mark: f"{what}{'!' if mark is missing else mark}", "shout", ("what", "mark"))("Oh")
    Markup('Oh!')
    """

    def __init__(self, environment: object, made: Callable[..., str], name: str, arguments: Sequence[str],
                 *_: object) -> None:  # as Jinja's own is called; ours take no block and no more than they name
        self.made, self.name, self.arguments = made, name, list(arguments)

    def __call__(self, *given: Any, **named: Any) -> markupsafe.Markup:
        if len(given) < len(self.arguments):
            given = (*given, *[named.pop(name, missing) for name in self.arguments[len(given):]])
        if named:
            raise TypeError(f"{self.name} has no {', '.join(named)}.")
        return str.__new__(markupsafe.Markup, self.made(*given))
