"""Information-set Monte Carlo tree search: the tree, its iterations, what they found. Compiled.

The variant, and why. Each iteration deals a world anew from what the seat knows (`redeal`) with a chance of the
bot's own, walks down one tree, rolls out, and teaches every node on the way what its own seat got:

- One tree for the searching seat, keyed by the actions taken, not by what chance drew or others hold (open loop):
  worlds share their lessons. Each node keeps the value of its own mover only, so every seat maximises its own.
- Selection by PUCT, availability-aware: an action is weighed by how often it was *legal* when its node was met, so
  that one that is rarely possible is not taken for neglected.
- Where a game's judgement is trusted (`trust`), an action begins as if it had been tried a few times and had come out
  as `rate` says, beside the best. In the game of drafted cards, with rollouts of two decisions that a network judges:
  62 % against the search without one (160 games, ± 7), and 54 % without trust.
- Priors come from the game's `rate`, through a softmax of its `warmth`. They are worth more than anything else.
- A simultaneous step is chosen seat by seat from the same node (decoupled), so no seat answers another's secret
  answer; what follows hangs below the searching seat's own answer.
- A rollout plays on by the game's `pick` and is judged by the game's `worth` after `horizon` decisions a seat, or
  played to the end, whichever was measured to be stronger for the game.
- The value of a finished game is the victory, and to a part (`margin`) the lead, so that a lost game is still
  played well.
- Thinking stops when no action can overtake the most visited one any more.

Measured alternatives, as shares of victories at two seats. In the game of drafted cards at 120 iterations, 160 games
each (± 8): exploration 0.4 instead of 1: 43 %, 2.5: 46 %, half or twice the warmth 45 and 46 %, win alone (margin 0)
45 %, lead alone (margin 1) 44 %, tree below drawn cards 47 %: none of these differs clearly from even. Without
priors 18 % (40 games, ± 12). Horizons against the greedy bot at 60 iterations, 40 to 100 games each (± 8 to 13), so
that near ones are not told apart: drafted cards 0: 54 %, 1: 64 %, 2: 73 %, to the end: 79 % (with slower rollouts
than today's); dice and tokens 0: 76 %, 2: 83 %, 4: 81 %, to the end: 67 % (before its judgement valued the end);
hands of cards 3: 63 %, 8: 56 %; number tiles 0: 24 %, 4: 67 %, 16: 78 %. The n-th try of every action in the same
world, so that luck is the same for all: tiles 46 % (120 games), dice 51 % (300), cards 52 % (160): left out again.
Figures were chosen on other deals than those that the ladder plays.
"""
from __future__ import annotations

import math
import time
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from chateaux.engine.chance import Chance, lowest
from chateaux.engine.game import State
from chateaux.engine.judgement import Judgement
from chateaux.engine.outlook import Outlook
from chateaux.engine.playout import play_on

NOBODY: Final[i64] = -1
FAR: Final = 0.25  # no action is thought worse than this beside the best before it is tried
DEEPEST: Final[i64] = 200  # nodes on a path; no decision is planned further ahead


@final
@mypyc_attr(acyclic=True)
class Tree:
    """Nodes as columns of numbers. A node is an action of a seat after the actions above it; 0 is the root."""

    def __init__(self) -> None:
        self.count: i64 = 0
        self.eldest: vec[i64] = vec[i64]()  # the first child,
        self.sibling: vec[i64] = vec[i64]()  # and the next child of the same parent; -1: none
        self.action: vec[i64] = vec[i64]()
        self.seat: vec[i64] = vec[i64]()
        self.visits: vec[i64] = vec[i64]()
        self.offered: vec[i64] = vec[i64]()  # how often it was among the legal actions
        self.prior: vec[float] = vec[float]()
        self.guess: vec[float] = vec[float]()  # by how much it looks worse than the best beside it, in chances
        self.value: vec[float] = vec[float]()  # sums, for the node's own seat
        self.wins: vec[float] = vec[float]()

    def add(self, parent: i64, seat: i64, action: i64, prior: float, guess: float) -> i64:
        """A new node under its parent (NOBODY for the root)."""
        node: i64 = self.count
        self.count += 1
        self.eldest = append(self.eldest, NOBODY)
        self.sibling = append(self.sibling, NOBODY if parent == NOBODY else self.eldest[parent])
        if parent != NOBODY:
            self.eldest[parent] = node
        self.action = append(self.action, action)
        self.seat = append(self.seat, seat)
        self.visits = append(self.visits, 0)
        self.offered = append(self.offered, 0)
        self.prior = append(self.prior, prior)
        self.guess = append(self.guess, guess)
        self.value = append(self.value, 0.0)
        self.wins = append(self.wins, 0.0)
        return node


@final
class Search:
    """One seat's thoughts about one decision. `template` is a position imagined from its observation."""

    def __init__(self, template: State, seat: i64, judgement: Judgement, seed: int, exploration: float,
                 horizon: i64, warmth: float, margin: float, through_chance: bool, trust: float = 0.0,
                 told: bool = False, outlook: Outlook | None = None, points: bool = False) -> None:
        self.template: State = template
        self.me: i64 = seat
        self.judgement: Judgement = judgement
        self.chance: Chance = Chance.stream(seed)
        self.exploration: float = exploration
        self.horizon: i64 = horizon
        self.warmth: float = warmth
        self.margin: float = margin
        self.through_chance: bool = through_chance
        self.trust: float = trust
        self.told: bool = told  # the template is the truth, with what chance will bring: only to measure luck
        self.points: bool = points  # every seat plays for points of its own, whoever wins
        self.outlook: Outlook | None = outlook  # what was learned about who wins, beside the judgement
        self.tree: Tree = Tree()
        self.tree.add(NOBODY, NOBODY, 0, 1.0, 0.0)
        self.iterations: i64 = 0
        self.path: vec[i64] = vec[i64]([0] * 256)
        self.length: i64 = 0
        count: i64 = template.game.action_count
        self.known: vec[i64] = vec[i64]([0] * count)  # the child of each action,
        self.fresh: vec[i64] = vec[i64]([0] * count)  # as of which lookup,
        self.lookup: i64 = 0  # numbered

    def run(self, iterations: i64, seconds: float) -> None:
        """Think for so many iterations, or for so many seconds, or until either is over; less when the choice is
        already certain.
        """
        started: float = time.perf_counter()
        if iterations > 0:
            while self.iterations < iterations and not self.decided(iterations - self.iterations):
                self.iterate()
                if seconds > 0.0 and self.iterations & 15 == 0 and time.perf_counter() - started > seconds:
                    return
            return
        self.iterate()
        spent: float = time.perf_counter() - started
        while spent < seconds:
            if self.iterations & 63 == 0:
                expected: float = float(self.iterations) * (seconds - spent) / spent
                if self.decided(i64(expected) + 1):
                    return
            self.iterate()
            spent = time.perf_counter() - started

    def decided(self, left: i64) -> bool:
        """Whether so many more visits cannot change which action has the most."""
        tree = self.tree
        best: i64 = 0
        second: i64 = 0
        count: i64 = 0
        node: i64 = tree.eldest[0]
        while node != NOBODY:
            if tree.seat[node] == self.me:
                count += 1
                visits: i64 = tree.visits[node]
                if visits > best:
                    second = best
                    best = visits
                elif visits > second:
                    second = visits
            node = tree.sibling[node]
        return best - second > left or (count == 1 and best > 0)

    def iterate(self) -> None:
        """One world, one way down the tree, one rollout, one lesson."""
        state = self.template.clone()
        if not self.told:
            state.chance = self.chance
            state.redeal(self.me, self.chance)
        self.length = 0
        self.iterations += 1
        node: i64 = 0
        if not state.acting() >> self.me & 1:  # it has answered and may change its mind
            node = self.select(node, state, self.me)
        while state.acting() != 0 and self.length < DEEPEST:
            state.revealed = False
            node = self.step(node, state)
            if self.tree.visits[node] == 0 or (state.revealed and not self.through_chance):
                break
        self.roll_out(state)
        self.learn(state)

    def step(self, node: i64, state: State) -> i64:
        """The next decision; all of a simultaneous one, each seat choosing without the others' answers.

        What follows hangs below the searching seat's own answer, or below the first.
        """
        asked: i64 = state.acting()
        below: i64 = NOBODY
        while asked:
            seat: i64 = lowest(asked)
            asked &= asked - 1
            if state.acting() >> seat & 1:
                chosen: i64 = self.select(node, state, seat)
                if below == NOBODY or seat == self.me:
                    below = chosen
        return below

    def select(self, node: i64, state: State, seat: i64) -> i64:
        """The child with the best prospects among the actions that are legal in this world, carried out."""
        tree = self.tree
        actions = state.legal(seat)
        self.lookup += 1
        child: i64 = tree.eldest[node]
        missing: i64 = len(actions)
        visited: i64 = 0
        earned: float = 0.0
        while child != NOBODY:
            action: i64 = tree.action[child]
            if tree.seat[child] == seat and state.allows(seat, action):
                self.known[action] = child
                self.fresh[action] = self.lookup
                missing -= 1
                visited += tree.visits[child]
                earned += tree.value[child]
            child = tree.sibling[child]
        if missing:
            self.grow(node, state, seat, actions)
        unknown: float = earned / float(visited) - 0.1 if visited else 0.5
        trust: float = self.trust  # an action begins as if it had been tried so often, and had shown what it looks like
        usual: float = earned / float(visited) if visited else 0.5
        best: i64 = NOBODY
        highest: float = -1.0e9
        for action in actions:
            child = self.known[action]
            offered: i64 = tree.offered[child] + 1
            tree.offered[child] = offered
            visits: i64 = tree.visits[child]
            promise: float
            if trust > 0.0:
                promise = (tree.value[child] + trust * (usual - tree.guess[child])) / (float(visits) + trust)
            elif visits:
                promise = tree.value[child] / float(visits)
            else:
                promise = unknown
            promise += self.exploration * tree.prior[child] * math.sqrt(float(offered)) / float(1 + visits)
            if promise > highest:
                highest = promise
                best = child
        state.apply(seat, tree.action[best])
        self.path[self.length] = best
        self.length += 1
        return best

    def grow(self, node: i64, state: State, seat: i64, actions: vec[i64]) -> None:
        """Add the legal actions that the node has not met yet, with what the game's judgement thinks of them."""
        count: i64 = len(actions)
        priors: vec[float]
        guesses: vec[float]
        if self.warmth > 0.0 and count > 1:
            priors = self.judgement.rate(state, seat, actions)
            guesses = priors[:]
            best: float = priors[0]
            for rate in priors:
                if rate > best:
                    best = rate
            total: float = 0.0
            for index in range(count):
                weight: float = math.exp((priors[index] - best) / self.warmth)
                priors[index] = weight
                total += weight
            steep: float = 4.0 * self.judgement.doubt(state)  # points that are a chance, between two who are even
            for index in range(count):
                guess: float = (best - guesses[index]) / steep
                guesses[index] = guess if guess < FAR else FAR
                priors[index] = 0.9 * priors[index] / total + 0.1 / float(count)
        else:
            priors = vec[float]([1.0 / float(count)] * count)
            guesses = vec[float]([0.0] * count)
        for index in range(count):
            action: i64 = actions[index]
            if self.fresh[action] != self.lookup:
                self.known[action] = self.tree.add(node, seat, action, priors[index], guesses[index])
                self.fresh[action] = self.lookup

    def roll_out(self, state: State) -> None:
        """Play on by the game's quick guidance, to the end or as far as the horizon."""
        play_on(state, self.judgement, self.chance, self.horizon * state.players)

    def learn(self, state: State) -> None:
        """Note on every node of the path what its own seat got."""
        tree = self.tree
        outlook = self.outlook
        over: bool = state.acting() == 0
        chances: vec[float]
        if over or outlook is None:
            chances = self.judgement.chances(state)
        else:
            chances = outlook.chances(state, self.me, self.judgement)
        values = chances
        if over:
            values = chances[:]
            winners = state.winners()
            for seat in range(state.players):
                won: float = 1.0 / float(len(winners)) if seat in winners else 0.0
                values[seat] = (1.0 - self.margin) * won + self.margin * chances[seat]
                chances[seat] = won
        if self.points:
            values = chances[:]
            for seat in range(state.players):
                values[seat] = self.judgement.worth(state, seat) / (10.0 * self.judgement.spread)
        tree.visits[0] += 1
        for index in range(self.length):
            node: i64 = self.path[index]
            mover: i64 = tree.seat[node]
            tree.visits[node] += 1
            tree.value[node] += values[mover]
            tree.wins[node] += chances[mover]

    def found(self) -> list[tuple[int, int, float, float]]:
        """The seat's actions with visits, mean value and chance to win, the most visited first."""
        tree = self.tree
        rows: list[tuple[int, int, float, float]] = []
        node: i64 = tree.eldest[0]
        while node != NOBODY:
            visits: i64 = tree.visits[node]
            if tree.seat[node] == self.me and visits > 0:
                rows.append((tree.action[node], visits, tree.value[node] / float(visits),
                             tree.wins[node] / float(visits)))
            node = tree.sibling[node]
        rows.sort(key=by_visits)
        return rows


def by_visits(row: tuple[int, int, float, float]) -> tuple[int, float, int]:
    return -row[1], -row[2], row[0]
