"""Castle Builder with careful players: how long games last and how castles look, beside the published check.

The other column is the simulation on which the reconstructed set of pieces rests (README of the game).
"""
from __future__ import annotations

import statistics
import sys
import time
from collections import Counter

import chateaux
from chateaux.engine.chance import Chance
from chateaux.engine.data import Choice
from chateaux.games.castle_builder.judgement import judgement
from chateaux.games.castle_builder.state import Realm

ENDED = "ended without the coins: stopped + closed"  # by the long stop, or with every castle closed
UNFINISHED = "still without the coins after 400 turns"  # of all players; the simulation has no other end
PUBLISHED = {
    2: {"turns per player": "28.6 (21–32)", "castle height": "4.5", "winner: tiles / steps": "17 / 48",
        "losers' coins": "4.8", "turns spent drawing": "43 %", "builds market / adjusted / tick": "32 / 20 / 30 %",
        "reshuffles per game": "0.2", "wins in turn order": "100/96", UNFINISHED: "2.0 %"},
    3: {"turns per player": "24.0 (19–26)", "castle height": "4.4", "winner: tiles / steps": "16 / 47",
        "losers' coins": "4.9", "turns spent drawing": "36 %", "builds market / adjusted / tick": "32 / 20 / 28 %",
        "reshuffles per game": "0.3", "wins in turn order": "108/140/146", UNFINISHED: "1.5 %"},
    4: {"turns per player": "22.4 (18–24)", "castle height": "4.2", "winner: tiles / steps": "16 / 47",
        "losers' coins": "4.9", "turns spent drawing": "35 %", "builds market / adjusted / tick": "33 / 20 / 26 %",
        "reshuffles per game": "1.1", "wins in turn order": "53/45/48/50", UNFINISHED: "2.0 %"},
}


def lengths(games: int, players: int, options: dict[str, Choice] | None = None) -> dict[str, str]:
    """Play games with careful players and return the figures, worded as in `PUBLISHED`."""
    game = chateaux.game("castle-builder")
    careful = judgement(game).careful
    data = game.pieces
    assert isinstance(data, dict)
    ticks = {row["id"] for row in data["tiles"] if row["tick"]}
    turns: list[float] = []
    heights: list[int] = []
    winner_tiles: list[int] = []
    winner_steps: list[int] = []
    losers: list[int] = []
    wins = [0] * players
    draws = builds = market = adjusted = tick = shuffles = late = 0
    endings: Counter[str] = Counter()
    for seed in range(games):
        state = game.new(players, seed, options)
        assert isinstance(state, Realm)
        chance = Chance.stream(-1 - seed)
        built = [0] * players
        while not state.over:
            seat = state.to_act[0]
            for event in state.play(careful(state, seat, chance), seat, events=True).events:
                if event.kind == "draw":
                    draws += 1
                elif event.kind in ("build", "build_market", "build_royal"):
                    builds += 1
                    built[seat] += 1
                    market += event.kind == "build_market"
                    adjusted += event.public["owed"] != 0
                    tick += event.public["tile"] in ticks
        turns.append(state.turns / players)
        heights += [castle.height for castle in state.castles]
        shuffles += state.stock.reshuffles
        late += state.turns > 400
        endings[str(state.ending()["kind"])] += 1
        if max(state.scores()) < state.goal:
            continue
        winner = state.winners()[0]
        wins[(winner - state.first) % players] += 1
        winner_tiles.append(built[winner])
        winner_steps.append(state.travelled[winner])
        losers += [score for seat, score in enumerate(state.scores()) if seat != winner]
    tenths = statistics.quantiles(turns, n=10)
    return {
        "turns per player": f"{statistics.mean(turns):.1f} ({tenths[0]:.0f}–{tenths[-1]:.0f})",
        "castle height": f"{statistics.mean(heights):.1f}",
        "winner: tiles / steps": f"{statistics.mean(winner_tiles):.0f} / {statistics.mean(winner_steps):.0f}",
        "losers' coins": f"{statistics.mean(losers):.1f}",
        "turns spent drawing": f"{100 * draws / (draws + builds):.0f} %",
        "builds market / adjusted / tick":
            f"{100 * market / builds:.0f} / {100 * adjusted / builds:.0f} / {100 * tick / builds:.0f} %",
        "reshuffles per game": f"{shuffles / games:.1f}",
        "wins in turn order": "/".join(map(str, wins)),
        ENDED: f"{100 * endings['stalemate'] / games:.1f} + {100 * endings['closed'] / games:.1f} %",
        UNFINISHED: f"{100 * late / games:.1f} %"}


def careful_speed(games: int, players: int) -> float:
    """Moves a second (CPU time) through the Python API when careful players play, their thinking not counted."""
    game = chateaux.game("castle-builder")
    careful = judgement(game).careful
    kept: list[tuple[int, list[tuple[int, int]]]] = []
    for seed in range(games):
        state = game.new(players, seed)
        chance = Chance.stream(-1 - seed)
        moves: list[tuple[int, int]] = []
        while not state.over:
            seat = state.to_act[0]
            moves.append((careful(state, seat, chance), seat))
            state.play(*moves[-1])
        kept.append((seed, moves))
    count = 0
    start = time.process_time()
    for seed, moves in kept:
        state = game.new(players, seed)
        for action, seat in moves:
            assert state.to_act
            assert action in state.actions(seat)
            state.play(action, seat)
            count += 1
    return count / (time.process_time() - start)


def report(games: int) -> None:
    """Print both columns for every number of players."""
    print(f"Castle Builder, careful players, {games} games each: here | published check of the reconstruction")
    for players, published in PUBLISHED.items():
        print(f"  {players} players")
        for figure, here in lengths(games, players).items():
            print(f"    {figure:<45} {here:<16} | {published.get(figure, '–')}")
    print(f"  careful players through the Python API: {careful_speed(40, 2) / 1e6:.2f} M moves/s")


if __name__ == "__main__":
    report(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
