"""The rules of a table: decisions, answers at once, undo, clocks, the seal, giving up. No storage, no web."""
from __future__ import annotations

import pytest

import chateaux
from chateaux.engine import registry
from chateaux.engine.record import promise
from chateaux.tables import company, frames, gathering, stored
from chateaux.tables.data import Clock, Manners, Refused, Row, Seat, effective
from chateaux.tables.table import Table, bot_seat, new_table
from tests.toy import GAME, HIGH, KEEP, LOW, SWAP, Toy, ToyState


@pytest.fixture(autouse=True)
def a_toy_in_the_house(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy is a game of the house only while these tests run."""
    registry.games()
    monkeypatch.setitem(registry._found, "toy", GAME)


def made(game: str = "toy", players: int = 2, clock: Clock | None = None, start: bool = True) -> Table:
    """A table with a guest in each seat: "guest-0", "guest-1", …"""
    table = new_table(registry.game(game), players, {}, "en", clock, "guest-0", [Seat() for _ in range(players)], 0.0)
    table.row("create", -1, {}, 0.0)
    for seat in range(players):
        gathering.join(table, f"guest-{seat}", f"Guest {seat}", seat, f"nonce-{seat}", 1.0)
    if start:
        gathering.start(table, "guest-0", "", 2.0)
    return table


def betting(players: int = 2) -> Table:
    """The toy game where everybody is asked at once."""
    table = made(players=players)
    for seat in range(players):
        table.play(seat, KEEP, table.decisions[seat], 3.0)
    return table


def again(table: Table) -> Table:
    """The table after a journey to the store and back."""
    return stored.read(table.head, stored.write(table))


def test_the_commitment_comes_before_anybody_joins_and_binds_the_game() -> None:
    table = made(start=False)
    secret = bytes.fromhex(table.head.secret)
    assert table.head.commitment == chateaux.commitment(secret, "toy", GAME.digest, {}, table.head.id)
    assert frames.info(table).secret is None


def test_every_nonce_is_part_of_the_shuffle() -> None:
    table = made(start=False)
    keys = {table.seal().key()}
    for seat in range(2):
        other = table.copy()
        gathering.join(other, f"guest-{seat}", "", seat, "another", 1.5)
        keys.add(other.seal().key())
    assert len(keys) == 3


def test_a_decision_is_answered_once() -> None:
    table = made()
    decision = table.decisions[0]
    table.play(0, KEEP, decision, 3.0)
    with pytest.raises(Refused) as refused:
        table.copy().play(0, KEEP, decision, 3.0)
    assert refused.value.reason == "stale"
    assert table.decisions == [0, table.number]


def test_seats_asked_at_once_answer_independently() -> None:
    table = betting(3)
    first = list(table.decisions)
    assert first == [table.number] * 3
    table.play(2, HIGH, first[2], 4.0)
    assert table.decisions[:2] == first[:2]
    table.play(0, LOW, first[0], 4.0)
    assert table.decisions[1] == first[1]
    assert table.playing().to_act == (1,)


def test_an_answer_may_be_changed_until_the_last_one_is_in() -> None:
    table = betting()
    table.play(0, HIGH, table.decisions[0], 4.0)
    table.play(0, LOW, table.decisions[0], 5.0)
    late = table.decisions[0]
    table.play(1, HIGH, table.decisions[1], 6.0)
    assert table.phase == "over"
    assert table.playing().position(-2)["bets"] == [LOW, HIGH]
    with pytest.raises(Refused):
        table.play(0, HIGH, late, 7.0)


def test_an_answer_is_nobody_elses_business() -> None:
    high, low = betting(), betting()
    low.head, low.state = high.head, high.playing()
    rows = [high.play(0, HIGH, high.decisions[0], 4.0), low.play(0, LOW, low.decisions[0], 4.0)]
    for seat in (1, None):
        guest = "guest-1" if seat else ""
        seen = [frames.as_json(frames.frame(table, guest, seat, [row]), "en", table.game)
                for table, row in zip((high, low), rows, strict=True)]
        assert seen[0] == seen[1]
    assert "action" not in rows[0].seen_by(1)


def test_undo_takes_back_what_told_nothing() -> None:
    table = made(players=3)
    before = table.playing()
    row = table.play(0, KEEP, table.decisions[0], 3.0)
    assert table.undoable(0) == row.number
    assert table.undoable(1) == 0
    table.undo("guest-0", 0, row.number, 4.0)
    assert table.playing() is before
    assert table.undoable(0) == 0
    assert table.decisions == [table.number, 0, 0]


def test_undo_is_refused_when_something_was_shown() -> None:
    table = made()
    row = table.play(0, SWAP, table.decisions[0], 3.0)
    with pytest.raises(Refused, match="can no longer be taken back"):
        table.undo("guest-0", 0, row.number, 4.0)


def test_undo_takes_back_what_others_saw_of_ones_own() -> None:
    table = made("chateau-fort")
    first = table.playing().to_act[0]
    hand = table.playing().observe(first)
    action = next(action for action in table.playing().actions(first)
                  if table.playing().text(action).startswith("discard"))
    row = table.play(first, action, table.decisions[first], 3.0)
    assert table.playing().observe(first) != hand
    table = again(table)
    table.undo(f"guest-{first}", first, row.number, 4.0)
    assert table.playing().observe(first) == hand


def test_undo_is_refused_when_somebody_has_acted_since() -> None:
    table = made(players=3)
    row = table.play(0, KEEP, table.decisions[0], 3.0)
    table.play(1, KEEP, table.decisions[1], 3.0)
    with pytest.raises(Refused):
        table.undo("guest-0", 0, row.number, 4.0)


def test_a_seat_that_a_bot_plays_is_offered_nothing_until_it_is_taken_back() -> None:
    table = made()
    assert frames.frame(table, "guest-0", 0, []).actions
    company.give_up(table, "guest-0", 0, "random", 3.0)
    assert frames.frame(table, "guest-0", 0, []).actions == []
    company.take_back(table, "guest-0", 0, 4.0)
    assert frames.frame(table, "guest-0", 0, []).actions


def test_undo_survives_a_restart() -> None:
    table = made(players=3)
    row = table.play(0, KEEP, table.decisions[0], 3.0)
    table = again(table)
    table.undo("guest-0", 0, row.number, 4.0)
    assert table.decisions == [table.number, 0, 0]
    assert again(table).playing().dump() == table.playing().dump()


@pytest.mark.parametrize("id", sorted(registry.games()))
def test_a_table_read_from_the_store_goes_on_as_if_nothing_had_happened(id: str) -> None:
    table, rows = made(id, registry.game(id).players[-1]), []
    for step in range(60):
        if table.phase == "over":
            break
        other = again(table)
        assert (other.decisions, other.questions, other.due()) == (table.decisions, table.questions, table.due())
        seat = table.playing().to_act[-1]
        actions = table.playing().actions(seat)
        action = actions[step * 7 % len(actions)]
        kept = other.play(seat, action, other.decisions[seat], 3.0 + step)
        rows.append(table.play(seat, action, table.decisions[seat], 3.0 + step))
        assert kept.data == rows[-1].data
        assert other.playing().dump() == table.playing().dump()
    assert len(effective(rows)) == table.entries


def test_a_running_table_survives_a_change_of_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    table = made(players=3)
    table.play(0, KEEP, table.decisions[0], 3.0)
    newer = Toy()
    newer.rules_version = 2
    monkeypatch.setitem(registry._found, "toy", newer)
    table = again(table)
    assert table.upgraded
    assert table.undoable(0) == 0
    for seat in (1, 2):
        table.play(seat, KEEP, table.decisions[seat], 4.0)
    for seat in range(3):
        table.play(seat, HIGH, table.decisions[seat], 5.0)
    assert table.phase == "over"
    assert again(table).upgraded
    with pytest.raises(Refused, match="The rules changed while this game was played"):
        table.record([])


def test_a_position_the_new_rules_do_not_know_is_said_in_a_sentence() -> None:
    table = made("chateau-combo")
    broken = stored.write(table).replace('"rules_version":', '"rules_version":9').replace('"gold":15', '"gold":-1')
    with pytest.raises(Refused, match="The rules of chateau-combo have changed"):
        stored.read(table.head, broken)


def test_time_is_charged_and_incremented() -> None:
    table = made(clock=Clock(seconds=60, increment=5))
    assert table.due() == 62.0
    table.play(0, KEEP, table.decisions[0], 12.0)
    assert table.clocks.left == [55.0, 60.0]
    assert table.due() == 72.0
    row = table.play(1, KEEP, table.decisions[1], 20.0)
    table.undo("guest-1", 1, row.number, 21.0)
    assert table.clocks.left[1] <= 60.0


def test_changing_an_answer_earns_no_time() -> None:
    table = made(clock=Clock(seconds=60, increment=5))
    for seat in (0, 1):
        table.play(seat, KEEP, table.decisions[seat], 3.0)
    table.play(0, HIGH, table.decisions[0], 4.0)
    left = table.clocks.left[0]
    for _ in range(5):
        table.play(0, LOW, table.decisions[0], 4.0)
    assert table.clocks.left[0] == left


def test_without_a_clock_nothing_is_due() -> None:
    assert made().due() is None


@pytest.mark.parametrize("id", sorted(registry.games()))
def test_a_game_that_ends_by_the_clock_gets_one(id: str) -> None:
    game = registry.game(id)
    for options in game.option_sets():
        by_clock = bool(game.new(2, 0, options).actions(-1))
        table = new_table(game, 2, options, "en", None, "g", [Seat(), bot_seat("random")], 0.0)
        assert table.head.clock.minutes == (30 if by_clock else 0)
        gathering.join(table, "g", "", 0, "", 0.0)
        gathering.start(table, "g", "", 10.0)
        assert table.end_of_time() == (10.0 + 1800 if by_clock else None)


def test_a_seat_given_up_is_due_and_may_be_taken_back() -> None:
    table = made()
    company.give_up(table, "guest-0", 0, "random", 9.0)
    assert table.due() == 9.0
    with pytest.raises(Refused, match="A bot plays this seat"):
        table.play(0, KEEP, table.decisions[0], 9.5)
    company.take_back(table, "guest-0", 0, 10.0)
    table.play(0, KEEP, table.decisions[0], 11.0)


def test_the_game_ends_early_when_everybody_asks() -> None:
    table = made(players=3)
    company.abandon(table, "guest-0", 3.0)
    company.give_up(table, "guest-2", 2, "random", 3.0)
    assert table.phase == "running"
    table.play(0, KEEP, table.decisions[0], 4.0)
    assert table.votes == []
    company.abandon(table, "guest-0", 5.0)
    company.abandon(table, "guest-1", 5.0)
    assert table.ended
    assert frames.info(table).secret == table.head.secret
    assert table.record([(0, KEEP)]).verify()[-1] == "The game is not over."


def test_too_many_rows_before_the_start() -> None:
    table = made(start=False)
    table.number = 5_000
    with pytest.raises(Refused, match="Too much has happened"):
        gathering.join(table, "guest-0", "", 0, "", 1.0)


def test_entries_without_what_was_taken_back() -> None:
    def row(kind: str, action: int) -> Row:
        return Row(1, 0.0, kind, 0, {"action": action}, "")
    rows = [row("play", 1), row("play", 2), row("undo", 0), row("chat", 0), row("play", 3)]
    assert effective(rows) == [(0, 1), (0, 3)]


def test_a_game_longer_than_any_is_stopped_at_its_own_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAME, "longest", 2)
    table = made()
    table.play(0, KEEP, table.decisions[0], 3.0)
    assert table.phase == "running"
    row = table.play(1, KEEP, table.decisions[1], 3.0)
    assert (table.phase, row.seen_by(-1)["stopped"], table.due()) == ("abandoned", 2, None)
    assert again(table).phase == "abandoned"


def promising(table: Table) -> list[str]:
    """Everybody sits down with a promise; the nonces they keep to themselves."""
    nonces = [f"nonce-{seat}" for seat in range(table.head.players)]
    for seat, nonce in enumerate(nonces):
        gathering.join(table, f"guest-{seat}", "", seat, "", 1.0, promise(table.head.id, nonce))
    return nonces


def test_nonces_are_promised_shown_when_everybody_sits_and_told_when_the_cards_are_dealt() -> None:
    table = made(start=False)
    nonces = promising(table)
    with pytest.raises(Refused, match="when everybody sits"):
        gathering.reveal(table.copy(), "guest-0", 0, nonces[0], 1.5)
    assert gathering.start(table, "guest-0", "", 2.0).kind == "seal"
    assert (table.phase, frames.info(table).sealed, frames.info(table).nonces) == ("open", True, ["", ""])
    with pytest.raises(Refused, match="being shuffled"):
        gathering.join(table.copy(), "guest-2", "", 0, "x", 2.5)
    with pytest.raises(Refused, match="being shuffled"):
        gathering.leave(table.copy(), "guest-0", 0, 2.5)
    with pytest.raises(Refused, match="not the nonce"):
        gathering.reveal(table.copy(), "guest-1", 1, "another", 3.0)
    assert gathering.reveal(table, "guest-1", 1, nonces[1], 3.0).kind == "reveal"
    assert frames.info(again(table)).nonces == ["", ""]
    assert gathering.reveal(again(table), "guest-0", 0, nonces[0], 3.5).kind == "start"
    gathering.reveal(table, "guest-0", 0, nonces[0], 3.5)
    assert (table.phase, frames.info(table).nonces) == ("running", nonces)
    assert table.seal().parts() == (2, 0, 0)


def test_a_nonce_that_is_never_shown_is_left_out_and_it_shows() -> None:
    table = made(start=False)
    nonces = promising(table)
    gathering.start(table, "guest-0", "", 2.0)
    gathering.reveal(table, "guest-0", 0, nonces[0], 3.0)
    assert table.due() == 12.0
    assert gathering.deal(table, 12.0).kind == "start"
    assert (table.seal().parts(), table.seal().nonces) == ((1, 0, 1), [nonces[0], ""])


class Turned(Toy):
    """The toy by its second rules: they start with everything dealt from the other end. The first are kept."""

    def __init__(self) -> None:
        super().__init__()
        self.rules_version = 2

    def start(self, players: int, options: dict[str, chateaux.engine.data.Choice],
              chance: chateaux.Chance) -> chateaux.State:
        state = super().start(players, options, chance)
        assert isinstance(state, ToyState)
        state.hands.reverse()
        return state

    def at_version(self, version: int) -> chateaux.Game:
        return GAME if version == 1 else super().at_version(version)


def test_games_keep_the_rules_they_began_with(monkeypatch: pytest.MonkeyPatch) -> None:
    """A running game goes on, a finished one keeps its record, and a file replays, whatever the rules are now."""
    running, rows = made(), []
    finished = made()
    while not finished.ended:
        seat = finished.playing().to_act[0]
        rows.append(finished.play(seat, finished.playing().actions(seat)[0], finished.decisions[seat], 3.0))
    text = finished.record(effective(rows)).to_json()
    before = chateaux.Record.from_json(text).replay().dump()
    monkeypatch.setitem(registry._found, "toy", Turned())
    for table in (again(running), again(finished)):
        assert (table.game.rules_version, table.upgraded) == (1, False)
    assert again(finished).record(effective(rows)).to_json() == text
    record = chateaux.Record.from_json(text)
    record.verify()
    assert (record.game.rules_version, record.replay().dump()) == (1, before)
    assert made().game.rules_version == 2


def test_giving_up_and_taking_back_gives_no_time() -> None:
    table = made(clock=Clock(seconds=5))
    for turn in range(20):
        company.give_up(table, "guest-0", 0, "page", 2.0 + 1.5 * turn)
        company.take_back(table, "guest-0", 0, 3.4 + 1.5 * turn)
    assert table.clocks.left[0] == 0
    assert table.due() is not None
    assert (table.due() or 0) <= 32.0, "the clock plays now"


def test_playing_and_taking_back_gives_no_time() -> None:
    table = made(players=3, clock=Clock(seconds=5, increment=3))
    for turn in range(20):
        row = table.play(0, KEEP, table.decisions[0], 3.0 + turn)
        table = again(table)
        table.undo("guest-0", 0, row.number, 3.5 + turn)
    assert table.due() == 7.0, "five seconds after the question, whatever was tried since"


def test_what_is_taken_back_costs_the_opponent_nothing() -> None:
    table = made(players=3, clock=Clock(seconds=60))
    row = table.play(0, KEEP, table.decisions[0], 3.0)
    table.undo("guest-0", 0, row.number, 40.0)
    assert table.clocks.left[1] == 60.0
    table.play(0, KEEP, table.decisions[0], 42.0)
    assert table.clocks.left[0] == 20.0, "the mover has thought all the while"


@pytest.mark.parametrize("clock", [Clock(seconds=15), Clock(minutes=1), Clock(seconds=15, increment=2)])
def test_nobody_pays_for_the_absence_of_the_house(clock: Clock) -> None:
    table = made("castle-builder", clock=clock)
    before = table.due()
    table.forgive([(10.0, 500.0)])
    table.forgive([(10.0, 500.0)])
    assert table.due() == (None if before is None else before + 490.0)
    later = again(table)
    later.forgive([(10.0, 500.0), (510.0, 520.0)])
    assert later.due() == (None if before is None else before + 500.0)


def test_only_who_opened_a_listed_table_starts_it() -> None:
    seats = [Seat() for _ in range(2)]
    table = new_table(GAME, 2, {}, "en", None, "host", seats, 0.0, manners=Manners(listed=True))
    for seat in range(2):
        gathering.join(table, f"guest-{seat}", "", seat, "", 1.0)
    with pytest.raises(Refused, match="Only who opened"):
        gathering.start(table.copy(), "guest-0", "", 2.0)
    gathering.start(table, "host", "", 2.0)


def test_coming_and_going_never_locks_out_who_opened_the_table() -> None:
    table = made(start=False)
    table.number = 5_000
    with pytest.raises(Refused, match="Too much has happened"):
        gathering.leave(table.copy(), "guest-1", 1, 1.0)
    gathering.start(table, "guest-0", "", 2.0)
