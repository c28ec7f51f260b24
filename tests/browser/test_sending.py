"""Sending is honest: without a network everything that was done is kept, said to be kept, and sent once it is back."""
from __future__ import annotations

from typing import Any

from tests.browser.conftest import Arrives
from tests.browser.people import Site
from tests.browser.test_history import as_visitor
from tests.browser.test_once_upon_a_castle import begins
from tests.web.house import Person


def test_a_move_and_a_line_of_chat_without_network_are_kept_and_sent_once(arrives: Arrives, site: Site) -> None:
    ann, bob = Person(site.url, "Ann"), Person(site.url, "Bob")
    table = ann.create("toy")
    ann.join(table, 0)
    bob.join(table, 1)
    ann.post(f"/tables/{table}/start")
    plays = as_visitor(ann, arrives("fr-FR", phone=True))
    plays.page.goto(f"{site.url}/tables/{table}")
    plays.waits_for_a_turn()
    number = plays.number()
    lost: list[Any] = []

    def half(route: Any) -> None:
        """The move arrives, its answer does not: the cruellest network."""
        lost.append(route)
        if len(lost) == 1:
            route.fetch()
        route.abort()
    plays.page.route("**/play", half)
    plays.page.route("**/chat", lambda route: route.abort())
    plays.page.fill("#talk-text", "bonjour")
    plays.page.press("#talk-text", "Enter")
    assert "gardé" in plays.sees("#sending").inner_text()
    plays.page.locator("[data-action]").first.click()
    plays.page.wait_for_function("() => document.documentElement.hasAttribute('data-sending')")
    assert plays.page.locator("#prompt-cancel").is_hidden()
    plays.waits_for_news(number)
    plays.page.unroute("**/play")
    plays.page.unroute("**/chat")
    plays.page.wait_for_function("() => document.getElementById('sending').hidden")
    plays.page.wait_for_function("() => document.getElementById('log').innerText.includes('bonjour')")
    plays.taps('#tabs a[href="#stage"]')
    bob.post(f"/tables/{table}/chat", text="salut")
    plays.sees('[data-unread] #tabs a[href="#chronicle"]').tap()  # what Bob says is marked until it is looked at
    plays.page.wait_for_function("() => !document.querySelector('[data-unread]')")
    rows = bob.get(f"/tables/{table}/log")
    assert [row["kind"] for row in rows if row["seat"] == 0 and row["kind"] in ("play", "chat")] == ["play", "chat"]


def test_strokes_drawn_without_network_are_sent_later(arrives: Arrives) -> None:
    draws = arrives()
    begins(draws, "me", "page", sheet="blank")
    sheet = draws.sees("svg[data-pen]")
    strokes = "() => document.querySelectorAll('svg[data-pen] .strokes > *').length"
    draws.context.set_offline(True)
    sheet.scroll_into_view_if_needed()
    box = sheet.bounding_box()
    for down in (0.3, 0.5):
        draws.page.mouse.move(box["x"] + box["width"] * 0.2, box["y"] + box["height"] * down)
        draws.page.mouse.down()
        draws.page.mouse.move(box["x"] + box["width"] * 0.7, box["y"] + box["height"] * down, steps=4)
        draws.page.mouse.up()
    assert draws.page.evaluate(strokes) == 2
    assert "kept" in draws.sees("#sending").inner_text()
    draws.context.set_offline(False)
    draws.page.wait_for_function("() => document.getElementById('sending').hidden")
    draws.page.reload()
    draws.sees("svg[data-pen]")
    draws.page.wait_for_function(f"{strokes} === 2")


def test_a_button_that_is_pressed_before_the_scripts_are_there_is_pressed_when_they_are(arrives: Arrives) -> None:
    ann = arrives()
    held: list[Any] = []
    ann.page.route("**/setup.js", lambda route: held.append(route))
    ann.page.goto(f"{ann.url}/play/chateau-combo", wait_until="commit")
    ann.page.click("[data-add]")
    ann.page.click("[data-start]")
    assert ann.page.locator("[data-seat]:visible").count() == 3
    for route in held:
        route.continue_()
    ann.page.wait_for_url("**/tables/*")
    ann.sees("#board")
    assert ann.page.locator(".pl").count() == 4
