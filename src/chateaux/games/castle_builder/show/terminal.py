"""Castle Builder in a terminal: castles of coloured bricks, the barons on their path, market and holders."""
from __future__ import annotations

from typing import Final

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from chateaux.games.castle_builder.schema import CastleView, Face, PlayerView, View
from chateaux.look.words import Words

HALF: Final = 4  # characters of half a tile
STONE: Final = ("black on #efe4cd", "black on #d9caab")  # in turn, so that the joints show
ROOF: Final = "white on #b5502f"
GATE: Final = "white on #6d4726"
SEATS: Final = ("bold #6f9bf0", "bold #e2a616", "bold #e8694a", "bold #3fb79b")
SPACES: Final = {"plain": "·", "ruby": "◆", "tile": "▤", "coin": "◎"}


def sketch(view: View, words: Words, names: list[str]) -> RenderableType:
    """The whole table, as a seat sees it."""
    return Group(_market(view, words), _path(view, names),
                 Columns([_player(view, player, words, names) for player in view.players]))


def _market(view: View, words: Words) -> Table:
    rows = Table.grid(padding=(0, 2))
    offered = [_named(view.tiles[slot.tile], words) if slot.tile else Text("–") for slot in view.market]
    rows.add_row(Text(words.say("board.market"), "bold"), *offered, Text(f"+{view.pile.count}", "dim"))
    coins = [Text(f"◎ {words.piece(slot.coin).bare}", "#e7b53c") if slot.coin else Text("–") for slot in view.coins]
    rows.add_row("", *coins, Text(f"+{view.coin_pile.count}", "dim"))
    return rows


def _named(tile: Face, words: Words) -> Text:
    """A tile's name and its icons."""
    return Text(words.piece(tile.id).bare).append(f" {_icons(tile)}".rstrip(), "dim")


def _icons(tile: Face) -> str:
    return f"{'◆' * tile.rubies}{'▯' * tile.windows}{'☺' * tile.people}"


def _path(view: View, names: list[str]) -> Text:
    """The spaces in a line; where a baron stands, the first letter of its player."""
    line = Text()
    for space in view.path:
        if space.baron is None:
            line.append(f" {SPACES[space.kind]} ", "dim")
        else:
            line.append(f"[{names[space.baron][:1]}]", SEATS[space.baron % len(SEATS)])
    return line


def _player(view: View, player: PlayerView, words: Words, names: list[str]) -> Panel:
    mark = "▶ " if player.seat == view.turn and view.phase != "over" else ""
    held = [_named(view.tiles[one.tile], words) if one.tile else Text("▒▒") for one in player.holder]
    held += [Text(f"♛ {words.piece(one.tile).bare}") for one in player.royals if one.tile]
    goods = Text(f"◎ {words.say('board.coins', count=player.coins)}", "#e7b53c")
    return Panel(Group(goods, _castle(player.castle, view), Text(" · ").join(held)), width=62,
                 title=Text(f"{mark}{names[player.seat]}", SEATS[player.seat % len(SEATS)]))


def _castle(castle: CastleView, view: View) -> Text:
    """Two lines a floor: above what a tile gives and shows, below the number it stands with."""
    standing = {(built.floor, built.column): view.tiles[built.tile] for built in castle.tiles}
    drawn = Text()
    for floor in range(castle.floors, 0, -1):
        for upper in (True, False):
            column = -1
            while column <= 2 * castle.slots:
                tile = standing.get((floor, column))
                if tile is None:
                    drawn.append(" " * HALF)
                    column += 1
                else:
                    drawn.append_text(_brick(tile, upper, STONE[(floor + column) // 2 % 2]))
                    column += 2
            drawn.append("\n")
    drawn.append(" " * HALF + "▀" * (2 * HALF * castle.slots), "#5c6e82")
    return drawn


def _brick(tile: Face, upper: bool, stone: str) -> Text:
    """One of the two lines of a tile; its sky stays empty."""
    bottom, top = tile.bottom_pattern, tile.top_pattern
    style = GATE if tile.id == "gate" else ROOF if tile.roofs else stone
    text = _upper(tile) if upper else _lower(tile)
    halves = top if upper and "sky" in top and not tile.people else bottom
    line = text.center(2 * HALF)
    if upper and top == ("sky", "sky"):
        return Text(line, "#e5805a" if tile.roofs else "bold")
    if "sky" not in halves:
        return Text(line, style)
    half, sky = (text[:HALF].center(HALF), style), " " * HALF
    return Text.assemble(sky, half) if halves[0] == "sky" else Text.assemble(half, sky)


def _upper(tile: Face) -> str:
    """What a tile shows above: the number it gives, if that is another one, and its icons."""
    if tile.roofs and tile.top is None:
        return "◢██◣"
    gives = f"▴{tile.top}" if tile.top is not None and tile.top != tile.bottom else ""
    return f"{gives} {'☺' * tile.people}{'▯' * tile.windows}".strip()


def _lower(tile: Face) -> str:
    """What a tile stands with: its number, or a tick for any."""
    number = "✓" if tile.tick else "" if tile.bottom is None else str(tile.bottom)
    return f"{number}{'◆' * tile.rubies}"
