"""What one player owns: tokens on the board, and the castle as it has been drawn so far.

Where each tower, wall, floor, flag, resident and cloud stands and what it is worth is kept; how a
player really draws it is not the rules' business.
"""
from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from chateaux.engine.chance import bits, lowest
from chateaux.games.once_upon_a_castle.guests import PER_CROWN, PER_FLAG, PER_FLOOR, PER_NOTHING, PER_TOWER, PER_WALL
from chateaux.games.once_upon_a_castle.pieces import Sheet, Version

BYTE: Final[i64] = 8  # values drawn on the sheet are packed, eight bits each
VALUE: Final[i64] = 0xFF


@final
@mypyc_attr(acyclic=True)
class Castle:
    """One player's board, sheet and guests."""

    __slots__ = ("brought", "clouds", "elements", "flags", "floors", "guests", "hand", "residents", "room", "tokens",
                 "towers", "walls", "worth")

    def __init__(self, hand: i64, tokens: i64, residents: i64, towers: i64, worth: i64, walls: i64, brought: i64,
                 room: i64, flags: i64, floors: i64, guests: i64, clouds: i64, elements: i64) -> None:
        self.hand: i64 = hand  # tokens not on the board
        self.tokens: i64 = tokens  # covered cells, a bit each
        self.residents: i64 = residents
        self.towers: i64 = towers  # which towers are drawn,
        self.worth: i64 = worth  # and the value written on each
        self.walls: i64 = walls  # which walls are drawn,
        self.brought: i64 = brought  # the residents each of them brought,
        self.room: i64 = room  # and which of them still take a flag
        self.flags: i64 = flags  # the value of the flag in each slot, 0 for none
        self.floors: i64 = floors
        self.guests: i64 = guests
        self.clouds: i64 = clouds  # the Shepherdess's
        self.elements: i64 = elements  # towers, walls and floors

    def clone(self) -> Castle:
        return Castle(self.hand, self.tokens, self.residents, self.towers, self.worth, self.walls, self.brought,
                      self.room, self.flags, self.floors, self.guests, self.clouds, self.elements)

    def cover(self, cell: i64) -> None:
        """Put a token from the hand on a free cell."""
        self.tokens |= 1 << cell
        self.hand -= 1

    def welcome(self, count: i64, sheet: Sheet) -> i64:
        """Draw residents, as many as the track still has room for (ruling 7); how many were drawn."""
        count = min(count, sheet.track - self.residents)
        self.residents += count
        return count

    def draw_tower(self, place: i64, points: i64) -> None:
        """Les tours: draw one and note its value on it."""
        self.towers |= 1 << place
        self.worth |= points << place * BYTE
        self.elements += 1

    def draw_wall(self, place: i64, residents: i64, sheet: Sheet) -> None:
        """Les murs: draw the one that was chosen (ruling 6); a new place for flags."""
        self.walls |= 1 << place
        self.brought |= residents << place * BYTE
        if sheet.slots[place] > 0:
            self.room |= 1 << place
        self.elements += 1

    def draw_flag(self, wall: i64, points: i64, sheet: Sheet) -> None:
        """Les drapeaux: draw one on a built wall, from left to right."""
        slot: i64 = sheet.first_slot[wall]
        last: i64 = slot + sheet.slots[wall] - 1
        while self.flags >> slot * BYTE & VALUE:
            slot += 1
        self.flags |= points << slot * BYTE
        if slot == last:
            self.room &= ~(1 << wall)

    def draw_floor(self) -> None:
        """Les étages du donjon: from the ground up."""
        self.floors += 1
        self.elements += 1

    def flag_count(self) -> i64:
        """How many flags are drawn."""
        flags: i64 = self.flags
        count: i64 = 0
        while flags:
            if flags & VALUE:
                count += 1
            flags >>= BYTE
        return count

    def counted(self, per: i64, version: Version) -> i64:
        """What a crown guest counts in this castle."""
        if per == PER_CROWN:
            return bits(self.guests & version.crown)
        if per == PER_FLOOR:
            return self.floors
        if per == PER_WALL:
            return bits(self.walls)
        if per == PER_TOWER:
            return bits(self.towers)
        assert per == PER_FLAG
        return self.flag_count()

    def guest_points(self, guest: i64, version: Version) -> i64:
        """What one guest of this castle is worth as things stand."""
        card = version.guests[guest]
        if card.per == PER_NOTHING:
            return card.points
        return card.points + self.counted(card.per, version)

    def all_guest_points(self, version: Version) -> i64:
        """What all guests of this castle are worth as things stand."""
        total: i64 = 0
        guests: i64 = self.guests
        while guests:
            total += self.guest_points(lowest(guests), version)
            guests &= guests - 1
        return total

    def drawn_points(self, version: Version) -> i64:
        """What towers, flags, residents and the Shepherdess's clouds are worth."""
        return (total_of(self.worth) + total_of(self.flags) + version.sheet.worth[self.residents]
                + self.clouds * version.cloud_points)

    def points(self, version: Version) -> i64:
        """Fin de la partie: everything but the sun and the cloud of the twelfth element."""
        return self.drawn_points(version) + self.all_guest_points(version)


def total_of(packed: i64) -> i64:
    """The sum of packed values."""
    total: i64 = 0
    while packed:
        total += packed & VALUE
        packed >>= BYTE
    return total


def value_at(packed: i64, place: i64) -> i64:
    """One of the packed values."""
    return packed >> place * BYTE & VALUE


def empty_castle(tokens: i64) -> Castle:
    """The castle before the first stroke."""
    return Castle(tokens, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
