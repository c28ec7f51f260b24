"""Which bots there are, and how one is written down: a name and its settings, `search:seconds=1.5`.

A bot of another package registers an entry point of the group `chateaux.bots`, name = "package.module:Class",
with a subclass of `Bot` (or any callable that takes `spec`, `game` and its settings and returns one).
"""
from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from importlib.metadata import entry_points
from typing import Final

from chateaux.bots.bot import Bot, Budget
from chateaux.bots.greedy import GreedyBot, RandomBot
from chateaux.bots.levels import LEVELS, characters, written
from chateaux.bots.thinkers import Adviser, Elder, SearchBot
from chateaux.engine.data import Observation
from chateaux.engine.game import Game

GROUP: Final = "chateaux.bots"
Maker = Callable[..., Bot]  # settings differ from bot to bot
OWN: Final[dict[str, Maker]] = {
    "random": RandomBot, "greedy": GreedyBot, "search": SearchBot, "adviser": Adviser, "elder": Elder}
_made: dict[str, Maker] = {}


class BadSpec(ValueError):
    """A bot that does not exist or a setting it does not have, in a sentence."""


def bots() -> dict[str, Maker]:
    """Every kind of bot by its name, those of other packages included.

    >>> sorted(bots())[:3]
    ['adviser', 'elder', 'greedy']
    """
    if not _made:
        _made.update(OWN)
        for point in entry_points(group=GROUP):
            _made[point.name] = point.load()
    return dict(_made)


def at_tables() -> list[str]:
    """The bots that may sit at a table: strength is bought with the house's time, so only by level or by a name
    that whoever runs the house has installed.

    >>> at_tables()[:5]
    ['page', 'page-builder', 'page-raider', 'page-gambler', 'squire']
    """
    return [*characters(), "random", *installed()]


def installed() -> list[str]:
    """The bots of other packages."""
    return sorted(set(bots()) - set(OWN))


def bot(spec: str, game: Game | None = None) -> Bot:
    """The bot a spec string or the name of a level means; `game` only for somebody's own set of pieces.

    >>> bot("search:iterations=50")
    bot('search:iterations=50')
    >>> bot("oracle")
    Traceback (most recent call last):
    ...
    chateaux.bots.registry.BadSpec: There is no bot 'oracle'; there are adviser, elder, greedy, random, search, and the
    levels page, squire, knight, king.
    """
    name, _, rest = written(spec).partition(":")
    maker = bots().get(name)
    if maker is None:
        raise BadSpec(f"There is no bot {name[:40]!r}; there are {', '.join(sorted(bots()))}, "
                      f"and the levels {', '.join(LEVELS)}.")
    settings = read_settings(name, rest)
    known = [key for key in inspect.signature(maker).parameters if key not in ("spec", "game")]
    for key in settings:
        if key not in known:
            raise BadSpec(f"The bot {name!r} has no setting {key!r}; it has {', '.join(known) or 'none'}.")
    try:
        return maker(spec=spec, game=game, **settings)
    except (TypeError, ValueError) as error:
        raise BadSpec(f"The bot {spec[:80]!r} cannot be made: {error}") from error


def read_settings(name: str, text: str) -> dict[str, int | float | bool | str]:
    """`iterations=200,warmth=2.5` as numbers, truths and words."""
    settings: dict[str, int | float | bool | str] = {}
    for item in filter(None, text.split(",")):
        key, sign, value = item.partition("=")
        if not sign or not key.strip().isidentifier():
            raise BadSpec(f"The settings of {name!r} are written name=value, not {item[:40]!r}.")
        settings[key.strip()] = read_value(value.strip())
    return settings


def read_value(text: str) -> int | float | bool | str:
    """A number, yes or no, or a word.

    >>> read_value("20"), read_value("0.5"), read_value("no"), read_value("calm")
    (20, 0.5, False, 'calm')
    """
    if text in ("yes", "no"):
        return text == "yes"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def choose(spec: str, observation: Mapping[str, object], seconds: float | None = None) -> int:
    """A bot's action for an observation given as data: what a worker process is sent, and all it is sent."""
    budget = None if seconds is None else Budget(seconds=seconds)
    return bot(spec).choose(Observation.from_data(observation), budget)
