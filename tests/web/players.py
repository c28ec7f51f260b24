"""Many people at many tables at once, who do not give up when the server goes away for a moment."""
from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any

import httpx

Json = Any  # what a server answers


@dataclass
class Acknowledged:
    """An action that the server said it had kept."""

    number: int
    seat: int
    action: int


@dataclass
class Game:
    """One table and what its players know."""

    table: str = ""
    acknowledged: list[Acknowledged] = field(default_factory=list)
    late: int = 0  # answers that came too late: 409
    over: bool = False


class Client:
    """A person who tries again until the server answers."""

    def __init__(self, urls: list[str], http: httpx.AsyncClient, dice: random.Random) -> None:
        self.urls, self.http, self.dice = urls, http, dice
        self.token = ""

    async def call(self, method: str, path: str, body: Json = None, **query: object) -> httpx.Response:
        """One request, at any of the servers, again while nobody answers."""
        for _ in range(2000):
            url = self.dice.choice(self.urls)
            try:
                answer = await self.http.request(
                    method, f"{url}/api{path}", json=body, params={key: str(value) for key, value in query.items()},
                    headers={"Authorization": f"Bearer {self.token}"} if self.token else {})
                if answer.status_code != 503:
                    return answer
            except httpx.TransportError:
                pass
            await asyncio.sleep(0.05)
        raise AssertionError(f"{method} {path} was never answered.")

    async def frames(self, path: str, seat: int) -> AsyncGenerator[Json, None]:
        """Every frame of a stream, resumed wherever it breaks off."""
        known = ""
        while True:
            url = self.dice.choice(self.urls)
            headers = {"Authorization": f"Bearer {self.token}", "Last-Event-ID": known}
            try:
                async with self.http.stream("GET", f"{url}/api{path}/stream", params={"seat": str(seat)},
                                            headers=headers, timeout=30) as answer:
                    async for line in answer.aiter_lines():
                        if line.startswith("id: "):
                            known = line[4:]
                        elif line.startswith("data: "):
                            yield json.loads(line[6:])
            except httpx.TransportError:
                await asyncio.sleep(0.05)

    async def introduce(self, name: str) -> Client:
        self.http.cookies.clear()  # people share a client here, and nobody is another
        self.token = (await self.call("POST", "/guest", {"name": name})).json()["token"]
        self.http.cookies.clear()
        return self


async def play_game(urls: list[str], http: httpx.AsyncClient, seed: int, game: str, seats: list[str]) -> Game:
    """A whole game with a client for each open seat."""
    dice = random.Random(seed)
    people = [await Client(urls, http, dice).introduce(f"P{number}") for number, kind in enumerate(seats)
              if kind == "open"]
    made = await people[0].call("POST", "/tables", {"game": game, "seats": seats})
    assert made.status_code == 201, made.text
    played = Game(made.json()["id"])
    path = f"/tables/{played.table}"
    for number, person in zip([at for at, kind in enumerate(seats) if kind == "open"], people, strict=True):
        joined = await person.call("POST", f"{path}/join", {"seat": number, "nonce": str(dice.random())})
    started = await people[0].call("POST", f"{path}/start", {})  # refused, if it was kept before the server went away
    assert (await people[0].call("GET", path)).json()["phase"] != "open", (joined.text, started.text)
    await asyncio.gather(*[sit(played, person, seat, dice) for seat, person in zip(
        [at for at, kind in enumerate(seats) if kind == "open"], people, strict=True)])
    return played


async def sit(played: Game, person: Client, seat: int, dice: random.Random) -> None:
    """Answer whenever asked, until the game is over."""
    path = f"/tables/{played.table}"
    async with aclosing(person.frames(path, seat)) as frames:
        async for frame in frames:
            while frame["owes"]:
                action = dice.choice(frame["actions"])["action"]
                answer = await person.call("POST", f"{path}/play",
                                           {"seat": seat, "decision": frame["decision"], "action": action})
                if answer.status_code == 200:
                    frame = answer.json()
                    played.acknowledged.append(Acknowledged(frame["number"], seat, action))
                else:
                    assert answer.status_code == 409, answer.text
                    played.late += 1
                    frame = answer.json()["state"]
            if frame["table"]["phase"] == "over":
                played.over = True
                return
