"""What the board tells of a tile, a place or a coin, in sentences."""
from __future__ import annotations

from typing import Literal

import pytest

pytest.importorskip("babel", reason="nothing speaks here")

from chateaux.games.castle_builder.rules import GAME
from chateaux.games.castle_builder.schema import CoinSlot, Held, Idle, Place, Prospect, Slot, View
from chateaux.games.castle_builder.show import telling
from chateaux.look.words import Words
from tests.games.castle_builder.kingdom import arrange, play

WORDS = Words("en", GAME)
NAMES = ["Ada", "Bo", "Cy"]
CASTLE = [["wall_04", 1, 0], ["window_03", 1, 2], ["window_04", 1, 6], ["cook_05", 1, 8], ["window_07", 2, 1],
          ["window_05", 2, 3], ["window_06", 2, 5]]


def noble(*moves: str, eyes: int = 0) -> View:
    """7 + 5 = 12 stands open for the noble, and 11 for one tile more."""
    state = arrange({"castle": CASTLE, "holder": ["noble_12", "wall_02"], "baron": 9}, {"baron": 16}, {"baron": 5})
    play(state, *moves)
    found = state.view(eyes)
    assert isinstance(found, View)
    return found


def at_hand(view: View, id: str = "tile-noble_12-1") -> telling.AtHand:
    tile = next(one for one in view.players[0].holder if one.id == id)
    return telling.at_hand(view, [tile], True, NAMES)[0]


def test_a_tile_tells_its_places_by_what_they_bring_and_cost() -> None:
    hand = at_hand(noble())
    assert hand.choosing
    assert not hand.unfit
    told = telling.now(hand, WORDS)
    assert len(told) <= telling.MOST + 1
    assert any("7 + 5 = 12" in line for line in told)
    assert telling.previews(hand, WORDS)["place-0-3-3"] == "7 + 5 = 12"
    assert telling.shorts(hand, WORDS)["place-0-3-3"] == "= 12"
    assert telling.previews(hand, WORDS)["place-0-3-5"].endswith(WORDS.say("board.pay", count=1))
    assert telling.shorts(hand, WORDS)["place-0-3-5"] == WORDS.say("board.pay_short", count=1, sum=11)


def test_a_place_tells_of_the_barons_walk_and_what_he_finds() -> None:
    hints = telling.hints(at_hand(noble()), WORDS)
    assert hints["place-0-3-3"] == " ".join((WORDS.say("board.walk", count=4, floor=3), WORDS.say("board.walk_tile")))
    assert WORDS.say("board.costs", count=1) in hints["place-0-3-5"]
    ground = Place("place-0-1-4", 1, 4, None, [])
    assert telling.outcome(ground, WORDS) == WORDS.say("board.stays")
    assert telling.told(ground, WORDS) == WORDS.say("board.any")
    assert telling.short(ground, WORDS) == ""


def test_what_is_picked_after_a_tile_is_a_place_and_as_many_tiles_as_it_costs() -> None:
    leads = at_hand(noble()).leads
    assert [len(lead) for lead in leads] == [1, 2]
    assert leads[1][1] == ["tile-wall_02-1"]


def test_a_tile_that_fits_nowhere_says_so() -> None:
    view = noble()
    view.fits = {}
    hand = at_hand(view)
    assert hand.unfit
    assert telling.now(hand, WORDS) == [WORDS.say("board.fits_nowhere")]
    assert telling.described(hand, WORDS).endswith(WORDS.say("board.fits_nowhere"))


def test_the_tile_that_was_chosen_can_be_put_back() -> None:
    view = noble("tile noble_12")
    hand = at_hand(view)
    assert hand.held
    assert telling.label(hand, WORDS).endswith(WORDS.say("board.put_back"))
    assert not at_hand(view, "tile-wall_02-1").held


@pytest.mark.parametrize("known", [[1, 2], "all"])
def test_an_own_tile_says_who_knows_it_and_somebody_elses_does_not(known: list[int] | Literal["all"]) -> None:
    view = noble(eyes=1)
    tile = Held("tile-noble_12-1", "noble_12", known)
    told = telling.now(telling.at_hand(view, [tile], True, NAMES)[0], WORDS)
    assert told == [WORDS.say("board.known_to_all") if known == "all" else
                    WORDS.say("board.known_to", who=WORDS.word(["Bo", "Cy"]))]
    assert telling.now(telling.at_hand(view, [tile], False, NAMES)[0], WORDS) == []
    assert not telling.at_hand(view, [Slot("market-0", "wall_01")], True, NAMES)[0].seen


def test_a_coin_says_what_it_would_do_now() -> None:
    kind = next(slot.now.kind for slot in noble().coins if slot.now is not None)
    told = telling.prospect(CoinSlot("coin-0", "monk", Prospect(kind, [1, 2], 1, 1)), WORDS, NAMES)
    assert told == WORDS.say(f"now.{kind}", count=1, tiles=1, who=WORDS.word(["Bo", "Cy"]))
    assert telling.prospect(CoinSlot("coin-0", "monk", None), WORDS, NAMES) == ""


def test_a_castle_is_told_from_the_ground_up() -> None:
    castle = noble().players[0].castle
    order = [(built.floor, built.column) for built in telling.upwards(castle)]
    assert order == sorted(order)
    free = next(built for built in castle.tiles if built.free)
    assert telling.stands(free, WORDS) == [telling.where(free.floor, free.column, WORDS), WORDS.say("board.free")]


def test_who_is_hurt_is_told_with_the_tile_if_it_is_known() -> None:
    stolen = {"kind": "steal", "seat": 0, "victim_seat": 1}
    assert telling.hurt(stolen, WORDS, NAMES) == (1, WORDS.say("event.steal", stolen, NAMES))
    seen = stolen | {"tile": "noble_12"}
    assert telling.hurt(seen, WORDS, NAMES) == (1, WORDS.say("event.steal.seen", seen, NAMES))
    assert telling.hurt({"kind": "draw", "seat": 1}, WORDS, NAMES) == (None, "")
    assert telling.hurt({"kind": "lose", "seat": 2, "tile": "noble_12"}, WORDS, NAMES)[0] == 2


def test_only_those_who_have_something_to_lose_are_aimed_at() -> None:
    view = noble()
    view.phase = "aim"
    assert telling.targets(view, WORDS) == []
    view.turn = 1
    assert [(player.seat, told) for player, told in telling.targets(view, WORDS)] == [
        (0, WORDS.say("board.floors", count=2))]
    view.phase = "rob"
    assert [(player.seat, told) for player, told in telling.targets(view, WORDS)] == [
        (0, WORDS.say("board.tiles", count=2))]


def test_the_ways_of_the_baron_lead_to_the_tiles_that_make_him_walk_them() -> None:
    walks = {tuple(spaces): ids for spaces, ids in telling.walks(noble())}
    assert "tile-noble_12-1/place-0-3-3" in walks[10, 11, 12, 13].split()
    assert telling.walks(noble(eyes=1)) == []


def test_an_end_that_idle_rounds_may_bring_is_told_of_from_a_third_of_the_way_on() -> None:
    view = noble()
    view.idle = Idle(turns=0, end=1, rounds=1, limit=4)
    assert not telling.idle(view)
    view.idle.rounds = 2
    assert telling.idle(view)
    view.idle.end = 0
    assert not telling.idle(view)


def test_a_place_hangs_where_it_does_not_rest_on_stone_on_both_sides() -> None:
    ground, between, over = (Place(id="", floor=floor, column=0, sum=None, below=below)
                             for floor, below in ((1, []), (2, [4, 5]), (2, [4])))
    assert [telling.hangs(place) for place in (ground, between, over)] == [False, False, True]
    assert [telling.bedded(place) for place in (ground, between, over)] == [False, True, False]


def test_whoever_builds_is_told_when_only_side_walls_fit_and_when_nothing_does() -> None:
    view = noble()
    assert telling.closing(view) == ""
    beside = Place("place-0-2-9", 2, 9, None, [8])
    for open_places, told in (([beside], "sides"), ([beside, Place("place-0-2-3", 2, 3, 7, [2, 4])], ""),
                              ([beside, Place("place-0-1-9", 1, 9, None, [])], ""), ([], "closed")):
        view.places = open_places
        assert telling.closing(view) == told
    view.places, view.me = [], None
    assert telling.closing(view) == "", "a spectator builds nothing"
