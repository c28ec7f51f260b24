"""Lieu épuisé: only five players can empty a place. The last round of such games, each player with one cell left."""
from __future__ import annotations

from typing import Any

import pytest

from chateaux import State
from tests.games.chateau_combo.table import (
    CARDS,
    GAME,
    OUTWARDS,
    choices,
    gold,
    keys,
    messenger,
    play,
    position,
    row,
    seat,
    seen,
    table,
)

VILLAGERS = [id for id, card in CARDS.items() if card["place"] == "village" and id not in ("baker", "witch", "monk")]
COURTIERS = [id for id, card in CARDS.items() if card["place"] == "castle"]
SHELF = COURTIERS[7:12]  # courtiers that lie in tableaux where villagers do not suffice


def last_round(deck: int, **more: Any) -> State:
    """Five players with eight cards face down each; the village shows baker, witch and monk and has `deck` cards."""
    lying = [*VILLAGERS[deck:], *SHELF[:4 + deck]]
    boards = [seat({cell: "-" + id for cell, id in zip(OUTWARDS, lying[player * 8:][:8], strict=False)})
              for player in range(5)]
    return table(*boards, players=5, village="baker witch monk", **more)


def exhausted_village(castle: str) -> State:
    """The same a turn later: the baker was taken face down by seat 0, witch and monk left the game."""
    lying = [*VILLAGERS, *SHELF[:4]]
    boards = [seat({cell: "-" + id for cell, id in zip(OUTWARDS, lying[player * 8:][:8], strict=False)})
              for player in range(5)]
    boards[0].cards["d4"] = {"card": "baker", "down": True}
    written: Any = position(*boards, players=5, castle=castle, village="_ _ _", messenger="castle", turn=1)
    written["position"]["places"]["village"]["exhausted"] = True
    return GAME.load(written)


def test_a_place_that_cannot_show_three_cards_is_exhausted() -> None:
    state = last_round(deck=0)
    outcome = state.play(state.parse("hide baker @d4"), state.to_act[0], events=True)
    assert outcome.revealed
    events = outcome.events
    assert [event.public for event in events if event.kind == "exhausted"] == [{"place": "village"}]
    assert seen(state)["places"]["village"] == {"row": [None, None, None], "discard": [], "left": 0,
                                                "exhausted": True}
    assert messenger(state) == "castle"


def test_that_a_place_is_exhausted_is_told_once() -> None:
    state = exhausted_village(castle=" ".join(COURTIERS[:3]))
    told = state.play(state.parse(f"hide {COURTIERS[0]} @d4"), 1, events=True).events
    assert [event.kind for event in told] == ["hide", "reveal"]


def test_a_place_that_can_still_show_three_cards_goes_on() -> None:
    state = last_round(deck=1)
    play(state, "hide baker @d4")
    assert row(state, "village") == [VILLAGERS[0], "witch", "monk"]
    assert messenger(state) == "village"


def test_a_discard_pile_keeps_a_place_alive() -> None:
    """The deck is empty but a villager was discarded: it is shuffled and revealed."""
    state = last_round(deck=1, village_discard=VILLAGERS[0])
    assert seen(state)["places"]["village"]["left"] == 0
    play(state, "hide baker @d4")
    assert row(state, "village") == [VILLAGERS[0], "witch", "monk"]


def test_renewing_the_last_three_cards_shows_them_again() -> None:
    """The three discarded cards are the whole new deck."""
    state = last_round(deck=0)
    play(state, "refresh")
    assert sorted(row(state, "village")) == ["baker", "monk", "witch"]
    assert messenger(state) == "village"


@pytest.mark.parametrize("card", ["baker", "witch"])
def test_the_messenger_goes_to_the_place_that_remains(card: str) -> None:
    """With or without an icon on the last villager that was bought."""
    state = last_round(deck=0)
    play(state, f"buy {card} @d4")
    assert messenger(state) == "castle"


def test_a_discarded_card_is_shuffled_back_before_its_place_is_given_up() -> None:
    """The guildmaster has the witch discarded; the deck is empty, so she is all of the new one."""
    state = last_round(deck=0, castle="guildmaster", messenger="castle")
    play(state, "buy guildmaster @d4", "discard witch")
    assert sorted(row(state, "village")) == ["baker", "monk", "witch"]
    assert messenger(state) == "village"


def test_a_key_no_longer_moves_the_messenger() -> None:
    state = exhausted_village(castle="judge")
    assert "move" not in choices(state)
    assert state.prompt(1) == {"kind": "take", "place": "castle", "key": True, "move": False}


def test_a_key_still_renews_the_row_that_remains() -> None:
    state = exhausted_village(castle="judge duchess baron")
    play(state, "refresh")
    assert set(row(state, "castle")).isdisjoint({"judge", "duchess", "baron"})
    assert (keys(state, 1), messenger(state)) == (1, "castle")


def test_an_icon_no_longer_moves_the_messenger() -> None:
    state = exhausted_village(castle="judge")
    assert CARDS["judge"]["messenger"] == "village"
    play(state, "buy judge @d4")
    assert messenger(state) == "castle"


@pytest.mark.parametrize("card", ["gravedigger", "guildmaster"])
def test_discarding_from_an_exhausted_place_gives_nothing(card: str) -> None:
    """Nothing is asked, nothing gained."""
    state = exhausted_village(castle=card)
    play(state, f"buy {card} @d4")
    assert (gold(state, 1), keys(state, 1), state.to_act) == (15 - CARDS[card]["cost"], 2, (2,))


def test_the_game_goes_on_to_its_end_with_one_place() -> None:
    state = exhausted_village(castle="judge")
    for player in (1, 2, 3, 4):
        assert state.to_act == (player,)
        play(state, choices(state)[-1])
        assert row(state, "village") == [None, None, None]
        state.check()
    assert state.over


def test_four_players_never_exhaust_a_place() -> None:
    """36 cards are taken at most: three of 39 are always left."""
    state = GAME.new(players=4, seed=3)
    while not state.over:
        player = state.to_act[0]
        if messenger(state) == "castle":
            play(state, next(text for text in choices(state) if text.startswith("hide")))
        elif keys(state, player) and "move" in choices(state):
            play(state, "move")
        else:
            play(state, next(text for text in choices(state) if text.startswith("hide")))
        assert not any(place["exhausted"] for place in seen(state)["places"].values())
