"""The files of deploy/, run for real where the programs they are for are installed."""
from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.web.house import ROOT, Person, Server, free_port

NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
SYSTEMD = shutil.which("systemd-analyze")
DEPLOY = ROOT / "deploy"
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


@pytest.fixture
def proxy(server: Server, tmp_path: Path) -> Iterator[str]:
    """The address of an nginx with the site of deploy/nginx.conf before the server."""
    if NGINX is None:
        pytest.skip("there is no nginx here")
    port = free_port()
    site = (DEPLOY / "nginx.conf").read_text("utf-8")
    for written, here in (("listen 80;", f"listen 127.0.0.1:{port};"), ("127.0.0.1:8000;", f"127.0.0.1:{server.port};"),
                          ("/etc/nginx/chateaux-proxy.conf", str(DEPLOY / "proxy.conf"))):
        assert written in site
        site = site.replace(written, here)
    (tmp_path / "nginx.conf").write_text(WHOLE.format(place=tmp_path, site=site), "utf-8")
    command: list[str | Path] = [NGINX, "-p", tmp_path, "-e", tmp_path / "errors.txt", "-c", tmp_path / "nginx.conf"]
    with subprocess.Popen(command) as running:
        for _ in range(100):
            try:
                httpx.get(f"http://127.0.0.1:{port}/api/games", timeout=5).raise_for_status()
                break
            except httpx.TransportError:
                assert running.poll() is None, (tmp_path / "errors.txt").read_text("utf-8")
                time.sleep(0.05)
        yield f"http://127.0.0.1:{port}"
        running.terminate()


def test_through_the_proxy_a_move_is_streamed_at_once(proxy: str) -> None:
    """Joined, played and seen through nginx; each frame arrives while the stream stays open."""
    ann, bob = Person(proxy, "Ann"), Person(proxy, "Bob")
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
