"""Bots in their processes and clocks that run out, with a real store."""
from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from chateaux.engine import registry
from chateaux.tables import company, gathering
from chateaux.tables import driver as driving
from chateaux.tables.data import Clock, Refused, Row
from chateaux.tables.driver import Driver, rest
from chateaux.tables.house import MOST_JOINS, House
from chateaux.tables.store import DatabaseAway, Store
from chateaux.tables.table import Table
from chateaux.tables.worker import Query, Reply, answer
from chateaux.tables.workers import BOTS, Workers, welcome


@asynccontextmanager
async def opened(folder: Path, workers: int = 1, delay: float = 0.0) -> AsyncIterator[tuple[House, Driver]]:
    store = Store(str(folder / "tables.db"))
    await store.open()
    house = House(store)
    driver = Driver(house, Workers(workers), delay)
    driver.start()
    try:
        yield house, driver
    finally:
        await driver.close()
        await store.close()


async def started(house: House, seats: list[str], game: str = "chateau-combo", clock: Clock | None = None) -> str:
    table = await house.create("ann", game, {}, seats, "en", clock)
    id = table.head.id
    await house.command(id, lambda table: gathering.join(table, "ann", "Ann", None, "", house.now()))
    await house.command(id, lambda table: gathering.start(table, "ann", "", house.now()))
    return id


async def until(house: House, id: str, ready: object) -> Table:
    assert callable(ready)
    for _ in range(600):
        table = await house.table(id)
        if ready(table):
            return table
        await asyncio.sleep(0.05)
    raise AssertionError("It did not happen in thirty seconds.")


def test_bots_go_on_after_a_restart(tmp_path: Path) -> None:
    async def first() -> str:
        async with opened(tmp_path) as (house, _):
            id = await started(house, ["open", "random", "squire"])
            await house.command(id, lambda table: company.give_up(table, "ann", 0, "random", house.now()))
            await until(house, id, lambda table: table.entries > 3)
            return id

    async def second(id: str) -> None:
        async with opened(tmp_path) as (house, _):
            table = await until(house, id, lambda table: table.phase == "over")
            assert table.playing().over

    asyncio.run(second(asyncio.run(first())))


def test_when_time_is_up_the_bot_of_the_tables_choice_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driving, "GRACE", 0.0)

    async def play() -> None:
        async with opened(tmp_path) as (house, _):
            id = await started(house, ["open", "random"], clock=Clock(seconds=1, bot="random"))
            table = await until(house, id, lambda table: 0 in table.playing().to_act)
            entries = table.entries
            await until(house, id, lambda table: table.entries > entries)
            rows = await house.store.rows(id)
            assert {row.data["by"] for row in rows if row.kind == "play" and row.seat == 0} == {"clock"}
    asyncio.run(play())


@pytest.mark.parametrize("id", [id for id, game in sorted(registry.games().items())
                                if any(game.new(2, 0, options).actions(-1) for options in game.option_sets())])
def test_the_tables_clock_ends_a_timed_game(tmp_path: Path, id: str) -> None:
    game = registry.game(id)
    options = next(options for options in game.option_sets() if game.new(2, 0, options).actions(-1))

    async def play() -> None:
        async with opened(tmp_path, workers=2) as (house, _):
            table = await house.create("ann", id, options, ["open", "random"], "en", Clock(minutes=1))
            name, ago = table.head.id, house.now() - 58
            await house.command(name, lambda table: gathering.join(table, "ann", "Ann", None, "", ago))
            await house.command(name, lambda table: gathering.start(table, "ann", "", ago))
            await until(house, name, lambda table: not table.playing().actions(-1))
            rows = await house.store.rows(name)
            assert [(row.seat, row.data["by"]) for row in rows if row.kind == "play" and row.seat == -1] == [
                (-1, "clock")]
            await house.command(name, lambda table: company.give_up(table, "ann", 0, "random", house.now()))
            table = await until(house, name, lambda table: table.phase == "over")
            record = await house.record(name)
            assert record.verify()[-1].startswith("The game is over")
    asyncio.run(play())


def test_a_bot_that_dies_or_hangs_does_not_stop_the_table(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened(tmp_path) as (house, driver):
            id = await started(house, ["open", "random"])
            await house.command(id, lambda table: company.give_up(table, "ann", 0, "random", house.now()))
            for _ in range(3):
                table = await house.table(id)
                process = driver.workers.lanes[BOTS].all[0].process.running
                if process is not None and process.returncode is None:
                    process.kill()
                await until(house, id, lambda now, was=table.entries: now.entries > was or now.phase == "over")
            await until(house, id, lambda table: table.phase == "over")
    asyncio.run(play())


def test_a_bot_answers_after_the_same_time_whatever_it_holds(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened(tmp_path, delay=0.6) as (house, _):
            id = await started(house, ["open", "random"])
            await house.command(id, lambda table: company.give_up(table, "ann", 0, "random", house.now()))
            await until(house, id, lambda table: table.entries >= 5)
            rows = [row for row in await house.store.rows(id) if row.kind == "play"]
            waits = [later.at - row.at for row, later in itertools.pairwise(rows)]
            assert min(waits) > 0.59
    asyncio.run(play())
    assert rest(0.2, 0.6) == pytest.approx(0.4)


def test_a_worker_gets_an_observation_and_nothing_else() -> None:
    assert set(Query.__struct_fields__) == {"bot", "observation", "pieces", "hints"}
    state = registry.game("chateau-combo").new(3, 5)
    seat = state.to_act[0]
    told = answer(Query("squire", state.observe(seat).to_data()))
    assert isinstance(told, Reply)
    assert told.action in state.actions(seat)


def test_only_levels_sit_down() -> None:
    assert welcome("king") == "king"
    for spec in ("search:iterations=1000000", "oracle", "", "search:seconds=3600"):
        with pytest.raises(Refused):
            welcome(spec)


def test_a_bots_process_ends_with_its_server(tmp_path: Path) -> None:
    async def play() -> int:
        workers = Workers(1)
        state = registry.game("chateau-combo").new(2, 5)
        seat = state.to_act[0]
        began = time.monotonic()
        assert await workers.choose("random", state.observe(seat), None) in state.actions(seat)
        assert time.monotonic() - began < 20
        process = workers.lanes[BOTS].all[0].process.running
        assert process is not None
        await workers.close()
        return process.returncode or 0
    assert asyncio.run(play()) != 0


def test_the_time_of_people_stands_still_while_the_house_is_away(tmp_path: Path) -> None:
    now = 1000.0

    async def open_house() -> House:
        store = Store(str(tmp_path / "tables.db"))
        await store.open()
        house = House(store, lambda: now)
        await house.pulse()
        return house

    async def after(id: str) -> float:
        house = await open_house()
        due = (await house.table(id)).due()
        await house.command(id, lambda table: company.chat(table, "ann", "back", "", now))
        assert (await house.store.load(id)).due() == due, "made up for once"
        await house.store.close()
        return due or 0.0

    async def seated() -> str:
        house = await open_house()
        table = await house.create("ann", "chateau-combo", {}, ["open", "open"], "en", Clock(seconds=15))
        id = table.head.id
        await house.command(id, lambda table: gathering.join(table, "ann", "Ann", 0, "", now))
        await house.command(id, lambda table: gathering.join(table, "ann", "Ann", 1, "", now))
        await house.command(id, lambda table: gathering.start(table, "ann", "", now))
        await house.store.close()
        return id

    id = asyncio.run(seated())
    now = 1200.0
    assert asyncio.run(after(id)) == pytest.approx(1215.0)


def test_who_tries_to_sit_down_while_the_database_is_away_has_not_sat_down(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page tries again and again: that is no coming and going, which has an end."""
    async def away(*_: object) -> None:
        raise DatabaseAway("It does not answer.")

    async def play() -> None:
        async with opened(tmp_path) as (house, _):
            id = (await house.create("ann", "chateau-combo", {}, ["open", "open"], "en", None)).head.id
            with monkeypatch.context() as meanwhile:
                meanwhile.setattr(house.store, "append", away)
                for _ in range(MOST_JOINS + 1):
                    with pytest.raises(DatabaseAway):
                        await house.join(id, "bo", "Bo", 1, "")
            for _ in range(MOST_JOINS):
                assert (await house.join(id, "bo", "Bo", 1, "")).seats[1].guest == "bo"
                await house.leave(id, "bo", 1)
            with pytest.raises(Refused, match="very often"):
                await house.join(id, "bo", "Bo", 1, "")

    asyncio.run(play())


def test_no_table_rests_because_the_database_was_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that fell silent holds a lock for seconds: whoever waited for it goes on with the next sweep."""
    monkeypatch.setattr(driving, "SWEEP", 0.05)
    rests: list[bool] = []

    async def play() -> None:
        async with opened(tmp_path) as (house, driver):
            id = await started(house, ["open", "random"])
            stored = house.store.append

            async def append(table: Table, row: Row, born: tuple[Table, Row] | None = None) -> None:
                rests.append(bool(driver.resting))
                if 1 < len(rests) < 5:
                    raise DatabaseAway("It does not answer.")
                await stored(table, row, born)
            monkeypatch.setattr(house.store, "append", append)
            await house.command(id, lambda table: company.give_up(table, "ann", 0, "random", house.now()))
            await until(house, id, lambda table: table.phase == "over")

    asyncio.run(play())
    assert len(rests) > 5
    assert not any(rests)
