"""The end of a game: who stands where, where points come from, how it went, honours; nothing while it goes on."""
from __future__ import annotations

import re
from collections import Counter
from functools import cache
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

import chateaux
from chateaux.engine.data import SPECTATOR
from chateaux.insight import Care
from chateaux.insight.analysis import Known, stepping
from chateaux.look.ending import Ending
from chateaux.look.words import LANGUAGES
from chateaux.tables.frames import Result
from chateaux.tables.replay import Replay, info_of
from chateaux.web import podium, story
from chateaux.web.finale import hooks, matrix, places
from chateaux.web.render import words_for
from tests.insight.test_analysis import played
from tests.parts import having
from tests.toy import Toy
from tests.web.inside import Visitor, site
from tests.web.test_analyses import done, play_to_the_end, table_of

GAMES = sorted(chateaux.games())
NONE = Known(0, Care(), state="none")
KEYS = re.compile(r"\b(finale|matrix|honour|turning|mark|analysis|web|event|breakdown)\.[a-z_]+")
LIGHT = Care(futures=4, worlds=2, iterations=2)


@cache
def game_of(id: str, players: int = 3, seed: int = 5) -> Replay:
    record = played(id, players, seed)
    return Replay(record, info_of(record), finished=True)


@cache
def known(id: str) -> Known:
    replay = game_of(id)
    found = Known(replay.last, LIGHT, state="done")
    for step, after in stepping(replay.record, LIGHT):
        found.steps.append(step)
        found.after = after
    return found


def ending(replay: Replay) -> tuple[Ending, Result]:
    result = replay.frame(replay.last, None).result
    assert result is not None
    events = [event.seen_by(SPECTATOR) for events in replay.events for event in events]
    return Ending(view=replay.end.view(None), breakdown=result.breakdown, events=events), result


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("id", GAMES)
def test_a_game_is_told_in_every_language_before_and_after_its_analysis(id: str, language: str) -> None:
    replay = game_of(id)
    for found in (NONE, known(id)):
        shown = story.shown(replay, found, language, 0)
        assert not KEYS.search(re.sub(r'(href|data-\w+)="[^"]*"', "", shown))
        assert shown.count('class="weave"') == 3
        assert len(re.findall(r'class="turnmark"', shown)) == len(re.findall(r'class="jump"', shown)) <= story.MOST
        assert ('data-analyse="' in shown) == (found is NONE)


@pytest.mark.parametrize("id", having("show/ending.py"))
def test_every_source_is_counted_once_and_every_event_has_a_picture(id: str) -> None:
    for players in chateaux.game(id).players:
        replay = game_of(id, players, players)
        end, result = ending(replay)
        words = words_for(replay.record.game, "en")
        found = matrix(replay.record.game, end, result, words, ["A", "B", "C", "D", "E"])
        assert found is not None
        assert all(len(row.cells) == players for row in found.rows)
        scored = [row for row in found.rows if any(cell.lines for cell in row.cells)]
        lines = Counter(line.points for row in scored for cell in row.cells for line in cell.lines)
        counted = Counter(line["points"] for own in result.breakdown for line in own if line["points"])
        assert lines == counted or not scored, "nothing that counts is forgotten"
        if found.total:
            assert [sum(row.cells[at].points for row in found.rows) for at in range(players)] == \
                [cell.points for cell in found.total]
        for event in end.events or []:
            assert str(hooks(replay.record.game).thumb(event)).startswith("<svg")
        for honour in hooks(replay.record.game).honours(end):
            assert len(honour.figures) == players


def test_equals_share_a_rank() -> None:
    def ranks(scores: list[int], winners: list[int]) -> list[tuple[int, int]]:
        return [(place.seat, place.rank) for place in places(Result(scores, winners, [[]] * len(scores), {}))]
    assert ranks([3, 9, 9, 1], [1, 2]) == [(1, 1), (2, 1), (0, 3), (3, 4)]
    assert ranks([9, 9, 9], [2]) == [(2, 1), (0, 2), (1, 2)], "who lost the tie stands below"


def test_what_moved_two_alike_is_told_of_the_one_that_gained_and_luck_is_good_or_bad() -> None:
    tale = story.Story(game_of("chateau-combo", 2), NONE, "en")
    tale.chances[0], tale.chances[1] = [0.7, 0.3], [0.4, 0.6 - 1e-12]  # what is left of adding up
    assert (tale.turn(0).seat, tale.turn(0).kind) == (1, "leap")
    tale = story.Story(game_of("chateau-combo"), known("chateau-combo"), "en")
    step = tale.known.steps[0]
    for gain, kind in ((0.5, "luck"), (-0.5, "unlucky")):
        tale.chances[1] = [meant + gain for meant in step.meant]
        assert abs(step.meant[0] - step.before[0]) < 0.5
        assert tale.cause(0, 0) == kind


def test_an_honour_is_shared_and_nobodys_when_everybody_has_it() -> None:
    tale = story.Story(game_of("chateau-combo"), NONE, "en")
    given = hooks(tale.game).honours(tale.end)[1]
    given.figures = [4, 7, 7]
    medal = tale.medal(given, str)
    assert medal is not None
    assert (medal.seats, medal.deed) == ([1, 2], "7")
    given.figures = [4, 4, 4]
    assert tale.medal(given, str) is None
    given.figures = [0, 0, 0]
    assert tale.medal(given, str) is None


def test_turning_points_are_those_that_moved_most_and_not_side_by_side() -> None:
    tale = story.Story(game_of("chateau-combo"), known("chateau-combo"), "en")
    turns = tale.turning()
    assert turns
    assert all(later.at - sooner.at > story.APART * tale.replay.last
               for sooner, later in pairwise(turns))
    moved = [max(abs(new - old) for new, old in zip(after, before, strict=True))
             for before, after in pairwise(tale.chances)]
    assert max(turn.weight for turn in turns) == max(moved)
    assert all(turn.text and turn.label for turn in turns)


def test_over_http_nothing_is_told_of_a_running_game(tmp_path: Path) -> None:
    with site(tmp_path, analysis_care=0.01) as client:
        ann, eve = Visitor(client), Visitor(client, "Eve")
        table = table_of(ann)
        for person in (ann, eve):
            assert person.page(f"/tables/{table}/story").status_code == 409
        assert "data-story" not in ann.page(f"/tables/{table}").text
        play_to_the_end(ann, table)
        page = eve.page(f"/tables/{table}").text
        assert f'data-story="/tables/{table}/story"' in page
        assert "Every tableau is complete" in page, "why it ended is said"
        assert 'data-state="none"' in eve.page(f"/tables/{table}/story").text
        ann.post(f"/tables/{table}/analysis")
        done(ann, table)
        assert 'data-state="done"' in eve.page(f"/tables/{table}/story").text
        left = table_of(ann)
        ann.post(f"/tables/{left}/abandon")
        assert eve.page(f"/tables/{left}/story").status_code == 409
        assert "The players agreed to end the game here." in eve.page(f"/tables/{left}").text


@pytest.mark.parametrize("id", having("show/poster.py"))
def test_the_podium_is_a_picture_that_needs_nothing_else(id: str) -> None:
    for players in (chateaux.game(id).players[0], chateaux.game(id).players[-1]):
        replay = game_of(id, players, players)
        replay.table.seats[0].name = "<Ada> & a name that is far too long for its place"
        picture = podium.drawn(replay.frame(replay.last, None), replay.record.game, "en")
        ElementTree.fromstring(picture)
        assert "var(" not in picture
        assert "&lt;Ada&gt; &amp;" in picture
        used, made = (set(re.findall(pattern, picture)) for pattern in (r'(?:href="|url\()#([^")]+)', r' id="([^"]+)"'))
        assert used <= made
        assert podium.drawn(replay.frame(0, None), replay.record.game, "en") == "", "a game that goes on has none"


def test_a_game_that_says_nothing_of_its_end_is_counted_plainly() -> None:
    toy = Toy()
    end = Ending(view=None, breakdown=[[{"kind": "hand", "points": 3}], [{"kind": "hand", "points": 5}]])
    found = matrix(toy, end, Result([3, 5], [1], end.breakdown, {}), words_for(toy, "en"), ["A", "B"])
    assert found is not None
    assert [(row.name, [cell.points for cell in row.cells]) for row in found.rows] == [("hand", [5, 3])]
    assert [cell.points for cell in found.total] == [5, 3]
