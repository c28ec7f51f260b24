"""A browser, a server with pages, and people in front of them.

Without a Chromium the tests are skipped in one line, unless CHATEAUX_BROWSER=required.
"""
from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.browser.people import Site, Visitor

playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
         "--disable-sync", "--no-first-run"]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESKTOP = {"viewport": {"width": 1280, "height": 800}}

Arrives = Callable[..., Visitor]


def chromium() -> str:
    """Where the system's Chromium is."""
    found = next((path for name in NAMES if (path := shutil.which(name))), "")
    if not found:
        said = "There is no Chromium here, so nothing was clicked (CHATEAUX_BROWSER=required makes this an error)."
        if os.environ.get("CHATEAUX_BROWSER") == "required":
            pytest.fail(said)
        pytest.skip(said)
    return found


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    path = chromium()
    with playwright.sync_playwright() as started:
        running = started.chromium.launch(executable_path=path, args=FLAGS)
        yield running
        running.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    chromium()
    with Site(tmp_path_factory.mktemp("site"), analysis_care=0.02) as running:
        yield running


@pytest.fixture
def arrives(browser: Any, site: Site) -> Iterator[Arrives]:
    """Somebody with a browser of their own; whatever it complains about fails the test."""
    people: list[Visitor] = []

    def arrive(language: str = "en-GB", phone: bool = False, at: Site | None = None, **more: Any) -> Visitor:
        settings = {**(PHONE if phone else DESKTOP), "locale": language, "reduced_motion": "reduce", **more}
        visitor = Visitor((at or site).url, browser.new_context(**settings))
        people.append(visitor)
        return visitor

    yield arrive
    for visitor in people:
        visitor.leave()
    complaints = [complaint for visitor in people for complaint in visitor.complaints]
    assert not complaints, complaints
