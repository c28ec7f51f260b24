"""Free drawings: kept for each seat, seen by everybody, limited, and no part of the game."""
from __future__ import annotations

from pathlib import Path

from chateaux.tables.drawings import Stroke, read, written
from tests.web.house import Person, Server
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
