"""Bots are fair, legal, repeatable and in time, at every game of the house."""
from __future__ import annotations

import subprocess
import sys
import time
import tracemalloc

import msgspec
import pytest

import chateaux
from chateaux.bots import Budget, NothingToChoose, bot, choose
from chateaux.bots.thinkers import SearchBot
from chateaux.engine.data import canonical
from tests import conformance as rules
from tests.conformance import Setting

GAMES = sorted(chateaux.games())
ALL = [setting for id in GAMES for setting in rules.settings(chateaux.game(id), few=not chateaux.COMPILED)]
TWO = [Setting(chateaux.game(id), 2, tuple(chateaux.game(id).settled(None).items())) for id in GAMES]
BOTS = ["random", "greedy", "greedy:slips=0.3", "search:iterations=3"]
POSITIONS = max(3, 3000 // len(ALL)) if chateaux.COMPILED else 2

every_setting = pytest.mark.parametrize("setting", ALL, ids=str)
each_game = pytest.mark.parametrize("setting", TWO, ids=str)
each_bot = pytest.mark.parametrize("spec", BOTS)


@every_setting
def test_choices_are_legal_in_random_positions(setting: Setting) -> None:
    made = [bot(spec) for spec in BOTS]
    for state in rules.sampled_positions(setting, 11, POSITIONS):
        for seat in state.to_act:
            seen = state.observe(seat)
            for chooser in made:
                assert chooser.choose(seen) in state.actions(seat), chooser


@each_game
@each_bot
def test_whatever_is_hidden_the_choice_is_the_same(setting: Setting, spec: str) -> None:
    chooser = bot(spec)
    for number, state in enumerate(rules.sampled_positions(setting, 5, 8)):
        for seat in state.to_act:
            seen = state.observe(seat)
            twin = setting.game.worlds(seen).sample(number)
            assert bot(spec).choose(twin.observe(seat)) == chooser.choose(seen)


@each_game
def test_a_bot_process_receives_the_observation_and_nothing_else(setting: Setting) -> None:
    """What is sent is JSON of the observation; its answer is the one given here."""
    states = [state for state in rules.sampled_positions(setting, 6, 3) if state.to_act]
    seen = [state.observe(state.to_act[0]).to_data() for state in states]
    sent = canonical(seen)
    assert b'"chance"' not in sent
    program = ("import sys, json; from chateaux.bots import choose; "
               "print([choose('search:iterations=8', data) for data in json.load(sys.stdin)])")
    ran = subprocess.run([sys.executable, "-c", program], input=sent, capture_output=True, check=True)
    assert msgspec.json.decode(ran.stdout) == [choose("search:iterations=8", data) for data in seen]


@each_game
def test_iterations_are_repeatable(setting: Setting) -> None:
    for state in rules.sampled_positions(setting, 7, 4):
        for seat in state.to_act:
            seen = state.observe(seat)
            assert bot("search:iterations=20").hints(seen) == bot("search:iterations=20").hints(seen)


@each_game
def test_iterations_are_kept_and_another_seed_thinks_otherwise(setting: Setting) -> None:
    state = setting.new(5)
    seen = state.observe(state.to_act[0])
    assert 1 <= SearchBot(iterations=30).search(seen).iterations <= 30
    found = {tuple(SearchBot(iterations=30, seed=seed).hints(seen)) for seed in range(4)}
    assert len(found) > 1


@each_game
def test_the_best_hint_is_the_choice(setting: Setting) -> None:
    for state in rules.sampled_positions(setting, 8, 4):
        for seat in state.to_act:
            seen = state.observe(seat)
            for spec in ("greedy", "search:iterations=20"):
                found = bot(spec).hints(seen)
                assert found[0].action == bot(spec).choose(seen)
                for hint in found:
                    assert 0 <= hint.chance <= 1
                    assert hint.action in state.actions(seat)


@each_game
def test_seconds_are_kept(setting: Setting) -> None:
    state = setting.new(3)
    seen = state.observe(state.to_act[0])
    chooser = bot("search:seconds=0.2")
    chooser.choose(seen, Budget(iterations=1))  # judgement and tables are loaded
    started = time.perf_counter()
    chooser.choose(seen)
    assert time.perf_counter() - started < 0.6


@each_game
@each_bot
def test_the_last_move_of_a_game(setting: Setting, spec: str) -> None:
    for seed in range(3):
        last = None
        for state, _, _ in rules.walk(setting, seed):
            if len(state.to_act) == 1:
                last = state.clone()
        assert last is not None
        seat = last.to_act[0]
        last.play(bot(spec).choose(last.observe(seat)), seat)


@each_game
def test_a_single_legal_action_is_taken(setting: Setting) -> None:
    found = 0
    for seed in range(4):
        for state, seat, _ in rules.walk(setting, seed):
            if len(state.actions(seat)) == 1 and found < 3:
                found += 1
                for spec in BOTS:
                    assert bot(spec).choose(state.observe(seat)) == state.actions(seat)[0]


@each_game
@each_bot
def test_who_is_not_asked_cannot_choose(setting: Setting, spec: str) -> None:
    state = setting.new(1)
    for seat in range(-1, setting.players):
        if not state.actions(seat) or seat < 0:
            with pytest.raises(NothingToChoose):
                bot(spec).choose(state.observe(seat))


@each_game
def test_a_whole_game_of_bots(setting: Setting) -> None:
    state = setting.new(9)
    seats = [bot("greedy"), bot("search:iterations=4")]
    for _ in range(5000):
        if state.over:
            break
        seat = state.to_act[0]
        state.play(seats[seat].choose(state.observe(seat)), seat)
    assert state.over


@each_game
def test_what_a_bot_has_thought_of_is_given_back(setting: Setting) -> None:
    state, mind = setting.new(1), bot("greedy", setting.game)
    while len(state.actions(state.to_act[0])) < 2:
        state.play(state.actions(state.to_act[0])[0], state.to_act[0])
    seen = state.observe(state.to_act[0])
    tracemalloc.start()
    try:
        for times in (20, 300):
            before = tracemalloc.get_traced_memory()[0]
            for _ in range(times):
                mind.choose(seen)
        assert tracemalloc.get_traced_memory()[0] - before < times * 8, "bytes a choice"
    finally:
        tracemalloc.stop()
