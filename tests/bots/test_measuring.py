"""What bots are measured with: one who is told the future, OpenSpiel's search, a ladder that goes on where it was."""
from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from bench import ceiling, chances, figures, ladder, regret

import chateaux
from chateaux.bots.ladder import Ladder, Pair, Seating
from chateaux.bots.search import Search
from chateaux.engine.judgement import judgement_of
from chateaux.tables import ratings

GAME = chateaux.game("once-upon-a-castle")
ROOT = Path(__file__).parents[2]


def test_who_is_told_the_future_sees_what_comes() -> None:
    """With the truth as its template and one way to play on, every iteration of an action ends the same."""
    game = chateaux.game("chateau-fort")
    state = game.new(2, 4)
    seat, judgement = state.to_act[0], judgement_of(game)
    told, guessed = (Search(state.clone(), seat, judgement, 1, 1.0, -1, 0.5, 0.0, False, told=truth)
                     for truth in (True, False))
    for search in (told, guessed):
        for _ in range(60):
            search.iterate()
    assert all(chance in (0.0, 1.0) for _, _, _, chance in told.found() if _ > 0)
    assert any(0.0 < chance < 1.0 for _, visits, _, chance in guessed.found() if visits > 4)
    assert ceiling.share(game, ceiling.seer(4), ceiling.thinker(1), 2, {}, 4, 5).endswith("of 4 games")


def test_every_kind_of_table_is_on_the_ladder() -> None:
    for game in chateaux.games().values():
        found = list(ladder.tables(game))
        for setting in found:
            assert game.settled(setting.options).keys() == game.options.keys()
            assert {other.players for other in found if other.options == setting.options} == set(game.players)
        assert any(not setting.options for setting in found)
    assert len({str(setting) for setting in found}) == len(found)


def test_the_king_meets_who_was_king_before_only_where_that_was_another() -> None:
    met = {id: [pair.one for pair in ladder.pairs(chateaux.game(id), ["knight", "king"], spiel=True)]
           for id in ("castle-builder", "chateau-fort")}
    assert met == {"castle-builder": ["knight", "elder", "ismcts"], "chateau-fort": ["knight", "ismcts"]}


def test_a_pair_that_is_not_played_now_counts_as_far_as_it_is_kept(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "kept.jsonl"
    monkeypatch.setattr(ladder, "tables", lambda game: [ladder.Setting(game.id, 2, {})])
    monkeypatch.setattr(ladder, "EVERYBODY", ("random", "page"))

    def asked(*more: str) -> list[int]:
        monkeypatch.setattr(sys, "argv", ["ladder", GAME.id, "--bots", "random,page", "--kept", str(file),
                                          "--out", str(tmp_path / "out"), *more])
        ladder.main()
        path = tmp_path / "out" / "ladder.json"
        return [pair["games"] for pair in json.loads(path.read_text("utf-8"))[0]["pairs"]] if path.exists() else []

    assert asked("--games", "4", "--now", "elder") == []
    assert asked("--games", "4", "--now", "levels") == [4]
    assert asked("--games", "60", "--now", "elder") == [4], "four games of sixty are too thin, so the old table stays"
    assert len(file.read_text("utf-8").splitlines()) == 4


def test_ratings_put_levels_where_the_ladder_has_measured_them() -> None:
    """`python -m bench.ladder … --anchors src/chateaux/tables/anchors.json` writes them from the same figures."""
    played = json.loads((ROOT / "docs" / "ladder.json").read_text("utf-8"))
    assert ladder.anchors(played) == ratings.ANCHORS
    assert all(set(levels) == set(chateaux.bots.LEVELS) for levels in ratings.ANCHORS.values())


def test_a_bot_of_few_games_is_no_anchor() -> None:
    def table(**games: int) -> dict[str, object]:
        return {"game": "g", "timed": False, "bots": [{"bot": name, "elo": 100 * number, "games": count}
                                                      for number, (name, count) in enumerate(games.items())]}

    assert ladder.anchors([table(page=50, squire=60, king=1), table(squire=40, knight=40)]) == {
        "g": {"knight": 100, "page": -100, "squire": 0}}
    assert ladder.anchors([{**table(page=50, squire=60), "timed": True}, table(page=50, squire=3)]) == {}


def test_tenths_are_put_together_until_they_hold_enough() -> None:
    rows = [(number / 1000, float(number % 2)) for number in range(1000)]
    assert [len(bin) for bin in chances.binned(rows, 150)] == [200, 200, 200, 200, 200]
    assert [len(bin) for bin in chances.binned(rows[:320], 150)] == [320]
    assert chances.binned([], 150) == []
    timid = [(0.4, 0.0)] * 200 + [(0.6, 1.0)] * 200
    error, worst = chances.tenths(timid, silent=True)
    assert (round(error), round(worst)) == (40, 40)
    assert chances.tenths(chances.put_right(timid, chances.fitted(timid)), silent=True)[1] < 5


def test_figures_are_changed_by_name(tmp_path: Path) -> None:
    """Who expects nothing of the turns to come builds no keep before the walls."""
    game = chateaux.game("chateau-fort")
    (tmp_path / "blind.json").write_text(json.dumps(figures.changed(game, {"pace": 0.0})), "utf-8")
    blind, seeing = judgement_of(game, str(tmp_path / "blind.json")), judgement_of(game)
    state = game.new(2, 4, {"mode": "timed", "rounds": 20})
    assert blind.worth(state, 0) < seeing.worth(state, 0)
    with pytest.raises(SystemExit, match="no figure 'pacing'"):
        figures.changed(game, {"pacing": 0.0})


def test_a_ladder_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "kept.jsonl"
    asked = ["ladder", GAME.id, "--bots", "random,page", "--games", "2", "--kept", str(file), "--out", str(tmp_path)]
    monkeypatch.setattr(ladder, "tables", lambda game: [ladder.Setting(game.id, 2, {})])
    monkeypatch.setattr(sys, "argv", asked)
    ladder.main()
    before, page = file.read_text("utf-8"), (tmp_path / "ladder.md").read_text("utf-8")
    assert len(before.splitlines()) == 2
    ladder.main()
    assert file.read_text("utf-8") == before
    assert (tmp_path / "ladder.md").read_text("utf-8") == page
    saved = json.loads((tmp_path / "ladder.json").read_text("utf-8"))
    assert [pair["games"] for pair in saved[0]["pairs"]] == [2]
    monkeypatch.setattr(sys, "argv", [*asked, "--seed", "9"])
    ladder.main()
    assert len(file.read_text("utf-8").splitlines()) == 4


def test_a_ladder_stops_in_good_order() -> None:
    table = Ladder(GAME.id, ["random", "page"], games=4)
    pair = Pair("random", "page")
    assert not ladder.met(table, pair, ladder.Kept(None), until=0.0)
    assert not pair.results


def test_openspiel_sits_at_our_tables() -> None:
    pytest.importorskip("pyspiel")
    from bench import spiel

    played = spiel.against(Seating("chateau-combo", (spiel.ISMCTS, "page"), 5, {}))
    assert sum(played.victory) == 1
    assert all(played.moves)
    known = spiel.KNOWN["chateau-combo"]
    assert known.simulations >= spiel.FEWEST * known.decisions > 0


def test_who_chooses_as_the_judge_does_loses_nothing(
        monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    judge = f"search:iterations=60 figures=written seed={regret.OTHER}".replace(" ", ",")
    monkeypatch.setattr(regret, "bot", lambda spec, game: chateaux.bots.bot(judge if spec == "judge" else spec, game))
    monkeypatch.setattr(sys, "argv", ["regret", "chateau-fort", "--bots", "judge,random", "--judge", "60",
                                      "--decisions", "4", "--option", "mode=timed", "--option", "rounds=10"])
    regret.main()
    asked, same, random = capsys.readouterr().out.splitlines()
    assert "4 decisions" in asked
    assert "loses 0.00 ± 0.00 points, agrees 100 %" in same
    assert "agrees 100 %" not in random
