"""The table of Château Combo: the tableaux, the two places, whose turn it is and what is being carried out."""
from __future__ import annotations

from typing import Final, get_args

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from chateaux.engine.chance import Chance
from chateaux.engine.data import Choice
from chateaux.engine.game import Game, State
from chateaux.games.chateau_combo.board import Board, Place
from chateaux.games.chateau_combo.pieces import Pieces
from chateaux.games.chateau_combo.schema import Phase

PHASES: Final[list[Phase]] = list(get_args(Phase))
TAKING: Final[i64] = 0
CHOOSING: Final[i64] = 1
DISCARDING: Final[i64] = 2
FILLING: Final[i64] = 3
OVER: Final[i64] = 4

NOBODY: Final[i64] = -1  # begins, as long as no position is read


@mypyc_attr(acyclic=True)
class Realm(State):
    """A position of Château Combo. Nothing in it is hidden but what the decks will give."""

    def __init__(self, game: Game, players: i64, options: dict[str, Choice], chance: Chance, pieces: Pieces,
                 boards: vec[Board], places: vec[Place], first: i64, player: i64, messenger: i64, key_used: bool,
                 phase: i64, card: i64, part: i64, fills: i64) -> None:
        super().__init__(game, players, options, chance)
        self.pieces: Pieces = pieces
        self.boards: vec[Board] = boards
        self.places: vec[Place] = places
        self.first: i64 = first
        self.player: i64 = player
        self.messenger: i64 = messenger  # the place it stands at
        self.key_used: bool = key_used
        self.phase: i64 = phase
        self.card: i64 = card  # the card whose effect is being carried out,
        self.part: i64 = part  # its next part,
        self.fills: i64 = fills  # and how many purses may still be filled

    def may_move(self) -> bool:
        """A key moves the messenger, unless the other place is exhausted."""
        return (not self.key_used and self.boards[self.player].keys > 0
                and not self.places[1 - self.messenger].exhausted)
