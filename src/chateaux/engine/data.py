"""The small things the contract hands out: options, outcomes, events, observations, refusals.

Plain data; the position itself lives in `game`.
"""
from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Final, final

import msgspec
from mypy_extensions import i64, mypyc_attr

Choice = bool | int | str  # what an option may be set to
Data = dict[str, object]  # JSON-able

TABLE: Final = -1  # the seat of the table itself in a record: "time is up"
SPECTATOR: Final = -1  # the seat that knows only what everybody knows
EVERYTHING: Final = -2  # the seat that knows everything: the server's own dumps

UNASKED: Final = 10_000  # steps that an action may bring about without asking anybody; no game needs a tenth
LONGEST: Final = 20_000  # actions of a whole game, unless the game says otherwise


class IllegalAction(ValueError):
    """An action that is not possible now. The position is as it was before.

    `reason` is one of "unknown", "over", "not asked", "not possible", for a translated sentence.
    """

    def __init__(self, reason: str, sentence: str) -> None:
        super().__init__(sentence)
        self.reason = reason


class BadPosition(ValueError):
    """A position, an observation or a set of pieces that cannot be; the sentence says why."""


class BadOption(ValueError):
    """An option the game does not have, a value it does not take, or a wrong number of players."""


class Endless(Exception):
    """A game that goes on and on: without asking anybody, or for more actions than any game has."""


class BadRecord(ValueError):
    """A record that is broken, of another version, or does not replay.

    `reason` and `parts` are for a translated sentence, as "illegal" with the number of the entry.
    """

    def __init__(self, sentence: str, reason: str, parts: Data | None = None) -> None:
        super().__init__(sentence)
        self.reason = reason
        self.parts: Data = {} if parts is None else parts


@final
class Option:
    """A variant or mode: its default and everything it may be set to.

    >>> Option(False, (False, True)).default
    False
    """

    def __init__(self, default: Choice, choices: tuple[Choice, ...]) -> None:
        self.default: Choice = default
        self.choices: tuple[Choice, ...] = choices

    def takes(self, value: object) -> bool:
        """Whether a value is one of the choices (True is not 1 here).

        >>> Option(7, (7, 9)).takes(9), Option(False, (False, True)).takes(1)
        (True, False)
        """
        return any(type(value) is type(choice) and value == choice for choice in self.choices)

    def __repr__(self) -> str:
        return f"Option({self.default!r}, {self.choices!r})"


@final
class Event:
    """Something that happened: what everybody saw, and a private part for some seats.

    Nobody sees the private part unless `to` (a bit for each seat) says so.

    >>> event = Event("draw", 1, {"count": 1}, {"tile": "prince"}, to=0b10)
    >>> event.seen_by(1)["tile"], "tile" in event.seen_by(0)
    ('prince', False)
    """

    __slots__ = ("kind", "private", "public", "seat", "to")

    def __init__(self, kind: str, seat: int, public: Data, private: Data | None = None, to: int = 0) -> None:
        self.kind: str = kind
        self.seat: int = seat
        self.public: Data = public
        self.private: Data | None = private
        self.to: int = to

    def seen_by(self, seat: int) -> Data:
        """The event as plain data, with the private part only for the seats that may see it."""
        seen: Data = {"kind": self.kind, "seat": self.seat}
        seen.update(self.public)
        if self.private is not None and (seat == EVERYTHING or (seat >= 0 and self.to >> seat & 1)):
            seen.update(self.private)
        return seen

    def __repr__(self) -> str:
        return f"Event({self.seen_by(EVERYTHING)})"


@final
@mypyc_attr(acyclic=True)
class Outcome:
    """What playing an action brought: whether anything was revealed, and the events if asked for."""

    __slots__ = ("events", "own", "revealed")

    def __init__(self, revealed: bool, events: tuple[Event, ...], own: bool = False) -> None:
        self.revealed: bool = revealed  # chance was drawn or something hidden was shown,
        self.own: bool = own  # and it was only the mover's own
        self.events: tuple[Event, ...] = events

    def __repr__(self) -> str:
        return f"Outcome(revealed={self.revealed}, events={len(self.events)})"


QUIET: Final = Outcome(False, ())
REVEALED: Final = Outcome(True, ())
SHOWN: Final = Outcome(True, (), True)


@final
class Observation:
    """All that one seat may know of a position, as data. It holds no `State`.

    Two observations are equal when they say the same.
    """

    def __init__(self, game: str, rules_version: int, pieces: str, players: int,
                 options: dict[str, Choice], seat: int, position: Data) -> None:
        self.game: str = game
        self.rules_version: int = rules_version
        self.pieces: str = pieces  # the digest of the set of pieces
        self.players: int = players
        self.options: dict[str, Choice] = options
        self.seat: int = seat  # SPECTATOR: what everybody knows
        self.position: Data = position

    def to_data(self) -> Data:
        """The observation as a JSON-able dict."""
        return {"game": self.game, "rules_version": self.rules_version, "pieces": self.pieces,
                "players": self.players, "options": dict(self.options), "seat": self.seat,
                "position": self.position}

    @staticmethod
    def from_data(data: Mapping[str, object]) -> Observation:
        """The observation that `to_data` described, also after a journey through JSON."""
        game, version, pieces = data.get("game"), data.get("rules_version"), data.get("pieces")
        players, options, seat = data.get("players"), data.get("options"), data.get("seat")
        position = data.get("position")
        if (isinstance(game, str) and isinstance(version, int) and isinstance(pieces, str)
                and isinstance(players, int) and isinstance(options, dict) and isinstance(seat, int)
                and isinstance(position, dict)):
            return Observation(game, version, pieces, players, options, seat, position)
        raise BadPosition("An observation needs game, rules_version, pieces, players, options, seat and position.")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Observation) and self.to_data() == other.to_data()

    def __hash__(self) -> int:
        return hash(canonical(self.to_data()))

    def __repr__(self) -> str:
        return f"Observation({self.game!r}, seat={self.seat})"


def canonical(data: object) -> bytes:
    """One spelling for equal data: JSON with sorted keys.

    >>> canonical({"b": 1, "a": [2]})
    b'{"a":[2],"b":1}'
    """
    return msgspec.json.encode(data, order="sorted")


def digest(data: object) -> str:
    """A short name for data such as a set of pieces: the first half of its SHA-256."""
    return hashlib.sha256(canonical(data)).hexdigest()[:32]


def seats(mask: i64) -> tuple[int, ...]:
    """The seats whose bits are set, in order.

    >>> seats(0b101)
    (0, 2)
    """
    return tuple([seat for seat in range(8) if mask >> seat & 1])
