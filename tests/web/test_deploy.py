"""The files of deploy/, run for real where the programs they are for are installed."""
from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from typer.testing import CliRunner

from chateaux.cli import app
from chateaux.web.settings import described
from tests.web.house import ROOT, Person, Server, free_port

NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
SYSTEMD = shutil.which("systemd-analyze")
DEPLOY = ROOT / "deploy"
COMPOSE: Any = msgspec.yaml.decode((DEPLOY / "compose.yaml").read_bytes())
WHOLE = """
daemon off; pid {place}/pid; error_log {place}/errors.txt;
events {{}}
http {{
    access_log off;
    client_body_temp_path {place}/body; proxy_temp_path {place}/proxy; fastcgi_temp_path {place}/fastcgi;
    uwsgi_temp_path {place}/uwsgi; scgi_temp_path {place}/scgi;
    {site}
}}
"""


def site_of(kind: str) -> str:
    """What a proxy is told about the house: the file for nginx, the same in the compose file, the lines for Caddy."""
    if kind == "compose":
        return str(COMPOSE["configs"]["site"]["content"]).replace("house:8000", "127.0.0.1:8000")
    if kind == "caddy":
        page = (ROOT / "docs" / "hosting.md").read_text("utf-8")
        return "{\n admin off\n}\n" + page[page.index("castles.example {"):].partition("```")[0]
    return (DEPLOY / "nginx.conf").read_text("utf-8")


@pytest.fixture(params=["nginx", "compose", "caddy"])
def proxy(request: pytest.FixtureRequest, server: Server, tmp_path: Path) -> Iterator[str]:
    """The address of a proxy before the server, told what our files and pages say."""
    kind: str = request.param
    program = shutil.which("caddy") if kind == "caddy" else NGINX
    if program is None:
        pytest.skip(f"there is no {kind} here")
    port = free_port()
    site = site_of(kind)
    changes = {"127.0.0.1:8000": f"127.0.0.1:{server.port}"}
    changes |= {"castles.example": f"http://127.0.0.1:{port}"} if kind == "caddy" else {
        "listen 80;": f"listen 127.0.0.1:{port};", "/etc/nginx/chateaux-proxy.conf": str(DEPLOY / "proxy.conf")}
    for written, here in changes.items():
        assert written in site
        site = site.replace(written, here)
    file = tmp_path / "site"
    file.write_text(site if kind == "caddy" else WHOLE.format(place=tmp_path, site=site), "utf-8")
    command: list[str | Path] = [program, "run", "--adapter", "caddyfile", "--config", file] if kind == "caddy" else [
        program, "-p", tmp_path, "-e", tmp_path / "errors.txt", "-c", file]
    with (tmp_path / "said.txt").open("wb") as said, subprocess.Popen(
            command, stderr=said, env={**os.environ, "HOME": str(tmp_path)}) as running:
        for _ in range(100):
            try:
                httpx.get(f"http://127.0.0.1:{port}/api/games", timeout=5).raise_for_status()
                break
            except httpx.TransportError:
                assert running.poll() is None, (tmp_path / "said.txt").read_text("utf-8")
                time.sleep(0.05)
        yield f"http://127.0.0.1:{port}"
        if kind == "caddy":
            running.kill()  # asked kindly, it waits for streams to end
        else:
            running.terminate()  # and its workers with it


def comes_in(proxy: str, name: str) -> Person:
    """Somebody who knocks again when an answer is cut off, as Caddy did once in its first moments."""
    for _ in range(3):
        with contextlib.suppress(httpx.RemoteProtocolError):
            return Person(proxy, name)
    raise AssertionError("The proxy cuts answers off.")


def test_through_the_proxy_a_move_is_streamed_at_once(proxy: str) -> None:
    """Joined, played and seen through nginx; each frame arrives while the stream stays open."""
    ann, bob = comes_in(proxy, "Ann"), comes_in(proxy, "Bob")
    ann.http.headers["Origin"] = proxy  # as a browser would: the same host, with its port
    ann.http.timeout = httpx.Timeout(20)
    table = ann.create("toy")
    ann.join(table)
    with ann.stream(table, 0) as frames:
        assert next(frames)[1]["table"]["phase"] == "open"
        bob.join(table)
        ann.post(f"/tables/{table}/start")
        begun = next(shown for _, shown in frames if shown["table"]["phase"] == "running")
        seat = begun["table"]["to_act"][0]
        (ann, bob)[seat].answer(table, seat)
        assert next(frames)[1]["table"]["number"] > begun["table"]["number"]


def test_the_unit_is_one_that_systemd_understands(tmp_path: Path) -> None:
    if SYSTEMD is None:
        pytest.skip("there is no systemd here")
    unit = (DEPLOY / "chateaux.service").read_text("utf-8").replace("/opt/chateaux/bin/chateaux", "/bin/true")
    (tmp_path / "chateaux.service").write_text(unit, "utf-8")
    asked = subprocess.run([SYSTEMD, "verify", "--man=no", tmp_path / "chateaux.service"], capture_output=True,
                           text=True, check=False)
    assert "chateaux.service" not in asked.stderr, asked.stderr


def test_the_unit_starts_a_house_that_keeps_everything_where_it_says(tmp_path: Path) -> None:
    """Its own command and variables, with the program and the folder that are here; stopped as systemd stops it."""
    written = (DEPLOY / "chateaux.service").read_text("utf-8")
    lines = [line.partition("=") for line in written.splitlines() if "=" in line and line[0] != "#"]
    unit = {name: value for name, _, value in lines}
    assert "/var/lib/" + unit["StateDirectory"] in unit["Environment"]
    name, _, value = unit["Environment"].replace("/var/lib/chateaux", str(tmp_path)).partition("=")
    port = free_port()
    program, *rest = shlex.split(unit["ExecStart"].replace("8000", str(port)))
    assert program == "/opt/chateaux/bin/chateaux"
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT / "src"), name: value}
    with subprocess.Popen([sys.executable, "-m", "chateaux", *rest], env=environment, cwd="/",
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as running:
        until = time.monotonic() + 60
        while time.monotonic() < until:
            with contextlib.suppress(httpx.TransportError):
                if httpx.get(f"http://127.0.0.1:{port}/readyz", timeout=5).status_code == 200:
                    break
            assert running.poll() is None
            time.sleep(0.1)
        assert (tmp_path / "tables.db").exists()
        running.terminate()
        assert running.wait(int(unit["TimeoutStopSec"])) in (0, -signal.SIGTERM)


def test_the_compose_file_says_what_there_is() -> None:
    """Docker is not needed to see that it names our own options, settings, files and services."""
    services = COMPOSE["services"]
    house = services["house"]
    options = CliRunner().invoke(app, ["serve", "--help"], env={"COLUMNS": "300"}).output
    words = shlex.split(house["command"])
    assert words[0] == "serve"
    assert [word for word in words if word.startswith("--") and word not in options] == []
    known = {f"CHATEAUX_{name.upper()}" for name in described()} | {"FORWARDED_ALLOW_IPS"}
    assert set(house["environment"]) <= known
    for service in services.values():
        assert set(service) <= {"image", "build", "command", "environment", "volumes", "ports", "configs", "depends_on",
                                "healthcheck", "restart"}
        assert set(service.get("depends_on", ())) <= set(services)
        for volume in service.get("volumes", ()):
            source = volume.partition(":")[0]
            assert source in COMPOSE["volumes"] or (DEPLOY / source).is_file()
    assert (DEPLOY / house["build"] / "Dockerfile").is_file()
    database = services["database"]["environment"]
    address = house["environment"]["CHATEAUX_DATABASE"]
    assert address == f"postgresql://{database['POSTGRES_USER']}:${{POSTGRES_PASSWORD}}@database/{database['POSTGRES_DB']}"
