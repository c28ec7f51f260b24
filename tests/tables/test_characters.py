"""Bots with a temper at tables: who may sit down, what they are rated as, and how a record tells of them."""
from __future__ import annotations

import pytest

import chateaux
from chateaux.tables.data import Refused
from chateaux.tables.ratings import anchor
from chateaux.tables.replay import info_of
from chateaux.tables.workers import thinking, welcome


def test_a_level_sits_down_with_a_temper_and_with_no_other_word() -> None:
    assert welcome("knight-raider") == "knight-raider"
    for stranger in ("knight-poet", "greedy-raider", "-raider", "knight-"):
        with pytest.raises(Refused, match="There is no bot"):
            welcome(stranger)


def test_whatever_its_temper_a_bot_thinks_as_long_and_counts_as_much_as_its_level() -> None:
    assert thinking("king-gambler") == thinking("king") > 0
    assert anchor("chateau-combo", "squire-builder") == anchor("chateau-combo", "squire")


def test_records_of_before_and_of_now_tell_bots_from_people() -> None:
    record = chateaux.Record(chateaux.game("chateau-combo"), 3, seed=1)
    record.about["names"] = ["king", "knight-raider", "Ada-raider"]
    assert [seat.kind for seat in info_of(record).seats] == ["bot", "bot", "person"]
