"""What is in the box: a set of pieces, read and checked, as the tables that the rules look things up in."""
from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from chateaux.engine.chance import bit, bits
from chateaux.engine.data import BadPosition
from chateaux.engine.reading import typed
from chateaux.games.once_upon_a_castle import form
from chateaux.games.once_upon_a_castle.board import (
    FACES,
    FLAG,
    FLOOR,
    REACTIVATE,
    REWARDS,
    STEAL,
    TOWER,
    WALL,
    WELCOME,
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
MOST_FLAGS: Final = 7  # their values are packed into one number


@final
class Sheet:
    """The castle sheet: how many of everything there is to draw, and what it is worth."""

    def __init__(self, sheet: form.CastleSheet) -> None:
        self.towers: i64 = sheet.towers.count
        self.floors: i64 = sheet.donjon_floors.count
        self.walls: i64 = sheet.walls.count
        slots = sheet.walls.flag_slots
        if len(slots) != self.walls or min(slots) < 0 or sum(slots) > MOST_FLAGS:
            raise BadPosition("castle_sheet.walls.flag_slots gives each wall its flags, at most "
                              f"{MOST_FLAGS} in all.")
        self.slots: vec[i64] = vec[i64](slots)
        self.first_slot: vec[i64] = vec[i64]([sum(slots[:wall]) for wall in range(len(slots))])
        self.flags: i64 = sum(slots)
        if sheet.flags.max != self.flags:
            raise BadPosition(f"castle_sheet.flags.max does not fit the walls, which take {self.flags} flags.")
        track = sheet.residents
        values = track.group_values
        self.rows: int = track.rows
        self.group: i64 = track.group_size
        self.track: i64 = track.total
        if len(values) * track.group_size != track.total or track.total % track.rows:
            raise BadPosition("castle_sheet.residents: rows, groups and their values do not make up the total.")
        self.values: vec[i64] = vec[i64](values)
        self.worth: vec[i64] = vec[i64]([0] + [values[count // self.group] for count in range(self.track)])
        self.sun: i64 = sheet.sun.points
        self.cloud: i64 = sheet.cloud.points
        self.elements: i64 = self.towers + self.walls + self.floors


@final
class Version:
    """Everything fixed about one version of the game: its board, its guests, the sheet, the tokens."""

    def __init__(self, name: str, box: form.OnceUponACastleSet, sheet: Sheet) -> None:
        self.name: str = name
        self.sheet: Sheet = sheet
        self.open: bool = name == BLUE  # guests lie open and act
        self.tokens: i64 = box.components.tokens_per_player
        self.drawn: i64 = box.dice.residents  # residents of one face
        if box.dice.faces != list(FACES):
            raise BadPosition(f"dice.faces are {', '.join(FACES)}.")
        cards = box.guests_blue if self.open else box.guests_green
        guests = read_guests(f"guests_{name}", cards.cards, not self.open)
        if len(guests) < MOST_PLAYERS * sheet.floors:
            raise BadPosition(f"guests_{name}: {len(guests)} guests are not enough for {MOST_PLAYERS} donjons of "
                              f"{sheet.floors} floors.")
        self.display: i64 = 0
        if self.open:
            if cards.display is None:
                raise BadPosition(f"guests_{name}: display must say how many guests lie open.")
            self.display = cards.display
        self.guests: vec[Guest] = vec[Guest](guests)
        self.guest_count: i64 = len(guests)
        self.lightning: i64 = sum([bit(at) for at, guest in enumerate(guests) if guest.kind == LIGHTNING])
        self.crown: i64 = sum([bit(at) for at, guest in enumerate(guests) if guest.kind == CROWN])
        room = {int(TOWER): int(sheet.towers), int(WALL): int(sheet.walls), int(FLAG): int(sheet.walls),
                int(FLOOR): int(self.display) if self.open else 1, int(REACTIVATE): len(guests),
                int(STEAL): len(guests), int(WELCOME): 1}
        self.board: Board = read_board(name, box.boards.blue if self.open else box.boards.green, room)
        if not self.open:
            for line in self.board.lines:
                if line.kind in (REACTIVATE, STEAL):
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


@final
class Pieces:
    """A whole box: both versions, green first."""

    def __init__(self, versions: list[Version]) -> None:
        self.versions: list[Version] = versions


def read(data: object) -> Pieces:
    """The set described by a `pieces.json`; BadPosition names what is wrong."""
    box = typed(form.OnceUponACastleSet, data, "A set of pieces")
    sheet = Sheet(box.castle_sheet)
    return Pieces([Version(name, box, sheet) for name in VERSIONS])
