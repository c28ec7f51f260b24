"""Guests who act: lightning on arrival, once more when it is called again, and guests who are lured away."""
from __future__ import annotations

from mypy_extensions import i64

from chateaux.engine.chance import bit, bits, lowest
from chateaux.games.once_upon_a_castle.board import FACES, Line
from chateaux.games.once_upon_a_castle.dice import use_face, uses
from chateaux.games.once_upon_a_castle.guests import NO_FACE
from chateaux.games.once_upon_a_castle.state import BUILD, GAIN, MOVE, NOBODY, TWICE, Realm


def draw_guest(state: Realm) -> i64:
    """A random guest of the face-down pile, or -1 when there is none."""
    if state.pile_count == 0:
        return NOBODY
    guest: i64 = state.chance.choose(state.pile, state.pile_count)
    state.pile &= ~bit(guest)
    state.pile_count -= 1
    state.revealed = True
    return guest


def steal(state: Realm, seat: i64, line: Line, guest: i64) -> None:
    """Voler un invité: the victim keeps the floor; a lightning guest acts for the thief."""
    mask: i64 = bit(guest)
    for other in range(state.players):
        castle = state.castles[other]
        if castle.guests & mask:
            castle.guests &= ~mask
            if state.log is not None:
                state.emit("steal", seat, {"line": line.id, "guest": state.version.guests[guest].id,
                                          "victim_seat": other})
    state.castles[seat].guests |= mask
    activate(state, seat, guest)


def activate(state: Realm, seat: i64, guest: i64) -> None:
    """Éclair: the effect of a lightning guest; no other has one."""
    card = state.version.guests[guest]
    if card.residents:
        state.draw_residents(seat, card.residents)
    if card.gain != NO_FACE:
        state.phase = GAIN
        state.gift = card.gain
        state.count = card.gains
    elif card.moves:
        state.phase = MOVE
        state.count = card.moves
    elif card.rolls:
        if state.finisher != NOBODY:
            return  # ruling 21: no die is rolled any more
        state.phase = TWICE
        state.gift = state.chance.below(6)
        state.count = 2
        state.revealed = True
        if state.log is not None:
            state.emit("roll_one", seat, {"guest": card.id, "die": FACES[state.gift]})


def gain_is_asked(state: Realm) -> bool:
    """Place what leaves no choice; whether the active player has a choice of cells now."""
    castle = state.castles[state.active]
    version = state.version
    while state.count > 0:
        cells: i64 = version.reached(castle.guests, state.gift) & ~castle.tokens
        if cells == 0 or castle.hand == 0:
            if state.log is not None:
                state.emit("tokens_lost", state.active, {"count": state.count})
            break
        free: i64 = bits(cells)
        if free > state.count or free > castle.hand:
            state.may[state.active] = cells
            return True
        put_gift(state, lowest(cells))
    state.phase = BUILD
    return False


def put_gift(state: Realm, cell: i64) -> None:
    """Put a token that a guest gave."""
    state.count -= 1
    state.castles[state.active].cover(cell)
    state.say_token(state.active, cell, "guest")


def twice_is_asked(state: Realm) -> bool:
    """The die that is taken twice, each time like a die of one's own (ruling 16)."""
    while state.count > 0:
        options: i64 = uses(state, state.castles[state.active], state.gift)
        if options == 0:
            state.count -= 1
            state.say_lost(state.gift)
        elif options & (options - 1) == 0:
            take_gift(state, lowest(options))
        else:
            state.may[state.active] = options
            return True
    state.phase = BUILD
    return False


def take_gift(state: Realm, chosen: i64) -> None:
    """Use the die that is taken twice, once."""
    state.count -= 1
    use_face(state, state.active, state.gift, chosen)


def move_token(state: Realm, action: i64) -> None:
    """Move a token to a free cell; no rule but the Magician's allows it."""
    board = state.version.board
    castle = state.castles[state.active]
    start: i64 = state.verbs.one[action]
    goal: i64 = state.verbs.two[action]
    castle.tokens = castle.tokens & ~(1 << start) | 1 << goal
    state.count -= 1
    if state.log is not None:
        state.emit("move", state.active, {"from_cell": board.cells[start], "to_cell": board.cells[goal]})
