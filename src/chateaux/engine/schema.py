"""The shapes of the data that every game has: the facts about it, and what its judgement has learned."""
from __future__ import annotations

from typing import Annotated

from msgspec import Meta as Bounds
from msgspec import Struct


class Meta(Struct, forbid_unknown_fields=True):
    """Who made a game, for whom it is, and how far it is ours."""

    by: list[str] = []  # designers
    publisher: str = ""
    year: int | None = None
    ages: Annotated[int, Bounds(ge=1, le=99)] | None = None  # from this age on
    minutes: Annotated[list[int], Bounds(max_length=2)] = []  # about so long, or from so long to so long
    reconstructed: str = ""  # what of its pieces is not printed anywhere we could read


class Weights(Struct, forbid_unknown_fields=True):
    """A network of `engine.network`, for the set of pieces that it was taught with."""

    inputs: int
    hidden: int
    pieces: str  # the digest of the set
    weights: list[float]


class Foresight(Struct, forbid_unknown_fields=True):
    """An outlook of `engine.outlook`: a network that reads the features of one number of players."""

    game: str
    terms: str  # the digest of what the figures beside it mean
    pieces: str  # the digest of the set that it was taught with
    players: int
    hidden: int
    horizon: int  # decisions of a seat in a rollout before it is asked, where that was measured to be strongest
    weights: list[float]
    made: dict[str, str | int | float | list[str]] = {}  # by which command, from what, when, by which version


class Learned(Struct, forbid_unknown_fields=True):
    """The figures of a judgement that were learned from games, and how they came about."""

    game: str
    rules_version: int
    terms: str  # the digest of what the figures mean
    figures: dict[str, float]
    horizon: int | None = None  # of rollouts, where another one was measured to be stronger with these figures
    network: Weights | None = None
    made: dict[str, str | int | float | list[str]] = {}  # by which command, from what, when, by which version
