"""PettingZoo's own tests, on every game."""
from __future__ import annotations

import itertools
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import chateaux

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed here")

from pettingzoo.test import api_test, max_cycles_test, performance_benchmark, seed_test
from pettingzoo.utils import parallel_to_aec

from chateaux.environments import pettingzoo as ours
from tests.conformance import Setting, settings
from tests.parts import having

GAMES = having("features.py")
# Every game with every number of players, and with options so that every two choices meet.
SOME = [pytest.param(one, id=str(one)) for id in GAMES for one in settings(chateaux.game(id), few=True)]
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")  # observations are dictionaries, as of all with masks


def made(setting: Setting) -> Any:  # of PettingZoo, which has no types
    return ours.env(setting.game, players=setting.players, options=dict(setting.options))


@pytest.mark.parametrize("setting", SOME)
def test_api_and_seeds(setting: Setting) -> None:
    api_test(made(setting), num_cycles=30)
    seed_test(lambda: made(setting), num_cycles=10)


@pytest.mark.parametrize("id", GAMES)
def test_every_number_of_players_with_every_combination_of_options(id: str) -> None:
    for setting in settings(chateaux.game(id)):
        env = made(setting)
        env.reset(seed=3)
        assert dict(env.unwrapped.table.options) == dict(setting.options)
        assert len(env.agents) == setting.players
        for agent in itertools.islice(env.agent_iter(), 2 * setting.players):
            seen = env.last()[0]
            assert env.observation_space(agent).contains(seen), setting
            env.step(int(np.flatnonzero(seen["action_mask"])[-1]))
        assert not any(env.terminations.values())


@pytest.mark.parametrize("id", GAMES)
def test_max_cycles(id: str) -> None:
    """In the form in which everybody acts in every cycle; actions are drawn without a mask there."""
    def parallel(max_cycles: int) -> Any:  # of PettingZoo, which has no types
        return ours.parallel_env(id, players=3, lenient=True, max_cycles=max_cycles)

    max_cycles_test(SimpleNamespace(parallel_env=parallel,
                                    env=lambda max_cycles: parallel_to_aec(parallel(max_cycles))))


@pytest.mark.parametrize("id", GAMES)
def test_performance_benchmark(id: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Its five seconds by a clock that runs faster."""
    clock = itertools.count()
    monkeypatch.setitem(performance_benchmark.__globals__, "time", SimpleNamespace(time=lambda: next(clock) / 10))
    performance_benchmark(ours.env(id))
    assert "turns per second" in capsys.readouterr().out


def test_several_seats_at_once_do_not_see_each_others_answers() -> None:
    """With everybody's answer but one given, that one sees the same whatever the others answered."""
    seen = []
    for choice in (0, -1):
        env = ours.TurnByTurn("once-upon-a-castle", players=3)
        env.reset(seed=1)
        while len(env.table.to_act) < 2:
            env.step(env.table.actions(env.table.to_act[0])[0])
        env.step(env.table.actions(env.table.to_act[0])[choice])
        seen.append(env.observe(env.agent_selection))
    assert (seen[0]["observation"] == seen[1]["observation"]).all()
    assert (seen[0]["action_mask"] == seen[1]["action_mask"]).all()


def test_rewards_and_the_end() -> None:
    for reward in ("result", "score"):
        env = ours.env("chateau-combo", players=3, reward=reward)
        env.reset(seed=4)
        total = dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter():
            seen, pay, ended, _, _ = env.last()
            total[agent] += pay
            env.step(None if ended else int(np.flatnonzero(seen["action_mask"])[0]))
        table = env.unwrapped.table
        assert table.over
        if reward == "result":
            assert {agent for agent, pay in total.items() if pay > 0} == {f"seat_{seat}" for seat in table.winners()}
        else:
            scores = table.scores()
            assert total["seat_0"] == pytest.approx(scores[0] - (scores[1] + scores[2]) / 2)


def test_what_is_not_legal() -> None:
    env = ours.env("chateau-combo")
    env.reset(seed=1)
    env.step(181)
    assert all(env.terminations.values())
    raw = ours.TurnByTurn("chateau-combo")
    raw.reset(seed=1)
    with pytest.raises(chateaux.IllegalAction, match="Action 181 is not possible now"):
        raw.step(181)


def test_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    env = ours.TurnByTurn("chateau-combo", render_mode="rgb_array")
    env.reset(seed=1)
    drawn = env.render()
    assert drawn is not None
    assert drawn.dtype == np.uint8
    assert drawn.shape[1:] == (960, 3)
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    env.render_mode = "human"
    env.render()
    assert opened[0].endswith("chateau-combo.html")
