"""Engine and referee agree, step by step, about what is legal, what comes of it, scores and winners."""
from __future__ import annotations

import os
import random
from collections.abc import Mapping
from typing import Protocol

import pytest

import chateaux
from chateaux.engine.data import Event
from tests.conformance import Setting, settings
from tests.referee import castle_builder, chateau_fort
from tests.referee.given import Given


class Referee(Protocol):
    """What a referee can tell of the table it has read."""

    def asked(self) -> dict[int, set[str]]:
        """The legal actions, in notation, of every seat that has any."""

    def play(self, seat: int, action: str, luck: Given) -> None:
        """Carry an action out, with what chance gave."""

    def scores(self) -> list[int]:
        """The points of every seat as things stand."""

    def winners(self) -> tuple[int, ...]:
        """The seats that won; () while the game runs."""

    def conserved(self) -> bool:
        """Whether every piece of the box is in one place."""

    def data(self) -> object:
        """The table as plain data, without what means nothing."""


class Law(Protocol):
    """A module that knows the law of one game."""

    def read(self, dump: Mapping[str, object], pieces: object) -> Referee:
        """The referee of a dumped position."""

    def given(self, events: tuple[Event, ...]) -> Given:
        """What chance gave, from the events."""

    def eager(self, action: str) -> float:
        """How gladly an eager player does something."""


LAWS: dict[str, Law] = {"castle-builder": castle_builder, "chateau-fort": chateau_fort}
GAMES = int(os.environ.get("CHATEAUX_REFEREE_GAMES", "1"))  # of each setting
SETTINGS = [setting for id in LAWS for setting in settings(chateaux.game(id), few=not chateaux.COMPILED)]


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_engine_and_referee_agree(setting: Setting) -> None:
    for seed in range(GAMES):
        game_agrees(setting, seed, eager=(seed + SETTINGS.index(setting)) % 2 == 1)


def game_agrees(setting: Setting, seed: int, eager: bool) -> None:
    """One whole game, chosen at random or eagerly, compared at every step."""
    law, game, chooser = LAWS[setting.game.id], setting.game, random.Random(seed)
    state = setting.new(seed)
    referee = law.read(state.dump(), game.pieces)
    for number in range(100_000):
        where = f"{setting}, seed {seed}, {'eager' if eager else 'random'}, action {number}"
        legal = {seat: state.actions(seat) for seat in range(-1, setting.players) if state.actions(seat)}
        texts = {seat: {state.text(action) for action in actions} for seat, actions in legal.items()}
        assert texts == referee.asked(), where
        assert state.scores() == referee.scores(), where
        assert state.winners() == referee.winners(), where
        assert referee.conserved(), where
        for seat in range(setting.players):
            assert sum(points(line) for line in state.breakdown(seat)) == state.scores()[seat], where
        if state.over:
            return
        hurried = -1 in legal and chooser.random() < 0.005  # the table's clock runs out
        seat = -1 if hurried else chooser.choice(state.to_act)
        action = chosen(legal[seat], [law.eager(state.text(action)) for action in legal[seat]], eager, chooser)
        text = state.text(action)
        luck = law.given(state.play(action, seat, events=True).events)
        referee.play(seat, text, luck)
        assert not luck.left(), f"{where}, {text}"
        told, referee = referee, law.read(state.dump(), game.pieces)
        lines = differences(told.data(), referee.data())
        if lines:
            pytest.fail(f"{where}, {text}\n" + "\n".join(lines), pytrace=False)
    raise AssertionError(f"{setting}, seed {seed} does not end.")


def differences(told: object, found: object, path: str = "") -> list[str]:
    """Where the referee's table and the engine's differ, one line each."""
    if isinstance(told, dict) and isinstance(found, dict):
        return [line for key in told.keys() | found.keys()
                for line in differences(told.get(key), found.get(key), f"{path}.{key}")]
    if isinstance(told, list) and isinstance(found, list) and len(told) == len(found):
        return [line for number, (one, other) in enumerate(zip(told, found, strict=True))
                for line in differences(one, other, f"{path}[{number}]")]
    return [] if told == found else [f"{path}: by the referee {told}, by the engine {found}"]


def chosen(actions: list[int], wishes: list[float], eager: bool, chooser: random.Random) -> int:
    """One of the dearest actions, or one in five times any."""
    if eager and chooser.random() < 0.8:
        actions = [action for action, wish in zip(actions, wishes, strict=True) if wish == max(wishes)]
    return chooser.choice(actions)


def points(line: dict[str, object]) -> int:
    value = line["points"]
    assert isinstance(value, int)
    return value
