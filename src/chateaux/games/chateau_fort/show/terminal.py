"""Château fort in a terminal: every castle and site, the round with its event, and the own hand."""
from __future__ import annotations

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.markup import escape
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from chateaux.games.chateau_fort.schema import Need, Player, View
from chateaux.look.words import Words

COLOURS = {"resource": "cyan", "attack": "red", "defence": "blue", "special": "yellow"}
PLAYERS = ("blue", "yellow", "red", "green")
BUILT, UNBUILT = "█▀█", "·_·"  # a wall and its plot
KEEP, NO_KEEP = "▟█▙", "· ·"


def sketch(shown: View, words: Words, names: list[str]) -> RenderableType:
    """The whole table, as a seat sees it."""
    panels = [_person(one, shown, words, names) for one in shown.players]
    parts: list[RenderableType] = [_round(shown, words, names), Columns(panels)]
    if shown.me is not None:
        parts += [_recipes(shown.players[shown.me], words), _hand(shown.players[shown.me], words)]
    return Group(*parts)


def _round(shown: View, words: Words, names: list[str]) -> Text:
    """The round, the event with what it means now, the pile."""
    line = Text.assemble((words.say("board.round", count=shown.round), "bold"), " · ",
                         words.say("board.pile", count=shown.pile.count))
    event = shown.event
    if event is None:
        line.append(f" · {words.say('board.begins', seat=shown.first, names=names)}")
    else:
        line.append(f" · {'⚀⚁⚂⚃⚄⚅'[event.roll - 1]} ")
        line.append(words.say(f"happening.{event.event}"), "bold magenta")
        line.append(f" – {words.say('happening.' + event.event + '.help')}")
    if shown.clock and shown.clock.last_round:
        line.append(f" · {words.say('board.last_round')}", "bold red")
    return line


def _person(one: Player, shown: View, words: Words, names: list[str]) -> Panel:
    """A castle in outline, the stacks of the site, the number of cards."""
    castle = one.castle
    wall = [BUILT if plot.built else UNBUILT for plot in castle.plots[:4]]
    keep = KEEP if castle.keeps else NO_KEEP
    drawn = Text(f" {wall[0]} {wall[1]}\n   {keep}\n {wall[2]} {wall[3]}", style=PLAYERS[one.seat % len(PLAYERS)])
    stock = Table.grid(padding=(0, 1))
    for stack in one.site.stacks:
        kinds = ", ".join(f"{words.piece(id).bare} {count}" if count > 1 else words.piece(id).bare
                          for id, count in one.site.counts.items() if id.startswith(stack.resource))
        stock.add_row(f"[bold]{stack.units}[/]", words.say(f"resource.{stack.resource}", count=stack.units),
                      f"[dim]{escape(kinds)}[/]")
    lines: list[RenderableType] = [drawn, stock, Text(words.say("sketch.cards", count=one.cards), style="dim")]
    known = [words.piece(card.card).bare for card in one.hand if card.card and one.seat != shown.me]
    if known:
        lines.append(Text(", ".join(known), style="dim italic"))
    if one.mage:
        lines.append(Text(words.say("sketch.mage", seat=one.mage.attacker, names=names), style="bold magenta"))
    if shown.clock:
        lines.append(Text(words.say("board.points", count=one.score)))
    return Panel(Group(*lines), title=f"{'▶ ' if one.asked else ''}{escape(names[one.seat])}", expand=False,
                 border_style="bold" if one.asked else "dim")


def _recipes(mine: Player, words: Words) -> Table:
    """What a wall and a keep still lack."""
    table = Table.grid(padding=(0, 2))
    for recipe in mine.recipes:
        needs = "  ".join(_need(need, words) for need in recipe.needs)
        said = words.say("board.build") if recipe.ready else words.say(f"why.{recipe.rests}")
        table.add_row(f"[bold]{words.piece(recipe.construction).bare}[/]", needs,
                      f"[{'bold green' if recipe.ready else 'dim'}]{said}[/]")
    return table


def _need(need: Need, words: Words) -> str:
    figures = f"{min(need.have, need.want)}/{need.want}"
    colour = "red" if need.short else "green"
    return f"[{colour}]{figures}[/] {words.say('resource.' + need.resource, count=need.want)}"


def _hand(mine: Player, words: Words) -> Text:
    """The own cards, coloured by family; those that rest are dim."""
    line = Text.assemble((f"{words.say('sketch.hand')}  ", "bold"))
    for card in mine.hand:
        if card is not mine.hand[0]:
            line.append(", ")
        line.append(words.piece(str(card.card)).bare, COLOURS[str(card.family)] + (" dim" if card.rests else ""))
    return line
