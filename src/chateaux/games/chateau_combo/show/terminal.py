"""Château Combo in a terminal: the two rows and the tableaux as small grids."""
from __future__ import annotations

from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table

from chateaux.engine.data import Observation
from chateaux.engine.registry import game
from chateaux.look.words import Words

COLUMNS = "abcde"


def sketch(observation: Observation, words: Words, names: list[str]) -> RenderableType:
    """The whole position, made from what a seat may know."""
    position: dict[str, Any] = observation.position  # as `ComboState.position` writes it
    costs = {card["id"]: card["cost"] for card in _cards(observation)}
    rows = Table.grid(padding=(0, 2))
    for place, lying in position["places"].items():
        mark = "▶" if position["messenger"] == place else " "
        shown = [f"{words.piece(id).bare} ({costs.get(id, '?')})" if id else "–" for id in lying["row"]]
        rows.add_row(mark, f"[bold]{words.piece(place).bare}[/]", *shown, f"[dim]+{lying['left']}[/]")
    boards = []
    for seat, board in enumerate(position["boards"]):
        title = f"{'▶ ' if seat == position['turn'] else ''}{names[seat]}"
        goods = f"{board['gold']} {words.piece('gold').bare} · {board['keys']} {words.piece('key').bare}"
        boards.append(Panel(Group(goods, _tableau(board["cards"], words)), title=title, expand=False))
    return Group(rows, Columns(boards))


def _tableau(cards: dict[str, Any], words: Words) -> Table:
    """The cards in the cells of the field that could still matter."""
    table = Table(show_header=True, header_style="dim", box=None, padding=(0, 1))
    table.add_column("")
    for column in COLUMNS:
        table.add_column(column, max_width=12, overflow="fold")
    for row in "12345":
        cells = []
        for column in COLUMNS:
            lying = cards.get(column + row)
            if lying is None:
                cells.append("[dim]·[/]")
            elif lying["down"]:
                cells.append("▒▒▒")
            else:
                cells.append(words.piece(lying["card"]).bare + (f" ({lying['gold']})" if lying["gold"] else ""))
        table.add_row(row, *cells)
    return table


def _cards(observation: Observation) -> list[dict[str, Any]]:
    pieces = game(observation.game).pieces
    return pieces if isinstance(pieces, list) else []
