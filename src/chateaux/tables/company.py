"""People at a table, beside the game: bots that stand in, who would end it, what is said, and the same again.

As every command of a table: it checks first, then changes the table, a copy, and returns the row for the log.
"""
from __future__ import annotations

from collections.abc import Collection

from chateaux.engine.data import Data
from chateaux.look.chronicle import bot_names
from chateaux.tables.data import ABANDONED, LONGEST_CHAT, MOST_CHAT, OPEN, RUNNING, Refused, Row, Seat
from chateaux.tables.table import Table, new_table, plain


def give_up(table: Table, guest: str, number: int, bot: str, at: float) -> Row:
    """A bot takes over the seat; its player may take it back."""
    table.must_be(RUNNING)
    seat = table.held(guest, number)
    if seat.given_up:
        raise Refused("stale", "A bot plays this seat already.")
    charge(table, number, at)
    seat.given_up, seat.bot = True, bot
    row = table.row("give-up", number, {"bot": bot}, at)
    end_if_all_would(table)
    return row


def stand_in(table: Table, guest: str, number: int, bot: str, at: float) -> Row:
    """The others let a bot play for somebody who is away, until they come back. Who is away, the house knows."""
    table.must_be(RUNNING)
    table.must_sit(guest)
    if not 0 <= number < len(table.seats) or table.seats[number].kind != "person":
        raise Refused("unknown", "Nobody sits there.", "nobody_there")
    seat = table.seats[number]
    if seat.given_up:
        raise Refused("stale", "A bot plays this seat already.", "bot_plays")
    charge(table, number, at)
    seat.given_up, seat.bot = True, bot
    row = table.row("stand-in", number, {"bot": bot, "by": table.seats[table.seats_of(guest)[0]].name}, at)
    end_if_all_would(table)
    return row


def take_back(table: Table, guest: str, number: int, at: float) -> Row:
    """The player is back."""
    table.must_be(RUNNING)
    seat = table.held(guest, number)
    if not seat.given_up:
        raise Refused("stale", "You play this seat already.")
    charge(table, number, at)
    seat.given_up = False
    return table.row("take-back", number, {}, at)


def forget(table: Table, guest: str, bot: str, at: float) -> Row:
    """Somebody wishes to be forgotten: the seat stays, without a name, and a bot plays on."""
    table.must_sit(guest)
    numbers = table.seats_of(guest)
    for number in numbers:
        seat = table.seats[number]
        if table.phase == OPEN:
            table.seats[number] = Seat()
            continue
        if table.phase == RUNNING and not seat.given_up:
            charge(table, number, at)
            seat.given_up, seat.bot = True, bot
        seat.guest, seat.name = "", ""
    table.votes = [one for one in table.votes if one != guest]
    row = table.row("forget", numbers[0], {"seats": numbers}, at)
    if table.phase == RUNNING:
        end_if_all_would(table)
    return row


def charge(table: Table, number: int, at: float) -> None:
    """Take the time thought so far from a seat that is asked."""
    question = table.questions[number]
    if question is not None and question.owes:
        table.clocks.charge(number, at)
    else:
        table.clocks.asked_at[number] = at


def abandon(table: Table, guest: str, at: float, absent: Collection[str] = ()) -> Row:
    """Ask to end the game here; it ends when all who still play have asked, or most where somebody is away."""
    if table.ended:
        raise Refused("closed", "The game has ended.")
    if guest != table.head.creator or table.phase == RUNNING:
        table.must_sit(guest)
    if guest in table.votes and not absent:
        raise Refused("stale", "You have asked already.", "asked_already")
    table.votes = [*(one for one in table.votes if one != guest), guest]
    if table.phase == OPEN and guest == table.head.creator:
        table.phase = ABANDONED
    else:
        end_if_all_would(table, absent)
    return table.row("abandon", (table.seats_of(guest) or [-1])[0], {"ended": table.ended}, at)


def end_if_all_would(table: Table, absent: Collection[str] = ()) -> None:
    """End the game when everybody who has not given up would, or most of those who are there."""
    people = {seat.guest for seat in table.seats if seat.kind == "person" and not seat.given_up}
    there = people - set(absent)
    for_it = there & set(table.votes)
    if table.votes and (people <= set(table.votes) or (there < people and 2 * len(for_it) > len(there))):
        table.stop()


def chat(table: Table, guest: str, text: str, phrase: str, at: float) -> Row:
    """Say something: a text, or one of the phrases that everybody reads in their own language."""
    table.must_sit(guest)
    text = plain(text)
    if len(text) > LONGEST_CHAT:
        raise Refused("malformed", f"At most {LONGEST_CHAT} characters, please.")
    if bool(text) == bool(phrase):
        raise Refused("malformed", "Say either a text or a phrase.")
    if table.chats >= MOST_CHAT:
        raise Refused("too much", "Everything has been said at this table.")
    table.chats += 1
    number = table.seats_of(guest)[0]
    said: Data = {"text": text} if text else {"phrase": phrase}
    return table.row("chat", number, {"name": table.seats[number].name, **said}, at)


def play_again(table: Table, guest: str, at: float) -> tuple[Row, Table]:
    """The rematch: the same people and bots with their names and colours, seats rotated by one, a new secret."""
    if not table.ended:
        raise Refused("closed", "The game has not ended.")
    table.must_sit(guest)
    called = bot_names(table.head.id, table.seats)
    seats = [Seat(seat.kind, seat.guest, seat.name or (called[number] if seat.kind == "bot" else ""),
                  "" if seat.kind == "person" else seat.bot, ready=seat.kind == "bot",
                  colour=number if seat.colour < 0 else seat.colour) for number, seat in enumerate(table.seats)]
    if table.head.study is None:
        seats = seats[1:] + seats[:1]
    again = new_table(table.game, table.head.players, table.head.options, table.head.language, table.head.clock,
                      guest, seats, at, table.head.id, table.head.manners, study=table.head.study)
    table.rematch = again.head.id
    return table.row("rematch", table.seats_of(guest)[0], {"table": again.head.id}, at), again
