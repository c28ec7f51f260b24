"""The second half of a turn, in the rulebook's order: building, guests, the end of the game.

`proceed` carries the game on until somebody has a real choice; which answers there are is said in
`rules`.
"""
from __future__ import annotations

from mypy_extensions import i64

from chateaux.engine.chance import bit, bits, lowest
from chateaux.engine.data import UNASKED, Endless
from chateaux.games.once_upon_a_castle.board import FACES, FLAG, FLOOR, REACTIVATE, TOWER, WALL, Line
from chateaux.games.once_upon_a_castle.dice import ANSWERS, BUILD, DICE, GAIN, MOVE, NOBODY, OVER, ROLL, TWICE, Dice
from chateaux.games.once_upon_a_castle.guests import NO_GAIN


class Turn(Dice):
    """A position and everything that can happen to it."""

    # ------------------------------------------------------------ carrying on

    def proceed(self) -> None:
        """Carry on until somebody is asked, or the game is over."""
        for _ in range(UNASKED):
            phase: i64 = self.phase
            if phase == DICE:
                if self.dice_are_asked():
                    break
            elif phase == ANSWERS:
                if self.asked:
                    return
                self.resolve_answers()
            elif phase == BUILD:
                if self.has_complete_line():
                    break
                self.end_step()
            elif phase == ROLL:
                self.roll()
            elif phase == GAIN:
                if self.gain_is_asked():
                    break
            elif phase == TWICE:
                if self.twice_is_asked():
                    break
            elif phase == MOVE:
                if self.count > 0 and self.castles[self.active].tokens:
                    break
                self.phase = BUILD
            else:
                self.asked = 0
                return
        else:
            raise Endless("Once Upon a Castle: turn follows turn and nobody can do anything.")
        self.asked = 1 << self.active

    # ------------------------------------------------------------ building

    def has_complete_line(self) -> bool:
        """Whether the active player could clear a line."""
        return self.version.board.complete[self.castles[self.active].tokens] != 0

    def stealable(self, seat: i64) -> i64:
        """The guests a seat could steal; the Guard shields crown guests (ruling 17)."""
        found: i64 = 0
        version = self.version
        for other in range(self.players):
            if other != seat:
                guests: i64 = self.castles[other].guests
                if guests & version.guard:
                    guests &= ~version.crown
                found |= guests
        return found

    def places(self, seat: i64, line: Line) -> i64:
        """Where the reward of a line may go, a bit each; the bit after the last is "for nothing" (ruling 5)."""
        castle = self.castles[seat]
        kind: i64 = line.kind
        found: i64 = 0
        if kind == TOWER:
            found = (1 << line.places) - 1 & ~castle.towers
        elif kind == WALL:
            found = (1 << line.places) - 1 & ~castle.walls
        elif kind == FLAG:
            found = castle.room
        elif kind == FLOOR:
            if castle.floors < self.version.sheet.floors:
                found = self.takeable()
        elif kind == REACTIVATE:
            found = castle.guests & self.version.lightning
        else:
            found = self.stealable(seat)
        return found if found else bit(line.places)

    def takeable(self) -> i64:
        """The guests that may come with a donjon floor: the top of the pile, or the open ones."""
        if not self.version.open:
            return 1
        found: i64 = 0
        for slot in range(self.version.display):
            if self.display[slot] >= 0:
                found |= 1 << slot
        return found

    def build(self, action: i64) -> None:
        """Clear a complete line for its reward."""
        version = self.version
        seat: i64 = self.active
        castle = self.castles[seat]
        line = version.board.lines[version.board.line_at[action]]
        place: i64 = action - line.first
        castle.tokens &= ~line.cells
        castle.hand += line.length
        kind: i64 = line.kind
        if place == line.places:
            if self.log is not None:
                self.emit("clear", seat, {"line": line.id})
        elif kind == TOWER:
            castle.draw_tower(place, line.worth)
            if self.log is not None:
                self.emit("tower", seat, {"line": line.id, "points": line.worth, "place": place + 1})
            self.shine(seat)
        elif kind == WALL:
            castle.draw_wall(place, line.worth, version.sheet)
            if self.log is not None:
                self.emit("wall", seat, {"line": line.id, "place": place + 1})
            self.draw_residents(seat, line.worth)
        elif kind == FLAG:
            castle.draw_flag(place, line.worth, version.sheet)
            if self.log is not None:
                self.emit("flag", seat, {"line": line.id, "points": line.worth, "place": place + 1})
        elif kind == FLOOR:
            self.build_floor(seat, line, place)
            return
        elif kind == REACTIVATE:
            if self.log is not None:
                self.emit("reactivate", seat, {"line": line.id, "guest": version.guests[place].id})
            self.activate(seat, place)
            return
        else:
            self.steal(seat, line, place)
            return
        self.finish(seat)

    def shine(self, seat: i64) -> None:
        """The first player with all towers draws the sun, even in the final step (ruling 8)."""
        if self.sun == NOBODY and bits(self.castles[seat].towers) == self.version.sheet.towers:
            self.sun = seat
            if self.log is not None:
                self.emit("sun", seat, {"points": self.version.sheet.sun})

    def finish(self, seat: i64) -> bool:
        """The twelfth element: the cloud, and the game stops at once (rulings 9 and 20); whether it did."""
        if self.finisher != NOBODY or self.castles[seat].elements < self.version.sheet.elements:
            return False
        self.finisher = seat
        if self.log is not None:
            self.emit("cloud", seat, {"points": self.version.sheet.cloud})
        self.end_step()
        return True

    def end_step(self) -> None:
        """Next turn; after the twelfth element one building step for each other player, in turn order (ruling 10)."""
        self.active += 1
        if self.active == self.players:
            self.active = 0
        if self.finisher == NOBODY:
            self.number += 1
            self.phase = ROLL
        elif self.active == self.finisher:
            self.phase = OVER
            if self.log is not None:
                self.emit("over", NOBODY, {})
        else:
            self.phase = BUILD
            if self.log is not None and self.has_complete_line():
                self.emit("final_step", self.active, {})

    # ------------------------------------------------------------ guests

    def draw_guest(self) -> i64:
        """A random guest of the face-down pile, or -1 when there is none."""
        if self.pile_count == 0:
            return NOBODY
        guest: i64 = self.chance.choose(self.pile, self.pile_count)
        self.pile &= ~bit(guest)
        self.pile_count -= 1
        self.revealed = True
        return guest

    def build_floor(self, seat: i64, line: Line, place: i64) -> None:
        """Draw a donjon floor; its guest comes from the pile, or from the three open ones, which are refilled."""
        version = self.version
        castle = self.castles[seat]
        castle.draw_floor()
        guest: i64 = self.display[place] if version.open else self.draw_guest()
        castle.guests |= bit(guest)
        if self.log is not None:
            self.emit("floor", seat, {"line": line.id, "floor": castle.floors, "guest": version.guests[guest].id})
        if version.open:
            self.display[place] = self.draw_guest()
            if self.log is not None and self.display[place] >= 0:
                self.emit("gate", NOBODY, {"guest": version.guests[self.display[place]].id})
        if not self.finish(seat) and version.lightning >> guest & 1:
            self.activate(seat, guest)

    def steal(self, seat: i64, line: Line, guest: i64) -> None:
        """Voler un invité: the victim keeps the floor; a lightning guest acts for the thief."""
        version = self.version
        mask: i64 = bit(guest)
        for other in range(self.players):
            castle = self.castles[other]
            if castle.guests & mask:
                castle.guests &= ~mask
                if self.log is not None:
                    self.emit("steal", seat, {"line": line.id, "guest": version.guests[guest].id,
                                              "victim_seat": other})
        self.castles[seat].guests |= mask
        if version.lightning & mask:
            self.activate(seat, guest)

    def activate(self, seat: i64, guest: i64) -> None:
        """Éclair: the effect of a lightning guest."""
        card = self.version.guests[guest]
        if card.residents:
            self.draw_residents(seat, card.residents)
        if card.gain != NO_GAIN:
            self.phase = GAIN
            self.gift = card.gain
            self.count = card.gains
        elif card.moves:
            self.phase = MOVE
            self.count = card.moves
        elif card.rolls:
            if self.finisher != NOBODY:
                return  # ruling 21: no die is rolled any more
            self.phase = TWICE
            self.gift = self.chance.below(6)
            self.count = 2
            self.revealed = True
            if self.log is not None:
                self.emit("roll_one", seat, {"guest": card.id, "die": FACES[self.gift]})

    def gain_is_asked(self) -> bool:
        """Place what leaves no choice; whether the active player has a choice of cells now."""
        castle = self.castles[self.active]
        version = self.version
        while self.count > 0:
            cells: i64 = version.reached(castle.guests, self.gift) & ~castle.tokens
            if cells == 0 or castle.hand == 0:
                if self.log is not None:
                    self.emit("tokens_lost", self.active, {"count": self.count})
                break
            free: i64 = bits(cells)
            if free > self.count or free > castle.hand:
                self.may[self.active] = cells
                return True
            self.put_gift(lowest(cells))
        self.phase = BUILD
        return False

    def put_gift(self, cell: i64) -> None:
        """Put a token that a guest gave."""
        self.count -= 1
        self.castles[self.active].cover(cell)
        self.say_token(self.active, cell, "guest")

    def twice_is_asked(self) -> bool:
        """The die that is taken twice, each time like a die of one's own (ruling 16)."""
        while self.count > 0:
            options: i64 = self.uses(self.castles[self.active], self.gift)
            if options == 0:
                self.count -= 1
                self.say_lost(self.gift)
            elif options & (options - 1) == 0:
                self.take_gift(lowest(options))
            else:
                self.may[self.active] = options
                return True
        self.phase = BUILD
        return False

    def take_gift(self, use: i64) -> None:
        """Use the die that is taken twice, once."""
        self.count -= 1
        self.use(self.active, self.gift, use)

    def move_token(self, action: i64) -> None:
        """Move a token to a free cell; no rule but the Magician's allows it."""
        board = self.version.board
        castle = self.castles[self.active]
        start: i64 = (action - board.moves) // (board.size - 1)
        goal: i64 = (action - board.moves) % (board.size - 1)
        if goal >= start:
            goal += 1
        castle.tokens = castle.tokens & ~(1 << start) | 1 << goal
        self.count -= 1
        if self.log is not None:
            self.emit("move", self.active, {"from_cell": board.cells[start], "to_cell": board.cells[goal]})

    # ------------------------------------------------------------ who leads

    def points(self, seat: i64) -> i64:
        """The points of a seat as things stand."""
        total: i64 = self.castles[seat].points(self.version)
        if self.sun == seat:
            total += self.version.sheet.sun
        if self.finisher == seat:
            total += self.version.sheet.cloud
        return total

    def best(self) -> tuple[int, ...]:
        """Who leads: most points, then most main elements, then most residents, then shared (ruling 11)."""
        found: list[int] = []
        best: i64 = -1
        for seat in range(self.players):
            castle = self.castles[seat]
            rank: i64 = (self.points(seat) * 32 + castle.elements) * 256 + castle.residents
            if rank > best:
                best = rank
                found = []
            if rank == best:
                found.append(seat)
        return tuple(found)
