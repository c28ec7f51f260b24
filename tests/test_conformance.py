"""Every game of the registry keeps the contract. A game gets these tests for free by existing."""
from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import chateaux
from tests import conformance as rules
from tests.conformance import Setting

GAMES = sorted(chateaux.games())
ALL = [setting for id in GAMES for setting in rules.settings(chateaux.game(id), few=not chateaux.COMPILED)]
FEW = [setting for id in GAMES for setting in rules.settings(chateaux.game(id), few=True)]
SEEDS = range(6 if chateaux.COMPILED else 2)
COMPARED = int(os.environ.get("CHATEAUX_COMPARED", "150"))  # games
GOLDEN = Path(__file__).parent / "playthroughs"

every_setting = pytest.mark.parametrize("setting", ALL, ids=str)
some_settings = pytest.mark.parametrize("setting", FEW, ids=str)


@every_setting
def test_random_games_end_and_keep_their_invariants(setting: Setting) -> None:
    for seed in SEEDS:
        rules.random_game_ends_and_keeps_its_invariants(setting, seed)


@some_settings
def test_legality_is_one_thing(setting: Setting) -> None:
    for state in rules.sampled_positions(setting, 1, 12):
        rules.legality_is_one_thing(state)


@some_settings
def test_notation_and_picks_are_unambiguous(setting: Setting) -> None:
    for seed in SEEDS:
        for number, (state, _, _) in enumerate(rules.walk(setting, seed)):
            if number < 120:
                rules.notation_and_picks_are_unambiguous(state)


@some_settings
def test_dump_and_load(setting: Setting) -> None:
    for number, state in enumerate(rules.sampled_positions(setting, 2, 12)):
        rules.dump_and_load_give_the_same_position(state, number)


@some_settings
def test_a_sampled_twin_looks_the_same(setting: Setting) -> None:
    for number, state in enumerate(rules.sampled_positions(setting, 3, 10)):
        rules.twin_looks_the_same(state, number)


@some_settings
def test_a_twin_stays_the_same_along_a_game(setting: Setting) -> None:
    for seat in range(setting.players if chateaux.COMPILED else 1):  # one speaks for all where it is slow
        assert rules.twin_stays_the_same_along_a_game(setting, seat, seat) > 0


@some_settings
def test_events_tell_only_what_may_be_known(setting: Setting) -> None:
    rules.events_tell_only_what_may_be_known(setting, 5)


@some_settings
def test_events_say_nothing_of_what_stays_hidden(setting: Setting) -> None:
    for number, state in enumerate(rules.sampled_positions(setting, 4, 10 if chateaux.COMPILED else 2)):
        rules.events_say_nothing_of_what_stays_hidden(state, number)


@some_settings
def test_worlds_are_calibrated(setting: Setting) -> None:
    if not chateaux.COMPILED:
        pytest.skip("many samples: compared at compiled speed")
    for number, state in enumerate(rules.sampled_positions(setting, 7, 3)):
        rules.worlds_are_calibrated(state, number)


@pytest.mark.parametrize("id", GAMES)
def test_interpreted_and_compiled_play_identical_games(id: str) -> None:
    """The checksum over many games is the same in a process that runs the plain sources."""
    if not chateaux.COMPILED:
        pytest.skip("compared from the compiled side")
    script = f"""
import chateaux
from tests.conformance import settings
game = chateaux.game({id!r})
chosen = settings(game, few=True)
share = -(-{COMPARED} // len(chosen))
print([chateaux.simulate(game, one.players, share, dict(one.options)) for one in chosen])
"""
    printed = [subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True,
                              env=os.environ | {"CHATEAUX_PURE": pure}, cwd=Path(__file__).parent.parent).stdout
               for pure in ("", "1")]
    assert printed[0] == printed[1]
    assert printed[0].startswith("[(")


@some_settings
def test_golden_playthrough(setting: Setting, request: pytest.FixtureRequest) -> None:
    """A whole game, readable as a story, plays as it did when it was written down."""
    path = GOLDEN / f"{str(setting).replace('=', '-')}.txt"
    story = rules.playthrough(setting, 11)
    if request.config.getoption("--golden"):
        path.write_text(story, "utf-8")
    assert path.read_text("utf-8") == story, "the game plays differently; if that is meant: pytest --golden"


@pytest.mark.parametrize("id", GAMES)
def test_records_of_other_versions_are_refused(id: str) -> None:
    text = chateaux.Record(chateaux.game(id), min(chateaux.game(id).players)).to_json()
    version = f'"rules_version":{chateaux.game(id).rules_version}'
    with pytest.raises(chateaux.BadRecord, match="version"):
        chateaux.Record.from_json(text.replace(version, '"rules_version":999'))
