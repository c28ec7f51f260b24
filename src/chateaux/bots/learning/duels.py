"""Figures sought by playing: those with which whoever takes what looks best wins most.

A fit to results says how well a position foresees its end, not how well somebody plays who listens to it. Here a figure
is good if quick games are won with it, against players with other figures on the same deals. What is sought is a cloud
of figures that moves, stretches and shrinks with its better half: an evolution strategy with an adapted covariance.
"""
from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

import numpy as np
from cmaes import CMA

from chateaux.bots.learning.fitting import Choices, asked_winner, figures_of, fitted, set_figures
from chateaux.bots.learning.games import quick_game, tables
from chateaux.engine.game import Game, State
from chateaux.engine.judgement import Judgement
from chateaux.engine.playout import play_best

Numbers = np.ndarray[tuple[int, ...], np.dtype[np.float64]]
WIDTH: Final = 0.15  # of its scale: how far a figure is moved at first
LEAST: Final = 0.15  # the scale of a figure that is nearly nothing
TRIED: Final = 0.5  # of its scale: a figure that changes no choice when it is moved so far plays no part in choosing
WATCHED: Final = 150  # games in which that is looked for
EACH: Final = 0.1  # of the positions of a quick game say who won from there
WILD: Final = 0.2  # of the warmth of a judgement: by how much such a player is mistaken


def won(game: Game, one: Judgement, others: list[Judgement], deals: range) -> float:
    """How much of these games a judgement wins, even being 1: a seat of each, against the others in turn."""
    total = 0.0
    for seed in deals:
        table = tables(game, seed)
        own = seed % table.players
        state = game.new(table.players, seed, table.options)
        play_best(state, one, own, others[seed // 7 % len(others)])
        winners = state.winners()
        total += table.players * (own in winners) / max(len(winners), 1)
    return total / len(deals)


def moving(game: Game, judgement: Judgement, seed: int) -> list[int]:
    """The figures that decide between actions, by their places: what they are moves what is chosen."""
    start = figures_of(judgement)
    found = []

    def ends() -> list[list[int]]:
        games = []
        for deal in range(seed, seed + WATCHED):
            table = tables(game, deal)
            state = game.new(table.players, deal, table.options)
            play_best(state, judgement, 0, judgement)
            games.append([*state.scores(), *state.winners()])
        return games

    usual = ends()
    for index, scale in enumerate(np.maximum(np.abs(start), LEAST)):
        moved = start.copy()
        moved[index] += TRIED * scale
        set_figures(judgement, moved)
        if ends() != usual:
            found.append(index)
    set_figures(judgement, start)
    return found


def sought(game: Game, judgement: Judgement, others: list[Judgement], rounds: int, games: int, seed: int,
           progress: Callable[[int, float], None] = lambda number, share: None) -> None:
    """Move the figures that choose actions so that more games are won by them; set in place."""
    places = moving(game, judgement, seed)
    start = figures_of(judgement)
    scale = np.maximum(np.abs(start[places]), LEAST)
    cloud = CMA(mean=np.zeros(len(places)), sigma=WIDTH, seed=seed)

    def put(at: Numbers) -> None:
        figures = start.copy()
        figures[places] += scale * at
        set_figures(judgement, figures)

    for number in range(1, rounds + 1):
        deals = range(seed + number * games, seed + (number + 1) * games)
        shares = []
        for _ in range(cloud.population_size):
            at = cloud.ask()
            put(at)
            shares.append((at, won(game, judgement, others, deals)))
        cloud.tell([(at, -share) for at, share in shares])  # it seeks what is least
        progress(number, sum(share for _, share in shares) / len(shares))
    put(cloud.mean)


def foreseen(game: Game, judgement: Judgement, deals: range, firmness: float) -> None:
    """Fit the figures that choose no action, but say how a position stands, to who won quick games; set in place."""
    names, members, came = judgement.figures(), [], []
    chosen = frozenset(names[place] for place in moving(game, judgement, deals.start))
    for seed in deals:
        dice = random.Random(seed)
        kept: list[State] = []
        state: State | None = None
        for state in quick_game(game, judgement, seed, WILD * judgement.warmth):
            if state.to_act and dice.random() < EACH:
                kept.append(state.clone())
        if state is None or state.to_act:
            continue
        winners = state.winners()
        for position in kept:
            members.append((position, tuple(range(state.players))))
            came += [1 / len(winners) if seat in winners else 0.0 for seat in range(state.players)]
    group = np.repeat(np.arange(len(members)), [len(seats) for _, seats in members])
    fitted(judgement, [Choices(members, group, np.array(came), asked_winner, 1.0)], firmness,
           fixed=chosen | {"warmth"})
