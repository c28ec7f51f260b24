"""Inputs gone wrong: what `check` refuses, `load` and `worlds` refuse, with one kind of error and in a sentence."""
from __future__ import annotations

import pytest

import chateaux
from tests.mutated import KINDS, tried
from tests.parts import having

COUNTS = {"positions": 150, "observations": 300, "records": 60, "sets": 15}


@pytest.mark.parametrize("id", having("pieces.json"))
@pytest.mark.parametrize("kind", KINDS)
def test_wrong_inputs_are_refused_in_a_sentence(kind: str, id: str) -> None:
    seen = tried(kind, id, COUNTS[kind] if chateaux.COMPILED else max(10, COUNTS[kind] // 10), seed=1)
    assert seen["refused"]


def test_an_observation_that_no_position_gives_is_refused() -> None:
    game = chateaux.game("chateau-combo")
    whole = game.new(2, 1).observe(0).to_data()
    changes: list[dict[str, object]] = [{"players": 6}, {"options": {"solo": True}}, {"position": {}}, {"seat": 2}]
    for change in changes:
        with pytest.raises(chateaux.BadPosition):
            game.worlds(chateaux.Observation.from_data(whole | change))
