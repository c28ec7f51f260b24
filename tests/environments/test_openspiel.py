"""OpenSpiel's own test and algorithms, on our games."""
from __future__ import annotations

import json

import numpy as np
import pytest

import chateaux

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed here")

import pyspiel
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import ismcts, mcts, tabular_qlearner

from chateaux.environments import openspiel
from tests.conformance import settings
from tests.parts import having


@pytest.mark.parametrize("game", ["chateau_combo(players=3,deals=9)", "chateau_fort(deals=9)",
                                  "castle_builder(players=2,deals=9,sky_high=false)",
                                  "once_upon_a_castle(players=2,deals=9,version=blue)"])
def test_random_sim(game: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(f"chateaux_{game}"), num_sims=1, serialize=game.startswith("chateau_c"),
                            verbose=False)


@pytest.mark.parametrize("id", having("features.py"))
def test_every_number_of_players_with_every_combination_of_options(id: str) -> None:
    for setting in settings(chateaux.game(id)):
        words = "".join(f",{name}={str(choice).lower()}" for name, choice in setting.options)
        state = dealt(f"chateaux_{id.replace('-', '_')}(players={setting.players}{words})")
        assert state.held is not None
        assert dict(state.held.state.options) == dict(setting.options)
        for _ in range(3):
            player = state.current_player()
            assert len(state.information_state_tensor(player)) == state.house.features.size
            state.apply_action(state.legal_actions()[-1])
        assert len(state.returns()) == state.num_players() == setting.players


def dealt(name: str, deal: int = 3) -> openspiel.SpielState:
    state = pyspiel.load_game(name).new_initial_state()
    state.apply_action(deal)
    assert isinstance(state, openspiel.SpielState)
    return state


def test_information_states_tell_what_a_player_has_seen_and_no_more() -> None:
    """A state imagined anew looks the same to its player and not to the other."""
    state = dealt("chateaux_chateau_fort")
    for _ in range(8):
        state.apply_action(state.legal_actions()[0])
    player = state.current_player()
    twin = state.resample_from_infostate(player, iter([0.3]).__next__)
    assert twin.information_state_string(player) == state.information_state_string(player)
    assert twin.observation_tensor(player) == state.observation_tensor(player)
    assert twin.observation_string(1 - player) != state.observation_string(1 - player)
    assert state.information_state_string(player).startswith(state.observation_string(player))
    assert len(state.information_state_string(player)) > len(state.observation_string(player))


def test_copies_are_independent() -> None:
    state = dealt("chateaux_castle_builder")
    before, copy = str(state), state.clone()
    copy.apply_action(copy.legal_actions()[0])
    assert str(state) == before != str(copy)


@pytest.mark.parametrize("game", ["castle_builder", "chateau_combo", "chateau_fort", "once_upon_a_castle"])
def test_is_mcts_plays(game: str) -> None:
    state = dealt(f"chateaux_{game}")
    chance = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game=state.get_game(), evaluator=mcts.RandomRolloutEvaluator(1, chance), uct_c=2.0,
                           max_simulations=3, random_state=chance)
    assert bot.step(state) in state.legal_actions()


def test_a_tabular_method_learns_on_the_smallest_set() -> None:
    """One wall is a castle and costs a mason; some actions turn out to be good and others bad."""
    fort = chateaux.game("chateau-fort")
    pieces = json.loads(json.dumps(fort.pieces))
    pieces["castle"].update(walls=1, keeps=0)
    pieces["costs"]["wall"] = dict.fromkeys(pieces["costs"]["wall"], 0) | {"mason": 1}
    name = openspiel.registered(fort.with_pieces(pieces), "chateaux_smallest_fort")
    env = rl_environment.Environment(pyspiel.load_game(f"{name}(deals=3)"), chance_event_sampler=(
        rl_environment.ChanceEventSampler(seed=1)))
    agents = [tabular_qlearner.QLearner(player_id=player, num_actions=env.action_spec()["num_actions"])
              for player in range(2)]
    np.random.seed(1)  # what the agents draw from
    for _ in range(40):
        step, acted = env.reset(), set()
        while not step.last():
            player = step.observations["current_player"]
            acted.add(player)
            step = env.step([agents[player].step(step).action])
        for player in acted:
            agents[player].step(step)
    for agent in agents:
        worths = [worth for row in agent._q_values.values() for worth in row.values()]
        assert min(worths) < 0 < max(worths)
