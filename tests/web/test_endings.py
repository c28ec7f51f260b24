"""The page of a finished game says in one sentence why it ended."""
from __future__ import annotations

import pytest

import chateaux
from chateaux.engine.data import Data
from chateaux.look.chronicle import names
from chateaux.look.words import LANGUAGES
from chateaux.tables import replay
from chateaux.tables.data import ABANDONED
from chateaux.web import render

REASONS: list[Data] = [{"kind": "goal", "seat": 0, "count": 7}, {"kind": "stalemate", "count": 12}, {"kind": "closed"}]


@pytest.mark.parametrize("language", LANGUAGES)
def test_why_a_game_ended(language: str) -> None:
    game = chateaux.game("castle-builder").at_version(1)
    record = chateaux.Record(game, 2, None, seed=3)
    state = record.new()
    while not state.over:
        record.add(state.to_act[0], state.actions(state.to_act[0])[0])
        state.play(state.actions(state.to_act[0])[0], state.to_act[0])
    told = replay.of_file(record.to_json().encode())
    frame = told.frame(told.last, None)
    assert frame.result is not None
    assert frame.result.reason == {"kind": "stalemate", "count": 3}
    words = render.words_of(game.id, language)
    for reason in REASONS:
        frame.result.reason = reason
        said = words.say(f"end.{reason['kind']}", reason, names(frame.table, words))
        assert said in render.body(frame, language, game)
    frame.result, frame.table.phase = None, ABANDONED
    assert words.say("web.agreed") in render.body(frame, language, game)
