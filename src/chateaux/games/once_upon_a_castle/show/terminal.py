"""Once Upon a Castle in a terminal: dice, the gate, and each player's board and castle side by side."""
from __future__ import annotations

from typing import Final

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from chateaux.games.once_upon_a_castle.schema import Board, Ground, Player, Run, View
from chateaux.look.words import Words

COLOURS: Final = {"wood": "yellow", "stone": "bright_black", "gold": "bright_yellow", "food": "red",
                  "residents": "cyan", "wild": "magenta"}
PLAYERS: Final = ("blue", "yellow", "red", "green", "magenta")
REWARDS: Final = {"tower": "♜", "wall": "▟▙", "flag": "⚑", "donjon_floor": "⌂", "steal_guest": "☞",
                  "reactivate_lightning_guest": "⚡", "residents": "☺"}


def sketch(seen: View, words: Words, names: list[str]) -> RenderableType:
    """The whole table, as a seat sees it."""
    return Group(_head(seen, words), Columns([_player(seen, castle, words, names) for castle in seen.players]))


def _head(seen: View, words: Words) -> Table:
    """The dice, and the guests at the gate."""
    head = Table.grid(padding=(0, 2))
    dice = Text(" ").join([Text(f" {words.piece(die.face).bare} ", style=f"reverse {COLOURS[die.face]}")
                           for die in seen.dice])
    head.add_row(Text(words.say("board.turn", turn=seen.round), style="bold"), dice)
    for guest in seen.gate:
        if guest.guest:
            told = words.say(guest.help, points=guest.points)
            head.add_row("" if guest is not seen.gate[0] else words.say("board.gate"),
                         f"[bold]{words.piece(guest.guest).bare}[/] [dim]{told}[/]")
    head.add_row("", f"[dim]{seen.pile} {words.say('board.pile')}[/]")
    return head


def _player(seen: View, castle: Player, words: Words, names: list[str]) -> Panel:
    seat = castle.seat
    colour = PLAYERS[seat % len(PLAYERS)]
    turn = "▶ " if seat in seen.asked else ""
    guests = ", ".join([words.piece(str(guest.guest)).bare for guest in castle.guests])
    lines: list[RenderableType] = [_board(seen.board, castle, colour), _castle(castle), Text(_counts(castle, words))]
    if guests:
        lines.append(Text(guests, style="italic"))
    return Panel(Group(*lines), title=f"{turn}{names[seat]} · {castle.score}", border_style=colour, width=42)


def _board(board: Board, castle: Player, colour: str) -> Table:
    """The grid of cells with tokens, and the reward after each line."""
    cells = {(cell.row, cell.col): cell for cell in board.cells}
    ends = {(line.end.row, line.end.col): line for line in board.lines}
    covered = {cell.name for cell in castle.cells if cell.covered}
    ready = {line.name for line in castle.lines if line.ready}
    places = [*cells, *ends]
    grid = Table.grid(padding=(0, 1))
    for row in range(min(place[0] for place in places), max(place[0] for place in places) + 1):
        shown = []
        for column in range(1, max(place[1] for place in places) + 1):
            if (row, column) in cells:
                shown.append(_cell(cells[row, column], covered, colour))
            elif (row, column) in ends:
                shown.append(_reward(ends[row, column], ready))
            else:
                shown.append(Text("   "))
        grid.add_row(*shown)
    return grid


def _cell(cell: Ground, covered: set[str], colour: str) -> Text:
    if cell.name in covered:
        return Text(" ● ", style=f"bold {colour}")
    return Text(f" {cell.resource[0].upper()} ", style=f"reverse {COLOURS[cell.resource]}")


def _reward(line: Run, ready: set[str]) -> Text:
    reward = line.reward
    worth = reward.points or (f"+{reward.residents}" if reward.residents else "")
    return Text(f"{REWARDS[reward.type]}{worth}", style="bold green" if line.name in ready else "dim")


def _castle(castle: Player) -> Text:
    """The skyline: towers and walls left to right, the donjon in the middle, sun and cloud above."""
    sky, walls, towers = castle.sky, castle.walls, castle.towers
    drawn = Text()
    drawn.append("☀ " if sky.sun else "  ", style="bright_yellow")
    drawn.append("☁ " * (int(sky.cloud) + sky.extra_clouds) + "\n", style="cyan")
    middle = (len(towers) + 1) // 2
    for number in range(max(len(towers), len(walls))):
        if number == middle:
            floors = sum(1 for floor in castle.floors if floor.built)
            missing = len(castle.floors) - floors
            drawn.append(f" ⌂{'█' * floors}{'░' * missing} ", style="bold" if floors else "dim")
        if number < len(towers):
            points = towers[number].points
            drawn.append(f"♜{points}" if points else "♜·", style="bold red" if points else "dim")
        if number < len(walls):
            wall = walls[number]
            flags = "".join([f"⚑{value}" if value else "·" for value in wall.flags])
            drawn.append(f"▟{flags}▙" if wall.built else "▁▁", style="white" if wall.built else "dim")
    return drawn


def _counts(castle: Player, words: Words) -> str:
    residents = castle.residents
    return (f"{residents.drawn}/{residents.total} {words.piece('residents').bare} ({residents.points}) · "
            f"{castle.hand} {words.say('board.hand')}")
