"""An answer that was lost on the way: with the same Idempotency-Key everything may be sent again and is done once."""
from __future__ import annotations

import time
from pathlib import Path
from typing import Any

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
        until = time.monotonic() + 20
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
