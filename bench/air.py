"""What goes over the air: bytes for an opponent's move and for a page, and how soon a slow phone shows one's own move.

    python -m bench.air                  all games
    python -m bench.air chateau-combo    one of them

Three people sit at a table. The stream of the third is read as browsers read it,
compressed; measured is what each decision of another brings. Then a phone in Chromium (four times slower
processor, 400 ms, 400 kbit/s) opens the table for the first and the second time, and plays.
"""
from __future__ import annotations

import statistics
import sys
import tempfile
import time
import zlib
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import sync_playwright
from tests.browser.conftest import FLAGS, PHONE, chromium
from tests.browser.people import Site, Visitor

GAMES = ("castle-builder", "chateau-combo", "once-upon-a-castle", "chateau-fort")
SLOW = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
MOVES = 40
OWN = 6


def streamed(url: str, game: str) -> list[int]:
    """The bytes of each opponent's move on the stream of one of three."""
    people = [httpx.Client(base_url=f"{url}/api", timeout=30) for _ in range(3)]
    for number, person in enumerate(people):
        person.post("/guest", json={"name": f"Player {number}"}).raise_for_status()
    table = people[0].post("/tables", json={"game": game, "seats": ["open"] * 3, "language": "en"}).json()["id"]
    for person in people:
        person.post(f"/tables/{table}/join", json={"nonce": "n"}).raise_for_status()
    people[0].post(f"/tables/{table}/start", json={}).raise_for_status()
    sizes: list[int] = []
    watching = httpx.Client(base_url=f"{url}/api", cookies=people[0].cookies, timeout=30)
    with watching.stream("GET", f"/tables/{table}/stream", params={"as": "html", "seat": 0, "language": "en"},
                         headers={"Accept-Encoding": "gzip"}) as answer:
        assert answer.headers["content-encoding"] == "gzip"
        pieces = answer.iter_raw()
        unpacked = Unpacked()
        while not unpacked.number:  # the whole page, which every stream begins with
            unpacked.feed(next(pieces))
        while len(sizes) < MOVES:
            known = people[0].get(f"/tables/{table}/view", params={"seat": 0}).json()
            if known["table"]["phase"] != "running":
                break
            seat = known["table"]["to_act"][0]
            asked = people[seat].get(f"/tables/{table}/view", params={"seat": seat}).json()
            action = asked["actions"][len(sizes) % len(asked["actions"])]["action"]
            number = people[seat].post(f"/tables/{table}/play", json={
                "seat": seat, "decision": asked["decision"], "action": action}).json()["number"]
            size = 0
            while unpacked.number < number:
                piece = next(pieces)
                size += len(piece)
                unpacked.feed(piece)
            if seat != 0:
                sizes.append(size)
    return sizes


class Unpacked:
    """How far a compressed stream has come: the newest id of a frame."""

    def __init__(self) -> None:
        self.press = zlib.decompressobj(31)
        self.number = 0

    def feed(self, piece: bytes) -> None:
        for line in self.press.decompress(piece).splitlines():
            if line.startswith(b"id: "):
                self.number = max(self.number, int(line[4:]))


class Phone:
    """A slow phone, and what it has loaded."""

    def __init__(self, url: str, browser: Any) -> None:
        self.visitor = Visitor(url, browser.new_context(**PHONE, locale="en-GB", reduced_motion="reduce",
                                                     service_workers="block"))
        self.tools = self.visitor.context.new_cdp_session(self.visitor.page)
        self.bytes = 0
        self.tools.on("Network.loadingFinished", self.loaded)
        self.tools.send("Network.enable")

    def loaded(self, told: dict[str, Any]) -> None:
        self.bytes += int(told["encodedDataLength"])

    def slow(self) -> None:
        self.tools.send("Network.emulateNetworkConditions", SLOW)
        self.tools.send("Emulation.setCPUThrottlingRate", {"rate": 4})

    def opens(self, game: str) -> int:
        """The bytes of a table's page for somebody who has been at a table before."""
        self.visitor.starts(game, "me", "squire", "squire")
        self.visitor.waits_for_a_turn()
        self.visitor.page.wait_for_timeout(500)
        table = self.visitor.page.url
        self.bytes = 0
        self.comes_to(table)
        self.visitor.page.wait_for_timeout(1000)
        return self.bytes

    def comes_to(self, table: str) -> float:
        """How long it takes until one can play there."""
        start = time.monotonic()
        self.visitor.page.goto("about:blank")
        self.visitor.page.goto(table)
        self.visitor.page.wait_for_function("() => document.getElementById('main')?.dataset.owes === '1'")
        return time.monotonic() - start

    def plays(self) -> list[float]:
        """How soon one's own moves are seen."""
        page = self.visitor.page
        seen: list[float] = []
        for _ in range(OWN * 3):
            if len(seen) >= OWN or not self.visitor.waits_for_a_turn():
                break
            page.wait_for_timeout(300)
            found = page.evaluate(PLAY)
            if found is not None:
                seen.append(float(found))
        return seen


# The first possible answer is posted as the page posts it; until the page shows a newer number.
PLAY = """async () => {
  const main = document.getElementById('main');
  const shown = () => Number(document.getElementById('main')?.dataset.number ?? 0);
  const before = shown();
  const table = document.getElementById('page').dataset.table;
  const seat = Number(JSON.parse(main.dataset.mine)[0]);
  const told = await (await fetch(`/api/tables/${table}/view?seat=${seat}`)).json();
  if (!told.actions?.length) return null;
  const { post } = await import(document.querySelector('script[src*="/table.js"]').src.replace('table.js', 'api.js'));
  const start = performance.now();
  await post(`/tables/${table}/play`, { seat, decision: told.decision, action: told.actions[0].action });
  while (shown() <= before) await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  return (performance.now() - start) / 1000;
}"""


def main(games: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder, Site(Path(folder), toy=False) as site, sync_playwright() as started:
        browser = started.chromium.launch(executable_path=chromium(), args=FLAGS)
        for game in games:
            sizes = streamed(site.url, game)
            print(f"{game:20} an opponent's move: mean {statistics.mean(sizes) / 1024:4.1f} KiB, "
                  f"most {max(sizes) / 1024:4.1f} KiB ({len(sizes)} moves)", flush=True)
            phone = Phone(site.url, browser)
            size = phone.opens(game)
            phone.slow()
            opened = phone.comes_to(phone.visitor.page.url)
            seen = phone.plays()
            print(f"{'':20} the page after the first: {size / 1024:4.1f} KiB, {opened:3.1f} s; "
                  f"own move seen after {statistics.median(seen):4.2f} s (most {max(seen):4.2f})", flush=True)
            phone.visitor.leave()
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:] or list(GAMES))
