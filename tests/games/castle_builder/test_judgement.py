"""The careful player: it builds when that pays, and its games look like those of the published check."""
from __future__ import annotations

import chateaux
from chateaux.engine.chance import Chance
from chateaux.engine.judgement import judgement_of
from chateaux.games.castle_builder.judgement import CastleJudgement
from chateaux.games.castle_builder.rules import GAME
from chateaux.games.castle_builder.state import Realm
from tests.games.castle_builder.kingdom import arrange

GAMES = 40 if chateaux.COMPILED else 6


def judge() -> CastleJudgement:
    found = judgement_of(GAME)
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
    """Turns 18 to 32, castles of 4 to 5 floors, about 47 steps for a winner, few games that freeze."""
    mind = judge()
    turns, heights, steps, frozen = [], [], [], 0
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
            frozen += 1
        else:
            steps.append(state.travelled[state.winners()[0]])
    assert 18 < sum(turns) / len(turns) < 30
    assert 3.8 < sum(heights) / len(heights) < 5.2
    assert 44 < sum(steps) / len(steps) < 52
    assert frozen <= GAMES * 0.2
