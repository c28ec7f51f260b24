"""The guests: what each card is worth and does, read from the set's closed vocabulary.

Lightning guests act on arrival, hourglass guests while they are owned, crown guests at the end.
"""
from __future__ import annotations

from typing import Final, final

from msgspec import structs
from mypy_extensions import i64, mypyc_attr

from chateaux.engine.data import BadPosition
from chateaux.games.once_upon_a_castle import form
from chateaux.games.once_upon_a_castle.board import FACES, RESOURCES, WILD

PLAIN: Final[i64] = 0  # Petits Bâtisseurs: only points
LIGHTNING: Final[i64] = 1
HOURGLASS: Final[i64] = 2
CROWN: Final[i64] = 3
KINDS: Final = ("plain", "lightning", "hourglass", "crown")
VOCABULARY: Final = [  # of each kind
    [], ["residents", "place_any", "move_tokens", "roll_one_take_twice", "wood", "stone", "gold", "food"],
    ["on", "instead", "also", "protect", "interchange"], ["points_per"]]

NO_FACE: Final[i64] = -1  # no token comes with this guest, it acts on no face

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
        self.gain: i64 = NO_FACE  # tokens of a resource, or on any cell (WILD),
        self.gains: i64 = 0  # so many,
        self.moves: i64 = 0  # tokens that may be moved,
        self.rolls: bool = False  # a die rolled and taken twice
        self.ability: str = ""  # hourglass
        self.face: i64 = NO_FACE  # the face it acts on, or the resource it trades
        self.other: i64 = NO_FACE  # for the other resource
        self.amount: i64 = 0


def read_guests(where: str, cards: list[form.Guest], plain: bool) -> list[Guest]:
    """The guests of one version; errors name the guest."""
    guests: list[Guest] = []
    for card in cards:
        if card.id in [guest.id for guest in guests]:
            raise BadPosition(f"{where}: {card.id} is there twice; each guest has an id of its own.")
        guests.append(read_guest(f"{where}, {card.id}", card, plain))
    for guest in guests:
        if guest.ability and len([other for other in guests if other.ability == guest.ability]) > 1:
            raise BadPosition(f"{where}: {guest.id} has the ability of another guest ({guest.ability}).")
    return guests


def read_guest(where: str, card: form.Guest, plain: bool) -> Guest:
    """One guest card."""
    code = card.code or form.Code()
    clauses = said(code)
    points = card.points
    if points is None:
        if not code.points_per:
            raise BadPosition(f"{where}: points is None; it is a number from 0 to 99.")
        points = 0
    if plain:
        if clauses:
            raise BadPosition(f"{where}: a guest of the green version has points and no code.")
        return Guest(card.id, PLAIN, points)
    if card.type is None:
        raise BadPosition(f"{where}: the type is one of {', '.join(KINDS[1:])}.")
    guest = Guest(card.id, KINDS.index(card.type), points)
    refuse_others(where, clauses, VOCABULARY[guest.kind])
    if guest.kind == LIGHTNING:
        read_lightning(where, guest, code, clauses)
    elif guest.kind == HOURGLASS:
        read_hourglass(where, guest, code, clauses)
    else:
        guest.per = POINTS_PER.index(code.points_per or "")
    return guest


def said(part: form.Code | form.Instead) -> list[str]:
    """The clauses of a code that are there."""
    return [name for name, value in structs.asdict(part).items() if value is not None]


def read_lightning(where: str, guest: Guest, code: form.Code, clauses: list[str]) -> None:
    """Éclair: residents, and one of: tokens, moves, a die taken twice."""
    if len([name for name in clauses if name != "residents"]) > 1:
        raise BadPosition(f"{where}: besides residents a guest has one effect, not several.")
    guest.residents = code.residents or 0
    guest.moves = code.move_tokens or 0
    if code.roll_one_take_twice is False:
        raise BadPosition(f"{where}: roll_one_take_twice is False; it is true, or left out.")
    guest.rolls = code.roll_one_take_twice is True
    for face, tokens in enumerate((code.wood, code.stone, code.gold, code.food)):
        if tokens is not None:
            guest.gain = face
            guest.gains = tokens
    if code.place_any is not None:
        guest.gain = WILD
        guest.gains = code.place_any


def read_hourglass(where: str, guest: Guest, code: form.Code, clauses: list[str]) -> None:
    """Sablier: one ability."""
    on, instead = code.on, code.instead
    if clauses == ["protect"]:
        guest.ability = PROTECT
    elif clauses == ["interchange"] and code.interchange is not None:
        guest.ability = INTERCHANGE
        guest.face, guest.other = FACES.index(code.interchange[0]), FACES.index(code.interchange[1])
    elif clauses == ["on", "instead"] and instead is not None and len(said(instead)) == 1:
        if on == "?" and instead.cloud_points is not None:
            guest.ability = CLOUD_ON_WILD
            guest.amount = instead.cloud_points
        elif on == "residents" and instead.place_any is not None:
            guest.ability = PLACE_ON_RESIDENTS
        elif on in FACES[:RESOURCES] and instead.flag_points is not None:
            guest.ability = FLAG_ON_FACE
            guest.face = FACES.index(str(on))
            guest.amount = instead.flag_points
    elif clauses == ["on", "also"] and code.also is not None and on in FACES[:RESOURCES]:
        guest.ability = RESIDENTS_ON_FACE
        guest.face = FACES.index(str(on))
        guest.amount = code.also.residents
    if clauses and not guest.ability:
        raise BadPosition(f"{where}: these clauses together are no ability that the rules know: {', '.join(clauses)}.")


def refuse_others(where: str, clauses: list[str], known: list[str]) -> None:
    """Refuse words that belong to another type of guest."""
    for name in clauses:
        if name not in known:
            raise BadPosition(f"{where}: {name!r} is not a word of its code; there are {', '.join(known)}.")
