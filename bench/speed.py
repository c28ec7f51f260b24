"""How fast the engine is: whole random games, moves, copies, legal lists, beside OpenSpiel in the same run.

CPU time, best of several windows, because machines are shared and noisy. Ratios are what counts.
"""
from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import chateaux

WINDOW = 0.4  # seconds of CPU time
WINDOWS = 5
PEERS = ("connect_four", "gin_rummy", "hanabi")


def rate(work: Callable[[], int]) -> float:
    """How many units of work are done in a second of CPU time: the best of several windows."""
    best = 0.0
    for _ in range(WINDOWS):
        done, start = 0, time.process_time()
        while (spent := time.process_time() - start) < WINDOW:
            done += work()
        best = max(best, done / spent)
    return best


def play_random_game(game: chateaux.Game, players: int, seed: int) -> int:
    """One random game through the Python API; how many moves it took."""
    chance = random.random
    state = game.new(players, seed)
    moves = 0
    while not state.over:
        seat = state.to_act[0]
        actions = state.actions(seat)
        state.play(actions[int(chance() * len(actions))], seat)
        moves += 1
    return moves


def play_peer(game: Any) -> int:  # OpenSpiel has no types
    """The same loop over a game of OpenSpiel."""
    chance = random.random
    state = game.new_initial_state()
    moves = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[int(chance() * len(outcomes))][0])
            continue
        state.current_player()
        actions = state.legal_actions()
        state.apply_action(actions[int(chance() * len(actions))])
        moves += 1
    return moves


def whole_games(game: chateaux.Game, players: int) -> float:
    """Whole random games in a second, inside the engine."""
    seeds = iter(range(1 << 60))
    batch = 20 if chateaux.COMPILED else 1
    return rate(lambda: batch if chateaux.simulate(game, players, batch, None, next(seeds) * batch) else 0)


def interpreted_games(id: str, players: int) -> float:
    """The same in a process that runs the plain sources."""
    code = f"from bench.speed import *; print(whole_games(chateaux.game({id!r}), {players}))"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True,
                            cwd=Path(__file__).parent.parent, env=os.environ | {"CHATEAUX_PURE": "1"})
    return float(result.stdout)


def moves_per_second(game: chateaux.Game, players: int) -> float:
    seeds = iter(range(1 << 60))
    return rate(lambda: play_random_game(game, players, next(seeds)))


def copies_and_lists(game: chateaux.Game, players: int) -> tuple[float, float]:
    """Copies and legal lists in a second, over positions of a random game."""
    chooser = random.Random(1)
    state = game.new(players, 1)
    positions = []
    while not state.over:
        positions.append((state.clone(), state.to_act[0]))
        state.play(chooser.choice(state.actions(state.to_act[0])), state.to_act[0])

    def copy_all() -> int:
        for position, _ in positions:
            position.clone()
        return len(positions)

    def list_all() -> int:
        for position, seat in positions:
            position.actions(seat)
        return len(positions)

    return rate(copy_all), rate(list_all)


def peers() -> dict[str, float]:
    """Moves in a second of OpenSpiel's games, if it is installed."""
    try:
        import pyspiel
    except ImportError:
        return {}
    found = {}
    for name in PEERS:
        game = pyspiel.load_game(name)
        found[name] = rate(partial(play_peer, game))
    return found


def main() -> None:
    print(f"chateaux {chateaux.__version__}, {'compiled' if chateaux.COMPILED else 'interpreted'}, "
          f"Python {sys.version.split()[0]}; CPU time, best of {WINDOWS} windows of {WINDOW} s, 2 players\n")
    others = peers()
    print(f"{'through the Python API':24}{'moves/s':>12}{'to connect_four':>17}{'copies/s':>12}{'lists/s':>12}")
    yardstick = others.get("connect_four")
    for name, speed in others.items():
        print(f"{name + ' (OpenSpiel)':24}{speed:12,.0f}{speed / others['connect_four']:17.2f}")
    for id, game in sorted(chateaux.games().items()):
        speed = moves_per_second(game, 2)
        copies, lists = copies_and_lists(game, 2)
        ratio = f"{speed / yardstick:17.2f}" if yardstick else f"{'–':>17}"
        print(f"{id:24}{speed:12,.0f}{ratio}{copies:12,.0f}{lists:12,.0f}")
    if not others:
        print("(where OpenSpiel is installed, it is measured in the same run)")
    print(f"\n{'whole random games':24}{'games/s':>12}{'interpreted':>13}{'ratio':>8}")
    for id, game in sorted(chateaux.games().items()):
        speed, slow = whole_games(game, 2), interpreted_games(id, 2)
        print(f"{id:24}{speed:12,.0f}{slow:13,.1f}{speed / slow:8.1f}")
    for script in sorted(Path(__file__).parent.glob("lengths_*.py")):
        print()
        subprocess.run([sys.executable, "-m", f"bench.{script.stem}"], check=True, cwd=script.parent.parent)


if __name__ == "__main__":
    main()
