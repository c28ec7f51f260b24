"""What became of the games people played: results, figures and ratings, kept when a game is over."""
from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final, NamedTuple, final

import msgspec
from sqlalchemy import insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from chateaux.tables.data import OVER, Refused
from chateaux.tables.house import House
from chateaux.tables.ratings import Rating, anchor, placed, rate
from chateaux.tables.schema import RESULTS, TABLES
from chateaux.tables.table import Table

RATING: Final = 0x7261_7465  # the lock that lets one process rate at a time
MOST: Final = 2000  # games of one person that are looked at


class Result(msgspec.Struct, frozen=True):
    """How one seat of a game did."""

    table: str
    seat: int
    game: str
    person: str
    name: str
    bot: str
    score: int
    place: int
    ended: float
    mu: float | None
    sigma: float | None

    @property
    def rating(self) -> Rating | None:
        return None if self.mu is None or self.sigma is None else Rating(self.mu, self.sigma)


class Played(msgspec.Struct, frozen=True):
    """A game somebody played, with everybody's results, the best first, and which of them is theirs."""

    mine: Result
    all: list[Result]


class Rival(NamedTuple):
    """Somebody or some bot one has played with: how often, how often one was better, and the newest table."""

    name: str
    games: int
    better: int
    table: str


class Figures(NamedTuple):
    """How somebody does in one game."""

    game: str
    played: int
    won: int
    mean: float
    best: int
    rating: Rating | None
    curve: list[tuple[float, Rating]]
    bots: list[Rival]


@final
class Results:
    """The results of a house. They are written when a game ends, or at the next start if that was missed."""

    def __init__(self, house: House) -> None:
        self.house: House = house
        self.known: set[str] = set()
        self.tasks: set[asyncio.Task[None]] = set()
        house.on_change.append(self.changed)

    async def open(self) -> None:
        self.begin(self.make_up())

    async def close(self) -> None:
        for task in list(self.tasks):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    def begin(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def changed(self, table: Table) -> None:
        if table.phase == OVER and table.head.id not in self.known and table.head.study is None:
            self.known.add(table.head.id)
            self.begin(self.keep(table))

    async def make_up(self) -> None:
        """Keep the results of games that ended unnoticed, in the order in which they did."""
        async def work() -> list[str]:
            async with self.house.store.engine.connect() as connection:
                found = await connection.execute(
                    select(TABLES.c.id).where(TABLES.c.phase == OVER, TABLES.c.id.not_in(select(RESULTS.c.table_id)))
                    .order_by(TABLES.c.changed))
                return [row.id for row in found]
        for id in await self.house.store.patiently(work):
            with contextlib.suppress(Refused):  # it cannot be read
                self.changed(await self.house.table(id))

    # ------------------------------------------------------------ writing

    async def keep(self, table: Table) -> None:
        """Write the results of a game, once."""
        store = self.house.store

        async def work() -> None:
            async with store.transaction() as connection:
                if store.shared:
                    await connection.execute(text(f"SELECT pg_advisory_xact_lock({RATING})"))
                done = select(RESULTS.c.seat).where(RESULTS.c.table_id == table.head.id)
                if (await connection.execute(done)).first() is None:
                    for row in await self.rated(connection, table, self.house.now()):
                        await connection.execute(insert(RESULTS).values(
                            table_id=row.table, **{name: getattr(row, name) for name in row.__struct_fields__[1:]}))
        await store.patiently(work)

    async def rated(self, connection: AsyncConnection, table: Table, at: float) -> list[Result]:
        """The results of a game, with new ratings if it counts."""
        state, game = table.playing(), table.head.game
        scores = state.scores()
        places = placed(scores, state.winners())
        seats = table.seats
        after: Sequence[Rating | None] = [None] * len(seats)
        if counts(table):
            before, fixed = [], []
            for seat in seats:
                held = anchor(game, seat.bot) if seat.kind == "bot" else None
                fixed.append(held is not None)
                before.append(held or await newest(connection, game, seat.guest, seat.bot if not seat.guest else ""))
            last = len(seats)  # whoever left is behind whoever stayed
            after = rate(before, [last if seat.given_up else place for seat, place in zip(seats, places, strict=True)],
                         fixed)
        return [Result(table.head.id, number, game, seat.guest, seat.name, seat.bot if seat.kind == "bot" else "",
                       scores[number], places[number], at, None if one is None else one.mu,
                       None if one is None else one.sigma)
                for number, (seat, one) in enumerate(zip(seats, after, strict=True))]

    async def forget(self, person: str) -> None:
        async def work() -> None:
            async with self.house.store.transaction() as connection:
                await connection.execute(update(RESULTS).where(RESULTS.c.person == person).values(person="", name=""))
        await self.house.store.patiently(work)

    # ------------------------------------------------------------ reading

    async def of(self, person: str, most: int = MOST) -> list[Played]:
        """The games somebody has played, newest first."""
        async def work() -> list[Result]:
            async with self.house.store.engine.connect() as connection:
                mine = (select(RESULTS.c.table_id).where(RESULTS.c.person == person)
                        .order_by(RESULTS.c.ended.desc()).limit(most))
                found = await connection.execute(
                    select(RESULTS).where(RESULTS.c.table_id.in_(mine))
                    .order_by(RESULTS.c.ended.desc(), RESULTS.c.table_id, RESULTS.c.place))
                return [Result(*row) for row in found]
        games: dict[str, list[Result]] = {}
        for row in await self.house.store.patiently(work):
            games.setdefault(row.table, []).append(row)
        return [Played(next(row for row in rows if row.person == person), rows) for rows in games.values()]


async def newest(connection: AsyncConnection, game: str, person: str, bot: str) -> Rating:
    """The rating somebody has now."""
    row = (await connection.execute(
        select(RESULTS.c.mu, RESULTS.c.sigma)
        .where(RESULTS.c.game == game, RESULTS.c.person == person, RESULTS.c.bot == bot, RESULTS.c.mu.is_not(None))
        .order_by(RESULTS.c.ended.desc()).limit(1))).first() if person or bot else None
    return Rating() if row is None else Rating(row.mu, row.sigma)


def counts(table: Table) -> bool:
    """Whether a game is for the ratings: wanted so, played with the house's set, one seat for each person."""
    people = [seat.guest for seat in table.seats if seat.kind == "person"]
    return (table.head.rated and table.head.pieces is None and not table.upgraded and len(table.seats) > 1
            and all(people) and len(set(people)) == len(people))


def alone(played: Played) -> bool:
    """Whether somebody had one seat: who plays several at one screen neither wins nor loses."""
    return sum(row.person == played.mine.person for row in played.all) == 1


def figures(found: Sequence[Played]) -> list[Figures]:
    """How somebody does, by game, the one played most first."""
    by_game: dict[str, list[Played]] = {}
    for played in found:
        if alone(played):
            by_game.setdefault(played.mine.game, []).append(played)
    told = []
    for game, games in by_game.items():
        scores = [played.mine.score for played in games]
        curve = [(played.mine.ended, rating) for played in reversed(games)
                 if (rating := played.mine.rating) is not None]
        told.append(Figures(game, len(games), sum(played.mine.place == 1 for played in games),
                            sum(scores) / len(scores), max(scores), curve[-1][1] if curve else None, curve,
                            rivals(games, bots=True)))
    return sorted(told, key=lambda one: -one.played)


def rivals(found: Sequence[Played], bots: bool) -> list[Rival]:
    """The bots or the people somebody has played with, those met most often first."""
    games: Counter[str] = Counter()
    better: Counter[str] = Counter()
    newest_of: dict[str, Result] = {}
    for played in found:
        for row in played.all:
            who = row.bot if bots else row.person
            if who and row.person != played.mine.person:
                games[who] += 1
                better[who] += played.mine.place < row.place
                newest_of.setdefault(who, row)
    return [Rival(who if bots else newest_of[who].name, count, better[who], newest_of[who].table)
            for who, count in games.most_common()]
