"""What a move costs our server, beside boardgame.io's own server, in the same run on the same machine.

    python -m bench.boardgame               20 tables of four, flat out
    python -m bench.boardgame --rounds 5    more rounds, a narrower range

It needs Node and npm; boardgame.io is installed into build/boardgame, out of the way of everything else. Measured is
the processor time of each server process, all its threads, from the first move of a round to the arrival of the last
one at all four people. Sitting down is not counted, nor is a first round, in which caches are filled and Node compiles.
All servers stand side by side and take turns, so that whatever else the machine does meets all of them.

What is the same: four people at each table, each with a seat, credentials and an open line of their own; 36 moves at
each table, drawn at random from all that is legal; a table's next move is made when all four have the last one. A move
is authorised, checked, logged, stored, and sent to each seat as that seat may see it. boardgame.io plays `draft.js`,
which has the frame and the cards of Château Combo, and about as many bytes of state as our JSON has.

What is not the same, so that nobody reads more into a ratio than there is:

- our pages are HTML, drawn by the server in each reader's language; boardgame.io leaves drawing to browsers;
- with every frame our server sends what may be done now, what each card costs and would score in each cell, and the
  story of the move; the draft counts points by shields alone, has no choices inside effects, and its people work out
  by themselves what is legal;
- our streams are compressed, boardgame.io's web socket is by default not; the bytes printed are those before it;
- we store in SQLite with synchronous=FULL. boardgame.io keeps matches in memory by default; its FlatFile storage writes
  whole files, the log among them, and never waits for the disk;
- boardgame.io sends the whole state after each move by default; with `deltaState` it sends patches.
"""
from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import uvloop

from bench.load import Party, free_port, server, work

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
BUILD = ROOT / "build" / "boardgame"
PIECES = ROOT / "src" / "chateaux" / "games" / "chateau_combo" / "pieces.json"
OURS = ("Châteaux in HTML", "Châteaux in JSON")
MOVES = 36  # nine turns of four people: no game is over before
PATIENCE = 300.0  # seconds for a round
ENVIRONMENT = {**os.environ, "NODE_ENV": "production"}


class House(Protocol):
    """A server that is running, and people who come to it."""

    def play(self, tables: int) -> tuple[int, float, int]:
        """One round: how many moves were made, what they cost in processor time, and how many bytes were heard."""


@dataclass
class Chateaux:
    """Our own server: Château Combo, read as HTML or as JSON."""

    port: int
    pid: int
    form: str

    def play(self, tables: int) -> tuple[int, float, int]:
        return uvloop.run(self.evening(tables))

    async def evening(self, tables: int) -> tuple[int, float, int]:
        parties = [Party(self.port, "chateau-combo", self.form) for _ in range(tables)]
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*[party.sit_down() for party in parties])
            await asyncio.sleep(1)
            heard, worked = sum(party.heard for party in parties), work(self.pid)
            await asyncio.gather(*[self.table(party) for party in parties])
            worked = work(self.pid) - worked
        heard = sum(party.heard for party in parties) - heard
        await asyncio.gather(*[party.leave() for party in parties])
        return tables * MOVES, worked, heard

    async def table(self, party: Party) -> None:
        for _ in range(MOVES):
            while (posted := await party.move()) is None:
                await asyncio.sleep(0.005)
            while len(party.arrived.get(posted[1], ())) < len(party.people):
                await asyncio.sleep(0.005)


@dataclass
class Boardgame:
    """boardgame.io's server with the draft, and its own clients in a process of their own."""

    port: int
    pid: int
    sends: str

    def play(self, tables: int) -> tuple[int, float, int]:
        people = subprocess.Popen(["node", "people.js", str(self.port), self.sends, str(tables), str(MOVES)], cwd=BUILD,
                                  env=ENVIRONMENT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        with people:
            assert people.stdin is not None
            assert people.stdout is not None
            if people.stdout.readline() != "seated\n":
                sys.exit("Nobody could sit down at boardgame.io's tables.")
            worked = work(self.pid)
            people.stdin.write("play\n")
            people.stdin.flush()
            told = people.stdout.readline()
            worked = work(self.pid) - worked
        if not told:
            sys.exit("A move at one of boardgame.io's tables did not reach everybody.")
        found = json.loads(told)
        return found["moves"], worked, found["heard"]


@contextlib.contextmanager
def chateaux(form: str) -> Iterator[House]:
    with server("") as (port, pid):
        yield Chateaux(port, pid, form)


@contextlib.contextmanager
def boardgame(sends: str, files: bool = False) -> Iterator[House]:
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(["node", "server.js", str(port), sends, *([folder] if files else [])], cwd=BUILD,
                                   env=ENVIRONMENT, text=True, stdout=subprocess.PIPE)
        try:
            assert process.stdout is not None
            if process.stdout.readline() != "open\n":
                sys.exit("boardgame.io's server did not start.")
            yield Boardgame(port, process.pid, sends)
        finally:
            process.kill()
            process.wait()


@dataclass
class Cost:
    """What the rounds of one house showed."""

    name: str
    each: list[float] = field(default_factory=list)  # milliseconds of processor time a move, by round
    heard: float = 0.0  # bytes to each person with a move, in the last round

    @property
    def typical(self) -> float:
        return statistics.median(self.each)

    def line(self) -> str:
        return (f"{self.name:36} {self.typical:6.2f} ms a move ({min(self.each):.2f} to {max(self.each):.2f})  "
                f"{1000 / self.typical:6.0f} moves a second of processor time  "
                f"{self.heard / 1024:5.1f} KiB to each person")


def install() -> str:
    """boardgame.io and what plays it, in a folder of their own; which version it is."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        sys.exit("This needs Node and npm.")
    BUILD.mkdir(parents=True, exist_ok=True)
    wanted, known = HERE / "package.json", BUILD / "package.json"
    fresh = known.exists() and known.read_bytes() == wanted.read_bytes() and (BUILD / "node_modules").exists()
    for path in (*HERE.glob("*.js"), PIECES):
        shutil.copy(path, BUILD)
    if not fresh:
        shutil.copy(wanted, known)
        (BUILD / "package-lock.json").unlink(missing_ok=True)
        subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund"], cwd=BUILD, check=True)
    return str(json.loads((BUILD / "node_modules" / "boardgame.io" / "package.json").read_text())["version"])


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    asked.add_argument("--tables", type=int, default=20)
    asked.add_argument("--rounds", type=int, default=3)
    given = asked.parse_args()
    version = install()
    print(f"{given.tables} tables of four, {MOVES} moves at each, {given.rounds} rounds; boardgame.io {version}",
          flush=True)
    with contextlib.ExitStack() as stack:
        houses = {name: stack.enter_context(house) for name, house in {
            OURS[0]: chateaux("html"),
            OURS[1]: chateaux("json"),
            "boardgame.io in memory": boardgame("whole"),
            "boardgame.io in memory, patches": boardgame("patches"),
            "boardgame.io in files": boardgame("whole", files=True),
            "boardgame.io in files, patches": boardgame("patches", files=True),
        }.items()}
        costs = {name: Cost(name) for name in houses}
        for number in range(given.rounds + 1):
            for name, house in houses.items():
                moves, worked, heard = house.play(given.tables)
                print(f"round {number}: {name} {worked / moves * 1000:.2f} ms a move", file=sys.stderr, flush=True)
                if number:
                    costs[name].each.append(worked / moves * 1000)
                    costs[name].heard = heard / moves / 4
    for cost in costs.values():
        print(cost.line())
    pages, data = (costs[name].typical for name in OURS)
    for name, cost in costs.items():
        if name not in OURS:
            print(f"moves in the same processor time, to those of {name}: {cost.typical / pages:.2f} in HTML, "
                  f"{cost.typical / data:.2f} in JSON")


if __name__ == "__main__":
    main()
