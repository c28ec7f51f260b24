"""Actions as a table: verbs own runs of numbers without holes, and every number says what it means."""
from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as some

from chateaux.engine.actions import Actions


@given(some.lists(some.tuples(some.integers(1, 6), some.integers(1, 6)), min_size=1, max_size=8))
def test_every_number_means_one_verb_with_its_arguments(sizes: list[tuple[int, int]]) -> None:
    actions = Actions()
    verbs = [actions.declare(f"verb{number}", ones, twos) for number, (ones, twos) in enumerate(sizes)]
    assert verbs == list(range(len(sizes)))
    expected = [(verb, one, two) for verb, (ones, twos) in enumerate(sizes) for one in range(ones)
                for two in range(twos)]
    told = [(actions.verb[number], actions.one[number], actions.two[number]) for number in range(actions.count)]
    assert told == expected
    assert [actions.number(*meant) for meant in expected] == list(range(actions.count))
