"""How a finished game went: the matrix of points, the course, the turning points, the honours.

It is made in the sandbox, from a replay and from what an analysis knows. Before there is one, the game's own judgement
says in one look at every position how it went; what was luck and what was a decision only an analysis can say.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec
from markupsafe import Markup

from chateaux.engine.data import SPECTATOR, Data
from chateaux.engine.judgement import judgement_of
from chateaux.insight.analysis import Known, summed
from chateaux.look.chronicle import marked
from chateaux.look.ending import Ending, Honour
from chateaux.look.parts import parts
from chateaux.tables.replay import Replay
from chateaux.web import course, render
from chateaux.web.analysed import SLIPS, STEPS, Page, percent, signed
from chateaux.web.finale import hooks, matrix, places

MOST: Final = 3  # turning points that are told of,
APART: Final = 0.08  # of the whole game between two of them,
LEAST: Final = 0.05  # of a chance to win that each has moved
OVERLAP, SHIFT = 0.06, 26.0  # marks nearer than this cover each other, and one is moved by so many per cent
DRAWN: Final = ("luck", "unlucky")  # what chance brought
SIGNS: Final = {"luck": "i-lucky", "unlucky": "i-unlucky", "unseen": "i-eye", "leap": "i-skip",
                "strong": "m-best"}


class Turn(msgspec.Struct):
    """A step that moved the game: whose chance, from where to where, why, and the chronicle's own sentence of it."""

    at: int
    seat: int
    kind: str
    before: float
    after: float
    weight: float
    text: Markup = Markup()
    thumb: Markup = Markup()
    sign: str = ""
    when: str = ""
    label: str = ""
    left: float = 0.0
    top: float = 0.0


class Medal(msgspec.Struct):
    """An honour and who has it."""

    seats: list[int]
    title: str
    unit: str
    mark: Markup
    deed: str


def glance(replay: Replay) -> list[list[float]]:
    """The chances at every moment as the game's own judgement sees them, and the result at last."""
    judgement = judgement_of(replay.record.game)
    winners = replay.end.winners()
    found = [[float(share) for share in judgement.chances(replay.position(at))] for at in range(replay.last)]
    return [*found, [1 / len(winners) if seat in winners else 0.0 for seat in range(replay.record.players)]]


class Story:
    """How one game went, in one language."""

    def __init__(self, replay: Replay, known: Known, language: str) -> None:
        self.replay, self.known = replay, known
        self.done = known.state == "done"
        self.page = Page(replay, known, language)
        self.words, self.names = self.page.words, self.page.names
        self.game, self.players = self.page.game, replay.record.players
        self.chances = [*(step.before for step in known.steps), known.after] if self.done else glance(replay)
        self.told: list[list[Data]] = [[event.seen_by(SPECTATOR) for event in events] for events in replay.events]
        self.hooks: Any = hooks(self.game)
        end = replay.frame(replay.last, None)
        assert end.result is not None
        self.result = end.result
        self.end = Ending(view=end.view, breakdown=end.result.breakdown,
                          events=[event for events in self.told for event in events])

    # ------------------------------------------------------------ turning points

    def turning(self) -> list[Turn]:
        """The few steps that moved the chances most, not side by side, in their order."""
        found = sorted((self.turn(at) for at in range(self.replay.last)), key=lambda turn: -turn.weight)
        kept: list[Turn] = []
        for turn in found:
            if turn.weight < LEAST or len(kept) == MOST:
                break
            apart = all(abs(turn.at - other.at) > APART * self.replay.last for other in kept)
            if apart and (event := self.headline(turn)) is not None:
                kept.append(self.worded(turn, event))
        return sorted(kept, key=lambda turn: turn.at)

    def turn(self, at: int) -> Turn:
        """What a step did to the seat whose chance it moved most; of two that moved alike, to the one that gained."""
        before, after = self.chances[at], self.chances[at + 1]
        moved = [round(then - now, 6) for now, then in zip(before, after, strict=True)]  # two chances add up to about 1
        seat = max(range(self.players), key=lambda one: (abs(moved[one]), moved[one]))
        return Turn(at, seat, self.cause(at, seat), before[seat], after[seat], abs(after[seat] - before[seat]))

    def cause(self, at: int, seat: int) -> str:
        """What moved it: a decision, called by its mark if it was a slip; luck; or what the mover could not know."""
        if not self.done:
            return "leap"
        step = self.known.steps[at]
        decided = step.meant[seat] - step.before[seat]
        if abs(decided) < abs(self.chances[at + 1][seat] - step.meant[seat]):
            return "luck" if self.chances[at + 1][seat] > step.meant[seat] else "unlucky"
        if step.decision is not None and step.decision.grade in SLIPS:
            return step.decision.grade
        return "strong" if step.seat >= 0 and step.meant[step.seat] > step.before[step.seat] else "unseen"

    def headline(self, turn: Turn) -> Data | None:
        """The event that tells of a step; one that has no story of its own is told of with what follows it."""
        for at in range(turn.at, min(turn.at + STEPS, self.replay.last)):
            events = [event for event in self.told[at] if self.words.has(f"event.{event['kind']}")]
            if events:
                chosen = None if self.hooks is None else self.hooks.headline(events, turn.kind in DRAWN)
                return chosen or events[0]
        return None

    def worded(self, turn: Turn, event: Data) -> Turn:
        turn.text = marked(self.page.bold.event(event, self.names))
        turn.thumb = Markup() if self.hooks is None else self.hooks.thumb(event)
        turn.when = self.words.say("turning.round", number=self.page.rounds[turn.at + (turn.kind in DRAWN)])
        turn.sign, turn.label = SIGNS.get(turn.kind, f"m-{turn.kind}"), self.words.say(f"turning.{turn.kind}")
        return turn

    def marked(self, turns: Sequence[Turn], order: Sequence[int]) -> None:
        """Where the turning points stand on the course; two that would cover each other are moved apart."""
        edges, last = course.edges(self.chances, order), self.replay.last
        before: Turn | None = None
        for turn in turns:
            at = turn.at + (turn.kind in (*DRAWN, "leap"))
            band = list(order).index(turn.seat)
            top = min(86.0, max(14.0, 50 * (edges[band][at] + edges[band + 1][at])))
            if before is not None and turn.at - before.at < OVERLAP * last and abs(top - before.top) < SHIFT:
                top = before.top + (SHIFT if before.top < 50 else -SHIFT)
            turn.left, turn.top = course.across(at, last), round(top, 1)
            before = turn

    # ------------------------------------------------------------ honours

    def medals(self) -> list[Medal]:
        """The game's own honours, and two that every game has once it was analysed."""
        found = [] if self.hooks is None else [medal for honour in self.hooks.honours(self.end)
                                              if (medal := self.medal(honour, str)) is not None]
        if not self.done:
            return found
        players = summed(self.game, self.known.steps, self.known.after, self.known.care).players
        icon = parts(self.game).art.icon
        lucky = Honour("lucky", icon("i-fortune", 24), [round(player.luck) for player in players])
        sharp = Honour("sharp", icon("i-craft", 24), [round(player.accuracy or 0) for player in players])
        return [*found, *(medal for medal in (self.medal(lucky, signed), self.medal(sharp, lambda high: percent(
            high / 100))) if medal is not None)]

    def medal(self, honour: Honour, deed: Callable[[int], str]) -> Medal | None:
        """An honour for the highest figure; shared by all who have it, and nobody's if everybody has it."""
        high = max(honour.figures)
        seats = [seat for seat, figure in enumerate(honour.figures) if figure == high]
        if high <= 0 or len(seats) == self.players:
            return None
        return Medal(seats, self.words.say(f"honour.{honour.id}", piece=honour.piece),
                     self.words.say(f"honour.{honour.id}.unit", count=high), honour.mark, deed(high))


def shown(replay: Replay, known: Known, language: str, reader: int) -> str:
    """The ledgers below the podium."""
    story = Story(replay, known, language)
    turns = story.turning()
    story.marked(turns, course.order(story.players, reader))
    context = render.book(story.game, language).helpers | {
        "matrix": matrix(story.game, story.end, story.result, story.words, story.names), "names": story.names,
        "course": story.page.drawn(story.chances, reader, True), "turning": turns, "medals": story.medals(),
        "done": story.done, "state": known.state, "known": len(known.steps), "last": replay.last,
        "table": replay.table,
        "places": places(story.result), "percent": percent}
    return render.ENVIRONMENT.get_template("ledgers.html").render(context)
