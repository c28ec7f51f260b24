"""The bots that think ahead, around the compiled tree of `search`."""
from __future__ import annotations

from pathlib import Path

from chateaux.bots.bot import Bot, Budget, Hint, mistaken, options_of, seed_of
from chateaux.bots.candour import honest, line_of
from chateaux.bots.search import Search
from chateaux.engine.data import Observation
from chateaux.engine.game import Game, Worlds
from chateaux.engine.judgement import WRITTEN, Judgement
from chateaux.engine.outlook import Outlook, outlook_of

ITERATIONS = 1000
NONE = "none"  # asks for no outlook
EXPLORATION = 1.0
TRUST = 3.0  # tries that a network's word about an action counts for
ELDER = 200  # iterations
ALIKE = 0.01  # chances nearer than this are told as equal,
TRIED = 0.1  # for actions that were thought about a tenth as much as the best
CERTAIN = 0.98  # whoever is so near to a victory is not mistaken about it


class SearchBot(Bot):
    """Information-set Monte Carlo tree search within a budget of iterations or seconds."""

    def __init__(self, spec: str = "", game: Game | None = None, iterations: int = 0, seconds: float = 0.0,
                 exploration: float = EXPLORATION, horizon: int | None = None, warmth: float | None = None,
                 margin: float | None = None, through_chance: bool | None = None, slips: float = 0.0,
                 seed: int = 0, figures: str = "", temper: str = "", blur: float = 0.0,
                 trust: float | None = None, outlook: str = "", points: bool = False) -> None:
        super().__init__(spec, game, slips, figures, temper)
        if iterations and seconds:
            raise ValueError("A search has a budget of iterations or of seconds, not both.")
        if blur < 0:
            raise ValueError("A blur is no less than 0.")
        if iterations < 0 or seconds < 0:
            raise ValueError("A budget is more than nothing.")
        self.budget = Budget(seconds=seconds) if seconds else Budget(iterations=iterations or ITERATIONS)
        self.exploration = exploration
        self.horizon, self.warmth, self.margin = horizon, warmth, margin  # None: as the game's judgement says
        self.trust = trust  # None: TRUST of what a network says, nothing of what figures say
        self.through_chance = through_chance
        self.outlook = outlook  # the house's, NONE, or a folder of them; where figures are given, none but a folder's
        self.points = points  # plays for points of its own, and thinks that all do
        self._outlooks: dict[tuple[str, int, str], Outlook | None] = {}
        self.blur = blur  # how far it is out about an action at last, in chances to win
        self.seed = seed  # another one thinks of other worlds; the same one thinks the same again

    def search(self, observation: Observation, budget: Budget | None = None, worlds: Worlds | None = None) -> Search:
        """The finished search from an observation."""
        budget = budget or self.budget
        worlds, judgement = worlds or self.worlds(observation), self.judgement(observation)
        options_of(worlds)
        outlook = self.outlook_for(observation, judgement)
        usual = judgement.horizon if outlook is None else outlook.horizon
        search = Search(
            worlds.template, worlds.seat, judgement, seed_of(observation) ^ self.seed, self.exploration,
            usual if self.horizon is None else self.horizon,
            judgement.warmth if self.warmth is None else self.warmth,
            judgement.margin if self.margin is None else self.margin,
            judgement.through_chance if self.through_chance is None else self.through_chance,
            (TRUST if judgement.network else 0.0) if self.trust is None else self.trust, False, outlook, self.points)
        search.run(budget.iterations or 0, budget.seconds or 0.0)
        return search

    def outlook_for(self, observation: Observation, judgement: Judgement) -> Outlook | None:
        """What was learned about who wins at such a table, read once."""
        if self.outlook == NONE or (self.figures and not self.outlook):
            return None
        key = observation.pieces, observation.players, str(sorted(observation.options.items()))
        if key not in self._outlooks:
            self._outlooks[key] = outlook_of(self.game_of(observation), judgement, observation.players,
                                             dict(observation.options), Path(self.outlook) if self.outlook else None)
        return self._outlooks[key]

    def choose(self, observation: Observation, budget: Budget | None = None) -> int:
        worlds = self.worlds(observation)
        actions = options_of(worlds)
        slip = actions[0] if len(actions) == 1 else self.slip(observation, actions)
        if slip is not None:
            return slip
        rows = self.search(observation, budget, worlds).found()
        if self.blur and rows[0][3] < CERTAIN:
            seed = seed_of(observation)
            thought = [row for row in rows if row[1] >= TRIED * rows[0][1]]
            return max(thought, key=lambda row: (row[3] + self.blur * mistaken(seed, row[0]), -row[0]))[0]
        return rows[0][0]

    def hints(self, observation: Observation, budget: Budget | None = None) -> list[Hint]:
        search = self.search(observation, budget)
        return advised(search.found()[:5], int(search.iterations))


def advised(rows: list[tuple[int, int, float, float]], iterations: int) -> list[Hint]:
    """The actions that were thought about most. None is told to be better than the first; those that are as good as the
    best, as far as anybody could tell, have the same chance.

    >>> [hint.chance for hint in advised([(7, 60, 0.5, 0.5), (3, 30, 0.5, 0.495), (4, 9, 0.4, 0.4)], 99)]
    [0.5, 0.5, 0.4]
    """
    most, best = rows[0][1], rows[0][3]
    return [Hint(action, best if chance > best - ALIKE and visits >= TRIED * most else min(chance, best),
                 visits / iterations) for action, visits, _, chance in rows]


class Adviser(SearchBot):
    """The search that advises people: it thinks as long as the game says is needed for steady chances, by iterations,
    so that the same question has the same answer; by the clock only where nothing is compiled.
    """

    def __init__(self, spec: str = "", game: Game | None = None, seconds: float = 5.0, seed: int = 0) -> None:
        super().__init__(spec, game, seed=seed)
        self.longest = seconds

    def search(self, observation: Observation, budget: Budget | None = None, worlds: Worlds | None = None) -> Search:
        care = Budget(int(self.judgement(observation).care), self.longest)
        return super().search(observation, budget or care, worlds)

    def hints(self, observation: Observation, budget: Budget | None = None) -> list[Hint]:
        line = line_of(self.game_of(observation), observation.players)
        return [hint._replace(chance=honest(hint.chance, line)) for hint in super().hints(observation, budget)]


class Elder(SearchBot):
    """The King as he was before judgement was learned: the same search with the written figures, to measure against."""

    def __init__(self, spec: str = "", game: Game | None = None, iterations: int = 0, seconds: float = 0.0,
                 seed: int = 0) -> None:
        super().__init__(spec, game, iterations or (0 if seconds else ELDER), seconds, seed=seed,
                         figures=WRITTEN)
