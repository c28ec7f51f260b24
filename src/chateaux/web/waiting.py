"""A table whose seats are not all taken: who sits where, what a viewer may do about it, and how many are missing."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from chateaux.look.chronicle import bot_called
from chateaux.look.words import Words
from chateaux.tables.frames import Frame, SeatInfo

Does = Literal["", "join", "leave", "free"]


class Chair(msgspec.Struct):
    """A seat as the viewer sees it: a name, who that is in a word, and what the button beside it does."""

    seat: int
    name: str
    note: str
    does: Does


class Waiting(msgspec.Struct):
    """What is shown while people come."""

    chairs: list[Chair]
    next: int | None  # the first seat that the viewer could take
    missing: int  # seats that nobody is ready in


def waiting(frame: Frame, words: Words, names: Sequence[str]) -> Waiting:
    """A table that waits, for one viewer. Whoever sits already takes no further seat here."""
    seats, mine = frame.table.seats, frame.mine
    return Waiting(
        [Chair(info.seat, words.say("web.seat_free") if info.kind == "open" else names[info.seat],
               note(info, info.seat in mine, words), does(info, mine, frame.host)) for info in seats],
        next=None if mine else next((info.seat for info in seats if info.kind == "open"), None),
        missing=sum(not info.ready for info in seats))


def note(info: SeatInfo, own: bool, words: Words) -> str:
    """Who sits there, in a word."""
    if info.kind == "bot":
        return words.say("web.bot_level", level=bot_called(info.bot, words))
    if own:
        return words.say("player.you")
    if info.kind == "person":
        return words.say("web.player" if info.ready else "web.not_ready")
    return ""


def does(info: SeatInfo, mine: Sequence[int], host: bool) -> Does:
    """What the viewer may do with a seat: take or confirm it, stand up, or, as the host, free it."""
    own = info.seat in mine
    if (info.kind == "open" and not mine) or (info.kind == "person" and own and not info.ready):
        return "join"
    if own:
        return "leave"
    return "free" if host and info.kind != "open" else ""
