"""The end of a game as far as a frame tells it: everybody's place, where the points come from, and by how much."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from markupsafe import Markup

from chateaux.engine.data import Data
from chateaux.engine.game import Game
from chateaux.engine.parts import part
from chateaux.look.ending import Ending, Source, scored
from chateaux.look.parts import parts
from chateaux.look.words import Words
from chateaux.tables.frames import Frame, Result

FLAGS: Final = 12  # of the bunting
NUMERALS: Final = ("I", "II", "III", "IV", "V")
LONG, LONGER = 11, 24  # letters of a title, from which it is set smaller


class Place(msgspec.Struct):
    """Where somebody stands on the podium; equals share a rank."""

    seat: int
    rank: int
    won: bool

    @property
    def step(self) -> int:
        """How high the plinth is: all after the fifth are alike."""
        return min(self.rank, len(NUMERALS))

    @property
    def numeral(self) -> str:
        """What is cut into the plinth."""
        return NUMERALS[self.rank - 1] if self.rank <= len(NUMERALS) else ""


class Flag(msgspec.Struct):
    """A flag of the bunting: from the left, from the top, how far it is turned, and whose colour it has."""

    x: float
    y: float
    turn: int
    seat: int


class Line(msgspec.Struct):
    """A part of a figure: the piece it comes from, why, and how much."""

    piece: str
    name: str
    why: str
    points: object


class Cell(msgspec.Struct):
    """A figure of the matrix; `share`: of the highest in its row."""

    seat: int
    points: int
    best: bool
    share: float
    lines: list[Line] = []


class Row(msgspec.Struct):
    """A source of points, or something that was counted."""

    id: str
    name: str
    mark: Markup
    cells: list[Cell]


class Matrix(msgspec.Struct):
    """Sources by players, in the order of their places; totals where the rows add up to them."""

    title: str
    rows: list[Row]
    total: list[Cell]


class Finale(msgspec.Struct):
    """What the end shows at once."""

    title: str
    size: str  # of the title: '', long or longer
    won: str  # who won, for whoever reads it
    had: str  # the winner's points
    by: str
    why: str
    kicker: str
    places: list[Place]
    flags: list[Flag]
    matrix: Matrix | None


def bunting(places: Sequence[Place]) -> list[Flag]:
    """The flags on a line that hangs through, in everybody's colours, from the best place on, again and again.

    >>> bunting([Place(1, 1, True), Place(0, 2, False)])[2]
    Flag(x=102.9, y=46.9, turn=21, seat=1)
    """
    found = []
    for number in range(FLAGS):
        t = (number + 0.6) / (FLAGS + 0.2)
        found.append(Flag(round(500 * t * (1 - t) + 420 * t * t, 1),
                          round(2 * (1 - t) ** 2 + 256 * t * (1 - t) + 60 * t * t, 1), round(34 - 62 * t),
                          places[number % len(places)].seat))
    return found


def finale(frame: Frame, game: Game, words: Words, names: Sequence[str], feat: str) -> Finale | None:
    """The end of a game; none while it goes on, and none when it was given up."""
    if frame.result is None:
        return None
    found = places(frame.result)
    title = proclaimed(frame, words, names)
    reason = frame.result.reason
    return Finale(
        title=title, size="longer" if len(title) > LONGER else "long" if len(title) > LONG else "",
        won=announced(frame.result, words, names), had=points_of(frame.result, words),
        by=feat or margin(frame.result, found, words, names), places=found, flags=bunting(found),
        why=words.say(f"end.{reason['kind']}", reason, names) if reason else "",
        kicker=words.say("finale.kicker", count=frame.view.round) if hasattr(frame.view, "round") else
        words.say("analysis.over"),
        matrix=matrix(game, Ending(view=frame.view, breakdown=frame.result.breakdown), frame.result, words, names))


def proclaimed(frame: Frame, words: Words, names: Sequence[str]) -> str:
    """Who won, in a few words to the one who reads them."""
    assert frame.result is not None
    if [frame.seat] == frame.result.winners and len(frame.mine) < 2:
        return words.say("web.you_won")
    return announced(frame.result, words, names)


def announced(result: Result, words: Words, names: Sequence[str]) -> str:
    """Who won, in a few words to everybody."""
    if len(result.winners) > 1:
        return words.say("web.shared_win", who=words.word([names[seat] for seat in result.winners]))
    return words.say("web.won", who=names[result.winners[0]])


def points_of(result: Result, words: Words) -> str:
    """What the winner came to."""
    return words.say("web.points_of_winner", count=result.scores[result.winners[0]])


def places(result: Result) -> list[Place]:
    """Everybody by rank."""
    found: list[Place] = []
    order = sorted(range(len(result.scores)), key=lambda seat: (seat not in result.winners, -result.scores[seat]))
    for number, seat in enumerate(order):
        won, before = seat in result.winners, found[-1] if found else None
        same = before is not None and before.won == won and (won or result.scores[before.seat] == result.scores[seat])
        found.append(Place(seat, before.rank if before is not None and same else number + 1, won))
    return found


def margin(result: Result, found: Sequence[Place], words: Words, names: Sequence[str]) -> str:
    """By how much it was won: before the best of the others, who may have had as many and lost the tie."""
    points, had = result.scores[found[0].seat], points_of(result, words)
    second = next((place.seat for place in found if not place.won), None)
    if second is None:
        return had
    ahead = points - result.scores[second]
    more = words.say("finale.more" if ahead > 0 else "finale.tie", count=ahead, who=names[second])
    return words.say("finale.by", points=had, more=more)


# ---------------------------------------------------------------- the matrix


def hooks(game: Game) -> Any:
    """What a game says of its end; nothing where it says nothing."""
    return part(game, "show.ending")


def plain(end: Ending) -> list[Source]:
    """The sources of a game that does not say which it has: every kind of line is one."""
    kinds = dict.fromkeys(str(line["kind"]) for lines in end.breakdown for line in lines)
    return [scored(end, kind, "i-crown", kind) for kind in kinds]


def matrix(game: Game, end: Ending, result: Result, words: Words, names: Sequence[str]) -> Matrix | None:
    """Where the points come from, or what was built where points do not decide; none where nothing is counted."""
    told = hooks(game)
    given: list[Source] = plain(end) if told is None else told.sources(end)
    if not given:
        return None
    order = [place.seat for place in places(result)]
    sums = [sum(source.figures[seat] for source in given) for seat in range(end.players)]
    adds_up = sums == result.scores
    icon = parts(game).art.icon
    return Matrix(
        title=words.say("web.breakdown" if adds_up else "web.built"),
        rows=[Row(source.id, words.say(f"matrix.{source.id}") if told is not None else source.id.replace("_", " "),
                  icon(source.mark, 19), cells(source, order, words, names)) for source in given],
        total=[Cell(seat, result.scores[seat], seat in result.winners, 0) for seat in order] if adds_up else [])


def cells(source: Source, order: Sequence[int], words: Words, names: Sequence[str]) -> list[Cell]:
    """The figures of a row; the highest is marked, unless it is none, or everybody's."""
    high, low = max(source.figures), min(source.figures)
    return [Cell(seat, source.figures[seat], low < high == source.figures[seat] > 0,
                 round(max(0, source.figures[seat]) / high, 2) if high > 0 else 0.0,
                 [told_line(line, words, names) for line in source.lines[seat]] if source.lines else [])
            for seat in order]


def told_line(line: Data, words: Words, names: Sequence[str]) -> Line:
    """A line of a breakdown in words."""
    piece = str(line.get("card") or line.get("piece") or "")
    name, why = words.piece(piece).bare if piece else "", words.say(f"breakdown.{line['kind']}", line, names)
    return Line(piece, name, "" if why == name else why, line["points"])
