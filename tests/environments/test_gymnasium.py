"""Gymnasium's own check, and the vector environment."""
from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("gymnasium", reason="Gymnasium is not installed here")

import gymnasium
from gymnasium.utils.env_checker import check_env

import chateaux
from chateaux.environments.gymnasium import IDS, Seat, Seats
from tests.conformance import settings


@pytest.mark.parametrize("id", IDS)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_check_env(id: str) -> None:
    """With the fewest players and the options by default, and with the most and others."""
    game = chateaux.game(IDS[id])
    for setting in (settings(game, few=True)[0], settings(game)[-1]):
        env = gymnasium.make(f"chateaux/{id}", players=setting.players, bots="random", options=dict(setting.options))
        check_env(env.unwrapped, skip_render_check=True)


@pytest.mark.parametrize("id", IDS)
def test_every_number_of_players_with_every_combination_of_options(id: str) -> None:
    """Alone and as one of many: what is seen lies in its space, whatever is played."""
    for setting in settings(chateaux.game(IDS[id])):
        env = Seat(setting.game, setting.players, options=dict(setting.options))
        seen, _ = env.reset(seed=3)
        many = Seats(2, setting.game, setting.players, options=dict(setting.options))
        all_seen, _ = many.reset(seed=3)
        for _ in range(3):
            assert env.observation_space.contains(seen), setting
            assert many.observation_space.contains(all_seen), setting
            seen, *_ = env.step(int(np.flatnonzero(seen["action_mask"])[-1]))
            all_seen, *_ = many.step(all_seen["action_mask"].argmax(1))


def test_one_seat_against_bots() -> None:
    env = Seat("chateau-combo", players=3, seat=1, bots="greedy", reward="score")
    seen, info = env.reset(seed=3)
    ended = False
    while not ended:
        assert env.table.to_act[0] == 1
        assert (seen["action_mask"] == info["action_mask"]).all()
        seen, reward, ended, _, info = env.step(int(np.flatnonzero(seen["action_mask"])[0]))
    scores = info["scores"]
    assert reward == pytest.approx(scores[1] - (scores[0] + scores[2]) / 2)


def test_what_is_not_legal_loses() -> None:
    env = Seat("chateau-combo")
    env.reset(seed=1)
    assert env.step(181)[1:3] == (-1.0, True)
    with pytest.raises(ValueError, match="There is no seat 2: seats are 0 to 1"):
        Seat("chateau-combo", seat=2)


@pytest.mark.parametrize("bots", ["random", "greedy"])
def test_many_seats(bots: str) -> None:
    many = gymnasium.make_vec("chateaux/Combo-v1", num_envs=5, bots=bots)
    assert isinstance(many.unwrapped, Seats)
    seen, _ = many.reset(seed=3)
    chooser, ended, paid = np.random.default_rng(1), 0, set()
    for step in range(24):
        actions = np.array([chooser.choice(np.flatnonzero(mask)) for mask in seen["action_mask"]])
        if step == 3:
            actions[0] = 181
        seen, rewards, done, _, info = many.step(actions)
        assert many.observation_space.contains(seen)
        if step == 3:
            assert done[0]
            assert rewards[0] == -1
        paid |= set(rewards[done])
        ended += int(done.sum())
        assert (rewards[~done] == 0).all()
        if done.any():
            last = info["final_obs"][int(np.flatnonzero(done)[0])]
            assert last["observation"].shape == (634,)
    assert ended >= 5
    assert paid <= {-1.0, 0.0, 1.0}


def test_seeds() -> None:
    runs = []
    for _ in range(2):
        many = Seats(3, "chateau-fort")
        seen, _ = many.reset(seed=8)
        for _ in range(10):
            seen, *_ = many.step(seen["action_mask"].argmax(1))
        runs.append(seen["observation"])
    assert (runs[0] == runs[1]).all()
