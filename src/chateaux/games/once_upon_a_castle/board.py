"""The player board: a grid of resources and the lines that can be read in it.

A line is a run of cells beside each other in a row or a column. What lies on a board lives in `castle`, what a cleared
line brings in `building`.
"""
from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from chateaux.engine.actions import Actions
from chateaux.engine.data import BadPosition
from chateaux.games.once_upon_a_castle import form

RESIDENTS: Final[i64] = 4  # a face after the four resources
WILD: Final[i64] = 5
FACES: Final = ("wood", "stone", "gold", "food", "residents", "wild")
RESOURCES: Final = 4  # the first four faces
LETTERS: Final = "WSGF"
CELLS_OF_A_RESOURCE: Final = 3  # Petits Bâtisseurs: each resource is on three cells

TOKEN: Final[i64] = 0  # the uses of a die
DRAW: Final[i64] = 1
CLOUD: Final[i64] = 2
HOIST: Final[i64] = 3  # a flag

TOWER: Final[i64] = 0
WALL: Final[i64] = 1
FLAG: Final[i64] = 2
FLOOR: Final[i64] = 3
REACTIVATE: Final[i64] = 4
STEAL: Final[i64] = 5
WELCOME: Final[i64] = 6  # residents and nothing else; no board of the house has it
REWARDS: Final = ("tower", "wall", "flag", "donjon_floor", "reactivate_lightning_guest", "steal_guest", "residents")
WORTH: Final = ("points", "residents", "points", "guests", "", "", "residents")  # the figure with each reward


@final
@mypyc_attr(acyclic=True)
class Line:
    """A run of cells and its reward."""

    __slots__ = ("cells", "first", "id", "kind", "length", "places", "worth")

    first: i64  # numbers its actions, one for each place and one for none, once they are declared

    def __init__(self, id: str, cells: i64, length: i64, kind: i64, worth: i64, places: i64) -> None:
        self.id: str = id
        self.cells: i64 = cells  # a bit for each cell
        self.length: i64 = length
        self.kind: i64 = kind
        self.worth: i64 = worth  # points, or residents
        self.places: i64 = places  # where its reward may go: towers, walls, open guests or guests


@final
class Board:
    """One side of the player boards."""

    def __init__(self, side: str, cells: list[str], places: list[tuple[int, int]], resource: vec[i64],
                 lines: vec[Line], walls: i64) -> None:
        self.side: str = side
        self.cells: list[str] = cells
        self.places: list[tuple[int, int]] = places  # row and column of each cell, from 1
        self.resource: vec[i64] = resource
        self.lines: vec[Line] = lines
        self.size: i64 = len(cells)
        self.all: i64 = (1 << self.size) - 1
        self.of: vec[i64] = vec[i64]([sum([1 << cell for cell in range(len(cells)) if resource[cell] == kind])
                                      for kind in range(RESOURCES)])
        self.uses: Actions = Actions()  # what a die may be used for: a token on a cell, residents, a cloud, a flag
        self.uses.declare("token", len(cells))
        self.uses.declare("residents")
        self.uses.declare("cloud")
        self.uses.declare("flag", walls)
        self.span: i64 = self.uses.count
        self.draw: i64 = self.uses.first[DRAW]
        self.cloud: i64 = self.uses.first[CLOUD]
        self.flag: i64 = self.uses.first[HOIST]  # on the first wall
        self.complete: vec[i64] = vec[i64]([  # for every set of covered cells its complete lines, a bit each
            sum([1 << at for at in range(len(lines)) if tokens & lines[at].cells == lines[at].cells])
            for tokens in range(1 << len(cells))])


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


def read_reward(where: str, reward: form.Reward) -> tuple[int, int]:
    """The kind of a line's reward and its figure."""
    kind = REWARDS.index(reward.type)
    figures = {"points": reward.points, "residents": reward.residents, "guests": reward.guests}
    for name, figure in figures.items():
        if (figure is None) != (name != WORTH[kind]):
            needs = "a number from 1 to 99" if figure is None else "left out"
            raise BadPosition(f"{where}: of the reward {reward.type} {name} is {figure}; it must be {needs}.")
    return kind, figures.get(WORTH[kind]) or 0


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
