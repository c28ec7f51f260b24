"""The example that learns, and the notebook that walks through it: with tiny figures, but whole."""
from __future__ import annotations

import json
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from examples import learn_combo as example

NOTEBOOK = Path(example.__file__).with_suffix(".ipynb")


def test_the_best_row_of_each_game_is_found() -> None:
    values = np.array([1.0, 5.0, 3.0, -2.0, -1.0, 4.0])
    assert example.best(values, np.array([0, 3, 5, 6])).tolist() == [1, 4, 5]


def test_before_its_first_lesson_an_agent_goes_by_the_rating() -> None:
    rows = np.zeros((2, example.SIZE), np.int16)
    rows[1, -1] = 35
    assert example.Network(4, seed=1).points(rows).tolist() == [0.0, 3.5]


def test_a_network_learns_what_the_rating_leaves_out() -> None:
    """Whoever has more gold will have more points than the rating says: after some lessons it says so."""
    chance = np.random.default_rng(1)
    network = example.Network(16, seed=1)
    rows = np.zeros((200, example.SIZE), np.int16)
    gold = example.FEATURES.names.index("me.gold")
    rows[:, gold] = chance.integers(0, 20, 200)
    rows[:, -1] = chance.integers(300, 500, 200)
    points = rows[:, gold] + rows[:, -1] / example.TENTHS
    for _ in range(150):
        network.fit(rows, points.astype(np.float32), at_once=25)
    assert network.points(rows) == pytest.approx(points, abs=1.5)


def test_an_agent_is_told_of_the_actions_that_are_rated_nearly_best() -> None:
    school = example.School(example.Agent(hidden=4), games=5)
    rows, actions, begin = example.told(school.arrays, 1)
    _, every, start, rates = school.arrays.afters(1)
    for game in range(5):
        rated = dict(zip(every[start[game]:start[game + 1]], rates[start[game]:start[game + 1]], strict=True))
        near = {action: rate for action, rate in rated.items() if rate > max(rated.values()) - example.NEAR}
        assert len(near) < len(rated)
        told = dict(zip(actions[begin[game]:begin[game + 1]], rows[begin[game]:begin[game + 1], -1], strict=True))
        assert told == pytest.approx({action: rate * example.TENTHS for action, rate in near.items()}, abs=0.51)


def test_what_came_before_is_taught_by_what_was_promised_next() -> None:
    """The last action of a seat by how the game ended, those before it half by that, and half by the next promise."""
    agent = example.Agent(hidden=4)
    school = example.School(agent, games=1)
    while not school.arrays.finished[0]:
        seats, running = school.arrays.seats.copy(), list(school.running[0])
        school.play(steps=1, warmth=0.0)
    last, ended = seats[0], school.arrays.scores[0]
    promised = [promise for seat, _, promise in running if seat == 1 - last]
    mine = [points for points, (seat, *_) in zip(school.points[1:], reversed(running), strict=True) if seat == 1 - last]
    assert school.points[0] == ended[last]
    assert mine[0] == ended[1 - last]
    assert mine[1] == pytest.approx((ended[1 - last] + promised[-1]) / 2, abs=0.01)
    assert mine[2] == pytest.approx(((ended[1 - last] + promised[-1]) / 2 + promised[-2]) / 2, abs=0.01)


def test_it_learns_from_whole_games_and_is_seen_against_the_bot(tmp_path: Path) -> None:
    agent = example.Agent(hidden=8)
    school = example.School(agent, games=6)
    known = school.play(steps=30, warmth=1.0)
    assert known == len(school.rows) == len(school.points) > 0
    assert -50 < school.points.min() <= school.points.max() < 400
    points = list(example.train(agent, minutes=0.001, games=6, tested=2))
    assert points[-1].games >= 0
    assert 0 <= points[-1].result.won <= 1
    example.curve(points, tmp_path / "curve.svg")
    assert "<svg" in (tmp_path / "curve.svg").read_text("utf-8")


def test_the_notebook_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All its code, in order, for a moment instead of minutes; it was kept with what it showed."""
    cells = [cell for cell in json.loads(NOTEBOOK.read_text("utf-8"))["cells"] if cell["cell_type"] == "code"]
    assert all(cell["execution_count"] for cell in cells)
    monkeypatch.chdir(tmp_path)
    known: dict[str, Any] = {}
    for cell in cells:
        code = "".join(cell["source"]).replace("MINUTES = 6", "MINUTES = 0.001").replace("TESTED = 200", "TESTED = 2")
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            exec(code, known)  # the house's own file
    assert known["points"][-1].result.won >= 0
    assert known["MINUTES"] < 1
    assert known["TESTED"] == 2
