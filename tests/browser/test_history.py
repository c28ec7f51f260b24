"""My page: what runs, what was played, how it went, and with whom."""
from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

from chateaux.tables.ratings import ANCHORS
from tests.browser.conftest import Arrives
from tests.browser.people import Site, Visitor
from tests.web.house import ROOT, Person


def played(ann: Person, bob: Person, **more: Any) -> str:
    """A game of two, to its end."""
    table = str(ann.post("/tables", 201, game="toy", seats=["open", "open"], **more)["id"])
    ann.join(table, 0)
    bob.join(table, 1)
    ann.post(f"/tables/{table}/start")
    while (to_act := ann.view(table)["table"]["to_act"]):
        for person, seat in ((ann, 0), (bob, 1)):
            if seat in to_act and person.view(table, seat)["owes"]:
                person.answer(table, seat)
    return table


def as_visitor(person: Person, visitor: Visitor) -> Visitor:
    """The person's own browser."""
    visitor.context.add_cookies([{"name": "chateaux_guest", "value": person.token, "url": person.url}])
    return visitor


def test_results_figures_ratings_and_company(arrives: Arrives, site: Site) -> None:
    ann, bob = Person(site.url, "Ann"), Person(site.url, "Bob")
    for rated in (True, True, False):
        table = played(ann, bob, rated=rated)
    running = ann.create("toy")
    ann.join(running, 0)
    phone = as_visitor(ann, arrives("fr-FR", phone=True))
    phone.page.goto(f"{site.url}/me")
    assert phone.page.locator("#results li").count() == 3
    phone.words_are_complete()
    told = phone.text()
    assert "Bob" in told
    assert "±" in told
    phone.sees(".curve polyline")
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 390
    kept = ann.get("/me/export")["results"]
    assert [one["mu"] is not None for one in kept] == [False, True, True]
    assert ann.view(table)["table"]["phase"] == "over"
    phone.page.click("#company [data-again]")  # invited again with one click
    phone.page.wait_for_url("**/tables/*")
    assert "Bob" in phone.sees(".room").inner_text()


def test_who_plays_both_sides_and_who_may_ask_is_not_rated(site: Site) -> None:
    ann = Person(site.url, "Ann")
    table = str(ann.post("/tables", 201, game="toy", seats=["open", "open"], rated=True)["id"])
    ann.join(table, 0)
    ann.join(table, 1)
    ann.post(f"/tables/{table}/start")
    assert not ann.view(table, 0)["hints"]
    ann.play_out(table, [0, 1])
    for _ in range(400):  # it is written down once the game is over
        if found := ann.get("/me/export")["results"]:
            break
        time.sleep(0.05)
    assert [one["mu"] for one in found] == [None]


def test_the_anchors_are_about_where_the_ladder_has_measured_them() -> None:
    measured: dict[str, dict[str, list[int]]] = {}
    for table in json.loads(Path(ROOT / "docs" / "ladder.json").read_text()):
        elo = {one["bot"]: one["elo"] for one in table["bots"]}
        if table["timed"] or "squire" not in elo:
            continue
        for bot, points in elo.items():
            if bot in ANCHORS[table["game"]]:
                measured.setdefault(table["game"], {}).setdefault(bot, []).append(points - elo["squire"])
    for game, bots in measured.items():
        for bot, found in bots.items():  # the ladder's own intervals are about as wide
            assert abs(sum(found) / len(found) - ANCHORS[game][bot]) < 150, f"{game}: {bot} has moved; see anchors.json"
