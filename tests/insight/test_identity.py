"""Luck, own decisions and others' decisions are exactly the result less the chance at the start: in every game, whoever
plays, however carefully it is looked at, and wherever an analysis was broken off.
"""
from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import chateaux
from chateaux.insight import Care
from chateaux.insight.analysis import Known, stepping, summed
from tests.insight.test_analysis import GAMES, played

pytestmark = pytest.mark.skipif(not chateaux.COMPILED, reason="whole games many times over: at compiled speed")
FEW = {"castle-builder": 2, "once-upon-a-castle": 4, "chateau-fort": 4}  # long games


def gone_over(record: chateaux.Record, care: Care) -> Known:
    found = Known(len(record.entries), care)
    for step, after in stepping(record, care):
        found.steps.append(step)
        found.after = after
    return found


@pytest.mark.parametrize("id", GAMES)
def test_it_adds_up(id: str) -> None:
    @settings(max_examples=FEW.get(id, 10), derandomize=True, database=None,
              suppress_health_check=list(HealthCheck))
    @given(seed=st.integers(0, 10**6), players=st.sampled_from(chateaux.game(id).players),
           spec=st.sampled_from(["greedy", "page"]), futures=st.integers(1, 3), data=st.data())
    def holds(seed: int, players: int, spec: str, futures: int, data: st.DataObject) -> None:
        record = played(id, players, seed, spec)
        care = Care(futures=futures, worlds=1, iterations=2, seed=seed)
        known = gone_over(record, care)
        found = summed(record.game, known.steps, known.after, care)
        for player in found.players:
            gained = player.luck + player.own + player.others
            assert gained == pytest.approx(player.result - player.start, abs=1e-6)
        for part in ("start", "result"):
            assert sum(getattr(player, part) for player in found.players) == pytest.approx(100)
        assert sum(player.luck for player in found.players) == pytest.approx(0, abs=1e-6)
        assert sum(player.own + player.others for player in found.players) == pytest.approx(0, abs=1e-6)
        first = data.draw(st.integers(1, len(known.steps) - 1))
        step, after = next(stepping(record, care, first, known.steps[first].before))
        assert step == known.steps[first], "wherever one begins"
        assert after == (known.steps[first + 1].before if first + 1 < len(known.steps) else known.after)
    holds()


@pytest.mark.parametrize("id", GAMES)
def test_a_step_without_a_choice_decides_nothing_and_one_that_reveals_nothing_has_no_luck(id: str) -> None:
    record = played(id, 2, 11)
    known = gone_over(record, Care(futures=2, worlds=1, iterations=2))
    state = record.new()
    afters = [*(step.before for step in known.steps[1:]), known.after]
    for step, after, (seat, action) in zip(known.steps, afters, record.entries, strict=True):
        if len(state.actions(seat)) == 1:
            assert step.meant == step.before
        state.play(action, seat)
        if not state.revealed and not state.over:
            assert after == step.meant
