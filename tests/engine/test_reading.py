"""What is written by hand is refused in a sentence: the place, the field, what it must be and what it is."""
from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import Meta

from chateaux.engine.data import BadPosition
from chateaux.engine.reading import typed, within


class Spot(msgspec.Struct, array_like=True):
    """A list with named entries."""

    tile: str
    floor: int


class Gain(msgspec.Struct, tag_field="kind", tag="gain", forbid_unknown_fields=True):
    """One of two effects."""

    gold: Annotated[int, Meta(ge=1, le=9)]


class Move(msgspec.Struct, tag_field="kind", tag="move"):
    """The other."""

    gold: bool = False


class RoyalTile(msgspec.Struct, forbid_unknown_fields=True):
    """A piece without an id."""

    source: str = msgspec.field(name="from", default="box")


class Player(msgspec.Struct, forbid_unknown_fields=True):
    """Somebody's things."""

    id: Annotated[str, Meta(pattern="^[a-z_]+$", description="made of small letters and _")] = "a"
    baron: Annotated[int, Meta(ge=0, le=3)] = 0
    turns: Annotated[int, Meta(ge=1)] = 1
    plain: int = 0
    part: float = 0
    sort: Literal["wall", "roof"] = "wall"
    only: Literal["this"] = "this"
    flag: bool = False
    holder: list[str | dict[str, int]] = []
    pair: Annotated[list[int], Meta(min_length=2, max_length=2)] = msgspec.field(default_factory=lambda: [0, 0])
    few: Annotated[list[int], Meta(max_length=2)] = []
    both: tuple[int, str] | None = None
    any: tuple[int, ...] = ()
    coins: dict[str, Annotated[int, Meta(ge=0, le=9)]] = {}
    castle: list[Spot] = []
    spot: Spot | None = None
    effects: list[Gain | Move] = []
    royals: list[RoyalTile] = []
    later: Annotated[list[int], Meta(max_length=3)] | msgspec.UnsetType = msgspec.UNSET


class Position(msgspec.Struct, forbid_unknown_fields=True):
    """The whole."""

    players: list[Player]
    best: Player | None = None


@pytest.mark.parametrize(("data", "sentence"), [
    (7, "The position must be an object with named fields, not 7."),
    ({}, "The position: players must be a list, not missing."),
    ({"players": 7}, "The position: players must be a list, not 7."),
    ({"players": [], "turn": 1}, "The position: there is no field 'turn'; the fields are players, best."),
    ({"players": [], 3: 1}, "The position: there is no field '3'; the fields are players, best."),
    ({"players": [], "best": {"baron": 4}}, "best: baron must be a whole number from 0 to 3, not 4."),
    ({"players": [], "best": []}, "The position: best must be an object with named fields or null, not []."),
])
def test_the_whole(data: object, sentence: str) -> None:
    with pytest.raises(BadPosition) as refused:
        typed(Position, data, "The position")
    assert str(refused.value) == sentence


@pytest.mark.parametrize(("field", "value", "sentence"), [
    ("id", "Käthe", "Player 'Käthe': id must be made of small letters and _, not 'Käthe'."),
    ("baron", 4, "Player 0: baron must be a whole number from 0 to 3, not 4."),
    ("baron", True, "Player 0: baron must be a whole number from 0 to 3, not True."),
    ("baron", 10**30, f"Player 0: baron must be a whole number from 0 to 3, not {10**30}."),
    ("turns", 0, "Player 0: turns must be a whole number of at least 1, not 0."),
    ("later", 1, "Player 0: later must be a list of 0 to 3 entries, not 1."),
    ("plain", 1.5, "Player 0: plain must be a whole number, not 1.5."),
    ("part", "half", "Player 0: part must be a number, not 'half'."),
    ("sort", "moat", "Player 0: sort must be one of wall, roof, not 'moat'."),
    ("sort", [], "Player 0: sort must be one of wall, roof, not []."),
    ("only", "that", "Player 0: only must be this, not 'that'."),
    ("flag", 1, "Player 0: flag must be true or false, not 1."),
    ("holder", [3], "Player 0: each of holder must be a text or an object with named fields, not 3."),
    ("holder", [{"a": "b"}], "Player 0: each of holder: a must be a whole number, not 'b'."),
    ("pair", [1], "Player 0: pair must be a list of 2 entries, not [1]."),
    ("pair", [1, "x"], "Player 0: each of pair must be a whole number, not 'x'."),
    ("few", [1, 2, 3], "Player 0: few must be a list of 0 to 2 entries, not [1, 2, 3]."),
    ("both", [1], "Player 0: both must be a list of 2 entries or null, not [1]."),
    ("both", [1, 2], "Player 0: each of both must be a text, not 2."),
    ("any", ["x"], "Player 0: each of any must be a whole number, not 'x'."),
    ("coins", {"monk": 1, "ruby": 10}, "Player 0: coins: ruby must be a whole number from 0 to 9, not 10."),
    ("coins", {1: 1}, "Player 0: coins: there is no field '1'."),
    ("castle", [["wall", "2"]], "Player 0: spot 0: floor must be a whole number, not '2'."),
    ("castle", [["wall"]], "Player 0: spot 0 must be a list of 2 entries, not ['wall']."),
    ("effects", [{"kind": "steal"}], "Player 0: effects 0: kind must be one of gain, move, not 'steal'."),
    ("effects", [{"kind": "gain", "gold": 0}], "Player 0: gain 0: gold must be a whole number from 1 to 9, not 0."),
    ("effects", [{"kind": "move", "gold": 3}], "Player 0: move 0: gold must be true or false, not 3."),
    ("effects", [{"kind": "gain", "gold": 3, "x": 1}], "Player 0: gain 0: there is no field 'x'; the fields are gold."),
    ("royals", [{}, {"from": 3}], "Player 0: royal tile 1: from must be a text, not 3."),
    ("royals", [3], "Player 0: royal tile 0 must be an object with named fields, not 3."),
    ("hat", 3, "Player 0: there is no field 'hat'; the fields are id, baron,"),
])
def test_a_place_in_it(field: str, value: object, sentence: str) -> None:
    with pytest.raises(BadPosition) as refused:
        typed(Position, {"players": [{field: value}]}, "The position")
    assert str(refused.value).startswith(sentence)


def test_whatever_is_written_is_read_or_refused_in_a_sentence() -> None:
    """Every value of another sort at every field."""
    odd: list[Any] = [None, -1, 2**80, 1.5, True, "x", [], [[]], [None], {}, {"x": None}, {3: 4}, [{}], [{"kind": 3}]]
    for field in Player.__struct_fields__:
        for value in odd:
            try:
                typed(Position, {"players": [{field: value}]}, "The position")
            except BadPosition as refused:
                assert str(refused).endswith(".")
                assert "something else" not in str(refused)


def test_bounds_that_no_schema_knows() -> None:
    assert within(1, 0, 1, "The position", "turn") == 1
    with pytest.raises(BadPosition, match="The position: turn must be a whole number from 0 to 1, not 2"):
        within(2, 0, 1, "The position", "turn")
