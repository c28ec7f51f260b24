"""What a puzzle shows at the board: the question, an answer judged, the solution in words.

Everything is made from the puzzle, and so from what one seat knew. What is best is told only when it has been found
or asked for. The moment of somebody's own game is made into a puzzle here too, in the sandbox.
"""
from __future__ import annotations

from typing import Any, Final, Literal

import msgspec
from babel.numbers import format_decimal
from markupsafe import Markup, escape

from chateaux.engine.chance import Chance
from chateaux.engine.data import SPECTATOR, Data, IllegalAction, digest
from chateaux.engine.game import Game, State
from chateaux.engine.record import Record
from chateaux.insight.analysis import Decision, graded
from chateaux.look.chronicle import marked
from chateaux.look.words import Words
from chateaux.puzzles.judging import Judge
from chateaux.puzzles.puzzle import Depth, Puzzle, Reason, Scores
from chateaux.tables.frames import Action, Frame, SeatInfo, TableInfo
from chateaux.tables.replay import info_of, seen
from chateaux.web import render
from chateaux.web.analysed import meaning, percent
from chateaux.web.drawn import Given

Shown = Literal["asked", "right", "not", "shown"]
MARKS: Final = {"not": "m-mistake", "right": "m-best", "shown": "i-hint"}
NEXT: Final = 3  # answers that are listed at once
OWN: Final = 64  # worlds in which the choices of an own moment are compared
DECISION: Final = 1


class Row(msgspec.Struct):
    """Something that could be done: its words, the chance, what it gives away."""

    text: Markup
    chance: str
    share: float
    kind: Literal["best", "played", ""]
    mark: str
    lost: str


class Sheet(msgspec.Struct, kw_only=True):
    """What stands beside the board and above it."""

    state: Shown
    mark: str
    title: str
    hint: str
    facts: str
    line: list[Markup] = []
    rows: list[Row] = []
    others: list[Row] = []
    why: list[str] = []
    tempting: Markup = Markup()
    then: Markup = Markup()


class View(msgspec.Struct):
    """Which puzzle somebody looks at, and how: what the page knows besides the puzzle itself."""

    state: Shown
    action: int | None
    language: str
    name: str  # what it is called on the card
    own: str = ""  # the table it comes from, if it is the reader's own
    rivals: list[str] = []
    played: int | None = None  # what the reader did then
    lost: float = 0.0


def state_of(game: Game, puzzle: Puzzle) -> State:
    """A position that looks like that from the seat; which one makes no difference to what is shown."""
    return game.worlds(puzzle.observation).sample(0)


def company(game: Game, puzzle: Puzzle, words: Words) -> TableInfo:
    """Players are called by their colours: names would tell whose game it was."""
    about = info_of(Record(game, puzzle.players, puzzle.options))
    seats = [SeatInfo(seat, "person", words.say(f"seat.{seat}"), words.say("puzzle.rival"), True, False, None, None)
             for seat in range(puzzle.players)]
    return msgspec.structs.replace(about, id="puzzle", seats=seats)


def frame_of(game: Game, puzzle: Puzzle, state: State, words: Words, asks: bool) -> Frame:
    """The table as the seat saw it; with the question, if it is still to be answered."""
    seat = puzzle.seat
    frame = seen(state, company(game, puzzle, words), 0, seat)
    picks = state.picks(seat)
    return msgspec.structs.replace(
        frame, decision=DECISION if asks else 0, owes=asks, prompt=state.prompt(seat),
        actions=[Action(action, state.text(action), picks[action]) for action in puzzle.actions] if asks else [])


class Page:
    """One puzzle in one language."""

    def __init__(self, game: Game, puzzle: Puzzle, view: View) -> None:
        self.game, self.puzzle, self.view = game, puzzle, view
        self.words: Words = render.words_for(game, view.language)
        self.bold = render.bold_for(game, view.language)
        self.state = state_of(game, puzzle)
        self.names = [self.words.say(f"seat.{seat}") for seat in range(puzzle.players)]

    def text(self, action: int) -> Markup:
        """An action in words; one that comes to light together with others' answers is told as if they were given."""
        found = meaning(self.state, self.puzzle.seat, action, self.bold, self.names)
        if len(self.state.to_act) > 1 and found.startswith("<code>"):
            tales = [self.together(action, seed) for seed in (1, 2)]
            if tales[0] is not None and tales[0] == tales[1]:
                return marked(self.bold.event(tales[0], self.names))
        key = f"action.{self.state.text(action)}"  # nothing is told of it at a table
        return marked(self.bold.say(key, {"seat": self.puzzle.seat}, self.names)) if self.words.has(key) else found

    def together(self, action: int, seed: int) -> Data | None:
        """What is told of an action once everybody has answered something."""
        state, seat = self.state.clone(), self.puzzle.seat
        state.chance = Chance.stream(seed)
        told = [state.play(action, seat, events=True)]
        for other in state.to_act:
            if other != seat and other in state.to_act:
                told.append(state.play(state.actions(other)[0], other, events=True))
        return next((event.seen_by(SPECTATOR) for one in told for event in one.events if event.seat == seat), None)

    def number(self, value: float) -> str:
        return format_decimal(round(value, 1), locale=self.words.locale)

    def sheet(self) -> Sheet:
        puzzle, view, say = self.puzzle, self.view, self.words.say
        sheet = Sheet(state=view.state, mark=MARKS.get(view.state, ""), title="", hint="",
                      facts=say("puzzle.facts", count=len(puzzle.actions)))
        if view.own:
            sheet.facts = say("puzzle.own_facts", who=view.rivals)
            sheet.then = self.text(view.played) if view.played is not None else Markup()
        if view.state == "asked":
            sheet.title = say("puzzle.find_better" if view.own else "puzzle.find")
            sheet.hint = " ".join([self.who(), say("puzzle.gave_away", lost=percent(view.lost / 100)) if view.own else
                                   self.asked()]).strip()
        elif view.state == "not" and view.action is not None:
            loss = puzzle.loss(view.action)
            grade = graded(max(loss, 2.0))
            sheet.mark, sheet.title = f"m-{grade}", say(f"puzzle.not.{grade}")
            value = puzzle.values[puzzle.actions.index(view.action)]
            sheet.hint = say("puzzle.gives_away", chance=percent(value / 100), best=percent(puzzle.best / 100),
                             lost=percent(loss / 100))
            sheet.rows = [self.row(view.action)]
        else:
            self.solve(sheet)
        return sheet

    def solve(self, sheet: Sheet) -> None:
        """The solution: how it goes on, why, and what everything else gives away."""
        puzzle, view = self.puzzle, self.view
        sheet.title = self.words.say("puzzle.right" if view.state == "right" else "puzzle.was")
        sheet.line = self.line()
        sheet.why = self.why()
        sheet.hint = sheet.why[0]
        sheet.tempting = self.text(puzzle.tempting)
        ranked = sorted(puzzle.actions, key=lambda action: (
            action not in puzzle.answers[:1], puzzle.loss(action), action))
        first = ranked[:NEXT]
        if view.action is not None and view.action not in first:
            first.append(view.action)
        rows = {action: self.row(action) for action in ranked}
        alike: dict[str, list[int]] = {}
        for action, row in rows.items():
            alike.setdefault(row.text, []).append(action)
        for same in alike.values():
            for action, apart in zip(same, self.apart(same), strict=True):
                rows[action].text += Markup(" <code>{}</code>").format(apart) if apart else ""
        sheet.rows = [rows[action] for action in first]
        sheet.others = [row for action, row in rows.items() if action not in first]

    def apart(self, actions: list[int]) -> list[str]:
        """What tells actions from each other that have the same words: what only some of their notations say."""
        told = [self.state.text(action).split() for action in actions]
        shared = set[str].intersection(*map(set, told))
        return [" ".join(word.removeprefix("@") for word in one if word not in shared) for one in told]

    def row(self, action: int) -> Row:
        puzzle = self.puzzle
        value, loss = puzzle.values[puzzle.actions.index(action)], puzzle.loss(action)
        best = action == puzzle.answers[0]
        lost = self.words.say("puzzle.as_good") if puzzle.right(action) and not best else \
            "" if best else f"−{percent(loss / 100)}"
        return Row(self.text(action), percent(value / 100), value / 100,
                   "best" if best else "played" if action == self.view.action else "",
                   "best" if puzzle.right(action) else graded(max(loss, 2.0)), lost)

    def scene(self) -> Markup:
        """What the seat has built so far, as a picture, where the game draws one."""
        known = render.book(self.game, self.view.language)
        if not hasattr(known.board, "trophy"):
            return Markup()
        sight = render.sight(frame_of(self.game, self.puzzle, self.state, self.words, False), known, True)
        return escape(known.board.trophy(sight, self.puzzle.seat))

    def who(self) -> str:
        """Whose eyes these are, and when."""
        view = self.game.view(self.puzzle.observation)
        colour, number = self.names[self.puzzle.seat], getattr(view, "round", 0) or 0
        if number:
            return self.words.say("puzzle.you_are", colour=colour, round=number)
        return self.words.say("puzzle.you_are_only", colour=colour)

    def asked(self) -> str:
        """What the game itself asks."""
        prompt = self.state.prompt(self.puzzle.seat) or {}
        sentence = self.words.say(f"prompt.{prompt.get('kind')}", prompt, self.names)
        return sentence if sentence.endswith((".", "?", "!")) else f"{sentence}."

    def line(self) -> list[Markup]:
        """The best action and what follows it, each told as everybody would be told."""
        state, told = self.state.clone(), list[Markup]()
        for action in self.puzzle.line:
            sentence = meaning(state, self.puzzle.seat, action, self.bold, self.names) if told else self.text(action)
            if not told or told[-1] != sentence:
                told.append(sentence)
            try:
                state.play(action, self.puzzle.seat)
            except IllegalAction:
                break
        return told

    def why(self) -> list[str]:
        """Where the points come from, in the game's words."""
        puzzle, say = self.puzzle, self.words.say
        found = [self.reason(one) for one in puzzle.reasons]
        for key, (best, other) in (("score", puzzle.scores.mine), ("rival", puzzle.scores.rival)):
            if (best > other if key == "score" else best < other) and abs(best - other) >= 0.1 \
                    and not any(abs(one.best - best) + abs(one.other - other) < 0.25 for one in puzzle.reasons):  # said
                found.append(say(f"puzzle.why.{key}", mine=self.number(best), other=self.number(other)))
        second = max((value for action, value in zip(puzzle.actions, puzzle.values, strict=True)
                      if not puzzle.right(action)), default=0.0)
        found.append(say("puzzle.why.chance", best=percent(puzzle.best / 100), other=percent(second / 100)))
        return found

    def reason(self, reason: Reason) -> str:
        line, say = reason.line, self.words.say
        figures: Data = {"best": self.number(reason.best), "other": self.number(reason.other)}
        kind, piece = str(line["kind"]), str(line.get("card") or line.get("piece") or "")
        how = say(f"breakdown.{kind}", line) if self.words.has(f"breakdown.{kind}") else ""
        if piece:
            tells = how and how != self.words.piece(piece).bare
            return say("puzzle.why.piece_how" if tells else "puzzle.why.piece", figures, piece=piece, how=how)
        if self.words.has(f"reason.{kind}"):  # the game counts them
            return say("puzzle.why.kind", figures, what=say(f"reason.{kind}"))
        return say("puzzle.why.points", figures, what=how or kind)


def shown(game: Game, puzzle: Puzzle, view: View, **more: object) -> str:
    """The part of the page that changes: the board of the seat, what is asked or answered, and what is told of it."""
    page = Page(game, puzzle, view)
    sheet = page.sheet()
    frame = frame_of(game, puzzle, page.state, page.words, view.state == "asked")
    known = render.book(game, view.language)
    sight = render.sight(frame, known, False)
    board = known.board
    acts = known.text(board.acts, Given(sight)) if view.state == "asked" and hasattr(board, "acts") else ""
    asks = {"kind": str((frame.prompt or {}).get("kind")), "title": sheet.title, "hint": sheet.hint, "guide": ""}
    card = ("chronicle", "i-quest", page.words.say("puzzle.one"))
    best = page.state.steps(puzzle.seat, puzzle.answers[0]) if view.state in ("right", "shown") else []
    played = page.state.steps(puzzle.seat, view.action) if view.action is not None and view.state != "asked" else []
    context: dict[str, Any] = {
        "puzzle": puzzle, "s": sheet, "v": view, "areas": known.areas, "asks": asks, "acts": acts,
        "wants": render.named(frame, board, "wants"),
        "moves": render.as_block({"best": best, "played": played if played != best else []}),
        "tabs": known.areas.tabs([*getattr(board, "tabs", []), card]), **more}
    return render.body(frame, view.language, game, [], "puzzle_body.html", **context)


def of_own(game: Game, state: State, seat: int, decision: Decision, action: int, explained: bool) -> Puzzle:
    """A moment of somebody's game as a puzzle: what the analysis found is best, everything else is compared with it."""
    judge, seen_ = Judge(game, Depth()), state.observe(seat)
    worlds = game.worlds(seen_)
    actions = worlds.template.actions(seat)
    values = [min(round(value, 1), decision.best) for value in judge.worth(worlds, actions, OWN, 1)]
    values[actions.index(action)] = round(decision.played, 1)
    values[actions.index(decision.action)] = round(decision.best, 1)
    scores, reasons = Scores(mine=(0.0, 0.0), rival=(0.0, 0.0)), list[Reason]()
    if explained:
        scores, reasons = judge.reasons(seen_, decision.action, action)
    return Puzzle(
        id=digest(seen_.to_data())[:10], game=game.id, rules_version=game.rules_version, pieces=game.digest,
        players=int(state.players), options=dict(state.options), seat=seat, position=seen_.position, actions=actions,
        values=values, answers=[decision.action], tempting=action, line=[decision.action], margin=decision.loss,
        level="squire", found={}, scores=scores, reasons=reasons, seed=0, at=0)
