"""The second half of a turn: complete lines are cleared for what they bring, until the twelfth element."""
from __future__ import annotations

from mypy_extensions import i64

from chateaux.engine.chance import bit, bits
from chateaux.games.once_upon_a_castle.arrivals import activate, draw_guest, steal
from chateaux.games.once_upon_a_castle.board import FLAG, FLOOR, REACTIVATE, TOWER, WALL, WELCOME, Line
from chateaux.games.once_upon_a_castle.state import NOBODY, OVER, ROLL, Realm


def has_complete_line(state: Realm) -> bool:
    """Whether the active player could clear a line."""
    return state.version.board.complete[state.castles[state.active].tokens] != 0


def stealable(state: Realm, seat: i64) -> i64:
    """The guests a seat could steal; the Guard shields crown guests (ruling 17)."""
    found: i64 = 0
    version = state.version
    for other in range(state.players):
        if other != seat:
            guests: i64 = state.castles[other].guests
            if guests & version.guard:
                guests &= ~version.crown
            found |= guests
    return found


def places(state: Realm, seat: i64, line: Line) -> i64:
    """Where the reward of a line may go, a bit each; the bit after the last is "for nothing" (ruling 5)."""
    castle = state.castles[seat]
    kind: i64 = line.kind
    found: i64 = 0
    if kind == TOWER:
        found = (1 << line.places) - 1 & ~castle.towers
    elif kind == WALL:
        found = (1 << line.places) - 1 & ~castle.walls
    elif kind == FLAG:
        found = castle.room
    elif kind == FLOOR:
        if castle.floors < state.version.sheet.floors:
            found = takeable(state)
    elif kind == REACTIVATE:
        found = castle.guests & state.version.lightning
    elif kind == WELCOME:
        found = 1 if castle.residents < state.version.sheet.track else 0
    else:
        found = stealable(state, seat)
    return found if found else bit(line.places)


def takeable(state: Realm) -> i64:
    """The guests that may come with a donjon floor: the top of the pile, or the open ones."""
    if not state.version.open:
        return 1
    found: i64 = 0
    for slot in range(state.version.display):
        if state.display[slot] >= 0:
            found |= 1 << slot
    return found


def build(state: Realm, action: i64) -> None:
    """Clear a complete line for its reward."""
    version = state.version
    seat: i64 = state.active
    castle = state.castles[seat]
    line = version.board.lines[state.verbs.one[action]]
    place: i64 = state.verbs.two[action]
    castle.tokens &= ~line.cells
    castle.hand += line.length
    kind: i64 = line.kind
    if place == line.places:
        if state.log is not None:
            state.emit("clear", seat, {"line": line.id})
    elif kind == TOWER:
        castle.draw_tower(place, line.worth)
        if state.log is not None:
            state.emit("tower", seat, {"line": line.id, "points": line.worth, "place": place + 1})
        shine(state, seat)
    elif kind == WALL:
        castle.draw_wall(place, line.worth, version.sheet)
        if state.log is not None:
            state.emit("wall", seat, {"line": line.id, "place": place + 1})
        state.draw_residents(seat, line.worth)
    elif kind == FLAG:
        castle.draw_flag(place, line.worth, version.sheet)
        if state.log is not None:
            state.emit("flag", seat, {"line": line.id, "points": line.worth, "place": place + 1})
    elif kind == WELCOME:
        if state.log is not None:
            state.emit("welcome", seat, {"line": line.id})
        state.draw_residents(seat, line.worth)
    elif kind == FLOOR:
        build_floor(state, seat, line, place)
        return
    elif kind == REACTIVATE:
        if state.log is not None:
            state.emit("reactivate", seat, {"line": line.id, "guest": version.guests[place].id})
        activate(state, seat, place)
        return
    else:
        steal(state, seat, line, place)
        return
    finish(state, seat)


def shine(state: Realm, seat: i64) -> None:
    """The first player with all towers draws the sun, even in the final step (ruling 8)."""
    if state.sun == NOBODY and bits(state.castles[seat].towers) == state.version.sheet.towers:
        state.sun = seat
        if state.log is not None:
            state.emit("sun", seat, {"points": state.version.sheet.sun})


def build_floor(state: Realm, seat: i64, line: Line, place: i64) -> None:
    """Draw a donjon floor; its guest comes from the pile, or from the three open ones, which are refilled."""
    version = state.version
    castle = state.castles[seat]
    castle.draw_floor()
    guest: i64 = state.display[place] if version.open else draw_guest(state)
    castle.guests |= bit(guest)
    if state.log is not None:
        state.emit("floor", seat, {"line": line.id, "floor": castle.floors, "guest": version.guests[guest].id})
    if version.open:
        state.display[place] = draw_guest(state)
        if state.log is not None and state.display[place] >= 0:
            state.emit("gate", NOBODY, {"guest": version.guests[state.display[place]].id})
    if not finish(state, seat):
        activate(state, seat, guest)


def finish(state: Realm, seat: i64) -> bool:
    """The twelfth element: the cloud, and the game stops at once (rulings 9 and 20); whether it did."""
    if state.finisher != NOBODY or state.castles[seat].elements < state.version.sheet.elements:
        return False
    state.finisher = seat
    if state.log is not None:
        state.emit("cloud", seat, {"points": state.version.sheet.cloud})
    end_step(state)
    return True


def end_step(state: Realm) -> None:
    """Next turn; after the twelfth element one building step for each other player, in turn order (ruling 10)."""
    state.active += 1
    if state.active == state.players:
        state.active = 0
    if state.finisher == NOBODY:
        state.number += 1
        state.phase = ROLL
    elif state.active == state.finisher:
        state.phase = OVER
        if state.log is not None:
            state.emit("over", NOBODY, {})
    elif state.log is not None and has_complete_line(state):
        state.emit("final_step", state.active, {})
