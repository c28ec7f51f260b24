"""What is wrong gets a clear 4xx: no change of state, no leak, and the server lives."""
from __future__ import annotations

import contextlib
import re
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.web.house import Person, Server
from tests.web.test_playing import running


@pytest.fixture
def table(ann: Person, bob: Person) -> Iterator[str]:
    """A running table that must be as it was, whatever the test tried."""
    made = running(ann, bob)
    before = ann.http.get(f"/tables/{made}/view", params={"seat": "0"}).content
    yield made
    assert ann.http.get(f"/tables/{made}/view", params={"seat": "0"}).content == before


def sentence(answer: httpx.Response, status: int) -> str:
    assert answer.status_code == status, answer.text
    told = answer.json()
    assert set(told) == {"error", "sentence", "state"}
    assert told["sentence"]
    return str(told["sentence"])


@pytest.mark.parametrize("cookie", ["nonsense", "e30.AAAA", "a.b.c", "é", "x" * 5000])
def test_wrong_cookie(server: Server, table: str, cookie: str) -> None:
    header = [(b"Cookie", f"chateaux_guest={cookie}".encode())]
    answer = httpx.post(f"{server.url}/api/tables/{table}/play", headers=header,
                        json={"seat": 0, "decision": 5, "action": 0})
    assert sentence(answer, 401) == "That is not a guest of this house."
    answer = httpx.get(f"{server.url}/api/tables/{table}/view?seat=0",
                       headers=[(b"Authorization", b"Bearer " + cookie.encode())])
    sentence(answer, 401)


def test_a_cookie_with_another_id_in_it(server: Server, ann: Person, table: str) -> None:
    other = Person(server, "Eve")
    forged = ann.token.partition(".")[0] + "." + other.token.partition(".")[2]
    sentence(httpx.get(f"{server.url}/api/tables", headers={"Authorization": f"Bearer {forged}"}), 401)


def test_nobody_without_a_cookie(server: Server, table: str) -> None:
    told = sentence(httpx.post(f"{server.url}/api/tables/{table}/join", json={}), 401)
    assert told == "Introduce yourself first: POST /api/guest."


def test_wrong_seat(server: Server, ann: Person, bob: Person, table: str) -> None:
    decision = max(ann.view(table, 0)["decision"], bob.view(table, 1)["decision"])
    eve = Person(server, "Eve")
    for person, seat in ((ann, 1), (bob, 0), (eve, 0), (eve, 1)):
        body = {"seat": seat, "decision": decision, "action": 2}
        assert sentence(person.http.post(f"/tables/{table}/play", json=body), 403) == f"Seat {seat} is not yours."
        sentence(person.http.get(f"/tables/{table}/view?seat={seat}"), 403)
        sentence(person.http.get(f"/tables/{table}/log?seat={seat}"), 403)
        sentence(person.http.get(f"/tables/{table}/actions?seat={seat}"), 403)
        sentence(person.http.get(f"/tables/{table}/stream?seat={seat}"), 403)
        sentence(person.http.post(f"/tables/{table}/give-up", json={"seat": seat}), 403)
        sentence(person.http.post(f"/tables/{table}/undo", json={"seat": seat, "number": 4}), 403)
    sentence(ann.http.get(f"/tables/{table}/view?seat=5"), 404)
    sentence(eve.http.post(f"/tables/{table}/abandon", json={}), 403)
    sentence(eve.http.post(f"/tables/{table}/start", json={}), 409)


def test_illegal_action(ann: Person, bob: Person, table: str) -> None:
    seat = ann.view(table)["table"]["to_act"][0]
    person = (ann, bob)[seat]
    frame = person.view(table, seat)
    possible = {action["action"] for action in frame["actions"]}
    for action in (181, 100_000):
        assert action not in possible
        told = sentence(person.http.post(f"/tables/{table}/play", json={
            "seat": seat, "decision": frame["decision"], "action": action}), 422)
        assert str(action) in told
    for nonsense in (-1, 2**70, 1.5, "zero", None):
        sentence(person.http.post(f"/tables/{table}/play", json={
            "seat": seat, "decision": frame["decision"], "action": nonsense}), 400)
    other = (bob, ann)[seat]
    told = other.play(table, 1 - seat, frame["decision"], frame["actions"][0]["action"], 409)
    assert told["state"]["seat"] == 1 - seat


def test_closed_table(ann: Person, bob: Person) -> None:
    table = running(ann, bob)
    frame = ann.view(table, 0)
    ann.post(f"/tables/{table}/abandon")
    ann.post(f"/tables/{table}/abandon", 409)
    bob.post(f"/tables/{table}/abandon")
    number = ann.view(table, 0)["number"]
    told = ann.play(table, 0, frame["decision"] or 1, 2, 409)
    assert told["sentence"] == "The game has ended."
    assert told["state"]["table"]["phase"] == "abandoned"
    for path, body in (("join", {}), ("start", {}), ("leave", {"seat": 0}), ("give-up", {"seat": 0}),
                       ("take-back", {"seat": 0}), ("undo", {"seat": 0, "number": 3}), ("abandon", {})):
        sentence(ann.http.post(f"/tables/{table}/{path}", json=body), 409)
    assert ann.view(table, 0)["number"] == number


@pytest.mark.parametrize("id", ["AAAAAAAAAAAAAAAA", "x", "%00", "..%2f..%2fetc", "é" * 16, "a" * 4000, "' OR 1=1--"])
def test_unknown_table(ann: Person, id: str) -> None:
    for path in ("", "/view", "/log", "/stream", "/record", "/replay?at=0", "/analysis"):
        assert ann.http.get(f"/tables/{id}{path}").status_code == 404
    assert ann.http.post(f"/tables/{id}/join", json={}).status_code == 404


def test_oversized_body(ann: Person, table: str) -> None:
    sentence(ann.http.post(f"/tables/{table}/chat", json={"text": "x" * 300_000}), 413)
    sentence(ann.http.post("/tables", content=b"[" * 300_000, headers={"Content-Type": "application/json"}), 413)


def test_an_upload_without_end(server: Server, ann: Person, table: str) -> None:
    """Sent in chunks that do not say how much is to come: refused or cut off long before it is all there."""
    sent, most = 0, 4 << 20
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as line:
        line.sendall((f"POST /api/tables/{table}/chat HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
                      f"Authorization: Bearer {ann.token}\r\nContent-Type: application/json\r\n"
                      "Transfer-Encoding: chunked\r\n\r\n").encode())
        answer = b""
        with contextlib.suppress(OSError):  # the other side has hung up
            while sent < most and not answer:
                line.sendall(b"10000\r\n" + b"x" * 0x10000 + b"\r\n")
                sent += 0x10000
                line.settimeout(0.2)
                with contextlib.suppress(TimeoutError):
                    answer = line.recv(4096)
    assert sent < most
    assert answer.startswith(b"HTTP/1.1 413"), answer[:200]


@pytest.mark.parametrize("body", [b"", b"null", b"[]", b"{", b"[" * 9000, b'{"game": 1}',
                                  b'{"game":"chess","seats":["open"]}',
                                  b'{"game":"chateau-combo","seats":[]}', b'{"game":"chateau-combo","seats":["open"]}',
                                  b'{"game":"chateau-combo","seats":["open","deep-blue"]}',
                                  b'{"game":"chateau-combo","seats":["open","search:iterations=99999999"]}',
                                  b'{"game":"chateau-combo","seats":["open","open"],"options":{"solo":true}}',
                                  b'{"game":"chateau-combo","seats":["open","open"],"pieces":{"cards":[]}}',
                                  b'{"game":"chateau-combo","seats":["open","open"],"cheat":true}', b"\xff\xfe"])
def test_tables_that_cannot_be(ann: Person, body: bytes) -> None:
    before = len(ann.get("/tables"))
    sentence(ann.http.post("/tables", content=body, headers={"Content-Type": "application/json"}), 400)
    assert len(ann.get("/tables")) == before


def test_other_pages_may_not_post(server: Server, ann: Person, table: str) -> None:
    for headers in ({"Origin": "https://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"},
                    {"Sec-Fetch-Site": "same-site"}):
        sentence(ann.http.post(f"/tables/{table}/chat", json={"text": "hi"}, headers=headers), 403)
    form = ann.http.post(f"/tables/{table}/chat", data={"text": "hi"})
    assert form.status_code in (400, 415)
    table = ann.create()
    ann.join(table)
    own = ann.http.post(f"/tables/{table}/chat", json={"text": "hi"}, headers={"Origin": server.url})
    assert own.status_code == 200


def test_every_answer_carries_the_security_headers(server: Server, ann: Person) -> None:
    for path in ("/api/games", "/api/tables/nothing", "/nowhere", "/api/openapi.json"):
        headers = httpx.get(server.url + path).headers
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
        assert headers.get("access-control-allow-origin") is None
    assert ann.http.get("/games").headers["cache-control"] == "no-store"
    cookie = httpx.post(f"{server.url}/api/guest", json={"name": "Ann"}).headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie


def test_nothing_secret_is_told_while_the_game_runs(ann: Person, bob: Person, table: str) -> None:
    told = [ann.http.get(f"/tables/{table}{path}").text
            for path in ("", "/view", "/view?seat=0", "/log", "/log?seat=0", "/actions?seat=0")]
    with ann.stream(table, 0, since=0) as stream:
        told.append(str(next(stream)))
    for text in told:
        assert '"secret":null' in text or '"secret"' not in text.replace("'secret': None", "")
        assert not re.search("""['"]chance['"]""", text), "a Chancellor may lie in the market"
        assert bob.id not in text
        assert bob.token not in text


def test_a_slow_reader_is_let_go_and_the_others_go_on(tmp_path: Path) -> None:
    with Server(tmp_path, patience=1.0) as server:
        ann, bob = Person(server, "Ann"), Person(server, "Bob")
        table = running(ann, bob)
        with socket.create_connection(("127.0.0.1", server.port)) as slow:
            slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            request = (f"GET /api/tables/{table}/stream?seat=0&since=0 HTTP/1.1\r\nHost: x\r\n"
                       f"Authorization: Bearer {ann.token}\r\n\r\n")
            slow.sendall(request.encode())
            times = []
            for turn in range(120):
                began = time.monotonic()
                person = (ann, bob)[turn % 2]
                if person.http.post(f"/tables/{table}/chat", json={"text": "x" * 300}).status_code == 429:
                    frame = ann.view(table)
                    if frame["table"]["phase"] == "running":
                        seat = frame["table"]["to_act"][0]
                        (ann, bob)[seat].answer(table, seat)
                times.append(time.monotonic() - began)
            assert sorted(times)[len(times) * 9 // 10] < 1.0
        assert ann.view(table, 0)["number"] > 10


def test_a_thousand_joins(tmp_path: Path) -> None:
    with Server(tmp_path, rate=10, burst=100) as server:
        ann, eve = Person(server, "Ann"), Person(server, "Eve")
        table = ann.create()
        ann.join(table, seat=0)
        ann.join(table, seat=1)
        number = ann.get(f"/tables/{table}")["number"]
        seen = {eve.http.post(f"/tables/{table}/join", json={"nonce": str(turn)}).status_code for turn in range(1000)}
        assert seen == {409, 429}
        time.sleep(1.0)
        told = ann.get(f"/tables/{table}")
        assert told["number"] == number
        assert [seat["name"] for seat in told["seats"]] == ["Ann", "Ann"]


def test_streams_and_tables_are_limited(tmp_path: Path) -> None:
    with Server(tmp_path, rate=20, burst=500, streams=3, tables_burst=5) as server:
        ann = Person(server, "Ann")
        table = ann.create()
        with contextlib.ExitStack() as stack:
            open_streams = [stack.enter_context(ann.stream(table)) for _ in range(3)]
            for stream in open_streams:
                next(stream)
            told = sentence(ann.http.get(f"/tables/{table}/stream"), 429)
            assert "streams" in told
        time.sleep(0.2)
        with ann.stream(table) as stream:
            next(stream)
        made = [ann.http.post("/tables", json={"game": "chateau-combo", "seats": ["open", "open"]}).status_code
                for _ in range(8)]
        assert made[:4] == [201] * 4
        assert made[-1] == 429
