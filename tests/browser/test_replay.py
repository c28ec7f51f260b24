"""Looking at a game again in the browser: slider, keys, play, a link to a moment, and a dropped file."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx

from tests.browser.conftest import Arrives
from tests.browser.people import Visitor
from tests.browser.test_pages import serious
from tests.web.test_replay import played

COMBO = "chateau-combo"


def at(visitor: Visitor, step: int) -> None:
    """Wait until the page shows this step."""
    visitor.page.wait_for_function("step => document.getElementById('main')?.dataset.at === String(step)", arg=step)


def dropped(visitor: Visitor, text: str) -> None:
    """Let a file fall on the page."""
    transfer: Any = visitor.page.evaluate_handle(
        "text => { const data = new DataTransfer(); data.items.add(new File([text], 'a.json')); return data; }", text)
    visitor.page.dispatch_event("body", "drop", {"dataTransfer": transfer})


def test_a_file_is_dropped_checked_and_stepped_through(arrives: Arrives, tmp_path: Path) -> None:
    ann = arrives("fr-FR")
    ann.page.goto(f"{ann.url}/replay")
    ann.words_are_complete()
    record = played()
    ann.page.evaluate("document.getElementById('page').dataset.limit = 100000")
    dropped(ann, "[]")
    assert "pas celui d’une partie" in ann.sees("#problem").inner_text()
    dropped(ann, " " * 100_001)
    ann.page.wait_for_function("() => document.getElementById('problem').textContent.includes('trop gros')")
    file = tmp_path / "record.json"
    file.write_text(record.to_json())
    ann.page.set_input_files("#file", str(file))
    at(ann, 0)
    ann.words_are_complete()
    last = len(record.entries)
    ann.presses("ArrowRight", "ArrowRight")
    at(ann, 2)
    assert ann.page.locator("#log li.now").get_attribute("id") == "row-2"
    ann.presses("ArrowLeft")
    at(ann, 1)
    ann.presses("End")
    at(ann, last)
    assert ann.page.locator("#moment strong").count() == 1
    ann.presses("Home")
    at(ann, 0)
    ann.presses(" ")
    at(ann, 2)
    ann.presses(" ")
    assert ann.page.locator('[data-go="play"]').get_attribute("data-on") == "false"
    ann.page.locator("#reel-at").fill("5")
    at(ann, 5)
    board = ann.page.locator("#board").inner_text()
    ann.page.reload()
    at(ann, 5)
    assert ann.page.locator("#board").inner_text() == board, "a reload keeps file and moment"
    ann.page.locator(f'#log [data-at="{last}"]').click()
    at(ann, last)
    ann.page.click("#checked-button")
    ann.page.click("[data-another]")
    ann.sees("#drop")
    assert len(ann.complaints) == 1
    assert "422" in ann.complaints.pop(), "the browser tells that the broken file was refused"


def test_a_running_table_is_replayed_from_its_menu_and_moments_have_addresses(arrives: Arrives) -> None:
    ann = arrives()
    ann.starts(COMBO, "me", "page")
    for _ in range(2):
        assert ann.waits_for_a_turn()
        ann.takes()
    assert ann.waits_for_a_turn()
    ann.page.click('[data-open="menu"]')
    ann.page.click('#menu a[href$="/replay"]')
    at(ann, 0)
    assert serious(ann) == []
    ann.page.click('[data-go="next"]')
    at(ann, 1)
    ann.page.wait_for_url("**/replay?at=1")
    assert ann.page.locator("#reel-link").get_attribute("data-copy") == ann.page.url
    told = ann.sees("#moment").inner_text()
    bob = arrives(phone=True)
    bob.page.goto(ann.page.url)
    at(bob, 1)
    assert bob.sees("#moment").inner_text() == told
    assert bob.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    address = ann.page.url.partition("?")[0]
    assert httpx.get(f"{address}?seat=0").status_code == 404, "nobody's eyes are lent while the game runs"
    assert httpx.get(f"{address}/1?seat=0").status_code == 403
    assert httpx.get(f"{address}/999").status_code == 404
    assert "secret" not in json.dumps(httpx.get(f"{address}/1").text)
