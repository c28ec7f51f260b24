"""Château Combo told again, from the French rulebook and the 78 printed cards; "Ruling n" is the game's README.

A tableau is a dictionary from cells (a1 to e5: columns from the left, rows from the top) to cards.
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

import msgspec

from chateaux.engine.data import EVERYTHING, Event
from tests.referee.given import Given

SHIELDS = ["nobility", "faith", "scholarship", "military", "craftsmanship", "peasantry"]
PLACES = ["castle", "village"]

# ---------------------------------------------------------------- what is printed


class Per(msgspec.Struct):
    """What a gain counts, and in whose tableau."""

    count: str
    of: str
    shield: str = ""
    place: str = ""
    number: int = -1
    cost: int = -1


class Part(msgspec.Struct):
    kind: str
    who: str = ""
    resource: str = ""
    amount: int = 0
    per: Per | None = None
    gold: int = 0
    cards: int = 0
    row: str = ""
    places: list[str] = []


class Effect(msgspec.Struct):
    mode: str
    parts: list[Part]


class Scoring(msgspec.Struct):
    kind: str
    points: int
    shield: str = ""
    area: str = ""
    set: list[str] = []
    size: int = 0
    place: str = ""
    number: int = -1
    cost: int = -1
    or_more: bool = False
    capacity: int = 0
    region: str = ""


class Card(msgspec.Struct):
    id: str
    place: str
    cost: int
    shields: list[str]
    messenger: str | None
    effect: Effect
    scoring: Scoring


# ---------------------------------------------------------------- the keys of a dumped position


class Laid(msgspec.Struct):
    """A card in a tableau."""

    card: str
    down: bool
    gold: int  # on its purse


class Board(msgspec.Struct):
    gold: int
    keys: int
    cards: dict[str, Laid]


class Place(msgspec.Struct):
    row: list[str | None]
    discard: list[str]
    left: int  # in the deck
    exhausted: bool


class Table(msgspec.Struct):
    first: int
    turn: int
    messenger: str
    key_used: bool
    phase: str
    card: str | None  # whose effect waits for a choice
    part: int  # the part of it that comes next
    fills: int
    places: dict[str, Place]
    boards: list[Board]


class Dump(msgspec.Struct):
    position: Table


def read(dump: Mapping[str, object], pieces: object) -> Referee:
    """The referee of a dumped position."""
    return Referee(msgspec.convert(pieces, dict[str, list[Card]])["cards"], msgspec.convert(dump, Dump).position)


def given(events: tuple[Event, ...]) -> Given:
    """The cards that were revealed."""
    luck = Given()
    for event in events:
        match event.seen_by(EVERYTHING):
            case {"kind": "reveal", "place": str(place), "cards": list(cards)}:
                luck.add("row", PLACES.index(place), cards)
    return luck


# ---------------------------------------------------------------- the law


class Referee:
    """What may be done on a table, and what comes of it."""

    def __init__(self, cards: list[Card], table: Table) -> None:
        self.cards = {card.id: card for card in cards}
        self.table = table
        self.given = Given()

    def data(self) -> object:
        """The table as plain data; the order of a discard pile means nothing."""
        for place in self.table.places.values():
            place.discard.sort()
        return msgspec.to_builtins(self.table)

    def conserved(self) -> bool:
        """Every card is in one place; an exhausted place has given at least 37 of its 39."""
        seen = Counter(laid.card for board in self.table.boards for laid in board.cards.values())
        for place in self.table.places.values():
            seen += Counter(place.discard) + Counter(card for card in place.row if card)
        counts = {place: sum(self.cards[card].place == place for card in seen) for place in PLACES}
        return max(seen.values(), default=0) <= 1 and all(
            counts[name] + place.left == 39 or (place.exhausted and 37 <= counts[name] < 39)
            for name, place in self.table.places.items())

    def opening(self) -> bool:
        """Mise en place."""
        table = self.table
        return (table.messenger == "village" and table.turn == table.first
                and all((board.gold, board.keys, board.cards) == (15, 2, {}) for board in table.boards)
                and all(place.left == 36 and len(place.row) == 3 and all(place.row) for place in table.places.values()))

    # ------------------------------------------------------------ which actions are legal

    def asked(self) -> dict[int, set[str]]:
        """The player whose turn it is, with everything possible."""
        table = self.table
        match table.phase:
            case "over":
                return {}
            case "take":
                return {table.turn: self.keys() | self.takes()}
            case "option":
                return {table.turn: {"option 1", "option 2"}}
            case "discard":
                return {table.turn: {f"discard {card}" for card in table.places[self.choice().row].row if card}}
            case "fill":
                return {table.turn: {f"fill @{cell}" for cell in self.roomy(table.turn)}}
        raise AssertionError(f"The rulebook knows no question {table.phase!r}.")

    def keys(self) -> set[str]:
        """« Vous pouvez dépenser 1 (et une seule) Clé … pour réaliser une seule des 2 actions »."""
        table = self.table
        if table.key_used or not table.boards[table.turn].keys:
            return set()
        exhausted = any(place.exhausted for place in table.places.values())
        return {"refresh"} if exhausted else {"refresh", "move"}

    def takes(self) -> set[str]:
        """« Vous devez prendre l'une des 3 cartes visibles dans le lieu du pion Messager », bought or face down."""
        table, board = self.table, self.table.boards[self.table.turn]
        row = [card for card in table.places[table.messenger].row if card]
        cells = self.free_cells(board)
        buys = {f"buy {card} @{cell}" for card in row for cell in cells if self.price(board, card) <= board.gold}
        return buys | {f"hide {card} @{cell}" for card in row for cell in cells}

    def price(self, board: Board, name: str) -> int:
        """Réductions: all of the tableau add up; « Le coût minimum d'une carte est 0 »."""
        card = self.cards[name]
        discounts = [part.amount for other in self.face_up(board) for part in other.effect.parts
                     if part.kind == "discount" and card.place in part.places]
        return max(0, card.cost - sum(discounts))

    def free_cells(self, board: Board) -> list[str]:
        """Règles de placement: beside another card, and never a fourth row or column."""
        if not board.cards:
            return ["c3"]  # the frame floats, so the first card may as well lie in the middle
        cells = []
        for cell in [f"{column}{row}" for column in "abcde" for row in "12345"]:
            rows, columns = lines([*board.cards, cell])
            small = max(rows) - min(rows) < 3 and max(columns) - min(columns) < 3
            if cell not in board.cards and small and any(distance(cell, other) == 1 for other in board.cards):
                cells.append(cell)
        return cells

    # ------------------------------------------------------------ what comes of them

    def play(self, seat: int, action: str, luck: Given) -> None:
        """Carry an action out."""
        self.given = luck
        table, board = self.table, self.table.boards[seat]
        verb, *words = action.split()
        match verb:
            case "move":
                board.keys -= 1
                table.key_used = True
                table.messenger = PLACES[1 - PLACES.index(table.messenger)]
            case "refresh":
                board.keys -= 1
                table.key_used = True
                place = table.places[table.messenger]
                place.discard += [card for card in place.row if card]
                place.row = [None, None, None]
                self.complete(table.messenger)
            case "buy" | "hide":
                self.take(seat, words[0], words[1].removeprefix("@"), verb == "hide")
            case "option":
                assert table.card is not None
                self.apply(seat, self.cards[table.card].effect.parts[int(words[0]) - 1])
                self.end_turn(self.cards[table.card])
            case "discard":
                part = self.choice()
                row = table.places[part.row].row
                row[row.index(words[0])] = None
                table.places[part.row].discard.append(words[0])
                gain(board, part.resource, self.cards[words[0]].cost)  # Ruling 4: the printed cost
                self.go_on(seat)
            case "fill":
                laid = board.cards[words[0].removeprefix("@")]
                laid.gold = self.cards[laid.card].scoring.capacity
                table.fills -= 1
                self.fill(seat)

    def take(self, seat: int, name: str, cell: str, down: bool) -> None:
        table, board, card = self.table, self.table.boards[seat], self.cards[name]
        row = table.places[table.messenger].row
        row[row.index(name)] = None
        if down:  # 6 gold and 2 keys, and nothing printed counts from now on
            board.gold += 6
            board.keys += 2
        else:
            board.gold -= self.price(board, name)
        board.cards[cell] = Laid(name, down, 0)
        if down:
            self.end_turn(None)
            return
        table.card, table.part = name, 0
        if card.effect.mode == "choose_one":
            table.phase = "option"  # Ruling 5: always offered
        else:
            self.go_on(seat)

    def go_on(self, seat: int) -> None:
        """« L'effet d'une carte est appliqué juste après que la carte a intégré votre tableau »: part by part."""
        table = self.table
        assert table.card is not None
        card = self.cards[table.card]
        while table.part < len(card.effect.parts):
            part = card.effect.parts[table.part]
            table.part += 1
            if part.kind == "discard_row_card" and not table.places[part.row].exhausted:
                table.phase = "discard"
                return
            if part.kind == "fill_purses":
                table.fills = part.cards
                self.fill(seat)
                return  # no printed card has another part behind this one
            self.apply(seat, part)
        self.end_turn(card)

    def choice(self) -> Part:
        """The part of the effect that is being asked about."""
        assert self.table.card is not None
        return self.cards[self.table.card].effect.parts[self.table.part - 1]

    def apply(self, seat: int, part: Part) -> None:
        """« un effet est toujours un gain pour vous … Quand un effet fait référence à vos adversaires, il concerne
        tous les autres joueurs »."""
        board, boards = self.table.boards[seat], self.table.boards
        match part.kind:
            case "gain":
                if part.who == "opponents":
                    for other in boards:
                        if other is not board:
                            gain(other, part.resource, part.amount)
                else:
                    gain(board, part.resource, part.amount * (self.count(seat, part.per) if part.per else 1))
            case "deposit_on_each_purse":
                for cell in self.roomy(seat):
                    laid = board.cards[cell]
                    laid.gold = min(laid.gold + part.gold, self.cards[laid.card].scoring.capacity)

    def count(self, seat: int, per: Per) -> int:
        """« vous choisissez entre le tableau du joueur directement à votre gauche et celui … à votre droite »."""
        boards = self.table.boards
        if per.of == "self":
            return self.count_in(boards[seat], per)
        # Ruling 2: the better of the two.
        return max(self.count_in(boards[(seat + side) % len(boards)], per) for side in (-1, 1))

    def count_in(self, board: Board, per: Per) -> int:
        cards = self.face_up(board)
        shields = [shield for card in cards for shield in card.shields]
        match per.count:
            case "shield":
                return shields.count(per.shield)
            case "banner":
                return sum(card.place == per.place for card in cards)
            case "shield_types_present":
                return len(set(shields))
            case "shield_types_missing":
                return 6 - len(set(shields))
            case "cards_with_shield_number":
                return sum(len(card.shields) == per.number for card in cards)
            case "cards_with_cost":
                return sum(card.cost == per.cost for card in cards)
            case "cards_with_purse":
                return sum(card.scoring.kind == "purse" for card in cards)
            case "occupied_cells":
                return len(board.cards)  # face-down cards too
            case "empty_cells":
                return 9 - len(board.cards)
        raise AssertionError(f"No card counts {per.count!r}.")

    def fill(self, seat: int) -> None:
        """Ruling 3: full purses are not offered; when all that have room may be filled, nothing is asked."""
        table, board = self.table, self.table.boards[seat]
        roomy = self.roomy(seat)
        if table.fills and len(roomy) > table.fills:
            table.phase = "fill"
            return
        for cell in roomy if table.fills else []:
            board.cards[cell].gold = self.cards[board.cards[cell].card].scoring.capacity
        table.fills = 0
        self.go_on(seat)

    def end_turn(self, bought: Card | None) -> None:
        """« déplacez le pion Messager vers le lieu indiqué »; then both rows are completed, and the next plays."""
        table = self.table
        if bought and bought.messenger and not any(place.exhausted for place in table.places.values()):
            table.messenger = bought.messenger
        for name in PLACES:
            self.complete(name)
        table.card, table.part, table.fills, table.key_used = None, 0, 0, False
        table.turn = (table.turn + 1) % len(table.boards)
        table.phase = "take"
        if all(len(board.cards) == 9 for board in table.boards):
            table.phase = "over"
            for board in table.boards:
                self.store(board)

    def complete(self, name: str) -> None:
        """« Si une pioche est vide lorsque des cartes doivent en être révélées, mélangez la défausse »; Lieu épuisé."""
        place = self.table.places[name]
        if place.exhausted:
            return
        for slot, card in enumerate(place.row):
            if card:
                continue
            if not place.left:
                place.left, place.discard = len(place.discard), []
            if not place.left:
                place.exhausted = True
                place.row = [None, None, None]
                self.table.messenger = PLACES[1 - PLACES.index(name)]
                return
            place.left -= 1
            place.row[slot] = self.given.next("row", PLACES.index(name))

    def store(self, board: Board) -> None:
        """« les joueurs placent l'or qu'il leur reste sur les cartes à score « Bourse » »."""
        for cell in sorted(board.cards, key=lambda cell: (cell[1], cell[0])):
            laid = board.cards[cell]
            if not laid.down and self.cards[laid.card].scoring.kind == "purse":
                coins = min(board.gold, self.cards[laid.card].scoring.capacity - laid.gold)
                laid.gold += coins
                board.gold -= coins

    def roomy(self, seat: int) -> list[str]:
        """The purses of a tableau that are not full."""
        return [cell for cell, laid in self.table.boards[seat].cards.items()
                if not laid.down and self.cards[laid.card].scoring.kind == "purse"
                and laid.gold < self.cards[laid.card].scoring.capacity]

    def face_up(self, board: Board) -> list[Card]:
        return [self.cards[laid.card] for laid in board.cards.values() if not laid.down]

    # ------------------------------------------------------------ scores

    def scores(self) -> list[int]:
        return [sum(self.points(seat)) for seat in range(len(self.table.boards))]

    def points(self, seat: int) -> list[int]:
        """« Additionnez les points de chacune de vos cartes et de vos clés »."""
        board = self.table.boards[seat]
        return [self.score(board, cell) for cell, laid in board.cards.items() if not laid.down] + [board.keys]

    def score(self, board: Board, cell: str) -> int:
        """What one face-up card brings, « uniquement … VOTRE tableau »."""
        scoring = self.cards[board.cards[cell].card].scoring
        return scoring.points * self.times(board, cell, scoring)

    def times(self, board: Board, cell: str, scoring: Scoring) -> int:
        cards = self.face_up(board)
        shields = Counter(shield for card in cards for shield in card.shields)
        near = Counter(shield for other, laid in board.cards.items() if not laid.down and in_area(cell, other, scoring)
                       for shield in self.cards[laid.card].shields)
        banners = Counter(card.place for card in cards)
        match scoring.kind:
            case "per_shield":
                return near[scoring.shield]
            case "per_shield_type_present":
                return len(near)
            case "per_shield_type_missing":
                return 6 - len(shields)
            case "if_shield_missing":
                return int(shields[scoring.shield] == 0)
            case "per_shield_set":
                return sets(shields, scoring.set)
            case "per_identical_shields":
                return sum(shields[shield] // scoring.size for shield in SHIELDS)
            case "per_banner":
                return banners[scoring.place]
            case "per_banner_set":
                return sets(banners, scoring.set)
            case "per_card_with_shield_number":
                return sum(len(card.shields) == scoring.number for card in cards)
            case "per_card_with_cost":
                dearer = scoring.or_more and sum(card.cost > scoring.cost for card in cards)
                return dearer + sum(card.cost == scoring.cost for card in cards)
            case "per_card_with_discount":
                return sum(any(part.kind == "discount" for part in card.effect.parts) for card in cards)
            case "per_key":
                return board.keys
            case "purse":
                return board.cards[cell].gold
            case "per_gold_in_all_purses":
                return sum(laid.gold for laid in board.cards.values())
            case "if_any_face_down_card":
                return int(any(laid.down for laid in board.cards.values()))
            case "if_position":
                return int(self.in_region(board, cell, scoring.region))
        raise AssertionError(f"No card scores {scoring.kind!r}.")

    def in_region(self, board: Board, cell: str, region: str) -> bool:
        """« Cette position ne se construit qu'au fur et à mesure »: known once all three lines are there (Ruling 1)."""
        rows, columns = (sorted(set(found)) for found in lines(board.cards))
        row, column = int(cell[1]), ord(cell[0])
        vertical = rows.index(row) if len(rows) == 3 else None
        across = columns.index(column) if len(columns) == 3 else None
        match region:
            case "top_row" | "middle_row" | "bottom_row":
                return vertical == ["top_row", "middle_row", "bottom_row"].index(region)
            case "left_column" | "middle_column" | "right_column":
                return across == ["left_column", "middle_column", "right_column"].index(region)
            case "corners":
                return vertical in (0, 2) and across in (0, 2)
            case "edge_centres":
                return (vertical, across) in [(0, 1), (1, 0), (1, 2), (2, 1)]
        raise AssertionError(f"No card asks for {region!r}.")

    def winners(self) -> tuple[int, ...]:
        """« En cas d'égalité, le joueur à qui il reste le plus d'or l'emporte … se partagent la victoire »."""
        if self.table.phase != "over":
            return ()
        merits = [(score, board.gold) for score, board in zip(self.scores(), self.table.boards, strict=True)]
        return tuple(seat for seat, merit in enumerate(merits) if merit == max(merits))


def gain(board: Board, resource: str, amount: int) -> None:
    """Prenez les éléments gagnés (Clés et/ou Or) dans la réserve."""
    if resource == "gold":
        board.gold += amount
    else:
        board.keys += amount


def sets(found: Counter[str], wanted: list[str]) -> int:
    """How many whole sets there are.

    >>> sets(Counter(village=7), ["village"] * 3), sets(Counter(castle=4, village=2), ["castle", "village"])
    (2, 2)
    """
    return min(found[kind] // count for kind, count in Counter(wanted).items())


def in_area(cell: str, other: str, scoring: Scoring) -> bool:
    same_row, same_column = cell[1] == other[1], cell[0] == other[0]
    return {"row": same_row, "column": same_column, "cross": same_row or same_column}.get(scoring.area, True)


def lines(cells: Iterable[str]) -> tuple[list[int], list[int]]:
    """The rows and the columns of cells."""
    named = list(cells)
    return [int(cell[1]) for cell in named], [ord(cell[0]) for cell in named]


def distance(one: str, other: str) -> int:
    return abs(ord(one[0]) - ord(other[0])) + abs(int(one[1]) - int(other[1]))


def buying(action: str) -> float:
    """A player who buys whenever there is gold, and never spends a key."""
    return ["move", "refresh", "hide"].index(verb) if (verb := action.split()[0]) in ("move", "refresh", "hide") else 3


def hiding(action: str) -> float:
    """Players who lay every card face down leave the messenger where he stands: five of them exhaust the village."""
    return action.startswith("hide")


WISHES = {"buying": buying, "hiding": hiding}
SAMPLE = 12
