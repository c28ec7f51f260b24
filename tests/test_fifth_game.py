"""A fifth game, with rules and words and nothing else, among our own: every test that meets games meets it."""
from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from chateaux import _compiled

ROOT = Path(__file__).parent.parent
ITS = "(last-stone or last_stone or docs/python.md) and not golden"  # playthroughs are kept for our own games only

pytestmark = pytest.mark.skipif(_compiled.PURE, reason="once is enough")


def test_a_fifth_game_passes_what_every_game_must(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples/last_stone", tmp_path / "last_stone")
    about = tmp_path / "last_stone-1.0.dist-info"  # what pip would write
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: last-stone\nVersion: 1.0\n", "utf-8")
    (about / "entry_points.txt").write_text("[chateaux.games]\nlast-stone = last_stone.rules:GAME\n", "utf-8")
    known = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    met = subprocess.run(
        [sys.executable, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider", "-v", "--ignore", "tests/browser",
         "-k", ITS, "tests"],
        cwd=ROOT, env=known | {"PYTHONPATH": str(tmp_path)}, capture_output=True, text=True, check=False)
    assert met.returncode == 0, met.stdout[-4000:]
    found = re.search(r"(\d+) passed", met.stdout)
    assert found is not None
    assert int(found[1]) > 60, met.stdout[-4000:]
