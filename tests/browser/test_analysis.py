"""A finished game thought about again in the browser: asked for, stepped through by keys, tried from a moment."""
from __future__ import annotations

from pathlib import Path

from tests.browser.conftest import Arrives
from tests.browser.people import PATIENCE
from tests.web.house import Person
from tests.web.test_replay import played


def test_a_file_is_analysed_and_looked_at(arrives: Arrives, tmp_path: Path) -> None:
    ann = arrives()
    ann.context.add_cookies([{"name": "chateaux_guest", "value": Person(ann.url).token, "url": ann.url}])
    ann.page.goto(f"{ann.url}/analysis")
    record = played()
    file = tmp_path / "record.json"
    file.write_text(record.to_json())
    ann.page.set_input_files("#file", str(file))
    ann.page.click("[data-analyse]")
    ann.page.wait_for_function("() => Number(document.getElementById('main').dataset.known) > 0", timeout=PATIENCE)
    ann.words_are_complete()
    ann.presses("ArrowRight")
    ann.page.wait_for_function("() => document.getElementById('main').dataset.at === '1'")
    assert ann.page.locator(".river .weave").count() == 2
    assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    ann.page.click("[popovertarget=as-table]")
    assert ann.sees("#as-table table").count() >= 1
    ann.presses("Escape")
    ann.page.click('[data-open="try"]')
    ann.page.select_option("#try [name=others]", "page")
    ann.page.click("#try .btn--go")
    ann.page.wait_for_url("**/tables/*", timeout=PATIENCE)
    assert "Study" in ann.sees(".top .chip").inner_text()
