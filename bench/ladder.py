"""The whole ladder: every game, mode and number of players: `python -m bench.ladder`.

    nice -n 10 python -m bench.ladder --out docs --kept build/ladder.jsonl --games 400 --seed 80000000

Each level plays the one below, the King also who was King before (`elder`, where his figures were others), and
OpenSpiel's search with the same time a move (`--spiel`, see `bench.spiel`). A pair stops as soon as it is decided, or
after so many games. Every table that was played is a line of the file, so that a run that was stopped goes on where it
was; a line counts as long as it was played by the same rules, pieces, figures and specs. Kings think 200 iterations.
`--minutes` ends a run in good order; `--now levels` plays only neighbours, `--now elder` and `--now ismcts` only those
pairs of the King, at plain tables alone with `--plain`, and everything else counts as far as the file holds it. So what
matters most can be played first. A pair of fewer than 40 games is left out of the page. `--anchors FILE` then writes
where ratings put the levels (`tables/anchors.json`): the mean of their lead over a Squire at all tables of a game.
"""
from __future__ import annotations

import argparse
import copy
import hashlib
import itertools
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import chateaux
from bench.spiel import ISMCTS, against
from chateaux.bots import LEVELS
from chateaux.bots.command import FIGURES, save
from chateaux.bots.ladder import FEWEST, Ladder, Pair, Played, Seating, Standing, play, seatings
from chateaux.bots.levels import USUAL, written
from chateaux.engine.data import Choice, Data
from chateaux.engine.judgement import LEARNED
from chateaux.engine.outlook import OUTLOOKS
from chateaux.engine.parts import folder

SEED: Final = 80_000_000  # of the first deal; nothing was tuned on these
EVERYBODY: Final = ("random", *LEVELS)
ELDER: Final = "elder"
LEVEL: Final = "levels"
TIMED: Final[dict[str, tuple[dict[str, Choice], ...]]] = {
    "chateau-fort": ({"mode": "timed", "rounds": 20},)}  # neither means anything without the other


class Setting(NamedTuple):
    """A kind of table."""

    game: str
    players: int
    options: dict[str, Choice]


def tables(game: chateaux.Game) -> Iterator[Setting]:
    """The plain game and each variant, for every number of players."""
    variants: list[dict[str, Choice]] = [dict(each) for each in TIMED.get(game.id, ())] or [
        {name: choice} for name, option in game.options.items() for choice in option.choices
        if choice != option.default]
    for options in ({}, *variants):
        for players in game.players:
            yield Setting(game.id, players, options)


class Kept:
    """Tables that were played, one a line; those of other rules, pieces or figures are passed over."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.found: dict[str, Played] = {}
        if path is not None and path.exists():
            for line in path.read_text("utf-8").splitlines():
                key, *played = json.loads(line)
                self.found[key] = Played(*played)

    def play(self, table: Seating, now: bool = True) -> Played | None:
        """What was played, or is now; nothing where it is not to be played now."""
        key = key_of(table)
        if key not in self.found:
            if not now:
                return None
            self.found[key] = against(table) if ISMCTS in table.specs else play(table)
            if self.path is not None:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                with self.path.open("a", encoding="utf-8") as lines:
                    lines.write(json.dumps([key, *vars(self.found[key]).values()]) + "\n")
        return self.found[key]


def key_of(table: Seating) -> str:
    """The same for tables at which the same happens."""
    game = chateaux.game(table.game)
    home = folder(game)
    learned = b"".join(path.read_bytes() for path in (home / LEARNED, *sorted((home / OUTLOOKS).glob("*.json")))
                       if path.exists())
    told = [game.id, game.rules_version, game.digest, hashlib.sha256(learned).hexdigest(), game.settled(table.options),
            table.seed, [written(spec, by_iterations=True) for spec in table.specs]]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:24]


def met(ladder: Ladder, pair: Pair, kept: Kept, until: float) -> bool:
    """Play a pair until it is decided; whether there was time for that. What is kept takes none."""
    every = itertools.islice(seatings(ladder.game.id, pair.one, pair.other, ladder.players, ladder.options,
                                      seed=ladder.seed), ladder.games)
    for table in every:
        played = kept.play(table, now=time.monotonic() < until)
        if played is None:
            return False
        ladder.count(pair, table, played)
        if len(pair.results) % 2 == 0 and pair.verdict() is not None:
            return True
    return True


def pairs(game: chateaux.Game, bots: list[str], spiel: bool) -> list[Pair]:
    """Who meets whom: neighbours; the King also who was King before, if it is another, and OpenSpiel's search."""
    found = [Pair(one, other) for one, other in itertools.pairwise(bots)]
    if "king" in bots:
        if (folder(game) / LEARNED).exists() or (folder(game) / OUTLOOKS).exists():
            found.append(Pair(ELDER, "king"))
        if spiel:
            found.append(Pair(ISMCTS, "king"))
    return found


def kind_of(pair: Pair) -> str:
    """What `--now` calls it."""
    return pair.one if pair.one in (ELDER, ISMCTS) else LEVEL


def anchors(tables: list[Data]) -> dict[str, dict[str, int]]:
    """By game and level, the lead over a Squire in Elo, on the mean of all tables that were played by iterations."""
    found: dict[str, dict[str, list[int]]] = {}
    for table in tables:
        standings = table["bots"]
        assert isinstance(standings, list)
        elo = {row["bot"]: row["elo"] for row in standings if row["games"] >= FEWEST}
        if not table["timed"] and USUAL in elo:
            for level in LEVELS:
                if level in elo:
                    found.setdefault(str(table["game"]), {}).setdefault(level, []).append(elo[level] - elo[USUAL])
    return {game: {level: round(sum(leads) / len(leads)) for level, leads in sorted(levels.items())}
            for game, levels in sorted(found.items())}


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("names", nargs="*", default=sorted(chateaux.games()), metavar="game")
    ask.add_argument("--out", type=Path, default=Path("docs"))
    ask.add_argument("--kept", type=Path, default=None, help="a file for every table that was played")
    ask.add_argument("--games", type=int, default=400)
    ask.add_argument("--bots", default=",".join(EVERYBODY))
    ask.add_argument("--spiel", action="store_true", help="OpenSpiel's search beside the King")
    ask.add_argument("--now", default=",".join((LEVEL, ELDER, ISMCTS)), help="the kinds of pairs that are played now")
    ask.add_argument("--plain", action="store_true", help="play now only at tables without options")
    ask.add_argument("--minutes", type=float, default=1e9)
    ask.add_argument("--seed", type=int, default=SEED)
    ask.add_argument("--anchors", type=Path, default=None, help="a file for where ratings put the levels")
    said = ask.parse_args()
    until, kept = time.monotonic() + 60 * said.minutes, Kept(said.kept)
    bots, fewest = said.bots.split(","), min(FEWEST, said.games)
    for setting in itertools.chain.from_iterable(tables(chateaux.game(name)) for name in said.names):
        ladder = Ladder(setting.game, [*bots, ELDER], setting.players, said.games, setting.options, neighbours=True,
                        seed=said.seed)
        ladder.standings[ISMCTS] = Standing(ISMCTS)
        ladder.pairs = []
        for pair in pairs(ladder.game, bots, said.spiel):
            now = kind_of(pair) in said.now.split(",") and not (said.plain and setting.options)
            begun = copy.deepcopy(ladder.standings)
            in_time = met(ladder, pair, kept, until if now else 0.0)
            if len(pair.results) < fewest:  # too thin to tell of
                ladder.standings = begun
                continue
            ladder.pairs.append(pair)
            low, high = pair.interval
            print(f"{setting.game} {setting.players}p {setting.options or ''}: {pair.one} – {pair.other} "
                  f"{100 * pair.mean:.1f} % [{100 * low:.0f}–{100 * high:.0f}] of {len(pair.results)}: "
                  f"{pair.verdict() or 'not decided'}{'' if in_time else ', as far as it was played'}", flush=True)
        if ladder.pairs:
            names = {name for pair in ladder.pairs for name in (pair.one, pair.other)}
            ladder.specs = [spec for spec in ladder.standings if spec in names]
            ladder.standings = {spec: ladder.standings[spec] for spec in ladder.specs}
            save(ladder.to_data(), said.out)
    if said.anchors is not None:
        played = json.loads((said.out / FIGURES).read_text("utf-8"))
        said.anchors.write_text(json.dumps(anchors(played), indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
