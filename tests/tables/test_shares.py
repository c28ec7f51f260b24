"""Fair shares: nobody's bots or hints wait for another's crowd, and whom nobody waits for is forgotten."""
from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from chateaux.engine import registry
from chateaux.insight import Care
from chateaux.tables import gathering
from chateaux.tables import workers as working
from chateaux.tables.data import Refused
from chateaux.tables.house import House
from chateaux.tables.shares import Line
from chateaux.tables.store import Store
from chateaux.tables.worker import Passage, Query, Reply
from chateaux.tables.workers import ANALYSES, BOTS, HINTS, LINES, Pool, Worker, Workers


@pytest.fixture
def thinkers(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Processes that take a while and only note whom they thought for."""
    noted: list[str] = []

    async def answer(self: Worker, asked: Query | Passage) -> Reply | None:
        if isinstance(asked, Passage):
            await asyncio.sleep(0.3)
            return Reply(0)
        if asked.bot == "for ever":
            await asyncio.sleep(60)
        await asyncio.sleep(0.02 if working.thinking(asked.bot) == 0 and not asked.hints else 0.3)
        noted.append(str(asked.observation))
        return Reply(0)
    monkeypatch.setattr(Worker, "answer", answer)
    return noted


def asked(name: str, bot: str = "page") -> Query:
    return Query(bot, {"for": name})


def test_a_page_does_not_wait_for_anothers_kings(thinkers: list[str]) -> None:
    async def play() -> int:
        pool = Pool(2, 1000, 40, 5)
        crowd = [asyncio.create_task(pool.ask(asked("eve", "king"), "there", "eve")) for _ in range(40)]
        await asyncio.sleep(0.05)
        await pool.ask(asked("ann"), "here", "ann")
        served = sum(task.done() for task in crowd)
        for task in crowd:
            task.cancel()
        return served
    assert asyncio.run(play()) <= 2, "none, or those that were being thought of"


def test_with_one_process_a_guest_waits_for_one_question_at_most(thinkers: list[str]) -> None:
    async def play() -> int:
        pool = Pool(1, 1000, 40, 5)
        crowd = [asyncio.create_task(pool.ask(asked("eve", "king"), "there", f"eve {number}")) for number in range(40)]
        await asyncio.sleep(0.05)
        await pool.ask(asked("ann"), "here", "ann")
        served = sum(task.done() for task in crowd)
        for task in crowd:
            task.cancel()
        return served
    assert asyncio.run(play()) <= 2


def test_hints_take_nothing_from_bots(thinkers: list[str]) -> None:
    async def play() -> None:
        workers = Workers(1)
        state = registry.game("chateau-combo").new(2, 5)
        seen = state.observe(state.to_act[0])
        hints = [asyncio.create_task(workers.hints(seen, None, "there", f"eve {number}")) for number in range(30)]
        await asyncio.sleep(0.05)
        await workers.choose("page", seen, None, "here", "ann")
        assert sum(hint.done() for hint in hints) <= 2
        for hint in hints:
            hint.cancel()
    asyncio.run(play())


def test_analyses_take_nothing_from_hints_and_bots(thinkers: list[str]) -> None:
    """A lane of their own, fair and bounded like the others, whose processes step back for everything else."""
    async def play() -> None:
        workers = Workers(1, lines={**LINES, ANALYSES: (120, 2)})
        state = registry.game("chateau-combo").new(2, 5)
        seen = state.observe(state.to_act[0])

        def ask(place: str, guest: str, lane: str) -> asyncio.Task[object]:
            if lane == HINTS:
                return asyncio.create_task(workers.hints(seen, None, place, guest))
            return asyncio.create_task(workers.go_over(Passage("", Care(), 0, [], 1.0), place, guest))
        crowd = [ask("there", f"eve {number}", ANALYSES) for number in range(30)]
        await asyncio.sleep(0.05)
        await workers.choose("page", seen, None, "here", "ann")
        await ask("here", "ann", HINTS)
        assert sum(task.done() for task in crowd) <= 4
        await ask("here", "ann", ANALYSES)
        assert workers.lanes[ANALYSES].line.length >= 26, "each place in its turn"
        mine = [ask("here", "ann", ANALYSES) for _ in range(4)]
        await asyncio.sleep(0.05)
        assert [type(task.exception()) for task in mine if task.done()][-1] is Refused
        for task in crowd + mine:
            task.cancel()
    asyncio.run(play())
    kindness = [int(Workers(1).lanes[lane].all[0].process.command[3]) for lane in (BOTS, HINTS, ANALYSES)]
    assert kindness == sorted(kindness)


def test_whoever_leaves_is_not_thought_for(thinkers: list[str]) -> None:
    async def play() -> None:
        pool = Pool(1, 100, 40, 5)
        first = asyncio.create_task(pool.ask(asked("first", "king"), "", "a"))
        left = [asyncio.create_task(pool.ask(asked("left", "king"), "", "b")) for _ in range(20)]
        await asyncio.sleep(0.05)
        for task in left:
            task.cancel()
        await first
        await pool.ask(asked("last"), "", "c")
        assert pool.line.length == 0
    asyncio.run(play())
    assert thinkers == ["{'for': 'first'}", "{'for': 'last'}"]


def test_lines_are_bounded() -> None:
    line: Line[int] = Line(3, 2)
    assert [line.add("p", "a", 1), line.add("p", "a", 2), line.add("p", "a", 3)] == [True, True, False]
    assert [line.add("q", "b", 4), line.add("q", "c", 5)] == [True, False]


def test_one_place_does_not_fill_a_line_with_many_guests() -> None:
    line: Line[int] = Line(20, 2)
    assert sum(line.add("p", f"guest {number}", number) for number in range(30)) == 10
    assert line.add("q", "ann", 1)


def test_a_hint_that_nobody_waits_for_any_more_is_forgotten(tmp_path: Path, thinkers: list[str]) -> None:
    """Hung up, or played on: the question leaves the line."""
    async def play() -> None:
        store = Store(str(tmp_path / "tables.db"))
        await store.open()
        house, workers = House(store), Workers(1)
        blocking = asyncio.create_task(workers.lanes[HINTS].ask(Query("for ever", {}, hints=True), "", "z"))
        table = await house.create("ann", "chateau-combo", {}, ["open", "page"], "en", None)
        id = table.head.id
        await house.command(id, lambda table: gathering.join(table, "ann", "Ann", 0, "", 1.0))
        table = await house.command(id, lambda table: gathering.start(table, "ann", "", 1.0))
        while 0 not in table.playing().to_act:
            table = await house.command(id, lambda now: now.play(
                1, now.playing().actions(1)[0], now.decisions[1], 1.0, "bot"))
        asking = asyncio.create_task(house.hints(id, "ann", 0, workers))
        await asyncio.sleep(0.05)
        assert workers.lanes[HINTS].line.length == 1
        asking.cancel()
        await asyncio.sleep(0.01)
        assert workers.lanes[HINTS].line.length == 0
        asking = asyncio.create_task(house.hints(id, "ann", 0, workers))
        again = asyncio.create_task(house.hints(id, "ann", 0, workers))
        await asyncio.sleep(0.05)
        assert workers.lanes[HINTS].line.length == 1, "a question is thought about once"
        await house.command(id, lambda now: now.play(0, now.playing().actions(0)[0], now.decisions[0], 2.0))
        for waiting in (asking, again):
            with pytest.raises(Refused):
                await waiting
        assert workers.lanes[HINTS].line.length == 0
        blocking.cancel()
        await workers.close()
        await store.close()
    asyncio.run(play())
