"""Batches: many games of one kind advanced by one call, what is seen and what is legal written where it is read from.

Numbers lie in vecs, which everybody reads through the buffer protocol: `numpy.frombuffer(batch.masks, "u1")` copies
nothing, and `Arrays` beside this room does it for all of them. Nothing here needs NumPy, and no game is known.
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import Final, final

from librt.vecs import append, extend, vec
from mypy_extensions import i16, i64, u8

from chateaux.engine.chance import Chance, lowest
from chateaux.engine.data import Choice, IllegalAction
from chateaux.engine.features import Features, features_of
from chateaux.engine.game import Game, State
from chateaux.engine.judgement import Judgement, judgement_of

REWARDS: Final = ("result", "score")


def paid(state: State, by_score: bool, points: list[int] | None = None) -> list[float]:
    """What a finished game pays each seat; together nothing.

    By result, who wins alone gets 1 and the others share the loss; by score, the lead over the mean of the others.
    Whoever knows the points already may give them.

    >>> import chateaux
    >>> state = chateaux.game("chateau-combo").new(2, 1)
    >>> while not state.over:
    ...     outcome = state.play(state.actions(state.to_act[0])[0], state.to_act[0])
    >>> sum(paid(state, False)), max(paid(state, False))
    (0.0, 1.0)
    """
    scores = [float(score) for score in (state.scores() if points is None else points)]
    count = len(scores)
    others = float(count - 1)
    if by_score:
        total = sum(scores)
        return [score - (total - score) / others for score in scores]
    winners = state.winners()
    share = float(count) / float(len(winners)) if winners else 0.0
    return [((share if seat in winners else 0.0) - 1.0) / others for seat in range(count)]


@final
class Batch:
    """Many games side by side; each waits for one seat, and one that ends is dealt anew at once.

    >>> import chateaux
    >>> batch = Batch(chateaux.game("chateau-combo"), games=3, seed=7)
    >>> batch.step([batch.legal(number)[0] for number in range(3)])
    >>> batch.played
    3
    """

    def __init__(self, game: Game, players: int = 2, games: int = 1024, seed: int = 0,
                 options: Mapping[str, Choice] | None = None, reward: str = "result") -> None:
        if reward not in REWARDS:
            raise ValueError(f"Rewards go by {' or '.join(REWARDS)}, not by {reward!r}.")
        if games < 1:
            raise ValueError(f"A batch has at least one game, not {games}.")
        self.game: Game = game
        self.players: int = game.seated(players)
        self.options: dict[str, Choice] = game.settled(options)
        self.features: Features = features_of(game, self.players, self.options)
        self.judgement: Judgement = judgement_of(game)
        self.games: int = games
        self.size: int = len(self.features.names)
        self.actions: int = game.action_count
        self.by_score: bool = reward == "score"
        self.seed: int = seed  # of the game that is dealt next
        self.played: int = 0  # actions in all
        self.ended: int = 0  # games
        self.rows: vec[vec[i16]] = vec[vec[i16]]()  # by game: the memory of observations up to its own,
        self.lines: vec[vec[u8]] = vec[vec[u8]]()  # and of masks; what is appended to one is seen in the whole
        self.blank: vec[u8] = vec[u8]([0] * self.actions)
        self.seats: vec[u8] = vec[u8]([0] * games)  # by game: who is asked
        self.finished: vec[u8] = vec[u8]([0] * games)  # by game: 1 when the last action ended it
        self.rewards: vec[float] = vec[float]([0.0] * (games * self.players))  # by game and seat, of the last action
        self.scores: vec[float] = vec[float]([0.0] * (games * self.players))  # by game and seat, when it ended last
        self.choices: vec[vec[i64]] = vec[vec[i64]]([vec[i64]() for _ in range(games)])  # the masks as lists
        self.states: vec[State] = vec[State]()
        self.ends: list[State | None] = [None] * games  # by game: the last one that ended
        row = vec[i16](capacity=games * self.size)
        line = vec[u8](capacity=games * self.actions)
        for number in range(games):
            self.states = append(self.states, self.deal())
            self.rows = append(self.rows, row)
            self.lines = append(self.lines, line)
            row = extend(row, self.features.blank)
            line = extend(line, self.blank)
            self.look(number)
        self.observations: vec[i16] = row  # by game: what the seat that is asked knows
        self.masks: vec[u8] = line  # by game: 1 for each legal action

    def deal(self) -> State:
        """A new game from the next seed."""
        state = self.game.start(self.players, self.options, Chance.stream(self.seed))
        self.seed += 1
        return state

    def look(self, number: i64) -> None:
        """Write whom a game asks, what that seat knows, and what it may do."""
        state = self.states[number]
        seat: i64 = lowest(state.acting())
        self.seats[number] = u8(seat)
        self.features.tell(state, seat, self.rows[number])
        first: i64 = number * self.actions
        masks = extend(self.lines[number], self.blank)
        on: u8 = 1
        legal = state.legal(seat)
        for action in legal:
            masks[first + action] = on
        self.choices[number] = legal

    def step(self, actions: list[int]) -> None:
        """Carry out one action in every game, by the seat that is asked there; -1 leaves a game as it is.

        Raises IllegalAction, with all games untouched, when one is not legal.
        """
        self.check(actions)
        count: i64 = self.games
        players: i64 = self.players
        for number in range(count):
            state = self.states[number]
            action: i64 = actions[number]
            first: i64 = number * players
            if self.finished[number] != 0:
                self.finished[number] = 0
                for seat in range(players):
                    self.rewards[first + seat] = 0.0
            if action < 0:
                continue
            self.played += 1
            state.apply(i64(self.seats[number]), action)
            if state.acting() == 0:
                self.end(number, state)
            self.look(number)

    def check(self, actions: list[int]) -> None:
        """Refuse a list of actions that is too short, too long, or not legal."""
        if len(actions) != self.games:
            raise ValueError(f"{self.games} games need {self.games} actions, not {len(actions)}.")
        count: i64 = self.actions
        games: i64 = self.games
        for number in range(games):
            wanted = actions[number]
            if wanted == -1:
                continue
            if not 0 <= wanted < self.actions:
                raise IllegalAction("unknown", f"Game {number}: there is no action {wanted}: they are numbered 0 to "
                                               f"{self.actions - 1}.")
            action: i64 = wanted
            if self.masks[number * count + action] == 0:
                raise IllegalAction("not possible", f"Game {number}: action {wanted} is not possible now.")

    def end(self, number: i64, state: State) -> None:
        """Note what a finished game paid, and deal another."""
        self.finished[number] = 1
        self.ended += 1
        first: i64 = number * self.players
        scores = state.scores()
        for pay in paid(state, self.by_score, scores):
            self.rewards[first] = pay
            first += 1
        first = number * self.players
        for score in scores:
            self.scores[first] = float(score)
            first += 1
        self.ends[number] = state
        self.states[number] = self.deal()

    def abandon(self, number: int) -> None:
        """Break a game off, for nobody's gain, and deal another."""
        self.ends[number] = self.states[number]
        self.states[number] = self.deal()
        self.look(number)

    def legal(self, number: int) -> list[int]:
        """The legal actions of a game."""
        if not 0 <= number < self.games:
            raise ValueError(f"There is no game {number}: they are numbered 0 to {self.games - 1}.")
        return self.states[number].actions(int(self.seats[number]))

    def wander(self, steps: int, seed: int = 0) -> None:
        """Play so many random actions in every game, all in one call: what a batch costs without its player."""
        chance = Chance.stream(seed)
        for _step in range(steps):
            chosen: list[int] = []
            for state_number in range(self.games):
                number: i64 = state_number
                legal = self.choices[number]
                chosen.append(legal[chance.below(len(legal))])
            self.step(chosen)

    def afters(self, seed: int, rated: bool = True) -> tuple[vec[i16], vec[i64], vec[i64], vec[float]]:
        """What each asked seat would know after each of its legal actions: rows of features, their actions, by game
        where its rows begin, and how the game's judgement rates the actions, in points.

        Each action is carried out in a position imagined from what the seat knows: what the real piles and dice will
        give, and what others hold, stays secret. All actions of a seat meet the same chance, so they differ by what
        they are and not by luck. Ratings take their time; without them the last is empty.
        """
        chosen = vec[i64]()
        begin = vec[i64]([0] * (self.games + 1))
        count: i64 = self.games
        for number in range(count):
            begin[number] = len(chosen)
            chosen = extend(chosen, self.choices[number])
        begin[count] = len(chosen)
        rows = vec[i16](capacity=len(chosen) * self.size)
        rates = vec[float]()
        judgement = self.judgement
        chance = Chance.stream(seed)
        for number in range(count):
            seat: i64 = i64(self.seats[number])
            imagined = self.states[number].clone()
            imagined.chance = chance.clone()
            imagined.redeal(seat, imagined.chance)
            chance.below(2)
            if rated:
                rates = extend(rates, judgement.rate(imagined, seat, self.choices[number]))
            for action in self.choices[number]:
                after = imagined.clone()
                after.apply(seat, action)
                rows = self.features.tell(after, seat, rows)
        return rows, chosen, begin, rates
