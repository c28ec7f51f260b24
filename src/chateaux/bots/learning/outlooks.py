"""Outlooks taught by games: who won from positions like this, beyond what the judgement thinks of them.

Quick games are played by the hundred thousand, everybody taking what looks best, more or less; some positions of each
are told as one seat knows them, in the numbers of the game's features, with what the judgement makes of a world that
this seat may imagine, and with who won. What the judgement is wrong about again and again, a network learns to see.
"""
from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from chateaux.bots.learning.games import Table, quick_game, tables
from chateaux.bots.learning.taught import Adam, Numbers, Taught
from chateaux.engine.chance import Chance
from chateaux.engine.game import Game, State
from chateaux.engine.judgement import Judgement

Whole = np.ndarray[tuple[int, ...], np.dtype[np.int16]]
Places = np.ndarray[tuple[int, ...], np.dtype[np.int64]]
EACH: Final = 0.1  # of the positions of a game are told, each with the eyes of one seat
WILD: Final = (0.0, 0.1, 0.3, 0.6)  # of the warmth of a judgement: by how much the players of a game are mistaken
BATCH: Final = 2048  # positions of a step
SEEN: Final = 50_000  # positions that tell how much each number varies
HELD: Final = 10  # one game of so many is not learned from
FIRM: Final = 1e-4  # how far weights are held to nothing


@dataclass
class Sights:
    """Positions as seats saw them, a row each, all of one shape of features."""

    rows: Whole  # the features
    judged: Numbers  # by seat, from one's own on: what the judgement thinks, in log odds,
    won: Numbers  # and the part of the victory
    games: Places  # the game of each


def sights(game: Game, judgement: Judgement, players: int, seeds: range) -> dict[str, Sights]:
    """Quick games for so many players, in every mode, by the digest of their features."""
    found: dict[str, list[tuple[list[int], list[float], list[float], int]]] = {}
    for seed in seeds:
        dice = random.Random(-seed)
        table = Table(players, tables(game, seed).options)
        features = game.features(players, table.options)
        chance = Chance.stream(seed)
        kept: list[tuple[list[int], list[float], int]] = []
        state: State | None = None
        for state in quick_game(game, judgement, seed, dice.choice(WILD) * judgement.warmth, table=table):
            if state.to_act and dice.random() < EACH:
                eyes = dice.randrange(players)
                world = state.clone()
                world.redeal(eyes, chance)
                judged = [judgement.worth(world, (eyes + after) % players) / judgement.doubt(world)
                          for after in range(players)]
                kept.append((features.values(state, eyes), judged, eyes))
        if state is None or state.to_act:
            continue
        winners = state.winners()
        rows = found.setdefault(features.digest, [])
        for told, judged, eyes in kept:
            rows.append((told, judged, [((eyes + after) % players in winners) / len(winners)
                                        for after in range(players)], seed))
    return {digest: Sights(np.array([row[0] for row in rows], np.int16), np.array([row[1] for row in rows], np.float32),
                           np.array([row[2] for row in rows], np.float32), np.array([row[3] for row in rows]))
            for digest, rows in found.items()}


def together(parts: list[Sights]) -> Sights:
    """All of them as one."""
    return Sights(np.concatenate([part.rows for part in parts]), np.concatenate([part.judged for part in parts]),
                  np.concatenate([part.won for part in parts]), np.concatenate([part.games for part in parts]))


def shares(logits: Numbers) -> Numbers:
    raised = np.exp(logits - logits.max(1, keepdims=True))
    found: Numbers = raised / raised.sum(1, keepdims=True)
    return found


def surprise(taught: Taught, seen: Sights, places: Places, scale: Numbers) -> float:
    """How surprising it was who won, on the mean."""
    total = 0.0
    for first in range(0, len(places), 4 * BATCH):
        batch = places[first:first + 4 * BATCH]
        value, _ = taught.value(seen.rows[batch].astype(np.float32) / scale)
        total -= float((seen.won[batch] * np.log(shares(seen.judged[batch] + value) + 1e-9)).sum())
    return total / max(len(places), 1)


def teach(seen: Sights, hidden: int, epochs: int, seed: int,
          say: Callable[[int, float], None] = lambda epoch, loss: None) -> Taught:
    """An outlook that has gone over the positions so many times; how surprised it is by games that were held out is
    said after each time, and before the first.
    """
    dice = np.random.default_rng(seed)
    scale = np.maximum(1.0, seen.rows[::max(1, len(seen.rows) // SEEN)].std(0)).astype(np.float32)
    away = seen.games % HELD == 0
    to_learn, held = np.flatnonzero(~away), np.flatnonzero(away)
    awake = float((seen.rows[:SEEN] != 0).sum(1).mean())
    taught = Taught.blank(seen.rows.shape[1], hidden, seen.won.shape[1], awake, seed)
    steps = Adam(taught, epochs * (len(to_learn) // BATCH + 1), FIRM)
    say(0, surprise(taught, seen, held, scale))
    for epoch in range(1, epochs + 1):
        order = dice.permutation(to_learn)
        for first in range(0, len(order), BATCH):
            batch = order[first:first + BATCH]
            told = seen.rows[batch].astype(np.float32) / scale
            value, units = taught.value(told)
            pull = ((shares(seen.judged[batch] + value) - seen.won[batch]) / len(batch)).astype(np.float32)
            steps.go(taught.slopes(told, units, pull))
        say(epoch, surprise(taught, seen, held, scale))
    taught.rows /= scale[:, None]
    return taught
