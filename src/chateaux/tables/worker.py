"""A bot's own process: reads questions on its standard input, writes answers on its standard output.

A question is one line of JSON: the bot, an observation, the pieces if they are not the house's own, and
whether its choice is wanted or hints for a person. Nothing else ever reaches a bot. How long it thinks is
part of what the bot is. The process ends when its input does.
"""
from __future__ import annotations

import os
import sys

import msgspec

from chateaux.bots import bot
from chateaux.engine.data import Data, Observation
from chateaux.tables.sets import game_of


class Asked(msgspec.Struct):
    """What a bot is asked."""

    bot: str
    observation: Data
    pieces: object = None
    hints: bool = False  # the best actions with their chances, instead of its choice


class Advice(msgspec.Struct):
    """An action worth considering."""

    action: int
    chance: float  # of the asking seat to win with it, as the bot reckons
    share: float  # of the thinking that was spent on it: how sure the bot is


class Answer(msgspec.Struct):
    """What it answers: an action or hints, or why there is none."""

    action: int = -1
    hints: list[Advice] = []
    trouble: str = ""


def answer(asked: Asked) -> Answer:
    """Choose an action from an observation, or tell what is worth considering.

    >>> import chateaux
    >>> state = chateaux.game("chateau-combo").new(2)
    >>> seat = state.to_act[0]
    >>> answer(Asked("random", state.observe(seat).to_data())).action in state.actions(seat)
    True
    >>> answer(Asked("greedy", state.observe(seat).to_data(), hints=True)).hints[0].action in state.actions(seat)
    True
    """
    observation = Observation.from_data(asked.observation)
    game = game_of(observation.game, asked.pieces, observation.rules_version)
    asked_bot = bot(asked.bot, game)
    if asked.hints:
        return Answer(hints=[Advice(hint.action, hint.chance, hint.share) for hint in asked_bot.hints(observation)])
    return Answer(asked_bot.choose(observation))


def main() -> None:
    """Answer until nobody asks any more."""
    if hasattr(os, "nice"):
        os.nice(int(sys.argv[1]) if len(sys.argv) > 1 else 5)  # people's clicks go first
    for line in sys.stdin.buffer:
        try:
            told = answer(msgspec.json.decode(line, type=Asked))
        except Exception as error:  # whatever a bot does wrong, the table must hear of it
            told = Answer(trouble=f"{type(error).__name__}: {error}"[:500])
        try:
            sys.stdout.buffer.write(msgspec.json.encode(told) + b"\n")
            sys.stdout.buffer.flush()
        except BrokenPipeError:  # the server was killed; nobody is left to be told
            os._exit(0)


if __name__ == "__main__":
    main()
