"""Bots that look at most one step ahead: any action, or the one that looks best by the game's judgement."""
from __future__ import annotations

from chateaux.bots.bot import Bot, Budget, Hint, mistaken, options_of, seed_of
from chateaux.engine.chance import Chance
from chateaux.engine.data import Observation
from chateaux.engine.game import Game

IMAGINED = 4  # worlds over which a rating is averaged


class RandomBot(Bot):
    """Any legal action, all alike."""

    def choose(self, observation: Observation, budget: Budget | None = None) -> int:
        actions = options_of(self.worlds(observation))
        return actions[Chance.stream(seed_of(observation)).below(len(actions))]


class GreedyBot(Bot):
    """The action that looks best now, to somebody who may be mistaken and may overlook things, but never the obvious.

    What is obvious is an action that wins at once, the one that scores most at once, and one that is far better than
    the others.
    """

    def __init__(self, spec: str = "", game: Game | None = None, slips: float = 0.0, figures: str = "",
                 temper: str = "", blur: float = 0.0, overlooks: float = 0.0) -> None:
        super().__init__(spec, game, slips, figures, temper)
        if blur < 0 or not 0 <= overlooks < 1:
            raise ValueError("A blur is no less than 0, and what is overlooked is a share below 1.")
        self.blur = blur  # how far it is out about an action, in the warmth of the game's judgement
        self.overlooks = overlooks  # the share of the actions that it does not think of

    def rates(self, observation: Observation) -> dict[int, float]:
        """How good each legal action looks, on the mean of a few worlds."""
        worlds, judgement, seed = self.worlds(observation), self.judgement(observation), seed_of(observation)
        actions = options_of(worlds)
        if len(actions) == 1:
            return {actions[0]: 0.0}
        sums = dict.fromkeys(actions, 0.0)
        for number in range(IMAGINED):
            rates = judgement.rated(worlds.sample(seed + number), observation.seat, actions)
            for action, rate in zip(actions, rates, strict=True):
                sums[action] += rate / IMAGINED
        return sums

    def choose(self, observation: Observation, budget: Budget | None = None) -> int:
        rates = self.rates(observation)
        slip = self.slip(observation, list(rates))
        if slip is not None:
            return slip
        if (self.blur or self.overlooks) and len(rates) > 1:
            winning, scoring = self.obvious(observation, list(rates))
            if winning is not None:
                return winning
            seed, warmth = seed_of(observation), self.judgement(observation).warmth or 1.0
            unseen = Chance.stream(seed + 2)
            rates = {action: rate + self.blur * warmth * mistaken(seed, action) for action, rate in rates.items()
                     if int(unseen.below(1000)) >= 1000 * self.overlooks or action == scoring} or rates
        return max(rates, key=lambda action: (rates[action], -action))

    def obvious(self, observation: Observation, actions: list[int]) -> tuple[int | None, int | None]:
        """An action that surely wins at once, and the one that scores most at once, if any does more than others."""
        worlds, seed, seat = self.worlds(observation), seed_of(observation), observation.seat
        imagined = [worlds.sample(seed + number) for number in range(IMAGINED)]
        gains: dict[int, float] = {}
        for action in actions:
            afters = [world.clone() for world in imagined]
            for after in afters:
                after.apply(seat, action)
            if all(seat in after.winners() for after in afters):
                return action, None
            gains[action] = sum(after.scores()[seat] for after in afters)
        most = max(gains.values())
        best = [action for action, gain in gains.items() if gain == most]
        return None, best[0] if len(best) < len(actions) else None

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
