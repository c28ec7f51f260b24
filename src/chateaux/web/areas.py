"""A page in areas, of which a stream sends only those that are new to its reader. Compiled."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, final

from chateaux.look.marking import BEGIN, Patches, cut


@final
class Areas:
    """What a reader of a page has already: of a page in areas only those are sent that changed.

    A page comes in patches; what is no patch, or a first one, goes on with the area before it. Areas that are as they
    were are named: the first of a run, and how many follow it as before.

    >>> areas = Areas()
    >>> areas.news(["<main><!--[hand]--><p>", "1", cut("</p><!--[sky]--><p>blue</p><!--[sea]--><p>deep</p>")])
    b'<main><!--[hand]--><p>1</p><!--[sky]--><p>blue</p><!--[sea]--><p>deep</p>'
    >>> areas.news(["<main><!--[hand]--><p>", "2", cut("</p><!--[sky]--><p>blue</p><!--[sea]--><p>deep</p>")])
    b'<main><!--[hand]--><p>2</p><!--[sky]=2-->'
    """

    def __init__(self) -> None:
        self.names: list[str] = []
        self.marks: list[int] = []  # of what was in each area: not the text, which is much

    def news(self, page: Sequence[Any]) -> bytes:
        """What is new of a page."""
        names, marks, texts = [""], [0], [b""]
        more = dict[int, list[bytes]]()  # by place of an area, what it goes on with
        for one in page:
            found: Patches = one if isinstance(one, Patches) else cut(one)
            if found.first:
                at = len(names) - 1
                marks[at] = hash((marks[at], found.first))
                if at in more:
                    more[at].append(found.first)
                else:
                    more[at] = [found.first]
            if found.names:
                names += found.names
                marks += found.marks
                texts += found.texts
        told = list[bytes]()
        known, had = self.marks, len(self.marks)
        places = {} if names == self.names else {name: place for place, name in enumerate(self.names)}
        first, run, follows = 0, 0, -1  # of areas that are as they were: where the next would have stood
        for place in range(len(names)):
            at = places.get(names[place], -1) if places else place
            same = 0 < at < had and known[at] == marks[place]
            if run and not (same and at == follows):
                told.append(f"{BEGIN}{names[first]}]={run}-->".encode())
                run = 0
            if same:
                if not run:
                    first = place
                run += 1
                follows = at + 1
            else:
                told.append(texts[place])
                if place in more:
                    told += more[place]
        if run:
            told.append(f"{BEGIN}{names[first]}]={run}-->".encode())
        self.names, self.marks = names, marks
        return b"".join(told)
