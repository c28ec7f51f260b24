"""Impossible positions and sets of cards are refused, with a sentence that says what is wrong."""
from __future__ import annotations

import copy
import doctest
from typing import Any

import pytest

import chateaux
from chateaux.engine.parts import folder as folder_of
from tests.games.chateau_combo.table import CARDS, GAME, position, seat


def changed(path: str, value: object, **start: Any) -> dict[str, Any]:
    """A good position with one field changed."""
    written: Any = position(seat(". nun . . judge . . vicar+2 ."), seat(". baron . . spy . . -monk ."), **start)
    written = copy.deepcopy(written)
    where = written["position"]
    *folders, field = path.split(".")
    for folder in folders:
        where = where[int(folder) if folder.isdecimal() else folder]
    where[int(field) if isinstance(where, list) else field] = value
    return dict(written)


def test_the_position_is_good_before_it_is_changed() -> None:
    GAME.load(changed("turn", 0))


@pytest.mark.parametrize(("path", "value", "sentence"), [
    ("boards.0.gold", -1, "Board 0: gold must be a whole number"),
    ("boards.0.gold", "15", "Board 0: gold must be a whole number"),
    ("boards.1.keys", -1, "Board 1: keys must be a whole number"),
    ("boards.0.cards", [], "Board 0: cards must be an object"),
    ("boards.0.cards.c2", "king", "There is no card 'king'"),
    ("boards.0.cards.c2", "judge", "The card 'judge' is in two places"),
    ("boards.0.cards.c2", "baron", "The card 'baron' is in two places"),
    ("boards.0.cards.c2", 7, "Board 0: cards: c2 must be a text or an object"),
    ("boards.0.cards.z9", "baker", "there is no cell 'z9'; cells are a1 to e5"),
    ("boards.0.cards", {"b2": "nun", "b3": "judge", "b4": "vicar"}, "Seat 0: the first card lies in the centre, c3"),
    ("boards.0.cards", {"c3": "nun", "b2": "judge", "c4": "vicar"}, "Seat 0: the tableau does not fit a connected"),
    ("boards.0.cards", {"c3": "nun", "b3": "judge", "a3": "vicar", "d3": "baker"}, "Seat 0: the tableau does not fit"),
    ("boards.0.cards.c4.gold", 6, "the purse of 'vicar' holds at most 5 gold"),
    ("boards.0.cards.c2.gold", 1, "'nun' has no purse"),
    ("boards.1.cards.c4", {"card": "potter", "down": True, "gold": 1}, "'potter' has no purse"),
    ("boards.0.cards.c4.down", "no", "Board 0: cards: c4: down must be true or false"),
    ("boards.0.cards.b3", "baker", "Seat 1 has 3 cards where the order of turns gives 4"),
    ("boards", [], "boards must be a list of 2 entries"),
    ("places.castle.row", ["judge"], "places: castle: row must be a list of 3 entries"),
    ("places.castle.row.0", None, "The castle row shows 2 cards instead of 3"),
    ("places.castle.row.0", "nun", "The card 'nun' is in two places"),
    ("places.castle.row.0", "baker", "The castle: the card 'baker' belongs to the other place"),
    ("places.village.discard", ["nun"], "The card 'nun' is in two places"),
    ("places.village.discard", ["duchess"], "The village: the card 'duchess' belongs to the other place"),
    ("places.castle.discard", ["baker"], "The castle: the card 'baker' belongs to the other place"),
    ("places.castle.exhausted", True, "The castle is exhausted but still has cards"),
    ("places", None, "places must be an object"),
    ("messenger", "inn", "messenger must be one of castle, village"),
    ("turn", 2, "turn must be a whole number from 0 to 1"),
    ("turn", 1, "Seat 1 has 3 cards where the order of turns gives 2"),
    ("key_used", 1, "key_used must be true or false"),
    ("phase", "sleep", "phase must be one of take"),
    ("phase", "option", "The phase is option, but no card is being carried out|order of turns"),
    ("phase", "over", "The game is over, but a tableau has fewer than 9 cards"),
])
def test_impossible_position(path: str, value: object, sentence: str) -> None:
    with pytest.raises(chateaux.BadPosition, match=sentence):
        GAME.load(changed(path, value))


@pytest.mark.parametrize(("phase", "card", "part", "mine", "sentence"), [
    ("option", None, 0, ". nun . . judge . . . .", "no card is being carried out"),
    ("option", "judge", 0, ". nun . . judge . . . .", "The phase option does not fit the card 'judge'"),
    ("option", "banker", 0, ". nun . . judge . . . .", "The phase option does not fit the card 'banker'"),
    ("option", "banker", 0, ". nun . . -banker . . . .", "The phase option does not fit the card 'banker'"),
    ("discard", "judge", 1, ". nun . . judge . . . .", "The phase discard does not fit the card 'judge'"),
    ("fill", "steward", 1, ". nun . . steward . . . .", "The phase fill does not fit the card 'steward'"),
])
def test_a_phase_fits_the_card_being_carried_out(phase: str, card: str | None, part: int, mine: str,
                                                 sentence: str) -> None:
    with pytest.raises(chateaux.BadPosition, match=sentence):
        GAME.load(position(seat(mine), castle="_", messenger="castle", phase=phase, card=card, part=part, fills=2))


def test_a_choice_can_be_written_by_hand() -> None:
    state = GAME.load(position(seat(". nun . . banker . . . ."), castle="_", messenger="castle", phase="option",
                               card="banker"))
    assert [state.text(action) for action in state.actions(0)] == ["option 1", "option 2"]


def test_the_row_to_discard_from_is_whole() -> None:
    written = position(seat(". nun . . gravedigger . . . ."), castle="_", village="_", messenger="castle",
                       phase="discard", card="gravedigger", part=1)
    with pytest.raises(chateaux.BadPosition, match="The village row shows 2 cards instead of 3"):
        GAME.load(written)


def test_the_row_the_card_came_from_has_one_gap() -> None:
    written = position(seat(". nun . . banker . . . ."), messenger="castle", phase="option", card="banker")
    with pytest.raises(chateaux.BadPosition, match="The castle row shows 3 cards instead of 2"):
        GAME.load(written)


def test_an_exhausted_place_has_no_cards_left_to_show() -> None:
    """Two villagers at most leave the game; all the others lie in tableaux."""
    written: Any = position(seat(), village="_ _ _", messenger="castle")
    written["position"]["places"]["village"]["exhausted"] = True
    with pytest.raises(chateaux.BadPosition, match="The village is exhausted, but only 0 of its 39 cards were taken"):
        GAME.load(written)


def test_gold_that_fits_on_a_purse_is_there_when_the_game_is_over() -> None:
    hidden = "-nun -baron -spy -squire -monk -witch -jester -judge"
    with pytest.raises(chateaux.BadPosition, match="seat 0 has gold left that fits on a purse"):
        GAME.load(position(seat(f"vicar+4 {hidden}", gold=1), phase="over"))


def test_a_position_of_another_game_or_version_is_refused() -> None:
    written = changed("turn", 0)
    for field, value, sentence in (("game", "go", "belongs to go"), ("rules_version", 99, "version 99"),
                                   ("pieces", "0" * 32, "another set of pieces"), ("players", 7, "2 to 5 players"),
                                   ("options", {"solo": True}, "no option 'solo'")):
        with pytest.raises((chateaux.BadPosition, chateaux.BadOption), match=sentence):
            GAME.load({**written, field: value})


def test_the_position_of_the_readme_is_true() -> None:
    assert doctest.testfile(str(folder_of(GAME) / "README.md"), module_relative=False).failed == 0


# ---------------------------------------------------------------- sets of cards of one's own


def own(card: str, path: str, value: object) -> list[dict[str, Any]]:
    """The set of cards with one field of one card changed."""
    data = copy.deepcopy(list(CARDS.values()))
    where: Any = next(one for one in data if one["id"] == card)
    *folders, field = path.split(".")
    for folder in folders:
        where = where[int(folder) if folder.isdecimal() else folder]
    where[int(field) if isinstance(where, list) else field] = value
    return data


@pytest.mark.parametrize(("card", "path", "value", "sentence"), [
    ("judge", "cost", -1, "Card 'judge': cost must be a whole number from 0 to 20, not -1"),
    ("judge", "cost", "4", "Card 'judge': cost must be a whole number"),
    ("judge", "place", "moat", "Card 'judge': place must be one of castle, village, not 'moat'"),
    ("judge", "shields", [], "Card 'judge': shields must be a list of 1 to 2 entries"),
    ("judge", "shields", ["magic"], "Card 'judge': each of shields must be one of nobility"),
    ("judge", "messenger", "castle", "Card 'judge': messenger must be null or the other place"),
    ("judge", "messenger", "moat", "Card 'judge': messenger must be one of castle, village"),
    ("judge", "effect", None, "Card 'judge': effect must be an object"),
    ("judge", "effect.mode", "maybe", "Card 'judge': effect: mode must be one of all, choose_one, permanent"),
    ("judge", "effect.parts", [], "Card 'judge': effect: parts must be a list of 1 to 3 entries"),
    ("judge", "effect.mode", "choose_one", "Card 'judge': effect: parts must be a list of 2 entries"),
    ("scribe", "effect.parts.0.per.shield", None, "effect: part 0: per: shield must be one of nobility"),
    ("vicar", "scoring.capacity", None, "'vicar': scoring: capacity must be a whole number from 1 to 40, not None"),
    ("judge", "effect.parts.0.kind", "steal", "Card 'judge': effect: part 0: kind must be one of gain"),
    ("judge", "effect.parts.0.who", "me", "Card 'judge': effect: part 0: who must be one of self, opponents"),
    ("judge", "effect.parts.0.resource", "wood", "Card 'judge': effect: part 0: resource must be one of gold, key"),
    ("judge", "effect.parts.0.amount", 0, "Card 'judge': effect: part 0: amount must be a whole number from 1 to 20"),
    ("patron", "effect.parts.0.per", {"count": "occupied_cells", "of": "self"},
     "Card 'patron': effect: part 0: per must be null"),
    ("nun", "effect.parts.0.per.count", "moons", "Card 'nun': effect: part 0: per: count must be one of"),
    ("nun", "effect.parts.0.per.of", "all", "Card 'nun': effect: part 0: per: of must be one of self, neighbour"),
    ("nun", "effect.parts.0.per.place", "moat", "'nun': effect: part 0: per: place must be one of castle, village"),
    ("scribe", "effect.parts.0.per.shield", "magic", "'scribe': effect: part 0: per: shield must be one of nobility"),
    ("chaplain", "effect.parts.0.per.number", 3, "Card 'chaplain': effect: part 0: per: number must be a whole number"),
    ("pawnbroker", "effect.parts.0.per.cost", 99, "'pawnbroker': effect: part 0: per: cost must be a whole number"),
    ("potter", "effect.parts.0.gold", 0, "Card 'potter': effect: part 0: gold must be a whole number"),
    ("steward", "effect.parts.0.cards", 0, "Card 'steward': effect: part 0: cards must be a whole number"),
    ("gravedigger", "effect.parts.0.row", "castle", "'gravedigger': effect: part 0: row must be the place the card"),
    ("gravedigger", "effect.parts.0.resource", "wood", "Card 'gravedigger': effect: part 0: resource must be one of"),
    ("baron", "effect.mode", "all", "Card 'baron': effect: part 0: kind must be a discount exactly when"),
    ("baron", "effect.parts.0.places", [], "Card 'baron': effect: part 0: places must be a list"),
    ("judge", "scoring", 3, "Card 'judge': scoring must be an object"),
    ("judge", "scoring.kind", "per_moon", "Card 'judge': scoring: kind must be one of per_shield"),
    ("judge", "scoring.points", -1, "Card 'judge': scoring: points must be a whole number"),
    ("judge", "scoring.set", ["castle"], "Card 'judge': scoring: set must be a list of 2 to 9 entries"),
    ("officer", "scoring.set", ["castle", "nobility"], "Card 'officer': scoring: set must be a list of nobility"),
    ("nun", "scoring.area", "diagonal", "Card 'nun': scoring: area must be one of row, column, cross, grid"),
    ("nun", "scoring.shield", "magic", "Card 'nun': scoring: shield must be one of nobility"),
    ("general", "scoring.size", 1, "Card 'general': scoring: size must be a whole number from 2 to 9"),
    ("chaplain", "scoring.place", "moat", "Card 'chaplain': scoring: place must be one of"),
    ("blacksmith", "scoring.number", 3, "Card 'blacksmith': scoring: number must be a whole number"),
    ("patron", "scoring.or_more", 1, "Card 'patron': scoring: or_more must be true or false"),
    ("patron", "scoring.cost", 99, "Card 'patron': scoring: cost must be a whole number"),
    ("vicar", "scoring.capacity", 0, "Card 'vicar': scoring: capacity must be a whole number"),
    ("duchess", "scoring.region", "centre", "Card 'duchess': scoring: region must be one of top_row"),
    ("judge", "id", "nun", "There are two cards 'nun'"),
    ("judge", "id", "", "cards 18, id: '' must be made of up to 40 letters"),
])
def test_a_set_of_cards_is_checked(card: str, path: str, value: object, sentence: str) -> None:
    with pytest.raises(chateaux.BadPosition, match=sentence):
        GAME.with_pieces(own(card, path, value))


def test_a_place_needs_enough_cards() -> None:
    castle = [card for card in CARDS.values() if card["place"] == "castle"]
    with pytest.raises(chateaux.BadPosition, match="cards must be a list of 60 to 124 entries"):
        GAME.with_pieces(castle)
    more = [{**card, "id": f"{card['id']}_too"} for card in castle]
    with pytest.raises(chateaux.BadPosition, match="The castle has 78 cards; it needs 30 to 62"):
        GAME.with_pieces(castle + more)
    with pytest.raises(chateaux.BadPosition, match="no field 'card'; cards is probably meant"):
        GAME.with_pieces({"card": castle})


def test_a_set_of_ones_own_has_its_own_digest_and_is_played() -> None:
    game = GAME.with_pieces(own("judge", "effect.parts.0.amount", 9))
    assert game.digest != GAME.digest
    state = game.load(position(seat(), castle="judge", messenger="castle"))
    state.play(state.parse("buy judge @c3"), 0)
    seen: Any = state.observe(0).position
    assert seen["boards"][0]["keys"] == 11


def test_an_option_of_ones_own_may_ask_something() -> None:
    """Choose one: discard a village card for gold, or take keys."""
    parts = [{"kind": "discard_row_card", "row": "village", "resource": "gold"},
             {"kind": "gain", "who": "self", "resource": "key", "amount": 3, "per": None}]
    for order in (parts, parts[::-1]):
        game = GAME.with_pieces(own("banker", "effect.parts", order))
        state = game.load(position(seat(), castle="banker", village="brigand", messenger="castle"))
        for text in ("buy banker @c3", f"option {order.index(parts[0]) + 1}", "discard brigand"):
            state.play(state.parse(text), 0)
            state.check()
        board: Any = state.observe(0).position["boards"]
        assert (board[0]["gold"], board[0]["keys"]) == (15, 2)


def test_an_effect_of_ones_own_may_give_something_before_it_asks() -> None:
    parts = [{"kind": "gain", "who": "self", "resource": "gold", "amount": 3, "per": None},
             {"kind": "discard_row_card", "row": "village", "resource": "key"}]
    game = GAME.with_pieces(own("judge", "effect.parts", parts))
    state = game.load(position(seat(), castle="judge", village="brigand baker shepherd", messenger="castle"))
    state.play(state.parse("buy judge @c3"), 0)
    assert state.prompt(0) == {"kind": "discard_for_key", "card": "judge", "place": "village"}
    assert {state.text(action): picks for action, picks in state.picks(0).items()} == {
        "discard brigand": [["row-village-1"]], "discard baker": [["row-village-2"]],
        "discard shepherd": [["row-village-3"]]}
    state.play(state.parse("discard shepherd"), 0)
    board: Any = state.observe(0).position["boards"]
    assert board[0]["keys"] == 2 + CARDS["shepherd"]["cost"]


def test_an_effect_of_ones_own_may_discard_two_cards() -> None:
    """The second is chosen among the two that are left."""
    part = {"kind": "discard_row_card", "row": "village", "resource": "key"}
    game = GAME.with_pieces(own("judge", "effect.parts", [part, part]))
    state = game.load(position(seat(), castle="judge", village="brigand baker shepherd", messenger="castle"))
    for text in ("buy judge @c3", "discard brigand"):
        state.play(state.parse(text), 0)
        state.check()
    assert [state.text(action) for action in state.actions(0)] == ["discard baker", "discard shepherd"]
    assert game.load(state.dump()).dump() == state.dump()
    state.play(state.parse("discard shepherd"), 0)
    board: Any = state.observe(0).position["boards"]
    assert board[0]["keys"] == 2 + 7 + 5
