"""Judgement that was learned: figures with names, kept as data, refused where they do not fit, fitted by a command."""
from __future__ import annotations

import copy
import json
import os
import subprocess
import sys
from pathlib import Path

import msgspec
import numpy as np
import pytest
import typer
from typer.testing import CliRunner

import chateaux
from chateaux.bots import bot
from chateaux.bots.learning.command import train_command
from chateaux.bots.learning.curve import curve
from chateaux.bots.learning.fitting import figures_of, fitted, gathered, preferred, set_figures
from chateaux.bots.learning.games import Kept, ended, played, tables
from chateaux.bots.thinkers import advised
from chateaux.engine.judgement import LEARNED, WRITTEN, judgement_of, tempers_of, terms_of
from chateaux.engine.parts import folder
from chateaux.engine.reading import typed
from chateaux.engine.schema import Learned
from tests import conformance as rules
from tests import test_own_sets_everywhere
from tests.conformance import Setting
from tests.parts import having

GAMES = [pytest.param(game, id=id) for id, game in sorted(chateaux.games().items())]
each_game = pytest.mark.parametrize("game", GAMES)
judged = pytest.mark.parametrize("game", [pytest.param(chateaux.game(id), id=id) for id in having("judgement.py")])
COMBO = chateaux.game("chateau-combo")


@judged
def test_every_figure_is_a_number_that_can_be_set(game: chateaux.Game) -> None:
    judgement = judgement_of(game, WRITTEN)
    names = judgement.figures()
    assert len(set(names)) == len(names) > 10
    moved = figures_of(judgement) + 0.25
    set_figures(judgement, moved)
    assert np.array_equal(figures_of(judgement), moved)


@each_game
def test_what_is_shipped_fits_and_says_how_it_came_about(game: chateaux.Game) -> None:
    path = folder(game) / LEARNED
    if path.exists():
        learned = typed(Learned, json.loads(path.read_text("utf-8")), path.name)
        written = judgement_of(game, WRITTEN)
        assert learned.terms == terms_of(written), "its judgement has changed: what was learned is out of use"
        assert learned.rules_version <= game.rules_version
        assert {"how", "games", "version", "date"} <= learned.made.keys() or "command" in learned.made
        found = judgement_of(game)
        assert {name: getattr(found, name) for name in found.figures()} == learned.figures


def test_figures_of_other_terms_are_refused_where_asked_for_and_passed_over_where_not(tmp_path: Path) -> None:
    judgement = judgement_of(COMBO, WRITTEN)
    file = tmp_path / "figures.json"
    figures = dict.fromkeys(judgement.figures(), 1.5)
    data = {"game": COMBO.id, "rules_version": 1, "terms": terms_of(judgement), "figures": figures, "horizon": 2}
    file.write_text(json.dumps(data))
    assert vars_of(str(file)) == figures
    assert judgement_of(COMBO, str(file)).horizon == 2
    file.write_text(json.dumps({**data, "terms": "of something else"}))
    with pytest.raises(ValueError, match="figures of another judgement"):
        judgement_of(COMBO, str(file))


def vars_of(figures: str) -> dict[str, float]:
    judgement = judgement_of(COMBO, figures)
    return {name: getattr(judgement, name) for name in judgement.figures()}


@judged
def test_a_temper_changes_figures_that_there_are(game: chateaux.Game) -> None:
    names = set(judgement_of(game).figures())
    assert set(tempers_of(game)) == {"builder", "raider", "gambler"}
    for temper, times in tempers_of(game).items():
        assert times.keys() <= names
        one, other = judgement_of(game), judgement_of(game, temper=temper)
        assert any(getattr(one, name) != getattr(other, name) for name in times), temper


@pytest.mark.skipif(not chateaux.COMPILED, reason="compares the compiled with the interpreted")
def test_interpreted_and_compiled_give_the_same_numbers() -> None:
    program = ("import json, random, chateaux\n"
               "from chateaux.engine.judgement import judgement_of\n"
               "found = []\n"
               "for id, game in sorted(chateaux.games().items()):\n"
               "    dice, state, judgement = random.Random(3), game.new(3, 8), judgement_of(game)\n"
               "    for _ in range(12):\n"
               "        if state.over:\n"
               "            break\n"
               "        seat = state.to_act[0]\n"
               "        state.play(dice.choice(state.actions(seat)), seat)\n"
               "        found += list(judgement.chances(state))\n"
               "print(json.dumps(found))\n")
    told = [subprocess.run([sys.executable, "-c", program], env={**os.environ, "CHATEAUX_PURE": pure}, text=True,
                           capture_output=True, check=True).stdout for pure in ("", "1")]
    assert told[0] == told[1]


@pytest.mark.parametrize("game", [pytest.param(chateaux.game(id), id=id) for id in test_own_sets_everywhere.GAMES])
def test_figures_carry_over_to_a_set_of_ones_own(game: chateaux.Game) -> None:
    """What was learned with the house's pieces still plays sensibly with others."""
    box = copy.deepcopy(game.pieces)
    vars(test_own_sets_everywhere)[game.id.replace("-", "_")](box)
    own = game.with_pieces(box)
    wise, blind, won = bot("greedy", own), bot("random", own), 0.0
    for seed in range(6):
        state = own.new(2, seed)
        while state.to_act:
            seat = state.to_act[0]
            state.play((wise if seat == seed % 2 else blind).choose(state.observe(seat)), seat)
        won += (seed % 2 in state.winners()) / len(state.winners())
    assert won >= 4


@each_game
def test_every_kind_of_table_is_learned_from(game: chateaux.Game) -> None:
    dealt = [tables(game, seed) for seed in range(200)]
    assert {table.players for table in dealt} == set(game.players)
    for name, option in game.options.items():
        assert {table.options[name] for table in dealt} >= set(list(option.choices)[:2])


@judged
def test_a_fit_makes_what_happened_likelier(game: chateaux.Game) -> None:
    judgement = judgement_of(game, WRITTEN)
    games = [played(game, judgement, tables(game, seed), seed, 1) for seed in range(2)]
    assert sum(ended(game, games[0]).scores()) >= 0
    choices = gathered(game, games, 0.2, 1, 1.0, 0.5)
    before = [each.loss(each.numbers(judgement)) for each in choices]
    fitted(judgement, choices, 1.0, 1)
    after = [each.loss(each.numbers(judgement)) for each in choices]
    weights = [each.weight * len(each.members) for each in choices]
    assert np.dot(after, weights) < np.dot(before, weights)


def test_what_a_search_prefers_is_what_was_good_and_tried() -> None:
    shares = preferred([(4, 60, 700), (5, 30, 650), (6, 1, 900)], (4, 5, 6, 7))
    assert sum(shares) == pytest.approx(1)
    assert shares[0] > shares[1]
    assert shares[2] < 3 * shares[0]  # one lucky try is no proof
    assert shares[3] == 0


def test_a_training_is_kept_goes_on_and_shows_a_curve(tmp_path: Path) -> None:
    app = typer.Typer()
    app.command()(train_command)
    asked = [COMBO.id, "--into", str(tmp_path), "--games", "8", "--iterations", "1", "--matches", "2"]
    ran = CliRunner().invoke(app, [*asked, "--rounds", "1"])
    assert ran.exit_code == 0, ran.output
    kept = (tmp_path / "games-1.jsonl").read_bytes()
    assert len([msgspec.json.decode(line, type=Kept) for line in kept.splitlines()]) == 8
    assert "command" in json.loads((tmp_path / "figures-1.json").read_text())["made"]
    ran = CliRunner().invoke(app, [*asked, "--rounds", "1"])
    assert ran.exit_code == 0, ran.output
    assert (tmp_path / "games-1.jsonl").read_bytes() == kept
    assert curve("g", [{"share": 0.5, "low": 0.4, "high": 0.6}]).count("<circle") == 1
    assert "<svg" in (tmp_path / "curve.svg").read_text()
    assert CliRunner().invoke(app, ["chess", "--into", str(tmp_path)]).exit_code == 2


def test_advice_never_tells_of_something_better_than_the_best() -> None:
    rows = [(7, 60, 0.5, 0.5), (3, 30, 0.5, 0.56), (5, 20, 0.5, 0.495), (4, 9, 0.4, 0.4), (6, 1, 0.9, 0.9)]
    assert [(hint.action, hint.chance) for hint in advised(rows, 120)] == [
        (7, 0.5), (3, 0.5), (5, 0.5), (4, 0.4), (6, 0.5)]


@each_game
def test_a_page_takes_a_victory_that_is_there(game: chateaux.Game) -> None:
    """Whoever could end the game as its winner with one action does so, at every level."""
    setting = Setting(game, 2, tuple(game.settled(None).items()))
    for seed in range(3):
        for state, seat, _ in rules.walk(setting, seed):
            if len(state.to_act) == 1 and len(state.actions(seat)) > 1:
                last, asked = state.clone(), seat
        seen = last.observe(asked)
        winning = [action for action in last.actions(asked) if surely(game, seen, asked, action)]
        if winning:
            assert surely(game, seen, asked, bot("page").choose(seen))
            assert surely(game, seen, asked, bot("squire").choose(seen))


def surely(game: chateaux.Game, seen: chateaux.Observation, seat: int, action: int) -> bool:
    for number in range(8):
        world = game.worlds(seen).sample(number)
        world.apply(seat, action)
        if seat not in world.winners():
            return False
    return True
