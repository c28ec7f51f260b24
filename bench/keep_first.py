"""Château fort, timed: a player of few lines who builds the keep before any wall, against the house's bots.

    python -m bench.keep_first [knight] [--players 2,4] [--games 200] [--rounds 20] [--seed N]

By the rulebook's own points a keep is worth four walls at twice the price of one; who does not know it loses to this
player. It plays from an observation alone, as every bot does.
"""
from __future__ import annotations

import argparse
from typing import Any, Final

import chateaux
from bench.equals import SEED, shown
from chateaux.bots import Bot, bot
from chateaux.bots.bot import Budget
from chateaux.bots.levels import LEVELS
from chateaux.engine.data import Observation

UNITS: Final = {"mason": ("mason", 1), "stone1": ("stone", 1), "stone2": ("stone", 2), "peasant1": ("peasant", 1),
                "peasant2": ("peasant", 2)}


class KeepFirst(Bot):
    """Cards for the keep come to the site, and nothing is built before it; walls afterwards, or in the last round."""

    def choose(self, observation: Observation, budget: Budget | None = None) -> int:
        game, seat = self.game_of(observation), observation.seat
        state = game.worlds(observation).template
        position: Any = observation.position  # JSON data
        me = position["seats"][seat]
        box: Any = game.pieces
        price: dict[str, int] = box["costs"]["wall" if me["keeps"] else "keep"]
        have = dict.fromkeys(price, 0)
        for card, count in me["site"].items():
            name, units = UNITS[card]
            have[name] += units * count
        short = {name: price[name] - have[name] for name in price}
        rounds = observation.options["rounds"]
        last = bool(position.get("time_up")) or position["round"] == rounds
        hand = me["hand"]

        def wanted(card: str) -> bool:
            return card in UNITS and short[UNITS[card][0]] > 0

        def worth(action: int) -> float:
            verb, *rest = state.text(action).split()
            if verb == "build":
                return 100 if rest[0] == "keep" else 90 if me["keeps"] or last else -1
            if verb == "wheel":
                return 80 if sum(count for card, count in hand.items() if wanted(card)) >= 3 else -1
            if verb == "place":
                return 40 + short[UNITS[rest[0]][0]] if wanted(rest[0]) else -0.5
            if verb in ("fire", "gold", "mage", "witch"):
                rival = position["seats"][int(rest[0][1:])]
                cards: int = sum(rival["site"].values())
                return {"fire": 8 * cards, "gold": 45 if short["mason"] > 0 else 10, "mage": 20, "witch": 5}[verb]
            if verb == "alms":
                return 0 if wanted(rest[0]) else 1
            if verb == "discard":
                return -2 if wanted(rest[0]) else 2 if rest[0] in ("witch", "mage", *UNITS) else 1
            return 1 if verb == "defend" else 0

        return max(state.actions(seat), key=lambda action: (worth(action), -action))


def share(opponent: str, players: int, games: int, rounds: int, seed: int) -> float:
    """How many of the games a bot wins that sits at a table of players who build the keep first."""
    game = chateaux.game("chateau-fort")
    other, keeper = bot(LEVELS[opponent].ladder if opponent in LEVELS else opponent), KeepFirst()
    won = 0.0
    for number in range(games):
        state = game.new(players, seed + number // players, {"mode": "timed", "rounds": rounds})
        own = number % players
        while state.to_act:
            seat = state.to_act[0]
            state.play((other if seat == own else keeper).choose(state.observe(seat)), seat)
        won += (own in state.winners()) / len(state.winners())
    return won


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("bot", nargs="?", default="knight")
    ask.add_argument("--players", default="2,4")
    ask.add_argument("--games", type=int, default=200)
    ask.add_argument("--rounds", type=int, default=20)
    ask.add_argument("--seed", type=int, default=SEED)
    said = ask.parse_args()
    for players in map(int, said.players.split(",")):
        won = share(said.bot, players, said.games, said.rounds, said.seed)
        print(f"{said.bot} at a table of {players}, the others build the keep first, {said.rounds} rounds: "
              f"{shown(won, said.games)} of {said.games} games; even would be {100 / players:.0f} %", flush=True)


if __name__ == "__main__":
    main()
