"""The whole ladder: every game with the fewest and the most players, and every variant: `python -m bench.ladder`.

    nice -n 10 python -m bench.ladder --out docs --games 400 --seed 80000000

Takes hours. Each table is saved as soon as a pair of it is decided; `chateaux ladder` plays one of them.
"""
from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import chateaux
from chateaux.bots import LEVELS
from chateaux.bots.arena import Ladder, Pair
from chateaux.bots.command import save
from chateaux.engine.data import Choice

SEED = 80_000_000  # of the first deal; nothing was tuned on these


def tables(game: chateaux.Game) -> Iterator[tuple[int, dict[str, Choice]]]:
    """How many play, and with which options: the plain game, and each variant by itself."""
    few, many = game.players[0], game.players[-1]
    yield few, {}
    yield many, {}
    for name, option in game.options.items():
        for choice in option.choices:
            if choice != option.default:
                yield few, {name: choice}


def kept(ladder: Ladder, out: Path, pair: Pair) -> None:
    """Save what has been played so far, after each pair."""
    save(ladder.to_data(), out)


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("names", nargs="*", default=sorted(chateaux.games()), metavar="game")
    ask.add_argument("--out", type=Path, default=Path("docs"))
    ask.add_argument("--games", type=int, default=400)
    ask.add_argument("--bots", default=",".join(["random", *LEVELS]))
    ask.add_argument("--elder", action="store_true", help="the King of before beside the King, at two")
    ask.add_argument("--jobs", type=int, default=1)
    ask.add_argument("--seed", type=int, default=SEED)
    said = ask.parse_args()
    for name in said.names:
        for players, options in tables(chateaux.game(name)):
            everybody = said.bots.split(",") + (["elder"] if said.elder and players == 2 and not options else [])
            ladder = Ladder(name, everybody, players, said.games, options, neighbours=True, seed=said.seed)
            ladder.run(said.jobs, finished=partial(kept, ladder, said.out))
            for pair in ladder.pairs:
                low, high = pair.interval
                print(f"{name} {players}p {options}: {pair.one} – {pair.other} {100 * pair.mean:.1f} % "
                      f"[{100 * low:.0f}–{100 * high:.0f}] of {len(pair.results)}: {pair.verdict() or 'not decided'}",
                      flush=True)


if __name__ == "__main__":
    main()
