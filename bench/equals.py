"""One bot in every seat, many games: how they end, which seat wins, how long they last.

    python -m bench.equals GAME BOT [--players 2,3,4] [--games 1000] [--options version=blue,…] [--seed N]

A share stands with its 95 % interval (Wilson's). Levels play as on the ladder, by iterations: the same seed gives the
same figures.
"""
from __future__ import annotations

import argparse
import math
from collections import Counter
from typing import Final

import chateaux
from chateaux.bots import bot
from chateaux.bots.ladder import NORMAL
from chateaux.bots.levels import LEVELS
from chateaux.engine.data import Choice
from chateaux.lab.command import variants

SEED: Final = 5_000_000  # neither the ladder's deals nor those that figures were chosen on


def interval(count: float, total: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share.

    >>> low, high = interval(20, 1000)
    >>> round(100 * low, 1), round(100 * high, 1)
    (1.3, 3.1)
    """
    share, square = count / total, NORMAL * NORMAL
    middle = (share + square / 2 / total) / (1 + square / total)
    reach = NORMAL * math.sqrt(share * (1 - share) / total + square / 4 / total / total) / (1 + square / total)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def shown(count: float, total: int) -> str:
    """A share in words."""
    low, high = interval(count, total)
    return f"{100 * count / total:.1f} % ({100 * low:.1f}–{100 * high:.1f})"


def measure(game: str, spec: str, players: int, games: int, options: dict[str, Choice], seed: int) -> str:
    """Play the games and say how they went, in one line."""
    played = chateaux.game(game)
    mind = bot(LEVELS[spec].ladder if spec in LEVELS else spec)
    endings: Counter[str] = Counter()
    wins = [0.0] * players
    decisions = 0
    for number in range(games):
        state = played.new(players, seed + number, options)
        begins = state.to_act[0]
        while state.to_act:
            seat = state.to_act[0]
            state.play(mind.choose(state.observe(seat)), seat)
            decisions += 1
        endings[str(state.ending().get("kind", "end"))] += 1
        winners = state.winners()
        for seat in winners:
            wins[(seat - begins) % players] += 1 / len(winners)
    ends = ", ".join(f"{kind} {shown(count, games)}" for kind, count in endings.most_common())
    return (f"{players} players: {ends}; victories in turn order "
            + " / ".join(shown(count, games) for count in wins) + f"; {decisions / games:.0f} decisions a game")


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("game")
    ask.add_argument("bot")
    ask.add_argument("--players", default="2,3,4")
    ask.add_argument("--games", type=int, default=1000)
    ask.add_argument("--options", default="")
    ask.add_argument("--seed", type=int, default=SEED)
    said = ask.parse_args()
    options = variants(chateaux.game(said.game), [item for item in said.options.split(",") if item])
    settings = f", {said.options}" if said.options else ""
    print(f"{said.game}, {said.bot} in every seat{settings}, {said.games} games a line", flush=True)
    for players in map(int, said.players.split(",")):
        print("  " + measure(said.game, said.bot, players, said.games, options, said.seed), flush=True)


if __name__ == "__main__":
    main()
