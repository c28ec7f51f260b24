"""Chances by playing on: many futures of one position, each played to its end by the game's quick guidance. Compiled.

Future number n of every position is dealt from the same source, so that neighbouring moments of a game share their
luck and differ by what happened between them.
"""
from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from chateaux.engine.chance import Chance
from chateaux.engine.game import State
from chateaux.engine.judgement import Judgement
from chateaux.engine.playout import play_on

NOTHING: i64 = -1  # no action: the position as it is


def won(state: State, judgement: Judgement, chance: Chance) -> vec[float]:
    """Play a position to its end; what each seat has of the victory. A game without end is judged as it stands."""
    play_on(state, judgement, chance, -1)
    if state.acting() != 0:
        return judgement.chances(state)
    shares = vec[float]([0.0] * state.players)
    winners = state.winners()
    for winner in winners:
        shares[winner] = 1.0 / float(len(winners))
    return shares


def futures(state: State, judgement: Judgement, seat: i64, action: i64, first: i64, count: i64,
            seed: i64) -> list[float]:
    """What each seat has won in so many futures, in sum: of the position as it truly is, or after an action."""
    sums: list[float] = [0.0] * state.players
    for number in range(first, first + count):
        future = state.clone()
        chance = Chance.stream(seed + number)
        future.chance = chance
        if action != NOTHING:
            future.apply(seat, action)
        shares = won(future, judgement, chance)
        for other in range(state.players):
            sums[other] += shares[other]
    return sums


def imagined(template: State, judgement: Judgement, seat: i64, actions: list[int], first: i64, count: i64,
             seed: i64) -> list[float]:
    """How often a seat wins after each of some actions, in sum, in worlds that it may imagine: the same for each."""
    sums: list[float] = [0.0] * len(actions)
    for number in range(first, first + count):
        world = template.clone()
        chance = Chance.stream(seed + number)
        world.chance = chance
        world.redeal(seat, chance)
        at: i64 = chance.at
        for index in range(len(actions)):
            action: i64 = actions[index]
            future = world.clone()
            fresh = Chance(at, None)
            future.chance = fresh
            if future.allows(seat, action):
                future.apply(seat, action)
                shares = won(future, judgement, fresh)
                sums[index] += shares[seat]
    return sums
