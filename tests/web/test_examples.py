"""The worked examples of the rules: every number that a caption claims, reckoned by the engine."""
from __future__ import annotations

import json
import re

import pytest

import chateaux
from chateaux.look.parts import parts
from chateaux.look.words import LANGUAGES
from chateaux.web.learning import learnt
from tests.web.test_learning import examples

CASTLE, FORT = chateaux.game("once-upon-a-castle"), chateaux.game("chateau-fort")
CAPTION = re.compile(r"<figcaption>(.*?)</figcaption>", re.DOTALL)


def position(game: chateaux.Game, name: str) -> chateaux.State:
    text = (parts(game).folder / "learn" / f"{name}.json").read_text("utf-8")
    return game.load(json.loads(text))


def texts(state: chateaux.State, seat: int = 0) -> set[str]:
    return {state.text(action) for action in state.actions(seat)}


def play(state: chateaux.State, *answers: str, seat: int = 0) -> chateaux.State:
    for text in answers:
        state.play(state.parse(text, seat), seat)
        state.check()
    return state


def castle(state: chateaux.State, seat: int = 0) -> dict[str, object]:
    """A player's part of the whole position."""
    owners = state.position(-2)["castles" if state.game.id == CASTLE.id else "seats"]
    assert isinstance(owners, list)
    return dict(owners[seat])


@pytest.mark.parametrize("game", [CASTLE, FORT], ids=lambda game: game.id)
def test_every_language_has_every_example_with_the_same_numbers(game: chateaux.Game) -> None:
    names = {path.stem for path in examples(game)}
    figures = []
    for language in LANGUAGES:
        source = (parts(game).folder / "learn" / f"{language}.html").read_text("utf-8")
        assert set(re.findall(r'example\("(\w+)"', source)) == names
        figures.append([re.findall(r"\d+", caption) for caption in CAPTION.findall(learnt(game, language)["text"])])
    assert figures[0] == figures[1] == figures[2]


# ---------------------------------------------------------------- Once Upon a Castle


def test_wood_and_any_face_complete_two_lines_that_share_no_cell() -> None:
    state = play(position(CASTLE, "roll"), "wood @r1c3", "wild @r2c5")
    play(state, "done", seat=1)
    assert {"build row1 @tower1", "build col5 @wall1"} <= texts(state)
    before = castle(state)["residents"]
    state.play(state.parse("build row1 @tower1", 0), 0)
    state.play(state.parse("build col5 @wall1", 0), 0)
    after = castle(state)
    assert after["tokens"] == []
    assert after["towers"] == [2, 0, 0, 0]
    assert after["residents"] == int(str(before)) + 3


def test_two_complete_lines_share_the_corner() -> None:
    column = play(position(CASTLE, "corner"), "build col5 @wall1")
    assert castle(column)["tokens"] == ["r4c4"]
    assert castle(column)["residents"] == 4 + 3
    assert "build row4R" not in texts(column)
    row = play(position(CASTLE, "corner"), "build row4R")
    assert castle(row)["tokens"] == ["r2c5", "r3c5"]
    assert castle(row)["floors"] == 1
    assert not any("col5" in text for text in texts(row))


def test_the_lumberjack_completes_two_more_lines() -> None:
    state = position(CASTLE, "chain")
    before = state.scores()[0]
    play(state, "reactivate row3L lumberjack", "token @r1c2", "token @r4c5", "build row1 @tower1", "build row4 @wall1")
    assert castle(state)["tokens"] == []
    assert state.scores()[0] == before + 2 + 1


def test_four_guests_can_be_lured_away_but_not_the_king() -> None:
    state = position(CASTLE, "lure")
    lured = {text.split()[-1] for text in texts(state) if text.startswith("steal")}
    assert lured == {"guard", "cook", "queen", "bohemian"}
    before = state.scores()[0]
    assert play(position(CASTLE, "lure"), "steal col4 queen").scores()[0] == before + 3
    assert castle(play(position(CASTLE, "lure"), "steal col4 bohemian"))["residents"] == 7 + 4


def test_the_complete_castle_counts_45() -> None:
    state = position(CASTLE, "score")
    found: dict[str, int] = {}
    for line in state.breakdown(0):
        found[str(line["kind"])] = found.get(str(line["kind"]), 0) + int(str(line["points"]))
    assert found == {"towers": 11, "sun": 4, "cloud": 4, "residents": 10, "flags": 6, "guest": 10}
    assert state.scores()[0] == 45
    assert state.winners() == (0,)


# ---------------------------------------------------------------- Château fort


def test_the_wheel_builds_a_wall_in_one_turn() -> None:
    state = play(position(FORT, "wheel"), "wheel", "place mason", "place stone2", "place peasant2", "place peasant1")
    assert castle(state)["site"] == {"mason": 1, "stone2": 1, "peasant1": 2, "peasant2": 1}
    play(state, *[text for text in texts(state) if text.startswith("build wall")])
    assert castle(state)["walls"] == 1
    assert castle(state)["site"] == {"peasant1": 1}


def test_a_wall_is_paid_exactly_and_one_double_stays() -> None:
    state = position(FORT, "wall")
    ways = [text for text in texts(state) if text.startswith("build")]
    assert len(ways) == 1
    assert castle(play(state, *ways))["site"] == {"peasant2": 1}
    assert castle(state)["walls"] == 2


def test_the_keep_wastes_a_stone_and_wins() -> None:
    state = position(FORT, "keep")
    ways = [text for text in texts(state) if text.startswith("build")]
    assert len(ways) == 1
    assert castle(play(state, *ways))["site"] == {}
    assert state.over
    assert state.winners() == (0,)


def test_dice_of_the_fire() -> None:
    for seed in range(20_000):
        state = position(FORT, "fire")
        state.chance = chateaux.Chance.stream(seed)
        events = state.play(state.parse("accept", 0), 0, events=True).events
        told = dict(events[0].seen_by(-2))
        rolls = told.get("rolls")
        assert isinstance(rolls, list)
        if [roll["roll"] for roll in rolls] == [4, 1, 6, 3, 3]:
            assert told["cards"] == ["mason", "stone2"]
            assert castle(state)["site"] == {"stone1": 1, "peasant1": 2}
            return
    raise AssertionError("these dice never fell")


def test_the_plague_leaves_the_doubles() -> None:
    state = play(position(FORT, "plague"), "plague peasant2=0")
    assert castle(state)["site"] == {"mason": 2, "stone1": 2, "peasant2": 3}


def test_the_keep_decides_between_four_points_and_four() -> None:
    state = position(FORT, "points")
    assert state.scores() == [4, 4]
    assert state.winners() == (0,)
