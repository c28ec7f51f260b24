"""Whether the chances that hints tell come true, and whether they are the same each time: `python -m bench.chances`.

    python -m bench.chances chateau-combo --positions 500 --seed 60000000 --fit

Games of a search against itself; at some decisions the adviser is asked for the chance of its best action, and the end
of the game says what came of it. Prints what was told and what came true in tenths, the mean error of the tenths, and
by how much the same question is answered differently by other seeds. `--fit` prints the line, in log odds, that would
have told the truth, for `chances.json` of the game; while one is there, it is the line that is missing beside it.
"""
from __future__ import annotations

import argparse
import math
import random

import chateaux
from chateaux.bots import bot
from chateaux.bots.thinkers import Adviser
from chateaux.engine.data import Observation

SEED = 60_000_000  # of the first deal; nothing was tuned on these
EACH = 2  # positions of a game
BINS = 10
REPEATS = 12  # of one question, by other seeds,
ASKED = 12  # and of so many questions


def one_game(game: chateaux.Game, players: int, seed: int,
             spec: str) -> tuple[list[tuple[float, float]], list[Observation]]:
    """What was told at some decisions of a game with what came of it; and one observation of it."""
    dice = random.Random(seed)
    chooser, adviser = bot(spec, game), Adviser(game=game)
    state = game.new(players, seed)
    told: list[tuple[int, float]] = []
    seen: list[Observation] = []
    rate = {"castle-builder": 0.03, "chateau-combo": 0.11, "chateau-fort": 0.02, "once-upon-a-castle": 0.05}
    while state.to_act:
        seat = state.to_act[0]
        observation = state.observe(seat)
        if len(told) < EACH and len(state.actions(seat)) > 1 and dice.random() < rate.get(game.id, 0.05) * 2 / players:
            told.append((seat, adviser.hints(observation)[0].chance))
            seen.append(observation)
        state.play(chooser.choose(observation), seat)
    winners = state.winners()
    return [(chance, 1 / len(winners) if seat in winners else 0.0) for seat, chance in told], seen[:1]


def odds(chance: float) -> float:
    chance = min(0.995, max(0.005, chance))
    return math.log(chance / (1 - chance))


def fitted(rows: list[tuple[float, float]]) -> tuple[float, float]:
    """The line in log odds under which what happened would have been likeliest: where it begins, how steep it is."""
    start, steep = 0.0, 1.0
    for _ in range(50):
        slope, curve = [0.0, 0.0], [[1e-3, 0.0], [0.0, 1e-3]]
        for chance, won in rows:
            number = odds(chance)
            share = 1 / (1 + math.exp(-start - steep * number))
            for index, one in enumerate((1.0, number)):
                slope[index] += (won - share) * one
                for other, two in enumerate((1.0, number)):
                    curve[index][other] += share * (1 - share) * one * two
        det = curve[0][0] * curve[1][1] - curve[0][1] * curve[1][0]
        start += (slope[0] * curve[1][1] - slope[1] * curve[0][1]) / det
        steep += (slope[1] * curve[0][0] - slope[0] * curve[1][0]) / det
    return start, steep


def tenths(rows: list[tuple[float, float]]) -> float:
    """Print what was told and what came true; the mean error of the tenths, in points, weighed by their positions."""
    error = 0.0
    for number in range(BINS):
        bin = [(chance, won) for chance, won in rows if min(int(chance * BINS), BINS - 1) == number]
        if bin:
            said, true = (100 * sum(row[index] for row in bin) / len(bin) for index in (0, 1))
            spread = 196 * math.sqrt(true / 100 * (1 - true / 100) / len(bin))
            error += abs(said - true) * len(bin) / len(rows)
            print(f"    told {said:5.1f}, came true {true:5.1f} ± {spread:4.1f}, of {len(bin)} positions")
    return error


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("games", nargs="*", default=sorted(chateaux.games()))
    ask.add_argument("--positions", type=int, default=500)
    ask.add_argument("--players", type=int, default=2)
    ask.add_argument("--seed", type=int, default=SEED)
    ask.add_argument("--bot", default="search:iterations=40")
    ask.add_argument("--fit", action="store_true")
    said = ask.parse_args()
    for id in said.games:
        game, deal = chateaux.game(id), said.seed
        rows: list[tuple[float, float]] = []
        asked: list[Observation] = []
        while len(rows) < said.positions:
            told, seen = one_game(game, said.players, deal, said.bot)
            rows += told
            asked += seen if len(asked) < ASKED else []
            deal += 1
        print(f"{id}, {said.players} players, {len(rows)} positions of {deal - said.seed} games, seed {said.seed}")
        error = tenths(rows)
        spreads = []
        for observation in asked:
            chances = [Adviser(game=game, seed=number).hints(observation)[0].chance for number in range(REPEATS)]
            mean = sum(chances) / REPEATS
            spreads.append(100 * math.sqrt(sum((chance - mean) ** 2 for chance in chances) / (REPEATS - 1)))
        print(f"  mean error of a tenth {error:.1f} points; the same question differs by "
              f"{sum(spreads) / len(spreads):.1f} points (SD; at most {max(spreads):.1f})", flush=True)
        if said.fit:
            start, steep = fitted(rows)
            print(f"  candour: {start:.3f}, {steep:.3f}", flush=True)


if __name__ == "__main__":
    main()
