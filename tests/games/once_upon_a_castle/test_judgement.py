"""The simple player: sensible, fair, and games of the length that the component page reports."""
from __future__ import annotations

from typing import Any

import pytest
from bench.greedy import greedy_game
from bench.lengths_once_upon_a_castle import REPORTED, measure, quick

import chateaux
from chateaux.engine.judgement import judgement_of
from chateaux.games.once_upon_a_castle.judgement import distinct
from chateaux.games.once_upon_a_castle.rules import CastleState

from .table import GAME, ROW1, WALLS, blue, green, texts

JUDGEMENT = judgement_of(GAME)


def choose(state: chateaux.State, seat: int, chance: chateaux.Chance) -> int:
    return JUDGEMENT.pick(state, seat, state.legal(seat), chance)


def choices(state: chateaux.State) -> list[int]:
    assert isinstance(state, CastleState)
    return list(distinct(state, state.legal(0)))


@pytest.mark.parametrize(("version", "players"), list(REPORTED))
def test_games_are_about_as_long_as_the_page_says(version: str, players: int) -> None:
    turns, score, longest = measure(version, players, 60 if chateaux.COMPILED else 6)
    page_turns, page_score = REPORTED[version, players] or REPORTED["green", players] or (0, 0)
    assert 0.65 < turns / page_turns < 1.35
    assert 0.65 < score / page_score < 1.45
    assert longest < 4 * page_turns


def test_worth_gives_the_lead_when_the_game_is_over() -> None:
    state = GAME.new(2, 5)
    greedy_game(state, quick, chateaux.Chance.stream(5))
    lead = state.scores()[0] - state.scores()[1]
    assert JUDGEMENT.lead(state, 0) == lead
    assert JUDGEMENT.lead(state, 1) == -lead


def test_a_token_that_helps_is_worth_more() -> None:
    few = green({"tokens": ["r1c2"]}, {}, dice=["wood", "gold"])
    more = green({"tokens": ROW1}, {}, dice=["wood", "gold"])
    assert JUDGEMENT.worth(more, 0) > JUDGEMENT.worth(few, 0)


def test_the_last_element_is_built() -> None:
    state = green({"towers": [2, 2, 2, 0], "walls": WALLS, "floors": 4, "guests": ["king", "queen", "fool", "cook"],
                   "tokens": ROW1}, {}, phase="build")
    assert state.text(choose(state, 0, chateaux.Chance.stream(1))).startswith("build row1")


def test_distinct_actions_leave_out_what_is_only_drawn_elsewhere() -> None:
    state = green({"tokens": [*ROW1, "r3c1", "r4c1"]}, {}, phase="build")
    assert [state.text(action) for action in choices(state)] == [
        "done", "build row1 @tower1", "build col1 @wall1", "build col1 @wall3"]
    assert len(texts(state)) == 9
    state = blue({"tokens": ["r2c4", "r3c4", "r4c4"]}, {"floors": 2, "guests": ["king", "queen"]}, phase="build")
    assert len(choices(state)) == 3


def test_bots_find_the_judgement_and_it_prefers_what_helps() -> None:
    nearly = {"tokens": ["r2c2", "r2c3", "r2c4"]}
    mine = green({}, nearly, {}, phase="answers", dice=["wood", "gold"])
    rated = JUDGEMENT.rate(mine, 1, mine.legal(1))
    rates = dict(zip([mine.text(action) for action in mine.actions(1)], rated, strict=True))
    assert max(rates, key=lambda text: rates[text]) == "wood @r2c5", "a pending answer is judged by what it will do"
    assert sum(JUDGEMENT.chances(mine)) == pytest.approx(1)
    assert JUDGEMENT.pick(mine, 1, mine.legal(1), chateaux.Chance.stream(1)) in mine.actions(1)


def test_looking_ahead_changes_nothing_and_uses_no_chance_of_the_game() -> None:
    state = GAME.new(3, 9, {"version": "blue"})
    before: Any = state.dump()
    seat = state.to_act[0]
    first = choose(state, seat, chateaux.Chance.stream(4))
    assert state.dump() == before
    twin = GAME.worlds(state.observe(seat)).sample(77)
    assert choose(twin, seat, chateaux.Chance.stream(4)) == first
