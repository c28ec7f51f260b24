"""An action keeps its number for as long as the rules keep theirs: records and trained agents lean on it."""
from __future__ import annotations

import pytest

import chateaux

NUMBERS = {  # by game, the version of its rules and how many actions they number
    "castle-builder": (3, 215), "chateau-combo": (1, 182), "chateau-fort": (2, 199), "once-upon-a-castle": (2, 252)}


@pytest.mark.parametrize("id", sorted(NUMBERS))
def test_another_number_of_actions_is_another_version_of_the_rules(id: str) -> None:
    game = chateaux.game(id)
    assert (game.rules_version, game.action_count) == NUMBERS[id]
