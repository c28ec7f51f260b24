"""A table as it is kept beside its log: the newest position and everything around it.

A table goes on from here after a restart, by the rules it began with; where the game does not know them any more,
by the new ones if they can read the position.
"""
from __future__ import annotations

import msgspec

from chateaux.engine.data import BadPosition, Data, IllegalAction
from chateaux.engine.game import Game, State
from chateaux.tables.clock import Clocks
from chateaux.tables.data import RUNNING, Head, Phase, Refused, Seat
from chateaux.tables.sets import game_of
from chateaux.tables.table import Question, Step, Table


class KeptStep(msgspec.Struct, array_like=True):
    """An action that may be taken back, and the clocks before it."""

    number: int
    seat: int
    action: int
    clocks: Clocks | None = None  # older houses did not write them


class Snapshot(msgspec.Struct):
    """Everything about a table that changes."""

    number: int
    phase: Phase
    seats: list[Seat]
    dump: Data | None
    anchor: Data | None  # the dump before the first action that may be taken back,
    steps: list[KeptStep]  # and those actions
    decisions: list[int]
    clocks: Clocks
    votes: list[str]
    rematch: str
    entries: int
    chats: int
    upgraded: bool
    sealed: float = 0.0


def write(table: Table) -> str:
    """The table as JSON. It holds every secret and never leaves the server."""
    snapshot = Snapshot(
        table.number, table.phase, table.seats, None if table.state is None else table.state.dump(), table.anchor,
        [KeptStep(step.number, step.seat, step.action, step.clocks) for step in table.steps], table.decisions,
        table.clocks, table.votes, table.rematch, table.entries, table.chats, table.upgraded, table.sealed)
    return msgspec.json.encode(snapshot).decode()


def read(head: Head, text: str) -> Table:
    """The table that `write` wrote."""
    snapshot = msgspec.json.decode(text, type=Snapshot)
    version = snapshot.dump.get("rules_version") if snapshot.dump is not None else None
    game = game_of(head.game, head.pieces, version if isinstance(version, int) else 0)
    table = Table(head, game, snapshot.seats)
    table.number, table.phase = snapshot.number, snapshot.phase
    table.decisions, table.clocks = snapshot.decisions, snapshot.clocks
    table.votes, table.rematch = snapshot.votes, snapshot.rematch
    table.entries, table.chats, table.upgraded = snapshot.entries, snapshot.chats, snapshot.upgraded
    table.sealed = snapshot.sealed
    if snapshot.dump is not None:
        table.state, changed = revived(game, snapshot.dump)
        if changed:
            table.upgraded = True
        elif snapshot.anchor is not None:
            table.anchor = snapshot.anchor
            table.steps = retraced(game, snapshot.anchor, snapshot.steps)
        if table.phase == RUNNING:
            table.questions = questions(table.state)
            if changed:
                ask_again(table)
    return table


def questions(state: State) -> list[Question | None]:
    """What every seat is asked in a position."""
    found: list[Question | None] = []
    for seat in range(int(state.players)):
        actions = state.actions(seat)
        found.append(Question(seat in state.to_act, state.prompt(seat), actions) if actions else None)
    return found


def ask_again(table: Table) -> None:
    """After a change of rules another seat may be asked than before."""
    table.decisions = [0 if question is None else decision or table.number
                       for question, decision in zip(table.questions, table.decisions, strict=True)]


def retraced(game: Game, anchor: Data, steps: list[KeptStep]) -> list[Step]:
    """The actions that may be taken back, each with the position before it."""
    state = game.load(anchor)
    found: list[Step] = []
    for step in steps:
        found.append(Step(step.number, step.seat, step.action, state, step.clocks))
        state = state.clone()
        try:
            state.play(step.action, step.seat)
        except IllegalAction as error:
            raise BadPosition(f"Row {step.number} does not follow from the position before it.") from error
    return found


def revived(game: Game, dump: Data) -> tuple[State, bool]:
    """The position of a dump, and whether the rules have changed since it was written."""
    changed = dump.get("rules_version") != game.rules_version or dump.get("pieces") != game.digest
    if changed:
        dump = {**dump, "rules_version": game.rules_version, "pieces": game.digest}
    try:
        return game.load(dump), changed
    except BadPosition as error:
        raise Refused("closed", f"The rules of {game.id} have changed and do not know this position: {error}"
                      ) from error
