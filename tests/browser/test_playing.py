"""People play Château Combo in a browser: against bots, by link, on a phone, with keys, on one screen."""
from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import chateaux
from tests.browser.conftest import Arrives
from tests.browser.people import THINGS, Site, Visitor, adds_up

COMBO = "chateau-combo"


def counter(visitor: Visitor, seat: int, place: int) -> int:
    return int(visitor.page.locator(f"#player-{seat} .ct").nth(place).inner_text().split()[0])


def test_a_newcomer_starts_in_two_clicks_and_plays_to_the_end(arrives: Arrives, tmp_path: Path) -> None:
    ann = arrives(reduced_motion="no-preference")
    ann.comes_in()
    ann.page.click(f'[data-game="{COMBO}"]')
    ann.page.click("[data-start]")
    ann.sees("#board")
    assert ann.page.locator(".pl").count() == 3
    turns = 0
    while ann.waits_for_a_turn():
        ann.takes()
        turns += 1
    assert turns >= 9
    assert ann.sees("#end-title").inner_text()
    totals = [int(text) for text in ann.page.locator(".podium .total").all_inner_texts()]
    assert totals == sorted(totals, reverse=True)
    adds_up(ann)
    with ann.page.expect_download() as download:
        ann.page.click("a[download]")
    download.value.save_as(tmp_path / "record.json")
    assert json.loads((tmp_path / "record.json").read_text())["game"] == COMBO
    ann.page.click("[data-fairness]")
    ann.sees("#fairness .checks")
    ann.page.wait_for_function("() => document.querySelectorAll('#own-checks li').length > 2")
    found = ann.page.locator("#own-checks li")
    assert [found.nth(at).get_attribute("class") for at in range(found.count())] == ["good"] * 4  # proved, and to whom
    before = ann.page.url
    ann.page.click("[data-rematch]")
    ann.page.wait_for_url(lambda url: url != before and "/tables/" in url)
    ann.sees("#board")
    assert ann.waits_for_a_turn()
    ann.takes()


def test_two_browsers_play_by_the_link_each_in_their_language(arrives: Arrives) -> None:
    ann, theo = arrives(), arrives("fr-FR")
    ann.starts(COMBO, "me", "open", names={0: "Ann"})
    ann.sees("#invite .qr")
    link = ann.page.input_value("#invite input")
    theo.page.goto(link)
    theo.page.fill("#join-name", "Théo")
    theo.page.click("[data-join]")
    theo.page.wait_for_function("() => (document.getElementById('main')?.dataset.mine ?? '[]') !== '[]'")
    ann.page.locator('[data-begin=""]').click()
    for visitor in (ann, theo):
        visitor.sees("#board")
    theo.page.focus("#talk-text")
    theo.page.click('[data-phrase="hello"]')
    ann.sees("#log li.chat")
    assert "Hello!" in ann.page.locator("#log").inner_text()
    assert "Bonjour" in theo.page.locator("#log").inner_text()
    thinking, talking = (ann, theo) if ann.main("acting") == "[0]" else (theo, ann)
    assert thinking.waits_for_a_turn()
    card = thinking.page.locator(".crow .pick.is-legal, .flip.is-legal").first
    card.click()
    number = thinking.number()
    talking.page.fill("#talk-text", "<b>Well</b>")
    talking.presses("Enter")
    thinking.waits_for_news(number)
    assert thinking.page.locator(".is-sel").count() == 1, "what was picked stays picked"
    assert "<b>Well</b>" in thinking.page.locator("#log").inner_text()
    thinking.presses("Escape")
    for _ in range(4):
        playing = ann if ann.main("acting") == "[0]" else theo
        other = theo if playing is ann else ann
        assert playing.waits_for_a_turn()
        playing.takes()
        other.waits_for_news(playing.number() - 1)
        assert other.page.locator("main").get_attribute("data-number") == str(playing.number())
    assert "Ann" in theo.page.locator("#log").inner_text()
    ann.sees("#player-1 .there.on")
    theo.leave()
    ann.page.locator("#player-1 .there:not(.on)").wait_for()


def test_a_phone_with_touch_shows_a_ghost_and_asks_before_it_sends(arrives: Arrives) -> None:
    ann = arrives("fr-FR", phone=True)  # where words are long
    ann.starts(COMBO, "me", "page")
    assert ann.waits_for_a_turn()
    ann.needs_no_help()
    for _ in range(2):
        assert ann.waits_for_a_turn()
        number = ann.number()
        ann.taps(".crow .pick.is-legal, .flip.is-legal")
        ann.taps(".cell.is-legal")
        ann.sees(".ghosted")
        assert ann.number() == number, "nothing is sent before it is confirmed"
        cut = ann.page.evaluate("""[...document.querySelectorAll('.prompt .acts .btn')].filter((button) =>
            button.checkVisibility() && button.scrollWidth > button.clientWidth + 1).map((button) => button.id)""")
        assert cut == [], "every answer has room for its words"
        ann.taps("#prompt-confirm")
        ann.waits_for_news(number)
        while ann.waits_for_a_turn() and ann.page.locator(".option.is-legal").count():
            number = ann.number()
            ann.taps(".option.is-legal")
            ann.waits_for_news(number)
        if ann.page.locator("#key-move, #key-refresh").count() == 0:
            break
    assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out sideways"


def test_a_long_press_reads_a_card(arrives: Arrives) -> None:
    ann = arrives(phone=True)
    ann.starts(COMBO, "me", "page")
    assert ann.waits_for_a_turn()
    card = ann.page.locator(".crow .pick").first
    card.scroll_into_view_if_needed()
    card.dispatch_event("pointerdown", {"pointerType": "touch", "bubbles": True, "isPrimary": True})
    ann.sees("#pop h3")
    card.dispatch_event("pointerup", {"pointerType": "touch", "bubbles": True})
    assert ann.page.locator("#pop dd").count() >= 4


def test_a_whole_game_with_keys_alone(arrives: Arrives) -> None:
    ann = arrives()
    ann.comes_in()
    ann.tabs_to(f'[data-game="{COMBO}"]')
    ann.presses("Enter")
    ann.sees("[data-start]")
    ann.tabs_to("[data-start]")
    ann.presses("Enter")
    ann.sees("#board")
    turns = 0
    while ann.waits_for_a_turn():
        number = ann.number()
        if not turns:
            ann.tabs_to(f"{THINGS} .is-legal")
        ann.page.locator(f"{THINGS} .is-legal:focus").wait_for()
        ann.presses("Enter")
        if ann.page.locator(".is-sel").count():
            assert ann.page.evaluate("document.activeElement.matches('.cell.is-legal')"), "the focus goes to the places"
            if turns == 1:
                ann.presses("Escape")
                assert ann.page.locator(".is-sel").count() == 0
                ann.presses("Enter")
            ann.presses("ArrowRight", "ArrowDown")
            assert ann.page.locator(".ghosted").count() == 1, "the place in focus shows the ghost"
            if ann.page.locator(".card.is-sel").count():
                foretold = ann.page.evaluate("document.activeElement.getAttribute('aria-description')")
                assert "point" in foretold, "and what would come of it is said"
            ann.presses("Enter")
        ann.waits_for_news(number)
        turns += 1
    assert turns >= 9
    assert ann.page.locator("#live").inner_text(), "the end is told to a screen reader"
    ann.page.locator("#end:focus").wait_for()


def test_dragging_a_card_to_a_place(arrives: Arrives) -> None:
    ann = arrives()
    ann.starts(COMBO, "me", "page")
    assert ann.waits_for_a_turn()
    number = ann.number()
    ann.page.locator(".crow .pick.is-legal").first.drag_to(ann.page.locator("#cell-c3"))
    ann.waits_for_news(number)
    ann.page.locator("#cell-c3.on").wait_for()


def test_undo_takes_a_key_back(arrives: Arrives) -> None:
    ann = arrives()
    ann.starts(COMBO, "me", "page")
    assert ann.waits_for_a_turn()
    assert counter(ann, 0, 1) == 2
    number = ann.number()
    ann.page.click("#key-move")
    ann.waits_for_news(number)
    assert counter(ann, 0, 1) == 1
    ann.page.click("#prompt-undo")
    ann.waits_for_news(number + 1)
    assert counter(ann, 0, 1) == 2
    assert ann.page.locator("#log li.gone").count() == 1
    ann.sees("#key-move:not([disabled])")


def test_a_reload_and_a_killed_server_lose_nothing(arrives: Arrives, tmp_path: Path) -> None:
    with Site(tmp_path) as own:
        ann = arrives(at=own)
        ann.starts(COMBO, "me", "page")
        assert ann.waits_for_a_turn()
        ann.takes()
        assert ann.waits_for_a_turn()
        number, log = ann.number(), ann.page.locator("#log").inner_text()
        ann.page.reload()
        assert ann.waits_for_a_turn()
        assert (ann.number(), ann.page.locator("#log").inner_text()) == (number, log)
        ann.page.evaluate("window.same = true")
        own.kill()
        ann.sees("#net")
        own.start()
        ann.page.locator("#net").wait_for(state="hidden")
        ann.takes()
        assert ann.page.evaluate("window.same"), "the page was not loaded again"


def test_spectators_see_the_board_but_nothing_to_do(arrives: Arrives) -> None:
    ann, cy = arrives(), arrives()
    ann.starts("toy", "me", "open", names={0: "Ann"})
    cy.page.goto(ann.page.url)
    bob = arrives()
    bob.page.goto(ann.page.url)
    bob.page.fill("#join-name", "Bob")
    bob.page.click("[data-join]")
    bob.page.wait_for_function("() => (document.getElementById('main')?.dataset.mine ?? '[]') !== '[]'")
    ann.page.locator('[data-begin=""]').click()
    cy.sees("#board")
    ann.sees("#board")
    assert json.loads(cy.page.locator("#asked").inner_text())["actions"] == []
    assert cy.page.locator("#board [data-action]").count() == 0
    shown = json.loads(ann.page.locator("#asked").inner_text())
    assert len(shown["actions"]) == 2
    assert cy.page.locator("#talk").count() == 0
    ann.page.locator("[data-action]").first.click()
    bob.waits_for_a_turn()
    hands = [visitor.page.locator("#board").inner_html() for visitor in (bob, cy)]
    assert hands[0] != hands[1], "a player sees a hand, a spectator does not"


def test_on_one_screen_without_secrets_seats_take_turns(arrives: Arrives) -> None:
    ann = arrives()
    ann.starts(COMBO, "me", "me", names={0: "Ann", 1: "Bea"})
    ann.sees("#board")
    seen = set()
    for _ in range(4):
        assert ann.waits_for_a_turn()
        seen.add(ann.main("seat"))
        ann.takes()
    assert seen == {"0", "1"}
    assert ann.page.locator("#curtain").is_hidden()


def test_on_one_screen_with_secrets_a_curtain_falls_between_players(arrives: Arrives) -> None:
    ann = arrives()
    ann.starts("toy", "me", "me", names={0: "Ann", 1: "Bea"})
    assert "Ann" in ann.sees("#curtain h2").inner_text()
    assert ann.page.locator("#main").count() == 0, "nobody's secrets are on the page"
    ann.page.click("#uncover")
    assert ann.waits_for_a_turn()
    mine = ann.page.locator("#board").inner_html()
    ann.page.locator("[data-action]").first.click()
    assert "Bea" in ann.sees("#curtain h2").inner_text()
    assert ann.page.locator("#main").count() == 0
    ann.page.reload()
    assert "Bea" in ann.sees("#curtain h2").inner_text()
    ann.page.click("#uncover")
    assert ann.waits_for_a_turn()
    assert ann.page.locator("#board").inner_html() != mine
    ann.page.goto(ann.page.url.replace("seat=1", "seat=0"))
    assert "Bea" in ann.sees("#curtain h2").inner_text(), "the other seat stays covered while this one decides"


@pytest.mark.parametrize("game", sorted(chateaux.games()))
def test_a_hint_is_marked_on_the_board(arrives: Arrives, game: str) -> None:
    ann = arrives()
    ann.starts(game, "me", "page")
    assert ann.waits_for_a_turn()
    ann.page.click("#prompt-advice")
    ann.sees(f"{THINGS} .is-best .odds")
    assert re.search(r"\d+%", ann.page.inner_text("#prompt-hint"))
    assert "%" in ann.page.inner_text("#live")
    number = ann.number()
    ann.page.locator(f"{THINGS} .is-best").first.click()
    for _ in range(8):  # what the best choice still asks: its place, and what it costs
        if ann.number() > number or ann.page.locator(".sent").count():
            break
        ann.page.locator(f"{THINGS} .is-best:not(.is-sel), {THINGS} .is-legal:not(.is-sel)").first.click()
    ann.waits_for_news(number)
    ann.page.locator(".odds").first.wait_for(state="detached")
