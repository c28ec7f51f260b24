"""A board as a picture: an SVG or a page that needs nothing else, shows all that a seat may see, and nothing more."""
from __future__ import annotations

import base64
import html
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest
from typer.testing import CliRunner

import chateaux
from chateaux import pictures
from chateaux.cli import app
from chateaux.engine import registry
from chateaux.look import poster
from chateaux.look.parts import parts
from chateaux.look.poster import Block
from chateaux.look.standalone import THEMES
from chateaux.look.words import LANGUAGES
from chateaux.pictures import NoPoster
from tests.parts import having
from tests.toy import GAME as TOY
from tests.web.test_replay import played

GAMES = having("show/poster.py")
SVG = "{http://www.w3.org/2000/svg}"
LINK = "{http://www.w3.org/1999/xlink}href"
BACK = {"castle-builder": "cb-tile-back", "chateau-fort": "cf-back"}


def moments(game: chateaux.Game, players: int, seed: int = 1) -> Iterator[chateaux.State]:
    """Positions along a random game with every option at something: its start, some in between, and its end."""
    chooser = random.Random(seed)
    options = {name: chooser.choice(option.choices) for name, option in game.options.items()}
    state = game.new(players, seed, options)
    for number in range(3_000):
        if number in (0, 3, 11, 40, 90) or state.over:
            yield state.clone()
        if state.over:
            return
        seat = chooser.choice(state.to_act)
        state.play(chooser.choice(state.actions(seat)), seat)


def needs_nothing(text: str) -> ElementTree.Element:
    """Check an SVG: well formed, with every colour settled and every symbol it names in it."""
    root = ElementTree.fromstring(text)
    names = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    assert len(names) == len(set(names)), "two symbols have one name"
    used = set()
    for element in root.iter():
        assert element.tag.startswith(SVG)
        tag = element.tag.removeprefix(SVG)
        assert tag not in ("foreignObject", "style", "script", "image", "a")
        assert not {"class", "style", "href"} & set(element.attrib)
        for key, value in element.attrib.items():
            assert not re.search(r"var\(|--|rgba|color-mix|light-dark|currentColor", value), (tag, key, value)
            used.update(re.findall(r"url\(#([^)]+)\)", value))
            assert not re.search(r"url\((?!#)|https?:", value), (tag, key, value)
            if key in ("width", "height", "r"):
                assert float(value.rstrip("%")) >= 0, (tag, key, value)
        if LINK in element.attrib:
            assert element.attrib[LINK].startswith("#")
            used.add(element.attrib[LINK][1:])
    assert used == set(names), "symbols are missing or not needed"
    return root


def uses(root: ElementTree.Element, name: str) -> int:
    return sum(element.get(LINK, "").partition("_")[0] == f"#{name}" for element in root.iter(f"{SVG}use"))


@pytest.mark.parametrize("id", GAMES)
def test_a_poster_needs_nothing_else_whoever_looks_whenever(id: str) -> None:
    game = chateaux.game(id)
    for players in game.players:
        for number, state in enumerate(moments(game, players, players)):
            for seat in (None, *range(players)) if number == 3 else (number % players,):
                shown = chateaux.picture(state, seat=seat, language=LANGUAGES[number % 3], theme=THEMES[number % 2],
                                         names=["Ann", "Bo & <Co>", "Çelik", "D" * 24, "Éva"][:players])
                root = needs_nothing(shown.svg)
                assert root.get("role") == "img"
                assert root.get("viewBox") == f"0 0 {root.get('width')} {root.get('height')}"
                title, told = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
                assert title is not None
                assert title.text == shown.title
                assert told is not None
                assert told.text is not None
                assert "Bo & <Co>: " in told.text
                drawn = {element.text for element in root.iter(f"{SVG}text")}
                assert {"Ann", "Bo & <Co>"} <= drawn
                assert not [text for text in drawn if text and re.fullmatch(r"[a-z_]+\.[a-z_.]+", text)], "no words"
                if state.over and state.options.get("mode") != "classic":  # which knows no points
                    assert {str(score) for score in state.scores()} <= drawn


@pytest.mark.parametrize("id", GAMES)
def test_nothing_on_a_poster_hangs_over_its_place(id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def within(block: Block, wide: float, high: float = 0, across: float = 0.5, down: float = 0.5) -> Block:
        assert block.width <= wide + 1
        return poster_within(block, wide, high, across, down)

    def spread(left: Block, right: Block, wide: float) -> Block:
        assert left.width + right.width <= wide + 1
        return poster_spread(left, right, wide)

    poster_within, poster_spread = poster.within, poster.spread
    game = chateaux.game(id)
    for module in (poster, pictures, parts(game).poster):
        for checked in (within, spread):
            monkeypatch.setattr(module, checked.__name__, checked, raising=False)
    for players in game.players:
        for seed in range(3):
            for number, state in enumerate(moments(game, players, seed)):
                shown = pictures.picture(state, seat=number % players, language=LANGUAGES[seed],
                                         names=["M" * 24, "Bo", "C", "Dd", "Éva"][:players])
                assert shown.head(shown.poster.board.width).width <= shown.poster.board.width + 1


@pytest.mark.parametrize("id", GAMES)
def test_a_poster_does_not_change_with_what_its_seat_may_not_know(id: str) -> None:
    game, hidden = chateaux.game(id), 0
    for players in game.players:
        for state in moments(game, players, seed=7):
            for seat in (None, players - 1):
                worlds = game.worlds(state.observe(-1 if seat is None else seat))
                twin = worlds.sample(5)
                hidden += twin.dump()["position"] != state.dump()["position"]
                assert chateaux.picture(twin, seat=seat).svg == chateaux.picture(state, seat=seat).svg
    assert hidden or id not in BACK, "nothing was hidden in any position"


def test_what_is_hidden_lies_face_down() -> None:
    for id, back in BACK.items():
        game = chateaux.game(id)
        for state in moments(game, 3):
            people = msgspec.to_builtins(state.view(0))["players"]
            held = [card for one in people for card in one["holder" if id == "castle-builder" else "hand"]]
            unknown = [card for card in held if not card["tile" if id == "castle-builder" else "card"]]
            assert uses(ElementTree.fromstring(chateaux.picture(state, seat=0).svg), back) == len(unknown)


def test_a_theme_is_settled_in_the_picture() -> None:
    state = chateaux.game("castle-builder").new(2, 1)
    light, dark = (chateaux.picture(state, seat=0, theme=theme).svg for theme in THEMES)
    assert "#efe4cd" in light
    assert "#efe4cd" not in dark
    assert "#15121c" in dark
    with pytest.raises(ValueError, match="There is no theme 'sepia'"):
        chateaux.picture(state, theme="sepia")


def test_positions_observations_and_records_give_the_same_picture() -> None:
    record = played(chateaux.game("chateau-fort"), 30)
    state = record.new()
    for seat, action in record.entries:
        state.play(action, seat)
    names = ["Ann", "squire"]
    want = chateaux.picture(record, seat=1).svg
    assert chateaux.picture(state, seat=1, names=names).svg == want
    assert chateaux.picture(state.observe(1), names=names).svg == want
    assert chateaux.picture(record, at=29, seat=1).svg != want
    assert ">Eve<" in chateaux.picture(record, names=["Eve", "Bo"]).svg
    with pytest.raises(ValueError, match="what seat 1 sees"):
        chateaux.picture(state.observe(1), seat=0)
    with pytest.raises(ValueError, match="Only a record"):
        chateaux.picture(state, at=3)


@pytest.mark.parametrize("id", GAMES)
def test_a_notebook_shows_an_image_that_leaves_its_styles_alone(id: str) -> None:
    shown = chateaux.picture(chateaux.game(id).new(2, 1), seat=0, names=['A "quoted" <name>', "Bo"])
    found = re.fullmatch(r'<img src="data:image/svg\+xml;base64,([^"]+)" alt="([^"]+)" style="max-width:100%">',
                         shown._repr_html_())
    assert found
    assert base64.b64decode(found[1]).decode() == shown.svg
    assert html.unescape(found[2]).startswith(shown.title)


def test_a_game_that_is_only_rules_has_a_page_but_no_svg(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._found, "toy", TOY)
    shown = chateaux.picture(TOY.new(2, 1), seat=0)
    with pytest.raises(NoPoster, match=r"toy does not say how its board is laid out, so it has no SVG.*\.html"):
        _ = shown.svg
    assert "srcdoc" in shown._repr_html_()


def test_nothing_of_pages_is_loaded_before_a_picture_is_asked_for() -> None:
    code = ("import sys, chateaux; print([name for name in sys.modules if name.startswith(('chateaux.web', 'jinja2', "
            "'litestar', 'babel'))], callable(chateaux.picture), hasattr(chateaux, 'posters'))")
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[] True False"


# ---------------------------------------------------------------- the command


@pytest.mark.parametrize("id", GAMES)
def test_the_command_draws_an_svg_or_a_page(id: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(played(chateaux.game(id)).to_json())
    asked = ["picture", str(file), "--at", "7", "--language", "sv", "--dark"]
    told = CliRunner().invoke(app, asked)
    assert told.exit_code == 0, told.output
    assert needs_nothing((tmp_path / "game-7.svg").read_text("utf-8")).get(
        "{http://www.w3.org/XML/1998/namespace}lang") == "sv"
    told = CliRunner().invoke(app, [*asked, "--out", str(tmp_path / "page.html"), "--seat", "1"])
    assert told.exit_code == 0, told.output
    text = (tmp_path / "page.html").read_text("utf-8")
    assert 'lang="sv" data-theme="dark"' in text
    assert not re.search(r'(?:src|href)="(?!#|\?)|url\((?!#)|@import', text)
    wanted = set(re.findall(r'href="#([^"]+)"', text))
    assert wanted <= set(re.findall(r'\sid="([^"]+)"', text)) | {"players", "stage", "chronicle"}


def test_a_picture_that_cannot_be_is_refused_in_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(played(most=5).to_json())
    for more, sentence in (["--at", "6"], "The game has 5 actions."), (["--seat", "2"], "There is no seat 2"):
        told = CliRunner().invoke(app, ["picture", str(file), *more])
        assert told.exit_code == 2
        assert sentence in told.output
