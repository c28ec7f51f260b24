"""One shape for a game: the same files and the same functions for the same job, in every game that has the job done."""
from __future__ import annotations

import ast
import re
import typing
from pathlib import Path

import msgspec
import pytest

import chateaux
from chateaux.engine.data import SPECTATOR
from chateaux.engine.parts import folder, meta, part
from tests.conformance import Setting, sampled_positions
from tests.parts import WHOLE, having


def those_with(*files: str) -> list[object]:
    """The games that have these parts, for `parametrize`."""
    return [pytest.param(chateaux.game(id), id=id) for id in having(*files)]



# What a folder holds: modules with their functions and how many arguments each has; None: any file of that name.
SHAPE: dict[str, dict[str, int] | None] = {
    "README.md": None, "meta.toml": None, "pieces.json": None, "locale": None,
    "learn/en.html": None, "learn/fr.html": None, "learn/sv.html": None, "learn/lesson.json": None,
    "schema.py": {}, "form.py": {},
    "pieces.py": {"read": 1},
    "state.py": {},
    "actions.py": {"text": 2, "asks": 2, "steps": 3},
    "rules.py": {},
    "position.py": {"write": 2, "read": 2, "check": 1},
    "judgement.py": {"judgement": 1},
    "features.py": {"features": 3},
    "lab.py": {"turns": 1, "offered": 2, "taken": 1},
    "view.py": {"view": 2},
    "show/art.svg": None, "show/board.html": None, "show/board.css": None, "show/cover.html": None,
    "show/pieces.html": None, "show/sounds.toml": None,
    "show/drawing.py": {}, "show/telling.py": {}, "show/poster.py": {"poster": 1}, "show/terminal.py": {"sketch": 3},
    "show/ending.py": {"sources": 1, "honours": 1, "headline": 2, "thumb": 1}}
OPTIONAL = {"position.py": {"redeal": 3}}  # where something is hidden
VOCABULARY = {"phase": str, "round": int, "turn": int, "asked": tuple[int, ...], "me": int | None}


def functions(path: Path) -> dict[str, int]:
    """The functions of a module with the number of their arguments; 0 for one that is only handed on."""
    found = {}
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            found[node.name] = len(node.args.args)
        elif isinstance(node, ast.ImportFrom):
            found.update({name.asname: 0 for name in node.names if name.asname == name.name})
    return found


@pytest.mark.parametrize("game", those_with("rules.py"))
def test_the_folder_of_a_game(game: chateaux.Game) -> None:
    home = folder(game)
    missing = [name for name in SHAPE if not (home / name).exists()]
    assert game.id not in WHOLE or missing == []
    for name, wanted in SHAPE.items():
        if wanted is not None and name not in missing:
            there = functions(home / name)
            for function, arguments in {**wanted, **{key: count for key, count in OPTIONAL.get(name, {}).items()
                                                     if key in there}}.items():
                assert there.get(function, -1) in (arguments, 0), f"{name}: {function} with {arguments} arguments"


@pytest.mark.parametrize("game", those_with("README.md"))
def test_the_rooms_that_only_one_game_has_are_named_on_its_page(game: chateaux.Game) -> None:
    home = folder(game)
    own = {path.relative_to(home).with_suffix("").as_posix() for path in (*home.glob("*.py"), *home.glob("show/*.py"))
           if path.name != "__init__.py" and path.relative_to(home).as_posix() not in SHAPE}
    rooms = (home / "README.md").read_text("utf-8").partition("## Rooms\n")[2].partition("\n## ")[0]
    assert {*re.findall("`([a-z/_]+)`", rooms)} == own


@pytest.mark.parametrize("game", those_with("state.py", "pieces.py", "schema.py"))
def test_the_modules_of_a_game(game: chateaux.Game) -> None:
    rules, state, pieces, schema = (part(game, name) for name in ("rules", "state", "pieces", "schema"))
    assert rules is not None
    assert state is not None
    assert pieces is not None
    assert schema is not None
    assert rules.GAME is game
    made = game.new()
    assert isinstance(made, state.Realm)
    assert isinstance(pieces.read(game.pieces), pieces.Pieces)
    assert issubclass(schema.View, msgspec.Struct)
    assert issubclass(schema.Position, msgspec.Struct)


@pytest.mark.parametrize("game", those_with("schema.py"))
def test_every_view_has_the_words_of_the_house(game: chateaux.Game) -> None:
    schema = part(game, "schema")
    assert schema is not None
    hints = typing.get_type_hints(schema.View)
    assert {name: hints[name] for name in VOCABULARY} == VOCABULARY
    (player,) = typing.get_args(hints["players"])
    assert typing.get_type_hints(player)["seat"] is int


@pytest.mark.parametrize("game", those_with("schema.py"))
def test_views_and_positions_are_what_their_schema_says(game: chateaux.Game) -> None:
    """Also after a journey through JSON, for everybody who may look."""
    schema = part(game, "schema")
    assert schema is not None
    for players in (game.players[0], game.players[-1]):
        for state in sampled_positions(Setting(game, players, ()), 3, 6):
            for seat in (SPECTATOR, *range(players)):
                view, seen = state.view(None if seat < 0 else seat), state.observe(seat).position
                assert isinstance(view, schema.View)
                assert msgspec.json.decode(msgspec.json.encode(view), type=schema.View) == view
                assert (view.asked, view.me) == (state.to_act, None if seat < 0 else seat)
                assert [player.seat for player in view.players] == list(range(players))
                assert msgspec.to_builtins(msgspec.convert(seen, schema.Position)) == seen


@pytest.mark.parametrize("game", those_with("meta.toml"))
def test_the_facts_of_a_game(game: chateaux.Game) -> None:
    facts = meta(game)
    assert facts.publisher
    assert facts.ages in range(3, 19)
    assert 1 <= len(facts.minutes) <= 2
