"""The ladder as a picture: a line for each table, everybody where their Elo puts them, with the 95 % interval."""
from __future__ import annotations

from typing import Final
from xml.sax.saxutils import escape

from chateaux.engine import registry
from chateaux.engine.data import Data

WIDE: Final = 900
LEFT: Final = 300
ROW: Final = 46
EDGE: Final = 34
STEP: Final = 200  # Elo between two lines of the grid
INKS: Final = {"random": "#8a8a8a", "page": "#5b8c5a", "squire": "#3d6fa5", "knight": "#8a4fa3", "king": "#b5452c",
               "elder": "#7a4b2a", "ismcts": "#555"}


def rungs(ladders: list[Data]) -> str:
    """An SVG that needs nothing else.

    >>> table = {"game": "g", "players": 2, "options": {}, "timed": False,
    ...          "bots": [{"bot": "king", "elo": 400, "interval": 50}, {"bot": "page", "elo": 0, "interval": 0}]}
    >>> rungs([table]).count("<circle")
    2
    """
    named = [(titled(table), standings(table)) for table in ladders]
    most = max([STEP, *(elo + interval for _, rows in named for _, elo, interval in rows)])
    least = min([0, *(elo - interval for _, rows in named for _, elo, interval in rows)])
    first, last = least // STEP * STEP, -(-most // STEP) * STEP

    def across(elo: float) -> float:
        return LEFT + (WIDE - LEFT - EDGE) * (elo - first) / (last - first)

    high = 2 * EDGE + ROW * len(named)
    grid = "".join(
        f'<line x1="{across(elo):.1f}" x2="{across(elo):.1f}" y1="{EDGE}" y2="{high - EDGE}" stroke="#ddd5c3"/>'
        f'<text x="{across(elo):.1f}" y="{EDGE - 8}" text-anchor="middle" fill="#6b6250">{elo}</text>'
        for elo in range(first, last + 1, STEP))
    lines = []
    for number, (title, rows) in enumerate(named):
        middle = EDGE + ROW * number + ROW / 2
        lines.append(f'<text x="{LEFT - 14}" y="{middle + 4:.1f}" text-anchor="end">{escape(title)}</text>')
        for bot, elo, interval in rows:
            ink = INKS.get(bot, "#333")
            lines.append(
                f'<line x1="{across(elo - interval):.1f}" x2="{across(elo + interval):.1f}" y1="{middle:.1f}" '
                f'y2="{middle:.1f}" stroke="{ink}" stroke-width="2" stroke-opacity="0.5"/>'
                f'<circle cx="{across(elo):.1f}" cy="{middle:.1f}" r="5" fill="{ink}"/>'
                f'<text x="{across(elo):.1f}" y="{middle - 9:.1f}" text-anchor="middle" fill="{ink}" '
                f'font-size="10">{escape(bot)}</text>')
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {high}" role="img" '
            f'aria-label="The ladder: Elo of every bot at every table" font-family="sans-serif" font-size="12">'
            f'<rect width="{WIDE}" height="{high}" fill="#fdfaf3"/>{grid}{"".join(lines)}</svg>\n')


def titled(table: Data) -> str:
    """What was played, in few words: options only where they are chosen.

    >>> titled({"game": "chateau-fort", "players": 2, "options": {"mode": "timed", "rounds": 20}, "timed": False})
    'chateau-fort, 2 players, mode timed, rounds 20'
    >>> titled({"game": "chateau-fort", "players": 2, "options": {"mode": "classic", "rounds": 0}, "timed": False})
    'chateau-fort, 2 players'
    """
    options, game = table["options"], registry.games().get(str(table["game"]))
    assert isinstance(options, dict)
    usual = {name: option.default for name, option in game.options.items()} if game is not None else {}
    chosen = [name if value is True else f"{name} {value}" for name, value in options.items()
              if value not in (False, None, usual.get(name))]
    clock = ["by the clock"] if table["timed"] else []
    return ", ".join([str(table["game"]), f"{table['players']} players", *chosen, *clock])


def standings(table: Data) -> list[tuple[str, int, int]]:
    """Everybody with Elo and interval."""
    bots = table["bots"]
    assert isinstance(bots, list)
    return [(str(row["bot"]), int(row["elo"]), int(row["interval"])) for row in bots]
