"""Positions as data: written with a seat's secrets masked, read back, dealt anew, and checked.

A seat knows its own hand, what its right-hand neighbour gave it in a Feast of fools (the giver
remembers that too), and of every other hand the cards it once gave away itself.
"""
from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from chateaux.engine.chance import Chance
from chateaux.engine.data import EVERYTHING, BadPosition, Data
from chateaux.engine.reading import Reader
from chateaux.games.chateau_fort.building import can_build, complete
from chateaux.games.chateau_fort.cards import (
    ALMS,
    BAD_WEATHER,
    CONSTRUCTIONS,
    FIRE,
    GUARDS,
    IDS,
    KEEP,
    KINDS,
    MAGE,
    NO_CARD,
    PLAGUE,
    RESOURCES,
    WALL,
    WHEEL,
    WITCH,
    hand_counts,
    hand_size,
    held,
    in_hand,
    lying,
    on_site,
    site_counts,
)
from chateaux.games.chateau_fort.events import fewest_dead, most_dead, several_kinds
from chateaux.games.chateau_fort.table import (
    ALMS_ANSWERS,
    DEFENCE,
    NOBODY,
    NOT_ASKED,
    OVER,
    OWED,
    PHASES,
    PLAGUE_ANSWERS,
    TURN,
    Table,
)
from chateaux.games.chateau_fort.turns import cards_left


def giver_to(table: Table, seat: i64) -> i64:
    """Who hands a seat new cards in a Feast of fools: its right-hand neighbour."""
    return (seat + 1) % table.players


# ---------------------------------------------------------------- writing


def describe(table: Table, seat: i64) -> Data:
    """The position as data; hands and answers that a seat does not know are only counted."""
    data: Data = {
        "round": table.round, "first": table.first, "turn": table.active, "phase": PHASES[table.phase],
        "event": table.event, "time_up": table.time_up, "rolls": [list(rolls) for rolls in table.rolls],
        "played": table.played, "discarded": table.discarded, "wheel": table.wheel,
        "attacked": [other for other in range(table.players) if table.attacked >> other & 1],
        "attack": None, "seats": [describe_seat(table, other, seat) for other in range(table.players)]}
    if seat != EVERYTHING:
        data["seat"] = seat
    if table.phase == DEFENCE:
        data["attack"] = {"card": IDS[table.attack], "target": table.target,
                          "named": None if table.named == NO_CARD else IDS[table.named]}
    return data


def describe_seat(table: Table, holder: i64, seat: i64) -> Data:
    players: i64 = table.players
    hand: i64 = table.hands[holder]
    data: Data = {"walls": table.built(holder, WALL), "keeps": table.built(holder, KEEP),
                  "site": site_counts(table.sites[holder]),
                  "mage": None if table.mages[holder] == NOBODY else table.mages[holder],
                  "cards": hand_size(hand), "answer": None}
    answer: i64 = table.answers[holder]
    if answer != NOT_ASKED:
        data["answer"] = "owed" if answer == OWED else answer if seat in (holder, EVERYTHING) else "given"
    if seat == EVERYTHING:
        data["hand"] = hand_counts(hand)
        data["known_to"] = {str(other): hand_counts(table.known[holder * players + other])
                            for other in range(players) if table.known[holder * players + other]}
    elif seat == holder:
        data["hand"] = hand_counts(hand)
        giver: i64 = giver_to(table, holder)
        data["known_to"] = {str(giver): hand_counts(table.known[holder * players + giver])}
    elif seat >= 0:
        data["known"] = hand_counts(table.known[holder * players + seat])
    return data


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
        site += on_site(IDS.index(id)) * cards.number(id, 0, 250)
    return site


def read_seat(table: Table, reader: Reader, holder: i64, viewer: i64) -> i64:
    """One player's cards and castle; returns how many cards of the hand are not told.

    In a position with masks, `known` is what the viewer knows of another's hand.
    """
    players: int = table.players
    pieces = table.pieces
    table.castles[holder * 2 + WALL] = reader.number("walls", 0, pieces.walls, 0)
    table.castles[holder * 2 + KEEP] = reader.number("keeps", 0, pieces.keeps, 0)
    table.sites[holder] = read_site(reader)
    if reader.has("mage"):
        table.mages[holder] = reader.number("mage", 0, players - 1)
    answer = reader.data.get("answer")
    if answer is not None:
        table.answers[holder] = OWED if answer in ("owed", "given") else reader.number("answer", 0, 99)
    most: int = pieces.hand
    told: i64
    if reader.has("hand"):
        told = read_hand(reader, "hand", most)
        knowing = Reader(reader.data.get("known_to", {}), f"{reader.where}: known_to")
        for other in knowing.data:
            if other not in [str(seat) for seat in range(players) if seat != holder]:
                raise BadPosition(f"{knowing.where}: {other[:20]!r} is not another seat.")
            table.known[holder * players + int(other)] = read_hand(knowing, other, most)
        table.hands[holder] = told
        return reader.number("cards", 0, most, hand_size(told)) - hand_size(told)
    told = read_hand(reader, "known", most)
    table.hands[holder] = told
    if viewer >= 0 and viewer != holder:
        table.known[holder * players + viewer] = told
    size: i64 = reader.number("cards", 0, most, most)
    return size - hand_size(told)


def read_position(table: Table, position: Data) -> None:
    """Fill a bare table from a description; what is not told of a hand is dealt at random.

    What is left out has its usual value: an empty site, a full hand, the first player's turn.
    """
    reader = Reader(position, "The position")
    players: int = table.players
    viewer = reader.number("seat", -1, players - 1, -1)
    read_turn(table, reader)
    missing = vec[i64]([0] * players)
    given: i64 = 0
    for holder, item in enumerate(reader.items("seats", players, players)):
        seat_reader = Reader(item, f"Seat {holder}")
        missing[holder] = read_seat(table, seat_reader, holder, viewer)
        if seat_reader.data.get("answer") == "given":
            given |= 1 << holder
        if missing[holder] < 0:
            raise BadPosition(f"Seat {holder} knows or holds more cards than the hand has.")
    count_pile(table)
    for other in range(players):
        table.draw(other, missing[other])
        if given >> other & 1:
            table.answers[other] = some_answer(table, other, table.chance)


def read_turn(table: Table, reader: Reader) -> None:
    """Whose turn it is and what has happened in it."""
    players: int = table.players
    table.round = reader.number("round", 1, 1_000_000, 1)
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


def deal_anew(table: Table, seat: i64, chance: Chance) -> None:
    """Deal every card that a seat does not know: all unknown cards are equally likely anywhere.

    What others know of each other's hands is forgotten, but for what a seat knows they know.
    """
    players: i64 = table.players
    missing = vec[i64]([0] * players)
    for holder in range(players):
        if holder == seat:
            continue
        sure: i64 = 0
        if seat >= 0:
            sure = table.known[holder * players + seat]
        hidden: i64 = table.hands[holder] - sure
        for card in range(KINDS):
            table.to_pile(card, held(hidden, card))
        missing[holder] = hand_size(hidden)
        table.hands[holder] = sure
    for holder in range(players):
        for observer in range(players):
            if observer != seat and not (holder == seat and observer == giver_to(table, seat)):
                table.known[holder * players + observer] = 0
    own = table.chance
    table.chance = chance
    for holder in range(players):
        table.draw(holder, missing[holder])
        if holder != seat and table.answers[holder] >= 0:
            table.answers[holder] = some_answer(table, holder, chance)
    table.chance = own


# ---------------------------------------------------------------- what cannot be


def check_table(table: Table) -> None:
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


def check_seat(table: Table, seat: i64) -> None:
    players: i64 = table.players
    if hand_size(table.hands[seat]) > table.pieces.hand:
        raise BadPosition(f"Seat {seat} holds more than {table.pieces.hand} cards.")
    for construction in (WALL, KEEP):
        if not 0 <= table.built(seat, construction) <= table.pieces.most(construction):
            raise BadPosition(f"Seat {seat} has too many pawns {CONSTRUCTIONS[construction]!r}.")
    for observer in range(players):
        known: i64 = table.known[seat * players + observer]
        for card in range(KINDS):
            if held(known, card) > held(table.hands[seat], card) or (observer == seat and known):
                raise BadPosition(f"Seat {observer} cannot know of {held(known, card)} cards {IDS[card]!r} "
                                  f"in the hand of seat {seat}.")
    mage: i64 = table.mages[seat]
    if mage == seat:
        raise BadPosition(f"Seat {seat} has laid a Mage with itself.")
    if mage == table.active and table.phase <= DEFENCE and not table.attacked >> seat & 1:
        raise BadPosition(f"The Mage with seat {seat} was taken back when seat {mage}'s turn began.")


def check_turn(table: Table) -> None:
    """The phase fits what was played, and who is asked has an answer to give."""
    phase: i64 = table.phase
    if table.played > 0 and table.discarded > 0:
        raise BadPosition("Cards are played or discarded in a turn, never both.")
    if table.wheel and (table.played == 0 or table.attacked or table.event == BAD_WEATHER):
        raise BadPosition("A wheel is the first card of a turn without attacks, and not in bad weather.")
    if table.attacked >> table.active & 1 or table.attacked >> table.players:
        raise BadPosition("Nobody attacks oneself.")
    if cards_left(table) < 0:
        raise BadPosition("More cards were played or discarded than a turn allows.")
    if (phase == DEFENCE) != (table.attack != NO_CARD):
        raise BadPosition("An attack waits for an answer in the phase defence, and only there.")
    if phase <= DEFENCE and table.mages[table.active] != NOBODY:
        raise BadPosition(f"Seat {table.active} cannot have a turn: a Mage lies with it.")
    if phase == DEFENCE:
        check_attack(table)
    if phase == TURN and not can_build(table, table.active) and (
            cards_left(table) == 0 or table.hands[table.active] == 0):
        raise BadPosition(f"The turn of seat {table.active} would have ended.")
    owed: i64 = 0
    for seat in range(table.players):
        check_answer(table, seat)
        if table.answers[seat] == OWED:
            owed += 1
    if phase in (PLAGUE_ANSWERS, ALMS_ANSWERS):
        if owed == 0:
            raise BadPosition("All answers to the event are in, but it has not taken effect.")
        if table.active != table.first or table.played + table.discarded > 0:
            raise BadPosition("An event comes between rounds, before anybody plays.")


def check_attack(table: Table) -> None:
    target: i64 = table.target
    if not FIRE <= table.attack < GUARDS:
        raise BadPosition(f"{IDS[table.attack]!r} is not an attack.")
    if not table.attacked >> target & 1 or table.played == 0:
        raise BadPosition(f"The attack on seat {target} is not among those played.")
    if (table.named != NO_CARD) != (table.attack == WITCH):
        raise BadPosition("A Witch names a card, and only a Witch does.")
    if table.attack == WITCH and (table.named >= RESOURCES or lying(table.sites[target], table.named) == 0):
        raise BadPosition(f"The Witch names a card that does not lie on the site of seat {target}.")


def check_answer(table: Table, seat: i64) -> None:
    site: i64 = table.sites[seat]
    answer: i64 = table.answers[seat]
    asked: bool = False
    fits: bool = True
    if table.phase == PLAGUE_ANSWERS:
        asked = fewest_dead(site) < most_dead(site)
        fits = table.event == PLAGUE and (answer < 0 or fewest_dead(site) <= answer <= most_dead(site))
    elif table.phase == ALMS_ANSWERS:
        asked = several_kinds(site)
        fits = table.event == ALMS and (answer < 0 or (answer < RESOURCES and lying(site, answer) > 0))
    if not fits or asked != (answer != NOT_ASKED):
        raise BadPosition(f"The answer of seat {seat} does not fit the phase {PHASES[table.phase]!r}.")
