"""What is in the box: a set of pieces, read and checked, as the tables that the rules look things up in."""
from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from chateaux.engine.chance import bit, bits
from chateaux.engine.data import BadPosition, Data
from chateaux.games.once_upon_a_castle.board import (
    FACES,
    FLAG,
    FLOOR,
    REACTIVATE,
    REWARDS,
    STEAL,
    TOWER,
    WALL,
    Board,
    read_board,
)
from chateaux.games.once_upon_a_castle.guests import (
    CLOUD_ON_WILD,
    CROWN,
    FLAG_ON_FACE,
    INTERCHANGE,
    LIGHTNING,
    PLACE_ON_RESIDENTS,
    PROTECT,
    RESIDENTS_ON_FACE,
    Guest,
    read_guests,
)

GREEN: Final = "green"
BLUE: Final = "blue"
VERSIONS: Final = (GREEN, BLUE)
MOST_PLAYERS: Final = 4


@final
class Sheet:
    """The castle sheet: how many of everything there is to draw, and what it is worth."""

    def __init__(self, data: object) -> None:
        if not isinstance(data, dict):
            raise BadPosition("The set has no part named castle_sheet.")
        self.towers: i64 = figure(data, "towers", "count", 1, 6)
        self.floors: i64 = figure(data, "donjon_floors", "count", 1, 6)
        self.walls: i64 = figure(data, "walls", "count", 1, 6)
        slots = part(data, "walls").get("flag_slots")
        if not isinstance(slots, list) or len(slots) != self.walls or sum([
                slot if type(slot) is int and slot >= 0 else 99 for slot in slots]) > 7:
            raise BadPosition("castle_sheet.walls.flag_slots gives each wall its flags, at most 7 in all.")
        self.slots: vec[i64] = vec[i64](slots)
        self.first_slot: vec[i64] = vec[i64]([sum(slots[:wall]) for wall in range(len(slots))])
        self.flags: i64 = sum(slots)
        if figure(data, "flags", "max", 0, 7) != self.flags:
            raise BadPosition(f"castle_sheet.flags.max does not fit the walls, which take {self.flags} flags.")
        residents = part(data, "residents")
        self.rows: int = figure(data, "residents", "rows", 1, 6)
        self.group: i64 = figure(data, "residents", "group_size", 1, 20)
        self.track: i64 = figure(data, "residents", "total", 1, 120)
        values = residents.get("group_values")
        if (not isinstance(values, list) or not all(type(value) is int and 0 <= value <= 99 for value in values)
                or len(values) * self.group != self.track or self.track % self.rows):
            raise BadPosition("castle_sheet.residents: rows, groups and their values do not make up the total.")
        self.values: vec[i64] = vec[i64](values)
        self.worth: vec[i64] = vec[i64]([0] + [values[count // self.group] for count in range(self.track)])
        self.sun: i64 = figure(data, "sun", "points", 0, 99)
        self.cloud: i64 = figure(data, "cloud", "points", 0, 99)
        self.elements: i64 = self.towers + self.walls + self.floors


@final
class Version:
    """Everything fixed about one version of the game: its board, its guests, the sheet, the tokens."""

    def __init__(self, name: str, data: Data, sheet: Sheet) -> None:
        self.name: str = name
        self.sheet: Sheet = sheet
        self.open: bool = name == BLUE  # guests lie open and act
        self.tokens: i64 = figure(data, "components", "tokens_per_player", 1, 12)
        self.drawn: i64 = figure(data, "dice", "residents", 1, 20)  # residents of one face
        if part(data, "dice").get("faces") != list(FACES):
            raise BadPosition(f"dice.faces are {', '.join(FACES)}.")
        cards = data.get(f"guests_{name}")
        guests = read_guests(f"guests_{name}", cards, not self.open)
        if len(guests) < MOST_PLAYERS * sheet.floors:
            raise BadPosition(f"guests_{name}: {len(guests)} guests are not enough for {MOST_PLAYERS} donjons of "
                              f"{sheet.floors} floors.")
        self.display: i64 = figure(data, f"guests_{name}", "display", 1, 6) if self.open else 0
        self.guests: vec[Guest] = vec[Guest](guests)
        self.guest_count: i64 = len(guests)
        self.lightning: i64 = sum([bit(at) for at, guest in enumerate(guests) if guest.kind == LIGHTNING])
        self.crown: i64 = sum([bit(at) for at, guest in enumerate(guests) if guest.kind == CROWN])
        room = {int(TOWER): int(sheet.towers), int(WALL): int(sheet.walls), int(FLAG): int(sheet.walls),
                int(FLOOR): int(self.display) if self.open else 1, int(REACTIVATE): len(guests),
                int(STEAL): len(guests)}
        self.board: Board = read_board(name, part(part(data, "boards"), name), room)
        if not self.open:
            for line in self.board.lines:
                if line.kind >= REACTIVATE:
                    raise BadPosition(f"boards.{name}, line {line.id}: guests do not act in the green version.")
        check_end(self.board, self.tokens)
        self.reach: vec[i64] = append(append(self.board.of[:], 0), self.board.all)
        self.traded: vec[i64] = self.reach[:]  # the same for the owner of the Troll
        self.shepherdess: i64 = 0  # who has each hourglass ability, a bit
        self.knight: i64 = 0
        self.cook: i64 = 0
        self.monk: i64 = 0
        self.troll: i64 = 0
        self.guard: i64 = 0
        self.cloud_points: i64 = 0
        self.cook_face: i64 = -1
        self.cook_residents: i64 = 0
        self.monk_face: i64 = -1
        self.monk_points: i64 = 0
        for at, guest in enumerate(guests):
            self.appoint(guest, bit(at))

    def appoint(self, guest: Guest, mask: i64) -> None:
        """Note which guest has which lasting ability."""
        if guest.ability == CLOUD_ON_WILD:
            self.shepherdess = mask
            self.cloud_points = guest.amount
        elif guest.ability == PLACE_ON_RESIDENTS:
            self.knight = mask
        elif guest.ability == RESIDENTS_ON_FACE:
            self.cook = mask
            self.cook_face = guest.face
            self.cook_residents = guest.amount
        elif guest.ability == FLAG_ON_FACE:
            self.monk = mask
            self.monk_face = guest.face
            self.monk_points = guest.amount
        elif guest.ability == INTERCHANGE:
            self.troll = mask
            both: i64 = self.reach[guest.face] | self.reach[guest.other]
            self.traded[guest.face] = both
            self.traded[guest.other] = both
        elif guest.ability == PROTECT:
            self.guard = mask

    def reached(self, guests: i64, face: i64) -> i64:
        """The cells that a resource may go to; for the owner of the Troll wood is stone and stone wood (ruling 15)."""
        return self.traded[face] if guests & self.troll else self.reach[face]


def check_end(board: Board, tokens: i64) -> None:
    """A board with which every game can be played to its end.

    Each line can be covered, each main element can be built, and whoever has laid all tokens can clear a line:
    then nobody is ever stuck, and who builds whenever possible draws the twelfth element some day.
    """
    where = f"boards.{board.side}"
    for line in board.lines:
        if line.length > tokens:
            raise BadPosition(f"{where}, line {line.id}: {line.length} cells cannot be covered with the "
                              f"{tokens} tokens of a player.")
    for kind in (TOWER, WALL, FLOOR):
        if not any(line.kind == kind for line in board.lines):
            raise BadPosition(f"{where}: no line brings a {REWARDS[kind]}, so no castle could be finished.")
    for covered in range(len(board.complete)):
        if bits(covered) == tokens and board.complete[covered] == 0:
            cells = [name for cell, name in enumerate(board.cells) if covered >> cell & 1]
            raise BadPosition(f"{where}: whoever has laid all {tokens} tokens, on {', '.join(cells)}, has no complete "
                              "line and could never go on.")


def part(data: object, name: str) -> Data:
    """A part of a set of pieces."""
    found = data.get(name) if isinstance(data, dict) else None
    if not isinstance(found, dict):
        raise BadPosition(f"The set has no part named {name}.")
    return found


def figure(data: object, name: str, field: str, least: int, most: int) -> int:
    """A number of a set of pieces."""
    value = part(data, name).get(field)
    if type(value) is not int or not least <= value <= most:
        raise BadPosition(f"{name}.{field} is {value!r}; it is a number from {least} to {most}.")
    return value


@final
class Pieces:
    """A whole box: both versions, green first."""

    def __init__(self, versions: list[Version]) -> None:
        self.versions: list[Version] = versions


def read(data: object) -> Pieces:
    """The set described by a `pieces.json`; BadPosition names what is wrong."""
    if not isinstance(data, dict):
        raise BadPosition("A set of pieces is an object with boards, castle_sheet, dice, components and guests.")
    sheet = Sheet(data.get("castle_sheet"))
    return Pieces([Version(name, data, sheet) for name in VERSIONS])

