"""Positions of Château fort arranged by hand, and dice that fall as a test wishes."""
from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import chateaux
from chateaux.games.chateau_fort.state import Realm

GAME = chateaux.game("chateau-fort")
ATTACKS = ("fire", "witch", "gold", "mage")
DEFENCES = ("guards", "monks", "relics")
STOPS = {"fire": "guards", "witch": "monks", "gold": "monks", "mage": "relics"}
DULL = ["peasant1"] * 5  # a hand with nothing to say


def seat(hand: Iterable[str] | dict[str, int] = DULL, site: Iterable[str] | dict[str, int] = (),
         **more: object) -> dict[str, object]:
    """One player: cards in hand and on the site; `walls`, `keeps`, `mage`, `given`, `answer` as further words."""
    return {"hand": hand if isinstance(hand, dict) else list(hand),
            "site": site if isinstance(site, dict) else list(site), **more}


def arrange(*seats: dict[str, object], options: dict[str, object] | None = None, game: chateaux.Game = GAME,
            **position: Any) -> Realm:
    """A checked position with these players; `turn`, `event`, `round` and so on as further words."""
    state = game.load({"players": len(seats), "options": options or {},
                       "position": {"seats": list(seats), **position}})
    assert isinstance(state, Realm)
    return state


def copy_of(state: Realm) -> Realm:
    copy = state.clone()
    assert isinstance(copy, Realm)
    return copy


def play(state: Realm, *texts: str, events: list[dict[str, Any]] | None = None) -> Realm:
    """Play actions in notation, each for a seat that is asked; the table's own is "time up"."""
    for text in texts:
        for asked in (*state.to_act, -1):
            try:
                action = state.parse(text, asked)
            except chateaux.IllegalAction:
                continue
            outcome = state.play(action, asked, events=True)
            state.check()
            if events is not None:
                events += [dict(event.seen_by(-2)) for event in outcome.events]
            break
        else:
            raise AssertionError(f"{text!r} is not possible for {state.to_act}: {texts_of(state)}")
    return state


def until(state: Realm, text: str, wanted: Callable[[Realm], bool]) -> Realm:
    """A copy in which an action was played with dice and draws that fall as wanted."""
    for seed in range(20_000):
        copy = copy_of(state)
        copy.chance = chateaux.Chance.stream(seed)
        play(copy, text)
        if wanted(copy):
            return copy
    raise AssertionError(f"no dice let {text!r} end as wanted")


def roll_event(state: Realm, number: int) -> Realm:
    """End the turn, which ends the round, with a given roll of the event die."""
    return until(state, "end", lambda after: after.event == number)


def texts_of(state: Realm, asked: int | None = None) -> list[str]:
    """What a seat may do, in notation."""
    who = state.to_act[0] if asked is None else asked
    return [state.text(action) for action in state.actions(who)]


def person(state: Realm, number: int) -> dict[str, Any]:
    """A seat's part of the whole position."""
    seats: Any = state.position(-2)["seats"]
    return dict(seats[number])


def site_of(state: Realm, number: int) -> dict[str, int]:
    return dict(person(state, number)["site"])


def hand_of(state: Realm, number: int) -> dict[str, int]:
    return dict(person(state, number)["hand"])


def told_of(state: Realm, observer: int, holder: int) -> dict[str, Any]:
    """What an observer (-1: a spectator, -2: who sees everything) is told of a seat."""
    seats: Any = state.position(observer)["seats"]
    return dict(seats[holder])


def known(state: Realm, observer: int, holder: int) -> dict[str, int]:
    """The cards of a hand that an observer is sure of: the own hand, or what is left of one that it gave away.

    A hand comes from the right, so it is so many feasts ago that it was with the observer as there are places between.
    """
    if observer < 0:
        return {}
    if observer == holder:
        return hand_of(state, holder)
    told, feasts = told_of(state, observer, holder), (observer - holder) % state.players
    if feasts == 1:
        return dict(told["given"])
    return dict(told.get("given_earlier", [{}, {}])[feasts - 2])


def round_end(*seats: dict[str, object], **position: Any) -> Realm:
    """The last player of a round has played a card and may end the turn."""
    return arrange(*seats, turn=len(seats) - 1, played=1, **position)
