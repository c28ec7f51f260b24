"""The rules in a browser: everybody can read them, find a piece, and open them at the rule of the moment."""
from __future__ import annotations

import pytest

from tests.browser.conftest import Arrives
from tests.browser.test_pages import serious
from tests.parts import having


@pytest.mark.parametrize("game", having("learn/en.html"))
def test_rules_can_be_read_by_everybody(arrives: Arrives, game: str) -> None:
    ann = arrives("fr-FR")
    ann.page.goto(f"{ann.url}/rules/{game}")
    ann.words_are_complete()
    assert serious(ann) == []
    assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_pieces_can_be_searched(arrives: Arrives) -> None:
    ann = arrives("fr-FR")
    ann.page.goto(f"{ann.url}/rules/chateau-combo")
    ann.page.locator("[data-search]").fill("sorciere")
    assert ann.page.locator(".told > li:visible").count() == 1
    ann.page.locator("[data-search]").fill("xyzzy")
    assert ann.page.locator("[data-found]").inner_text() == "Aucun résultat"


def test_the_rule_of_the_moment_opens_beside_the_table(arrives: Arrives) -> None:
    ann = arrives()
    ann.starts("chateau-combo", "me", "page")
    assert ann.waits_for_a_turn()
    ann.page.locator("#prompt-rules").click()
    ann.sees("#rules-sheet .asked")
    assert ann.page.locator("#rules-sheet .asked").get_attribute("data-anchor") == "prompt-take"
    assert ann.page.evaluate("[...document.querySelectorAll('[id]')].every((one, _, all) => "
                             "document.getElementById(one.id) === one)")
    ann.page.locator("#rules-sheet [data-close]").click()
    assert serious(ann) == []
