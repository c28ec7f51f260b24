"""Freehand: kept for each seat, seen by everybody, limited, and no part of the game."""
from __future__ import annotations

from pathlib import Path

import pytest

from chateaux.tables.freehand import Stroke, read, written
from chateaux.tables.shares import Errand
from chateaux.web.limits import Shares
from tests.web.house import Person, Server
from tests.web.inside import Visitor, site
from tests.web.test_playing import running

LINE = {"ink": "roof", "width": 40, "points": [0, 0, 100, 50, 10_000, 4_000]}


def test_a_drawing_is_kept_and_seen_by_everybody(ann: Person, bob: Person) -> None:
    table = running(ann, bob)
    before = bob.view(table, 1)
    assert ann.post(f"/tables/{table}/drawing", seat=0, strokes=[LINE])["number"] == 1
    assert ann.post(f"/tables/{table}/drawing", seat=0, strokes=[LINE, LINE])["number"] == 2
    assert bob.get(f"/tables/{table}/drawings") == [{"seat": 0, "number": 2, "strokes": [LINE, LINE]}]
    assert bob.view(table, 1) == before, "the game knows nothing of it"


def test_only_on_a_sheet_of_ones_own_and_not_before_the_game(ann: Person, bob: Person) -> None:
    table = running(ann, bob)
    bob.post(f"/tables/{table}/drawing", 403, seat=0, strokes=[LINE])
    early = ann.create()
    ann.join(early)
    ann.post(f"/tables/{early}/drawing", 409, seat=0, strokes=[LINE])


def test_too_much_and_nonsense_are_refused(ann: Person, bob: Person) -> None:
    table = running(ann, bob)
    path = f"/tables/{table}/drawing"
    long = {**LINE, "points": [5_000] * 4_000}
    ann.post(path, 429, seat=0, strokes=[long] * 8)
    for strokes in ([{**LINE, "points": [1, 2, 3]}], [{**LINE, "points": [1, -2]}], [{**LINE, "ink": "<b>"}],
                    [{**LINE, "width": 0}], [{**LINE, "more": 1}], "none"):
        ann.post(path, 400, seat=0, strokes=strokes)
    assert ann.get(f"/tables/{table}/drawings") == []


def test_a_drawing_survives_a_killed_server(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        ann, bob = Person(server, "Ann"), Person(server, "Bob")
        table = running(ann, bob)
        ann.post(f"/tables/{table}/drawing", seat=0, strokes=[LINE])
        server.kill()
        server.start()
        assert bob.get(f"/tables/{table}/drawings")[0]["strokes"] == [LINE]


def test_what_is_written_is_read() -> None:
    strokes = [Stroke("ink", 12, [1, 2, 3, 4])]
    assert read(written(strokes)) == strokes


def test_a_first_drawing_counts_whole_and_another_in_its_place_little(tmp_path: Path) -> None:
    with site(tmp_path, rate=100.0, burst=2000) as client:
        ann = Visitor(client)
        table = ann.create()
        ann.join(table)
        ann.join(table)
        ann.post(f"/tables/{table}/start")
        noted: list[int] = []
        owe = Shares.owe

        def noting(self: Shares, errand: Errand, cost: float) -> None:
            noted.append(errand.stored)
            owe(self, errand, cost)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Shares, "owe", noting)
            for _ in range(2):
                ann.post(f"/tables/{table}/drawing", seat=0,
                         strokes=[{"ink": "ink", "width": 40, "points": [9999] * 4000}])
        counted = [cost for cost in dict.fromkeys(noted) if cost]
        assert counted[0] > 19_000
        assert 1_900 < counted[1] < 2_500


def test_how_large_a_drawing_may_be_is_up_to_the_host(tmp_path: Path) -> None:
    with site(tmp_path, largest_drawing=200) as client:
        ann = Visitor(client)
        table = ann.create()
        ann.join(table)
        ann.join(table)
        ann.post(f"/tables/{table}/start")
        path = f"/tables/{table}/drawing"
        ann.post(path, seat=0, strokes=[LINE])
        ann.post(path, 429, seat=0, strokes=[{**LINE, "points": [5_000] * 80}])
