"""An answer that was lost on the way: with the same Idempotency-Key everything may be sent again and is done once."""
from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from chateaux.web import again
from chateaux.web.again import Answers
from chateaux.web.app import create_app
from chateaux.web.settings import Settings
from tests.web.inside import Visitor, site


def twice(person: Visitor, path: str, key: str, **body: object) -> Any:
    """Sent three times; what the last is told."""
    answers = [person.ask("POST", f"/api{path}", json=body, headers={"Idempotency-Key": key}) for _ in range(3)]
    assert len({answer.status_code for answer in answers}) == 1, [answer.text for answer in answers]
    assert answers[0].status_code in (200, 201)
    return answers[-1].json()


def test_everything_is_done_once(tmp_path: Path) -> None:
    with site(tmp_path) as client:
        ann = Visitor(client)
        table = twice(ann, "/tables", "k1", game="chateau-combo", seats=["open", "open", "random"])["id"]
        assert [one["id"] for one in ann.get("/tables")] == [table]
        assert twice(ann, f"/tables/{table}/join", "k1", nonce="n")["mine"] == [0]
        assert twice(ann, f"/tables/{table}/join", "k2", nonce="n")["mine"] == [0, 1]
        twice(ann, f"/tables/{table}/start", "k3")
        twice(ann, f"/tables/{table}/chat", "k4", text="Hello")
        until = time.monotonic() + 60
        while not (asked := [seat for seat in ann.view(table)["table"]["to_act"] if seat < 2]):
            assert time.monotonic() < until
            time.sleep(0.02)
        frame = ann.view(table, asked[0])
        twice(ann, f"/tables/{table}/play", "k5", seat=asked[0], decision=frame["decision"],
              action=frame["actions"][0]["action"])
        twice(ann, f"/tables/{table}/give-up", "k6", seat=0, bot="random")
        twice(ann, f"/tables/{table}/take-back", "k7", seat=0)
        rows = ann.get(f"/tables/{table}/log")
        kinds = [row["kind"] for row in rows]
        assert [kinds.count(kind) for kind in ("join", "start", "chat", "give-up", "take-back")] == [2, 1, 1, 1, 1]
        assert len([row for row in rows if row["kind"] == "play" and not row["by"]]) == 1


def test_keys_are_a_guests_own(tmp_path: Path) -> None:
    with site(tmp_path) as client:
        ann, bob = Visitor(client), Visitor(client, "Bob")
        tables = {twice(person, "/tables", "the same key", game="chateau-combo", seats=["open", "open"])["id"]
                  for person in (ann, bob)}
        assert len(tables) == 2


def test_a_guest_is_made_once(tmp_path: Path) -> None:
    with site(tmp_path) as client:
        def introduced(key: str) -> str:
            client.cookies.clear()
            return str(client.post("/api/guest", json={"name": "Ann"}, headers={"Idempotency-Key": key}).json()["id"])
        assert introduced("a key of many letters") == introduced("a key of many letters")
        assert introduced("short") != introduced("short"), "a key that others may use too makes nobody another"


KEY = "a key of many letters "


def test_a_door_that_opens_once_is_open_to_whoever_knocked(tmp_path: Path) -> None:
    """The answer was lost, the code is used up, and still the device is let in."""
    with site(tmp_path) as client:
        ann = Visitor(client)
        code = twice(ann, "/me/code", KEY + "1")["code"]
        answers = []
        for key in ("2", "2", "3"):
            answers.append(client.post("/api/me/carry", json={"code": code}, headers={"Idempotency-Key": KEY + key}))
            client.cookies.clear()
        assert [answer.status_code for answer in answers] == [200, 200, 404]
        assert answers[0].headers["set-cookie"] == answers[1].headers["set-cookie"]
        assert answers[0].headers["x-request-id"] != answers[1].headers["x-request-id"]
        twice(ann, "/me/forget", KEY + "4")


def test_what_was_answered_is_forgotten_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    answers, done = Answers(lambda: now), []

    async def app(_scope: Any, _receive: Any, send: Any) -> None:
        done.append(1)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"x" * 100})

    async def ask(stamp: str) -> None:
        async def nothing(*_: Any) -> Any:
            return None
        some: Any = None
        await answers.once(stamp, app, some, nothing, nothing)
    asyncio.run(ask("a"))
    asyncio.run(ask("a"))
    assert len(done) == 1
    now = again.LASTS + 1
    asyncio.run(ask("a"))
    assert len(done) == 2
    monkeypatch.setattr(again, "MOST", 5000)
    for number in range(20):
        asyncio.run(ask(f"b {number}"))
    assert answers.size <= 5000 + 1100
    assert answers.asked == {}


BY_ITSELF = {  # why the same post twice is the same as once
    "/api/tables/{id:str}/hints": "thought of once for each decision",
    "/api/tables/{id:str}/rematch": "whoever asks first makes it",
    "/api/tables/{id:str}/drawing": "takes the place of what was there",
    "/api/tables": "the table's id is made from the key",
    "/api/tables/{id:str}/study": "the table's id is made from the key",
    "/analysis/study": "the table's id is made from the key",
    "/api/puzzles/{id:str}/{wanted:str}": "the first answer counts, and is kept",
    "/api/puzzles/own/{id:str}/{at:int}": "the first answer counts, and is kept",
    "/api/tables/{id:str}/analysis": "a game is gone over once", "/analysis/begin": "and so is a record",
    "/api/guest": "the guest's id is made from the key",
    "/host": "lets in", "/host/tables/{id:str}/{what:str}": "what is gone stays gone",
    "/replay/{at:int}": "reads", "/analysis/{at:int}": "reads", "/sets/{id:str}": "reads"}
STAMPED = {f"/api/tables/{{id:str}}/{name}" for name in (
    "join", "leave", "start", "reveal", "play", "undo", "give-up", "stand-in", "free", "take-back", "abandon", "chat")}


def test_every_post_may_be_sent_again(tmp_path: Path) -> None:
    """A new one is to be thought about."""
    app = create_app(Settings(database=f"sqlite:///{tmp_path / 'tables.db'}"))
    posts = {route.path for route in app.routes if "POST" in getattr(route, "methods", ())}
    assert {path for path in posts if not path.startswith(again.DOORS)} == STAMPED | set(BY_ITSELF)
