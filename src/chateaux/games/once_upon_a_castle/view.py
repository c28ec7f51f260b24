"""An observation of Once Upon a Castle made ready for a board: every element with its id, every figure worked out.

Made from the observation alone. The figures (ready lines, points) come from a position sampled from it and
depend on nothing hidden: only pending answers are.
"""
from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from chateaux.engine.chance import bits
from chateaux.engine.data import Observation
from chateaux.games.once_upon_a_castle import schema
from chateaux.games.once_upon_a_castle.actions import DONE, element_of_use
from chateaux.games.once_upon_a_castle.board import CLOUD, DRAW, FACES, REWARDS, TOKEN, WORTH, Board
from chateaux.games.once_upon_a_castle.building import places
from chateaux.games.once_upon_a_castle.castle import value_at
from chateaux.games.once_upon_a_castle.guests import KINDS, POINTS_PER
from chateaux.games.once_upon_a_castle.state import (
    ANSWERS,
    BUILD,
    DICE,
    GAIN,
    MOVE,
    NONE,
    OVER,
    PHASES,
    SHEET,
    SIDES,
    TWICE,
)

EDGE = 12  # rows and columns of the places around the largest grid
GUEST_REWARDS = ("reactivate_lightning_guest", "steal_guest")
TALLIED = {"towers": "towers", "residents": "residents", "flags": "flags", "guest": "guests", "sun": "sky",
           "cloud": "sky", "clouds": "sky"}  # under which heading a line of the breakdown is summed up

if TYPE_CHECKING:
    from chateaux.games.once_upon_a_castle.rules import CastleState, OnceUponACastle


def view(game: OnceUponACastle, observation: Observation) -> schema.View:
    """What a seat may see, for a board template."""
    from chateaux.games.once_upon_a_castle.rules import CastleState

    state = game.worlds(observation).sample(0)
    assert isinstance(state, CastleState)
    version, phase, seat = state.version, state.phase, observation.seat
    return schema.View(
        phase=PHASES[phase], round=state.number, turn=state.active, asked=state.to_act,
        me=None if seat < 0 else seat, players=[player(state, other) for other in range(state.players)],
        eyes=state.active if seat < 0 else seat, version=version.name, sheets=sheets(state, seat),
        over=phase == OVER, final=state.finisher >= 0, scores=state.scores(), winners=list(state.winners()),
        dice=dice(state, seat), gift=gift(state), answer=own_answer(state, seat), uses=uses(state, seat),
        builds=builds(state, seat), board=board(version.board), gate=gate(state), pile=state.pile_count,
        done=schema.Button(id="done", legal=seat >= 0 and state.allows(seat, state.verbs.first[DONE])),
        rewards=schema.Rewards(sun=version.sheet.sun, cloud=version.sheet.cloud, extra_cloud=version.cloud_points,
                               residents=version.drawn), elements=version.sheet.elements)


def sheets(state: CastleState, seat: int) -> list[schema.Button]:
    """The sides of the sheet to choose from, while that is asked."""
    if state.phase != SHEET:
        return []
    return [schema.Button(id=f"sheet-{side}", legal=seat == state.active) for side in SIDES]


def dice(state: CastleState, seat: int) -> list[schema.Die]:
    """The two dice: which are still to be used by the active player, and which the seat may choose now."""
    span = state.version.board.span
    asked = state.phase in (DICE, ANSWERS) and 0 <= seat < state.players and bool(state.actions(seat))
    return [schema.Die(id=f"die-{number + 1}", face=FACES[face],
                       used=not (state.phase == DICE and state.left >> number & 1),
                       legal=asked and state.may[seat] >> (number * span) & (1 << span) - 1 != 0)
            for number, face in enumerate((state.first_die, state.second_die))]


def gift(state: CastleState) -> schema.Gift | None:
    """What a guest gives now: tokens to place, moves, or a die that is taken twice."""
    if state.phase not in (GAIN, TWICE, MOVE):
        return None
    kind = {int(GAIN): "tokens", int(TWICE): "die", int(MOVE): "moves"}[int(state.phase)]
    return schema.Gift(id="gift", kind=kind, face=None if state.phase == MOVE else FACES[state.gift],
                       count=state.count)


def own_answer(state: CastleState, seat: int) -> str | None:
    """The element that stands for the answer a seat has given and may still change."""
    if seat < 0 or state.phase != ANSWERS or state.answers[seat] == NONE:
        return None
    return state.steps(seat, state.answers[seat])[-1][0]


def uses(state: CastleState, seat: int) -> dict[str, schema.Use]:
    """For each element a die could be used on now, what comes of it: points, residents, lines that become complete."""
    if seat < 0 or state.phase not in (DICE, ANSWERS, GAIN, TWICE):
        return {}
    verbs = state.verbs
    return {element_of_use(state, seat, verbs.one[action]): told(state, seat, verbs.one[action])
            for action in state.legal(seat) if verbs.verb[action] != DONE}


def told(state: CastleState, seat: int, use: int) -> schema.Use:
    """What comes of one use of a die."""
    board, sheet, castle = state.version.board, state.version.sheet, state.castles[seat]
    verb = board.uses.verb[use]
    if verb == TOKEN:
        return schema.Use(lines=[line.id for line in board.lines if line.cells >> use & 1
                                 and line.cells & ~castle.tokens == 1 << use])
    if verb == DRAW:
        drawn = min(state.version.drawn, sheet.track - castle.residents)
        return schema.Use(residents=drawn,
                          points=sheet.worth[castle.residents + drawn] - sheet.worth[castle.residents])
    return schema.Use(points=state.version.cloud_points if verb == CLOUD else state.version.monk_points)


def builds(state: CastleState, seat: int) -> dict[str, dict[str, schema.Gain]]:
    """For each complete line and each place of its reward, the points it would bring; None where that is open.

    Only what is certain is told: no guest from the face-down pile, no die that is yet to be rolled.
    """
    found: dict[str, dict[str, schema.Gain]] = {}
    if seat < 0 or state.phase != BUILD or seat != state.active:
        return found
    version, before = state.version, state.scores()[seat]
    for action in state.actions(seat):
        if state.verbs.verb[action] == DONE:
            continue
        steps = state.steps(seat, action)
        line = version.board.lines[state.verbs.one[action]]
        place, open_guest = int(state.verbs.two[action]), -1
        if REWARDS[line.kind] == "donjon_floor" and place < line.places:
            open_guest = int(state.display[place]) if version.open else -2
        elif REWARDS[line.kind] in GUEST_REWARDS and place < line.places:
            open_guest = place
        gain = schema.Gain(points=None, sun=False, ends=open_guest == -2 and state.finisher < 0
                           and state.castles[seat].elements + 1 == version.sheet.elements)
        if open_guest == -1 or (open_guest >= 0 and not version.guests[open_guest].rolls):
            after = state.clone()
            after.play(action, seat)
            gain = schema.Gain(points=after.scores()[seat] - before, sun=after.sun == seat and state.sun != seat,
                               ends=after.finisher == seat and state.finisher != seat)
        found.setdefault(steps[0][0], {})[steps[1][0] if len(steps) > 1 else ""] = gain
    return found


# ---------------------------------------------------------------- the board


@lru_cache(maxsize=32)
def board(board: Board) -> schema.Board:
    """The grid and its lines; ids of cells and lines take the seat between prefix and name: `cell-0-r1c2`."""
    ends = line_ends(board)
    places = {name: board.places[at] for at, name in enumerate(board.cells)}
    lines = []
    for line in board.lines:
        cells = [name for at, name in enumerate(board.cells) if line.cells >> at & 1]
        worth = {WORTH[line.kind]: int(line.worth)} if WORTH[line.kind] else {}
        lines.append(schema.Run(
            name=line.id, cells=cells, reward=schema.Reward(type=REWARDS[line.kind], **worth), end=ends[line.id],
            across=places[cells[0]][0] == places[cells[-1]][0],
            cost=[FACES[board.resource[board.cells.index(cell)]] for cell in cells]))
    return schema.Board(
        side=board.side, rows=max(row for row, _ in board.places), columns=max(col for _, col in board.places),
        cells=[schema.Ground(name=name, row=places[name][0], col=places[name][1], resource=FACES[board.resource[at]])
               for at, name in enumerate(board.cells)], lines=lines)


def line_ends(board: Board) -> dict[str, schema.Place]:
    """Where the reward of each line is shown: after its last cell, or before its first where that is taken; for a part
    of a longer run, which has cells on both sides, the nearest place that is free.
    """
    taken = set(board.places)
    ends: dict[str, schema.Place] = {}
    for line in board.lines:
        cells = [place for at, place in enumerate(board.places) if line.cells >> at & 1]
        first, last = cells[0], cells[-1]
        across = first[0] == last[0]
        after = (last[0], last[1] + 1) if across else (last[0] + 1, last[1])
        before = (first[0], first[1] - 1) if across else (first[0] - 1, first[1])
        around = sorted(((row, col) for row in range(EDGE) for col in range(1, EDGE)),
                        key=lambda place: (min(apart(place, cell) for cell in cells), place))
        end = next(place for place in (after, before, *around) if place not in taken and place[1] > 0)
        ends[line.id] = schema.Place(row=end[0], col=end[1])
        taken.add(end)
    return ends


def apart(one: tuple[int, int], other: tuple[int, int]) -> int:
    """How many steps lie between two places of the grid."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


# ---------------------------------------------------------------- players and guests


def player(state: CastleState, seat: int) -> schema.Player:
    """One player's board and sheet, as drawn so far."""
    version = state.version
    sheet, board, castle = version.sheet, version.board, state.castles[seat]
    complete = board.complete[castle.tokens]
    breakdown = state.breakdown(seat)
    tally = dict.fromkeys(TALLIED.values(), 0)
    for row in breakdown:
        tally[TALLIED[str(row["kind"])]] += int(str(row["points"]))
    return schema.Player(
        seat=seat, side=SIDES[int(state.sides) >> seat & 1],
        answered=state.phase == ANSWERS and state.answers[seat] != NONE,
        tokens=[schema.Token(id=f"token-{seat}-{name}", cell=f"cell-{seat}-{name}", name=name)
                for at, name in enumerate(board.cells) if castle.tokens >> at & 1],
        cells=[schema.Cell(id=f"cell-{seat}-{name}", name=name, covered=bool(castle.tokens >> at & 1))
               for at, name in enumerate(board.cells)],
        lines=[schema.Line(id=f"line-{seat}-{line.id}", name=line.id, ready=bool(complete >> at & 1),
                           missing=line.length - bits(castle.tokens & line.cells), useful=useful(state, seat, at))
               for at, line in enumerate(board.lines)],
        hand=castle.hand,
        towers=[schema.Tower(id=f"tower-{seat}-{tower + 1}", place=tower + 1,
                             points=value_at(castle.worth, tower) or None) for tower in range(sheet.towers)],
        walls=[wall(state, seat, place) for place in range(sheet.walls)],
        floors=[schema.Floor(id=f"floor-{seat}-{floor + 1}", place=floor + 1, built=floor < castle.floors)
                for floor in range(sheet.floors)],
        residents=residents(state, seat),
        sky=schema.Sky(id=f"sky-{seat}", sun=state.sun == seat, cloud=state.finisher == seat,
                       extra_clouds=castle.clouds),
        guests=[guest(state, number, seat) for number in range(version.guest_count) if castle.guests >> number & 1],
        counts=schema.Counts(towers=bits(castle.towers), walls=bits(castle.walls), floors=castle.floors,
                             flags=castle.flag_count(), residents=castle.residents, elements=castle.elements),
        score=state.scores()[seat], breakdown=breakdown, tally=schema.Tally(**tally))


def wall(state: CastleState, seat: int, place: int) -> schema.Rampart:
    """A wall with its places for flags."""
    sheet, castle = state.version.sheet, state.castles[seat]
    first, built = sheet.first_slot[place], bool(castle.walls >> place & 1)
    return schema.Rampart(id=f"wall-{seat}-{place + 1}", place=place + 1, built=built,
                       residents=value_at(castle.brought, place) if built else None,
                       flags=[value_at(castle.flags, slot) or None
                              for slot in range(first, first + sheet.slots[place])])


def useful(state: CastleState, seat: int, at: int) -> bool:
    """Whether a line would still bring something (ruling 5: otherwise it is cleared for nothing)."""
    line = state.version.board.lines[at]
    return places(state, seat, line) >> line.places & 1 == 0


def residents(state: CastleState, seat: int) -> schema.Residents:
    """The track: rows of groups, the value of each, and how many are drawn in it."""
    sheet, drawn = state.version.sheet, state.castles[seat].residents
    groups = [schema.Group(value=value, size=sheet.group, drawn=max(0, min(sheet.group, drawn - at * sheet.group)),
                           last=drawn > 0 and (drawn - 1) // sheet.group == at)
              for at, value in enumerate(sheet.values)]
    across = len(groups) // sheet.rows
    return schema.Residents(id=f"residents-{seat}", drawn=drawn, total=sheet.track, points=sheet.worth[drawn],
                            rows=[groups[row * across : (row + 1) * across] for row in range(sheet.rows)])


def guest(state: CastleState, number: int, owner: int | None, id: str = "") -> schema.Guest:
    """A guest card; `points` is what it counts now for its owner, None while that depends on who takes it."""
    version = state.version
    card = version.guests[number]
    points: int | None = card.points
    if card.per:
        points = None if owner is None else state.castles[owner].guest_points(number, version)
    return schema.Guest(
        id=id or f"guest-{card.id}", guest=card.id, kind=KINDS[card.kind], points=points,
        printed=None if card.per else card.points, per=POINTS_PER[card.per] or None,
        help=f"piece.{card.id}.help" if version.open else "guest.plain.help", owner=owner,
        shielded=owner is not None and bool(state.castles[owner].guests & version.guard
                                            and version.crown >> number & 1))


def gate(state: CastleState) -> list[schema.Guest]:
    """The open guests, each in its place at the gate."""
    return [guest(state, number, None, f"gate-{slot + 1}") if number >= 0 else schema.Guest(id=f"gate-{slot + 1}")
            for slot, number in enumerate(state.display)]
