"""The HTML a viewer gets: nothing hidden is in it, everything to pick is."""
from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from jinja2.runtime import Macro

import chateaux
from chateaux.engine.data import SPECTATOR
from chateaux.engine.trials import has_secrets
from chateaux.look import marking
from chateaux.look.chronicle import PHRASES
from chateaux.look.facts import fact, fact_of_seat
from chateaux.look.marking import Patches, as_text, cut
from chateaux.look.parts import parts
from chateaux.look.words import LANGUAGES, Words
from chateaux.tables import frames, gathering
from chateaux.tables.data import Seat
from chateaux.tables.table import Table, new_table
from chateaux.web import render
from chateaux.web.areas import Areas
from chateaux.web.drawn import Drawn, Given
from chateaux.web.render import body, furniture, large
from tests.conformance import Setting, settings

AREA = re.compile(r"<!--\[(.*?)\]-->")
TOLD = re.compile(r"<!--\[([\w-]+)\](?:=(\d+))?-->")
ID = re.compile(r'\sid="([^"]+)"')
SETTINGS = [setting for id in sorted(chateaux.games()) for setting in settings(chateaux.game(id), few=True)][::2]


def at_a_table(state: chateaux.State) -> Table:
    """A table of people at which a game has come to this position."""
    players = int(state.players)
    seats = [Seat("person", f"guest-{seat}", f"Player {seat}", ready=True) for seat in range(players)]
    table = new_table(state.game, players, dict(state.options), "en", None, "guest-0", seats, 0.0)
    gathering.start(table, "guest-0", "", 0.0)
    table.state = state
    table.ask(-1, 0.0)
    return table


def page_of(state: chateaux.State, seat: int, language: str = "en") -> str:
    """The changing part of the page, as a seat or a spectator gets it, and all large boards, which can be opened."""
    table = at_a_table(state)
    found = frames.frame(table, f"guest-{seat}", None if seat == SPECTATOR else seat, [])
    boards = [large(found, language, table.game, of) for of in range(int(state.players))]
    return "".join([body(found, language, table.game).replace(table.head.id, "TABLE"), *boards])


def positions(setting: Setting, count: int) -> Iterator[chateaux.State]:
    """A few positions along a random game."""
    state, chooser = setting.new(5), random.Random(5)
    for number in range(40 * count):
        if state.over:
            break
        if number % 17 == 7:
            yield state.clone()
        seat = chooser.choice(state.to_act)
        state.play(chooser.choice(state.actions(seat)), seat)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_html_does_not_change_when_hidden_pieces_are_dealt_anew(setting: Setting) -> None:
    different = 0
    for number, state in enumerate(positions(setting, 6)):
        if number >= 4 and (different or number >= 12):  # a few, and more where nothing was hidden in them
            break
        for seat in range(SPECTATOR, setting.players):
            twin = setting.game.worlds(state.observe(seat)).sample(7)
            assert page_of(twin, seat) == page_of(state, seat), f"seat {seat}"
            different += twin.dump()["position"] != state.dump()["position"]
    assert different or not has_secrets(setting.game, setting.players, dict(setting.options))


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_everything_to_pick_is_on_the_board(setting: Setting) -> None:
    if parts(setting.game).template("show/board.html") is None:
        return
    for state in list(positions(setting, 4))[:8]:
        for seat in state.to_act:
            there = set(ID.findall(page_of(state, seat)))
            wanted = {id for steps in state.picks(seat).values() for step in steps for id in step}
            assert wanted <= there, wanted - there


@pytest.mark.parametrize("setting", SETTINGS[::2], ids=str)
def test_the_herald_points_at_something_that_is_there(setting: Setting) -> None:
    if parts(setting.game).template("show/board.html") is None:
        return
    for state in list(positions(setting, 4))[:6]:
        page = page_of(state, state.to_act[0])
        pointed = re.search(r'data-points="([^"]+)"', page)
        assert pointed is not None
        assert set(pointed[1].split()) <= set(ID.findall(page))


@pytest.mark.parametrize("language", LANGUAGES)
def test_ids_are_unique_and_words_complete(language: str) -> None:
    for setting in SETTINGS:
        for state in list(positions(setting, 1))[:2]:
            text = page_of(state, 0, language)
            ids = ID.findall(text)
            assert len(ids) == len(set(ids)), [id for id in ids if ids.count(id) > 1][:3]
            areas = AREA.findall(text)
            assert len(areas) == len(set(areas)), [area for area in areas if areas.count(area) > 1][:3]
            assert not re.search(r">(web|board|prompt|piece|log|level)\.[a-z_.]+<", text)
        assert "symbol" in furniture(setting.game, language)


def test_a_curtain_is_for_games_with_secrets() -> None:
    assert not has_secrets(chateaux.game("chateau-combo"), 2, {})


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phrase_is_said_in_every_language(language: str) -> None:
    words = Words(language)
    assert all(words.has(f"chat.{phrase}") for phrase in PHRASES)


def test_the_house_says_the_same_things_in_every_language() -> None:
    keys = [set(Words(language).messages) for language in LANGUAGES]
    assert keys[0] == keys[1] == keys[2]


@pytest.mark.parametrize("setting", SETTINGS[::3], ids=str)
def test_what_is_remembered_is_what_would_be_drawn_anew(setting: Setting) -> None:
    for state in list(positions(setting, 2))[:3]:
        for seat in range(SPECTATOR, setting.players):
            page_of(state, seat)
        remembered = [page_of(state, seat) for seat in range(SPECTATOR, setting.players)]
        for seat, page in enumerate(remembered, SPECTATOR):
            render.DRAWN.forget()
            assert page_of(state, seat) == page


def test_an_area_is_drawn_again_when_a_part_that_it_reads_has_changed() -> None:
    told: list[object] = []
    module = render.ENVIRONMENT.from_string(
        "{% macro hand(t) %}{{ told.append(1) or '' }}{{ t.names[0] }}: {{ t.view.players[0] }}{% endmacro %}"
    ).make_module({"told": told})
    hand: Macro = getattr(module, "hand")  # noqa: B009
    drawn = Drawn()

    def look(names: list[str], players: list[int]) -> str:
        sight = render.Sight(view=SimpleNamespace(players=players), me=0, names=names)
        return as_text(drawn.area(0, hand, Given(sight)))
    assert look(["Ann"], [1, 5]) == look(["Ann"], [1, 6]) == "Ann: 1", "nobody has read the second one"
    assert len(told) == 1
    assert (look(["Ann"], [2, 5]), look(["Bo"], [2, 5])) == ("Ann: 2", "Bo: 2")
    assert len(told) == 3


def test_what_is_remembered_has_room_by_the_tables_in_use() -> None:
    module = render.ENVIRONMENT.from_string("{% macro page(t) %}{{ t.names[0] * 30000 }}{% endmacro %}").make_module()
    page: Macro = getattr(module, "page")  # noqa: B009
    drawn = Drawn()

    def kept(tables: int) -> bool:
        drawn.forget()
        drawn.fit(tables)
        looked = [drawn.area(0, page, Given(render.Sight(view=None, me=0, names=[f"{table:04}"])))[0]
                  for table in range(250)]
        return drawn.area(0, page, Given(render.Sight(view=None, me=0, names=["0000"])))[0] is looked[0]
    assert not kept(0), "30 megabytes do not fit"
    assert kept(250)
    drawn.most = 4 << 20
    assert not kept(250), "a host may have less"


def test_what_was_drawn_lately_is_still_known_when_the_room_is_full() -> None:
    told: list[str] = []
    module = render.ENVIRONMENT.from_string(
        "{% macro page(t) %}{{ told.append(t.names[0]) or t.names[0] * 2500 }}{% endmacro %}"
    ).make_module({"told": told})
    page: Macro = getattr(module, "page")  # noqa: B009
    drawn = Drawn(room=100_000)

    def look(table: int) -> None:
        drawn.area(0, page, Given(render.Sight(view=None, me=0, names=[f"{table:04}"])))
    look(0)
    for tables, times, why in ((range(1, 15), 1, "drawn when there was room"), (range(15, 25), 1, "asked for since"),
                               (range(25, 50), 2, "twice full since")):
        for table in tables:
            look(table)
        look(0)
        assert told.count("0000") == times, why


@given(st.lists(st.lists(st.integers(0, 2), min_size=4, max_size=4), min_size=1, max_size=30))
def test_what_is_known_by_what_was_read_is_what_would_be_drawn_anew(hands: list[list[int]]) -> None:
    """Which part is read next depends on those before, and so do the ones that are not read at all."""
    drawn = Drawn(room=5_000)
    module = render.ENVIRONMENT.from_string(
        "{% macro inner(t) %}<{{ t.view.b }}{% if t.view.b %}{{ t.view.d }}{% endif %}>{% endmacro %}"
        "{% macro page(t) %}{{ t.view.a }}{% if t.view.a == 1 %}{{ t.view.c }}{% if t.view.c %}{{ part(inner, t) }}"
        "{% endif %}{% elif t.view.a == 2 %}{{ part(inner, t) }}{{ t.view.c }}{% endif %}{% endmacro %}"
    ).make_module({"part": partial(drawn.part, 0)})
    page: Macro = getattr(module, "page")  # noqa: B009
    for hand in hands:
        sight = render.Sight(view=SimpleNamespace(**dict(zip("abcd", hand, strict=True))), me=0, names=[])
        assert as_text(drawn.area(0, page, Given(sight))) == page(sight)


def test_a_part_of_an_area_is_drawn_again_when_what_it_reads_has_changed_and_only_then() -> None:
    told: list[object] = []
    drawn = Drawn()
    module = render.ENVIRONMENT.from_string(
        "{% macro hand(t) %}{{ told.append(1) or '' }}{% for one in t.view.players %}{{ one.gold }}{% endfor %}"
        "{% endmacro %}{% macro board(t) %}{{ t.names[0] }}: {{ part(hand, t) }}{% endmacro %}"
    ).make_module({"told": told, "part": partial(drawn.part, 0)})
    board: Macro = getattr(module, "board")  # noqa: B009

    def look(name: str, *gold: int) -> str:
        players = [SimpleNamespace(gold=one, name=name) for one in gold]
        sight = render.Sight(view=SimpleNamespace(players=players), me=0, names=[name])
        return as_text(drawn.area(0, board, Given(sight)))
    assert (look("Ann", 1, 2), look("Bo", 1, 2)) == ("Ann: 12", "Bo: 12")
    assert len(told) == 1, "no name is in the hand"
    assert (look("Bo", 1, 3), look("Bo", 1), look("Bo", 1, 3)) == ("Bo: 13", "Bo: 1", "Bo: 13")
    assert len(told) == 3


def test_an_area_is_drawn_again_when_a_fact_that_it_asks_for_has_changed_and_only_then() -> None:
    asked = fact(lambda view: view.turn == view.me)
    module = render.ENVIRONMENT.from_string(
        "{% macro prompt(t) %}{{ 'yours' if asked(t.view) else 'wait' }}{% endmacro %}").make_module({"asked": asked})
    prompt: Macro = getattr(module, "prompt")  # noqa: B009
    drawn = Drawn()

    def look(turn: int, me: int) -> Patches:
        return drawn.area(0, prompt, Given(render.Sight(view=SimpleNamespace(turn=turn, me=me), me=me, names=[])))[0]
    assert look(1, 0) is look(2, 0) is look(2, 3), "whoever waits sees the same, whomever they wait for"
    assert [str(look(*seats)) for seats in ((1, 0), (1, 1), (0, 1))] == ["wait", "yours", "wait"]


PIECES = st.lists(st.tuples(st.integers(0, 3), st.lists(st.tuples(st.booleans(), st.integers(0, 1)), max_size=2)),
                  max_size=4, unique_by=lambda piece: piece[0])


def test_an_area_is_drawn_again_when_a_fact_of_a_seat_has_changed_and_only_then() -> None:
    @fact_of_seat
    def owns(view: Any, seat: int) -> bool:
        return bool(view.eyes == seat)

    drawn, drew = Drawn(), list[int]()

    def panel(sight: Any, seat: int) -> str:
        drew.append(seat)
        return f"{seat} {owns(sight.view, seat)}"
    macro = marking.Macro(None, panel, "panel", ("t", "seat"))
    for eyes in range(4):
        given = Given(render.Sight(view=SimpleNamespace(eyes=eyes), me=eyes, names=[]))
        assert as_text(drawn.area(0, macro, given, 1)) == f"1 {eyes == 1}"
    assert drew == [1, 1]


@pytest.mark.parametrize("values", [
    (0, False), (1, True), (0, None), (1, 1.0), (1, "1"), ("", None), (-1, 2**40), (2, [2])])
def test_what_is_not_the_same_is_not_taken_for_the_same(values: tuple[object, object]) -> None:
    drawn = Drawn()
    page = marking.Macro(None, lambda sight: repr(sight.prompt), "page", ("t",))
    for value in values:
        sight: Any = render.Sight(view=None, me=0, names=[])
        sight.prompt = value
        assert as_text(drawn.area(0, page, Given(sight))) == repr(value)


@given(st.lists(PIECES, min_size=2, max_size=6))
@example([[(0, [(True, 1)]), (1, [(False, 1)]), (2, [(True, 1)])], [(0, [(True, 1)]), (2, [(True, 1)])]])
@example([[(0, [(True, 1)]), (1, [(False, 1)])], [(0, [(True, 1)])]])
@example([[(0, [(True, 1)]), (1, [(False, 0)]), (2, [(False, 1)])], [(0, [(True, 1)]), (1, [(False, 0)])]])
def test_what_is_told_of_a_page_is_the_page(pages: list[list[tuple[int, list[tuple[bool, int]]]]]) -> None:
    """Patches come, go and change; the reader puts together what is told with what was there, as areas.js does."""
    areas, known = Areas(), dict[str, str]()
    for page in pages:
        texts = ["".join((f"<!--[p{number}-{place}]-->" if begins else "") + "x" * text
                         for place, (begins, text) in enumerate(inside)) for number, inside in page]
        head, *told = TOLD.split(areas.news([cut(text) for text in texts]).decode())
        before, known = list(known.items()), {}
        for name, run, text in zip(*[iter(told)] * 3, strict=True):
            first = [one for one, _ in before].index(name) if run else 0
            known |= dict(before[first:first + int(run)]) if run else {name: text}
            assert not run or (not text and first + int(run) <= len(before))
        assert head + "".join(known.values()) == AREA.sub("", "".join(texts))


def test_what_is_drawn_counts_as_many_bytes_as_it_takes() -> None:
    """A letter that is none of the first 256 makes every letter of its text twice as large."""
    hand: Macro = getattr(render.ENVIRONMENT.from_string("{% macro hand(t) %}{{ t }}{% endmacro %}").module, "hand")  # noqa: B009
    narrow, wide = Drawn(), Drawn()
    narrow.once(0, hand, "x" * 1000 + "é")
    wide.once(0, hand, "x" * 1000 + "–")
    assert wide.size - narrow.size > 990
