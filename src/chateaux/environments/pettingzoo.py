"""PettingZoo: every game as an environment in which agents act in turn (`env`), or all at once (`parallel_env`).

Where several seats are asked at once they are asked one after the other, and nobody sees another's answer before the
last one is in. `env` ends the game when somebody does what is not legal, as PettingZoo's own classics do.
"""
from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any, Literal

import gymnasium
import numpy as np
import numpy.typing as npt
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from chateaux.engine.data import Choice
from chateaux.engine.game import Game, State
from chateaux.engine.registry import game as game_named
from chateaux.environments.batch import REWARDS, paid
from chateaux.environments.spaces import Seen, action_space, observation_space, opened, pixels, seen_by

Render = Literal["rgb_array", "human"]


def env(game: str | Game = "chateau-combo", **settings: Any) -> AECEnv[Any, Any, Any]:
    """A game with PettingZoo's usual wrappers; the settings are those of `TurnByTurn`.

    >>> combo = env("chateau-combo", players=3)
    >>> combo.reset(seed=7)
    >>> combo.agent_selection in combo.possible_agents
    True
    """
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(
        wrappers.TerminateIllegalWrapper(TurnByTurn(game, **settings), illegal_reward=-1)))


def parallel_env(game: str | Game = "chateau-combo", **settings: Any) -> ParallelEnv[Any, Any, Any]:
    """A game in which everybody acts in every cycle; the settings are those of `AllAtOnce`."""
    return AllAtOnce(game, **settings)


class Players:
    """What both have: a game, its seats as agents, their spaces, a position and its picture."""

    def __init__(self, game: str | Game, players: int = 2, options: Mapping[str, Choice] | None = None,
                 reward: str = "result", render_mode: Render | None = None, max_cycles: int | None = None) -> None:
        if reward not in REWARDS:
            raise ValueError(f"Rewards go by {' or '.join(REWARDS)}, not by {reward!r}.")
        self.game = game_named(game) if isinstance(game, str) else game
        self.features = self.game.features(players, options)
        self.by_score = reward == "score"
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self.chance: np.random.Generator | None = None
        self.position: State | None = None

    @functools.cache  # noqa: B019  (an environment lives as long as its spaces)
    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        return observation_space(self.features)

    @functools.cache  # noqa: B019
    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        return action_space(self.features)

    def dealt(self, seed: int | None) -> State:
        """A new game; without a seed, the next one of the last seed."""
        if seed is not None or self.chance is None:
            self.chance = np.random.default_rng(seed)
        self.position = self.game.new(len(self.possible_agents), int(self.chance.integers(1 << 62)),
                                      self.features.options)
        self.agents = self.possible_agents[:]
        return self.position

    @property
    def table(self) -> State:
        """The position, once there is one."""
        assert self.position is not None, "reset comes first"
        return self.position

    def seat(self, agent: str) -> int:
        return self.possible_agents.index(agent)

    def observe(self, agent: str) -> Seen:
        """What an agent knows and may do."""
        return seen_by(self.features, self.table, self.seat(agent))

    def pays(self) -> dict[str, float]:
        """What everybody gets for the end of the game; nothing before."""
        if not self.table.over:
            return dict.fromkeys(self.possible_agents, 0.0)
        return dict(zip(self.possible_agents, paid(self.table, self.by_score), strict=True))

    def render(self) -> npt.NDArray[np.uint8] | None:
        """The table as everybody sees it: pixels, or opened in the browser."""
        if self.render_mode == "rgb_array":
            return pixels(self.table, None)
        if self.render_mode == "human":
            opened(self.table, None)
        return None

    def close(self) -> None:
        """Nothing is left open."""


class TurnByTurn(Players, AECEnv[Any, Any, Any]):
    """A game in PettingZoo's main form; what is not legal is refused with IllegalAction."""

    metadata = {"name": "chateaux_v1", "render_modes": ["rgb_array", "human"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(self, game: str | Game = "chateau-combo", **settings: Any) -> None:
        AECEnv.__init__(self)
        Players.__init__(self, game, **settings)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        state = self.dealt(seed)
        self.acted = dict.fromkeys(self.agents, 0)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[state.to_act[0]]

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        state = self.table
        assert action is not None, "An agent that is asked acts."
        state.play(int(action), self.seat(agent))
        self._cumulative_rewards[agent] = 0.0
        self.acted[agent] += 1
        self.rewards = self.pays()
        if state.over:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            if self.acted[agent] == self.max_cycles:
                self.truncations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.possible_agents[state.to_act[0]]
        self._accumulate_rewards()


class AllAtOnce(Players, ParallelEnv[Any, Any, Any]):
    """The same game in cycles: everybody hands in an action, and those of seats that are not asked do not count.

    Of seats asked at once all answer in one cycle. An action that is not legal is refused with IllegalAction, or,
    with `lenient`, the lowest legal one is taken for it.
    """

    metadata = {"name": "chateaux_parallel_v1", "render_modes": ["rgb_array", "human"]}  # noqa: RUF012

    def __init__(self, game: str | Game = "chateau-combo", lenient: bool = False, **settings: Any) -> None:
        Players.__init__(self, game, **settings)
        self.lenient = lenient
        self.cycles = 0

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None,
              ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        self.dealt(seed)
        self.cycles = 0
        return {agent: self.observe(agent) for agent in self.agents}, {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[dict[str, Seen], dict[str, float], dict[str, bool],
                                                     dict[str, bool], dict[str, dict[str, Any]]]:
        state = self.table
        for seat in state.to_act:
            action = int(actions[self.possible_agents[seat]])
            if self.lenient and action not in state.actions(seat):
                action = state.actions(seat)[0]
            state.play(action, seat)
        self.cycles += 1
        out, present = self.cycles == self.max_cycles and not state.over, self.agents
        if state.over or out:
            self.agents = []
        return ({agent: self.observe(agent) for agent in present}, self.pays(), dict.fromkeys(present, state.over),
                dict.fromkeys(present, out), {agent: {} for agent in present})
