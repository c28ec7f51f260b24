"""What is told of an element of the board, in sentences: what a use of a die brings, what a line is worth and lacks,
what stands in a castle, what a guest counts."""
from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from chateaux.games.once_upon_a_castle.schema import (
    Board,
    Cell,
    Die,
    Drawn,
    Floor,
    Gain,
    Ground,
    Guest,
    Line,
    Rampart,
    Run,
    Sky,
    Tower,
    Use,
    View,
)
from chateaux.look.facts import fact, fact_of_seat
from chateaux.look.words import Words


@fact_of_seat
def by_hand(t: Any, seat: int) -> bool:  # the table as the house gives it to boards; it is made above the games
    """Whether somebody draws their castle by hand; that has no history, so a replay shows what was built instead."""
    return t.view.players[seat].side == "blank" and not t.replaying and t.seats[seat].kind != "bot"


@fact_of_seat
def beside(view: View, seat: int) -> bool:
    """Whether somebody's castle is not the one that is shown large."""
    return view.eyes != seat


@fact
def moves(view: View) -> bool:
    """Whether tokens are being moved."""
    return view.phase == "move"


def reward(line: Run, words: Words) -> str:
    """What a line brings."""
    return words.say(f"reward.{line.reward.type}", points=line.reward.points, count=line.reward.residents)


def worth(line: Run) -> str:
    """The figure beside a reward: its points, or the residents who come with it."""
    return str(line.reward.points) if line.reward.points else (
        f"+{line.reward.residents}" if line.reward.residents else "")


def told(use: Use, lines: Mapping[str, Run], words: Words) -> str:
    """What a use of the die would bring at once, and which lines it completes."""
    found = [words.say("board.more_residents", count=use.residents)] if use.residents else []
    if use.points:
        found.append(words.say("board.more_points", count=use.points))
    found += [words.say("board.completes", what=reward(lines[name], words)) for name in use.lines]
    return " · ".join(found)


def on_board(view: View, words: Words) -> dict[str, str]:
    """By cell of the own board, what each use of the die would bring."""
    lines = {line.name: line for line in view.board.lines}
    return {id: told(use, lines, words) for id, use in view.uses.items()}


@fact
def drawn_by(view: View) -> dict[str, Use]:
    """What each use of the die would bring that is drawn on the own sheet: all but tokens on the board."""
    return {id: use for id, use in view.uses.items() if not id.startswith("cell-")}


@fact
def drawn_answer(view: View) -> str | None:
    """The answer that was given, where that is an element of the own sheet."""
    return view.answer if view.answer is not None and not view.answer.startswith("cell-") else None


def uses(view: View, words: Words) -> dict[str, str]:
    """By element of the own sheet, what each use of the die would bring."""
    return {id: told(use, {}, words) for id, use in drawn_by(view).items()}


def gained(gain: Gain, words: Words) -> str:
    """What building somewhere would bring besides what is built."""
    found = [words.say("board.more_points", count=gain.points)] if gain.points else []
    if gain.sun:
        found.append(words.say("board.with_sun"))
    if gain.ends:
        found.append(words.say("board.ends_game"))
    return " · ".join(found)


def previews(built: Mapping[str, Gain], words: Words) -> dict[str, str]:
    """By place, what building there would bring, where it brings anything."""
    found = {place: gained(gain, words) for place, gain in built.items() if place}
    return {place: said for place, said in found.items() if said}


def state(mark: Line, words: Words) -> str:
    """Whether a line is complete, what it lacks, or that it brings nothing now."""
    if not mark.useful:
        return words.say("board.nothing_left")
    return words.say("board.ready") if mark.ready else words.say("board.missing", count=mark.missing)


def now(mark: Line, line: Run, words: Words) -> list[str]:
    """What holds for a line just now: what it brings and costs, and how far it is."""
    return [f"{reward(line, words).capitalize()} · {words.word(line.cost)}", state(mark, words)]


def completed(mark: Line, line: Run, gain: Gain, words: Words) -> str:
    """What a line that leaves no choice would do."""
    return gained(gain, words) or (reward(line, words).capitalize() if mark.useful else words.say("board.clears"))


def ready(marks: Sequence[Line], lines: Sequence[Run], words: Words) -> list[str]:
    """What the complete lines would bring."""
    by_name = {line.name: line for line in lines}
    return [reward(by_name[mark.name], words) for mark in marks if mark.ready and mark.useful]


def unready(marks: Sequence[Line], words: Words) -> str:
    """Why nothing can be built: no line is complete, or those that are would bring nothing just now."""
    return words.say("board.ready_in_vain" if any(mark.ready for mark in marks) else "board.not_ready")


def complete(marks: Sequence[Line]) -> list[str]:
    """The names of the complete lines."""
    return [mark.name for mark in marks if mark.ready]


def cells(board: Board, marks: Sequence[Cell]) -> Iterator[tuple[Cell, Ground]]:
    """The cells of somebody's board, each with what is printed there."""
    by_name = {mark.name: mark for mark in marks}
    return ((by_name[one.name], one) for one in board.cells)


def lines(board: Board, marks: Sequence[Line]) -> Iterator[tuple[Line, Run]]:
    """The lines of somebody's board, each with what is printed at its end."""
    by_name = {mark.name: mark for mark in marks}
    return ((by_name[one.name], one) for one in board.lines)


@fact_of_seat
def tokens(view: View, seat: int) -> int:
    """How many tokens lie on somebody's board."""
    return sum(mark.covered for mark in view.players[seat].cells)


def cell(mark: Cell, one: Ground, words: Words) -> str:
    """A cell: its resource, where it lies, and whether a token covers it."""
    return (words.say("board.cell", resource=one.resource, row=one.row, column=one.col) + ", "
            + words.say("board.covered" if mark.covered else "board.free"))


def choosing(phase: str, uses: bool) -> bool:
    """Whether dice are chosen behind everybody's hand."""
    return phase == "answers" and uses


def die(one: Die, phase: str, uses: bool, words: Words) -> str:
    """What holds for a die: it is used, it can be used now, or it can be chosen; else nothing is said."""
    if phase == "dice":
        return words.say("board.die_used") if one.used else words.say("board.die_now") if one.legal else ""
    return words.say("board.die_choose") if choosing(phase, uses) else ""


def other(dice: Sequence[Die], one: Die) -> Die | None:
    """The die beside another."""
    return next((die for die in dice if die.id != one.id), None)


def face(one: Die, words: Words) -> str:
    """The face of a die."""
    return words.say("board.wild") if one.face == "wild" else words.piece(one.face).bare


def tower(one: Tower, words: Words) -> str:
    """A tower and its points."""
    return words.say("board.tower", place=one.place) + ", " + (
        words.say("amount.point", count=one.points) if one.points else words.say("board.not_drawn"))


def wall(one: Rampart, words: Words) -> str:
    """A wall and its flags."""
    flags = sum(1 for flag in one.flags if flag)
    return words.say("board.wall", place=one.place) + ", " + (
        words.say("board.flags", count=flags, of=len(one.flags)) if one.built else words.say("board.not_drawn"))


def floor(one: Floor, words: Words) -> str:
    """A floor of the donjon."""
    name = f"{words.say('element.donjon_floor')} {one.place}"
    return name if one.built else f"{name}, {words.say('board.not_drawn')}"


def sun(sky: Sky, words: Words) -> str:
    """The sun, if it shines."""
    name = words.say("element.sun")
    return name if sky.sun else f"{name}, {words.say('board.not_drawn')}"


def clouds(sky: Sky, words: Words) -> str:
    """The clouds, if there are any."""
    drawn = sky.cloud or sky.extra_clouds
    return f"{words.say('element.cloud')}, {words.say('board.drawn' if drawn else 'board.not_drawn')}"


def residents(castle: Drawn, words: Words) -> str:
    """How many residents live in a castle, and what they count."""
    track = castle.residents
    return (words.say("board.residents", count=track.drawn, total=track.total) + ", "
            + words.say("amount.point", count=track.points))


def counts(guest: Guest, words: Words) -> list[str]:
    """What holds for a guest just now: what it counts for its owner, and that nobody can lure it away."""
    found = []
    if guest.points is not None and guest.owner is not None:
        found.append(words.say("board.counts_now", count=guest.points))
    if guest.shielded:
        found.append(words.say("guest.shielded"))
    return found


def lured(event: Mapping[str, object], view: View, me: int | None) -> Guest | None:
    """The guest whom somebody has just lured away from the viewer, as they stand with whoever has them now."""
    if event["kind"] != "steal" or me is None or event["victim_seat"] != me:
        return None
    return next((one for player in view.players for one in player.guests if one.guest == event["guest"]), None)
