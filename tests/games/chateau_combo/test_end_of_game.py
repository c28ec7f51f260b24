"""Fin de la partie: purses, keys, ties, shared victory, and where the points come from."""
from __future__ import annotations

import pytest

import chateaux
from chateaux import State
from tests.games.chateau_combo.table import (
    CARDS,
    GAME,
    choices,
    finished,
    gold,
    keys,
    play,
    points,
    position,
    purse,
    seat,
    seen,
    table,
)

EIGHT = ". judge nun baron spy squire monk witch jester"


def last_turn(mine: str, gold: int, **more: object) -> State:
    """My ninth card, at b2, ends the game."""
    return table(seat(mine, gold=gold, keys=0), first=1, turn=0, **more)


def test_the_game_ends_when_everybody_has_nine_cards() -> None:
    state = table(seat(EIGHT), seat("-vicar -baker -potter -duchess -prince -patron -devout -captain ."),
                  village="woodcutter beggar")
    play(state, "hide woodcutter @b2")
    assert not state.over
    assert (state.winners(), state.ending()) == ((), {})
    play(state, "hide beggar @d4")
    assert (state.over, state.to_act) == (True, ())
    assert state.ending() == {"kind": "tableaux", "count": 9}
    assert state.prompt(0) is None
    with pytest.raises(chateaux.IllegalAction, match="The game is over"):
        state.play(0, 0)


# ---------------------------------------------------------------- Cartes à score « Bourse »


def test_leftover_gold_goes_onto_purses_up_to_their_capacity() -> None:
    state = last_turn(". vicar+1 nun baron beekeeper squire monk witch jester", 20, village="potter")
    play(state, "buy potter @b2")  # costs 2 less 2; two gold on each purse from the supply
    assert [purse(state, card) for card in ("vicar", "beekeeper", "potter")] == [5, 9, 4]
    assert gold(state) == 20 - (5 - 3) - (9 - 2) - (4 - 2)
    assert points(state)["vicar"] == 10


def test_purses_take_what_there_is() -> None:
    state = last_turn(". judge nun baron beekeeper squire monk witch jester", 6, village="fisherman")
    play(state, "buy fisherman @b2")
    assert (purse(state, "beekeeper"), gold(state)) == (6, 0)


def test_once_the_gold_is_gone_nothing_more_is_told_of_purses() -> None:
    state = last_turn(". vicar nun baron beekeeper squire monk witch jester", 3, village="fisherman")
    events = play(state, "buy fisherman @b2")
    assert [event.public["card"] for event in events if event.kind == "store"] == ["vicar"]


def test_purses_face_down_take_nothing() -> None:
    state = last_turn(". judge nun baron -beekeeper squire monk witch jester", 6, village="fisherman")
    play(state, "buy fisherman @b2")
    assert (purse(state, "beekeeper"), gold(state)) == (0, 6)


def test_gold_from_the_last_face_down_card_goes_onto_purses_too() -> None:
    state = last_turn(". judge nun baron beekeeper squire monk witch jester", 0, village="fisherman")
    events = play(state, "hide fisherman @b2")
    assert purse(state, "beekeeper") == 6
    assert [event.public for event in events if event.kind == "store"] == [
        {"card": "beekeeper", "cell": "c3", "count": 6}]


def test_a_player_may_not_store_own_gold_before_the_end() -> None:
    state = table(seat(". vicar . . beekeeper . . . ."), village="fisherman")
    assert {text.split()[0] for text in choices(state)} == {"move", "refresh", "buy", "hide"}
    play(state, "buy fisherman @b2")
    assert purse(state, "beekeeper") == 0


def test_every_player_fills_own_purses() -> None:
    theirs = seat("-vicar baker potter duchess prince patron devout captain steward", gold=5)
    state = table(seat(". judge nun baron beekeeper squire monk witch jester", gold=6, keys=0), theirs, first=1, turn=0,
                  village="fisherman")
    play(state, "hide fisherman @b2")
    assert (purse(state, "steward", 1), purse(state, "potter", 1), gold(state, 1)) == (1, 4, 0)


# ---------------------------------------------------------------- Score final


def test_each_key_is_worth_a_point() -> None:
    assert finished(seat("-judge -nun -baron -spy -squire -monk -witch -jester -vicar", keys=7)).scores()[0] == 7


def test_gold_that_is_not_on_purses_is_worth_nothing() -> None:
    hidden = "-judge -nun -baron -spy -squire -monk -witch -jester -vicar"
    assert finished(seat(hidden, gold=50, keys=0)).scores()[0] == 0


def rivals(*results: tuple[int, int]) -> State:
    """Players with nothing but keys (their points) and leftover gold."""
    ids = list(CARDS)
    boards = [seat(" ".join("-" + id for id in ids[9 * player:9 * player + 9]), keys=score, gold=left)
              for player, (score, left) in enumerate(results)]
    return finished(*boards, players=len(results))


def test_the_highest_score_wins() -> None:
    state = rivals((10, 0), (11, 0), (9, 90))
    assert state.scores() == [10, 11, 9]
    assert state.winners() == (1,)


def test_a_tie_goes_to_the_most_gold_left() -> None:
    assert rivals((10, 3), (10, 4), (9, 90)).winners() == (1,)


def test_gold_on_purses_does_not_break_a_tie() -> None:
    mine = seat("vicar+5 -nun -baron -spy -squire -monk -witch -jester -judge", gold=0, keys=0)
    theirs = seat("-innkeeper -baker -potter -duchess -prince -patron -devout -captain -steward", gold=1, keys=10)
    assert finished(mine, theirs).winners() == (1,)


def test_if_the_tie_remains_the_victory_is_shared() -> None:
    assert rivals((10, 4), (8, 4), (10, 4)).winners() == (0, 2)
    assert rivals((5, 1), (5, 1)).winners() == (0, 1)


# ---------------------------------------------------------------- breakdown


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_breakdown_adds_up_at_every_moment(players: int) -> None:
    state = GAME.new(players=players, seed=players)
    step = 0
    while not state.over:
        player = state.to_act[0]
        actions = state.actions(player)
        state.play(actions[step * 7 % len(actions)], player)
        step += 1
        for seat_ in range(players):
            lines = state.breakdown(seat_)
            assert sum(int(str(line["points"])) for line in lines) == state.scores()[seat_]
            assert all(line["points"] == int(str(line["each"])) * int(str(line["times"]))
                       for line in lines if "each" in line)
    assert all(len(state.breakdown(seat_)) == 10 for seat_ in range(players))


def test_the_breakdown_names_kind_card_and_cell() -> None:
    state = finished(seat("judge -nun baron spy squire monk witch jester vicar+5", gold=0, keys=3))
    lines = state.breakdown(0)
    assert lines[0] == {"kind": "per_banner_set", "card": "judge", "cell": "b2", "each": 3, "times": 3, "points": 9}
    assert lines[1] == {"kind": "face_down", "card": "nun", "cell": "c2", "points": 0}
    assert lines[8] == {"kind": "purse", "card": "vicar", "cell": "d4", "each": 2, "times": 5, "points": 10}
    assert lines[9] == {"kind": "keys", "points": 3}


def test_a_finished_position_can_be_loaded_again() -> None:
    state = last_turn(EIGHT, 3, village="fisherman")
    play(state, "buy fisherman @b2")
    again = GAME.load(state.dump())
    assert (again.scores(), again.winners(), again.dump()) == (state.scores(), state.winners(), state.dump())
    assert seen(again)["phase"] == "over"
    assert keys(again) == 0
    assert position(seat(EIGHT), first=1, turn=0)["players"] == 2
