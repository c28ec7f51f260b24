"""The formats of own sets: the schemas in docs/sets are the ones the reader knows, and the house keeps to them."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

import chateaux
from chateaux.engine.form import schema
from tests.parts import having

FOLDER = Path(__file__).parent.parent / "docs" / "sets"
GAMES = having("pieces.json")


def written(id: str) -> str:
    """The schema of a game's sets, as its file holds it."""
    return json.dumps(schema(chateaux.game(id).form, f"A set of pieces of {id}"), indent=1, ensure_ascii=False) + "\n"


@pytest.mark.parametrize("id", GAMES)
def test_the_schema_in_the_docs_is_the_one_of_the_reader(id: str) -> None:
    assert (FOLDER / f"{id}.schema.json").read_text("utf-8") == written(id)


@pytest.mark.parametrize("id", GAMES)
def test_the_house_keeps_to_its_own_format(id: str) -> None:
    form: Any = chateaux.game(id).form
    msgspec.convert(chateaux.game(id).pieces, form)


if __name__ == "__main__":
    for game in GAMES:
        (FOLDER / f"{game}.schema.json").write_text(written(game), "utf-8")
