"""Every planted fault is met by the tests that run it, quickest first, until one fails.

One process collects the tests of a game once, interpreted; each mutant is a fork of it in which the code of one
function is exchanged. Code that ran before any test did (tables made at import, the set read into memory) is met by a
fork of a process that has imported none of the house yet. A test that takes ten times as long as without the fault has
failed: the fault never ends. What was met is kept, mutant by mutant; stopped and started again, this goes on where it
was.

    python meet.py GAME MUTANTS.jsonl MET.jsonl [--again] [--long SECONDS]
"""
from __future__ import annotations

import argparse
import ast
import gc
import hashlib
import importlib.machinery
import json
import os
import pickle
import resource
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

import hypothesis  # noqa: F401  (what every fork needs is here before the first)
import msgspec  # noqa: F401
import pytest

HOUSE = Path(__file__).parents[2]
SHARED = ("tests/games/test_numbers.py", "tests/test_conformance.py", "tests/referee",
          "tests/test_mutated.py", "tests/test_set_formats.py", "tests/engine/test_shape.py",
          "tests/environments/test_features.py")
SHOWN = ("learn", "board", "telling")  # tests that say nothing of rules
PATIENCE = 10  # times as long as without the fault, and two seconds
MEMORY = 6 << 30

Key = tuple[str, str, int]  # file, function, first line


class Test:
    """A test as it is without faults: what it runs, how long it takes; and how many mutants it has killed."""

    def __init__(self, seconds: float, runs: set[Key], passes: bool) -> None:
        self.seconds, self.runs, self.passes = seconds, runs, passes
        self.kills: Counter[Key | None] = Counter()


def forked(work: Callable[[], Any]) -> Any:
    """What a piece of work gives in a fork of this process; None if it dies."""
    out, into = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(out)
        silent = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silent, 1)
        os.dup2(silent, 2)
        try:
            answer = work()
        except BaseException as error:
            answer = error
        os.write(into, pickle.dumps(answer))
        os._exit(0)
    os.close(into)
    with os.fdopen(out, "rb") as pipe:
        told = pipe.read()
    os.waitpid(child, 0)
    answer = pickle.loads(told) if told else None
    if isinstance(answer, BaseException):
        raise answer
    return answer


class Runs:
    """Runs tests one by one and knows whether the last one failed."""

    def __init__(self) -> None:
        self.failed = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed = self.failed or report.failed

    def first_to_fail(self, items: list[pytest.Item], seconds: dict[str, float]) -> str | None:
        """The first of these tests that fails or does not end; its name, or None."""
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        for item in items:
            def late(number: int, frame: FrameType | None, name: str = item.nodeid) -> None:
                os.write(2, b"late")
                raise SystemExit(name)

            signal.signal(signal.SIGVTALRM, late)
            signal.setitimer(signal.ITIMER_VIRTUAL, 2 + PATIENCE * seconds[item.nodeid])
            try:
                item.ihook.pytest_runtest_protocol(item=item, nextitem=None)
            except BaseException:
                return item.nodeid
            if self.failed:
                return item.nodeid
        return None


def early(source: str, file: str) -> Callable[[importlib.machinery.SourceFileLoader, str], CodeType | None]:
    """Loads a module with a fault planted in it, in a process that has not imported it."""
    plain = importlib.machinery.SourceFileLoader.get_code

    def get_code(self: importlib.machinery.SourceFileLoader, name: str) -> CodeType | None:
        if self.path == file:
            return compile(source, file, "exec", dont_inherit=True)
        return plain(self, name)

    return get_code


class Ordered(Runs):
    """A run of pytest that runs some tests in an order of its own, to the first that fails."""

    def __init__(self, names: list[str], seconds: dict[str, float]) -> None:
        super().__init__()
        self.names, self.seconds = names, seconds
        self.killer: str | None = "import"  # unless the tests can be collected at all

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            return True
        items = {item.nodeid: item for item in session.items}
        self.killer = "import" if any(name not in items for name in self.names) else self.first_to_fail(
            [items[name] for name in self.names], self.seconds)
        return True


def unborn(arguments: list[str], orders: Any, answers: Any) -> None:
    """A process that has imported nothing of the house, and meets what must be planted before."""
    while True:
        try:
            source, file, names, seconds = pickle.load(orders)
        except EOFError:
            os._exit(0)

        def met(source: str = source, file: str = file, names: list[str] = names,
                seconds: dict[str, float] = seconds) -> tuple[str | None]:
            importlib.machinery.SourceFileLoader.get_code = early(source, file)  # type: ignore[method-assign]
            plugin = Ordered(names, seconds)
            signal.signal(signal.SIGVTALRM, lambda *_: os._exit(1))  # an import that does not end
            signal.setitimer(signal.ITIMER_VIRTUAL, 60)
            pytest.main(arguments, plugins=[plugin])
            return (plugin.killer,)

        pickle.dump(forked(met) or ("import",), answers)
        answers.flush()


class Meeting(Runs):
    """Lives in the run of pytest that has collected the tests."""

    def __init__(self, folder: Path, mutants: list[dict[str, Any]], kept: Path, again: bool, long: float,
                 ask: Callable[..., Any]) -> None:
        super().__init__()
        self.folder, self.mutants, self.kept, self.again, self.long, self.ask = folder, mutants, kept, again, long, ask
        self.before: set[Key] = set()
        self.tests: dict[str, Test] = {}
        self.functions: dict[Key, list[FunctionType]] = {}

    def keep(self, seen: set[Key]) -> Callable[..., None]:
        """A tracer that keeps which functions of the rules are called."""
        folder, known = str(self.folder), set[CodeType]()

        def trace(frame: FrameType, event: str, argument: object) -> None:
            code = frame.f_code
            if code not in known:
                known.add(code)
                if code.co_filename.startswith(folder):
                    seen.add((Path(code.co_filename).name, code.co_qualname, code.co_firstlineno))

        return trace

    def pytest_collection(self) -> None:
        sys.settrace(self.keep(self.before))

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        sys.settrace(None)
        for found in gc.get_objects():
            if type(found) is FunctionType and found.__code__.co_filename.startswith(str(self.folder)):
                code = found.__code__
                key = Path(code.co_filename).name, code.co_qualname, code.co_firstlineno
                self.functions.setdefault(key, []).append(found)
        gc.freeze()
        items = {item.nodeid: item for item in session.items}
        self.measure(items)
        self.meet(items)
        return True

    def measure(self, items: dict[str, pytest.Item]) -> None:
        """Each test by itself, without faults; kept beside the rest for as long as neither tests nor rules change."""
        rules = hashlib.sha256(b"".join(path.read_bytes() for path in sorted(self.folder.glob("*.py")))).hexdigest()
        known = self.kept.with_suffix(".tests")
        before = pickle.loads(known.read_bytes()) if known.exists() else {}
        files = {item.path for item in items.values()}
        stamps = {path: hashlib.sha256(path.read_bytes()).hexdigest() for path in files}
        for name, item in items.items():
            stamp = (rules, stamps[item.path], self.long)
            if name in before and before[name][0][:2] == stamp[:2]:
                self.tests[name] = before[name][1]
                continue

            def run(item: pytest.Item = item) -> tuple[float, set[Key], bool]:
                signal.signal(signal.SIGVTALRM, lambda *_: os._exit(1))
                signal.setitimer(signal.ITIMER_VIRTUAL, self.long)
                seen: set[Key] = set()
                began = time.process_time()
                sys.settrace(self.keep(seen))
                item.ihook.pytest_runtest_protocol(item=item, nextitem=None)
                sys.settrace(None)
                return time.process_time() - began, seen, not self.failed

            self.tests[name] = Test(*(forked(run) or (self.long, set(), False)))
            before[name] = stamp, self.tests[name]
        known.write_bytes(pickle.dumps(before))

    def meet(self, items: dict[str, pytest.Item]) -> None:
        used = {name: test for name, test in self.tests.items() if test.passes and test.seconds <= self.long}
        print(f"{len(used)} of {len(items)} tests, {sum(one.seconds for one in used.values()):.1f} s", flush=True)
        sources = {path.name: path.read_text("utf-8") for path in self.folder.glob("*.py")}
        seconds = {name: test.seconds for name, test in used.items()}
        met = {line["mutant"]: line for line in lines(self.kept)}
        with self.kept.open("a") as kept:
            for mutant in self.mutants:
                name = name_of(mutant)
                if name in met and (met[name]["killer"] or not self.again):
                    continue
                began = time.time()
                key = function(sources[mutant["file"]], mutant)
                known = key in self.functions and key not in self.before
                chosen = [name for name, test in used.items() if key in test.runs] if known else list(used)
                chosen.sort(key=lambda name: (-min(used[name].kills[key], 3),
                                              0 if known else -min(used[name].kills[None], 3), used[name].seconds))
                file = self.folder / mutant["file"]
                new = faulty(mutant["source"], str(file), key) if known and key else None
                if new and key and new.co_freevars == self.functions[key][0].__code__.co_freevars:
                    def run(new: CodeType = new, key: Key = key, chosen: list[str] = chosen) -> tuple[str | None]:
                        for one in self.functions[key]:  # wherever the function is held
                            one.__code__ = new
                        return (self.first_to_fail([items[name] for name in chosen], seconds),)

                    answer = forked(run) or ("died",)
                else:  # also without `super()`, which a function cannot lose while it lives
                    answer = self.ask(mutant["source"], str(file), chosen, seconds)
                (killer,) = answer
                if killer in used:
                    used[killer].kills[key] += 1
                    used[killer].kills[None] += 1
                told = {"mutant": name, "killer": killer, "seconds": round(time.time() - began, 2), "early": not known,
                        "tests": len(chosen)} | {part: mutant[part] for part in ("file", "line", "operator", "change")}
                kept.write(json.dumps(told) + "\n")
                kept.flush()


def name_of(mutant: dict[str, Any]) -> str:
    return hashlib.sha256((mutant["file"] + mutant["source"]).encode()).hexdigest()[:16]


def report(mutants: list[dict[str, Any]], kept: Path) -> None:
    """How many were killed, with Wilson's interval for all of which these are a sample; and who lived."""
    met = {line["mutant"]: line for line in lines(kept)}
    found = [met[name] for name in map(name_of, mutants) if name in met]
    count, killed = len(found), sum(bool(one["killer"]) for one in found)
    share, z = killed / count, 1.96
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    wide = z / (1 + z * z / count) * (share * (1 - share) / count + z * z / (4 * count * count)) ** 0.5
    print(f"{killed} of {count} killed: {share:.1%} ({middle - wide:.1%} to {middle + wide:.1%})")
    for one in sorted(found, key=lambda one: (one["file"], one["line"])):
        if not one["killer"]:
            print(f"  {one['file']}:{one['line']} {' '.join(one['change'])}")


def lines(path: Path) -> Iterator[dict[str, Any]]:
    if path.exists():
        yield from map(json.loads, path.read_text("utf-8").splitlines())


def codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes(constant)


def function(source: str, mutant: dict[str, Any]) -> Key | None:
    """The outermost function in whose body a fault lies; None if it lies in none."""
    def inside(nodes: list[ast.stmt], prefix: str) -> Key | None:
        for node in nodes:
            if isinstance(node, ast.ClassDef):
                found = inside(node.body, f"{prefix}{node.name}.")
                if found:
                    return found
            elif isinstance(node, ast.FunctionDef):
                began = node.body[0]
                if (began.lineno, began.col_offset) <= (mutant["line"], mutant["column"]) and (
                        mutant["line"] <= (node.end_lineno or 0)):
                    first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
                    return mutant["file"], prefix + node.name, first
        return None

    return inside(ast.parse(source).body, "")


def faulty(source: str, file: str, key: Key) -> CodeType:
    """The code that a function has with the fault."""
    mutated = compile(source, file, "exec", dont_inherit=True)
    return next(code for code in codes(mutated) if (code.co_qualname, code.co_firstlineno) == key[1:])


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("game")
    asked.add_argument("mutants", type=Path)
    asked.add_argument("kept", type=Path)
    asked.add_argument("--again", action="store_true", help="meet survivors again")
    asked.add_argument("--tests", nargs="+", help="these only: what is new, say, when survivors are met again")
    asked.add_argument("--long", type=float, default=6.0, help="a test that needs more seconds meets no mutants")
    given = asked.parse_args()
    mutants, kept = list(lines(given.mutants)), given.kept.resolve()
    os.environ |= {"CHATEAUX_PURE": "1", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    os.chdir(HOUSE)
    sys.path.insert(0, str(HOUSE))
    tests = given.tests or [f"tests/games/{given.game}", *SHARED]
    arguments = [*tests, "-k", f"{given.game} or {given.game.replace('_', '-')}", "-s", "-q", "-p", "no:cacheprovider",
                 *(f"--ignore-glob=tests/games/*/test_{shown}.py" for shown in SHOWN)]
    orders_out, orders_in = os.pipe()
    answers_out, answers_in = os.pipe()
    if os.fork() == 0:
        os.close(orders_in)
        unborn(arguments, os.fdopen(orders_out, "rb"), os.fdopen(answers_in, "wb"))
    orders, answers = os.fdopen(orders_in, "wb"), os.fdopen(answers_out, "rb")

    def ask(*order: Any) -> Any:
        pickle.dump(order, orders)
        orders.flush()
        return pickle.load(answers)

    folder = HOUSE / "src/chateaux/games" / given.game
    pytest.main(arguments, plugins=[Meeting(folder, mutants, kept, given.again, given.long, ask)])
    report(mutants, kept)


if __name__ == "__main__":
    main()
