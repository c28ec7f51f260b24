"""Château Combo in a terminal: the two rows and the tableaux as small grids."""
from __future__ import annotations

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table

from chateaux.games.chateau_combo.schema import PlayerView, View
from chateaux.look.words import Words

COLUMNS = "abcde"


def sketch(view: View, words: Words, names: list[str]) -> RenderableType:
    """The whole table, as a seat sees it."""
    rows = Table.grid(padding=(0, 2))
    for place in view.places:
        shown = [f"{words.piece(offer.card).bare} ({offer.cost})" if offer.card else "–" for offer in place.row]
        rows.add_row("▶" if place.here else " ", f"[bold]{words.piece(place.id).bare}[/]", *shown,
                     f"[dim]+{place.left}[/]")
    boards = []
    for player in view.players:
        title = f"{'▶ ' if player.seat == view.turn else ''}{names[player.seat]}"
        goods = f"{player.gold} {words.piece('gold').bare} · {player.keys} {words.piece('key').bare}"
        boards.append(Panel(Group(goods, _tableau(player, words)), title=title, expand=False))
    return Group(rows, Columns(boards))


def _tableau(player: PlayerView, words: Words) -> Table:
    """The cards in the cells of the field that could still matter."""
    lying = {cell.cell: cell for cell in player.cells}
    table = Table(show_header=True, header_style="dim", box=None, padding=(0, 1))
    table.add_column("")
    for column in COLUMNS:
        table.add_column(column, max_width=12, overflow="fold")
    for row in "12345":
        cells = []
        for column in COLUMNS:
            cell = lying.get(column + row)
            if cell is None or cell.card is None:
                cells.append("[dim]·[/]")
            elif cell.down:
                cells.append("▒▒▒")
            else:
                cells.append(words.piece(cell.card).bare + (f" ({cell.gold})" if cell.gold else ""))
        table.add_row(row, *cells)
    return table
