"""A finished game understood: what adds up, what is found, what is refused."""
from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

import chateaux
from chateaux.bots import bot
from chateaux.cli import app
from chateaux.insight import Analysis, Care, analyse, analysing
from chateaux.insight.analysis import Look
from chateaux.insight.playouts import imagined

GAMES = sorted(chateaux.games())
GLANCE = Care(futures=6, worlds=4, iterations=4)


def played(id: str, players: int, seed: int, spec: str = "greedy") -> chateaux.Record:
    """A whole game of bots."""
    game = chateaux.game(id)
    record = chateaux.Record(game, players, seed=seed)
    state, chooser = record.new(), bot(spec, game)
    while not state.over:
        seat = state.to_act[0]
        action = chooser.choose(state.observe(seat))
        record.add(seat, action)
        state.play(action, seat)
    return record


@pytest.mark.parametrize("id", GAMES)
def test_luck_and_decisions_add_up_to_the_result(id: str) -> None:
    if not chateaux.COMPILED:
        pytest.skip("whole games many times over: at compiled speed")
    record = played(id, 3 if id != "castle-builder" else 2, 4)
    found = analyse(record, GLANCE)
    assert len(found.steps) == len(record.entries)
    assert sum(found.result) == pytest.approx(1)
    for player in found.players:
        assert player.start + player.own + player.others + player.luck == pytest.approx(player.result, abs=1e-6)
    for step in found.steps:
        assert sum(step.before) == pytest.approx(1)
        assert sum(step.meant) == pytest.approx(1)
    assert found.players[record.replay().winners()[0]].result == 100 / len(record.replay().winners())
    assert analyse(record, GLANCE) == found  # the same record, the same analysis


def test_nobody_is_judged_where_there_was_nothing_to_choose() -> None:
    record = played("chateau-combo", 2, 1)
    state = record.new()
    for step, (seat, action) in zip(analyse(record, GLANCE).steps, record.entries, strict=True):
        assert (step.decision is None) == (len(state.actions(seat)) == 1)
        state.play(action, seat)


@pytest.mark.parametrize("id", GAMES)
def test_the_worst_move_of_a_position_is_named_as_such_and_a_better_one_beside_it(id: str) -> None:
    """What is worst in many worlds of one source is found by a look that imagines others."""
    if not chateaux.COMPILED:
        pytest.skip("many worlds: at compiled speed")
    for seed in range(7, 17):  # a game in which somebody may blunder
        record = played(id, 2, seed)
        look = Look(record.game, Care(worlds=200, iterations=200, seed=99))
        for number in range(len(record.entries) // 2, len(record.entries)):
            state, seat = record.replay(number), record.entries[number][0]
            actions = state.actions(seat)
            if len(actions) < 3:
                continue
            template = record.game.worlds(state.observe(seat)).template
            sums = imagined(template, look.judgement, seat, actions, 0, 100, 7)
            if max(sums) - min(sums) < 35:  # of a hundred: a blunder for anybody
                continue
            worst = actions[sums.index(min(sums))]
            decision = look.decided(state, seat, worst, state.text(worst))
            assert decision.grade in ("mistake", "blunder"), (number, decision)
            assert decision.action != worst
            assert sums[actions.index(decision.action)] - min(sums) > 10
            return
    pytest.fail("There is no such position in ten games.")


def test_a_running_game_gives_nothing_away() -> None:
    record = played("chateau-combo", 2, 1)
    record.entries.pop()
    with pytest.raises(chateaux.BadRecord, match="finished"):
        next(analysing(record, GLANCE))


@pytest.mark.parametrize("language", ["en", "fr", "sv"])
def test_the_command_tells_writes_and_draws(tmp_path: Path, language: str) -> None:
    if not chateaux.COMPILED:
        pytest.skip("at compiled speed")
    record = played("chateau-combo", 2, 2)
    record.about["names"] = ["Ann", "<Ben>"]
    (tmp_path / "game.json").write_text(record.to_json(), "utf-8")
    ran = CliRunner().invoke(app, ["analyse", str(tmp_path / "game.json"), "--quick", "--language", language,
                                   "--json", str(tmp_path / "out.json"), "--picture", str(tmp_path / "out.svg")])
    assert ran.exit_code == 0, ran.output
    assert "Ann" in ran.output
    assert "insight." not in ran.output
    kept = msgspec.json.decode((tmp_path / "out.json").read_bytes(), type=Analysis)
    assert len(kept.steps) == len(record.entries)
    assert "&lt;Ben&gt;" in (tmp_path / "out.svg").read_text("utf-8")


def test_a_record_that_cannot_be_analysed_is_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "game.json").write_text(chateaux.Record(chateaux.game("chateau-combo"), 2).to_json(), "utf-8")
    ran = CliRunner().invoke(app, ["analyse", str(tmp_path / "game.json")])
    assert ran.exit_code == 2
    assert "finished" in ran.output
