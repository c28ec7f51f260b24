"""Bots: they choose an action from what one seat may know, and from nothing else.

`bot("search:iterations=2000").choose(observation)` is an action number; `.hints(observation)` are the
best actions with the estimated chance to win. A bot knows a game only through the engine's contract and
through the game's own `judgement` module, if it has one (see `chateaux.engine.judgement`):

    def judgement(game: Game) -> Judgement

    class Judgement:                       # override what helps; every position is an imagined one
        spread, margin, horizon, warmth, through_chance          # figures, tuned with the ladder
        def worth(self, state, seat) -> float                    # points this seat may expect at the end
        def rate(self, state, seat, actions) -> vec[float]       # how good each action looks, in such points
        def pick(self, state, seat, actions, chance) -> i64      # an action for a rollout, quickly

A bot of another package registers under the entry point group `chateaux.bots` (see `registry`).
"""
from chateaux.bots.bot import Bot, Budget, Hint, NothingToChoose
from chateaux.bots.levels import LEVELS, TEMPERS, Level, level, parted
from chateaux.bots.registry import BadSpec, at_tables, bot, bots, choose, installed

__all__ = ["LEVELS", "TEMPERS", "BadSpec", "Bot", "Budget", "Hint", "Level", "NothingToChoose", "at_tables", "bot",
           "bots", "choose", "installed", "level", "parted"]
