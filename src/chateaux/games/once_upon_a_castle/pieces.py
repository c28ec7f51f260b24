"""What is in the box: a set of pieces, read and checked, as the tables that the rules look things up in."""
from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from msgspec import structs
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
    RESOURCES,
    REWARDS,
    STEAL,
    TOWER,
    WALL,
    WELCOME,
    WILD,
    WORTH,
    Board,
    Line,
)
from chateaux.games.once_upon_a_castle.guests import (
    CLOUD_ON_WILD,
    CROWN,
    FLAG_ON_FACE,
    HOURGLASS,
    INTERCHANGE,
    KINDS,
    LIGHTNING,
    PLACE_ON_RESIDENTS,
    PLAIN,
    POINTS_PER,
    PROTECT,
    RESIDENTS_ON_FACE,
    Guest,
)

GREEN: Final = "green"
BLUE: Final = "blue"
VERSIONS: Final = (GREEN, BLUE)
MOST_PLAYERS: Final = 4
MOST_FLAGS: Final = 7  # their values are packed into one number
LETTERS: Final = "WSGF"  # the resources in the grid of a board
CELLS_OF_A_RESOURCE: Final = 3  # Petits Bâtisseurs: each resource is on three cells
VOCABULARY: Final = [  # of each kind of guest
    [], ["residents", "place_any", "move_tokens", "roll_one_take_twice", "wood", "stone", "gold", "food"],
    ["on", "instead", "also", "protect", "interchange"], ["points_per"]]


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
        self.dicers: i64 = self.shepherdess | self.knight | self.cook | self.monk | self.troll  # change what dice do

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


# ---------------------------------------------------------------- boards


def read_board(side: str, board: form.Board, room: dict[int, int]) -> Board:
    """One board of a set of pieces; `room` tells how many places each kind of reward has."""
    grid = board.grid
    check_grid(side, grid)
    places = [(row + 1, col + 1) for row in range(len(grid)) for col in range(len(grid[0])) if grid[row][col] != "."]
    cells = [cell_name(row, col) for row, col in places]
    resources = [FACES[LETTERS.index(grid[row - 1][col - 1])] for row, col in places]
    resource = vec[i64]([FACES.index(name) for name in resources])
    check_cells(side, board.cells or [], dict(zip(cells, resources, strict=True)))
    derived = runs(grid)
    lines = vec[Line]()
    names: list[str] = []
    found: list[list[str]] = []
    for line in board.lines:
        if line.id in names:
            raise BadPosition(f"boards.{side}.lines: {line.id} is there twice; each line has an id of its own.")
        names.append(line.id)
        where = f"boards.{side}, line {line.id}"
        run = matching_run(where, line.cells, derived)
        cost = [resources[cells.index(cell)] for cell in run]
        asked = dict(zip(line.cells, line.cost or [], strict=False))
        for number, cell in enumerate(run):
            if line.cost is not None and (len(line.cost) != len(run) or asked[cell] != cost[number]):
                raise BadPosition(f"{where}: the cost does not fit cell {cell}, which is {cost[number]}.")
        if run in found:
            raise BadPosition(f"{where}: the line from {run[0]} to {run[-1]} is listed twice.")
        found.append(run)
        kind, worth = read_reward(where, line.reward)
        mask = sum([1 << cells.index(cell) for cell in run])
        lines = append(lines, Line(line.id, mask, len(run), kind, worth, room[kind]))
    for run in derived:
        if not any(line[0] in run and line[-1] in run for line in found):
            raise BadPosition(f"boards.{side}: the cells {', '.join(run)} make a line, but no line gives its reward.")
    return Board(side, cells, places, resource, lines, room[int(WALL)])


def check_grid(side: str, grid: list[str]) -> None:
    """The rows of a board, checked cell by cell."""
    for number, row in enumerate(grid):
        if len(row) != len(grid[0]) or len(row) > 9 or len(grid) > 9:
            raise BadPosition(f"boards.{side}.grid: row {number + 1} has {len(row)} letters; all rows have the "
                              "same number, at most 9.")
        for col, letter in enumerate(row):
            if letter not in LETTERS and letter != ".":
                raise BadPosition(f"boards.{side}: cell {cell_name(number + 1, col + 1)} is {letter!r}; it can be "
                                  "W, S, G, F or a point for no cell.")
    for letter, name in zip(LETTERS, FACES, strict=False):
        cells = [cell_name(number + 1, col + 1) for number, row in enumerate(grid)
                 for col, other in enumerate(row) if other == letter]
        if len(cells) != CELLS_OF_A_RESOURCE:
            raise BadPosition(f"boards.{side}: {name} is on {len(cells)} cells ({', '.join(cells)}); each resource "
                              f"is on {CELLS_OF_A_RESOURCE}.")


def cell_name(row: int, col: int) -> str:
    """The id of a cell: rows and columns count from 1."""
    return f"r{row}c{col}"


def runs(grid: list[str]) -> list[list[str]]:
    """Every line of a grid: the maximal runs of two or more cells, rows first.

    >>> runs([".SW", "F.G"])
    [['r1c2', 'r1c3'], ['r1c3', 'r2c3']]
    """
    found: list[list[str]] = []
    rows, columns = len(grid), len(grid[0])
    paths = [[(row, col) for col in range(columns)] for row in range(rows)]
    paths += [[(row, col) for row in range(rows)] for col in range(columns)]
    for path in paths:
        run: list[str] = []
        for row, col in path:
            if grid[row][col] != ".":
                run.append(cell_name(row + 1, col + 1))
                continue
            if len(run) > 1:
                found.append(run)
            run = []
        if len(run) > 1:
            found.append(run)
    return found


def check_cells(side: str, listed: list[form.Cell], resources: dict[str, str]) -> None:
    """A list of cells may stand beside the grid; then it says the same."""
    for cell in listed:
        if resources.get(cell.id) != cell.resource:
            raise BadPosition(f"boards.{side}: cell {cell.id} is not what the grid shows "
                              f"({resources.get(cell.id, 'no cell')}).")


def matching_run(where: str, given: list[str], derived: list[list[str]]) -> list[str]:
    """The cells of a line in the grid's order, however they are listed; the error names the cell that does not fit."""
    known = {cell for run in derived for cell in run}
    for cell in given:
        if cell not in known:
            raise BadPosition(f"{where}: {cell} is not a cell of any line of the grid.")
        if given.count(cell) > 1:
            raise BadPosition(f"{where}: {cell} is listed twice.")
    for run in derived:
        part = [cell for cell in run if cell in given]
        if len(part) == len(given):
            start = run.index(part[0])
            for at, cell in enumerate(part):
                if run[start + at] != cell:
                    raise BadPosition(f"{where}: {run[start + at]} lies between its cells and is missing.")
            return part
    near = [run for run in derived if given[0] in run and (len(given) < 2 or given[1] in run)]
    wanted = near[0] if near else next(run for run in derived if given[0] in run)
    odd = [cell for cell in given if cell not in wanted]
    raise BadPosition(f"{where}: {odd[0]} does not fit; the grid has the line {', '.join(wanted)}.")


def read_reward(where: str, reward: form.Reward) -> tuple[int, int]:
    """The kind of a line's reward and its figure."""
    kind = REWARDS.index(reward.type)
    figures = {"points": reward.points, "residents": reward.residents, "guests": reward.guests}
    for name, figure in figures.items():
        if (figure is None) != (name != WORTH[kind]):
            needs = "a number from 1 to 99" if figure is None else "left out"
            raise BadPosition(f"{where}: of the reward {reward.type} {name} is {figure}; it must be {needs}.")
    return kind, figures.get(WORTH[kind]) or 0


# ---------------------------------------------------------------- guests


def read_guests(where: str, cards: list[form.Guest], plain: bool) -> list[Guest]:
    """The guests of one version; errors name the guest."""
    guests: list[Guest] = []
    for card in cards:
        if card.id in [guest.id for guest in guests]:
            raise BadPosition(f"{where}: {card.id} is there twice; each guest has an id of its own.")
        guests.append(read_guest(f"{where}, {card.id}", card, plain))
    for guest in guests:
        if guest.ability and len([other for other in guests if other.ability == guest.ability]) > 1:
            raise BadPosition(f"{where}: {guest.id} has the ability of another guest ({guest.ability}).")
    return guests


def read_guest(where: str, card: form.Guest, plain: bool) -> Guest:
    """One guest card."""
    code = card.code or form.Code()
    clauses = said(code)
    points = card.points
    if points is None:
        if not code.points_per:
            raise BadPosition(f"{where}: points is None; it is a number from 0 to 99.")
        points = 0
    if plain:
        if clauses:
            raise BadPosition(f"{where}: a guest of the green version has points and no code.")
        return Guest(card.id, PLAIN, points)
    if card.type is None:
        raise BadPosition(f"{where}: the type is one of {', '.join(KINDS[1:])}.")
    guest = Guest(card.id, KINDS.index(card.type), points)
    refuse_others(where, clauses, VOCABULARY[guest.kind])
    if guest.kind == LIGHTNING:
        read_lightning(where, guest, code, clauses)
    elif guest.kind == HOURGLASS:
        read_hourglass(where, guest, code, clauses)
    else:
        guest.per = POINTS_PER.index(code.points_per or "")
    return guest


def said(part: form.Code | form.Instead) -> list[str]:
    """The clauses of a code that are there."""
    return [name for name, value in structs.asdict(part).items() if value is not None]


def read_lightning(where: str, guest: Guest, code: form.Code, clauses: list[str]) -> None:
    """Éclair: residents, and one of: tokens, moves, a die taken twice."""
    if len([name for name in clauses if name != "residents"]) > 1:
        raise BadPosition(f"{where}: besides residents a guest has one effect, not several.")
    guest.residents = code.residents or 0
    guest.moves = code.move_tokens or 0
    if code.roll_one_take_twice is False:
        raise BadPosition(f"{where}: roll_one_take_twice is False; it is true, or left out.")
    guest.rolls = code.roll_one_take_twice is True
    for face, tokens in enumerate((code.wood, code.stone, code.gold, code.food)):
        if tokens is not None:
            guest.gain = face
            guest.gains = tokens
    if code.place_any is not None:
        guest.gain = WILD
        guest.gains = code.place_any


def read_hourglass(where: str, guest: Guest, code: form.Code, clauses: list[str]) -> None:
    """Sablier: one ability."""
    on, instead = code.on, code.instead
    if clauses == ["protect"]:
        guest.ability = PROTECT
    elif clauses == ["interchange"] and code.interchange is not None:
        guest.ability = INTERCHANGE
        guest.face, guest.other = FACES.index(code.interchange[0]), FACES.index(code.interchange[1])
    elif clauses == ["on", "instead"] and instead is not None and len(said(instead)) == 1:
        if on == "?" and instead.cloud_points is not None:
            guest.ability = CLOUD_ON_WILD
            guest.amount = instead.cloud_points
        elif on == "residents" and instead.place_any is not None:
            guest.ability = PLACE_ON_RESIDENTS
        elif on in FACES[:RESOURCES] and instead.flag_points is not None:
            guest.ability = FLAG_ON_FACE
            guest.face = FACES.index(str(on))
            guest.amount = instead.flag_points
    elif clauses == ["on", "also"] and code.also is not None and on in FACES[:RESOURCES]:
        guest.ability = RESIDENTS_ON_FACE
        guest.face = FACES.index(str(on))
        guest.amount = code.also.residents
    if clauses and not guest.ability:
        raise BadPosition(f"{where}: these clauses together are no ability that the rules know: {', '.join(clauses)}.")


def refuse_others(where: str, clauses: list[str], known: list[str]) -> None:
    """Refuse words that belong to another type of guest."""
    for name in clauses:
        if name not in known:
            raise BadPosition(f"{where}: {name!r} is not a word of its code; there are {', '.join(known)}.")
