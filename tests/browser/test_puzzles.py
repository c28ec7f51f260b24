"""Puzzles in a browser: one of each game is failed and another solved with the table's own picks, by touch and keys."""
from __future__ import annotations

import json

import chateaux
from chateaux.puzzles import Puzzle
from chateaux.puzzles.puzzle import FILE
from tests.browser.conftest import Arrives
from tests.browser.people import Visitor
from tests.browser.test_pages import serious
from tests.parts import having

GOES_ON = """() => {
  if (document.getElementById("main").dataset.state !== "asked") return "answered";
  const next = document.querySelector(":is(#board,#shared,#desk) .is-legal:not(.is-sel)");
  if (!document.querySelector("#main .is-sel") || !next) return "";
  next.focus();
  return "next";
}"""


def chooses(visitor: Visitor, action: int) -> None:
    """Everything an action needs, with the keys; a place for what was chosen, where the board asks for it at once."""
    page = visitor.page
    actions = dict(json.loads(page.locator("#asked").text_content() or "{}")["actions"])
    for alternatives in actions[action]:
        page.locator(f'[id="{alternatives[0]}"]').focus()
        visitor.presses("Enter")
    for _ in range(8):  # a place, a payment: at some boards a whole turn is picked at once
        if page.wait_for_function(GOES_ON).json_value() == "answered":
            return
        visitor.presses("Enter")


def comes_to(visitor: Visitor, state: str) -> None:
    visitor.page.wait_for_selector(f'#main[data-state="{state}"]')


def opens(visitor: Visitor, puzzle: Puzzle) -> None:
    visitor.page.goto(f"{visitor.url}/puzzles/{puzzle.game}/{puzzle.id}")
    comes_to(visitor, "asked")
    visitor.page.wait_for_selector(":is(#board,#shared,#desk) :is(.is-legal,[data-action])")


def solves(visitor: Visitor, puzzle: Puzzle) -> None:
    chooses(visitor, puzzle.answers[0])
    comes_to(visitor, "right")
    visitor.sees("#prompt-next")
    assert visitor.page.inner_text("#prompt-title") in visitor.page.locator("#live p").last.inner_text()
    visitor.words_are_complete()


def test_one_puzzle_of_every_game_is_failed_and_another_solved(arrives: Arrives) -> None:
    ann = arrives()
    for number, id in enumerate(having(FILE)):
        first, second = chateaux.puzzles(id)[:2]
        opens(ann, first)
        chooses(ann, first.tempting)
        comes_to(ann, "not")
        assert "instead of" in ann.page.inner_text("#prompt-hint")
        assert ann.page.locator(".is-best").count() == 0, "the best stays hidden"
        if number == 0:
            ann.page.locator("[data-again]").click()
            comes_to(ann, "asked")
            solves(ann, first)
            assert serious(ann) == []
        opens(ann, second)
        solves(ann, second)


def test_a_puzzle_is_given_up_on_a_phone_and_the_page_of_all_tells_of_it(arrives: Arrives) -> None:
    eve = arrives(phone=True, language="fr-FR")
    eve.comes_in()
    eve.page.locator('a[href="/puzzles"]').first.click()
    eve.sees("#day-title")
    assert serious(eve) == []
    wide = eve.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390
    eve.page.locator('.pz-day a.btn--go').tap()
    comes_to(eve, "asked")
    eve.taps('#tabs a[href="#chronicle"]')
    eve.taps("#chronicle [data-show]")
    comes_to(eve, "shown")
    eve.sees(".pz-line")
    assert serious(eve) == []
    eve.words_are_complete()
