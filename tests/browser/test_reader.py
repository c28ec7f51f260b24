"""Somebody who does not see the page, and somebody who only has keys: what is said, and where the focus is."""
from __future__ import annotations

import pytest

from tests.browser.conftest import Arrives
from tests.browser.people import THINGS, Visitor
from tests.parts import having

GAMES = having("show/board.html")
LEGAL = f"{THINGS} :is(.is-legal:not([disabled]), [data-action])"


def focused(visitor: Visitor, script: str) -> object:
    """Something about the element that has the focus, called `at`."""
    return visitor.page.evaluate(f"() => {{ const at = document.activeElement; return {script}; }}")


def heard(visitor: Visitor) -> list[str]:
    """The sentences for a screen reader, oldest first."""
    return [str(text) for text in visitor.page.locator("#live > p").all_inner_texts()]


@pytest.mark.parametrize("game", GAMES)
def test_the_focus_is_seen_on_whatever_can_be_picked(arrives: Arrives, game: str) -> None:
    ann = arrives()
    ann.starts(game, "me", "page")
    assert ann.waits_for_a_turn()
    ann.tabs_to(LEGAL)
    line = "(style => [style.outlineStyle, parseFloat(style.outlineWidth) >= 2])(getComputedStyle(at))"
    assert focused(ann, line) == ["solid", True], "not the dashes of every other piece that can be picked"


@pytest.mark.parametrize("game", GAMES)
def test_no_move_loses_the_focus(arrives: Arrives, game: str) -> None:
    ann = arrives()
    ann.starts(game, "me", "page")
    assert ann.waits_for_a_turn()
    ann.tabs_to(LEGAL)
    for _ in range(4):
        number = ann.number()
        ann.presses("Enter")
        while ann.page.locator(".is-sel").count() and ann.number() == number:
            ann.presses("Enter")
            ann.page.wait_for_timeout(50)
        ann.waits_for_news(number)
        ann.page.wait_for_timeout(50)  # what was disabled loses the focus a moment later
        assert focused(ann, "at !== document.body && at.closest('#board,#shared,#desk,#players') !== null")
        if not ann.waits_for_a_turn():
            return
        ann.page.locator(f"{LEGAL}:focus").wait_for()


def test_what_happened_is_said_in_order_and_nothing_is_replaced(arrives: Arrives) -> None:
    ann = arrives()
    ann.starts("chateau-combo", "me", "page", "page")
    for _ in range(2):
        assert ann.waits_for_a_turn()
        ann.takes()
    assert ann.waits_for_a_turn()
    said = " ".join(heard(ann))
    rows = [" ".join(text.split()) for text in ann.page.locator("#log li.play").all_inner_texts()][:3]
    places = [said.index(row) for row in rows]
    assert places == sorted(places, reverse=True), "the chronicle has the newest on top"
    assert ann.page.locator("#prompt-title").inner_text() in heard(ann)[-1]


def test_talking_does_not_repeat_the_question(arrives: Arrives) -> None:
    ann = arrives()
    ann.starts("chateau-combo", "me", "page")
    assert ann.waits_for_a_turn()
    number = ann.number()
    ann.page.focus("#talk-text")
    ann.page.click('[data-phrase="hello"]')
    ann.waits_for_news(number)
    assert "Hello!" in heard(ann)[-1]
    assert ann.page.locator("#prompt-title").inner_text() not in heard(ann)[-1]


def test_the_shields_of_a_card_are_told(arrives: Arrives) -> None:
    ann = arrives()
    ann.starts("chateau-combo", "me", "page")
    assert ann.waits_for_a_turn()
    told = ann.page.locator(".crow .pick.card").evaluate_all("cards => cards.map(card => card.ariaDescription)")
    assert len(told) == 6
    assert all(text.startswith("Shields: ") for text in told)


def test_the_rule_of_the_moment_has_the_focus_when_its_sheet_opens(arrives: Arrives) -> None:
    ann = arrives()
    ann.starts("chateau-fort", "me", "page")
    assert ann.waits_for_a_turn()
    ann.tabs_to("#prompt-rules")
    ann.presses("Enter")
    ann.page.locator("#rules-sheet .asked:focus").wait_for()
    ann.presses("Escape")
    assert focused(ann, "at.id") == "prompt-rules"


def test_nothing_behind_the_curtain_is_reached_with_keys(arrives: Arrives) -> None:
    ann = arrives()
    ann.starts("chateau-fort", "me", "me", names={0: "Ann", 1: "Bea"})
    ann.sees("#curtain h2")
    for _ in range(4):
        assert focused(ann, "at.id === 'uncover' || at === document.body")
        ann.presses("Tab")


def test_a_seat_that_comes_or_goes_leaves_the_focus_in_the_form(arrives: Arrives) -> None:
    ann = arrives()
    ann.page.goto(f"{ann.url}/play/chateau-combo")
    ann.tabs_to("[data-remove]")
    ann.presses("Enter")
    assert focused(ann, "'add' in at.dataset")
    ann.presses("Enter")
    assert focused(ann, "at.id") == "kind-2"
