"""Puzzles: those that are shipped are what they say, mining gives the same again, and looking again finds the same."""
from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

import chateaux
from chateaux.bots import bot
from chateaux.bots.greedy import GreedyBot
from chateaux.cli import app
from chateaux.engine.data import BadPosition
from chateaux.engine.judgement import WRITTEN
from chateaux.engine.parts import folder
from chateaux.puzzles.judging import Judge, Totals
from chateaux.puzzles.mining import differs, mine
from chateaux.puzzles.puzzle import FILE, LEVELS, Depth, Puzzle, read
from tests.parts import WHOLE, having

GAMES = having(FILE)
every_game = pytest.mark.parametrize("id", GAMES)
compiled_only = pytest.mark.skipif(not chateaux.COMPILED, reason="It takes long without the compiler.")
LEAST = 60
EACH = 10
QUICK = Depth(looks=2, worlds=48, tries=2, late=0.6)
AGAIN = Depth(looks=2, worlds=64, iterations=300)


def stored(id: str) -> Depth:
    return read(folder(chateaux.game(id)) / FILE).depth


def test_every_whole_game_has_puzzles() -> None:
    assert {*GAMES} >= {*WHOLE}


@every_game
def test_there_are_enough_of_every_level(id: str) -> None:
    found = chateaux.puzzles(id)
    assert len(found) >= LEAST
    assert len({puzzle.id for puzzle in found}) == len(found)
    for level in LEVELS:
        assert sum(puzzle.level == level for puzzle in found) >= EACH
    assert [puzzle.level for puzzle in found] == sorted((puzzle.level for puzzle in found), key=LEVELS.index)


@every_game
def test_a_puzzle_is_what_a_seat_knows_and_one_thing_is_clearly_best(id: str) -> None:
    game, depth, greedy = chateaux.game(id), stored(id), GreedyBot(figures=WRITTEN)
    for puzzle in chateaux.puzzles(id):
        worlds = game.worlds(puzzle.observation)  # it refuses what shows more than the seat sees, or cannot be
        state = worlds.sample(7)
        assert puzzle.actions == state.actions(puzzle.seat)
        assert len(puzzle.values) == len(puzzle.actions) >= 3
        rest = [value for action, value in zip(puzzle.actions, puzzle.values, strict=True) if not puzzle.right(action)]
        assert puzzle.best == max(puzzle.values)
        assert round(puzzle.best - max(rest), 1) == puzzle.margin >= depth.margin
        assert depth.least <= puzzle.best <= depth.most
        assert len(puzzle.answers) <= max(1, depth.crowd * len(puzzle.actions))
        assert puzzle.tempting == greedy.choose(puzzle.observation)
        assert puzzle.loss(puzzle.tempting) >= depth.margin
        assert puzzle.line[0] == puzzle.answers[0]
        for action in puzzle.line:
            state.play(action, puzzle.seat)
        easy = "squire" if puzzle.found["knight"] == 1 else "knight"
        assert puzzle.level == (easy if puzzle.found["king"] == 1 else "king")


@every_game
def test_no_two_are_alike(id: str) -> None:
    game, depth = chateaux.game(id), stored(id)
    seen: list[tuple[int, list[int]]] = []
    for puzzle in chateaux.puzzles(id):
        numbers = game.features(puzzle.players, puzzle.options).seen(puzzle.observation)
        assert all(players != puzzle.players or differs(numbers, other) >= depth.apart for players, other in seen)
        seen.append((puzzle.players, numbers))


@compiled_only
@every_game
def test_looking_again_finds_the_same(id: str) -> None:
    """A few easy ones, and not so deep: `chateaux puzzles verify` looks at all of them as they were found."""
    judge = Judge(chateaux.game(id), AGAIN)
    for puzzle in chateaux.puzzles(id)[:4]:
        assert judge.stands(puzzle.observation, puzzle.answers, 5) is not None, puzzle.id


def test_an_answer_is_right_as_good_or_gives_something_away() -> None:
    found = next(one for one in chateaux.puzzles("chateau-combo"))
    puzzle = msgspec.structs.replace(found, actions=[3, 5, 9], values=[40.0, 60.0, 59.0], answers=[5, 9])
    assert [puzzle.right(action) for action in (3, 5, 9)] == [False, True, True]
    assert [puzzle.loss(action) for action in (3, 5, 9)] == [20.0, 0.0, 0.0]
    with pytest.raises(ValueError, match="not possible"):
        puzzle.loss(4)


def test_another_set_of_pieces_has_no_puzzles() -> None:
    game = chateaux.game("chateau-combo")
    assert chateaux.puzzles(game)
    assert chateaux.puzzles(game.with_pieces(changed(game.pieces))) == ()


def changed(pieces: object) -> object:
    """The same pieces, one of them with another name."""
    data = msgspec.json.decode(msgspec.json.encode(pieces))
    first = data["cards"][0]
    first["name_en" if "name_en" in first else "name"] = "Somebody"
    return data


@compiled_only
def test_a_seed_gives_the_same_puzzles_in_one_go_or_in_two_with_one_process_or_two(tmp_path: Path) -> None:
    game = chateaux.game("chateau-fort")
    mine(game, tmp_path / "whole.json", games=3, depth=QUICK)
    mine(game, tmp_path / "parts.json", games=1, depth=QUICK)
    with (tmp_path / "parts.json.part").open("ab") as file:
        file.write(b'[{"id":"cut sho')
    mine(game, tmp_path / "parts.json", games=3, jobs=2, depth=QUICK)
    mine(game, tmp_path / "parts.json", games=3, depth=QUICK)
    whole = (tmp_path / "whole.json").read_bytes()
    assert read(tmp_path / "whole.json").puzzles
    assert whole == (tmp_path / "parts.json").read_bytes()
    with pytest.raises(BadPosition, match="another seed"):
        mine(game, tmp_path / "parts.json", seed=2, depth=QUICK)


@compiled_only
def test_the_commands_look_again_and_let_bots_solve(tmp_path: Path) -> None:
    run = CliRunner().invoke
    book = read(folder(chateaux.game("chateau-fort")) / FILE)
    few = tmp_path / "few.json"
    few.write_bytes(msgspec.json.encode(msgspec.structs.replace(book, depth=AGAIN, puzzles=book.puzzles[:2])))
    told = run(app, ["puzzles", "verify", "chateau-fort", "--file", str(few), "--seed", "5", "--language", "en"])
    assert "chateau-fort: 2 of 2 stand." in told.output
    assert told.exit_code == 0
    spoilt = msgspec.json.decode(few.read_bytes())
    first = spoilt["puzzles"][0]
    first["answers"] = [first["tempting"]]
    few.write_bytes(msgspec.json.encode(spoilt))
    told = run(app, ["puzzles", "verify", "chateau-fort", "--file", str(few), "--seed", "5", "--drop",
                     "--language", "en"])
    assert told.exit_code == 1
    assert f"chateau-fort {first['id']} does not stand." in told.output
    assert len(read(few).puzzles) == 1
    told = run(app, ["puzzles", "solve", "--bots", "greedy", "--language", "en"])
    assert told.output.count("greedy") == len(GAMES)
    assert told.output.count(" 0 %") >= len(GAMES)
    few.write_text("[]")
    assert run(app, ["puzzles", "verify", "chateau-fort", "--file", str(few)]).exit_code == 2


def test_a_bot_is_measured_by_what_it_gives_away() -> None:
    """As the docs show it: from observations alone."""
    player = bot("greedy:figures=written")
    found: list[Puzzle] = list(chateaux.puzzles("once-upon-a-castle"))[:5]
    assert all(puzzle.loss(player.choose(puzzle.observation)) > 0 for puzzle in found)


def test_what_brings_points_is_compared_with_points() -> None:
    """A source that brought none is not said to bring as many points as there were pieces."""
    some, none = Totals([[{"kind": "flags", "count": 1, "points": 2}]]), Totals([[{"kind": "flags", "count": 1}]])
    assert (some.much("flags", scored=True), none.much("flags", scored=True)) == (2, 0)
    assert none.much("flags", scored=False) == 1
