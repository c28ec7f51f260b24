"""Before the game: people take seats and leave them, the shuffle is sealed, and the cards are dealt.

As every command of a table: it checks first, then changes the table, a copy, and returns the row for the log.
"""
from __future__ import annotations

from chateaux.engine.record import promise
from chateaux.tables.data import LONGEST_NAME, OPEN, RUNNING, Refused, Row, Seat
from chateaux.tables.table import Table, bot_seat, plain


def join(table: Table, guest: str, name: str, number: int | None, nonce: str, at: float, promised: str = "") -> Row:
    """Take a seat, or confirm one that is kept. The nonce becomes part of the shuffle; a promise of one is better.
    """
    table.must_be_unsealed()
    if number is None:
        number = free_seat(table, guest)
    if not 0 <= number < len(table.seats):
        raise Refused("unknown", f"There is no seat {number}: seats are 0 to {len(table.seats) - 1}.")
    seat = table.seats[number]
    if seat.kind != "open" and seat.guest != guest:
        raise Refused("full", "That seat is taken.")
    name = plain(name)[:LONGEST_NAME] or f"{number + 1}"
    table.seats[number] = Seat("person", guest, name, "", "" if promised else nonce, ready=True, colour=seat.colour,
                              promise=promised)
    return table.row("join", number, {"name": name}, at)


def free_seat(table: Table, guest: str) -> int:
    """A seat that is kept for the guest, or else the first open one."""
    for number, seat in enumerate(table.seats):
        if seat.kind == "person" and seat.guest == guest and not seat.ready:
            return number
    for number, seat in enumerate(table.seats):
        if seat.kind == "open":
            return number
    raise Refused("full", "All seats are taken; you may watch.")


def leave(table: Table, guest: str, number: int, at: float) -> Row:
    """Stand up before the game has started."""
    table.must_be_unsealed()
    seat = table.held(guest, number)
    table.seats[number] = Seat(colour=seat.colour)
    return table.row("leave", number, {"name": seat.name}, at)


def free(table: Table, guest: str, number: int, at: float) -> Row:
    """Whoever opened the table frees a seat, also one that is kept for somebody who does not come."""
    table.must_be_unsealed()
    if guest != table.head.creator:
        raise Refused("forbidden", "Only who opened the table may free a seat.", "only_host")
    if not 0 <= number < len(table.seats) or table.seats[number].kind == "open":
        raise Refused("unknown", "Nobody sits there.", "nobody_there")
    freed = table.seats[number]
    table.seats[number] = Seat(colour=freed.colour)
    return table.row("free", number, {"name": freed.name}, at)


def may_start(table: Table, guest: str) -> bool:
    """Whether a guest may start the game: whoever sits here, but where strangers do, who has opened the table."""
    if guest == table.head.creator and guest:
        return table.phase == OPEN
    return table.phase == OPEN and not table.head.listed and bool(table.seats_of(guest))


def start(table: Table, guest: str, bot: str, at: float) -> Row:
    """Deal, when every seat is taken; a bot may take the seats that are not.

    First whoever promised a nonce is asked to show it: only now is nobody left who could choose theirs.
    """
    table.must_be_unsealed()
    if guest != table.head.creator:
        table.must_sit(guest)
    if not may_start(table, guest):
        raise Refused("forbidden", "Only who opened the table may start the game.", "only_host_starts")
    if not any(seat.kind == "person" and seat.ready for seat in table.seats):
        raise Refused("closed", "Nobody sits at the table yet.")
    for number, seat in enumerate(table.seats):
        if seat.kind == "open" or not seat.ready:
            if not bot:
                raise Refused("closed", "There are seats left: wait for players, or start with bots.")
            table.seats[number] = bot_seat(bot, seat.colour)
    if owed_nonces(table):
        table.sealed = at
        return table.row("seal", -1, {}, at)
    return deal(table, at)


def owed_nonces(table: Table) -> list[int]:
    """The seats that have promised a nonce and not shown it."""
    return [number for number, seat in enumerate(table.seats) if seat.promise and not seat.nonce]


def reveal(table: Table, guest: str, number: int, nonce: str, at: float) -> Row:
    """Show the nonce that was promised; with the last one the cards are dealt."""
    table.must_be(OPEN)
    seat = table.held(guest, number)
    if not table.sealed:
        raise Refused("closed", "Nonces are shown when everybody sits.")
    if seat.nonce:
        raise Refused("stale", "You have shown it already.")
    if not nonce or promise(table.head.id, nonce) != seat.promise:
        raise Refused("malformed", "That is not the nonce that was promised.")
    seat.nonce = nonce
    return table.row("reveal", number, {}, at) if owed_nonces(table) else deal(table, at)


def deal(table: Table, at: float) -> Row:
    """The cards are dealt from the secret and every nonce; who has not shown theirs is left out, and it shows."""
    table.must_be(OPEN)
    table.state = table.replayable([]).new()
    table.phase = RUNNING
    table.clocks.start(table.head.clock, at)
    row = table.row("start", -1, {}, at)
    table.ask(-1, at)
    return row
