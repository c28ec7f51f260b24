"""A bot's own process: reads questions on its standard input, writes answers on its standard output.

A question is one line of JSON: the bot, an observation, and the pieces if they are not the house's
own. Nothing else ever reaches a bot. How long it thinks is part of what the bot is. The process
ends when its input does.
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


class Answer(msgspec.Struct):
    """What it answers: an action, or why there is none."""

    action: int = -1
    trouble: str = ""


def answer(asked: Asked) -> Answer:
    """Choose an action from an observation.

    >>> import chateaux
    >>> state = chateaux.game("chateau-combo").new(2)
    >>> seat = state.to_act[0]
    >>> answer(Asked("random", state.observe(seat).to_data())).action in state.actions(seat)
    True
    """
    observation = Observation.from_data(asked.observation)
    game = None if asked.pieces is None else game_of(observation.game, asked.pieces)
    return Answer(bot(asked.bot, game).choose(observation))


def main() -> None:
    """Answer until nobody asks any more."""
    if hasattr(os, "nice"):
        os.nice(5)  # people's clicks go first
    for line in sys.stdin.buffer:
        try:
            told = answer(msgspec.json.decode(line, type=Asked))
        except Exception as error:  # whatever a bot does wrong, the table must hear of it
            told = Answer(trouble=f"{type(error).__name__}: {error}"[:500])
        sys.stdout.buffer.write(msgspec.json.encode(told) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
