"""The package as others get it: built, installed in an empty environment far from the sources, and asked to work."""
from __future__ import annotations

import ast
import fcntl
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import chateaux
from chateaux import _compiled

ROOT = Path(__file__).parent.parent
PIP = [sys.executable, "-m", "pip", "-q", "--disable-pip-version-check"]

pytestmark = [pytest.mark.skipif(_compiled.PURE, reason="once is enough"), pytest.mark.xdist_group("package")]


def run(*command: str | Path, cwd: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[str]:
    known = {name: value for name, value in os.environ.items() if not name.startswith(("CHATEAUX", "PYTHON"))}
    return subprocess.run([*map(str, command)], capture_output=True, text=True, check=False, cwd=cwd,
                          env=known | environment)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an environment in which nothing but the wheel and what it asks for is installed."""
    place = tmp_path_factory.mktemp("package")
    with (ROOT / ".venv" / "wheel.lock").open("w") as lock:  # one at a time: setuptools builds in the tree itself
        fcntl.flock(lock, fcntl.LOCK_EX)
        for leftover in (ROOT / "build").glob("bdist.*"):
            shutil.rmtree(leftover)
        built = run(*PIP, "wheel", "--no-deps", "--no-build-isolation", "-w", place, ROOT)
    assert built.returncode == 0, built.stderr
    (wheel,) = place.glob("chateaux-*.whl")
    venv.create(place / "venv")
    installed = run(*PIP, "--python", place / "venv/bin/python", "install", wheel)
    assert installed.returncode == 0, installed.stderr
    return place


def in_venv(place: Path, *arguments: str, everything: bool = False) -> subprocess.CompletedProcess[str]:
    """A command of the new environment; with everything, the libraries of the extras are lent to it."""
    lent = {"PYTHONPATH": sysconfig.get_path("purelib")} if everything else {}
    return run(place / "venv/bin" / arguments[0], *arguments[1:], cwd=place, **lent)


def test_the_bare_package_is_engine_games_and_bots_as_fast_as_here(place: Path) -> None:
    said = in_venv(place, "python", "-c", f"""
import chateaux, chateaux.bots
from pathlib import Path
assert Path(chateaux.__file__).is_relative_to({str(place)!r}), chateaux.__file__
game = chateaux.game("castle-builder")
seen = game.new(2, 1).observe(0)
print(chateaux.COMPILED, len(chateaux.games()), chateaux.simulate(game, 2, 3)[0])
print(chateaux.bots.bot("squire", game).choose(seen) in game.new(2, 1).actions(0))
""")
    moves = chateaux.simulate(chateaux.game("castle-builder"), 2, 3)[0]
    assert said.stdout.split() == [str(chateaux.COMPILED), str(len(chateaux.games())), str(moves), "True"], said.stderr
    found = {path.name.partition("-")[0] for path in place.glob("venv/lib/*/site-packages/*.dist-info")}
    assert found == {"chateaux", "librt", "msgspec", "mypy_extensions"}


@pytest.mark.parametrize(("command", "extra"), [
    (["chateaux", "games"], "terminal"),
    (["chateaux", "picture", "game.json"], "picture"),
    (["python", "-m", "chateaux", "play"], "serve"),
    (["python", "-c", "import chateaux; chateaux.picture(chateaux.game('chateau-combo').new(2, 1))"], "picture"),
])
def test_what_is_missing_is_named_in_one_sentence(place: Path, command: list[str], extra: str) -> None:
    said = in_venv(place, *command)
    assert said.returncode == 1
    assert re.search(rf"\w+ is not installed here; it comes with: pip install 'chateaux\[{extra}\]'$",
                     said.stderr.strip()), said.stderr
    if command[0] == "chateaux":
        assert said.stderr.count("\n") == 1, said.stderr


def test_with_its_extras_it_draws_and_verifies(place: Path) -> None:
    record = chateaux.Record(chateaux.game("chateau-combo"), 2, seed=1)
    (place / "game.json").write_text(record.to_json(), "utf-8")
    assert in_venv(place, "chateaux", "games", everything=True).stdout.count("\n") == len(chateaux.games())
    drawn = in_venv(place, "chateaux", "picture", "game.json", everything=True)
    assert drawn.returncode == 0, drawn.stderr
    assert (place / "game.svg").read_text("utf-8").startswith("<svg ")


@pytest.fixture
def house(place: Path) -> Iterator[str]:
    """Where the installed house can be visited."""
    known = {name: value for name, value in os.environ.items() if not name.startswith(("CHATEAUX", "PYTHON"))}
    with subprocess.Popen(
            [place / "venv/bin/chateaux", "serve", "--port", "0", "--database", f"sqlite:///{place / 'house.db'}"],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=place,
            env=known | {"PYTHONPATH": sysconfig.get_path("purelib"), "PYTHONUNBUFFERED": "1"}) as server:
        assert server.stdout is not None
        lines = []
        for line in server.stdout:
            lines.append(line)
            if found := re.search(r"http://\S+", line):
                yield found[0]
                break
        else:
            pytest.fail("".join(lines))
        server.terminate()


def test_with_its_extras_it_opens_the_house(house: str) -> None:
    with urlopen(house, timeout=30) as page:
        assert page.status == 200
        assert "<html" in page.read().decode()


@pytest.mark.parametrize(("file", "extras"), [("serve", ["serve"]), ("play", ["serve", "build"]), ("test", ["test"]),
                                              ("docs", ["docs"]), ("tools", ["tools"])])
def test_every_dependency_is_pinned_within_its_range(file: str, extras: list[str]) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted, groups = [*project["dependencies"]], [*extras]
    while groups:
        for line in project["optional-dependencies"][groups.pop()]:
            needed = Requirement(line)
            groups += needed.extras if needed.name == "chateaux" else []
            wanted += [] if needed.name == "chateaux" else [line]
    pinned: dict[str, list[str]] = {}
    for line in re.findall(r"^[\w.-]+==\S+", (ROOT / f"requirements/{file}.txt").read_text("utf-8"), re.MULTILINE):
        name, _, version = line.partition("==")
        pinned.setdefault(canonicalize_name(name), []).append(version)
    for needed in map(Requirement, wanted):
        versions = pinned.get(canonicalize_name(needed.name), [])
        assert versions, f"{needed.name} is not in requirements/{file}.txt: make lock"
        assert all(version in needed.specifier for version in versions), f"{needed}: make lock"


def test_the_source_package_holds_all_that_is_needed_to_test_it(tmp_path: Path) -> None:
    built = run(sys.executable, "-m", "build", "--sdist", "--no-isolation", "-o", tmp_path, CHATEAUX_PURE="1")
    assert built.returncode == 0, built.stderr
    (sdist,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(sdist) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    rooms = ["src", "tests", "bench", "docs", "examples", "deploy", "requirements", ".ci"]
    files = [ROOT / name for name in ("Makefile", "SECURITY.md", "Dockerfile", "mkdocs.yml", "package-lock.json")]
    wanted = {path.relative_to(ROOT).as_posix() for path in (*files, *(
        path for room in rooms for path in (ROOT / room).rglob("*")))
              if path.is_file() and not {"__pycache__", "chateaux.egg-info", "node_modules"} & {*path.parts}
              and path.suffix not in (".so", ".pyc") and path != _compiled.STAMP}
    assert wanted <= names, sorted(wanted - names)
    assert not [name for name in names if name.endswith((".so", "_compiled.json"))]


def test_what_compiled_sources_import_is_there_when_a_wheel_is_built_in_isolation() -> None:
    """Else the compiler finds errors there, and the wheel is plain Python."""
    wanted = {name.partition(".")[0] for path in _compiled.compiled_sources()
              for node in ast.walk(ast.parse(path.read_text("utf-8")))
              for name in ([node.module or ""] if isinstance(node, ast.ImportFrom) else
                           [alias.name for alias in node.names] if isinstance(node, ast.Import) else [])}
    required = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["build-system"]["requires"]
    known = {canonicalize_name(Requirement(line).name) for line in required}
    foreign = {canonicalize_name(name) for name in wanted - {"chateaux", "__future__", *sys.stdlib_module_names}}
    assert foreign <= known, foreign - known
