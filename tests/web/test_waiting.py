"""A table whose seats are not all taken: what each viewer sees of a seat and may do with it."""
from __future__ import annotations

import pytest

from chateaux.engine import registry
from chateaux.look.words import Words
from chateaux.tables import frames
from chateaux.tables.data import Seat
from chateaux.tables.table import bot_seat, new_table
from chateaux.web.waiting import Waiting, waiting


def shown(guest: str) -> Waiting:
    """Ann's table: she and Cy sit, a seat is kept for Bob, a bot plays, and one seat is free."""
    seats = [Seat("person", "ann", "Ann", ready=True), Seat("person", "bob", "Bob"),
             Seat("person", "cy", "Cy", ready=True), bot_seat("page"), Seat()]
    table = new_table(registry.game("chateau-combo"), 5, {}, "en", None, "ann", seats, 0.0)
    return waiting(frames.frame(table, guest, None, []), Words("en"), ["Ann", "Bob", "Cy", "Page", "Player 5"])


def test_a_seat_says_who_sits_there() -> None:
    chairs = shown("cy").chairs
    assert [chair.name for chair in chairs] == ["Ann", "Bob", "Cy", "Page", "Free seat"]
    assert [chair.note for chair in chairs] == ["Player", "not here yet", "You", "Bot, Page", ""]


@pytest.mark.parametrize(("guest", "does"), [
    ("ann", ["leave", "free", "free", "free", ""]),  # the host frees what others hold
    ("bob", ["", "join", "", "", ""]),  # who is expected confirms, and takes no other seat
    ("cy", ["", "", "leave", "", ""]),
    ("dan", ["", "", "", "", "join"])])
def test_what_a_viewer_may_do_with_each_seat(guest: str, does: list[str]) -> None:
    assert [chair.does for chair in shown(guest).chairs] == does


def test_only_who_sits_nowhere_is_asked_for_a_name() -> None:
    assert [shown(guest).next for guest in ("ann", "bob", "cy", "dan", "")] == [None, None, None, 4, 4]


def test_the_table_waits_for_whoever_is_expected_and_for_every_free_seat() -> None:
    assert shown("ann").missing == 2
