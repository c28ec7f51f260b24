"""The house: all tables that are in use, each with one command at a time, and whoever watches them.

A command is carried out on a copy of the table, stored, and only then seen by anybody. When another
process was quicker, the table is read anew and the command is checked again.
"""
from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable
from contextvars import Context
from functools import partial
from typing import Final, final

import msgspec

from chateaux.engine.data import Choice, Data
from chateaux.engine.record import Record
from chateaux.look.words import Language
from chateaux.tables import company, frames, gathering, stored
from chateaux.tables.data import (
    OPEN,
    PLAIN,
    Broken,
    Clock,
    Manners,
    Refused,
    Row,
    Seat,
    Study,
    effective,
    short,
    taken_back,
)
from chateaux.tables.desk import Desk, Thought
from chateaux.tables.freehand import LARGEST, Freehand, Stroke
from chateaux.tables.scribe import Again
from chateaux.tables.sets import game_of
from chateaux.tables.shares import errand
from chateaux.tables.store import Collision, DatabaseAway, Store
from chateaux.tables.table import Table, bot_seat, new_table
from chateaux.tables.worker import Advice
from chateaux.tables.workers import Workers

KEPT: Final = 2000  # tables in memory; others are read again when somebody comes
IDLE: Final = 600.0  # seconds until a table that nobody uses leaves memory
HEAVY: Final = 8  # a table with a set of its own takes the room of so many
MOST_ROWS: Final = 500  # that a stream or a page brings at once
MOST_JOINS: Final = 20  # times that a guest sits down at one table
MOST_LINES: Final = 5  # that a guest says at one table in ten seconds
TRIES: Final = 50

LOG_BOOK: Final = logging.getLogger("chateaux")

Command = Callable[[Table], Row]


class NothingChanged(Exception):
    """Something went wrong before anything was stored."""


@final
class House:
    """All tables of one process."""

    def __init__(self, store: Store, now: Callable[[], float] = time.time, kept: int = KEPT,
                 idle: float = IDLE, joins: int = MOST_JOINS, lines: int = MOST_LINES,
                 drawing: int = LARGEST) -> None:
        self.store: Store = store
        self.now: Callable[[], float] = now
        self.kept: int = kept
        self.idle: float = idle
        self.joins, self.lines, self.drawing = joins, lines, drawing
        self.desks: OrderedDict[str, Desk] = OrderedDict()
        self.opening: dict[str, asyncio.Lock] = {}
        self.absences: list[tuple[float, float]] = []  # when no server of this house was there
        self.on_command: list[Callable[[float], None]] = []  # told of how long each command took
        self.on_change: list[Callable[[Table], None]] = []  # told of every newer state: the driver of bots and clocks
        self.on_row: list[Callable[[Table, Row], None]] = []  # told of every row that is written here
        self.on_presence: list[Callable[[str], None]] = []  # told who is here in other processes
        self.on_call: list[Callable[[str], None]] = []  # told what other processes tell people

    # ------------------------------------------------------------ tables in use

    async def desk(self, id: str) -> Desk:
        """The table in use, read from the store if it is not."""
        found = self.desks.get(id)
        if found is not None:
            self.desks.move_to_end(id)
            found.used = time.monotonic()
            return found
        lock = self.opening.setdefault(id, asyncio.Lock())
        try:
            async with lock:
                if id not in self.desks:
                    self.desks[id] = Desk(await self.load(id), self.now)
                    self.tidy()
                return self.desks[id]
        finally:
            if not lock.locked():
                self.opening.pop(id, None)

    async def load(self, id: str) -> Table:
        table = await self.store.load(id)
        table.forgive(self.absences)
        return table

    async def pulse(self) -> None:
        """The house is there; when it was not, nobody's time has run."""
        known, self.absences = self.absences, await self.store.pulse(self.now())
        if self.absences != known:
            for desk in self.desks.values():
                desk.table = desk.table.copy()
                desk.table.forgive(self.absences)
                desk.made.clear()

    def tidy(self) -> None:
        """Let go of the tables that were not used for longest: those that are too many, and those nobody uses."""
        room, now = self.kept, time.monotonic()
        for id in reversed(list(self.desks)):
            desk = self.desks[id]
            room -= HEAVY if desk.table.head.pieces is not None else 1
            old = now - desk.used > self.idle
            if (room < 0 or old) and not desk.watchers and not desk.lock.locked():
                del self.desks[id]

    async def table(self, id: str) -> Table:
        """The table as it is now, also when another process has moved a moment ago."""
        desk = await self.desk(id)
        if self.store.shared:
            await self.catch_up(id, await self.store.number(id))
        elif desk.doubtful:
            await self.catch_up(id)
        return desk.table

    async def readable(self, ids: Iterable[str]) -> list[Table | Broken]:
        """The tables of a list, each on its own: one that cannot be read stands there as such, one that is gone not."""
        found: list[Table | Broken] = []
        for id in ids:
            try:
                found.append(await self.table(id))
            except Broken as broken:
                found.append(broken)
            except Refused:
                continue
        return found

    async def catch_up(self, id: str, number: int = 0) -> None:
        """Another process has moved: read what it wrote, if the table is in use here."""
        desk = self.desks.get(id)
        if desk is None or (number and desk.table.number >= number):
            return
        async with desk.lock:
            if not number or desk.table.number < number:
                await self.reread(desk)

    async def behind(self, desk: Desk) -> bool:
        """Whether another process has moved and we have not heard of it yet."""
        return self.store.shared and await self.store.number(desk.table.head.id) > desk.table.number

    async def reread(self, desk: Desk) -> None:
        table = await self.load(desk.table.head.id)
        desk.doubtful = False
        if table.number > desk.table.number:
            self.show(desk, table, None)

    def show(self, desk: Desk, table: Table, row: Row | None) -> None:
        desk.advance(table, row)
        told = [partial(tell, table) for tell in self.on_change]
        told += [partial(tell, table, row) for tell in self.on_row if row is not None]
        for tell in told:
            try:
                tell()
            except Exception as error:  # it is stored and shown; the sweeper finds what was to be done
                LOG_BOOK.error("nobody could be told of a change", exc_info=error,
                               extra={"table": short(table.head.id)})

    async def command(self, id: str, command: Command) -> Table:
        """Carry out a command: check, store, show. Raises Refused or NothingChanged, with nothing changed.

        Tried again under the same key, it is not done again.
        """
        began = time.perf_counter()
        desk, stamp = await self.desk(id), errand().stamp(id)
        desk.place = errand().place or desk.place
        async with desk.lock:
            if desk.doubtful:
                await self.reread(desk)
            for _ in range(TRIES):
                after = desk.table.copy()
                after.forgive(self.absences)
                try:
                    row = self.checked(after, command)
                    if stamp:
                        row = msgspec.structs.replace(row, stamp=stamp)
                    await self.keep(desk, after, row)
                except Again:
                    await self.reread(desk)
                    return desk.table
                except Collision:
                    await self.reread(desk)
                    continue
                except Refused:
                    if stamp and await self.store.done(id, stamp):
                        await self.reread(desk)
                        return desk.table
                    if await self.behind(desk):
                        await self.reread(desk)
                        continue
                    raise
                self.show(desk, after, row)
                for tell in self.on_command:
                    tell(time.perf_counter() - began)
                return after
        raise Refused("too much", "Too many things happen at this table; please try again.")

    def checked(self, after: Table, command: Command) -> Row:
        """Carry out a command on a copy. With somebody's own set, what cannot be read again is not stored."""
        try:
            row = command(after)
            if after.head.pieces is not None:
                stored.read(after.head, stored.write(after))
        except Refused:
            raise
        except Exception as error:
            raise NothingChanged(str(error)) from error
        return row

    async def keep(self, desk: Desk, after: Table, row: Row, born: tuple[Table, Row] | None = None) -> None:
        """Store a row; when the database does not say whether it has, the table is read anew before anything else."""
        try:
            await self.store.append(after, row, born)
        except (DatabaseAway, asyncio.CancelledError):
            desk.doubtful = True
            raise

    # ------------------------------------------------------------ what people do

    async def create(self, guest: str, game: str, options: dict[str, Choice], seats: list[str], language: Language,
                     clock: Clock | None, pieces: object = None, manners: Manners = PLAIN,
                     study: Study | None = None) -> Table:
        """A new table. Each seat is "open" or the name of a bot."""
        places = [Seat() if seat == "open" else bot_seat(seat) for seat in seats]
        table = new_table(game_of(game, pieces), len(places), options, language, clock, guest, places, self.now(),
                          manners=manners, id=errand().stamp("table", 9, self.store.key), study=study)
        row = table.row("create", -1, {}, self.now())
        if stamp := errand().stamp(table.head.id):
            row = msgspec.structs.replace(row, stamp=stamp)
        await self.store.create(table, row)
        for tell in self.on_row:
            tell(table, row)
        return (await self.desk(table.head.id)).table

    async def join(self, id: str, guest: str, name: str, seat: int | None, nonce: str, promise: str = "") -> Table:
        """Take a seat, not again and again."""
        desk = await self.desk(id)
        if desk.joined[guest] >= self.joins and guest != desk.table.head.creator:
            raise Refused("too much", "You have sat down here very often; stay, or find another table.", "much_joined")
        table = await self.command(
            id, lambda table: gathering.join(table, guest, name, seat, nonce, self.now(), promise))
        desk.joined[guest] += 1  # now they have: who tries while the database is away has not
        return table

    async def leave(self, id: str, guest: str, seat: int) -> Table:
        """Stand up before the game has started."""
        return await self.command(id, lambda table: gathering.leave(table, guest, seat, self.now()))

    async def free(self, id: str, guest: str, seat: int) -> Table:
        """Free a seat, as who opened the table."""
        return await self.command(id, lambda table: gathering.free(table, guest, seat, self.now()))

    async def start(self, id: str, guest: str, bots: str = "") -> Table:
        """Start the game; bots take the seats that are left, if they are named."""
        return await self.command(id, lambda table: gathering.start(table, guest, bots, self.now()))

    async def reveal(self, id: str, guest: str, seat: int, nonce: str) -> Table:
        """Show a nonce that was promised."""
        return await self.command(id, lambda table: gathering.reveal(table, guest, seat, nonce, self.now()))

    async def play(self, id: str, guest: str, seat: int, action: int, decision: int) -> Table:
        """A person's answer to a decision."""
        def command(table: Table) -> Row:
            table.held(guest, seat)
            return table.play(seat, action, decision, self.now())
        return await self.command(id, command)

    async def undo(self, id: str, guest: str, seat: int, number: int) -> Table:
        """Take back the seat's newest action, by the number of its row."""
        return await self.command(id, lambda table: table.undo(guest, seat, number, self.now()))

    async def hints(self, id: str, guest: str, seat: int, workers: Workers) -> tuple[Table, list[Advice]]:
        """What a bot would consider in a seat's place, from what that seat may know."""
        table, desk = await self.table(id), await self.desk(id)
        table.held(guest, seat)
        if not table.may_ask(guest):
            raise Refused("forbidden", "Nobody asks for hints at this table.")
        question = table.questions[seat]
        if question is None or not question.owes or table.seats[seat].plays_itself:
            raise Refused("stale", f"Seat {seat} is not asked anything now.")
        key = (seat, table.decisions[seat])
        if key not in desk.hints:
            asking = workers.hints(table.playing().observe(seat), table.head.pieces, errand().place, guest)
            desk.hints[key] = Thought(asyncio.create_task(asking, context=Context()))
        found = await self.thought(desk, key)
        return table, [hint for hint in found if hint.action in question.actions]

    async def thought(self, desk: Desk, key: tuple[int, int]) -> list[Advice]:
        """A hint, thought of for as long as somebody waits for it; one that came to nothing is not kept."""
        thought, found = desk.hints[key], None
        thought.waiting += 1
        try:
            found = await asyncio.shield(thought.task)
        except asyncio.CancelledError:
            if thought.task.cancelled():
                raise Refused("stale", "The question has changed meanwhile.", "changed") from None
            raise
        finally:
            thought.waiting -= 1
            if not found and not thought.waiting and desk.hints.get(key) is thought:
                del desk.hints[key]
                thought.task.cancel()
        return found

    async def give_up(self, id: str, guest: str, seat: int, bot: str) -> Table:
        """Let a bot play the seat."""
        return await self.command(id, lambda table: company.give_up(table, guest, seat, bot, self.now()))

    async def take_back(self, id: str, guest: str, seat: int) -> Table:
        """Play the seat oneself again."""
        return await self.command(id, lambda table: company.take_back(table, guest, seat, self.now()))

    async def stand_in(self, id: str, guest: str, seat: int, bot: str) -> Table:
        """Let a bot play for somebody who has been away for as long as was agreed."""
        desk = await self.desk(id)

        def command(table: Table) -> Row:
            if seat not in desk.absent() and not (0 <= seat < len(table.seats) and table.seats[seat].given_up):
                raise Refused("forbidden", "They are here, or have not been away for long.", "not_away")
            return company.stand_in(table, guest, seat, bot, self.now())
        return await self.command(id, command)

    async def abandon(self, id: str, guest: str) -> Table:
        """Ask to end a game; whoever has been away for long is not waited for."""
        desk = await self.desk(id)
        return await self.command(id, lambda table: company.abandon(
            table, guest, self.now(), [table.seats[seat].guest for seat in desk.absent()]))

    async def chat(self, id: str, guest: str, text: str, phrase: str) -> Table:
        """Say something, not too often."""
        desk, now = await self.desk(id), self.now()
        desk.table.must_sit(guest)
        said = desk.said.setdefault(guest, deque(maxlen=self.lines))
        if len(said) == self.lines and (not said or now - said[0] < 10):
            raise Refused("too much", f"Not so fast: {self.lines} lines in ten seconds are enough.", "chat_fast",
                          count=self.lines)
        said.append(now)
        return await self.command(id, lambda table: company.chat(table, guest, text, phrase, self.now()))

    async def draw(self, id: str, guest: str, seat: int, strokes: list[Stroke]) -> Freehand:
        """Put a drawing on a seat's sheet; during the game and after it."""
        desk = await self.desk(id)
        desk.table.held(guest, seat)
        if desk.table.phase == OPEN:
            raise Refused("closed", "The game has not started.")
        async with desk.lock:
            drawing = await self.store.keep_drawing(id, seat, strokes, self.drawing)
            if desk.drawings is not None:
                desk.drawings[seat] = drawing
            for key in [key for key in desk.made if key[0] == "drawing" and key[2] == seat]:
                del desk.made[key]
        desk.ring()
        return drawing

    async def drawings(self, desk: Desk) -> dict[int, Freehand]:
        """What the seats have drawn, by seat."""
        if desk.drawings is None:
            async with desk.lock:
                desk.drawings = await self.store.drawings(desk.table.head.id)
        return desk.drawings

    def drawn_elsewhere(self, id: str) -> None:
        """Another process has kept a drawing: read it when somebody looks."""
        desk = self.desks.get(id)
        if desk is not None:
            desk.drawings = None
            desk.ring()

    async def rematch(self, id: str, guest: str) -> Table:
        """The table of the rematch; whoever asks first makes it."""
        desk = await self.desk(id)
        async with desk.lock:
            for _ in range(TRIES):
                if desk.table.rematch:
                    desk.table.must_sit(guest)
                    break
                after = desk.table.copy()
                row, again = company.play_again(after, guest, self.now())
                try:
                    await self.keep(desk, after, row, (again, again.row("create", -1, {}, self.now())))
                except Collision:
                    await self.reread(desk)
                    continue
                self.show(desk, after, row)
        return await self.table(desk.table.rematch)

    # ------------------------------------------------------------ what people see

    async def rows(self, desk: Desk, after: int) -> list[Row]:
        """The rows after a number up to the newest state that is shown; of a very long log the newest."""
        upto = desk.table.number
        after = max(after, upto - MOST_ROWS)
        if after >= upto:
            return []
        recent = list(desk.rows)
        if recent and recent[0].number <= after + 1 and recent[-1].number == upto:
            return [row for row in recent if row.number > after]
        return await self.store.rows(desk.table.head.id, after, upto)

    async def frame(self, id: str, guest: str, seat: int | None, after: int | None = None) -> frames.Frame:
        """The table as a viewer sees it, with the rows since a number they know (None: without)."""
        table, desk = await self.table(id), await self.desk(id)
        rows = [] if after is None else await self.rows(desk, after)
        return frames.frame(table, guest, seat, [row for row in rows if row.number <= table.number])

    async def log(self, id: str, guest: str, seat: int | None, after: int, newest: int = 0,
                  most: int = 0) -> list[Data]:
        """The log as a viewer may see it; rows that were taken back say so. Only the newest, or at most so many."""
        table = await self.table(id)
        eyes = -1
        if seat is not None:
            table.held(guest, seat)
            eyes = seat
        if newest:
            after = max(after, table.number - newest)
        rows = await self.store.rows(id, after, min(table.number, after + most) if most else table.number)
        gone = taken_back(rows)
        return [row.seen_by(eyes) | {"taken_back": row.number in gone} for row in rows]

    async def record(self, id: str) -> Record:
        """The record of a game that has ended."""
        table = await self.table(id)
        return table.record(effective(await self.store.rows(id, 0, table.number)) if table.ended else [])
