"""The set of pieces: tiles, coins, path and foundation as tables of small numbers, read and checked.

Everything an owner of the game may correct is data here; what the pieces do is in the other rooms.
"""
from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from chateaux.engine.actions import Actions
from chateaux.engine.chance import bit
from chateaux.engine.data import BadPosition
from chateaux.engine.reading import Reader

SEATS: Final[i64] = 4  # foundations, barons and holders in the box
HALVES: Final = ["sky", "stone"]
SPACES: Final = ["plain", "ruby", "tile", "coin"]
PLAIN: Final[i64] = 0
RUBY: Final[i64] = 1
TILE: Final[i64] = 2
COIN: Final[i64] = 3

EFFECTS: Final = ["ruby", "thief", "sour_lady", "mill", "collapse", "catapult", "highest_tower", "most_people",
                  "most_windows", "most_roofs", "monk"]

MOST_KINDS: Final = 200  # of tiles: the action numbers stay small
MOST_COPIES: Final = 30
MOST_TILES: Final = 400  # in all: castles stay of a size that can be copied, kept and drawn
MOST_SHAPES: Final = 62  # a set of shapes is a bit mask
MOST_NUMBER: Final = 48  # numbers, sums and what discards shift them by stay inside a bit mask
MOST_HELD: Final = 12
EVERY_SUM: Final[i64] = bit(62) - 1 + bit(62)

# What an empty place asks of a tile, in 5 bits: stone below its left and its right half, a tile above its left
# and its right half, and whether the tile would start a new floor.
STONE_LEFT: Final[i64] = 1
STONE_RIGHT: Final[i64] = 2
BOTH_STONE: Final[i64] = 3
UNDER_LEFT: Final[i64] = 4
UNDER_RIGHT: Final[i64] = 8
NEW_FLOOR: Final[i64] = 16
ASKED: Final[i64] = 32

TILE_FIELDS: Final = ["id", "name", "category", "count", "bottom", "top", "tick", "no_new_floor", "rubies", "windows",
                      "people", "roofs", "bottom_pattern", "top_pattern", "source"]
GATE_FIELDS: Final = ["floor", "removable"]
COIN_FIELDS: Final = ["id", "name", "count", "red_icon", "effect", "source"]


@final
class Pieces:
    """One set of pieces. Tiles of a kind are alike; kind 0 is "no tile", the last kind is the gate."""

    def __init__(self) -> None:
        nothing = vec[i64]()
        self.ids: list[str] = [""]
        self.numbers: dict[str, int] = {}
        self.kinds: i64 = 0  # kinds of tiles in the pile: 1 to kinds
        self.gate: i64 = 0
        self.copies: vec[i64] = nothing
        self.bottom: vec[i64] = nothing  # the number below; 0 with a tick
        self.top: vec[i64] = nothing  # the number above; 0 under open sky
        self.tick: vec[i64] = nothing
        self.rubies: vec[i64] = nothing
        self.windows: vec[i64] = nothing
        self.people: vec[i64] = nothing
        self.roofs: vec[i64] = nothing
        self.stands: vec[i64] = nothing  # stone at the bottom: STONE_LEFT, STONE_RIGHT
        self.carries: vec[i64] = nothing  # stone on top: STONE_LEFT, STONE_RIGHT
        self.starts_floor: vec[i64] = nothing  # 0: needs another tile on its floor
        self.shape: vec[i64] = nothing  # kinds that fit the same places, but for their number
        self.shapes: i64 = 0
        self.shape_tick: vec[i64] = nothing
        self.accepts: vec[i64] = nothing  # by what a place asks: the shapes that fit, a bit each
        self.slots: i64 = 0
        self.gate_slot: i64 = 0
        self.floors: i64 = 0  # no castle of this set can be higher
        self.stride: i64 = 0  # places from a floor to the next
        self.hand_size: i64 = 0
        self.holder_limit: i64 = 0
        self.market_tiles: i64 = 0
        self.market_coins: i64 = 0
        self.draw_tiles: i64 = 0
        self.goal: i64 = 0
        self.sky_high_goal: i64 = 0
        self.adjust: i64 = 0
        self.royal_adjust: i64 = 0
        self.stalemate_rounds: i64 = 0
        self.renovation_discards: i64 = 0
        self.royals: vec[i64] = nothing  # the kinds of the Royal Strategy
        self.coin_ids: list[str] = []
        self.coin_numbers: dict[str, int] = {}
        self.coin_copies: vec[i64] = nothing
        self.effect: vec[i64] = nothing
        self.red: vec[i64] = nothing
        self.path: vec[i64] = nothing  # the kind of each space
        self.starts: vec[i64] = nothing
        self.tile_total: i64 = 0
        self.coin_total: i64 = 0
        self.actions: Actions = Actions()  # declared in `actions`; the tables of it that are read all the time:
        self.first: vec[i64] = nothing  # by verb
        self.verb: vec[i64] = nothing  # by action
        self.one: vec[i64] = nothing  # by action

    def number(self, actions: Actions) -> None:
        """The actions that this set has."""
        self.actions = actions
        self.first = actions.first
        self.verb = actions.verb
        self.one = actions.one

    # ------------------------------------------------------------ places

    def place(self, floor: i64, column: i64) -> i64:
        """The number of the place whose left half is over a half-column; 0 where there is none."""
        if not 1 <= floor <= self.floors or (column & 1) == (floor & 1):
            return 0
        side: i64 = (column + 1) // 2 + 1
        if side < 1 or side > self.slots + 1 - (floor & 1):
            return 0
        return floor * self.stride + side

    def floor(self, place: i64) -> i64:
        return place // self.stride

    def column(self, place: i64) -> i64:
        """The half-column of a place's left half: −1 hangs half over the left edge."""
        floor: i64 = place // self.stride
        return (place - floor * self.stride - 1) * 2 - 1 + (floor & 1)

    def place_name(self, place: i64) -> str:
        return f"{self.floor(place)}:{self.column(place)}"


def read(data: object) -> Pieces:
    """The set in a `pieces.json`; BadPosition names the piece and the field that are wrong."""
    reader = Reader(data, "A set of pieces")
    pieces = Pieces()
    read_tiles(pieces, reader)
    read_foundation(pieces, reader.part("foundation"))
    read_setup(pieces, reader)
    read_coins(pieces, reader)
    read_path(pieces, reader.part("track"))
    sort_shapes(pieces)
    needed = SEATS * (pieces.hand_size + len(pieces.royals)) + pieces.market_tiles
    if pieces.tile_total < needed:
        raise BadPosition(f"The tiles are too few: {pieces.tile_total}, and setting up for {SEATS} players takes "
                          f"{needed}.")
    if pieces.tile_total > MOST_TILES:
        raise BadPosition(f"The tiles are too many: {pieces.tile_total}; at most {MOST_TILES} are possible.")
    check_end(pieces)
    return pieces


def check_end(pieces: Pieces) -> None:
    """A set with which every game can be played to its end.

    There are coins enough to win by them, and where nobody can or will build any more the stalemate ends the game.
    """
    for goal, where in ((pieces.goal, "setup"), (pieces.sky_high_goal, "variants: 'sky_high'")):
        if goal > pieces.coin_total:
            raise BadPosition(f"{where}: coins_to_win is {goal}, but there are {pieces.coin_total} coins in all.")


def known_fields(reader: Reader, fields: list[str]) -> None:
    for field in reader.data:
        if field not in fields:
            raise BadPosition(f"{reader.where}: there is no field {str(field)[:40]!r}; the fields are "
                              f"{', '.join(fields)}.")


def read_id(reader: Reader, sort: str, seen: dict[str, int]) -> str:
    """An id that may stand in notation and in the ids of board elements."""
    id = reader.text("id")
    reader.where = f"{sort} {id[:40]!r}"
    if not id.isascii() or not id.replace("_", "").isalnum() or id != id.lower():
        raise reader.wrong("id", "made of small letters, digits and _")
    if id in seen:
        raise BadPosition(f"There are two rows for {reader.where.lower()}.")
    return id


# ---------------------------------------------------------------- tiles


def read_tiles(pieces: Pieces, reader: Reader) -> None:
    tables = [vec[i64]([0]) for _ in range(11)]
    for index, item in enumerate(reader.items("tiles", 1, MOST_KINDS)):
        row = Reader(item, f"Tile {index + 1}")
        id = read_id(row, "Tile", pieces.numbers)
        known_fields(row, TILE_FIELDS)
        row.text("name")
        row.text("source")
        read_tile(tables, row, row.number("count", 1, MOST_COPIES), False)
        pieces.ids.append(id)
        pieces.numbers[id] = index + 1
        pieces.kinds = index + 1
        pieces.tile_total += tables[0][index + 1]
    gate = Reader(reader.data.get("gate"), "Gate 'gate'")
    known_fields(gate, TILE_FIELDS + GATE_FIELDS)
    gate.word("id", ["gate"])
    if "gate" in pieces.numbers:
        raise BadPosition("Tile 'gate': id must be another one; the gate is printed on the foundation.")
    read_tile(tables, gate, 0, True)
    pieces.ids.append("gate")
    pieces.gate = pieces.kinds + 1
    (pieces.copies, pieces.bottom, pieces.top, pieces.tick, pieces.rubies, pieces.windows, pieces.people, pieces.roofs,
     pieces.stands, pieces.carries, pieces.starts_floor) = tables


def read_tile(tables: list[vec[i64]], row: Reader, copies: int, gate: bool) -> None:
    """One row, appended to the tables."""
    tick = row.flag("tick")
    carries = read_pattern(row, "top_pattern")
    stands = read_pattern(row, "bottom_pattern")
    if stands == 0:
        raise row.wrong("bottom_pattern", "stone on one side at least")
    bottom = 0
    if tick or gate:
        if row.has("bottom"):
            raise row.wrong("bottom", "null: the gate is printed" if gate else "null beside a tick")
    else:
        bottom = row.number("bottom", 1, MOST_NUMBER)
    top = 0
    if carries == 0:
        if row.has("top"):
            raise row.wrong("top", "null under open sky")
    else:
        top = row.number("top", 0, MOST_NUMBER)
    figures = [copies, bottom, top, 1 if tick else 0, row.number("rubies", 0, 9), row.number("windows", 0, 9),
               row.number("people", 0, 9), row.number("roofs", 0, 9), stands, carries,
               0 if row.flag("no_new_floor") else 1]
    for index in range(len(figures)):
        tables[index] = append(tables[index], figures[index])


def read_pattern(row: Reader, field: str) -> int:
    """The stone halves of an edge, left and right, as bits."""
    left, right = row.words(field, HALVES, 2, 2)
    return left | right << 1


def sort_shapes(pieces: Pieces) -> None:
    """Number the shapes and note which of them fit what a place asks."""
    shapes: dict[tuple[int, int, int, int], int] = {}
    shape = vec[i64]([0])
    for kind in range(1, pieces.kinds + 1):
        key: tuple[int, int, int, int] = (pieces.stands[kind], pieces.carries[kind], pieces.tick[kind],
                                          pieces.starts_floor[kind])
        shape = append(shape, shapes.setdefault(key, len(shapes)))
    if len(shapes) > MOST_SHAPES:
        raise BadPosition(f"The tiles have {len(shapes)} different shapes; at most {MOST_SHAPES} are possible.")
    accepts = vec[i64]([0] * ASKED)
    for asked in range(ASKED):
        for (stands, carries, _tick, starts_floor), number in shapes.items():
            fits = (stands == asked & BOTH_STONE and carries & asked >> 2 == 0
                    and (starts_floor == 1 or asked & NEW_FLOOR == 0))
            if fits:
                accepts[asked] |= bit(number)
    pieces.shape = append(shape, 0)
    pieces.shapes = len(shapes)
    pieces.shape_tick = vec[i64]([tick for _stands, _carries, tick, _starts_floor in shapes])
    pieces.accepts = accepts


# ---------------------------------------------------------------- foundation, setup, coins, path


def read_foundation(pieces: Pieces, reader: Reader) -> None:
    slots = reader.number("slots", 2, 9)
    reader.number("half_columns", 2 * slots, 2 * slots)
    if reader.items("floor1_columns", slots, slots) != [2 * slot for slot in range(slots)]:
        raise reader.wrong("floor1_columns", f"0, 2, … {2 * slots - 2} for {slots} slots")
    gate = reader.number("gate_column", 0, 2 * slots - 2)
    if gate & 1:
        raise reader.wrong("gate_column", "one of the floor1_columns")
    pieces.slots = slots
    pieces.gate_slot = gate // 2
    pieces.stride = slots + 2  # an always empty place on both sides spares every look over the edge
    # A floor has one tile fewer than the floor below, unless tiles with a sky half at the bottom hang over.
    pieces.floors = slots
    for kind in range(1, pieces.kinds + 1):
        if pieces.stands[kind] != BOTH_STONE:
            pieces.floors += pieces.copies[kind]


def read_setup(pieces: Pieces, reader: Reader) -> None:
    setup = reader.part("setup")
    pieces.holder_limit = setup.number("holder_limit", 1, MOST_HELD)
    pieces.hand_size = setup.number("hand_size", 0, pieces.holder_limit)
    pieces.market_tiles = setup.number("market_tiles", 1, 6)
    pieces.market_coins = setup.number("market_coins", 1, 6)
    pieces.draw_tiles = setup.number("draw_action_tiles", 1, 6)
    pieces.goal = setup.number("coins_to_win", 1, 30)
    pieces.adjust = setup.number("adjust_max_discard", 0, MOST_HELD)
    sky_high = named_row(reader, "variants", "sky_high")
    pieces.sky_high_goal = sky_high.number("coins_to_win", 1, 30)
    royal = named_row(reader, "variants", "royal_strategy")
    pieces.royal_adjust = pieces.holder_limit
    if royal.data.get("adjust_max_discard") != "any":
        pieces.royal_adjust = royal.number("adjust_max_discard", 0, MOST_HELD)
    for item in royal.items("reserve_tiles", 0, 4):
        kind = pieces.numbers.get(item, 0) if isinstance(item, str) else 0
        if kind == 0:
            raise royal.wrong("reserve_tiles", "a list of tile ids")
        if pieces.copies[kind] < SEATS:
            raise BadPosition(f"Tile {item!r}: count must be at least {SEATS}, one for each player of the Royal "
                              f"Strategy.")
        pieces.royals = append(pieces.royals, kind)
    if len(set(pieces.royals)) < len(pieces.royals):
        raise royal.wrong("reserve_tiles", "a list of different tiles")
    pieces.stalemate_rounds = named_row(reader, "house_rules", "stalemate_end").number("rounds", 1, 20)
    pieces.renovation_discards = named_row(reader, "house_rules", "renovation").number("discards", 0, MOST_HELD)


def named_row(reader: Reader, part: str, id: str) -> Reader:
    """The row with an id in a list of rows."""
    for item in reader.items(part, 0, 20):
        if isinstance(item, dict) and item.get("id") == id:
            return Reader(item, f"{part}: {id!r}")
    raise BadPosition(f"{part}: the row {id!r} is missing.")


def read_coins(pieces: Pieces, reader: Reader) -> None:
    for index, item in enumerate(reader.items("coins", 1, len(EFFECTS))):
        row = Reader(item, f"Coin {index + 1}")
        id = read_id(row, "Coin", pieces.coin_numbers)
        known_fields(row, COIN_FIELDS)
        row.text("name")
        row.text("source")
        pieces.effect = append(pieces.effect, row.word("id", EFFECTS))
        pieces.coin_ids.append(id)
        pieces.coin_numbers[id] = index
        copies = row.number("count", 1, MOST_COPIES)
        pieces.coin_copies = append(pieces.coin_copies, copies)
        pieces.red = append(pieces.red, 1 if row.flag("red_icon") else 0)
        pieces.coin_total += copies


def read_path(pieces: Pieces, reader: Reader) -> None:
    length = reader.number("length", 6, 60)
    firm = 0
    coins = 0
    for index, item in enumerate(reader.items("spaces", length, length)):
        row = Reader(item, f"Space {index}")
        row.number("index", index, index)
        kind = row.word("kind", SPACES)
        firm += 1 if kind != RUBY else 0
        coins += 1 if kind == COIN else 0
        pieces.path = append(pieces.path, kind)
    if firm < SEATS:
        raise BadPosition(f"The path needs {SEATS} spaces without a ruby, or a baron might never come to rest.")
    if coins == 0:
        raise BadPosition("The path needs a coin space.")
    starts = reader.items("start_spaces", SEATS, SEATS)
    for start in starts:
        if type(start) is not int or not 0 <= start < length or starts.count(start) > 1:
            raise reader.wrong("start_spaces", f"{SEATS} different spaces from 0 to {length - 1}")
        pieces.starts = append(pieces.starts, start)
    for index, item in enumerate(reader.items("spaces", length, length)):
        row = Reader(item, f"Space {index}")
        number = starts.index(index) + 1 if index in starts else None
        if row.data.get("start") != number:
            raise row.wrong("start", f"{number} as in start_spaces")
