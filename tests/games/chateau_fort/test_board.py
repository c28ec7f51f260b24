"""The board of Château fort in HTML: one form of question, reasons in words, what is forbidden, dice that roll."""
from __future__ import annotations

import re
from typing import Any

import pytest

pytest.importorskip("litestar", reason="the server is not installed")

from chateaux.tables import frames
from chateaux.tables.data import Row, write_event
from chateaux.web.render import body
from tests.games.chateau_fort.fort import DULL, GAME, arrange, seat
from tests.web.test_render import at_a_table, page_of

SITE = ["mason", "stone1", "stone2", "peasant1", "peasant1", "peasant2"]
HELD = re.compile(r'data-card="(\w+)"')


def plain(html: str) -> str:
    """The words of a page."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def under_attack(hand: list[str], card: str = "fire", named: str | None = None) -> str:
    state = arrange(seat(hand, SITE), seat(DULL[:4]), turn=1, phase="defence", played=1, attacked=[0],
                    attack={"card": card, "target": 0, "named": named})
    return page_of(state, 0)


@pytest.mark.parametrize(("card", "named", "stops"), [
    ("fire", None, "guards"), ("witch", "mason", "monks"), ("gold", None, "monks"), ("mage", None, "relics")])
def test_the_question_to_defend_has_one_form_ruling_24(card: str, named: str | None, stops: str) -> None:
    for hand in ([stops, *DULL[1:]], DULL):
        page = under_attack(hand, card, named)
        asked = page[page.index('class="ask war"'):]
        accept = asked.index('id="accept"')
        assert asked.index("Stop it</button>") < accept < asked.index("Let it happen</button>")
        able = "data-action" in asked[:accept]
        assert able == (stops in hand)
    assert "You may stop it with" in under_attack([stops, *DULL[1:]], card, named)


def test_others_see_that_somebody_must_answer_but_not_the_hand() -> None:
    state = arrange(seat(["guards", *DULL[1:]], SITE), seat(DULL[:4]), seat(), turn=1, phase="defence", played=1,
                    attacked=[0], attack={"card": "fire", "target": 0, "named": None})
    for viewer in (2, -1):
        page = page_of(state, viewer)
        assert "Must answer" in page
        assert 'class="ask' not in page
        assert page.count("hand-guards") == 0


def test_recipes_say_in_words_what_is_missing() -> None:
    page = plain(page_of(arrange(seat(DULL, ["mason", "stone1", "peasant2"]), seat()), 0))
    assert "Missing: 1 stone and 1 peasant" in page
    assert "Missing: 4 stones and 4 peasants" in page


def test_one_click_builds_where_there_is_one_way_to_pay() -> None:
    state = arrange(seat(DULL, ["mason", "stone1", "stone1", "peasant1", "peasant2"]), seat())
    assert [["build-wall"]] in state.picks(0).values()
    assert 'id="build-wall"' in page_of(state, 0)
    choice = arrange(seat(DULL, ["mason", "stone1", "stone1", "stone2", "peasant1", "peasant2"]), seat())
    assert 'id="pay-wall-stone2-1"' in page_of(choice, 0)


def test_a_rival_who_cannot_be_hit_says_why() -> None:
    state = arrange(seat(["gold", "fire", "mage", "witch", "peasant1"]), seat(site=["stone1"]), seat(), attacked=[],
                    turn=0)
    page = page_of(state, 0)
    assert re.search(r'data-for="gold">No mason to lure<', page)
    assert re.search(r'data-for="fire">Nothing on the site<', page)


@pytest.mark.parametrize(("event", "told"), [(1, "Gold coins"), (2, "Quarry wheel"), (5, "Witch")])
def test_the_round_shows_what_its_event_forbids(event: int, told: str) -> None:
    page = page_of(arrange(seat(), seat(), event=event, round=4), 0)
    forbidden = page[page.index('class="forbids"'):page.index('class="evs"')]
    assert told in forbidden


def test_a_timed_table_shows_its_clock_and_the_last_round() -> None:
    state = GAME.new(2, 1, {"mode": "timed"})
    page = page_of(state, 0)
    assert re.search(r'id="clock".*data-left="1800"\s+data-since="0.0"', page, re.S)
    state.play(state.actions(-1)[0], -1)
    assert "Last round" in page_of(state, 0)
    assert 'id="clock"' not in page_of(GAME.new(2, 1), 0)


def test_only_the_own_hand_is_on_a_page() -> None:
    mine = ["fire", "gold", "mage", "wheel", "witch"]
    state = arrange(seat(mine), seat(["guards", "monks", "relics", "mason", "stone2"]))
    assert sorted(HELD.findall(page_of(state, 0))) == mine
    assert HELD.findall(page_of(state, -1)) == []


def scenes(actions: list[str], *seats: dict[str, object], **position: Any) -> str:
    """The page of the first seat after actions in notation, with the rows they left."""
    state = arrange(*seats, **position)
    table = at_a_table(state)
    rows = []
    for number, text in enumerate(actions, 1):
        who = state.to_act[0]
        outcome = state.play(state.parse(text, who), who, events=True)
        told = [write_event(event) for event in outcome.events]
        rows.append(Row(number, 0.0, "play", who, {"action": 0, "by": "", "events": told}, ""))
    table.state = state
    table.ask(-1, 0.0)
    return body(frames.frame(table, "guest-0", 0, rows), "en", table.game)


def test_a_fire_rolls_a_die_for_every_card() -> None:
    page = scenes(["fire @1", "accept"], seat(["fire", *DULL[1:]]), seat(site=SITE))
    scene = page[page.index('<template class="scene">'):]
    assert scene[:scene.index("</template>")].count('class="tumbling"') == len(SITE)


def test_a_stopped_attack_and_the_dice_of_a_round_are_scenes() -> None:
    assert "stops" in scenes(["fire @1", "defend"], seat(["fire", *DULL[1:]]), seat(["guards", *DULL[1:]], SITE))
    page = scenes(["discard peasant1", "end"], seat(), seat(), turn=0, first=1, round=3)
    scene = page[page.index('<template class="scene">'):]
    assert 'class="tumbling"' in scene
    assert "The die shows" in scene


def test_whoever_loses_a_mason_or_a_turn_is_told_in_a_banner_and_nobody_else() -> None:
    own = scenes(["gold @0", "accept"], seat(site=["mason"]), seat(["gold", *DULL[1:]]), turn=1)
    assert '<div class="banner' in own
    assert "away from" in own[own.index('<div class="banner'):]
    held = scenes(["mage @0", "accept", "end"], seat(), seat(["mage", *DULL[1:]]), turn=1)
    assert "misses a turn" in held[held.index('<div class="banner'):]
    assert '<div class="banner' not in scenes(["gold @1", "accept"], seat(["gold", *DULL[1:]]), seat(site=["mason"]))


def ended(options: dict[str, object]) -> str:
    """The words of the last page of a game that a keep completes."""
    state = arrange(seat(site=["mason", *["stone2"] * 3, *["peasant2"] * 3], walls=4), seat(walls=3), options=options)
    table = at_a_table(state)
    decision = frames.frame(table, "guest-0", 0, []).decision
    assert decision is not None
    table.play(0, state.parse("build keep stone2=3 peasant2=3", 0), decision, 1.0)
    return plain(body(frames.frame(table, "guest-0", 0, []), "en", table.game))


def test_a_classic_game_ends_with_a_castle_and_not_with_points() -> None:
    page = ended({"mode": "classic"})
    assert "with a complete castle" in page
    assert "point" not in page[page.index("You won"):page.index("Chronicle")]


def test_a_timed_game_ends_with_points() -> None:
    page = ended({"mode": "timed"})
    assert "with 8 points" in page
    assert "Where the points come from" in page
