"""How much of a game is luck, and how much thought: `python -m bench.ceiling GAME`.

    python -m bench.ceiling chateau-fort --games 200 --seed 95000000 --option mode=timed --option rounds=20

Three players meet a King of 200 iterations on the same deals, seats exchanged: one with four times and one with sixteen
times the thought, and one that is told the future: every hidden piece, what will be drawn and how the dice fall, from
the true position, with the same judgement and as many iterations as the King. No bot can do this, for it is shown what
nobody may know. The first two tell what thought alone could still bring, the third what knowledge could.
"""
from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from typing import Final

import chateaux
from chateaux.bots import bot
from chateaux.bots.bot import seed_of
from chateaux.bots.command import read_options
from chateaux.bots.search import Search
from chateaux.bots.thinkers import EXPLORATION, TRUST, SearchBot
from chateaux.engine.data import Choice

SEED: Final = 95_000_000  # of the first deal; nothing was tuned on these
KING: Final = 200
Player = Callable[[chateaux.State, int], int]


def thinker(iterations: int) -> Player:
    """A King of so many iterations, who is shown what the seat may know."""
    mind = bot(f"search:iterations={iterations}")
    return lambda state, seat: mind.choose(state.observe(seat))


def seer(iterations: int) -> Player:
    """One who is told what will come."""
    mind = SearchBot()

    def choose(state: chateaux.State, seat: int) -> int:
        if len(state.actions(seat)) == 1:
            return state.actions(seat)[0]
        seen = state.observe(seat)
        judgement = mind.judgement(seen)
        outlook = mind.outlook_for(seen, judgement)
        horizon = judgement.horizon if outlook is None else outlook.horizon
        search = Search(state.clone(), seat, judgement, seed_of(seen), EXPLORATION, horizon, judgement.warmth,
                        judgement.margin, judgement.through_chance, TRUST if judgement.network else 0.0, True, outlook)
        search.run(iterations, 0.0)
        return search.found()[0][0]

    return choose


def share(game: chateaux.Game, one: Player, other: Player, players: int, options: dict[str, Choice], games: int,
          seed: int) -> str:
    """What the one wins in every seat of the same deals, with its 95 % interval."""
    deals: list[float] = []
    for number in range(max(2, games // players)):
        won = 0.0
        for own in range(players):
            state = game.new(players, seed + number, options)
            while state.to_act:
                seat = state.to_act[0]
                state.play((one if seat == own else other)(state, seat), seat)
            won += (own in state.winners()) / len(state.winners()) / players
        deals.append(won)
    mean = sum(deals) / len(deals)
    error = 1.96 * math.sqrt(sum((won - mean) ** 2 for won in deals) / (len(deals) - 1) / len(deals))
    return f"{100 * mean:.1f} % [{100 * (mean - error):.0f}–{100 * (mean + error):.0f}] of {len(deals) * players} games"


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("game")
    ask.add_argument("--players", type=int, default=2)
    ask.add_argument("--games", type=int, default=200)
    ask.add_argument("--option", action="append", default=[])
    ask.add_argument("--iterations", type=int, default=KING)
    ask.add_argument("--seed", type=int, default=SEED)
    ask.add_argument("--who", default="4,16,told")
    said = ask.parse_args()
    game, options = chateaux.game(said.game), read_options(said.option)
    king = thinker(said.iterations)
    for who in said.who.split(","):
        player = seer(said.iterations) if who == "told" else thinker(said.iterations * int(who))
        name = "told the future" if who == "told" else f"{who} times the thought"
        found = share(game, player, king, said.players, options, said.games, said.seed)
        print(f"{said.game} {said.players}p {' '.join(said.option)}: {name} v a King of {said.iterations} iterations: "
              f"{found}, even would be {100 / said.players:.0f} %", flush=True)


if __name__ == "__main__":
    main()
