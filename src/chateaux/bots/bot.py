"""What every bot is: something that chooses from an observation. The small things they share."""
from __future__ import annotations

import contextlib
import hashlib
import math
from dataclasses import dataclass
from typing import NamedTuple

from chateaux.engine import registry
from chateaux.engine.chance import Chance
from chateaux.engine.data import Observation, canonical
from chateaux.engine.game import Game, Worlds
from chateaux.engine.judgement import Judgement, judgement_of


@dataclass(frozen=True)
class Budget:
    """How long to think: iterations, or seconds."""

    iterations: int | None = None
    seconds: float | None = None


class Hint(NamedTuple):
    """An action worth considering."""

    action: int
    chance: float  # the estimated chance of the asking seat to win with it
    share: float  # of the thinking that was spent on it: how sure the bot is


class NothingToChoose(ValueError):
    """The observation's seat is not asked anything."""


class Bot:
    """Chooses for a seat from what that seat may know. Subclass it and write `choose`; `hints` if you can.

    `spec` is how the bot is written down; `game` is only needed for somebody's own set of pieces,
    otherwise the observation names it.
    """

    def __init__(self, spec: str = "", game: Game | None = None, slips: float = 0.0, figures: str = "",
                 temper: str = "") -> None:
        if not 0 <= slips <= 1:
            raise ValueError(f"Slips are a share from 0 to 1, not {slips}.")
        self.spec = spec or type(self).__name__.lower()
        self.game = game
        self.slips = slips  # the share of decisions that are taken at random
        self.figures = figures  # of the judgement: the learned ones, `written`, or those of a file
        self.temper = temper  # a way to play, where the game knows it
        self._judgements: dict[str, Judgement] = {}

    def choose(self, observation: Observation, budget: Budget | None = None) -> int:
        """One of the actions that are legal for the observation's seat."""
        raise NotImplementedError

    def hints(self, observation: Observation, budget: Budget | None = None) -> list[Hint]:
        """The best actions, the best first; here just the choice."""
        return [Hint(self.choose(observation, budget), 1 / observation.players, 1.0)]

    def game_of(self, observation: Observation) -> Game:
        """The game an observation belongs to, by the rules it was made with where they are still known."""
        game = self.game or registry.game(observation.game)
        with contextlib.suppress(LookupError):
            game = game.at_version(observation.rules_version)
        return game

    def worlds(self, observation: Observation) -> Worlds:
        """What is possible as far as the observation tells."""
        return self.game_of(observation).worlds(observation)

    def judgement(self, observation: Observation) -> Judgement:
        """The judgement of the observation's game, made once."""
        found = self._judgements.get(observation.pieces)
        if found is None:
            found = self._judgements[observation.pieces] = judgement_of(
                self.game_of(observation), self.figures, self.temper)
        return found

    def slip(self, observation: Observation, actions: list[int]) -> int | None:
        """Now and then an action at random, for the levels that err; the same observation slips the same way.

        Of all actions, but for blunders that the game's judgement says nobody would make.
        """
        if self.slips:
            chance = Chance.stream(seed_of(observation) + 1)
            if chance.below(1000) < round(self.slips * 1000):
                slack = self.judgement(observation).slack
                if slack < math.inf:
                    rates = self.judgement(observation).rated(
                        self.worlds(observation).sample(seed_of(observation)), observation.seat, actions)
                    least = max(rates) - slack
                    actions = [action for action, rate in zip(actions, rates, strict=True) if rate >= least]
                return actions[chance.below(len(actions))]
        return None

    def __repr__(self) -> str:
        return f"bot({self.spec!r})"


def mistaken(seed: int, action: int) -> float:
    """How far somebody is out about an action, as a number of Gumbel's: the best of what was mistaken so is found as
    often as a softmax would, so that great differences are seen and small ones are not. The same whenever it is asked.
    """
    chance = Chance.stream(seed * 31 + action + 1)
    return -math.log(-math.log((int(chance.below(1 << 30)) + 0.5) / (1 << 30)))


def seed_of(observation: Observation) -> int:
    """A seed that depends on everything the observation says and on nothing else."""
    return int.from_bytes(hashlib.sha256(canonical(observation.to_data())).digest()[:8], "big") >> 1


def options_of(worlds: Worlds) -> list[int]:
    """The legal actions of the seat whose worlds these are."""
    actions = worlds.template.actions(worlds.seat) if worlds.seat >= 0 else []
    if not actions:
        raise NothingToChoose(f"Seat {worlds.seat} is not asked anything now.")
    return actions
