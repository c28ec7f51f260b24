"""Non-interference through every outlet: what a seat may not know changes no byte that it gets.

Two houses hold the same table, with the same id and the same log, but different hidden pieces. Along
a game the JSON, the pages, the streams and the refusals of one viewer are compared, byte by byte.
"""
from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from chateaux.engine import registry
from chateaux.engine.chance import Chance
from chateaux.engine.data import SPECTATOR, Choice, Outcome
from chateaux.engine.game import Game, State
from chateaux.tables import gathering, stored
from chateaux.tables.data import Row, Seat
from chateaux.tables.frames import as_json
from chateaux.tables.house import House
from chateaux.tables.table import Table, new_table
from chateaux.web.app import create_app
from chateaux.web.guests import Guest, signed
from chateaux.web.render import streamed
from chateaux.web.settings import Settings
from chateaux.web.stream import RETRY, watch
from tests.toy import GAME, Toy

STEPS = 8  # actions of a game that are compared
WORLDS = 12  # twins to try
DRAWS = 25  # and chances for each, until the draws that everybody sees are equal
DICE = ("roll", "rolls", "dice", "die")
GUESTS = [Guest(letter * 24, letter.upper()) for letter in "abcde"]


@pytest.fixture(autouse=True)
def a_toy_in_the_house(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy is a game of the house only while these tests run."""
    registry.games()
    monkeypatch.setitem(registry._found, "toy", GAME)


def as_asgi(app: Any) -> Any:
    """The application without Litestar's own, narrower types."""
    return app


class House2:
    """A house with one table, whose position the test sets."""

    def __init__(self, database: Path) -> None:
        self.clock = 1000.0
        self.app = create_app(Settings(database=f"sqlite:///{database}", rate=0, workers=0, now=lambda: self.clock))
        self.house: House = self.app.state.house
        self.id = ""

    @asynccontextmanager
    async def open(self, table: Table, row: Row) -> AsyncIterator[House2]:
        async with self.app.lifespan(), httpx.AsyncClient(
                transport=httpx.ASGITransport(as_asgi(self.app)), base_url="http://house") as self.http:
            self.id = table.head.id
            await self.house.store.create(table, row)
            yield self

    async def call(self, guest: Guest, method: str, path: str, body: object = None) -> bytes:
        headers = {"Authorization": f"Bearer {signed(guest, self.house.store.key)}"}
        answer = await self.http.request(method, path, json=body, headers=headers)
        assert answer.status_code < 500, answer.text
        return f"{answer.status_code} ".encode() + answer.content

    async def outlets(self, guest: Guest, seat: int | None, since: int) -> list[bytes]:
        """Everything a viewer can get at this moment."""
        look = "" if seat is None else f"?seat={seat}"
        api = f"/api/tables/{self.id}"
        told = [await self.call(guest, "GET", api + path) for path in ("", f"/view{look}", f"/log{look}", "/record")]
        desk = await self.house.desk(self.id)
        drawn = desk.table.head.game != "toy"  # the toy has no board
        if drawn:
            told.append(await self.call(guest, "GET", f"/tables/{self.id}"))
            told += [await self.call(guest, "GET", f"/tables/{self.id}/boards/{of}{look}")
                     for of in range(desk.table.head.players)]
        for renderer in (as_json, streamed) if drawn else (as_json,):
            for known in (None, since):
                stream = watch(self.house, desk, guest.id, seat, known, renderer, "en", 5.0)
                assert await anext(stream) == RETRY
                told.append(await anext(stream))
        players = desk.table.head.players
        told.append(await self.call(guest, "POST", f"{api}/rematch", {}))
        for other in range(players):
            mine = other == seat
            told.append(await self.call(guest, "POST", f"{api}/undo", {"seat": other, "number": 987_654}))
            told.append(await self.call(guest, "POST", f"{api}/hints", {"seat": other}))
            told.append(await self.call(guest, "POST", f"{api}/play", {
                "seat": other, "decision": 987_654, "action": 0}))
            if mine:
                told.append(await self.call(guest, "GET", f"{api}/actions?seat={other}"))
                for action in impossible(desk.table, other):
                    told.append(await self.call(guest, "POST", f"{api}/play", {
                        "seat": other, "decision": desk.table.decisions[other], "action": action}))
        return told


def impossible(table: Table, seat: int) -> list[int]:
    """Some actions that the seat may not do now."""
    state = table.playing()
    possible = set(state.actions(seat))
    return [*[action for action in range(table.game.action_count) if action not in possible][:3], 999_999]


def started(game: Game, players: int, options: dict[str, Choice], seed: int) -> tuple[Table, Row]:
    """A table that has just started, each seat with a guest of its own; a seed deals the same again."""
    seats = [Seat("person", GUESTS[seat].id, GUESTS[seat].name, "", "n", ready=True) for seat in range(players)]
    table = new_table(game, players, options, "en", None, GUESTS[0].id, seats, 1000.0)
    table.head = msgspec.structs.replace(table.head, id=f"table-{seed:010}", secret=f"{seed:064x}")
    row = gathering.start(table, GUESTS[0].id, "", 1000.0)
    return table, row


def dice_of(outcome: Outcome) -> list[object]:
    """The dice that everybody saw; a position does not remember all of them."""
    return [[event.public.get(name) for name in DICE] for event in outcome.events]


def twin_of(state: State, after: State, dice: list[object], seat: int, mover: int, action: int) -> State | None:
    """A position that differs only in what the seat may not know, and will draw what everybody sees drawn."""
    worlds = state.game.worlds(state.observe(seat))
    seen = after.observe(seat)
    for seed in range(WORLDS):
        twin = worlds.sample(seed)
        if not twin.allows(mover, action):
            continue
        for draw in range(DRAWS):
            tried = twin.clone()
            tried.chance = Chance.stream(draw)
            outcome = tried.play(action, mover, events=True)
            if tried.observe(seat) == seen and tried.to_act == after.to_act and dice_of(outcome) == dice:
                twin.chance = Chance.stream(draw)
                return twin
    return None


def install(house: House2, table: Table, state: State) -> None:
    """The same table with another position in it."""
    desk = house.house.desks[house.id]
    other = table.copy()
    other.state = state
    other.questions = stored.questions(state)
    desk.advance(other, None)


async def compare(game: Game, viewer: int | None, options: dict[str, Choice], folder: Path,
                  seed: int = 0) -> tuple[int, list[str]]:
    """How many moves of a game were compared for a viewer, and what told something hidden."""
    players = min(3, game.players[-1])
    table, row = started(game, players, options, seed)
    first, second = House2(folder / "first.db"), House2(folder / "second.db")
    dice, guest, compared = random.Random(seed), GUESTS[4 if viewer is None else viewer], 0
    leaks: list[str] = []

    async def look(since: int) -> None:
        here, there = await first.outlets(guest, viewer, since), await second.outlets(guest, viewer, since)
        leaks.extend(difference(one, other) for one, other in zip(here, there, strict=True) if one != other)

    eyes = SPECTATOR if viewer is None else viewer
    async with first.open(table, row), second.open(table, row):
        await second.house.desk(second.id)
        for _ in range(STEPS):
            now = await first.house.table(first.id)
            if now.ended:
                break
            before = now.playing()
            mover = dice.choice(before.to_act)
            action = dice.choice(before.actions(mover))
            after = before.clone()
            drawn = dice_of(after.play(action, mover, events=True))
            twin = twin_of(before, after, drawn, eyes, mover, action)
            since = now.number
            move = {"seat": mover, "decision": now.decisions[mover], "action": action}
            if twin is not None:
                install(second, now, twin)
                await look(since - 1)
            first.clock = second.clock = first.clock + 1
            answer = await first.call(GUESTS[mover], "POST", f"/api/tables/{first.id}/play", move)
            if twin is not None and not (await first.house.table(first.id)).ended:
                followed = await second.call(GUESTS[mover], "POST", f"/api/tables/{first.id}/play", move)
                assert answer[:4] == followed[:4] == b"200 "
                await look(since)
                compared += 1
            else:  # nothing to compare: let the second house follow
                install(second, now, before)
                kept = await first.house.store.rows(first.id, since)
                following = await first.house.table(first.id)
                await second.house.store.append(following, kept[0])
                install(second, following, following.playing())
    return compared, leaks


def difference(one: bytes, other: bytes) -> str:
    """Where two answers part."""
    at = next((at for at, (left, right) in enumerate(zip(one, other, strict=False)) if left != right), 0)
    return f"{one[max(0, at - 80):at + 80]!r} but {other[max(0, at - 80):at + 80]!r}"


def games_and_options() -> list[tuple[str, dict[str, Choice]]]:
    """Every game, with its default options and with the last choice of each."""
    found: list[tuple[str, dict[str, Choice]]] = []
    for id, game in sorted(registry.games().items()):
        found.append((id, {}))
        last = {name: option.choices[-1] for name, option in game.options.items()}
        if last:
            found.append((id, last))
    return found


@pytest.mark.parametrize("viewer", [1, None])
@pytest.mark.parametrize(("id", "options"), games_and_options())
def test_hidden_pieces_change_nothing_that_is_sent(id: str, options: dict[str, Choice],
                                                   viewer: int | None, tmp_path: Path) -> None:
    compared, leaks = asyncio.run(compare(registry.game(id), viewer, options, tmp_path))
    assert leaks == []
    assert compared >= 3


@pytest.mark.parametrize("leak", ["event", "prompt"])
def test_a_leak_would_be_found(leak: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._found, "toy", Toy(leak))
    found: list[str] = []
    for seed in range(3):
        folder = tmp_path / str(seed)
        folder.mkdir()
        found += asyncio.run(compare(registry.game("toy"), 0, {}, folder, seed))[1]
    assert found
