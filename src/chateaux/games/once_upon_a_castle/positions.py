"""Positions as data: written for a seat's eyes, read back, also from a hand-written file, and checked."""
from __future__ import annotations

from mypy_extensions import i64

from chateaux.engine.chance import bit, bits
from chateaux.engine.data import EVERYTHING, BadPosition, Data
from chateaux.engine.reading import MOST_COUNTED
from chateaux.games.once_upon_a_castle.board import FACES
from chateaux.games.once_upon_a_castle.dice import (
    ANSWERS,
    DICE,
    GAIN,
    HIDDEN,
    MOVE,
    NOBODY,
    NONE,
    OVER,
    PHASES,
    ROLL,
    TWICE,
)
from chateaux.games.once_upon_a_castle.sheet import Castle, empty_castle, value_at
from chateaux.games.once_upon_a_castle.turn import Turn


def write_castle(state: Turn, castle: Castle) -> Data:
    """One player's board, sheet and guests."""
    version = state.version
    sheet = version.sheet
    walls: list[object] = []
    for wall in range(sheet.walls):
        if castle.walls >> wall & 1:
            first: i64 = sheet.first_slot[wall]
            flags = [int(value_at(castle.flags, slot)) for slot in range(first, first + sheet.slots[wall])]
            walls.append({"residents": value_at(castle.brought, wall), "flags": [flag for flag in flags if flag]})
        else:
            walls.append(None)
    return {
        "tokens": [version.board.cells[cell] for cell in range(version.board.size) if castle.tokens >> cell & 1],
        "residents": castle.residents,
        "towers": [value_at(castle.worth, tower) for tower in range(sheet.towers)],
        "walls": walls,
        "floors": castle.floors,
        "guests": [version.guests[guest].id for guest in range(version.guest_count) if castle.guests >> guest & 1],
        "clouds": castle.clouds,
    }


def write_position(state: Turn, seat: i64) -> Data:
    """The position with what `seat` may not know masked: only the others' pending answers are secret."""
    version = state.version
    phase: i64 = state.phase
    data: Data = {
        "turn": state.number,
        "active": state.active,
        "phase": PHASES[phase],
        "castles": [write_castle(state, castle) for castle in state.castles],
        "sun": None if state.sun == NOBODY else state.sun,
        "finisher": None if state.finisher == NOBODY else state.finisher,
        "dice": [FACES[state.first_die], FACES[state.second_die]],
    }
    if version.open:
        data["display"] = [version.guests[guest].id if guest >= 0 else None for guest in state.display]
    if phase == DICE:
        data["left"] = [bool(state.left & 1), bool(state.left & 2)]
    elif phase == ANSWERS:
        answers: list[object] = []
        for other in range(state.players):
            answer: i64 = state.answers[other]
            if answer == NONE:
                answers.append(None)
            elif (other != seat and seat != EVERYTHING) or answer == HIDDEN:
                answers.append("hidden")
            else:
                answers.append(state.text(answer))
        data["answers"] = answers
    elif phase in (GAIN, TWICE):
        data["gift"] = FACES[state.gift]
        data["count"] = state.count
    elif phase == MOVE:
        data["count"] = state.count
    return data


def number(data: Data, name: str, default: int, least: int, most: int) -> int:
    """A number of a position."""
    value = data.get(name, default)
    if type(value) is not int or not least <= value <= most:
        raise BadPosition(f"{name} is {value!r}; it is a number from {least} to {most}.")
    return value


def items(data: Data, name: str) -> list[object]:
    """A list of a position, empty when it is left out."""
    value = data.get(name, [])
    if not isinstance(value, list):
        raise BadPosition(f"{name} is a list.")
    return value


def face(name: object) -> int:
    """A face of a die by its name."""
    if name not in FACES:
        raise BadPosition(f"{name!r} is not a face of a die; they are {', '.join(FACES)}.")
    return FACES.index(str(name))


def some_seat(state: Turn, data: Data, name: str) -> int:
    """A seat of a position, or nobody."""
    if data.get(name) is None:
        return -1
    return number(data, name, 0, 0, state.players - 1)


def read_castle(state: Turn, data: object) -> Castle:
    """One player's board, sheet and guests; what is left out is empty."""
    if not isinstance(data, dict):
        raise BadPosition("A castle is an object.")
    version = state.version
    sheet = version.sheet
    board = version.board
    castle = empty_castle(version.tokens)
    for name in data:
        if name not in ("tokens", "residents", "towers", "walls", "floors", "guests", "clouds"):
            raise BadPosition(f"A castle has no {name!r}.")
    for cell in items(data, "tokens"):
        if cell not in board.cells:
            raise BadPosition(f"{cell!r} is not a cell of the {version.name} board.")
        if castle.tokens >> board.cells.index(str(cell)) & 1:
            raise BadPosition(f"Two tokens lie on {cell}.")
        castle.cover(board.cells.index(str(cell)))
    castle.residents = number(data, "residents", 0, 0, sheet.track)
    castle.clouds = number(data, "clouds", 0, 0, MOST_COUNTED)
    for _ in range(number(data, "floors", 0, 0, sheet.floors)):
        castle.draw_floor()
    towers = items(data, "towers")
    if len(towers) > sheet.towers:
        raise BadPosition(f"A castle has {sheet.towers} towers, not {len(towers)}.")
    for place, points in enumerate(towers):
        if points is not None and (type(points) is not int or not 0 <= points <= 99):
            raise BadPosition(f"Tower {place + 1} is worth {points!r}; it is a number, 0 when it is not drawn.")
        if isinstance(points, int) and points:
            castle.draw_tower(place, points)
    walls = items(data, "walls")
    if len(walls) > sheet.walls:
        raise BadPosition(f"A castle has {sheet.walls} walls, not {len(walls)}.")
    for place, wall in enumerate(walls):
        if wall is None:
            continue
        if not isinstance(wall, dict):
            raise BadPosition(f"Wall {place + 1} is an object with residents and flags, or null.")
        castle.draw_wall(place, number(wall, "residents", 1, 0, 99), sheet)
        for flag in items(wall, "flags"):
            if type(flag) is not int or not 1 <= flag <= 99:
                raise BadPosition(f"A flag on wall {place + 1} is worth {flag!r}; it is a number from 1.")
            if not castle.room >> place & 1:
                raise BadPosition(f"Wall {place + 1} takes {sheet.slots[place]} flags, not more.")
            castle.draw_flag(place, flag, sheet)
    for name in items(data, "guests"):
        castle.guests |= bit(take_guest(state, name))
    return castle


def take_guest(state: Turn, name: object) -> int:
    """Take a guest out of the pile by name: each is there once."""
    version = state.version
    for guest in range(version.guest_count):
        if version.guests[guest].id == name:
            if not state.pile >> guest & 1:
                raise BadPosition(f"{name} is in two places.")
            state.pile &= ~bit(guest)
            state.pile_count -= 1
            return guest
    raise BadPosition(f"There is no guest {name!r} in the {version.name} version.")


def read_display(state: Turn, data: Data) -> None:
    """The open guests; left out, they are the first ones that nobody owns."""
    version = state.version
    if not version.open:
        return
    if "display" not in data:
        for slot in range(version.display):
            for guest in range(version.guest_count):
                if state.pile >> guest & 1:
                    state.display[slot] = take_guest(state, version.guests[guest].id)
                    break
        return
    shown = items(data, "display")
    if len(shown) != version.display:
        raise BadPosition(f"{version.display} guests lie open, not {len(shown)}.")
    for slot, name in enumerate(shown):
        state.display[slot] = NOBODY if name is None else take_guest(state, name)


def read_position(state: Turn, data: Data) -> None:
    """Set a fresh state to a written position, and carry on to where somebody is asked."""
    for name in data:
        if name not in ("turn", "active", "phase", "castles", "sun", "finisher", "dice", "display", "left", "answers",
                        "gift", "count"):
            raise BadPosition(f"A position has no {name!r}.")
    castles = items(data, "castles")
    if len(castles) > state.players:
        raise BadPosition(f"There are {len(castles)} castles for {state.players} players.")
    for seat, castle in enumerate(castles):
        state.castles[seat] = read_castle(state, castle)
    read_display(state, data)
    state.number = number(data, "turn", 1, 1, MOST_COUNTED)
    state.active = number(data, "active", 0, 0, state.players - 1)
    state.sun = some_seat(state, data, "sun")
    state.finisher = some_seat(state, data, "finisher")
    dice = items(data, "dice")
    if len(dice) not in (0, 2):
        raise BadPosition(f"There are two dice, not {len(dice)}.")
    phase = data.get("phase", "dice" if dice else "roll")
    if phase not in PHASES:
        raise BadPosition(f"The phase is one of {', '.join(PHASES)}, not {phase!r}.")
    state.phase = PHASES.index(str(phase))
    if dice:
        state.first_die = face(dice[0])
        state.second_die = face(dice[1])
    elif state.phase in (DICE, ANSWERS):
        raise BadPosition(f"The phase {phase} needs dice.")
    read_pending(state, data)
    verify(state)
    state.proceed()
    state.revealed = False


def read_pending(state: Turn, data: Data) -> None:
    """What is still to be done in the phase: dice left, answers, a guest's gift."""
    phase: i64 = state.phase
    if phase == DICE:
        left = items(data, "left") if "left" in data else [True, True]
        if len(left) != 2:
            raise BadPosition("left says for each of the two dice whether it is still to be used.")
        state.left = (1 if left[0] else 0) | (2 if left[1] else 0)
    elif phase == ANSWERS:
        state.ask_others()
        answers = items(data, "answers")
        if len(answers) > state.players:
            raise BadPosition(f"There are {len(answers)} answers for {state.players} players.")
        for seat, answer in enumerate(answers):
            if answer is None:
                continue
            if state.may[seat] == 0:
                raise BadPosition(f"Seat {seat} has answered but is not asked.")
            state.answers[seat] = HIDDEN if answer == "hidden" else state.parse(str(answer), seat)
            state.asked &= ~(1 << seat)
        if state.asked == 0:
            refuse_hidden(state)  # the last answer shows them all
    elif phase in (GAIN, TWICE):
        state.gift = face(data.get("gift"))
        state.count = number(data, "count", 2, 1, 99)
    elif phase == MOVE:
        state.count = number(data, "count", 2, 1, 99)


def verify(state: Turn) -> None:
    """Refuse a position that cannot be."""
    version = state.version
    sheet = version.sheet
    guests: i64 = 0
    floors: i64 = 0
    for seat in range(state.players):
        castle = state.castles[seat]
        if castle.hand < 0:
            raise BadPosition(f"Seat {seat} has {version.tokens} tokens, not {version.tokens - castle.hand}.")
        if castle.hand + bits(castle.tokens) != version.tokens or castle.tokens & ~version.board.all:
            raise BadPosition(f"The tokens of seat {seat} do not add up to {version.tokens}.")
        if not 0 <= castle.residents <= sheet.track or castle.floors > sheet.floors:
            raise BadPosition(f"Seat {seat} has drawn more than its sheet has room for.")
        if castle.elements != bits(castle.towers) + bits(castle.walls) + castle.floors:
            raise BadPosition(f"The elements of seat {seat} do not add up.")
        if guests & castle.guests:
            raise BadPosition(f"A guest of seat {seat} has two owners.")
        if castle.clouds and version.shepherdess == 0:
            raise BadPosition(f"Seat {seat} has extra clouds, but nobody in this version draws them.")
        if not version.open and bits(castle.guests) != castle.floors:
            raise BadPosition(f"Seat {seat} has {bits(castle.guests)} guests for {castle.floors} donjon floors.")
        if castle.elements == sheet.elements and state.finisher == NOBODY:
            raise BadPosition(f"Seat {seat} has drawn everything, so the game is finished: finisher is missing.")
        if bits(castle.towers) == sheet.towers and state.sun == NOBODY:
            raise BadPosition(f"Seat {seat} has all towers, so somebody has the sun.")
        guests |= castle.guests
        floors += castle.floors
    if bits(guests) != floors:
        raise BadPosition(f"There are {bits(guests)} guests in castles for {floors} donjon floors in all.")
    if state.sun != NOBODY and bits(state.castles[state.sun].towers) < sheet.towers:
        raise BadPosition(f"Seat {state.sun} has the sun without all towers.")
    if state.finisher != NOBODY and state.castles[state.finisher].elements < sheet.elements:
        raise BadPosition(f"Seat {state.finisher} is the finisher without all {sheet.elements} elements.")
    verify_pile(state, guests)
    verify_phase(state)


def verify_pile(state: Turn, owned: i64) -> None:
    """Every guest is in one place: with an owner, open, or in the pile; gaps only when the pile is empty."""
    shown: i64 = 0
    for guest in state.display:
        if guest >= 0:
            if shown >> guest & 1:
                raise BadPosition("A guest lies open twice.")
            shown |= bit(guest)
        elif state.pile_count:
            raise BadPosition("An open guest is missing although the pile has more.")
    if owned & shown or owned & state.pile or shown & state.pile or (
            owned | shown | state.pile) != bit(state.version.guest_count) - 1:
        raise BadPosition("The guests with owners, at the gate and in the pile do not make up the set.")
    if bits(state.pile) != state.pile_count:
        raise BadPosition("The pile has another number of guests than it says.")


def verify_phase(state: Turn) -> None:
    """The phase fits the rest."""
    phase: i64 = state.phase
    if phase == OVER and state.finisher == NOBODY:
        raise BadPosition("The game cannot be over without a finisher.")
    if state.finisher != NOBODY:
        if phase in (ROLL, DICE, ANSWERS, TWICE):
            raise BadPosition("After the twelfth element no die is used any more.")
        if phase != OVER and state.active == state.finisher:
            raise BadPosition("The finisher builds nothing after the twelfth element.")
    if phase in (GAIN, TWICE, MOVE) and not state.version.open:
        raise BadPosition("Guests do not act in the green version.")


def refuse_hidden(state: Turn) -> None:
    """A whole position has no hidden answers."""
    for seat in range(state.players):
        if state.phase == ANSWERS and state.answers[seat] == HIDDEN:
            raise BadPosition(f"The answer of seat {seat} is hidden; a whole position says it.")


