"""Comparing two runs: a planted advantage is found, none is invented, and tuning keeps to what is free."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

import chateaux
from chateaux.engine.game import State
from chateaux.lab import tune
from chateaux.lab.command import lab
from chateaux.lab.compare import compared, of_seats
from chateaux.lab.engines import here
from chateaux.lab.folder import Folder, played
from chateaux.lab.playing import Opening, dealt
from chateaux.lab.setting import Refused, Setting, setting

CASTLE = chateaux.game("castle-builder")
FORT = chateaux.game("chateau-fort")


def a_coin_more(game: chateaux.Game, players: int, seed: int, options: dict[str, Any]) -> State:
    """Whoever begins has a coin already."""
    data: Any = game.new(players, seed, options).dump()
    position = data["position"]
    position["players"][position["first"]]["coins"] = {"monk": 1}
    position["coin_pile"] -= 1
    return game.load(data)


def folder(path: Path, asked: Setting, opening: Opening = dealt) -> Folder:
    made = Folder.begin(path, asked, False)
    for batch in made.missing:
        made.keep(batch, played(msgspec.json.encode(asked), batch, opening))
    return made


def test_a_planted_advantage_is_found(tmp_path: Path) -> None:
    asked = setting(CASTLE, "2", bots="random", games=500, batch=250)
    found: Any = compared(folder(tmp_path / "plain", asked), folder(tmp_path / "planted", asked, a_coin_more))
    share = next(row for row in found["rows"] if row["kind"] == "share" and row["number"] == 1)
    assert share["verdict"] == "decided"
    assert share["interval"][0] > 0.01
    assert found["pairs"] == 500


def test_none_is_found_where_there_is_none_as_often_as_chance_will_have_it(tmp_path: Path) -> None:
    """The same game twice with another luck: of a hundred comparisons about five are wrong at 5 %, as they should."""
    game = chateaux.game("chateau-combo")
    one, other = (folder(tmp_path / str(luck), setting(game, "2", bots="random", games=2000, batch=20, luck=luck))
                  for luck in (0, 1))
    wrong = sum(of_seats(one, other, [batch])[0]["chance"] < 0.05 for batch in one.setting.batches)
    assert 1 <= wrong <= 12
    assert of_seats(one, other, one.setting.batches)[0]["chance"] > 0.05


def test_the_same_run_twice_is_the_same(tmp_path: Path) -> None:
    asked = setting(FORT, "2", bots="random", games=6, batch=3)
    found: Any = compared(folder(tmp_path / "a", asked), folder(tmp_path / "b", asked))
    assert {row["verdict"] for row in found["rows"] if row["kind"] != "adds"} == {"same"}
    said = CliRunner().invoke(lab, ["compare", str(tmp_path / "a"), str(tmp_path / "b"), "--language", "sv"])
    assert "Ingen skillnad syns i 6 par av partier." in said.output


def test_what_is_undecided_tells_how_many_games_would_decide_it(tmp_path: Path) -> None:
    greedy, random = (setting(FORT, "2", bots=bots, games=4, batch=4) for bots in ("greedy", "random"))
    found: Any = compared(folder(tmp_path / "a", greedy), folder(tmp_path / "b", random))
    undecided = [row for row in found["rows"] if row["verdict"] == "open"]
    assert undecided
    assert all(row["needed"] > 0 for row in undecided if row["interval"][0] < row["interval"][1])


def test_runs_that_cannot_be_compared(tmp_path: Path) -> None:
    one = folder(tmp_path / "one", setting(FORT, "2", bots="random", games=2))
    for name, asked, sentence in (
            ("game", setting(CASTLE, "2", bots="random", games=2), "different games"),
            ("seed", setting(FORT, "2", bots="random", games=2, seed=1), "no deals in common"),
            ("players", setting(FORT, "3", bots="random", games=2), "no deals in common")):
        with pytest.raises(Refused, match=sentence):
            compared(one, folder(tmp_path / name, asked))


# ---------------------------------------------------------------- tuning


def test_tuning_finds_a_set_inside_its_bounds_and_keeps_every_trial(tmp_path: Path) -> None:
    out = tmp_path / "tuned"
    said = CliRunner().invoke(lab, [
        "tune", "chateau-fort", "--vary", "cards.fire.copies=0..9", "--rest", "cards.peasant1.copies", "--target",
        "turns=90", "--players", "2", "--bots", "random", "--games", "6", "--trials", "5", "--out", str(out)])
    assert said.exit_code == 0, said.output
    journal = json.loads((out / tune.JOURNAL).read_text("utf-8"))
    assert journal["trials"][0]["values"] == {"cards.fire.copies": 3}  # as it is, first
    assert 2 <= len(journal["trials"]) <= 6
    best = min(journal["trials"], key=lambda trial: trial["loss"])
    assert best["loss"] < journal["trials"][0]["loss"]
    made, reasons = (json.loads((out / name).read_text("utf-8")) for name in (tune.SET, tune.REASONS))
    cards = {card["id"]: card for card in made["cards"]}
    assert cards["fire"]["copies"] == best["values"]["cards.fire.copies"] in range(10)
    assert cards["fire"]["copies_source"] == cards["peasant1"]["copies_source"] == tune.TUNED
    assert cards["mason"]["copies_source"] == "reconstructed"
    assert sum(card["copies"] for card in made["cards"]) == 90  # the box says so
    assert reasons["figures"]["cards.fire.copies"] == {"before": 3, "now": cards["fire"]["copies"]}
    assert FORT.with_pieces(made).new(2, 1).to_act


def test_figures_that_go_together_are_varied_as_one() -> None:
    both = "tiles.slope_left_05.rubies+tiles.slope_right_05.rubies"
    made: Any = tune.changed(CASTLE.pieces, {both: 2})
    assert [tune.figure(made, path) for path in both.split("+")] == [2, 2]
    tiles = {tile["id"]: tile for tile in made["tiles"]}
    assert tiles["slope_left_05"]["source"] == tiles["slope_right_05"]["source"] == tune.TUNED
    noble: Any = tune.changed(CASTLE.pieces, {"tiles.noble_12.count": 3})
    said = next(tile["source"] for tile in noble["tiles"] if tile["id"] == "noble_12")
    assert said == f"number and ruby in a rulebook example; count and pattern reconstructed; count {tune.TUNED}"


def test_a_set_that_is_none_is_recorded_with_the_reason(tmp_path: Path) -> None:
    search = tune.Tuning(FORT, [tune.read_vary("cards.mason.copies=0..255")], [tune.read_target("turns=10")],
                         tmp_path / "out", players="2", bots="random", games=1)
    trial = search.tried({"cards.mason.copies": 0}, here)
    assert trial.loss is None
    assert trial.why
    assert json.loads((tmp_path / "out" / tune.JOURNAL).read_text("utf-8"))["trials"][0]["why"] == trial.why


@pytest.mark.parametrize(("vary", "target", "sentence"), [
    ("hand.size=3..6", "turns=60", "hand.size is no free figure: its source is “rulebook”"),
    ("cards.dragon.copies=1..2", "turns=60", "There is no whole number at cards.dragon.copies"),
    ("cards.wheel=1..2", "turns=60", "There is no whole number at cards.wheel"),
    ("cards.mason.copies+cards.fire.copies=1..9", "turns=60", "have different values"),
    ("cards.wheel.copies=6..2", "turns=60", "is written path=low..high"),
    ("cards.wheel.copies=2..6", "beauty=1", "A target is written name=value")])
def test_what_cannot_be_tuned_is_refused(tmp_path: Path, vary: str, target: str, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        tune.Tuning(FORT, [tune.read_vary(vary)], [tune.read_target(target)], tmp_path / "out")


def test_facts_of_the_rulebook_are_told_from_what_is_reconstructed() -> None:
    boards: Any = chateaux.game("once-upon-a-castle").pieces
    tune.free(boards, "boards.green.lines.col1.reward.residents")
    with pytest.raises(Refused, match="public page"):
        tune.free(boards, "boards.green.lines.row1.reward.points")
