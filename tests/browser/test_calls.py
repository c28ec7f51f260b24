"""Being called: a tab in the background, a device whose page is closed, and what can be installed."""
from __future__ import annotations

import base64
import json
import queue
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import http_ece
import httpx
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.browser.conftest import Arrives
from tests.browser.people import Site, Visitor
from tests.browser.test_history import as_visitor
from tests.web.house import Person

HIDE = """() => {
  document.documentElement.dataset.rest = "50";
  Object.defineProperty(document, "hidden", { configurable: true, get: () => true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
SHOW = """() => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => false });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def at_a_table(site: Site, first: Person, second: Person) -> str:
    """Two people whose game has begun; the first is asked first."""
    table = first.create("toy")
    first.join(table, 0)
    second.join(table, 1)
    first.post(f"/tables/{table}/start")
    return table


def test_a_tab_in_the_background_learns_that_it_is_its_turn(arrives: Arrives, site: Site) -> None:
    ann, bob = Person(site.url, "Ann"), Person(site.url, "Bob")
    table = at_a_table(site, ann, bob)
    away = as_visitor(bob, arrives("sv-SE"))
    away.page.goto(f"{site.url}/tables/{table}")
    away.sees("#prompt")
    with away.page.expect_response("**/api/me/calls**"):  # the small stream takes the place of the large one
        away.page.evaluate(HIDE)
    ann.answer(table, 0)
    away.page.wait_for_function("() => document.title.includes('Det är din tur')")
    assert "brand-turn" in away.page.get_attribute('link[rel="icon"]', "href")
    away.page.evaluate(SHOW)
    away.page.wait_for_function("() => document.getElementById('main').dataset.owes === '1'")
    assert "brand-turn" not in away.page.get_attribute('link[rel="icon"]', "href")


class Receiver:
    """A push service on loopback, and the browser behind it: it can decrypt what it is sent."""

    def __init__(self, port: int) -> None:
        self.received: queue.Queue[tuple[dict[str, str], bytes]] = queue.Queue()
        self.answer = 201
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = b"0123456789abcdef"
        self.endpoint = f"http://127.0.0.1:{port}/push/1"
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                receiver.received.put(({name.lower(): value for name, value in self.headers.items()}, body))
                self.send_response(receiver.answer)
                self.end_headers()

            def log_message(self, *_: object) -> None: ...

        self.server = HTTPServer(("127.0.0.1", port), Handler)

    def subscription(self) -> dict[str, Any]:
        def text(raw: bytes) -> str:
            return base64.urlsafe_b64encode(raw).decode().rstrip("=")
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": self.endpoint, "keys": {"p256dh": text(point), "auth": text(self.auth)}, "language": "fr"}

    def next(self) -> tuple[dict[str, str], Any]:
        headers, body = self.received.get(timeout=20)
        return headers, json.loads(http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth))


@contextmanager
def receiving(port: int) -> Iterator[Receiver]:
    receiver = Receiver(port)
    threading.Thread(target=receiver.server.serve_forever, daemon=True).start()
    try:
        yield receiver
    finally:
        receiver.server.shutdown()
        receiver.server.server_close()


def test_a_closed_page_is_called_by_push(site: Site) -> None:
    ann, bob = Person(site.url, "Ann"), Person(site.url, "Bob")
    with receiving(site.push_port) as receiver:
        bob.post("/me/push", **receiver.subscription())
        table = at_a_table(site, ann, bob)
        assert receiver.next()[1]["kind"] == "start"
        ann.answer(table, 0)
        headers, told = receiver.next()
        assert told == {"kind": "turn", "title": "toy", "text": "C’est à vous de jouer.", "url": f"/tables/{table}",
                        "tag": table, "number": told["number"]}
        assert headers["content-encoding"] == "aes128gcm"
        assert headers["authorization"].startswith("vapid t=")
        # what somebody does not want to hear of is not told
        bob.post("/me/wants", turn=False, game=True, talk=True)
        ann.post(f"/tables/{table}/chat", text="hello")
        assert receiver.next()[1]["kind"] == "talk"
        # and an address that is gone is forgotten
        receiver.answer = 410
        ann.post(f"/tables/{table}/rematch", 409)
        for person in (ann, bob):
            person.post(f"/tables/{table}/abandon")
        ann.post(f"/tables/{table}/rematch")
        assert receiver.next()[1]["text"] == "Ann veut rejouer."
        while any(one["called"] for one in bob.get("/me/export")["devices"]):
            pass


def test_only_push_services_are_called(site: Site) -> None:
    ann = Person(site.url, "Ann")
    wrong: dict[str, Any] = {"endpoint": "https://example.org/x/", "keys": {"p256dh": "B" * 87, "auth": "A" * 22}}
    assert "push service" in ann.post("/me/push", 400, **wrong)["sentence"]
    ann.post("/me/push", 400, **{**wrong, "endpoint": "http://fcm.googleapis.com/x"})
    ann.post("/me/push", **{**wrong, "endpoint": "https://fcm.googleapis.com/x"})


def worker_of(visitor: Visitor) -> str:
    """The registration of the service worker, as the browser's own tools name it."""
    tools = visitor.context.new_cdp_session(visitor.page)
    found: list[str] = []
    tools.on("ServiceWorker.workerRegistrationUpdated",
             lambda told: found.extend(one["registrationId"] for one in told["registrations"]))
    tools.send("ServiceWorker.enable")
    visitor.page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    while not found:
        visitor.page.wait_for_timeout(20)  # tells of what the browser's tools have said meanwhile
    visitor.tools = tools
    return found[-1]


def test_the_worker_shows_a_call_and_keeps_a_page_for_hard_times(arrives: Arrives, site: Site) -> None:
    ada = arrives("fr-FR")
    ada.context.grant_permissions(["notifications"], origin=site.url)
    ada.comes_in()
    registration = worker_of(ada)
    ada.tools.send("ServiceWorker.deliverPushMessage", {
        "origin": site.url, "registrationId": registration,
        "data": json.dumps({"title": "Toy", "text": "C’est à vous.", "url": "/tables/x", "tag": "x"})})
    ada.page.wait_for_function(
        "async () => (await (await navigator.serviceWorker.ready).getNotifications()).some((one) => one.tag === 'x')")
    kept = ada.page.evaluate("async () => (await (await caches.match('/offline')).text())")
    assert "Pas de réseau" in kept


def test_what_can_be_installed(arrives: Arrives, site: Site) -> None:
    told = httpx.get(f"{site.url}/manifest.webmanifest", headers={"Accept-Language": "sv"}).json()
    assert told["lang"] == "sv"
    for one in told["icons"]:
        answer = httpx.get(site.url + one["src"])
        assert answer.headers["content-type"] == "image/png"
        assert answer.content.startswith(b"\x89PNG")
    ada = arrives("fr-FR", phone=True)
    ada.page.goto(f"{site.url}/offline")
    ada.words_are_complete()
    answer = ada.page.goto(f"{site.url}/nothing/of/the/kind")
    assert answer.status == 404
    assert "Il n’y a rien ici" in ada.text()


def test_one_place_to_choose_what_to_hear(arrives: Arrives, site: Site) -> None:
    bob = Person(site.url, "Bob")
    visitor = as_visitor(bob, arrives("en-GB", phone=True))
    visitor.page.goto(f"{site.url}/me")
    with visitor.page.expect_response("**/api/me/wants"):
        visitor.page.check("#calls [name=talk]")
    visitor.page.reload()
    assert visitor.page.is_checked("#calls [name=talk]")
    assert visitor.page.is_checked("#calls [name=turn]")
