"""What a stream carries: of a page only what changed, compressed event by event; a post then answers with nothing."""
from __future__ import annotations

import asyncio
import copy
import re
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

import chateaux
from chateaux.engine.game import Game
from chateaux.look.marking import BEGIN, END
from chateaux.tables.desk import Desk
from chateaux.tables.frames import Frame, as_json
from chateaux.tables.house import House
from chateaux.tables.store import Store
from chateaux.web.stream import RETRY, watch
from tests.web.house import Person, Server

GAMES = sorted(chateaux.games())


def events(answer: httpx.Response, then: Callable[[], object]) -> tuple[str, str]:
    """The first frame, decompressed by hand, and the one that comes after something was done."""
    press, text, done = zlib.decompressobj(31), "", False
    for chunk in answer.iter_raw():
        text += press.decompress(chunk).decode()
        found = re.findall(r"event: frame\n((?:data:.*\n)*)\n", text)
        if found and not done:
            then()
            done = True
        if len(found) > 1:
            return found[0], found[1]
    raise AssertionError("The stream ended.")


@pytest.mark.parametrize("game", GAMES)
def test_a_stream_sends_what_changed_and_every_event_at_once(server: Server, game: str) -> None:
    people = Person(server, "Ann"), Person(server, "Bo")
    table = people[0].create(game)
    for seat, person in enumerate(people):
        person.join(table, seat)
    people[0].post(f"/tables/{table}/start")
    asked = people[0].view(table)["table"]["to_act"][0]
    query = {"as": "html", "seat": str(1 - asked)}
    with people[1 - asked].http.stream("GET", f"/tables/{table}/stream", params=query) as answer:
        assert answer.headers["content-encoding"] == "gzip"
        first, second = events(answer, lambda: people[asked].answer(table, asked))
    assert "]=" not in first
    assert f"{BEGIN}herald{END}" in first
    assert f"{BEGIN}herald{END}" not in second
    assert len(zlib.compress(second.encode())) < 8_000


def test_a_move_is_drawn_for_everybody_before_it_is_sent_to_anybody(tmp_path: Path) -> None:
    """To send something wakes another program, and what was drawn lately is drawn most quickly."""
    done: list[str] = []

    def drawn(frame: Frame, language: str, game: Game) -> list[str]:
        done.append("drawn")
        return as_json(frame, language, game)

    async def look(house: House, desk: Desk, seat: int) -> None:
        stream = watch(house, desk, str(seat), seat, desk.table.number, drawn, "en", 5.0)
        assert await anext(stream) == RETRY
        await anext(stream)
        done.append("sent")

    async def play() -> None:
        store = Store(str(tmp_path / "tables.db"))
        await store.open()
        house = House(store)
        table = await house.create("0", "chateau-combo", {}, ["open"] * 3, "en", None)
        for seat in range(3):
            await house.join(table.head.id, str(seat), f"{seat}", seat, "nonce")
        await house.start(table.head.id, "0")
        desk = await house.desk(table.head.id)
        looking = [asyncio.create_task(look(house, desk, seat)) for seat in range(3)]
        await asyncio.sleep(0.1)
        seat = desk.table.playing().to_act[0]
        await house.play(table.head.id, str(seat), seat, desk.table.playing().actions(seat)[0],
                         desk.table.decisions[seat])
        await asyncio.gather(*looking)
        await store.close()
    asyncio.run(play())
    assert done == ["drawn"] * 3 + ["sent"] * 3


def test_a_post_that_prefers_little_is_answered_with_nothing(server: Server) -> None:
    ann = Person(server, "Ann")
    table = ann.create()
    ann.join(table, 0)
    ann.join(table, 1)
    ann.post(f"/tables/{table}/start")
    seat = ann.view(table)["table"]["to_act"][0]
    frame = ann.view(table, seat)
    answer = ann.http.post(f"/tables/{table}/play", headers={"Prefer": "return=minimal"}, json={
        "seat": seat, "decision": frame["decision"], "action": frame["actions"][0]["action"]})
    assert (answer.status_code, answer.content) == (204, b"")


def test_a_set_of_ones_own_has_its_board_in_a_stream_that_is_the_first_after_a_restart(tmp_path: Path) -> None:
    """Nobody has looked at the table's page since: what is needed comes from the table itself."""
    own: Any = copy.deepcopy(chateaux.game("chateau-combo").pieces)
    own["cards"][0]["cost"] += 1
    with Server(tmp_path) as house:
        ann = Person(house)
        table = str(ann.post("/tables", 201, game="chateau-combo", seats=["open", "page"], pieces=own)["id"])
        ann.join(table, 0)
        ann.post(f"/tables/{table}/start")
        house.kill()
        house.start()
        with ann.http.stream("GET", f"/tables/{table}/stream", params={"as": "html"}) as answer:
            shown = next(line for line in answer.iter_lines() if "<main" in line)
    assert 'class="crow' in shown
    assert 'class="plain-actions"' not in shown
