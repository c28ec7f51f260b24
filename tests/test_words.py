"""The words of the house and of every game: complete in each language, with the same parts, and well set."""
from __future__ import annotations

import re
from pathlib import Path

import pytest

import chateaux
from chateaux.engine.data import Data
from chateaux.engine.parts import folder
from chateaux.look import words
from chateaux.look.chronicle import Bold, told
from chateaux.look.words import BALANCE, FINALE, LANGUAGES, LOCALE, PEOPLE, PUZZLES, catalogue, fields

HOME = Path(chateaux.__file__).parent
FOLDERS = [LOCALE, PEOPLE, BALANCE, FINALE, PUZZLES,
           *(folder(game) / "locale" for _, game in sorted(chateaux.games().items()))]
every_place = pytest.mark.parametrize("folder", FOLDERS, ids=["-".join(folder.parts[-2:]) for folder in FOLDERS])


@every_place
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_everything_with_the_same_parts(folder: Path, language: str) -> None:
    english, said = catalogue(folder, "en"), catalogue(folder, language)
    assert list(said) == list(english)
    for key, forms in said.items():
        assert all(form.strip() for form in forms), key
        assert (len(forms) > 1) == (len(english[key]) > 1), key
        assert {part for form in forms for part in fields(form)} == \
            {part for form in english[key] for part in fields(form)}, key


POLISH = """msgid ""
msgstr "Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);\\n"

msgid "castles"
msgid_plural "castles"
msgstr[0] "{count} zamek"
msgstr[1] "{count} zamki"
msgstr[2] "{count} zamków"
"""


def test_a_language_has_as_many_plurals_as_it_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pl.po").write_text(POLISH, "utf-8")
    monkeypatch.setattr(words, "LOCALE", tmp_path)
    monkeypatch.setattr(words, "LANGUAGES", (*LANGUAGES, "pl"))
    polish = words.Words("pl")
    assert [polish.say("castles", count=count) for count in (1, 2, 5, 12, 22)] == [
        "1 zamek", "2 zamki", "5 zamków", "12 zamków", "22 zamki"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_means_two_things(language: str) -> None:
    """A second message with a key would silently be said in place of the first."""
    house = [LOCALE, PEOPLE, BALANCE, FINALE]
    for places in (house, *([place] for place in FOLDERS if place not in house)):
        keys = [key for place in places
                for key in re.findall(r'^msgid "(.+)"$', (place / f"{language}.po").read_text("utf-8"), re.MULTILINE)]
        assert sorted(key for key in set(keys) if keys.count(key) > 1) == []


@every_place
def test_every_word_is_said_somewhere(folder: Path) -> None:
    """A key stands in the sources whole, or its beginning does, where the rest is put together."""
    kinds = {".py", ".html", ".js", ".json", ".toml"}
    texts = [path.read_text("utf-8") for path in HOME.rglob("*") if path.suffix in kinds]
    sources = "\n".join(texts)
    whole = set(re.findall(r"""["'`](\w[\w.-]*)["'`]""", sources))
    begun = tuple(set(re.findall(r"""["'](\w[\w.-]*[._-])["'{%]""", sources)) - {"s."})
    silent = [key for key in catalogue(folder, "en") if key not in whole and not key.startswith(begun)]
    assert not silent, silent


@every_place
def test_french_typography(folder: Path) -> None:
    for key, forms in catalogue(folder, "fr").items():
        for form in forms:
            bare = re.sub(r"{[^}]*}", "x", form)
            assert "'" not in bare, key
            assert not re.search(r"[^\u00a0\u202f][;:!?»]|«[^\u00a0\u202f]", bare), key
            assert not re.search(r"\bde {(player|who|name|victim|attacker)\b", form), f"{key}: de Odo, but d’Odo"


@every_place
def test_swedish_and_english_quotation_marks(folder: Path) -> None:
    for language, wrong in (("sv", "“«»"), ("en", "«»")):
        for key, forms in catalogue(folder, language).items():
            assert not [form for form in forms if set(form) & set(wrong)], f"{language} {key}"


def test_who_else_did_something_is_set_off_in_the_chronicle() -> None:
    bold = Bold("en", chateaux.game("castle-builder"))
    draws = [{"kind": "draw", "seat": seat, "count": 2} for seat in (1, 1, 0)]
    row: Data = {"kind": "play", "seat": 1, "events": draws}
    own, again, other = str(told(row, bold, ["Ann <", "Bob"])).split(". ")
    assert own == again == "<b>Bob</b> draws 2 tiles"
    assert other == '<i class="also" style="--pc:var(--p1)"></i><b>Ann &lt;</b> draws 2 tiles.'
