"""One's own set of pieces in the browser: checked, drawn, kept, played with, forgotten."""
from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import chateaux
from tests.browser.conftest import Arrives

COMBO = "chateau-combo"


def test_an_own_set_is_checked_drawn_kept_and_played_with(arrives: Arrives, tmp_path: Path) -> None:
    cards: Any = copy.deepcopy(chateaux.game(COMBO).pieces)
    cards["cards"][0]["cost"] = 1
    ann = arrives()
    ann.comes_in()
    ann.page.goto(f"{ann.url}/play/{COMBO}")
    ann.page.click(".ownset summary")
    ann.page.fill("[data-paste]", json.dumps({"card": cards["cards"]}))
    ann.page.click("[data-check]")
    assert "cards is probably meant" in ann.sees("[data-wrong]").inner_text()
    assert "422" in ann.complaints.pop(), "the browser tells that the set was refused"
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(cards))
    ann.page.set_input_files("[data-file]", str(file))
    ann.sees("[data-good]")
    assert ann.page.locator("[data-pieces] li").count() == len(cards["cards"])
    ann.page.reload()
    ann.page.click(".ownset summary")
    ann.page.select_option("[data-sets]", "mine")
    with ann.page.expect_download() as download:
        ann.page.click("[data-export]")
    download.value.save_as(tmp_path / "again.json")
    assert json.loads((tmp_path / "again.json").read_text()) == cards
    ann.page.click("[data-start]")
    ann.sees("#board")
    table = ann.page.url.rpartition("/")[2]
    told = ann.page.evaluate("id => fetch(`/api/tables/${id}`).then((answer) => answer.json())", table)
    assert told["pieces"] == chateaux.game(COMBO).with_pieces(cards).digest
