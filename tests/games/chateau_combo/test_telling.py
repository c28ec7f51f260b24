"""What the board tells of a card, in sentences: its price, what it brings, what it scores where."""
from __future__ import annotations

import pytest

pytest.importorskip("babel", reason="nothing speaks here")

from chateaux import State
from chateaux.games.chateau_combo.schema import Choice, Gives, Offer, Score, View
from chateaux.games.chateau_combo.show import telling
from chateaux.look.words import Words
from tests.games.chateau_combo.table import CARDS, GAME, seat, table

WORDS = Words("en", GAME)


def view(state: State, eyes: int = 0) -> View:
    found = GAME.view(state.observe(eyes))
    assert isinstance(found, View)
    return found


def offer(cost: int, price: int, gold: int = 15, gives: Gives | None = None) -> Offer:
    return Offer("castle-0", "nun", cost=cost, price=price, affordable=gold >= price, missing=max(0, price - gold),
                 gives=gives)


def test_a_card_says_its_price_and_what_a_discount_takes_off() -> None:
    assert telling.now(offer(4, 4), WORDS) == ["You pay 4 gold."]
    assert telling.now(offer(4, 3), WORDS) == [WORDS.say("board.pay_less", count=3, cost=4, off=1)]


def test_a_card_that_is_too_dear_says_how_much_is_missing() -> None:
    assert telling.now(offer(4, 4, gold=1), WORDS)[1] == WORDS.say("board.missing", count=3)


def test_a_card_taken_face_down_says_what_that_brings() -> None:
    assert telling.hides(offer(4, 4), WORDS) == f"{WORDS.say('action.hide', card='nun')}: +6 gold, +2 keys"


def test_a_card_says_what_it_brings_at_once_and_nothing_of_nothing() -> None:
    assert len(telling.now(offer(4, 4, gives=Gives(0, 0, 0, False, 0, 0)), WORDS)) == 1
    brings = Gives(gold=2, keys=1, stored=3, chooses=True, others_gold=1, others_keys=1)
    told = telling.gains(brings, WORDS)
    assert telling.now(offer(4, 4, gives=brings), WORDS)[-1] == WORDS.say("board.gives", what=told)
    assert told.startswith("+2 gold, +1 key, ")
    assert told.count(", ") == 5


def test_one_of_two_effects_may_bring_nothing() -> None:
    assert telling.chosen(Choice(0, 0, 0, False, 0, 0, "option-0", 0), WORDS) == WORDS.say("board.gives_nothing")
    assert "+2 keys" in telling.chosen(Choice(0, 2, 0, False, 0, 0, "option-1", 1), WORDS)


def test_each_cell_says_what_the_card_would_add_there() -> None:
    card = offer(4, 4)
    card.cells = {"cell-c3": Score(5, 3), "cell-c4": Score(-1, 0)}
    assert telling.previews(card, WORDS) == {"cell-c3": WORDS.say("board.more_points", count=5),
                                             "cell-c4": WORDS.say("board.more_points", count=-1)}


def test_a_card_of_a_tableau_says_what_it_scores_and_holds_and_one_face_down_says_neither() -> None:
    cells = {cell.card: cell for cell in view(table(seat(". . . . potter+2 -nun"))).players[0].cells}
    open_, down = cells["potter"], cells["nun"]
    assert telling.scored(open_, WORDS) == [WORDS.say("board.scores_now", count=open_.points),
                                            WORDS.say("board.purse", gold=2, capacity=open_.capacity)]
    assert telling.scored(down, WORDS) == [WORDS.say("board.face_down")]
    assert "c3" in telling.label(open_, WORDS)
    assert telling.label(down, WORDS) == WORDS.say("board.face_down_at", cell="d3", card=WORDS.piece("nun").bare)


@pytest.mark.parametrize(("tableau", "settled"), [
    ("", "none"), (". . . . -nun", "free"), (". . . -nun -monk -vicar", "columns"),
    (". -nun . . -monk . . -vicar", "rows"),
    (". -nun . -monk -vicar -judge . -baron", "fixed")])
def test_how_far_the_frame_is_settled(tableau: str, settled: str) -> None:
    assert telling.frame(view(table(seat(tableau))).players[0], WORDS) == WORDS.say(f"board.frame_{settled}")


def test_the_frame_holds_the_cells_between_its_cards() -> None:
    board = view(table(seat(". -judge . -nun -monk"))).players[0]
    shown = list(telling.cells(board))
    assert {cell.cell for cell, _, _, framed in shown if framed} == {"b2", "c2", "b3", "c3"}
    assert [(column, row) for cell, column, row, _ in shown if cell.card == "nun"] == [
        (board.frame.column + 1, board.frame.row + 2)]


def test_a_whole_card_in_words_is_its_shields_its_effect_and_its_points() -> None:
    told = telling.helps(CARDS["judge"], WORDS)
    does = telling.does(CARDS["judge"], WORDS)
    assert told.endswith(f"{does['effect']} {does['scoring']}")
    assert WORDS.say(f"shield.{CARDS['judge']['shields'][0]}") in told


def test_what_a_card_of_somebody_else_brings_is_told_to_whoever_gains_and_to_nobody_else() -> None:
    gain = {"kind": "gain_gold", "seat": 1, "count": 2}
    assert telling.brought(gain, 0, 1, WORDS, ["Ann", "Bo"]) == "Ann brings you 2 gold."
    assert [telling.brought(gain, by, me, WORDS, ["Ann", "Bo"]) for by, me in ((1, 1), (0, 0), (0, None))] == [""] * 3
    assert telling.brought({"kind": "buy", "seat": 1}, 0, 1, WORDS, ["Ann", "Bo"]) == ""


def test_the_last_card_of_a_game_is_not_said_to_bring_what_the_end_moves_onto_purses() -> None:
    state = table(seat("potter -nun -baker -jester -prince -witch -duchess -cardinal -farmer", gold=15),
                  seat("-spy -monk -baron -knight -squire -scribe -devout -vicar .", gold=15), turn=1)
    offers = [card for place in view(state, eyes=1).places for card in place.row if card.gives]
    assert offers
    assert all(card.gives and card.gives.others_gold >= 0 and card.gives.gold >= 0 for card in offers)
