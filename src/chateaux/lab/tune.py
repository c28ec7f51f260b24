"""Tuning: counts and values of a set inside stated bounds, searched by Optuna towards stated targets.

Only figures that the rulebook leaves free may be varied. Every trial is kept in a journal; the best set is written with
its reasons, each changed figure with `tuned` as its source.
"""
from __future__ import annotations

import copy
import json
import statistics
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

import optuna

import chateaux
from chateaux.engine.data import BadPosition, Data
from chateaux.lab.engines import Engine, run
from chateaux.lab.folder import Folder
from chateaux.lab.setting import Refused, Setting, setting
from chateaux.lab.summary import TURN, summarised

TUNED: Final = "tuned: see docs/balance"
FREE: Final = ("reconstructed", "tuned")  # what a source says where a figure may be changed
WANTED: Final = 0.1  # a piece that so many take of those who could is in use
JOURNAL: Final = "trials.json"
SET: Final = "set.json"
REASONS: Final = "reasons.json"


class Vary(NamedTuple):
    """A figure of the set and its bounds; or several that have one value together, with + between their paths."""

    path: str
    low: int
    high: int


class Target(NamedTuple):
    """Something wished for, and how far from it counts as one."""

    name: str
    value: float


@dataclass(frozen=True)
class Trial:
    """A set that was tried."""

    number: int
    values: dict[str, int]
    loss: float | None  # None: it is not a set
    figures: Data
    why: str = ""

    def to_data(self) -> Data:
        return {"number": self.number, "values": self.values, "loss": self.loss, "figures": self.figures,
                "why": self.why}


# ---------------------------------------------------------------- what is asked


def read_vary(text: str) -> Vary:
    """`cards.wheel.copies=2..6`.

    >>> read_vary("cards.wheel.copies=2..6")
    Vary(path='cards.wheel.copies', low=2, high=6)
    """
    path, sign, bounds = text.partition("=")
    low, dots, high = bounds.partition("..")
    if not (sign and dots and low.lstrip("-").isdecimal() and high.lstrip("-").isdecimal() and int(low) <= int(high)):
        raise Refused("vary", text=text[:60])
    return Vary(path.strip(), int(low), int(high))


def use(summary: Data) -> float:
    """The share of pieces that are taken by enough of those who could."""
    found = summary["pieces"]
    assert isinstance(found, list)
    return sum(float(piece["taken"]) >= WANTED for piece in found) / max(1, len(found))


def tables(summary: Data) -> list[Any]:
    found = summary["tables"]
    assert isinstance(found, list)
    return found


def unfair(table: Any) -> float:
    """How far the even share lies outside the interval of a seat, at most: what chance explains is no fault of a set.

    >>> unfair({"even": 0.5, "seats": [{"interval": [0.52, 0.6]}, {"interval": [0.4, 0.51]}]})
    0.02
    """
    even = float(table["even"])
    spans = [(float(seat["interval"][0]), float(seat["interval"][1])) for seat in table["seats"]]
    return round(max(max(low - even, even - high, 0.0) for low, high in spans), 6)


# Each figure of a summary that can be a target, and how far off it counts as one.
TARGETS: Final[dict[str, tuple[Callable[[Data], float], float]]] = {
    "turns": (lambda summary: statistics.mean(table["turns"]["mean"] for table in tables(summary)), 5.0),
    "minutes": (lambda summary: statistics.mean(table["minutes"]["mean"] for table in tables(summary)), 3.0),
    "seats": (lambda summary: statistics.mean(unfair(table) for table in tables(summary)), 0.02),
    "frozen": (lambda summary: statistics.mean(table["frozen"]["share"] for table in tables(summary)), 0.02),
    "close": (lambda summary: statistics.mean(table["margin"]["close"] for table in tables(summary)), 0.1),
    "use": (use, 0.1)}


def read_target(text: str) -> Target:
    """`minutes=40`, `seats=0`, `frozen=0`, `use=1`.

    >>> read_target("minutes=40")
    Target(name='minutes', value=40.0)
    """
    name, sign, value = text.partition("=")
    try:
        if name in TARGETS and sign:
            return Target(name, float(value))
    except ValueError:
        pass
    raise Refused("target", text=text[:60], known=list(TARGETS))


# ---------------------------------------------------------------- figures of a set


def steps(pieces: Any, path: str) -> Iterator[tuple[Any, Any]]:
    """The way to a figure: every part with the key or index that leads on; things in lists are found by their ids."""
    here, way = pieces, path.split(".")
    for at, name in enumerate(way):
        key: Any = name
        if isinstance(here, list):
            ids = [one.get("id") if isinstance(one, dict) else None for one in here]
            key = ids.index(name) if name in ids else None
        known = key is not None and (isinstance(here, list) or (isinstance(here, dict) and key in here))
        if not known or (at == len(way) - 1 and type(here[key]) is not int):
            names = [str(one.get("id", "")) for one in here if isinstance(one, dict)] if isinstance(here, list) else \
                list(here) if isinstance(here, dict) else []
            raise Refused("path", path=path, where=".".join(way[:at]) or "the set", known=names[:12])
        yield here, key
        here = here[key]


def together(paths: Iterable[str]) -> list[str]:
    """Every single path.

    >>> together(["cards.fire.copies+cards.mage.copies", "cards.wheel.copies"])
    ['cards.fire.copies', 'cards.mage.copies', 'cards.wheel.copies']
    """
    return [path for several in paths for path in several.split("+")]


def figure(pieces: Any, path: str) -> int:
    """The whole number at a path, or at several that have the same."""
    found = set()
    for one in together([path]):
        part, key = list(steps(pieces, one))[-1]
        found.add(int(part[key]))
    if len(found) > 1:
        raise Refused("unlike", path=path, found=sorted(found))
    return found.pop()


def free(pieces: Any, path: str) -> None:
    """Refuse a figure whose source says that it is a fact."""
    source, apart = "", dict[str, str]()  # what is said of all, and of single figures
    for part, key in steps(pieces, path):
        if isinstance(part, dict):
            said = part.get("source", source)
            apart = {**apart, **said} if isinstance(said, dict) else apart
            source = str(part.get(f"{key}_source", apart.get(str(key), source if isinstance(said, dict) else said)))
    if source and not any(word in source for word in FREE):
        raise Refused("fact", path=path, source=source)


def changed(pieces: Any, values: dict[str, int], rest: str = "") -> Any:
    """The set with other figures; what is added in one place is taken from the figure `rest`, and the other way."""
    made = copy.deepcopy(pieces)
    balance = 0
    for several, value in values.items():
        for path in together([several]):
            balance += figure(made, path) - value
            put(made, path, value)
    if rest and balance:
        put(made, rest, figure(made, rest) + balance)
    return made


def put(pieces: Any, path: str, value: int) -> None:
    """Set a figure; its source becomes `tuned`."""
    part, key = list(steps(pieces, path))[-1]
    if part[key] != value:
        part[key] = value
        said = part.get(f"{key}_source") if isinstance(part, dict) else None
        if said is not None:
            part[f"{key}_source"] = TUNED
        elif isinstance(part, dict) and isinstance(part.get("source"), str):
            said = part["source"]  # which may tell of other figures, too
            part["source"] = TUNED if said in ("reconstructed", TUNED) else f"{said}; {key} {TUNED}"
        elif isinstance(part, dict) and isinstance(part.get("source"), dict) and key in part["source"]:
            part["source"][key] = TUNED


# ---------------------------------------------------------------- the search


class Tuning:
    """A search in its folder."""

    def __init__(self, game: chateaux.Game, vary: list[Vary], targets: list[Target], out: Path, rest: str = "",
                 turn: float = TURN, **more: Any) -> None:
        if not vary or not targets:
            raise Refused("no_target")
        for path in together([*(one.path for one in vary), *([rest] if rest else [])]):
            free(game.pieces, path)
        for one in vary:
            figure(game.pieces, one.path)
        if out.exists() and any(out.iterdir()):
            raise Refused("not_empty", folder=str(out))
        self.game, self.vary, self.targets, self.out, self.rest = game, vary, targets, out, rest
        self.turn, self.more = turn, more
        self.trials: list[Trial] = []
        self.first: Setting = setting(game, **more)
        out.mkdir(parents=True, exist_ok=True)

    def tried(self, values: dict[str, int], engine: Engine) -> Trial:
        """Play a set and say how far it is from the targets."""
        number = len(self.trials)
        try:
            game = self.game.with_pieces(changed(self.game.pieces, values, self.rest))
        except BadPosition as error:
            found = Trial(number, values, None, {}, str(error))
        else:
            folder = Folder.begin(self.out / f"trial-{number:03d}", setting(game, **self.more), False)
            run(folder, engine)
            summary = summarised(folder, self.turn)
            figures: Data = {name: round(measure(summary), 4) for name, (measure, _) in TARGETS.items()}
            found = Trial(number, values, round(self.loss(figures), 5), figures)
        self.trials.append(found)
        self.keep()
        return found

    def loss(self, figures: Data) -> float:
        """The squares of how far each target is missed, in its own measure."""
        return sum(((float(str(figures[target.name])) - target.value) / TARGETS[target.name][1]) ** 2
                   for target in self.targets)

    def search(self, trials: int, engine: Engine, told: Callable[[Trial], None] = lambda trial: None) -> Trial | None:
        """So many trials, the set as it is first; the best one, or None where nothing is better than what there is."""
        optuna.logging.set_verbosity(optuna.logging.ERROR)
        study = optuna.create_study(sampler=optuna.samplers.TPESampler(seed=self.first.seed, n_startup_trials=5))
        start = {one.path: figure(self.game.pieces, one.path) for one in self.vary}
        before = self.tried(start, engine)
        told(before)
        space: dict[str, Any] = {one.path: optuna.distributions.IntDistribution(one.low, one.high) for one in self.vary}
        seen = {json.dumps(start): before}
        if before.loss is not None and all(one.low <= start[one.path] <= one.high for one in self.vary):
            study.add_trial(optuna.trial.create_trial(params=start, distributions=space, value=before.loss))
        for _ in range(trials):
            asked = study.ask(space)
            values = {one.path: int(asked.params[one.path]) for one in self.vary}
            trial = seen.get(json.dumps(values))
            if trial is None:
                trial = seen[json.dumps(values)] = self.tried(values, engine)
                told(trial)
            if trial.loss is None:
                study.tell(asked, state=optuna.trial.TrialState.FAIL)
            else:
                study.tell(asked, trial.loss)
        sets = [trial for trial in self.trials if trial.loss is not None]
        best = min(sets, key=lambda trial: (trial.loss, trial.number), default=None)
        if best is None or best is before:
            return None
        self.write(before, best)
        return best

    def keep(self) -> None:
        """The journal: every trial, also those that were no sets."""
        half = self.out / f"{JOURNAL}.half"
        half.write_text(json.dumps({
            "game": self.game.id, "pieces": self.game.digest, "vary": [list(one) for one in self.vary],
            "rest": self.rest, "targets": [list(one) for one in self.targets],
            "trials": [trial.to_data() for trial in self.trials]},
            indent=1, ensure_ascii=False) + "\n", "utf-8")
        half.rename(self.out / JOURNAL)

    def write(self, before: Trial, best: Trial) -> None:
        """The best set, and why it is as it is."""
        pieces = changed(self.game.pieces, best.values, self.rest)
        (self.out / SET).write_text(json.dumps(pieces, indent=1, ensure_ascii=False) + "\n", "utf-8")
        paths = together([*best.values, *([self.rest] if self.rest else [])])
        (self.out / REASONS).write_text(json.dumps({
            "game": self.game.id, "from": self.game.digest, "trials": len(self.trials),
            "targets": {target.name: target.value for target in self.targets},
            "figures": {path: {"before": figure(self.game.pieces, path), "now": figure(pieces, path)}
                        for path in paths},
            "before": before.to_data(), "now": best.to_data()}, indent=1, ensure_ascii=False) + "\n", "utf-8")
