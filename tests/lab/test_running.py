"""Runs: the same rows however they are played, whoever dies meanwhile; and what cannot be done is said."""
from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import chateaux
from chateaux.lab.command import lab
from chateaux.lab.engines import Engine, here, on_ray, processes, run
from chateaux.lab.folder import BATCHES, HALF, TABLES, Folder
from chateaux.lab.playing import facts_of, play
from chateaux.lab.setting import Batch, Refused, Setting, setting
from tests.parts import having
from tests.toy import Toy

SMALL = setting(chateaux.game("chateau-combo"), "2-3", bots="random,greedy", games=30, batch=6)


def content(folder: Folder) -> dict[str, bytes]:
    """Every file of the batches."""
    return {f"{batch.name}/{name}": (folder.path / BATCHES / batch.name / f"{name}.parquet").read_bytes()
            for batch in folder.setting.batches for name in TABLES}


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    folder = Folder.begin(tmp_path_factory.mktemp("lab") / "undisturbed", SMALL, False)
    run(folder, here)
    return folder


@pytest.mark.parametrize("game", chateaux.games().values(), ids=lambda game: game.id)
def test_rows_tell_what_happened(game: chateaux.Game) -> None:
    asked = setting(game, bots="random", games=3)
    for batch in asked.batches:
        rows = play(asked, batch)
        assert rows == play(asked, batch)
        assert [row["deal"] for row in rows.games] == [0, 1, 2]
        assert len(rows.seats) == 3 * batch.players
        for deal in range(3):
            seats = [row for row in rows.seats if row["deal"] == deal]
            assert sum(row["victory"] for row in seats) == pytest.approx(1)
            assert sorted(row["place"] for row in seats) == list(range(batch.players))
            assert all(sum(points for _, points in row["sources"]) == row["score"] for row in seats)
            assert rows.games[deal]["best"] == max(row["score"] for row in seats)
        assert {row["piece"] for row in rows.pieces} <= known(game.pieces)
        assert sum(row["taken"] for row in rows.pieces) > 0 or game.id not in having("lab.py")


def known(pieces: object) -> set[str]:
    """Every id in a set."""
    if isinstance(pieces, dict):
        mine = {pieces["id"]} if isinstance(pieces.get("id"), str) else set()
        return mine.union(*(known(part) for part in pieces.values()))
    return set().union(*(known(part) for part in pieces)) if isinstance(pieces, list) else set()


def test_the_deals_of_two_settings_are_the_same() -> None:
    game = chateaux.game("once-upon-a-castle")
    green, blue = (setting(game, "2", games=4, options={"version": version}) for version in ("green", "blue"))
    assert green.batches == blue.batches
    assert green.seed == blue.seed


def test_a_game_that_tells_the_lab_nothing_is_known_by_its_points() -> None:
    assert facts_of(Toy()).turns is None
    assert facts_of(Toy()).offered(Toy().new(2, 1), 0) == []


def test_processes_play_what_one_process_plays(undisturbed: Folder, tmp_path: Path) -> None:
    folder = Folder.begin(tmp_path / "run", SMALL, False)
    run(folder, processes(2))
    assert content(folder) == content(undisturbed)


def test_a_run_that_was_stopped_goes_on(undisturbed: Folder, tmp_path: Path) -> None:
    folder = Folder.begin(tmp_path / "run", SMALL, False)
    some = SMALL.batches[:4]
    for batch, files in here(SMALL, some):
        folder.keep(batch, files)
    torn = folder.path / BATCHES / f"{SMALL.batches[5].name}{HALF}"
    torn.mkdir()
    (torn / "games.parquet").write_bytes(b"half a file")
    again = Folder.begin(tmp_path / "run", SMALL, True)
    assert again.finished == some
    played: list[Batch] = []
    run(again, here, played.append)
    assert played == SMALL.batches[4:]
    assert content(again) == content(undisturbed)
    assert not list((again.path / BATCHES).glob(f"*{HALF}"))


def test_a_run_that_was_killed_goes_on(undisturbed: Folder, tmp_path: Path) -> None:
    """The real command, killed with its processes at whatever it was doing."""
    out = tmp_path / "run"
    command = [sys.executable, "-m", "chateaux", "lab", "run", "chateau-combo", "--players", "2-3", "--bots",
               "random,greedy", "--games", "30", "--batch", "6", "--out", str(out)]
    process = subprocess.Popen(command, start_new_session=True, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    while process.poll() is None and len(list(out.glob(f"{BATCHES}/*"))) < 2:
        time.sleep(0.01)
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    assert (out / "run.json").exists()
    subprocess.run([*command, "--resume"], check=True, capture_output=True)
    assert content(Folder.open(out)) == content(undisturbed)


def test_a_ray_cluster_loses_a_node_and_nothing_else(undisturbed: Folder, tmp_path: Path) -> None:
    """The real Ray, in a process of its own."""
    folder = Folder.begin(tmp_path / "run", SMALL, False)
    said = subprocess.run([sys.executable, "-m", "tests.lab.two_nodes", str(folder.path)], capture_output=True,
                          text=True, check=False, timeout=400)
    assert said.returncode == 0, said.stderr[-3000:]
    told = json.loads((tmp_path / "told.json").read_text())
    assert sorted(told["finished"]) == sorted(batch.name for batch in SMALL.batches)
    assert told["alive"] == 1
    assert content(folder) == content(undisturbed)


# ---------------------------------------------------------------- what cannot be done


def refused(*arguments: str) -> str:
    """What the command says, in the last line, when it refuses."""
    said = CliRunner().invoke(lab, arguments)
    assert said.exit_code == 2, said.output
    return said.stderr.splitlines()[-1]


def test_the_folder_of_another_run_is_refused(undisturbed: Folder) -> None:
    other = setting(chateaux.game("chateau-combo"), "2-3", bots="random", games=30, batch=6)
    with pytest.raises(Refused, match=r"holds another run: it differs in bots\."):
        Folder.begin(undisturbed.path, other, True)
    with pytest.raises(Refused, match="--resume goes on with it"):
        Folder.begin(undisturbed.path, SMALL, False)


def test_a_folder_with_something_else_in_it_is_refused(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear baron,")
    with pytest.raises(Refused, match="is not empty and holds no run"):
        Folder.begin(tmp_path, SMALL, False)
    with pytest.raises(Refused, match="There is no run in"):
        Folder.open(tmp_path)
    (tmp_path / "run.json").write_text("{}")
    with pytest.raises(Refused, match="cannot be read"):
        Folder.open(tmp_path)


@pytest.mark.parametrize(("given", "sentence"), [
    ({"players": "two"}, "Numbers of players are written"), ({"players": "9"}, "2 to 5 players, not 9"),
    ({"bots": "king:seconds=2"}, "There is no bot"), ({"bots": "search:seconds=2"}, "thinks by the clock"),
    ({"bots": "oracle"}, "There is no bot 'oracle'"), ({"games": 0}, "at least one game"),
    ({"options": {"solo": True}}, "no option 'solo'")])
def test_what_cannot_be_played_is_refused(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        setting(chateaux.game("chateau-combo"), **given)


def test_the_command_refuses_in_the_language_that_was_asked_for(tmp_path: Path) -> None:
    (tmp_path / "mine.json").write_text("{}")
    (tmp_path / "torn.json").write_text("{")
    run_it = ("run", "chateau-combo", "--out", str(tmp_path / "out"))
    assert "set of pieces" in refused(*run_it, "--pieces", str(tmp_path / "mine.json"))
    assert "n’est pas un jeu de pièces" in refused(*run_it, "--pieces", str(tmp_path / "torn.json"), "--language", "fr")
    assert "kan inte nås" in refused(*run_it, "--ray", "127.0.0.1:1", "--language", "sv")
    assert "There is no game 'chess'" in refused("run", "chess", "--out", str(tmp_path / "out"))


def test_without_ray_a_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(Refused, match="Ray is not installed here"):
        on_ray("")


def test_ray_may_be_asked_for_without_an_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def on_this_ray(address: str) -> Engine:
        asked.append(address)
        return here

    monkeypatch.setattr("chateaux.lab.engines.on_ray", on_this_ray)
    for number, ray in enumerate((["--ray"], ["--ray", "10.0.0.1:6379"])):
        arguments = ["run", "chateau-combo", *ray, "--players", "2", "--bots", "random", "--games", "1"]
        assert CliRunner().invoke(lab, [*arguments, "--out", str(tmp_path / str(number))]).exit_code == 0
    assert asked == ["", "10.0.0.1:6379"]


def test_a_set_of_the_house_that_has_changed_is_noticed() -> None:
    data = {name: getattr(SMALL, name) for name in Setting.__struct_fields__} | {"digest": "0" * 32}
    with pytest.raises(Refused, match="has changed since"):
        play(Setting(**data), SMALL.batches[0])
