"""The guests: what each card is worth and does, read from the set's closed vocabulary.

Lightning guests act on arrival, hourglass guests while they are owned, crown guests at the end.
"""
from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from chateaux.engine.data import BadPosition, Data
from chateaux.games.once_upon_a_castle.board import FACES, RESOURCES, WILD

PLAIN: Final[i64] = 0  # Petits Bâtisseurs: only points
LIGHTNING: Final[i64] = 1
HOURGLASS: Final[i64] = 2
CROWN: Final[i64] = 3
KINDS: Final = ("plain", "lightning", "hourglass", "crown")

NO_GAIN: Final[i64] = -1  # no token comes with this guest

PER_NOTHING: Final[i64] = 0
PER_CROWN: Final[i64] = 1
PER_FLOOR: Final[i64] = 2
PER_WALL: Final[i64] = 3
PER_TOWER: Final[i64] = 4
PER_FLAG: Final[i64] = 5
POINTS_PER: Final = ("", "own_crown_guests", "donjon_floors", "walls", "towers", "flags")

CLOUD_ON_WILD: Final = "cloud"  # the hourglass abilities, one guest each
PLACE_ON_RESIDENTS: Final = "place"
RESIDENTS_ON_FACE: Final = "residents"
FLAG_ON_FACE: Final = "flag"
INTERCHANGE: Final = "interchange"
PROTECT: Final = "protect"


@final
@mypyc_attr(acyclic=True)
class Guest:
    """A guest card."""

    __slots__ = ("ability", "amount", "face", "gain", "gains", "id", "kind", "moves", "other", "per", "points",
                 "residents", "rolls")

    def __init__(self, id: str, kind: i64, points: i64) -> None:
        self.id: str = id
        self.kind: i64 = kind
        self.points: i64 = points
        self.per: i64 = PER_NOTHING  # crown: a point for each of these
        self.residents: i64 = 0  # lightning: residents gained,
        self.gain: i64 = NO_GAIN  # tokens of a resource, or on any cell (WILD),
        self.gains: i64 = 0  # so many,
        self.moves: i64 = 0  # tokens that may be moved,
        self.rolls: bool = False  # a die rolled and taken twice
        self.ability: str = ""  # hourglass
        self.face: i64 = -1  # the face it acts on, or the resource it trades
        self.other: i64 = -1  # for the other resource
        self.amount: i64 = 0


def read_guests(where: str, data: object, plain: bool) -> list[Guest]:
    """The guests of one version; errors name the guest."""
    cards = data.get("cards") if isinstance(data, dict) else None
    if not isinstance(cards, list) or not 1 <= len(cards) <= 40:
        raise BadPosition(f"{where}.cards is a list of 1 to 40 guests.")
    guests: list[Guest] = []
    for number, card in enumerate(cards):
        name = card.get("id") if isinstance(card, dict) else None
        if not isinstance(card, dict) or not isinstance(name, str) or not name.isidentifier():
            raise BadPosition(f"{where}: guest {number + 1} needs an id of letters.")
        if name in [guest.id for guest in guests]:
            raise BadPosition(f"{where}: {name} is there twice; each guest has an id of its own.")
        if card.get("copies", 1) != 1:
            raise BadPosition(f"{where}: {name} has {card.get('copies')} copies; list each card on its own.")
        guests.append(read_guest(f"{where}, {name}", name, card, plain))
    for guest in guests:
        if guest.ability and len([other for other in guests if other.ability == guest.ability]) > 1:
            raise BadPosition(f"{where}: {guest.id} has the ability of another guest ({guest.ability}).")
    return guests


def read_guest(where: str, name: str, card: Data, plain: bool) -> Guest:
    """One guest card."""
    code = card.get("code", {})
    if not isinstance(code, dict):
        raise BadPosition(f"{where}: code is an object.")
    per = code.get("points_per", "")
    if per not in POINTS_PER:
        raise BadPosition(f"{where}: points_per is one of {', '.join(POINTS_PER[1:])}.")
    points = card.get("points")
    if per and points is None:
        points = 0
    if type(points) is not int or not 0 <= points <= 99:
        raise BadPosition(f"{where}: points is {points!r}; it is a number from 0 to 99.")
    if plain:
        if code:
            raise BadPosition(f"{where}: a guest of the green version has points and no code.")
        return Guest(name, PLAIN, points)
    if card.get("type") not in KINDS[1:]:
        raise BadPosition(f"{where}: the type is one of {', '.join(KINDS[1:])}.")
    guest = Guest(name, KINDS.index(str(card["type"])), points)
    if guest.kind == LIGHTNING:
        read_lightning(where, guest, code)
    elif guest.kind == HOURGLASS:
        read_hourglass(where, guest, code)
    else:
        guest.per = POINTS_PER.index(str(per))
        refuse_others(where, code, ["points_per"])
    return guest


def amount(where: str, code: Data, name: str) -> int:
    """A small number of a guest's code."""
    value = code[name]
    if type(value) is not int or not 1 <= value <= 99:
        raise BadPosition(f"{where}: {name} is {value!r}; it is a number from 1 to 99.")
    return value


def read_lightning(where: str, guest: Guest, code: Data) -> None:
    """Éclair: residents, and one of: tokens, moves, a die taken twice."""
    resources = list(FACES[:RESOURCES])
    refuse_others(where, code, ["residents", "place_any", "move_tokens", "roll_one_take_twice", *resources])
    if len([name for name in code if name != "residents"]) > 1:
        raise BadPosition(f"{where}: besides residents a guest has one effect, not several.")
    for name in code:
        if name == "residents":
            guest.residents = amount(where, code, name)
        elif name == "move_tokens":
            guest.moves = amount(where, code, name)
        elif name == "roll_one_take_twice":
            if code[name] is not True:
                raise BadPosition(f"{where}: {name} is {code[name]!r}; it is true, or left out.")
            guest.rolls = True
        else:
            guest.gain = WILD if name == "place_any" else resources.index(name)
            guest.gains = amount(where, code, name)


def read_hourglass(where: str, guest: Guest, code: Data) -> None:
    """Sablier: one ability."""
    refuse_others(where, code, ["on", "instead", "also", "protect", "interchange"])
    clauses = set(code)
    traded, instead, also, on = code.get("interchange"), code.get("instead"), code.get("also"), code.get("on")
    if clauses == {"protect"} and code["protect"] == "crown":
        guest.ability = PROTECT
    elif clauses == {"interchange"} and isinstance(traded, list) and len(traded) == 2 and all(
            name in FACES[:RESOURCES] for name in traded):
        guest.ability = INTERCHANGE
        guest.face, guest.other = FACES.index(traded[0]), FACES.index(traded[1])
    elif clauses == {"on", "instead"} and isinstance(instead, dict) and len(instead) == 1:
        if on == "?" and "cloud_points" in instead:
            guest.ability = CLOUD_ON_WILD
            guest.amount = amount(where, instead, "cloud_points")
        elif on == "residents" and instead == {"place_any": 1}:
            guest.ability = PLACE_ON_RESIDENTS
        elif on in FACES[:RESOURCES] and "flag_points" in instead:
            guest.ability = FLAG_ON_FACE
            guest.face = FACES.index(str(on))
            guest.amount = amount(where, instead, "flag_points")
    elif clauses == {"on", "also"} and on in FACES[:RESOURCES] and isinstance(also, dict) and list(also) == [
            "residents"]:
        guest.ability = RESIDENTS_ON_FACE
        guest.face = FACES.index(str(on))
        guest.amount = amount(where, also, "residents")
    if code and not guest.ability:
        raise BadPosition(f"{where}: this code is not one the rules know: {code}.")


def refuse_others(where: str, code: Data, known: list[str]) -> None:
    """Refuse words that are not of the vocabulary."""
    for name in code:
        if name not in known:
            raise BadPosition(f"{where}: {name!r} is not a word of the code; there are {', '.join(known)}.")
