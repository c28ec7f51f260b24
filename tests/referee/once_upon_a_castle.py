"""Once Upon a Castle told again, from the French rulebook; "Ruling n" is a line of the list in the game's README.

Both versions: Petits Bâtisseurs (green) and Grands Architectes (blue), where guests have powers.
"""
from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from chateaux.engine.data import EVERYTHING, Event
from tests.referee.given import Given

RESOURCES = ["wood", "stone", "gold", "food"]
LETTERS = {"W": "wood", "S": "stone", "G": "gold", "F": "food"}
FLAG_SLOTS = [2, 2, 1, 1]  # « 2 murs pouvant accueillir 2 drapeaux, et 2 murs pouvant accueillir 1 drapeau »
TOKENS = 10
GIFTS = {"lumberjack": "wood", "merchant": "gold", "miner": "stone", "farmer": "food"}  # « obtenez 2 … »

# ---------------------------------------------------------------- what is printed


class Reward(msgspec.Struct):
    type: str
    points: int = 0
    residents: int = 0


class Line(msgspec.Struct):
    id: str
    cells: list[str]
    reward: Reward


class Board(msgspec.Struct):
    grid: list[str]
    lines: list[Line]


class Residents(msgspec.Struct):
    total: int
    group_size: int
    group_values: list[int]


class Sheet(msgspec.Struct):
    residents: Residents


class Guest(msgspec.Struct):
    id: str
    points: int | None
    type: str = ""


class Guests(msgspec.Struct):
    cards: list[Guest]


class Box(msgspec.Struct):
    """The printed set: `pieces.json`."""

    boards: dict[str, Board]
    castle_sheet: Sheet
    guests_green: Guests
    guests_blue: Guests


# ---------------------------------------------------------------- the keys of a dumped position


class Wall(msgspec.Struct):
    residents: int
    flags: list[int]


class Castle(msgspec.Struct):
    tokens: list[str]
    residents: int
    towers: list[int]  # 0: not drawn
    walls: list[Wall | None]
    floors: int
    guests: list[str]
    clouds: int  # the Shepherdess's


class Table(msgspec.Struct):
    turn: int
    active: int
    phase: str
    castles: list[Castle]
    sun: int | None
    finisher: int | None
    dice: list[str]
    left: list[bool] | None = None  # the dice still to be used
    answers: list[str | None] | None = None
    display: list[str | None] = []
    sides: list[str] | None = None  # of the sheets, where everybody chooses
    gift: str | None = None
    count: int | None = None


class Options(msgspec.Struct):
    version: str
    fair_start: bool = False


class Dump(msgspec.Struct):
    options: Options
    position: Table


def read(dump: Mapping[str, object], pieces: object) -> Referee:
    """The referee of a dumped position."""
    data = msgspec.convert(dump, Dump)
    return Referee(msgspec.convert(pieces, Box), data.options, data.position)


def given(events: tuple[Event, ...]) -> Given:
    """The dice and the guests."""
    luck = Given()
    for event in events:
        match event.seen_by(EVERYTHING):
            case {"kind": "roll", "dice": list(dice)}:
                luck.add("dice", 0, dice)
            case {"kind": "roll_one", "die": str(die)}:
                luck.add("die", 0, [die])
            case {"kind": "floor", "guest": str(guest)}:
                luck.add("guest", 0, [guest])
            case {"kind": "gate", "guest": str(guest)}:
                luck.add("gate", 0, [guest])
    return luck


class Use(msgspec.Struct, frozen=True):
    """What a die brings: a token on a cell, residents, a flag on a wall, a cloud."""

    cell: str | None = None
    residents: int = 0
    wall: int | None = None
    cloud: bool = False


# ---------------------------------------------------------------- the law


class Referee:
    """What may be done on a table, and what comes of it."""

    def __init__(self, box: Box, options: Options, table: Table) -> None:
        self.options = options
        self.blue = options.version == "blue"
        self.track = box.castle_sheet.residents
        self.guests = {guest.id: guest for guest in (box.guests_blue if self.blue else box.guests_green).cards}
        board = box.boards[options.version]
        self.lines = {line.id: line for line in board.lines}
        self.resource = {f"r{row}c{column}": LETTERS[letter] for row, letters in enumerate(board.grid, 1)
                         for column, letter in enumerate(letters, 1) if letter != "."}
        self.table = table
        self.given = Given()

    def data(self) -> object:
        """The table as plain data; tokens and guests lie in no order."""
        for castle in self.table.castles:
            castle.tokens.sort()
            castle.guests.sort()
        return msgspec.to_builtins(self.table)

    def conserved(self) -> bool:
        """Ten tokens, 36 residents, six flags, each guest in one place at most."""
        table = self.table
        guests = [guest for castle in table.castles for guest in castle.guests]
        guests += [guest for guest in table.display if guest]
        return (len(guests) == len(set(guests)) and set(guests) <= set(self.guests)
                and all(len(castle.tokens) <= TOKENS and len(castle.tokens) == len(set(castle.tokens))
                        and castle.residents <= self.track.total
                        and all(len(wall.flags) <= slots for wall, slots in zip(castle.walls, FLAG_SLOTS, strict=True)
                                if wall)
                        for castle in table.castles))

    def opening(self) -> bool:
        """Préparation; « dévoiler les 3 premières cartes » on blue. Dice that leave no choice are used already."""
        table = self.table
        return (table.turn == 1 and len(table.display) == (3 if self.blue else 0)
                and all(not castle.guests and not any(castle.towers) and not any(castle.walls) and not castle.floors
                        for castle in table.castles)
                and not any(castle.tokens for seat, castle in enumerate(table.castles) if seat != table.active)
                and self.first_residents())

    def first_residents(self) -> bool:
        """The house rule Fair start: one for everybody but the first player, who may have used dice already; two for
        the second of two.
        """
        first, *others = self.table.castles
        ahead = {False: 0, True: 2 if len(others) == 1 else 1}[self.options.fair_start]
        return first.residents in (0, 2, 4) and all(castle.residents == ahead for castle in others)

    # ------------------------------------------------------------ which actions are legal

    def asked(self) -> dict[int, set[str]]:
        """Everybody who may answer, with all answers in notation."""
        table, seat = self.table, self.table.active
        match table.phase:
            case "over":
                return {}
            case "sheet":  # « choisit sur quelle face il va dessiner »
                return {seat: {"sheet printed", "sheet blank"}}
            case "dice":
                return {seat: set(self.dice_actions())}
            case "answers":
                return {other: self.answers(other) for other in self.others() if len(self.answers(other)) > 1}
            case "build":
                return {seat: self.builds(seat) | {"done"}}
            case "gain":
                assert table.gift is not None
                return {seat: {f"token @{cell}" for cell in self.cells(seat, table.gift)}}
            case "twice":
                assert table.gift is not None
                return {seat: set(self.uses(seat, table.gift))}
            case "move":
                tokens = table.castles[seat].tokens
                free = [cell for cell in self.resource if cell not in tokens]
                return {seat: {f"move {token} {cell}" for token in tokens for cell in free} | {"done"}}
        raise AssertionError(f"The rulebook knows no question {table.phase!r}.")

    def others(self) -> list[int]:
        """The other players in turn order."""
        count = len(self.table.castles)
        return [(self.table.active + step) % count for step in range(1, count)]

    def has(self, seat: int, guest: str) -> bool:
        """Only the guests of the Grands Architectes have powers."""
        return self.blue and guest in self.table.castles[seat].guests

    def dice_actions(self) -> dict[str, Use]:
        """The active player uses both dice, in any order (Ruling 19)."""
        table = self.table
        assert table.left is not None
        return {action: use for die, left in zip(table.dice, table.left, strict=True) if left
                for action, use in self.uses(table.active, die).items()}

    def uses(self, seat: int, die: str) -> dict[str, Use]:
        """What a player can do with a die. « Si un dé indique « ? » le joueur peut choisir la face du dé »."""
        faces = [*RESOURCES, "residents"] if die == "wild" else [die]
        found: dict[str, Use] = {}
        for face in faces:
            for what, use in self.face_uses(seat, face).items():
                action = f"{die} {what}"
                if action not in found or found[action].residents < use.residents:  # Ruling 23
                    found[action] = use
        if die == "wild" and self.has(seat, "shepherdess"):
            found["wild cloud"] = Use(cloud=True)  # « au lieu de placer un jeton »; needs a rolled ? (Ruling 12)
        return found

    def face_uses(self, seat: int, face: str) -> dict[str, Use]:
        """« place un jeton sur une des cases correspondantes », « doit dessiner 2 habitants »; and the hourglasses."""
        castle = self.table.castles[seat]
        if face == "residents":
            knight = self.cells(seat, "wild") if self.has(seat, "knight") else []
            return {"residents": Use(residents=2)} | {f"@{cell}": Use(cell=cell) for cell in knight}
        cook = int(face == "food" and self.has(seat, "cook"))
        uses = {f"@{cell}": Use(cell=cell, residents=cook) for cell in self.cells(seat, face)}
        if face == "gold" and self.has(seat, "monk"):
            uses |= {f"flag @wall{number}": Use(wall=number) for number in self.roomy_walls(castle)}
        if cook and not uses and castle.residents < self.track.total:
            uses["residents"] = Use(residents=1)  # Ruling 14: even when the food token is lost
        return uses

    def cells(self, seat: int, resource: str) -> list[str]:
        """The free cells for a token of that resource (wild: any); none without a token in hand."""
        castle = self.table.castles[seat]
        if len(castle.tokens) == TOKENS:
            return []  # « il ne peut pas remplir de nouvelles cases »
        kinds = {resource}
        if resource in ("wood", "stone") and self.has(seat, "troll"):
            kinds = {"wood", "stone"}  # « utiliser votre Bois comme de la Pierre et vice versa »
        return [cell for cell, kind in self.resource.items()
                if cell not in castle.tokens and (resource == "wild" or kind in kinds)]

    def answers(self, seat: int) -> set[str]:
        """« Ils ont aussi le droit de choisir l'effet d'un des deux dés »; they may decline (Ruling 2)."""
        return set(self.answer_uses(seat)) | {"done"}

    def answer_uses(self, seat: int) -> dict[str, Use]:
        """Ruling 23: the same result once, after the first die that brings it; what brings nothing is `done`.

        Of two dice that bring the same token, or only residents, the one with fewer residents is not offered.
        """
        full = self.table.castles[seat].residents == self.track.total
        best: dict[Use, tuple[str, Use]] = {}  # by what they bring beside residents
        for die in self.table.dice:
            for action, use in self.uses(seat, die).items():
                beside = Use(cell=use.cell, wall=use.wall, cloud=use.cloud)
                if full and beside == Use():
                    continue
                if beside not in best or best[beside][1].residents < use.residents:
                    best[beside] = action, use
        return dict(best.values())

    def builds(self, seat: int) -> set[str]:
        """What the complete lines of a board bring; one with nothing left to gain may be cleared (Ruling 5)."""
        castle = self.table.castles[seat]
        actions: set[str] = set()
        for line in self.lines.values():
            if set(line.cells) <= set(castle.tokens):
                actions |= self.rewards(seat, line) or {f"clear {line.id}"}
        return actions

    def rewards(self, seat: int, line: Line) -> set[str]:
        castle = self.table.castles[seat]
        match line.reward.type:
            case "tower":  # Ruling 6: the player chooses which
                return {f"build {line.id} @tower{number}" for number, tower in enumerate(castle.towers, 1) if not tower}
            case "wall":
                return {f"build {line.id} @wall{number}" for number, wall in enumerate(castle.walls, 1) if not wall}
            case "flag":  # « les drapeaux ne peuvent être dessinés que sur les Murs déjà construits »
                return {f"build {line.id} @wall{number}" for number in self.roomy_walls(castle)}
            case "donjon_floor" if castle.floors < 4:
                if not self.blue:
                    return {f"build {line.id}"}
                return {f"build {line.id} @gate{number}" for number, guest in enumerate(self.table.display, 1) if guest}
            case "reactivate_lightning_guest":
                return {f"reactivate {line.id} {guest}" for guest in castle.guests if self.is_type(guest, "lightning")}
            case "steal_guest":
                return {f"steal {line.id} {guest}" for other in self.others()
                        for guest in self.table.castles[other].guests
                        if not (self.is_type(guest, "crown") and self.has(other, "guard"))}
            case "residents" if castle.residents < self.track.total:  # of nobody's box so far; Ruling 24
                return {f"welcome {line.id}"}
        return set()

    def is_type(self, guest: str, type: str) -> bool:
        return self.guests[guest].type == type

    def roomy_walls(self, castle: Castle) -> list[int]:
        """The walls, counted from 1, that can still carry a flag."""
        return [number for number, wall in enumerate(castle.walls, 1)
                if wall and len(wall.flags) < FLAG_SLOTS[number - 1]]

    # ------------------------------------------------------------ the dice

    def play(self, seat: int, action: str, luck: Given) -> None:
        """Carry an action out."""
        self.given = luck
        table, castle = self.table, self.table.castles[seat]
        match table.phase:
            case "sheet":
                assert table.sides is not None
                table.sides.append(action.removeprefix("sheet "))
                table.active = len(table.sides) % len(table.castles)
                if table.active == 0:
                    self.roll()
            case "dice":
                self.use_die(action)
                self.settle_dice()
            case "answers":
                assert table.answers is not None
                table.answers[seat] = action
                if all(table.answers[other] or len(self.answers(other)) == 1 for other in self.others()):
                    self.open_answers()
            case "build":
                self.build(seat, action)
            case "gain":
                assert table.gift is not None
                assert table.count is not None
                castle.tokens.append(action.removeprefix("token @"))
                self.gift(seat, table.gift, table.count - 1)
                self.go_on_building()
            case "twice":
                assert table.gift is not None
                assert table.count is not None
                self.bring(seat, self.uses(seat, table.gift)[action])
                self.take_twice(seat, table.gift, table.count - 1)
                self.go_on_building()
            case "move":
                assert table.count is not None
                table.count -= 1
                if action == "done":
                    table.count = 0
                else:
                    _, token, cell = action.split()
                    castle.tokens.remove(token)
                    castle.tokens.append(cell)
                self.go_on_building()

    def use_die(self, action: str) -> None:
        table = self.table
        assert table.left is not None
        use = self.dice_actions()[action]
        face = action.split()[0]
        table.left[next(number for number in (0, 1) if table.left[number] and table.dice[number] == face)] = False
        self.bring(table.active, use)

    def settle_dice(self) -> None:
        """A die that can bring nothing is lost; what leaves no choice is dealt with at once; then the others choose."""
        table = self.table
        assert table.left is not None
        for number, die in enumerate(table.dice):
            if table.left[number]:
                uses = self.uses(table.active, die)
                if not uses:
                    table.left[number] = False  # « celle-ci est perdue »
                elif all(use == Use(residents=use.residents) for use in uses.values()):
                    self.use_die(next(iter(uses)))
        while len(self.dice_actions()) == 1:
            self.use_die(next(iter(self.dice_actions())))
        if not self.dice_actions():
            table.left = None
            table.phase, table.answers = "answers", [None] * len(table.castles)
            if all(len(self.answers(other)) == 1 for other in self.others()):
                self.open_answers()

    def open_answers(self) -> None:
        table = self.table
        assert table.answers is not None
        for seat, answer in enumerate(table.answers):
            if answer and answer != "done":
                self.bring(seat, self.answer_uses(seat)[answer])
        table.answers = None
        self.go_on_building()

    def bring(self, seat: int, use: Use) -> None:
        castle = self.table.castles[seat]
        if use.cell:
            castle.tokens.append(use.cell)
        if use.wall:
            wall = castle.walls[use.wall - 1]
            assert wall is not None
            wall.flags.append(2)  # the Monk: « un drapeau à 2 points »
        castle.clouds += use.cloud
        self.more_residents(castle, use.residents)

    def more_residents(self, castle: Castle, count: int) -> None:
        castle.residents = min(castle.residents + count, self.track.total)  # Ruling 7

    # ------------------------------------------------------------ building

    def go_on_building(self) -> None:
        """« one line at a time, looked at again after each » (Ruling 4); a guest's gift comes first."""
        table = self.table
        if table.count and table.phase in ("gain", "twice", "move"):
            return
        table.gift = table.count = None
        table.phase = "build"
        if not self.builds(table.active):
            self.end_building()

    def build(self, seat: int, action: str) -> None:
        table, castle = self.table, self.table.castles[seat]
        if action == "done":
            return self.end_building()
        verb, name, *where = action.split()
        line = self.lines[name]
        castle.tokens = [token for token in castle.tokens if token not in line.cells]
        place = where[0].removeprefix("@") if where else ""
        number = int(place[-1]) if place and place[-1].isdigit() else 0
        arrived = None
        if verb == "build":
            arrived = self.draw(seat, line.reward, number)
        elif verb == "welcome":
            self.more_residents(castle, line.reward.residents)
        elif verb == "reactivate":
            arrived = place
        elif verb == "steal":  # « Si cet Invité est un Invité « éclair », le joueur active son pouvoir »
            next(other for other in table.castles if place in other.guests).guests.remove(place)
            castle.guests.append(place)
            arrived = place
        if all(castle.towers) and table.sun is None:
            table.sun = seat  # « Le premier joueur à construire ses 4 tours »
        if self.elements(castle) == 12 and table.finisher is None:
            table.finisher = seat  # « il gagne le droit de dessiner le nuage … et met fin à la partie immédiatement »
            return self.end_building()  # Ruling 20: a guest who comes with it does not act
        if arrived and self.blue and self.is_type(arrived, "lightning"):
            self.strike(seat, arrived)
        return self.go_on_building()

    def draw(self, seat: int, reward: Reward, number: int) -> str | None:
        """Draw an element or a flag; the guest who arrives with a floor."""
        castle, display = self.table.castles[seat], self.table.display
        match reward.type:
            case "tower":
                castle.towers[number - 1] = reward.points
            case "wall":
                castle.walls[number - 1] = Wall(reward.residents, [])
                self.more_residents(castle, reward.residents)
            case "flag":
                wall = castle.walls[number - 1]
                assert wall is not None
                wall.flags.append(reward.points)
            case "donjon_floor":
                castle.floors += 1
                guest = self.given.next("guest", 0)
                castle.guests.append(guest)
                if self.blue:  # « il choisit l'un des trois Invités visibles … On retourne une carte de la pioche »
                    assert display[number - 1] == guest
                    pile = 20 - len([other for other in display if other]) - sum(
                        len(other.guests) for other in self.table.castles) + 1
                    display[number - 1] = self.given.next("gate", 0) if pile else None
                return guest
        return None

    def strike(self, seat: int, guest: str) -> None:
        """ÉCLAIR."""
        table, castle = self.table, self.table.castles[seat]
        match guest:
            case "architect":
                self.more_residents(castle, 1)
                self.gift(seat, "wild", 1)
            case "bohemian":
                self.more_residents(castle, 4)
            case "dagobert" if table.finisher is None:  # Ruling 21
                self.take_twice(seat, self.given.next("die", 0), 2)
            case "magician" if castle.tokens:
                table.phase, table.count = "move", 2
            case _ if guest in GIFTS:
                self.gift(seat, GIFTS[guest], 2)

    def gift(self, seat: int, resource: str, count: int) -> None:
        """Tokens from a guest; where all free cells are filled, or none, nothing is asked."""
        table, castle = self.table, self.table.castles[seat]
        cells = self.cells(seat, resource)
        count = min(count, len(cells), TOKENS - len(castle.tokens))
        if count == len(cells):
            castle.tokens += cells
            count = 0
        table.phase, table.gift, table.count = "gain", resource, count

    def take_twice(self, seat: int, die: str, count: int) -> None:
        """Dagobert: « lancez un dé, obtenez 2 fois son résultat »."""
        table = self.table
        uses = self.uses(seat, die)
        while count and len(uses) <= 1:
            for use in uses.values():
                self.bring(seat, use)
            count -= 1
            uses = self.uses(seat, die)
        table.phase, table.gift, table.count = "twice", die, count

    def end_building(self) -> None:
        """The next turn; or, once somebody has finished, the last building step of the next player."""
        table = self.table
        count = len(table.castles)
        if table.finisher is None:
            table.turn += 1
            table.active = (table.active + 1) % count
            self.roll()
            return
        # « Dans l'ordre du tour, les autres joueurs peuvent quand même construire »
        table.active = (table.active + 1) % count
        if table.active == table.finisher:
            table.phase = "over"
        else:
            self.go_on_building()

    def roll(self) -> None:
        self.table.dice = [self.given.next("dice", 0), self.given.next("dice", 0)]
        self.table.phase, self.table.left = "dice", [True, True]
        self.settle_dice()

    def elements(self, castle: Castle) -> int:
        """« les 12 éléments principaux »."""
        return sum(map(bool, castle.towers)) + sum(map(bool, castle.walls)) + castle.floors

    # ------------------------------------------------------------ scores

    def scores(self) -> list[int]:
        return [sum(self.points(seat)) for seat in range(len(self.table.castles))]

    def points(self, seat: int) -> list[int]:
        """« Valeur des Tours + Bonus Soleil / Nuage + Valeur du groupe du dernier habitant … + drapeaux + Invités »."""
        table, castle = self.table, self.table.castles[seat]
        group = (castle.residents - 1) // self.track.group_size
        return [sum(castle.towers), 4 * (table.sun == seat), 4 * (table.finisher == seat), 2 * castle.clouds,
                self.track.group_values[group] if castle.residents else 0, sum(self.flags(castle)),
                *(self.worth(castle, guest) for guest in castle.guests)]

    def flags(self, castle: Castle) -> list[int]:
        return [flag for wall in castle.walls if wall for flag in wall.flags]

    def worth(self, castle: Castle, guest: str) -> int:
        """COURONNE: « à la fin du jeu, cette carte vaut 1 Pv par … »."""
        printed = self.guests[guest].points
        if printed is not None:
            return printed
        counted: dict[str, Iterable[object]] = {
            "courtesan": [other for other in castle.guests if self.is_type(other, "crown")],
            "fool": range(castle.floors),
            "prince": [wall for wall in castle.walls if wall],
            "princess": [tower for tower in castle.towers if tower],
            "king": self.flags(castle)}
        return len(list(counted[guest]))

    def winners(self) -> tuple[int, ...]:
        """« Le joueur qui totalise le plus de points »; Ruling 11: most elements, most residents, shared."""
        if self.table.phase != "over":
            return ()
        merits = [(score, self.elements(castle), castle.residents)
                  for score, castle in zip(self.scores(), self.table.castles, strict=True)]
        return tuple(seat for seat, merit in enumerate(merits) if merit == max(merits))


def eager(action: str) -> float:
    """A player who builds whatever can be built, guests first."""
    order = ["done", "clear", "welcome", "build", "reactivate", "steal"]
    verb, _, rest = action.partition(" ")
    return (order.index(verb) if verb in order else 1) + 3 * ("@gate" in rest) + 2 * ("cloud" in rest or "flag" in rest)


WISHES = {"eager": eager}
SAMPLE = 2
