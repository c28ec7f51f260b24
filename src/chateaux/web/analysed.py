"""What the analysis of a game shows at one moment: the verdict, the decisions, the course with its marks, the seats.

It is made in the sandbox, from a replay and from what is known of the game so far.
"""
from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from markupsafe import Markup

from chateaux.engine.chance import Chance
from chateaux.engine.data import SPECTATOR, Data, IllegalAction
from chateaux.engine.game import State
from chateaux.engine.judgement import judgement_of
from chateaux.engine.trials import has_secrets
from chateaux.insight.analysis import GRADES, Decision, Known, Step, summed
from chateaux.look.chronicle import Bold, marked, names
from chateaux.look.words import Words
from chateaux.tables.frames import Action
from chateaux.tables.replay import TOLD, Replay
from chateaux.web import course, render
from chateaux.web.course import Chances, Course, Mark

IDS: Final = re.compile(r' (?:id|data-vt|data-from|data-to|aria-labelledby)="[^"]*"')
MARKS: Final = (*(name for name, _ in GRADES), "blunder")
SLIPS: Final = ("inaccuracy", "mistake", "blunder")
LUCKY: Final = 9.0  # points that chance gives or takes at once: worth a mark
STEPS: Final = 4  # that one thing somebody does is made of, at most
PARTS: Final = (("luck", "i-fortune"), ("own", "i-craft"), ("others", "i-gift"))


class Row(msgspec.Struct):
    """A decision in the list."""

    at: int
    seat: int
    round: int
    text: Markup
    mark: str
    lost: str


class Beam(msgspec.Struct):
    """One of the three things that made a seat's result, as a bar from the middle."""

    name: str
    icon: str
    wide: float
    plus: bool
    much: str


class Sum(msgspec.Struct):
    """What made a seat's result."""

    seat: int
    accuracy: str
    beams: list[Beam]
    marks: list[tuple[str, int]]


class Verdict(msgspec.Struct):
    """What is said of the decision that comes next."""

    seat: int
    mark: str
    round: int
    did: Markup
    lost: str
    better: Markup
    chances: list[tuple[str, str, Markup, str, float]]  # class, mark, words, per cent, share


class Sheet(msgspec.Struct, kw_only=True):
    """Everything that the page shows beside the board."""

    state: str
    known: int
    course: Course | None
    marks: list[Mark]
    rows: list[Row]
    sums: list[Sum]
    verdict: Verdict | None
    slips: list[int]
    best: list[list[str]]
    played: list[list[str]]
    rounds: list[int]


def percent(share: float) -> str:
    """A chance in whole points.

    >>> percent(0.414)
    '41\\xa0%'
    """
    return f"{round(100 * share)}\xa0%"


def signed(much: float) -> str:
    """A change in whole points, with its sign.

    >>> signed(-3.4), signed(0.2)
    ('−3\\xa0%', '±0\\xa0%')
    """
    number = round(much)
    return f"{'+' if number > 0 else '−' if number < 0 else '±'}{abs(number)}\xa0%"


def rounds(replay: Replay) -> list[int]:
    """The round of every moment."""
    found = []
    for at in range(replay.last + 1):
        view = replay.position(at).view(None)
        found.append(int(getattr(view, "round", 0) or (at + 1)))
    return found


def meaning(state: State, seat: int, action: int, bold: Bold, who: Sequence[str]) -> Markup:
    """An action in words, as everybody would be told of it; what chance would bring is not told.

    It is played twice with different dice: what happens both times is what the action means. One that is told of only
    together with what follows it is played on as looks best.
    """
    notation = Markup("<code>{}</code>").format(state.text(action))
    for _ in range(STEPS):
        tales: list[list[Data]] = []
        for seed in (1, 2):
            after = state.clone()
            after.chance = Chance.stream(seed)
            try:
                tales.append([event.seen_by(SPECTATOR) for event in after.play(action, seat, events=True).events])
            except (IllegalAction, ArithmeticError, LookupError, ValueError):
                return notation
        same = next((one for one, other in zip(*tales, strict=False)
                     if one == other and one["seat"] in (seat, -1)), None)
        if same is not None:  # what it makes others do is not what it means
            return marked(bold.event(same, who))
        if after.revealed or seat not in after.to_act:
            break
        state, actions = after, after.actions(seat)  # a part of something larger: it is told of when that is done
        rates = judgement_of(state.game).rated(state, seat, actions)
        action = actions[rates.index(max(rates))]
    return notation


class Page:
    """The analysis of one game in one language."""

    def __init__(self, replay: Replay, known: Known, language: str) -> None:
        self.replay, self.known = replay, known
        self.game = replay.record.game
        self.language = language
        self.words: Words = render.words_for(self.game, language)
        self.bold = render.bold_for(self.game, language)
        self.names = names(replay.table, self.words)
        self.rounds = rounds(replay)
        self.steps = known.steps
        self.afters = [*(step.before for step in self.steps[1:]), known.after] if self.steps else []

    def sheet(self, at: int, reader: int) -> Sheet:
        """Everything beside the board at a moment."""
        step = self.steps[at] if at < len(self.steps) else None
        decision = None if step is None else step.decision
        state = self.replay.position(at)
        best, played = list[list[str]](), list[list[str]]()
        if step is not None and decision is not None:
            played = state.steps(step.seat, step.action)
            best = state.steps(step.seat, decision.action) if decision.action != step.action else []
        slips = [one.number for one in self.steps if one.decision is not None and one.decision.grade in SLIPS]
        return Sheet(
            state=self.known.state, known=len(self.steps), course=self.course(reader), marks=self.marks(reader),
            rows=self.rows(), sums=self.sums(), slips=slips, best=best, played=played, rounds=self.rounds,
            verdict=None if step is None or decision is None else self.verdict(state, step, decision))

    def course(self, reader: int) -> Course | None:
        """As far as it is known."""
        if not self.steps:
            return None
        return self.drawn([*(step.before for step in self.steps), self.known.after], reader, self.known.state == "done")

    def drawn(self, chances: Chances, reader: int, done: bool) -> Course:
        """Chances as bands and as a table."""
        seats, last = range(self.replay.record.players), self.replay.last
        bands, banks = course.bands(chances, course.order(len(seats), reader), last)
        each = [self.words.say("finale.river_one", who=self.names[seat], before=percent(chances[0][seat]),
                               after=percent(chances[-1][seat])) for seat in seats]
        table = [(self.words.say("finale.begin"), [percent(share) for share in chances[0]])]
        for at in range(1, len(chances)):
            if at == last or self.rounds[at] != self.rounds[at - 1]:
                table.append((str(self.rounds[at - 1]), [percent(share) for share in chances[at]]))
        return Course(
            last=last, known=len(chances) - 1, bands=bands, banks=banks, ticks=course.ticks(self.rounds), rows=table,
            winners=[seat for seat in seats if done and chances[-1][seat] > 0],
            label=self.words.say("finale.river", who=self.words.word(each)))

    def marks(self, reader: int) -> list[Mark]:
        """Slips, and what luck did to whom; the weightiest where there is no room for all."""
        found: list[Mark] = []
        for step, after in zip(self.steps, self.afters, strict=True):
            judged = step.decision
            if judged is not None and (judged.grade in SLIPS[1:] or (judged.grade in SLIPS and step.seat == reader)):
                found.append(Mark(step.number, step.seat, f"m-{judged.grade}", judged.loss + 2,
                                  self.said(step, step.seat, f"mark.{judged.grade}", -judged.loss)))
            luck = [100 * (new - meant) for new, meant in zip(after, step.meant, strict=True)]
            seat = max(range(len(luck)), key=lambda one: abs(luck[one]))
            if abs(luck[seat]) >= LUCKY:
                kind = "lucky" if luck[seat] > 0 else "unlucky"
                found.append(Mark(step.number + 1, seat, f"i-{kind}", abs(luck[seat]),
                                  self.said(step, seat, f"mark.{kind}", luck[seat])))
        return course.kept_apart(found, self.replay.last)

    def said(self, step: Step, seat: int, what: str, much: float) -> str:
        return self.words.say("analysis.mark", number=self.rounds[step.number], who=self.names[seat],
                              what=self.words.say(what), much=signed(much))

    def rows(self) -> list[Row]:
        """The decisions that are told of, and every slip."""
        found: list[Row] = []
        for step in self.steps[:TOLD]:
            judged = step.decision
            if judged is None:
                continue
            text = self.did(step.number)
            if text or judged.grade in SLIPS:
                text = text or Markup("<code>{}</code>").format(step.text)
                row = Row(step.number, step.seat, self.rounds[step.number], text, judged.grade,
                          signed(-judged.loss) if judged.grade != "best" else "")
                before = found[-1] if found else None
                if before is None or (before.seat, before.text) != (row.seat, row.text):
                    found.append(row)
                elif MARKS.index(row.mark) > MARKS.index(before.mark):  # parts of one thing: the worst of them counts
                    found[-1] = row
        return found

    def did(self, number: int) -> Markup:
        """What a step brought, in the chronicle's words."""
        seat = self.replay.record.entries[number][0]
        for at in range(number, min(number + STEPS, self.replay.last)):
            if self.replay.record.entries[at][0] != seat:
                break
            told = render.told_rows([self.replay.row(at + 1, None)], self.replay.table,
                                    render.book(self.game, self.language), self.names)
            if told:
                return Markup(told[0]["text"])
        return Markup()

    def sums(self) -> list[Sum]:
        """Accuracy, and luck against decisions: the bars of all seats have one scale."""
        if not self.steps:
            return []
        players = summed(self.game, self.steps, self.known.after, self.known.care).players
        widest = max(20.0, *(abs(getattr(player, name)) for player in players for name, _ in PARTS))
        return [Sum(player.seat, "–" if player.accuracy is None else percent(player.accuracy / 100),
                    [Beam(name, icon, round(50 * abs(getattr(player, name)) / widest, 1),
                          getattr(player, name) >= 0, signed(getattr(player, name))) for name, icon in PARTS],
                    [(mark, player.grades.get(mark, 0)) for mark in MARKS]) for player in players]

    def verdict(self, state: State, step: Step, decision: Decision) -> Verdict:
        did = self.did(step.number) or self.meaning(state, step.seat, step.action)
        better, chances = Markup(), []
        if decision.action != step.action:
            better = self.meaning(state, step.seat, decision.action)
            if better == self.meaning(state, step.seat, step.action):
                better = Markup(self.words.say("analysis.elsewhere"))
            chances.append(("best", "best", better, percent(decision.best / 100), decision.best / 100))
        chances.append(("played" if chances else "best", decision.grade, did, percent(decision.played / 100),
                        decision.played / 100))
        return Verdict(step.seat, decision.grade, self.rounds[step.number], did,
                       signed(-decision.loss) if decision.grade != "best" else "", better, chances)

    def meaning(self, state: State, seat: int, action: int) -> Markup:
        return meaning(state, seat, action, self.bold, self.names)


def hands(replay: Replay, at: int, language: str) -> list[tuple[int, Markup]]:
    """What every seat holds, as it sees it itself; without ids, since the board has them."""
    known = render.book(replay.record.game, language)
    if not hasattr(known.board, "tray"):
        return []
    found = [(seat, str(known.board.tray(render.sight(replay.frame(at, seat), known, True))))
             for seat in range(replay.record.players)]
    return [(seat, Markup(IDS.sub("", text))) for seat, text in found]


def shown(replay: Replay, known: Known, at: int, seat: int | None, language: str, whole: bool, file: bool,
          reader: int) -> str:
    """The page of an analysis at one moment: seen through the eyes of whoever decides, unless others are asked for."""
    page = Page(replay, known, language)
    step = replay.record.entries[at] if at < replay.last else None
    eyes = seat if seat is not None else step[0] if step is not None and step[0] >= 0 else None
    frame = replay.frame(at, eyes)
    sheet = page.sheet(at, reader)
    if step is not None and step[0] == eyes:
        frame.actions = [Action(step[1], "", sheet.played)]
    choose = has_secrets(replay.record.game, replay.record.players, replay.record.options)
    more: dict[str, Any] = {
        "hands": hands(replay, at, language) if choose else [], "choose": choose,
        "last": replay.last, "at": at, "replaying": True, "whole": whole, "file": file, "sheet": sheet,
        "reader": reader, "eyes": seat, "moves": render.as_block({"best": sheet.best, "played": sheet.played})}
    return render.body(frame, language, replay.record.game, [], "analysis_body.html", **more)
