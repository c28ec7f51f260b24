"""Steps a second with observation and mask, beside OpenSpiel, PettingZoo's classics, RLCard and catanatron in one run.

A step is one action of one player, with what the next player sees as an array and the mask of what is legal. Everybody
plays at random through Python, on one core; CPU time, best of several windows. `make bench-peers` installs the peers.
"""
from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import chateaux
from bench.speed import WINDOW, WINDOWS, moves_per_second, peers, rate
from chateaux.environments import Batch
from chateaux.environments.arrays import Arrays
from chateaux.environments.batches import Batches

GAMES = 256  # in a batch: what it writes fits into the second cache


def openspiel(name: str) -> Callable[[], int]:
    """A game of OpenSpiel, in C++ and driven from Python."""
    import pyspiel

    game = pyspiel.load_game(name)

    def play() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(random.random() * len(outcomes))][0])
                continue
            state.observation_tensor(state.current_player())
            state.legal_actions_mask()
            actions = state.legal_actions()
            state.apply_action(actions[int(random.random() * len(actions))])
            steps += 1
        return steps

    return play


def classic(name: str) -> Callable[[], int]:
    """One of PettingZoo's classics."""
    import importlib

    env = importlib.import_module(f"pettingzoo.classic.{name}").raw_env()

    def play() -> int:
        env.reset()
        steps = 0
        while env.agents:
            seen, _, ended, cut, _ = env.last()
            if ended or cut:
                env.step(None)
                continue
            actions = np.flatnonzero(seen["action_mask"])
            env.step(int(actions[int(random.random() * len(actions))]))
            steps += 1
        return steps

    return play


def rlcard(name: str) -> Callable[[], int]:
    """A game of RLCard."""
    import rlcard as library

    env = library.make(name)

    def play() -> int:
        state, _ = env.reset()
        steps = 0
        while not env.is_over():
            actions = list(state["legal_actions"])
            state, _ = env.step(actions[int(random.random() * len(actions))])
            steps += 1
        return steps

    return play


def catanatron() -> Callable[[], int]:
    """The Settlers of catanatron, by its own random players: its package brings no observation."""
    from catanatron import Color, Game, RandomPlayer

    def play() -> int:
        game, steps = Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)]), 0
        while game.winning_color() is None and steps < 300:
            game.play_tick()
            steps += 1
        return steps

    return play


PEERS: dict[str, Callable[[], Callable[[], int]]] = {
    "OpenSpiel connect_four": lambda: openspiel("connect_four"), "OpenSpiel gin_rummy": lambda: openspiel("gin_rummy"),
    "OpenSpiel hanabi": lambda: openspiel("hanabi"), "OpenSpiel tic_tac_toe": lambda: openspiel("tic_tac_toe"),
    "PettingZoo connect_four": lambda: classic("connect_four_v3"),
    "PettingZoo tictactoe": lambda: classic("tictactoe_v3"),
    "RLCard leduc-holdem": lambda: rlcard("leduc-holdem"), "RLCard uno": lambda: rlcard("uno"),
    "catanatron, no observation": catanatron}


def one_call(game: chateaux.Game, players: int) -> Callable[[], int]:
    """A batch that draws its actions itself: what is compiled, alone."""
    batch, seeds = Batch(game, players, GAMES, 1), iter(range(1 << 60))

    def play() -> int:
        batch.wander(4, next(seeds))
        return 4 * GAMES

    return play


def with_numpy(game: chateaux.Game, players: int) -> Callable[[], int]:
    """A batch whose actions NumPy draws from its masks."""
    arrays, chance = Arrays(Batch(game, players, GAMES, 1)), np.random.default_rng(1)

    def play() -> int:
        drawn = chance.random(GAMES, np.float32) * arrays.masks.sum(1, dtype=np.int16)
        arrays.step((arrays.masks.cumsum(1, dtype=np.uint8) > drawn[:, None]).argmax(1))
        return GAMES

    return play


def in_processes(game: chateaux.Game, players: int, processes: int) -> float:
    """Steps a second by the clock, four times as many games in each process: it wants the cores for itself."""
    with Batches(game, players, 4 * GAMES * processes, 1, processes=processes) as batches:
        best = 0.0
        for window in range(WINDOWS):
            done, start = 0, time.perf_counter()
            while (spent := time.perf_counter() - start) < WINDOW:
                batches.wander(1, window)
                done += batches.plan.games
            best = max(best, done / spent)
    return best


def measured(peers: dict[str, Callable[[], Callable[[], int]]]) -> Iterator[tuple[str, float]]:
    for name, make in peers.items():
        try:
            yield name, rate(make())
        except Exception as error:  # whatever is wrong with a peer, the others are measured
            print(f"{name:28} not measured: {type(error).__name__}: {error}")


def main() -> None:
    print(f"chateaux {chateaux.__version__}, {'compiled' if chateaux.COMPILED else 'interpreted'}; steps a second with "
          "observation and mask, one core, CPU time\n")
    best = 0.0
    for name, speed in measured(PEERS):
        best = max(best, speed)
        print(f"{name:28}{speed:12,.0f}")
    print(f"\n{'batches of ' + str(GAMES):28}{'one call':>12}{'to the best':>13}{'with NumPy':>12}{'to the best':>13}")
    for id, game in sorted(chateaux.games().items()):
        alone, drawn = rate(one_call(game, 2)), rate(with_numpy(game, 2))
        ratios = [f"{speed / best:13.1f}" if best else f"{'–':>13}" for speed in (alone, drawn)]
        print(f"{id:28}{alone:12,.0f}{ratios[0]}{drawn:12,.0f}{ratios[1]}")
    print(f"\n{'by the clock':28}{'1 process':>12}{'2 processes':>12}")
    for id, game in sorted(chateaux.games().items()):
        one, two = (in_processes(game, 2, processes) for processes in (1, 2))
        print(f"{id:28}{one:12,.0f}{two:12,.0f}{two / one:13.2f}")
    yardstick = peers().get("connect_four")
    if yardstick:
        print(f"\nmoves a second through the Python API, without observation: connect_four {yardstick:,.0f}")
        for id, game in sorted(chateaux.games().items()):
            speed = moves_per_second(game, 2)
            print(f"{id:28}{speed:12,.0f}{speed / yardstick:13.2f}")


def speed_of(game: chateaux.Game, players: int) -> dict[str, Any]:
    """The row of a game in the table of the documentation."""
    features, (moves, _) = game.features(players), chateaux.simulate(game, players, 200)
    return {"players": players, "actions": game.action_count, "observation": features.size, "length": moves / 200,
            "steps/s": rate(one_call(game, players))}


if __name__ == "__main__":
    main()
