"""How long games of Once Upon a Castle are, beside the simulation with which the boards were reconstructed.

Both use simple players that look one action ahead, so the figures should be close, not equal. For blue there is
nothing to stand beside: there every cell is a crossing of two lines, and that simulation's player counted its tokens
for both, so it sat on complete lines and its games (34.7, 37.4 and 41.4 turns) were too long by a fifth.
"""
from __future__ import annotations

import sys

import chateaux
from bench.greedy import greedy_game
from chateaux.engine.chance import Chance
from chateaux.engine.game import State
from chateaux.games.once_upon_a_castle import lab
from chateaux.games.once_upon_a_castle.judgement import CastleJudgement

QUICK = CastleJudgement()
REPORTED: dict[tuple[str, int], tuple[float, float] | None] = {  # turns of all players together and mean score
    ("green", 2): (28.8, 34.8), ("green", 3): (31.3, 31.7), ("green", 4): (34.3, 31.5),
    ("blue", 2): None, ("blue", 3): None, ("blue", 4): None}


def quick(state: State, seat: int, chance: Chance) -> int:
    return int(QUICK.pick(state, seat, state.legal(seat), chance))


def measure(version: str, players: int, games: int) -> tuple[float, float, int]:
    """Mean turns and mean score over games with the same simple player in every seat, and the longest game."""
    game = chateaux.game("once-upon-a-castle")
    turns: list[int] = []
    points = 0
    for seed in range(games):
        state = game.new(players, seed, {"version": version})
        greedy_game(state, quick, chateaux.Chance.stream(-1 - seed))
        turns.append(lab.turns(state))
        points += sum(state.scores())
    return sum(turns) / games, points / games / players, max(turns)


def main(games: int = 200) -> None:
    way = "compiled" if chateaux.COMPILED else "interpreted"
    print(f"Once Upon a Castle: {games} games a line, players that look one action ahead ({way})")
    print(f"{'version':8}{'players':>8}{'turns':>8}{'there':>7}{'ratio':>7}{'score':>8}{'there':>7}{'longest':>9}")
    for (version, players), reported in REPORTED.items():
        turns, score, longest = measure(version, players, games)
        there = ["–"] * 3 if reported is None else [
            f"{reported[0]:.1f}", f"{turns / reported[0]:.2f}", f"{reported[1]:.1f}"]
        print(f"{version:8}{players:8}{turns:8.1f}{there[0]:>7}{there[1]:>7}{score:8.1f}{there[2]:>7}{longest:9}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
