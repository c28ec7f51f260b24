"""Facts of a view: questions that are put to it as a whole and answered in little, such as what its viewer is asked.

Whatever is drawn from a fact depends on the answer, and not on all that it was told from: who keeps what was drawn
notes the fact, and need not draw anew while the answer is the same.
"""
from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Final, TypeVar

MOST_SEATS: Final = 8
Told = TypeVar("Told")


def fact(ask: Callable[[Any], Told]) -> Callable[[Any], Told]:
    """A question to a view. A view that notes what is read of it has a `_noted_fact`, which puts the question itself.

    >>> fact(len)([1, 2])
    2
    """
    @wraps(ask)
    def answered(view: Any) -> Told:
        noted: Callable[[Callable[[Any], Told]], Told] | None = getattr(view, "_noted_fact", None)
        return ask(view) if noted is None else noted(ask)
    return answered


def fact_of_seat(ask: Callable[[Any, int], Told]) -> Callable[[Any, int], Told]:
    """A question about a seat: a fact of its own for each of them.

    >>> fact_of_seat(lambda view, seat: view[seat])("ab", 1)
    'b'
    """
    def about(seat: int) -> Callable[[Any], Told]:
        return fact(lambda view: ask(view, seat))
    facts = [about(seat) for seat in range(MOST_SEATS)]

    @wraps(ask)
    def answered(view: Any, seat: int) -> Told:
        return facts[seat](view)
    return answered
