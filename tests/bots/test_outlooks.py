"""Outlooks: learned from games, read by a search, bound to the pieces and the judgement that they were learned with."""
from __future__ import annotations

import copy
import json
import os
import random
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

import chateaux
from chateaux.bots import bot, thinkers
from chateaux.engine.judgement import WRITTEN, judgement_of, terms_of
from chateaux.engine.outlook import OUTLOOKS, outlook_of
from chateaux.engine.parts import folder
from chateaux.engine.reading import typed
from chateaux.engine.schema import Foresight
from tests import test_own_sets_everywhere

np = pytest.importorskip("numpy")

FORT = chateaux.game("chateau-fort")
WITH = [id for id, game in sorted(chateaux.games().items()) if (folder(game) / OUTLOOKS).is_dir()]
sighted = pytest.mark.parametrize("game", [pytest.param(chateaux.game(id), id=id) for id in WITH])


@sighted
def test_there_is_an_outlook_for_every_table(game: chateaux.Game) -> None:
    """For every number of players and every choice of each option, and no file that nobody reads."""
    judgement, met = judgement_of(game), set()
    for players in game.players:
        for name, option in game.options.items():
            for choice in option.choices:
                try:
                    options = game.settled({name: choice})
                except ValueError:
                    continue
                assert outlook_of(game, judgement, players, options) is not None, (players, name, choice)
                met.add(f"{game.features(players, options).digest}.json")
    assert met == {path.name for path in (folder(game) / OUTLOOKS).iterdir()}


@sighted
def test_what_is_shipped_says_how_it_came_about(game: chateaux.Game) -> None:
    for path in (folder(game) / OUTLOOKS).iterdir():
        found = typed(Foresight, json.loads(path.read_text("utf-8")), path.name)
        assert (found.game, found.pieces, found.terms) == (game.id, game.digest, terms_of(judgement_of(game)))
        assert {"command", "games", "seed", "version", "date"} <= found.made.keys()


@sighted
def test_it_serves_the_pieces_and_figures_that_it_was_learned_with(game: chateaux.Game) -> None:
    seen = game.new(2, 5).observe(0)
    assert thinkers.SearchBot(iterations=2).search(seen).outlook is not None
    for without in (thinkers.SearchBot(iterations=2, figures=WRITTEN), thinkers.SearchBot(iterations=2, outlook="none"),
                    thinkers.Elder()):
        assert without.search(seen).outlook is None
    box = copy.deepcopy(game.pieces)
    vars(test_own_sets_everywhere)[game.id.replace("-", "_")](box)
    own = game.with_pieces(box)
    assert own.digest != game.digest
    assert outlook_of(own, judgement_of(own), 2, own.settled(None)) is None
    assert thinkers.SearchBot(game=own, iterations=2).search(own.new(2, 5).observe(0)).outlook is None


@sighted
def test_chances_add_up_and_the_horizon_is_its_own(game: chateaux.Game) -> None:
    for players in game.players:
        outlook = outlook_of(game, judgement_of(game), players, game.settled(None))
        assert outlook is not None
        dice, state = random.Random(4), game.new(players, 4)
        for _ in range(30):
            if state.over:
                break
            for eyes in range(players):
                chances = list(outlook.chances(state, eyes, judgement_of(game)))
                assert sum(chances) == pytest.approx(1)
                assert min(chances) > 0
            seat = state.to_act[0]
            state.play(dice.choice(state.actions(seat)), seat)
        seen = game.new(players, 4).observe(game.new(players, 4).to_act[0])
        assert thinkers.SearchBot(iterations=2).search(seen).horizon == outlook.horizon
        assert thinkers.SearchBot(iterations=2, horizon=1).search(seen).horizon == 1


@sighted
def test_who_is_ahead_is_seen(game: chateaux.Game) -> None:
    """At the last decision of quick games its owner's chances are better than at the first, where the owner wins."""
    judgement = judgement_of(game)
    outlook = outlook_of(game, judgement, 2, game.settled(None))
    assert outlook is not None
    wise, late, early = bot("greedy"), 0.0, 0.0
    for seed in range(6):
        state = game.new(2, seed)
        path = []
        while state.to_act:
            path.append(state.clone())
            seat = state.to_act[0]
            state.play(wise.choose(state.observe(seat)), seat)
        winner = state.winners()[0]
        early += list(outlook.chances(path[0], winner, judgement))[winner]
        late += list(outlook.chances(path[-1], winner, judgement))[winner]
    assert late > early + 1.2


@pytest.mark.skipif(not chateaux.COMPILED, reason="compares the compiled with the interpreted")
def test_interpreted_and_compiled_foresee_the_same() -> None:
    program = ("import json, chateaux\n"
               "from chateaux.engine.judgement import judgement_of\n"
               "from chateaux.engine.outlook import outlook_of\n"
               "found = []\n"
               f"for id in {WITH!r}:\n"
               "    game = chateaux.game(id)\n"
               "    state, judgement = game.new(3, 8), judgement_of(game)\n"
               "    outlook = outlook_of(game, judgement, 3, game.settled(None))\n"
               "    for _ in range(6):\n"
               "        seat = state.to_act[0]\n"
               "        state.play(state.actions(seat)[-1], seat)\n"
               "        found += list(outlook.chances(state, seat, judgement))\n"
               "print(json.dumps(found))\n")
    told = [subprocess.run([sys.executable, "-c", program], env={**os.environ, "CHATEAUX_PURE": pure}, text=True,
                           capture_output=True, check=True).stdout for pure in ("", "1")]
    assert told[0] == told[1] != "[]\n"


def test_games_teach_an_outlook(tmp_path: Path) -> None:
    """Surprise at who wins falls with every time over the positions it learns from; a search reads what came of it."""
    from chateaux.bots.learning.command import train_command
    from chateaux.bots.learning.outlooks import sights, surprise, teach

    seen = sights(FORT, judgement_of(FORT), 2, range(40))
    (digest, rows), = seen.items()
    assert digest == FORT.features(2).digest
    assert rows.rows.shape == (len(rows.games), FORT.features(2).size)
    assert np.allclose(rows.won.sum(1), 1)
    places, scale = np.arange(len(rows.games)), np.ones(rows.rows.shape[1], np.float32)
    losses = [surprise(teach(rows, 4, epochs, 1), rows, places, scale) for epochs in (1, 12)]
    assert all(later < before for before, later in pairwise(losses))
    app = typer.Typer()
    app.command()(train_command)
    asked = [FORT.id, "--into", str(tmp_path), "--games", "12", "--iterations", "1", "--matches", "2", "--rounds", "1",
             "--outlook", "4", "--players", "3", "--horizon", "1"]
    assert CliRunner().invoke(app, [*asked, "--players", "9"]).exit_code == 2
    assert CliRunner().invoke(app, [*asked, "--outlook", "6"]).exit_code == 2
    ran = CliRunner().invoke(app, asked)
    assert ran.exit_code == 0, ran.output
    found = typed(Foresight, json.loads((tmp_path / "outlooks-1" / f"{FORT.features(3).digest}.json").read_text()), "")
    assert "--outlook 4 --players 3 --horizon 1" in str(found.made["command"])
    state = FORT.new(3, 1)
    sage = thinkers.SearchBot(iterations=5, outlook=str(tmp_path / "outlooks-1"))
    search = sage.search(state.observe(state.to_act[0]))
    assert search.outlook is not None
    assert search.horizon == 1


def test_who_plays_for_points_values_points_alone() -> None:
    game = chateaux.game("chateau-combo")
    state = game.new(2, 3)
    search = thinkers.SearchBot(iterations=40, points=True, figures=WRITTEN).search(state.observe(0))
    best = search.found()[0]
    assert best[2] != pytest.approx(best[3])  # the value is points, the chance is still one to win
    assert 0.5 < best[2] < 1.5  # some seventy to ninety of ninety points
