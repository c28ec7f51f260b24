"""The box: 90 cards, 16 walls and 4 keeps, conserved; and an owner's own counts."""
from __future__ import annotations

import copy
import random
from typing import Any

import pytest
from bench.greedy import greedy_game

import chateaux
from chateaux.games.chateau_fort.judgement import choose
from chateaux.games.chateau_fort.state import Realm
from tests.games.chateau_fort.fort import DULL, GAME, arrange, person, play, seat

BOX: Any = GAME.pieces


def test_the_box_holds_ninety_cards_with_their_sources() -> None:
    assert sum(card["copies"] for card in BOX["cards"]) == BOX["components"]["cards"] == 90
    assert all(card["copies_source"] == "reconstructed" and card["text_source"] == "rulebook" for card in BOX["cards"])
    assert (BOX["components"]["wall_pawns"], BOX["components"]["keep_pawns"]) == (16, 4)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_cards_and_pawns_are_conserved(players: int) -> None:
    """Every card is in one place after every action; no more than 16 walls and 4 keeps ever stand."""
    for seed in range(4):
        state: Any = GAME.new(players, seed)
        chooser = random.Random(seed)
        while not state.over:
            asked = chooser.choice(state.to_act)
            state.play(chooser.choice(state.actions(asked)), asked)
            state.check()
        seats = [person(state, number) for number in range(players)]
        in_play = sum(1 for one in seats if one["mage"] is not None) + state.wheel
        assert (sum(state.pile) + in_play
                + sum(sum(one["hand"].values()) + sum(one["site"].values()) for one in seats)) == 90
        assert sum(one["walls"] for one in seats) <= 16
        assert sum(one["keeps"] for one in seats) <= 4


def test_four_players_are_supplied_because_spent_cards_return() -> None:
    """Four castles cost 72 peasants and 52 stones, the box has 42 and 30: the greedy still finish."""
    for seed in range(6):
        state = GAME.new(4, seed)
        greedy_game(state, choose, chateaux.Chance.stream(-1 - seed))
        assert state.over
        assert max(state.scores()) == 8


def test_four_castles_nearly_built_still_find_cards() -> None:
    nearly = [seat(DULL, walls=3, keeps=1) for _ in range(4)]
    state = arrange(*nearly)
    assert state.pile_size == 70
    play(state, "place peasant1", "place peasant1")
    assert sum(person(state, 0)["hand"].values()) == 5


@pytest.mark.parametrize(("change", "complaint"), [
    ({"hand": ["guards"] * 3}, "only 2 cards 'guards'"),
    ({"hand": ["dragon"]}, "no card 'dragon'"),
    ({"hand": ["mason"] * 6}, "whole number"),
    ({"site": ["fire"]}, "not a resource"),
    ({"site": {"mason": 13}}, "only 12 cards 'mason'"),
    ({"keeps": 2}, "keeps must be"),
    ({"mage": 0}, "Mage with itself"),
    ({"walls": 4, "keeps": 1}, "ends the game"),
    ({"answer": 3}, "answer of seat 0"),
    ({"given": {"fire": 1}}, "cannot know"),
    ({"given_chance": -1}, "given_chance must be"),
])
def test_impossible_seats_are_refused_in_a_sentence(change: dict[str, object], complaint: str) -> None:
    with pytest.raises(chateaux.BadPosition, match=complaint):
        arrange({**seat(), **change}, seat())


@pytest.mark.parametrize(("change", "complaint"), [
    ({"played": 1, "discarded": 1}, "never both"),
    ({"played": 2}, "would have ended"),
    ({"played": 3}, "More cards"),
    ({"wheel": True}, "first card"),
    ({"phase": "defence"}, "An attack waits"),
    ({"phase": "over"}, "no castle is complete"),
    ({"phase": "alms", "event": 4}, "All answers"),
    ({"attacked": [0]}, "Nobody attacks oneself"),
    ({"attacked": [7]}, "each of attacked must be a whole number from 0 to 3"),
    ({"event": 7}, "event must be"),
    ({"phase": "defence", "played": 1, "attacked": [1], "attack": {"card": "mason", "target": 1}}, "not an attack"),
    ({"phase": "defence", "played": 1, "attacked": [1], "attack": {"card": "witch", "target": 1}}, "names a card"),
    ({"phase": "defence", "played": 1, "attack": {"card": "fire", "target": 1}}, "not among those played"),
])
def test_impossible_turns_are_refused_in_a_sentence(change: dict[str, Any], complaint: str) -> None:
    with pytest.raises(chateaux.BadPosition, match=complaint):
        arrange(seat(), seat(), **change)


def test_a_position_by_hand_needs_little() -> None:
    state = GAME.load({"players": 3, "position": {"seats": [{}, {"site": ["mason"]}, {"walls": 2}]}})
    assert isinstance(state, Realm)
    assert state.to_act == (0,)
    assert all(person(state, number)["cards"] == 5 for number in range(3))


# ---------------------------------------------------------------- an owner's box


def owned(**copies: int) -> Any:
    data = copy.deepcopy(BOX)
    for card in data["cards"]:
        card["copies"] = copies.get(card["id"], card["copies"])
    return data


def test_an_owner_may_give_the_true_counts() -> None:
    game = GAME.with_pieces(owned(mason=16, peasant1=18, peasant2=12))
    assert game.digest != GAME.digest
    assert game.action_count == GAME.action_count + 2, "the plague may take two more doubles"
    for players in (2, 3, 4):
        state = game.new(players, 3)
        greedy_game(state, choose, chateaux.Chance.stream(-4))
        assert state.over
    assert chateaux.simulate(GAME, 2, 3) == chateaux.simulate(GAME.with_pieces(owned()), 2, 3)


def test_the_plague_may_take_every_double_of_the_largest_box() -> None:
    game = GAME.with_pieces(owned(peasant1=60, peasant2=60))
    state = arrange(seat(["stone1"] * 5, {"peasant1": 60, "peasant2": 60}, answer="owed"),
                    seat(["stone2"] * 5), game=game, phase="plague", event=3)
    action = state.parse("plague peasant2=60", 0)
    assert (action, state.actions(0)) == (game.action_count - 1, list(range(action - 60, action + 1)))
    state.play(action, 0)
    assert person(state, 0)["site"] == {"peasant1": 60}


def test_a_box_says_how_many_cards_are_played_discarded_and_placed_after_a_wheel() -> None:
    data = owned()
    data["turn"] |= {"max_plays": 3, "max_discards": 1, "wheel_max_placements": 2}
    game = GAME.with_pieces(data)
    hand = ["wheel", "mason", "mason", "stone1", "stone1"]
    state = arrange(seat(hand), seat(), game=game)
    assert state.prompt(0) == {"kind": "turn", "count": 3, "discards": 1}
    assert play(state, "place mason", "place mason").to_act == (0,)
    assert play(state, "place stone1").to_act == (1,)
    assert play(arrange(seat(hand), seat(), game=game), "discard mason").to_act == (1,)
    state = play(arrange(seat(hand), seat(), game=game), "wheel", "place mason")
    assert state.prompt(0) == {"kind": "wheel", "count": 1}
    assert play(state, "place mason").to_act == (1,)


def test_a_box_says_what_walls_and_keeps_are_worth() -> None:
    data = owned()
    data["scoring"]["timed"] |= {"wall": 3, "keep": 5}
    state = arrange(seat(walls=2, keeps=1), seat(walls=3), game=GAME.with_pieces(data), options={"mode": "timed"})
    assert state.scores() == [11, 9]
    assert [(line["count"], line["points"]) for line in state.breakdown(0)] == [(2, 6), (1, 5)]
    assert sum(int(str(line["points"])) for line in state.breakdown(1)) == 9


def test_a_box_says_how_many_masons_a_wall_and_a_keep_take() -> None:
    data = owned()
    data["costs"]["keep"]["mason"] = 3
    site = {"mason": 3, "stone1": 7, "peasant1": 9}
    for name, left in (("keep", {"stone1": 2, "peasant1": 3}), ("wall", {"mason": 2, "stone1": 5, "peasant1": 6})):
        state = arrange(seat(["stone2"] * 5, site), seat(), game=GAME.with_pieces(data))
        assert person(play(state, f"build {name} stone2=0 peasant2=0"), 0)["site"] == left


def test_a_record_carries_an_owners_box() -> None:
    game = GAME.with_pieces(owned(mason=16))
    record = chateaux.Record(game, 2, seed=4)
    state = record.new()
    for _ in range(30):
        asked = state.to_act[0]
        record.add(asked, state.actions(asked)[0])
        state.play(state.actions(asked)[0], asked)
    again = chateaux.Record.from_json(record.to_json())
    assert again.game.digest == game.digest
    assert again.replay().dump() == state.dump()


@pytest.mark.parametrize(("copies", "complaint"), [
    ({"mason": -1}, "Card 'mason': copies must be"),
    ({"mason": 0}, "a wall needs more mason units"),
    ({"stone1": 0, "stone2": 2}, "a keep needs more stone units"),
    ({"peasant1": 250}, "at most 254"),
    ({"peasant2": 61}, "Card 'peasant2': copies"),
    ({"mason": 1, "stone1": 5, "stone2": 0, "peasant1": 6, "peasant2": 0, "fire": 0, "witch": 0, "gold": 0, "mage": 3,
      "guards": 0, "monks": 0, "relics": 0, "wheel": 0}, "more than 20"),
    ({"fire": 0, "witch": 0, "gold": 0, "guards": 0, "monks": 0, "relics": 0, "wheel": 0}, "stay empty for ever"),
])
def test_a_box_that_cannot_be_played_is_refused(copies: dict[str, int], complaint: str) -> None:
    with pytest.raises(chateaux.BadPosition, match=complaint):
        GAME.with_pieces(owned(**copies))


def test_a_broken_box_is_refused_by_piece_and_field() -> None:
    for data, complaint in (([], "The box must be an object"), ({}, "The box: castle must be"),
                            ({**BOX, "cards": BOX["cards"][:12]}, "cards: 'wheel' is missing"),
                            ({**BOX, "cards": [*BOX["cards"], {"id": "dragon", "copies": 1}]}, "Card 'dragon': id"),
                            ({**BOX, "costs": {}}, "costs: wall")):
        with pytest.raises(chateaux.BadPosition, match=complaint):
            GAME.with_pieces(data)
    twice = owned()
    twice["cards"][1]["id"] = "mason"
    with pytest.raises(chateaux.BadPosition, match="Card 'mason': id must be used once"):
        GAME.with_pieces(twice)
    wrong = owned()
    wrong["cards"][5]["countered_by"] = "monks"
    with pytest.raises(chateaux.BadPosition, match="Card 'fire': countered_by must be 'guards'"):
        GAME.with_pieces(wrong)
