"""Features: named, in their ranges, the same for everything a seat cannot tell apart, and the same for ever."""
from __future__ import annotations

import hashlib
import itertools
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import chateaux
from chateaux.engine.features import Features
from chateaux.games.chateau_combo.rules import ComboState
from tests.conformance import Setting, sampled_positions, settings, walk
from tests.parts import having
from tests.toy import Toy

ROOT = Path(__file__).parent.parent.parent
GOLDEN = Path(__file__).parent / "playthroughs"
GAMES = having("features.py")
SETTINGS = [pytest.param(one, id=str(one)) for id in GAMES for one in settings(chateaux.game(id), few=True)]
FEW = [pytest.param(one, id=str(one)) for id in GAMES for one in settings(chateaux.game(id), few=True)
       if one.players != 3][:40]
LOOKS = 4  # positions of a game that are looked at
STEPS = 100 if chateaux.COMPILED else 10


def of(setting: Setting) -> Features:
    features = setting.game.features(setting.players, dict(setting.options))
    assert isinstance(features, Features)
    return features


@pytest.mark.parametrize("setting", SETTINGS)
def test_every_number_has_a_name_and_keeps_its_range_and_a_seats_secrets(setting: Setting) -> None:
    """Also in every other position that the seat cannot tell from this one, and from its observation alone."""
    features = of(setting)
    assert len({*features.names}) == features.size == len(features.least) == len(features.most)
    for number, state in enumerate(sampled_positions(setting, 5, LOOKS)):
        for seat in range(setting.players):
            values = features.values(state, seat)
            odd = [(name, value) for name, value, least, most
                   in zip(features.names, values, features.least, features.most, strict=True)
                   if not least <= value <= most]
            assert odd == []
            seen = state.observe(seat)
            assert features.seen(seen) == values
            assert features.values(setting.game.worlds(seen).sample(number + 1), seat) == values


@pytest.mark.parametrize("id", GAMES)
def test_what_is_kept_of_a_piece_is_told_anew_when_it_changes(id: str) -> None:
    """With every option and number of players, step by step: a position that was told before says the same as one that
    is made from data."""
    for setting in settings(chateaux.game(id), few=not chateaux.COMPILED):
        features = of(setting)
        for state, _, _ in itertools.islice(walk(setting, 7), STEPS):
            fresh = setting.game.load(state.dump())
            for seat in range(setting.players):
                assert features.values(state, seat) == features.values(fresh, seat), setting


def test_a_feature_that_tells_a_secret_is_noticed() -> None:
    """The check above can fail: a hand that is told as it is differs between worlds."""
    game = chateaux.game("chateau-fort")
    state = game.new(2, 3)
    worlds = game.worlds(state.observe(0))
    assert len({json.dumps(game.features(2).values(worlds.sample(seed), 1)) for seed in range(5)}) > 1


def story(setting: Setting) -> str:
    """What features say in a game: some positions by name, all of them by a checksum."""
    features, told, check = of(setting), [], hashlib.sha256()
    for number, (state, seat, _) in enumerate(walk(setting, 11)):
        values = features.values(state, seat)
        check.update(json.dumps(values).encode())
        if number in (0, 7, 40):
            told.append(f"# decision {number}, seat {seat}\n" + "".join(
                f"{name}: {value}\n" for name, value in zip(features.names, values, strict=True) if value))
        if number == 80:
            break
    return f"{setting}, version {features.version}, {features.size} numbers, {features.digest}\n" + "".join(
        told) + f"checksum {check.hexdigest()}\n"


@pytest.mark.parametrize("setting", FEW)
def test_golden_features(setting: Setting, request: pytest.FixtureRequest) -> None:
    """A game says the same in numbers as when it was written down: agents have learned from it."""
    path = GOLDEN / f"{str(setting).replace('=', '-')}.txt"
    if request.config.getoption("--golden"):
        path.write_text(story(setting), "utf-8")
    assert path.read_text("utf-8") == story(setting), (
        "the features differ; if that is meant, raise their VERSION and run pytest --golden")


def test_interpreted_and_compiled_features_are_the_same() -> None:
    if not chateaux.COMPILED:
        pytest.skip("compared from the compiled side")
    script = f"""
from tests.environments.test_features import story, settings, chateaux
print([story(one) for id in {GAMES!r} for one in settings(chateaux.game(id), few=True)[:3]])
"""
    printed = [subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True,
                              env=os.environ | {"CHATEAUX_PURE": pure}, cwd=ROOT).stdout for pure in ("", "1")]
    assert printed[0] == printed[1]
    assert "checksum" in printed[0]


def test_seats_are_told_from_mine_on() -> None:
    game = chateaux.game("chateau-combo")
    state = game.new(3, 1)
    assert isinstance(state, ComboState)
    state.boards[2].gold = 21
    features = game.features(3)
    assert features.named(state, 2)["me.gold"] == 21
    assert features.named(state, 1)["next.gold"] == 21
    assert features.named(state, 0)["second.gold"] == 21


def test_an_answer_that_is_pending_is_told_to_its_seat_alone() -> None:
    game = chateaux.game("once-upon-a-castle")
    features = game.features(3)
    state = next(state for seed in range(50) for state, _, _ in walk(Setting(game, 3, ()), seed)
                 if len(state.to_act) == 2)
    seat = state.to_act[0]
    action = state.actions(seat)[-1]
    state.play(action, seat)
    assert features.named(state, seat)["me.answer"] == action
    for other in range(3):
        if other != seat:
            who = ("me", "next", "second")[(seat - other) % 3]
            assert (features.named(state, other)[f"{who}.answered"], features.named(state, other)[f"{who}.answer"]) == (
                1, 0)


# ---------------------------------------------------------------- own sets of pieces


def test_other_cards_have_the_same_features() -> None:
    game = chateaux.game("chateau-combo")
    pieces = json.loads(json.dumps(game.pieces))
    other = game.with_pieces({"cards": [card | {"cost": 3} for card in pieces["cards"]][:-4]})
    assert other.features(2).digest == game.features(2).digest
    assert other.features(2).named(other.new(2, 1), 0)["village.1.cost"] == 3


def test_other_guests_have_other_features() -> None:
    game = chateaux.game("once-upon-a-castle")
    pieces = json.loads(json.dumps(game.pieces))
    pieces["guests_green"]["cards"][0]["id"] = "stranger"
    other = game.with_pieces(pieces)
    assert other.features(2).digest != game.features(2).digest
    assert "me.guest.stranger" in other.features(2).names


def test_a_game_without_features_says_so() -> None:
    with pytest.raises(LookupError, match="toy has no features"):
        Toy().features(2)
