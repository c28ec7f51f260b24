"""Opening the house: what is said when it cannot, who may keep a connection, and what the host sees."""
from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import socket
import sqlite3
import struct
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from chateaux.tables.house import House
from chateaux.tables.retention import DAY, Kept, Retention
from chateaux.tables.scribe import Scribe
from chateaux.tables.store import Store
from chateaux.web.guests import read_signed, signed
from chateaux.web.log import Lines
from chateaux.web.serve import prepare
from chateaux.web.settings import Settings, combined, described
from tests.soak import storm
from tests.web.house import ROOT, Person, Server
from tests.web.inside import Visitor, site


def opening(database: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "chateaux", "serve", "--database", database], text=True, timeout=60,
                          capture_output=True, env={**os.environ, "PYTHONPATH": str(ROOT / "src")}, check=False)


def test_a_second_server_on_the_same_file_is_told_so(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "chateaux", "serve", "--database", str(tmp_path / "tables.db"), "--workers", "0"]
    with subprocess.Popen(command, env={**os.environ, "PYTHONPATH": str(ROOT / "src")}, stdout=subprocess.PIPE,
                          text=True) as first:
        assert first.stdout is not None
        url = first.stdout.readline().split()[-1]
        assert httpx.get(f"{url}/readyz").text == "ok", "open when it says so"
        second = opening(str(tmp_path / "tables.db"))
        first.terminate()
    assert second.returncode == 2
    assert "Another server has" in second.stderr
    assert "Traceback" not in second.stderr
    assert second.stdout == ""


@pytest.mark.parametrize("trouble", ["broken", "newer", "nowhere"])
def test_what_is_wrong_with_the_database_is_one_sentence(tmp_path: Path, trouble: str) -> None:
    path = tmp_path / "tables.db"
    url = str(path)
    if trouble == "broken":
        path.write_bytes(b"this is not a database" * 100)
    elif trouble == "newer":
        asyncio.run(prepare(url, 5))
        with contextlib.closing(sqlite3.connect(path)) as database, database:
            database.execute("UPDATE alembic_version SET version_num = '9999'")
    else:
        url = "postgresql://nobody@127.0.0.1:1/nothing"
    with pytest.raises(ValueError, match="database") as told:
        asyncio.run(prepare(url, 20 if trouble == "newer" else 0.5))
    assert "\n" not in str(told.value)
    wanted = {"broken": "not a database", "newer": "newer version", "nowhere": "does not answer"}
    assert wanted[trouble] in str(told.value)


def test_a_password_on_the_command_line_is_warned_of() -> None:
    told = opening("postgresql://ann:secret@127.0.0.1:1/nothing?x=1&y")
    assert "can read the password" in told.stderr
    assert "secret" not in told.stderr + told.stdout


def test_settings_come_from_everywhere(tmp_path: Path) -> None:
    file = tmp_path / "chateaux.toml"
    file.write_text('rate = 7\norigins = ["https://a.example"]\nburst = 8\n')
    found = combined({"burst": "9"}, "host", file, {"CHATEAUX_RATE": "6", "CHATEAUX_PROXIES": "10.0.0.1, 10.0.0.2"})
    assert (found.rate, found.burst, found.origins) == (6.0, 9, ("https://a.example",))
    assert found.proxies == ("10.0.0.1", "10.0.0.2")
    assert (found.keep_open, Settings().keep_open) == (7.0, 0.0)
    for wrong in ({"rate": "much"}, {"speed": 1}, {"log": "loud"}):
        with pytest.raises(ValueError, match="setting"):
            combined(wrong, environment={})


def test_the_hosting_page_lists_every_setting() -> None:
    page = (ROOT / "docs" / "hosting.md").read_text("utf-8")
    for name, (_, told, home, host) in described().items():
        value = shown(home) if home == host else f"{shown(home)}, host: {shown(host)}"
        line = f"| `{name}` | {told} | {value} |"
        assert line in page, f"docs/hosting.md lacks: {line}"


def shown(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def closed_after(line: socket.socket) -> float:
    """Seconds until the other side hangs up."""
    began = time.monotonic()
    line.settimeout(15)
    with contextlib.suppress(ConnectionResetError):
        while line.recv(65536):
            pass
    return time.monotonic() - began


def test_unfinished_requests_do_not_stay(tmp_path: Path) -> None:
    with Server(tmp_path, header_patience=1.0, body_patience=1.0, idle=1) as server:
        ann = Person(server)
        beginnings = {
            "nothing": b"", "header": b"POST /api/guest HTTP/1.1\r\nHost: x\r\n",
            "body": b"POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                    b"Content-Length: 90\r\n\r\n{",
            "second header": b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /healthz HT"}
        lines = {name: socket.create_connection(("127.0.0.1", server.port)) for name in beginnings}
        for name, line in lines.items():
            line.sendall(beginnings[name])
        table = ann.create()
        with ann.stream(table) as stream:  # a stream is not unfinished
            next(stream)
            for name, line in lines.items():
                with line:
                    assert closed_after(line) < 6, name
            ann.join(table)
            assert next(stream)[1]["number"] == 2


def test_connections_from_one_address_are_limited(tmp_path: Path) -> None:
    server = Server(tmp_path, connections=20, proxies="10.0.0.9", connections_in_all=25)
    with server, contextlib.ExitStack() as stack:
        lines = [stack.enter_context(socket.create_connection(("127.0.0.1", server.port))) for _ in range(30)]
        time.sleep(0.3)
        closed = 0
        for line in lines:
            line.settimeout(0.05)
            with contextlib.suppress(TimeoutError):
                try:
                    closed += line.recv(1) == b""
                except ConnectionResetError:
                    closed += 1
        assert closed == 10
    assert "Traceback" not in server.said()


def test_the_house_says_whether_it_is_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with site(tmp_path) as client:
        assert [client.get(path).text for path in ("/healthz", "/readyz")] == ["ok", "ok"]

        async def silent(self: Store, id: str) -> int:
            raise OSError("away")
        monkeypatch.setattr(Store, "number", silent)
        assert client.get("/readyz").status_code == 503
        assert client.get("/healthz").status_code == 200


def test_the_host_has_a_page_of_their_own(tmp_path: Path) -> None:
    with site(tmp_path) as client:
        ann = Visitor(client)
        table = ann.create()
        ann.join(table, name="Anna-Lena")
        ann.post(f"/tables/{table}/chat", text="a secret word")
        assert client.get("/host").status_code == 401
        assert client.post("/host", data={"token": "wrong"}).status_code == 401
        assert client.get("/metrics").status_code == 401
        token = client.app.state.house.store.host_token
        entered = client.post("/host", data={"token": token}, follow_redirects=False)
        assert entered.status_code == 303
        pass_ = {"Cookie": entered.headers["set-cookie"].partition(";")[0]}
        assert "Path=/host" in entered.headers["set-cookie"]
        client.cookies.clear()
        shown = client.get("/host", headers=pass_)
        assert shown.status_code == 200
        assert table[:6] in shown.text
        assert client.post(f"/host/tables/{table}/delete").status_code == 401
        client.post(f"/host/tables/{table}/forget", headers=pass_, follow_redirects=False)
        told = client.get(f"/api/tables/{table}/log").text + client.get(f"/api/tables/{table}").text
        assert "Anna-Lena" not in told
        assert "a secret word" not in told
        figures = client.get("/metrics", headers={"Authorization": f"Bearer {token}"}).text
        assert "chateaux_command_seconds_count" in figures
        assert "chateaux_bots_waiting 0.0" in figures
        client.post(f"/host/tables/{table}/delete", headers=pass_, follow_redirects=False)
        assert client.get(f"/api/tables/{table}").status_code == 404


def test_what_is_past_keeping_is_deleted(tmp_path: Path) -> None:
    async def play() -> None:
        store = Store(str(tmp_path / "tables.db"))
        await store.open()
        now = 1000 * DAY
        house = House(store, lambda: now)
        old = (await house.create("ann", "chateau-combo", {}, ["open", "open"], "en", None)).head.id
        now += 6 * DAY
        new = (await house.create("ann", "chateau-combo", {}, ["open", "open"], "en", None)).head.id
        now += 2 * DAY
        assert await Retention(house, Kept()).clear_out() == 0
        assert await Retention(house, Kept(running=1, ended=1)).clear_out() == 0
        assert await Retention(house, Kept(open=7)).clear_out() == 1
        assert await store.ids_of("ann") == [new]
        assert await store.rows(old) == []
        await store.close()
    asyncio.run(play())


def test_the_log_has_request_ids_and_no_secrets(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "chateaux")
    with site(tmp_path) as client:
        ann = Visitor(client, "Anna-Lena")
        table = ann.create()
        answer = ann.ask("POST", f"/api/tables/{table}/chat", json={"text": "a secret word"})
        assert answer.status_code == 403
        lines = [json.loads(Lines("json").format(record)) for record in caplog.records if record.name == "chateaux"]
        told = [line for line in lines if line["what"] == "answered"][-1]
        assert (told["status"], told["path"]) == (403, f"/api/tables/{table[:6]}…/chat")
        assert answer.headers["x-request-id"]
        text = "\n".join(Lines(form).format(record) for form in ("json", "text") for record in caplog.records)
        for secret in (table, ann.token, "Anna-Lena", "a secret word", client.app.state.house.store.host_token):
            assert secret not in text


def test_a_full_disk_is_in_the_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                   caplog: pytest.LogCaptureFixture) -> None:
    with site(tmp_path, patience_database=2.0) as client:
        ann = Visitor(client)
        table = ann.create()
        ann.ask("POST", f"/api/tables/{table}/join", json={})

        def full(*_: object) -> None:
            raise sqlite3.OperationalError("database or disk is full")
        monkeypatch.setattr(Scribe, "write", full)
        assert ann.ask("POST", f"/api/tables/{table}/chat", json={"text": "hello"}).status_code == 503
        assert any("disk is full" in record.__dict__.get("why", "") for record in caplog.records)


def test_another_houses_name_is_refused_and_http_pages_do_not_post_to_https(tmp_path: Path) -> None:
    with site(tmp_path, public_url="https://castles.example") as client:
        assert client.get("/healthz").status_code == 200
        headers = {"Host": "evil.example", "Accept": "text/html"}
        assert client.get("/", headers=headers).status_code == 421
        headers["Host"] = "castles.example"
        assert client.get("/", headers=headers).status_code == 200
        post = {"Host": "castles.example", "Origin": "https://castles.example"}
        assert client.post("/api/guest", json={"name": "Ann"}, headers=post).status_code == 200
        client.cookies.clear()
        post["Origin"] = "http://castles.example"
        assert client.post("https://castles.example/api/guest", json={"name": "Ann"}, headers=post).status_code == 403


def test_a_browsers_script_never_sees_its_token(tmp_path: Path) -> None:
    with site(tmp_path) as client:
        told = client.post("/api/guest", json={"name": "Ann"}, headers={"Sec-Fetch-Site": "same-origin"})
        assert told.json()["token"] == ""
        assert "HttpOnly" in told.headers["set-cookie"]
        again = client.post("/api/guest", json={"name": "Ann B"})
        assert again.json()["token"] == "", "whoever shows a cookie keeps it"


@pytest.mark.parametrize("body", [b'{"\xff":1}', b'{"name":"\xff"}', b"\xff"])
def test_what_is_not_text_is_malformed(tmp_path: Path, body: bytes) -> None:
    with site(tmp_path) as client:
        told = client.post("/api/guest", content=body, headers={"Content-Type": "application/json"})
        assert (told.status_code, told.json()["error"]) == (400, "malformed")


def test_requests_gone_wrong_are_no_fault_of_ours(tmp_path: Path) -> None:
    """A little of what `make soak` does by the million."""
    with Server(tmp_path) as server:
        seen = asyncio.run(storm(server, 400, 5))
    assert seen[400] > 50


def test_a_token_grows_old_and_is_renewed_by_whoever_comes_back(tmp_path: Path) -> None:
    with site(tmp_path) as client:
        key = client.app.state.house.store.key
        ann = Visitor(client)
        guest = read_signed(ann.token, key)
        assert guest is not None
        assert "set-cookie" not in ann.page("/").headers
        ann.token = signed(guest, key, lambda: time.time() - 60 * DAY)
        renewed = ann.page("/").headers["set-cookie"]
        assert read_signed(renewed.partition("=")[2].partition(";")[0], key) == guest
        assert read_signed(signed(guest, key, lambda: time.time() - 500 * DAY), key) is None


def test_who_hangs_up_leaves_no_trace_in_the_log(tmp_path: Path) -> None:
    """In the middle of reading, or with a bot at work when the server is killed."""
    with Server(tmp_path) as server:
        ann = Person(server)
        table = ann.create(seats=("open", "king", "king"))
        ann.join(table, 0)
        ann.post(f"/tables/{table}/start")
        asked = f"GET /tables/{table} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/html\r\n\r\n".encode()
        for _ in range(30):
            with socket.create_connection(("127.0.0.1", server.port), timeout=10) as calling:
                calling.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                calling.sendall(asked)
        ann.post(f"/tables/{table}/give-up", seat=0, bot="king")
        time.sleep(1.0)
        server.kill()
        time.sleep(1.5)
        assert "Traceback" not in server.said()
