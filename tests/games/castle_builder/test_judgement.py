"""The careful player of the written figures builds when that pays; its games look like those of the published check."""
from __future__ import annotations

import chateaux
from chateaux.bots import bot
from chateaux.engine.chance import Chance
from chateaux.engine.judgement import WRITTEN, judgement_of
from chateaux.games.castle_builder.judgement import CastleJudgement
from chateaux.games.castle_builder.rules import GAME
from chateaux.games.castle_builder.state import Realm
from tests.games.castle_builder.kingdom import arrange

GAMES = 40 if chateaux.COMPILED else 6


def judge() -> CastleJudgement:
    found = judgement_of(GAME, WRITTEN)
    assert isinstance(found, CastleJudgement)
    return found


def test_it_builds_a_fitting_tile_high_up() -> None:
    castle = [["wall_01", 1, 0], ["wall_02", 1, 2], ["wall_03", 2, 1], ["wall_04", 2, 3]]
    state = arrange({"castle": castle, "holder": ["wall_07", "roof_05"]}, {},
                    market=["wall_14", "wall_13", "window_12"])
    assert state.text(judge().careful(state, 0, Chance.stream(1))) == "tile wall_07"


def test_more_coins_are_worth_more() -> None:
    state = arrange({"coins": 4}, {"coins": 2})
    assert judge().worth(state, 0) > judge().worth(state, 1)


def test_careful_games_resemble_the_published_check() -> None:
    """Turns 18 to 32, castles of 4 to 5 floors, about 47 steps for a winner, hardly any game without an end."""
    mind = judge()
    turns, heights, steps, stopped = [], [], [], 0
    for seed in range(GAMES):
        state = GAME.new(3, seed)
        assert isinstance(state, Realm)
        chance = Chance.stream(-1 - seed)
        while not state.over:
            seat = state.to_act[0]
            state.play(mind.careful(state, seat, chance), seat)
        turns.append(state.turns / 3)
        heights += [castle.height for castle in state.castles]
        if max(state.scores()) < 7:
            stopped += 1
        else:
            steps.append(state.travelled[state.winners()[0]])
    assert 18 < sum(turns) / len(turns) < 30
    assert 3.8 < sum(heights) / len(heights) < 5.2
    assert 44 < sum(steps) / len(steps) < 52
    assert stopped <= GAMES * 0.06


def test_it_does_not_close_its_castle_for_a_few_steps() -> None:
    """A prince fits the last open place for two steps: who builds it never builds again."""
    castle = [["roof_05", 1, 0], ["wall_02", 1, 2], ["roof_06", 1, 6], ["roof_07", 1, 8]]
    state = arrange({"castle": castle, "holder": ["prince"], "coins": 5, "travelled": 9}, {},
                    market=["wall_14", "wall_13", "window_12"])
    assert {"tile prince", "draw"} <= {state.text(action) for action in state.actions(0)}
    assert state.text(judge().careful(state, 0, Chance.stream(1))) == "draw"
    assert state.text(bot("greedy:slips=1.0").choose(state.observe(0))) == "draw"


def test_who_is_ahead_does_not_wait_for_the_end_either() -> None:
    castle = [["wall_01", 1, 0], ["wall_02", 1, 2], ["wall_03", 2, 1], ["wall_04", 2, 3]]
    for coins in (0, 6):
        state = arrange({"castle": castle, "holder": ["wall_07"], "coins": coins}, {"coins": 3}, idle=20,
                        market=["wall_14", "wall_13", "window_12"])
        assert state.text(judge().careful(state, 0, Chance.stream(1))) == "tile wall_07"
