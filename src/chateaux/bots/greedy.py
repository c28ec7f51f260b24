"""Bots that look at most one step ahead: any action, or the one that looks best by the game's judgement."""
from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from chateaux.bots.bot import Bot, Budget, Hint, options_of, seed_of
from chateaux.engine.chance import Chance
from chateaux.engine.data import Observation

IMAGINED = 4  # worlds over which a rating is averaged


class RandomBot(Bot):
    """Any legal action, all alike."""

    def choose(self, observation: Observation, budget: Budget | None = None) -> int:
        actions = options_of(self.worlds(observation))
        return actions[Chance.stream(seed_of(observation)).below(len(actions))]


class GreedyBot(Bot):
    """The action that looks best now."""

    def rates(self, observation: Observation) -> dict[int, float]:
        """How good each legal action looks, on the mean of a few worlds."""
        worlds, judgement, seed = self.worlds(observation), self.judgement(observation), seed_of(observation)
        actions = options_of(worlds)
        if len(actions) == 1:
            return {actions[0]: 0.0}
        choices = vec[i64](actions)
        sums = dict.fromkeys(actions, 0.0)
        for number in range(IMAGINED):
            rates = judgement.rate(worlds.sample(seed + number), observation.seat, choices)
            for action, rate in zip(actions, rates, strict=True):
                sums[action] += rate / IMAGINED
        return sums

    def choose(self, observation: Observation, budget: Budget | None = None) -> int:
        rates = self.rates(observation)
        slip = self.slip(observation, list(rates))
        if slip is not None:
            return slip
        return max(rates, key=lambda action: (rates[action], -action))

    def hints(self, observation: Observation, budget: Budget | None = None) -> list[Hint]:
        """The three best-looking actions with the chances that the game's judgement gives afterwards."""
        worlds, judgement, seed = self.worlds(observation), self.judgement(observation), seed_of(observation)
        rates = self.rates(observation)
        found: list[Hint] = []
        for action in sorted(rates, key=lambda action: (-rates[action], action))[:3]:
            chance = 0.0
            for number in range(IMAGINED):
                world = worlds.sample(seed + number)
                world.apply(observation.seat, action)
                chance += judgement.chances(world)[observation.seat] / IMAGINED
            found.append(Hint(action, chance, 1.0 / len(rates)))
        return found
