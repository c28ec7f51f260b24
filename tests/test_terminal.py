"""The terminal table plays every game, with people, bots, numbers and notation."""
from __future__ import annotations

import io
import json
import random
import sys

import pexpect
import pytest
from rich.console import Console

import chateaux
from chateaux.bots import bot
from chateaux.look.words import LANGUAGES, Words
from chateaux.terminal import Terminal

GAMES = sorted(chateaux.games())


def table(id: str, players: int, people: int, answers: list[str], language: str = "en") -> tuple[Terminal, Console]:
    game = chateaux.game(id)
    console = Console(file=io.StringIO(), width=100)
    left = iter(answers)

    def answer(prompt: object = "") -> str:
        console.print(prompt)
        return next(left, "q")

    vars(console)["input"] = answer
    names = [f"Player {seat + 1}" for seat in range(players)]
    bots = {seat: bot("random") for seat in range(people, players)}
    return Terminal(game, game.new(players, 4), names, bots, Words(language, game), console), console


def printed(console: Console) -> str:
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


@pytest.mark.parametrize("id", GAMES)
def test_bots_play_every_game_to_its_end(id: str) -> None:
    played, console = table(id, 2, 0, [])
    played.run()
    assert played.state.over
    assert "Winner" in printed(console)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("id", GAMES)
def test_a_person_plays_every_game_in_every_language(id: str, language: str) -> None:
    """Forty decisions by number; every sentence is there in the language."""
    chooser = random.Random(2)
    played, console = table(id, 2, 1, [str(chooser.randint(1, 2)) if number % 2 else "1" for number in range(40)],
                            language)
    played.run()
    for missing in ("prompt.", "event.", "breakdown.", "game.name", "terminal."):
        assert missing not in printed(console), f"a sentence is missing: {missing}"


OWN = {"castle-builder": "honesty", "chateau-combo": "", "chateau-fort": "title_note",
       "once-upon-a-castle": "title_de"}  # where something may be said that counts for nothing


@pytest.mark.parametrize("id", OWN)
def test_a_set_of_ones_own_is_drawn_too(id: str) -> None:
    game = chateaux.game(id)
    pieces = json.loads(json.dumps(game.pieces))
    if OWN[id]:
        pieces[OWN[id]] = "our own"
    else:
        pieces["cards"][0]["cost"] += 1
    own = game.with_pieces(pieces)
    assert own.digest != game.digest
    console = Console(file=io.StringIO(), width=100)
    played = Terminal(own, own.new(2, 4), ["Ann", "Bo"], {}, Words("en", own), console)
    console.print(played.board(played.state.observe(0)))
    assert "Ann" in printed(console)


def test_notation_is_accepted_and_nonsense_refused() -> None:
    played, console = table("chateau-combo", 2, 2, [])
    seat = played.state.to_act[0]
    text = played.state.text(played.state.actions(seat)[-1])
    answers = iter(["build me a castle", "999", "0", "", text.upper()])
    vars(played.console)["input"] = lambda prompt="": next(answers)
    assert played.ask(seat) == played.state.actions(seat)[-1]
    assert "none of the choices" in printed(console)


def test_a_curtain_falls_between_two_people() -> None:
    played, console = table("chateau-combo", 2, 2, ["8"] * 5)
    played.run()
    assert "Press Enter" in printed(console)


def test_a_real_terminal() -> None:
    """The command itself, typed at: a choice by number, one by notation, then leaving."""
    child = pexpect.spawn(sys.executable, ["-m", "chateaux", "terminal", "chateau-combo", "--seed", "5",
                                           "--language", "en"], encoding="utf-8", timeout=20, dimensions=(60, 100))
    child.expect("q to leave")
    child.sendline("9999")
    child.expect("none of the choices")
    child.sendline("3")
    child.expect("q to leave")
    child.sendline("q")
    child.expect("left unfinished")
    child.expect(pexpect.EOF)


@pytest.mark.parametrize("arguments", [["terminal", "chess"], ["terminal", "chateau-combo", "--players", "9"],
                                       ["terminal", "chateau-combo", "--bots", "7"],
                                       ["terminal", "chateau-combo", "--bots", "oracle"],
                                       ["terminal", "chateau-combo", "--option", "solo=yes"]], ids=" ".join)
def test_bad_arguments_get_a_sentence(arguments: list[str]) -> None:
    child = pexpect.spawn(sys.executable, ["-m", "chateaux", *arguments], encoding="utf-8", timeout=20)
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 2
    assert "Traceback" not in (child.before or "")
