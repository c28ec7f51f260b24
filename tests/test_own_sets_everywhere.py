"""A set of one's own in every outlet: words in three languages, terminal, records, replay, hints, pictures, tables."""
from __future__ import annotations

import copy
import io
import re
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner

import chateaux
from chateaux.bots import bot
from chateaux.cli import app
from chateaux.lab.engines import here, run
from chateaux.lab.folder import Folder
from chateaux.lab.page import page
from chateaux.lab.setting import setting
from chateaux.lab.summary import summarised
from chateaux.look.words import LANGUAGES, Words
from chateaux.tables import replay
from chateaux.tables.data import Seat
from chateaux.tables.table import new_table
from chateaux.terminal import Terminal
from chateaux.web.outside import shown
from chateaux.web.render import furniture


def castle_builder(box: Any) -> None:
    box["setup"] |= {"coins_to_win": 4, "holder_limit": 6}
    box["tiles"][2] |= {"bottom": 15, "name": "Keep wall 15"}
    box["gate"]["top"] = 3
    other = {"sky_high": {"coins_to_win": 5}, "stalemate_end": {"rounds": 8}, "renovation": {"discards": 1}}
    for rule in [*box["variants"], *box["house_rules"]]:
        rule |= other.get(rule["id"], {})


def chateau_combo(box: Any) -> None:
    box["cards"][0] |= {"cost": 3, "name_en": "Seneschal", "name_fr": "Sénéchal"}


def chateau_fort(box: Any) -> None:
    box["costs"] |= {"wall": {"mason": 2, "stone": 3, "peasant": 7}, "keep": {"mason": 3, "stone": 4, "peasant": 8}}
    box["scoring"]["timed"] = {"wall": 17, "keep": 19}
    box["turn"] |= {"wheel_max_placements": 6, "max_plays": 3}
    box["castle"] |= {"walls": 3}
    box["cards"][0]["copies"] += 1


def once_upon_a_castle(box: Any) -> None:
    box["dice"]["residents"] = 5
    box["castle_sheet"]["towers"]["count"] = 3
    box["boards"]["green"]["lines"][0]["reward"] = {"type": "residents", "residents": 7}
    for card in box["guests_blue"]["cards"]:
        if card["id"] == "bohemian":
            card |= {"code": {"residents": 6}, "name": "Wanderer", "name_fr": "Vagabonde"}
        if card["id"] == "monk":
            card["code"] = {"on": "gold", "instead": {"flag_points": 9}}


CHANGES = {"castle-builder": castle_builder, "chateau-combo": chateau_combo, "chateau-fort": chateau_fort,
           "once-upon-a-castle": once_upon_a_castle}
SAID = {  # the figures that these sentences mention, in any order
    "castle-builder": {"option.sky_high.help": "5 4", "option.stalemate.help": "8", "option.renovation.help": "1",
                       "game.aim": "4", "guide.discard": "6", "piece.gate.help": "3", "piece.wall_03.help": "15 3"},
    "chateau-combo": {},
    "chateau-fort": {"piece.wall.help": "2 3 7 17", "piece.keep.help": "3 4 8 19", "piece.wheel.help": "6",
                     "pick.special.hint": "6", "guide.wheel": "6", "game.aim": "3 1"},
    "once-upon-a-castle": {"piece.residents.help": "5", "element.tower.help": "3", "element.wall.help": "4",
                           "piece.bohemian.help": "6", "piece.monk.help": "9"}}
NAMED = {"castle-builder": {"wall_03": ("Keep wall 15",) * 3}, "chateau-fort": {},
         "chateau-combo": {"steward": ("Seneschal", "Sénéchal", "Seneschal")},
         "once-upon-a-castle": {"bohemian": ("Wanderer", "Vagabonde", "Wanderer")}}
GAMES = sorted(CHANGES)


def own(id: str) -> chateaux.Game:
    house = chateaux.game(id)
    pieces = copy.deepcopy(house.pieces)
    CHANGES[id](pieces)
    return house.with_pieces(pieces)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("id", GAMES)
def test_no_sentence_of_the_house_with_other_figures(id: str, language: str) -> None:
    words = Words(language, own(id))
    for key, figures in SAID[id].items():
        assert sorted(re.findall(r"\d+", words.say(key))) == sorted(figures.split()), words.say(key)
    for piece, names in NAMED[id].items():
        assert words.piece(piece).bare == names[LANGUAGES.index(language)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tile_of_the_house_is_told_of_as_the_house_tells_of_it(language: str) -> None:
    """The sentences that are put together for an own tile are those that stand beside the house's tiles."""
    from chateaux.games.castle_builder.show.own import told

    game = chateaux.game("castle-builder")
    words, pieces = Words(language, game), game.pieces
    assert isinstance(pieces, dict)
    for tile in pieces["tiles"]:
        assert told(tile, words) == words.say(f"piece.{tile['id']}.help"), tile["id"]


@pytest.mark.parametrize("id", GAMES)
def test_a_set_of_ones_own_is_played_in_a_terminal(id: str) -> None:
    game, console = own(id), Console(file=io.StringIO(), width=110)
    answers = iter(["1"] * 12)
    vars(console)["input"] = lambda prompt="": next(answers, "q")
    Terminal(game, game.new(2, 4), ["Ann", "Bo"], {1: bot("greedy", game)}, Words("en", game), console).run()
    assert isinstance(console.file, io.StringIO)
    printed = console.file.getvalue()
    assert "Ann" in printed
    assert "prompt." not in printed
    if id == "once-upon-a-castle":
        assert "☺+7" in printed


@pytest.mark.parametrize("id", GAMES)
def test_a_set_of_ones_own_in_records_replays_hints_pictures_and_tables(id: str) -> None:
    game = own(id)
    record = chateaux.Record(game, 2, None, seed=8)
    state, mind = record.new(), bot("greedy", game)
    for _ in range(14):
        if state.over:
            break
        seat = state.to_act[0]
        hint = mind.hints(state.observe(seat))[0]
        record.add(seat, hint.action)
        state.play(hint.action, seat)
    kept = record.to_json()
    again = chateaux.Record.from_json(kept)
    assert again.game.digest == game.digest
    assert again.replay().dump() == state.dump()
    told = replay.of_file(kept.encode())
    for language in LANGUAGES:
        page = shown(told, told.last, 0, language, whole=True, file=True)
        assert f"game-{id}" in page
        assert "set_" not in re.sub(r"data-\w+", "", furniture(game, language))
    assert chateaux.picture(again, seat=0).svg.startswith("<svg")
    table = new_table(game, 2, {}, "en", None, "ann", [Seat("open"), Seat("open")], 0.0)
    assert table.head.pieces == game.pieces


@pytest.mark.parametrize("id", GAMES)
def test_a_set_of_ones_own_in_the_lab(id: str, tmp_path: Path) -> None:
    """Its games, its pieces by the names of the set, and a page that says whose set it was."""
    game = own(id)
    blue = {"version": "blue"} if "version" in game.options else {}
    folder = Folder.begin(tmp_path / "run", setting(game, "2", bots="random", games=30, options=blue), False)
    run(folder, here)
    folder = Folder.open(tmp_path / "run")
    assert (folder.setting.digest, folder.setting.pieces) == (game.digest, game.pieces)
    summary = summarised(folder)
    assert summary["own_pieces"]
    text = page(summary, "fr", game)
    assert game.digest[:8] in text
    for names in NAMED[id].values():
        assert names[1] in text


@pytest.mark.parametrize("content", [b"{", b"\xff\xfe", b"[]"])
@pytest.mark.parametrize("command", [["terminal", "castle-builder"], ["lab", "run", "castle-builder", "--out", "none"]])
def test_a_file_that_is_no_set_is_refused_by_its_name(command: list[str], content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_bytes(content)
    done = CliRunner().invoke(app, [*command, "--pieces", str(file)])
    assert done.exit_code == 2
    assert f"{file} is no set of pieces" in done.output or "A set of pieces must be" in done.output
