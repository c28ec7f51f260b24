"""Lengths of games of Château fort with greedy and random players, beside the simulation that shaped the box.

    python -m bench.lengths_chateau_fort [games]
"""
from __future__ import annotations

import sys
from typing import Any

import chateaux
from bench.greedy import greedy_game
from chateaux.games.chateau_fort import lab
from chateaux.games.chateau_fort.judgement import choose
from chateaux.games.chateau_fort.state import Realm


def mean(numbers: list[int]) -> float:
    return sum(numbers) / len(numbers)


def main(games: int) -> None:
    game = chateaux.game("chateau-fort")
    box: Any = game.pieces  # JSON data with free-form parts
    expected = box["simulation"]
    print(f"chateau-fort, {games} games a line, {'compiled' if chateaux.COMPILED else 'interpreted'}")
    print("players  turns: greedy   page   rounds: greedy   page   unfinished   decisions: greedy   random   "
          "wins, first player first")
    for players in game.players:
        ended: list[Realm] = []
        decisions: list[int] = []
        unfinished = 0
        for seed in range(games):
            state = game.new(players, seed)
            decisions.append(greedy_game(state, choose, chateaux.Chance.stream(-1 - seed)))
            assert isinstance(state, Realm)
            unfinished += not state.over
            ended.append(state)
        turns = mean([lab.turns(state) for state in ended])
        rounds = mean([int(state.round) for state in ended])
        random_actions, _ = chateaux.simulate(game, players, max(1, games // 5))
        wins = [sum((state.first + step) % players in state.winners() for state in ended) for step in range(players)]
        print(f"{players:7d} {turns:14.1f} {expected['turns_total'][str(players)]:6.1f} {rounds:16.1f} "
              f"{expected['rounds_mean'][str(players)]:6.1f} {unfinished:12d} {mean(decisions):19.0f} "
              f"{random_actions / max(1, games // 5):8.0f}   "
              + " ".join(f"{100 * won / games:.0f}%" for won in wins))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 250)
