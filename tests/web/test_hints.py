"""Hints: what a strong bot would consider, for whoever plays against bots, and for people who agreed on it."""
from __future__ import annotations

import time

import pytest

import chateaux
from tests.web.house import Json, Person, Server
from tests.web.test_playing import running


def asked(person: Person, table: str, seat: int = 0) -> Json:
    """The frame of a seat once it is asked something."""
    until = time.monotonic() + 60
    while not (frame := person.view(table, seat))["owes"]:
        assert time.monotonic() < until
        time.sleep(0.02)
    return frame


@pytest.mark.parametrize("game", sorted(chateaux.games()))
def test_against_bots_everybody_may_ask(server: Server, game: str) -> None:
    ann = Person(server)
    table = ann.create(game, ("open", "random"))
    ann.join(table)
    ann.post(f"/tables/{table}/start")
    frame = asked(ann, table)
    assert frame["hints"]
    told = ann.post(f"/tables/{table}/hints", seat=0)
    assert told["decision"] == frame["decision"]
    may = {action["action"]: action for action in frame["actions"]}
    assert 1 <= len(told["hints"]) <= 5
    for hint in told["hints"]:
        assert may[hint["action"]] == {name: hint[name] for name in ("action", "text", "picks")}
        assert 0 <= hint["chance"] <= told["hints"][0]["chance"] <= 1, "the first one is the best"
        assert 0 < hint["share"] <= 1
    assert ann.post(f"/tables/{table}/hints", seat=0) == told
    ann.play(table, 0, told["decision"], told["hints"][0]["action"])


def test_among_people_only_where_it_was_agreed(ann: Person, bob: Person) -> None:
    table = running(ann, bob)
    seat = ann.view(table)["table"]["to_act"][0]
    person = (ann, bob)[seat]
    assert not person.view(table, seat)["hints"]
    assert person.post(f"/tables/{table}/hints", 403, seat=seat)["sentence"] == "Nobody asks for hints at this table."
    agreed = ann.post("/tables", 201, game="chateau-combo", seats=["open", "open"], hints=True)["id"]
    ann.join(agreed)
    bob.join(agreed)
    ann.post(f"/tables/{agreed}/start")
    seat = ann.view(agreed)["table"]["to_act"][0]
    person = (ann, bob)[seat]
    assert person.view(agreed, seat)["hints"]
    assert person.post(f"/tables/{agreed}/hints", seat=seat)["hints"]


def test_nobody_asks_for_another_or_out_of_turn(server: Server, ann: Person, bob: Person) -> None:
    table = ann.post("/tables", 201, game="chateau-combo", seats=["open", "open"], hints=True)["id"]
    ann.join(table)
    bob.join(table)
    assert "not asked" in ann.post(f"/tables/{table}/hints", 409, seat=0)["sentence"]
    ann.post(f"/tables/{table}/start")
    seat = ann.view(table)["table"]["to_act"][0]
    person, other = (ann, bob) if seat == 0 else (bob, ann)
    other.post(f"/tables/{table}/hints", 403, seat=seat)
    assert "not asked" in other.post(f"/tables/{table}/hints", 409, seat=1 - seat)["sentence"]
    Person(server, "Eve").post(f"/tables/{table}/hints", 403, seat=seat)
    assert not other.view(table, 1 - seat)["hints"]
    person.post(f"/tables/{table}/give-up", seat=seat)
    person.post(f"/tables/{table}/hints", 409, seat=seat)


def test_a_rematch_keeps_what_was_agreed(ann: Person, bob: Person) -> None:
    table = ann.post("/tables", 201, game="chateau-combo", seats=["open", "open"], hints=True)["id"]
    ann.join(table)
    bob.join(table)
    ann.post(f"/tables/{table}/start")
    ann.post(f"/tables/{table}/abandon")
    bob.post(f"/tables/{table}/abandon")
    again = ann.post(f"/tables/{table}/rematch")["id"]
    for person, seat in ((ann, 1), (bob, 0)):
        person.join(again, seat)
    ann.post(f"/tables/{again}/start")
    seat = ann.view(again)["table"]["to_act"][0]
    assert (bob, ann)[seat].view(again, seat)["hints"]
