"""Every lesson can be learnt to its end, in every language: each step is legal, and every other choice is answered."""
from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

import chateaux
from chateaux.engine.data import BadPosition, IllegalAction
from chateaux.look.lesson import Lesson, Moment, Start, Step, begun, lesson, moment
from chateaux.look.words import LANGUAGES, Words
from chateaux.web.app import create_app
from chateaux.web.lessons import COOKIE, shown
from chateaux.web.settings import Settings
from tests.parts import WHOLE, having

GAMES = having("learn/lesson.json")
every_game = pytest.mark.parametrize("game", GAMES)
LONGEST = 112  # letters of what the herald says at once: it fits his bubble on a phone
BLOCK = re.compile(r'<script type="application/json" id="(asked|taught)">(.*?)</script>', re.DOTALL)
ID = re.compile(r'\sid="([^"]+)"')


def of(game: str) -> Lesson:
    found = lesson(chateaux.game(game))
    assert found is not None
    return found


def moments(game: str) -> list[Moment]:
    return [moment(chateaux.game(game), of(game), at) for at in range(len(of(game).steps))]


def drawn(game: str, at: int, language: str) -> tuple[str, dict[str, Any]]:
    """A step as a browser gets it, and what it tells the page."""
    text = shown(chateaux.game(game), of(game), at, language, "Ada")
    return text, {name: msgspec.json.decode(told) for name, told in BLOCK.findall(text)}


@every_game
def test_a_lesson_takes_three_to_five_minutes(game: str) -> None:
    taught = of(game)
    asked = sum(bool(step.do) for step in taught.steps)
    assert 3 <= taught.minutes <= 5
    assert taught.steps[0].start is not None
    assert not taught.steps[-1].do
    assert asked >= 4
    assert 3 <= (10 * len(taught.steps) + 6 * asked) / 60 <= 5  # seconds to read a step, and to do what is asked


@every_game
def test_every_step_is_legal_and_every_other_choice_is_answered(game: str) -> None:
    for found in moments(game):
        step, state = found.step, found.state
        assert not state.over, step.say
        assert all(who != found.seat for who, _ in found.told[len(found.told) - len(step.others):]), step.say
        state.check()
        answers = found.answers()
        if step.do:
            assert state.to_act == (found.seat,), step.say
            assert {found.right, *answers} == set(state.actions(found.seat))
            assert set(step.wrong.values()) == set(answers.values()), f"{step.say}: an answer that nobody hears"
        else:
            assert not step.wrong, step.say


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lesson_is_played_to_its_end(game: str, language: str) -> None:
    """As a browser does it: what the page calls right is played and leads to the next step, every other choice is
    answered in a sentence, and what is pointed at is there."""
    words, seat = Words(language, chateaux.game(game)), of(game).seat
    state = chateaux.game(game).new()
    for at, step in enumerate(of(game).steps):
        text, told = drawn(game, at, language)
        asked, taught = told["asked"], told["taught"]
        if step.start is not None:
            state = begun(chateaux.game(game), step.start)
        for done in step.others:
            state.play(state.parse(done), state.to_act[0])
        assert {action for action, _ in asked["actions"]} == (set(state.actions(seat)) if step.do else set())
        if step.do:
            state.play(taught["right"], seat)
        assert (asked["decision"], taught["right"] is not None) == ((at + 1, True) if step.do else (0, False))
        ids = ID.findall(text)
        assert len(ids) == len(set(ids))
        assert set(step.points) <= set(ids), f"{step.say}: {set(step.points) - set(ids)}"
        for key in (step.say, *step.wrong.values()):
            assert words.has(key), key
            assert len(words.say(key)) <= LONGEST, f"{key}: {len(words.say(key))}"
        for action, picks in asked["actions"]:
            assert set(picks[0]) & set(ids)
            if action != taught["right"]:
                assert taught["said"][taught["wrong"][str(action)]].endswith((".", "!", "?"))


@every_game
def test_the_learner_sees_no_more_than_the_seat(game: str) -> None:
    """The board of a step is drawn from what the seat knows: with other secrets it is the same."""
    for found in moments(game):
        seen = found.state.observe(found.seat)
        assert chateaux.game(game).worlds(seen).sample(5).view(found.seat) == found.state.view(found.seat)


def test_a_choice_without_an_answer_is_named() -> None:
    game = chateaux.game("chateau-combo")
    start = Start(position={"boards": [{}, {}], "places": {
        "castle": {"row": ["nun", "judge", "prince"]}, "village": {"row": ["baker", "monk", "squire"]}}})
    step = Step(say="lesson.buy", start=start, do="buy baker @c3", wrong={"hide *": "lesson.x"})
    taught = Lesson(minutes=4, steps=[step])
    with pytest.raises(BadPosition, match=r"lesson\.buy: nothing is answered to 'move'"):
        moment(game, taught, 0).answers()
    taught.steps[0].do = "buy witch @c3"
    with pytest.raises(IllegalAction):
        assert moment(game, taught, 0).right


def test_lessons_are_offered_and_come_back_where_one_was(tmp_path: Path) -> None:
    with TestClient(create_app(Settings(database=f"sqlite:///{tmp_path / 'tables.db'}", rate=0, workers=0))) as reader:
        lobby = reader.get("/").text
        assert {*GAMES} >= {*WHOLE}
        for game in GAMES:
            offer = Words("en").say("learn.minutes", minutes=of(game).minutes)
            assert f'href="/learn/{game}"' in lobby
            assert offer in lobby
            rules = reader.get(f"/rules/{game}").text
            assert f'href="/learn/{game}"' in rules.partition("<article")[0]
            assert 'data-at="0"' in reader.get(f"/learn/{game}").text
            last = len(of(game).steps) - 1
            for kept, at in (("3", 3), ("999", 0), ("²", 0), ("-1", 0), (str(last), 0)):
                cookie = f"{COOKIE}{game}={kept}".encode("latin-1")
                answer = reader.get(f"/learn/{game}", headers=[(b"Cookie", cookie)])
                assert f'data-at="{at}"' in answer.text
            assert f'data-at="{last}"' in reader.get(f"/learn/{game}?step=59").text
            assert reader.get(f"/learn/{game}/{last}").status_code == 200
            assert reader.get(f"/learn/{game}/{last + 1}").status_code == 404
            assert reader.get(f"/learn/{game}?step=-1").status_code == 400
        assert reader.get("/learn/go").status_code == 404
        assert reader.get("/learn/go/1").status_code == 404
