"""What a run plays: game, set, variants, bots, deals. It is data, written into the folder of the run, and it says all:
from a setting and the number of a batch follows every row of that batch, on any machine.
"""
from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

import msgspec

import chateaux
from chateaux.bots import bot
from chateaux.bots.levels import USUAL, written
from chateaux.engine.data import Choice
from chateaux.look.words import Words

SEED: Final = 5_000_000  # the first deal; neither the ladder nor any tuning of bots has seen these
BATCH: Final = 100  # games: seconds of work, kilobytes of rows


class Refused(ValueError):
    """What the lab cannot do, as a key of the translations and the parts of its sentence."""

    def __init__(self, key: str, **parts: object) -> None:
        super().__init__(Words("en").say(f"lab.refused.{key}", parts))
        self.key, self.parts = f"lab.refused.{key}", parts


class Batch(NamedTuple):
    """Some deals in a row with one number of players."""

    players: int
    first: int  # deal
    size: int

    @property
    def name(self) -> str:
        return f"{self.players}-players-{self.first:09d}"


class Setting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One run of the lab."""

    game: str
    rules_version: int
    digest: str  # of the set of pieces
    pieces: object  # the set itself, where it is not the house's
    players: list[int]
    options: dict[str, Choice]
    bots: list[str]  # by seat; they move up by one seat with every deal
    games: int  # for each number of players
    seed: int = SEED
    luck: int = 0  # of bots that choose by chance: another luck on the same deals
    batch: int = BATCH
    version: str = chateaux.__version__

    @property
    def batches(self) -> list[Batch]:
        """All batches, in the order in which they are played: every number of players gets its turn."""
        return [Batch(players, first, min(self.batch, self.games - first))
                for first in range(0, self.games, self.batch) for players in self.players]

    def bots_at(self, players: int, deal: int) -> list[str]:
        """Who sits where at a deal."""
        return [self.bots[(seat + deal) % len(self.bots)] for seat in range(players)]


def setting(game: chateaux.Game, players: str = "", bots: str = USUAL, games: int = 1000,
            options: Mapping[str, Choice] | None = None, seed: int = SEED, luck: int = 0,
            batch: int = BATCH) -> Setting:
    """A run, checked: BadOption, BadSpec or Refused say what cannot be.

    >>> setting(chateaux.game("chateau-combo"), "2-3", games=150).batches[:3]
    [Batch(players=2, first=0, size=100), Batch(players=3, first=0, size=100), Batch(players=2, first=100, size=50)]
    """
    specs = [spec.strip() for spec in bots.split("/" if "/" in bots else ",")]
    for spec in specs:
        made = bot(ladder_spec(spec), game)
        if "seconds=" in ladder_spec(spec):
            raise Refused("clock", bot=made.spec, example="search:iterations=40")
    if games < 1 or batch < 1:
        raise Refused("games")
    house = chateaux.games().get(game.id)
    own = None if house is not None and house.digest == game.digest else game.pieces
    return Setting(game.id, game.rules_version, game.digest, own, [game.seated(one) for one in numbers(players, game)],
                   game.settled(options), specs, games, seed, luck, batch)


def numbers(text: str, game: chateaux.Game) -> list[int]:
    """Numbers of players: `3`, `2-4`, `2,4`; all that the game allows where nothing is said.

    >>> numbers("2-4", chateaux.game("chateau-combo")), numbers("2,5", chateaux.game("chateau-combo"))
    ([2, 3, 4], [2, 5])
    """
    if not text:
        return list(game.players)
    found: list[int] = []
    for item in text.replace("–", "-").split(","):
        low, sign, high = item.strip().partition("-")
        if not low.isdecimal() or (sign and not high.isdecimal()):
            raise Refused("players", text=text[:40])
        found.extend(range(int(low), int(high if sign else low) + 1))
    if not found:
        raise Refused("players", text=text[:40])
    return sorted(set(found))


def ladder_spec(spec: str) -> str:
    """A bot as it thinks here: levels by iterations, so that everything can be repeated."""
    return written(spec, by_iterations=True)


@lru_cache(maxsize=8)
def game_of(id: str, digest: str, pieces: bytes) -> chateaux.Game:
    game = chateaux.game(id)
    if pieces:
        game = game.with_pieces(msgspec.json.decode(pieces))
    if game.digest != digest:
        raise Refused("other_pieces", game=id)
    return game


def game_at(found: Setting) -> chateaux.Game:
    """The game of a setting, with its set of pieces; made once."""
    return game_of(found.game, found.digest, b"" if found.pieces is None else msgspec.json.encode(found.pieces))
