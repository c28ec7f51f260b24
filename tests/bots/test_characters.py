"""Levels with a temper: who they are at a table, and chances told honestly."""
from __future__ import annotations

import random

import pytest

import chateaux
from chateaux.bots import LEVELS, TEMPERS, at_tables, bot, parted
from chateaux.bots.candour import Line, honest, line_of
from chateaux.bots.thinkers import SearchBot
from chateaux.engine.judgement import judgement_of, tempers_of
from chateaux.look.chronicle import BOTS, TEMPERED, bot_called, names
from chateaux.look.words import LANGUAGES, Words
from chateaux.pictures import Company, Sitter
from tests.parts import having


def test_every_level_sits_down_with_every_temper_that_the_games_know() -> None:
    for id in having("judgement.py"):
        assert set(tempers_of(chateaux.game(id))) == set(TEMPERS) == set(TEMPERED)
    for level in LEVELS:
        for temper in TEMPERS:
            assert f"{level}-{temper}" in at_tables()
            assert parted(f"{level}-{temper}") == (level, temper)
            assert bot(f"{level}-{temper}").temper == temper
    king, raider = bot("king"), bot("king-raider")
    assert isinstance(king, SearchBot)
    assert isinstance(raider, SearchBot)
    assert raider.budget == king.budget


@pytest.mark.parametrize("id", having("judgement.py"))
def test_a_temper_can_be_felt_in_the_plain_game(id: str) -> None:
    """A raider who only raids where a variant is played would be nobody."""
    game, dice = chateaux.game(id), random.Random(4)
    plain, unlike = judgement_of(game), {temper: judgement_of(game, temper=temper) for temper in TEMPERS}
    for seed in range(6):
        state = game.new(2, seed)
        while state.to_act and unlike:
            seat = state.to_act[0]
            actions = state.legal(seat)
            if len(actions) > 1:
                rates, worth = list(plain.rate(state, seat, actions)), plain.worth(state, seat)
                unlike = {temper: other for temper, other in unlike.items() if other.worth(state, seat) == worth
                          and list(other.rate(state, seat, actions)) == rates}
            state.play(dice.choice(list(actions)), seat)
    assert not unlike


def test_a_name_tells_the_temper_and_no_two_at_a_table_share_one() -> None:
    bots = ("knight-raider", "king-raider", "page", "squire-raider")
    table = Company("table", [Sitter("bot", "", bot) for bot in bots])
    called = names(table, Words("en"))
    assert {called[0], called[1], called[3]} <= set(TEMPERED["raider"])
    assert called[2] in BOTS
    assert len(set(called)) == 4
    every = [*BOTS, *(name for each in TEMPERED.values() for name in each)]
    assert len(set(every)) == len(every)


@pytest.mark.parametrize("language", LANGUAGES)
def test_levels_and_tempers_have_words(language: str) -> None:
    words = Words(language)
    told = {bot_called(f"{level}-{temper}", words) for level in LEVELS for temper in TEMPERS}
    assert len(told) == len(LEVELS) * len(TEMPERS)
    assert bot_called("jester", words) == "jester"
    for temper in TEMPERS:
        assert words.has(f"temper.{temper}.about")


def test_what_is_put_right_keeps_its_order_and_what_is_certain() -> None:
    line = Line(0.3, 1.4)
    chances = [0.0, 0.01, 0.3, 0.5, 0.9, 1.0]
    told = [honest(chance, line) for chance in chances]
    assert told == sorted(told)
    assert (told[0], told[-1]) == (0.0, 1.0)


def test_a_number_of_players_that_nobody_measured_is_told_like_the_nearest() -> None:
    for game in chateaux.games().values():
        for players in game.players:
            assert 0.3 < line_of(game, players).steep < 3
