"""What dice may be used for, beside a second, plain reading of the rules that lists every outcome.

Offered is every outcome once, but for those that another one beats with more residents and nothing else.
"""
from __future__ import annotations

import random
from typing import Any

import chateaux

from .table import GAME, arranged

PIECES: Any = GAME.pieces
FACES: list[str] = PIECES["dice"]["faces"]
SLOTS: list[int] = PIECES["castle_sheet"]["walls"]["flag_slots"]
NAMES = {"W": "wood", "S": "stone", "G": "gold", "F": "food"}
CELLS = {side: {f"r{row + 1}c{col + 1}": NAMES[letter] for row, letters in enumerate(PIECES["boards"][side]["grid"])
                for col, letter in enumerate(letters) if letter != "."} for side in ("green", "blue")}
LASTING = ["knight", "monk", "cook", "shepherdess", "troll", "guard"]
Castle = dict[str, Any]
Result = tuple[Any, ...]


def result(castle: Castle) -> Result:
    flags = tuple(tuple(wall["flags"]) if wall else None for wall in castle["walls"])
    return tuple(sorted(castle["tokens"])), flags, castle["clouds"], castle["residents"]


def outcomes(castle: Castle, face: str, cells: dict[str, str]) -> list[Castle]:
    """Everything that a face may lead to, a lost die included."""
    found: list[Castle] = []
    guests = castle["guests"]
    free = [cell for cell in cells if cell not in castle["tokens"]] if len(castle["tokens"]) < 10 else []

    def drawn(count: int, cell: str | None = None) -> Castle:
        return {**castle, "tokens": castle["tokens"] + ([cell] if cell else []),
                "residents": min(36, castle["residents"] + count)}

    for chosen in FACES[:5] if face == "wild" else [face]:
        if chosen == "residents":
            found += [drawn(2), *[drawn(0, cell) for cell in free if "knight" in guests]]
            continue
        traded = {"wood", "stone"} if "troll" in guests and chosen in ("wood", "stone") else {chosen}
        extra = 1 if chosen == "food" and "cook" in guests else 0
        fitting = [cell for cell in free if cells[cell] in traded]
        found += [drawn(extra, cell) for cell in fitting] or [drawn(extra)]
        if chosen == "gold" and "monk" in guests:
            for place, wall in enumerate(castle["walls"]):
                if wall and len(wall["flags"]) < SLOTS[place]:
                    flown = {**wall, "flags": [*wall["flags"], 2]}
                    found.append({**castle, "walls": [*castle["walls"][:place], flown, *castle["walls"][place + 1:]]})
    if face == "wild" and "shepherdess" in guests:
        found.append({**castle, "clouds": castle["clouds"] + 1})
    return found


def used(castle: Castle, face: str, cells: dict[str, str]) -> list[Castle]:
    """Ruling 2: the active player loses a resource die only when it can do nothing."""
    found = outcomes(castle, face, cells)
    if face in ("residents", "wild"):
        return found
    return [after for after in found if result(after) != result(castle)] or [castle]


def agree(offered: set[Result], possible: set[Result]) -> None:
    assert offered <= possible
    for missing in possible - offered:
        assert [other for other in offered if other[:3] == missing[:3] and other[3] > missing[3]], missing


def some_castle(chooser: random.Random, cells: dict[str, str], guests: list[str], ready: bool) -> Castle:
    """A castle with random tokens; one that is ready has a complete line, so that its turn stops at building."""
    tokens = ["r1c2", "r1c3"] if ready else []
    others = [cell for cell in cells if cell not in tokens]
    tokens += chooser.sample(others, chooser.choice([0, 3, 6, 7, 8]) + (0 if ready else chooser.choice([0, 2])))
    walls = [{"residents": 1, "flags": [1] * chooser.randint(0, slots)} if chooser.random() < 0.7 else None
             for slots in SLOTS]
    return {"tokens": tokens, "residents": chooser.choice([0, 3, 34, 35, 36]), "walls": walls, "clouds": 0,
            "guests": guests, "floors": len(guests)}


def castles_after(state: chateaux.State, seat: int, phase: str) -> list[Result]:
    """What a seat's castle may be when the phase of the first turn is over for it, one for each way."""
    position: Any = state.dump()["position"]
    if position["phase"] != phase or position["turn"] > 1:
        return [result(position["castles"][seat])]
    found = []
    for action in state.actions(seat):
        after = state.clone()
        after.play(action, seat)
        found += castles_after(after, seat, phase)
    return found


def test_the_uses_offered_are_those_of_the_rules() -> None:
    chooser = random.Random(5)
    for _ in range(1200 if chateaux.COMPILED else 300):
        side = chooser.choice(["green", "blue", "blue"])
        cells = CELLS[side]
        guests = chooser.sample(LASTING, chooser.randint(0, 4)) if side == "blue" else []
        seat = chooser.randrange(2)
        mine = some_castle(chooser, cells, guests if seat == 0 else [], True)
        other = some_castle(chooser, cells, guests if seat == 1 else [], False)
        dice = [chooser.choice(FACES), chooser.choice(FACES)]
        state = arranged(side, mine, other, dice=dice)
        possible = {result(last) for first, second in (dice, dice[::-1])
                    for then in used(mine, first, cells) for last in used(then, second, cells)}
        agree(set(castles_after(state, 0, "dice")), possible)
        state = arranged(side, mine, other, dice=dice, phase="answers")
        offered = castles_after(state, 1, "answers")
        assert len(offered) == len(set(offered)), "ruling 23: the same result is offered once"
        rest = {result(after) for face in dice for after in outcomes(other, face, cells)}
        agree(set(offered), rest | {result(other)})
