"""Every kind of event has a sound, or is silent for a reason."""
from __future__ import annotations

import re
from pathlib import Path

import pytest

import chateaux
import chateaux.web
from chateaux.look.parts import parts
from chateaux.look.words import Words
from chateaux.web.render import sounds
from tests.parts import having

SCRIPT = Path(chateaux.web.__file__).parent / "static" / "sound.js"
MADE = set(re.findall(r"^  (\w+): \(\) =>", SCRIPT.read_text("utf-8"), re.MULTILINE))
SILENT = {  # on purpose; why is said in sounds.toml
    "castle-builder": {"no_tile", "nothing", "end_goal", "end_stalemate", "end_closed"},
    "chateau-combo": set(),
    "chateau-fort": {"fire_spares", "witch_fails", "mage_leaves", "time_over"},
    "once-upon-a-castle": {"no_room", "welcome", "decline", "over"}}


@pytest.mark.parametrize("id", having("show/sounds.toml"))
def test_every_kind_of_event_is_heard_or_silent_on_purpose(id: str) -> None:
    game = chateaux.game(id)
    told = {match[1] for match in map(re.compile(r"event\.(\w+)").fullmatch, Words("en", game).messages) if match}
    found = parts(game).sounds
    assert set(found.heard) | set(found.silent) == told
    assert not set(found.heard) & set(found.silent)
    assert set(found.silent) == SILENT[id]
    assert all(reason.strip() for reason in found.silent.values())


@pytest.mark.parametrize("id", having("show/sounds.toml"))
def test_every_sound_is_one_that_the_page_can_make(id: str) -> None:
    assert {"stone", "bell", "dice"} <= MADE
    assert set(parts(chateaux.game(id)).sounds.heard.values()) <= MADE


def test_a_row_is_heard_by_the_sounds_of_its_events_in_their_order() -> None:
    kinds = ["nothing", "build_market", "market_tile", "walk"]
    assert sounds({"events": [{"kind": kind} for kind in kinds]}, "castle-builder") == ["stone", "page", "steps"]
    assert sounds({"kind": "chat"}, "castle-builder") == []
