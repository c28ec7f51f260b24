"""What the documentation shows is true: the examples of the modules and of the README run."""
from __future__ import annotations

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import chateaux

ROOT = Path(__file__).parent.parent
MODULES = ["chateaux", *sorted(module.name for module in pkgutil.walk_packages(chateaux.__path__, "chateaux.")
                               if not module.name.endswith("__main__") and "migrations" not in module.name)]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name: str) -> None:
    if chateaux.COMPILED:
        pytest.skip("compiled functions do not keep the examples of their docstrings")
    assert doctest.testmod(importlib.import_module(name), optionflags=doctest.NORMALIZE_WHITESPACE).failed == 0


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md"])
def test_examples_in_documents(name: str) -> None:
    assert doctest.testfile(str(ROOT / name), module_relative=False).failed == 0


def test_the_public_api_has_examples() -> None:
    if chateaux.COMPILED:
        pytest.skip("compiled functions do not keep the examples of their docstrings")
    for part in (chateaux.Game, chateaux.State, chateaux.Worlds, chateaux.Record, chateaux.Chance, chateaux.Event):
        assert ">>>" in (part.__doc__ or ""), part
