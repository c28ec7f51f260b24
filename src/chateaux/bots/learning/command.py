"""`chateaux train GAME`: games are played, figures fitted, and what came of it is measured, round after round."""
from __future__ import annotations

import contextlib
import json
import math
import random
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from chateaux._compiled import __version__
from chateaux.bots.ladder import Pair, Seating, play, seatings
from chateaux.bots.learning.curve import curve
from chateaux.bots.learning.games import SEED, Kept, played, tables
from chateaux.engine import registry
from chateaux.engine.data import Data
from chateaux.engine.game import Game
from chateaux.engine.judgement import LEARNED, WRITTEN, Judgement, judgement_of, terms_of
from chateaux.engine.outlook import OUTLOOKS
from chateaux.engine.parts import folder
from chateaux.engine.reading import typed
from chateaux.engine.schema import Learned, Weights
from chateaux.extras import extra

if TYPE_CHECKING:
    from chateaux.bots.learning.outlooks import Sights

ROUND: Final = 10_000_000  # deals of a round lie this far from those of the one before
MATCH: Final = 400_000_000  # and those that a round is measured on, this far from all of them
HELD: Final = 8  # one game of so many is not learned from, but shows how well it went
POSITIONS: Final = 40_000  # that a fit looks at, at most
TOGETHER: Final = 500  # quick games that one process plays before it is asked again
EPOCHS: Final = 8  # times that a network goes over the lessons of a round
ERROR: Final = 12.0  # points by which a foresight may be out


@dataclass
class Plan:
    """What is done in a round."""

    game: str
    folder: Path
    games: int
    iterations: int
    matches: int
    seed: int
    policy: float
    points: float
    by_value: bool
    firmness: float
    begin: str = WRITTEN  # the figures to begin with
    network: int = 0  # hidden units; 0: figures are learned, not a network
    horizon: int | None = None  # of rollouts that it judges
    thought: int = 0  # iterations of a search that plays every other game that teaches it
    outlook: int = 0  # hidden units of outlooks; 0: none are learned,
    players: int = 2  # and for how many players
    duels: int = 0  # steps in which figures are sought by quick games; 0: they are fitted to games
    rounds: list[Data] = field(default_factory=list)  # what came of those that are done

    def kept(self, number: int) -> Path:
        return self.folder / f"games-{number}.jsonl"

    def figures(self, number: int) -> Path:
        return self.folder / f"figures-{number}.json"

    def outlooks(self, number: int) -> Path:
        return self.folder / f"outlooks-{number}"

    def start(self, number: int) -> str:
        """The figures that a round begins with."""
        return str(self.figures(number - 1)) if number > 1 else self.begin


def one_game(task: tuple[str, str, int, int]) -> bytes:
    """One game of a round as a line, in whichever process."""
    id, figures, seed, iterations = task
    game = registry.game(id)
    judgement = judgement_of(game, figures)
    return msgspec.json.encode(played(game, judgement, tables(game, seed), seed, iterations)) + b"\n"


def train_command(
    game: Annotated[str, typer.Argument(help="The game, by its id.")],
    into: Annotated[Path, typer.Option(help="A folder for games and figures; a stopped training goes on there.")],
    rounds: Annotated[int, typer.Option(min=1, help="Rounds of playing and fitting.")] = 2,
    games: Annotated[int, typer.Option(min=8, help="Games of a round.")] = 800,
    iterations: Annotated[int, typer.Option(min=1, help="Of the search for a quick decision.")] = 30,
    matches: Annotated[int, typer.Option(help="Games against the written figures after each round.")] = 200,
    policy: Annotated[float, typer.Option(help="What a thoughtful decision counts beside a result.")] = 0.5,
    points: Annotated[float, typer.Option(help="What final points count, where worth is meant as points.")] = 0.0,
    by_value: Annotated[bool, typer.Option(help="Learn of actions how good they were, not how often tried.")] = False,
    firmness: Annotated[float, typer.Option(help="How far figures are held to what they were.")] = 5.0,
    jobs: Annotated[int, typer.Option(min=1, help="Games played at the same time.")] = 1,
    seed: Annotated[int, typer.Option(help="Of the first deal.")] = SEED,
    begin: Annotated[str, typer.Option(help="The figures to begin with: written, or a file of figures.")] = WRITTEN,
    network: Annotated[int, typer.Option(min=0, help="Teach a network of so many hidden units, by quick games.")] = 0,
    horizon: Annotated[int | None, typer.Option(help="Decisions of a seat before the network judges.")] = None,
    thought: Annotated[int, typer.Option(min=0, help="Iterations of a search for every other game of a network.")] = 0,
    outlook: Annotated[int, typer.Option(min=0, help="Teach outlooks of so many hidden units, by quick games,")] = 0,
    players: Annotated[int, typer.Option(min=2, help="for so many players.")] = 2,
    duels: Annotated[int, typer.Option(min=0, help="Seek figures in so many steps, by quick games that they win.")] = 0,
    keep: Annotated[bool, typer.Option(help="Put the best figures into the game's own folder.")] = False,
) -> None:
    """Let a game's judgement learn from games that a search plays against itself, in every mode."""
    console = Console()
    with extra("rl"):
        import numpy  # noqa: F401  (fitting needs it)
    try:
        found = registry.game(game)
    except KeyError as error:
        raise typer.BadParameter(str(error.args[0])) from error
    if not judgement_of(found, WRITTEN).figures():
        raise typer.BadParameter(f"The judgement of {game} has no figures to learn.")
    into.mkdir(parents=True, exist_ok=True)
    plan = Plan(game, into, games, iterations, matches, seed, policy, points, by_value, firmness, begin, network,
                horizon, thought, outlook, players, duels)
    state = found.new(found.players[0], 0)
    if outlook and players not in found.players:
        raise typer.BadParameter(f"{game} is not for {players} players.")
    if (outlook or network) % 4:
        raise typer.BadParameter("Hidden units come by the four.")
    if network and not len(judgement_of(found, WRITTEN).numbers(state, 0)):
        raise typer.BadParameter(f"The judgement of {game} has no place for a network.")
    with contextlib.suppress(OSError, ValueError):
        plan.rounds = json.loads((into / "rounds.json").read_text("utf-8"))
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        for number in range(1, rounds + 1):
            if number <= len(plan.rounds):
                continue
            if outlook:
                told = outlook_round(plan, found, number, pool, console)
            elif network:
                told = network_round(plan, found, number, console)
            elif duels:
                told = sought_round(plan, found, number, console)
            else:
                play_round(plan, number, pool, console)
                told = fit_round(plan, found, number, console)
            plan.rounds.append({**told, **measured(plan, number, pool, console)})
            (into / "rounds.json").write_text(json.dumps(plan.rounds, indent=1) + "\n", "utf-8")
            (into / "curve.svg").write_text(curve(game, plan.rounds), "utf-8")
    best = max(range(len(plan.rounds)), key=lambda index: float(str(plan.rounds[index]["share"])))
    console.print(f"Round {best + 1} is the best. {into / 'curve.svg'} shows how it went.")
    if keep and outlook:
        (folder(found) / OUTLOOKS).mkdir(exist_ok=True)
        for path in plan.outlooks(best + 1).glob("*.json"):
            (folder(found) / OUTLOOKS / path.name).write_text(path.read_text("utf-8"), "utf-8")
        console.print(f"Its outlooks are in {folder(found) / OUTLOOKS}.")
    elif keep:
        (folder(found) / LEARNED).write_text(plan.figures(best + 1).read_text("utf-8"), "utf-8")
        console.print(f"Its figures are in {folder(found) / LEARNED}.")


def bar(console: Console) -> Progress:
    return Progress(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
                    console=console)


def play_round(plan: Plan, number: int, pool: ProcessPoolExecutor, console: Console) -> None:
    """The games of a round that are not there yet, each written down as soon as it is played."""
    path, first = plan.kept(number), plan.seed + number * ROUND
    done = path.read_bytes().count(b"\n") if path.exists() else 0
    tasks = [(plan.game, plan.start(number), first + index, plan.iterations) for index in range(done, plan.games)]
    with path.open("ab") as lines, bar(console) as progress:
        shown = progress.add_task(f"round {number}: games", total=plan.games, completed=done)
        for line in pool.map(one_game, tasks):
            lines.write(line)
            lines.flush()
            progress.advance(shown)


def read_games(plan: Plan, number: int) -> list[Kept]:
    """The games of a round and of the one before: more to learn from, and not too old."""
    return [msgspec.json.decode(line, type=Kept) for each in range(max(1, number - 1), number + 1)
            for line in plan.kept(each).read_bytes().splitlines()]


def fit_round(plan: Plan, game: Game, number: int, console: Console) -> Data:
    """The figures of a round, and how well they foresee games that they were not fitted to."""
    from chateaux.bots.learning.fitting import fitted, gathered

    games = read_games(plan, number)
    random.Random(plan.seed).shuffle(games)
    held, learned = games[::HELD], [kept for index, kept in enumerate(games) if index % HELD]
    each = min(1.0, POSITIONS / max(1, sum(len(kept.moves) for kept in games)))
    asked = (each, plan.seed, 1.0, plan.policy, plan.points, plan.by_value)
    judgement = judgement_of(game, plan.start(number))
    unseen = gathered(game, held, *asked)
    before = [choices.loss(choices.numbers(judgement)) for choices in unseen]

    def say(step: int, losses: list[float]) -> None:
        console.print(f"round {number}: step {step}, surprise {', '.join(f'{loss:.4f}' for loss in losses)}")

    fitted(judgement, gathered(game, learned, *asked), plan.firmness, progress=say)
    after = [choices.loss(choices.numbers(judgement)) for choices in unseen]
    told = json.dumps(written_down(plan, judgement, number), indent=1, ensure_ascii=False)
    plan.figures(number).write_text(told + "\n", "utf-8")
    return {"games": len(games), "held_out_before": before, "held_out_after": after}


def sought_round(plan: Plan, game: Game, number: int, console: Console) -> Data:
    """The figures of a round, sought by quick games against those of before and the written ones."""
    from chateaux.bots.learning.duels import foreseen, sought

    judgement, first = judgement_of(game, plan.start(number)), plan.seed + number * ROUND
    rivals = [judgement_of(game, plan.start(number)), judgement_of(game, WRITTEN)]
    for each in (judgement, *rivals):
        each.network = None
    shares: list[float] = []

    def say(step: int, share: float) -> None:
        shares.append(share)
        console.print(f"round {number}: step {step}, {share:.3f} of what is even", highlight=False)

    sought(game, judgement, rivals, plan.duels, plan.games, first, say)
    foreseen(game, judgement, range(first, first + plan.games), plan.firmness)
    told = json.dumps(written_down(plan, judgement, number), indent=1, ensure_ascii=False)
    plan.figures(number).write_text(told + "\n", "utf-8")
    return {"games": plan.games, "won": shares}


def network_round(plan: Plan, game: Game, number: int, console: Console) -> Data:
    """The network of a round, taught by quick games of the one before."""
    from chateaux.bots.learning.network import Aims, lessons, teach, trusted
    from chateaux.bots.learning.taught import Taught

    player, written = judgement_of(game, plan.start(number)), judgement_of(game, plan.begin)
    written.network = None
    first = plan.seed + number * ROUND
    with bar(console) as progress:
        shown = progress.add_task(f"round {number}: quick games", total=plan.games)
        lesson = lessons(game, player, written, range(first, first + plan.games), lambda: progress.advance(shown),
                         plan.thought)
    inputs = lesson.rows.shape[1]
    earlier = known(plan.start(number))
    taught = Taught.blank(inputs, plan.network, 1, 20, plan.seed)
    if earlier is not None and earlier.hidden == plan.network:
        taught = Taught.read(inputs, plan.network, 1, earlier.weights)
    aims = Aims(float(written.reach), plan.points, ERROR, 1.0)
    losses: list[float] = []

    def say(epoch: int, loss: float) -> None:
        losses.append(loss)
        console.print(f"round {number}: lesson {epoch}, surprise {loss:.4f}")

    teach(taught, lesson, aims, EPOCHS, number, say)
    written.network = taught.network
    trusted(written, lesson)
    told: Data = {**written_down(plan, written, number), "horizon": plan.horizon, "network": {
        "inputs": inputs, "hidden": plan.network, "pieces": game.digest, "weights": taught.weights}}
    plan.figures(number).write_text(json.dumps(told, ensure_ascii=False) + "\n", "utf-8")
    return {"games": plan.games, "held_out_before": losses[:1], "held_out_after": [min(losses)]}


def some_sights(task: tuple[str, int, range]) -> dict[str, Sights]:
    """Some games of a round, in whichever process."""
    from chateaux.bots.learning.outlooks import sights

    id, players, seeds = task
    game = registry.game(id)
    return sights(game, judgement_of(game), players, seeds)


def outlook_round(plan: Plan, game: Game, number: int, pool: ProcessPoolExecutor, console: Console) -> Data:
    """The outlooks of a round, one for each shape of features, taught by quick games."""
    from chateaux.bots.learning.outlooks import teach, together

    judgement, first = judgement_of(game), plan.seed + number * ROUND
    tasks = [(plan.game, plan.players, range(start, min(start + TOGETHER, first + plan.games)))
             for start in range(first, first + plan.games, TOGETHER)]
    parts: dict[str, list[Sights]] = {}
    with bar(console) as progress:
        shown = progress.add_task(f"round {number}: quick games", total=plan.games)
        for task, found in zip(tasks, pool.map(some_sights, tasks), strict=True):
            for digest, seen in found.items():
                parts.setdefault(digest, []).append(seen)
            progress.advance(shown, len(task[2]))
    plan.outlooks(number).mkdir(exist_ok=True)
    surprises: list[float] = []
    for digest in sorted(parts):
        said: list[float] = []

        def say(epoch: int, loss: float, said: list[float] = said) -> None:
            said.append(loss)
            console.print(f"round {number}: lesson {epoch}, surprise {loss:.4f}", highlight=False)

        taught = teach(together(parts.pop(digest)), plan.outlook, EPOCHS, plan.seed + number, say)
        surprises += [said[0], said[-1]]
        told: Data = {**{key: value for key, value in written_down(plan, judgement, number).items()
                         if key in ("game", "terms", "made")},
                      "pieces": game.digest, "players": plan.players, "hidden": plan.outlook,
                      "horizon": judgement.horizon if plan.horizon is None else plan.horizon,
                      "weights": taught.weights}
        (plan.outlooks(number) / f"{digest}.json").write_text(json.dumps(told, ensure_ascii=False) + "\n", "utf-8")
    return {"games": plan.games, "held_out_before": surprises[::2], "held_out_after": surprises[1::2]}


def known(figures: str) -> Weights | None:
    """The network of a file of figures, to go on with, if it holds one."""
    if figures == WRITTEN:
        return None
    return typed(Learned, json.loads(Path(figures).read_text("utf-8")), figures).network


def written_down(plan: Plan, judgement: Judgement, number: int) -> Data:
    """Figures with how they came about."""
    game = registry.game(plan.game)
    begun = "" if plan.begin == WRITTEN else f" --begin {Path(plan.begin).name}"
    taught = f" --network {plan.network} --horizon {plan.horizon}" if plan.network else ""
    if plan.outlook:
        taught = f" --outlook {plan.outlook} --players {plan.players} --horizon {plan.horizon}"
    taught += f" --thought {plan.thought}" if plan.thought else ""
    taught += f" --duels {plan.duels}" if plan.duels else ""
    return {"game": plan.game, "rules_version": game.rules_version, "terms": terms_of(judgement),
            "figures": {name: round(float(getattr(judgement, name)), 6) for name in judgement.figures()},
            "made": {"command": f"chateaux train {plan.game} --games {plan.games} --iterations {plan.iterations} "
                                f"--policy {plan.policy} --points {plan.points} --firmness {plan.firmness} "
                                f"--seed {plan.seed}{' --by-value' if plan.by_value else ''}{begun}{taught}",
                     "round": number, "seed": plan.seed + number * ROUND, "games": plan.games, "pieces": game.digest,
                     "version": __version__, "date": datetime.now(UTC).date().isoformat()}}


def measured(plan: Plan, number: int, pool: ProcessPoolExecutor, console: Console) -> Data:
    """A match of the new figures against the written ones, at equal iterations."""
    learned = f"outlook={plan.outlooks(number)}" if plan.outlook else f"figures={plan.figures(number)}"
    one = f"search:iterations={4 * plan.iterations},{learned}"
    other = f"search:iterations={4 * plan.iterations},figures={WRITTEN}"
    pair, game = Pair(one, other), registry.game(plan.game)
    players = plan.players if plan.outlook else game.players[0]
    pairing = seatings(plan.game, one, other, players, game.settled(None), seed=plan.seed + MATCH)
    chosen: list[Seating] = [next(pairing) for _ in range(plan.matches)]
    with bar(console) as progress:
        shown = progress.add_task(f"round {number}: match", total=plan.matches)
        for table, result in zip(chosen, pool.map(play, chosen), strict=True):
            own = sum(won for spec, won in zip(table.specs, result.victory, strict=True) if spec == one)
            pair.results.append(own)
            progress.advance(shown)
    low, high = pair.interval if plan.matches else (math.nan, math.nan)
    console.print(f"round {number}: {100 * pair.mean:.1f} % ({100 * low:.1f}–{100 * high:.1f}) against the written")
    return {"share": pair.mean, "low": low, "high": high, "matches": plan.matches}
