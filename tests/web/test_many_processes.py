"""Two servers on one real PostgreSQL: one house, whichever door people use."""
from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from chateaux.tables.store import Store
from chateaux.web.serve import listening
from tests.web.house import ROOT, Person, Server, database_server, free_port, insist
from tests.web.players import Game, play_game
from tests.web.test_crash import check, drive

pytestmark = pytest.mark.xdist_group("postgresql")
PATIENCE = 60.0  # seconds after which something stands still; the machine may be busy


@pytest.fixture(scope="module")
def postgresql(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with database_server(tmp_path_factory.mktemp("pg")) as database:
        yield database


@pytest.fixture(scope="module")
def doors(postgresql: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Server]]:
    """Two servers, started at the same moment: only one migrates."""
    both = [Server(tmp_path_factory.mktemp("server"), postgresql.get_uri(), lease=1.5, patience_database=3.0)
            for _ in range(2)]
    with ThreadPoolExecutor() as threads:
        list(threads.map(Server.start, both))
    yield both
    for server in both:
        server.kill()


def test_what_is_the_houses_own_is_made_once_whoever_is_first(postgresql: Any) -> None:
    """One looks and sees nothing; before it has made it, another has. That one is kept, and no secret is told."""
    async def own(make: Callable[[], str]) -> str:
        store = Store(postgresql.get_uri())
        try:
            await store.open()
            assert store.engine.sync_engine.hide_parameters
            return await store.own("mark", make)
        finally:
            await store.close()

    def late() -> str:
        with ThreadPoolExecutor() as thread:
            assert thread.submit(asyncio.run, own(lambda: "first")).result() == "first"
        return "late"
    assert asyncio.run(own(late)) == "first"


def at_both(doors: list[Server], name: str) -> list[Person]:
    """The same person at both doors."""
    people = [Person(server, name) for server in doors]
    people[1].http.cookies.clear()
    people[1].http.headers["Authorization"] = f"Bearer {people[0].token}"
    return people


def test_an_action_posted_to_one_is_streamed_by_all(doors: list[Server]) -> None:
    ann = at_both(doors, "Ann")
    table = ann[0].create()
    assert [ann[0].join(table), ann[1].join(table)] == [0, 1]
    ann[1].post(f"/tables/{table}/start")
    with ann[0].stream(table, 0) as here, ann[1].stream(table, 1) as there, Person(doors[1]).stream(table) as watching:
        streams = [here, there, watching]
        while next(here)[1]["table"]["phase"] != "running":
            pass
        next(there)
        next(watching)
        for turn in range(6):
            seat = ann[0].view(table, 0)["table"]["to_act"][0]
            number = ann[turn % 2].answer(table, seat)["number"]
            for stream in streams:
                assert next(stream)[0] == number


def told(answer: httpx.Response, kind: str) -> Iterator[str]:
    """The data of a stream's events of one kind."""
    found = False
    for line in answer.iter_lines():
        if line.startswith("event: "):
            found = line == f"event: {kind}"
        elif line.startswith("data:") and found:
            found = False
            yield line.removeprefix("data:").strip()


def test_who_is_here_and_who_is_called_is_known_at_every_door(doors: list[Server]) -> None:
    ann, ben = Person(doors[0], "Ann"), Person(doors[1], "Ben")
    table = ann.create()
    ann.join(table)
    ben.join(table)
    ann.post(f"/tables/{table}/start")
    to_act = ann.view(table, 0)["table"]["to_act"][0]
    mover, waits = (ann, ben) if to_act == 0 else (ben, ann)
    there = {"as": "html", "seat": 1 - to_act, "language": "en"}
    with contextlib.ExitStack() as open_streams:
        seen = open_streams.enter_context(waits.http.stream("GET", f"/tables/{table}/stream", params=there))
        heard = open_streams.enter_context(waits.http.stream("GET", "/me/calls"))
        presence, calls = told(seen, "presence"), told(heard, "call")
        assert json.loads(next(presence)) == [1 - to_act]
        with mover.http.stream("GET", f"/tables/{table}/stream", params=there | {"seat": to_act}) as mine:
            assert json.loads(next(presence)) == [0, 1]
            known = told(mine, "presence")
            while json.loads(next(known)) != [0, 1]:
                pass
            while mover.view(table, to_act)["table"]["to_act"] == [to_act]:
                mover.answer(table, to_act)
            assert table in next(calls)
        assert json.loads(next(presence)) == [1 - to_act]


def test_two_posts_for_one_decision(doors: list[Server]) -> None:
    """Exactly one wins; the other gets 409 with the current state."""
    ann = at_both(doors, "Ann")
    table = ann[0].create()
    ann[0].join(table)
    ann[0].join(table)
    ann[0].post(f"/tables/{table}/start")
    with ThreadPoolExecutor() as threads:
        for _ in range(12):
            frame = ann[1].view(table)
            seat = frame["table"]["to_act"][0]
            frame = ann[0].view(table, seat)
            while (there := ann[1].view(table, seat))["number"] < frame["number"]:
                time.sleep(0.01)
            gate = threading.Barrier(2)

            def post(which: int, there: Any = there, seat: int = seat,
                     gate: threading.Barrier = gate) -> httpx.Response:
                action = there["actions"][-which]["action"]
                gate.wait()
                return ann[which].http.post(f"/tables/{table}/play", json={
                    "seat": seat, "decision": there["decision"], "action": action})
            answers = list(threads.map(post, range(2)))
            won, lost = sorted(answers, key=lambda answer: answer.status_code)
            assert (won.status_code, lost.status_code) == (200, 409)
            state = lost.json()["state"]
            assert state["number"] == won.json()["number"]
            assert state["view"] == won.json()["view"]
            assert state["decision"] != there["decision"]


def test_two_seats_answering_at_once_are_both_kept(doors: list[Server]) -> None:
    """The toy game's bets: collisions of log numbers are revalidated and retried."""
    ann = at_both(doors, "Ann")
    with ThreadPoolExecutor() as threads:
        for _ in range(8):
            table = ann[0].create("toy")
            ann[0].join(table)
            ann[0].join(table)
            ann[0].post(f"/tables/{table}/start")
            for seat in (0, 1):
                ann[0].answer(table, seat)
            frames = [ann[0].view(table, seat) for seat in (0, 1)]
            assert frames[0]["table"]["to_act"] == [0, 1]
            gate = threading.Barrier(2)

            def post(seat: int, frames: Any = frames, table: str = table, gate: threading.Barrier = gate) -> Any:
                gate.wait()
                return ann[seat].play(table, seat, frames[seat]["decision"], frames[seat]["actions"][seat]["action"])
            list(threads.map(post, (0, 1)))
            end = ann[0].view(table)
            assert end["table"]["phase"] == "over"
            assert end["number"] == frames[0]["number"] + 2


def test_bots_are_driven_by_one_process_and_by_another_when_it_dies(doors: list[Server]) -> None:
    ann = at_both(doors, "Ann")
    table = ann[0].create(seats=("open", "random", "random"))
    ann[0].join(table)
    ann[0].post(f"/tables/{table}/start")
    doors[0].kill()
    try:
        assert ann[1].play_out(table, [0])["table"]["phase"] == "over"
    finally:
        doors[0].start()


def test_a_process_that_is_silent_holds_nobody_up(doors: list[Server]) -> None:
    """Stopped, not dead: its connections stay open, but its leases run out."""
    ann = at_both(doors, "Ann")
    tables = []
    for _ in range(4):
        table = ann[0].create(seats=("open", "random", "random"))
        ann[0].join(table)
        ann[0].post(f"/tables/{table}/start")
        ann[0].post(f"/tables/{table}/give-up", seat=0, bot="random")
        tables.append(table)
    assert doors[0].process is not None
    doors[0].process.send_signal(signal.SIGSTOP)
    try:
        until = time.monotonic() + PATIENCE
        while any(ann[1].view(table)["table"]["phase"] != "over" for table in tables):
            assert time.monotonic() < until, "tables stand still"
            time.sleep(0.1)
    finally:
        doors[0].process.send_signal(signal.SIGCONT)


def test_a_database_that_hangs_is_told_of_in_time(doors: list[Server], postgresql: Any) -> None:
    """It neither answers nor goes away: people wait for seconds, not for ever, and it goes on by itself."""
    ann = at_both(doors, "Ann")
    table = ann[0].create()
    processes = family(postgresql.get_pid())
    for process in processes:
        os.kill(process, signal.SIGSTOP)
    try:
        began = time.monotonic()
        answer = ann[0].http.post(f"/tables/{table}/join", json={"seat": 0, "nonce": "n"})
        assert (answer.status_code, answer.json()["error"]) == (503, "away")
        assert time.monotonic() - began < PATIENCE
    finally:
        for process in processes:
            os.kill(process, signal.SIGCONT)
    until = time.monotonic() + PATIENCE
    while (answer := ann[0].http.post(f"/tables/{table}/join", json={"seat": 0, "nonce": "n"})).status_code == 503:
        assert time.monotonic() < until
    assert answer.status_code == 200


def test_the_children_end_with_their_parent(postgresql: Any, tmp_path: Path) -> None:
    """Killed, for want of memory, say: the address is free again, and the same command opens the house again."""
    port = free_port()
    command = [sys.executable, "-m", "chateaux", "serve", "--port", str(port), "--processes", "2", "--workers", "0"]
    env = {**os.environ, "CHATEAUX_DATABASE": postgresql.get_uri(), "PYTHONPATH": str(ROOT / "src")}
    parent = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    assert parent.stdout.readline().startswith("Châteaux is open at")
    children = family(parent.pid)[1:]
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    until = time.monotonic() + PATIENCE
    while any(alive(child) for child in children):
        assert time.monotonic() < until, "children serve on"
        time.sleep(0.1)
    listening("127.0.0.1", port).close()


def alive(process: int) -> bool:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def family(process: int) -> list[int]:
    """A process and its children."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return [process, *(int(child) for child in children)]


def test_killed_at_random_moments(doors: list[Server], postgresql: Any) -> None:
    games = asyncio.run(drive(doors, 2, 1))
    asyncio.run(check(postgresql.get_uri(), games))


def test_the_database_restarts_in_the_middle(doors: list[Server], postgresql: Any) -> None:
    """Clients see a short pause; nothing is lost, and streams at both doors go on."""
    urls = [server.url for server in doors]

    async def restart() -> list[Game]:
        async with httpx.AsyncClient(timeout=30) as http:
            playing = asyncio.gather(*[play_game(urls, http, seed, "chateau-combo", ["open", "open", "random"])
                                       for seed in range(4)])
            for _ in range(2):
                await asyncio.wait([playing], timeout=1.0)
                await asyncio.to_thread(postgresql.stop)
                await asyncio.sleep(0.5)
                await asyncio.to_thread(insist, postgresql.start)
            return await playing

    games = asyncio.run(restart())
    asyncio.run(check(postgresql.get_uri(), games))
    people = at_both(doors, "After")
    table = people[0].create()
    with people[1].stream(table) as stream:
        next(stream)
        people[0].join(table)
        assert next(stream)[1]["rows"][0]["kind"] == "join"
