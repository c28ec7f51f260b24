"""Partie programmée: the clock, the points and the ties (ruling 18)."""
from __future__ import annotations

from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64

import chateaux
from chateaux.bots import bot
from chateaux.engine.judgement import judgement_of
from tests.games.chateau_fort.fort import (
    DULL,
    GAME,
    arrange,
    person,
    play,
    roll_event,
    round_end,
    seat,
    texts_of,
)

TIMED: dict[str, object] = {"mode": "timed"}
WALL = ["mason", "stone1", "stone1", "peasant1", "peasant1", "peasant1"]
ALMS = 4


def test_ruling_18_time_up_lets_the_round_end_without_an_event() -> None:
    state = arrange(seat(), seat(["stone1"] * 5), options=TIMED)
    play(state, "discard peasant1", "time up")
    assert not state.over
    assert state.to_act == (0,), "the turn goes on"
    play(state, "end", "discard stone1", "end")
    assert state.over
    assert state.event == 0
    assert state.round == 1


def test_time_up_is_the_tables_and_only_once() -> None:
    state = arrange(seat(), seat(), options=TIMED)
    assert texts_of(state, -1) == ["time up"]
    assert state.to_act == (0,)
    number = state.actions(-1)[0]
    with pytest.raises(chateaux.IllegalAction):
        state.play(number, 0)
    told: list[dict[str, Any]] = []
    play(state, "time up", events=told)
    assert told == [{"kind": "time_up", "seat": -1}]
    assert state.actions(-1) == []


def test_time_up_is_possible_in_a_reaction_window() -> None:
    state = arrange(seat(["fire", *DULL[:4]]), seat(DULL, ["mason"]), options=TIMED)
    play(state, "fire @1", "time up")
    assert state.to_act == (1,)
    play(state, "accept", "end", "discard peasant1", "end")
    assert state.over


def test_time_up_between_rounds_lets_the_event_end_and_no_round_begins() -> None:
    state = roll_event(round_end(seat(DULL, ["mason", "stone1"]), seat(), options=TIMED), ALMS)
    play(state, "time up")
    assert state.to_act == (0,)
    play(state, "alms mason")
    assert state.over
    assert person(state, 0)["site"] == {"stone1": 1}


def test_a_classic_game_has_no_clock() -> None:
    assert arrange(seat(), seat()).actions(-1) == []
    with pytest.raises(chateaux.BadPosition):
        arrange(seat(), seat(), time_up=True)


@pytest.mark.parametrize("rounds", [10, 20])
def test_the_option_rounds_ends_a_timed_game(rounds: int) -> None:
    state = round_end(seat(), seat(), options={"mode": "timed", "rounds": rounds}, round=rounds)
    play(state, "end")
    assert state.over
    assert state.round == rounds


@pytest.mark.parametrize("rounds", [10, 20])
def test_rounds_or_minutes_never_both(rounds: int) -> None:
    """Ruling 18. By the first version of the rules the clock could end a game of rounds, and its records replay."""
    options: dict[str, bool | int | str] = {"mode": "timed", "rounds": rounds}
    assert GAME.new(2, 1, options).actions(-1) == []
    first = GAME.at_version(1)
    assert first.rules_version == 1
    assert first.at_version(1) is first is GAME.at_version(1)
    record = chateaux.Record(first, 2, options, 5)
    state = record.new()
    for seat_, text in ((-1, "time up"), (state.to_act[0], "discard"), (state.to_act[0], "end")):
        action = next(number for number in state.actions(seat_) if state.text(number).startswith(text))
        record.add(seat_, action)
        state.play(action, seat_)
    assert chateaux.Record.from_json(record.to_json()).replay().dump() == state.dump()


def test_why_a_game_ended() -> None:
    assert arrange(seat(), seat()).ending() == {}
    state = play(arrange(seat(DULL, WALL, walls=3, keeps=1), seat()), "build wall stone2=0 peasant2=0")
    assert state.ending() == {"kind": "castle", "seat": 0}
    assert ended(seat(), seat()).ending() == {"kind": "time"}
    rounds = {"mode": "timed", "rounds": 10}
    assert play(round_end(seat(), seat(), options=rounds, round=10), "end").ending() == {"kind": "rounds", "count": 10}


def test_bots_know_that_the_keep_is_worth_four_walls() -> None:
    """Twelve units for four points, six for one: with time left the keep comes first, at the end whatever stands."""
    bots = judgement_of(GAME)
    for left, wanted in ((6, "keep"), (0, "wall")):
        options = {"mode": "timed", "rounds": 20}
        site = [*WALL, "stone1", "stone1"]
        state = arrange(seat(DULL, site), seat(), options=options, round=20 - left)
        actions = state.actions(0)
        rates = dict(zip([state.text(action) for action in actions], bots.rate(state, 0, vec[i64](actions)),
                         strict=True))
        walls = max(rate for text, rate in rates.items() if text.startswith("build wall"))
        assert (walls < rates["place peasant1"]) == (wanted == "keep"), rates
    keep = ["mason", *["stone1"] * 5, *["peasant1"] * 6]
    state = arrange(seat(DULL, keep), seat(), options={"mode": "timed", "rounds": 20}, round=8)
    assert state.text(bot("greedy").choose(state.observe(0))).startswith("build keep")


def test_the_option_rounds_says_nothing_to_a_classic_game() -> None:
    state = round_end(seat(), seat(), options={"mode": "classic", "rounds": 10}, round=10)
    play(state, "end")
    assert not state.over


def test_a_complete_castle_before_time_wins_at_once() -> None:
    state = arrange(seat(DULL, WALL, walls=3, keeps=1), seat(), options=TIMED)
    play(state, "build wall stone2=0 peasant2=0")
    assert state.over
    assert state.winners() == (0,)


def ended(*seats: dict[str, object]) -> chateaux.State:
    state = round_end(*seats, options=TIMED, time_up=True)
    return play(state, "end")


def test_a_wall_is_one_point_and_a_keep_four() -> None:
    state = ended(seat(walls=3), seat(keeps=1), seat(walls=2, keeps=1))
    assert state.scores() == [3, 4, 6]
    assert state.winners() == (2,)
    assert state.breakdown(2) == [{"kind": "walls", "count": 2, "points": 2},
                                  {"kind": "keeps", "count": 1, "points": 4}]


def test_ruling_18_ties_are_broken_by_the_keep() -> None:
    assert ended(seat(walls=4), seat(keeps=1)).winners() == (1,)


def test_ruling_18_ties_are_broken_by_units_on_the_site() -> None:
    assert ended(seat(DULL, ["stone2"], walls=1), seat(DULL, ["stone1"], walls=1)).winners() == (0,)
    assert ended(seat(DULL, ["stone2"], walls=1), seat(DULL, ["stone1", "mason"], walls=1)).winners() == (0, 1)


def test_ruling_18_what_is_still_equal_is_shared() -> None:
    assert ended(seat(), seat(), seat(walls=0)).winners() == (0, 1, 2)


def test_a_record_holds_time_up_as_the_tables_entry() -> None:
    record = chateaux.Record(GAME, 2, {"mode": "timed"}, 5)
    state = record.new()
    while not state.over:
        seat_ = -1 if state.actions(-1) and len(record.entries) == 9 else state.to_act[0]
        action = state.actions(seat_)[0]
        record.add(seat_, action)
        state.play(action, seat_)
    assert [entry for entry in record.entries if entry[0] == -1]
    again = chateaux.Record.from_json(record.to_json()).replay()
    assert again.dump() == state.dump()
