"""The set of pieces: tiles, coins, path and foundation as tables of small numbers, read and checked.

What fields there are and how large is in `form`; here is what they must be to each other. Everything an owner of the
game may correct is data; what the pieces do is in the other rooms.
"""
from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from chateaux.engine.actions import Actions
from chateaux.engine.chance import bit
from chateaux.engine.data import BadPosition
from chateaux.engine.reading import typed, within, wrong
from chateaux.games.castle_builder.form import (
    CastleBuilderSet,
    Coin,
    Foundation,
    Half,
    HouseRule,
    Tile,
    Track,
    Variant,
)

SEATS: Final[i64] = 4  # foundations, barons and holders in the box
HALVES: Final[list[Half]] = ["sky", "stone"]
SPACES: Final = ["plain", "ruby", "tile", "coin"]
PLAIN: Final[i64] = 0
RUBY: Final[i64] = 1
TILE: Final[i64] = 2
COIN: Final[i64] = 3

EFFECTS: Final = ["ruby", "thief", "sour_lady", "mill", "collapse", "catapult", "highest_tower", "most_people",
                  "most_windows", "most_roofs", "monk"]

MOST_TILES: Final = 400  # in all: castles stay of a size that can be copied, kept and drawn
MOST_SHAPES: Final = 62  # a set of shapes is a bit mask
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
        self.no_tiles: vec[i64] = nothing  # as many zeros
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
        self.reach: vec[vec[i64]] = vec[vec[i64]]()  # by tiles discarded and kind: the sums it meets then, a bit each
        self.shape_tick: vec[i64] = nothing
        self.ticks: i64 = 0  # the shapes with a tick, a bit each
        self.accepts: vec[i64] = nothing  # by what a place asks: the shapes that fit, a bit each
        self.slots: i64 = 0
        self.gate_slot: i64 = 0
        self.floors: i64 = 0  # no castle of this set can be higher
        self.stride: i64 = 0  # places from a floor to the next
        self.floor_at: vec[i64] = nothing  # by place: its floor, for a division takes as long as twenty sums
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
        return self.floor_at[place]

    def column(self, place: i64) -> i64:
        """The half-column of a place's left half: −1 hangs half over the left edge."""
        floor: i64 = self.floor_at[place]
        return (place - floor * self.stride - 1) * 2 - 1 + (floor & 1)

    def place_name(self, place: i64) -> str:
        return f"{self.floor(place)}:{self.column(place)}"


def read(data: object) -> Pieces:
    """The set in a `pieces.json`; BadPosition names the piece and the field that are wrong."""
    box: CastleBuilderSet = typed(CastleBuilderSet, data, "A set of pieces")
    pieces = Pieces()
    read_tiles(pieces, box)
    read_foundation(pieces, box.foundation)
    read_setup(pieces, box)
    read_coins(pieces, box.coins)
    read_path(pieces, box.track)
    pieces.no_tiles = vec[i64]([0] * len(pieces.copies))
    sort_shapes(pieces)
    pieces.reach = vec[vec[i64]]([reached(pieces, payment)
                                  for payment in range(max(pieces.adjust, pieces.royal_adjust) + 1)])
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

    There are coins enough to win by them, and where nobody can build any more the stalemate ends the game.
    """
    for goal, where in ((pieces.goal, "setup"), (pieces.sky_high_goal, "variants: 'sky_high'")):
        if goal > pieces.coin_total:
            raise BadPosition(f"{where}: coins_to_win is {goal}, but there are {pieces.coin_total} coins in all.")


# ---------------------------------------------------------------- tiles


def read_tiles(pieces: Pieces, box: CastleBuilderSet) -> None:
    tables = [vec[i64]([0]) for _ in range(11)]
    for row in box.tiles:
        where = f"Tile {row.id!r}"
        if row.id != row.id.lower():
            raise wrong(where, "id", "made of small letters, digits and _", row.id)
        if row.id in pieces.numbers:
            raise BadPosition(f"There are two rows for {where.lower()}.")
        if row.id == "gate":
            raise BadPosition("Tile 'gate': id must be another one; the gate is printed on the foundation.")
        if row.count is None:
            raise wrong(where, "count", "a whole number from 1 to 30", None)
        pieces.kinds += 1
        pieces.ids.append(row.id)
        pieces.numbers[row.id] = pieces.kinds
        pieces.tile_total += row.count
        read_tile(tables, row, where, row.count, False)
    if box.gate.id != "gate":
        raise wrong("gate", "id", "gate", box.gate.id)
    read_tile(tables, box.gate, "gate", 0, True)
    pieces.ids.append("gate")
    pieces.gate = pieces.kinds + 1
    (pieces.copies, pieces.bottom, pieces.top, pieces.tick, pieces.rubies, pieces.windows, pieces.people, pieces.roofs,
     pieces.stands, pieces.carries, pieces.starts_floor) = tables


def read_tile(tables: list[vec[i64]], row: Tile, where: str, copies: int, gate: bool) -> None:
    """One row, appended to the tables."""
    carries, stands = stones(row.top_pattern), stones(row.bottom_pattern)
    if stands == 0:
        raise wrong(where, "bottom_pattern", "stone on one side at least", row.bottom_pattern)
    if carries & ~stands:  # what stands on it would hang further out than a castle reaches
        raise wrong(where, "top_pattern", "sky above a half that is sky below", row.top_pattern)
    if (row.bottom is None) != (row.tick or gate):
        raise wrong(where, "bottom", "null: the gate is printed" if gate else "null beside a tick" if row.tick
                    else "a whole number from 1 to 48", row.bottom)
    if (row.top is None) != (carries == 0):
        raise wrong(where, "top", "null under open sky" if carries == 0 else "a whole number from 0 to 48", row.top)
    figures = [copies, row.bottom or 0, row.top or 0, 1 if row.tick else 0, row.rubies, row.windows, row.people,
               row.roofs, stands, carries, 0 if row.no_new_floor else 1]
    for index in range(len(figures)):
        tables[index] = append(tables[index], figures[index])


def stones(pattern: list[Half]) -> int:
    """The stone halves of an edge, left and right, as bits."""
    return HALVES.index(pattern[0]) | HALVES.index(pattern[1]) << 1


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
    pieces.ticks = sum([bit(number) for number, tick in enumerate(pieces.shape_tick) if tick])
    pieces.accepts = accepts


def reached(pieces: Pieces, payment: int) -> vec[i64]:
    """Payer pour changer les nombres: by kind, the sums that are at most so far from its number."""
    return vec[i64]([sum([bit(total) for total in range(max(number - payment, 0), number + payment + 1)])
                     for number in pieces.bottom])


# ---------------------------------------------------------------- foundation, setup, coins, path


def read_foundation(pieces: Pieces, ground: Foundation) -> None:
    slots = ground.slots
    within(ground.half_columns, 2 * slots, 2 * slots, "foundation", "half_columns")
    if ground.floor1_columns != [2 * slot for slot in range(slots)]:
        raise wrong("foundation", "floor1_columns", f"0, 2, … {2 * slots - 2} for {slots} slots", ground.floor1_columns)
    if ground.gate_column not in ground.floor1_columns:
        raise wrong("foundation", "gate_column", "one of the floor1_columns", ground.gate_column)
    pieces.slots = slots
    pieces.gate_slot = ground.gate_column // 2
    pieces.stride = slots + 2  # an always empty place on both sides spares every look over the edge
    # A floor has one tile fewer than the floor below, unless tiles with a sky half at the bottom hang over.
    pieces.floors = slots
    for kind in range(1, pieces.kinds + 1):
        if pieces.stands[kind] != BOTH_STONE:
            pieces.floors += pieces.copies[kind]
    pieces.floor_at = vec[i64]([place // pieces.stride for place in range((pieces.floors + 3) * pieces.stride)])


def read_setup(pieces: Pieces, box: CastleBuilderSet) -> None:
    setup = box.setup
    pieces.holder_limit = setup.holder_limit
    pieces.hand_size = within(setup.hand_size, 0, setup.holder_limit, "setup", "hand_size")
    pieces.market_tiles = setup.market_tiles
    pieces.market_coins = setup.market_coins
    pieces.draw_tiles = setup.draw_action_tiles
    pieces.goal = setup.coins_to_win
    pieces.adjust = setup.adjust_max_discard
    pieces.sky_high_goal = figure(variant(box, "sky_high").coins_to_win, "variants: 'sky_high'", "coins_to_win", 1, 30)
    royal = variant(box, "royal_strategy")
    where = "variants: 'royal_strategy'"
    pieces.royal_adjust = setup.holder_limit
    if royal.adjust_max_discard != "any":
        pieces.royal_adjust = figure(royal.adjust_max_discard, where, "adjust_max_discard", 0, 12)
    if royal.reserve_tiles is None:
        raise wrong(where, "reserve_tiles", "a list of tile ids", None)
    for id in royal.reserve_tiles:
        kind = pieces.numbers.get(id, 0)
        if kind == 0:
            raise wrong(where, "reserve_tiles", "a list of tile ids", royal.reserve_tiles)
        if pieces.copies[kind] < SEATS:
            raise BadPosition(f"Tile {id!r}: count must be at least {SEATS}, one for each player of the Royal "
                              f"Strategy.")
        pieces.royals = append(pieces.royals, kind)
    if len(set(pieces.royals)) < len(pieces.royals):
        raise wrong(where, "reserve_tiles", "a list of different tiles", royal.reserve_tiles)
    pieces.stalemate_rounds = figure(house_rule(box, "stalemate_end").rounds, "house_rules: 'stalemate_end'", "rounds",
                                     1, 20)
    pieces.renovation_discards = figure(house_rule(box, "renovation").discards, "house_rules: 'renovation'", "discards",
                                        0, 12)


def figure(value: int | None, where: str, field: str, low: int, high: int) -> int:
    """A figure that this row needs, and others do not."""
    if value is None:
        raise wrong(where, field, f"a whole number from {low} to {high}", None)
    return value


def variant(box: CastleBuilderSet, id: str) -> Variant:
    for row in box.variants:
        if row.id == id:
            return row
    raise BadPosition(f"variants: the row {id!r} is missing.")


def house_rule(box: CastleBuilderSet, id: str) -> HouseRule:
    for row in box.house_rules:
        if row.id == id:
            return row
    raise BadPosition(f"house_rules: the row {id!r} is missing.")


def read_coins(pieces: Pieces, coins: list[Coin]) -> None:
    for index, row in enumerate(coins):
        if row.id in pieces.coin_numbers:
            raise BadPosition(f"There are two rows for coin {row.id!r}.")
        pieces.effect = append(pieces.effect, EFFECTS.index(row.id))
        pieces.coin_ids.append(row.id)
        pieces.coin_numbers[row.id] = index
        pieces.coin_copies = append(pieces.coin_copies, row.count)
        pieces.red = append(pieces.red, 1 if row.red_icon else 0)
        pieces.coin_total += row.count


def read_path(pieces: Pieces, track: Track) -> None:
    length, starts = track.length, track.start_spaces
    if len(track.spaces) != length:
        raise wrong("track", "spaces", f"a list of {length} entries", f"one of {len(track.spaces)}")
    firm = 0
    coins = 0
    for index, row in enumerate(track.spaces):
        within(row.index, index, index, f"Space {index}", "index")
        kind = SPACES.index(row.kind)
        firm += 1 if kind != RUBY else 0
        coins += 1 if kind == COIN else 0
        pieces.path = append(pieces.path, kind)
    if firm < SEATS:
        raise BadPosition(f"The path needs {SEATS} spaces without a ruby, or a baron might never come to rest.")
    if coins == 0:
        raise BadPosition("The path needs a coin space.")
    for start in starts:
        if not 0 <= start < length or starts.count(start) > 1:
            raise wrong("track", "start_spaces", f"{SEATS} different spaces from 0 to {length - 1}", starts)
        pieces.starts = append(pieces.starts, start)
    for index, row in enumerate(track.spaces):
        number = starts.index(index) + 1 if index in starts else None
        if row.start != number:
            raise wrong(f"Space {index}", "start", f"{number} as in start_spaces", row.start)
