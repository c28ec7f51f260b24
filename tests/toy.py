"""A toy game with hidden cards, small enough to see through; `Toy(leak=…)` plants a fault.

Each seat holds one hidden card of 1 to 7. In turn, a seat keeps its card or exchanges it for one of
the pile, showing the old card to everybody. Then all secretly bet high or low at once. The highest
card wins.
"""
from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from chateaux.engine.chance import Chance, bits
from chateaux.engine.data import EVERYTHING, BadPosition, Choice, Data, Observation
from chateaux.engine.game import Game, State

KEEP, SWAP, HIGH, LOW = range(4)
CARDS = 7
PILE = sum(1 << card for card in range(1, CARDS + 1))


class ToyState(State):
    """A position of the toy game."""

    def __init__(self, game: Toy, players: int, options: dict[str, Choice], chance: Chance, hands: list[int],
                 shown: list[int], turn: int, bets: list[int | None]) -> None:
        super().__init__(game, players, options, chance)
        self.toy = game
        self.hands = hands
        self.shown = shown
        self.turn = turn  # == players: everybody bets; players + 1: over
        self.bets = bets

    def pile(self) -> int:
        mask = PILE
        for card in self.hands + self.shown:
            mask &= ~(1 << card)
        return mask

    def acting(self) -> i64:
        if self.turn < self.players:
            return 1 << self.turn
        return sum(1 << seat for seat, bet in enumerate(self.bets) if bet is None) if self.turn == self.players else 0

    def legal(self, seat: i64) -> vec[i64]:
        if seat == self.turn:
            if self.toy.leak == "actions" and any(card == CARDS for card in self.hands):
                return vec[i64]([KEEP])
            return vec[i64]([KEEP, SWAP])
        return vec[i64]([HIGH, LOW] if self.turn == self.players and seat >= 0 else [])

    def apply(self, seat: i64, action: i64) -> None:
        if action == SWAP:
            old = self.hands[seat]
            new = self.chance.choose(self.pile(), bits(self.pile()))
            self.hands[seat] = new
            self.shown.append(old)
            self.shown.sort(reverse=self.toy.leak == "order" and new < 4)
            self.revealed = True
            if self.toy.leak == "event":
                self.emit("swap", seat, {"card": old, "new": new})
            else:
                self.whisper("swap", seat, {"card": old}, {"new": new}, 1 << int(seat))
        if action in (KEEP, SWAP):
            self.turn += 1
        else:
            self.bets[seat] = int(action)
            if None not in self.bets:
                self.turn += 1
                self.revealed = True

    def clone(self) -> ToyState:
        hands = self.hands if self.toy.leak == "clone" else self.hands[:]
        return ToyState(self.toy, self.players, self.options, self.chance.clone(), hands, self.shown[:], self.turn,
                        self.bets[:])

    def redeal(self, seat: i64, chance: Chance) -> None:
        if self.turn > self.players:
            return
        unknown = [other for other in range(self.players) if other != seat]
        for other in unknown:
            self.hands[other] = 0
        for other in unknown:
            self.hands[other] = chance.choose(self.pile() & ~1, bits(self.pile() & ~1))
            if self.bets[other] is not None:
                self.bets[other] = HIGH + chance.below(2)
        if self.toy.leak == "redeal":
            self.hands = sorted(self.hands)

    def scores(self) -> list[int]:
        return self.hands[:] if self.turn > self.players else [0] * self.players

    def breakdown(self, seat: int) -> list[Data]:
        return [{"kind": "card", "points": self.scores()[seat]}]

    def text(self, action: int) -> str:
        return ("keep", "swap", "high", "low")[action]

    def asks(self, seat: i64) -> Data:
        if self.toy.leak == "prompt":
            return {"kind": "turn", "best": max(self.hands)}
        return {"kind": "turn"}

    def steps(self, seat: i64, action: i64) -> list[list[str]]:
        return [[self.text(action)]]

    def position(self, seat: i64) -> Data:
        known = [other for other in range(self.players)
                 if seat in (EVERYTHING, other) or self.turn > self.players or self.toy.leak == "position"]
        return {"hands": [card if other in known else None for other, card in enumerate(self.hands)],
                "shown": self.shown[:], "turn": self.turn,
                "bets": [bet if bet is None or other in known else "?" for other, bet in enumerate(self.bets)]}

    def check(self) -> None:
        if bits(self.pile()) + len(self.hands) + len(self.shown) != CARDS:
            raise BadPosition("A card is in two places.")


class Toy(Game):
    """The toy game, whole or with a planted fault."""

    def __init__(self, leak: str = "") -> None:
        super().__init__("toy", range(2, 4), {}, 1, 4, [])
        self.leak = leak

    def start(self, players: int, options: dict[str, Choice], chance: Chance) -> State:
        state = ToyState(self, players, options, chance, [0] * players, [], 0, [None] * players)
        state.redeal(-1, chance)
        return state

    def restore(self, players: int, options: dict[str, Choice], position: Data, chance: Chance) -> State:
        hands, shown, turn, bets = (position[name] for name in ("hands", "shown", "turn", "bets"))
        assert isinstance(hands, list)
        assert isinstance(shown, list)
        assert isinstance(turn, int)
        assert isinstance(bets, list)
        return ToyState(self, players, options, chance, [card or 0 for card in hands], shown[:], turn,
                        [HIGH if bet == "?" else bet for bet in bets])

    def view(self, observation: Observation) -> Data:
        return {"table": observation.position}


GAME = Toy()
