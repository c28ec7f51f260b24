"""The terminal table: any game of the registry at one keyboard, with people and bots.

Generic: it knows a game only through the contract and its words.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from chateaux.bots import Bot
from chateaux.engine.data import Data, IllegalAction, Observation
from chateaux.engine.game import Game, State
from chateaux.engine.parts import part
from chateaux.look.words import Words


class Leave(Exception):
    """Somebody leaves the table."""


class Terminal:
    """One game at one terminal. Seats with a bot play by themselves; the others are people at the keyboard."""

    def __init__(self, game: Game, state: State, names: Sequence[str], bots: Mapping[int, Bot], words: Words,
                 console: Console | None = None) -> None:
        self.game = game
        self.state = state
        self.names = list(names)
        self.bots = dict(bots)
        self.words = words
        self.console = console or Console()
        self.uncovered: int | None = None  # the person whose secrets are on the screen
        self.untold: dict[int, list[str]] = {seat: [] for seat in range(state.players) if seat not in bots}

    def run(self) -> None:
        """Play to the end, or until somebody leaves."""
        try:
            while not self.state.over:
                self.turn(self.state.to_act[0])
        except (Leave, EOFError, KeyboardInterrupt):
            self.console.print(self.words.say("terminal.left"))
            return
        self.finish()

    def turn(self, seat: int) -> None:
        """One decision of one seat."""
        if seat in self.bots:
            action = self.bots[seat].choose(self.state.observe(seat))
        else:
            self.uncover(seat)
            self.show(seat)
            action = self.ask(seat)
        outcome = self.state.play(action, seat, events=True)
        for reader, lines in self.untold.items():
            lines += [self.words.event(event.seen_by(reader), self.names) for event in outcome.events]

    def uncover(self, seat: int) -> None:
        """A curtain before another person's secrets come onto the screen."""
        if self.uncovered not in (None, seat):
            self.console.clear()
            self.console.input(self.words.say("terminal.curtain", seat=seat, names=self.names))
            self.console.clear()
        self.uncovered = seat

    def show(self, seat: int) -> None:
        """What happened since this person last looked, the position, and what is asked."""
        lines = self.untold[seat]
        if lines:
            self.console.print(Panel(Group(*map(Text, lines[-12:])), title=self.words.say("terminal.happened")))
        self.untold[seat] = []
        self.console.print(Panel(self.board(self.state.observe(seat)), title=self.words.say("game.name")))
        self.console.print(self.words.say("terminal.turn", seat=seat, names=self.names), style="bold")
        prompt = self.state.prompt(seat)
        if prompt is not None:
            self.console.print(self.words.say(f"prompt.{prompt['kind']}", prompt, self.names), style="bold green")

    def board(self, observation: Observation) -> RenderableType:
        """The game's own sketch of the position, or the position as a tree."""
        sketched = part(self.game, "show.terminal")
        if sketched is not None:
            drawn: RenderableType = sketched.sketch(self.game.view(observation), self.words, self.names)
            return drawn
        tree = Tree(self.words.say("terminal.board"), guide_style="dim")
        grow(tree, observation.position, self.words)
        return tree

    def ask(self, seat: int) -> int:
        """A number of the list or a text in notation; anything else is refused in a sentence."""
        actions = self.state.actions(seat)
        width = len(str(len(actions)))
        columns = [Text(f"{number:>{width}}  {self.state.text(action)}") for number, action in enumerate(actions, 1)]
        self.console.print(self.words.say("terminal.actions"))
        table = Table.grid(padding=(0, 3))
        across = max(1, min(4, self.console.width // (max(map(len, columns)) + 3)))
        for start in range(0, len(columns), across):
            table.add_row(*columns[start : start + across])
        self.console.print(table)
        while True:
            typed = self.console.input(self.words.say("terminal.choose") + " > ").strip()
            if typed.casefold() in ("q", "quit"):
                raise Leave
            if typed.isdecimal() and 1 <= int(typed) <= len(actions):
                return actions[int(typed) - 1]
            try:
                return self.state.parse(typed, seat)
            except IllegalAction:
                self.console.print(Text(self.words.say("terminal.unknown", text=typed)), style="red")

    def finish(self) -> None:
        """The result with its breakdown."""
        self.console.print(self.words.say("terminal.over"), style="bold")
        reason = self.state.ending()
        if reason:
            self.console.print(self.words.say(f"end.{reason['kind']}", reason, self.names))
        table = Table("", self.words.say("terminal.points"), self.words.say("terminal.where"))
        scores = self.state.scores()
        for seat, name in enumerate(self.names):
            told = [f"{self.line(line)} {line['points']}" for line in self.state.breakdown(seat) if line["points"]]
            table.add_row(name, str(scores[seat]), ", ".join(told))
        self.console.print(table)
        winners = [self.names[seat] for seat in self.state.winners()]
        self.console.print(self.words.say("terminal.won", winners=winners), style="bold yellow")

    def line(self, line: Data) -> str:
        """A line of the breakdown in words: the piece's name where there is one."""
        piece = line.get("card") or line.get("piece")
        if isinstance(piece, str):
            return self.words.piece(piece).bare
        return self.words.say(f"breakdown.{line['kind']}", line, self.names)


def grow(tree: Tree, data: object, words: Words) -> None:
    """Hang nested data into a tree: simple values on one line, the rest as branches."""
    if isinstance(data, Mapping):
        for name, value in data.items():
            label = words.piece(str(name)).bare
            if is_plain(value):
                tree.add(Text(f"{label}: {plain(value, words)}"))
            else:
                grow(tree.add(Text(label)), value, words)
    elif isinstance(data, Sequence):
        for number, value in enumerate(data, 1):
            if is_plain(value):
                tree.add(Text(plain(value, words)))
            else:
                grow(tree.add(Text(str(number))), value, words)


def is_plain(value: object) -> bool:
    """Whether a value fits on one line."""
    if isinstance(value, Mapping):
        return len(value) <= 3 and not any(isinstance(item, Mapping | list) for item in value.values())
    return not isinstance(value, list) or not any(isinstance(item, Mapping | list) for item in value)


def plain(value: object, words: Words) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {plain(item, words)}" for name, item in value.items() if item not in (False, 0, None))
    if isinstance(value, list):
        return " · ".join(plain(item, words) for item in value) or "–"
    return words.piece(value).bare if isinstance(value, str) else str(words.word(value))
