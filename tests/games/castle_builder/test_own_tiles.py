"""Tiles of somebody's own set: what is printed on them is drawn, whatever it is, or the set is refused."""
from __future__ import annotations

import copy
import re
from typing import Any

import pytest

import chateaux
from chateaux.games.castle_builder.rules import GAME
from chateaux.games.castle_builder.show.drawing import along, ring, tile, usual

PLAIN: dict[str, Any] = {
    "id": "own_1", "name": "Own", "count": 1, "bottom": 9, "top": 9, "tick": False, "no_new_floor": False,
    "rubies": 0, "windows": 0, "people": 0, "roofs": 0, "bottom_pattern": ["stone", "stone"],
    "top_pattern": ["stone", "stone"], "source": "test"}
ODD: list[dict[str, Any]] = [
    {"people": 1, "top": 2}, {"people": 3}, {"windows": 3}, {"windows": 1, "people": 1}, {"roofs": 2},
    {"no_new_floor": True}, {"tick": True, "bottom": None, "windows": 2, "rubies": 1},
    {"tick": True, "bottom": None, "top": None, "top_pattern": ["sky", "sky"], "no_new_floor": True},
    {"top": None, "top_pattern": ["sky", "sky"], "roofs": 1, "windows": 2, "people": 1},
    {"top_pattern": ["sky", "stone"], "top": 2, "roofs": 1, "windows": 1},
    {"top_pattern": ["stone", "sky"], "top": 2},
    {"bottom_pattern": ["sky", "stone"], "top_pattern": ["sky", "stone"], "rubies": 2, "windows": 1, "people": 1}]


def set_with(row: dict[str, Any]) -> Any:
    pieces = copy.deepcopy(GAME.pieces)
    assert isinstance(pieces, dict)
    pieces["tiles"].append(PLAIN | row)
    return pieces


def test_the_house_draws_its_own_tiles_in_its_own_style() -> None:
    pieces = GAME.pieces
    assert isinstance(pieces, dict)
    assert all(usual(printed) for printed in [*pieces["tiles"], pieces["gate"]])


@pytest.mark.parametrize("row", ODD, ids=str)
def test_everything_printed_on_an_odd_tile_is_drawn(row: dict[str, Any]) -> None:
    GAME.with_pieces(set_with(row))  # it is accepted
    printed = PLAIN | row
    drawn = tile(printed)
    for symbol, field in (("cb-window-a", "windows"), ("cb-p-guard", "people"), ("cb-roof-tower", "roofs"),
                          ("cb-ruby", "rubies"), ("cb-tick", "tick"), ("cb-no-new-floor", "no_new_floor")):
        assert drawn.count(f'#{symbol}"') == printed[field], symbol
    stone = (printed["bottom_pattern"] + printed["top_pattern"]).count("stone")
    assert drawn.count("<rect") == stone
    numbers = [str(number) for number in (printed["top"], printed["bottom"]) if number is not None]
    assert re.findall(r">(\d+)</text>", drawn) == numbers


def test_stone_that_would_hang_in_the_air_is_refused() -> None:
    row = {"bottom_pattern": ["sky", "stone"], "top_pattern": ["stone", "stone"]}
    with pytest.raises(chateaux.BadPosition, match="Tile 'own_1': top_pattern must be sky above a half that is sky"):
        GAME.with_pieces(set_with(row))


@pytest.mark.parametrize("length", [6, 13, 20, 21, 35])
def test_barons_stand_on_their_spaces_lap_after_lap(length: int) -> None:
    cells = len(ring(length)[2])
    assert cells in (length, length + 1)
    for lap in range(3):
        for space in range(length):
            share = float(str(along(lap * length + space, length)).removeprefix("offset-distance:").removesuffix("%"))
            assert share == pytest.approx(100 * (lap + space / cells), abs=1e-3)
