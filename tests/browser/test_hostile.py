"""Sets, records, names and words made to do harm, looked at in a real browser through every outlet of the house.

The first lock, what a set may be made of, is open here in every process; the second one must hold by itself.
"""
from __future__ import annotations

import contextlib
import json
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import chateaux
from chateaux.engine import form
from tests.browser.conftest import chromium
from tests.browser.people import PATIENCE, Site
from tests.parts import having
from tests.web.house import Person
from tests.web.test_hostile_sets import PAYLOAD, poisoned

OPEN = """import re
from chateaux.engine import form, registry
registry.games()
form.check_text = lambda where, text: None
form.ID = re.compile("(?s).*")
"""
NAME = '"><x-pwn onclick=pwn()><img src=x onerror=pwn()>'[:40]
WATCH = "window.done = []; window.pwn = () => done.push('ran');"
# Whatever stands in the document that we did not write: also in templates, which scripts copy from.
FOREIGN = """() => {
  const found = [...window.done ?? []], roots = [document];
  while (roots.length) {
    for (const one of roots.pop().querySelectorAll('*')) {
      if (one instanceof HTMLTemplateElement) roots.push(one.content);
      const own = one.localName === 'script' && (one.getAttribute('src') ?? '').startsWith('/static/');
      const data = one.localName === 'script' && /json/.test(one.type);
      if (one.localName === 'x-pwn' || (one.localName === 'script' && !own && !data)
          || (one.localName === 'img' && one.getAttribute('src') === 'x')
          || (one.localName === 'meta' && one.httpEquiv === 'refresh')
          || [...one.attributes].some((name) => name.name.startsWith('on') || /pwn/.test(name.name)))
        found.push(one.outerHTML.slice(0, 200));
    }
  }
  return found.concat(document.title === 'PWN' ? ['title'] : []);
}"""


class Eyes:
    """A browser that looks for what we did not write."""

    def __init__(self, browser: Any, token: str, site: Site) -> None:
        self.context = browser.new_context(reduced_motion="reduce", viewport={"width": 1280, "height": 800})
        self.context.add_init_script(WATCH)
        self.context.add_cookies([{"name": "chateaux_guest", "value": token, "url": site.url}])
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.dialogs: list[str] = []
        self.page.on("dialog", self.asked)

    def asked(self, dialog: Any) -> None:
        self.dialogs.append(dialog.message)
        dialog.dismiss()

    def look(self, outlet: str) -> None:
        assert self.page.evaluate(FOREIGN) == [], outlet
        assert self.dialogs == [], outlet

    def goes(self, url: str) -> None:
        self.page.goto(url, wait_until="load")
        self.look(url)


def begun(ann: Person, game: chateaux.Game) -> str:
    """A table for everybody to see, with a hostile set, name and word, at which a little was played."""
    made = ann.post("/tables", 201, game=game.id, seats=["open", "open"], listed=True, pieces=game.pieces)
    table = str(made["id"])
    for seat in (0, 1):
        ann.join(table, seat, NAME)
    ann.post(f"/tables/{table}/start")
    for _ in range(6):
        ann.answer(table, ann.view(table)["table"]["to_act"][0])
    ann.post(f"/tables/{table}/chat", text=PAYLOAD[:200])
    return table


@pytest.fixture
def open_house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """A house whose first lock is open, here and there."""
    chromium()
    monkeypatch.setattr(form, "check_text", lambda where, text: None)
    monkeypatch.setattr(form, "ID", re.compile("(?s).*"))
    (tmp_path / "sitecustomize.py").write_text(OPEN, "utf-8")
    with Site(tmp_path) as site:
        yield site


@pytest.mark.parametrize("id", having("pieces.json"))
def test_nothing_from_outside_becomes_a_part_of_a_page(browser: Any, open_house: Site, tmp_path: Path, id: str) -> None:
    url, ann, game = open_house.url, Person(open_house.url, NAME), poisoned(chateaux.game(id))
    eyes = Eyes(browser, ann.token, open_house)
    page, table = eyes.page, begun(ann, game)
    eyes.goes(f"{url}/tables/{table}?seat={ann.view(table)['table']['to_act'][0]}")
    before = page.locator(".chat, #log").all_inner_texts()
    ann.post(f"/tables/{table}/chat", text=PAYLOAD[-200:])
    page.wait_for_function("before => before !== JSON.stringify([...document.querySelectorAll('.chat, #log')]"
                           ".map((one) => one.innerText))", arg=json.dumps(before))
    eyes.look("a stream")
    page.goto("about:blank")
    ann.post(f"/tables/{table}/abandon")
    for path in ("", "/replay", "/replay?at=3&seat=1", "/fairness"):
        eyes.goes(f"{url}/tables/{table}{path}")
    file = tmp_path / "file.json"
    file.write_text(json.dumps(game.pieces))
    page.goto(f"{url}/play/{id}")
    page.click(".ownset summary")
    page.set_input_files("[data-file]", str(file))
    page.wait_for_selector("[data-good]:visible")
    eyes.look("an own set")
    record = chateaux.Record.from_json(json.dumps(ann.get(f"/tables/{table}/record")))
    record.about |= {"names": [PAYLOAD, NAME], "table": PAYLOAD}
    file.write_text(record.to_json())
    page.goto(f"{url}/replay")
    page.set_input_files("#file", str(file))
    page.wait_for_selector("#main[data-at]")
    eyes.look("a file")
    drawn = chateaux.picture(record)
    for name, text in (("picture.html", drawn.html), ("picture.svg", drawn.svg)):
        (tmp_path / name).write_text(text, "utf-8")
        eyes.goes((tmp_path / name).as_uri())
    for path in ("/", "/me"):
        eyes.goes(url + path)
    eyes.context.close()


def test_nothing_from_outside_becomes_a_part_of_the_hosts_page(browser: Any, open_house: Site, tmp_path: Path) -> None:
    ann = Person(open_house.url, NAME)
    table = begun(ann, poisoned(chateaux.game("chateau-combo")))
    eyes = Eyes(browser, ann.token, open_house)
    page = eyes.page
    with contextlib.closing(sqlite3.connect(tmp_path / "tables.db")) as database, database:
        token = database.execute("SELECT value FROM house WHERE name = 'host'").fetchone()[0]
        database.execute("UPDATE tables SET broken = ? WHERE id = ?", (PAYLOAD, table))
    page.goto(f"{open_house.url}/host")
    page.fill("[name=token]", token)
    page.click("form button")
    page.wait_for_selector("dl.figures")
    assert PAYLOAD[:20] in page.inner_text("main")
    eyes.look("the host's page")
    page.set_content(f"<p>{PAYLOAD}</p>")
    with pytest.raises(AssertionError):
        eyes.look("the eyes see what there is")
    eyes.context.close()
