"""What chance gave in one action: the pieces and rolls a referee cannot foresee, taken from the events."""
from __future__ import annotations

from collections import defaultdict, deque


class Given:
    """Pieces in the order in which they came, sorted by where they came to.

    >>> given = Given()
    >>> given.add("holder", 0, ["wall_01", "wall_02"])
    >>> given.next("holder", 0), given.left()
    ('wall_01', [('holder', 0, 'wall_02')])
    """

    def __init__(self) -> None:
        self.pieces: defaultdict[tuple[str, int], deque[str]] = defaultdict(deque)

    def add(self, where: str, which: int, pieces: list[str]) -> None:
        """Note that these came to a place (a holder, a slot of the market ...)."""
        self.pieces[where, which].extend(pieces)

    def next(self, where: str, which: int) -> str:
        """The next one that came there: a rule says that one must have come."""
        assert self.pieces[where, which], f"By the rules one more should have come to {where} {which}."
        return self.pieces[where, which].popleft()

    def left(self) -> list[tuple[str, int, str]]:
        """What came although no rule asked for it."""
        return [(*place, piece) for place, pieces in self.pieces.items() for piece in pieces]
