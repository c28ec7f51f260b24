"""Help in a first game: it explains what is asked, lets itself be sent away for ever, and can be called back."""
from __future__ import annotations

import pytest

from tests.browser.conftest import Arrives
from tests.browser.people import Visitor
from tests.parts import having


def begins(visitor: Visitor, game: str) -> None:
    visitor.starts(game, "me", "page")
    assert visitor.waits_for_a_turn()


@pytest.mark.parametrize("game", having("learn/en.html"))
def test_the_first_prompt_is_explained(arrives: Arrives, game: str) -> None:
    ann = arrives("sv-SE", phone=True)
    begins(ann, game)
    assert len(ann.sees("#guide-aim").inner_text()) > 40
    ann.taps('[data-help="next"]')
    assert len(ann.sees("#guide-text").inner_text()) > 40
    ann.words_are_complete()
    assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_keys_reach_what_the_herald_asks_also_past_pieces_that_are_read(arrives: Arrives) -> None:
    ann = arrives()
    begins(ann, "chateau-combo")
    ann.page.locator(".crow .pick").first.focus()
    ann.presses("Tab")
    ann.page.locator("#herald[data-reading]").wait_for()
    for _ in range(60):
        ann.presses("Tab")
        if ann.page.evaluate("document.activeElement.dataset.help === 'next'"):
            break
    assert ann.page.is_visible("#guide-aim")
    ann.presses("Enter")
    ann.sees("#guide-text")
    assert ann.page.evaluate("document.activeElement.dataset.help") == "known"


def test_what_is_known_is_not_told_again(arrives: Arrives) -> None:
    ann = arrives()
    begins(ann, "chateau-combo")
    ann.sees("#guide")
    ann.page.click('[data-help="next"]')
    ann.page.click('[data-help="known"]')
    assert not ann.page.is_visible("#guide")
    ann.page.reload()
    assert ann.waits_for_a_turn()
    assert not ann.page.is_visible("#guide")


def test_help_ends_after_the_first_turns(arrives: Arrives) -> None:
    ann = arrives()
    begins(ann, "chateau-combo")
    seen = 0
    while ann.waits_for_a_turn():
        if ann.page.locator("#prompt").get_attribute("data-kind") == "take":
            if not ann.page.is_visible("#guide"):
                break
            seen += 1
            assert ann.page.is_visible("#guide-aim") == (seen == 1)
            if seen == 1:
                ann.page.click('[data-help="next"]')
        ann.takes()
    assert seen == 3


def test_help_is_dismissed_for_ever_and_comes_back_when_wanted(arrives: Arrives) -> None:
    ann = arrives()
    begins(ann, "chateau-combo")
    ann.page.click('[data-help="never"]')
    assert not ann.page.is_visible("#guide")
    ann.page.reload()
    assert ann.waits_for_a_turn()
    assert not ann.page.is_visible("#guide")
    begins(ann, "chateau-fort")
    ann.sees("#guide-aim")  # every game has a help of its own
    ann.page.click('[data-help="never"]')
    ann.page.click('[data-open="menu"]')
    ann.page.click('[data-open="preferences"]')
    toggle = ann.page.locator('#preferences [data-help="toggle"]')
    assert toggle.get_attribute("aria-pressed") == "false"
    toggle.click()
    assert toggle.get_attribute("aria-pressed") == "true"
    ann.page.keyboard.press("Escape")
    ann.sees("#guide-aim")
