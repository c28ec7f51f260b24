"""The pages themselves: languages, weight, themes, and everybody can use them."""
from __future__ import annotations

import json
import re
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest

from tests.browser.conftest import Arrives
from tests.browser.people import Visitor

MOST = 150_000  # bytes of the first page


def serious(visitor: Visitor) -> list[tuple[str, str, str]]:
    """The serious complaints of axe about what is on the page, by day and by night."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    found = []
    for theme in ("light", "dark"):
        visitor.page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        told: dict[str, Any] = axe.run(visitor.page, context={"exclude": [[".sprite"]]},
                                       options={"resultTypes": ["violations"]}).response
        found += [(theme, violation["id"], violation["nodes"][0]["html"][:200]) for violation in told["violations"]
                  if violation["impact"] in ("serious", "critical")]
    return found


def test_the_first_page_is_light(arrives: Arrives) -> None:
    ann = arrives()
    network = ann.context.new_cdp_session(ann.page)
    network.send("Network.enable")
    sizes: list[float] = []
    network.on("Network.loadingFinished", lambda told: sizes.append(told["encodedDataLength"]))
    ann.page.goto(ann.url, wait_until="networkidle")
    assert len(sizes) > 3
    assert sum(sizes) < MOST, sum(sizes)


@pytest.mark.parametrize("language", ["en-GB", "fr-FR", "sv-SE"])
def test_every_language_is_complete(arrives: Arrives, language: str) -> None:
    ann = arrives(language)
    ann.comes_in()
    assert ann.page.locator("html").get_attribute("lang") == language[:2]
    ann.words_are_complete()
    ann.starts("chateau-combo", "me", "page")
    assert ann.waits_for_a_turn()
    ann.words_are_complete()
    ann.page.locator(".crow .pick").first.hover()
    ann.sees("#reading h3")
    ann.takes()
    assert ann.waits_for_a_turn()
    ann.words_are_complete()
    about = ann.page.locator("template[data-about]").evaluate_all(
        "templates => templates.map(one => one.content.textContent)")
    assert len(about) == 78
    assert all(len(text) > 60 for text in about)


def test_the_language_can_be_switched_in_the_middle(arrives: Arrives) -> None:
    ann = arrives()
    ann.starts("chateau-combo", "me", "page")
    assert ann.waits_for_a_turn()
    assert "Take a card" in ann.sees("#prompt-title").inner_text()
    ann.page.click('[data-language="sv"]')
    ann.page.locator('html[lang="sv"]').wait_for()
    assert "Ta ett kort" in ann.sees("#prompt-title").inner_text()
    ann.page.goto(ann.url)
    assert ann.page.locator("html").get_attribute("lang") == "sv"


def test_dark_by_night_and_by_choice(arrives: Arrives) -> None:
    ann = arrives(color_scheme="dark")
    ann.comes_in()
    assert ann.page.locator("html").get_attribute("data-theme") == "dark"
    ann.page.click("[data-theme-toggle]")
    ann.page.reload()
    assert ann.page.locator("html").get_attribute("data-theme") == "light"


def test_everybody_can_use_it_by_day_and_by_night(arrives: Arrives) -> None:
    ann = arrives()
    ann.comes_in()
    assert serious(ann) == []
    ann.page.click('[data-game="chateau-combo"]')
    ann.sees("[data-start]")
    assert serious(ann) == []
    ann.starts("chateau-combo", "me", "open")
    ann.sees("#invite .qr")
    assert serious(ann) == []
    ann.page.click("[data-begin]")
    assert ann.waits_for_a_turn()
    ann.page.locator(".crow .pick.is-legal").first.click()
    assert serious(ann) == []


def test_nothing_sticks_out_at_any_width(arrives: Arrives) -> None:
    ann = arrives()
    ann.starts("chateau-combo", "me", "page", "page", "page", "page")
    assert ann.waits_for_a_turn()
    for address in (ann.page.url, f"{ann.url}/play/chateau-combo", ann.url):
        ann.page.goto(address)
        for width in (390, 768, 1100, 1280, 1920):
            ann.page.set_viewport_size({"width": width, "height": 844})
            assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (address, width)


def test_a_cookie_of_another_house_does_no_harm(arrives: Arrives) -> None:
    ann = arrives()
    ann.context.add_cookies([{"name": "chateaux_guest", "value": "e30.AAAA", "url": ann.url}])
    ann.starts("chateau-combo", "me", "page")
    ann.sees("#board")


def test_an_unknown_table_is_said_kindly(arrives: Arrives) -> None:
    ann = arrives()
    ann.page.goto(f"{ann.url}/tables/nothinghere12")
    assert "nothing here" in ann.text()
    ann.page.click("text=To the lobby")
    ann.sees('[data-game="chateau-combo"]')


def test_an_opponents_board_opens_large(arrives: Arrives) -> None:
    ann = arrives()
    ann.starts("chateau-combo", "me", "page")
    while not ann.page.locator("#player-1 .m3 [data-vt]").count():  # some cards ask for more before the bot's turn
        assert ann.waits_for_a_turn()
        ann.takes()
    assert ann.waits_for_a_turn()  # the board that shows it is the newest
    for opener in ("#player-1 .see", "#player-1 .m3"):  # the name, or the small one itself
        ann.page.click(opener)
        ann.sees("#large-1 .cell.on")
        ann.presses("Escape")
        ann.page.locator("#large-1").wait_for(state="hidden")


@pytest.mark.parametrize(("game", "small"), [
    ("chateau-fort", "#riv-1 .look"), ("once-upon-a-castle", "#player-1 .mini")])
def test_the_small_board_of_a_player_opens_the_large_one(arrives: Arrives, game: str, small: str) -> None:
    ann = arrives()
    ann.starts(game, "me", "page")
    assert ann.waits_for_a_turn()
    ann.page.click(small)
    ann.sees("#large-1")
    ann.sees("#large-1 [data-board] > *")


def test_a_board_that_is_open_shows_what_happens_and_a_board_that_is_opened_what_has_happened(arrives: Arrives) -> None:
    ann = arrives()
    ann.starts("chateau-combo", "me", "page")
    assert ann.waits_for_a_turn()
    ann.page.click("#player-1 .see")
    ann.sees("#large-1 .lines")
    ann.presses("Escape")
    ann.page.click("#player-0 .see")
    ann.sees("#large-0 .lines")
    assert ann.page.locator("#large-0 .cell.on").count() == 0
    asked = json.loads(ann.page.locator("#asked").text_content() or "")
    card = next(action for action, picks in asked["actions"] if any(pick.startswith("cell") for pick in picks[-1]))
    ann.page.evaluate("([table, body]) => fetch(`/api/tables/${table}/play`, {method: 'POST', body,"
                      " headers: {'Content-Type': 'application/json'}})", [
                          ann.page.url.split("/")[-1].partition("?")[0],
                          json.dumps({"seat": 0, "decision": asked["decision"], "action": card})])
    ann.sees("#large-0 .cell.on")
    ann.presses("Escape")
    while not ann.page.locator("#player-1 .m3 [data-vt]").count():  # some cards ask for more before the bot's turn
        assert ann.waits_for_a_turn()
        ann.takes()
    ann.page.click("#player-1 .see")
    ann.sees("#large-1 .cell.on")


def test_a_board_that_does_not_come_says_so_and_comes_later(arrives: Arrives) -> None:
    ann = arrives()
    ann.starts("chateau-combo", "me", "page")
    assert ann.waits_for_a_turn()
    ann.page.route("**/boards/*", lambda route: route.abort())
    ann.page.click("#player-1 .see")
    ann.page.locator("#large-1 [data-board]", has_text=re.compile(r"\w")).wait_for()
    ann.presses("Escape")
    ann.page.unroute("**/boards/*")
    ann.page.click("#player-1 .see")
    ann.sees("#large-1 .lines")


def test_a_card_that_is_pointed_at_is_shown_large_and_takes_no_press(arrives: Arrives) -> None:
    ann = arrives()
    ann.starts("chateau-combo", "me", "page")
    assert ann.waits_for_a_turn()
    card = ann.page.locator(".crow .pick").first
    card.hover()
    large, small = ann.sees(".enlarged").bounding_box(), card.bounding_box()
    assert large["width"] > 1.3 * small["width"]
    assert ann.page.evaluate("""([x, y]) => !document.elementFromPoint(x, y).closest('.enlarged')""",
                             [large["x"] + large["width"] / 2, large["y"] + large["height"] / 2])
    ann.page.hover("#prompt-title")
    ann.page.locator(".enlarged").wait_for(state="hidden")
    ann.page.click("#talk-text")
    card.hover()
    ann.page.locator("#reading h3").wait_for()
    assert ann.page.locator(".enlarged").is_hidden(), "it does not lie over what one writes"


def test_a_piece_that_the_chronicle_names_can_be_read(arrives: Arrives) -> None:
    ann = arrives()
    ann.starts("chateau-combo", "me", "page")
    assert ann.waits_for_a_turn()
    ann.takes()
    named = ann.sees("#log b[data-piece]")
    named.hover()
    title = ann.sees("#reading h3").inner_text()
    assert title in named.inner_text()


def test_the_chronicle_tells_when_it_was_once_a_minute(arrives: Arrives) -> None:
    ann = arrives(timezone_id="Asia/Kolkata")
    ann.starts("chateau-combo", "me", "page")
    assert ann.waits_for_a_turn()
    rows = ann.page.evaluate("""() => [...document.querySelectorAll('#log > li')].map(
        (row) => [Math.floor(Number(row.dataset.time) / 60), row.dataset.clock ?? ''])""")
    at = datetime.fromtimestamp(rows[-1][0] * 60, timezone(timedelta(hours=5, minutes=30)))
    assert rows[-1][1] == f"{at:%H:%M}", "the first row, by the clock of who reads it"
    minutes = {minute for minute, _ in rows}
    assert len([clock for _, clock in rows if clock]) == len(minutes)


def test_open_tables_are_listed_to_watch(arrives: Arrives) -> None:
    ann, bob = arrives(), arrives()
    ann.comes_in()
    ann.page.click('[data-game="chateau-combo"]')
    ann.page.click(".more summary")
    ann.page.check("[name=listed]")
    ann.page.click("[data-start]")
    ann.sees("#board")
    table = ann.page.url.rpartition("/")[2]
    bob.comes_in()
    bob.page.click(f'.list a[href="/tables/{table}"]')
    bob.sees("#board")
    assert bob.main("mine") == "[]"
    ann.page.goto(ann.url)
    ann.page.click(f'.list a[href="/tables/{table}"]')
    ann.sees("#board")
