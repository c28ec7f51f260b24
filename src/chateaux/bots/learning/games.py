"""Games that are learned from: played by a search against itself in every mode, and kept as lines of numbers.

A game can be played again from its seed and its actions, so a line is small: what was played, how often the search
tried each action of some decisions, and who won.
"""
from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import msgspec

from chateaux.bots.search import Search
from chateaux.bots.thinkers import TRUST
from chateaux.engine.data import Choice
from chateaux.engine.game import Game, State
from chateaux.engine.judgement import Judgement

SEED: Final = 700_000_000  # of the first deal: far from those that anything is measured on
WANDERS: Final = 0.08  # of the decisions are taken as their visits fall, so that games differ and mistakes are met
THOUGHTFUL: Final = 0.1  # of the decisions are thought over longer, and teach which actions are good;
DEEPER: Final = 10  # so many times as long. The others only have to be quick, for it is many games that teach who wins
EXPLORATION: Final = 1.0
LONGEST: Final = 1500  # actions of a quick game: one that does not end teaches nothing


class Kept(msgspec.Struct):
    """One game."""

    players: int
    seed: int
    options: dict[str, Choice]
    moves: list[tuple[int, int]]  # seat and action
    tried: dict[int, list[tuple[int, int, int]]]  # by the number of the move: actions, how often tried, value in 1/1000
    victory: list[float]


@dataclass(frozen=True)
class Table:
    """What is dealt: how many play, and which variant."""

    players: int
    options: dict[str, Choice]


def tables(game: Game, seed: int) -> Table:
    """The table of a seed: every mode, variant and number of players comes up, the plain duel most often."""
    dice = random.Random(seed)
    players = game.players[0] if dice.random() < 0.5 else dice.choice(game.players)
    options = dict(game.settled(None))
    for name, option in game.options.items():
        if dice.random() < 0.4:
            options[name] = dice.choice(option.choices)
    try:
        return Table(players, game.settled(options))
    except ValueError:
        return Table(players, game.settled(None))


def played(game: Game, judgement: Judgement, table: Table, seed: int, iterations: int) -> Kept:
    """One game of a search against itself."""
    dice = random.Random(seed)
    state = game.new(table.players, seed, table.options)
    moves: list[tuple[int, int]] = []
    tried: dict[int, list[tuple[int, int, int]]] = {}
    while state.to_act and len(moves) < game.longest:
        seat = state.to_act[0]
        actions = state.actions(seat)
        action = actions[0]
        if len(actions) > 1:
            search = Search(state.clone(), seat, judgement, dice.getrandbits(62), EXPLORATION, judgement.horizon,
                            judgement.warmth, judgement.margin, judgement.through_chance)
            thoughtful = dice.random() < THOUGHTFUL
            search.run(iterations * DEEPER if thoughtful else iterations, 0.0)
            found = search.found()
            action = found[0][0]
            if thoughtful:
                tried[len(moves)] = [(row[0], row[1], round(1000 * row[2])) for row in found]
            if dice.random() < WANDERS:
                action = dice.choices([row[0] for row in found], [row[1] for row in found])[0]
        moves.append((seat, action))
        state.play(action, seat)
    winners = state.winners()
    victory = [1 / len(winners) if seat in winners else 0.0 for seat in range(table.players)]
    return Kept(table.players, seed, table.options, moves, tried, victory)


def quick_game(game: Game, judgement: Judgement, seed: int, wild: float, thought: int = 0,
               table: Table | None = None) -> Iterator[State]:
    """The positions of one game up to the end, in which everybody takes what looks best, not always; or what a search
    of so many iterations finds. At any kind of table, unless one is named.
    """
    dice = random.Random(seed)
    table = table or tables(game, seed)
    state = game.new(table.players, seed, table.options)
    steps = 0
    while state.to_act and steps < LONGEST:
        yield state
        steps += 1
        seat = state.to_act[0]
        actions = state.actions(seat)
        choice = actions[0]
        if len(actions) > 1 and thought:
            choice = thought_over(state, seat, judgement, thought, dice)
        elif len(actions) > 1:
            rates = judgement.rated(state, seat, actions)
            if wild:
                rates = [rate - wild * math.log(-math.log(dice.random() or 0.5)) for rate in rates]
            choice = actions[rates.index(max(rates))]
        state.apply(seat, choice)
    yield state


def thought_over(state: State, seat: int, judgement: Judgement, iterations: int, dice: random.Random) -> int:
    """What a search tries most, or now and then any action as often as it was tried."""
    search = Search(state.clone(), seat, judgement, dice.getrandbits(62), EXPLORATION, judgement.horizon,
                    judgement.warmth, judgement.margin, judgement.through_chance, TRUST if judgement.network else 0.0)
    search.run(iterations, 0.0)
    found = search.found()
    if dice.random() < WANDERS:
        return dice.choices([row[0] for row in found], [row[1] for row in found])[0]
    return found[0][0]


def replayed(game: Game, kept: Kept) -> Iterator[tuple[int, State]]:
    """Every position of a game with its number; the next one is the same position played on."""
    state = game.new(kept.players, kept.seed, kept.options)
    for number, (seat, action) in enumerate(kept.moves):
        yield number, state
        state.apply(seat, action)


def ended(game: Game, kept: Kept) -> State:
    """The position at the end."""
    state = game.new(kept.players, kept.seed, kept.options)
    for seat, action in kept.moves:
        state.apply(seat, action)
    return state
