"""Looking at a game again: what is shown, through whose eyes, and which files are refused."""
from __future__ import annotations

import json
import random
import re

import msgspec
import pytest

import chateaux
from chateaux.engine.data import BadRecord
from chateaux.look.words import LANGUAGES, Words
from chateaux.tables import frames
from chateaux.tables.data import Refused, Row
from chateaux.tables.replay import KEPT, Replay, again, info_of, of_file
from chateaux.tables.table import Table
from chateaux.web.outside import bad_file, shown
from tests.web.test_render import at_a_table

COMBO = chateaux.game("chateau-combo")


def played(game: chateaux.Game = COMBO, most: int = 10_000, seed: int = 2) -> chateaux.Record:
    """A game played at random, as a record."""
    record, chooser = chateaux.Record(game, 2, seed=seed, about={"names": ["Ann", "squire"]}), random.Random(seed)
    state = record.new()
    while not state.over and len(record.entries) < most:
        seat = chooser.choice(state.to_act)
        record.add(seat, chooser.choice(state.actions(seat)))
        state.play(record.entries[-1][1], seat)
    if state.over:
        record.about["scores"] = state.scores()
    return record


def broken(**change: object) -> bytes:
    """A good record with something changed."""
    return json.dumps({**json.loads(played(most=20).to_json()), **change}).encode()


def a_table(most: int) -> tuple[Table, list[Row]]:
    """A table of two people at which the first legal action was played so many times."""
    table = at_a_table(COMBO.new(2, 1))
    table.state = chateaux.Record(COMBO, 2, seal=table.seal()).new()
    table.ask(-1, 0.0)
    rows = []
    for _ in range(most):
        seat = table.playing().to_act[0]
        rows.append(table.play(seat, table.playing().actions(seat)[0], table.decisions[seat], 0.0))
        if table.ended:
            break
    return table, rows


@pytest.mark.parametrize("id", sorted(chateaux.games()))
def test_every_position_is_the_one_the_record_gives(id: str) -> None:
    record = played(chateaux.game(id))
    replay = Replay(record, info_of(record), finished=True)
    for at in {0, 1, KEPT - 1, KEPT, KEPT + 1, replay.last // 2, replay.last - 1, replay.last}:
        if at > replay.last:  # of a short game
            continue
        assert replay.position(at).dump() == record.replay(at).dump()
        assert replay.frame(at, 1).view == record.replay(at).view(1)


@pytest.mark.parametrize("id", sorted(chateaux.games()))
def test_every_game_is_shown_and_told(id: str) -> None:
    replay = of_file(played(chateaux.game(id)).to_json().encode())
    for language in LANGUAGES:
        text = shown(replay, replay.last, 0, language, whole=True, file=True)
        assert text.count('<li id="row-') > replay.last / 2
        assert not re.search(r">(web|board|prompt|piece|log|level|replay)\.[a-z_.]+<", text)
        ids = re.findall(r'\sid="([^"]+)"', text)
        assert len(ids) == len(set(ids))
    assert "data-go" not in shown(replay, 1, None, "en", whole=False, file=True)


def test_a_running_game_is_shown_with_a_spectators_knowledge_only() -> None:
    table, rows = a_table(6)
    replay = Replay(*again(table, rows), table.ended)
    frame = replay.frame(4, None)
    assert frame.table.secret is None
    assert frame.view is not None
    assert table.head.secret not in msgspec.json.encode(frame).decode()
    assert replay.frame(6, None).view == frames.frame(table, "", None, []).view
    with pytest.raises(Refused, match="when the game is over"):
        replay.frame(4, 0)
    with pytest.raises(Refused, match="when the game is over"):
        replay.rows(1)


def test_a_game_that_has_ended_lends_everybodys_eyes() -> None:
    table, rows = a_table(500)
    assert table.ended
    replay = Replay(*again(table, rows), table.ended)
    found = replay.frame(replay.last, 1).result
    assert found is not None
    assert table.state is not None
    assert found.scores == table.state.scores()
    with pytest.raises(Refused, match="no seat 2"):
        replay.frame(0, 2)
    with pytest.raises(Refused, match="actions"):
        replay.frame(replay.last + 1, 0)


@pytest.mark.parametrize(("text", "reason"), [
    (b"[]", "json"), (b"\xff", "json"), (b"{", "json"), (b"[" * 100_000, "json"), (b"{}", "format"),
    (broken(format=2), "format"), (broken(game="chess"), "game"), (broken(game=None), "game"),
    (broken(rules_version=-1), "version"), (broken(pieces="0"), "pieces"), (broken(pieces={"cards": 1}), "own_pieces"),
    (broken(players=9), "options"), (broken(options={"solo": True}), "options"), (broken(about=[]), "about"),
    (broken(chance={"source": "dice"}), "chance"), (broken(entries=None), "entries"),
    (broken(entries=[[0, "1"]]), "entry"), (broken(entries=[[0, 255]]), "illegal"),
    (broken(about={"scores": [99, 0]}), "scores"),
    (broken(chance={"source": "sealed", "table": "t", "secret": "00", "nonces": [], "commitment": "x"}), "commitment"),
])
def test_a_file_that_does_not_replay_is_refused_in_every_language(text: bytes, reason: str) -> None:
    with pytest.raises(BadRecord) as found:
        of_file(text)
    assert found.value.reason == reason, found.value
    said = {bad_file(found.value, Words(language)).sentence for language in LANGUAGES}
    assert len(said) == 3
    assert not any("record." in sentence or "{" in sentence for sentence in said)


def test_a_record_that_takes_too_long_is_refused() -> None:
    record = played()
    with pytest.raises(BadRecord, match="too long") as found:
        Replay(record, info_of(record), finished=True, seconds=-1)
    assert found.value.reason == "long"


def test_names_in_a_file_are_harmless() -> None:
    record = played(most=3)
    record.about = {"names": ["<b>Eve</b>\x02", 7], "table": "<i>"}
    text = shown(of_file(record.to_json().encode()), 3, None, "en", whole=True, file=True)
    assert "<b>Eve" not in text
    assert "&lt;b&gt;Eve" in text
