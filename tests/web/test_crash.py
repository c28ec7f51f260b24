"""kill -9 of the server at random moments: nothing that was acknowledged is lost, nothing is done twice."""
from __future__ import annotations

import asyncio
import os
import random
from pathlib import Path

import httpx

import chateaux
from chateaux.tables.data import effective
from chateaux.tables.store import Store
from tests.web.house import Server
from tests.web.players import Game, play_game

GAMES = int(os.environ.get("CHATEAUX_CRASH_GAMES", "8"))
AT_ONCE = 6
KILLS = max(3, GAMES // 5)


async def drive(server: Server, games: int) -> list[Game]:
    """Games at once, and a server that is killed and started again meanwhile."""
    turnstile = asyncio.Semaphore(AT_ONCE)
    names = sorted(chateaux.games(), key=lambda id: chateaux.simulate(chateaux.game(id), 2, 3)[0])
    if games < 50:  # the long games are for the soak
        names = names[:1]

    async with httpx.AsyncClient(timeout=10) as http:
        async def one(seed: int) -> Game:
            async with turnstile:
                seats = ["open", "open"] if seed % 2 else ["open", "open", "random"]
                return await play_game([server.url], http, seed, names[seed % len(names)], seats)

        playing = asyncio.gather(*[one(seed) for seed in range(games)])
        dice = random.Random(7)
        for _ in range(KILLS):
            await asyncio.wait([playing], timeout=dice.uniform(0.2, 1.2))
            if playing.done():
                break
            server.kill()
            await asyncio.to_thread(server.start)
        return await playing


async def check(server: Server, games: list[Game]) -> None:
    store = Store(server.database)
    await store.open()
    for game in games:
        table = await store.load(game.table)
        rows = await store.rows(game.table)
        assert [row.number for row in rows] == list(range(1, len(rows) + 1))
        played = {row.number: (row.seat, row.data["action"]) for row in rows if row.kind == "play"}
        for kept in game.acknowledged:
            assert played[kept.number] == (kept.seat, kept.action)
        assert len({kept.number for kept in game.acknowledged}) == len(game.acknowledged)
        record = table.record(effective(rows))
        assert record.verify()[-1].startswith("The game is over")
        assert record.replay().dump() == (table.state.dump() if table.state else None)
    await store.close()


def test_killed_at_random_moments(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        games = asyncio.run(drive(server, GAMES))
        assert all(game.over for game in games)
        asyncio.run(check(server, games))
