"""The formats of own sets: the schemas in docs/sets are the ones the reader knows, and the house keeps to them."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

import chateaux
from chateaux.engine.data import BadPosition
from chateaux.engine.form import document, schema
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


@pytest.mark.parametrize("name", ["name", "name_fr"])
def test_a_name_is_not_a_story(name: str) -> None:
    """It stands wherever its piece does, many times on a page; what is said once may be longer."""
    document({"tiles": [{name: "x" * 100, "effect": "x" * 1000}], "renamed": "x" * 1000})
    with pytest.raises(BadPosition, match=f"tiles 1, {name}: 'xx.*' must be at most 100 letters"):
        document({"tiles": [{name: "x" * 101}]})
    with pytest.raises(BadPosition, match=r"tiles 1, names, fr: 'xx.*' must be at most 100 letters"):
        document({"tiles": [{"names": {"fr": "x" * 101}}]})
    with pytest.raises(BadPosition, match=r"tiles 1, effect: 'xx.*' must be at most 1000 letters"):
        document({"tiles": [{"effect": "x" * 1001}]})


if __name__ == "__main__":
    for game in GAMES:
        (FOLDER / f"{game}.schema.json").write_text(written(game), "utf-8")
