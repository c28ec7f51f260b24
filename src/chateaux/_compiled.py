"""Compiled or interpreted: decided once, before anything else is imported.

The build writes a stamp with a digest of every source it compiled. Only when all of them are
unchanged are the compiled files used; otherwise the plain sources run, so that a stale compiled
file never hides an edit. CHATEAUX_PURE=1 asks for the plain sources.
"""
from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Sequence
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Final

__version__: Final = "0.2.0"
PURE: Final = os.environ.get("CHATEAUX_PURE", "") not in ("", "0")
HOME: Final = Path(__file__).parent
SHOWN: Final = ("__init__.py", "form.py", "lab.py", "schema.py")  # stay plain, beside all of `show`
STAMP: Final = HOME / "_compiled.json"


def compiled_sources() -> list[Path]:
    """The modules that mypyc compiles: the engine, the search, batches, and each game's but for how it is shown."""
    found = [*HOME.glob("engine/*.py"), *HOME.glob("games/*/*.py"), *HOME.glob("bots/search.py"),
             *HOME.glob("insight/playouts.py"), *HOME.glob("environments/batch.py"),
             *HOME.glob("look/marking.py"), *HOME.glob("web/areas.py"), *HOME.glob("web/drawn.py")]
    return sorted(path for path in found if path.name not in SHOWN)


def source_digests() -> dict[str, str]:
    """A digest of every source that is compiled, by its path in the package."""
    return {path.relative_to(HOME).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in compiled_sources()}


def stamp() -> dict[str, object]:
    """What a build was made from and for."""
    return {"python": sys.implementation.cache_tag, "sources": source_digests()}


def is_fresh() -> bool:
    """Whether there are compiled files and they match the sources and this Python."""
    try:
        return bool(json.loads(STAMP.read_text("utf-8")) == stamp())
    except (OSError, ValueError):
        return False


class PlainSources:
    """An import hook that loads this package's modules from their .py files only."""

    def find_spec(self, name: str, path: Sequence[str] | None = None,
                  target: ModuleType | None = None) -> ModuleSpec | None:
        if not name.startswith("chateaux.") or path is None:
            return None
        for folder in path:
            spec = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(name)
            if spec is not None:
                return spec
        return None


if __name__ == "__main__":  # the build asks whether there is anything to do
    sys.exit(0 if is_fresh() or PURE else 1)

COMPILED: Final = not PURE and is_fresh()
if not COMPILED:
    sys.meta_path.insert(0, PlainSources())
    if STAMP.exists() and not PURE:
        print("chateaux: the compiled files are older than the sources; running interpreted (make build).",
              file=sys.stderr)
