"""The whole ladder: every game, mode and number of players: `python -m bench.ladder`.

    nice -n 10 python -m bench.ladder --out docs --kept build/ladder.jsonl --games 400 --seed 80000000

Each level plays the one below, the King also who was King before (`elder`), and, at a plain table of two, OpenSpiel's
search with the same time a move (`bench.spiel`). A pair stops as soon as it is decided, or after so many games. Every
table that was played is a line of the file, so that a run that was stopped goes on where it was; a line counts as long
as it was played by the same rules, pieces, figures and specs. Kings think 200 iterations. `--minutes` ends a run in
good order, and what is not there yet is left out of the page.
"""
from __future__ import annotations

import argparse
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
from chateaux.bots.command import save
from chateaux.bots.ladder import Ladder, Pair, Played, Seating, Standing, play, seatings
from chateaux.bots.levels import written
from chateaux.engine.data import Choice
from chateaux.engine.judgement import LEARNED
from chateaux.engine.parts import folder

SEED: Final = 80_000_000  # of the first deal; nothing was tuned on these
EVERYBODY: Final = ("random", *LEVELS)
ELDER: Final = "elder"
TIMED: Final[dict[str, tuple[dict[str, Choice], ...]]] = {
    "chateau-fort": ({"mode": "timed", "rounds": 20},)}  # neither means anything without the other


class Setting(NamedTuple):
    """A kind of table."""

    game: str
    players: int
    options: dict[str, Choice]


def tables(game: chateaux.Game) -> Iterator[Setting]:
    """The plain game for every number of players, and each variant for the fewest and the most."""
    variants: list[dict[str, Choice]] = [dict(each) for each in TIMED.get(game.id, ())] or [
        {name: choice} for name, option in game.options.items() for choice in option.choices
        if choice != option.default]
    for players in game.players:
        yield Setting(game.id, players, {})
    for players in (game.players[0], game.players[-1]):
        for options in variants:
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

    def play(self, table: Seating) -> Played:
        """What was played, or is now."""
        key = key_of(table)
        if key not in self.found:
            self.found[key] = against(table) if ISMCTS in table.specs else play(table)
            if self.path is not None:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                with self.path.open("a", encoding="utf-8") as lines:
                    lines.write(json.dumps([key, *vars(self.found[key]).values()]) + "\n")
        return self.found[key]


def key_of(table: Seating) -> str:
    """The same for tables at which the same happens."""
    game = chateaux.game(table.game)
    path = folder(game) / LEARNED
    learned = path.read_bytes() if path.exists() else b""
    told = [game.id, game.rules_version, game.digest, hashlib.sha256(learned).hexdigest(), game.settled(table.options),
            table.seed, [written(spec, by_iterations=True) for spec in table.specs]]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:24]


def met(ladder: Ladder, pair: Pair, kept: Kept, until: float) -> bool:
    """Play a pair until it is decided; whether there was time for that."""
    every = itertools.islice(seatings(ladder.game.id, pair.one, pair.other, ladder.players, ladder.options,
                                      seed=ladder.seed), ladder.games)
    for table in every:
        if time.monotonic() > until:
            return False
        ladder.count(pair, table, kept.play(table))
        if len(pair.results) % 2 == 0 and pair.verdict() is not None:
            return True
    return True


def pairs(setting: Setting, bots: list[str], spiel: bool) -> list[Pair]:
    """Who meets whom: neighbours, the King and who was King before, and at a plain table of two OpenSpiel's search."""
    found = [Pair(one, other) for one, other in itertools.pairwise(bots)]
    if "king" in bots:
        found.append(Pair(ELDER, "king"))
        if spiel and setting.players == 2 and not setting.options:
            found.append(Pair(ISMCTS, "king"))
    return found


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("names", nargs="*", default=sorted(chateaux.games()), metavar="game")
    ask.add_argument("--out", type=Path, default=Path("docs"))
    ask.add_argument("--kept", type=Path, default=None, help="a file for every table that was played")
    ask.add_argument("--games", type=int, default=400)
    ask.add_argument("--bots", default=",".join(EVERYBODY))
    ask.add_argument("--spiel", action="store_true", help="OpenSpiel's search beside the King, at plain tables of two")
    ask.add_argument("--minutes", type=float, default=1e9)
    ask.add_argument("--seed", type=int, default=SEED)
    said = ask.parse_args()
    until, kept = time.monotonic() + 60 * said.minutes, Kept(said.kept)
    bots = said.bots.split(",")
    for setting in itertools.chain.from_iterable(tables(chateaux.game(name)) for name in said.names):
        ladder = Ladder(setting.game, [*bots, ELDER], setting.players, said.games, setting.options, neighbours=True,
                        seed=said.seed)
        ladder.standings[ISMCTS] = Standing(ISMCTS)
        ladder.pairs = []
        for pair in pairs(setting, bots, said.spiel):
            in_time = met(ladder, pair, kept, until)
            if not pair.results:
                continue
            ladder.pairs.append(pair)
            low, high = pair.interval
            print(f"{setting.game} {setting.players}p {setting.options or ''}: {pair.one} – {pair.other} "
                  f"{100 * pair.mean:.1f} % [{100 * low:.0f}–{100 * high:.0f}] of {len(pair.results)}: "
                  f"{pair.verdict() or 'not decided'}{'' if in_time else ', no more time'}", flush=True)
        if ladder.pairs:
            names = {name for pair in ladder.pairs for name in (pair.one, pair.other)}
            ladder.specs = [spec for spec in ladder.standings if spec in names]
            ladder.standings = {spec: ladder.standings[spec] for spec in ladder.specs}
            save(ladder.to_data(), said.out)


if __name__ == "__main__":
    main()
