"""A table that cannot be read harms only itself: lobby, bots, clocks, streams and pages of all others go on."""
from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import time
from pathlib import Path

import msgspec
import pytest

import chateaux
from chateaux.engine.data import canonical
from chateaux.tables import company, frames, gathering, stored
from chateaux.tables import driver as driving
from chateaux.tables.data import Broken
from chateaux.tables.driver import Driver
from chateaux.tables.house import House, NothingChanged
from chateaux.tables.store import Store
from chateaux.tables.table import Table
from chateaux.tables.workers import Workers
from tests.web.house import Person
from tests.web.inside import Visitor, site


def spoil(folder: Path, table: str) -> None:
    """Make a table unreadable, as a change of rules can, and the first that is due."""
    with contextlib.closing(sqlite3.connect(folder / "tables.db")) as database, database:
        database.execute("UPDATE tables SET snapshot = replace(snapshot, '\"gold\":', '\"gold\":-'), due = 1 "
                         "WHERE id = ?", (table,))


def playing(person: Person) -> str:
    table = str(person.post("/tables", 201, game="chateau-combo", seats=["open", "random"], listed=True)["id"])
    person.join(table)
    person.post(f"/tables/{table}/start")
    return table


def test_after_a_restart_everything_else_goes_on(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with site(tmp_path, workers=0) as client:
        ann, bob = Visitor(client, "Ann"), Visitor(client, "Bob")
        bad, good = playing(ann), playing(bob)
    spoil(tmp_path, bad)
    caplog.clear()
    with site(tmp_path) as client:
        ann.client = bob.client = client
        for person in (ann, bob):
            lobby = person.page("/")
            assert lobby.status_code == 200
            assert ("cannot be read" in lobby.text) == (person is ann)
        assert [table["id"] for table in bob.get("/tables")] == [good]
        assert ann.get("/tables") == []
        bob.post(f"/tables/{good}/give-up", seat=0, bot="random")
        until = time.monotonic() + 60
        while bob.view(good)["table"]["phase"] != "over":
            assert time.monotonic() < until, "the bots of another table stand still"
            time.sleep(0.05)
        shown = ann.page(f"/tables/{bad}", **{"Accept-Language": "sv"})
        assert shown.status_code == 409
        assert "Bordet går inte att läsa" in shown.text
        for path in ("", "/view", "/log", "/stream"):
            assert ann.get(f"/tables/{bad}{path}", 409)["error"] == "broken"
        marks = [record for record in caplog.records if record.getMessage() == "a table cannot be read"]
        assert len(marks) == 1
        assert "gold" in marks[0].__dict__["why"]
        assert bad not in str(marks[0].__dict__)


@pytest.mark.parametrize("sort", ["load", "observe"])
def test_the_sweeper_handles_each_table_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sort: str) -> None:
    """Whatever a table does wrong, and however early it is due, the next one is seen to."""
    monkeypatch.setattr(driving, "SWEEP", 0.05)
    bad: list[str] = []
    load, act = Store.load, Driver.act

    async def spoilt(self: Store, id: str) -> Table:
        if bad and id == bad[0] and sort == "load":
            raise ZeroDivisionError
        return await load(self, id)

    async def failing(self: Driver, table: Table) -> None:
        if bad and table.head.id == bad[0]:
            raise ZeroDivisionError
        await act(self, table)

    async def play() -> None:
        store = Store(str(tmp_path / "tables.db"))
        await store.open()
        house = House(store)
        for _ in range(2):
            table = await house.create("ann", "chateau-combo", {}, ["open", "random"], "en", None)
            id = table.head.id
            await house.command(id, lambda table: gathering.join(table, "ann", "Ann", None, "", 1.0))
            await house.command(id, lambda table: gathering.start(table, "ann", "", 1.0))
            await house.command(id, lambda table: company.give_up(table, "ann", 0, "random", 1.0))
            bad.append(id)
        monkeypatch.setattr(Store, "load", spoilt)
        monkeypatch.setattr(Driver, "act", failing)
        house = House(store)
        driver = Driver(house, Workers(1), 0.0)
        driver.start()
        for _ in range(400):
            if (await house.table(bad[1])).phase == "over":
                break
            await asyncio.sleep(0.05)
        else:
            raise AssertionError("The other table stands still.")
        assert driver.resting[bad[0]][0] > 0.05
        await driver.close()
        await store.close()
    asyncio.run(play())


def test_a_mark_is_forgotten_by_the_next_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that was uninstalled may be back."""
    async def play() -> None:
        url = str(tmp_path / "tables.db")
        store = Store(url)
        await store.open()
        id = (await House(store).create("ann", "chateau-combo", {}, ["open", "open"], "en", None)).head.id
        with monkeypatch.context() as patched:
            patched.setattr(stored, "read", lambda head, text: 1 / 0)
            with pytest.raises(Broken):
                await store.load(id)
        with pytest.raises(Broken):
            await store.load(id)
        await store.close()
        again = Store(url)
        await again.open()
        assert (await again.load(id)).head.id == id
        await again.close()
    asyncio.run(play())


def test_what_cannot_be_read_again_is_not_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With somebody's own set a position may be beyond what the reader takes: then the move is not made."""
    async def play() -> None:
        store = Store(str(tmp_path / "tables.db"))
        await store.open()
        house = House(store)
        own = msgspec.json.decode(canonical(chateaux.game("castle-builder").pieces))
        own["coins"][0]["count"] = own["coins"][0].get("count", 1) + 1
        table = await house.create("ann", "castle-builder", {}, ["open", "open"], "en", None, own)
        id = table.head.id
        assert table.head.pieces is not None
        with monkeypatch.context() as patched:
            patched.setattr(stored, "read", lambda head, text: 1 / 0)
            with pytest.raises(NothingChanged):
                await house.command(id, lambda table: gathering.join(table, "ann", "Ann", None, "", 1.0))
        assert await store.number(id) == 1
        assert (await house.table(id)).number == 1
        await store.close()
    asyncio.run(play())


def test_that_nothing_was_changed_is_said_only_when_it_is_known(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    with site(tmp_path) as client:
        ann = Visitor(client)
        table = ann.create()
        with monkeypatch.context() as patched:
            patched.setattr(frames, "frame", fail)  # after the row was stored
            assert "nothing was changed" not in ann.post(f"/tables/{table}/join", 500, nonce="n")["sentence"]
        with monkeypatch.context() as patched:
            patched.setattr(gathering, "leave", fail)  # before
            assert "nothing was changed" in ann.post(f"/tables/{table}/leave", 500, seat=0)["sentence"]
        assert ann.get(f"/tables/{table}")["number"] == 2


def test_a_table_that_cannot_be_shown_says_so_on_its_page_and_in_its_stream(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    with site(tmp_path) as client:
        ann = Visitor(client)
        table = ann.create()
        monkeypatch.setattr(frames, "info", fail)
        shown = ann.page(f"/tables/{table}", **{"Accept-Language": "fr"})
        assert shown.status_code == 500
        assert "Un problème est survenu ici" in shown.text
        streamed = ann.ask("GET", f"/api/tables/{table}/stream")
        assert "event: closed" in streamed.text


def test_whoever_sits_at_a_bad_table_can_be_told_and_forgotten(tmp_path: Path) -> None:
    """What is kept about somebody is theirs, whatever is wrong with one of their tables."""
    with site(tmp_path, workers=0) as client:
        ann, bob = Visitor(client, "Ann Unforgettable"), Visitor(client, "Bob Remembered")
        bad, good = playing(ann), playing(ann)
        ann.post(f"/tables/{bad}/chat", text="a word of mine")
        other = playing(bob)
    spoil(tmp_path, bad)
    spoil(tmp_path, other)
    with site(tmp_path, workers=0) as client:
        ann.client = client
        kept = {table["table"]: table["phase"] for table in ann.get("/me/export")["tables"]}
        assert kept == {bad: "broken", good: "running"}
        ann.post("/me/forget")
        token = client.app.state.house.store.host_token
        entered = client.post("/host", data={"token": token}, follow_redirects=False)
        pass_ = {"Cookie": entered.headers["set-cookie"].partition(";")[0]}
        assert client.post(f"/host/tables/{other}/forget", headers=pass_, follow_redirects=False).status_code == 303
    with contextlib.closing(sqlite3.connect(tmp_path / "tables.db")) as database:
        whole = str([database.execute(f"SELECT * FROM {name}").fetchall() for name in ("tables", "log")])
    assert not [word for word in ("Unforgettable", "a word of mine", "Remembered") if word in whole]
