"""The summary of a run: every figure of the report as plain data, drawn from the folder batch by batch."""
from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any, Final

import numpy as np

from chateaux.engine.data import Data
from chateaux.engine.parts import meta
from chateaux.lab.figures import FREE, NORMAL, TRUST, Contest, Fit, Moments, Numbers, fitted, gain, wilson, worth
from chateaux.lab.folder import Coded, Folder
from chateaux.lab.playing import facts_of
from chateaux.lab.setting import Batch, Refused, game_at

FORMAT: Final = 1
TURN: Final = 40.0  # seconds of people: Château Combo, all printed, has 36 turns among four in its 25 minutes
CLOSE: Final = 0.1  # a lead below this share of the winner's points is close


def summarised(folder: Folder, turn: float = TURN) -> Data:
    """All figures of a run."""
    if not folder.finished:
        raise Refused("empty", folder=str(folder.path))
    setting, game = folder.setting, game_at(folder.setting)
    tallies = [Tally(players, turn, facts_of(game).frozen) for players in setting.players]
    by_players = {tally.players: tally for tally in tallies}
    for batch, games in folder.each("games"):
        by_players[batch.players].games(games)
    for batch, seats in folder.each("seats"):
        by_players[batch.players].seats(seats)
    return {"format": FORMAT, "game": setting.game, "rules_version": setting.rules_version,
            "pieces_digest": setting.digest, "own_pieces": setting.pieces is not None,
            "options": dict(setting.options), "bots": setting.bots,
            "seed": setting.seed, "version": setting.version, "asked": setting.games,
            "box_minutes": list(meta(game).minutes), "turn_seconds": turn,
            "tables": [tally.told() for tally in tallies if tally.count], "pieces": pieces(folder)}


def rounded(*numbers: float, digits: int = 4) -> list[float]:
    return [round(float(number), digits) for number in numbers]


class Tally:
    """What was seen with one number of players."""

    def __init__(self, players: int, turn: float, frozen: tuple[str, ...]) -> None:
        self.players, self.turn, self.frozen, self.count = players, turn, frozen, 0
        self.turns: Counter[int] = Counter()
        self.endings: Counter[str] = Counter()
        self.margins: Counter[int] = Counter()
        self.leads: Counter[int] = Counter()  # tenths of the game
        self.changes, self.margin, self.lead, self.close = Moments(), Moments(), Moments(), 0
        self.victory = [0.0] * players
        self.score = [Moments() for _ in range(players)]
        self.won, self.lost = Counter[int](), Counter[int]()  # scores of winners and of the others
        self.ahead: list[Counter[int]] = [Counter() for _ in range(players)]  # by how much a place beats the best other
        self.sources: Counter[str] = Counter()

    def games(self, table: dict[str, Any]) -> None:
        self.count += len(table["turns"])
        self.turns.update(map(int, table["turns"]))
        self.endings.update(counted(table["ending"]))
        self.margins.update(map(int, table["margin"]))
        self.leads.update(min(9, int(share * 10)) for share in table["lead"])
        self.changes.add(table["changes"].astype(float))
        self.margin.add(table["margin"].astype(float))
        self.lead.add(table["lead"])
        self.close += int((table["margin"] <= CLOSE * np.abs(table["best"])).sum())

    def seats(self, table: dict[str, Any]) -> None:
        order = np.lexsort((table["place"], table["deal"]))
        score = table["score"][order].reshape(-1, self.players).astype(float)
        victory = table["victory"][order].reshape(-1, self.players)
        for place in range(self.players):
            self.victory[place] += float(victory[:, place].sum())
            self.score[place].add(score[:, place])
            others = np.delete(score, place, axis=1).max(axis=1) if self.players > 1 else score[:, 0] * 0
            self.ahead[place].update(map(int, score[:, place] - others))
        self.won.update(map(int, score[victory > 0]))
        self.lost.update(map(int, score[victory == 0]))
        sources = table["sources"]
        for code, word in enumerate(sources.words):
            self.sources[word] += int(sources.points[sources.codes == code].sum())

    def told(self) -> Data:
        even = 1 / self.players
        turns, low, high = spread(self.turns)
        seats = []
        for place in range(self.players):
            share = self.victory[place] / self.count
            seats.append({"seat": place + 1, "share": round(share, 4),
                          "interval": rounded(*wilson(self.victory[place], self.count)),
                          "worth": round(worth(dict(self.ahead[place]), self.victory[place], even), 2),
                          "score": round(self.score[place].mean, 3),
                          "score_interval": rounded(*self.score[place].interval, digits=3)})
        points = sum(self.sources.values()) or 1
        frozen = sum(count for kind, count in self.endings.items() if kind in self.frozen)
        return {
            "players": self.players, "games": self.count, "even": round(even, 4), "seats": seats,
            "turns": {"mean": round(turns, 2), "from": low, "to": high, "histogram": listed(self.turns)},
            "minutes": {"mean": round(turns * self.turn / 60, 1), "from": round(low * self.turn / 60, 1),
                        "to": round(high * self.turn / 60, 1)},
            "scores": {"winners": listed(self.won), "others": listed(self.lost),
                       "winner_mean": round(spread(self.won)[0], 2), "other_mean": round(spread(self.lost)[0], 2)},
            "margin": {"mean": round(self.margin.mean, 2), "close": round(self.close / self.count, 4),
                       "close_interval": rounded(*wilson(self.close, self.count)), "histogram": listed(self.margins)},
            "lead": {"mean": round(self.lead.mean, 4), "changes": round(self.changes.mean, 2),
                     "histogram": [self.leads[tenth] for tenth in range(10)]},
            "endings": dict(sorted(self.endings.items())),
            "frozen": {"share": round(frozen / self.count, 4), "interval": rounded(*wilson(frozen, self.count))},
            "sources": {kind: round(count / points, 4) for kind, count in self.sources.most_common() if count}}


def counted(column: Coded) -> dict[str, int]:
    """How often each word stands in a column."""
    times = np.bincount(column.codes, minlength=len(column.words))
    return {word: int(count) for word, count in zip(column.words, times, strict=True) if count}


def listed(counts: Counter[int]) -> list[list[int]]:
    """A histogram as pairs, in order."""
    return [[value, counts[value]] for value in sorted(counts)]


def spread(counts: Counter[int]) -> tuple[float, int, int]:
    """The mean of a histogram, and the values between which nine of ten lie.

    >>> spread(Counter({10: 1, 20: 18, 30: 1}))
    (20.0, 20, 20)
    """
    total = sum(counts.values())
    if not total:
        return 0.0, 0, 0
    mean, seen, low, high = sum(value * count for value, count in counts.items()) / total, 0, None, 0
    for value in sorted(counts):
        seen += counts[value]
        if low is None and seen > 0.05 * total:
            low = value
        high = value
        if seen >= 0.95 * total:
            break
    return mean, low or 0, high


# ---------------------------------------------------------------- pieces


class Use:
    """How a piece was used."""

    def __init__(self) -> None:
        self.offered, self.took, self.times = 0, 0, 0
        self.victory, self.even = 0.0, 0.0  # of those who took it: what they won, and what would be even


def uses_in(folder: Folder) -> tuple[dict[str, Use], int]:
    """How every piece was used, and how many seats there were."""
    uses: dict[str, Use] = defaultdict(Use)
    seats = 0
    for batch in folder.finished:
        victories, table = victory_of(folder.read(batch, "seats"), batch), folder.read(batch, "pieces")
        piece, took = table["piece"], table["taken"] > 0
        size = len(piece.words)
        won = victories[table["deal"] - batch.first, table["place"]]
        seats += victories.size
        columns = [np.bincount(piece.codes, weights, size)
                   for weights in (table["offered"], took, table["taken"], won * took)]
        for code, id in enumerate(piece.words):
            use = uses[id]
            use.offered += int(columns[0][code])
            use.took += int(columns[1][code])
            use.times += int(columns[2][code])
            use.victory += float(columns[3][code])
            use.even += float(columns[1][code]) / batch.players
    return uses, seats


def pieces(folder: Folder) -> list[Data]:
    """Every piece: how often it is offered and taken, what its takers win, and what it adds by the regression."""
    uses, seats = uses_in(folder)
    family = families(game_at(folder.setting).pieces)
    kinds: dict[str, list[str]] = defaultdict(list)
    for id in sorted(uses):
        kinds[family.get(id, "")].append(id)
    crowd = {players: sum(batch.size for batch in folder.finished if batch.players == players)
             for players in folder.setting.players}
    found: list[Data] = []
    for kind, names in sorted(kinds.items()):
        weights, errors = regression(folder, names).compared(np.array([uses[id].times for id in names], dtype=float))
        for id, weight, error in zip(names, weights, errors, strict=True):
            use = uses[id]
            adds, low, high = (over(crowd, edge) for edge in (weight, weight - NORMAL * error, weight + NORMAL * error))
            found.append({"id": id, "family": kind, "offered": round(use.offered / seats, 4),
                          "taken": round(use.took / max(1, use.offered), 4),
                          "uses": round(use.times / max(1, use.took), 2), "takers": use.took,
                          "won": round(use.victory / max(1, use.took), 4),
                          "won_interval": rounded(*wilson(use.victory, use.took)),
                          "won_even": round(use.even / max(1, use.took), 4), "adds": round(adds, 4),
                          "adds_interval": rounded(low, high), "weight": round(float(weight), 5),
                          "error": round(float(error), 5)})
    return sorted(found, key=lambda piece: (-float(str(piece["adds"])), str(piece["id"])))


def over(crowd: dict[int, int], weight: float) -> float:
    """What a weight adds to an even chance, on the mean of all games."""
    return sum(count * gain(weight, players) for players, count in crowd.items()) / max(1, sum(crowd.values()))


def victory_of(seats: dict[str, Any], batch: Batch) -> Numbers:
    """The victories of a batch as an array by game and place."""
    found = np.zeros((batch.size, batch.players))
    found[seats["deal"] - batch.first, seats["place"]] = seats["victory"]
    return found


def regression(folder: Folder, names: list[str]) -> Fit:
    """What each use of a piece of one family adds, adjusted for who uses it: for the other pieces of the family that
    the seat used, for its place, and for the bot that plays it. Other families stay out: coins that are points would
    explain every victory away.
    """
    setting = folder.setting
    bots = sorted(set(setting.bots))[1:]
    places = [(players, place) for players in setting.players for place in range(1, players)]
    number = {id: at for at, id in enumerate(names)}
    of_place = {key: len(names) + at for at, key in enumerate(places)}
    of_bot = {spec: len(names) + len(places) + at for at, spec in enumerate(bots)}
    others = len(places) + len(bots)

    def contests() -> Iterable[Contest]:
        for batch in folder.finished:
            had = np.zeros((batch.size, batch.players, len(names) + others))
            table, seats = folder.read(batch, "pieces"), folder.read(batch, "seats")
            words = np.array([number.get(id, -1) for id in table["piece"].words], dtype=np.int64)
            columns = words[table["piece"].codes]
            mine = columns >= 0
            had[table["deal"][mine] - batch.first, table["place"][mine], columns[mine]] = table["taken"][mine]
            for place in range(1, batch.players):
                had[:, place, of_place[batch.players, place]] = 1
            for code, spec in enumerate(seats["bot"].words):
                if spec in of_bot:
                    these = seats["bot"].codes == code
                    had[seats["deal"][these] - batch.first, seats["place"][these], of_bot[spec]] = 1
            yield Contest(had, victory_of(seats, batch))

    return fitted(contests, np.array([TRUST] * len(names) + [FREE] * others))


def families(pieces: object, family: str = "") -> dict[str, str]:
    """The family of every piece: the part of the set in which it stands.

    >>> families({"tiles": [{"id": "wall"}], "coins": [{"id": "ruby"}], "boards": {"blue": {"lines": [{"id": "row"}]}}})
    {'wall': 'tiles', 'ruby': 'coins', 'row': 'boards'}
    """
    found: dict[str, str] = {}
    if isinstance(pieces, dict):
        if isinstance(pieces.get("id"), str):
            found[pieces["id"]] = family
        for key, part in pieces.items():
            for id, name in families(part, family or str(key)).items():
                found.setdefault(id, name)
    elif isinstance(pieces, list):
        for part in pieces:
            for id, name in families(part, family).items():
                found.setdefault(id, name)
    return found
