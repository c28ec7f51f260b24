"""The ladder: seats rotate, the sequential test decides rightly, Elo is fitted, figures are saved."""
from __future__ import annotations

import itertools
import json
import random
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

import chateaux
from chateaux.bots.command import ladder_command, steps
from chateaux.bots.ladder import Ladder, Pair, expected, fit, seatings

GAME = sorted(chateaux.games())[0]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_each_bot_sits_equally_often_in_each_seat(players: int) -> None:
    tables = list(itertools.islice(seatings(GAME, "a", "b", players, {}), 4 * players))
    for seat in range(players):
        assert sum(table.specs[seat] == "a" for table in tables) == 2 * players
    for one, other in zip(tables[::2], tables[1::2], strict=True):
        assert one.seed == other.seed
        assert all(here != there for here, there in zip(one.specs, other.specs, strict=True))


@pytest.mark.parametrize(("strength", "verdict"), [(0.7, "better"), (0.5, "alike"), (0.3, "worse")])
def test_the_sequential_test_decides_rightly(strength: float, verdict: str) -> None:
    wrong = 0
    for number in range(40):
        dice = random.Random(number)
        pair = Pair("a", "b")
        while pair.verdict() is None and len(pair.results) < 3000:
            pair.results += [float(dice.random() < strength) for _ in range(10)]
        wrong += pair.verdict() != verdict
    assert wrong <= 3


def test_elo_is_fitted_over_all_pairs() -> None:
    dice = random.Random(1)
    true = {"a": 0.0, "b": 150.0, "c": 320.0}
    pairs = [Pair(one, other, [float(dice.random() < expected(true[one] - true[other])) for _ in range(2000)])
             for one, other in itertools.combinations(true, 2)]
    found = fit(pairs, list(true))
    for name, elo in true.items():
        assert abs(found[name][0] - elo) <= max(1.5 * found[name][1], 1)
        assert found[name][1] < 25


def test_a_bot_that_never_lost_has_a_finite_strength() -> None:
    found = fit([Pair("a", "b", [0.0] * 40)], ["a", "b"])
    assert 300 < found["b"][0] < 1500


def test_bad_ladders_are_refused() -> None:
    with pytest.raises(ValueError, match="at least two bots"):
        Ladder(GAME, ["greedy"])
    with pytest.raises(chateaux.BadOption, match="players"):
        Ladder(GAME, ["greedy", "random"], players=9)


def test_the_command_saves_figures_and_a_page(tmp_path: Path) -> None:
    app = typer.Typer()
    app.command()(ladder_command)
    for _ in range(2):
        ran = CliRunner().invoke(app, [GAME, "--bots", "random,greedy", "--games", "4", "--equals", "1",
                                       "--out", str(tmp_path)])
        assert ran.exit_code == 0, ran.output
    saved = json.loads((tmp_path / "ladder.json").read_text("utf-8"))
    assert len(saved) == 1  # the second took the first one's place
    assert saved[0]["pairs"][0]["games"] == 4
    assert {row["bot"] for row in saved[0]["bots"]} == {"random", "greedy"}
    assert GAME in (tmp_path / "ladder.md").read_text("utf-8")
    ran = CliRunner().invoke(app, [GAME, "--bots", "random,oracle"])
    assert ran.exit_code == 2


def test_the_page_begins_with_every_step_of_the_ladder() -> None:
    played = {"game": "g", "players": 3, "options": {"wild": True, "calm": False}, "timed": False, "pairs": [
        {"one": "page", "other": "squire", "games": 48, "share": 0.25, "interval": [0.13, 0.37]},
        {"one": "ismcts", "other": "king", "games": 40, "share": 0.0, "interval": [0.0, 0.05]}]}
    *_, row, end = steps([played])
    assert row == "| g, 3 players, wild |  | 75 % (63–87), 48 |  |  |  | 100 % (95–100), 40 |"
    assert not end
    assert steps([{**played, "pairs": []}]) == []
