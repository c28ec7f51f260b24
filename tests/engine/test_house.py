"""The house: games are found by looking, compiled files cannot mislead, bad questions get a sentence."""
from __future__ import annotations

import ast
import os
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
LAZY = {("pictures", "web")}  # upwards, inside functions: only whoever asks for it loads it


def room_of(name: str) -> int:
    """The place of a module, by its path in the package, in the order."""
    first = name.removeprefix("chateaux").lstrip(".").split(".")[0] or "__init__"
    return next(number for number, rooms in enumerate(ORDER) if first in rooms)


def imported(node: ast.AST) -> list[str]:
    """The modules of the house that a statement imports."""
    if isinstance(node, ast.ImportFrom) and node.module is not None:
        names = [f"{node.module}.{name.name}" if node.module == "chateaux" else node.module for name in node.names]
    else:
        names = [name.name for name in node.names] if isinstance(node, ast.Import) else []
    rooms = {name for group in ORDER for name in group}
    return [name if name.count(".") == 0 or name.split(".")[1] in rooms else "chateaux"
            for name in names if name.split(".")[0] == "chateaux"]


def test_imports_point_one_way() -> None:
    """web → tables → insight → bots → games → look → engine; nobody below knows anybody above, whole or in passing."""
    for path in _compiled.HOME.rglob("*.py"):
        name = path.relative_to(_compiled.HOME).with_suffix("").as_posix().replace("/", ".")
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            for found in imported(node):
                above = found.removeprefix("chateaux").lstrip(".").split(".")[0] or "__init__"
                allowed = room_of(found) <= room_of(name) or (name.split(".")[0], above) in LAZY
                assert allowed, f"{path.relative_to(ROOT)} knows {found}"


def test_files_are_read_from_the_own_room_or_below() -> None:
    """A path with the name of a room in it leads nowhere upwards."""
    rooms = {name: number for number, group in enumerate(ORDER) for name in group if (_compiled.HOME / name).is_dir()}
    for path in _compiled.HOME.rglob("*.py"):
        own = room_of(path.relative_to(_compiled.HOME).parts[0].removesuffix(".py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div) and isinstance(node.right, ast.Constant):
                into = str(node.right.value)
                assert rooms.get(into, own) <= own, f"{path.relative_to(ROOT)} reads {into}"


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
