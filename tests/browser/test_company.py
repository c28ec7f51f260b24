"""The company around a table: who is away, who comes back, rematches, codes, a lobby that lives, wrong clocks."""
from __future__ import annotations

import json
import re

from tests.browser.conftest import Arrives
from tests.browser.people import Site
from tests.browser.test_history import as_visitor, played
from tests.web.house import Person

FAST = "const true_now = Date.now; Date.now = () => true_now() + 7 * 60 * 1000;"  # seven minutes ahead


def test_the_others_let_a_bot_play_for_somebody_who_left_and_who_takes_the_seat_back(arrives: Arrives,
                                                                                     site: Site) -> None:
    ann, bob = Person(site.url, "Ann"), Person(site.url, "Bob")
    table = str(ann.post("/tables", 201, game="toy", seats=["open", "open"], away=0.02)["id"])
    ann.join(table, 0)
    bob.join(table, 1)
    ann.post(f"/tables/{table}/start")  # Ann is asked, and is not here
    waits = as_visitor(bob, arrives("fr-FR", phone=True))
    waits.page.goto(f"{site.url}/tables/{table}")
    assert "Ann" in waits.sees("#absent").inner_text()
    waits.words_are_complete()
    waits.page.click('[data-company="stand-in"]')
    waits.page.wait_for_function("() => document.getElementById('absent').hidden")
    back = as_visitor(ann, arrives())
    back.page.goto(f"{site.url}/tables/{table}")
    assert back.page.locator("#absent").is_hidden()
    back.page.click('[data-post="take-back"]')
    back.page.wait_for_function("() => !document.querySelector('[data-post=\"take-back\"]')")
    assert not bob.view(table)["table"]["seats"][0]["given_up"]


def test_who_is_here_cannot_be_replaced_and_most_may_end_a_game(site: Site) -> None:
    people = [Person(site.url, name) for name in ("Ann", "Bob", "Cid")]
    ann, bob, cid = people
    table = str(ann.post("/tables", 201, game="toy", seats=["open"] * 3, away=0.01)["id"])
    for person in people:
        person.join(table)
    ann.post(f"/tables/{table}/start")
    with ann.stream(table, 0) as events:
        next(events)
        assert "here" in bob.post(f"/tables/{table}/stand-in", 403, seat=0)["sentence"]
        bob.post(f"/tables/{table}/abandon")
        bob.post(f"/tables/{table}/abandon", 409)
    while bob.post(f"/tables/{table}/abandon", 200 if absent(bob, table) else 409).get("phase") != "running":
        pass
    assert cid.post(f"/tables/{table}/abandon")["phase"] == "abandoned"


def absent(person: Person, table: str) -> bool:
    """Whether the house says so, by its own stream."""
    with person.http.stream("GET", f"/tables/{table}/stream", params={"as": "html"}) as answer:
        for line in answer.iter_lines():
            if line.startswith("event: absent"):
                return True
    return False


def test_the_host_frees_a_seat(site: Site) -> None:
    ann, bob = Person(site.url, "Ann"), Person(site.url, "Bob")
    table = ann.create("toy")
    ann.join(table, 0)
    bob.join(table, 1)
    bob.post(f"/tables/{table}/free", 403, seat=0)
    assert ann.post(f"/tables/{table}/free", seat=1)["seats"][1]["kind"] == "open"
    assert not bob.view(table)["host"]
    assert ann.view(table)["host"]


def test_coming_to_a_rematch_is_sitting_down_and_colours_stay(arrives: Arrives, site: Site) -> None:
    ann, bob = Person(site.url, "Ann"), Person(site.url, "Bob")
    first = played(ann, bob)
    again = ann.post(f"/tables/{first}/rematch")["id"]
    comes = as_visitor(bob, arrives("sv-SE", phone=True))
    comes.page.goto(f"{site.url}/tables/{first}")
    comes.page.click(f'a[href="/tables/{again}"]')
    comes.page.wait_for_function("() => document.querySelector('[data-leave]')")
    seats = bob.view(again)["table"]["seats"]
    assert [(seat["name"], seat["ready"], seat["colour"]) for seat in seats] == [("Bob", True, 1), ("Ann", False, 0)]
    colour = "() => getComputedStyle(document.getElementById('page')).getPropertyValue('--p1').trim()"
    own = "() => getComputedStyle(document.documentElement).getPropertyValue('--p2').trim()"
    assert comes.page.evaluate(colour) == comes.page.evaluate(own)


def test_a_code_brings_people_in_and_a_wrong_one_leaves_the_dialog_open(arrives: Arrives, site: Site) -> None:
    host, guest = arrives("fr-FR"), arrives("en-GB", phone=True)
    host.starts("toy", "me", "open")
    code = host.sees("#join-code").inner_text()
    assert re.fullmatch("[A-Z]{3} [A-Z]{3}", code)
    assert "--host" in host.sees("#invite").inner_text()  # the address of this computer is good for nobody else
    guest.comes_in()
    guest.page.click('[data-open="join-dialog"]')
    guest.page.fill("#join-dialog [name=code]", "wrong!")
    guest.page.click("#join-dialog .btn--go")
    assert "No table" in guest.sees("#join-dialog .problem").inner_text()
    guest.page.fill("#join-dialog [name=code]", code.lower())
    guest.page.click("#join-dialog .btn--go")
    guest.page.wait_for_url("**/tables/*")
    assert guest.page.url == host.page.url


def test_the_lobby_lives(arrives: Arrives, site: Site) -> None:
    looks = arrives("en-GB")
    with looks.page.expect_response("**/api/me/calls**"):
        looks.comes_in()
    ann = Person(site.url, "Ann the Listed")
    table = str(ann.post("/tables", 201, game="chateau-combo", seats=["open", "open"], listed=True,
                         clock={"days": 3})["id"])
    ann.join(table, 0)
    looks.page.wait_for_function("() => document.body.innerText.includes('Ann the Listed')")
    told = looks.page.locator("section.list", has=looks.page.locator("#open-title")).inner_text()
    assert "3 days a move" in told
    assert "English" in told


def test_a_clock_is_right_whatever_the_device_believes(arrives: Arrives, site: Site) -> None:
    ann = Person(site.url, "Ann")
    table = str(ann.post("/tables", 201, game="toy", seats=["open", "open"], clock={"seconds": 300})["id"])
    for _ in range(2):
        ann.join(table)
    ann.post(f"/tables/{table}/start")
    looks = arrives()
    looks.context.add_init_script(FAST)
    looks.page.goto(f"{site.url}/tables/{table}")
    looks.page.wait_for_function(
        "() => document.querySelector('.clock[data-since] span')?.textContent.startsWith('4:')")
    assert json.loads(looks.main("mine")) == []


def test_a_childs_table_counts_for_nothing_and_leaving_is_asked_in_the_page(arrives: Arrives) -> None:
    ann = arrives("sv-SE", phone=True)
    ann.comes_in()
    ann.page.click('[data-game="chateau-combo"]')
    ann.page.select_option("#kind-1", "king")
    ann.page.locator(".settings > details").first.evaluate("box => { box.open = true; }")
    ann.page.check("[name=rated]")
    ann.page.check("[name=child]")
    assert ann.page.input_value("#kind-1") == "page"
    assert not ann.page.is_checked("[name=rated]")
    assert ann.page.is_disabled("[name=rated]")
    assert ann.page.is_disabled("[name=listed]")
    ann.page.click("[data-start]")
    ann.page.wait_for_url("**/tables/*")
    ann.needs_no_help()
    for answer in ("", "yes"):
        if not ann.page.locator("#menu").is_visible():
            ann.page.locator('[data-open="menu"]:visible').first.tap()
        ann.taps('[data-post="give-up"]')
        ann.sees("#sure")
        ann.words_are_complete()
        ann.taps(f'#sure [value="{answer}"]')
    ann.page.wait_for_function("() => document.querySelector('[data-post=\"take-back\"]')"
                               " || document.getElementById('main').dataset.phase === 'over'")  # bots are quick


def test_pages_around_a_table_fit_the_narrowest_phone(arrives: Arrives, site: Site) -> None:
    """Nothing is wider than the screen: not the new table's page, not one's own, not the waiting room with a host."""
    for language in ("fr-FR", "sv-SE"):
        visitor = arrives(language, phone=True, viewport={"width": 320, "height": 640})
        for path in ("/", "/me", "/play/castle-builder", "/play/chateau-fort", "/rules/chateau-fort"):
            visitor.page.goto(site.url + path)
            assert visitor.page.evaluate("document.documentElement.scrollWidth") == 320, (language, path)
        visitor.starts("chateau-combo", "me", "open", "open")
        visitor.sees("#invite")
        assert visitor.sees("[data-begin]").bounding_box()["x"] > 0, language
        assert visitor.page.evaluate("document.documentElement.scrollWidth") == 320, language
