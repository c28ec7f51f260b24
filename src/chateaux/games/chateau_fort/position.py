"""Positions as data: written with a seat's secrets masked, read back, dealt anew, and checked.

A seat knows its own hand and what is left of every hand it gave away in a Feast of fools, wherever that
went since; and, as it held each of these hands once, what the one who gave it to the seat still knows of it.
That others know such cards too is a chance that everybody can reckon from feasts and draws.
"""
from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from chateaux.engine.chance import Chance
from chateaux.engine.data import EVERYTHING, BadPosition, Data
from chateaux.engine.reading import MOST_COUNTED, Reader
from chateaux.games.chateau_fort.building import complete
from chateaux.games.chateau_fort.cards import (
    IDS,
    KEEP,
    KINDS,
    MAGE,
    NO_CARD,
    PLAGUE,
    RESOURCES,
    WALL,
    WHEEL,
    hand_counts,
    hand_size,
    held,
    in_hand,
    lying,
    on_site,
    site_counts,
)
from chateaux.games.chateau_fort.checks import check_seat, check_turn
from chateaux.games.chateau_fort.events import fewest_dead, most_dead
from chateaux.games.chateau_fort.pieces import MOST_CARDS
from chateaux.games.chateau_fort.state import (
    CERTAIN,
    DEFENCE,
    NOBODY,
    NOT_ASKED,
    OVER,
    OWED,
    PHASES,
    Table,
)

# ---------------------------------------------------------------- writing


def write(table: Table, seat: i64) -> Data:
    """The position as data; hands and answers that a seat does not know are only counted."""
    data: Data = {
        "round": table.round, "first": table.first, "turn": table.active, "phase": PHASES[table.phase],
        "event": table.event, "time_up": table.time_up, "rolls": [list(rolls) for rolls in table.rolls],
        "played": table.played, "discarded": table.discarded, "wheel": table.wheel,
        "attacked": [other for other in range(table.players) if table.attacked >> other & 1],
        "attack": None, "seats": [describe_seat(table, other, seat) for other in range(table.players)]}
    if table.phase == DEFENCE:
        data["attack"] = {"card": IDS[table.attack], "target": table.target,
                          "named": None if table.named == NO_CARD else IDS[table.named]}
    return data


def describe_seat(table: Table, holder: i64, seat: i64) -> Data:
    hand: i64 = table.hands[holder]
    data: Data = {"walls": table.built(holder, WALL), "keeps": table.built(holder, KEEP),
                  "site": site_counts(table.sites[holder]),
                  "mage": None if table.mages[holder] == NOBODY else table.mages[holder],
                  "cards": hand_size(hand), "answer": None,
                  "given_chance": table.traces[holder]}
    answer: i64 = table.answers[holder]
    if answer != NOT_ASKED:
        data["answer"] = "owed" if answer == OWED else answer if seat in (holder, EVERYTHING) else "given"
    if seat in (holder, EVERYTHING):
        data["hand"] = hand_counts(hand)
    if knows_of(table, seat, holder, 1):
        data["given"] = hand_counts(table.known(holder, 1))
    earlier = [hand_counts(table.known(holder, feasts)) if knows_of(table, seat, holder, feasts) else None
               for feasts in range(2, table.players)]
    chances = [table.traces[part] for part in range(table.players + holder, len(table.traces), table.players)]
    if any(chances) or any(earlier):  # left out until a hand is passed on
        data["given_earlier"] = earlier
        data["earlier_chance"] = chances
    return data


def knows_of(table: Table, seat: i64, holder: i64, feasts: i64) -> bool:
    """Whether a seat knows what the giver of so many feasts ago knows: that giver, and whoever was given the hand."""
    since: i64 = table.feasts_since(seat, holder)
    return seat == EVERYTHING or since == feasts or since == feasts - 1


# ---------------------------------------------------------------- reading


def read_hand(reader: Reader, field: str, most: int) -> i64:
    """Cards by kind: {"mason": 2} or ["mason", "mason"]; none when left out."""
    value = reader.data.get(field)
    if isinstance(value, list):
        counts: dict[str, object] = {}
        for id in value:
            counts[str(id)] = value.count(id)
        value = counts
    cards = Reader({} if value is None else value, f"{reader.where}: {field}")
    hand: i64 = 0
    for id in cards.data:
        if id not in IDS:
            raise BadPosition(f"{cards.where}: there is no card {id[:60]!r}.")
        hand += in_hand(IDS.index(id)) * cards.number(id, 0, most)
    return hand


def read_site(reader: Reader) -> i64:
    """The resources of a site: {"mason": 1} or ["mason"]."""
    value = reader.data.get("site")
    if isinstance(value, list):
        counts: dict[str, object] = {}
        for id in value:
            counts[str(id)] = value.count(id)
        value = counts
    cards = Reader({} if value is None else value, f"{reader.where}: site")
    site: i64 = 0
    for id in cards.data:
        if id not in IDS or IDS.index(id) >= RESOURCES:
            raise BadPosition(f"{cards.where}: {id[:60]!r} is not a resource card.")
        site += on_site(IDS.index(id)) * cards.number(id, 0, MOST_CARDS)
    return site


def read_seat(table: Table, reader: Reader, holder: i64) -> i64:
    """One player's cards and castle; returns how many cards of the hand are not told."""
    pieces = table.pieces
    table.castles[holder * 2 + WALL] = reader.number("walls", 0, pieces.walls, 0)
    table.castles[holder * 2 + KEEP] = reader.number("keeps", 0, pieces.keeps, 0)
    table.sites[holder] = read_site(reader)
    if reader.has("mage"):
        table.mages[holder] = reader.number("mage", 0, table.players - 1)
    answer = reader.data.get("answer")
    if answer is not None:
        table.answers[holder] = OWED if answer in ("owed", "given") else reader.number("answer", 0, 99)
    most: int = pieces.hand
    given: i64 = read_given(table, reader, holder)
    told: i64 = read_hand(reader, "hand", most) if reader.has("hand") else given
    size: i64 = reader.number("cards", 0, most, hand_size(told) if reader.has("hand") else most)
    table.hands[holder] = told
    table.traces[holder] = reader.number("given_chance", 0, CERTAIN, share(given, size))
    return size - hand_size(told)


def share(known: i64, size: i64) -> i64:
    """The chance that one of so many cards is a known one."""
    return CERTAIN * hand_size(known) // size if size > 0 else 0


def read_given(table: Table, reader: Reader, holder: i64) -> i64:
    """What the givers of a hand know of it; returns what the last one knows.

    Of a giver whose knowledge is not told, it is at least what the one before knows.
    """
    players: i64 = table.players
    most: int = table.pieces.hand
    earlier = reader.items("given_earlier", 0, players - 2, [])
    chances = reader.items("earlier_chance", 0, players - 2, [])
    known: i64 = 0
    for feasts in range(players - 1, 0, -1):
        before: i64 = known
        if feasts == 1:
            if reader.has("given"):
                known = read_hand(reader, "given", most)
        elif feasts - 2 < len(earlier) and earlier[feasts - 2] is not None:
            known = read_hand(Reader({"given_earlier": earlier[feasts - 2]}, reader.where), "given_earlier", most)
        table.given[(feasts - 1) * players + holder] = known
        if feasts < players - 1:
            table.traces[feasts * players + holder] = share(before, hand_size(known))
    for number, item in enumerate(chances):
        if type(item) is not int or not 0 <= item <= CERTAIN:
            raise reader.wrong("earlier_chance", f"a list of whole numbers from 0 to {CERTAIN}")
        chance: int = item
        table.traces[(number + 1) * players + holder] = chance
    return known


def read(table: Table, position: Data) -> None:
    """Fill a bare table from a description; what is not told of a hand is dealt at random.

    What is left out has its usual value: an empty site, a full hand, the first player's turn.
    """
    reader = Reader(position, "The position")
    players: int = table.players
    read_turn(table, reader)
    missing = vec[i64]([0] * players)
    given: i64 = 0
    for holder, item in enumerate(reader.items("seats", players, players)):
        seat_reader = Reader(item, f"Seat {holder}")
        missing[holder] = read_seat(table, seat_reader, holder)
        if seat_reader.data.get("answer") == "given":
            given |= 1 << holder
        if missing[holder] < 0:
            raise BadPosition(f"Seat {holder} knows or holds more cards than the hand has.")
    count_pile(table)
    traces = table.traces[:]
    for other in range(players):
        table.draw(other, missing[other])
        if given >> other & 1:
            table.answers[other] = some_answer(table, other, table.chance)
    table.traces = traces


def read_turn(table: Table, reader: Reader) -> None:
    """Whose turn it is and what has happened in it."""
    players: int = table.players
    table.round = reader.number("round", 1, MOST_COUNTED, 1)
    table.event = reader.number("event", 0, 6, 0)
    table.first = reader.number("first", 0, players - 1, 0)
    table.active = reader.number("turn", 0, players - 1, table.first)
    table.phase = reader.word("phase", PHASES, "turn")
    table.time_up = reader.flag("time_up", False)
    table.played = reader.number("played", 0, 10, 0)
    table.discarded = reader.number("discarded", 0, 10, 0)
    table.wheel = reader.flag("wheel", False)
    for item in reader.items("attacked", 0, players, []):
        if type(item) is not int or not 0 <= item < players:
            raise reader.wrong("attacked", f"a list of seats from 0 to {players - 1}")
        other: int = item
        table.attacked |= 1 << other
    rolls: list[list[int]] = []
    for item in reader.items("rolls", 0, players, []):
        if not isinstance(item, list) or len([roll for roll in item if roll not in (1, 2, 3, 4, 5, 6)]):
            raise reader.wrong("rolls", "a list of rolls from 1 to 6 for each seat")
        rolls.append([int(roll) for roll in item])
    table.rolls = rolls
    if reader.has("attack"):
        attack = reader.part("attack")
        table.attack = attack.word("card", IDS)
        table.target = attack.number("target", 0, players - 1)
        if attack.has("named"):
            table.named = attack.word("named", IDS)


def count_pile(table: Table) -> None:
    """The pile is what lies nowhere else."""
    left = pile_of(table)
    table.pile_size = 0
    for card in range(KINDS):
        if left[card] < 0:
            raise BadPosition(f"There are only {table.pieces.copies[card]} cards {IDS[card]!r}, "
                              f"{-left[card]} fewer than the position has.")
        table.pile[card] = left[card]
        table.pile_size += left[card]


def pile_of(table: Table) -> vec[i64]:
    """All cards of the box but those in hands, on sites and in play."""
    left = table.pieces.copies[:]
    for seat in range(table.players):
        for card in range(KINDS):
            left[card] -= held(table.hands[seat], card)
            if card < RESOURCES:
                left[card] -= lying(table.sites[seat], card)
        if table.mages[seat] != NOBODY:
            left[MAGE] -= 1
    if table.wheel:
        left[WHEEL] -= 1
    if table.attack != NO_CARD:
        left[table.attack] -= 1
    return left


# ---------------------------------------------------------------- dealing anew


def some_answer(table: Table, seat: i64, chance: Chance) -> i64:
    """A random answer that a seat may give to the event."""
    site: i64 = table.sites[seat]
    if table.event == PLAGUE:
        return fewest_dead(site) + chance.below(most_dead(site) - fewest_dead(site) + 1)
    kinds = [card for card in range(RESOURCES) if lying(site, card)]
    return kinds[chance.below(len(kinds))]


def redeal(table: Table, seat: i64, chance: Chance) -> None:
    """Deal every card that a seat does not know: all unknown cards are equally likely anywhere.

    Which cards of a hand other givers know is imagined too.
    """
    players: i64 = table.players
    missing = vec[i64]([0] * players)
    for holder in range(players):
        if holder == seat:
            continue
        sure: i64 = table.sure_of(seat, holder)
        hidden: i64 = table.hands[holder] - sure
        for card in range(KINDS):
            table.to_pile(card, held(hidden, card))
        missing[holder] = hand_size(hidden)
        table.hands[holder] = sure
    own = table.chance
    table.chance = chance
    traces = table.traces[:]
    for holder in range(players):
        table.draw(holder, missing[holder])
        table.traces[holder] = traces[holder]
        if holder != seat and table.answers[holder] >= 0:
            table.answers[holder] = some_answer(table, holder, chance)
        imagine_given(table, seat, holder, chance)
    table.chance = own


def imagine_given(table: Table, seat: i64, holder: i64, chance: Chance) -> None:
    """What the givers of a hand may know, where a seat cannot tell: those after it at least what it knows itself,
    those before the one it had the hand from a part of what that one knows."""
    players: i64 = table.players
    since: i64 = table.feasts_since(seat, holder)
    sure: i64 = table.known(holder, since)
    for feasts in range(1, players):
        if since == feasts or since == feasts - 1:
            continue
        part: i64 = (feasts - 1) * players + holder
        later: i64 = table.known(holder, feasts - 1)
        if feasts < since:
            table.given[part] = sure + some_cards(later - sure, sure, table.traces[part], chance)
        else:
            table.given[part] = all_but_a_few(later, table.traces[part], chance)


def some_cards(cards: i64, sure: i64, trace: i64, chance: Chance) -> i64:
    """Which cards a giver may know besides those that are sure, each with the same chance."""
    known: i64 = 0
    left: i64 = hand_size(cards)
    if left > 0:
        trace = (trace * (left + hand_size(sure)) - CERTAIN * hand_size(sure)) // left
    if trace > 0:
        for card in range(KINDS):
            for _ in range(held(cards, card)):
                if chance.below(CERTAIN) < trace:
                    known += in_hand(card)
    return known


def all_but_a_few(cards: i64, trace: i64, chance: Chance) -> i64:
    """Which of the cards that a giver knows the one before may know.

    A card that is shown is one fewer to both, as long as both know one; so it is the number of copies that were
    drawn between their feasts, and not known to the first, that stays, and is imagined: none, one, two, ...
    """
    known: i64 = 0
    if trace > 0:
        for card in range(KINDS):
            copies: i64 = held(cards, card)
            while copies > 0 and chance.below(CERTAIN) >= trace:
                copies -= 1
            known += in_hand(card) * copies
    return known


# ---------------------------------------------------------------- what cannot be


def check(table: Table) -> None:
    """Cards and pawns are conserved, and the turn is one that the rules lead to."""
    left = pile_of(table)
    size: i64 = 0
    for card in range(KINDS):
        if left[card] != table.pile[card]:
            raise BadPosition(f"Cards {IDS[card]!r} are lost: the pile has {table.pile[card]}, not {left[card]}.")
        size += left[card]
    if size != table.pile_size:
        raise BadPosition(f"The pile is counted as {table.pile_size} cards but has {size}.")
    finished: i64 = 0
    for seat in range(table.players):
        check_seat(table, seat)
        if complete(table, seat):
            finished += 1
    if table.time_up and not table.timed:
        raise BadPosition("Time is up, but the game is not timed.")
    if finished > (1 if table.phase == OVER else 0):
        raise BadPosition("A complete castle ends the game at once.")
    if table.last_round > 0 and table.round > table.last_round:
        raise BadPosition(f"The game lasts {table.last_round} rounds; this would be round {table.round}.")
    if table.phase == OVER and finished == 0 and not table.time_up and table.round != table.last_round:
        raise BadPosition("The game is over, but no castle is complete and time is not up.")
    check_turn(table)
