"""Castle Builder in a terminal: castles of coloured bricks, the barons on their path, market and holders."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from chateaux.engine.data import Observation
from chateaux.engine.registry import game
from chateaux.look.words import Words

HALF: Final = 4  # characters of half a tile
STONE: Final = ("black on #efe4cd", "black on #d9caab")  # in turn, so that the joints show
ROOF: Final = "white on #b5502f"
GATE: Final = "white on #6d4726"
SEATS: Final = ("bold #6f9bf0", "bold #e2a616", "bold #e8694a", "bold #3fb79b")
SPACES: Final = {"plain": "·", "ruby": "◆", "tile": "▤", "coin": "◎"}

Tile = Mapping[str, Any]  # as in pieces.json


def sketch(observation: Observation, words: Words, names: list[str]) -> RenderableType:
    """The whole position, made from what a seat may know."""
    position: dict[str, Any] = observation.position  # as `CastleState.position` writes it
    box: Any = game(observation.game).pieces
    tiles = {tile["id"]: tile for tile in [*box["tiles"], box["gate"]]}
    boards = [_player(seat, player, position, box, tiles, words, names)
              for seat, player in enumerate(position["players"])]
    return Group(_market(position, tiles, words), _path(position, box, names), Columns(boards))


def _market(position: dict[str, Any], tiles: Mapping[str, Tile], words: Words) -> Table:
    rows = Table.grid(padding=(0, 2))
    offered = [_named(id, tiles, words) if id else Text("–") for id in position["market"]]
    rows.add_row(Text(words.say("board.market"), "bold"), *offered, Text(f"+{position['pile']}", "dim"))
    coins = [Text(f"◎ {words.piece(id).bare}", "#e7b53c") if id else Text("–") for id in position["coins"]]
    rows.add_row("", *coins, Text(f"+{position['coin_pile']}", "dim"))
    return rows


def _named(id: str, tiles: Mapping[str, Tile], words: Words) -> Text:
    """A tile's name and its icons."""
    return Text(words.piece(id).bare).append(f" {_icons(tiles[id])}".rstrip(), "dim")


def _icons(tile: Tile) -> str:
    return f"{'◆' * tile['rubies']}{'▯' * tile['windows']}{'☺' * tile['people']}"


def _path(position: dict[str, Any], box: Any, names: list[str]) -> Text:
    """The spaces in a line; where a baron stands, the first letter of its player."""
    barons = {player["baron"]: seat for seat, player in enumerate(position["players"])}
    line = Text()
    for index, space in enumerate(box["track"]["spaces"]):
        seat = barons.get(index)
        if seat is None:
            line.append(f" {SPACES[space['kind']]} ", "dim")
        else:
            line.append(f"[{names[seat][:1]}]", SEATS[seat % len(SEATS)])
    return line


def _player(seat: int, player: dict[str, Any], position: dict[str, Any], box: Any, tiles: Mapping[str, Tile],
            words: Words, names: list[str]) -> Panel:
    mark = "▶ " if seat == position["turn"] and position["phase"] != "over" else ""
    coins = sum(player["coins"].values())
    held = Text(" · ").join([*(_named(item["tile"] if isinstance(item, dict) else item, tiles, words)
                               for item in player["holder"]), *(Text("▒▒") for _ in range(player["hidden"])),
                             *(Text(f"♛ {words.piece(id).bare}") for id in player["royals"])])
    goods = Text(f"◎ {words.say('board.coins', count=coins)}", "#e7b53c")
    return Panel(Group(goods, _castle(player["castle"], box, tiles), held), width=62,
                 title=Text(f"{mark}{names[seat]}", SEATS[seat % len(SEATS)]))


def _castle(built: list[Any], box: Any, tiles: Mapping[str, Tile]) -> Text:
    """Two lines a floor: above what a tile gives and shows, below the number it stands with."""
    ground = box["foundation"]
    standing = {(floor, column): tiles[id] for id, floor, column in built}
    standing[1, ground["gate_column"]] = tiles["gate"]
    drawn = Text()
    for floor in range(max(floor for floor, _ in standing), 0, -1):
        for upper in (True, False):
            column = -1
            while column <= 2 * ground["slots"]:
                tile = standing.get((floor, column))
                if tile is None:
                    drawn.append(" " * HALF)
                    column += 1
                else:
                    drawn.append_text(_brick(tile, upper, STONE[(floor + column) // 2 % 2]))
                    column += 2
            drawn.append("\n")
    drawn.append(" " * HALF + "▀" * (2 * HALF * ground["slots"]), "#5c6e82")
    return drawn


def _brick(tile: Tile, upper: bool, stone: str) -> Text:
    """One of the two lines of a tile; its sky stays empty."""
    bottom, top = tile["bottom_pattern"], tile["top_pattern"]
    style = GATE if tile["id"] == "gate" else ROOF if tile["roofs"] else stone
    text = _upper(tile) if upper else _lower(tile)
    halves = top if upper and "sky" in top and not tile["people"] else bottom
    line = text.center(2 * HALF)
    if upper and top == ["sky", "sky"]:
        return Text(line, "#e5805a" if tile["roofs"] else "bold")
    if "sky" not in halves:
        return Text(line, style)
    half, sky = (text[:HALF].center(HALF), style), " " * HALF
    return Text.assemble(sky, half) if halves[0] == "sky" else Text.assemble(half, sky)


def _upper(tile: Tile) -> str:
    """What a tile shows above: the number it gives, if that is another one, and its icons."""
    if tile["roofs"] and tile["top"] is None:
        return "◢██◣"
    gives = f"▴{tile['top']}" if tile["top"] is not None and tile["top"] != tile["bottom"] else ""
    return f"{gives} {'☺' * tile['people']}{'▯' * tile['windows']}".strip()


def _lower(tile: Tile) -> str:
    """What a tile stands with: its number, or a tick for any."""
    number = "✓" if tile["tick"] else "" if tile["bottom"] is None else str(tile["bottom"])
    return f"{number}{'◆' * tile['rubies']}"
