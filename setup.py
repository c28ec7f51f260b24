"""Compile the engine, the rules and the search with mypyc; install plain Python where that cannot be done."""
import json
import os
import shutil
import sys
import sysconfig
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE / "src" / "chateaux"))
import _compiled  # noqa: E402  (the package itself must not be imported before it is built)

SOURCES = _compiled.stamp()  # taken before the build, so that an edit during it does not pass for compiled
READY = _compiled.is_fresh() and not _compiled.PURE  # these very sources are compiled: not twice


def extensions() -> list[Extension]:
    """One compiled group for the engine, one for each game: a change rebuilds only its own group."""
    if READY:
        return [Extension(str(path.relative_to(HERE / "src")).split(".")[0].replace(os.sep, "."), [])
                for path in (HERE / "src").rglob(f"*{sysconfig.get_config_var('EXT_SUFFIX')}")]
    from mypyc.build import mypycify

    os.environ.setdefault("MYPYPATH", str(HERE / "src"))
    groups: dict[str, list[str]] = {}
    for path in _compiled.compiled_sources():
        room = path.parent.relative_to(_compiled.HOME).as_posix().replace("/", "_")
        groups.setdefault(room, []).append(path.relative_to(HERE).as_posix())
    # what is only imported is no matter of the build: it may need libraries that are not there
    found = mypycify(["--follow-imports=silent", *(path for paths in groups.values() for path in paths)],
                     opt_level="3", debug_level="0",
                     separate=[(paths, f"chateaux_{room}") for room, paths in groups.items()])
    if os.name == "posix":  # nobody replaces our functions at load time: then calls inside a group can be inlined
        for extension in found:
            extension.extra_compile_args.append("-fno-semantic-interposition")
    return found


def plain(why: object) -> None:
    if len(str(why)) > 100:  # a compiler's whole command
        why = "the C compiler failed; pip -v shows how"
    print(f"chateaux: no compiled speed here, installing plain Python ({why})", file=sys.stderr)


def extensions_or_say() -> list[Extension]:
    """What can be compiled: nothing where mypyc is missing or will not have the sources."""
    if _compiled.PURE:
        plain("CHATEAUX_PURE is set")
        return []
    try:
        return extensions()
    except ImportError:
        plain("mypyc is not installed")
    except SystemExit:  # how mypyc says that it has found errors, after it has printed them
        plain("mypyc found errors in the sources")
    except Exception as error:
        plain(error)
    return []


def engine_has_changed() -> bool:
    """Whether a class of the engine may have another layout than the games were compiled with: then all are again."""
    try:
        before = json.loads(_compiled.STAMP.read_text("utf-8"))["sources"]
    except (OSError, ValueError, LookupError):
        return True
    now = _compiled.source_digests()
    return any(before.get(name) != now[name] for name in now if name.startswith("engine/"))


class BuildOrSay(build_ext):
    """Build everything, then write the stamp that lets it be used; without a compiler, say so once."""

    def run(self) -> None:
        self.force = self.force or engine_has_changed()
        try:
            super().run()
        except Exception as error:  # any failure of a compiler: plain Python is a full product
            plain(error)
            self.extensions = []
            return
        if self.extensions:
            home = _compiled.HOME if self.inplace else Path(self.build_lib) / "chateaux"
            for path in home.rglob("*.so"):  # of a module that is gone: it could still be imported
                if not path.with_name(path.name.partition(".")[0] + ".py").exists():
                    path.unlink()
            (home / _compiled.STAMP.name).write_text(json.dumps(SOURCES, indent=1), "utf-8")

    def build_extension(self, ext: Extension) -> None:
        if ext.sources:
            super().build_extension(ext)
            return
        target = Path(self.get_ext_fullpath(ext.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(HERE / "src" / self.get_ext_filename(self.get_ext_fullname(ext.name)), target)


# Questions about the package (metadata, requirements, an sdist) are answered without compiling anything.
BUILDING = {"build", "build_ext", "bdist_wheel", "install", "develop", "editable_wheel"} & {*sys.argv}
setup(ext_modules=extensions_or_say() if BUILDING else [], cmdclass={"build_ext": BuildOrSay})
