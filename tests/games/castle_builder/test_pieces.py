"""The set of pieces: what it holds, and every complaint names the piece and the field."""
from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

import chateaux
from chateaux.engine.data import BadPosition
from chateaux.games.castle_builder.rules import GAME
from chateaux.games.castle_builder.state import Realm

BOX: Any = GAME.pieces
Change = Callable[[Any], object]


def test_126_tiles_36_coins_and_eleven_effects() -> None:
    assert (GAME.box.tile_total, GAME.box.coin_total, len(GAME.box.coin_ids)) == (126, 36, 11)
    red = [id for number, id in enumerate(GAME.box.coin_ids) if GAME.box.red[number]]
    assert red == ["thief", "sour_lady", "catapult"]


def test_every_row_says_where_it_comes_from() -> None:
    parts = [BOX["setup"], BOX["foundation"], BOX["gate"], BOX["track"], *BOX["tiles"], *BOX["coins"],
             *BOX["variants"], *BOX["house_rules"]]
    assert all(part["source"] for part in parts)


def test_actions_are_few_enough_for_small_numbers() -> None:
    assert GAME.action_count <= 257


def tile(box: Any, id: str) -> Any:
    return next(row for row in box["tiles"] if row["id"] == id)


@pytest.mark.parametrize(("change", "complaint"), [
    (lambda box: tile(box, "wall_07").pop("rubies"), "Tile 'wall_07': rubies must be .* not missing"),
    (lambda box: tile(box, "wall_07").update(bottom=99), "Tile 'wall_07': bottom must be .* not 99"),
    (lambda box: tile(box, "wall_07").update(bottom=True), "Tile 'wall_07': bottom must be"),
    (lambda box: tile(box, "prince").update(bottom=4), "Tile 'prince': bottom must be null beside a tick"),
    (lambda box: tile(box, "roof_05").update(top=4), "Tile 'roof_05': top must be null under open sky"),
    (lambda box: tile(box, "wall_07").update(top=None), "Tile 'wall_07': top must be"),
    (lambda box: tile(box, "wall_07").update(count=0), "Tile 'wall_07': count must be"),
    (lambda box: tile(box, "wall_07").update(rubbies=1), "Tile 'wall_07': there is no field 'rubbies'"),
    (lambda box: tile(box, "wall_07").update(id="Wall 7"), "id: 'Wall 7' must be made of up to 40 letters"),
    (lambda box: tile(box, "wall_07").update(id="wall_08"), "two rows for tile 'wall_08'"),
    (lambda box: tile(box, "wall_07").update(top_pattern=["stone"]), "Tile 'wall_07': top_pattern must be"),
    (lambda box: tile(box, "wall_07").update(top_pattern=["stone", "glass"]),
     "Tile 'wall_07': each of top_pattern must be one of sky, stone, not 'glass'"),
    (lambda box: tile(box, "side_left_1").update(bottom_pattern=["sky", "sky"]),
     "Tile 'side_left_1': bottom_pattern must be stone on one side at least"),
    (lambda box: tile(box, "prince").update(count=3), "Tile 'prince': count must be at least 4"),
    (lambda box: box["coins"][0].update(id="emerald"), "Coin 'emerald': id must be one of ruby, thief"),
    (lambda box: box["coins"][0].update(count="many"), "Coin 'ruby': count must be"),
    (lambda box: box["coins"][1].pop("red_icon"), "Coin 'thief': red_icon must be true or false"),
    (lambda box: box["track"]["spaces"][3].update(kind="swamp"), "Space 3: kind must be one of plain"),
    (lambda box: box["track"]["spaces"][3].update(start=4), "Space 3: start must be 3"),
    (lambda box: box["track"].update(length=19), "track: spaces must be a list of 19"),
    (lambda box: [row.update(kind="plain") for row in box["track"]["spaces"]], "needs a coin space"),
    (lambda box: [row.update(kind="ruby") for row in box["track"]["spaces"][3:]], "spaces without a ruby"),
    (lambda box: box["foundation"].update(gate_column=3), "foundation: gate_column must be one of"),
    (lambda box: box["foundation"].update(slots=6), "foundation: half_columns must be"),
    (lambda box: box["setup"].update(holder_limit=0), "setup: holder_limit must be"),
    (lambda box: box["variants"].pop(0), "variants: the row 'sky_high' is missing"),
    (lambda box: box["variants"][1].update(reserve_tiles=["king"]), "reserve_tiles must be a list of tile ids"),
    (lambda box: box.pop("tiles"), "tiles must be a list"),
    (lambda box: box.pop("gate"), "gate must be an object"),
], ids=lambda value: value if isinstance(value, str) else "")
def test_complaint(change: Change, complaint: str) -> None:
    box = copy.deepcopy(BOX)
    change(box)
    with pytest.raises(BadPosition, match=complaint):
        GAME.with_pieces(box)


def test_a_set_must_be_enough_for_four_players() -> None:
    box = copy.deepcopy(BOX)
    box["tiles"] = box["tiles"][:3]
    box["variants"][1]["reserve_tiles"] = []
    with pytest.raises(BadPosition, match="The tiles are too few: 12, and setting up for 4 players takes 15"):
        GAME.with_pieces(box)


def test_a_set_is_an_object() -> None:
    with pytest.raises(BadPosition, match="must be an object"):
        GAME.with_pieces([1, 2])


def test_an_owners_set_has_its_own_digest_and_travels_with_the_record() -> None:
    box = copy.deepcopy(BOX)
    box["setup"].update(coins_to_win=2, market_tiles=4, market_coins=2, hand_size=5)
    tile(box, "wall_07")["count"] = 5
    game = GAME.with_pieces(box)
    assert game.digest != GAME.digest
    record = chateaux.Record(game, players=2, seed=4)
    state = record.replay()
    assert isinstance(state, Realm)
    assert (len(state.stock.market), len(state.stock.coins), state.goal) == (4, 2, 2)
    while not state.over:
        seat = state.to_act[0]
        action = state.actions(seat)[-1]
        record.add(seat, action)
        state.play(action, seat)
        state.check()
    again = chateaux.Record.from_json(record.to_json())
    assert again.game.digest == game.digest
    assert again.replay().scores() == state.scores()


def test_positions_of_another_set_are_refused() -> None:
    box = copy.deepcopy(BOX)
    tile(box, "wall_07")["count"] = 3
    with pytest.raises(BadPosition, match="another set"):
        GAME.with_pieces(box).load(GAME.new(2, 1).dump())
