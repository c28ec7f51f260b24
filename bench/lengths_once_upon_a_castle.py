"""How long games of Once Upon a Castle are, beside the simulation that the component page reports.

Both use simple players that look one action ahead, so the figures should be close, not equal.
"""
from __future__ import annotations

import sys

import chateaux
from chateaux.games.once_upon_a_castle.judgement import self_play

REPORTED = {  # turns of all players together and mean score, by version and players
    ("green", 2): (28.8, 34.8), ("green", 3): (31.3, 31.7), ("green", 4): (34.3, 31.5),
    ("blue", 2): (34.7, 41.2), ("blue", 3): (37.4, 37.6), ("blue", 4): (41.4, 37.5)}


def measure(version: str, players: int, games: int) -> tuple[float, float, int]:
    """Mean turns and mean score over games with the same simple player in every seat, and the longest game."""
    game = chateaux.game("once-upon-a-castle")
    turns: list[int] = []
    points = 0
    for seed in range(games):
        state = game.new(players, seed, {"version": version})
        turns.append(self_play(state, chateaux.Chance.stream(-1 - seed)))
        points += sum(state.scores())
    return sum(turns) / games, points / games / players, max(turns)


def main(games: int = 200) -> None:
    way = "compiled" if chateaux.COMPILED else "interpreted"
    print(f"Once Upon a Castle: {games} games a line, players that look one action ahead ({way})")
    print(f"{'version':8}{'players':>8}{'turns':>8}{'page':>7}{'ratio':>7}{'score':>8}{'page':>7}{'longest':>9}")
    for (version, players), (page_turns, page_score) in REPORTED.items():
        turns, score, longest = measure(version, players, games)
        print(f"{version:8}{players:8}{turns:8.1f}{page_turns:7.1f}{turns / page_turns:7.2f}{score:8.1f}"
              f"{page_score:7.1f}{longest:9}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
