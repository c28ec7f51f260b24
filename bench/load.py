"""How many tables two cores hold: people at a human pace, over HTTP on loopback.

    python -m bench.load                 a move's cost in every game, then the number of tables of four at p99 < 200 ms
    python -m bench.load --costs         only what a move costs the server, in HTML and in JSON, at that pace
    python -m bench.load --flat          the same with 20 tables that move as fast as they are answered
    python -m bench.load --tables 100    only this many tables
    python -m bench.load --as json       people who read JSON, as programs do
    python -m bench.load --database URL  with PostgreSQL

Every table has four people, each with a stream of their own that reads what a browser reads: HTML, compressed, in one
language. One move is made at each table every five seconds; measured is the time from the post to its arrival at each
of the four streams. The people run in this process and cost time too, so a house with real visitors elsewhere holds
more. Unless a game is named, tables play all games in turn.
"""
from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import re
import resource
import socket
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import uvloop

PACE = 5.0
LIMIT = 0.2
SERVER = """
import sys, uvicorn
from chateaux.web.serve import configured, listening
from chateaux.web.settings import Settings
settings = Settings(database=sys.argv[2], rate=0, workers=1, hint_workers=0, log="none", watchers=10**6, streams=10**6,
                    seat_streams=10**6, connections=0, idle=600.0, heartbeat=60.0)
with listening("127.0.0.1", int(sys.argv[1])) as bound:
    uvicorn.Server(configured(settings)).run(sockets=[bound])
"""
GAMES = ("castle-builder", "chateau-combo", "chateau-fort", "once-upon-a-castle")
OWES = re.compile(rb'data-owes="1"')
ASKED = re.compile(rb'id="asked">(.*?)</script>')
Json = Any  # what the server answers


@dataclass
class Measured:
    """What one run showed."""

    tables: int
    moves: int = 0
    seconds: float = 0.0
    delays: list[float] = field(default_factory=list)
    memory: float = 0.0  # KiB a table
    worked: float = 0.0  # seconds of the server's own time, whatever else the machine does

    def percentile(self, part: float) -> float:
        ordered = sorted(self.delays)
        return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else float("inf")

    def line(self) -> str:
        return (f"{self.tables:5} tables of four  {self.moves / self.seconds:7.1f} moves/s  "
                f"p50 {self.percentile(0.5) * 1000:6.1f} ms  p99 {self.percentile(0.99) * 1000:6.1f} ms  "
                f"server {self.worked / max(1, self.moves) * 1000:5.2f} ms a move  {self.memory:5.0f} KiB a table")


class Line:
    """A connection that stays open, with as little work on it as possible."""

    def __init__(self, port: int, token: str = "") -> None:
        self.port, self.token = port, token
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def send(self, method: str, path: str, body: Json = None, more: str = "") -> tuple[asyncio.StreamReader, int]:
        if self.streams is None:
            self.streams = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 22)
        reader, writer = self.streams
        content = b"" if body is None else json.dumps(body).encode()
        known = f"Authorization: Bearer {self.token}\r\n" if self.token else ""
        head = (f"{method} /api{path} HTTP/1.1\r\nHost: h\r\n{known}{more}"
                f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n")
        writer.write(head.encode() + content)
        length, line = 0, b""
        with contextlib.suppress(ConnectionResetError):
            line = await reader.readline()
        if not line:  # the server closes lines that were quiet for long
            self.close()
            self.streams = None
            return await self.send(method, path, body, more)
        while (line := await reader.readline()) not in (b"\r\n", b""):
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        return reader, length

    async def ask(self, method: str, path: str, body: Json = None, more: str = "") -> Json:
        reader, length = await self.send(method, path, body, more)
        return json.loads(await reader.readexactly(length) or "{}")

    async def events(self, path: str) -> AsyncIterator[bytes]:
        """The events of a stream, decompressed."""
        reader, _ = await self.send("GET", path, more="Accept-Encoding: gzip\r\n")
        press, rest = zlib.decompressobj(31), b""
        while size := int(await reader.readline(), 16):
            chunk = await reader.readexactly(size + 2)
            *whole, rest = (rest + press.decompress(chunk[:-2])).split(b"\n\n")
            for event in whole:
                yield event

    def close(self) -> None:
        if self.streams is not None:
            self.streams[1].close()


class Party:
    """Four people at a table."""

    def __init__(self, port: int, game: str, form: str) -> None:
        self.port, self.game, self.form = port, game, form
        self.people = [Line(port) for _ in range(4)]
        self.watching: list[asyncio.Task[None]] = []
        self.asked: dict[int, Json] = {}  # of the seats that owe an answer
        self.arrived: dict[int, list[float]] = {}
        self.number = 0
        self.heard = 0  # bytes of frames at the four streams, decompressed
        self.id = ""

    async def sit_down(self) -> None:
        for number, person in enumerate(self.people):
            person.token = (await person.ask("POST", "/guest", {"name": f"P{number}"}))["token"]
        made = await self.people[0].ask("POST", "/tables", {"game": self.game, "seats": ["open"] * 4})
        self.id = made["id"]
        for person in self.people:
            await person.ask("POST", f"/tables/{self.id}/join", {"nonce": str(random.random())})
        await self.people[0].ask("POST", f"/tables/{self.id}/start", {})
        self.watching = [asyncio.create_task(self.watch(seat)) for seat in range(4)]

    async def watch(self, seat: int) -> None:
        line = Line(self.port, self.people[seat].token)
        known: Json = None
        try:
            async for event in line.events(f"/tables/{self.id}/stream?seat={seat}&as={self.form}"):
                if b"event: frame" not in event:
                    continue
                number = int(event[4:event.index(b"\n")])
                self.number = max(self.number, number)
                self.heard += len(event)
                self.arrived.setdefault(number, []).append(time.perf_counter())
                self.asked.pop(seat, None)
                if self.form == "json":
                    if b'"owes":true' in event:
                        frame = json.loads(event[event.index(b"{"):])
                        self.asked[seat] = frame["decision"], [action["action"] for action in frame["actions"]]
                    continue
                if (found := ASKED.search(event)) is not None:
                    known = json.loads(found[1])
                if OWES.search(event):
                    self.asked[seat] = known["decision"], [action for action, _ in known["actions"]]
        finally:
            line.close()

    async def move(self) -> tuple[float, int] | None:
        """One move of whoever is asked; when it was posted, and its number."""
        if not self.asked:
            return None
        seat, (decision, actions) = self.asked.popitem()
        began, number = time.perf_counter(), self.number + 1
        refused = await self.people[seat].ask("POST", f"/tables/{self.id}/play", {
            "seat": seat, "decision": decision, "action": random.choice(actions)},
            f"Prefer: return=minimal\r\nIdempotency-Key: {random.getrandbits(64):016x}\r\n")
        return None if refused else (began, number)

    async def leave(self) -> None:
        for task in self.watching:
            task.cancel()
        await asyncio.gather(*self.watching, return_exceptions=True)
        for person in self.people:
            person.close()


async def run(port: int, pid: int, tables: int, games: Sequence[str], seconds: float, pace: float,
              form: str = "html") -> Measured:
    """Seat everybody, then let them play for a while."""
    before = memory(pid)
    parties = [Party(port, games[number % len(games)], form) for number in range(tables)]
    for start in range(0, tables, 20):
        await asyncio.gather(*[party.sit_down() for party in parties[start:start + 20]])
    await asyncio.sleep(2)
    measured = Measured(tables, memory=(memory(pid) - before) / tables)
    until, worked = time.perf_counter() + seconds, work(pid)

    async def evening(party: Party) -> None:
        await asyncio.sleep(random.uniform(0, pace))
        while time.perf_counter() < until:
            posted = await party.move()
            if posted is not None:
                measured.moves += 1
                began, number = posted
                await asyncio.sleep(min(pace, 1.0) if pace else 0.02)
                measured.delays += [at - began for at in party.arrived.get(number, [])]
                measured.delays += [1.0] * (4 - len(party.arrived.get(number, []))) if pace else []
            await asyncio.sleep(max(0.0, pace - 1.0) if pace else 0.005)
    began = time.perf_counter()
    await asyncio.gather(*[evening(party) for party in parties])
    measured.seconds = time.perf_counter() - began
    measured.worked = work(pid) - worked
    await asyncio.gather(*[party.leave() for party in parties])
    return measured


def work(pid: int) -> float:
    """Seconds of processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> float:
    """Resident memory in KiB."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return float(line.split()[1])
    return 0.0


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextlib.contextmanager
def server(database: str) -> Any:
    """A server of its own for each run."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen([sys.executable, "-c", SERVER, str(port),
                                    database or f"sqlite:///{folder}/tables.db"], env=dict(os.environ))
        try:
            for _ in range(600):
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                    break
                time.sleep(0.1)
            time.sleep(0.5)
            yield port, process.pid
        finally:
            process.kill()
            process.wait()


def costs(database: str, games: Sequence[str], flat: bool) -> None:
    """What a move costs the server with four readers, in HTML and in JSON: at a human pace, or flat out."""
    tables, seconds, pace = (20, 8.0, 0.0) if flat else (300, 20.0, PACE)
    for game in games:
        spent = []
        for form in ("html", "json"):
            with server(database) as (port, pid):
                found = uvloop.run(run(port, pid, tables, [game], seconds, pace, form))
            spent.append(found.worked / max(1, found.moves) * 1000)
        print(f"{game:20} {spent[0]:5.2f} ms of the server's time a move in HTML, {spent[1]:5.2f} in JSON: "
              f"{spent[0] / spent[1]:.2f} times as much", flush=True)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    asked.add_argument("--tables", type=int, default=0)
    asked.add_argument("--first", type=int, default=100)
    asked.add_argument("--seconds", type=float, default=20)
    asked.add_argument("--game", default="")
    asked.add_argument("--as", dest="form", default="html")
    asked.add_argument("--costs", action="store_true")
    asked.add_argument("--flat", action="store_true")
    asked.add_argument("--database", default="")
    given = asked.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    games = [given.game] if given.game else GAMES
    if not given.tables:
        costs(given.database, games, given.flat)
    if given.costs or given.flat:
        return
    held = 0
    tables = given.tables or given.first
    while True:
        with server(given.database) as (port, pid):
            measured = uvloop.run(run(port, pid, tables, games, given.seconds, PACE, given.form))
        print(measured.line(), flush=True)
        if measured.percentile(0.99) < LIMIT:
            held = tables
        if given.tables or measured.percentile(0.99) >= LIMIT or tables >= 2000:
            break
        tables = tables * 3 // 2
    print(f"held at p99 < {LIMIT * 1000:.0f} ms, one move a table every {PACE:.0f} s: {held} tables of four")


if __name__ == "__main__":
    main()
