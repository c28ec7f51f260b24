"""A table from its making to its rematch, over HTTP."""
from __future__ import annotations

import importlib.util
import threading
import time
from pathlib import Path

import msgspec

import chateaux
from tests.bots.test_registry import register_jester
from tests.web.house import ROOT, Person, Server


def running(ann: Person, bob: Person, game: str = "chateau-combo") -> str:
    """A table of two people that has started: Ann in seat 0, Bob in seat 1."""
    table = ann.create(game)
    assert ann.join(table) == 0
    assert bob.join(table) == 1
    ann.post(f"/tables/{table}/start")
    return table


def test_games_of_the_house(ann: Person) -> None:
    games = {game["id"]: game for game in ann.get("/games")}
    assert set(games) >= set(chateaux.games())
    assert games["chateau-combo"]["players"] == [2, 3, 4, 5]
    assert "king" in ann.get("/games/chateau-combo")["bots"]


def test_a_table_is_made_joined_left_and_started(ann: Person, bob: Person) -> None:
    table = ann.create(seats=("open", "open", "random"), language="fr")
    assert len(table) == 16
    told = ann.get(f"/tables/{table}")
    assert (told["phase"], told["number"], told["language"], told["secret"]) == ("open", 1, "fr", None)
    assert [seat["kind"] for seat in told["seats"]] == ["open", "open", "bot"]
    ann.join(table)
    ann.post(f"/tables/{table}/start", 409)
    assert bob.join(table, name="Robert", seat=1) == 1
    bob.post(f"/tables/{table}/leave", seat=1)
    assert ann.get(f"/tables/{table}")["seats"][1]["kind"] == "open"
    started = ann.post(f"/tables/{table}/start", bots="random")
    assert started["phase"] == "running"
    assert started["seats"][1] == started["seats"][2] | {"seat": 1}
    bob.post(f"/tables/{table}/join", 409)


def test_my_tables_newest_first(server: Server) -> None:
    ann = Person(server)
    first, second = ann.create(), ann.create()
    assert [table["id"] for table in ann.get("/tables")] == [second, first]
    ann.join(first)
    assert [table["id"] for table in ann.get("/tables")] == [first, second]
    assert Person(server).get("/tables") == []


def test_playing_answers_with_the_state_and_streams_it(ann: Person, bob: Person, server: Server) -> None:
    table = running(ann, bob)
    with ann.stream(table, 0) as for_ann, bob.stream(table, 1) as for_bob, Person(server).stream(table) as watching:
        streams = [for_ann, for_bob, watching]
        seen = [next(stream)[1] for stream in streams]
        assert [frame["seat"] for frame in seen] == [0, 1, None]
        assert [len(frame["rows"]) for frame in seen] == [0, 0, 0]
        seat = seen[0]["table"]["to_act"][0]
        after = (ann, bob)[seat].answer(table, seat)
        for stream in streams:
            number, frame = next(stream)
            assert number == frame["number"] == after["number"]
            assert [row["kind"] for row in frame["rows"]] == ["play"]
            assert frame["rows"][0]["events"]


def test_a_stream_resumes_where_the_reader_was(ann: Person, bob: Person) -> None:
    table = running(ann, bob)
    start = ann.view(table, 0)["number"]
    for _ in range(3):
        seat = ann.view(table, 0)["table"]["to_act"][0]
        (ann, bob)[seat].answer(table, seat)
    with ann.stream(table, 0, known=start) as stream:
        number, frame = next(stream)
        assert number == start + 3
        assert [row["number"] for row in frame["rows"]] == [start + 1, start + 2, start + 3]
    with ann.stream(table, 0, since=0) as stream:
        assert len(next(stream)[1]["rows"]) == number
    with ann.stream(table, 0, known=number) as stream:
        threading.Timer(0.2, lambda: bob.post(f"/tables/{table}/chat", text="Bonne chance !")).start()
        assert next(stream)[1]["rows"][0]["text"] == "Bonne chance !"


def test_one_device_with_several_seats(ann: Person) -> None:
    table = ann.create(seats=("open", "open", "open"))
    for name in ("Ann", "Björn", "Chloé"):
        ann.join(table, name=name)
    ann.post(f"/tables/{table}/start")
    frame = ann.view(table, 2)
    assert frame["mine"] == [0, 1, 2]
    assert [seat["name"] for seat in frame["table"]["seats"]] == ["Ann", "Björn", "Chloé"]
    assert ann.play_out(table, [0, 1, 2])["table"]["phase"] == "over"


def test_bots_play_to_the_end(ann: Person) -> None:
    table = ann.create(seats=("open", "random", "random", "random"))
    ann.join(table)
    ann.post(f"/tables/{table}/start")
    end = ann.play_out(table, [0])
    assert end["table"]["phase"] == "over"
    assert len(end["result"]["scores"]) == 4
    assert {row["by"] for row in ann.get(f"/tables/{table}/log") if row["kind"] == "play"} == {"", "bot"}


def test_the_record_verifies_and_replays_at_any_action(ann: Person, bob: Person) -> None:
    table = ann.create(seats=("open", "open"))
    promised = ann.get(f"/tables/{table}")["commitment"]
    ann.join(table)
    bob.join(table)
    assert ann.post(f"/tables/{table}/start")["secret"] is None
    assert "ended" in ann.get(f"/tables/{table}/record", 409)["sentence"]
    while (frame := ann.view(table, 0))["table"]["phase"] == "running":
        seat = frame["table"]["to_act"][0]
        (ann, bob)[seat].answer(table, seat, -1)
    record = chateaux.Record.from_json(ann.http.get(f"/tables/{table}/record").text)
    assert record.seal is not None
    assert record.seal.commitment == promised
    assert record.seal.secret.hex() == frame["table"]["secret"]
    assert "The secret matches" in record.verify()[0]
    assert record.replay().scores() == frame["result"]["scores"]
    for at in (0, 1, len(record.entries) // 2, len(record.entries)):
        for seat in (None, 0, 1):
            shown = ann.get(f"/tables/{table}/replay?at={at}" + ("" if seat is None else f"&seat={seat}"))
            assert shown["view"] == chateaux_view(record, at, seat)
            assert shown["entries"] == len(record.entries)
    ann.get(f"/tables/{table}/replay", 404, at=len(record.entries) + 1)


def chateaux_view(record: chateaux.Record, at: int, seat: int | None) -> object:
    """What the engine itself shows, after a journey through JSON."""
    return msgspec.json.decode(msgspec.json.encode(record.replay(at).view(seat)))


def test_rematch_rotates_the_seats(ann: Person, bob: Person) -> None:
    table = running(ann, bob)
    ann.post(f"/tables/{table}/rematch", 409)
    ann.post(f"/tables/{table}/abandon")
    assert bob.post(f"/tables/{table}/abandon")["phase"] == "abandoned"
    with bob.stream(table, 1) as stream:
        next(stream)
        again = ann.post(f"/tables/{table}/rematch")
        assert next(stream)[1]["table"]["rematch"] == again["id"]
    assert bob.post(f"/tables/{table}/rematch")["id"] == again["id"]
    assert again["previous"] == table
    assert [seat["name"] for seat in again["seats"]] == ["Bob", "Ann"]
    assert again["commitment"] != ann.get(f"/tables/{table}")["commitment"]
    ann.post(f"/tables/{again['id']}/start", 409)
    assert bob.join(again["id"]) == 0
    assert ann.join(again["id"]) == 1
    assert ann.post(f"/tables/{again['id']}/start")["phase"] == "running"


def test_giving_up_a_seat_and_taking_it_back(ann: Person, bob: Person) -> None:
    table = running(ann, bob)
    bob.post(f"/tables/{table}/give-up", seat=1, bot="random")
    bob.post(f"/tables/{table}/give-up", 409, seat=1, bot="random")
    while not any(row["kind"] == "play" and row["by"] == "bot" for row in ann.get(f"/tables/{table}/log")):
        frame = ann.view(table, 0)
        if frame["owes"]:
            ann.answer(table, 0)
        else:
            time.sleep(0.02)
    bob.post(f"/tables/{table}/take-back", seat=1)
    while not bob.view(table, 1)["owes"]:
        if ann.view(table, 0)["owes"]:
            ann.answer(table, 0)
    bob.answer(table, 1)


def test_undo_within_the_information_boundary(ann: Person, bob: Person) -> None:
    table = running(ann, bob)
    people = {0: ann, 1: bob}
    undone = refused = 0
    for _ in range(60):
        frame = ann.view(table, 0)
        if frame["table"]["phase"] != "running" or (undone and refused):
            break
        seat = frame["table"]["to_act"][0]
        before = people[seat].view(table, seat)
        after = people[seat].play(table, seat, before["decision"], before["actions"][0]["action"])
        if after["undo"] and not undone:
            assert after["undo"] == after["number"]
            people[1 - seat].post(f"/tables/{table}/undo", 403, seat=seat, number=after["undo"])
            back = people[seat].post(f"/tables/{table}/undo", seat=seat, number=after["undo"])
            assert back["view"] == before["view"]
            assert back["actions"] == before["actions"]
            assert back["decision"] > before["decision"]
            people[seat].post(f"/tables/{table}/undo", 409, seat=seat, number=after["undo"])
            log = people[seat].get(f"/tables/{table}/log")
            assert [row["taken_back"] for row in log[-2:]] == [True, False]
            undone += 1
        elif not after["undo"]:
            people[seat].post(f"/tables/{table}/undo", 409, seat=seat, number=after["number"])
            refused += 1
    assert refused


def test_the_thirty_line_bot_plays_a_game(ann: Person) -> None:
    path = ROOT / "examples" / "bot_client.py"
    assert len([line for line in path.read_text().splitlines() if line.strip()]) <= 36
    spec = importlib.util.spec_from_file_location("bot_client", path)
    assert spec is not None
    assert spec.loader is not None
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    table = ann.create(seats=("open", "open"))
    bots = [threading.Thread(target=example.main, args=(f"{ann.url}/tables/{table}", name)) for name in ("One", "Two")]
    for bot in bots:
        bot.start()
    while not all(seat["ready"] for seat in ann.get(f"/tables/{table}")["seats"]):
        time.sleep(0.02)
    ann.post(f"/tables/{table}/start")
    for bot in bots:
        bot.join(30)
    assert ann.get(f"/tables/{table}")["phase"] == "over"


def test_chat_is_short_and_not_too_fast(ann: Person, bob: Person, server: Server) -> None:
    table = running(ann, bob)
    ann.post(f"/tables/{table}/chat", text="  Good \n luck\u202e! ")
    assert ann.get(f"/tables/{table}/log")[-1]["text"] == "Good luck !"
    ann.post(f"/tables/{table}/chat", 400, text="x" * 301)
    ann.post(f"/tables/{table}/chat", 400, text=" ")
    ann.post(f"/tables/{table}/chat", phrase="well-played")
    Person(server, "Stranger").post(f"/tables/{table}/chat", 403, text="psst")
    for _ in range(10):
        if ann.http.post(f"/tables/{table}/chat", json={"text": "spam"}).status_code == 429:
            break
    else:
        raise AssertionError("Nobody stopped the chatter.")
    bob.post(f"/tables/{table}/chat", text="Sorry about that.")


def test_a_bot_of_another_package_sits_at_a_table(tmp_path: Path) -> None:
    register_jester(tmp_path)
    with Server(tmp_path) as server:
        ann = Person(server)
        assert "jester" in ann.get("/games/chateau-combo")["bots"]
        table = ann.create(seats=("open", "jester"))
        ann.join(table)
        ann.post(f"/tables/{table}/start")
        assert ann.play_out(table, [0])["table"]["phase"] == "over"
        assert "jester" not in server.said(), "it answered"
