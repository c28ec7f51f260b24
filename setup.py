"""Compile the engine, the rules and the search with mypyc; install plain Python where that cannot be done."""
import json
import os
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE / "src" / "chateaux"))
import _compiled  # noqa: E402  (the package itself must not be imported before it is built)

SOURCES = _compiled.stamp()  # taken before the build, so that an edit during it does not pass for compiled


def extensions() -> list[Extension]:
    """One compiled group for the engine, one for each game: a change rebuilds only its own group."""
    if _compiled.PURE:
        print("chateaux: CHATEAUX_PURE is set, installing plain Python")
        return []
    try:
        from mypyc.build import mypycify
    except ImportError:
        print("chateaux: mypyc is not installed, installing plain Python", file=sys.stderr)
        return []

    os.environ.setdefault("MYPYPATH", str(HERE / "src"))
    groups: dict[str, list[str]] = {}
    for path in _compiled.compiled_sources():
        room = path.parent.relative_to(_compiled.HOME).as_posix().replace("/", "_")
        groups.setdefault(room, []).append(path.relative_to(HERE).as_posix())
    return mypycify([path for paths in groups.values() for path in paths], opt_level="3", debug_level="0",
                    separate=[(paths, f"chateaux_{room}") for room, paths in groups.items()])


class BuildOrSay(build_ext):
    """Build everything, then write the stamp that lets it be used; without a compiler, say so once."""

    def run(self) -> None:
        try:
            super().run()
        except Exception as error:  # any failure of a compiler: plain Python is a full product
            print(f"chateaux: no compiled speed here, installing plain Python ({error})", file=sys.stderr)
            self.extensions = []
            return
        if self.extensions:
            home = _compiled.HOME if self.inplace else Path(self.build_lib) / "chateaux"
            (home / _compiled.STAMP.name).write_text(json.dumps(SOURCES, indent=1), "utf-8")


setup(ext_modules=extensions(), cmdclass={"build_ext": BuildOrSay})
