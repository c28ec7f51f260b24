"""Every sentence in every language, for everything that can happen."""
from __future__ import annotations

import random
from typing import Any

import pytest

from chateaux.look.words import LANGUAGES, Words

from .table import GAME

PIECES: Any = GAME.pieces
EVENTS = {"roll", "token", "residents", "no_room", "lost", "extra_cloud", "monk_flag", "decline", "clear", "tower",
          "wall", "flag", "floor", "gate", "reactivate", "steal", "sun", "cloud", "final_step", "over", "roll_one",
          "tokens_lost", "move"}
PROMPTS = {"use_dice", "use_die", "choose_die", "change_die", "build", "build_last", "place_any", "place_gift",
           "use_twice", "move"}

every_language = pytest.mark.parametrize("language", LANGUAGES)


@every_language
def test_every_guest_option_prompt_and_event_has_its_words(language: str) -> None:
    words = Words(language, GAME)
    ids = [card["id"] for side in ("green", "blue") for card in PIECES[f"guests_{side}"]["cards"]]
    for id in [*ids, *PIECES["dice"]["faces"]]:
        assert all(words.has(f"piece.{id}{part}") for part in ("", ".the", ".help")), id
    for name, option in GAME.options.items():
        keys = ["", ".help", *[f".{choice}" for choice in option.choices if choice not in (False, True)]]
        assert all(words.has(f"option.{name}{part}") for part in keys), name
    assert all(words.has(f"prompt.{kind}") for kind in PROMPTS)
    assert all(words.has(f"event.{kind}") for kind in EVENTS)


@every_language
def test_whole_games_can_be_told(language: str) -> None:
    words = Words(language, GAME)
    names = ["Astrid", "Liv", "Isaure"]
    for seed, version in ((3, "green"), (4, "blue")):
        chooser = random.Random(seed)
        state = GAME.new(3, seed, {"version": version})
        while not state.over:
            seat = chooser.choice(state.to_act)
            prompt = state.prompt(seat)
            assert prompt is not None
            assert prompt["kind"] in PROMPTS
            told = [words.say(f"prompt.{prompt['kind']}", prompt, names)]
            if words.has(f"prompt.{prompt['kind']}.hint"):
                told.append(words.say(f"prompt.{prompt['kind']}.hint", prompt, names))
            for event in state.play(chooser.choice(state.actions(seat)), seat, events=True).events:
                assert event.kind in EVENTS
                told.append(words.event(event.seen_by(seat), names))
            assert not [sentence for sentence in told if "{" in sentence or "event." in sentence]
        for line in state.breakdown(0):
            assert not words.say(f"breakdown.{line['kind']}", line, names).startswith("breakdown.")


def test_one_and_several() -> None:
    words = Words("en", GAME)
    event = {"kind": "residents", "seat": 0, "count": 1, "total": 5}
    assert words.event(event, ["Ada"]) == "Ada draws one resident and now has 5."
    assert words.event({**event, "count": 2}, ["Ada"]) == "Ada draws 2 residents and now has 5."
    roll = {"kind": "roll", "seat": 0, "turn": 3, "dice": ["wood", "wild"]}
    assert words.event(roll, ["Ada"]) == "Turn 3: Ada rolls wood and a “?”."
    assert Words("fr", GAME).event(roll, ["Ada"]) == "Tour 3\u00a0: Ada obtient du bois et un «\u00a0?\u00a0»."


@every_language
def test_rewards_read_well_for_one_point_and_for_several(language: str) -> None:
    words = Words(language, GAME)
    for kind in ("tower", "flag"):
        one, several = words.say(f"reward.{kind}", points=1), words.say(f"reward.{kind}", points=5)
        assert one.replace("1", "5") == several
        assert "points" not in one
