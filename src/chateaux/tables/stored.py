"""A table as it is kept beside its log: the newest position and everything around it.

A table goes on from here after a restart, by the rules it began with; where the game does not know them any more,
by the new ones if they can read the position.
"""
from __future__ import annotations

import msgspec

from chateaux.engine.data import BadPosition, Data, IllegalAction
from chateaux.engine.game import Game, State
from chateaux.tables.data import RUNNING, Head, Refused
from chateaux.tables.sets import game_of
from chateaux.tables.standing import Standing, Step
from chateaux.tables.table import Question, Table


def write(table: Table) -> str:
    """The table as JSON. It holds every secret and never leaves the server."""
    standing: Data = {name: getattr(table, name) for name in Standing.__struct_fields__}
    return msgspec.json.encode(standing | {"dump": None if table.state is None else table.state.dump()}).decode()


def read(head: Head, text: str) -> Table:
    """The table that `write` wrote."""
    kept = msgspec.json.decode(text, type=Standing)
    dump, anchor, steps = kept.dump, kept.anchor, kept.steps
    version = dump.get("rules_version") if dump is not None else None
    game = game_of(head.game, head.pieces, version if isinstance(version, int) else 0)
    kept.dump, kept.anchor, kept.steps = None, None, []
    table = Table(head=head, game=game, questions=[None] * head.players, **msgspec.structs.asdict(kept))
    if dump is not None:
        table.state, changed = revived(game, dump)
        if changed:
            table.upgraded = True
        elif anchor is not None:
            table.anchor, table.steps, table.before = anchor, steps, retraced(game, anchor, steps)
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


def retraced(game: Game, anchor: Data, steps: list[Step]) -> list[State]:
    """The positions before the actions that may be taken back."""
    state = game.load(anchor)
    found: list[State] = []
    for step in steps:
        found.append(state)
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
