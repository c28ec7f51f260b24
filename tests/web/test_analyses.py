"""Finished games gone over in the background: once, for everybody, behind everything else; running ones never."""
from __future__ import annotations

import asyncio
import hashlib
import json
import random
import re
import time
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

import chateaux
from chateaux.insight import Care, analyse
from chateaux.tables.replay import Replay, info_of
from chateaux.tables.worker import Passage, Reply, gone_over
from chateaux.tables.workers import Workers
from chateaux.web.analysed import hands
from tests.web.inside import Visitor, site

CARE = 0.01
Json = Any  # what a server answers


def table_of(ann: Visitor, seats: tuple[str, ...] = ("open", "open")) -> str:
    table = ann.create("chateau-combo", seats)
    for _ in range(seats.count("open")):
        ann.join(table)
    ann.post(f"/tables/{table}/start")
    return table


def play_to_the_end(ann: Visitor, table: str) -> None:
    """One person plays both seats, always the first thing that is possible."""
    for _ in range(400):
        seats = ann.view(table)["table"]["to_act"]
        if not seats:
            return
        frame = ann.view(table, seats[0])
        ann.play(table, seats[0], frame["decision"], frame["actions"][0]["action"])
    raise AssertionError("The game has no end.")


def finished(ann: Visitor) -> str:
    table = table_of(ann)
    play_to_the_end(ann, table)
    return table


def done(person: Visitor, table: str) -> Json:
    until = time.monotonic() + 60
    while (told := person.get(f"/tables/{table}/analysis"))["state"] == "running":
        assert time.monotonic() < until
        time.sleep(0.05)
    return told


@pytest.fixture
def stuck(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Processes that answer the first passage and no other, until the list says so."""
    asked: list[int] = []

    async def go_over(self: Workers, passage: Passage, place: str = "", guest: str = "") -> Reply | None:
        asked.append(passage.first)
        if passage.first and -1 not in asked:
            await asyncio.sleep(3600)
        passage.seconds = 0.0 if -1 not in asked else 60.0
        return gone_over(passage)
    monkeypatch.setattr(Workers, "go_over", go_over)
    return asked


def test_a_game_is_analysed_once_for_everybody(tmp_path: Path) -> None:
    with site(tmp_path, analysis_care=CARE) as client:
        ann, eve = Visitor(client), Visitor(client, "Eve")
        table = table_of(ann)
        for person in (ann, eve):  # a running game gives nothing away
            sentence = person.get(f"/tables/{table}/analysis", 409)["sentence"]
            assert sentence == "A game is analysed when it has been played to its end."
            person.post(f"/tables/{table}/analysis", 409)
        play_to_the_end(ann, table)
        assert ann.get(f"/tables/{table}/analysis") == {"state": "none", "known": 0, "last": 0, "analysis": None}
        began = ann.post(f"/tables/{table}/analysis")
        assert began["state"] == "running"
        told = done(eve, table)
        assert told["state"] == "done"
        assert told["known"] == told["last"] == began["last"]
        record = chateaux.Record.from_json(client.get(f"/api/tables/{table}/record").text)
        found = analyse(record, Care.times(CARE))
        assert [step["before"] for step in told["analysis"]["steps"]] == [step.before for step in found.steps]
        assert [player["luck"] for player in told["analysis"]["players"]] == [player.luck for player in found.players]
        assert eve.post(f"/tables/{table}/analysis") == told, "nobody does it again"
        left = table_of(ann)
        ann.post(f"/tables/{left}/abandon")
        ann.post(f"/tables/{left}/analysis", 409)


def test_one_at_a_time_and_not_too_many(tmp_path: Path, stuck: list[int]) -> None:
    with site(tmp_path, analysis_care=CARE, waiting_analyses=1) as client:
        ann, eve = Visitor(client), Visitor(client, "Eve")
        first, second = finished(ann), finished(ann)
        assert ann.post(f"/tables/{first}/analysis")["state"] == "running"
        assert eve.post(f"/tables/{first}/analysis")["state"] == "running", "the same again is no second one"
        assert "one at a time" in ann.post(f"/tables/{second}/analysis", 429)["sentence"]
        eve.headers["Accept-Language"] = "fr"
        assert "Beaucoup de parties" in eve.post(f"/tables/{second}/analysis", 429)["sentence"]


def test_a_server_that_is_started_anew_goes_on(tmp_path: Path, stuck: list[int]) -> None:
    with site(tmp_path, analysis_care=CARE) as client:
        ann = Visitor(client)
        table = finished(ann)
        ann.post(f"/tables/{table}/analysis")
        until = time.monotonic() + 60
        while (half := ann.get(f"/tables/{table}/analysis"))["known"] != 1:
            assert time.monotonic() < until
            time.sleep(0.02)
        keep_now(client, table)
    stuck[:] = [-1]
    with site(tmp_path, analysis_care=2 * CARE) as client:
        again = Visitor(client)
        told = done_at_last(again, table)
        assert told["analysis"]["steps"][0] == half["analysis"]["steps"][0]
        assert told["analysis"]["care"] == half["analysis"]["care"], "with the care it was begun with"
        assert 0 not in stuck, "what was known is not worked out again"


def keep_now(client: TestClient[Litestar], table: str) -> None:
    """Store what is known, as happens every few seconds."""
    analyses = client.app.dependencies["analyses"].dependency()
    client.blocking_portal.call(analyses.keep, table, analyses.known[table])


def done_at_last(person: Visitor, table: str) -> Json:
    until = time.monotonic() + 60
    while (told := person.get(f"/tables/{table}/analysis"))["state"] != "done":
        assert time.monotonic() < until, told["state"]
        time.sleep(0.05)
    return told


def test_what_a_process_cannot_go_over_is_said_to_have_failed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bad = [True]

    async def nothing(self: Workers, passage: Passage, place: str = "", guest: str = "") -> Reply | None:
        passage.seconds = 60.0 * passage.first
        return None if passage.first and bad else gone_over(passage)
    monkeypatch.setattr(Workers, "go_over", nothing)
    with site(tmp_path, analysis_care=CARE) as client:
        ann = Visitor(client)
        table = finished(ann)
        ann.post(f"/tables/{table}/analysis")
        told = done(ann, table)
        assert told["state"] == "failed"
        assert json.dumps(told["analysis"])
        bad.clear()
        ann.post(f"/tables/{table}/analysis")
        assert done(ann, table)["state"] == "done", "it goes on from there"


# ---------------------------------------------------------------- pages


def record_of(client: TestClient[Litestar], table: str) -> bytes:
    return client.get(f"/api/tables/{table}/record").content


def test_the_page_of_a_table_and_of_a_file(tmp_path: Path, stuck: list[int]) -> None:
    stuck.append(-1)
    with site(tmp_path, analysis_care=CARE) as client:
        ann = Visitor(client)
        table = table_of(ann)
        assert ann.page(f"/tables/{table}/analysis").status_code == 409
        assert client.get(f"/tables/{table}/analysis/0").status_code == 409
        assert client.get(f"/tables/{table}/analysis/progress").status_code == 409
        ann.post(f"/tables/{table}/study", 409, at=0, seat=0)
        play_to_the_end(ann, table)
        assert "Nobody has analysed this game yet" in ann.page(f"/tables/{table}/analysis").text
        ann.post(f"/tables/{table}/analysis")
        told = done(ann, table)
        shown = ann.page(f"/tables/{table}/analysis?at=4").text
        assert 'data-state="done"' in shown
        assert shown.count('class="weave"') == 2
        assert client.get(f"/tables/{table}/analysis/progress").json() == {"state": "done", "known": told["last"]}
        for language, word in (("fr", "Décisions"), ("sv", "Beslut")):
            step = client.get(f"/tables/{table}/analysis/{told['last']}", headers={"Accept-Language": language}).text
            assert word in step
            assert "analysis." not in step.replace(f"/tables/{table}/analysis", "")

        file = record_of(client, table)  # the same game as a file
        assert 'data-state="none"' in client.post("/analysis/0?whole=true", content=file).text
        assert client.post("/analysis/begin", content=file).json()["state"] == "running"
        until = time.monotonic() + 60
        while 'data-state="done"' not in (read := client.post("/analysis/3?whole=true", content=file).text):
            assert time.monotonic() < until
            time.sleep(0.05)
        assert "checked" in read
        half = json.loads(file)
        half["entries"], half["about"] = half["entries"][:5], {}
        assert client.post("/analysis/0", content=json.dumps(half)).status_code == 404, "not a finished game"
        assert client.post("/analysis/0", content=b"{}").status_code == 422


def test_a_moment_is_tried_at_a_table_of_its_own(tmp_path: Path) -> None:
    with site(tmp_path) as client:
        ann, eve = Visitor(client), Visitor(client, "Eve")
        table = finished(ann)
        record = chateaux.Record.from_json(record_of(client, table))
        at = len(record.entries) - 6
        before = record.replay(at)
        seat = before.to_act[0]
        made = eve.post(f"/tables/{table}/study", 201, at=at, seat=seat, others="open", anew=False)
        assert made["study"] == [table, at]
        assert made["phase"] == "open"
        wish, key = {"at": at, "seat": seat, "others": "page"}, {"Idempotency-Key": "k" * 32}
        made, same = (eve.ask("POST", f"/api/tables/{table}/study", json=wish, headers=key).json() for _ in range(2))
        assert made["id"] == same["id"], "an answer that was lost makes no second table"
        assert made["seats"][seat]["name"] == "Eve"
        assert made["phase"] in ("running", "over")
        frame = eve.view(made["id"], seat)
        eve.play(made["id"], seat, frame["decision"], frame["actions"][0]["action"])
        eve.post(f"/tables/{made['id']}/give-up", seat=seat, bot="page")
        until = time.monotonic() + 60
        while eve.view(made["id"])["table"]["phase"] != "over":
            assert time.monotonic() < until
            time.sleep(0.05)
        assert "Study" in eve.page(f"/tables/{made['id']}").text
        kept = chateaux.Record.from_json(record_of(client, made["id"]))
        assert kept.about["origin"] == {"table": table, "at": at}
        assert kept.new().observe(seat) == before.observe(seat), "that very position, as far as the seat knew"
        assert kept.replay().over
        kept.verify()
        eve.post(f"/tables/{table}/study", 409, at=len(record.entries), seat=0)
        again = eve.post(f"/tables/{made['id']}/rematch")
        assert again["study"] == [table, at]


def test_a_moment_of_a_file_is_tried_too(tmp_path: Path) -> None:
    with site(tmp_path) as client:
        ann = Visitor(client)
        file = record_of(client, finished(ann))
        record = chateaux.Record.from_json(file)
        at = len(record.entries) - 6
        seat = record.replay(at).to_act[0]

        def tried(status: int, text: bytes = file, person: Visitor = ann, **wish: object) -> Json:
            chosen = {"at": at, "seat": seat, "others": "page", **wish}
            answer = person.ask("POST", "/analysis/study", content=text,
                                params={key: str(value) for key, value in chosen.items()},
                                headers={"Cookie": f"chateaux_guest={person.token}"})
            assert answer.status_code == status, answer.text
            return answer.json()
        made = ann.view(tried(201, anew=False)["id"], seat)
        assert made["table"]["study"] == ["", at]
        assert made["table"]["phase"] == "running"
        assert made["owes"]
        ann.post(f"/tables/{made['table']['id']}/give-up", seat=seat, bot="page")
        until = time.monotonic() + 60
        while ann.view(made["table"]["id"])["table"]["phase"] != "over":
            assert time.monotonic() < until
            time.sleep(0.05)
        kept = chateaux.Record.from_json(record_of(client, made["table"]["id"]))
        assert kept.about["origin"] == {"record": hashlib.sha256(file).hexdigest(), "at": at}
        assert kept.new().observe(seat) == record.replay(at).observe(seat)
        kept.verify()
        tried(409, at=len(record.entries))
        tried(409, seat=3)
        tried(404, seat=3, anew=False)
        tried(409, text=b"{}")
        half = json.loads(file)
        half["entries"], half["about"] = half["entries"][:5], {}
        tried(409, text=json.dumps(half).encode(), at=0)
        assert client.post("/analysis/study?at=0&seat=0", content=file).status_code == 401


@pytest.mark.parametrize("id", sorted(chateaux.games()))
def test_what_everybody_holds_is_shown_a_second_time_without_ids(id: str) -> None:
    record = chateaux.Record(chateaux.game(id), 2, seed=3)
    state, chooser = record.new(), random.Random(3)
    while state.to_act and len(record.entries) < 12:
        seat = state.to_act[0]
        action = chooser.choice(state.actions(seat))
        record.add(seat, action)
        state.play(action, seat)
    replay = Replay(record, info_of(record), finished=True)
    for at in range(len(record.entries)):
        for seat, text in hands(replay, at, "en"):
            assert not re.search(r'\s(?:id|data-vt|aria-labelledby)="', text), (at, seat)


# ---------------------------------------------------------------- a running game with hidden hands


def test_a_running_game_with_hidden_hands_gives_nothing_away(tmp_path: Path) -> None:
    """Whoever asks, for whatever, is refused with the same words whatever the hands are, and nothing is worked out."""
    with site(tmp_path, analysis_care=CARE) as client:
        ann, eve = Visitor(client), Visitor(client, "Eve")
        answers: list[set[tuple[str, int, str]]] = []
        for _ in range(2):  # two deals
            table = ann.create("castle-builder", ("open", "open"))
            ann.join(table)
            ann.join(table)
            ann.post(f"/tables/{table}/start")
            told = set()
            for person in (ann, eve):
                asked = [*((f"GET {path}", person.ask("GET", f"/tables/{table}/{path}")) for path in (
                    "analysis", "analysis/0", "analysis/0?seat=0", "analysis/progress", "story")),
                    ("GET api", person.ask("GET", f"/api/tables/{table}/analysis")),
                    ("POST api", person.ask("POST", f"/api/tables/{table}/analysis", json={})),
                    ("study", person.ask("POST", f"/api/tables/{table}/study", json={"at": 0, "seat": 0}))]
                told |= {(name, answer.status_code, answer.text.replace(table, "")) for name, answer in asked}
            answers.append(told)
            assert {status for _, status, _ in told} == {409}
            assert "/analysis" not in eve.page(f"/tables/{table}").text, "no page leads there"
        assert answers[0] == answers[1]
        analyses = client.app.dependencies["analyses"].dependency()
        assert not analyses.known
        assert client.blocking_portal.call(analyses.look, table).state == "none"
