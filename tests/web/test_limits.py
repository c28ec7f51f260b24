"""Fair shares of the house: by what something costs, for a guest and for a place, and never at another's expense."""
from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

import chateaux
from chateaux.engine.data import canonical
from chateaux.look.kept import SETS
from chateaux.tables import gathering
from chateaux.tables.data import Refused
from chateaux.tables.frames import as_json
from chateaux.tables.house import House
from chateaux.tables.sets import game_of, with_pieces
from chateaux.tables.shares import Errand
from chateaux.tables.store import Store
from chateaux.web import limits as limiting
from chateaux.web import render
from chateaux.web.connections import Gate
from chateaux.web.guard import Timed
from chateaux.web.limits import Buckets, Limits, Turns, place
from chateaux.web.settings import Settings
from chateaux.web.stream import made
from tests.web.house import Person, Server
from tests.web.inside import Visitor, site

ON = {"rate": 100.0, "burst": 2000}


def test_an_ipv6_household_is_one_place() -> None:
    assert len({place(f"2001:db8::{number:x}") for number in range(200)}) == 1
    assert place("2001:db8::1") != place("2001:db8:0:1::1")


def test_many_addresses_do_not_wipe_what_one_has_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limiting, "MOST", 50)
    buckets = Buckets(0.001, 3)
    for number in range(400):
        buckets.take("busy")
        buckets.take(f"other {number}")
    assert not buckets.take("busy")
    assert len(buckets.left) <= 50


def test_a_school_of_sixty_behind_one_address(tmp_path: Path) -> None:
    """First visits at once, with all their files, and then a table each: nothing is refused.

    Ten pupils with a sixth of what one address may ask for.
    """
    home = Settings()
    sixth = {name: getattr(home, name) / 6 for name in ("rate", "work_rate", "work_burst", "tables_rate", "joins_rate")}
    sixth |= {name: getattr(home, name) // 6 for name in ("burst", "tables_burst", "joins_burst", "stored_daily")}
    with site(tmp_path, workers=0, **sixth) as client:
        lobby = client.get("/", headers={"Accept": "text/html"})
        files = [part.partition('"')[0] for part in lobby.text.split('"/static/')[1:]]
        assert len(files) > 4
        for _ in range(20 * 10):
            assert client.get(f"/static/{files[0]}").status_code == 200
        assert client.get("/", headers={"Accept": "text/html"}).status_code == 200
        people = [Visitor(client, f"Pupil {number}") for number in range(10)]
        for pupil in people:
            table = pupil.create(seats=("open", "page"))
            pupil.join(table)
            pupil.post(f"/tables/{table}/start")
            assert pupil.page(f"/tables/{table}").status_code == 200


def test_one_guest_is_slowed_before_the_whole_place_is(tmp_path: Path) -> None:
    with site(tmp_path, **ON, guest_rate=1, guest_burst=20) as client:
        eve, ann = Visitor(client, "Eve"), Visitor(client, "Ann")
        seen = [eve.ask("GET", "/api/games").status_code for _ in range(30)]
        assert seen[-1] == 429
        assert ann.get("/games")
        told = eve.ask("GET", "/api/games", headers={"Accept-Language": "fr"})
        assert told.json()["sentence"] == "Pas si vite, s’il vous plaît."
        assert told.headers["retry-after"]


def test_rematches_and_sets_of_ones_own_are_tables(tmp_path: Path) -> None:
    with site(tmp_path, **ON, guest_tables_burst=6, tables_rate=0.0001) as client:
        ann = Visitor(client)
        table = ann.create()
        for _ in range(5):
            ann.join(table)
            ann.join(table)
            ann.post(f"/tables/{table}/start")
            ann.post(f"/tables/{table}/abandon")
            table = ann.post(f"/tables/{table}/rematch")["id"]
        ann.post(f"/tables/{table}/abandon")
        ann.post(f"/tables/{table}/rematch", 409 if ann.get(f"/tables/{table}")["phase"] == "open" else 429)
        assert ann.ask("POST", "/api/tables", json={"game": "toy", "seats": ["open"]}).status_code == 429
        eve = Visitor(client, "Eve")
        own = msgspec.json.decode(canonical(chateaux.game("castle-builder").pieces))
        own["coins"][0]["count"] += 1
        made = [eve.ask("POST", "/api/tables", json={"game": "castle-builder", "seats": ["open", "open"],
                                                     "pieces": own}).status_code for _ in range(2)]
        assert made == [201, 429], "a set of one's own takes the room of several tables"


def test_what_is_stored_is_counted(tmp_path: Path) -> None:
    with site(tmp_path, **ON, stored_daily=4_000_000) as client:
        ann = Visitor(client)
        table = ann.create()
        ann.join(table)
        asked = {"game": "chateau-combo", "seats": ["open", "page"]}
        made = 0
        while (status := ann.ask("POST", "/api/tables", json=asked).status_code) == 201:
            made += 1
        assert (status, made < 10) == (429, True)
        told = ann.ask("POST", f"/api/tables/{table}/chat", json={"text": "hello"})
        assert told.json()["sentence"].startswith("You have stored very much here today")
        assert ann.view(table)["number"] == 2, "reading goes on"


@pytest.mark.parametrize(("lines", "sentence"), [
    (0, "Not so fast: 0 lines in ten seconds are enough."), (1, "Not so fast: 1 line in ten seconds is enough."),
    (2, "Not so fast: 2 lines in ten seconds are enough.")])
def test_who_says_too_much_is_told_how_much_is_enough(tmp_path: Path, lines: int, sentence: str) -> None:
    with site(tmp_path, chat_burst=lines) as client:
        ann = Visitor(client)
        table = ann.create()
        ann.join(table)
        for _ in range(lines):
            ann.post(f"/tables/{table}/chat", text="hello")
        assert ann.post(f"/tables/{table}/chat", 429, text="hello")["sentence"] == sentence


def test_work_is_counted() -> None:
    """Whoever keeps the processor busy waits, also when the requests are few."""
    def busy() -> None:
        for _ in range(300_000):
            pass

    async def work() -> None:
        busy()
        await asyncio.sleep(0.01)
        busy()

    spent: list[float] = []
    asyncio.run(measured(work, spent))
    assert 0.002 < sum(spent) < 1
    limits = Limits(Settings())
    eve, ann = Errand("there", "eve"), Errand("there", "ann")
    limits.work.owe(eve, 16.0)
    with pytest.raises(Refused):
        limits.come_in(eve, False)
    limits.come_in(ann, False)


async def measured(work: Any, spent: list[float]) -> None:
    await Timed(work(), spent.append)


@pytest.mark.parametrize("language", ["klingon", "en_GB", "EN", ""])
def test_only_known_languages_are_rendered(tmp_path: Path, language: str) -> None:
    with site(tmp_path) as client:
        ann = Visitor(client)
        table = ann.create()
        assert ann.ask("GET", f"/api/tables/{table}/stream?as=html&language={language}").status_code == 400


def test_a_streams_place_is_taken_when_it_is_admitted(tmp_path: Path) -> None:
    with Server(tmp_path, rate=100, burst=2000, watchers=20, streams=30) as server:
        ann, bob = Person(server), Person(server, "Bob")
        table = ann.create()
        ann.join(table)
        answers: list[int] = []
        gate, done = threading.Barrier(40), threading.Event()

        def watch() -> None:
            gate.wait()
            with bob.http.stream("GET", f"/tables/{table}/stream") as answer:
                answers.append(answer.status_code)
                if answer.status_code == 200:
                    lines = answer.iter_lines()  # kept: a reader that is let go closes the stream
                    next(lines)
                    done.wait(60)
        threads = [threading.Thread(target=watch) for _ in range(40)]
        for thread in threads:
            thread.start()
        while len(answers) < 40 and any(thread.is_alive() for thread in threads):
            done.wait(0.02)
        assert (answers.count(200), answers.count(429)) == (20, 20)
        with ann.stream(table, 0) as mine:  # whoever sits here always finds room
            assert next(mine)[1]["seat"] == 0
        done.set()
        for thread in threads:
            thread.join()
        for _ in range(200):  # until the server has heard that they are gone
            with bob.http.stream("GET", f"/tables/{table}/stream") as answer:
                if answer.status_code == 200:
                    break
            time.sleep(0.05)
        with bob.stream(table) as again:
            assert next(again)


def test_a_long_log_is_shown_from_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chateaux.tables.house.MOST_ROWS", 10)
    monkeypatch.setattr("chateaux.web.pages.MOST_ROWS", 10)
    with site(tmp_path) as client:
        ann = Visitor(client)
        table = ann.create()
        for _ in range(12):
            ann.join(table, 0)
            ann.post(f"/tables/{table}/leave", seat=0)
        shown = ann.page(f"/tables/{table}").text
        assert shown.count('id="row-') <= 10
        assert 'id="row-25"' in shown
        assert len(ann.get(f"/tables/{table}/view", since=0)["rows"]) == 10
        assert len(ann.get(f"/tables/{table}/log")) == 25


def test_a_drawing_is_paid_for_by_who_draws() -> None:
    limits = Limits(Settings())
    eve = Errand("there", "eve")
    limits.draw(eve, 128 * 1024, 100)
    with pytest.raises(Refused):
        limits.draw(eve, 128 * 1024, 100)
    limits.draw(Errand("there", "ann"), 20_000, 100)


def test_nobody_fills_a_tables_log_by_coming_and_going(tmp_path: Path) -> None:
    with site(tmp_path) as client:
        ann, eve = Visitor(client), Visitor(client, "Eve")
        table = str(ann.post("/tables", 201, game="chateau-combo", seats=["open", "open"], listed=True)["id"])
        seen = []
        for _ in range(30):
            seen.append(eve.ask("POST", f"/api/tables/{table}/join", json={"seat": 1}).status_code)
            eve.ask("POST", f"/api/tables/{table}/leave", json={"seat": 1})
        assert seen == [200] * 20 + [429] * 10
        bob = Visitor(client, "Bob")
        ann.join(table, 0)
        bob.join(table, 1)
        bob.post(f"/tables/{table}/start", 403)
        ann.post(f"/tables/{table}/start")


def test_unlisted_tables_do_not_push_listed_ones_out_of_the_lobby(tmp_path: Path) -> None:
    with site(tmp_path) as client:
        ann, bob = Visitor(client), Visitor(client, "Bob")
        table = str(ann.post("/tables", 201, game="chateau-combo", seats=["open", "open"], listed=True)["id"])
        ann.join(table)
        for _ in range(65):
            ann.create()
        assert table in bob.page("/").text


def test_memory_is_given_back(tmp_path: Path) -> None:
    """Tables that nobody uses leave it, and those with sets of their own take the room of several."""
    async def play() -> None:
        store = Store(str(tmp_path / "tables.db"))
        await store.open()
        house = House(store, kept=20, idle=60)
        own = msgspec.json.decode(canonical(chateaux.game("castle-builder").pieces))
        own["coins"][0]["count"] += 1
        for _ in range(6):
            await house.create("ann", "castle-builder", {}, ["open", "open"], "en", None, own)
        assert len(house.desks) == 2
        for _ in range(30):
            await house.create("ann", "chateau-combo", {}, ["open", "open"], "en", None)
        assert len(house.desks) == 20
        watched = next(iter(house.desks.values()))
        watched.come("bob")
        for desk in house.desks.values():
            desk.used -= 100
        house.tidy()
        assert list(house.desks.values()) == [watched]
        await store.close()
    asyncio.run(play())


def test_a_stream_from_long_ago_is_not_kept_for_others(tmp_path: Path) -> None:
    """Every number somebody claims to know would be another copy of the log."""
    async def play() -> None:
        store = Store(str(tmp_path / "tables.db"))
        await store.open()
        house = House(store)
        id = (await house.create("ann", "chateau-combo", {}, ["open", "open"], "en", None)).head.id
        for _ in range(20):
            await house.command(id, lambda table: gathering.join(table, "ann", "Ann", 0, "", 1.0))
        desk = await house.desk(id)
        for known in range(desk.table.number):
            await made(house, desk, "", None, known, as_json, "en")
        assert len(desk.made) <= 3
        await store.close()
    asyncio.run(play())


def test_a_guest_has_so_many_streams_wherever_they_look() -> None:
    limits = Limits(Settings(guest_streams=3))
    eve, ann = Errand("there", "eve"), Errand("there", "ann")
    with contextlib.ExitStack() as stack:
        for seated in (True, False, True):
            stack.enter_context(limits.stream(eve, seated))
        with pytest.raises(Refused), limits.stream(eve, True):
            pass
        with limits.stream(ann, True):
            pass
    with limits.stream(eve, True):
        assert limits.streams_of == {"eve": 1}


def test_what_is_kept_of_sets_is_bounded_by_bytes() -> None:
    """Whatever is made from somebody's own set is let go again; what is the house's own stays."""
    house = chateaux.game("castle-builder")
    made: dict[str, Any] = {"words": render.words_for, "bold": render.bold_for, "furniture": render.furniture}
    for keep in made.values():
        keep(house, "en")
    own: Any = msgspec.json.decode(canonical(house.pieces))
    for number in range(40):
        own["tiles"][0]["name"] = f"{number} " + "long name " * 9
        for tile in own["tiles"]:
            tile["source"] = "x" * 900
        game = game_of("castle-builder", own)
        for name, keep in made.items():
            if number < 12 or name != "furniture":  # it takes a while
                keep(game, "en")
    for keep in [*made.values(), with_pieces]:
        assert keep.size <= SETS
        assert keep.size == sum(weight for _, weight in keep.found.values())
        assert 1 < len(keep.found) < 30
    assert all((house, "en") in [key[0] for key in keep.house] for keep in made.values())


def test_a_storm_of_requests_is_met_at_the_gate() -> None:
    """Wherever it leads: also where there is nothing, and what is refused inside anyway."""
    inside: list[str] = []
    told: list[Any] = []

    async def app(scope: Any, _receive: Any, _send: Any) -> None:
        inside.append(scope["client"][0])

    async def storm() -> None:
        gate = Gate(app, Settings(rate=0.001, burst=20))

        async def send(message: Any) -> None:
            told.append(message)
        nothing: Any = None
        for address in ["2001:db8::1", "2001:db8::2"] * 30 + ["192.0.2.1"]:
            await gate({"type": "http", "method": "GET", "path": "/nowhere", "query_string": b"",
                        "client": (address, 1), "headers": [(b"accept-language", b"fr")]}, nothing, send)
        await gate({"type": "lifespan"} | {"client": ("", 0)}, nothing, send)
    asyncio.run(storm())
    assert len(inside) == 40 + 1 + 1
    assert [told[0]["status"], b"Pas si vite" in told[1]["body"]] == [429, True]


def test_a_guests_requests_wait_for_each_other_and_nobody_elses() -> None:
    async def play() -> None:
        turns, order = Turns(2), []

        async def work(guest: str, place: str = "there") -> None:
            async with turns.of(Errand(place, guest)):
                order.append(guest)
                await asyncio.sleep(0.05)
        crowd = [asyncio.create_task(work("eve")) for _ in range(20)]
        await asyncio.sleep(0)
        left = asyncio.create_task(work("eve"))
        await asyncio.sleep(0)
        left.cancel()
        await asyncio.gather(work("ann"), work(""))
        assert order.count("eve") <= 4
        await asyncio.gather(*crowd)
        assert order.count("eve") == 20
        assert (turns.open, dict(turns.inside)) == ({}, {})
    asyncio.run(play())
