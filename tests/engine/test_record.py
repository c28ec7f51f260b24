"""Records: replayed, shared, verified, and refused in a sentence when they are broken."""
from __future__ import annotations

import itertools
import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

import chateaux
from chateaux.cli import app
from chateaux.engine.record import promise

SECRET = bytes(range(32))


def played(game: chateaux.Game, seal: chateaux.Seal | None = None, seed: int = 3) -> chateaux.Record:
    record = chateaux.Record(game, 2, seed=seed, seal=seal)
    state = record.new()
    chooser = random.Random(1)
    while not state.over:
        seat = state.to_act[0]
        action = chooser.choice(state.actions(seat))
        state.play(action, seat)
        record.add(seat, action)
    record.about["scores"] = state.scores()
    return record


def sealed_record() -> chateaux.Record:
    game = chateaux.game("chateau-combo")
    promise = chateaux.commitment(SECRET, game.id, game.digest, game.settled(None), "table-1")
    return played(game, chateaux.Seal("table-1", SECRET, ["ada", "bo"], promise))


def test_a_record_replays_at_any_action_number() -> None:
    record = played(chateaux.game("chateau-combo"))
    state = record.new()
    for number, (seat, action) in enumerate(record.entries):
        assert record.replay(number).dump() == state.dump()
        state.play(action, seat)
    assert record.replay().dump() == state.dump()


def test_a_sealed_record_verifies() -> None:
    record = chateaux.Record.from_json(sealed_record().to_json())
    said = record.verify()
    assert "matches the commitment" in said[0]
    assert "over" in said[-1]


def test_every_nonce_changes_the_shuffle() -> None:
    keys = {chateaux.Seal("t", SECRET, nonces, "").key() for nonces in ([], ["a"], ["b"], ["a", "b"], ["b", "a"])}
    assert len(keys) == 5


def test_another_secret_breaks_the_commitment() -> None:
    record = sealed_record()
    assert record.seal is not None
    record.seal.secret = bytes(32)
    with pytest.raises(chateaux.BadRecord, match="commitment"):
        record.verify()


def test_promises_of_nonces_are_checked_and_what_they_prove_is_said() -> None:
    record = sealed_record()
    assert record.seal is not None
    assert "told at once" in record.verify()[1]
    record.seal.promises = [promise("table-1", "ada"), promise("table-1", "bo")]
    assert "nobody chose this deal, the host included." in record.verify()[1]
    again = chateaux.Record.from_json(record.to_json())
    assert again.seal is not None
    assert again.seal.promises == record.seal.promises
    record.seal.promises[1] = promise("table-1", "eve")
    with pytest.raises(chateaux.BadRecord, match="seat 1 is not the one that was promised"):
        record.verify()


def test_a_record_from_before_there_were_promises_is_as_good_as_ever() -> None:
    data = json.loads(sealed_record().to_json())
    del data["chance"]["promises"]
    del data["chance"]["pieces"]
    assert "told at once" in chateaux.Record.from_json(json.dumps(data)).verify()[1]


def test_claimed_scores_are_checked() -> None:
    record = played(chateaux.game("chateau-combo"))
    record.about["scores"] = [500, 0]
    with pytest.raises(chateaux.BadRecord, match="claims"):
        record.verify()


def test_a_record_of_an_own_set_carries_the_set() -> None:
    game = chateaux.game("chateau-combo")
    cards = json.loads(json.dumps(game.pieces))
    cards["cards"][0]["cost"] = 1
    record = played(game.with_pieces(cards))
    again = chateaux.Record.from_json(record.to_json())
    assert again.game.digest == record.game.digest != game.digest
    assert again.replay().dump() == record.replay().dump()


def drop(name: str) -> Callable[[dict[str, object]], object]:
    return lambda data: data.pop(name)


def put(name: str, value: object) -> Callable[[dict[str, object]], object]:
    return lambda data: data.__setitem__(name, value)


@pytest.mark.parametrize(("breaking", "says"), [
    (drop("format"), "format"), (drop("game"), "which game"), (put("game", "chess"), "not a game"),
    (put("game", 7), "which game"), (put("rules_version", 99), "version"), (put("pieces", "0" * 32), "set of pieces"),
    (put("pieces", []), "list of 60 to 124 entries"), (put("players", 9), "players"), (put("players", "2"), "players"),
    (put("options", {"x": 1}), "no option"), (put("options", [1]), "Options"), (drop("chance"), "chance"),
    (put("chance", {"source": "sealed", "table": "t", "secret": "zz", "nonces": [], "commitment": ""}), "hexadecimal"),
    (put("entries", {}), "list"), (put("entries", [[0]]), "Entry 1"), (put("entries", [["a", 1]]), "Entry 1"),
    (put("entries", [[True, 1]]), "Entry 1"), (put("entries", [[10**30, 1]]), "Entry 1"), (put("about", []), "about"),
], ids=itertools.count())
def test_a_broken_record_is_refused_in_a_sentence(breaking: Callable[[dict[str, object]], object], says: str) -> None:
    data = json.loads(played(chateaux.game("chateau-combo")).to_json())
    breaking(data)
    with pytest.raises(chateaux.BadRecord, match=says) as refused:
        chateaux.Record.from_json(json.dumps(data)).replay()
    assert str(refused.value).endswith((".", ")"))


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "[" * 5000, "\x00", '{"format": 1e999}'])
def test_what_is_not_a_record_is_refused(text: str) -> None:
    with pytest.raises(chateaux.BadRecord):
        chateaux.Record.from_json(text)


def test_entries_that_do_not_fit_are_named() -> None:
    record = played(chateaux.game("chateau-combo"))
    record.entries[4] = (record.entries[4][0], 181)
    with pytest.raises(chateaux.BadRecord, match="Entry 5"):
        record.replay()


def test_the_command_verifies_and_refuses(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(sealed_record().to_json(), "utf-8")
    result = CliRunner().invoke(app, ["verify", str(path)])
    assert result.exit_code == 0
    assert "matches the commitment" in result.output
    path.write_text(path.read_text("utf-8").replace('"ada"', '"eve"'), "utf-8")
    assert CliRunner().invoke(app, ["verify", str(path)]).exit_code == 2
    assert CliRunner().invoke(app, ["verify", str(tmp_path / "none.json")]).exit_code == 2
