"""The pages of rules: complete in every language, with a rule for whatever is asked, and examples that are true."""
from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from litestar.testing import TestClient

import chateaux
from chateaux.look import lesson
from chateaux.look.parts import parts
from chateaux.look.words import LANGUAGES, Words
from chateaux.puzzles import puzzle
from chateaux.web.app import create_app
from chateaux.web.learning import learnt
from chateaux.web.render import ENVIRONMENT
from chateaux.web.settings import Settings
from tests.parts import having

GAMES = having("learn/en.html")
BOTH = [(game, language) for game in GAMES for language in LANGUAGES]
ID = re.compile(r'\sid="([^"]+)"')
PROMPT = re.compile(r"prompt\.([^.]+)")


def anchors(game: str, language: str) -> list[str]:
    return ID.findall(learnt(chateaux.game(game), language)["text"])


@pytest.mark.parametrize(("game", "language"), BOTH)
def test_there_is_a_rule_for_every_question(game: str, language: str) -> None:
    kinds = {match[1] for match in map(PROMPT.fullmatch, Words(language, chateaux.game(game)).messages) if match}
    found = anchors(game, language)
    assert len(found) == len(set(found))
    assert {anchor.removeprefix("prompt-") for anchor in found if anchor.startswith("prompt-")} == kinds


@pytest.mark.parametrize(("game", "language"), BOTH)
def test_a_first_game_is_helped_at_every_question(game: str, language: str) -> None:
    words = Words(language, chateaux.game(game))
    kinds = {match[1] for match in map(PROMPT.fullmatch, words.messages) if match}
    assert {key.removeprefix("guide.") for key in words.messages if key.startswith("guide.")} == kinds
    assert len(words.say("game.aim")) > 20


@pytest.mark.parametrize("game", GAMES)
def test_the_languages_have_the_same_sections(game: str) -> None:
    first, *others = [anchors(game, language) for language in LANGUAGES]
    assert all(other == first for other in others)


@pytest.mark.parametrize(("game", "language"), BOTH)
def test_every_piece_is_listed_with_what_it_does(game: str, language: str) -> None:
    listed = learnt(chateaux.game(game), language)["listed"]
    ids = [piece["id"] for piece in listed]
    assert len(ids) == len(set(ids)) >= 12
    assert all(len(piece["text"].striptags()) > 10 for piece in listed)


def examples(game: chateaux.Game) -> list[Path]:
    """The positions of the rules; a lesson and the puzzles lie beside them."""
    folder = parts(game).folder
    return sorted(set((folder / "learn").glob("*.json")) - {folder / "learn" / lesson.FILE, folder / puzzle.FILE})


@pytest.mark.parametrize("game", GAMES)
def test_examples_are_positions_of_the_game(game: str) -> None:
    found = examples(chateaux.game(game))
    assert found
    for path in found:
        chateaux.game(game).load(json.loads(path.read_text("utf-8"))).check()


@pytest.mark.parametrize("game", GAMES)
def test_an_example_is_drawn_by_the_board(game: str) -> None:
    if parts(chateaux.game(game)).template("show/board.html"):
        assert "<svg" in learnt(chateaux.game(game), "en")["text"]


def test_french_has_its_no_break_spaces() -> None:
    for game in GAMES:
        name = parts(chateaux.game(game)).template("learn/fr.html")
        assert name is not None
        assert ENVIRONMENT.loader is not None
        text = ENVIRONMENT.loader.get_source(ENVIRONMENT, name)[0]
        assert not re.search(r" [:;!?»]|« |'(?![^{]*}})", text)


def test_the_pages_are_there_and_linked(tmp_path: Path) -> None:
    with TestClient(create_app(Settings(database=f"sqlite:///{tmp_path / 'tables.db'}", rate=0, workers=0))) as reader:
        lobby = reader.get("/").text
        for game in GAMES:
            assert f'href="/rules/{game}"' in lobby
            assert f'href="/rules/{game}"' in reader.get(f"/play/{game}").text
            answer = reader.get(f"/rules/{game}")
            assert answer.status_code == 200
            found = ID.findall(answer.text)
            assert len(found) == len(set(found))
            rules = answer.text.partition('<article id="rules">')[2]  # what a table shows of the page
            assert Words("en").say("rules.figures") in rules
        assert reader.get("/rules/go").status_code == 404
