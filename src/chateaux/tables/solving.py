"""Puzzles that people solve: what they answered, the days in a row, a level that rises and falls, own mistakes.

The level is a rating like those of games, with the puzzle as the rival: only the first answer counts.
"""
from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Final, Literal, NamedTuple, final

import msgspec
from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from chateaux.bots import LEVELS
from chateaux.engine.registry import games
from chateaux.insight.analysis import Decision, Known
from chateaux.puzzles import Puzzle, puzzles
from chateaux.tables.data import Refused
from chateaux.tables.house import House
from chateaux.tables.ratings import MIDDLE, SCALE, SURE, Rating, rate
from chateaux.tables.schema import ANALYSES, ANSWERS, MEMBERS

State = Literal["tried", "right", "shown"]
STRENGTH: Final = {"squire": 900, "knight": 1100, "king": 1300}  # points of a puzzle of each level
STEPS: Final = (900, 1100, 1300)  # points from which one is a Squire, a Knight, a King
SPAN: Final = 200
LEAST: Final = 2.5  # how unsure a level stays, so that it goes on moving
SLIPS: Final = ("mistake", "blunder")
GAMES: Final = 12  # analysed games in which mistakes are looked for
MOST: Final = 4  # own mistakes that are offered


class Answered(msgspec.Struct, frozen=True):
    """What somebody answered to a puzzle."""

    puzzle: str
    at: float
    state: State
    first: bool
    day: str
    mu: float | None
    sigma: float | None


class Week(NamedTuple):
    """A day of the wall."""

    state: Literal["set", "won", "today", "ahead", "missed"]
    day: date


class Standing(NamedTuple):
    """How somebody does."""

    rating: Rating
    level: str
    left: int  # points to the next level; 0 for a King
    share: float  # of the way to it
    solved: int
    first: float | None  # the share that was right at first
    days: int  # in a row
    ended: int  # the days of a row that ended today
    longest: int
    week: list[Week]
    done: dict[str, State]


class Mistake(msgspec.Struct, frozen=True):
    """A moment of somebody's own game in which a chance was given away."""

    table: str
    at: int
    seat: int
    action: int
    decision: Decision

    @property
    def key(self) -> str:
        return f"own:{self.table}:{self.at}"


def today(now: float) -> date:
    """The date of everybody's puzzle: by the same clock everywhere."""
    return datetime.fromtimestamp(now, UTC).date()


def key_of(puzzle: Puzzle) -> str:
    return f"{puzzle.game}:{puzzle.id}"


def of_day(day: date) -> Puzzle | None:
    """The puzzle of a day, the same for everybody: the games take turns.

    >>> of_day(date(2026, 11, 16)) == of_day(date(2026, 11, 16))
    True
    """
    shelves = [found for _, game in sorted(games().items()) if (found := puzzles(game))]
    if not shelves:
        return None
    number = day.toordinal()
    shelf = sorted(shelves[number % len(shelves)], key=lambda one: hashlib.sha256(one.id.encode()).digest())
    return shelf[number // len(shelves) % len(shelf)]


def level_of(points: int) -> str:
    """The level of so many points.

    >>> [level_of(points) for points in (700, 1000, 1299, 1300)]
    ['page', 'squire', 'knight', 'king']
    """
    return list(LEVELS)[sum(points >= least for least in STEPS)]


def standing(rows: Sequence[Answered], now: date) -> Standing:
    """What the answers of somebody amount to."""
    rated = [row for row in sorted(rows, key=lambda row: row.at) if row.mu is not None and row.sigma is not None]
    rating = Rating(rated[-1].mu or 0.0, rated[-1].sigma or 0.0) if rated else Rating()
    done = {row.puzzle: row.state for row in rows}
    days = {date.fromisoformat(row.day) for row in rows if row.day and row.state == "right"}
    last = now if now in days else now - timedelta(days=1)
    shown = any(row.day == now.isoformat() and row.state == "shown" for row in rows)
    monday = now - timedelta(days=now.weekday())
    week = [day_of(monday + timedelta(days=number), days, now) for number in range(7)]
    index = sum(rating.points >= least for least in STEPS)
    left = max(0, STEPS[index] - rating.points) if index < len(STEPS) else 0
    return Standing(rating, level_of(rating.points), left, max(0.0, 1 - left / SPAN),
                    sum(state == "right" for state in done.values()),
                    sum(row.first for row in rated) / len(rated) if rated else None,
                    0 if shown else row_of(days, last), row_of(days, last) if shown else 0,
                    max((row_of(days, day) for day in days), default=0), week, done)


def row_of(days: set[date], last: date) -> int:
    """How many days in a row end with one.

    >>> row_of({date(2026, 1, 1), date(2026, 1, 2), date(2026, 1, 4)}, date(2026, 1, 2))
    2
    """
    count = 0
    while last - timedelta(days=count) in days:
        count += 1
    return count


def day_of(day: date, days: set[date], now: date) -> Week:
    if day == now:
        return Week("won" if day in days else "today", day)
    return Week("ahead" if day > now else "set" if day in days else "missed", day)


@final
class Solving:
    """The answers that a house keeps."""

    def __init__(self, house: House) -> None:
        self.house = house

    async def of(self, guest: str) -> list[Answered]:
        """Everything somebody has answered."""
        async def work() -> list[Answered]:
            async with self.house.store.engine.connect() as connection:
                found = await connection.execute(select(ANSWERS).where(ANSWERS.c.guest == guest))
                return [Answered(*row[1:]) for row in found]
        return await self.house.store.patiently(work) if guest else []

    async def keep(self, guest: str, key: str, state: State, level: str, day: str) -> None:
        """Keep an answer. The first one counts for the level; what was solved or shown once stays so."""
        async def work() -> None:
            async with self.house.store.transaction() as connection:
                mine = (ANSWERS.c.guest == guest) & (ANSWERS.c.puzzle == key)
                before = (await connection.execute(select(ANSWERS.c.state, ANSWERS.c.day).where(mine))).first()
                if before is not None:
                    again = {"day": day} if day and not before.day and state == "right" else {}  # met on another day
                    await connection.execute(update(ANSWERS).where(mine).values(
                        state=state if before.state == "tried" or again else before.state, **again))
                    return
                after = None
                if level:
                    last = (await connection.execute(
                        select(ANSWERS.c.mu, ANSWERS.c.sigma).where(ANSWERS.c.guest == guest, ANSWERS.c.mu.is_not(None))
                        .order_by(ANSWERS.c.at.desc()).limit(1))).first()
                    after = moved(Rating() if last is None else Rating(last.mu, last.sigma), level, state == "right")
                await connection.execute(insert(ANSWERS).values(
                    guest=guest, puzzle=key, at=self.house.now(), state=state, first=state == "right", day=day,
                    mu=None if after is None else after.mu, sigma=None if after is None else after.sigma))
        with contextlib.suppress(IntegrityError):  # the same answer was sent twice
            await self.house.store.patiently(work)

    async def forget(self, guest: str) -> None:
        async def work() -> None:
            async with self.house.store.transaction() as connection:
                await connection.execute(delete(ANSWERS).where(ANSWERS.c.guest == guest))
        await self.house.store.patiently(work)

    # ------------------------------------------------------------ own mistakes

    async def mistakes(self, guest: str) -> list[Mistake]:
        """Where somebody gave most away in games that were analysed."""
        async def work() -> list[tuple[str, str]]:
            async with self.house.store.engine.connect() as connection:
                mine = select(MEMBERS.c.table_id).where(MEMBERS.c.guest == guest)
                found = await connection.execute(
                    select(ANALYSES.c.table_id, ANALYSES.c.known)
                    .where(ANALYSES.c.table_id.in_(mine), ANALYSES.c.state == "done")
                    .order_by(ANALYSES.c.changed.desc()).limit(GAMES))
                return [(row.table_id, row.known) for row in found]
        found: list[Mistake] = []
        for table_id, known in await self.house.store.patiently(work) if guest else []:
            with contextlib.suppress(Refused):
                table = await self.house.table(table_id)
                if table.head.pieces is None:
                    found += slips(table_id, table.seats_of(guest), msgspec.json.decode(known, type=Known))
        return sorted(found, key=lambda one: -one.decision.loss)

    async def mistake(self, guest: str, table_id: str, at: int) -> Mistake:
        """One of them; Refused where there is none."""
        for one in await self.mistakes(guest):
            if (one.table, one.at) == (table_id, at):
                return one
        raise Refused("unknown", "There is no such moment in a game of yours.")


def slips(table: str, seats: list[int], known: Known) -> list[Mistake]:
    return [Mistake(table, step.number, step.seat, step.action, step.decision) for step in known.steps
            if step.seat in seats and step.decision is not None and step.decision.grade in SLIPS]


def moved(before: Rating, level: str, right: bool) -> Rating:
    """The rating after a first answer: the puzzle is the rival, and stays as strong as it is.

    >>> moved(Rating(), "knight", True).points > 1000 > moved(Rating(), "squire", False).points
    True
    """
    puzzle = Rating(MIDDLE + (STRENGTH[level] - 1000) / SCALE, SURE)
    after = rate([before, puzzle], [1, 2] if right else [2, 1], [False, True])[0]
    return Rating(after.mu, max(LEAST, after.sigma))
