"""Insight measured: how long it takes, whether chances come true, whether blunders are found, what luck adds up to.

    python -m bench.insight [time|calibration|blunders|king|luck ...] [--games ID,…] [--share 0.1]

Everything takes the better part of an hour; `--share` does a part of it. Figures are of CPU time on one core.
"""
from __future__ import annotations

import math
import random
import time
from collections.abc import Iterator
from typing import Annotated, Final, Optional

import typer

import chateaux
from chateaux.bots import bot
from chateaux.insight import Care, analyse, analysing
from chateaux.insight.analysis import Look
from chateaux.insight.playouts import imagined

PARTS: Final = ("time", "calibration", "blunders", "king", "luck")
KING: Final = 200  # iterations of a King on the ladder
TIMED: Final = (("chateau-combo", 4), ("castle-builder", 3), ("chateau-fort", 3), ("once-upon-a-castle", 3))
POSITIONS: Final = 520  # whose predictions are compared with what happened,
EACH: Final = 4  # of one game
BINS: Final = 10
PLANTED: Final = 100
PLAIN: Final = 20.0  # points by which the worst move is worse: no matter of taste,
OTHERS: Final = 300  # in so many other worlds than those in which it was the worst


def played(id: str, players: int, seed: int, spec: str) -> chateaux.Record:
    """A whole game of bots."""
    game = chateaux.game(id)
    record = chateaux.Record(game, players, seed=seed)
    state, chooser = record.new(), bot(spec, game)
    while not state.over:
        seat = state.to_act[0]
        action = chooser.choose(state.observe(seat))
        record.add(seat, action)
        state.play(action, seat)
    return record


def seated(id: str, seed: int) -> int:
    """Each number of players in its turn."""
    players = chateaux.game(id).players
    return players[seed % len(players)]


def timed(id: str, players: int) -> None:
    """How long an analysis takes, and how soon the first step is there."""
    record = played(id, players, 5, f"search:iterations={KING // 2}")
    began, first = time.process_time(), 0.0
    for _ in analysing(record):
        first = first or time.process_time() - began
    print(f"  {id} of {players}: {len(record.entries)} steps, first figures after {first:.1f} s, "
          f"all after {time.process_time() - began:.0f} s", flush=True)


def calibrated(id: str, share: float) -> None:
    """Predicted chances beside what happened, by bins of the prediction."""
    rows: list[tuple[float, float, int]] = []  # prediction, what happened, which game
    look, source = Look(chateaux.game(id), Care()), random.Random(1)
    games = math.ceil(POSITIONS * share / EACH)
    for seed in range(games):
        record = played(id, seated(id, seed), 1000 + seed, "search:iterations=60")
        winners = record.replay().winners()
        for at in source.sample(range(len(record.entries)), EACH):
            chances = look.chances(record.replay(at))
            rows += [(chance, (seat in winners) / len(winners), seed) for seat, chance in enumerate(chances)]
    worst = 0.0
    print(f"  {id}: {games * EACH} positions of {games} games, {len(rows)} predictions")
    for number in range(BINS):
        here = [row for row in rows if number == min(BINS - 1, int(row[0] * BINS))]
        if not here:
            continue
        said = sum(row[0] for row in here) / len(here)
        came = sum(row[1] for row in here) / len(here)
        apart = [sum(row[1] - row[0] for row in here if row[2] == seed) for seed in {row[2] for row in here}]
        error = math.sqrt(sum((one - (came - said) * len(here) / len(apart)) ** 2 for one in apart)) / len(here)
        off = max(0.0, abs(came - said) - 1.96 * error)
        worst = max(worst, off)
        print(f"    said {100 * said:5.1f}  came true {100 * came:5.1f} ± {196 * error:4.1f}  ({len(here)})")
    print(f"    beyond its interval by at most {100 * worst:.1f} points", flush=True)


def decisions(id: str, spec: str, first: int) -> Iterator[tuple[chateaux.State, int, int]]:
    """Decisions of bots' games, one game after the other: position, seat, what was played."""
    seed = first
    while True:
        record = played(id, seated(id, seed), seed, spec)
        state = record.new()
        for seat, action in record.entries:
            if seat >= 0 and len(state.actions(seat)) > 1 and seat in state.to_act:
                yield state.clone(), seat, action
            state.play(action, seat)
        seed += 1


def planted(id: str, share: float) -> None:
    """A King's move replaced by the worst one, where it is plainly worse: how often it is called so."""
    game, source = chateaux.game(id), random.Random(2)
    look, wanted = Look(game, Care()), max(10, round(PLANTED * share))
    found = tried = 0
    for state, seat, action in decisions(id, f"search:iterations={KING}", 2000):
        if source.random() > 0.15:
            continue
        actions = state.actions(seat)
        template = game.worlds(state.observe(seat)).template
        sums = imagined(template, look.judgement, seat, actions, 0, 100, 77)
        worst = actions[sums.index(min(sums))]
        if sums[actions.index(action)] - min(sums) < PLAIN:
            continue
        played_well, played_ill = imagined(template, look.judgement, seat, [action, worst], 0, OTHERS, 99 << 32)
        if 100 * (played_well - played_ill) < PLAIN * OTHERS:  # it only looked worst by chance
            continue
        tried += 1
        found += look.decided(state, seat, worst, state.text(worst)).grade in ("mistake", "blunder")
        if tried == wanted:
            break
    print(f"  {id}: {found} of {tried} planted blunders were found ({100 * found / tried:.0f} %)", flush=True)


def kings(id: str, share: float) -> None:
    """The accuracy of a King, judged with four times his budget."""
    look, wanted = Look(chateaux.game(id), Care(iterations=4 * KING)), max(20, round(200 * share))
    found: list[float] = []
    for state, seat, action in decisions(id, f"search:iterations={KING}", 3000):
        found.append(math.exp(-0.045 * look.decided(state, seat, action, "").loss))
        if len(found) == wanted:
            break
    print(f"  {id}: {100 * sum(found) / len(found):.1f} over {len(found)} decisions", flush=True)


def lucky(id: str, share: float) -> None:
    """The luck of each seat over many games."""
    games = max(10, round(120 * share))
    sums: list[list[float]] = [[], []]
    for seed in range(games):
        care = Care(futures=40, worlds=2, iterations=2, seed=seed + 1)  # else all games share the errors of few futures
        for player in analyse(played(id, 2, 4000 + seed, "greedy"), care).players:
            sums[player.seat].append(player.luck)
    for seat, found in enumerate(sums):
        mean = sum(found) / games
        error = math.sqrt(sum((one - mean) ** 2 for one in found) / games / (games - 1))
        print(f"  {id}, seat {seat}: {mean:+.1f} ± {1.96 * error:.1f} points over {games} games", flush=True)


def main(parts: Annotated[Optional[list[str]], typer.Argument()] = None, games: str = "", share: float = 1.0) -> None:
    ids = games.split(",") if games else sorted(chateaux.games())
    for part in parts or PARTS:
        print({"time": "Time", "calibration": "Chances that came true", "blunders": "Planted blunders",
               "king": "A King's accuracy", "luck": "Luck on the average"}[part], flush=True)
        for id, players in TIMED:
            if id in ids:
                if part == "time":
                    timed(id, players)
                else:
                    {"calibration": calibrated, "blunders": planted, "king": kings, "luck": lucky}[part](id, share)


if __name__ == "__main__":
    typer.run(main)
