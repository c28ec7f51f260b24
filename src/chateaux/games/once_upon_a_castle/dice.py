"""The first half of a turn: the dice, and the others' choice of one of them."""
from __future__ import annotations

from mypy_extensions import i64

from chateaux.engine.chance import bit, lowest
from chateaux.games.once_upon_a_castle.actions import DONE, FIRST_DIE, SECOND_DIE
from chateaux.games.once_upon_a_castle.board import CLOUD, DRAW, FACES, RESIDENTS, TOKEN, WILD
from chateaux.games.once_upon_a_castle.castle import Castle
from chateaux.games.once_upon_a_castle.state import ANSWERS, BUILD, DICE, NONE, Realm


def roll(state: Realm) -> None:
    """Déroulement du jeu: the active player rolls both dice."""
    state.first_die = state.chance.below(6)
    state.second_die = state.chance.below(6)
    state.left = 3
    state.revealed = True
    state.phase = DICE
    if state.log is not None:
        state.emit("roll", state.active, {"turn": state.number, "dice": [
            FACES[state.first_die], FACES[state.second_die]]})


def uses(state: Realm, castle: Castle, face: i64) -> i64:
    """What a castle can do with a face, a bit for each use; 0 when the die is lost.

    The same result by two ways is one use (ruling 23).
    """
    version = state.version
    board = version.board
    guests: i64 = castle.guests & version.dicers
    found: i64 = 0
    if guests == 0:  # as nearly always
        if castle.hand > 0:
            found = version.reach[face] & ~castle.tokens
        if face >= RESIDENTS:
            found |= 1 << board.draw
        return found
    cells: i64 = version.reached(guests, face)
    if face >= RESIDENTS:
        found = 1 << board.draw
        if face == WILD:
            if guests & version.shepherdess:
                found |= 1 << board.cloud  # ruling 12: a rolled ? only
        elif guests & version.knight:
            cells = board.all
    cells &= ~castle.tokens
    if castle.hand <= 0:
        cells = 0
    if guests & version.monk and (face == version.monk_face or face == WILD):
        found |= castle.room << board.flag
    if cells == 0 and guests & version.cook and face == version.cook_face:
        found |= 1 << board.draw  # ruling 14: the resident comes even if the token is lost
    return found | cells


def use_face(state: Realm, seat: i64, face: i64, use: i64) -> None:
    """Use a face: a token on a cell, residents, a cloud or a flag."""
    version = state.version
    board = version.board
    castle = state.castles[seat]
    verb: i64 = board.uses.verb[use]
    if verb == TOKEN:
        castle.cover(use)
        if state.log is not None:
            state.say_token(seat, use, FACES[face])
        if castle.guests & version.cook and (
                face == version.cook_face or (face == WILD and board.resource[use] == version.cook_face)):
            state.draw_residents(seat, version.cook_residents)
    elif verb == DRAW:
        state.draw_residents(seat, version.cook_residents if face < RESIDENTS else version.drawn)
    elif verb == CLOUD:
        castle.clouds += 1
        if state.log is not None:
            state.emit("extra_cloud", seat, {"points": version.cloud_points,
                                            "guest": state.holder(version.shepherdess)})
    else:
        wall: i64 = board.uses.one[use]
        castle.draw_flag(wall, version.monk_points, version.sheet)
        if state.log is not None:
            state.emit("monk_flag", seat, {"points": version.monk_points, "place": wall + 1,
                                          "guest": state.holder(version.monk)})


def dice_are_asked(state: Realm) -> bool:
    """Use what leaves no choice and drop what is lost; whether the active player has a choice now."""
    castle = state.castles[state.active]
    board = state.version.board
    only_residents: i64 = 1 << board.draw
    first: i64 = 0
    second: i64 = 0
    if state.left & 1:
        first = uses(state, castle, state.first_die)
        if first == only_residents:
            state.left &= ~1
            use_face(state, state.active, state.first_die, board.draw)
            first = 0
        elif first == 0:
            state.left &= ~1
            state.say_lost(state.first_die)
    if state.left & 2:
        second = uses(state, castle, state.second_die)
        if second == only_residents:
            state.left &= ~2
            use_face(state, state.active, state.second_die, board.draw)
            second = 0
        elif second == 0:
            state.left &= ~2
            state.say_lost(state.second_die)
        elif first and state.first_die == state.second_die:
            second = 0  # the same face again: offered once
    options: i64 = first | second << board.span
    if options == 0:
        ask_others(state)
        return False
    if options & (options - 1) == 0:
        use_die(state, lowest(options))
        return False
    state.may[state.active] = options
    return True


def use_die(state: Realm, action: i64) -> None:
    """The active player uses one of the two dice."""
    verbs = state.verbs
    if verbs.verb[action] == FIRST_DIE:
        state.left &= ~1
        use_face(state, state.active, state.first_die, verbs.one[action])
    else:
        state.left &= ~2
        use_face(state, state.active, state.second_die, verbs.one[action])


# ---------------------------------------------------------------- the others' choice


def open_to(state: Realm, seat: i64) -> i64:
    """The uses of one of the two dice by another player; 0 when there is nothing to use."""
    version = state.version
    castle = state.castles[seat]
    first: i64 = uses(state, castle, state.first_die)
    second: i64 = uses(state, castle, state.second_die)
    draw: i64 = 1 << version.board.draw
    if castle.residents == version.sheet.track:
        first &= ~draw  # the same as declining
        second &= ~draw
    both: i64 = first & second
    if both:
        better: i64 = 0  # where only the second die lets the Cook, or more residents, come
        if castle.guests & version.cook:
            if state.first_die == RESIDENTS:
                better = both & version.board.of[version.cook_face]
            elif state.first_die == version.cook_face:
                better = both & draw
        first &= ~better
        second &= ~(both & ~better)
    return first | second << version.board.span


def ask_others(state: Realm) -> None:
    """Déroulement du jeu: each of the others may use one of the dice, or decline (ruling 2).

    Who has nothing to use is not asked: everybody can see it.
    """
    state.phase = ANSWERS
    state.asked = 0
    for seat in range(state.players):
        state.may[seat] = 0
        if seat != state.active:
            options: i64 = open_to(state, seat)
            if options:
                state.may[seat] = options | bit(state.verbs.first[DONE])
                state.asked |= 1 << seat


def carry_out(state: Realm, seat: i64, answer: i64) -> None:
    """An answer: one of the dice, used like a die of one's own, or none."""
    verbs = state.verbs
    verb: i64 = verbs.verb[answer]
    if verb == FIRST_DIE:
        use_face(state, seat, state.first_die, verbs.one[answer])
    elif verb == SECOND_DIE:
        use_face(state, seat, state.second_die, verbs.one[answer])
    elif state.log is not None:
        state.emit("decline", seat, {})


def resolve_answers(state: Realm) -> None:
    """All answers are in: carry them out in seat order (ruling 1: boards do not interact here)."""
    for seat in range(state.players):
        if state.answers[seat] != NONE:
            state.revealed = True
            carry_out(state, seat, state.answers[seat])
            state.answers[seat] = NONE
    state.phase = BUILD
