"""Figures sought by quick games: only those that choose, and so that more is won."""
from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import typer
from typer.testing import CliRunner

import chateaux
from chateaux.bots.learning import duels
from chateaux.bots.learning.command import train_command
from chateaux.bots.learning.fitting import figures_of, set_figures
from chateaux.engine.judgement import WRITTEN, Judgement, judgement_of
from chateaux.engine.playout import play_best

COMBO = chateaux.game("chateau-combo")


def spoiled() -> Judgement:
    """Somebody who thinks that gold is worth nothing, and keys a lot."""
    judgement = judgement_of(COMBO, WRITTEN)
    figures, names = figures_of(judgement), judgement.figures()
    figures[names.index("wealth")], figures[names.index("key")] = 1.0, 1.5
    set_figures(judgement, figures)
    return judgement


def test_everybody_takes_what_looks_best() -> None:
    one, others, state = spoiled(), judgement_of(COMBO, WRITTEN), COMBO.new(3, 4)
    twin = state.clone()
    play_best(state, one, 1, others)
    while twin.to_act:
        seat = twin.to_act[0]
        actions = twin.legal(seat)
        rates = list((one if seat == 1 else others).rate(twin, seat, actions))
        twin.apply(seat, actions[rates.index(max(rates))])
    assert state.over
    assert state.dump() == twin.dump()


def test_the_better_judgement_wins_more_than_its_share() -> None:
    good, bad = judgement_of(COMBO, WRITTEN), spoiled()
    assert duels.won(COMBO, good, [bad], range(60)) > 1.2 > 0.8 > duels.won(COMBO, bad, [good], range(60))


def test_what_chooses_no_action_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(duels, "WATCHED", 20)
    judgement = judgement_of(COMBO, WRITTEN)
    names, before = judgement.figures(), figures_of(judgement)
    moved = {names[place] for place in duels.moving(COMBO, judgement, 0)}
    assert {"wealth", "need", "shield"} <= moved
    assert not moved & {"spread", "warmth", "ripe"}
    assert np.array_equal(figures_of(judgement), before)


def test_seeking_wins_more_and_fitting_leaves_what_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(duels, "WATCHED", 10)
    judgement, rival = spoiled(), spoiled()
    duels.sought(COMBO, judgement, [rival], rounds=6, games=40, seed=5_000)
    assert duels.won(COMBO, judgement, [rival], range(90_000, 90_100)) > 1.1
    found = figures_of(judgement)
    choosing = duels.moving(COMBO, judgement, 100)
    duels.foreseen(COMBO, judgement, range(100, 140), firmness=1.0)
    assert judgement.spread != rival.spread
    assert np.array_equal(figures_of(judgement)[choosing], found[choosing])


def test_the_command_writes_down_what_was_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(duels, "WATCHED", 4)
    app = typer.Typer()
    app.command()(train_command)
    ran = CliRunner().invoke(app, [COMBO.id, "--into", str(tmp_path), "--games", "8", "--iterations", "1",
                                   "--matches", "2", "--rounds", "1", "--duels", "2"])
    assert ran.exit_code == 0, ran.output
    found = json.loads((tmp_path / "figures-1.json").read_text("utf-8"))
    assert found["made"]["command"].endswith("--duels 2")
    assert judgement_of(COMBO, str(tmp_path / "figures-1.json")).figures() == list(found["figures"])
