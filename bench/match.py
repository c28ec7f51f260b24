"""One bot at a table of others, in every seat of the same deals: `python -m bench.match GAME ONE OTHER`.

    python -m bench.match chateau-fort king elder --players 4 --games 400 --seed 50000000

Prints the share of victories with its 95 % interval (even would be 1 / players), and what a move of either costs.
"""
from __future__ import annotations

import argparse
import math

from chateaux.bots.command import read_options
from chateaux.bots.ladder import Seating, play

SEED = 50_000_000  # of the first deal; nothing was tuned on these


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("game")
    ask.add_argument("one")
    ask.add_argument("other")
    ask.add_argument("--players", type=int, default=2)
    ask.add_argument("--games", type=int, default=200)
    ask.add_argument("--seed", type=int, default=SEED)
    ask.add_argument("--option", action="append", default=[])
    ask.add_argument("--timed", action="store_true", help="levels think by the clock, as they do for people")
    said = ask.parse_args()
    options = read_options(said.option)
    deals: list[float] = []  # by deal: what the one won of it, over all its seats
    moves, seconds, points, tables = [0, 0], [0.0, 0.0], [0.0, 0.0], max(1, said.games // said.players)
    for number in range(tables):
        won = 0.0
        for own in range(said.players):
            specs = tuple(said.one if seat == own else said.other for seat in range(said.players))
            played = play(Seating(said.game, specs, said.seed + number, options, said.timed))
            won += played.victory[own] / said.players
            for seat in range(said.players):
                side = 0 if seat == own else 1
                moves[side] += played.moves[seat]
                seconds[side] += played.seconds[seat]
                points[side] += played.scores[seat] / (1 if seat == own else said.players - 1)
        deals.append(won)
    mean = sum(deals) / len(deals)
    error = math.sqrt(sum((won - mean) ** 2 for won in deals) / max(len(deals) - 1, 1) / len(deals))
    count = len(deals) * said.players
    cost = [1000 * seconds[side] / max(moves[side], 1) for side in (0, 1)]
    print(f"{said.game} {said.players}p {' '.join(said.option)}: {said.one} v {said.other}: {100 * mean:.1f} % "
          f"[{100 * (mean - 1.96 * error):.0f}–{100 * (mean + 1.96 * error):.0f}] of {count} games, "
          f"{cost[0]:.2f} and {cost[1]:.2f} ms a move, points {points[0] / count:.1f} and {points[1] / count:.1f}",
          flush=True)


if __name__ == "__main__":
    main()
