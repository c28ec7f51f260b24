"""Playing a batch: from a setting and a batch to rows, the same ones wherever and whenever it is done.

One row a game, one a seat, one a piece that a seat could have or had. Seats are told in turn order: place 0 begins.
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, NamedTuple

from chateaux.bots import Bot, bot
from chateaux.engine.chance import Chance
from chateaux.engine.data import Endless, Event
from chateaux.engine.game import Game, State
from chateaux.engine.parts import part
from chateaux.lab.setting import Batch, Setting, game_at, ladder_spec

UNFINISHED: Final = "unfinished"  # the ending of a game that went on and on
RANDOM: Final = "random"  # plays at the engine's full speed here
Row = dict[str, Any]  # numbers, words, and the points by source
Opening = Callable[[Game, int, int, dict[str, Any]], State]


class Facts(NamedTuple):
    """What a game's folder tells the lab; a game that tells nothing is known by its actions and points."""

    turns: Callable[[State], int] | None
    offered: Callable[[State, int], list[str]]
    taken: Callable[[Event], list[str]]
    frozen: tuple[str, ...] = ()  # the kinds of endings of games that could not go on


def facts_of(game: Game) -> Facts:
    """The facts in `lab.py` beside the rules."""
    found = part(game, "lab")
    return Facts(getattr(found, "turns", None), getattr(found, "offered", lambda state, seat: []),
                 getattr(found, "taken", lambda event: []), getattr(found, "FROZEN", ()))


class Rows(NamedTuple):
    """What a batch gives."""

    games: list[Row]
    seats: list[Row]
    pieces: list[Row]


def dealt(game: Game, players: int, seed: int, options: dict[str, Any]) -> State:
    """The position before the first action."""
    return game.new(players, seed, options)


def play(setting: Setting, batch: Batch, opening: Opening = dealt) -> Rows:
    """All rows of a batch."""
    game, found = game_at(setting), Rows([], [], [])
    facts = facts_of(game)
    for deal in range(batch.first, batch.first + batch.size):
        state = opening(game, batch.players, setting.seed + deal, setting.options)
        watch(setting, game, facts, state, deal, found)
    return found


@lru_cache(maxsize=64)
def bot_at(spec: str, game: Game) -> Bot:
    return bot(ladder_spec(spec), game)


def watch(setting: Setting, game: Game, facts: Facts, state: State, deal: int, found: Rows) -> None:
    """Play a game to its end and write its rows."""
    players = int(state.players)
    seated = setting.bots_at(players, deal)
    bots = [None if spec == RANDOM else bot_at(spec, game) for spec in seated]
    luck = Chance.stream(-1 - (setting.luck * 2**40 + setting.seed + deal))
    offers: list[set[str]] = [set() for _ in range(players)]
    takes: list[Counter[str]] = [Counter() for _ in range(players)]
    leads: list[tuple[int, int]] = []  # since which action who leads alone, -1 for nobody
    first, last, runs, count = -1, -1, 0, 0
    ending = ""
    while state.to_act:
        seat = state.to_act[0]
        first = seat if first < 0 else first
        runs += seat != last
        last = seat
        offers[seat].update(facts.offered(state, seat))
        chooser = bots[seat]
        if chooser is None:
            actions = state.actions(seat)
            action = actions[luck.below(len(actions))]
        else:
            action = chooser.choose(state.observe(seat))
        try:
            events = state.play(action, seat, events=True).events
        except Endless:
            ending = UNFINISHED
            break
        count += 1
        for event in events:
            if 0 <= event.seat < players:
                takes[event.seat].update(facts.taken(event))
        leader = alone_ahead(state.scores())
        if not leads or leads[-1][1] != leader:
            leads.append((count, leader))
        if count >= game.longest:
            ending = UNFINISHED
            break
    first = max(first, 0)
    winners, scores = state.winners(), state.scores()
    best = sorted(scores, reverse=True)
    margin = scores[winners[0]] - max(score for seat, score in enumerate(scores) if seat != winners[0]) \
        if winners and players > 1 else 0
    # the last time that the winner came to lead alone; a tie broken otherwise is decided at the very end
    since = leads[-1][0] if len(winners) == 1 and leads and leads[-1][1] == winners[0] else count
    found.games.append({
        "players": players, "deal": deal, "turns": runs if facts.turns is None else int(facts.turns(state)),
        "decisions": count, "ending": ending or str(state.ending().get("kind", "")), "margin": margin, "best": best[0],
        "lead": since / count if count else 1.0, "changes": max(0, sum(who >= 0 for _, who in leads) - 1)})
    for seat in range(players):
        place = (seat - first) % players
        sources: Counter[str] = Counter()
        for line in state.breakdown(seat):
            points = line["points"]
            if isinstance(points, int) and points:
                sources[str(line["kind"])] += points
        found.seats.append({
            "players": players, "deal": deal, "place": place, "bot": seated[seat], "score": scores[seat],
            "victory": 1 / len(winners) if seat in winners else 0.0, "sources": sorted(sources.items())})
        for id in sorted(offers[seat] | takes[seat].keys()):
            found.pieces.append({"players": players, "deal": deal, "place": place, "piece": id,
                                 "offered": True, "taken": takes[seat][id]})


def alone_ahead(scores: list[int]) -> int:
    """The seat with the most points, -1 where it shares them.

    >>> alone_ahead([3, 5, 4]), alone_ahead([5, 5])
    (1, -1)
    """
    best = max(scores)
    return scores.index(best) if scores.count(best) == 1 else -1
