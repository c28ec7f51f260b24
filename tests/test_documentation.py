"""What the documentation shows is true: the examples of the modules and of the README run."""
from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest
from examples.last_stone.rules import GAME as LAST_STONE

import chateaux
from chateaux.engine import registry
from chateaux.look.words import Words
from tests import conformance as rules
from tests.parts import having

ROOT = Path(__file__).parent.parent
MODULES = ["chateaux", *sorted(module.name for module in pkgutil.walk_packages(chateaux.__path__, "chateaux.")
                               if not module.name.endswith("__main__") and "migrations" not in module.name)]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name: str) -> None:
    if chateaux.COMPILED:
        pytest.skip("compiled functions do not keep the examples of their docstrings")
    assert doctest.testmod(importlib.import_module(name), optionflags=doctest.NORMALIZE_WHITESPACE).failed == 0


PAGES = ["README.md", "CONTRIBUTING.md", *(f"docs/{path.name}" for path in sorted((ROOT / "docs").glob("*.md")))]


@pytest.mark.parametrize("name", PAGES)
def test_examples_in_documents(name: str) -> None:
    assert doctest.testfile(str(ROOT / name), module_relative=False).failed == 0


@pytest.mark.parametrize("id", having("pieces.json"))
def test_every_verb_of_a_game_is_explained(id: str) -> None:
    """What the golden playthroughs say stands in the part of docs/notation.md that is about the game."""
    name = Words("en", chateaux.game(id)).say("game.name")
    explained = (ROOT / "docs/notation.md").read_text("utf-8").partition(f"## {name}\n")[2].partition("\n## ")[0]
    played = "\n".join(path.read_text("utf-8") for path in (ROOT / "tests/playthroughs").glob(f"{id}-*.txt"))
    verbs = set(re.findall(r"^\d+\. seat -?\d+, \w+: (\w+)", played, re.MULTILINE))
    assert verbs
    assert not [verb for verb in sorted(verbs) if not re.search(rf"`{verb}\b", explained)]


def test_the_game_of_the_tutorial_keeps_the_contract(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._found, LAST_STONE.id, LAST_STONE)
    for setting in rules.settings(LAST_STONE):
        rules.random_game_ends_and_keeps_its_invariants(setting, 1)
        for number, state in enumerate(rules.sampled_positions(setting, 2, 6)):
            rules.legality_is_one_thing(state)
            rules.notation_and_picks_are_unambiguous(state)
            rules.dump_and_load_give_the_same_position(state, number)
            rules.twin_looks_the_same(state, number)
    words = Words("en", LAST_STONE)
    assert words.say("prompt.take", count=3) == "3 stones are left: carry one, two or three away."


def test_the_contract_between_pages_and_scripts_is_written_down_once() -> None:
    """Every data-* that a script reads is on the page about it, and nothing is there that nobody writes."""
    home = ROOT / "src" / "chateaux"
    scripts = "".join(path.read_text("utf-8") for path in (home / "web" / "static").glob("*.js"))
    named = [*re.findall(r"\bdataset\??\.(\w+)", scripts), *(
        name for group in re.findall(r"\{([^{}]*)\} = [^;{]*dataset", scripts)
        for name in re.findall(r"(\w+)(?:: \w+)?", group))]
    read = {re.sub("[A-Z]", lambda letter: f"-{letter[0].lower()}", name) for name in named}
    read |= {*re.findall(r"[\[\"](?:#\w+ )?data-([a-z][a-z-]*)[\]=\"]", scripts)}
    told = {*re.findall(r"data-([a-z][a-z-]*)", (ROOT / "docs" / "pages.md").read_text("utf-8"))}
    assert read - told == set()
    texts = scripts + "".join(path.read_text("utf-8") for kind in ("*.html", "*.py") for path in home.rglob(kind))
    written = {*re.findall(r"data-([a-z][a-z-]*)", texts)} | read
    assert told - written == set()


def test_the_public_api_has_examples() -> None:
    if chateaux.COMPILED:
        pytest.skip("compiled functions do not keep the examples of their docstrings")
    for part in (chateaux.Game, chateaux.State, chateaux.Worlds, chateaux.Record, chateaux.Chance, chateaux.Event):
        assert ">>>" in (part.__doc__ or ""), part
