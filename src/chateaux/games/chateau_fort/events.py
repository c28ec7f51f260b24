"""The end of a round: the die, the six events, and the answers that Plague and Alms ask of all owners at once."""
from __future__ import annotations

from mypy_extensions import i64

from chateaux.games.chateau_fort.cards import (
    ALMS,
    EVENTS,
    FEAST,
    MASON,
    PEASANT,
    PEASANTS,
    PLAGUE,
    RESOURCES,
    hand_counts,
    lying,
    on_site,
    site_list,
    site_size,
)
from chateaux.games.chateau_fort.state import ALMS_ANSWERS, CERTAIN, NOT_ASKED, OWED, PLAGUE_ANSWERS, Table


def roll_event(table: Table) -> None:
    """Fin d'un tour: the die names the event; it acts at once or stands over the next round (ruling 15).

    Where an owner has a choice, the phase says so and the answers are awaited.
    """
    table.event = table.roll()
    if table.log is not None:
        table.emit(EVENTS[table.event], table.first, {"roll": table.event})
    if table.event == PLAGUE:
        for seat in range(table.players):
            if fewest_dead(table.sites[seat]) < most_dead(table.sites[seat]):
                table.answers[seat] = OWED
                table.phase = PLAGUE_ANSWERS
    elif table.event == ALMS:
        for seat in range(table.players):
            if several_kinds(table.sites[seat]):
                table.answers[seat] = OWED
                table.phase = ALMS_ANSWERS
    elif table.event == FEAST:
        pass_hands(table)


def resolve(table: Table) -> None:
    """Plague and Alms take effect for every seat in order, once all answers are in; other events need nothing."""
    if table.event != PLAGUE and table.event != ALMS:
        return
    for seat in range(table.players):
        if table.event == PLAGUE:
            doubles: i64 = table.answers[seat]
            if doubles == NOT_ASKED:
                doubles = fewest_dead(table.sites[seat])
            lose(table, seat, plague_toll(table.sites[seat], doubles))
        elif table.sites[seat]:
            card: i64 = table.answers[seat]
            if card == NOT_ASKED:
                card = first_kind(table.sites[seat])
            lose(table, seat, on_site(card))
        table.answers[seat] = NOT_ASKED
    table.revealed = True


def lose(table: Table, seat: i64, cards: i64) -> None:
    table.sites[seat] -= cards
    for card in range(RESOURCES):
        table.to_pile(card, lying(cards, card))
    if table.log is not None and cards != 0:
        table.emit("plague_takes" if table.event == PLAGUE else "alms_given", seat,
                   {"cards": site_list(cards), "count": site_size(cards)})


# ---------------------------------------------------------------- Peste


def plague_dead(site: i64) -> i64:
    """Peste: one peasant card of two dies, cards and not units (ruling 12)."""
    return (lying(site, PEASANT) + lying(site, PEASANTS)) >> 1


def fewest_dead(site: i64) -> i64:
    """The fewest double peasants an owner may give to the plague."""
    return max(plague_dead(site) - lying(site, PEASANT), 0)


def most_dead(site: i64) -> i64:
    """The most double peasants an owner may give to the plague."""
    return min(lying(site, PEASANTS), plague_dead(site))


def plague_toll(site: i64, doubles: i64) -> i64:
    """The cards a site loses: half its masons, and half its peasants with so many doubles among them."""
    return ((lying(site, MASON) >> 1) * on_site(MASON) + doubles * on_site(PEASANTS)
            + (plague_dead(site) - doubles) * on_site(PEASANT))


# ---------------------------------------------------------------- Pour les œuvres


def first_kind(site: i64) -> i64:
    """The first kind of card on a site that is not empty."""
    card: i64 = 0
    while lying(site, card) == 0:
        card += 1
    return card


def several_kinds(site: i64) -> bool:
    """Whether the owner has a choice."""
    if not site:
        return False
    kind: i64 = first_kind(site)
    return site != lying(site, kind) * on_site(kind)


# ---------------------------------------------------------------- Fête des fous


def pass_hands(table: Table) -> None:
    """Fête des fous: every hand goes to the left, against the turn order (ruling 14).

    Whoever had it goes on knowing, wherever it goes, the cards that are not shown (ruling 20): its giver all of
    them, whoever gave it earlier as many as before. Where it comes home, it is known by being seen.
    """
    players: i64 = table.players
    hands = table.hands[:]
    for taker in range(players):
        giver: i64 = table.giver_to(taker)
        hands[taker] = table.hands[giver]
        if table.log is not None:
            table.whisper("hand_passed", giver, {"taker_seat": taker},
                          {"cards": [id for id, count in hand_counts(table.hands[giver]).items()
                                     for _ in range(count)]},
                          1 << giver | 1 << taker)
    given = table.given[:]
    traces = table.traces[:]
    for seat in range(players):
        giver = table.giver_to(seat)
        given[seat] = hands[seat]
        traces[seat] = CERTAIN
        for part in range(players, len(given), players):
            given[part + seat] = table.given[part - players + giver]
            traces[part + seat] = table.traces[part - players + giver]
    table.hands = hands
    table.given = given
    table.traces = traces
