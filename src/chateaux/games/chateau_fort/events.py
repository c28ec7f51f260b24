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
from chateaux.games.chateau_fort.state import ALMS_ANSWERS, CERTAIN, NOT_ASKED, OWED, PLAGUE_ANSWERS, Realm


def roll_event(realm: Realm) -> None:
    """Fin d'un tour: the die names the event; it acts at once or stands over the next round (ruling 15).

    Where an owner has a choice, the phase says so and the answers are awaited.
    """
    realm.event = realm.roll()
    if realm.log is not None:
        realm.emit(EVENTS[realm.event], realm.first, {"roll": realm.event})
    if realm.event == PLAGUE:
        for seat in range(realm.players):
            if fewest_dead(realm.sites[seat]) < most_dead(realm.sites[seat]):
                realm.answers[seat] = OWED
                realm.phase = PLAGUE_ANSWERS
    elif realm.event == ALMS:
        for seat in range(realm.players):
            if several_kinds(realm.sites[seat]):
                realm.answers[seat] = OWED
                realm.phase = ALMS_ANSWERS
    elif realm.event == FEAST:
        pass_hands(realm)


def resolve(realm: Realm) -> None:
    """Plague and Alms take effect for every seat in order, once all answers are in; other events need nothing."""
    if realm.event != PLAGUE and realm.event != ALMS:
        return
    for seat in range(realm.players):
        if realm.event == PLAGUE:
            doubles: i64 = realm.answers[seat]
            if doubles == NOT_ASKED:
                doubles = fewest_dead(realm.sites[seat])
            lose(realm, seat, plague_toll(realm.sites[seat], doubles))
        elif realm.sites[seat]:
            card: i64 = realm.answers[seat]
            if card == NOT_ASKED:
                card = first_kind(realm.sites[seat])
            lose(realm, seat, on_site(card))
        realm.answers[seat] = NOT_ASKED
    realm.revealed = True


def lose(realm: Realm, seat: i64, cards: i64) -> None:
    realm.sites[seat] -= cards
    for card in range(RESOURCES):
        realm.to_pile(card, lying(cards, card))
    if realm.log is not None and cards != 0:
        realm.emit("plague_takes" if realm.event == PLAGUE else "alms_given", seat,
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


def pass_hands(realm: Realm) -> None:
    """Fête des fous: every hand goes to the left, against the turn order (ruling 14).

    Whoever had it goes on knowing, wherever it goes, the cards that are not shown (ruling 20): its giver all of
    them, whoever gave it earlier as many as before. Where it comes home, it is known by being seen.
    """
    players: i64 = realm.players
    hands = realm.hands[:]
    for taker in range(players):
        giver: i64 = realm.giver_to(taker)
        hands[taker] = realm.hands[giver]
        if realm.log is not None:
            realm.whisper("hand_passed", giver, {"taker_seat": taker},
                          {"cards": [id for id, count in hand_counts(realm.hands[giver]).items()
                                     for _ in range(count)]},
                          1 << giver | 1 << taker)
    given = realm.given[:]
    traces = realm.traces[:]
    for seat in range(players):
        giver = realm.giver_to(seat)
        given[seat] = hands[seat]
        traces[seat] = CERTAIN
        for part in range(players, len(given), players):
            given[part + seat] = realm.given[part - players + giver]
            traces[part + seat] = realm.traces[part - players + giver]
    realm.hands = hands
    realm.given = given
    realm.traces = traces
