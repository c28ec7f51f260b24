"""The example that learns, and the notebook that walks through it: with tiny figures, but whole."""
from __future__ import annotations

import itertools
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


def test_a_network_learns_what_it_is_told() -> None:
    """Whoever has more gold will have more points: after some steps it says so."""
    chance = np.random.default_rng(1)
    network = example.Network(16, chance)
    rows = np.zeros((200, example.SIZE), np.int16)
    gold = example.FEATURES.names.index("me.gold")
    rows[:, gold] = chance.integers(0, 20, 200)
    points = np.stack([50 + rows[:, gold], np.full(200, 50)], axis=1).astype(np.float32)
    for _ in range(150):
        network.fit(rows, points, 0.01)
    assert network.leads(rows) == pytest.approx(rows[:, gold], abs=1.5)


def test_an_agent_is_told_by_how_much_an_action_is_rated_below_the_best() -> None:
    school = example.School(example.Agent(hidden=4), games=5)
    rows, _, begin = example.told(school.arrays, 1)
    for start, end in itertools.pairwise(begin):
        assert rows[start:end, -1].min() == 0


def test_it_learns_from_whole_games_and_is_seen_against_the_bot(tmp_path: Path) -> None:
    agent = example.Agent(hidden=8)
    school = example.School(agent, games=6)
    known = school.play(steps=30, warmth=1.0)
    assert known == len(school.rows) == len(school.points) > 0
    assert set(school.points.ravel()) <= set(range(-50, 400))
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
