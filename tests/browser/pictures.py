"""Pictures of every page: `make pictures`. Bots play up to an interesting moment, then a browser looks.

A board as an SVG is drawn of every game as well; that needs no browser.

Run as a module with the folder to write to and, if not all are wanted, the names of the pages.
"""
from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import chateaux
from chateaux.bots import bot
from tests.browser.conftest import DESKTOP, FLAGS, PHONE, chromium, playwright
from tests.browser.people import PATIENCE, Site
from tests.parts import having
from tests.web.house import Person

NAMES = ("Aveline", "Björn", "Corentin")
SEATS = {"chateau-combo": 4, "castle-builder": 3, "once-upon-a-castle": 3, "chateau-fort": 3}
MIDDLE = {"chateau-combo": 0.6, "castle-builder": 0.6, "once-upon-a-castle": 0.6, "chateau-fort": 0.5}
LENGTH = {"chateau-combo": 50, "castle-builder": 110, "once-upon-a-castle": 90, "chateau-fort": 200}  # actions, about
LOOKS: dict[str, dict[str, Any]] = {
    "light": {**DESKTOP, "color_scheme": "light"}, "dark": {**DESKTOP, "color_scheme": "dark"},
    "phone": {**PHONE, "color_scheme": "light"},
    "lying": {**PHONE, "viewport": {"width": 844, "height": 390}, "color_scheme": "light"},
    "tablet": {"viewport": {"width": 820, "height": 1180}, "has_touch": True, "color_scheme": "light"}}
TABLES = ("lying", "tablet")  # looks that only tables have a picture of
FIRST = "first-game"  # the page on which the help of a first game is shown
WAIT = 240  # seconds for bots to get there


def played_by_bots(host: Person, game: str, upto: float, bot: str = "squire") -> str:
    """A table at which bots have played for everybody up to a part of the game, and the host is asked again."""
    seats = SEATS.get(game, chateaux.game(game).players[0])
    table = host.create(game, ("open", *[bot] * (seats - 1)))
    host.join(table, 0, NAMES[0])
    host.post(f"/tables/{table}/start")
    host.post(f"/tables/{table}/give-up", seat=0, bot=bot)
    wanted = LENGTH.get(game, 60) * upto
    until = time.monotonic() + WAIT
    while time.monotonic() < until:
        about = host.get(f"/tables/{table}")
        if about["phase"] != "running":
            return table
        if upto < 1 and about["entries"] >= wanted:
            break
        time.sleep(0.05)
    host.post(f"/tables/{table}/take-back", seat=0)
    while time.monotonic() < until:
        if 0 in host.get(f"/tables/{table}")["to_act"]:
            break
        time.sleep(0.05)
    return table


def slip(host: Person, table: str) -> int:
    """Have a finished game analysed; the number of its worst decision."""
    host.post(f"/tables/{table}/analysis")
    until = time.monotonic() + WAIT
    while (told := host.get(f"/tables/{table}/analysis"))["state"] == "running" and time.monotonic() < until:
        time.sleep(0.2)
    judged = [step for step in told["analysis"]["steps"] if step["decision"]]
    return int(max(judged, key=lambda step: float(step["decision"]["loss"]))["number"])


def pages(host: Person, wanted: list[str]) -> dict[str, str]:
    """Every page that has a picture, by its name."""
    found = {"lobby": "/", "new-table": "/play/chateau-combo", "replay-file": "/replay"}
    for game in sorted(chateaux.games()):
        found[f"rules-{game}"] = f"/rules/{game}"
        if not wanted or f"table-{game}" in wanted:
            found[f"table-{game}"] = f"/tables/{played_by_bots(host, game, MIDDLE.get(game, 0.5))}"
    if not wanted or {"end", "replay", "analysis"} & set(wanted):
        over = played_by_bots(host, "chateau-combo", 1.0, "page")
        found |= {"end": f"/tables/{over}", "replay": f"/tables/{over}/replay?at=30",
                  "analysis": f"/tables/{over}/analysis?at={slip(host, over)}"}
    waiting = host.create("chateau-fort", ("open", "open", "knight"))
    host.join(waiting, 0, NAMES[0])
    found["waiting"] = f"/tables/{waiting}"
    found[FIRST] = f"/tables/{played_by_bots(host, 'castle-builder', 0)}"
    return {name: path for name, path in found.items() if not wanted or name in wanted}


def take(site: Site, host: Person, folder: Path, wanted: list[str]) -> None:
    """Take all pictures."""
    addresses = pages(host, wanted)
    cookie = {"name": "chateaux_guest", "value": host.token, "url": site.url}
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=chromium(), args=FLAGS)
        for look, settings in LOOKS.items():
            context = browser.new_context(**settings, locale="en-GB", reduced_motion="reduce")
            context.add_cookies([cookie])
            page = context.new_page()
            page.set_default_timeout(PATIENCE)
            for name, path in addresses.items():
                if look in TABLES and not name.startswith("table-"):
                    continue
                page.goto(site.url)
                page.evaluate("games => localStorage.setItem('chateaux_guide', JSON.stringify({ games }))",
                              {} if name == FIRST else {game: {"never": True} for game in chateaux.games()})
                page.goto(site.url + path)
                page.locator("#main").wait_for()
                if name == "end":
                    page.locator(".turning").wait_for()  # how it went is told when it has been looked through
                page.wait_for_timeout(1500 if name == "end" else 700)
                file = folder / f"{name}-{look}.jpg"
                page.screenshot(path=file, type="jpeg", quality=82)
                print(file, flush=True)
            context.close()
        browser.close()


def posters(folder: Path, wanted: list[str]) -> None:
    """Every board as an SVG, in the middle of a game that greedy bots play."""
    for id in having("show/poster.py"):
        game = chateaux.game(id)
        if wanted and f"poster-{id}" not in wanted:
            continue
        state, player = game.new(SEATS.get(id, game.players[0]), 5), bot("greedy", game)
        for _ in range(int(LENGTH.get(id, 60) * MIDDLE.get(id, 0.5))):
            seat = state.to_act[0]
            state.play(player.choose(state.observe(seat)), seat)
        file = folder / f"poster-{id}.svg"
        file.write_text(chateaux.picture(state, seat=0, names=[*NAMES, "Dorothea"][:int(state.players)]).svg, "utf-8")
        print(file, flush=True)


def main(folder: str, *wanted: str) -> None:
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    posters(target, list(wanted))
    if wanted and all(name.startswith("poster-") for name in wanted):
        return
    with tempfile.TemporaryDirectory() as place, Site(Path(place), toy=False, workers=2) as site:
        take(site, Person(site.url, NAMES[0]), target, list(wanted))


if __name__ == "__main__":
    main(*sys.argv[1:])
