"""What the lab says: intervals that hold, a known worth found again, sentences, and a page that stands alone."""
from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats
from typer.testing import CliRunner

import chateaux
from chateaux.lab import kept
from chateaux.lab.command import lab
from chateaux.lab.engines import here, run
from chateaux.lab.figures import Contest, Moments, fitted, gain, wilson, worth
from chateaux.lab.folder import Folder
from chateaux.lab.setting import Refused, setting
from chateaux.lab.summary import summarised
from chateaux.lab.verdicts import Summary, said
from chateaux.look.words import LANGUAGES, Words


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    asked = setting(chateaux.game("castle-builder"), "2-3", bots="random,greedy", games=24, batch=8)
    found = Folder.begin(tmp_path_factory.mktemp("lab") / "run", asked, False)
    run(found, here)
    return found


@pytest.fixture(scope="module")
def summary(folder: Folder) -> Summary:
    found: Summary = json.loads(json.dumps(summarised(folder)))
    return found


# ---------------------------------------------------------------- figures


@pytest.mark.parametrize(("wins", "games"), [(0, 10), (53, 100), (5310, 10000), (7, 7)])
def test_wilson_intervals_are_those_of_the_textbook(wins: int, games: int) -> None:
    known = stats.binomtest(wins, games).proportion_ci(method="wilson")
    assert wilson(wins, games) == pytest.approx((known.low, known.high))


def test_a_lead_is_worth_the_points_that_level_it() -> None:
    assert worth({-1: 50, 1: 50}, 50, 0.5) == 0
    assert worth({-2: 30, 2: 70}, 70, 0.5) == pytest.approx(2 - 15 / 35)
    assert worth({-2: 70, 2: 30}, 30, 0.5) == pytest.approx(-(2 - 15 / 35))


def test_differences_that_are_always_the_same_are_certain() -> None:
    found = Moments()
    found.add(np.ones(5))
    assert (found.mean, found.interval, found.chance) == (1, (1, 1), 0)
    assert Moments().chance == 1


def test_the_regression_finds_what_was_put_in_and_its_intervals_hold() -> None:
    """Three pieces of known weight, one of them mostly in the hands of the better player."""
    chance = np.random.default_rng(7)
    truth = np.array([0.6, 0.0, -0.4, 1.0])  # the last one is the better player, not a piece
    had = (chance.random((4000, 3, 4)) < 0.4).astype(float)
    had[:, 0, 3] = 1
    had[:, 1:, 3] = 0
    had[:, 0, 1] = chance.random(4000) < 0.9  # the useless piece is what the better player loves
    pull = had @ truth + chance.gumbel(size=(4000, 3))
    victory = (pull == pull.max(axis=1, keepdims=True)).astype(float)
    batches: Iterable[Contest] = [Contest(had[at:at + 500], victory[at:at + 500]) for at in range(0, 4000, 500)]
    fit = fitted(lambda: batches, np.array([0.5, 0.5, 0.5, 5.0]))
    errors = np.sqrt(np.diag(fit.covariance))
    assert np.all(np.abs(fit.weights - truth) < 3 * errors)
    assert np.all(errors < 0.08)
    plain = victory[had[:, :, 1] == 1].mean()
    assert plain > 0.4 > fit.weights[1]  # "won with it" alone would call it strong
    weights, _ = fit.compared(np.array([1.0, 1.0, 1.0]))
    assert weights.sum() == pytest.approx(0)
    assert gain(float(weights[0]), 3) > 0 > gain(float(weights[2]), 3)


def test_a_summary_is_the_same_however_the_games_were_batched(summary: Summary, tmp_path: Path) -> None:
    asked = setting(chateaux.game("castle-builder"), "2-3", bots="random,greedy", games=24, batch=24)
    other = Folder.begin(tmp_path / "run", asked, False)
    run(other, here)
    found: Any = summarised(other)
    assert found["tables"] == summary["tables"]
    by_id = {piece["id"]: piece for piece in found["pieces"]}
    for piece in summary["pieces"]:
        twin = by_id.pop(piece["id"])
        assert [piece[key] for key in ("offered", "taken", "won")] == [twin[key] for key in ("offered", "taken", "won")]
        assert piece["adds"] == pytest.approx(twin["adds"], abs=3e-4)
    assert not by_id


def test_a_game_freezes_only_where_its_folder_says_so(tmp_path: Path) -> None:
    """Every game names its ending; most of them are as the rulebook means it."""
    for game in chateaux.games().values():
        found = Folder.begin(tmp_path / game.id, setting(game, "2", bots="random", games=12), False)
        run(found, here)
        table: Any = summarised(found)["tables"]
        endings, stuck = table[0]["endings"], table[0]["frozen"]["share"]
        assert stuck == pytest.approx(sum(endings.get(kind, 0) for kind in ("stalemate", "closed")) / 12, abs=1e-4)
        assert (game.id == "castle-builder") == bool(stuck), endings


def test_a_run_without_a_finished_batch_has_no_report(tmp_path: Path, folder: Folder) -> None:
    with pytest.raises(Refused, match="No batch"):
        summarised(Folder.begin(tmp_path / "run", folder.setting, False))


# ---------------------------------------------------------------- sentences and pages


@pytest.mark.parametrize("language", LANGUAGES)
def test_verdicts_are_whole_sentences(summary: Summary, language: str) -> None:
    sentences = said(summary, Words(language, chateaux.game("castle-builder")))
    assert len(sentences) >= 8
    for sentence in sentences:
        assert re.fullmatch(r"[A-ZÀÅ].*\.", sentence)
        assert "lab." not in sentence
        assert "{" not in sentence


def test_an_advantage_is_said_with_its_interval_and_its_worth() -> None:
    seats = [{"seat": 1, "share": 0.531, "interval": [0.524, 0.538], "worth": 1.04},
             {"seat": 2, "share": 0.469, "interval": [0.462, 0.476], "worth": -1.0}]
    table = {"players": 2, "games": 20000, "even": 0.5, "seats": seats, "frozen": {"share": 0}, "sources": {},
             "turns": {"mean": 18, "from": 18, "to": 18}, "minutes": {"mean": 12}, "margin": {"mean": 3, "close": 0.2},
             "lead": {"mean": 0.5, "changes": 2}}
    made: Summary = {"tables": [table], "pieces": [], "box_minutes": [], "turn_seconds": 40}
    assert said(made, Words("en", chateaux.game("castle-builder")))[0].replace("\u00a0", " ") == \
        "With 2 players seat 1 wins 53.1 % (52.4–53.8), where 50.0 % would be even: an advantage worth 1.0 coin."
    assert "un avantage qui vaut 1,0 pièce." in said(made, Words("fr", chateaux.game("castle-builder")))[0]


def test_the_report_is_one_page_that_needs_nothing_else(folder: Folder, summary: Summary) -> None:
    said = CliRunner().invoke(lab, ["report", str(folder.path), "--language", "fr"])
    assert said.exit_code == 0, said.output
    page = (folder.path / "report.html").read_text("utf-8")
    assert json.loads((folder.path / "report.json").read_text("utf-8")) == summary
    assert page.count("<svg") == 6  # points have one source here, so that chart is left out
    assert not re.search(r"(src|href)=\"http|url\(http|@import|<script|<link", page)
    assert "lab." not in re.sub(r"<style>.*?</style>", "", page, flags=re.S)
    assert "var(--ink)" in page
    assert "Qui gagne, selon la place" in page
    assert not re.search(r">[^<]*\d\.\d[^<]*<", re.sub(r"<(style|svg|code).*?</\1>|Châteaux \S+", "", page, flags=re.S))


def test_kept_summaries_are_on_the_pages_of_the_documentation(summary: Summary) -> None:
    for name, found in kept.kept().items():
        page = kept.DOCS / f"{name}.md"
        assert page.read_text("utf-8") == kept.markdown(name, found), f"chateaux lab report DIR --keep {name}"
        assert found["tables"][0]["seats"]
    with pytest.raises(Refused, match="small letters"):
        kept.keep("../out", summary)
