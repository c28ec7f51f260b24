"""Outlooks: who is likely to win, learned from many games that were played from positions like this one.

A game's folder may hold files in `outlooks/`, one for each shape of its features (`engine.features`), so for each
number of players. Each is a small network that reads what a seat knows, in numbers, and says how much likelier or less
likely to win every seat is than the game's judgement thinks. It serves with the set of pieces that it was taught with;
with any other set the judgement judges alone.
"""
from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64

from chateaux.engine.data import Choice
from chateaux.engine.features import Features
from chateaux.engine.game import Game, State
from chateaux.engine.judgement import Judgement, terms_of
from chateaux.engine.network import Network
from chateaux.engine.parts import folder
from chateaux.engine.reading import typed
from chateaux.engine.schema import Foresight

OUTLOOKS: Final = "outlooks"


@final
class Outlook:
    """What a seat may expect by its features, beside what a judgement promises."""

    def __init__(self, features: Features, network: Network, horizon: int) -> None:
        self.features: Features = features
        self.network: Network = network
        self.horizon: i64 = horizon  # decisions a seat takes in a rollout before it is asked
        self.size: i64 = features.size

    def chances(self, state: State, eyes: i64, judgement: Judgement) -> vec[float]:
        """Each seat's chance to win, as one of them sees it; they add up to 1."""
        network = self.network
        network.read_whole(self.features.tell(state, eyes, vec[i16](capacity=self.size)))
        players: i64 = state.players
        doubt: float = judgement.doubt(state)
        shares = vec[float](capacity=players)
        best: float = -1.0e300
        for seat in range(players):
            after: i64 = seat - eyes if seat >= eyes else seat - eyes + players
            share: float = judgement.worth(state, seat) / doubt + network.output(after)
            if share > best:
                best = share
            shares = append(shares, share)
        total: float = 0.0
        for seat in range(players):
            share = math.exp(shares[seat] - best)
            shares[seat] = share
            total += share
        for seat in range(players):
            shares[seat] = shares[seat] / total
        return shares


def outlook_of(game: Game, judgement: Judgement, players: int, options: dict[str, Choice],
               shelf: Path | None = None) -> Outlook | None:
    """The outlook in a game's folder for so many players and these options; None where none was learned, or where it
    was learned with other pieces or beside another judgement. `shelf` is another folder of them.
    """
    shelf = shelf or folder(game) / OUTLOOKS
    if not shelf.is_dir():
        return None
    features: Features = game.features(players, options)
    path = shelf / f"{features.digest}.json"
    if not path.exists():
        return None
    found = typed(Foresight, json.loads(path.read_text("utf-8")), path.name)
    if found.game != game.id or found.pieces != game.digest or found.terms != terms_of(judgement):
        return None
    return Outlook(features, Network(features.size, found.hidden, features.players, found.weights), found.horizon)
