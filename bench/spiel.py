"""OpenSpiel's own information-set search at our tables: `python -m bench.spiel GAME`.

    python -m bench.spiel chateau-combo --bot king --games 40 --seed 90000000

The IS-MCTS of `open_spiel.python` plays through `chateaux.environments.openspiel`, with as much processor time for a
decision as our bot has taken for its own on the mean so far. It is not slowed down by us where that can be helped: its
evaluator plays random games to the end at the engine's full speed. Prints the share that our bot wins with its 95 %
interval, what a move of either costs, and the simulations that fitted into it.
"""
from __future__ import annotations

import argparse
import random
import time
from typing import Any, Final

from chateaux.bots import Bot, bot
from chateaux.bots.bot import Budget, options_of, seed_of
from chateaux.bots.command import read_options
from chateaux.bots.ladder import Pair, Played, Seating, seatings
from chateaux.bots.levels import written
from chateaux.engine import registry
from chateaux.engine.chance import Chance
from chateaux.engine.data import Observation
from chateaux.engine.judgement import Judgement
from chateaux.engine.playout import play_on
from chateaux.environments.batch import paid

ISMCTS: Final = "ismcts"
SEED: Final = 90_000_000  # of the first deal; nothing was tuned on these
BOLD: Final = 1.4  # the constant of UCT, for results from -1 to 1
FEWEST: Final = 2  # simulations of a decision
FIRST: Final = 0.01  # seconds for a decision as long as nobody has shown how long one thinks


class Rollout:
    """What OpenSpiel asks of an evaluator: a random game to the end, by compiled code; all actions alike."""

    def __init__(self, seed: int) -> None:
        self.chance, self.plain = Chance.stream(seed), Judgement()

    def evaluate(self, state: Any) -> Any:
        import numpy as np

        world = state.held.state.clone()
        world.chance = self.chance
        play_on(world, self.plain, self.chance, -1)
        return np.array(paid(world, False))

    def prior(self, state: Any) -> list[tuple[int, float]]:
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]


class Spiel(Bot):
    """OpenSpiel's search within a budget of processor time: as many simulations as fit, by what those before cost."""

    def __init__(self) -> None:
        super().__init__(ISMCTS)
        self.seconds = FIRST
        self.cost = FIRST / 10  # of a simulation, as far as it is known
        self.simulations = self.decisions = 0

    def choose(self, observation: Observation, budget: Budget | None = None) -> int:
        import numpy as np
        import pyspiel
        from open_spiel.python.algorithms.ismcts import ISMCTSBot

        from chateaux.environments.openspiel import Held

        worlds, seed = self.worlds(observation), seed_of(observation)
        actions = options_of(worlds)
        if len(actions) == 1:
            return actions[0]
        name = f"chateaux_{observation.game.replace('-', '_')}"
        game = pyspiel.load_game(name, {"players": observation.players, **observation.options})
        state, dice = game.new_initial_state(), random.Random(seed)
        state.held = Held(name, worlds.sample(seed), ("",) * observation.players)
        count = max(FEWEST, int(self.seconds / self.cost))
        thinker = ISMCTSBot(game, Rollout(seed), BOLD, count, random_state=np.random.RandomState(seed % (1 << 32)),
                            allow_inconsistent_action_sets=True)
        thinker.set_resampler(lambda state, player: state.resample_from_infostate(player, dice.random))
        started = time.process_time()
        policy = thinker.run_search(state)
        self.cost = (self.cost + (time.process_time() - started) / count) / 2
        self.simulations += count
        self.decisions += 1
        return int(max(policy, key=lambda each: (each[1], -each[0]))[0])


KNOWN: dict[str, Spiel] = {}  # by game: what a simulation costs there is learned once


def against(seating: Seating) -> Played:
    """One table at which OpenSpiel has as much time as the others take on the mean."""
    game = registry.game(seating.game)
    spiel = KNOWN.setdefault(seating.game, Spiel())
    bots: dict[str, Bot] = {spec: spiel if spec == ISMCTS else bot(written(spec, by_iterations=True))
                            for spec in set(seating.specs)}
    state = game.new(len(seating.specs), seating.seed, seating.options)
    moves, seconds = [0] * len(seating.specs), [0.0] * len(seating.specs)
    taken, thought = 0.0, 0
    while state.to_act:
        seat = state.to_act[0]
        spec, observation = seating.specs[seat], state.observe(seat)
        alone = len(state.actions(seat)) == 1
        started = time.process_time()
        action = bots[spec].choose(observation)
        spent = time.process_time() - started
        moves[seat] += 1
        seconds[seat] += spent
        if spec != ISMCTS and not alone:
            taken, thought = taken + spent, thought + 1
            spiel.seconds = taken / thought
        state.play(action, seat)
    winners = state.winners()
    victory = [1 / len(winners) if seat in winners else 0.0 for seat in range(len(seating.specs))]
    return Played(victory, state.scores(), moves, seconds)


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("game")
    ask.add_argument("--bot", default="king")
    ask.add_argument("--players", type=int, default=2)
    ask.add_argument("--games", type=int, default=40)
    ask.add_argument("--option", action="append", default=[])
    ask.add_argument("--seed", type=int, default=SEED)
    said = ask.parse_args()
    pair, spent, moves = Pair(said.bot, ISMCTS), {said.bot: 0.0, ISMCTS: 0.0}, {said.bot: 0, ISMCTS: 0}
    every = seatings(said.game, said.bot, ISMCTS, said.players, read_options(said.option), seed=said.seed)
    for _, table in zip(range(said.games), every, strict=False):
        played = against(table)
        each = dict.fromkeys(spent, 0.0)
        for seat, spec in enumerate(table.specs):
            each[spec] += played.victory[seat] / table.specs.count(spec)
            spent[spec] += played.seconds[seat]
            moves[spec] += played.moves[seat]
        pair.results.append(each[said.bot] / sum(each.values()))
    low, high = pair.interval
    spiel = KNOWN[said.game]
    cost = {name: 1000 * spent[name] / moves[name] for name in spent}
    print(f"{said.game} {said.players}p {' '.join(said.option)}: {said.bot} v OpenSpiel's IS-MCTS: "
          f"{100 * pair.mean:.1f} % [{100 * low:.0f}–{100 * high:.0f}] of {said.games} games, {cost[said.bot]:.1f} and "
          f"{cost[ISMCTS]:.1f} ms a move, {spiel.simulations / max(spiel.decisions, 1):.0f} simulations a decision",
          flush=True)


if __name__ == "__main__":
    main()
