"""Words in three languages for everything that is told, and a view that has every element that is picked."""
from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from babel.messages.pofile import read_po

import chateaux
from chateaux.games.chateau_fort import judgement
from tests.games.chateau_fort.fort import DULL, GAME, arrange, seat

LOCALE = Path(judgement.__file__).parent / "locale"
LANGUAGES = ("en", "fr", "sv")


def words(language: str) -> dict[str, tuple[str, ...]]:
    """Every key with its forms, singular and plural where there are two."""
    said: dict[str, tuple[str, ...]] = {}
    with (LOCALE / f"{language}.po").open("rb") as file:
        for message in read_po(file, locale=language):
            if message.id:
                key = message.id if isinstance(message.id, str) else message.id[0]
                said[key] = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
    return said


ENGLISH = words("en")


def test_what_is_reconstructed_is_said() -> None:
    assert all("note.reconstructed" in words(language) for language in LANGUAGES)


def test_everything_told_in_games_has_words() -> None:
    """Every event with its parts, every prompt, option, piece, reason and line of the breakdown."""
    asked_kinds = set()
    modes: list[dict[str, bool | int | str]] = [{}, {"mode": "timed", "rounds": 10}]
    for seed in range(10):
        for options in modes:
            state = GAME.new(2 + seed % 3, seed, options)
            chooser = random.Random(seed)
            while not state.over:
                who = chooser.choice(state.to_act)
                prompt: Any = state.prompt(who)
                asked_kinds.add(prompt["kind"])
                assert parts(f"prompt.{prompt['kind']}") <= names(prompt)
                outcome = state.play(chooser.choice(state.actions(who)), who, events=True)
                for event in outcome.events:
                    assert parts(f"event.{event.kind}") <= names(event.seen_by(-1)), event.kind
                    if event.private:
                        assert parts(f"event.{event.kind}.seen") <= names(event.seen_by(-2))
            assert all(f"breakdown.{line['kind']}" in ENGLISH for line in state.breakdown(0))
    assert asked_kinds == {key.split(".")[1] for key in ENGLISH if key.startswith("prompt.")}
    for name, option in GAME.options.items():
        assert {f"option.{name}", f"option.{name}.help", *(f"option.{name}.{choice}" for choice in option.choices)} <= \
            set(ENGLISH)
    box: Any = GAME.pieces
    for card in box["cards"]:
        assert {f"piece.{card['id']}", f"piece.{card['id']}.the", f"piece.{card['id']}.help"} <= set(ENGLISH)


def parts(key: str) -> set[str]:
    """The named parts of a sentence."""
    return {name for form in ENGLISH[key] for name in re.findall(r"{(\w+)", form)}


def names(data: dict[str, Any]) -> set[str]:
    """The parts that event data can fill."""
    return {"player"} | {name.removesuffix("_seat") for name in data}


def gathered(data: Any, field: str) -> list[Any]:
    """Every value of a field, however deep."""
    data = msgspec.to_builtins(data)
    if isinstance(data, dict):
        found = [data[field]] if field in data else []
        return found + [value for part in data.values() for value in gathered(part, field)]
    return [value for part in data for value in gathered(part, field)] if isinstance(data, list | tuple) else []


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_pick_is_an_element_of_the_view(players: int) -> None:
    state = GAME.new(players, 3, {"mode": "timed"})
    chooser = random.Random(players)
    for _ in range(500):
        if state.over:
            break
        who = chooser.choice(state.to_act)
        elements = gathered(state.view(who), "id")
        assert len(elements) == len(set(elements))
        for steps in state.picks(who).values():
            assert {element for step in steps for element in step} <= set(elements)
        state.play(chooser.choice(state.actions(who)), who)


HIT: dict[str, Any] = {"phase": "defence", "played": 1, "attacked": [1]}


@pytest.mark.parametrize(("position", "asked", "action", "picks"), [
    ({"played": 1}, 0, "end", [["end-turn"]]),
    ({}, 0, "place peasant1", [["hand-peasant1-0", "hand-peasant1-1"], ["site"]]),
    ({}, 0, "wheel", [["hand-wheel-0"], ["site"]]),
    ({}, 0, "discard fire", [["hand-fire-0"], ["pile"]]),
    ({}, 0, "fire @1", [["hand-fire-0"], ["rival-1"]]),
    ({}, 0, "witch @1 mason", [["hand-witch-0"], ["rival-1-site-mason-0"]]),
    ({**HIT, "attack": {"card": "fire", "target": 1}}, 1, "accept", [["accept"]]),
    ({**HIT, "attack": {"card": "fire", "target": 1}}, 1, "defend", [["hand-guards-0"]]),
    ({**HIT, "attack": {"card": "gold", "target": 1}}, 1, "defend", [["hand-monks-0"]]),
])
def test_what_is_picked_for_an_action(
        position: dict[str, Any], asked: int, action: str, picks: list[list[str]]) -> None:
    state = arrange(seat(["peasant1", "peasant1", "wheel", "fire", "witch"]),
                    seat(["guards", "monks", *DULL[:3]], ["mason", "mason"]), **position)
    assert state.picks(asked)[state.parse(action, asked)] == picks


def test_every_reason_in_a_view_has_words() -> None:
    reasons = set()
    for seed in range(5):
        state = GAME.new(3, seed)
        chooser = random.Random(seed)
        for _ in range(250):
            who = chooser.choice(state.to_act)
            shown: Any = state.view(who)
            reasons |= set(gathered(shown, "rests"))
            reasons |= {why for one in shown.players for why in one.refuses.values()}
            state.play(chooser.choice(state.actions(who)), who)
    assert {f"why.{reason}" for reason in reasons if reason} <= set(ENGLISH)
    assert len(reasons) > 12


def test_a_card_rests_exactly_when_it_cannot_be_played() -> None:
    """The reasons of the view agree with the rules."""
    for seed in range(5):
        state = GAME.new(3, seed)
        chooser = random.Random(seed)
        for _ in range(250):
            who = chooser.choice(state.to_act)
            shown: Any = state.view(who)
            texts = [state.text(action) for action in state.actions(who)]
            for card in shown.players[who].hand:
                playable = any(text.split()[0] == card.card or text == f"place {card.card}"
                               or (text == "defend" and shown.attack.defence == card.card) for text in texts)
                assert playable == (card.rests is None), (card, texts)
            for recipe in shown.players[who].recipes:
                assert recipe.ready == any(text.startswith(f"build {recipe.construction}") for text in texts)
            state.play(chooser.choice(state.actions(who)), who)


def test_the_view_of_a_spectator_has_no_own_place() -> None:
    shown: Any = GAME.new(4, 1).view(None)
    assert shown.me is None
    assert shown.rivals == [0, 1, 2, 3]
    assert all(card.card is None for one in shown.players for card in one.hand)


def test_recipes_say_what_is_short_and_how_to_pay() -> None:
    site = ["mason", "stone1", "stone1", "stone2", "peasant1", "peasant1", "peasant1", "peasant2"]
    shown: Any = arrange(seat(DULL, site), seat()).view(0)
    wall, keep = shown.players[0].recipes
    assert wall.ready
    assert [choice.card for choice in wall.payments] == ["stone2", "peasant2"]
    assert [need.short for need in keep.needs] == [0, 1, 1]
    assert keep.rests == "short"
    assert [plot.plot for plot in shown.players[0].castle.plots if plot.ghost] == ["nw"]


# ---------------------------------------------------------------- judgement


def test_chances_are_shares_of_one() -> None:
    judged = judgement.judgement(GAME)
    for players in (2, 3, 4):
        state = GAME.new(players, 4)
        chooser = random.Random(1)
        while not state.over:
            chances = list(judged.chances(state))
            assert all(0.0 < one < 1.0 for one in chances)
            assert sum(chances) == pytest.approx(1)
            who = chooser.choice(state.to_act)
            state.play(chooser.choice(state.actions(who)), who)


def test_worth_reads_no_hidden_hand() -> None:
    judged = judgement.judgement(GAME)
    state = arrange(seat(), seat(["guards", "monks", "relics", "wheel", "mason"]))
    worlds = GAME.worlds(state.observe(0))
    assert len({judged.worth(worlds.sample(number), 0) for number in range(20)} | {judged.worth(state, 0)}) == 1


def test_the_greedy_player_beats_random_ones() -> None:
    won = 0
    for seed in range(20):
        state = GAME.new(2, seed)
        chance = chateaux.Chance.stream(seed)
        while not state.over:
            who = state.to_act[0]
            actions = state.actions(who)
            state.play(judgement.choose(state, who, chance) if who == seed % 2
                       else actions[chance.below(len(actions))], who)
        won += seed % 2 in state.winners()
    assert won >= 19
