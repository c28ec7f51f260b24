"""How things stand at a table: all of it that changes, as it is kept."""
from __future__ import annotations

import msgspec

from chateaux.engine.data import Data
from chateaux.tables.clock import Clocks
from chateaux.tables.data import OPEN, Phase, Seat


class Step(msgspec.Struct, array_like=True, frozen=True):
    """An action that may still be taken back, and the clocks before it, so that nobody pays for it."""

    number: int
    seat: int
    action: int
    clocks: Clocks | None = None  # older houses did not write them


class Standing(msgspec.Struct, kw_only=True):
    """Everything about a table that changes. A new field has a default: older houses did not write it."""

    seats: list[Seat]
    clocks: Clocks
    number: int = 0  # of the newest row of the log
    phase: Phase = OPEN
    dump: Data | None = None  # the position, when it is written down
    anchor: Data | None = None  # the position before the first action that may be taken back,
    steps: list[Step] = []  # and those actions
    decisions: list[int] = []  # the number of the row that asked each seat; 0: not asked
    votes: list[str] = []  # the guests who would end the game here
    rematch: str = ""
    entries: int = 0  # effective actions so far
    chats: int = 0
    upgraded: bool = False  # the rules changed while it was played
    sealed: float = 0.0  # when everybody was asked to show their nonces; 0: not yet
