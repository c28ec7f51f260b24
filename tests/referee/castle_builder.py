"""Castle Builder told again, from the French (fr) and the Swedish (sv) rulebook and the README's table of open points.

How tiles fit together is in `castle_builder_castle`.
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Literal, TypeVar

import msgspec

from chateaux.engine.data import EVERYTHING, Event
from tests.referee.castle_builder_castle import Castle, Foundation, Place, Tile
from tests.referee.given import Given

Target = TypeVar("Target", int, Place)
STALEMATE = 12  # rounds in which nobody could build

# ---------------------------------------------------------------- what is printed


class Coin(msgspec.Struct):
    id: str
    count: int
    red_icon: bool


class Space(msgspec.Struct):
    kind: Literal["plain", "ruby", "tile", "coin"]


class Track(msgspec.Struct):
    start_spaces: list[int]
    spaces: list[Space]


class Box(msgspec.Struct):
    """The printed set: `pieces.json`."""

    foundation: Foundation
    gate: Tile
    tiles: list[Tile]
    coins: list[Coin]
    track: Track


# ---------------------------------------------------------------- what lies on the table: the keys of a dumped position


class Building(msgspec.Struct):
    """A tile between its choice and its last payment; in a renovation only a place and what it costs."""

    tile: str | None
    source: str | None = msgspec.field(name="from")  # "holder", "royal", "market 1" ...
    place: Place | None
    owed: int


class Player(msgspec.Struct):
    castle: list[tuple[str, int, int]]
    holder: list[str]
    royals: list[str]
    coins: dict[str, int]
    baron: int
    travelled: int


class Table(msgspec.Struct):
    """The whole table, secrets included."""

    first: int
    turn: int  # whose turn it is
    asked: int
    phase: str
    turns: int
    idle: int
    earned: int  # coins still to be taken in this turn
    coin: str | None  # the coin whose effect waits for a choice
    victim: int | None
    build: Building | None
    market: list[str | None]
    coins: list[str | None]
    discard: dict[str, int]
    pile: int
    coin_pile: int
    reshuffles: int
    players: list[Player]


class Dump(msgspec.Struct):
    options: dict[str, bool | str]
    position: Table


def read(dump: Mapping[str, object], pieces: object) -> Referee:
    """The referee of a dumped position."""
    data = msgspec.convert(unmarked(dump), Dump)
    return Referee(msgspec.convert(pieces, Box), data.options, data.position)


def unmarked(data: object) -> object:
    """The same data without the marks that say who knows a tile: knowledge is not the rulebook's matter."""
    if isinstance(data, dict):
        return data["tile"] if data.keys() == {"tile", "known"} else {key: unmarked(data[key]) for key in data}
    return [unmarked(part) if isinstance(part, dict) else part for part in data] if isinstance(data, list) else data


def given(events: tuple[Event, ...]) -> Given:
    """The tiles and coins that chance gave."""
    luck = Given()
    for event in events:
        seen = event.seen_by(EVERYTHING)
        match seen:
            case {"kind": "draw" | "space_tile" | "gain", "seat": int(seat), "tiles": list(tiles)}:
                luck.add("holder of", seat, tiles)
            case {"kind": "market_tile", "slot": int(slot), "tile": str(tile)}:
                luck.add("market", slot, [tile])
            case {"kind": "market_coin", "slot": int(slot), "coin": str(coin)}:
                luck.add("coin market", slot, [coin])
            case {"kind": "steal", "victim_seat": int(seat), "tile": str(tile)}:
                luck.add("taken from", seat, [tile])
            case {"kind": "lose", "seat": int(seat), "tile": str(tile)}:
                luck.add("taken from", seat, [tile])
    return luck


# ---------------------------------------------------------------- the law


class Referee:
    """What may be done on a table, and what comes of it."""

    def __init__(self, box: Box, options: dict[str, bool | str], table: Table) -> None:
        self.tiles = {tile.id: tile for tile in box.tiles}
        self.box = box
        self.options = options
        self.table = table
        self.given = Given()

    def data(self) -> object:
        """The table as plain data; the order of a holder and of a castle's list means nothing."""
        for player in self.table.players:
            player.castle.sort()
            player.holder.sort()
            player.royals.sort()
        return msgspec.to_builtins(self.table)

    def conserved(self) -> bool:
        """126 tiles and 36 coins are somewhere, and no kind oftener than it is printed."""
        table = self.table
        tiles, coins = Counter(table.discard), Counter(coin for coin in table.coins if coin)
        tiles.update(tile for tile in table.market if tile)
        for player in table.players:
            tiles.update(player.holder + player.royals + [tile for tile, _, _ in player.castle])
            coins.update(player.coins)
        if table.phase == "pay" and table.build and table.build.tile:
            tiles[table.build.tile] += 1  # off the holder, not yet in the castle
        printed = Counter({tile.id: tile.count for tile in self.box.tiles})
        minted = Counter({coin.id: coin.count for coin in self.box.coins})
        return (tiles <= printed and tiles.total() + table.pile == printed.total() == 126
                and coins <= minted and coins.total() + table.coin_pile == minted.total() == 36)

    def opening(self) -> bool:
        """Mise en Place: « Le premier joueur prend effectivement la dernière place »."""
        table, count = self.table, len(self.table.players)
        royals = ["prince", "princess"] if self.options["royal_strategy"] else []
        return (table.turn == table.first and len(table.market) == len(table.coins) == 3 and all(table.market)
                and all(table.coins) and not table.discard
                and all(len(player.holder) == 3 and not player.castle and not player.coins and player.royals == royals
                        and player.baron == self.box.track.start_spaces[(seat - table.first) % count]
                        for seat, player in enumerate(table.players)))

    # ------------------------------------------------------------ which actions are legal

    def asked(self) -> dict[int, set[str]]:
        """The seat that is asked with everything it may answer, in notation."""
        return {} if self.table.phase == "over" else {self.table.asked: self.answers(self.table.asked)}

    def answers(self, seat: int) -> set[str]:
        table, player = self.table, self.table.players[seat]
        match table.phase:
            case "turn":
                # fr « vous n'avez que 2 options : Piocher 2 tuiles ou Bâtir 1 tuile »
                return {"draw"} | self.buildable(seat) | ({"renovate"} if self.may_renovate(seat) else set())
            case "place":
                assert table.build is not None
                assert table.build.tile is not None
                assert table.build.source is not None
                castle = self.castle(seat)
                return {place(*spot) for spot in self.places(seat, castle, table.build.tile, table.build.source)}
            case "pay" | "discard":
                return {f"tile {tile}" for tile in player.holder}
            case "coin":
                # fr « prenez une des trois pièces du marché au choix »
                return {f"coin {slot}" for slot, coin in enumerate(table.coins, 1) if coin}
            case "take":
                return {f"market {slot}" for slot, tile in enumerate(table.market, 1) if tile}
            case "rob":
                return {f"seat {other}" for other in self.robbable(seat)}
            case "aim":
                return {f"seat {other}" for other in self.rivals(seat) if self.castle(other).free()}
            case "hit":
                assert table.victim is not None
                return {place(*spot) for spot in self.castle(table.victim).free()}
            case "collapse" | "renovate":
                return {place(*spot) for spot in self.castle(seat).free()}
        raise AssertionError(f"The rulebook knows no question {table.phase!r}.")

    def buildable(self, seat: int) -> set[str]:
        """sv « Välj en bricka från din Brickhållare eller från Marknaden »; royals lie beside the holder."""
        player = self.table.players[seat]
        choices = [(f"tile {tile}", tile, "holder") for tile in player.holder]
        choices += [(f"royal {tile}", tile, "royal") for tile in player.royals]
        market = [(f"market {slot}", tile) for slot, tile in enumerate(self.table.market, 1) if tile]
        choices += [(slot, tile, slot) for slot, tile in market]
        castle = self.castle(seat)
        return {choice for choice, tile, source in choices if self.places(seat, castle, tile, source)}

    def places(self, seat: int, castle: Castle, name: str, source: str) -> list[Place]:
        """Where a tile may be built, with what the holder can pay for."""
        tile = self.tiles[name]
        others = len(self.table.players[seat].holder) - (source == "holder")  # sv « 1 annan valfri bricka »
        # Stratégie Royale: « n'importe quel nombre de tuiles »; without it, one.
        purse = others if self.options["royal_strategy"] else min(1, others)
        return [spot for spot in castle.spots() if castle.fits(tile, spot) and castle.price(tile, spot) <= purse]

    def castle(self, seat: int) -> Castle:
        """A castle as it stands."""
        built = {(floor, column): self.tiles[tile] for tile, floor, column in self.table.players[seat].castle}
        return Castle(self.box.foundation, self.box.gate, built)

    def may_renovate(self, seat: int) -> bool:
        """House rule: a closed castle, and two tiles can be paid."""
        return self.is_ruin(seat) and len(self.table.players[seat].holder) >= 2

    def is_ruin(self, seat: int) -> bool:
        """Renovation: no open place rests on stone on both sides, and a tile can be taken down."""
        castle = self.castle(seat)
        open_places = [spot for spot in castle.spots()
                       if spot not in castle.standing and castle.below(spot) == ("stone", "stone")]
        return bool(self.options["renovation"] and not open_places and castle.free())

    def rivals(self, seat: int) -> list[int]:
        return [other for other in range(len(self.table.players)) if other != seat]

    def robbable(self, seat: int) -> list[int]:
        return [other for other in self.rivals(seat) if self.table.players[other].holder]

    # ------------------------------------------------------------ what comes of them

    def play(self, seat: int, action: str, luck: Given) -> None:
        """Carry an action out."""
        self.given = luck
        verb, _, what = action.partition(" ")
        table, player = self.table, self.table.players[seat]
        match table.phase:
            case "turn":
                self.begin(seat, verb, what)
            case "place":
                self.put(seat, spot(what))
            case "pay":
                self.throw(seat, what)
                self.paid(seat)
            case "discard":
                self.throw(seat, what)
                self.go_on()
            case "coin":
                self.take_coin(seat, int(what))
            case "take":
                tile = self.from_market(int(what))
                player.holder.append(tile)
                self.resolved()
            case "rob":
                self.rob(seat, int(what))
            case "aim":
                self.aim(int(what))
            case "hit":
                assert table.victim is not None
                self.fall(table.victim, spot(what))
            case "collapse":
                self.fall(seat, spot(what))
            case "renovate":
                table.phase, table.build = "pay", Building(None, None, spot(what), 2)

    def begin(self, seat: int, verb: str, what: str) -> None:
        table = self.table
        if verb == "draw":
            # « Vous ne pouvez pas choisir de piocher parmi les tuiles du marché »
            self.count_idle(seat)
            self.draw(seat, 2)
            self.go_on()
        elif verb == "renovate":
            self.count_idle(seat)
            table.phase = "renovate"
        else:
            source = {"tile": "holder", "royal": "royal", "market": f"market {what}"}[verb]
            tile = table.market[int(what) - 1] if verb == "market" else what
            assert tile is not None
            table.build = Building(tile, source, None, 0)
            table.phase = "place"

    def put(self, seat: int, where: Place) -> None:
        """The tile is built; its number changes nothing once it stands: « elle reprend sa valeur d'origine »."""
        table, player, build = self.table, self.table.players[seat], self.table.build
        assert build is not None
        assert build.tile is not None
        assert build.source is not None
        price = self.castle(seat).price(self.tiles[build.tile], where)
        if build.source == "holder":
            player.holder.remove(build.tile)
        elif build.source == "royal":
            player.royals.remove(build.tile)
        else:
            self.from_market(int(build.source.removeprefix("market ")))
        build.place, build.owed = where, price
        table.phase = "pay"
        self.paid(seat, 0)

    def paid(self, seat: int, tiles: int = 1) -> None:
        """When all is paid the baron walks, or in a renovation the tile comes down."""
        build = self.table.build
        assert build is not None
        assert build.place is not None
        build.owed -= tiles
        if build.owed:
            return
        self.table.build = None
        if build.tile is None:
            self.take_down(seat, build.place)
        else:
            self.table.players[seat].castle.append((build.tile, *build.place))
            self.table.idle = 0
            # fr « niveau inférieur … AUCUN déplacement. De même, les rubis sont ignorés »; else floor + rubies.
            if build.place[0] > 1:
                self.walk(seat, build.place[0] + self.tiles[build.tile].rubies)
        self.go_on()

    def walk(self, seat: int, steps: int) -> None:
        """Déplacer le Baron."""
        table, player, track = self.table, self.table.players[seat], self.box.track.spaces
        taken = {other.baron for other in table.players if other is not player}
        while steps:
            player.baron = (player.baron + 1) % len(track)
            player.travelled += 1
            steps -= 1
            if track[player.baron].kind == "coin":
                table.earned += 1  # « si vous êtes passé ou êtes arrivé sur une case Pièce »
            if not steps and player.baron in taken:
                steps = 1  # « placez votre Baron sur la prochaine case libre »
            elif not steps and track[player.baron].kind == "ruby":
                steps = 1  # « déplacez votre Baron d'1 case supplémentaire »
        if track[player.baron].kind == "tile":
            self.draw(seat, 1)

    # ------------------------------------------------------------ coins

    def take_coin(self, seat: int, slot: int) -> None:
        """fr « réapprovisionnez-le immédiatement, puis résolvez l'effet de la pièce »."""
        table = self.table
        coin = table.coins[slot - 1]
        assert coin is not None
        table.earned -= 1
        table.coins[slot - 1] = self.given.next("coin market", slot) if table.coin_pile else None
        table.coin_pile -= 1
        coins_before = [sum(player.coins.values()) for player in table.players]
        add(table.players[seat].coins, coin)
        table.coin = coin
        red = next(other.red_icon for other in self.box.coins if other.id == coin)
        if red and self.options["peacetime"]:
            table.phase = "take"  # Temps de Paix: 1 tile of the market instead
        else:
            self.effect(seat, coin, coins_before)

    def effect(self, seat: int, coin: str, coins_before: list[int]) -> None:
        """Effets des Pièces."""
        table = self.table
        castles = [self.castle(other) for other in range(len(table.players))]
        match coin:
            case "ruby":
                self.walk(seat, 1)
            case "thief":
                return self.choose("rob", self.robbable(seat), lambda victim: self.rob(seat, victim))
            case "sour_lady":
                for other in self.robbable(seat):
                    self.throw(other, self.given.next("taken from", other))
            case "mill":
                for slot, tile in enumerate(table.market, 1):
                    if tile:
                        self.to_discard(tile)
                        table.market[slot - 1] = None
                for slot in range(1, len(table.market) + 1):
                    self.fill(slot)
                table.phase = "take"
                return None
            case "collapse":
                return self.choose("collapse", castles[seat].free(), lambda spot: self.fall(seat, spot))
            case "catapult":
                return self.choose("aim", [other for other in self.rivals(seat) if castles[other].free()], self.aim)
            case "highest_tower":
                self.reward([castle.height() for castle in castles])
            case "most_people":
                self.reward([sum(tile.people for tile in castle.built.values()) for castle in castles])
            case "most_windows":
                self.reward([sum(tile.windows for tile in castle.built.values()) for castle in castles])
            case "most_roofs":
                # « Toutes les tuiles possédant une toiture rouge … comptent »: tiles, not icons
                self.reward([sum(tile.roofs > 0 for tile in castle.built.values()) for castle in castles])
            case "monk":
                fewest = min(coins_before)  # « celle-ci exclue ! »
                for other, count in enumerate(coins_before):
                    if count == fewest:
                        self.draw(other, 3)
        self.resolved()
        return None

    def reward(self, counts: list[int]) -> None:
        """« Le(s) joueur(s) avec le plus … (au moins 1 !) gagne(nt) 2 tuiles »."""
        for seat, count in enumerate(counts):
            if count == max(counts) and count >= 1:
                self.draw(seat, 2)

    def choose(self, phase: str, targets: list[Target], act: Callable[[Target], None]) -> None:
        """A choice on the open table: none, the effect is skipped; one, it is not asked."""
        if not targets:
            self.resolved()
        elif len(targets) == 1:
            act(targets[0])
        else:
            self.table.phase = phase

    def rob(self, seat: int, victim: int) -> None:
        tile = self.given.next("taken from", victim)
        self.table.players[victim].holder.remove(tile)
        self.table.players[seat].holder.append(tile)
        self.resolved()

    def aim(self, victim: int) -> None:
        self.table.victim = victim
        self.choose("hit", self.castle(victim).free(), lambda spot: self.fall(victim, spot))

    def fall(self, seat: int, where: Place) -> None:
        self.take_down(seat, where)
        self.resolved()

    def take_down(self, seat: int, where: Place) -> None:
        """« Ne reculez pas votre Baron suite à cela »."""
        castle = self.table.players[seat].castle
        tile = next(tile for tile, floor, column in castle if (floor, column) == where)
        castle.remove((tile, *where))
        self.to_discard(tile)

    def resolved(self) -> None:
        """sv « Om du nu har 7 mynt så har du vunnit »: at once, after the coin's effect."""
        table = self.table
        table.coin = table.victim = None
        if sum(table.players[table.turn].coins.values()) >= (9 if self.options["sky_high"] else 7):
            table.phase, table.asked = "over", table.turn
        else:
            self.go_on()

    # ------------------------------------------------------------ the course of a turn

    def go_on(self) -> None:
        """After an effect: the limit of 7 in turn order, then the coins earned, then the next turn."""
        table, count = self.table, len(self.table.players)
        for seat in [(table.turn + step) % count for step in range(count)]:
            if len(table.players[seat].holder) > 7:
                table.phase, table.asked = "discard", seat
                return
        table.asked = table.turn
        if table.earned:
            table.phase = "coin"
            return
        self.end_turn()

    def end_turn(self) -> None:
        table = self.table
        table.turns += 1
        table.turn = table.asked = (table.turn + 1) % len(table.players)
        table.phase = "turn"
        waited = table.idle >= STALEMATE * len(table.players) and self.options["stalemate"] == "long"
        if waited or self.closed():
            table.phase = "over"

    def count_idle(self, seat: int) -> None:
        """House rule: a turn without a build counts when nothing that lies open could be built."""
        if all(choice.startswith("tile ") for choice in self.buildable(seat)):
            self.table.idle += 1

    def closed(self) -> bool:
        """House rule: no tile outside the castles fits any castle at any price, and none can be renovated."""
        players = self.table.players
        built = Counter(tile for player in players for tile, _, _ in player.castle)
        built.update(tile for player in players for tile in player.royals)
        left = [tile.id for tile in self.box.tiles if tile.count > built[tile.id]]
        purse = 7 if self.options["royal_strategy"] else 1
        for seat, player in enumerate(players):
            castle = self.castle(seat)
            if self.is_ruin(seat) or any(
                    castle.fits(self.tiles[tile], spot) and castle.price(self.tiles[tile], spot) <= purse
                    for tile in left + player.royals for spot in castle.spots()):
                return False
        return True

    # ------------------------------------------------------------ piles

    def draw(self, seat: int, count: int) -> None:
        for _ in range(count):
            if self.table.pile:
                self.table.players[seat].holder.append(self.given.next("holder of", seat))
                self.off_the_pile()

    def off_the_pile(self) -> None:
        """« Si la Réserve de Tuiles venait à s'épuiser, mélangez les tuiles défaussées et reformez une Réserve »."""
        self.table.pile -= 1
        self.renew()

    def renew(self) -> None:
        table = self.table
        if not table.pile and table.discard:
            table.pile = sum(table.discard.values())
            table.discard = {}
            table.reshuffles += 1

    def fill(self, slot: int) -> None:
        """« dès lors qu'une tuile … est prise sur le marché, celui-ci est immédiatement réapprovisionné »."""
        if self.table.pile:
            self.table.market[slot - 1] = self.given.next("market", slot)
            self.off_the_pile()

    def from_market(self, slot: int) -> str:
        tile = self.table.market[slot - 1]
        assert tile is not None
        self.table.market[slot - 1] = None
        self.fill(slot)
        return tile

    def throw(self, seat: int, tile: str) -> None:
        self.table.players[seat].holder.remove(tile)
        self.to_discard(tile)

    def to_discard(self, tile: str) -> None:
        """« Les tuiles défaussées sont placées face visible dans une Défausse »."""
        add(self.table.discard, tile)
        self.renew()

    # ------------------------------------------------------------ scores

    def scores(self) -> list[int]:
        return [sum(player.coins.values()) for player in self.table.players]

    def points(self, seat: int) -> list[int]:
        """A point for a coin, coin by coin."""
        return list(self.table.players[seat].coins.values())

    def winners(self) -> tuple[int, ...]:
        """Seven coins; in a stalemate most coins, then spaces travelled, then floors, then shared."""
        if self.table.phase != "over":
            return ()
        merits = [(sum(player.coins.values()), player.travelled, self.castle(seat).height())
                  for seat, player in enumerate(self.table.players)]
        return tuple(seat for seat, merit in enumerate(merits) if merit == max(merits))


# ---------------------------------------------------------------- notation, and a player who gets further than chance


def place(floor: int, column: int) -> str:
    return f"place {floor}:{column}"


def spot(text: str) -> Place:
    floor, column = text.split(":")
    return int(floor), int(column)


def add(pieces: dict[str, int], piece: str) -> None:
    pieces[piece] = pieces.get(piece, 0) + 1


def eager(action: str) -> float:
    """How gladly an eager player does something: it builds whenever it can, as high as it can."""
    verb, _, what = action.partition(" ")
    return spot(what)[0] if verb == "place" else 0 if verb == "draw" else 1


WISHES = {"eager": eager}
SAMPLE = 1
