"""A game of another package, without any judgement: hidden hands, secret answers, and perfect play at Nim."""
from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from chateaux.bots import bot
from chateaux.engine.chance import Chance
from chateaux.engine.data import Choice, Data
from chateaux.engine.game import Game, State
from chateaux.engine.judgement import Judgement, judgement_of
from tests.toy import HIGH, KEEP, LOW, SWAP, Toy


class NimState(State):
    """Take 1 to 3 matches; who takes the last one wins."""

    def __init__(self, game: Game, players: int, options: dict[str, Choice], chance: Chance, left: int, turn: int,
                 won: int) -> None:
        super().__init__(game, players, options, chance)
        self.left, self.turn, self.won = left, turn, won

    def acting(self) -> i64:
        return 1 << self.turn if self.left else 0

    def legal(self, seat: i64) -> vec[i64]:
        return vec[i64](range(min(3, self.left)) if seat == self.turn else [])

    def apply(self, seat: i64, action: i64) -> None:
        self.left -= int(action) + 1
        self.won = self.turn if not self.left else -1
        self.turn = 1 - self.turn

    def clone(self) -> NimState:
        return NimState(self.game, self.players, self.options, self.chance.clone(), self.left, self.turn, self.won)

    def scores(self) -> list[int]:
        return [int(self.won == seat) for seat in range(2)]

    def position(self, seat: i64) -> Data:
        return {"left": self.left, "turn": self.turn}


class Nim(Game):
    def __init__(self) -> None:
        super().__init__("nim", range(2, 3), {}, 1, 3, [])

    def start(self, players: int, options: dict[str, Choice], chance: Chance) -> State:
        return NimState(self, players, options, chance, 10, 0, -1)

    def restore(self, players: int, options: dict[str, Choice], position: Data, chance: Chance) -> State:
        left, turn = position["left"], position["turn"]
        assert isinstance(left, int)
        assert isinstance(turn, int)
        return NimState(self, players, options, chance, left, turn, -1)


def test_a_game_without_judgement_is_judged_by_its_points() -> None:
    assert type(judgement_of(Nim())) is Judgement


def test_search_leaves_a_multiple_of_four_matches() -> None:
    game = Nim()
    thinker = bot("search:iterations=400", game)
    for left in (2, 3, 5, 6, 7, 9, 10, 11):
        state = game.load({"players": 2, "position": {"left": left, "turn": 0}})
        assert (left - 1 - thinker.choose(state.observe(0))) % 4 == 0


def test_greedy_takes_the_last_match() -> None:
    game = Nim()
    state = game.load({"players": 2, "position": {"left": 3, "turn": 1}})
    assert bot("greedy", game).choose(state.observe(1)) == 2


def test_search_keeps_a_high_hidden_card_and_swaps_a_low_one() -> None:
    game = Toy()
    thinker = bot("search:iterations=300", game)
    for card, wanted in ((1, SWAP), (2, SWAP), (6, KEEP), (7, KEEP)):
        state = game.load({"players": 2, "position": {"hands": [card, 4 if card != 4 else 5], "shown": [], "turn": 0,
                                                      "bets": [None, None]}})
        assert thinker.choose(state.observe(0)) == wanted


def test_secret_answers_are_chosen_at_once_and_may_be_changed() -> None:
    game = Toy()
    state = game.load({"players": 3, "position": {"hands": [1, 2, 3], "shown": [], "turn": 3, "bets": [None] * 3}})
    for spec in ("random", "greedy", "search:iterations=30"):
        for seat in range(3):
            assert bot(spec, game).choose(state.observe(seat)) in (HIGH, LOW)
    state.play(HIGH, 1)
    assert bot("search:iterations=30", game).choose(state.observe(1)) in (HIGH, LOW)  # it may change its mind


def test_another_seats_pending_answer_changes_nothing() -> None:
    game = Toy()
    start = game.load({"players": 3, "position": {"hands": [1, 2, 3], "shown": [], "turn": 3, "bets": [None] * 3}})
    found = []
    for answer in (HIGH, LOW):
        state = start.clone()
        state.play(answer, 2)
        found.append(bot("search:iterations=50", game).hints(state.observe(0)))
    assert found[0] == found[1]
