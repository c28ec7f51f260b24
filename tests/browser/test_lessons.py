"""The lessons in a browser: learnt to the end by picking what the herald asks for, with keys, on a phone."""
from __future__ import annotations

import json
from typing import Any

import pytest

import chateaux
from chateaux.look.lesson import Lesson, lesson, moment
from tests.browser.conftest import Arrives
from tests.browser.people import Visitor
from tests.browser.test_pages import serious
from tests.parts import having

COMBO = "chateau-combo"
WRONG = """(() => {
  const said = document.getElementById("spoken");
  const points = document.getElementById("main").dataset.points.split(" ").filter(Boolean);
  return [
    ...points.filter((id) => !document.getElementById(id).matches(".is-told")).map((id) => `${id} has no ring`),
    ...(said.scrollHeight > said.clientHeight + 1 ? [`too long: ${said.textContent}`] : []),
    ...(document.documentElement.scrollWidth > innerWidth ? ["wider than the window"] : []),
  ];
})()"""


def taught(game: str) -> Lesson:
    found = lesson(chateaux.game(game))
    assert found is not None
    return found


def told(visitor: Visitor, name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(visitor.page.locator(f"#{name}").text_content() or "{}")
    return found


def at(visitor: Visitor) -> int:
    return int(visitor.main("at"))


def comes_to(visitor: Visitor, step: int) -> None:
    visitor.page.wait_for_function("at => document.getElementById('main').dataset.at === String(at)", arg=step)


def touches(visitor: Visitor, ids: list[list[str]], touch: bool) -> None:
    """One thing after another, as the picker asks for it."""
    for alternatives in ids:
        one = visitor.page.locator(f"#{alternatives[0]}")
        if touch:
            one.tap()
        else:
            one.click()


def picks(visitor: Visitor, action: int) -> None:
    touches(visitor, dict(told(visitor, "asked")["actions"])[action], False)


def way(game: str, step: int) -> list[list[list[str]]]:
    """What is to be picked from a step on, as long as one thing leads to the next without a word from the table."""
    found: list[list[list[str]]] = []
    for number in range(step, len(taught(game).steps)):
        here = moment(chateaux.game(game), taught(game), number)
        if not here.step.do or (found and (here.step.start or here.step.others)):
            break
        assert here.right is not None
        found.append(here.state.steps(here.seat, here.right))
    return found


def goes_on(visitor: Visitor, game: str, touch: bool = False) -> None:
    """One step: read on, or do what is right; what a pick leads to is picked with it."""
    step, page = at(visitor), visitor.page
    assert page.evaluate(WRONG) == []
    if not taught(game).steps[step].do:
        page.locator("#prompt-next").click()
        comes_to(visitor, step + 1)
        return
    ahead = way(game, step)
    leads = json.loads(page.locator(f"#{ahead[0][0][0]}").get_attribute("data-leads") or "[[]]")
    more = next((len(one) for one in leads if one and set(one[0]) & set(ahead[1][0])), 0) if len(ahead) > 1 else 0
    for ids in ahead[:more + 1]:
        touches(visitor, ids, touch)
    if touch and page.locator("#prompt-confirm").is_visible():
        visitor.taps("#prompt-confirm")
    comes_to(visitor, step + more + 1)


def test_a_lesson_is_learnt_and_leads_to_a_first_game(arrives: Arrives) -> None:
    ann = arrives()
    ann.comes_in()
    ann.page.click(f'.to-lesson[href="/learn/{COMBO}"]')
    ann.sees("#spoken")
    assert serious(ann) == []
    while told(ann, "taught")["right"] is None:
        goes_on(ann, COMBO)
    asked = at(ann)
    answers = told(ann, "taught")
    before = ann.page.inner_text("#spoken")
    wrong = next(int(action) for action in answers["wrong"])
    picks(ann, wrong)  # answered in a sentence, and nothing else happens
    ann.sees("#teacher[data-wrong]")
    assert ann.page.inner_text("#spoken") == answers["said"][answers["wrong"][str(wrong)]] != before
    assert ann.page.locator("#live p").last.inner_text() == ann.page.inner_text("#spoken")
    assert at(ann) == asked
    goes_on(ann, COMBO)
    ann.page.click("#prompt-back")
    comes_to(ann, asked)
    assert ann.page.inner_text("#spoken") == before
    ann.page.go_back()
    comes_to(ann, asked + 1)
    ann.page.goto(ann.url)  # away, and back where one was
    ann.page.click(f'.to-lesson[href="/learn/{COMBO}"]')
    ann.sees("#spoken")
    assert at(ann) == asked + 1
    ann.page.goto(f"{ann.url}/learn/{COMBO}?step={ann.main('last')}")
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


def test_a_wrong_piece_is_answered_before_its_place_is_asked(arrives: Arrives) -> None:
    ann = arrives(phone=True)
    for game, say, piece in (("castle-builder", "lesson.ground", "market-1"), (COMBO, "lesson.buy", "row-village-2")):
        step = next(number for number, one in enumerate(taught(game).steps) if one.say == say)
        ann.page.goto(f"{ann.url}/learn/{game}?step={step}")
        answers = told(ann, "taught")
        wrong = next(action for action, ids in told(ann, "asked")["actions"] if piece in ids[0])
        ann.page.locator(f"#{piece}").tap()
        ann.sees("#teacher[data-wrong]")
        assert ann.page.inner_text("#spoken") == answers["said"][answers["wrong"][str(wrong)]]
        assert ann.page.locator(".is-sel").count() == 0


def test_a_wrong_place_gives_the_focus_back_to_the_piece(arrives: Arrives) -> None:
    ann = arrives()
    step = next(number for number, one in enumerate(taught("chateau-fort").steps) if one.say == "lesson.place")
    ann.page.goto(f"{ann.url}/learn/chateau-fort?step={step}")
    for id in ("hand-stone1-0", "site"):
        ann.tabs_to(f"#{id}")
        ann.presses("Enter")
    ann.sees("#teacher[data-wrong]")
    assert ann.page.evaluate("document.activeElement.id") == "hand-stone1-0"


def test_a_wrong_place_is_answered_though_its_tile_was_right(arrives: Arrives) -> None:
    """Tile, place and payment are chosen in one go, and are three choices all the same."""
    ann = arrives()
    step = next(number for number, one in enumerate(taught("castle-builder").steps) if one.say == "lesson.fit")
    ann.page.goto(f"{ann.url}/learn/castle-builder?step={step}")
    for id in ("tile-wall_07-1", "place-0-2-6", "tile-wall_11-1"):
        ann.page.click(f"#{id}")
    ann.sees("#teacher[data-wrong]")
    assert at(ann) == step + 1
    answers = told(ann, "taught")
    assert [ann.page.inner_text("#spoken")] == answers["said"]
    ann.page.click("#place-0-2-2")
    comes_to(ann, step + 2)
    ann.page.click("#prompt-back")
    comes_to(ann, step + 1)
    ann.page.click("#tile-wall_07-1")  # the tile in hand is put back
    comes_to(ann, step)


@pytest.mark.parametrize("game", having("learn/lesson.json"))
def test_every_lesson_is_learnt_on_a_phone(arrives: Arrives, game: str) -> None:
    """What is spoken fits, and what is spoken of has its ring."""
    ann = arrives("fr-FR", phone=True)
    ann.page.goto(f"{ann.url}/learn/{game}")
    while at(ann) < len(taught(game).steps) - 1:
        goes_on(ann, game, touch=True)
    assert ann.page.evaluate(WRONG) == []
    ann.words_are_complete()
    ann.sees("[data-first-game]")
