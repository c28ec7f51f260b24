"""Puzzles over HTTP: nothing is told before it is answered, answers are judged and kept, own mistakes come back."""
from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

import chateaux
from chateaux.insight.analysis import Care, Decision, Known, Step
from chateaux.look.words import LANGUAGES
from chateaux.puzzles import Puzzle
from chateaux.puzzles.puzzle import FILE
from chateaux.tables.solving import Answered, Solving, key_of, of_day, standing
from chateaux.web.puzzled import Page, View, shown
from chateaux.web.puzzles import following
from tests.parts import having
from tests.web.inside import Visitor, site
from tests.web.test_analyses import finished

GAMES = having(FILE)
NOON = datetime(2026, 11, 16, 12, tzinfo=UTC).timestamp()
DAY = 86_400.0
EXTRA: dict[str, Any] = {"daily": False, "date": "", "week": [], "level": "squire", "analysis": "", "after": "/puzzles",
                         "here": "/puzzles/x/y", "ranks": ["page", "squire", "knight", "king"]}


def drawn(puzzle: Puzzle, state: Any, action: int | None, language: str = "en") -> str:
    me = standing([], date(2026, 11, 16))
    return shown(chateaux.game(puzzle.game), puzzle, View(state, action, language, "Puzzle"), me=me, **EXTRA)


@pytest.mark.parametrize("id", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_puzzle_is_shown_in_every_language_and_state(id: str, language: str) -> None:
    puzzle = chateaux.puzzles(id)[LANGUAGES.index(language)]
    for state, action in (("asked", None), ("not", puzzle.tempting), ("right", puzzle.answers[0]), ("shown", None)):
        text = drawn(puzzle, state, action, language)
        assert not re.search(r"\b(puzzle|prompt|event|breakdown|reason|level|mark|seat)\.[a-z_]+", text), (state, id)
        assert f'data-state="{state}"' in text


@pytest.mark.parametrize("id", GAMES)
def test_whatever_can_be_done_is_told_of_the_one_who_does_it(id: str) -> None:
    """Also where it comes to light together with what others answer, or where nothing is told of it at a table."""
    for puzzle in chateaux.puzzles(id):
        page = Page(chateaux.game(id), puzzle, View("asked", None, "en", ""))
        for action in puzzle.actions:
            assert f"<b>{page.names[puzzle.seat]}</b>" in page.text(action), (puzzle.id, page.state.text(action))


@pytest.mark.parametrize("id", GAMES)
def test_the_question_tells_nothing_of_the_answer(id: str) -> None:
    """The page that asks is the same whatever the answer is; the one after a wrong answer knows only that answer."""
    puzzle = chateaux.puzzles(id)[0]
    other = msgspec.structs.replace(
        puzzle, answers=[puzzle.tempting], tempting=puzzle.answers[0], values=puzzle.values[::-1], line=[], reasons=[])
    assert drawn(puzzle, "asked", None) == drawn(other, "asked", None)
    least = min(puzzle.actions, key=lambda action: (puzzle.values[puzzle.actions.index(action)], action))
    moved = msgspec.structs.replace(puzzle, answers=[next(one for one in puzzle.actions if one != least)], line=[],
                                    values=[0.0 if one == least else puzzle.best for one in puzzle.actions])
    same = msgspec.structs.replace(puzzle, values=[0.0 if one == least else puzzle.best for one in puzzle.actions])
    assert drawn(moved, "not", least) == drawn(same, "not", least)


@pytest.mark.parametrize("id", GAMES)
def test_the_solution_is_told_in_words_a_player_knows(id: str) -> None:
    """No two answers are told alike, and no id of a piece tells them apart; points are called points, said once."""
    game = chateaux.game(id)
    for puzzle in chateaux.puzzles(id):
        page = Page(game, puzzle, View("shown", None, "en", ""))
        sheet = page.sheet()
        rows = [str(row.text) for row in [*sheet.rows, *sheet.others]]
        assert len(set(rows)) == len(rows) == len(puzzle.actions)
        assert not re.search("<code>[^<]*_", "".join(rows)), rows
        for reason, said in zip(puzzle.reasons, sheet.why, strict=False):
            counted = page.words.has(f"reason.{reason.line['kind']}")
            assert counted or "points on average" in said or "brings" in said, said
        if any(reason.line["kind"] == "coins" for reason in puzzle.reasons):  # they are all that counts there
            assert not any(said.startswith("In the end") for said in sheet.why), sheet.why
    question = drawn(chateaux.puzzles(id)[0], "asked", None)
    asked = Page(game, chateaux.puzzles(id)[0], View("asked", None, "en", "")).sheet().hint
    assert f"<p>{asked}</p>" in question, "where the prompt has no room the card tells all of it"


def test_the_next_puzzle_is_a_new_one_then_one_that_is_not_solved() -> None:
    game = chateaux.game(GAMES[0])
    shelf = [puzzle for puzzle in chateaux.puzzles(game) if puzzle.level == "squire"]
    states: list[Any] = ["right", "tried", *["right"] * (len(shelf) - 3)]
    rows = [Answered(key_of(puzzle), 0.0, state, False, "", None, None)
            for puzzle, state in zip(shelf, states, strict=False)]
    me, now = standing(rows, date(2026, 11, 16)), date(2026, 11, 16)
    assert following(game, "squire", me) == shelf[-1], "nobody has looked at it"
    assert following(game, "squire", me, shelf[-1].id) == shelf[1], "it was tried"
    solved = standing([msgspec.structs.replace(row, state="right") for row in rows], now)
    assert following(game, "squire", solved, shelf[-1].id) == shelf[0]
    assert following(game, "squire", solved, shelf[0].id) == shelf[-1]
    assert following(game, "page", solved) is None


def test_answers_are_judged_and_kept_and_the_level_rises_and_falls(tmp_path: Path) -> None:
    clock = [NOON]
    with site(tmp_path, now=lambda: clock[0]) as client:
        ann = Visitor(client)
        today = of_day(date(2026, 11, 16))
        assert today is not None
        path = f"/puzzles/{today.game}/{today.id}"
        assert client.get("/puzzles/today", follow_redirects=False).headers["location"] == path
        assert ann.page("/puzzles/yesterday").status_code == 200
        assert ann.post(path, action=today.tempting)["state"] == "not"
        right = ann.post(path, action=today.answers[0])
        assert right["state"] == "right"
        assert "Next puzzle" in right["html"]
        fallen = me(ann)
        assert fallen["first"] is False
        assert fallen["state"] == "right"
        assert fallen["day"] == "2026-11-16"
        clock[0] += DAY
        second = of_day(date(2026, 11, 17))
        assert second is not None
        assert second.game != today.game, "the games take turns"
        assert ann.post(f"/puzzles/{second.game}/{second.id}", action=second.answers[0])["state"] == "right"
        rows = ann.get("/me/export")["puzzles"]
        after = max(rows, key=lambda row: row["at"])
        assert after["mu"] > fallen["mu"]
        assert after["sigma"] < fallen["sigma"]
        found = standing([msgspec.convert(row, Answered) for row in rows], date(2026, 11, 17))
        assert (found.days, found.longest, found.solved, found.first) == (2, 2, 2, 0.5)
        assert ann.post(path)["state"] == "shown"
        assert {row["state"] for row in ann.get("/me/export")["puzzles"]} == {"right"}, "what is solved stays so"
        text = ann.page("/puzzles").text
        assert "2</b> days in a row" in text
        third = of_day(date(2026, 11, 18))
        assert third is not None
        ann.post(f"/puzzles/{third.game}/{third.id}", action=third.answers[0])  # a day before its own
        clock[0] += DAY
        ann.post(f"/puzzles/{third.game}/{third.id}", action=third.answers[0])
        assert "3</b> days in a row" in ann.page("/puzzles").text
        ann.post(path, 400, action=2**30)
        ann.post("/puzzles/chateau-combo/nothing", 404, action=1)
        assert client.get("/puzzles/chateau-combo/nothing").status_code == 404
        assert client.get("/puzzles/nothing").status_code == 404
        ann.post("/me/forget")
        assert client.blocking_portal.call(Solving(client.app.state.house).of, ann.id) == []


def me(ann: Visitor) -> Any:
    (row,) = ann.get("/me/export")["puzzles"]
    return row


def test_a_streak_ends_with_a_day_that_is_left_out() -> None:
    days = [date(2026, 11, day) for day in (9, 10, 11, 13, 14)]
    rows = [Answered(f"p{day}", 0.0, "right", True, day.isoformat(), None, None) for day in days]
    assert standing(rows, date(2026, 11, 15)).days == 2, "today is still to come"
    assert standing(rows, date(2026, 11, 16)).days == 0
    assert standing(rows, date(2026, 11, 16)).longest == 3
    given_up = [*rows, Answered("q", 0.0, "shown", False, "2026-11-15", None, None)]
    assert (standing(given_up, date(2026, 11, 15)).days, standing(given_up, date(2026, 11, 15)).ended) == (0, 2)
    assert [day.state for day in standing(rows, date(2026, 11, 14)).week] == [
        "set", "set", "set", "missed", "set", "won", "ahead"]


def test_the_puzzle_of_the_day_is_the_same_for_everybody_and_another_every_day() -> None:
    count = min(len(chateaux.puzzles(id)) for id in GAMES) * len(GAMES)
    days = [date(2026, 1, 1) + timedelta(days=number) for number in range(count)]
    found = [of_day(day) for day in days]
    assert found == [of_day(day) for day in days]
    assert len({puzzle.id for puzzle in found if puzzle is not None}) == len(days)


def test_own_mistakes_become_puzzles(tmp_path: Path) -> None:
    with site(tmp_path) as client:
        ann, eve = Visitor(client), Visitor(client, "Eve")
        table = finished(ann)
        record = chateaux.Record.from_json(client.get(f"/api/tables/{table}/record").text)
        at = next(number for number, (seat, _) in enumerate(record.entries)
                  if seat >= 0 and len(record.replay(number).actions(seat)) > 3)
        seat, action = record.entries[at]
        better = record.replay(at).actions(seat)[1]
        decision = Decision(grade="blunder", played=30.0, best=55.0, loss=25.0, action=better, text="")
        step = Step(number=at, seat=seat, action=action, text="", before=[], meant=[], decision=decision)
        keep(client, table, Known(len(record.entries), Care(), [step], [], "done"))
        path = f"/puzzles/own/{table}/{at}"
        assert path in ann.page("/puzzles").text
        assert path not in eve.page("/puzzles").text
        assert eve.page(path).status_code == 404, "nobody else's"
        asked = ann.page(path).text
        assert "you gave away 25" in asked
        wrong = ann.post(path, action=action)
        assert wrong["state"] == "not"
        assert "instead of 55" in wrong["html"]
        assert ann.post(path, action=better)["state"] == "right"
        assert ann.post(path)["state"] == "shown"
        ann.post(path, 404, action=2**30)
        eve.post(path, 404, action=better)
        rows = ann.get("/me/export")["puzzles"]
        assert [(row["puzzle"], row["mu"]) for row in rows] == [(f"own:{table}:{at}", None)], "it counts for no level"


def keep(client: Any, table: str, known: Known) -> None:
    analyses = client.app.dependencies["analyses"].dependency()
    client.blocking_portal.call(analyses.claim, table, table, "", known)
    client.blocking_portal.call(analyses.keep, table, known)
