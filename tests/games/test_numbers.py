"""An action keeps its number for as long as the rules keep theirs: records and trained agents lean on it."""
from __future__ import annotations

import importlib

import pytest

import chateaux

NUMBERS = {  # by game, the version of its rules and how many actions they number
    "castle-builder": (3, 215), "chateau-combo": (1, 182), "chateau-fort": (2, 199), "once-upon-a-castle": (2, 252)}

VERBS = {  # by game, in the order in which they are declared
    "castle_builder": ["DRAW_TILES", "RENOVATION", "COIN_SLOT", "TILE_SLOT", "ROYAL_TILE", "SEAT", "SPOT", "HELD_TILE"],
    "chateau_combo": ["MOVE", "REFRESH", "TAKE", "OPTION", "DISCARD", "FILL"],
    "chateau_fort": ["END", "PLACE", "TURN_WHEEL", "DISCARD", "SET_FIRE", "PAY_GOLD", "SEND_MAGE", "CURSE", "BUILD",
                     "ACCEPT", "DEFEND", "GIVE", "TIME_UP", "BURY"],
    "once_upon_a_castle": ["FIRST_DIE", "SECOND_DIE", "DONE", "CLEAR", "SHIFT", "SIDE"]}


@pytest.mark.parametrize("id", sorted(NUMBERS))
def test_another_number_of_actions_is_another_version_of_the_rules(id: str) -> None:
    game = chateaux.game(id)
    assert (game.rules_version, game.action_count) == NUMBERS[id]


@pytest.mark.parametrize("folder", sorted(VERBS))
def test_rules_and_judgements_call_the_verbs_by_their_numbers(folder: str) -> None:
    actions = importlib.import_module(f"chateaux.games.{folder}.actions")
    assert [getattr(actions, name) for name in VERBS[folder]] == list(range(len(VERBS[folder])))
