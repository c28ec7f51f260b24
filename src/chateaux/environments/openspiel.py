"""OpenSpiel: every game as a Python game; importing this module registers them, `chateaux_chateau_combo` and so on.

One node of chance comes first and chooses among so many deals (`deals`); from then on the deal and the actions say it
all, so that histories replay. `resample_from_infostate` imagines a position from what a player knows, without limit.
Where several seats are asked at once they are asked one after the other, and nobody sees another's answer before the
last one is in.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel

from chateaux.engine.data import Choice, canonical
from chateaux.engine.features import Features
from chateaux.engine.game import Game, State
from chateaux.environments.batch import paid
from chateaux.games import games

DEALS = 1000
RULES: dict[str, Game] = {}  # by the name under which they are registered


class Held:
    """What a state of OpenSpiel holds of ours: a position, and what each player has seen happen.

    OpenSpiel copies it for a clone and pickles it for a file.
    """

    def __init__(self, name: str, state: State, seen: tuple[str, ...]) -> None:
        self.name = name  # under which the game is registered
        self.state = state
        self.seen = seen

    def __deepcopy__(self, memo: object) -> Held:
        return Held(self.name, self.state.clone(), self.seen)

    def __reduce__(self) -> tuple[Callable[..., Held], tuple[object, ...]]:
        return restored, (self.name, self.state.dump(), self.seen)

    def play(self, action: int) -> None:
        """The asked seat acts, and everybody notes what they see of it; an own answer is noted as well."""
        seat = self.state.to_act[0]
        outcome = self.state.play(action, seat, events=True)
        self.seen = tuple(
            "".join([seen, f";{action}" if player == seat else "",
                     *(";" + canonical(event.seen_by(player)).decode() for event in outcome.events)])
            for player, seen in enumerate(self.seen))


def restored(name: str, position: dict[str, object], seen: tuple[str, ...]) -> Held:
    """What was pickled."""
    return Held(name, RULES[name].load(position), seen)


class SpielState(pyspiel.State):
    """A position in OpenSpiel's words."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.held: Held | None = None  # nothing is dealt yet

    @property
    def house(self) -> SpielGame:
        found = self.get_game()
        assert isinstance(found, SpielGame)
        return found

    def current_player(self) -> int:
        if self.held is None:
            return int(pyspiel.PlayerId.CHANCE)
        acting = self.held.state.to_act
        return acting[0] if acting else int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        return [] if self.held is None else self.held.state.actions(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(deal, 1 / self.house.deals) for deal in range(self.house.deals)]

    def _apply_action(self, action: int) -> None:
        if self.held is None:
            self.held = Held(self.house.kind.short_name, self.house.dealt(action), ("",) * self.house.players)
        else:
            self.held.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player < 0 or self.held is None:
            return f"deal {action}"
        return self.held.state.text(action) if action in self.held.state.actions(player) else f"action {action}"

    def is_terminal(self) -> bool:
        return self.held is not None and self.held.state.over

    def returns(self) -> list[float]:
        if self.held is None or not self.held.state.over:
            return [0.0] * self.house.players
        return paid(self.held.state, False)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A state that this player cannot tell from this one, everything hidden dealt anew."""
        twin = self.clone()
        assert isinstance(twin, SpielState)
        if self.held is not None:
            worlds = self.house.rules.worlds(self.held.state.observe(player))
            twin.held = Held(self.held.name, worlds.sample(int(sampler() * (1 << 62))), self.held.seen)
        return twin

    def __str__(self) -> str:
        if self.held is None:
            return "before the deal"
        return canonical({"position": self.held.state.dump()["position"]}).decode()


class Observer:
    """What a player knows: the features as a tensor; as a string the observation, with all that was seen before it
    where perfect recall is asked for."""

    def __init__(self, features: Features, recalls: bool) -> None:
        self.features = features
        self.recalls = recalls
        self.tensor = np.zeros(features.size, np.float32)
        self.dict = {"features": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor[:] = 0 if state.held is None else self.features.values(state.held.state, player)

    def string_from(self, state: SpielState, player: int) -> str:
        if state.held is None:
            return f"seat {player}"
        seen = canonical(state.held.state.observe(player).to_data()).decode()
        return f"{seen}{state.held.seen[player]}" if self.recalls else seen


class SpielGame(pyspiel.Game):
    """One of our games in OpenSpiel's words; a class for each is made by `registered`."""

    kind: pyspiel.GameType
    rules: Game

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**self.kind.parameter_specification, **(params or {})}
        self.players = int(given["players"])
        self.deals = int(given["deals"])
        self.settings = {name: chosen(option.choices, given[name]) for name, option in self.rules.options.items()}
        super().__init__(self.kind, pyspiel.GameInfo(
            num_distinct_actions=self.rules.action_count, max_chance_outcomes=self.deals, num_players=self.players,
            min_utility=-1.0, max_utility=1.0, utility_sum=0.0, max_game_length=self.rules.longest), params or {})
        self.features = self.rules.features(self.players, self.settings)

    def dealt(self, deal: int) -> State:
        """A new game."""
        return self.rules.new(self.players, deal, self.settings)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self.features, iig_obs_type is not None and iig_obs_type.perfect_recall)


def chosen(choices: tuple[Choice, ...], told: object) -> Choice:
    """The choice of an option that a parameter means."""
    for choice in choices:
        if str(choice).casefold() == str(told).casefold():
            return choice
    raise ValueError(f"{told!r} is none of {', '.join(str(choice) for choice in choices)}.")


def registered(rules: Game, name: str = "") -> str:
    """Register a game, also one with a set of pieces of one's own, under a name; the name.

    >>> import pyspiel
    >>> pyspiel.load_game("chateaux_chateau_fort(players=3)").num_players()
    3
    """
    short = name or f"chateaux_{rules.id.replace('-', '_')}"
    words = {option: found.default for option, found in rules.options.items()}
    kind = pyspiel.GameType(
        short_name=short, long_name=rules.id, dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION, utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL, max_num_players=rules.players[-1],
        min_num_players=rules.players[0], provides_information_state_string=True,
        provides_information_state_tensor=True, provides_observation_string=True, provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={"players": rules.players[0], "deals": DEALS, **words})
    RULES[short] = rules
    pyspiel.register_game(kind, type(short, (SpielGame,), {"kind": kind, "rules": rules}))
    return short


for _rules in games().values():
    registered(_rules)
