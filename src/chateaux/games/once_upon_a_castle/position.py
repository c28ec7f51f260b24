"""Positions as data: written for a seat's eyes, read back, also from a hand-written file, and checked."""
from __future__ import annotations

from msgspec import UnsetType, to_builtins
from mypy_extensions import i64

from chateaux.engine.chance import Chance, bit, bits
from chateaux.engine.data import EVERYTHING, BadPosition, Data
from chateaux.engine.reading import typed, within
from chateaux.games.once_upon_a_castle import schema
from chateaux.games.once_upon_a_castle.board import FACES
from chateaux.games.once_upon_a_castle.castle import Castle, empty_castle, value_at
from chateaux.games.once_upon_a_castle.dice import ask_others
from chateaux.games.once_upon_a_castle.state import (
    ANSWERS,
    DICE,
    EACH,
    GAIN,
    HIDDEN,
    MOVE,
    NOBODY,
    NONE,
    OVER,
    PHASES,
    ROLL,
    SHEET,
    TWICE,
    Realm,
)
from chateaux.games.once_upon_a_castle.turn import proceed

# ---------------------------------------------------------------- writing


def write(state: Realm, seat: i64) -> Data:
    """The position with what `seat` may not know masked: only the others' pending answers are secret."""
    version = state.version
    phase: i64 = state.phase
    position = schema.Position(
        turn=state.number, active=state.active, phase=PHASES[phase],
        castles=[write_castle(state, castle) for castle in state.castles],
        sun=None if state.sun == NOBODY else state.sun,
        finisher=None if state.finisher == NOBODY else state.finisher,
        dice=[FACES[state.first_die], FACES[state.second_die]])
    if version.open:
        position.display = [version.guests[guest].id if guest >= 0 else None for guest in state.display]
    if state.options["sheet"] == EACH:
        chosen: i64 = state.active if phase == SHEET else state.players
        position.sides = [schema.BLANK if state.sides >> other & 1 else schema.PRINTED for other in range(chosen)]
    if phase == DICE:
        position.left = [state.left & 1 != 0, state.left & 2 != 0]
    elif phase == ANSWERS:
        position.answers = [write_answer(state, other, seat) for other in range(state.players)]
    if phase == GAIN or phase == TWICE:
        position.gift = FACES[state.gift]
    if phase == GAIN or phase == TWICE or phase == MOVE:
        position.count = state.count
    data: Data = to_builtins(position)
    return data


def write_castle(state: Realm, castle: Castle) -> schema.Castle:
    """One player's board, sheet and guests."""
    version = state.version
    sheet = version.sheet
    walls: list[schema.Wall | None] = []
    for wall in range(sheet.walls):
        if castle.walls >> wall & 1:
            first: i64 = sheet.first_slot[wall]
            flags = [int(value_at(castle.flags, slot)) for slot in range(first, first + sheet.slots[wall])]
            walls.append(schema.Wall(residents=value_at(castle.brought, wall), flags=[flag for flag in flags if flag]))
        else:
            walls.append(None)
    return schema.Castle(
        tokens=[version.board.cells[cell] for cell in range(version.board.size) if castle.tokens >> cell & 1],
        residents=castle.residents, towers=[value_at(castle.worth, tower) for tower in range(sheet.towers)],
        walls=walls, floors=castle.floors,
        guests=[version.guests[guest].id for guest in range(version.guest_count) if castle.guests >> guest & 1],
        clouds=castle.clouds)


def write_answer(state: Realm, other: i64, seat: i64) -> str | None:
    """A pending answer as a seat may know it."""
    answer: i64 = state.answers[other]
    if answer == NONE:
        return None
    if answer == HIDDEN or (other != seat and seat != EVERYTHING):
        return "hidden"
    return state.text(answer)


# ---------------------------------------------------------------- reading


def read(state: Realm, data: Data) -> None:
    """Set a fresh state to a written position, and carry on to where somebody is asked."""
    position = typed(schema.Position, data, "The position")
    if len(position.castles) > state.players:
        raise BadPosition(f"There are {len(position.castles)} castles for {state.players} players.")
    for seat, castle in enumerate(position.castles):
        state.castles[seat] = read_castle(state, castle, f"Castle {seat}")
    read_display(state, position.display)
    state.number = position.turn
    state.active = within(position.active, 0, state.players - 1, "The position", "active")
    state.sun = some_seat(state, position.sun, "sun")
    state.finisher = some_seat(state, position.finisher, "finisher")
    phase = position.phase
    if isinstance(phase, UnsetType):
        state.phase = DICE if position.dice else ROLL
    else:
        state.phase = PHASES.index(phase)
    if len(position.dice) == 1:
        raise BadPosition(f"There are two dice, not {len(position.dice)}.")
    if position.dice:
        state.first_die = FACES.index(position.dice[0])
        state.second_die = FACES.index(position.dice[1])
    elif state.phase in (DICE, ANSWERS):
        raise BadPosition(f"The phase {PHASES[state.phase]} needs dice.")
    read_sides(state, position.sides)
    read_pending(state, position)
    verify(state)
    proceed(state)
    state.revealed = False


def some_seat(state: Realm, seat: int | None, field: str) -> int:
    """A seat of a position, or nobody."""
    return -1 if seat is None else within(seat, 0, state.players - 1, "The position", field)


def read_castle(state: Realm, data: schema.Castle, where: str) -> Castle:
    """One player's board, sheet and guests; what is left out is empty."""
    version = state.version
    sheet = version.sheet
    board = version.board
    castle = empty_castle(version.tokens)
    for cell in data.tokens:
        if cell not in board.cells:
            raise BadPosition(f"{where}: {cell!r} is not a cell of the {version.name} board.")
        if castle.tokens >> board.cells.index(cell) & 1:
            raise BadPosition(f"{where}: two tokens lie on {cell}.")
        castle.cover(board.cells.index(cell))
    castle.residents = within(data.residents, 0, sheet.track, where, "residents")
    castle.clouds = data.clouds
    for _ in range(within(data.floors, 0, sheet.floors, where, "floors")):
        castle.draw_floor()
    if len(data.towers) > sheet.towers or len(data.walls) > sheet.walls:
        raise BadPosition(f"{where}: a castle has {sheet.towers} towers and {sheet.walls} walls, not "
                          f"{len(data.towers)} and {len(data.walls)}.")
    for place, points in enumerate(data.towers):
        if points is not None and points > 0:
            castle.draw_tower(place, points)
    for place, wall in enumerate(data.walls):
        if wall is not None:
            castle.draw_wall(place, wall.residents, sheet)
            for flag in wall.flags:
                if not castle.room >> place & 1:
                    raise BadPosition(f"{where}: wall {place + 1} takes {sheet.slots[place]} flags, not more.")
                castle.draw_flag(place, flag, sheet)
    for name in data.guests:
        castle.guests |= bit(take_guest(state, name))
    return castle


def take_guest(state: Realm, name: str) -> int:
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


def read_display(state: Realm, shown: list[str | None] | UnsetType) -> None:
    """The open guests; left out, they are the first ones that nobody owns."""
    version = state.version
    if not version.open:
        return
    if isinstance(shown, UnsetType):
        for slot in range(version.display):
            for guest in range(version.guest_count):
                if state.pile >> guest & 1:
                    state.display[slot] = take_guest(state, version.guests[guest].id)
                    break
        return
    if len(shown) != version.display:
        raise BadPosition(f"{version.display} guests lie open, not {len(shown)}.")
    for slot, name in enumerate(shown):
        state.display[slot] = NOBODY if name is None else take_guest(state, name)


def read_sides(state: Realm, sides: list[schema.Side] | UnsetType) -> None:
    """Which side of the sheet each has chosen; left out, it is the printed one."""
    if state.options["sheet"] != EACH:
        if not isinstance(sides, UnsetType) or state.phase == SHEET:
            raise BadPosition("Sides of sheets are chosen with the option sheet=each only.")
        return
    chosen: list[schema.Side] = [] if isinstance(sides, UnsetType) else sides
    if len(chosen) > state.players or (state.phase == SHEET and len(chosen) != state.active):
        raise BadPosition(f"There are {len(chosen)} sides of sheets; one is chosen after the other, by all "
                          f"{state.players} players before the first turn.")
    for seat in range(len(chosen)):
        if chosen[seat] == schema.BLANK:
            state.sides |= 1 << seat


def read_pending(state: Realm, position: schema.Position) -> None:
    """What is still to be done in the phase: dice left, answers, a guest's gift."""
    phase: i64 = state.phase
    if phase == DICE:
        first, second = [True, True] if isinstance(position.left, UnsetType) else position.left
        state.left = (1 if first else 0) | (2 if second else 0)
    elif phase == ANSWERS:
        ask_others(state)
        read_answers(state, [] if isinstance(position.answers, UnsetType) else position.answers)
    elif phase == GAIN or phase == TWICE or phase == MOVE:
        state.count = 2 if isinstance(position.count, UnsetType) else position.count
        if phase != MOVE:
            if isinstance(position.gift, UnsetType):
                raise BadPosition(f"The phase {PHASES[phase]} needs a gift.")
            state.gift = FACES.index(position.gift)


def read_answers(state: Realm, answers: list[str | None]) -> None:
    """The answers that are already given."""
    if len(answers) > state.players:
        raise BadPosition(f"There are {len(answers)} answers for {state.players} players.")
    for seat, answer in enumerate(answers):
        if answer is not None:
            if state.may[seat] == 0:
                raise BadPosition(f"Seat {seat} has answered but is not asked.")
            state.answers[seat] = HIDDEN if answer == "hidden" else state.parse(answer, seat)
            state.asked &= ~(1 << seat)
    if state.asked == 0:
        refuse_hidden(state)  # the last answer shows them all


# ---------------------------------------------------------------- what cannot be


def verify(state: Realm) -> None:
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


def verify_pile(state: Realm, owned: i64) -> None:
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


def verify_phase(state: Realm) -> None:
    """The phase fits the rest."""
    phase: i64 = state.phase
    if phase == OVER and state.finisher == NOBODY:
        raise BadPosition("The game cannot be over without a finisher.")
    if state.finisher != NOBODY:
        if phase in (ROLL, DICE, ANSWERS, TWICE):
            raise BadPosition("After the twelfth element no die is used any more.")
        if phase != OVER and state.active == state.finisher:
            raise BadPosition("The finisher builds nothing after the twelfth element.")
    if phase == SHEET and (state.number > 1 or state.finisher != NOBODY):
        raise BadPosition("Sheets are chosen before the first turn.")
    if phase in (GAIN, TWICE, MOVE) and not state.version.open:
        raise BadPosition("Guests do not act in the green version.")


def check(state: Realm) -> None:
    """Refuse what cannot be, and what is not whole."""
    verify(state)
    refuse_hidden(state)


def refuse_hidden(state: Realm) -> None:
    """A whole position has no hidden answers."""
    for seat in range(state.players):
        if state.phase == ANSWERS and state.answers[seat] == HIDDEN:
            raise BadPosition(f"The answer of seat {seat} is hidden; a whole position says it.")


# ---------------------------------------------------------------- dealing anew


def redeal(state: Realm, seat: i64, chance: Chance) -> None:
    """Only pending answers are secret: the pile has no order, and what is in it everybody can work out."""
    if state.phase != ANSWERS:
        return
    for other in range(state.players):
        if other != seat and state.answers[other] != NONE:
            options: i64 = state.may[other]
            state.answers[other] = chance.choose(options, bits(options))
