"""What people do in a browser: look, click, tap, press keys. Nobody here talks to the API."""
from __future__ import annotations

import contextlib
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx

from tests.web.house import ROOT, free_port, register_toy

RUN = """
import json, sys
import uvicorn
from chateaux.web.serve import listening
from chateaux.web.settings import Settings
from chateaux.web.app import create_app
with listening("127.0.0.1", int(sys.argv[1])) as bound:
    config = uvicorn.Config(create_app(Settings(**json.loads(sys.argv[2]))), log_level="critical",
                            timeout_graceful_shutdown=1)
    uvicorn.Server(config).run(sockets=[bound])
"""
THINGS = ":is(#board, #shared, #desk, #players)"  # where something can be picked
PATIENCE = 90_000  # milliseconds; the machine may be very busy
# a word left out
KEYS = re.compile(r"\b(web|me|call|offline|board|event|prompt|piece|log|chat|level|option|breakdown|finale|"
                  r"lesson|learn|matrix|honour|turning|mark|analysis)\.[a-z_]+")


class Site:
    """A server with pages in a process of its own."""

    def __init__(self, folder: Path, toy: bool = True, **settings: object) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.push_port = free_port()  # where a test may play the push service
        self.settings = {"database": f"sqlite:///{folder / 'tables.db'}", "rate": 0, "bot_delay": 0, "workers": 1,
                         "push_services": [f"127.0.0.1:{self.push_port}"],
                         **settings}
        self.folder = folder
        self.process: subprocess.Popen[bytes] | None = None
        if toy:
            register_toy(folder)

    def start(self) -> None:
        path = os.pathsep.join([str(ROOT / "src"), str(ROOT), str(self.folder)])
        self.process = subprocess.Popen([sys.executable, "-c", RUN, str(self.port), json.dumps(self.settings)],
                                        env={**os.environ, "PYTHONPATH": path})
        for _ in range(600):
            with contextlib.suppress(httpx.TransportError):
                if httpx.get(f"{self.url}/api/games", timeout=5).status_code == 200:
                    return
            assert self.process.poll() is None, "The server ended."
            time.sleep(0.05)
        raise AssertionError("The server did not start.")

    def kill(self) -> None:
        """kill -9."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def __enter__(self) -> Site:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()


class Visitor:
    """Somebody with a browser."""

    def __init__(self, url: str, context: Any) -> None:
        self.url = url
        self.context = context
        self.page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.complaints: list[str] = []
        self.tools: Any = None  # the browser's own, where a test has asked for them
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self.heard)

    def heard(self, message: Any) -> None:
        """An error the browser tells; that a server cannot be reached is meant in some tests."""
        if message.type == "error" and "ERR_" not in message.text and "404" not in message.text:
            self.complaints.append(message.text)

    def leave(self) -> None:
        self.context.close()

    # ------------------------------------------------------------ looking

    def sees(self, selector: str) -> Any:
        """The element, once it is there."""
        found = self.page.locator(selector).first
        found.wait_for(state="visible")
        return found

    def main(self, name: str) -> str:
        return str(self.page.locator("main").get_attribute(f"data-{name}"))

    def text(self) -> str:
        return str(self.page.inner_text("body"))

    def words_are_complete(self) -> None:
        """No key stands where a sentence should."""
        left = KEYS.search(self.text())
        assert left is None, left

    def waits_for_a_turn(self) -> bool:
        """Until it is this person's turn; False when the game is over."""
        self.page.wait_for_function(
            "() => { const main = document.getElementById('main');"
            " return main && (main.dataset.owes === '1' || main.dataset.phase === 'over'); }")
        return self.main("phase") == "running"

    def number(self) -> int:
        return int(self.main("number"))

    def waits_for_news(self, number: int) -> None:
        """Until the page shows something newer than a number."""
        self.page.wait_for_function(
            "number => Number(document.getElementById('main')?.dataset.number) > number", arg=number)

    # ------------------------------------------------------------ doing

    def comes_in(self) -> None:
        self.page.goto(self.url)

    def starts(self, game: str, *seats: str, names: dict[int, str] | None = None,
               options: dict[str, object] | None = None) -> None:
        """From the lobby, a table with these kinds of seats: two clicks and whatever is chosen between them."""
        self.comes_in()
        self.page.click(f'[data-game="{game}"]')
        self.page.wait_for_url("**/play/*")
        self.page.wait_for_load_state()  # the whole form, before its seats are counted
        shown = self.page.locator("[data-seat]:visible").count()
        for _ in range(shown, len(seats) if seats else shown):
            self.page.click("[data-add]")
        for _ in range(len(seats) if seats else shown, shown):
            self.page.locator("[data-remove]:visible").click()
        for seat, kind in enumerate(seats):
            self.page.select_option(f"#kind-{seat}", kind)
        for seat, name in (names or {}).items():
            self.page.fill(f"#name-{seat}", name)
        for name, value in (options or {}).items():
            self.page.check(f"[name=option-{name}][value='{json.dumps(value)}']")
        self.page.click("[data-start]")
        self.page.wait_for_url("**/tables/*")

    def takes(self, first: str = ".crow .pick.is-legal, .flip.is-legal, .option.is-legal, .cell.is-legal",
              then: str = ".cell.is-legal") -> None:
        """One decision: pick something that is highlighted, then a place for it if one is asked."""
        number = self.number()
        self.page.locator(first).first.click()
        if self.number() == number and self.page.locator(".is-sel").count():
            self.page.locator(then).first.click()
        self.waits_for_news(number)

    def needs_no_help(self) -> None:
        """On a phone the herald stands over the table in a first game, until he is sent away."""
        self.taps('[data-help="never"]')

    def taps(self, selector: str) -> None:
        self.page.locator(selector).first.tap()

    def presses(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def tabs_to(self, selector: str, most: int = 120) -> None:
        """Press Tab until the focus is there."""
        for _ in range(most):
            if self.page.evaluate("selector => document.activeElement?.matches(selector) ?? false", selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not reach {selector}.")


def figures(visitor: Visitor, row: int) -> list[int]:
    """A row of the matrix at the end, from the best place to the last."""
    found: list[str] = visitor.page.locator(".matrix tbody tr").nth(row).locator("td").all_inner_texts()
    return [int(text.split()[0]) for text in found]


def adds_up(visitor: Visitor) -> None:
    """How it went is told, and the sources of points add up to the totals, which are those of the podium."""
    visitor.page.locator(".turning").wait_for(timeout=PATIENCE)
    rows = [figures(visitor, row) for row in range(visitor.page.locator(".matrix tbody tr").count())]
    totals = [int(text) for text in visitor.page.locator(".matrix tfoot td").all_inner_texts()]
    assert [sum(column) for column in zip(*rows, strict=True)] == totals
    assert [int(text) for text in visitor.page.locator(".podium .total").all_inner_texts()] == totals
    assert visitor.page.locator(".river .weave").count() == len(totals)
