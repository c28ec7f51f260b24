"""kill -9 of the server at random moments: nothing that was acknowledged is lost, nothing is done twice."""
from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from pathlib import Path

import httpx

import chateaux
from chateaux.tables.data import effective
from chateaux.tables.store import Store
from tests.web.house import Server
from tests.web.players import Game, play_game

AT_ONCE = 6


async def drive(servers: Sequence[Server], games: int, kills: int, seed: int = 7,
                every_game: bool = False) -> list[Game]:
    """Games at once, and servers that are killed and started again meanwhile; at least so many games and kills."""
    names = sorted(chateaux.games(), key=lambda id: chateaux.simulate(chateaux.game(id), 2, 3)[0])
    names = names if every_game else names[:1]  # the long games are for the soak
    dice, left, played = random.Random(seed), [games], [0]

    async with httpx.AsyncClient(timeout=10) as http:
        async def one_after_another(place: int) -> list[Game]:
            found: list[Game] = []
            while left[0] > 0 or played[0] < kills:
                left[0] -= 1
                number = seed * 1_000_000 + place * 10_000 + len(found)
                seats = ["open", "open"] if number % 2 else ["open", "open", "random"]
                found.append(await play_game([server.url for server in servers], http, number,
                                             names[len(found) % len(names)], seats))
            return found

        playing = asyncio.gather(*[one_after_another(place) for place in range(min(AT_ONCE, games))])
        while played[0] < kills and not playing.done():
            await asyncio.wait([playing], timeout=dice.uniform(0.2, 1.2))
            server = dice.choice(servers)
            server.kill()
            await asyncio.to_thread(server.start)
            played[0] += 1
        return [game for found in await playing for game in found]


async def check(database: str, games: list[Game]) -> tuple[int, int]:
    """Every acknowledged action is in the log, once, where it was said to be; how many rows and actions there are."""
    store = Store(database)
    await store.open()
    seen = 0
    for game in games:
        assert game.over
        table = await store.load(game.table)
        rows = await store.rows(game.table)
        seen += len(rows)
        assert [row.number for row in rows] == list(range(1, len(rows) + 1))
        played = {row.number: (row.seat, row.data["action"]) for row in rows if row.kind == "play"}
        for kept in game.acknowledged:
            assert played[kept.number] == (kept.seat, kept.action)
        assert len({kept.number for kept in game.acknowledged}) == len(game.acknowledged)
        record = table.record(effective(rows))
        assert record.verify()[-1].startswith("The game is over")
        assert record.replay().dump() == (table.state.dump() if table.state else None)
    await store.close()
    return seen, sum(len(game.acknowledged) for game in games)


def test_killed_at_random_moments(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        games = asyncio.run(drive([server], 8, 3))
        asyncio.run(check(server.database, games))
