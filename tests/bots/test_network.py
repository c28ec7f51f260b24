"""A network says the same everywhere, learns from games, and belongs to the set of pieces that it was taught with."""
from __future__ import annotations

import json
import random

import pytest
from librt.vecs import vec
from mypy_extensions import i16

import chateaux
from chateaux.engine.judgement import WRITTEN, judgement_of
from chateaux.engine.network import Network
from chateaux.games.chateau_combo.features import PROSPECTS

np = pytest.importorskip("numpy")

COMBO = chateaux.game("chateau-combo")  # whose judgement has a place for a network


def test_a_network_adds_what_it_is_told_and_the_units_that_are_above_nothing() -> None:
    # two inputs, four units: the first sums both inputs, the second is below nothing for these, the others are idle
    network = Network(2, 4, 2, [1.0, -1.0, 0.0, 0.0, 1.0, -1.0, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0,
                                2.0, 100.0, 0.0, 0.0, -1.0, 100.0, 0.0, 0.0, 0.25, 0.5])
    network.read(vec[float]([1.0, 2.0]))
    assert (network.output(0), network.output(1)) == (2.0 * 3.5 + 0.25, -3.5 + 0.5)
    network.read_whole(vec[i16]([0, -3]))
    assert (network.output(0), network.output(1)) == (100.0 * 3.0 + 0.25, 100.0 * 3.0 + 0.5)


def test_a_network_has_as_many_weights_as_it_says() -> None:
    with pytest.raises(ValueError, match="3 inputs, 4 hidden units and 1 outputs has 21 weights, not 4"):
        Network(3, 4, 1, [0.0] * 4)
    with pytest.raises(ValueError, match="by the four, not 6"):
        Network(3, 6, 1, [0.0] * 31)


def test_quick_games_teach_a_network_that_plays_as_it_was_taught() -> None:
    from chateaux.bots.learning.network import Aims, lessons, loss_of, teach
    from chateaux.bots.learning.taught import Taught

    judgement, written = judgement_of(COMBO, WRITTEN), judgement_of(COMBO, WRITTEN)
    lesson = lessons(COMBO, written, written, range(5, 17))
    aims = Aims(float(written.reach), 1.0, 12.0, 0.1)
    taught = Taught.blank(lesson.rows.shape[1], 4, 1, 20, 1)
    before = loss_of(taught, lesson, aims)
    teach(taught, lesson, aims, 6, 1)
    assert loss_of(taught, lesson, aims) < before
    judgement.network = taught.network
    again = Taught.read(lesson.rows.shape[1], 4, 1, taught.weights)
    assert lesson.sample
    for state, _ in lesson.sample[:5]:
        for seat in range(state.players):
            told = written.numbers(state, seat)
            expected = written.worth(state, seat) + written.reach * float(again.value(np.array([list(told)]))[0][0, 0])
            assert judgement.worth(state, seat) == pytest.approx(expected, abs=1e-3)


def test_what_a_network_learned_with_one_set_is_not_used_with_another() -> None:
    game = COMBO
    pieces = json.loads(json.dumps(game.pieces))
    pieces["cards"][0]["cost"] += 1
    own = game.with_pieces(pieces)
    assert judgement_of(game).network is not None
    assert judgement_of(own).network is None
    assert judgement_of(game, WRITTEN).network is None


def test_a_game_that_does_not_end_teaches_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    from chateaux.bots.learning import games, network

    game, written = COMBO, judgement_of(COMBO, WRITTEN)
    assert set(network.lessons(game, written, written, range(5, 7)).games) == {5, 6}
    monkeypatch.setattr(network, "WILD", (0.0,))
    lengths = {seed: sum(1 for _ in games.quick_game(game, written, seed, 0.0)) - 1 for seed in (5, 6)}
    shorter = min(lengths, key=lambda seed: lengths[seed])
    monkeypatch.setattr(games, "LONGEST", lengths[shorter])
    found = network.lessons(game, written, written, range(5, 7))
    assert set(found.games) == {shorter}
    assert len(found.rows) == found.starts[-1] == len(found.won)


def test_every_other_game_is_thought_over_where_that_is_asked_for() -> None:
    from chateaux.bots.learning.games import quick_game

    game = chateaux.game("once-upon-a-castle")
    judgement = judgement_of(game)
    quick, thought, again = ([state.dump() for state in quick_game(game, judgement, 5, 0.0, iterations)]
                             for iterations in (0, 4, 4))
    assert thought == again != quick


def test_what_a_network_is_told_has_names_and_stays_small() -> None:
    dice, judgement, state = random.Random(2), judgement_of(COMBO, WRITTEN), COMBO.new(3, 3)
    features = COMBO.features(players=3)
    while state.to_act:
        seat = state.to_act[0]
        told = dict(zip(PROSPECTS, judgement.numbers(state, seat), strict=False))
        assert len(told) == len(PROSPECTS)
        assert all(abs(number) <= 8 for number in judgement.numbers(state, seat))
        seen = features.named(state, seat)
        assert told["gold"] == seen["me.gold"] / 10
        assert told["points"] == pytest.approx(seen["me.points"] / 30)
        assert told["faith"] == pytest.approx(seen["me.faith"] / 3)
        assert told["per_banner"] == pytest.approx(seen["me.per_banner"] / 10)
        assert told[f"turns left={9 - seen['me.placed']}"] == told["players=3"] == 1
        state.play(dice.choice(state.actions(seat)), seat)
