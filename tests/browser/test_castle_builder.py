"""People play Castle Builder in a browser: a whole game by clicking, every coin's question, phone, keys."""
from __future__ import annotations

import json
import random
import re

import chateaux
from chateaux.look.words import LANGUAGES
from tests.browser.conftest import Arrives
from tests.browser.people import THINGS, Visitor, figures
from tests.browser.test_pages import serious
from tests.web.test_render import ID, page_of

GAME = "castle-builder"
CLOSING = ("roof", "slope", "lady", "soldier", "prince")  # tiles on which nothing more can be built
BUILDS = "#holder .tile.is-legal, #market .tile.is-legal, .royals .tile.is-legal"


def legal(visitor: Visitor) -> dict[str, str]:
    """What can be picked now, with the pieces' names."""
    found: dict[str, str] = visitor.page.evaluate(
        "Object.fromEntries([...document.querySelectorAll('.is-legal')].map(one => [one.id, one.dataset.piece ?? '']))")
    return found


def answers(visitor: Visitor, tap: bool = False) -> str:
    """One decision, as somebody would make it who likes to build high; returns what was picked last."""
    number = visitor.number()
    for _ in range(8):  # a tile, its place and what it costs are picked in the page
        found = legal(visitor)
        places = [id for id in found if id.startswith("place-")]
        chosen = (max(places, key=lambda id: (int(id.split("-")[2]), id)) if places else
                  min(found, key=lambda id: 1 if id == "pile" else 2 if found[id].startswith(CLOSING) else 0))
        if tap:
            visitor.page.locator(f"#{chosen}").tap()
            if visitor.page.locator("#prompt-confirm").is_visible():
                visitor.taps("#prompt-confirm")
        else:
            visitor.page.click(f"#{chosen}")
        if visitor.page.locator(".sent").count() or visitor.number() > number:
            break
    visitor.waits_for_news(number)
    return chosen


def choosing_a_place(visitor: Visitor) -> bool:
    """Until a tile has been chosen that has somewhere to go; False when the game is over before that."""
    while visitor.waits_for_a_turn():
        tiles = visitor.page.locator(BUILDS)
        if tiles.count() and visitor.page.locator('#prompt[data-kind="turn"]').count():  # else a click discards it
            tiles.first.click()
            return True
        answers(visitor)
    return False


def test_a_whole_game_by_clicking(arrives: Arrives) -> None:
    ann = arrives()
    ann.starts(GAME, "me", "page")
    asked: set[str] = set()
    decisions = 0
    while ann.waits_for_a_turn():
        asked.add(answers(ann).split("-")[0])
        decisions += 1
        assert decisions < 400
    assert "place" in asked
    assert "coin" in ann.sees(".proclaim .by").inner_text()
    totals = [int(text) for text in ann.page.locator(".podium .total").all_inner_texts()]
    assert totals == sorted(totals, reverse=True)
    assert ann.page.locator(".podium .hill").count() == 2, "the castles are shown at the end"
    assert figures(ann, 0) == totals, "what decides stands first"
    ann.words_are_complete()


def test_a_tile_shows_its_ghost_its_price_and_the_walk_of_the_baron(arrives: Arrives) -> None:
    ann = arrives()
    ann.starts(GAME, "me", "page")
    for _ in range(60):
        assert choosing_a_place(ann)
        high = ann.page.locator('.place.is-legal[id^="place-0-2"], .place.is-legal[id^="place-0-3"]')
        if high.count():
            break
        ann.presses("Escape")
        answers(ann)
    place = high.first
    place.hover()
    assert place.locator(".ghosted svg").count() == 1
    assert place.locator(".bub").inner_text()
    tile = ann.page.locator(".tile.is-sel").get_attribute("id")
    walk = ann.page.locator(f'.walk[data-with~="{tile}/{place.get_attribute("id")}"]')
    assert walk.evaluate("walk => getComputedStyle(walk).visibility") == "visible"
    assert "baron" in ann.page.inner_text("#prompt-hint")
    assert ann.page.locator(".walk.is-with").count() == 1
    ann.page.hover("#prompt-title")
    assert ann.page.locator(".walk.is-with").count() == 0


def test_looking_at_places_is_no_move(arrives: Arrives) -> None:
    ann = arrives()
    ann.starts(GAME, "me", "page")
    assert choosing_a_place(ann)
    number, rows = ann.number(), ann.page.locator("#log li").count()
    for other in ann.page.locator(BUILDS).all()[:3]:
        other.click()
        assert ann.page.locator(".tile.is-sel").count() == 1, "another tile instead"
    ann.page.locator(".tile.is-sel").click()
    assert ann.page.locator(".is-sel").count() == 0, "it is put back"
    assert (ann.number(), ann.page.locator("#log li").count()) == (number, rows), "and nobody hears of it"


def test_a_dear_place_can_be_left_until_it_is_paid(arrives: Arrives) -> None:
    ann = arrives()
    dear: list[list[str]] = []
    while not dear:  # in most games there is one soon
        if ann.page.url == "about:blank" or not choosing_a_place(ann):
            ann.starts(GAME, "me", "page")
            continue
        prices = json.loads(str(ann.page.locator(".tile.is-sel").get_attribute("data-leads")))
        dear = next((steps for steps in prices if len(steps) > 1), [])
        if not dear:
            ann.presses("Escape")
            answers(ann)
    number, built = ann.number(), ann.page.locator("#castle .built").count()
    ann.page.click(f"#{dear[0][0]}")
    ann.sees("#prompt-cancel").click()
    assert ann.page.locator(".is-sel").count() == 0
    assert ann.number() == number, "nothing was paid, nothing was built"
    ann.page.click(f"#{tile_id(prices, ann)}")
    ann.page.click(f"#{dear[0][0]}")
    for step in range(len(dear) - 1):
        ann.page.click(f"#{dear[1][step]}")
    ann.page.locator("#castle .built").nth(built).wait_for()  # chosen, then paid for: two rows of the log
    assert ann.page.locator("#log li", has_text="takes a move back").count() == 0


def tile_id(leads: object, visitor: Visitor) -> str:
    """The tile at hand that leads to these places."""
    return str(visitor.page.evaluate(
        "leads => [...document.querySelectorAll('[data-leads]')].find(one => one.dataset.leads === leads).id",
        json.dumps(leads, separators=(",", ":"))))


def test_reading_tiles_and_coins_and_the_castles_of_others(arrives: Arrives) -> None:
    ann = arrives()
    ann.starts(GAME, "me", "page", "page", "page")
    assert ann.waits_for_a_turn()
    ann.page.hover("#coin-1")
    ann.sees("#reading h3")
    assert ann.page.locator("#reading .now li").count() == 1, "what the coin would do now"
    tile = ann.page.locator("#holder .tile").first
    tile.hover()
    name = str(tile.get_attribute("aria-label"))
    ann.page.locator("#reading h3", has_text=re.compile(f"^{re.escape(name)}$")).wait_for()
    ann.page.click("#player-1 .see")
    ann.sees("#large-1 .castle .built")
    assert ann.page.locator('#large-1 [aria-label="A hidden tile"]').count() >= 2, "of three, one may be built"
    ann.presses("Escape")
    ann.page.locator("#large-1").wait_for(state="hidden")
    ann.page.click(".piles")
    ann.sees("#discards")
    ann.presses("Escape")


def test_nothing_hidden_is_in_the_page(arrives: Arrives) -> None:
    ann, cy = arrives(), arrives()
    ann.starts(GAME, "me", "page")
    assert ann.waits_for_a_turn()
    ann.page.click("#player-1 .see")
    ann.sees("#large-1 .tiles")
    assert ann.page.locator('#large-1 [data-piece]:not(.built)').count() == 0
    cy.page.goto(ann.page.url)
    cy.sees("#board")
    assert cy.page.locator("#holder [data-piece]").count() == 0
    assert cy.page.locator("#holder .hidden").count() >= 3
    assert json.loads(cy.page.locator("#asked").inner_text())["actions"] == []


def test_on_a_phone_with_touch(arrives: Arrives) -> None:
    ann = arrives(phone=True)
    ann.starts(GAME, "me", "page")
    assert ann.waits_for_a_turn()
    ann.needs_no_help()
    choosing(ann)
    number = ann.number()
    ann.page.locator(".place.is-legal").first.tap()
    ann.sees(".ghosted")
    assert ann.number() == number, "nothing is sent before it is confirmed"
    assert "baron" in ann.page.inner_text("#prompt-hint")
    ann.taps("#prompt-confirm")
    ann.waits_for_news(number)
    assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out sideways"
    small = ann.page.evaluate(
        "[...document.querySelectorAll('#holder .tile, #market .pick, #pile, .tabs a')]"
        ".map(one => one.getBoundingClientRect())"
        ".filter(box => box.width && Math.min(box.width, box.height) < 43).length")
    assert small == 0, "everything can be hit with a finger"


def choosing(visitor: Visitor) -> None:
    """On a phone: tap tiles until one has somewhere to go."""
    while visitor.waits_for_a_turn():
        tiles = visitor.page.locator(BUILDS)
        if tiles.count():
            tiles.first.tap()
            return
        answers(visitor, tap=True)


def test_some_turns_with_keys_alone(arrives: Arrives) -> None:
    ann = arrives()
    ann.starts(GAME, "me", "page")
    placed = 0
    for _ in range(40):
        assert ann.waits_for_a_turn()
        number = ann.number()
        if not ann.page.locator(f"{THINGS} .is-legal:focus").count():
            ann.tabs_to(f"{THINGS} .is-legal")
        ann.presses("Enter")
        if ann.page.locator(".place.is-legal").count():
            assert ann.page.evaluate("document.activeElement.matches('.place.is-legal')"), "the focus is on a place"
            if placed == 0:
                ann.presses("Escape")
                assert ann.page.locator(".is-sel").count() == 0, "Escape puts the tile back"
                ann.presses("Enter")
            ann.presses("ArrowRight")
            assert ann.page.locator(".ghosted").count() == 1, "the place in focus shows the ghost"
            ann.presses("Enter")
            while not ann.page.locator(".sent").count() and ann.number() == number:
                ann.presses("Enter")  # what it costs
            placed += 1
        ann.waits_for_news(number)
        if placed > 2:
            return
    raise AssertionError("Nothing was built.")


def test_variants_and_languages(arrives: Arrives) -> None:
    ann = arrives("fr-FR")
    ann.comes_in()
    ann.page.click(f'[data-game="{GAME}"]')
    for option in ("royal_strategy", "renovation", "sky_high", "peacetime"):
        choose(ann, option)
    ann.page.click("[data-start]")
    assert ann.waits_for_a_turn()
    assert ann.page.locator(".royals .tile").count() == 2
    assert ann.page.locator("#renovate").count() == 1
    assert ann.page.locator("#player-0 .pips span").count() == 9
    ann.words_are_complete()
    ann.page.click('[data-language="sv"]')
    ann.page.locator('html[lang="sv"]').wait_for()
    ann.words_are_complete()


def choose(visitor: Visitor, option: str) -> None:
    """Switch a variant on, on the page for a new table."""
    visitor.page.locator(f'input[name="option-{option}"]').last.check()


def test_everybody_can_use_it(arrives: Arrives) -> None:
    ann = arrives()
    ann.starts(GAME, "me", "page", "page")
    assert choosing_a_place(ann)
    assert serious(ann) == []
    assert contrast(ann) >= 4.5
    ann.page.click("[data-theme-toggle]")
    assert serious(ann) == []
    assert contrast(ann) >= 4.5


def contrast(visitor: Visitor) -> float:
    """Of the words that say that a castle closes, put where they stand: over the sky, of which axe is not sure."""
    colours = visitor.page.evaluate("""() => {
        const chip = Object.assign(document.createElement('span'), { className: 'chip chip--warn' });
        document.querySelector('#castle .cap').append(chip);
        const { color, backgroundColor } = getComputedStyle(chip);
        chip.remove();
        return [color, backgroundColor]; }""")
    opaque = [re.fullmatch(r"rgb\((\d+), (\d+), (\d+)\)", colour) for colour in colours]
    assert all(opaque), colours
    dark, light = sorted(sum(weight * float((int(part) / 255) ** 2.2) for weight, part in
                             zip((0.2126, 0.7152, 0.0722), found.groups(), strict=True)) for found in opaque if found)
    return (light + 0.05) / (dark + 0.05)


def test_every_question_is_on_the_board_in_every_language() -> None:
    """Random games with all variants, until every kind of decision was asked."""
    game = chateaux.game(GAME)
    asked: dict[str, int] = {}
    for seed in range(20):
        options = dict.fromkeys(("royal_strategy", "renovation", "sky_high", "peacetime"), seed % 3 == 0)
        state, chooser = game.new(2 + seed % 3, seed, options), random.Random(seed)
        while not state.over:
            seat = state.to_act[0]
            kind = str((state.prompt(seat) or {})["kind"])
            if asked.get(kind, 0) < 3:
                shown = ID.findall(page_of(state, seat, LANGUAGES[asked.get(kind, 0)]))
                wanted = {id for steps in state.picks(seat).values() for step in steps for id in step}
                assert wanted <= set(shown), (kind, wanted - set(shown))
                assert len(shown) == len(set(shown)), kind
                asked[kind] = asked.get(kind, 0) + 1
            actions = state.actions(seat)
            state.play(chooser.choice(actions[1:] or actions), seat)
        if len(asked) == 12 and min(asked.values()) == 3:
            return
    raise AssertionError(asked)
