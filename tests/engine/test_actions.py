"""Actions as a table: verbs own runs of numbers without holes, and every number says what it means."""
from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as some

from chateaux.engine.actions import Actions

few = some.integers(1, 4)


@given(some.lists(some.tuples(few, few, few, some.integers(0, 3)), min_size=1, max_size=8))
def test_every_number_means_one_verb_with_its_arguments(sizes: list[tuple[int, int, int, int]]) -> None:
    actions = Actions()
    verbs = [actions.declare(f"verb{number}", ones, twos, threes, least)
             for number, (ones, twos, threes, least) in enumerate(sizes)]
    assert verbs == list(range(len(sizes)))
    expected = [(verb, one, two, three) for verb, (ones, twos, threes, least) in enumerate(sizes)
                for one in range(least, least + ones) for two in range(twos) for three in range(threes)]
    told = [(actions.verb[number], actions.one[number], actions.two[number], actions.three[number])
            for number in range(actions.count)]
    assert told == expected
    assert [actions.number(*meant) for meant in expected] == list(range(actions.count))


def test_pairs_are_numbered_as_they_are_listed() -> None:
    actions = Actions()
    actions.declare("draw")
    swap = actions.declare_pairs("swap", [(0, 1), (2, 0)])
    assert (actions.count, actions.first[swap]) == (3, 1)
    assert [(actions.verb[number], actions.one[number], actions.two[number]) for number in (1, 2)] == [
        (swap, 0, 1), (swap, 2, 0)]
