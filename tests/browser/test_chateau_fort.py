"""People play Château fort in a browser: they build, attack and defend by mouse, touch and keys."""
from __future__ import annotations

from typing import Any

from tests.browser.conftest import Arrives
from tests.browser.people import Visitor, adds_up

FORT = "chateau-fort"
ENOUGH = 400  # decisions, far more than ten rounds have


def starts(visitor: Visitor, *seats: str, timed: bool = False) -> None:
    """A table; a timed one ends by itself after ten rounds."""
    visitor.starts(FORT, *seats, options={"mode": "timed", "rounds": 10} if timed else {})


def there(visitor: Visitor, selector: str) -> Any:
    """The first such element, or None."""
    found = visitor.page.locator(selector)
    return found.first if found.count() else None


def decides(visitor: Visitor) -> str:
    """One decision as a person would take it: build, place, attack, end the turn, or discard. Tells which."""
    number = visitor.number()
    page = visitor.page
    if there(visitor, "#accept"):
        told = "defence"
        (there(visitor, ".ask [data-action]") or page.locator("#accept")).click()
    elif there(visitor, ".ask .btn.is-legal"):
        told = "plague"
        page.locator(".ask .btn.is-legal").first.click()
    elif there(visitor, ".lay.is-legal"):
        told = "alms"
        page.locator(".lay.is-legal").last.click()
    elif build := there(visitor, ".build.is-legal"):
        told = "build"
        build.click()
        while not there(visitor, ".sent") and visitor.number() == number:
            page.locator(".pay.is-legal").first.click()
    elif card := there(visitor, ".fan .resource.is-legal:not(.rests)"):
        told = "place"
        card.click()
        page.click("#site")
    elif card := there(visitor, ".fan .attack.is-legal:not(.rests)"):
        told = "attack"
        card.click()
        page.locator(".hit.is-legal, .lie.is-legal").first.click()
    elif there(visitor, "#end-turn.is-legal"):
        told = "end"
        page.click("#end-turn")
    else:
        told = "discard"
        page.locator(".fan .pick.is-legal").first.click()
        page.click("#pile")
    visitor.waits_for_news(number)
    return told


def test_a_whole_game_by_clicking_what_a_person_would_click(arrives: Arrives) -> None:
    ann = arrives()
    starts(ann, "me", "page", timed=True)
    ann.sees(".rivals .riv")
    assert "10" in ann.sees("#clock").inner_text()
    ann.words_are_complete()
    done: list[str] = []
    while len(done) < ENOUGH and ann.waits_for_a_turn():
        done.append(decides(ann))
    assert done.count("place") >= 5
    assert len(set(done)) > 1
    assert ann.sees("#end-title").inner_text()
    assert ann.page.locator(".podium .bailey").count() == 2
    adds_up(ann)
    ann.words_are_complete()


def test_a_phone_shows_what_would_come_of_it_and_asks_before_it_sends(arrives: Arrives) -> None:
    ann = arrives("sv-SE", phone=True)
    starts(ann, "me", "page")
    assert ann.waits_for_a_turn()
    ann.needs_no_help()
    while ann.waits_for_a_turn() and there(ann, ".ask"):
        decides(ann)
    number = ann.number()
    ann.taps(".fan .pick.is-legal")
    ann.sees("#prompt-cancel")
    place = "#site" if there(ann, "#site.is-legal") else ".hit.is-legal, .lie.is-legal, #pile.is-legal"
    target = ann.page.locator(f"{place} .tag" if place == "#site" else place).first
    target.tap()
    if place == "#site":
        ann.sees(".bub")
        assert ann.number() == number, "nothing is sent before it is confirmed"
        ann.taps("#prompt-confirm")
    elif ann.page.locator("#prompt-confirm").is_visible():
        ann.taps("#prompt-confirm")
    ann.waits_for_news(number)
    ann.words_are_complete()
    assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out sideways"
    ann.page.locator("#mysite .name").first.tap()
    assert ann.sees("#pop h3").inner_text() == "Mur"


def test_a_turn_with_keys_alone(arrives: Arrives) -> None:
    ann = arrives("fr-FR")
    starts(ann, "me", "page")
    while ann.waits_for_a_turn() and there(ann, ".ask"):
        decides(ann)
    number = ann.number()
    ann.tabs_to(".fan .is-legal")
    first = ann.page.evaluate("document.activeElement.id")
    ann.presses("ArrowRight")
    second = ann.page.evaluate("document.activeElement.id")
    assert first != second
    ann.presses("Enter")
    assert ann.page.locator(f"#{second}.is-sel[aria-pressed=true]").count() == 1
    assert ann.page.evaluate("document.activeElement.matches('.is-legal')"), "the focus goes to the places"
    ann.presses("Escape")
    assert ann.page.locator(".is-sel").count() == 0
    assert ann.page.evaluate("document.activeElement.id") == second
    ann.presses("Enter")
    ann.presses("Enter")
    ann.waits_for_news(number)
    assert ann.page.locator("#live").inner_text(), "what happened is told to a screen reader"


def test_a_card_is_dragged_to_the_site(arrives: Arrives) -> None:
    ann = arrives()
    for _ in range(6):
        starts(ann, "me", "page")
        while ann.waits_for_a_turn() and there(ann, ".ask"):
            decides(ann)
        if there(ann, ".fan .resource.is-legal:not(.rests)"):
            break
    number = ann.number()
    card = ann.page.locator(".fan .resource.is-legal:not(.rests)").first
    lying = ann.page.locator("#mysite .lay").count()
    card.drag_to(ann.page.locator("#mysite"), target_position={"x": 120, "y": 90})
    ann.waits_for_news(number)
    assert ann.page.locator("#mysite .lay").count() == lying + 1


def test_on_one_screen_a_curtain_hides_the_hands(arrives: Arrives) -> None:
    ann = arrives()
    starts(ann, "me", "me")
    ann.sees("#curtain h2")
    assert ann.page.locator("#main").count() == 0, "nobody's hand is on the page"
    ann.page.click("#uncover")
    assert ann.waits_for_a_turn()
    assert ann.page.locator(".fan .card").count() == 5
    assert ann.page.locator(".riv .tiny.known").count() == 0


def test_a_spectator_sees_all_sites_and_no_hand(arrives: Arrives) -> None:
    ann, cy = arrives(), arrives()
    starts(ann, "me", "page", "page", "page")
    ann.sees("#mysite")
    cy.page.goto(ann.page.url)
    cy.sees(".riv")
    assert cy.page.locator(".riv").count() == 4
    assert cy.page.locator(".fan, #mysite, .is-legal").count() == 0
    assert cy.page.locator(".riv [data-for], .tiny.known").count() == 0
    cy.page.locator(".riv .see").first.click()
    cy.sees("dialog[open] .grand")


def test_on_a_phone_a_rival_is_seen_whole_however_many_there_are(arrives: Arrives) -> None:
    ada = arrives(phone=True)
    for rivals in (1, 2, 3):
        starts(ada, "me", *["page"] * rivals)
        ada.page.wait_for_selector(".riv .held, .riv .chip")
        over = ada.page.evaluate("""() => [...document.querySelectorAll('.riv')].map((one) =>
            one.querySelector('.info').getBoundingClientRect().bottom - one.getBoundingClientRect().bottom)""")
        assert len(over) == rivals
        assert max(over) <= 0


# Where what flies to another place begins, by its middle.
FLOWN = """() => {
  window.flown = [];
  new MutationObserver((changes) => {
    for (const one of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      const [way] = one.classList?.contains('flying') ? one.getAnimations() : [];
      if (!way?.effect.getKeyframes()[0].transform?.startsWith('translate')) continue; // it leaves
      way.pause();
      const from = one.getBoundingClientRect();
      flown.push([from.x + from.width / 2, from.y + from.height / 2]);
      way.finish();
    }
  }).observe(document.body, { childList: true });
}"""


def test_a_card_that_slipped_is_taken_back_until_the_turn_is_over(arrives: Arrives) -> None:
    ann = arrives(reduced_motion="no-preference")
    while True:
        starts(ann, "me", "page")
        assert ann.waits_for_a_turn()
        if card := there(ann, ".fan .resource.is-legal:not(.rests)"):
            break
    held = ann.page.locator(".fan .pick").count()
    number = ann.number()
    card.click()
    ann.page.click("#site")
    ann.waits_for_news(number)
    ann.page.locator(".flying").first.wait_for(state="detached")
    assert ann.page.locator(".fan .pick").count() == held - 1
    ann.page.evaluate(FLOWN)
    ann.page.click("#prompt-undo")
    ann.page.locator(f".fan .pick >> nth={held - 1}").wait_for()
    lay = ann.page.locator(".mysite .stacks").bounding_box()
    begun: list[list[float]] = ann.page.evaluate("flown")
    assert [(x, y) for x, y in begun if 0 < x - lay["x"] < lay["width"] and 0 < y - lay["y"] < lay["height"]], (
        "it comes back from where it lay", begun, lay)
