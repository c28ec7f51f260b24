"""People play Once Upon a Castle in a browser: a whole game, by touch, with keys, drawing by hand, in secret."""
from __future__ import annotations

from pathlib import Path

from tests.browser.conftest import Arrives
from tests.browser.people import THINGS, Visitor, adds_up
from tests.browser.test_pages import serious

GAME = "once-upon-a-castle"
LEGAL = f"{THINGS} .is-legal"
# What somebody who wants to get on picks first: a reward, its place, then dice and cells.
BUILDING = (".rew.ready.is-legal:not(.spent)", ".spot.is-legal, .slot.is-legal",
            ".gfig.is-legal", ".die.is-legal", ".cell.is-legal", ".is-legal")


def begins(visitor: Visitor, *seats: str, version: str = "green", sheet: str = "printed") -> None:
    """From the lobby to a running table with these options."""
    visitor.starts(GAME, *seats, options={"version": version, "sheet": sheet})
    visitor.page.locator("#board, #invite").first.wait_for(state="attached")


def picks(visitor: Visitor) -> None:
    """Click the highlighted element that somebody in a hurry would click."""
    id = visitor.page.evaluate(
        "kinds => kinds.map(kind => document.querySelector(kind)?.id).find(Boolean)", list(BUILDING))
    visitor.page.click(f"#{id}")


def decides(visitor: Visitor) -> None:
    """One decision by clicks: what is highlighted, until the table has it."""
    number = visitor.number()
    for picked in range(3):
        picks(visitor)
        visitor.page.wait_for_function(
            "([number, picked]) => Number(document.getElementById('main').dataset.number) > number"
            " || document.querySelectorAll('.is-sel').length > picked", arg=[number, picked])
        if visitor.number() > number:
            return
    raise AssertionError("Nothing came of three picks.")


def test_a_whole_game_is_finished_by_clicking_what_is_highlighted(arrives: Arrives, tmp_path: Path) -> None:
    ann = arrives("sv-SE")
    begins(ann, "me", "page", version="blue")
    ann.words_are_complete()
    decisions = 0
    while ann.waits_for_a_turn():
        decides(ann)
        decisions += 1
    assert decisions > 15
    assert ann.sees("#end-title").inner_text()
    ann.words_are_complete()
    adds_up(ann)
    assert ann.page.locator(".podium .framed-sheet").count() == 2, "both castles are shown at the end"
    ann.page.locator(".podium .trophy").first.click()
    with ann.page.expect_download() as download:
        ann.page.locator("dialog[open] [data-picture]").click()
    download.value.save_as(tmp_path / "castle.png")
    assert (tmp_path / "castle.png").read_bytes()[:4] == b"\x89PNG"
    assert (tmp_path / "castle.png").stat().st_size > 20_000, "the picture shows something"


def test_a_phone_shows_a_ghost_and_asks_before_it_sends(arrives: Arrives) -> None:
    ann = arrives(phone=True)
    begins(ann, "me", "page", version="blue")
    for _ in range(3):
        assert ann.waits_for_a_turn()
        number = ann.number()
        if ann.page.locator(".die.is-legal").count():
            ann.taps(".die.is-legal")
        ann.taps(".cell.is-legal, .rew.is-legal")
        if ann.page.locator("#prompt-confirm:visible").count() == 0:  # a line that asks for a place
            ann.taps(".spot.is-legal, .gfig.is-legal")
        assert ann.number() == number, "nothing is sent before it is confirmed"
        ann.taps("#prompt-confirm")
        ann.waits_for_news(number)
    assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out sideways"
    order = [ann.page.locator(part).bounding_box()["y"] for part in ("#castle", "#brd", "#prompt", "#dock", "#tabs")]
    assert order == sorted(order), "what must be touched is nearest to the thumb"
    assert order[-1] < 844, "and all of it is on the screen"


def test_keys_alone(arrives: Arrives) -> None:
    ann = arrives()
    begins(ann, "me", "page", version="blue")
    decided = 0
    while decided < 6 and ann.waits_for_a_turn():
        number = ann.number()
        if not ann.page.locator(f"{LEGAL}:focus").count():
            ann.tabs_to(LEGAL)
        ann.presses("Enter")
        if ann.number() == number and ann.page.locator(".is-sel").count():
            ann.page.locator(f"{LEGAL}:focus").wait_for()
            if decided == 1:
                ann.presses("Escape")
                assert ann.page.locator(".is-sel").count() == 0, "Escape takes the pick back"
                ann.presses("Enter")
                ann.page.locator(f"{LEGAL}:focus").wait_for()
            ann.presses("ArrowDown", "Enter")
        ann.waits_for_news(number)
        decided += 1


def agree(people: list[Visitor]) -> None:
    """Until everybody sees the same: the newest that anybody has seen, and nothing newer meanwhile."""
    while len(numbers := {visitor.number() for visitor in people}) > 1:
        for visitor in people:
            visitor.waits_for_news(max(numbers) - 1)


def test_two_people_answer_in_secret_and_may_change_until_the_last_has_answered(arrives: Arrives) -> None:
    ann, bob, eve = arrives(), arrives("fr-FR"), arrives("sv-SE")
    begins(ann, "me", "open", "open")
    link = ann.page.input_value("#invite input")
    for visitor in (bob, eve):
        visitor.page.goto(link)
        visitor.page.locator("[data-join]").first.click()
        visitor.page.wait_for_function("() => (document.getElementById('main')?.dataset.mine ?? '[]') !== '[]'")
    ann.page.locator('[data-begin=""]').click()
    people = [ann, bob, eve]
    for visitor in people:
        visitor.page.locator("#board").wait_for(state="attached")
    for _ in range(30):  # until two owe an answer at the same time
        agree(people)
        acting = [visitor for visitor in people if visitor.main("owes") == "1"]
        if len(acting) == 2:
            break
        decides(acting[0])
    first, second = acting
    number = first.number()
    first.page.locator(".cell.is-legal, .spot.is-legal").first.click()
    first.waits_for_news(number)
    second.waits_for_news(number)
    chosen = first.page.locator(".chosen, .mychoice")
    assert chosen.count() == 1, "one's own answer is marked"
    assert second.page.locator(".chosen, .mychoice").count() == 0, "and nobody else sees it"
    seat = first.main("seat")
    second.page.locator(f"#player-{seat} .chip--live").wait_for()
    first.sees("#done").click()  # changes the answer: neither die
    first.page.locator("#done.chosen").wait_for()
    number = second.number()
    second.page.locator("#done").click()
    first.waits_for_news(number)
    assert first.page.locator(".chosen").count() == 0


def test_a_castle_is_drawn_by_hand_and_seen_by_everybody(arrives: Arrives, tmp_path: Path) -> None:
    ann, watcher = arrives(), arrives()
    begins(ann, "me", "page", sheet="blank")
    watcher.page.goto(ann.page.url)
    pad = ann.sees("#drawing-0").bounding_box()

    def stroke(*points: tuple[float, float]) -> None:
        for number, (x, y) in enumerate(points):
            ann.page.mouse.move(pad["x"] + x * pad["width"], pad["y"] + y * pad["height"], steps=4)
            if not number:
                ann.page.mouse.down()
        ann.page.mouse.up()

    ann.page.click('[data-ink="roof"]')
    stroke((0.2, 0.8), (0.2, 0.3), (0.4, 0.3), (0.4, 0.8))
    ann.page.click('[data-width="18"]')
    stroke((0.1, 0.9), (0.9, 0.9))
    mini = '#player-0 [data-drawing="0"] .strokes path, #drawing-0 .strokes path'
    watcher.page.wait_for_function("paths => document.querySelectorAll(paths).length === 2", arg=mini)
    assert watcher.page.locator(mini).first.get_attribute("class") == "ink-roof"
    assert watcher.page.locator("[data-pen]").count() == 0, "on one's own sheet only"
    ann.page.click("[data-eraser]")
    stroke((0.5, 0.8), (0.5, 0.97))
    watcher.page.wait_for_function("paths => document.querySelectorAll(paths).length === 3", arg=mini)
    ann.page.click("[data-unstroke]")
    watcher.page.wait_for_function("paths => document.querySelectorAll(paths).length === 2", arg=mini)
    assert ann.waits_for_a_turn()
    decides(ann)
    assert ann.page.locator("#drawing-0 .strokes path").count() == 2, "a move leaves the drawing alone"
    ann.page.reload()
    ann.page.locator("#drawing-0 .strokes path").first.wait_for(state="attached")
    assert ann.page.locator("#drawing-0 .strokes path").count() == 2, "the table keeps it"
    with ann.page.expect_download() as download:
        ann.sees("[data-picture]").click()
    assert download.value.suggested_filename.endswith(".png")


def test_a_finger_draws_when_it_has_taken_a_pen_and_turns_the_page_until_then(arrives: Arrives) -> None:
    ann = arrives(phone=True)
    begins(ann, "me", "page", sheet="blank")
    assert ann.waits_for_a_turn()
    ann.needs_no_help()
    ann.taps('#tabs a[href="#stage"]')
    pad = ann.sees("#drawing-0").bounding_box()
    fingers = ann.context.new_cdp_session(ann.page)

    def swipes() -> int:
        for kind, x in (("touchStart", 0.7), ("touchMove", 0.6), ("touchMove", 0.4), ("touchMove", 0.4),
                        ("touchEnd", None)):  # it rests before it is lifted: what was flung eats the next tap
            at = [] if x is None else [{"x": pad["x"] + x * pad["width"], "y": pad["y"] + pad["height"] / 2}]
            fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})
            ann.page.wait_for_timeout(60)
        return int(ann.page.locator("#drawing-0 .strokes path").count())
    assert swipes() == 0
    ann.taps('#tabs a[href="#stage"]')
    ann.taps('[data-ink="roof"]')
    assert swipes() == 1
    ann.taps('[data-ink="roof"]')
    assert swipes() == 1, "the pen is laid down"


def test_a_guest_is_explained_where_it_is_pointed_at(arrives: Arrives) -> None:
    ann = arrives()
    begins(ann, "me", "page", version="blue")
    ann.page.locator("#gate-1").hover()
    ann.sees("#reading h3")
    assert ann.page.locator("#gate-1 b").inner_text() == ann.page.locator("#reading h3").inner_text()
    assert ann.page.locator("#reading dd").first.inner_text()


def test_nothing_serious_for_axe(arrives: Arrives) -> None:
    ann = arrives()
    begins(ann, "me", "page", version="blue", sheet="blank")
    assert ann.waits_for_a_turn()
    assert serious(ann) == []
    bob = arrives("fr-FR", phone=True)
    begins(bob, "me", "page", version="blue")
    assert bob.waits_for_a_turn()
    assert serious(bob) == []
