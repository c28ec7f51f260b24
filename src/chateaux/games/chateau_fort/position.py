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
    Realm,
)

# ---------------------------------------------------------------- writing


def write(realm: Realm, seat: i64) -> Data:
    """The position as data; hands and answers that a seat does not know are only counted."""
    attack = None
    if realm.phase == DEFENCE:
        attack = schema.Waiting(card=IDS[realm.attack], target=realm.target,
                                named=None if realm.named == NO_CARD else IDS[realm.named])
    data: Data = to_builtins(schema.Position(
        round=realm.round, first=realm.first, turn=realm.active, phase=PHASES[realm.phase], event=realm.event,
        time_up=realm.time_up, rolls=realm.rolls, played=realm.played, discarded=realm.discarded, wheel=realm.wheel,
        attacked=[other for other in range(realm.players) if realm.attacked >> other & 1], attack=attack,
        seats=[write_seat(realm, other, seat) for other in range(realm.players)]))
    return data


def write_seat(realm: Realm, holder: i64, seat: i64) -> schema.Seat:
    hand: i64 = realm.hands[holder]
    answer: i64 = realm.answers[holder]
    own: bool = seat == holder or seat == EVERYTHING
    data = schema.Seat(
        walls=realm.built(holder, WALL), keeps=realm.built(holder, KEEP), site=site_counts(realm.sites[holder]),
        mage=None if realm.mages[holder] == NOBODY else realm.mages[holder], cards=hand_size(hand),
        given_chance=realm.traces[holder])
    if answer != NOT_ASKED:
        data.answer = "owed" if answer == OWED else answer if own else "given"
    if own:
        data.hand = hand_counts(hand)
    if knows_of(realm, seat, holder, 1):
        data.given = hand_counts(realm.known(holder, 1))
    earlier: list[dict[str, int] | list[str] | None] = [
        hand_counts(realm.known(holder, feasts)) if knows_of(realm, seat, holder, feasts) else None
        for feasts in range(2, realm.players)]
    chances = [realm.traces[part] for part in range(realm.players + holder, len(realm.traces), realm.players)]
    if any(chances) or any(earlier):  # left out until a hand is passed on
        data.given_earlier = earlier
        data.earlier_chance = chances
    return data


def knows_of(realm: Realm, seat: i64, holder: i64, feasts: i64) -> bool:
    """Whether a seat knows what the giver of so many feasts ago knows: that giver, and whoever was given the hand."""
    since: i64 = realm.feasts_since(seat, holder)
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


def read_seat(realm: Realm, seat: schema.Seat, holder: i64) -> i64:
    """One player's cards and castle; returns how many cards of the hand are not told."""
    pieces = realm.pieces
    where = f"Seat {holder}"
    realm.castles[holder * 2 + WALL] = within(seat.walls, 0, pieces.walls, where, "walls")
    realm.castles[holder * 2 + KEEP] = within(seat.keeps, 0, pieces.keeps, where, "keeps")
    realm.sites[holder] = read_site(seat.site, f"{where}: site")
    if seat.mage is not None:
        realm.mages[holder] = within(seat.mage, 0, realm.players - 1, where, "mage")
    if seat.answer is not None:
        realm.answers[holder] = seat.answer if isinstance(seat.answer, int) else OWED
    most: int = pieces.hand
    given: i64 = read_given(realm, seat, holder)
    told: i64 = given
    size: int = most
    if not isinstance(seat.hand, UnsetType):
        told = read_hand(seat.hand, f"{where}: hand", most)
        size = hand_size(told)
    if not isinstance(seat.cards, UnsetType):
        size = within(seat.cards, 0, most, where, "cards")
    realm.hands[holder] = told
    if isinstance(seat.given_chance, UnsetType):
        realm.traces[holder] = share(given, size)
    else:
        realm.traces[holder] = seat.given_chance
    return size - hand_size(told)


def share(known: i64, size: i64) -> i64:
    """The chance that one of so many cards is a known one."""
    return CERTAIN * hand_size(known) // size if size > 0 else 0


def read_given(realm: Realm, seat: schema.Seat, holder: i64) -> i64:
    """What the givers of a hand know of it; returns what the last one knows.

    Of a giver whose knowledge is not told, it is at least what the one before knows.
    """
    players: int = realm.players
    most: int = realm.pieces.hand
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
        realm.given[(feasts - 1) * players + holder] = known
        if feasts < players - 1:
            realm.traces[feasts * players + holder] = share(before, hand_size(known))
    for number, chance in enumerate(chances):
        realm.traces[(number + 1) * players + holder] = chance
    return known


def read(realm: Realm, data: Data) -> None:
    """Fill a bare table from a description; what is not told of a hand is dealt at random.

    What is left out has its usual value: an empty site, a full hand, the first player's turn.
    """
    position = typed(schema.Position, data, "The position")
    players: int = realm.players
    if len(position.seats) != players:
        raise wrong("The position", "seats", f"a list of {players} entries", position.seats)
    read_turn(realm, position)
    missing = vec[i64]([0] * players)
    for holder, seat in enumerate(position.seats):
        missing[holder] = read_seat(realm, seat, holder)
        if missing[holder] < 0:
            raise BadPosition(f"Seat {holder} knows or holds more cards than the hand has.")
    count_pile(realm)
    traces = realm.traces[:]
    for holder, seat in enumerate(position.seats):
        realm.draw(holder, missing[holder])
        if seat.answer == "given":
            realm.answers[holder] = some_answer(realm, holder, realm.chance)
    realm.traces = traces


def read_turn(realm: Realm, position: schema.Position) -> None:
    """Whose turn it is and what has happened in it."""
    last: int = realm.players - 1
    realm.round = position.round
    realm.event = position.event
    realm.first = within(position.first, 0, last, "The position", "first")
    turn = position.turn
    realm.active = realm.first if isinstance(turn, UnsetType) else within(turn, 0, last, "The position", "turn")
    realm.phase = PHASES.index(position.phase)
    realm.time_up = position.time_up
    realm.played = position.played
    realm.discarded = position.discarded
    realm.wheel = position.wheel
    for other in position.attacked:
        realm.attacked |= 1 << within(other, 0, last, "The position", "attacked")
    realm.rolls = position.rolls
    attack = position.attack
    if attack is not None:
        realm.attack = kind_of(attack.card, "The position: attack")
        realm.target = within(attack.target, 0, last, "The position: attack", "target")
        realm.named = NO_CARD if attack.named is None else kind_of(attack.named, "The position: attack")


def count_pile(realm: Realm) -> None:
    """The pile is what lies nowhere else."""
    left = pile_of(realm)
    realm.pile_size = 0
    for card in range(KINDS):
        if left[card] < 0:
            raise BadPosition(f"There are only {realm.pieces.copies[card]} cards {IDS[card]!r}, "
                              f"{-left[card]} fewer than the position has.")
        realm.pile[card] = left[card]
        realm.pile_size += left[card]


def pile_of(realm: Realm) -> vec[i64]:
    """All cards of the box but those in hands, on sites and in play."""
    left = realm.pieces.copies[:]
    for seat in range(realm.players):
        for card in range(KINDS):
            left[card] -= held(realm.hands[seat], card)
            if card < RESOURCES:
                left[card] -= lying(realm.sites[seat], card)
        if realm.mages[seat] != NOBODY:
            left[MAGE] -= 1
    if realm.wheel:
        left[WHEEL] -= 1
    if realm.attack != NO_CARD:
        left[realm.attack] -= 1
    return left


# ---------------------------------------------------------------- dealing anew


def some_answer(realm: Realm, seat: i64, chance: Chance) -> i64:
    """A random answer that a seat may give to the event."""
    site: i64 = realm.sites[seat]
    if realm.event == PLAGUE:
        return fewest_dead(site) + chance.below(most_dead(site) - fewest_dead(site) + 1)
    kinds = [card for card in range(RESOURCES) if lying(site, card)]
    return kinds[chance.below(len(kinds))]


def redeal(realm: Realm, seat: i64, chance: Chance) -> None:
    """Deal every card that a seat does not know: all unknown cards are equally likely anywhere.

    Which cards of a hand other givers know is imagined too.
    """
    players: i64 = realm.players
    missing = vec[i64]([0] * players)
    for holder in range(players):
        if holder == seat:
            continue
        sure: i64 = realm.sure_of(seat, holder)
        hidden: i64 = realm.hands[holder] - sure
        for card in range(KINDS):
            realm.to_pile(card, held(hidden, card))
        missing[holder] = hand_size(hidden)
        realm.hands[holder] = sure
    own = realm.chance
    realm.chance = chance
    traces = realm.traces[:]
    for holder in range(players):
        realm.draw(holder, missing[holder])
        realm.traces[holder] = traces[holder]
        if holder != seat and realm.answers[holder] >= 0:
            realm.answers[holder] = some_answer(realm, holder, chance)
        imagine_given(realm, seat, holder, chance)
    realm.chance = own


def imagine_given(realm: Realm, seat: i64, holder: i64, chance: Chance) -> None:
    """What the givers of a hand may know, where a seat cannot tell: those after it at least what it knows itself,
    those before the one it had the hand from a part of what that one knows."""
    players: i64 = realm.players
    since: i64 = realm.feasts_since(seat, holder)
    sure: i64 = realm.known(holder, since)
    for feasts in range(1, players):
        if since == feasts or since == feasts - 1:
            continue
        part: i64 = (feasts - 1) * players + holder
        later: i64 = realm.known(holder, feasts - 1)
        if feasts < since:
            realm.given[part] = sure + some_cards(later - sure, sure, realm.traces[part], chance)
        else:
            realm.given[part] = all_but_a_few(later, realm.traces[part], chance)


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


def check(realm: Realm) -> None:
    """Cards and pawns are conserved, and the turn is one that the rules lead to."""
    left = pile_of(realm)
    size: i64 = 0
    for card in range(KINDS):
        if left[card] != realm.pile[card]:
            raise BadPosition(f"Cards {IDS[card]!r} are lost: the pile has {realm.pile[card]}, not {left[card]}.")
        size += left[card]
    if size != realm.pile_size:
        raise BadPosition(f"The pile is counted as {realm.pile_size} cards but has {size}.")
    finished: i64 = 0
    for seat in range(realm.players):
        check_seat(realm, seat)
        if complete(realm, seat):
            finished += 1
    if realm.time_up and not realm.timed:
        raise BadPosition("Time is up, but the game is not timed.")
    if finished > (1 if realm.phase == OVER else 0):
        raise BadPosition("A complete castle ends the game at once.")
    if realm.last_round > 0 and realm.round > realm.last_round:
        raise BadPosition(f"The game lasts {realm.last_round} rounds; this would be round {realm.round}.")
    if realm.phase == OVER and finished == 0 and not realm.time_up and realm.round != realm.last_round:
        raise BadPosition("The game is over, but no castle is complete and time is not up.")
    check_turn(realm)
