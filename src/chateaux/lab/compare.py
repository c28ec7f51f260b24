"""Two runs side by side: the same deals, so that luck cancels out and what is left is what was changed.

A figure has changed when its paired difference is clear after correction for how many figures were looked at. For what
is still undecided the number of games is told that would show a change worth talking about.
"""
from __future__ import annotations

import math
from typing import Any, Final

import numpy as np

from chateaux.engine.data import Data
from chateaux.lab.figures import NORMAL, Moments, discoveries
from chateaux.lab.folder import Coded, Folder
from chateaux.lab.playing import facts_of
from chateaux.lab.setting import Batch, Refused, game_at
from chateaux.lab.summary import pieces, rounded

CLEAR: Final = 0.05
SHARE: Final = 0.02  # of victories or games, a change worth talking about;
PART: Final = 0.05  # of any other figure, so much of what it was


def compared(one: Folder, other: Folder) -> Data:
    """What differs between two runs, figure by figure and piece by piece."""
    names = {"a": one.path.name, "b": other.path.name}
    if one.setting.game != other.setting.game:
        raise Refused("games_differ", **names)
    if one.setting.seed != other.setting.seed:
        raise Refused("no_pairs", **names)
    both = [batch for batch in one.finished if batch in set(other.finished)]
    if not both:
        raise Refused("no_pairs", **names)
    whole = [*of_games(one, other, both), *of_seats(one, other, both)]
    parts = [*of_uses(one, other, both), *of_worth(one, other)]
    for rows in (whole, parts):  # many pieces do not blur what is asked of the whole
        judge(rows)
    return {**names, "game": one.setting.game, "pairs": sum(batch.size for batch in both), "rows": whole + parts}


def judge(rows: list[dict[str, Any]]) -> None:
    """Write the verdict into every figure, corrected for how many they are."""
    for found, chance in zip(rows, discoveries([found["chance"] for found in rows]), strict=True):
        found["chance"], found["corrected"] = round(found["chance"], 6), round(chance, 6)
        found["verdict"] = "same" if found["change"] == 0 and found["interval"] == [0.0, 0.0] else \
            "decided" if chance < CLEAR else "open"


def row(kind: str, before: float, after: float, change: Moments, size: float, **more: Any) -> dict[str, Any]:
    """One figure: what it was, what it is, the paired difference, and how many pairs would show a change of `size`."""
    low, high = change.interval
    return {"kind": kind, **more, "a": round(before, 5), "b": round(after, 5), "change": round(change.mean, 5),
            "interval": rounded(low, high, digits=5), "chance": change.chance, "size": round(size, 5),
            "needed": change.needed(size)}


def ordered(table: dict[str, Any]) -> Any:
    return np.lexsort((table["place"], table["deal"])) if "place" in table else np.argsort(table["deal"])


def of_games(one: Folder, other: Folder, both: list[Batch]) -> list[dict[str, Any]]:
    """Length, points, lead and frozen games, by the number of players."""
    found, stuck = [], facts_of(game_at(one.setting)).frozen
    for players in sorted({batch.players for batch in both}):
        for kind in ("turns", "best", "margin", "frozen"):
            sides, change = (Moments(), Moments()), Moments()
            for batch in (batch for batch in both if batch.players == players):
                tables = [folder.read(batch, "games") for folder in (one, other)]
                values = [(frozen(table["ending"], stuck) if kind == "frozen" else table[kind].astype(float))
                          [ordered(table)] for table in tables]
                for side, numbers in zip(sides, values, strict=True):
                    side.add(numbers)
                change.add(values[1] - values[0])
            size = SHARE if kind == "frozen" else PART * (abs(sides[0].mean) or 1.0)
            found.append(row(kind, sides[0].mean, sides[1].mean, change, size, players=players))
    return found


def frozen(endings: Coded, stuck: tuple[str, ...]) -> Any:
    """1 for games that could not go on."""
    return np.array([word in stuck for word in endings.words], dtype=float)[endings.codes]


def of_seats(one: Folder, other: Folder, both: list[Batch]) -> list[dict[str, Any]]:
    """The victories of every seat, in turn order."""
    found = []
    for players in sorted({batch.players for batch in both}):
        sides = [[Moments() for _ in range(players)] for _ in range(3)]
        for batch in (batch for batch in both if batch.players == players):
            tables = [folder.read(batch, "seats") for folder in (one, other)]
            before, after = (table["victory"][ordered(table)].reshape(-1, players) for table in tables)
            for place in range(players):
                for side, numbers in zip(sides, (before, after, after - before), strict=True):
                    side[place].add(numbers[:, place])
        found += [row("share", sides[0][place].mean, sides[1][place].mean, sides[2][place], SHARE, players=players,
                      number=place + 1) for place in range(players)]
    return found


def of_uses(one: Folder, other: Folder, both: list[Batch]) -> list[dict[str, Any]]:
    """How often a seat uses each piece; a deal counts once, so that its seats are no pairs of their own."""
    uses: dict[str, list[Moments]] = {}
    games = 0
    for batch in both:
        tables = [folder.read(batch, "pieces") for folder in (one, other)]
        names = sorted({id for table in tables for id in table["piece"].words})
        counts = []
        for table in tables:
            column = np.array([names.index(id) for id in table["piece"].words], dtype=np.int64)[table["piece"].codes]
            count = np.zeros((batch.size, len(names)))
            np.add.at(count, (table["deal"] - batch.first, column), table["taken"] / batch.players)
            counts.append(count)
        for number, id in enumerate(names):
            sides = uses.setdefault(id, [padded(games) for _ in range(3)])
            for side, values in zip(sides, (*counts, counts[1] - counts[0]), strict=True):
                side.add(values[:, number])
        games += batch.size
        for id in uses.keys() - set(names):
            for side in uses[id]:
                side.count += batch.size
    return [row("taken", sides[0].mean, sides[1].mean, sides[2], max(0.01, PART * sides[0].mean), piece=id)
            for id, sides in sorted(uses.items())]


def padded(games: int) -> Moments:
    """The moments of so many games in which a piece was not seen."""
    return Moments(count=float(games))


def of_worth(one: Folder, other: Folder) -> list[dict[str, Any]]:
    """What every piece adds to the chance to win, from the regressions of the two runs."""
    before, after = ({str(piece["id"]): piece for piece in pieces(folder)} for folder in (one, other))
    found = []
    for id in sorted(before.keys() & after.keys()):
        old, new = (side[id] for side in (before, after))
        change = float(str(new["adds"])) - float(str(old["adds"]))
        error = math.hypot(half(old), half(new)) / NORMAL
        chance = math.erfc(abs(change) / error / math.sqrt(2)) if error else 1.0
        takers = min(int(str(old["takers"])), int(str(new["takers"])))
        found.append({"kind": "adds", "piece": id, "a": old["adds"], "b": new["adds"], "change": round(change, 5),
                      "interval": rounded(change - NORMAL * error, change + NORMAL * error, digits=5), "chance": chance,
                      "size": SHARE, "needed": math.ceil(takers * (error / SHARE * (NORMAL + 0.8416)) ** 2)})
    return found


def half(piece: Data) -> float:
    """Half of the interval of what a piece adds."""
    span = piece["adds_interval"]
    assert isinstance(span, list)
    return float(span[1] - span[0]) / 2
