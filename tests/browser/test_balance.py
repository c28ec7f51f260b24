"""The page of the lab, on a phone and for everybody: reached from the rules, with all its tables open."""
from __future__ import annotations

from tests.browser.conftest import Arrives
from tests.browser.test_pages import serious


def test_the_reports_are_found_from_the_rules_and_fit_a_phone(arrives: Arrives) -> None:
    ann = arrives()
    ann.page.set_viewport_size({"width": 390, "height": 844})
    ann.page.goto(f"{ann.url}/rules/once-upon-a-castle")
    ann.page.click('a[href="/lab#once-upon-a-castle"]')
    ann.sees("#once-upon-a-castle-blue")
    ann.page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    for width in (390, 1280):
        ann.page.set_viewport_size({"width": width, "height": 844})
        assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
    assert serious(ann) == []
