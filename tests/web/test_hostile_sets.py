"""Sets of pieces and records made to do harm: refused by their letters, and harmless even if they were not."""
from __future__ import annotations

import contextlib
import copy
import random
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import pytest

import chateaux
from chateaux.engine import form
from chateaux.tables.replay import Replay, info_of
from chateaux.web import render
from chateaux.web.outside import shown
from tests.parts import having
from tests.web.test_render import page_of

PAYLOAD = ('zz"></symbol></svg><x-pwn onclick="pwn()"></x-pwn><script>document.title="PWN"</script>'
           "<meta http-equiv=refresh>")


class Watch(HTMLParser):
    """Counts what must not be there."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("x-pwn", "meta") or any(name.startswith("on") or "pwn" in name for name, _ in attrs):
            self.found.append(self.get_starttag_text() or tag)


def injected(html: str) -> list[str]:
    watch = Watch()
    watch.feed(html)
    watch.close()
    return watch.found


def texts(data: Any) -> Iterator[tuple[Any, Any]]:
    """Every place of a set where a text stands."""
    for at, value in list(data.items()) if isinstance(data, dict) else enumerate(data):
        if isinstance(value, (dict, list)):
            yield from texts(value)
        elif isinstance(value, str):
            yield data, at


def dict_of(game: chateaux.Game) -> dict[str, object]:
    assert isinstance(game.pieces, dict)
    return game.pieces


def poisoned(house: chateaux.Game) -> chateaux.Game:
    """The game with a payload in every text of its set that its own rules let pass; for an open first lock."""
    pieces: Any = copy.deepcopy(house.pieces)
    places = [(number, where, at) for number, (where, at) in enumerate(texts(pieces))
              if at in ("id", "name", "name_fr", "name_en", "effect", "source", "text", "category")]
    waiting, accepted = [[place for place in places if place[2] == at] for at in {at for *_, at in places}], house
    while waiting:  # all of a kind at once if that will do, or else half of them
        some = waiting.pop()
        kept = [where[at] for _, where, at in some]
        for number, where, at in some:
            where[at] = f"{PAYLOAD}{number}"
        try:
            accepted = house.with_pieces(pieces)
        except chateaux.BadPosition:
            for (_, where, at), text in zip(some, kept, strict=True):
                where[at] = text
            waiting += [part for part in (some[:len(some) // 2], some[len(some) // 2:]) if len(some) > 1]
    return accepted


def outlets(game: chateaux.Game, names: list[str]) -> Iterator[str]:
    """Everything a set and a record are shown with."""
    record, chooser = chateaux.Record(game, 2, seed=1, about={"names": names, "table": PAYLOAD}), random.Random(1)
    state = record.new()
    while not state.over and len(record.entries) < 25:
        seat = state.to_act[0]
        record.add(seat, chooser.choice(state.actions(seat)))
        state.play(record.entries[-1][1], seat)
    replay = Replay(record, info_of(record), finished=True)
    yield shown(replay, replay.last, 0, "en", True, True)
    yield str(render.furniture.__wrapped__(game, "en"))
    drawn = chateaux.picture(record, names=names)
    yield drawn.svg
    yield re.sub("<meta [^>]*>", "", drawn.html, count=3)  # its own


@pytest.mark.parametrize("id", having("pieces.json"))
def test_hostile_texts_are_refused_wherever_they_stand(id: str) -> None:
    house = chateaux.game(id)
    places = list(texts(copy.deepcopy(house.pieces)))
    for number in random.Random(3).sample(range(len(places)), 25):
        pieces: Any = copy.deepcopy(house.pieces)
        where, at = list(texts(pieces))[number]
        where[at] = PAYLOAD
        with pytest.raises(chateaux.BadPosition):
            house.with_pieces(pieces)
    with pytest.raises(chateaux.BadPosition):
        house.with_pieces({**dict_of(house), "extra": [{"id": PAYLOAD}]})


@pytest.mark.parametrize("id", having("pieces.json"))
def test_what_passed_the_reader_would_still_be_escaped(id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second lock, tried with the first one open."""
    monkeypatch.setattr(form, "check_text", lambda where, text: None)
    monkeypatch.setattr(form, "ID", re.compile(".*", re.DOTALL))
    house = chateaux.game(id)
    accepted = poisoned(house)
    assert accepted is not house
    for html in outlets(accepted, [PAYLOAD, "Bo"]):
        assert injected(html) == []


def test_the_watch_sees_what_is_injected() -> None:
    assert len(injected(f"<p>{PAYLOAD}</p>")) == 2


def bare(game: chateaux.Game) -> chateaux.Game:
    """The game with a set that leaves out whatever may be left out, wherever it stands."""
    def fields(data: Any, where: str) -> Iterator[str]:
        for at, value in data.items() if isinstance(data, dict) else [("", one) for one in data]:
            if isinstance(data, dict):
                yield f"{where}.{at}"
            if isinstance(value, (dict, list)):
                yield from fields(value, f"{where}.{at}" if isinstance(data, dict) else where)

    def without(data: Any, where: str, field: str) -> Any:
        if isinstance(data, list):
            return [without(one, where, field) for one in data]
        if not isinstance(data, dict):
            return data
        return {at: without(value, f"{where}.{at}", field) for at, value in data.items() if f"{where}.{at}" != field}
    for field in sorted(set(fields(game.pieces, ""))):
        with contextlib.suppress(chateaux.BadPosition):
            game = game.with_pieces(without(game.pieces, "", field))
    return game


@pytest.mark.parametrize("id", having("pieces.json"))
def test_what_a_set_may_leave_out_is_missed_by_nobody(id: str) -> None:
    """What the reader lets pass is shown and drawn like any other."""
    game = bare(chateaux.game(id))
    assert game.digest != chateaux.game(id).digest
    state, chooser = game.new(2, 1), random.Random(1)
    for _ in range(12):
        seat = state.to_act[0]
        state.play(chooser.choice(state.actions(seat)), seat)
    assert page_of(state, 0)
    assert render.furniture.__wrapped__(game, "en")
    assert chateaux.picture(state).svg
