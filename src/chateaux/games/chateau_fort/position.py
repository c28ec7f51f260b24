"""Positions as data: written with a seat's secrets masked, read back, dealt anew, and checked.

A seat knows its own hand and what is left of every hand it gave away in a Feast of fools, wherever that
went since; and, as it held each of these hands once, what the one who gave it to the seat still knows of it.
That others know such cards too is a chance that everybody can reckon from feasts and draws.
"""
from __future__ import annotations

from librt.vecs import vec
from msgspec import UnsetType, to_builtins
from mypy_extensions import i64

from chateaux.engine.chance import Chance
from chateaux.engine.data import EVERYTHING, BadPosition, Data
from chateaux.engine.reading import typed, within, wrong
from chateaux.games.chateau_fort import schema
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
    attack = None
    if table.phase == DEFENCE:
        attack = schema.Waiting(card=IDS[table.attack], target=table.target,
                                named=None if table.named == NO_CARD else IDS[table.named])
    data: Data = to_builtins(schema.Position(
        round=table.round, first=table.first, turn=table.active, phase=PHASES[table.phase], event=table.event,
        time_up=table.time_up, rolls=table.rolls, played=table.played, discarded=table.discarded, wheel=table.wheel,
        attacked=[other for other in range(table.players) if table.attacked >> other & 1], attack=attack,
        seats=[write_seat(table, other, seat) for other in range(table.players)]))
    return data


def write_seat(table: Table, holder: i64, seat: i64) -> schema.Seat:
    hand: i64 = table.hands[holder]
    answer: i64 = table.answers[holder]
    own: bool = seat == holder or seat == EVERYTHING
    data = schema.Seat(
        walls=table.built(holder, WALL), keeps=table.built(holder, KEEP), site=site_counts(table.sites[holder]),
        mage=None if table.mages[holder] == NOBODY else table.mages[holder], cards=hand_size(hand),
        given_chance=table.traces[holder])
    if answer != NOT_ASKED:
        data.answer = "owed" if answer == OWED else answer if own else "given"
    if own:
        data.hand = hand_counts(hand)
    if knows_of(table, seat, holder, 1):
        data.given = hand_counts(table.known(holder, 1))
    earlier: list[dict[str, int] | list[str] | None] = [
        hand_counts(table.known(holder, feasts)) if knows_of(table, seat, holder, feasts) else None
        for feasts in range(2, table.players)]
    chances = [table.traces[part] for part in range(table.players + holder, len(table.traces), table.players)]
    if any(chances) or any(earlier):  # left out until a hand is passed on
        data.given_earlier = earlier
        data.earlier_chance = chances
    return data


def knows_of(table: Table, seat: i64, holder: i64, feasts: i64) -> bool:
    """Whether a seat knows what the giver of so many feasts ago knows: that giver, and whoever was given the hand."""
    since: i64 = table.feasts_since(seat, holder)
    return seat == EVERYTHING or since == feasts or since == feasts - 1


# ---------------------------------------------------------------- reading


def counted(cards: dict[str, int] | list[str], where: str, most: int) -> list[int]:
    """How many there are of each kind."""
    counts = [0] * KINDS
    for id in cards:
        count = cards[id] if isinstance(cards, dict) else cards.count(id)
        counts[kind_of(id, where)] = within(count, 0, most, where, id)
    return counts


def kind_of(id: str, where: str) -> int:
    """A kind of card by its name."""
    if id not in IDS:
        raise BadPosition(f"{where}: there is no card {id[:60]!r}.")
    return IDS.index(id)


def read_hand(cards: dict[str, int] | list[str], where: str, most: int) -> i64:
    """A hand."""
    hand: i64 = 0
    for card, count in enumerate(counted(cards, where, most)):
        hand += in_hand(card) * count
    return hand


def read_site(cards: dict[str, int] | list[str], where: str) -> i64:
    """The resources of a site."""
    site: i64 = 0
    for card, count in enumerate(counted(cards, where, MOST_CARDS)):
        if card < RESOURCES:
            site += on_site(card) * count
        elif count:
            raise BadPosition(f"{where}: {IDS[card]!r} is not a resource card.")
    return site


def read_seat(table: Table, seat: schema.Seat, holder: i64) -> i64:
    """One player's cards and castle; returns how many cards of the hand are not told."""
    pieces = table.pieces
    where = f"Seat {holder}"
    table.castles[holder * 2 + WALL] = within(seat.walls, 0, pieces.walls, where, "walls")
    table.castles[holder * 2 + KEEP] = within(seat.keeps, 0, pieces.keeps, where, "keeps")
    table.sites[holder] = read_site(seat.site, f"{where}: site")
    if seat.mage is not None:
        table.mages[holder] = within(seat.mage, 0, table.players - 1, where, "mage")
    if seat.answer is not None:
        table.answers[holder] = seat.answer if isinstance(seat.answer, int) else OWED
    most: int = pieces.hand
    given: i64 = read_given(table, seat, holder)
    told: i64 = given
    size: int = most
    if not isinstance(seat.hand, UnsetType):
        told = read_hand(seat.hand, f"{where}: hand", most)
        size = hand_size(told)
    if not isinstance(seat.cards, UnsetType):
        size = within(seat.cards, 0, most, where, "cards")
    table.hands[holder] = told
    if isinstance(seat.given_chance, UnsetType):
        table.traces[holder] = share(given, size)
    else:
        table.traces[holder] = seat.given_chance
    return size - hand_size(told)


def share(known: i64, size: i64) -> i64:
    """The chance that one of so many cards is a known one."""
    return CERTAIN * hand_size(known) // size if size > 0 else 0


def read_given(table: Table, seat: schema.Seat, holder: i64) -> i64:
    """What the givers of a hand know of it; returns what the last one knows.

    Of a giver whose knowledge is not told, it is at least what the one before knows.
    """
    players: int = table.players
    most: int = table.pieces.hand
    where = f"Seat {holder}"
    earlier = [] if isinstance(seat.given_earlier, UnsetType) else seat.given_earlier
    chances = [] if isinstance(seat.earlier_chance, UnsetType) else seat.earlier_chance
    if max(len(earlier), len(chances)) > players - 2:
        raise wrong(where, "given_earlier", f"a list of 0 to {players - 2} entries, as earlier_chance", earlier)
    known: i64 = 0
    for feasts in range(players - 1, 0, -1):
        before: i64 = known
        if feasts == 1:
            if not isinstance(seat.given, UnsetType):
                known = read_hand(seat.given, f"{where}: given", most)
        elif feasts - 2 < len(earlier):
            told = earlier[feasts - 2]
            if told is not None:
                known = read_hand(told, f"{where}: given_earlier", most)
        table.given[(feasts - 1) * players + holder] = known
        if feasts < players - 1:
            table.traces[feasts * players + holder] = share(before, hand_size(known))
    for number, chance in enumerate(chances):
        table.traces[(number + 1) * players + holder] = chance
    return known


def read(table: Table, data: Data) -> None:
    """Fill a bare table from a description; what is not told of a hand is dealt at random.

    What is left out has its usual value: an empty site, a full hand, the first player's turn.
    """
    position = typed(schema.Position, data, "The position")
    players: int = table.players
    if len(position.seats) != players:
        raise wrong("The position", "seats", f"a list of {players} entries", position.seats)
    read_turn(table, position)
    missing = vec[i64]([0] * players)
    for holder, seat in enumerate(position.seats):
        missing[holder] = read_seat(table, seat, holder)
        if missing[holder] < 0:
            raise BadPosition(f"Seat {holder} knows or holds more cards than the hand has.")
    count_pile(table)
    traces = table.traces[:]
    for holder, seat in enumerate(position.seats):
        table.draw(holder, missing[holder])
        if seat.answer == "given":
            table.answers[holder] = some_answer(table, holder, table.chance)
    table.traces = traces


def read_turn(table: Table, position: schema.Position) -> None:
    """Whose turn it is and what has happened in it."""
    last: int = table.players - 1
    table.round = position.round
    table.event = position.event
    table.first = within(position.first, 0, last, "The position", "first")
    turn = position.turn
    table.active = table.first if isinstance(turn, UnsetType) else within(turn, 0, last, "The position", "turn")
    table.phase = PHASES.index(position.phase)
    table.time_up = position.time_up
    table.played = position.played
    table.discarded = position.discarded
    table.wheel = position.wheel
    for other in position.attacked:
        table.attacked |= 1 << within(other, 0, last, "The position", "attacked")
    table.rolls = position.rolls
    attack = position.attack
    if attack is not None:
        table.attack = kind_of(attack.card, "The position: attack")
        table.target = within(attack.target, 0, last, "The position: attack", "target")
        table.named = NO_CARD if attack.named is None else kind_of(attack.named, "The position: attack")


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
