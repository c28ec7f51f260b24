"""The house: games are found by looking, compiled files cannot mislead, bad questions get a sentence."""
from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import chateaux
from chateaux import _compiled

ROOT = Path(__file__).parent.parent.parent


def run(code: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, cwd=ROOT,
                          env=os.environ | environment, check=False)


def test_every_folder_of_games_is_a_game() -> None:
    folders = {path.parent.name for path in (_compiled.HOME / "games").glob("*/rules.py")}
    assert {id.replace("-", "_") for id in chateaux.games()} == folders


def test_the_folders_of_the_games_and_the_list_of_them_have_one_name() -> None:
    assert chateaux.games.castle_builder.rules.GAME is chateaux.games()["castle-builder"]
    with pytest.raises(AttributeError, match=r"module 'chateaux.games' has no attribute 'chess'"):
        _ = chateaux.games.chess


def test_a_game_of_another_package_is_found(tmp_path: Path) -> None:
    """An entry point is all it takes; the same game object then serves the whole engine."""
    info = tmp_path / "fifth-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: fifth\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[chateaux.games]\ntoy = tests.toy:GAME\n")
    result = run("import chateaux; print(sorted(chateaux.games()), chateaux.simulate(chateaux.game('toy'), 3, 5)[0])",
                 PYTHONPATH=f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}")
    assert "'toy'" in result.stdout, result.stderr
    assert "'chateau-combo'" in result.stdout


def test_an_unknown_game_is_refused_in_a_sentence() -> None:
    with pytest.raises(KeyError, match="There is no game 'chess'; there are"):
        chateaux.game("chess")


def test_wrong_numbers_of_players_and_options_are_refused() -> None:
    game = chateaux.game("chateau-combo")
    with pytest.raises(chateaux.BadOption, match="2 to 5 players, not 6"):
        game.new(6)
    with pytest.raises(chateaux.BadOption, match="no option 'solo'"):
        game.new(2, options={"solo": True})


@pytest.mark.parametrize("seat", [-2, 2, 10**30])
def test_an_observation_of_a_seat_that_is_not_at_the_table_is_refused(seat: int) -> None:
    game = chateaux.game("chateau-combo")
    seen = chateaux.Observation.from_data(game.new(2, 1).observe(0).to_data() | {"seat": seat})
    with pytest.raises(chateaux.BadPosition, match=f"There is no seat {seat}"):
        game.worlds(seen)
    with pytest.raises(ValueError, match=f"There is no seat {seat}"):
        game.new(2, 1).observe(seat)


def test_the_version_says_compiled_or_interpreted() -> None:
    for pure in ("", "1"):
        said = subprocess.run([sys.executable, "-m", "chateaux", "--version"], capture_output=True, text=True,
                              check=True, env=os.environ | {"CHATEAUX_PURE": pure}).stdout
        compiled = not pure and _compiled.is_fresh()
        assert said.strip() == f"chateaux {chateaux.__version__} ({'compiled' if compiled else 'interpreted'})"


def test_an_edited_source_is_never_hidden_by_a_compiled_file(tmp_path: Path) -> None:
    """A copy of the package with one edited line runs the edit, interpreted, and says so once."""
    if not chateaux.COMPILED:
        pytest.skip("nothing is compiled here")
    copied = subprocess.run(["cp", "-r", str(ROOT / "src"), str(tmp_path)], check=True)
    assert copied.returncode == 0
    source = tmp_path / "src/chateaux/engine/playout.py"
    source.write_text(source.read_text("utf-8") + "\nEDITED = True\n", "utf-8")
    code = "import chateaux; from chateaux.engine import playout; print(chateaux.COMPILED, playout.EDITED)"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path,
                            env=os.environ | {"PYTHONPATH": str(tmp_path / "src")})
    assert result.stdout.split() == ["False", "True"]
    assert result.stderr.count("older than the sources") == 1


ORDER = [  # a module may import its own room and those before it
    ["_compiled", "extras"], ["engine"], ["look"], ["games"], ["bots"], ["insight"], ["puzzles"],
    ["__init__", "pictures", "terminal"], ["environments"], ["lab"], ["tables"], ["web"], ["cli", "__main__"]]
LAZY = {  # upwards, inside functions or by name: only whoever asks for it loads it
    ("engine", "games"),  # the registry looks for folders there
    ("look", "pictures"), ("pictures", "web")}
MODULE = re.compile(r"(chateaux(?:\.\w+)*)(?::\w+)?")  # also as servers name what they start


def room_of(name: str) -> int:
    """The place of a module, by its path in the package, in the order."""
    first = name.removeprefix("chateaux").lstrip(".").split(".")[0] or "__init__"
    return next(number for number, rooms in enumerate(ORDER) if first in rooms)


def imported(node: ast.AST) -> list[str]:
    """The modules of the house that a statement imports, or a text names."""
    if isinstance(node, ast.ImportFrom) and node.module is not None:
        names = [f"{node.module}.{name.name}" if node.module == "chateaux" else node.module for name in node.names]
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        named = MODULE.fullmatch(node.value)
        names = [named[1]] if named and "." in node.value else []
    else:
        names = [name.name for name in node.names] if isinstance(node, ast.Import) else []
    rooms = {name for group in ORDER for name in group}
    return [name if name.count(".") == 0 or name.split(".")[1] in rooms else "chateaux"
            for name in names if name.split(".")[0] == "chateaux"]


def known_above(name: str, source: str) -> list[str]:
    """The modules above a module that it knows, whole or in passing."""
    found = [(found, found.removeprefix("chateaux").lstrip(".").split(".")[0] or "__init__")
             for node in ast.walk(ast.parse(source)) for found in imported(node)]
    return [module for module, room in found
            if room_of(module) > room_of(name) and (name.split(".")[0], room) not in LAZY]


def read_above(name: str, source: str) -> list[str]:
    """The parts of paths in a module that are the names of rooms above it."""
    rooms = {room: number for number, group in enumerate(ORDER) for room in group if (_compiled.HOME / room).is_dir()}
    texts = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
            texts += [node.left, node.right]
        elif isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) in (
                "Path", "joinpath", "glob", "rglob", "open"):
            texts += node.args
    return [step for text in texts for part in ast.walk(text)
            if isinstance(part, ast.Constant) and isinstance(part.value, str)
            for step in part.value.split("/") if rooms.get(step, 0) > room_of(name)]


@pytest.mark.parametrize("line", ["import chateaux.web.pages", "from chateaux import web",
                                  "def f(): from chateaux.tables.house import House",
                                  'import_module("chateaux.web")', 'run("chateaux.web.serve:site")'])
def test_an_import_that_points_upwards_is_noticed(line: str) -> None:
    assert known_above("bots.search", line)
    assert not known_above("web.pages", line)


@pytest.mark.parametrize("line", ['HOME / "web" / "static"', 'HOME / "web/static/x.css"', 'HOME / f"../web/{name}"',
                                  'HOME.joinpath("web", "x")', 'Path("../web/x")', 'HOME.glob("web/*.css")'])
def test_a_path_that_points_upwards_is_noticed(line: str) -> None:
    assert {*read_above("look.art", line)} == {"web"}
    assert not read_above("web.pages", line)


def test_imports_point_one_way() -> None:
    """web → tables → lab → puzzles → insight → bots → games → look → engine; nobody below knows anybody above, and what
    is read from files is in the own room or below."""
    for path in _compiled.HOME.rglob("*.py"):
        name = path.relative_to(_compiled.HOME).with_suffix("").as_posix().replace("/", ".")
        source = path.read_text("utf-8")
        assert not known_above(name, source), path.relative_to(ROOT)
        assert name == "_compiled" or not read_above(name, source), path.relative_to(ROOT)  # it lists what is compiled


@pytest.mark.parametrize("code", ["import chateaux", "import chateaux; chateaux.picture"])
def test_playing_and_drawing_load_nothing_of_the_server(code: str) -> None:
    server = "litestar", "uvicorn", "sqlalchemy", "alembic", "chateaux.web", "chateaux.tables"
    result = run(f"{code}; import sys; print([name for name in {server} if name in sys.modules])")
    assert result.stdout.strip() == "[]", result.stdout + result.stderr


def test_shared_rooms_name_no_game() -> None:
    """Only the examples in docstrings may."""
    names = {name for id in chateaux.games() for name in (id, id.replace("-", "_"))}
    for room in ("engine", "bots", "tables"):
        for path in (_compiled.HOME / room).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                text = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
                if ">>>" not in text:
                    assert not [name for name in names if name in text], f"{path.relative_to(ROOT)} names {text!r}"
