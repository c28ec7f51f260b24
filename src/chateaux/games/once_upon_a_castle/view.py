"""An observation of Once Upon a Castle made ready for a board: every element with its id, every figure worked out.

Made from the observation alone. The figures (ready lines, points) come from a position sampled from it and
depend on nothing hidden: only pending answers are.
"""
from __future__ import annotations

from typing import TYPE_CHECKING

from chateaux.engine.chance import bits
from chateaux.engine.data import Data, Observation
from chateaux.games.once_upon_a_castle.board import FACES, REWARDS, WORTH, Board
from chateaux.games.once_upon_a_castle.dice import ANSWERS, BUILD, DICE, GAIN, MOVE, NONE, OVER, TWICE
from chateaux.games.once_upon_a_castle.guests import KINDS, POINTS_PER
from chateaux.games.once_upon_a_castle.sheet import value_at

GUEST_REWARDS = ("reactivate_lightning_guest", "steal_guest")

if TYPE_CHECKING:
    from chateaux.games.once_upon_a_castle.rules import OnceUponACastle, Position


def view(game: OnceUponACastle, observation: Observation) -> Data:
    """What a seat may see, for a board template."""
    from chateaux.games.once_upon_a_castle.rules import Position

    state = game.worlds(observation).sample(0)
    assert isinstance(state, Position)
    version, phase, seat = state.version, state.phase, observation.seat
    return {
        "game": game.id,
        "version": version.name,
        "sheet": observation.options["sheet"],
        "seat": None if seat < 0 else seat,
        "eyes": int(state.active) if seat < 0 else seat,  # whose board is shown large
        "players": int(state.players),
        "turn": int(state.number),
        "active": int(state.active),
        "phase": observation.position["phase"],
        "to_act": list(state.to_act),
        "final": state.finisher >= 0,  # the last building steps, or the end
        "over": phase == OVER,
        "dice": view_dice(state, seat),
        "gift": view_gift(state),
        "answers": observation.position.get("answers"),
        "answer": own_answer(state, seat),
        "uses": uses(state, seat),
        "builds": builds(state, seat),
        "answered": [phase == ANSWERS and state.answers[other] != NONE for other in range(state.players)],
        "board": view_board(version.board),
        "castles": [view_castle(state, other) for other in range(state.players)],
        "gate": view_gate(state),
        "pile": int(state.pile_count),
        "done": {"id": "done", "legal": seat >= 0 and state.allows(seat, version.board.done)},
        "scores": state.scores(),
        "winners": list(state.winners()),
        "rewards": {"sun": int(version.sheet.sun), "cloud": int(version.sheet.cloud),
                    "extra_cloud": int(version.cloud_points), "residents": int(version.drawn)},
        "elements": int(version.sheet.elements),
        "reconstructed": ["boards", "residents", "green_guests"],
    }


def view_dice(state: Position, seat: int) -> list[Data]:
    """The two dice: which are still to be used by the active player, and which the seat may choose now."""
    board = state.version.board
    dice: list[Data] = []
    for number, face in enumerate((state.first_die, state.second_die)):
        asked = state.phase in (DICE, ANSWERS) and 0 <= seat < state.players and bool(state.actions(seat))
        may = state.may[seat] >> (number * board.uses) & (1 << board.uses) - 1 if asked else 0
        dice.append({"id": f"die-{number + 1}", "face": FACES[face],
                     "used": not (state.phase == DICE and state.left >> number & 1), "legal": may != 0})
    return dice


def view_gift(state: Position) -> Data | None:
    """What a guest gives now: tokens to place, moves, or a die that is taken twice."""
    if state.phase not in (GAIN, TWICE, MOVE):
        return None
    kind = {int(GAIN): "tokens", int(TWICE): "die", int(MOVE): "moves"}[int(state.phase)]
    return {"id": "gift", "kind": kind, "face": None if state.phase == MOVE else FACES[state.gift],
            "count": int(state.count)}


def own_answer(state: Position, seat: int) -> str | None:
    """The element that stands for the answer a seat has given and may still change."""
    if seat < 0 or state.phase != ANSWERS or state.answers[seat] == NONE:
        return None
    board, answer = state.version.board, state.answers[seat]
    return "done" if answer == board.done else state.element_of_use(seat, answer % board.uses)


def uses(state: Position, seat: int) -> Data:
    """For each element a die could be used on now, what comes of it: points, residents, lines that become complete."""
    found: Data = {}
    if seat < 0 or state.phase not in (DICE, ANSWERS, GAIN, TWICE) or not state.actions(seat):
        return found
    board, sheet, castle = state.version.board, state.version.sheet, state.castles[seat]
    for action in state.actions(seat):
        if action == board.done:
            continue
        use = action % board.uses
        told: Data = {"points": 0, "residents": 0, "lines": []}
        if use < board.size:
            told["lines"] = [line.id for line in board.lines if line.cells >> use & 1
                             and line.cells & ~castle.tokens == 1 << use]
        elif use == board.draw:
            drawn = int(min(state.version.drawn, sheet.track - castle.residents))
            told["residents"] = drawn
            told["points"] = int(sheet.worth[castle.residents + drawn] - sheet.worth[castle.residents])
        elif use == board.cloud:
            told["points"] = int(state.version.cloud_points)
        else:
            told["points"] = int(state.version.monk_points)
        found[state.element_of_use(seat, use)] = told
    return found


def builds(state: Position, seat: int) -> dict[str, Data]:
    """For each complete line and each place of its reward, the points it would bring; None where that is open.

    Only what is certain is told: no guest from the face-down pile, no die that is yet to be rolled.
    """
    found: dict[str, Data] = {}
    if seat < 0 or state.phase != BUILD or seat != state.active:
        return found
    version, before = state.version, state.scores()[seat]
    for action in state.actions(seat):
        if action == version.board.done:
            continue
        steps = state.steps(seat, action)
        line = version.board.lines[version.board.line_at[action]]
        place, open_guest = int(action - line.first), -1
        if REWARDS[line.kind] == "donjon_floor" and place < line.places:
            open_guest = int(state.display[place]) if version.open else -2
        elif REWARDS[line.kind] in GUEST_REWARDS and place < line.places:
            open_guest = place
        told: Data = {"points": None, "sun": False, "ends": open_guest == -2 and state.finisher < 0
                      and state.castles[seat].elements + 1 == version.sheet.elements}
        if open_guest == -1 or (open_guest >= 0 and not version.guests[open_guest].rolls):
            after = state.clone()
            after.play(action, seat)
            told = {"points": int(after.scores()[seat] - before), "sun": after.sun == seat and state.sun != seat,
                    "ends": after.finisher == seat and state.finisher != seat}
        found.setdefault(steps[0][0], {})[steps[1][0] if len(steps) > 1 else ""] = told
    return found


def view_board(board: Board) -> Data:
    """The grid and its lines; ids of cells and lines take the seat between prefix and name: `cell-0-r1c2`."""
    ends = line_ends(board)
    places = {name: board.places[at] for at, name in enumerate(board.cells)}
    lines: list[Data] = []
    for line in board.lines:
        cells = [name for at, name in enumerate(board.cells) if line.cells >> at & 1]
        row, col = ends[line.id]
        reward: Data = {"type": REWARDS[line.kind]}
        if WORTH[line.kind]:
            reward[WORTH[line.kind]] = int(line.worth)
        lines.append({"name": line.id, "cells": cells, "reward": reward, "end": {"row": row, "col": col},
                      "across": places[cells[0]][0] == places[cells[-1]][0],
                      "cost": [FACES[board.resource[board.cells.index(cell)]] for cell in cells]})
    return {"side": board.side,
            "rows": max(row for row, _ in board.places), "columns": max(col for _, col in board.places),
            "cells": [{"name": name, "row": places[name][0], "col": places[name][1],
                       "resource": FACES[board.resource[at]]} for at, name in enumerate(board.cells)],
            "lines": lines}


def line_ends(board: Board) -> dict[str, tuple[int, int]]:
    """Where the reward of each line is shown: after its last cell, or before its first where that is taken."""
    taken = set(board.places)
    ends: dict[str, tuple[int, int]] = {}
    for line in board.lines:
        cells = [place for at, place in enumerate(board.places) if line.cells >> at & 1]
        first, last = cells[0], cells[-1]
        across = first[0] == last[0]
        after = (last[0], last[1] + 1) if across else (last[0] + 1, last[1])
        before = (first[0], first[1] - 1) if across else (first[0] - 1, first[1])
        ends[line.id] = before if after in taken and before not in taken else after
        taken.add(ends[line.id])
    return ends


def view_castle(state: Position, seat: int) -> Data:
    """One player's board and sheet, as drawn so far."""
    version = state.version
    sheet, board, castle = version.sheet, version.board, state.castles[seat]
    walls: list[Data] = []
    for wall in range(sheet.walls):
        first = sheet.first_slot[wall]
        slots = [int(value_at(castle.flags, slot)) for slot in range(first, first + sheet.slots[wall])]
        built = bool(castle.walls >> wall & 1)
        walls.append({"id": f"wall-{seat}-{wall + 1}", "place": wall + 1, "built": built,
                      "residents": int(value_at(castle.brought, wall)) if built else None,
                      "flags": [value or None for value in slots]})
    complete = board.complete[castle.tokens]
    breakdown = state.breakdown(seat)
    return {
        "seat": seat,
        "tokens": [{"id": f"token-{seat}-{name}", "cell": f"cell-{seat}-{name}", "name": name}
                   for at, name in enumerate(board.cells) if castle.tokens >> at & 1],
        "cells": [{"id": f"cell-{seat}-{name}", "name": name, "covered": bool(castle.tokens >> at & 1)}
                  for at, name in enumerate(board.cells)],
        "lines": [{"id": f"line-{seat}-{line.id}", "name": line.id, "ready": bool(complete >> at & 1),
                   "missing": int(line.length - bits(castle.tokens & line.cells)),
                   "useful": bool(useful(state, seat, at))} for at, line in enumerate(board.lines)],
        "ready": [f"line-{seat}-{line.id}" for at, line in enumerate(board.lines) if complete >> at & 1],
        "hand": int(castle.hand),
        "towers": [{"id": f"tower-{seat}-{tower + 1}", "place": tower + 1,
                    "points": int(value_at(castle.worth, tower)) or None} for tower in range(sheet.towers)],
        "walls": walls,
        "floors": [{"id": f"floor-{seat}-{floor + 1}", "place": floor + 1, "built": floor < castle.floors}
                   for floor in range(sheet.floors)],
        "residents": view_residents(state, seat),
        "sky": {"id": f"sky-{seat}", "sun": state.sun == seat, "cloud": state.finisher == seat,
                "extra_clouds": int(castle.clouds)},
        "guests": [view_guest(state, guest, seat) for guest in range(version.guest_count)
                   if castle.guests >> guest & 1],
        "counts": {"towers": int(bits(castle.towers)), "walls": int(bits(castle.walls)), "floors": int(castle.floors),
                   "flags": int(castle.flag_count()), "residents": int(castle.residents),
                   "elements": int(castle.elements)},
        "score": state.scores()[seat],
        "breakdown": breakdown,
        "tally": {kind: sum([int(str(line["points"])) for line in breakdown if line["kind"] in kinds])
                  for kind, kinds in (("towers", ("towers",)), ("residents", ("residents",)), ("flags", ("flags",)),
                                      ("guests", ("guest",)), ("sky", ("sun", "cloud", "clouds")))},
    }


def useful(state: Position, seat: int, at: int) -> bool:
    """Whether a line would still bring something (ruling 5: otherwise it is cleared for nothing)."""
    line = state.version.board.lines[at]
    return state.places(seat, line) >> line.places & 1 == 0


def view_residents(state: Position, seat: int) -> Data:
    """The track: rows of groups, the value of each, and how many are drawn in it."""
    sheet, drawn = state.version.sheet, state.castles[seat].residents
    groups = [{"value": int(value), "size": int(sheet.group),
               "drawn": int(max(0, min(sheet.group, drawn - at * sheet.group))),
               "last": drawn > 0 and (drawn - 1) // sheet.group == at} for at, value in enumerate(sheet.values)]
    per_row = len(groups) // sheet.rows
    return {"id": f"residents-{seat}", "drawn": int(drawn), "total": int(sheet.track),
            "points": int(sheet.worth[drawn]),
            "rows": [groups[row * per_row : (row + 1) * per_row] for row in range(sheet.rows)]}


def view_guest(state: Position, guest: int, owner: int | None) -> Data:
    """A guest card; `points` is what it counts now for its owner, None while that depends on who takes it."""
    version = state.version
    card = version.guests[guest]
    points: int | None = int(card.points)
    if card.per:
        points = None if owner is None else int(state.castles[owner].guest_points(guest, version))
    data: Data = {"id": f"guest-{card.id}", "guest": card.id, "kind": KINDS[card.kind], "points": points,
                  "printed": None if card.per else int(card.points), "per": POINTS_PER[card.per] or None,
                  "help": f"piece.{card.id}.help" if version.open else "guest.plain.help", "owner": owner}
    if owner is not None:
        shielded = state.castles[owner].guests & version.guard and version.crown >> guest & 1
        data["shielded"] = bool(shielded)
    return data


def view_gate(state: Position) -> list[Data]:
    """The open guests, each in its place at the gate."""
    gate: list[Data] = []
    for slot, guest in enumerate(state.display):
        shown: Data = {"id": f"gate-{slot + 1}", "guest": None}
        if guest >= 0:
            shown = {**view_guest(state, guest, None), "id": f"gate-{slot + 1}"}
        gate.append(shown)
    return gate
