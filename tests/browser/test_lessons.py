"""The lessons in a browser: learnt to the end by picking what the herald asks for, with keys, on a phone."""
from __future__ import annotations

import json
from typing import Any

import pytest

from tests.browser.conftest import Arrives
from tests.browser.people import Visitor
from tests.browser.test_pages import serious
from tests.parts import having

COMBO = "chateau-combo"
FITS = """(() => { const box = document.querySelector('.teacher .coach');
                   return box.scrollHeight <= box.clientHeight + 1; })()"""


def told(visitor: Visitor, name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(visitor.page.locator(f"#{name}").text_content() or "{}")
    return found


def at(visitor: Visitor) -> int:
    return int(visitor.main("at"))


def comes_to(visitor: Visitor, step: int) -> None:
    visitor.page.wait_for_function("at => document.getElementById('main').dataset.at === String(at)", arg=step)


def picks(visitor: Visitor, action: int, touch: bool = False) -> None:
    """Everything an action needs, one thing after another, as the picker asks for it."""
    actions = dict(told(visitor, "asked")["actions"])
    for alternatives in actions[action]:
        one = visitor.page.locator(f"#{alternatives[0]}")
        if touch:
            one.tap()
        else:
            one.click()
    if touch and visitor.page.locator("#prompt-confirm").is_visible():
        visitor.taps("#prompt-confirm")


def goes_on(visitor: Visitor, touch: bool = False) -> None:
    """One step: read on, or do what is right."""
    step = at(visitor)
    right = told(visitor, "taught")["right"]
    for id in visitor.main("points").split():
        assert "is-told" in str(visitor.page.locator(f"#{id}").get_attribute("class"))
    if right is None:
        visitor.page.locator("#prompt-next").click()
    else:
        picks(visitor, right, touch)
    comes_to(visitor, step + 1)


def test_a_lesson_is_learnt_and_leads_to_a_first_game(arrives: Arrives) -> None:
    ann = arrives()
    ann.comes_in()
    ann.page.click(f'.to-lesson[href="/learn/{COMBO}"]')
    ann.sees("#spoken")
    assert serious(ann) == []
    while told(ann, "taught")["right"] is None:
        goes_on(ann)
    asked = at(ann)
    taught = told(ann, "taught")
    before = ann.page.inner_text("#spoken")
    wrong = next(int(action) for action in taught["wrong"] if dict(told(ann, "asked")["actions"])[int(action)] != [[]])
    picks(ann, wrong)  # answered in a sentence, and nothing else happens
    ann.sees("#teacher[data-wrong]")
    assert ann.page.inner_text("#spoken") == taught["said"][taught["wrong"][str(wrong)]] != before
    assert ann.page.locator("#live p").last.inner_text() == ann.page.inner_text("#spoken")
    assert at(ann) == asked
    assert serious(ann) == []
    goes_on(ann)
    ann.page.click("#prompt-back")
    comes_to(ann, asked)
    assert ann.page.inner_text("#spoken") == before
    ann.page.go_back()
    comes_to(ann, asked + 1)
    ann.page.goto(ann.url)  # away, and back where one was
    ann.page.click(f'.to-lesson[href="/learn/{COMBO}"]')
    ann.sees("#spoken")
    assert at(ann) == asked + 1
    while at(ann) < int(ann.main("last")):
        goes_on(ann)
    ann.words_are_complete()
    ann.page.click("[data-first-game]")
    ann.page.wait_for_url("**/tables/*")
    assert ann.waits_for_a_turn()
    assert ann.page.locator("#players .pl:not([data-me])").count() == 2


def test_a_lesson_is_learnt_with_keys(arrives: Arrives) -> None:
    ann = arrives()
    ann.page.goto(f"{ann.url}/learn/{COMBO}")
    ann.tabs_to("#prompt-next")
    while told(ann, "taught")["right"] is None:
        step = at(ann)
        ann.presses("Enter")
        comes_to(ann, step + 1)
    step = at(ann)
    for alternatives in dict(told(ann, "asked")["actions"])[told(ann, "taught")["right"]]:
        ann.tabs_to(f"#{alternatives[0]}")
        ann.presses("Enter")
    comes_to(ann, step + 1)
    assert ann.page.evaluate("document.activeElement.id") == "prompt-next"
    assert ann.page.locator("#live p").last.inner_text() == ann.page.inner_text("#spoken")


@pytest.mark.parametrize("game", having("learn/lesson.json"))
def test_every_lesson_is_learnt_on_a_phone(arrives: Arrives, game: str) -> None:
    """What is spoken fits, and nothing that is pointed at first is out of sight or covered."""
    ann = arrives("fr-FR", phone=True)
    ann.page.goto(f"{ann.url}/learn/{game}")
    while True:
        assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert ann.page.evaluate(FITS), ann.page.inner_text("#spoken")
        if at(ann) == int(ann.main("last")):
            break
        goes_on(ann, touch=True)
    ann.words_are_complete()
    ann.sees("[data-first-game]")
