"""What the board tells of a die, a cell, a line, a part of the castle or a guest, in sentences."""
from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

pytest.importorskip("babel", reason="nothing speaks here")

import chateaux
from chateaux.games.once_upon_a_castle.schema import Die, Gain, Guest, Line, Rampart, Sky, Tower, Use, View
from chateaux.games.once_upon_a_castle.show import telling
from chateaux.look.words import Words
from tests.games.once_upon_a_castle.table import GAME, ROW1, blue, green

WORDS = Words("en", GAME)
say = WORDS.say


def view(state: chateaux.State, eyes: int = 0) -> View:
    found = state.view(eyes)
    assert isinstance(found, View)
    return found


VIEW = view(green({"tokens": ROW1}, {}))
LINES = {line.name: line for line in VIEW.board.lines}
TOWER = next(line for line in VIEW.board.lines if line.reward.type == "tower")


def mark(ready: bool = False, useful: bool = True, missing: int = 1) -> Line:
    return Line(id="line-0-x", name="x", ready=ready, missing=missing, useful=useful)


def test_a_use_of_a_die_says_residents_points_and_which_line_it_completes() -> None:
    use = Use(points=2, residents=1, lines=[TOWER.name])
    assert telling.told(use, LINES, WORDS) == " · ".join(
        (say("board.more_residents", count=1), say("board.more_points", count=2),
         say("board.completes", what=telling.reward(TOWER, WORDS))))
    assert telling.told(Use(), LINES, WORDS) == ""


def test_every_use_of_a_die_on_the_own_sheet_is_told_of() -> None:
    views = (view(state, state.to_act[0]) for state in (GAME.new(2, seed) for seed in range(40)))
    seen = next(seen for seen in views if any(not id.startswith("cell-") for id in seen.uses))
    tokens = {id for id in seen.uses if id.startswith("cell-")}
    assert set(telling.uses(seen, WORDS)) == set(seen.uses) - tokens
    assert telling.uses(seen, WORDS) == {id: telling.told(seen.uses[id], LINES, WORDS)
                                         for id in seen.uses if id not in tokens}


def test_an_answer_is_shown_on_the_sheet_where_it_is_drawn_there() -> None:
    state = GAME.new(2, 3)
    seen = view(state, state.to_act[0])
    for answer, there in (("residents-0", "residents-0"), ("cell-0-r1c1", None), (None, None)):
        assert telling.drawn_answer(msgspec.structs.replace(seen, answer=answer)) == there


@pytest.mark.parametrize(("line", "told"), [
    (mark(useful=False, ready=True), "nothing_left"), (mark(ready=True), "ready"), (mark(missing=2), "missing")])
def test_a_line_says_how_far_it_is(line: Line, told: str) -> None:
    assert telling.state(line, WORDS) == say(f"board.{told}", count=line.missing)


def test_a_line_says_what_it_brings_and_costs() -> None:
    brings, state = telling.now(mark(), TOWER, WORDS)
    assert brings == f"{telling.reward(TOWER, WORDS).capitalize()} · {WORDS.word(TOWER.cost)}"
    assert state == say("board.missing", count=1)


def test_a_place_says_what_building_there_would_bring_and_nothing_of_nothing() -> None:
    built = {"tower-0-1": Gain(points=3, sun=True, ends=True), "tower-0-2": Gain(points=0, sun=False, ends=False),
             "": Gain(points=5, sun=False, ends=False)}
    assert telling.previews(built, WORDS) == {"tower-0-1": " · ".join(
        (say("board.more_points", count=3), say("board.with_sun"), say("board.ends_game")))}


def test_a_line_without_a_choice_says_what_it_would_do() -> None:
    nothing = Gain(points=None, sun=False, ends=False)
    assert telling.completed(mark(ready=True), TOWER, nothing, WORDS) == telling.reward(TOWER, WORDS).capitalize()
    assert telling.completed(mark(useful=False), TOWER, nothing, WORDS) == say("board.clears")
    assert telling.completed(mark(), TOWER, Gain(points=2, sun=False, ends=False), WORDS) == say(
        "board.more_points", count=2)


def test_complete_lines_that_bring_something_are_named() -> None:
    mine = VIEW.players[0].lines
    complete = telling.complete(mine)
    assert complete
    assert complete == [line.name for line in mine if not line.missing]
    named = telling.ready(mine, VIEW.board.lines, WORDS)
    assert named == [telling.reward(line, WORDS) for line in VIEW.board.lines if line.name in complete]


def test_a_complete_line_that_brings_nothing_is_not_called_incomplete() -> None:
    assert telling.unready([mark(missing=1), mark(missing=2)], WORDS) == say("board.not_ready")
    assert telling.unready([mark(missing=1), mark(useful=False, ready=True)], WORDS) == say("board.ready_in_vain")


def test_every_cell_and_line_of_a_board_stands_where_it_is_printed() -> None:
    mine = VIEW.players[0]
    assert all(cell.name == ground.name for cell, ground in telling.cells(VIEW.board, mine.cells[::-1]))
    assert all(line.name == run.name for line, run in telling.lines(VIEW.board, mine.lines[::-1]))
    covered = {ground.name: telling.cell(cell, ground, WORDS) for cell, ground in telling.cells(VIEW.board, mine.cells)}
    assert {name for name, told in covered.items() if told.endswith(say("board.covered"))} == set(ROW1)


@pytest.mark.parametrize(("used", "legal", "phase", "uses", "told"), [
    (True, False, "dice", False, "board.die_used"), (False, True, "dice", False, "board.die_now"),
    (False, False, "dice", True, ""), (False, False, "answers", True, "board.die_choose"),
    (True, True, "answers", False, "")])
def test_a_die_says_whether_it_can_be_used(used: bool, legal: bool, phase: str, uses: bool, told: str) -> None:
    die = Die(id="die-1", face="wild", used=used, legal=legal)
    assert telling.die(die, phase, uses, WORDS) == (say(told) if told else "")
    assert telling.face(die, WORDS) == say("board.wild")


def test_beside_a_die_lies_the_other_one() -> None:
    one, two = (Die(id=f"die-{number}", face="wild", used=False, legal=True) for number in (1, 2))
    assert telling.other([one, two], one) is two
    assert telling.other([one], one) is None


def test_towers_and_walls_say_what_is_drawn_of_them() -> None:
    assert telling.tower(Tower(id="", place=2, points=3), WORDS).endswith(", " + say("amount.point", count=3))
    assert telling.tower(Tower(id="", place=2, points=None), WORDS).endswith(", " + say("board.not_drawn"))
    wall = Rampart(id="", place=1, built=True, residents=1, flags=[2, None])
    assert telling.wall(wall, WORDS).endswith(", " + say("board.flags", count=1, of=2))
    bare = Rampart(id="", place=1, built=False, residents=None, flags=[None, None])
    assert telling.wall(bare, WORDS).endswith(", " + say("board.not_drawn"))


@pytest.mark.parametrize(("cloud", "more", "drawn"), [(False, 0, False), (True, 0, True), (False, 1, True)])
def test_the_sky_says_what_is_drawn_in_it(cloud: bool, more: int, drawn: bool) -> None:
    sky = Sky(id="", sun=False, cloud=cloud, extra_clouds=more)
    assert telling.clouds(sky, WORDS).endswith(say("board.drawn" if drawn else "board.not_drawn"))
    assert telling.sun(sky, WORDS).endswith(say("board.not_drawn"))


def test_the_figure_beside_a_reward_is_its_points_or_its_residents() -> None:
    assert {line.reward.type: telling.worth(line) for line in VIEW.board.lines}["donjon_floor"] == ""
    assert telling.worth(TOWER) == str(TOWER.reward.points)
    assert {telling.worth(line) for line in VIEW.board.lines if line.reward.type == "wall"} == {
        f"+{line.reward.residents}" for line in VIEW.board.lines if line.reward.type == "wall"}


def test_a_guest_says_what_it_counts_for_its_owner_only() -> None:
    guest = Guest(id="", guest="king", points=3, owner=1, shielded=True)
    assert telling.counts(guest, WORDS) == [say("board.counts_now", count=3), say("guest.shielded")]
    assert telling.counts(Guest(id="", guest="king", points=3), WORDS) == []


@pytest.mark.parametrize(("side", "replaying", "kind", "drawn"), [
    ("blank", False, "person", True), ("printed", False, "person", False), ("blank", True, "person", False),
    ("blank", False, "bot", False)])
def test_people_draw_on_a_blank_sheet_and_a_replay_shows_what_was_built(side: str, replaying: bool, kind: str,
                                                                       drawn: bool) -> None:
    t: Any = SimpleNamespace(view=SimpleNamespace(players=[SimpleNamespace(side=side)]), replaying=replaying,
                             seats=[SimpleNamespace(kind=kind)])
    assert telling.by_hand(t, 0) is drawn


def test_a_guest_who_is_lured_away_is_shown_to_whom_they_left_and_to_nobody_else() -> None:
    event = {"kind": "steal", "seat": 0, "guest": "queen", "victim_seat": 1}
    state = blue({"floors": 1, "guests": ["queen"]}, {})
    assert getattr(telling.lured(event, view(state, 1), 1), "guest", None) == "queen"
    assert telling.lured(event, view(state, 0), 0) is None
    assert telling.lured({"kind": "tower", "seat": 0}, view(state, 1), 1) is None
