"""How many tables two cores hold: people at a human pace, over HTTP on loopback.

    python -m bench.load                 find the number of tables of four at p99 < 200 ms, and print it
    python -m bench.load --tables 100    only this many
    python -m bench.load --database URL  with PostgreSQL

Every table has four people, each with a stream of their own. One move is made at each table every five
seconds; measured is the time from the post to its arrival at each of the four streams. The people run in
this process and cost time too, so a house with real visitors elsewhere holds more.
"""
from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

PACE = 5.0
LIMIT = 0.2
SERVER = """
import sys, uvicorn
from chateaux.web.app import create_app
from chateaux.web.serve import listening
from chateaux.web.settings import Settings
with listening("127.0.0.1", int(sys.argv[1])) as bound:
    app = create_app(Settings(database=sys.argv[2], rate=0, workers=0, watchers=10**6))
    uvicorn.Server(uvicorn.Config(app, log_level="critical", timeout_graceful_shutdown=1)).run(sockets=[bound])
"""
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

    async def send(self, method: str, path: str, body: Json = None) -> tuple[asyncio.StreamReader, int]:
        if self.streams is None:
            self.streams = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 22)
        reader, writer = self.streams
        content = b"" if body is None else json.dumps(body).encode()
        known = f"Authorization: Bearer {self.token}\r\n" if self.token else ""
        head = (f"{method} /api{path} HTTP/1.1\r\nHost: h\r\n{known}"
                f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n")
        writer.write(head.encode() + content)
        length, line = 0, b""
        with contextlib.suppress(ConnectionResetError):
            line = await reader.readline()
        if not line:  # the server closes lines that were quiet for long
            self.close()
            self.streams = None
            return await self.send(method, path, body)
        while (line := await reader.readline()) not in (b"\r\n", b""):
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        return reader, length

    async def ask(self, method: str, path: str, body: Json = None) -> Json:
        reader, length = await self.send(method, path, body)
        return json.loads(await reader.readexactly(length))

    def close(self) -> None:
        if self.streams is not None:
            self.streams[1].close()


class Party:
    """Four people at a table."""

    def __init__(self, port: int, game: str) -> None:
        self.port, self.game = port, game
        self.people = [Line(port) for _ in range(4)]
        self.watching: list[asyncio.Task[None]] = []
        self.frames: dict[int, Json] = {}  # of the seats that owe an answer
        self.arrived: dict[int, list[float]] = {}
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
        reader, _ = await line.send("GET", f"/tables/{self.id}/stream?seat={seat}")
        number = 0
        try:
            while raw := await reader.readline():
                if raw.startswith(b"id: "):
                    number = int(raw[4:])
                elif raw.startswith(b"data: "):
                    self.arrived.setdefault(number, []).append(time.perf_counter())
                    if b'"owes":true' in raw:
                        self.frames[seat] = json.loads(raw[6:])
        finally:
            line.close()

    async def move(self) -> tuple[float, int] | None:
        """One move of whoever is asked; when it was posted, and its number."""
        if not self.frames:
            return None
        seat, frame = self.frames.popitem()
        began = time.perf_counter()
        after = await self.people[seat].ask("POST", f"/tables/{self.id}/play", {
            "seat": seat, "decision": frame["decision"], "action": random.choice(frame["actions"])["action"]})
        return (began, after["number"]) if "number" in after else None

    async def leave(self) -> None:
        for task in self.watching:
            task.cancel()
        await asyncio.gather(*self.watching, return_exceptions=True)
        for person in self.people:
            person.close()


async def run(port: int, pid: int, tables: int, game: str, seconds: float, pace: float) -> Measured:
    """Seat everybody, then let them play for a while."""
    before = memory(pid)
    parties = [Party(port, game) for _ in range(tables)]
    for start in range(0, tables, 20):
        await asyncio.gather(*[party.sit_down() for party in parties[start:start + 20]])
    await asyncio.sleep(0.5)
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


@contextlib.contextmanager
def server(database: str) -> Any:
    """A server of its own for each run."""
    with tempfile.TemporaryDirectory() as folder, socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
        found.close()
        process = subprocess.Popen([sys.executable, "-c", SERVER, str(port),
                                    database or f"sqlite:///{folder}/tables.db"], env=dict(os.environ))
        try:
            for _ in range(200):
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                    break
                time.sleep(0.1)
            time.sleep(0.5)
            yield port, process.pid
        finally:
            process.kill()
            process.wait()


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    asked.add_argument("--tables", type=int, default=0)
    asked.add_argument("--seconds", type=float, default=15)
    asked.add_argument("--game", default="chateau-combo")
    asked.add_argument("--database", default="")
    given = asked.parse_args()
    with server(given.database) as (port, pid):
        flat_out = asyncio.run(run(port, pid, 20, given.game, 5, 0))
    print(f"flat out: {flat_out.moves / flat_out.seconds:.0f} moves/s at 20 tables, "
          f"{flat_out.worked / max(1, flat_out.moves) * 1000:.2f} ms of the server's time a move")
    held = 0
    tables = given.tables or 50
    while True:
        with server(given.database) as (port, pid):
            measured = asyncio.run(run(port, pid, tables, given.game, given.seconds, PACE))
        print(measured.line(), flush=True)
        if measured.percentile(0.99) < LIMIT:
            held = tables
        if given.tables or measured.percentile(0.99) >= LIMIT or tables >= 2000:
            break
        tables = tables * 3 // 2
    print(f"held at p99 < {LIMIT * 1000:.0f} ms, one move a table every {PACE:.0f} s: {held} tables of four")


if __name__ == "__main__":
    main()
