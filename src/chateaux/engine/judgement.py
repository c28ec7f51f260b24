"""Judgement: what a game may tell a player who thinks ahead. A game without any is judged by its points.

Its figures are written down by hand or learned from games: `learned.json` in the game's folder then holds them, for a
judgement whose terms have not changed since.

A game's folder may hold a `judgement` module beside its rules, with a function `judgement(game)` that
returns a `Judgement` of its own. Bots find it by looking; everything they ask is asked of a position
that was imagined from one seat's knowledge, so an answer cannot give a secret away.
"""
from __future__ import annotations

import hashlib
import json
import math
from pathlib import Path
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from chateaux.engine.chance import Chance
from chateaux.engine.game import Game, State
from chateaux.engine.network import Network
from chateaux.engine.parts import folder, part
from chateaux.engine.reading import typed
from chateaux.engine.schema import Learned

LEARNED: Final = "learned.json"
WRITTEN: Final = "written"  # asks for the figures as somebody wrote them down


@mypyc_attr(allow_interpreted_subclasses=True)
class Judgement:
    """How well seats stand, which actions look good, and how to play on quickly.

    Every game may override the three questions and set the six figures; the ones here serve all.
    """

    def __init__(self) -> None:
        self.spread: float = 10.0  # points of `worth` that make one seat e times likelier to win than another
        self.margin: float = 0.3  # how much of a finished game's value is the lead, the rest is the win
        self.horizon: i64 = -1  # decisions a seat takes in a rollout before `worth` judges; -1: to the end
        self.warmth: float = 0.0  # points of `rate` that make an action e times likelier at first; 0: all alike
        self.through_chance: bool = True  # whether the tree grows on below drawn pieces and rolled dice
        self.slack: float = math.inf  # points of `rate` that a slip may cost: some blunders even a beginner sees
        self.care: i64 = 1000  # iterations of a search whose chances are steady enough to be told to a person
        self.network: Network | None = None  # what foresees more than the figures do, where one was learned
        self.reach: float = 1.0  # points of `worth` that a network adds when it says 1
        self.terms: i64 = 1  # grows when a figure comes to mean something else: what was learned is then forgotten

    def figures(self) -> list[str]:
        """The attributes of this judgement that can be learned from games; each is a float."""
        return []

    def numbers(self, state: State, seat: i64) -> vec[float]:
        """What a network is told of a seat's prospects; nothing where the game has no place for a network."""
        return vec[float]()

    def doubt(self, state: State) -> float:
        """The points of `worth` that make one seat e times likelier to win in this position; here always the same."""
        return self.spread

    def worth(self, state: State, seat: i64) -> float:
        """The points a seat may expect at the end, by its prospects; here what it has now."""
        return float(state.scores()[seat])

    def rate(self, state: State, seat: i64, actions: vec[i64]) -> vec[float]:
        """How good each action looks, in points of `worth`; only differences count.

        Here: carry it out on a copy and compare the seat with the others.
        """
        rates = vec[float](capacity=len(actions))
        for action in actions:
            after = state.clone()
            after.apply(seat, action)
            rates = append(rates, self.lead(after, seat))
        return rates

    def rated(self, state: State, seat: int, actions: list[int]) -> list[float]:
        """The same for whoever is not compiled: a `vec` that comes from there would never be given back."""
        return list(self.rate(state, seat, vec[i64](actions)))

    def pick(self, state: State, seat: i64, actions: vec[i64], chance: Chance) -> i64:
        """An action for a rollout, quickly; here any."""
        return actions[chance.below(len(actions))]

    def lead(self, state: State, seat: i64) -> float:
        """How far a seat is ahead of the mean of the others."""
        others: float = 0.0
        for other in range(state.players):
            if other != seat:
                others += self.worth(state, other)
        if state.players > 1:
            others /= float(state.players - 1)
        return self.worth(state, seat) - others

    def chances(self, state: State) -> vec[float]:
        """Each seat's chance to win as far as `worth` tells; they add up to 1."""
        shares = vec[float](capacity=state.players)
        doubt: float = self.doubt(state)
        best: float = -1.0e300
        for seat in range(state.players):
            worth: float = self.worth(state, seat)
            if worth > best:
                best = worth
            shares = append(shares, worth)
        total: float = 0.0
        for seat in range(state.players):
            share: float = math.exp((shares[seat] - best) / doubt)
            shares[seat] = share
            total += share
        for seat in range(state.players):
            shares[seat] = shares[seat] / total
        return shares


def terms_of(judgement: Judgement) -> str:
    """The same for judgements whose figures mean the same: what one learned serves the other."""
    return hashlib.sha256(f"{judgement.terms} {sorted(judgement.figures())}".encode()).hexdigest()[:16]


def tempers_of(game: Game) -> dict[str, dict[str, float]]:
    """The ways to play that a game knows, by name: which figures of its judgement count more or less, and how much."""
    found: dict[str, dict[str, float]] = getattr(part(game, "judgement"), "TEMPERS", {})
    return found


def judgement_of(game: Game, figures: str = "", temper: str = "") -> Judgement:
    """The judgement in a game's folder, beside the module of its rules; a plain one where there is none.

    Its figures are the learned ones of that folder, unless they belong to other terms; `WRITTEN` asks for the written
    ones, anything else is a file of figures, which has to fit. A temper then changes some of them.
    """
    maker = getattr(part(game, "judgement"), "judgement", None)
    if maker is None:
        return Judgement()
    found: object = maker(game)
    if not isinstance(found, Judgement):
        raise TypeError(f"The judgement of {game.id} gives {found!r}, which is not a chateaux Judgement.")
    path = Path(figures) if figures else folder(game) / LEARNED
    if figures != WRITTEN and (figures or path.exists()):
        learned = typed(Learned, json.loads(path.read_text("utf-8")), path.name)
        if learned.game == game.id and learned.terms == terms_of(found):
            for name in found.figures():
                setattr(found, name, learned.figures[name])
            network = learned.network
            if network is not None and network.pieces == game.digest:
                found.network = Network(network.inputs, network.hidden, 1, network.weights)
            if learned.horizon is not None and (network is None or found.network is not None):
                found.horizon = learned.horizon
        elif figures:
            raise ValueError(f"{path.name} holds figures of another judgement than that of {game.id}.")
    for name, times in tempers_of(game).get(temper, {}).items():
        setattr(found, name, getattr(found, name) * times)
    return found
