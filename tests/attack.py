"""What one guest, or everybody behind one address, can do to a house with the limits it is shipped with. Prints it.

    python -m tests.attack                      one guest: memory, disk, and how long somebody else waits for a Page
    python -m tests.attack --guests 20          the same from twenty guests of one address
    python -m tests.attack --seconds 30         longer for each of the ways
    python -m tests.attack --school 60          no attack: so many people at once, behind one address
"""
from __future__ import annotations

import argparse
import asyncio
import contextlib
import copy
import itertools
import json
import os
import random
import sqlite3
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import httpx

import chateaux
from chateaux.web.settings import Settings
from tests.web.house import Server

MB = 1 << 20
EVE, ANN = "192.0.2.{}", "198.51.100.7"  # where the attacks come from, each of its own, and where somebody else plays
AT_ONCE = 6
GAMES = ("castle-builder", "chateau-combo", "chateau-fort", "once-upon-a-castle")
HOME = Settings()
LIMITS: dict[str, Any] = {"rate": HOME.rate, "workers": HOME.workers, "bot_delay": HOME.bot_delay}


class Guest:
    """Somebody with a token, at an address."""

    def __init__(self, http: httpx.AsyncClient, address: str) -> None:
        self.http, self.headers, self.seen = http, {"X-Forwarded-For": address}, Counter[int]()
        self.tables: list[str] = []

    async def introduce(self) -> Guest:
        while (told := await self.post("/guest", name="Eve")).status_code != 200:
            await asyncio.sleep(0.5)
        self.headers["Authorization"] = f"Bearer {told.json()['token']}"
        return self

    async def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        answer = await self.http.request(method, path, headers={**self.headers, **more.pop("headers", {})}, **more)
        self.http.cookies.clear()  # everybody shows a token of their own
        self.seen[answer.status_code] += 1
        if answer.status_code == 429:
            await asyncio.sleep(0.05)
        return answer

    async def post(self, path: str, **body: object) -> httpx.Response:
        return await self.ask("POST", f"/api{path}", json=body)

    async def table(self, *seats: str, game: str = "chateau-combo", **more: object) -> str:
        """A table, everything at it one's own; when no more are allowed, one of those there are."""
        made = await self.post("/tables", game=game, seats=list(seats), **more)
        if made.status_code != 201:
            await asyncio.sleep(0.2)
            return random.choice(self.tables) if self.tables else "x" * 16
        id = str(made.json()["id"])
        self.tables.append(id)
        for seat in range(seats.count("open")):
            await self.post(f"/tables/{id}/join", seat=seat, nonce="n")
        await self.post(f"/tables/{id}/start")
        return id

    async def move(self, table: str) -> bool:
        """Whatever is first, for a seat of one's own that is asked."""
        for seat in (0, 1):
            shown = await self.ask("GET", f"/api/tables/{table}/view", params={"seat": seat})
            if shown.status_code == 200 and (frame := shown.json())["owes"]:
                action = frame["actions"][-1]["action"]
                return (await self.post(f"/tables/{table}/play", seat=seat, decision=frame["decision"],
                                        action=action)).status_code == 200
        return False


NUMBERS = itertools.count(1)


def own_set(game: str) -> Any:
    """A set that nobody has sent before, nearly as large as one may be."""
    pieces: Any = copy.deepcopy(chateaux.game(game).pieces)
    if game == "castle-builder":
        like = pieces["tiles"][-1]
        pieces["tiles"] += [{**like, "id": f"x{next(NUMBERS)}"} for _ in range(198 - len(pieces["tiles"]))]
    found = pieces["tiles" if game == "castle-builder" else "cards"]
    for piece in found:
        piece["name" if "name" in piece else "name_en"] = f"{next(NUMBERS)} " + "long name " * 9
    return pieces


def long_record(game: str) -> str:
    record, dice = chateaux.Record(chateaux.game(game), 2, seed=next(NUMBERS)), random.Random(1)
    state = record.new()
    while not state.over and len(record.entries) < 5000:
        seat = state.to_act[0]
        record.add(seat, dice.choice(state.actions(seat)))
        state.play(record.entries[-1][1], seat)
    return record.to_json()


# ---------------------------------------------------------------- the ways


async def own_sets(eve: Guest) -> None:
    game = random.choice(GAMES[:2])
    table = await eve.table("open", "open", game=game, pieces=own_set(game))
    for language in ("en", "fr", "sv"):
        await eve.ask("GET", f"/tables/{table}", headers={"Accept": "text/html", "Accept-Language": language})


async def shown_sets(eve: Guest) -> None:
    await eve.ask("POST", "/sets/castle-builder", json=own_set("castle-builder"))


async def rematches(eve: Guest) -> None:
    table = await eve.table("open", "open", game="castle-builder", pieces=own_set("castle-builder"))
    for _ in range(10):
        await eve.post(f"/tables/{table}/abandon")
        again = await eve.post(f"/tables/{table}/rematch")
        if again.status_code != 200:
            return
        table = again.json()["id"]


async def records(eve: Guest) -> None:
    await eve.ask("POST", "/replay/0?whole=true", content=long_record(random.choice(GAMES)))


async def spellings(eve: Guest) -> None:
    number = next(NUMBERS)
    await eve.ask("GET", f"/api/tables/{'x' * 16}/stream", params={"as": "html", "language": f"x{number}"})
    await eve.ask("GET", f"/tables/nowhere-{number}", headers={"Accept-Language": f"x{number}"})
    await eve.post("/guest", name=f"Eve {number}")
    await eve.ask("GET", f"/static/{number}/x.js")


async def drawings(eve: Guest) -> None:
    table = await eve.table("open", "open")
    stroke = {"ink": "ink", "width": 40, "points": [9999] * 4000}
    for number in range(20):
        await eve.post(f"/tables/{table}/drawing", seat=number % 2, strokes=[stroke] * 5)


async def rows(eve: Guest) -> None:
    table = await eve.table("open", "open")
    for _ in range(40):
        await eve.move(table)
        await eve.post(f"/tables/{table}/chat", text="x" * 200)


async def kings(eve: Guest) -> None:
    table = await eve.table("open", "king", "king", "king", game="castle-builder")
    await eve.post(f"/tables/{table}/give-up", seat=0, bot="king")


async def hints(eve: Guest) -> None:
    table = await eve.table("open", "page")
    for _ in range(5):
        with contextlib.suppress(httpx.TimeoutException):
            await eve.ask("POST", f"/api/tables/{table}/hints", json={"seat": 0}, timeout=0.3)
        await eve.move(table)


async def streams(eve: Guest) -> None:
    """Held open for a while and hardly read."""
    table = await eve.table("open", "open")

    async def one() -> None:
        url = f"/api/tables/{table}/stream?as=html&since=0"
        with contextlib.suppress(httpx.HTTPError):
            async with eve.http.stream("GET", url, headers=eve.headers) as answer:
                eve.seen[answer.status_code] += 1
                await asyncio.sleep(3)
    await asyncio.gather(*[one() for _ in range(30)], *[eve.move(table) for _ in range(10)])


Way = Callable[[Guest], Coroutine[Any, Any, None]]
WAYS: list[Way] = [own_sets, shown_sets, rematches, records, spellings, drawings, rows, kings, hints, streams]


# ---------------------------------------------------------------- what comes of it


def memory(pid: int) -> float:
    """MB that a process holds."""
    found = [line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("VmRSS")]
    return int(found[0].split()[1]) / 1024


def disk(folder: Path) -> float:
    """MB of the database; its journal, which is bounded, is not counted."""
    with contextlib.closing(sqlite3.connect(folder / "tables.db", timeout=30)) as database:
        pages, size = (database.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "page_size"))
    return float(pages * size / MB)


def worked(pid: int) -> float:
    """Seconds of a processor that a process has had."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def page_waits(ann: Guest, stop: asyncio.Event, pid: int, pause: float = 0.3) -> list[tuple[float, float]]:
    """Seconds from a click to the answer of a Page, again and again, and how long the server has worked meanwhile.

    The latter is what one waits for where the server has a processor to itself, however busy this machine is.
    """
    waits: list[tuple[float, float]] = []
    while not stop.is_set():
        table = await ann.table("open", "page")
        url = f"/api/tables/{table}/stream?seat=0"
        with contextlib.suppress(httpx.HTTPError):
            async with ann.http.stream("GET", url, headers=ann.headers) as answer:
                ann.seen[answer.status_code] += 1
                await play_on(ann, table, answer, stop, pid, waits, pause)
    return waits


async def play_on(ann: Guest, table: str, stream: httpx.Response, stop: asyncio.Event, pid: int,
                  waits: list[tuple[float, float]], pause: float) -> None:
    """Play with a Page, told by a stream as a browser is, until the game is over or it is enough."""
    clicked: tuple[float, float] | None = None
    async for line in stream.aiter_lines():
        frame = json.loads(line.removeprefix("data:")) if line.startswith("data: {") else None
        if frame is None or (not frame["owes"] and frame["table"]["phase"] == "running"):
            continue
        if clicked is not None:
            waits.append((time.monotonic() - clicked[0], worked(pid) - clicked[1]))
        if stop.is_set() or frame["table"]["phase"] != "running":
            return
        await asyncio.sleep(pause)
        clicked = time.monotonic(), worked(pid)
        answer = await ann.post(f"/tables/{table}/play", seat=0, decision=frame["decision"],
                                action=frame["actions"][0]["action"])
        assert answer.status_code == 200, answer.text


def told(waits: list[tuple[float, float]]) -> str:
    if not waits:
        return "none"
    (clock, worst), (work, most) = ((statistics.median(some), max(some)) for some in zip(*waits, strict=True))
    return (f"median {clock:.2f} s, worst {worst:.2f} s of {len(waits)} (the server worked {work:.2f} s, at most "
            f"{most:.2f} s)")


async def attack(server: Server, folder: Path, guests: int, seconds: float, ways: list[Way]) -> None:
    assert server.process is not None
    pid = server.process.pid
    limits = httpx.Limits(max_connections=200)
    async with (httpx.AsyncClient(base_url=server.url, timeout=60, limits=limits) as http,
                httpx.AsyncClient(base_url=server.url, timeout=60) as another):  # who waits for nobody's connections
        ann = await Guest(another, ANN).introduce()
        for game in GAMES:  # what every house has in memory once it is used
            table = await ann.table("open", "open", game=game)
            for language in ("en", "fr", "sv"):
                await ann.ask("GET", f"/tables/{table}", headers={"Accept": "text/html", "Accept-Language": language})
        stop = asyncio.Event()
        quiet = asyncio.create_task(page_waits(ann, stop, pid))
        await asyncio.sleep(max(seconds, 8))
        stop.set()
        print(f"nobody else: a Page answers in {told(await quiet)}; {memory(pid):.0f} MB", flush=True)
        began_memory, began_disk = memory(pid), disk(folder)
        for place, way in enumerate(ways):
            eves = [await Guest(http, EVE.format(place)).introduce() for _ in range(guests)]
            before, wrote, until, stop = memory(pid), disk(folder), time.monotonic() + seconds, asyncio.Event()
            waiting = asyncio.create_task(page_waits(ann, stop, pid))

            async def again(eve: Guest, way: Way = way, until: float = until) -> None:
                while time.monotonic() < until:
                    with contextlib.suppress(httpx.HTTPError):
                        await way(eve)
            await asyncio.gather(*[again(eves[number % guests]) for number in range(max(AT_ONCE, guests))])
            stop.set()
            seen = sum((eve.seen for eve in eves), Counter[int]())
            print(f"{way.__name__}: +{memory(pid) - before:.0f} MB memory, +{disk(folder) - wrote:.1f} MB disk, "
                  f"a Page {told(await waiting)}; answers {dict(sorted(seen.items()))}", flush=True)
        print(f"in all: +{memory(pid) - began_memory:.0f} MB memory, +{disk(folder) - began_disk:.1f} MB disk",
              flush=True)


async def stored(server: Server, folder: Path, allowed: float) -> None:
    """How much is on the disk when a guest is told that it is enough, beside what was counted."""
    async with httpx.AsyncClient(base_url=server.url, timeout=60) as http:
        eve, before = await Guest(http, EVE.format(1)).introduce(), disk(folder)
        ways, until = itertools.cycle((own_sets, rows, drawings, rematches)), time.monotonic() + 120
        while "stored very much" not in (await eve.post("/tables", game="chateau-combo", seats=["open", "open"])).text:
            assert time.monotonic() < until, "nobody was stopped"
            await asyncio.gather(*[way(eve) for way in itertools.islice(ways, AT_ONCE)])
        grown = disk(folder) - before
        guest, address = grown / allowed * 50, grown / allowed * 200
        print(f"a guest was stopped at {allowed:.1f} MB as counted, {grown:.1f} MB on the disk; so one who goes on for "
              f"a day adds at most {guest:.0f} MB, and one address {address:.0f} MB", flush=True)


async def school(server: Server, pupils: int) -> None:
    """So many people at once behind one address: first visit with all files, a table with a Page, a few moves."""
    assert server.process is not None
    pid, seen, waits = server.process.pid, Counter[int](), list[tuple[float, float]]()
    async with httpx.AsyncClient(base_url=server.url, timeout=60, limits=httpx.Limits(max_connections=200)) as http:
        async def pupil() -> None:
            one = Guest(http, EVE.format(1))
            lobby = await one.ask("GET", "/", headers={"Accept": "text/html"})
            for part in lobby.text.split('"/static/')[1:]:
                await one.ask("GET", f"/static/{part.partition(chr(34))[0]}")
            await one.introduce()
            stop = asyncio.Event()
            playing = asyncio.create_task(page_waits(one, stop, pid, pause=2.0))  # a quick child
            await asyncio.sleep(30)
            stop.set()
            waits.extend(await playing)
            seen.update(one.seen)
        await asyncio.gather(*[pupil() for _ in range(pupils)])
    print(f"{pupils} people behind one address: answers {dict(sorted(seen.items()))}; a Page {told(waits)}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--guests", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--school", type=int, default=0)
    parser.add_argument("--disk", action="store_true", help="only how much one guest stores")
    parser.add_argument("--only", nargs="*", default=[], help="only these ways")
    asked = parser.parse_args()
    if not asked.disk:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            with Server(folder, **LIMITS) as server:
                if asked.school:
                    asyncio.run(school(server, asked.school))
                    return
                ways = [way for way in WAYS if not asked.only or way.__name__ in asked.only]
                asyncio.run(attack(server, folder, asked.guests, asked.seconds, ways))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with Server(folder, **LIMITS, stored_daily=40 * MB) as server:
            asyncio.run(stored(server, folder, 40 * 0.05))


if __name__ == "__main__":
    main()
