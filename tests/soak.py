"""The long tests: kills without number, requests gone wrong, for as long as one likes. Prints what it has seen.

    python -m tests.soak --kills 1000                      SQLite, one server
    python -m tests.soak --kills 1000 --postgresql         PostgreSQL, two servers
    python -m tests.soak --requests 1000000                requests mutated in every way, none may be a fault of ours
    python -m tests.soak --inputs 1000000                  positions, observations, records, sets mutated in every way
    python -m tests.soak --hours 8                         all of it, again and again
"""
from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import httpx

import chateaux
from tests.mutated import tried
from tests.web.house import Person, Server, database_server
from tests.web.test_crash import check, drive

ROUND = 25  # kills between looks at the database
ODD: list[Any] = [None, True, -1, 0, 2**31, 2**63, 2**70, 1.5, float("1e308"), "", "x" * 500, "\x00", "𝔘", [], {},
                  [[[]]], {"a": {}}, "../..", "<script>"]


def kill(count: int, postgresql: bool, seed: int) -> None:
    """So many kills while people play; raises when anything is lost, doubled or forked."""
    with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as stack:
        folder = Path(name)
        folder.chmod(0o755)
        database = ""
        if postgresql:

            (folder / "pg").mkdir()
            database = stack.enter_context(database_server(folder / "pg")).get_uri()
        servers = []
        for number in range(2 if postgresql else 1):
            (folder / str(number)).mkdir()
            servers.append(stack.enter_context(Server(folder / str(number), database)))
        done = games = rows = actions = 0
        while done < count:
            some = min(ROUND, count - done)
            found = asyncio.run(drive(servers, 4, some, seed + done, every_game=True))
            told = asyncio.run(check(servers[0].database, found))
            done, games, rows, actions = done + some, games + len(found), rows + told[0], actions + told[1]
            print(f"{'PostgreSQL' if postgresql else 'SQLite'}: {done} kills, {games} games, {rows} rows, {actions} "
                  "acknowledged actions: lost 0, doubled 0, holes 0", flush=True)


def mutated(body: Any, dice: random.Random) -> bytes:
    """A request's body with something wrong about it."""
    text = json.dumps(body).encode()
    kind = dice.randrange(6)
    if kind == 0 and text:
        at = dice.randrange(len(text))
        return text[:at] + bytes([dice.randrange(256)]) + text[at + 1:]
    if kind == 1:
        return text[:dice.randrange(len(text) + 1)]
    if kind == 2:
        return bytes(dice.randrange(256) for _ in range(dice.randrange(40)))
    changed = dict(body)
    key = dice.choice([*changed, "odd"])
    if kind == 3:
        changed.pop(key, None)
    else:
        changed[key] = dice.choice(ODD)
    return json.dumps(changed).encode()


async def storm(server: Server, count: int, seed: int, at_once: int = 8) -> Counter[int]:
    """Requests gone wrong from a few who know a running table."""
    dice, seen = random.Random(seed), Counter[int]()
    ann = Person(server)
    table = ann.create(seats=("open", "open"))
    ann.join(table, 0)
    ann.join(table, 1)
    ann.post(f"/tables/{table}/start")
    decision = ann.view(table, 0)["decision"]
    at = f"/api/tables/{table}"
    posts: list[tuple[str, dict[str, Any]]] = [
        ("/api/guest", {"name": "Ann"}), ("/api/tables", {"game": "chateau-combo", "seats": ["open", "page"]}),
        (f"{at}/join", {"seat": 0, "nonce": "n"}), (f"{at}/leave", {"seat": 0}), (f"{at}/start", {"bots": "page"}),
        (f"{at}/play", {"seat": 0, "decision": decision, "action": 2}), (f"{at}/undo", {"seat": 0, "number": 5}),
        (f"{at}/give-up", {"seat": 1, "bot": "page"}), (f"{at}/take-back", {"seat": 1}), (f"{at}/abandon", {}),
        (f"{at}/rematch", {}), (f"{at}/chat", {"text": "hello"}), (f"{at}/hints", {"seat": 0}),
        (f"{at}/drawing", {"seat": 0, "strokes": [{"ink": "ink", "width": 40, "points": [0, 0, 9, 9]}]})]
    gets = [f"{at}/view?seat=0", f"{at}/log?since=0", f"{at}/actions?seat=0", f"{at}/replay?at=0", f"/tables/{table}",
            "/", "/rules/chateau-combo", "/api/tables", f"{at}/record", "/replay"]

    async def one(http: httpx.AsyncClient, number: int) -> None:
        headers = {"Authorization": f"Bearer {ann.token}", "Content-Type": "application/json"}
        if dice.random() < 0.1:
            headers[dice.choice([*headers, "Idempotency-Key", "Accept-Language", "Last-Event-ID"])] = str(
                dice.choice(["", "x" * 300, "-1", "0", "Bearer", "text/plain"]))
        if dice.random() < 0.7:
            path, body = dice.choice(posts)
            answer = await http.post(path, content=mutated(body, dice), headers=headers)
        else:
            path = dice.choice(gets)
            if dice.random() < 0.5:
                at = dice.randrange(1, len(path) + 1)
                path = path[:at] + dice.choice(["%00", "%ff", "/", "..", "?", "&seat=9", "é", "-1"]) + path[at:]
            answer = await http.get(path, headers=headers)
        seen[answer.status_code] += 1
        assert answer.status_code < 500, (number, path, answer.status_code, answer.text[:300])

    async with httpx.AsyncClient(base_url=server.url, timeout=60) as http:
        for start in range(0, count, at_once):
            await asyncio.gather(*[one(http, number) for number in range(start, min(count, start + at_once))])
            if start % 10_000 < at_once and start:
                print(f"{start} requests: {dict(sorted(seen.items()))}", flush=True)
    return seen


def requests(count: int, seed: int) -> None:
    """So many requests gone wrong; raises at the first that is a fault of ours."""
    with tempfile.TemporaryDirectory() as name, Server(Path(name), patience_database=60.0) as server:
        seen = asyncio.run(storm(server, count, seed))
        print(f"{count} mutated requests: {dict(sorted(seen.items()))}, 0 faults", flush=True)


def inputs(count: int, seed: int) -> None:
    """So many inputs of the engine gone wrong; raises at the first that is met with anything but a sentence."""
    for kind, share in (("positions", 0.4), ("observations", 0.4), ("records", 0.15), ("sets", 0.05)):
        seen = Counter[str]()
        for id in sorted(chateaux.games()):
            seen += tried(kind, id, int(count * share) // 4, seed)
        print(f"{seen.total()} mutated {kind}: {dict(seen)}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument("--postgresql", action="store_true")
    parser.add_argument("--requests", type=int, default=0)
    parser.add_argument("--inputs", type=int, default=0)
    parser.add_argument("--hours", type=float, default=0.0)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    seed, until = asked.seed, time.monotonic() + 3600 * asked.hours
    while True:
        if asked.kills or asked.hours:
            kill(asked.kills or 50, asked.postgresql, seed)
        if asked.requests or asked.hours:
            requests(asked.requests or 20_000, seed)
        if asked.inputs or asked.hours:
            inputs(asked.inputs or 20_000, seed)
        seed += 1
        if time.monotonic() >= until:
            return


if __name__ == "__main__":
    main()
