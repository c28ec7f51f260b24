"""Whether the chances that hints tell come true, and whether they are the same each time: `python -m bench.chances`.

    python -m bench.chances chateau-combo --positions 3000 --seed 60000000 --fit

Games of a search against itself; at some decisions the adviser is asked for the chance of its best action, and the end
of the game says what came of it. Prints what was told and what came true in tenths, neighbours put together until they
hold 150 positions (fewer tell little: 150 are out by 8 points one time in twenty), by how much the tenths are out on
the mean and at most, and by how much the same question is answered differently by other seeds. `--fit` prints the line,
in log odds, that would have told the truth, for `chances.json` of the game; while one is there, it is the line that is
missing beside it. `--halves` fits it to the even deals and says what it does to the odd ones.
"""
from __future__ import annotations

import argparse
import json
import math
import random
from pathlib import Path

import chateaux
from chateaux.bots import bot
from chateaux.bots.candour import Line, honest
from chateaux.bots.thinkers import Adviser
from chateaux.engine.data import Observation

SEED = 60_000_000  # of the first deal; nothing was tuned on these
EACH = 2  # positions of a game
BINS = 10
FEWEST = 150  # positions of a bin
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


def put_right(rows: list[tuple[float, float]], line: tuple[float, float]) -> list[tuple[float, float]]:
    """The same positions as they would have been told with a line."""
    return [(honest(chance, Line(*line)), won) for chance, won in rows]


def binned(rows: list[tuple[float, float]], fewest: int = FEWEST) -> list[list[tuple[float, float]]]:
    """The positions by the tenth that was told, neighbours put together until each holds so many.

    >>> [len(bin) for bin in binned([(0.05, 0), (0.15, 0), (0.55, 1), (0.58, 0), (0.95, 1)], 2)]
    [2, 3]
    """
    found: list[list[tuple[float, float]]] = []
    open_: list[tuple[float, float]] = []
    for number in range(BINS):
        open_ += [row for row in rows if min(int(row[0] * BINS), BINS - 1) == number]
        if len(open_) >= fewest:
            found.append(open_)
            open_ = []
    if open_ and found:
        found[-1] += open_
    elif open_:
        found.append(open_)
    return found


def tenths(rows: list[tuple[float, float]], silent: bool = False) -> tuple[float, float]:
    """Print what was told and what came true; by how many points that is out, on the mean of the positions and at most.
    """
    error = worst = 0.0
    for bin in binned(rows):
        said, true = (100 * sum(row[index] for row in bin) / len(bin) for index in (0, 1))
        spread = 196 * math.sqrt(true / 100 * (1 - true / 100) / len(bin))
        error += abs(said - true) * len(bin) / len(rows)
        worst = max(worst, abs(said - true))
        if not silent:
            print(f"    told {said:5.1f}, came true {true:5.1f} ± {spread:4.1f}, of {len(bin)} positions")
    return error, worst


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("games", nargs="*", default=sorted(chateaux.games()))
    ask.add_argument("--positions", type=int, default=500)
    ask.add_argument("--players", type=int, default=2)
    ask.add_argument("--seed", type=int, default=SEED)
    ask.add_argument("--bot", default="search:iterations=40")
    ask.add_argument("--fit", action="store_true")
    ask.add_argument("--halves", action="store_true")
    ask.add_argument("--rows", type=Path, default=None, help="a file for every position: game, players, told, won")
    said = ask.parse_args()
    for id in said.games:
        game, deal = chateaux.game(id), said.seed
        rows: list[tuple[float, float]] = []
        halves: tuple[list[tuple[float, float]], list[tuple[float, float]]] = ([], [])
        asked: list[Observation] = []
        while len(rows) < said.positions:
            told, seen = one_game(game, said.players, deal, said.bot)
            rows += told
            halves[deal % 2].extend(told)
            asked += seen if len(asked) < ASKED else []
            deal += 1
        if said.rows is not None:
            with said.rows.open("a", encoding="utf-8") as lines:
                lines.writelines(json.dumps([id, said.players, *row]) + "\n" for row in rows)
        print(f"{id}, {said.players} players, {len(rows)} positions of {deal - said.seed} games, seed {said.seed}")
        error, worst = tenths(rows)
        spreads = []
        for observation in asked:
            chances = [Adviser(game=game, seed=number).hints(observation)[0].chance for number in range(REPEATS)]
            mean = sum(chances) / REPEATS
            spreads.append(100 * math.sqrt(sum((chance - mean) ** 2 for chance in chances) / (REPEATS - 1)))
        print(f"  out by {error:.1f} points on the mean, {worst:.1f} at most; the same question differs by "
              f"{sum(spreads) / len(spreads):.1f} points (SD; at most {max(spreads):.1f})", flush=True)
        if said.fit:
            start, steep = fitted(rows)
            print(f"  candour: {start:.3f}, {steep:.3f}", flush=True)
        if said.halves:
            line = fitted(halves[0])
            before, after = (tenths(half, silent=True) for half in (halves[1], put_right(halves[1], line)))
            print(f"  the line of the even deals, {line[0]:.3f}, {line[1]:.3f}, on {len(halves[1])} positions of the "
                  f"odd: out by {before[0]:.1f} without it and {after[0]:.1f} with it, at most {before[1]:.1f} and "
                  f"{after[1]:.1f}", flush=True)


if __name__ == "__main__":
    main()
