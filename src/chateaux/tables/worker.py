"""A bot's own process: reads questions on its standard input, writes answers on its standard output.

A question is one line of JSON: the bot, an observation, the pieces if they are not the house's own, and
whether its choice is wanted or hints for a person. Nothing else ever reaches a bot. How long it thinks is
part of what the bot is. The process ends when its input does.

The processes that go over finished games are of this kind too; what they are asked is a passage of a record. It may
come from anywhere, so they bind themselves to their memory.
"""
from __future__ import annotations

import os
import sys
import time

import msgspec

from chateaux.bots import bot
from chateaux.engine.data import Data, Observation
from chateaux.engine.record import Record
from chateaux.insight.analysis import Care, Step, stepping
from chateaux.tables.confined import confine
from chateaux.tables.sets import game_of


class Passage(msgspec.Struct, tag="passage"):
    """A finished game that is gone over, from one step on, for so many seconds."""

    record: str
    care: Care
    first: int
    before: list[float]  # the chances at that step; empty: not known
    seconds: float


class Query(msgspec.Struct, tag="query"):
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


class Reply(msgspec.Struct):
    """What it answers: an action or hints, or why there is none."""

    action: int = -1
    hints: list[Advice] = []
    steps: list[Step] = []
    after: list[float] = []  # the chances after the last of the steps
    trouble: str = ""


def answer(asked: Query) -> Reply:
    """Choose an action from an observation, or tell what is worth considering.

    >>> import chateaux
    >>> state = chateaux.game("chateau-combo").new(2)
    >>> seat = state.to_act[0]
    >>> answer(Query("random", state.observe(seat).to_data())).action in state.actions(seat)
    True
    >>> answer(Query("greedy", state.observe(seat).to_data(), hints=True)).hints[0].action in state.actions(seat)
    True
    """
    observation = Observation.from_data(asked.observation)
    game = game_of(observation.game, asked.pieces, observation.rules_version)
    asked_bot = bot(asked.bot, game)
    if asked.hints:
        found = asked_bot.hints(observation)
        return Reply(hints=[Advice(hint.action, hint.chance, hint.share) for hint in found
                             if hint.chance <= found[0].chance])  # what was thought about less never outshines the best
    return Reply(asked_bot.choose(observation))


def gone_over(asked: Passage) -> Reply:
    """The steps of a passage, at least one.

    >>> import chateaux
    >>> gone_over(Passage(chateaux.Record(chateaux.game("chateau-combo"), 2).to_json(), Care(), 0, [], 1))
    Traceback (most recent call last):
    ...
    chateaux.engine.data.BadRecord: Only a finished game is analysed: a running one gives nothing away.
    """
    told, until = Reply(), time.monotonic() + asked.seconds
    for step, after in stepping(Record.from_json(asked.record), asked.care, asked.first, asked.before):
        told.steps.append(step)
        told.after = after
        if time.monotonic() > until:
            break
    return told


def main() -> None:
    """Answer until nobody asks any more."""
    if hasattr(os, "nice"):
        os.nice(int(sys.argv[1]) if len(sys.argv) > 1 else 5)  # people's clicks go first
    if len(sys.argv) > 2:
        confine(int(sys.argv[2]))
    for line in sys.stdin.buffer:
        try:
            asked = msgspec.json.decode(line, type=Query | Passage)
            told = gone_over(asked) if isinstance(asked, Passage) else answer(asked)
        except Exception as error:  # whatever a bot does wrong, the table must hear of it
            told = Reply(trouble=f"{type(error).__name__}: {error}"[:500])
        try:
            sys.stdout.buffer.write(msgspec.json.encode(told) + b"\n")
            sys.stdout.buffer.flush()
        except BrokenPipeError:  # the server was killed; nobody is left to be told
            os._exit(0)


if __name__ == "__main__":
    main()
