"""What each choice loses by what a far longer search says of it: `python -m bench.regret GAME`.

    python -m bench.regret chateau-fort --bots greedy,search:iterations=200,search:iterations=8000 --judge 100000

Decisions of games of a King against itself. A search of `--judge` iterations with the written figures, by seeds that no
bot has, says what every action is worth; prints for each bot how many points of chance its choice is worth less than
the one that was thought about most, with the 95 % interval, and how often it is the same. So much more thought of the
same kind could bring, a decision; what the judgement itself is wrong about does not show.
"""
from __future__ import annotations

import argparse
import math
import random

import chateaux
from chateaux.bots import bot
from chateaux.bots.command import read_options
from chateaux.bots.levels import written
from chateaux.bots.thinkers import SearchBot
from chateaux.engine.data import Choice, Observation

SEED = 240_000_000  # of the first deal; nothing was tuned on these
OTHER = 1 << 40  # what the judge's seed differs by
EACH = 3  # decisions of a game


def decisions(game: chateaux.Game, count: int, players: int, options: dict[str, Choice],
              seed: int) -> list[Observation]:
    """Decisions that leave a choice, a few of each game."""
    king, found = bot(written("king", by_iterations=True), game), list[Observation]()
    while len(found) < count:
        state, seen = game.new(players, seed, options), list[Observation]()
        while state.to_act:
            seat = state.to_act[0]
            observation = state.observe(seat)
            if len(state.actions(seat)) > 1:
                seen.append(observation)
            state.play(king.choose(observation), seat)
        found += random.Random(seed).sample(seen, min(EACH, len(seen)))
        seed += 1
    return found[:count]


def mean(numbers: list[float]) -> tuple[float, float]:
    """The mean and half of its 95 % interval.

    >>> mean([1.0, 1.0, 1.0])
    (1.0, 0.0)
    """
    count = len(numbers)
    middle = sum(numbers) / count
    return middle, 1.96 * math.sqrt(sum((one - middle) ** 2 for one in numbers) / max(count - 1, 1) / count)


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("game")
    ask.add_argument("--bots", default="greedy,search:iterations=200,search:iterations=2000,search:iterations=8000")
    ask.add_argument("--judge", type=int, default=100_000)
    ask.add_argument("--decisions", type=int, default=60)
    ask.add_argument("--players", type=int, default=2)
    ask.add_argument("--option", action="append", default=[])
    ask.add_argument("--seed", type=int, default=SEED)
    said = ask.parse_args()
    game = chateaux.game(said.game)
    judge = SearchBot(game=game, iterations=said.judge, figures="written", seed=OTHER)
    asked = decisions(game, said.decisions, said.players, read_options(said.option), said.seed)
    judged = [judge.search(observation).found() for observation in asked]
    print(f"{said.game} {said.players}p {' '.join(said.option)}: {len(asked)} decisions, judged by {said.judge} "
          f"iterations", flush=True)
    for spec in said.bots.split(","):
        player = bot(written(spec, by_iterations=True), game)
        losses, same = [], 0
        for observation, rows in zip(asked, judged, strict=True):
            action, chances = player.choose(observation), {row[0]: row[3] for row in rows}
            losses.append(100 * (rows[0][3] - chances.get(action, 0.0)))
            same += action == rows[0][0]
        loss, error = mean(losses)
        print(f"  {spec}: loses {loss:.2f} ± {error:.2f} points, agrees {100 * same / len(asked):.0f} %", flush=True)


if __name__ == "__main__":
    main()
