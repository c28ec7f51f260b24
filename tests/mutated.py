"""Inputs gone wrong in every way: positions, observations, records, sets of pieces. Refused in a sentence, or as good
as any; shared by the quick test and the soak."""
from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

import chateaux
from chateaux.engine.data import Endless

ODD: list[Any] = [None, True, -1, 0, 1, 2, 3, 7, 10**6, 2**31, 2**63, 2**70, 1.5, "", "x", "all", "\x00", [], {}, [0]]
SAMPLED = 3  # worlds that are dealt for each observation


def spots(data: Any) -> Iterator[tuple[Any, Any]]:
    """Every place of a document: its list or object, and its index or name."""
    for at, value in list(data.items()) if isinstance(data, dict) else enumerate(data):
        yield data, at
        if isinstance(value, (dict, list)):
            yield from spots(value)


def mutated(data: Any, dice: random.Random) -> Any:
    """A copy of a document with one or two things changed, left out, doubled or swapped."""
    data = copy.deepcopy(data)
    for _ in range(dice.choice((1, 1, 1, 2))):
        places = list(spots(data))
        if not places:
            break
        (where, at), (other, there) = dice.choice(places), dice.choice(places)
        kind = dice.randrange(6)
        if kind == 0:
            where[at] = dice.choice(ODD)
        elif kind == 1 and type(where[at]) is int:
            where[at] += dice.choice((-1, 1))
        elif kind == 2:
            where[at], other[there] = copy.deepcopy(other[there]), copy.deepcopy(where[at])
        elif kind == 3:
            del where[at]
        elif kind == 4 and isinstance(where, list):
            where.append(copy.deepcopy(where[at]))
        else:
            where[at] = copy.deepcopy(other[there])
    return data


def somewhere(game: chateaux.Game, dice: random.Random) -> chateaux.State:
    """A position of the game, any number of players and any options."""
    state = game.new(dice.choice(game.players), dice.getrandbits(30), dice.choice(game.option_sets()))
    for _ in range(dice.choice((0, 3, 10, 30, 60))):
        if state.over:
            break
        seat = dice.choice(state.to_act)
        state.play(dice.choice(state.actions(seat)), seat)
    return state


def odd_position(game: chateaux.Game, dice: random.Random) -> str:
    """A position is refused, or goes on like any other."""
    try:
        state = game.load(mutated(somewhere(game, dice).dump(), dice))
    except chateaux.BadPosition as error:
        return sentence(error)
    for seat in state.to_act:
        state.clone().play(dice.choice(state.actions(seat)), seat)
    for eyes in range(-1, int(state.players)):
        assert game.worlds(state.observe(eyes)).sample(1).observe(eyes) == state.observe(eyes)
    assert game.load(state.dump()).dump() == state.dump()
    return "accepted"


def odd_observation(game: chateaux.Game, dice: random.Random) -> str:
    """An observation is refused by `worlds`, or every world it may come from is one that `check` lets pass."""
    state = somewhere(game, dice)
    whole = state.observe(dice.randrange(-1, int(state.players))).to_data()
    try:
        seen = chateaux.Observation.from_data(mutated(whole, dice))
        worlds = game.worlds(seen)
    except chateaux.BadPosition as error:
        return sentence(error)
    for seed in range(SAMPLED):
        world = worlds.sample(seed)
        world.check()
        assert world.observe(seen.seat).position == seen.position
        game.load(world.dump())
    return "accepted"


def odd_record(game: chateaux.Game, dice: random.Random) -> str:
    """A record is refused, or replays."""
    record = chateaux.Record(game, dice.choice(game.players), dice.choice(game.option_sets()), dice.getrandbits(30))
    state = record.new()
    while not state.over and len(record.entries) < 30:
        seat = dice.choice(state.to_act)
        record.add(seat, dice.choice(state.actions(seat)))
        state.play(record.entries[-1][1], seat)
    try:
        chateaux.Record.from_json(msgspec.json.encode(mutated(msgspec.json.decode(record.to_json()), dice))).replay()
    except chateaux.BadRecord as error:
        return sentence(error)
    return "accepted"


def odd_set(game: chateaux.Game, dice: random.Random) -> str:
    """A set of pieces is refused, or can be played with."""
    try:
        own = game.with_pieces(mutated(game.pieces, dice))
    except chateaux.BadPosition as error:
        return sentence(error)
    try:
        somewhere(own, dice)
    except Endless:
        return "endless"
    return "accepted"


def sentence(error: Exception) -> str:
    assert str(error)[-1:] in (".", ")", "?"), error
    return "refused"


KINDS: dict[str, Callable[[chateaux.Game, random.Random], str]] = {
    "positions": odd_position, "observations": odd_observation, "records": odd_record, "sets": odd_set}


def tried(kind: str, id: str, count: int, seed: int) -> Counter[str]:
    """So many inputs gone wrong; raises at the first that is met with anything but a sentence."""
    dice, game, seen = random.Random(f"{seed} {kind} {id}"), chateaux.game(id), Counter[str]()
    for number in range(count):
        try:
            seen[KINDS[kind](game, dice)] += 1
        except Exception as error:
            error.add_note(f"{kind} of {id}, number {number} of seed {seed}")
            raise
    return seen
