"""Last Stone: a ruined wall of 15 to 20 stones; in turn, carry one, two or three away. Who takes the last one wins."""
from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from chateaux.engine.actions import Actions
from chateaux.engine.chance import Chance
from chateaux.engine.data import BadPosition, Choice, Data
from chateaux.engine.game import Game, State

LEAST, MOST, HANDFUL = 15, 20, 3
ACTIONS: Final = Actions()
TAKE: Final = ACTIONS.declare("take", HANDFUL, least=1)


class Wall(State):
    """How many stones are left, whose turn it is, and what everybody has carried away."""

    def __init__(self, game: Game, players: int, options: dict[str, Choice], chance: Chance, stones: int, turn: int,
                 carried: list[int]) -> None:
        super().__init__(game, players, options, chance)
        self.stones = stones
        self.turn = turn
        self.carried = carried

    def acting(self) -> i64:
        return 1 << self.turn if self.stones else 0

    def legal(self, seat: i64) -> vec[i64]:
        most = min(HANDFUL, self.stones) if seat == self.turn else 0
        return vec[i64]([ACTIONS.number(TAKE, count) for count in range(1, most + 1)])

    def apply(self, seat: i64, action: i64) -> None:
        count = int(ACTIONS.one[action])
        self.stones -= count
        self.carried[seat] += count
        self.emit("take", seat, {"count": count, "left": self.stones})
        if self.stones:
            self.turn = (self.turn + 1) % int(self.players)

    def clone(self) -> Wall:
        return Wall(self.game, int(self.players), self.options, self.chance.clone(), self.stones, self.turn,
                    self.carried[:])

    def scores(self) -> list[int]:
        """Only the last stone counts: its owner is the one whose turn it was."""
        return [int(not self.stones and seat == self.turn) for seat in range(int(self.players))]

    def breakdown(self, seat: int) -> list[Data]:
        return [{"kind": "last", "points": self.scores()[seat]}]

    def text(self, action: int) -> str:
        return f"take {ACTIONS.one[action]}"

    def asks(self, seat: i64) -> Data:
        return {"kind": "take", "count": self.stones}

    def steps(self, seat: i64, action: i64) -> list[list[str]]:
        return [[f"take-{ACTIONS.one[action]}"]]

    def position(self, seat: i64) -> Data:
        """Nothing is hidden here, so every seat sees the same."""
        return {"stones": self.stones, "turn": self.turn, "carried": self.carried[:]}

    def check(self) -> None:
        if not LEAST <= self.stones + sum(self.carried) <= MOST:
            raise BadPosition(f"The wall had {LEAST} to {MOST} stones, not {self.stones + sum(self.carried)}.")


class LastStone(Game):
    """The game itself: how it starts, and how a position is read back."""

    def __init__(self) -> None:
        super().__init__("last-stone", range(2, 5), {}, 1, ACTIONS.count, {"stones": [LEAST, MOST]})

    def start(self, players: int, options: dict[str, Choice], chance: Chance) -> State:
        stones = LEAST + int(chance.below(MOST - LEAST + 1))
        return Wall(self, players, options, chance, stones, 0, [0] * players)

    def restore(self, players: int, options: dict[str, Choice], position: Data, chance: Chance) -> State:
        stones, turn, carried = position["stones"], position["turn"], position["carried"]
        if not (isinstance(stones, int) and isinstance(turn, int) and isinstance(carried, list)
                and len(carried) == players and 0 <= turn < players and stones >= 0):
            raise BadPosition("A position of Last Stone has stones, a turn, and what each player has carried.")
        return Wall(self, players, options, chance, stones, turn, [int(count) for count in carried])


GAME = LastStone()
