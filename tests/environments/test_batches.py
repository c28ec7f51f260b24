"""Batches in processes: the same games as in batches of one process, step by step."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

import chateaux
from chateaux import IllegalAction
from chateaux.environments import Batch
from chateaux.environments.arrays import Arrays
from chateaux.environments.batches import APART, WRITTEN, Batches, Box

GAME = chateaux.game("chateau-combo")


@pytest.fixture(scope="module")
def batches() -> Iterator[Batches]:
    with Batches(GAME, players=3, games=5, seed=7, reward="score", processes=2) as found:
        yield found
    assert not any(process.is_alive() for process in found.processes)


def test_each_process_has_its_share_of_the_games(batches: Batches) -> None:
    """Two processes and five games: two in the first, three in the second, whose seeds are far away."""
    shares = [Arrays(Batch(GAME, 3, 2, 7, reward="score")), Arrays(Batch(GAME, 3, 3, 7 + APART, reward="score"))]
    for step in range(120):
        for name in WRITTEN:
            together = np.concatenate([getattr(share, name) for share in shares])
            assert np.array_equal(getattr(batches, name), together), (name, step)
        actions = np.where(batches.masks * np.arange(1, batches.plan.actions + 1) % 7 == step % 5 + 1, 2, 0)
        chosen = (actions + batches.masks).argmax(1)
        if step % 4 == 3:
            chosen[1] = -1
        batches.step(chosen)
        shares[0].step(chosen[:2])
        shares[1].step(chosen[2:])
    assert batches.ended == sum(share.batch.ended for share in shares) > 0


def test_an_action_that_is_not_legal_leaves_all_games_as_they_are(batches: Batches) -> None:
    before = batches.observations.copy()
    legal = batches.masks.argmax(1)
    for wrong in (batches.masks[4].argmin(), 9999, -2):
        with pytest.raises(IllegalAction, match="Game 4"):
            batches.step([*legal[:4], wrong])
    with pytest.raises(ValueError, match="5 games need 5 actions"):
        batches.step(legal[:4])
    assert np.array_equal(batches.observations, before)


def test_processes_wander_each_by_itself(batches: Batches) -> None:
    before = batches.observations.copy()
    batches.wander(3, seed=1)
    assert (batches.observations != before).any(axis=1).all()


def test_nobody_writes_what_the_processes_have_written(batches: Batches) -> None:
    with pytest.raises(ValueError, match="read-only"):
        batches.masks[0] = 1


def test_a_process_that_has_ended_is_missed() -> None:
    with Batches(GAME, games=1, processes=1) as batches:
        batches.processes[0].terminate()
        with pytest.raises(RuntimeError, match="has ended"):
            batches.wander(1)


@pytest.mark.parametrize("processes", [0, 3])
def test_there_are_as_many_processes_as_games_at_most(processes: int) -> None:
    with pytest.raises(ValueError, match="1 to 2 processes"):
        Batches(GAME, games=2, processes=processes)


def test_a_set_of_ones_own_is_sent_along() -> None:
    game = chateaux.game("castle-builder")
    assert Box(game.id, game.rules_version, game.pieces).opened() is game
    earlier = game.at_version(1)
    assert Box(earlier.id, 1, earlier.pieces).opened() is earlier
    fort = chateaux.game("chateau-fort")
    assert isinstance(fort.pieces, dict)
    own = fort.with_pieces(fort.pieces | {"year": 1999})
    assert Box(own.id, own.rules_version, own.pieces).opened().digest == own.digest != fort.digest
