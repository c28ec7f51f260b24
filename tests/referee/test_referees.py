"""Engine and referee agree, step by step, about what is legal, what comes of it, scores and winners."""
from __future__ import annotations

import doctest
import json
import os
import random
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Protocol

import pytest

import chateaux
from chateaux.engine.data import Event
from tests.conformance import Setting, settings
from tests.referee import castle_builder, castle_builder_castle, chateau_combo, chateau_fort, given, once_upon_a_castle
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

    def points(self, seat: int) -> list[int]:
        """The same, part by part."""

    def opening(self) -> bool:
        """Whether a game may begin like this."""

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

    @property
    def WISHES(self) -> Mapping[str, Callable[[str], float]]:  # noqa: N802  (a constant of the module)
        """Players who get to other positions than chance does: how gladly they do something."""

    @property
    def SAMPLE(self) -> int:  # noqa: N802
        """How many games of each setting are compared each time."""


LAWS: dict[str, Law] = {
    "castle-builder": castle_builder, "chateau-combo": chateau_combo, "chateau-fort": chateau_fort,
    "once-upon-a-castle": once_upon_a_castle}
GAMES = int(os.environ.get("CHATEAUX_REFEREE_GAMES", "0"))  # of each setting; 0: a sample


def compared(game: chateaux.Game) -> list[Setting]:
    """Every combination of options, each with one number of players, and the default ones with all; or everything."""
    seats = len(game.players)
    return [setting for number, setting in enumerate(settings(game))
            if GAMES or number % seats == number // seats % seats or dict(setting.options) == game.defaults]


SETTINGS = [setting for id in LAWS for setting in compared(chateaux.game(id))]


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_engine_and_referee_agree(setting: Setting) -> None:
    law = LAWS[setting.game.id]
    games_agree(setting, range(GAMES or law.SAMPLE), ["random", *law.WISHES], SETTINGS.index(setting))


def test_a_wider_foundation_too() -> None:
    """Whoever has another set has another castle: seven slots instead of five."""
    game = chateaux.game("castle-builder")
    pieces = json.loads(json.dumps(game.pieces))
    pieces["foundation"] |= pieces["foundation"]["alternative_wide"]
    wide = game.with_pieces(pieces)
    for players in wide.players:
        games_agree(Setting(wide, players, tuple(wide.defaults.items())), range(1), ["eager"])


@pytest.mark.parametrize(("id", "where", "name", "wrong"), [
    ("castle-builder", castle_builder_castle.Castle, "price", lambda self, tile, spot: 0),
    ("chateau-combo", chateau_combo.Referee, "price", lambda self, board, card: self.cards[card].cost),
    ("chateau-fort", chateau_fort, "STOPS", chateau_fort.STOPS | {"witch": "guards"}),
    ("once-upon-a-castle", once_upon_a_castle, "FLAG_SLOTS", [2, 2, 2, 1]),
])
def test_a_referee_who_errs_is_noticed(id: str, where: object, name: str, wrong: object,
                                       monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(where, name, wrong)
    game = chateaux.game(id)
    setting = Setting(game, 3, tuple(game.defaults.items()))
    with pytest.raises((AssertionError, pytest.fail.Exception), match=f"{id}-3p, seed .*, action"):
        games_agree(setting, range(4), ["random"])


@pytest.mark.parametrize("module", [given, chateau_combo, chateau_fort])
def test_examples_of_the_referees(module: ModuleType) -> None:
    assert doctest.testmod(module).attempted > 0
    assert doctest.testmod(module).failed == 0


def games_agree(setting: Setting, seeds: range, styles: list[str], first: int = 0) -> None:
    """Games of all seeds, in one style after the other."""
    for number, seed in enumerate(seeds, first):
        game_agrees(setting, seed, styles[number % len(styles)])


def game_agrees(setting: Setting, seed: int, style: str) -> None:
    """One whole game, chosen at random or in some style, compared at every step."""
    law, game, chooser = LAWS[setting.game.id], setting.game, random.Random(seed)
    wish = law.WISHES.get(style, whatever)
    state = setting.new(seed)
    referee = law.read(state.dump(), game.pieces)
    assert referee.opening()
    for number in range(100_000):
        where = f"{setting}, seed {seed}, {style}, action {number}"
        legal = {seat: state.actions(seat) for seat in range(-1, setting.players) if state.actions(seat)}
        texts = {seat: {state.text(action) for action in actions} for seat, actions in legal.items()}
        assert texts == referee.asked(), where
        for guess in chooser.sample(range(game.action_count), 5):  # asked one by one, the answer is the same
            seat = chooser.randrange(setting.players)
            assert state.allows(seat, guess) == (guess in legal.get(seat, ())), where
        assert state.scores() == referee.scores(), where
        assert state.winners() == referee.winners(), where
        assert referee.conserved(), where
        for seat in range(setting.players):
            parts = sorted(part for part in referee.points(seat) if part)
            assert sorted(points(line) for line in state.breakdown(seat) if points(line)) == parts, where
            assert sum(parts) == state.scores()[seat], where
        if state.over:
            return
        hurried = -1 in legal and chooser.random() < 0.005  # the table's clock runs out
        seat = -1 if hurried else chooser.choice(state.to_act)
        action = chosen(legal[seat], [wish(state.text(action)) for action in legal[seat]], chooser)
        text = state.text(action)
        luck = law.given(state.play(action, seat, events=True).events)
        referee.play(seat, text, luck)
        assert not luck.left(), f"{where}, {text}"
        expected, referee = referee, law.read(state.dump(), game.pieces)
        lines = differences(expected.data(), referee.data())
        if lines:
            pytest.fail(f"{where}, {text}\n" + "\n".join(lines), pytrace=False)
    raise AssertionError(f"{setting}, seed {seed} does not end.")


def differences(told: object, found: object, path: str = "") -> list[str]:
    """Where the referee's table and the engine's differ, one line each."""
    if told == found:
        return []
    if isinstance(told, dict) and isinstance(found, dict):
        return [line for key in told.keys() | found.keys()
                for line in differences(told.get(key), found.get(key), f"{path}.{key}")]
    if isinstance(told, list) and isinstance(found, list) and len(told) == len(found):
        return [line for number, (one, other) in enumerate(zip(told, found, strict=True))
                for line in differences(one, other, f"{path}[{number}]")]
    return [f"{path}: by the referee {told}, by the engine {found}"]


def whatever(action: str) -> float:
    """The wish of those who have none."""
    return 0


def chosen(actions: list[int], wishes: list[float], chooser: random.Random) -> int:
    """One of the dearest actions, or one in ten times any."""
    if chooser.random() < 0.9:
        actions = [action for action, wish in zip(actions, wishes, strict=True) if wish == max(wishes)]
    return chooser.choice(actions)


def points(line: dict[str, object]) -> int:
    value = line["points"]
    assert isinstance(value, int)
    return value
