"""Games played on at the engine's full speed: by a game's quick guidance, or whole ones at random."""
from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from chateaux.engine.chance import Chance, lowest
from chateaux.engine.data import LONGEST, Choice, Endless
from chateaux.engine.game import Game, State
from chateaux.engine.judgement import Judgement

MASK: Final[i64] = 0xFFFFFFFF


def play_on(state: State, judgement: Judgement, chance: Chance, decisions: i64) -> None:
    """Play on by a game's quick guidance: to the end, or as far as so many decisions lead; -1: all."""
    left: i64 = decisions
    acting: i64 = state.acting()
    steps: i64 = 0
    while acting != 0 and left != 0 and steps < LONGEST:
        steps += 1
        seat: i64 = lowest(acting)
        actions = state.legal(seat)
        if len(actions) == 1:
            state.apply(seat, actions[0])
        else:
            state.apply(seat, judgement.pick(state, seat, actions, chance))
            left -= 1
        acting = state.acting()


def play_best(state: State, one: Judgement, own: i64, others: Judgement) -> None:
    """Play to the end, every seat taking what looks best; one of them by a judgement of its own."""
    acting: i64 = state.acting()
    steps: i64 = 0
    while acting != 0 and steps < LONGEST:
        steps += 1
        seat: i64 = lowest(acting)
        actions = state.legal(seat)
        best: i64 = actions[0]
        if len(actions) > 1:
            rates = one.rate(state, seat, actions) if seat == own else others.rate(state, seat, actions)
            highest: float = rates[0]
            for index in range(len(actions)):
                if rates[index] > highest:
                    highest = rates[index]
                    best = actions[index]
        state.apply(seat, best)
        acting = state.acting()


def too_long(game: Game) -> Endless:
    """What is wrong with a game that has had more actions than any."""
    return Endless(f"This game of {game.id} has had {game.longest} actions and is not over.")


def simulate(game: Game, players: int, games: int, options: dict[str, Choice] | None = None,
             first_seed: int = 0) -> tuple[int, int]:
    """Play whole random games; return how many actions were played and a checksum of all of them.

    >>> import chateaux
    >>> actions, checksum = simulate(chateaux.game("chateau-combo"), players=2, games=3)
    >>> actions > 3 * 18
    True
    """
    total: i64 = 0
    check: i64 = 0
    longest: i64 = game.longest
    for seed in range(first_seed, first_seed + games):
        state = game.new(players, seed, options)
        chance = Chance.stream(-1 - seed)
        acting: i64 = state.acting()
        before: i64 = total
        while acting != 0:
            if total - before > longest:
                raise too_long(game)
            seat: i64 = lowest(acting)
            actions = state.legal(seat)
            action: i64 = actions[chance.below(len(actions))]
            state.apply(seat, action)
            check = (check * 31 + action * 8 + seat) & MASK
            total += 1
            acting = state.acting()
        for score in state.scores():
            points: i64 = score
            check = (check * 31 + points) & MASK
    return total, check
