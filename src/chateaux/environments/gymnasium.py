"""Gymnasium: one seat learns, bots hold the others. Importing this module makes `chateaux/Combo-v1` and the others.

An action that is not legal loses the game at once, with a reward of -1: the observation holds the mask, and so does
`info["action_mask"]`.
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from chateaux.bots.registry import bot as bot_named
from chateaux.engine.data import Choice
from chateaux.engine.game import Game, State
from chateaux.engine.registry import game as game_named
from chateaux.environments.arrays import Arrays
from chateaux.environments.batch import REWARDS, Batch, paid
from chateaux.environments.spaces import Seen, action_space, observation_space, opened, pixels, seen_by

IDS: Final = {"CastleBuilder-v1": "castle-builder", "Combo-v1": "chateau-combo", "Fort-v1": "chateau-fort",
              "OnceUponACastle-v1": "once-upon-a-castle"}
LOST: Final = -1.0  # for an action that is not legal


class Seat(gymnasium.Env[dict[str, Any], int]):
    """A game seen from one seat: 0 to the last, or None for another one in each game.

    >>> combo = gymnasium.make("chateaux/Combo-v1", bots="greedy")
    >>> seen, info = combo.reset(seed=7)
    >>> seen["observation"].shape, int(info["action_mask"].sum()) > 0
    ((634,), True)
    """

    metadata = {"render_modes": ["rgb_array", "human"], "render_fps": 2}  # noqa: RUF012

    def __init__(self, game: str | Game = "chateau-combo", players: int = 2, seat: int | None = None,
                 bots: str = "random", options: Mapping[str, Choice] | None = None, reward: str = "result",
                 render_mode: Literal["rgb_array", "human"] | None = None) -> None:
        if reward not in REWARDS:
            raise ValueError(f"Rewards go by {' or '.join(REWARDS)}, not by {reward!r}.")
        self.game = game_named(game) if isinstance(game, str) else game
        if seat is not None and not 0 <= seat < players:
            raise ValueError(f"There is no seat {seat}: seats are 0 to {players - 1}.")
        self.features = self.game.features(players, options)
        self.bot = bot_named(bots, self.game)
        self.by_score = reward == "score"
        self.render_mode = render_mode
        self.wanted = seat
        self.seat = seat or 0
        self.state: State | None = None
        self.observation_space = observation_space(self.features)
        self.action_space = action_space(self.features)

    @property
    def table(self) -> State:
        """The position, once there is one."""
        assert self.state is not None, "reset comes first"
        return self.state

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        super().reset(seed=seed)
        players = self.features.players
        self.seat = int(self.np_random.integers(players)) if self.wanted is None else self.wanted
        self.state = self.game.new(players, int(self.np_random.integers(1 << 62)), self.features.options)
        self.play_on()
        return self.seen()

    def step(self, action: int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        state = self.table
        if int(action) not in state.actions(self.seat):
            seen, info = self.seen()
            return seen, LOST, True, False, info
        state.play(int(action), self.seat)
        self.play_on()
        seen, info = self.seen()
        reward = paid(state, self.by_score)[self.seat] if state.over else 0.0
        return seen, reward, state.over, False, info

    def play_on(self) -> None:
        """The bots act until my seat is asked, or the game is over."""
        state = self.table
        while state.to_act and state.to_act[0] != self.seat:
            seat = state.to_act[0]
            state.play(self.bot.choose(state.observe(seat)), seat)

    def seen(self) -> tuple[Seen, dict[str, Any]]:
        seen = seen_by(self.features, self.table, self.seat)
        return seen, {"action_mask": seen["action_mask"], "seat": self.seat, "scores": self.table.scores()}

    def render(self) -> Any:  # an array, or nothing
        """The table with my seat's eyes: pixels, or opened in the browser."""
        if self.render_mode == "rgb_array":
            return pixels(self.table, self.seat)
        if self.render_mode == "human":
            opened(self.table, self.seat)
        return None


class Seats(VectorEnv[Any, Any, Any]):
    """Many games at once in one batch, one seat of each learns; a game that ends is dealt anew in the same step.

    It is one batch and no `Batches` in processes: bots choose here, from observations that would have to cross over,
    and a step is as many rounds as it takes until my seat is asked in every game, most of them for a few games only.
    Each round would be an order to every process.

    >>> many = gymnasium.make_vec("chateaux/Combo-v1", num_envs=4)
    >>> seen, info = many.reset(seed=7)
    >>> seen["observation"].shape
    (4, 634)
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(self, num_envs: int = 1, game: str | Game = "chateau-combo", players: int = 2, bots: str = "random",
                 options: Mapping[str, Choice] | None = None, reward: str = "result",
                 render_mode: None = None) -> None:
        self.num_envs = num_envs
        self.game = game_named(game) if isinstance(game, str) else game
        self.reward = reward
        self.bot = None if bots == "random" else bot_named(bots, self.game)
        self.features = self.game.features(players, options)
        self.single_observation_space = observation_space(self.features)
        self.single_action_space = action_space(self.features)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.render_mode = render_mode
        self.mine = np.arange(num_envs) % players  # my seat in each game
        self.arrays: Arrays | None = None

    def reset(self, *, seed: int | list[int | None] | None = None,
              options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        super().reset(seed=seed if isinstance(seed, int) else seed[0] if seed else None)
        self.arrays = Arrays(Batch(self.game, self.features.players, self.num_envs,
                                   int(self.np_random.integers(1 << 40)) << 20, self.features.options, self.reward))
        self.play_on()
        return self.seen(), {"seat": self.mine.copy()}

    def step(self, actions: npt.NDArray[Any]) -> tuple[Seen, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any],
                                                       dict[str, Any]]:
        arrays = self.arrays
        assert arrays is not None, "reset comes first"
        chosen = np.asarray(actions, np.int64)
        lost = arrays.masks[np.arange(self.num_envs), chosen] == 0
        for number in np.flatnonzero(lost):
            arrays.batch.abandon(int(number))
        arrays.step(np.where(lost, -1, chosen))
        rewards, ended = self.mine_of(arrays.rewards), arrays.finished.astype(bool)
        later, over = self.play_on()
        rewards, ended = np.where(lost, LOST, rewards + later), lost | ended | over
        info: dict[str, Any] = {"seat": self.mine.copy()}
        if ended.any():
            info["final_obs"] = np.array([
                seen_by(self.features, state, int(seat)) if done and state is not None else None
                for state, seat, done in zip(arrays.batch.ends, self.mine, ended, strict=True)], dtype=object)
            info["_final_obs"] = ended.copy()
        return self.seen(), rewards, ended, np.zeros(self.num_envs, bool), info

    def mine_of(self, pays: npt.NDArray[Any]) -> npt.NDArray[Any]:
        return pays[np.arange(self.num_envs), self.mine].copy()

    def play_on(self) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
        """The bots act until my seat is asked everywhere; what that paid me, and which games ended."""
        arrays = self.arrays
        assert arrays is not None
        rewards, ended = np.zeros(self.num_envs), np.zeros(self.num_envs, bool)
        while (theirs := np.flatnonzero(arrays.seats != self.mine)).size:
            chosen = np.full(self.num_envs, -1)
            chosen[theirs] = self.chosen(theirs)
            arrays.step(chosen)
            rewards += self.mine_of(arrays.rewards)
            ended |= arrays.finished.astype(bool)
        return rewards, ended

    def chosen(self, games: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """What the bots do in some games; at random for all of them at once."""
        assert self.arrays is not None
        if self.bot is None:
            masks = self.arrays.masks[games]
            drawn = self.np_random.integers(masks.sum(1, dtype=np.int64))
            found: npt.NDArray[Any] = (masks.cumsum(1, dtype=np.uint16) > drawn[:, None]).argmax(1)
            return found
        states, seats = self.arrays.batch.states, self.arrays.seats
        return np.array([self.bot.choose(states[int(number)].observe(int(seats[number]))) for number in games])

    def seen(self) -> Seen:
        assert self.arrays is not None
        return {"observation": self.arrays.observations.copy(), "action_mask": self.arrays.masks.copy()}


for _id, _game in IDS.items():
    gymnasium.register(f"chateaux/{_id}", entry_point="chateaux.environments.gymnasium:Seat",
                       vector_entry_point="chateaux.environments.gymnasium:Seats", kwargs={"game": _game},
                       order_enforce=True)
