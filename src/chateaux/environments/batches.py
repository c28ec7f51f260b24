"""Batches in several processes, a core each: every process has its share of the games, and all write into one memory.

A batch keeps Python to itself while it steps, so threads do not help. Processes do: what each writes is copied into
memory that they share, which costs a small part of the step, and is read there as arrays.
"""
from __future__ import annotations

import multiprocessing
from collections.abc import Mapping, Sequence
from multiprocessing.connection import Connection
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from chateaux.engine.data import Choice, IllegalAction
from chateaux.engine.game import Game
from chateaux.engine.registry import game as game_named
from chateaux.environments.arrays import Arrays
from chateaux.environments.batch import Batch

APART: Final = 1 << 40  # seeds of one process before those of the next
WRITTEN: Final = ("observations", "masks", "seats", "finished", "rewards", "scores")  # by the processes
LATEST: Final = 10.0  # seconds a process is given to end


class Box(NamedTuple):
    """A game as it can be sent to a process."""

    id: str
    rules_version: int
    pieces: object

    def opened(self) -> Game:
        """The game itself."""
        game = game_named(self.id).at_version(self.rules_version)
        return game if game.pieces == self.pieces else game.with_pieces(self.pieces)


class Plan(NamedTuple):
    """What lies where in the shared memory."""

    games: int
    players: int
    size: int
    actions: int

    def arrays(self, memory: Any) -> dict[str, npt.NDArray[Any]]:  # of ctypes
        """All arrays over the memory, the widest numbers first."""
        found: dict[str, npt.NDArray[Any]] = {}
        at = 0
        for name, kind, width in self.parts():
            count = self.games * width
            found[name] = np.frombuffer(memory, kind, count, at).reshape((self.games, width) if width > 1 else -1)
            at += count * np.dtype(kind).itemsize
        return found

    def parts(self) -> tuple[tuple[str, type[Any], int], ...]:
        return (("rewards", np.float64, self.players), ("scores", np.float64, self.players),
                ("chosen", np.int64, 1), ("observations", np.int16, self.size), ("masks", np.int8, self.actions),
                ("seats", np.uint8, 1), ("finished", np.uint8, 1))

    def bytes(self) -> int:
        return sum(self.games * width * np.dtype(kind).itemsize for _, kind, width in self.parts())


def work(pipe: Connection, box: Box, setting: tuple[int, int, dict[str, Choice], str], plan: Plan, memory: Any,
         first: int) -> None:
    """What a process does: its games are advanced whenever it is told to, and written behind those before `first`."""
    games, seed, options, reward = setting
    arrays = Arrays(Batch(box.opened(), plan.players, games, seed, options, reward))
    shared = {name: array[first:first + games] for name, array in plan.arrays(memory).items()}
    try:
        while True:
            for name in WRITTEN:
                np.copyto(shared[name], getattr(arrays, name))
            pipe.send(arrays.batch.ended)
            steps, chance = pipe.recv()
            if steps:
                arrays.batch.wander(steps, chance)
            else:
                arrays.step(shared["chosen"])
    except (EOFError, BrokenPipeError, KeyboardInterrupt):
        pass  # nobody asks any more


class Batches:
    """The same as `Arrays` of one `Batch`, but the games are shared out among processes.

    A script that uses it is guarded by `if __name__ == "__main__"`: each process begins by importing it.

    >>> import chateaux
    >>> with Batches(chateaux.game("chateau-combo"), games=8, seed=1, processes=2) as batches:
    ...     batches.step(batches.masks.argmax(1))
    ...     batches.observations.shape
    (8, 634)
    """

    def __init__(self, game: Game, players: int = 2, games: int = 1024, seed: int = 0,
                 options: Mapping[str, Choice] | None = None, reward: str = "result", processes: int = 2) -> None:
        if not 1 <= processes <= games:
            raise ValueError(f"{games} games can be shared out among 1 to {games} processes, not {processes}.")
        settled, features = game.settled(options), game.features(players, options)
        Batch(game, players, 1, seed, settled, reward)  # what is wrong is said here, and not in a process
        self.plan = Plan(games, players, features.size, game.action_count)
        context = multiprocessing.get_context("spawn")
        memory = context.RawArray("b", self.plan.bytes())
        self.shared = self.plan.arrays(memory)
        for name in WRITTEN:
            self.shared[name].flags.writeable = False  # here
        self.observations, self.masks = self.shared["observations"], self.shared["masks"]
        self.seats, self.finished = self.shared["seats"], self.shared["finished"]
        self.rewards, self.scores = self.shared["rewards"], self.shared["scores"]
        self.ended = 0  # games
        self.pipes: list[Connection] = []
        self.processes: list[Any] = []  # of a context
        for number in range(processes):
            first, last = games * number // processes, games * (number + 1) // processes
            mine, theirs = context.Pipe()
            process = context.Process(target=work, daemon=True, args=(
                theirs, Box(game.id, game.rules_version, game.pieces),
                (last - first, seed + number * APART, settled, reward), self.plan, memory, first))
            process.start()
            theirs.close()
            self.pipes.append(mine)
            self.processes.append(process)
        self.receive()

    def step(self, actions: npt.NDArray[Any] | Sequence[int]) -> None:
        """One action in every game, by the seat that is asked there; -1 leaves a game as it is.

        Raises IllegalAction, with all games untouched, when one is not legal.
        """
        self.send(actions)
        self.receive()

    def send(self, actions: npt.NDArray[Any] | Sequence[int]) -> None:
        """Let the processes begin a step; until `receive` there is time for something else, and nothing to read."""
        chosen = np.asarray(actions, np.int64)
        if chosen.shape != (self.plan.games,):
            raise ValueError(f"{self.plan.games} games need {self.plan.games} actions, not {chosen.size}.")
        known = (chosen >= 0) & (chosen < self.plan.actions)
        legal = self.masks[np.arange(self.plan.games), np.where(known, chosen, 0)] != 0
        wrong = np.flatnonzero((chosen != -1) & ~(known & legal))
        if wrong.size:
            raise IllegalAction("not possible", f"Game {wrong[0]}: action {chosen[wrong[0]]} is not possible now.")
        self.shared["chosen"][:] = chosen
        self.tell(0, 0)

    def receive(self) -> None:
        """Wait until every process has written what its games look like now."""
        try:
            self.ended = sum(pipe.recv() for pipe in self.pipes)
        except (EOFError, OSError):
            raise self.broken() from None

    def wander(self, steps: int, seed: int = 0) -> None:
        """Play so many random actions in every game, all in one call."""
        self.tell(steps, seed)
        self.receive()

    def tell(self, steps: int, seed: int) -> None:
        """Send every process on its way: for so many random steps, or for the chosen one."""
        try:
            for number, pipe in enumerate(self.pipes):
                pipe.send((steps, seed + number * APART))
        except OSError:
            raise self.broken() from None

    def broken(self) -> RuntimeError:
        """What is said when a process is gone; without it there is nothing to go on with."""
        self.close()
        return RuntimeError("A process of the batches has ended.")

    def close(self) -> None:
        """Let the processes end."""
        for pipe in self.pipes:
            pipe.close()
        for process in self.processes:
            process.join(LATEST)

    def __enter__(self) -> Batches:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
