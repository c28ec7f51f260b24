"""Spec strings, levels, and bots of other packages."""
from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from chateaux.bots import LEVELS, BadSpec, Budget, bot, level
from chateaux.bots.thinkers import SearchBot


@pytest.mark.parametrize("spec", ["random", "greedy", "search", "search:iterations=2000", "search:seconds=1.0",
                                  "greedy:slips=0.25",
                                  "greedy:blur=2,overlooks=0.4,temper=raider", "adviser", "elder", *LEVELS])
def test_specs_make_bots(spec: str) -> None:
    assert bot(spec).spec == spec


@pytest.mark.parametrize(("spec", "said"), [
    ("oracle", "There is no bot 'oracle'"),
    ("search:depth=3", "has no setting 'depth'; it has iterations, seconds"),
    ("search:iterations", "written name=value"),
    ("search:iterations=5,seconds=1", "not both"),
    ("search:iterations=-5", "more than nothing"),
    ("search:iterations=many", "cannot be made"),
    ("greedy:slips=2", "from 0 to 1"),
    ("greedy:overlooks=1", "a share below 1"),
    ("search:blur=-1", "no less than 0"),
    ("", "There is no bot ''"),
])
def test_bad_specs_are_refused_in_a_sentence(spec: str, said: str) -> None:
    with pytest.raises(BadSpec, match=said):
        bot(spec)


def test_levels_rise_and_a_king_stays_within_two_seconds() -> None:
    assert list(LEVELS) == ["page", "squire", "knight", "king"]
    king = bot("king")
    assert isinstance(king, SearchBot)
    assert king.budget.seconds is not None
    assert king.budget.seconds <= 1.9
    with pytest.raises(KeyError, match="no level 'duke'"):
        level("duke")


def test_settings_reach_the_search() -> None:
    thinker = bot("search:iterations=40,horizon=2,warmth=1.5,through_chance=no")
    assert isinstance(thinker, SearchBot)
    assert (thinker.budget, thinker.horizon, thinker.warmth, thinker.through_chance) == (
        Budget(iterations=40), 2, 1.5, False)


def register_jester(folder: Path) -> None:
    """A bot of another package, for every process that has the folder on its path."""
    (folder / "jester.py").write_text(
        "from chateaux.bots import Bot\n"
        "class Jester(Bot):\n"
        "    def __init__(self, spec='', game=None, mood='merry'):\n"
        "        super().__init__(spec, game)\n"
        "        self.mood = mood\n"
        "    def choose(self, observation, budget=None):\n"
        "        return self.worlds(observation).template.actions(observation.seat)[-1]\n", "utf-8")
    info = folder / "jester-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: jester\nVersion: 1.0\n", "utf-8")
    (info / "entry_points.txt").write_text("[chateaux.bots]\njester = jester:Jester\n", "utf-8")


def test_a_bot_of_another_package_registers_by_an_entry_point(tmp_path: Path) -> None:
    register_jester(tmp_path)
    program = ("import chateaux; from chateaux.bots import bot, bots; found = bot('jester:mood=sad'); "
               "state = next(iter(chateaux.games().values())).new(2, 1); seat = state.to_act[0]; "
               "print('jester' in bots(), found.mood, found.choose(state.observe(seat)) == state.actions(seat)[-1])")
    paths = os.pathsep.join([str(tmp_path), *filter(None, sys.path)])
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True,
                         env={**os.environ, "PYTHONPATH": paths})
    assert ran.stdout.split() == ["True", "sad", "True"]
