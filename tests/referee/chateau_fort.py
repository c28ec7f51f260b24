"""Château fort told again, from the French rulebook; "Ruling n" is a line of the table in the game's README.

The pile is not written down: whatever is neither in a hand, on a site nor in the air lies there.
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Literal

import msgspec

from chateaux.engine.data import EVERYTHING, Event
from tests.referee.given import Given

RESOURCES = ["mason", "stone1", "stone2", "peasant1", "peasant2"]
UNITS = {"mason": 1, "stone1": 1, "stone2": 2, "peasant1": 1, "peasant2": 2}  # « doubles (x2) … comptent pour deux »
STOPS = {"fire": "guards", "witch": "monks", "gold": "monks", "mage": "relics"}
COSTS = {"wall": (2, 3), "keep": (5, 6)}  # stone, peasants; and one mason each
PAWNS = {"wall": 4, "keep": 1}
FAMINE, WEATHER, PLAGUE, ALMS, REFORM, FEAST = 1, 2, 3, 4, 5, 6
EVENTS = ["famine", "weather", "plague", "alms", "reform", "feast"]
TABLE = -1

# ---------------------------------------------------------------- the keys of a dumped position


class Card(msgspec.Struct):
    id: str
    copies: int


class Box(msgspec.Struct):
    """The printed set: `pieces.json`."""

    cards: list[Card]


class Seat(msgspec.Struct):
    walls: int
    keeps: int
    site: dict[str, int]
    hand: dict[str, int]
    mage: int | None  # who sent the Mage that lies here
    answer: int | Literal["owed"] | None
    given: dict[str, int]  # what the last giver of the hand still knows in it
    given_earlier: list[dict[str, int]] = []


class Attack(msgspec.Struct):
    card: str
    target: int
    named: str | None


class Table(msgspec.Struct):
    round: int
    first: int
    turn: int
    phase: str
    event: int
    time_up: bool
    rolls: list[list[int]]
    played: int
    discarded: int
    wheel: bool
    attacked: list[int]
    attack: Attack | None
    seats: list[Seat]


class Dump(msgspec.Struct):
    options: dict[str, int | str]
    position: Table


def read(dump: Mapping[str, object], pieces: object) -> Referee:
    """The referee of a dumped position."""
    data = msgspec.convert(dump, Dump)
    return Referee(msgspec.convert(pieces, Box), data.options, data.position)


def given(events: tuple[Event, ...]) -> Given:
    """The cards that were drawn and the dice that were rolled."""
    luck = Given()
    for event in events:
        match event.seen_by(EVERYTHING):
            case {"kind": "draw", "seat": int(seat), "cards": list(cards)}:
                luck.add("hand of", seat, cards)
            case {"kind": "fire" | "fire_spares", "target_seat": int(target), "rolls": list(rolls)}:
                for roll in rolls:
                    luck.add(f"roll for {roll['card']} of", target, [str(roll["roll"])])
            case {"kind": "witch" | "witch_fails", "target_seat": int(target), "roll": int(number)}:
                luck.add("witch's roll on", target, [str(number)])
            case {"kind": str(kind), "roll": int(number)} if kind in EVENTS:
                assert kind == EVENTS[number - 1]
                luck.add("event", 0, [str(number)])
    return luck


# ---------------------------------------------------------------- the law


class Referee:
    """What may be done on a table, and what comes of it."""

    def __init__(self, box: Box, options: dict[str, int | str], table: Table) -> None:
        self.box = box
        self.timed = options["mode"] == "timed"
        self.rounds = options["rounds"] if self.timed else 0
        self.table = table
        self.given = Given()

    def data(self) -> object:
        """The table as plain data, with no piece named that is not there."""
        for seat in self.table.seats:
            seat.site, seat.hand, seat.given = nonzero(seat.site), nonzero(seat.hand), nonzero(seat.given)
            seat.given_earlier = [nonzero(known) for known in seat.given_earlier]
            while seat.given_earlier and not seat.given_earlier[-1]:
                seat.given_earlier.pop()
        self.table.attacked.sort()
        return msgspec.to_builtins(self.table)

    def conserved(self) -> bool:
        """90 cards, none oftener than it is printed; 16 walls and 4 keeps at most, by what a player may have."""
        printed = Counter({card.id: card.copies for card in self.box.cards})
        pawns = all(seat.walls <= PAWNS["wall"] and seat.keeps <= PAWNS["keep"] for seat in self.table.seats)
        # « afin de toujours avoir 5 cartes dans son jeu »: whoever is not in the middle of a turn or an attack
        full = all(sum(seat.hand.values()) == 5 for number, seat in enumerate(self.table.seats)
                   if number != self.table.turn or not (self.table.played or self.table.discarded))
        return printed.total() == 90 and self.seen() <= printed and pawns and full

    def seen(self) -> Counter[str]:
        """Every card that is not in the pile."""
        cards: Counter[str] = Counter()
        for seat in self.table.seats:
            cards += Counter(seat.hand) + Counter(seat.site)
            cards["mage"] += seat.mage is not None
        cards["wheel"] += self.table.wheel
        if self.table.attack:
            cards[self.table.attack.card] += 1
        return +cards

    def opening(self) -> bool:
        """« chaque joueur reçoit 5 cartes … celui qui obtient le plus petit chiffre commence »; ties roll again."""
        rolls = self.table.rolls
        return (rolls[self.table.first] == min(rolls) and rolls.count(min(rolls)) == 1
                and self.table.turn == self.table.first and self.table.event == 0
                and all(sum(seat.hand.values()) == 5 and not seat.site for seat in self.table.seats))

    # ------------------------------------------------------------ which actions are legal

    def asked(self) -> dict[int, set[str]]:
        """Everybody who may answer, with all answers in notation."""
        table = self.table
        if table.phase == "over":
            return {}
        answers: dict[int, set[str]] = {}
        if table.phase == "turn":
            answers[table.turn] = self.turn_actions(table.turn)
        elif table.phase == "defence":
            assert table.attack is not None
            holds = table.seats[table.attack.target].hand.get(STOPS[table.attack.card], 0)
            answers[table.attack.target] = {"accept", "defend"} if holds else {"accept"}
        else:  # all at once; an answer may be changed until the last one is in
            for seat, owner in enumerate(table.seats):
                if owner.answer is not None:
                    answers[seat] = self.owed(seat)
        if self.timed and not table.time_up and not self.rounds:  # Ruling 18: the clock or rounds, not both
            answers[TABLE] = {"time up"}
        return answers

    def turn_actions(self, seat: int) -> set[str]:
        """« soit en jouant 1 ou 2 cartes, soit en se défaussant d'une, de 2 ou de 3 cartes »."""
        table, hand = self.table, self.table.seats[seat].hand
        actions = self.constructions(seat)
        if not table.discarded and self.plays_left():
            actions |= {f"place {card}" for card in hand if card in RESOURCES and self.may_place(card)}
            if not table.wheel:
                actions |= {attack for card in hand if card in STOPS for attack in self.attacks(seat, card)}
            if not table.played and "wheel" in hand and table.event != WEATHER:
                actions.add("wheel")  # « doit impérativement être jouée en premier »
        if not table.played and table.discarded < 3:
            actions |= {f"discard {card}" for card in hand}
        if table.played or table.discarded:  # Ruling 7: at least one
            actions.add("end")
        return actions

    def plays_left(self) -> int:
        """Two, or four placements after a wheel that is not one of them (Ruling 9)."""
        return (5 if self.table.wheel else 2) - self.table.played

    def may_place(self, card: str) -> bool:
        """FAMINE: « Aucune carte Maçon … ni aucune carte Paysans … ne peut être posée »."""
        return self.table.event != FAMINE or card in ("stone1", "stone2")

    def attacks(self, seat: int, card: str) -> set[str]:
        """« jamais … plus d'une carte de ce type contre le même joueur, lors du même tour »."""
        if card in ("mage", "witch") and self.table.event == REFORM:
            return set()
        if card == "gold" and self.table.event == FAMINE:  # Ruling 11: it would place a mason
            return set()
        attacks = set()
        for target, victim in enumerate(self.table.seats):
            if target == seat or target in self.table.attacked:
                continue
            site = nonzero(victim.site)
            match card:
                case "fire" if site:  # Ruling 10: something must lie there
                    attacks.add(f"fire @{target}")
                case "witch":
                    attacks |= {f"witch @{target} {named}" for named in site}
                case "gold" if "mason" in site:
                    attacks.add(f"gold @{target}")
                case "mage" if victim.mage is None:  # Ruling 8: never two with one player
                    attacks.add(f"mage @{target}")
        return attacks

    def constructions(self, seat: int) -> set[str]:
        """« à n'importe quel moment de son tour (sauf … mauvaises conditions climatiques) »."""
        owner = self.table.seats[seat]
        if self.table.event == WEATHER or not owner.site.get("mason"):
            return set()
        built = {"wall": owner.walls, "keep": owner.keeps}
        return {f"build {pawn} stone2={stone} peasant2={peasant}"
                for pawn, (stones, peasants) in COSTS.items() if built[pawn] < PAWNS[pawn]
                for stone in doubles(stones, owner.site.get("stone1", 0), owner.site.get("stone2", 0))
                for peasant in doubles(peasants, owner.site.get("peasant1", 0), owner.site.get("peasant2", 0))}

    def owed(self, seat: int) -> set[str]:
        """What a player may give in a Plague or as Alms."""
        site = nonzero(self.table.seats[seat].site)
        if self.table.phase == "alms":
            return {f"alms {card}" for card in site}
        single, double = site.get("peasant1", 0), site.get("peasant2", 0)
        losses = (single + double) // 2
        return {f"plague peasant2={of_double}" for of_double in range(losses + 1)
                if of_double <= double and losses - of_double <= single}

    # ------------------------------------------------------------ what comes of them

    def play(self, seat: int, action: str, luck: Given) -> None:
        """Carry an action out."""
        self.given = luck
        table = self.table
        verb, *words = action.split()
        if seat == TABLE:
            table.time_up = True  # Ruling 18: the round is finished
        elif table.phase == "turn":
            self.turn_action(seat, verb, words)
        elif table.phase == "defence":
            self.defended() if verb == "defend" else self.suffered()
        else:
            owner = table.seats[seat]
            owner.answer = RESOURCES.index(words[0]) if verb == "alms" else int(words[0].removeprefix("peasant2="))
            if all(other.answer != "owed" for other in table.seats):
                self.settle()

    def turn_action(self, seat: int, verb: str, words: list[str]) -> None:
        table, owner = self.table, self.table.seats[seat]
        match verb:
            case "end":
                return self.end_turn()
            case "place":
                self.leave_hand(seat, words[0])
                owner.site[words[0]] = owner.site.get(words[0], 0) + 1
                table.played += 1
            case "discard":
                self.leave_hand(seat, words[0])
                table.discarded += 1
            case "wheel":
                self.leave_hand(seat, "wheel")
                table.wheel = True
                table.played += 1
            case "build":
                self.build(seat, words[0], *(int(word.partition("=")[2]) for word in words[1:]))
                if owner.walls == PAWNS["wall"] and owner.keeps == PAWNS["keep"]:
                    table.phase = "over"  # « dès qu'un joueur pose … la dernière pièce de son château complet »
                    return None
            case attack:
                target = int(words[0].removeprefix("@"))
                self.leave_hand(seat, attack)
                table.attack = Attack(attack, target, words[1] if len(words) > 1 else None)
                table.attacked.append(target)
                table.played += 1
                table.phase = "defence"  # Ruling 4: the target is asked before any die
                return None
        return self.go_on()

    def build(self, seat: int, pawn: str, stone2: int, peasant2: int) -> None:
        """« l'échanger contre la construction correspondante »: doubles first as chosen, singles for the rest."""
        owner = self.table.seats[seat]
        stones, peasants = COSTS[pawn]
        spent = {"mason": 1, "stone2": stone2, "stone1": max(0, stones - 2 * stone2),
                 "peasant2": peasant2, "peasant1": max(0, peasants - 2 * peasant2)}
        for card, count in spent.items():
            owner.site[card] = owner.site.get(card, 0) - count
            assert owner.site[card] >= 0
        if pawn == "wall":
            owner.walls += 1
        else:
            owner.keeps += 1

    def defended(self) -> None:
        """« Une fois l'attaque bloquée, chaque joueur tire une carte pour compléter son jeu »."""
        table = self.table
        assert table.attack is not None
        target = table.attack.target
        self.leave_hand(target, STOPS[table.attack.card])
        table.attack = None
        self.draw(table.turn, 1)  # Ruling 5: the attacker at once
        self.draw(target, 1)
        self.go_on()

    def suffered(self) -> None:
        """4 cartes «attaque»."""
        table, attack = self.table, self.table.attack
        assert attack is not None
        victim = table.seats[attack.target]
        table.attack = None
        match attack.card:
            case "fire":  # « Quand le chiffre obtenu est pair, la carte associée est détruite »
                for card, count in list(victim.site.items()):
                    for _ in range(count):
                        victim.site[card] -= even(self.given.next(f"roll for {card} of", attack.target))
            case "witch":
                assert attack.named is not None
                victim.site[attack.named] -= even(self.given.next("witch's roll on", attack.target))
            case "gold":
                victim.site["mason"] -= 1
                own = table.seats[table.turn].site
                own["mason"] = own.get("mason", 0) + 1
            case "mage":
                victim.mage = table.turn
        self.go_on()

    def go_on(self) -> None:
        """The turn goes on while a card may still be played or discarded, or something be built."""
        table = self.table
        table.phase = "turn"
        more = table.discarded < 3 if table.discarded else self.plays_left()
        if not more and not self.constructions(table.turn):
            self.end_turn()

    def end_turn(self) -> None:
        """« Il pioche ensuite le nombre de cartes nécessaires afin de toujours avoir 5 cartes »."""
        table = self.table
        self.draw(table.turn, 5 - sum(table.seats[table.turn].hand.values()))
        self.next_turn()

    def next_turn(self) -> None:
        """« le joueur suivant (celui de droite) »: seats are numbered in turn order."""
        table = self.table
        table.turn = (table.turn + 1) % len(table.seats)
        table.played = table.discarded = 0
        table.wheel = False
        table.attacked = []
        if table.turn == table.first:
            self.end_round()
        else:
            self.begin_turn()

    def begin_turn(self) -> None:
        """A Mage stays « jusqu'à ce que celui qui l'a jouée la retire au début de son tour suivant »."""
        table = self.table
        table.phase = "turn"
        for seat in table.seats:
            if seat.mage == table.turn:  # Ruling 8: also when the sender is held himself
                seat.mage = None
        if table.seats[table.turn].mage is not None:
            self.next_turn()

    # ------------------------------------------------------------ the end of a round

    def end_round(self) -> None:
        """« un joueur volontaire lance le dé et énonce l'événement associé au tirage »."""
        table = self.table
        if self.timed and (table.time_up or table.round == self.rounds):
            table.phase = "over"  # Ruling 18: without an event
            return
        table.event = int(self.given.next("event", 0))
        if table.event == FEAST:
            self.feast()
        if table.event in (PLAGUE, ALMS):
            table.phase = "plague" if table.event == PLAGUE else "alms"
            for seat, owner in enumerate(table.seats):
                if len(self.owed(seat)) > 1:  # one possible answer is not asked
                    owner.answer = "owed"
            if any(owner.answer == "owed" for owner in table.seats):
                return
        self.settle()

    def settle(self) -> None:
        """All have answered: give the Alms, lose to the Plague; then the next round begins."""
        table = self.table
        for seat, owner in enumerate(table.seats):
            site, possible = owner.site, self.owed(seat) if table.phase in ("plague", "alms") else set()
            if table.phase == "alms" and possible:
                # « Chaque joueur doit retirer de son chantier une carte de son choix »
                only = next(iter(possible)).removeprefix("alms ")
                site[only if owner.answer is None else RESOURCES[chosen(owner.answer)]] -= 1
            if table.phase == "plague":
                # « On retire une carte sur deux de chaque chantier (1 C maçon sur 2 ou 3/ 1 C paysans sur 2 ou 3) »
                peasants = site.get("peasant1", 0) + site.get("peasant2", 0)
                only_doubles = int(next(iter(possible)).removeprefix("plague peasant2="))
                of_double = only_doubles if owner.answer is None else chosen(owner.answer)
                site["mason"] = site.get("mason", 0) - site.get("mason", 0) // 2
                site["peasant2"] = site.get("peasant2", 0) - of_double
                site["peasant1"] = site.get("peasant1", 0) - (peasants // 2 - of_double)
            owner.answer = None
        if table.time_up:  # between rounds: the event is finished and no round begins
            table.phase = "over"
            return
        table.round += 1
        self.begin_turn()

    def feast(self) -> None:
        """« Chaque joueur passe son jeu complet (ses 5 cartes) à son voisin de gauche »: against the turn order.

        Ruling 20: every giver is sure of what was in the hand then and has not been shown since.
        """
        seats = self.table.seats
        passed = [(owner.hand, [owner.given, *owner.given_earlier]) for owner in seats]
        for seat, (hand, known) in enumerate(passed):
            taker = seats[(seat - 1) % len(seats)]
            taker.hand, taker.given = hand, dict(hand)
            taker.given_earlier = known[:len(seats) - 2]  # whoever gets the own hand back simply sees it

    # ------------------------------------------------------------ hands

    def draw(self, seat: int, count: int) -> None:
        pile = 90 - self.seen().total()
        for _ in range(min(count, pile)):  # Ruling 2
            card = self.given.next("hand of", seat)
            self.table.seats[seat].hand[card] = self.table.seats[seat].hand.get(card, 0) + 1

    def leave_hand(self, seat: int, card: str) -> None:
        """A card that leaves a hand takes one of its kind off what its givers know."""
        owner = self.table.seats[seat]
        owner.hand[card] -= 1
        owner.hand = nonzero(owner.hand)
        for known in [owner.given, *owner.given_earlier]:
            known[card] = max(0, known.get(card, 0) - 1)

    # ------------------------------------------------------------ scores

    def scores(self) -> list[int]:
        """« chaque muraille construite = 1 point / un donjon bâti = 4 points »."""
        return [seat.walls + 4 * seat.keeps for seat in self.table.seats]

    def points(self, seat: int) -> list[int]:
        return [self.table.seats[seat].walls, 4 * self.table.seats[seat].keeps]

    def winners(self) -> tuple[int, ...]:
        """A complete castle; else points, and Ruling 18: keep, walls, units on the site, shared."""
        if self.table.phase != "over":
            return ()
        seats = self.table.seats
        complete = [seat for seat, owner in enumerate(seats) if owner.walls == 4 and owner.keeps == 1]
        if complete:
            return tuple(complete)
        merits = [(score, seat.keeps, seat.walls, sum(UNITS[card] * count for card, count in seat.site.items()))
                  for score, seat in zip(self.scores(), seats, strict=True)]
        return tuple(seat for seat, merit in enumerate(merits) if merit == max(merits))


def doubles(cost: int, single: int, double: int) -> list[int]:
    """How many double cards may be among the payment: exact sets; only where there is none, one unit too much.

    >>> doubles(3, single=3, double=2), doubles(3, single=0, double=2), doubles(3, single=0, double=1)
    ([0, 1], [2], [])
    """
    exact = [count for count in range(double + 1) if 0 <= cost - 2 * count <= single]
    over = [count for count in range(double + 1) if cost - 2 * count == -1]
    return exact or over


def even(roll: str) -> bool:
    return int(roll) % 2 == 0


def chosen(answer: int | Literal["owed"]) -> int:
    assert answer != "owed"
    return answer


def nonzero(cards: dict[str, int]) -> dict[str, int]:
    return {card: count for card, count in cards.items() if count}


def eager(action: str) -> float:
    """An eager player builds, places, attacks, defends; it discards when nothing else is possible."""
    order = ["discard", "end", "accept", "mage", "witch", "gold", "fire", "place", "wheel", "build"]
    verb = action.split()[0]
    return 9 + action.startswith("build keep") if verb == "build" else order.index(verb) if verb in order else 0


WISHES = {"eager": eager}
SAMPLE = 1
