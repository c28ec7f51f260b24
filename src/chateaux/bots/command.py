"""The ladder for people: the command, its progress bar, the page and the figures in `docs/`."""
from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from chateaux.bots.ladder import SEED, Ladder, Pair
from chateaux.bots.levels import LEVELS
from chateaux.bots.registry import BadSpec, read_value
from chateaux.bots.rungs import rungs, titled
from chateaux.engine.data import BadOption, Choice, Data

EVERYBODY: Final = ",".join(["random", *LEVELS])
FIGURES: Final = "ladder.json"
PAGE: Final = "ladder.md"
PICTURE: Final = "ladder.svg"
STEPS: Final = (*itertools.pairwise(("random", *LEVELS)), ("elder", "king"), ("ismcts", "king"))


def ladder_command(
    game: Annotated[str, typer.Argument(help="The game, by its id.")],
    bots: Annotated[str, typer.Option(help="Bots and levels, with / between specs that hold commas.")] = EVERYBODY,
    games: Annotated[int, typer.Option(min=2, help="Most games for each pair.")] = 400,
    players: Annotated[int, typer.Option(help="Seats at a table.")] = 2,
    jobs: Annotated[int, typer.Option(min=1, help="Tables played at the same time.")] = 1,
    option: Annotated[list[str] | None, typer.Option(help="An option of the game, name=value.")] = None,
    equals: Annotated[int, typer.Option(help="Also so many tables of each bot among its equals.")] = 0,
    neighbours: Annotated[bool, typer.Option(help="Only neighbours, and the first against the last.")] = False,
    timed: Annotated[bool, typer.Option(help="Levels think by the clock, as they do for people.")] = False,
    seed: Annotated[int, typer.Option(help="Of the first deal.")] = SEED,
    out: Annotated[Path | None, typer.Option(help="A folder for the figures and the page, such as docs.")] = None,
) -> None:
    """Play bots against each other and rank them."""
    console = Console()
    named = [spec.strip() for spec in bots.split("/" if "/" in bots else ",")]
    try:
        ladder = Ladder(game, named, players, games, read_options(option or []), neighbours, timed, seed)
    except (BadSpec, BadOption, ValueError, KeyError) as error:
        raise typer.BadParameter(str(error.args[0])) from error
    with Progress(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
                  console=console) as progress:
        bars = {id(pair): progress.add_task(f"{pair.one} – {pair.other}", total=games) for pair in ladder.pairs}

        def show(pair: Pair, count: int) -> None:
            progress.update(bars[id(pair)], advance=count,
                            description=f"{pair.one} – {pair.other} {100 * pair.mean:.0f} %")

        def keep(pair: Pair) -> None:
            if out is not None:
                save(ladder.to_data(), out)

        ladder.run(jobs, show, keep)
        for spec in named if equals else []:
            ladder.run_equal(spec, equals, jobs)
    console.print(shown(ladder))
    for pair in ladder.pairs:
        low, high = pair.interval
        console.print(f"{pair.one} – {pair.other}: {100 * pair.mean:.1f} % ({100 * low:.1f}–{100 * high:.1f}) "
                      f"in {len(pair.results)} games: {pair.verdict() or 'not decided'}")
    if out is not None:
        save(ladder.to_data(), out)
        console.print(f"Saved in {out / FIGURES} and {out / PAGE}.")


def read_options(items: list[str]) -> dict[str, Choice]:
    """`name=value` pairs as options of a game."""
    options: dict[str, Choice] = {}
    for item in items:
        name, sign, value = item.partition("=")
        if not sign:
            raise BadOption(f"An option is written name=value, not {item[:40]!r}.")
        read = read_value(value)
        options[name] = read if not isinstance(read, float) else value
    return options


def shown(ladder: Ladder) -> Table:
    """The ranking for a terminal."""
    table = Table(title=f"{ladder.game.id}, {ladder.players} players")
    for heading in ("bot", "Elo", "±", "games", "victories", "mean score", "ms/move"):
        table.add_column(heading, justify="left" if heading == "bot" else "right")
    for row in rows(ladder.to_data()["bots"]):
        table.add_row(*row)
    return table


def rows(standings: object) -> list[list[str]]:
    """The figures of a ranking as words."""
    assert isinstance(standings, list)
    return [[row["bot"], f"{row['elo']:+d}", str(row["interval"]), str(row["games"]), f"{100 * row['victory']:.1f} %",
             f"{row['mean_score']:.1f}", f"{row['milliseconds_per_move']:.1f}"] for row in standings]


def save(figures: Data, folder: Path) -> None:
    """Put a ladder among the saved ones, in place of an older one of the same kind, and rewrite the page."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / FIGURES
    ladders: list[Data] = json.loads(path.read_text("utf-8")) if path.exists() else []
    ladders = [other for other in ladders if kind_of(other) != kind_of(figures)] + [figures]
    ladders.sort(key=kind_of)
    path.write_text(json.dumps(ladders, indent=1, ensure_ascii=False) + "\n", "utf-8")
    (folder / PAGE).write_text(page(ladders), "utf-8")
    (folder / PICTURE).write_text(rungs(ladders), "utf-8")


def kind_of(figures: Data) -> str:
    """What makes two ladders the same: game, seats, options, bots, clock."""
    standings = figures["bots"]
    assert isinstance(standings, list)
    return json.dumps([figures["game"], figures["options"], figures["players"], figures["timed"],
                       sorted(row["bot"] for row in standings)], sort_keys=True)


def steps(ladders: list[Data]) -> list[str]:
    """Every step of the ladder at every table: what the upper one wins a seat, its 95 % interval, and the games."""
    found = []
    for table in ladders:
        pairs = table["pairs"]
        assert isinstance(pairs, list)
        met = {(pair["one"], pair["other"]): pair for pair in pairs}
        cells = []
        for step in STEPS:
            pair = met.get(step)
            if pair is None:
                cells.append("")
                continue
            low, high = pair["interval"]
            cells.append(f"{100 - 100 * pair['share']:.0f} % ({100 - 100 * high:.0f}–{100 - 100 * low:.0f}), "
                         f"{pair['games']}")
        if any(cells):
            found.append(f"| {titled(table)} | " + " | ".join(cells) + " |")
    if not found:
        return []
    heads = " | ".join(f"{upper} – {lower}" for lower, upper in STEPS)
    return ["## Every step", "",
            "What the upper one wins a seat at tables of both, with its 95 % interval, and the games played.", "",
            f"| table | {heads} |", "|---|" + "--:|" * len(STEPS), *found, ""]


def page(ladders: list[Data]) -> str:
    """All saved ladders as a page."""
    lines = ["# The ladder", "",
             "Bots against each other, seats rotated, each deal played with the seats exchanged. Elo is fitted over",
             "all pairs of a table, the first bot named being 0; ± is half of its 95 % interval. A pair stops as soon",
             "as a sequential test has decided it (70 Elo against none, wrong in 1 of 100). Shares are victories per",
             "seat.",
             "",
             "A table tells of the bots and the rules as they were when it was played; it names the version of the",
             "rules. Where a game has a later version now, or its judgement was mended since, a table is history.",
             "", f"Written by `chateaux ladder`; the same figures are in [{FIGURES}]({FIGURES}).", "",
             f"![Everybody's Elo at every table]({PICTURE})", "", *steps(ladders)]
    for figures in ladders:
        lines += [f"## {titled(figures)}", "",
                  f"Version {figures['rules_version']} of the rules.", ""]
        specs = figures["specs"]
        assert isinstance(specs, dict)
        if specs:
            lines += ["; ".join(f"{name} = `{spec}`" for name, spec in specs.items()) + ".", ""]
        lines += ["| bot | Elo | ± | games | victories | mean score | ms a move |", "|---|--:|--:|--:|--:|--:|--:|"]
        lines += ["| " + " | ".join(row) + " |" for row in rows(figures["bots"])]
        lines += ["", "| pair | games | share | 95 % interval | |", "|---|--:|--:|--:|---|"]
        pairs, equals = figures["pairs"], figures["among_equals"]
        assert isinstance(pairs, list)
        assert isinstance(equals, list)
        for pair in pairs:
            low, high = pair["interval"]
            lines.append(f"| {pair['one']} – {pair['other']} | {pair['games']} | {100 * pair['share']:.1f} % | "
                         f"{100 * low:.1f}–{100 * high:.1f} % | {pair['verdict'] or 'not decided'} |")
        lines.append("")
        for row in equals:
            lines += [f"Among its equals {row['bot']} scores {row['mean_score']} on the mean ({row['games']} tables).",
                      ""]
    return "\n".join(lines).rstrip() + "\n"
