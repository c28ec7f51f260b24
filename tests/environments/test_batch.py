"""Batches: many games in one call, the same games as one by one, in memory that is looked at and not copied."""
from __future__ import annotations

import numpy as np
import pytest

import chateaux
from chateaux.environments import Batch
from chateaux.environments.arrays import Arrays
from chateaux.environments.batch import paid
from tests.parts import having

GAMES = having("features.py")
STEPS = 60 if chateaux.COMPILED else 25


@pytest.mark.parametrize("id", GAMES)
def test_a_batch_plays_the_games_that_would_be_played_one_by_one(id: str) -> None:
    game = chateaux.game(id)
    features = game.features(3)
    arrays = Arrays(Batch(game, 3, games=4, seed=20))
    alone = [game.new(3, 20 + number) for number in range(4)]
    dealt, chooser = 24, np.random.default_rng(1)
    for _ in range(STEPS):
        actions = []
        for number, state in enumerate(alone):
            seat = state.to_act[0]
            assert arrays.seats[number] == seat
            assert arrays.observations[number].tolist() == features.values(state, seat)
            assert np.flatnonzero(arrays.masks[number]).tolist() == state.actions(seat)
            actions.append(int(chooser.choice(state.actions(seat))))
        arrays.step(np.array(actions))
        for number, state in enumerate(alone):
            state.play(actions[number], state.to_act[0])
            assert bool(arrays.finished[number]) == state.over
            assert arrays.rewards[number].tolist() == (paid(state, False) if state.over else [0.0] * 3)
            if state.over:
                assert arrays.scores[number].tolist() == state.scores()
                alone[number] = game.new(3, dealt)
                dealt += 1
    assert arrays.batch.played == 4 * STEPS


def test_arrays_look_at_the_memory_of_the_batch() -> None:
    arrays = Arrays(Batch(chateaux.game("chateau-combo"), games=3, seed=1))
    before = arrays.observations.copy()
    arrays.step([arrays.batch.legal(0)[0], -1, -1])
    assert (arrays.observations[0] != before[0]).any()
    assert (arrays.observations[1:] == before[1:]).all()
    assert not arrays.observations.flags.owndata
    with pytest.raises(ValueError, match="read-only"):
        arrays.masks[0, 0] = 1


def test_what_is_not_legal_leaves_all_games_untouched() -> None:
    batch = Batch(chateaux.game("chateau-combo"), games=2, seed=1)
    with pytest.raises(chateaux.IllegalAction, match="Game 1: action 181 is not possible now"):
        batch.step([batch.legal(0)[0], 181])
    with pytest.raises(chateaux.IllegalAction, match="Game 0: there is no action 999: they are numbered 0 to 181"):
        batch.step([999, 0])
    with pytest.raises(ValueError, match="2 games need 2 actions, not 1"):
        batch.step([0])
    assert batch.played == 0
    with pytest.raises(ValueError, match="Rewards go by result or score, not by 'luck'"):
        Batch(chateaux.game("chateau-combo"), reward="luck")


def test_rewards_add_up_to_nothing() -> None:
    for reward in ("result", "score"):
        arrays = Arrays(Batch(chateaux.game("chateau-combo"), 3, games=2, seed=5, reward=reward))
        for _ in range(80):
            arrays.batch.wander(1, arrays.batch.played)
            assert np.abs(arrays.rewards.sum(1)).max() < 1e-9
            assert ((arrays.rewards != 0).any(1) <= arrays.finished.astype(bool)).all()
        assert arrays.batch.ended > 2


@pytest.mark.parametrize("id", GAMES)
def test_a_look_ahead_is_from_the_seats_knowledge_and_changes_nothing(id: str) -> None:
    """The same rows from a batch whose hidden pieces were dealt anew."""
    game = chateaux.game(id)
    batch, twin = Batch(game, 2, games=2, seed=9), Batch(game, 2, games=2, seed=9)
    batch.wander(6)
    twin.wander(6)
    for number in range(2):
        seat = int(twin.seats[number])
        twin.states[number] = game.worlds(twin.states[number].observe(seat)).sample(number)
    rows, actions, begin, rates = Arrays(batch).afters(3)
    others, same, _, _ = Arrays(twin).afters(3)
    assert len(rates) == len(rows)
    assert actions.tolist() == same.tolist() == batch.legal(0) + batch.legal(1)
    assert begin.tolist() == [0, len(batch.legal(0)), len(actions)]
    if game.new(2).observe(0).position != game.new(2).observe(1).position:
        assert rows.shape == others.shape  # what is imagined differs
    else:
        assert (rows == others).all()
