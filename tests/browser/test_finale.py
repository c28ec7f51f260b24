"""The end of a game in the browser: everything at a glance, how it went comes by itself, and so does its analysis."""
from __future__ import annotations

import time

from playwright.sync_api import Route

from tests.browser.conftest import Arrives
from tests.browser.people import PATIENCE, Site, Visitor, adds_up
from tests.browser.test_pages import serious
from tests.web.house import Person

MOTION = "getComputedStyle(document.querySelector('.rays')).animationName"


def ended(site: Site) -> tuple[Person, str]:
    """A game that bots have played to its end, one of them for somebody who went away."""
    ada = Person(site.url, "Ada")
    table: str = ada.create("chateau-combo", ("open", "page", "page"))
    ada.join(table)
    ada.post(f"/tables/{table}/start")
    ada.post(f"/tables/{table}/give-up", seat=0, bot="page")
    until = time.monotonic() + 60
    while ada.view(table)["table"]["phase"] != "over":
        assert time.monotonic() < until
        time.sleep(0.05)
    return ada, table


def comes(visitor: Visitor, ada: Person, table: str) -> None:
    visitor.context.add_cookies([{"name": "chateaux_guest", "value": ada.token, "url": visitor.url}])
    visitor.page.goto(f"{visitor.url}/tables/{table}")
    adds_up(visitor)


def test_the_end_at_a_glance_and_its_analysis_by_itself(arrives: Arrives, site: Site) -> None:
    ada, table = ended(site)
    ann = arrives()
    ann.page.set_viewport_size({"width": 1280, "height": 800})
    comes(ann, ada, table)
    bottom = ann.page.evaluate("document.querySelector('.matrix').getBoundingClientRect().bottom")
    assert bottom <= 800, "the essentials fit one screen"
    assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    told = ann.page.locator("h1, h2").all_inner_texts()
    order = [ann.page.locator(f"#{id}").inner_text() for id in ("matrix-title", "course-title", "honours-title")]
    assert [text for text in told if text in order] == order, "a reader comes from who won to why"
    assert serious(ann) == []
    assert ann.page.evaluate(MOTION) == "none"
    ann.page.emulate_media(reduced_motion="no-preference")
    assert ann.page.evaluate(MOTION) == "turn"
    ann.page.emulate_media(reduced_motion="reduce")

    figure = ann.page.locator("button.figure").first
    figure.focus()
    ann.presses("Enter")
    lines = [int(text) for text in ann.page.locator(".cellnote:popover-open li > b").all_inner_texts()]
    assert sum(lines) == int(figure.inner_text().split()[0]), "a figure opens to what it is made of"
    ann.presses("Escape")
    ann.page.click('[data-open="share"]')
    ann.page.wait_for_function("() => document.querySelector('#share img').naturalWidth > 100", timeout=PATIENCE)
    ann.presses("Escape")

    ann.page.click("[data-analyse]")
    ann.page.locator('#course[data-state="done"]').wait_for(timeout=4 * PATIENCE)  # it steps back for everything else
    assert ann.page.locator("[data-analyse]").count() == 0
    assert "%" in ann.page.locator(".honours .deed").last.inner_text()
    ann.words_are_complete()
    ann.page.locator(".turning a").first.click()
    ann.sees("#an-side")


def test_the_end_on_a_phone(arrives: Arrives, site: Site) -> None:
    ada, table = ended(site)
    ann = arrives("fr-FR", phone=True)
    comes(ann, ada, table)
    assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    seen = ann.page.evaluate("['.podium', '.proclaim .btn--go, .proclaim .btn'].every(one =>"
                             " document.querySelector(one).getBoundingClientRect().bottom <= innerHeight)")
    assert seen, "who won, what everybody built and what to do next"
    ann.page.tap('.tabs a[href="#course"]')
    ann.page.wait_for_function("() => document.getElementById('course').getBoundingClientRect().top < innerHeight / 2")
    assert ann.page.locator(".tabs a[aria-current=true]").get_attribute("href") == "#course"
    ann.words_are_complete()


def test_how_it_went_is_not_put_under_a_finger(arrives: Arrives, site: Site) -> None:
    ada, table = ended(site)
    ann = arrives()
    held: list[Route] = []
    ann.page.route("**/story", lambda route: held.append(route))
    ann.context.add_cookies([{"name": "chateaux_guest", "value": ada.token, "url": ann.url}])
    ann.page.goto(f"{ann.url}/tables/{table}")
    ann.sees("#ledgers .waits")
    ann.page.locator("#end h1").hover()
    ann.page.mouse.down()
    with ann.page.expect_response("**/story"):
        held[0].continue_()
    ann.page.wait_for_timeout(300)
    assert ann.page.locator("#ledgers .waits").count() == 1, "a finger is on the page"
    ann.page.mouse.up()
    ann.sees("#course-title")


def test_a_game_ended_by_vote_is_tidy(arrives: Arrives, site: Site) -> None:
    ada, bob = Person(site.url, "Ada"), Person(site.url, "Bob")
    table = ada.create("castle-builder", ("open", "open"))
    ada.join(table)
    bob.join(table)
    ada.post(f"/tables/{table}/start")
    for person in (ada, bob):
        person.post(f"/tables/{table}/abandon")
    ann = arrives("fr-FR")
    ann.context.add_cookies([{"name": "chateaux_guest", "value": ada.token, "url": ann.url}])
    ann.page.goto(f"{ann.url}/tables/{table}")
    ann.sees("#end [data-rematch]")
    for wide, high in ((1280, 800), (390, 844)):
        ann.page.set_viewport_size({"width": wide, "height": high})
        assert ann.page.evaluate("""() => {
            const boxes = [...document.querySelectorAll('#end, #end h1, #end .btn, #end .less > *')]
                .map(one => one.getBoundingClientRect());
            const [room, ...inside] = boxes;
            const apart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
            return inside.length === 6 && room.bottom <= innerHeight && inside.every((one, at) => one.top >= room.top
                && one.bottom <= room.bottom && one.left >= room.left && one.right <= room.right
                && inside.slice(at + 1).every(other => apart(one, other))); }"""), (wide, high)
