"""Own sets of pieces, however odd: refused in a sentence, or played, kept and loaded like the house's own."""
from __future__ import annotations

import copy
import random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import chateaux
from chateaux.look.words import Words
from tests.parts import having

GAMES = having("pieces.json")
PLAYED = 60  # actions of each game

Leaf = tuple[Any, Any]  # where a value stands: its list or object, and its index or name
SMALL = st.integers(0, 12)
ODD: st.SearchStrategy[Any] = st.one_of(SMALL, SMALL, st.integers(13, 400), st.sampled_from(
    [-1, 10**6, 2**70, "", None, True, 1.5, [], {}]))


def leaves(data: Any) -> list[Leaf]:
    """Every value of a document that is a number or a truth, and every list's last entry."""
    found: list[Leaf] = []
    for at, value in data.items() if isinstance(data, dict) else enumerate(data):
        if isinstance(value, (dict, list)):
            found += leaves(value)
        elif isinstance(value, int):
            found.append((data, at))
    return found


def odd_set(game: chateaux.Game, draw: st.DataObject) -> Any:
    """The house's set with a few values changed."""
    pieces: Any = copy.deepcopy(game.pieces)
    for _ in range(draw.draw(st.integers(1, 4))):
        where, at = draw.draw(st.sampled_from(leaves(pieces)))
        where[at] = draw.draw(st.booleans()) if isinstance(where[at], bool) else draw.draw(ODD)
    return pieces


@pytest.mark.parametrize("id", GAMES)
@settings(max_examples=120, derandomize=True, database=None,
          suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(data=st.data())
def test_what_can_be_played_can_be_kept_and_loaded(id: str, data: st.DataObject) -> None:
    try:
        game = chateaux.game(id).with_pieces(odd_set(chateaux.game(id), data))
    except chateaux.BadPosition as error:
        assert str(error).endswith((".", ")"))  # a sentence
        return
    chooser = random.Random(data.draw(st.integers(0, 999)))
    state = game.new(chooser.choice(game.players), chooser.randrange(1000), chooser.choice(game.option_sets()))
    for number in range(PLAYED):
        if number % 6 == 0 or state.over:
            kept = msgspec.json.encode(state.dump())
            assert msgspec.json.encode(game.load(msgspec.json.decode(kept)).dump()) == kept
        if state.over:
            return
        seat = chooser.choice(state.to_act)
        assert state.prompt(seat) is not None
        state.play(chooser.choice(state.actions(seat)), seat, events=True)
    seat = state.to_act[0] if state.to_act else 0
    seen = state.observe(seat)
    assert game.worlds(seen).sample(1).observe(seat) == seen
    state.view(seat)


def test_a_game_that_does_not_end_is_stopped() -> None:
    """Château fort when everybody only discards, and then bounds for whoever simulates or reads a record."""
    game = chateaux.game("chateau-fort").with_pieces(chateaux.game("chateau-fort").pieces)
    game.longest = 10
    with pytest.raises(chateaux.Endless, match="10 actions"):
        chateaux.simulate(game, 2, 1)


def test_pieces_of_an_own_set_are_called_and_told_of_as_the_set_says() -> None:
    house = chateaux.game("castle-builder")
    pieces: Any = copy.deepcopy(house.pieces)
    wall = next(tile for tile in pieces["tiles"] if tile["id"] == "wall_03")
    wall |= {"bottom": 15, "top": 15, "name": "Keep {wall} 15"}
    pieces["tiles"].append({**wall, "id": "keep_17", "bottom": 17, "name": "Keep wall 17"})
    words = Words("en", house.with_pieces(pieces))
    assert words.piece("wall_03").bare == "Keep (wall) 15"
    assert words.piece("keep_17").bare == "Keep wall 17"
    assert words.say("piece.keep_17.help").startswith("Stands on two stones that add up to 17. It counts as 15")
    assert "add up to 3" not in words.say("piece.wall_03.help")
    assert words.piece("wall_04") == Words("en", house).piece("wall_04")
