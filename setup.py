"""Compile the engine, the rules and the search with mypyc; install plain Python where that cannot be done."""
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE / "src" / "chateaux"))
import _compiled  # noqa: E402  (the package itself must not be imported before it is built)

SOURCES = _compiled.stamp()  # taken before the build, so that an edit during it does not pass for compiled
WHOLE = "chateaux__mypyc"  # the library with everything that is compiled
READY = _compiled.is_fresh() and not _compiled.PURE  # these very sources are compiled: not twice


def extensions() -> list[Extension]:
    """Everything compiled as one piece: small functions of the engine are inlined in the games, and as mypyc knows all
    subclasses, it does not look whether an attribute is set that always is.
    """
    if READY:
        return [Extension(str(path.relative_to(HERE / "src")).split(".")[0].replace(os.sep, "."), [])
                for path in (HERE / "src").rglob(f"*{sysconfig.get_config_var('EXT_SUFFIX')}")]
    from mypyc.build import mypycify

    os.environ.setdefault("MYPYPATH", str(HERE / "src"))
    # what is only imported is no matter of the build: it may need libraries that are not there
    found = mypycify(["--follow-imports=silent",
                      *(path.relative_to(HERE).as_posix() for path in _compiled.compiled_sources())],
                     opt_level="3", debug_level="0", group_name=WHOLE.removesuffix("__mypyc"))
    whole = next(extension for extension in found if extension.name.endswith(WHOLE))  # the others only point to it
    if os.name == "posix":  # nobody replaces our functions at load time: then calls can be inlined
        whole.extra_compile_args.append("-fno-semantic-interposition")
    if shares_out():
        whole.extra_compile_args.append("-flto")
        whole.extra_link_args += ["-flto=auto", "-O3", "-fPIC", "-fno-semantic-interposition"]
    return found


def shares_out() -> bool:
    """Whether the compiler can leave optimising to the linker, which does it on all cores."""
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "").split()
    if sys.platform != "linux" or not compiler or "gcc" not in Path(compiler[0]).name:
        return False
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "tried.c"
        source.write_text("int tried(void) { return 7; }", "utf-8")
        return subprocess.run([*compiler, "-shared", "-fPIC", "-flto=auto", str(source), "-o", f"{folder}/tried.so"],
                              capture_output=True).returncode == 0


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


class BuildOrSay(build_ext):
    """Build everything, then write the stamp that lets it be used; without a compiler, say so once."""

    def run(self) -> None:
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
            for path in home.parent.glob("chateaux_*__mypyc.*"):  # of a time when there was one for each room
                if not path.name.startswith(WHOLE):
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
