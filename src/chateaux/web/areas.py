"""A page in areas, of which a stream sends only those that are new to its reader. Compiled."""
from __future__ import annotations

from typing import Final, final

BEGIN: Final = "<!--["  # before the name of an area of a page, where it begins; each name is there once
END: Final = "]-->"


@final
class Areas:
    """What a reader of a page has already: of a page in areas only those are sent that changed.

    Those that are as they were are named: the first of a run, and how many follow it as before.

    >>> areas = Areas()
    >>> areas.news("<main><!--[hand]--><p>1</p><!--[sky]--><p>blue</p><!--[sea]--><p>deep</p>")
    '<main><!--[hand]--><p>1</p><!--[sky]--><p>blue</p><!--[sea]--><p>deep</p>'
    >>> areas.news("<main><!--[hand]--><p>2</p><!--[sky]--><p>blue</p><!--[sea]--><p>deep</p>")
    '<main><!--[hand]--><p>2</p><!--[sky]=2-->'
    """

    def __init__(self) -> None:
        self.known: dict[str, tuple[int, int]] = {}  # where each stood, and what it was: not the text, which is much

    def news(self, page: str) -> str:
        """What is new of a page."""
        head, *rest = page.split(BEGIN)
        told, known, run = [head], dict[str, tuple[int, int]](), 0
        first, follows = "", -1  # of the run: its name, and where the next would have stood
        for place, area in enumerate(rest):
            name, is_now = area[:area.index(END)], hash(area)
            at, was = self.known.get(name, (-1, 0))
            same = at >= 0 and was == is_now
            known[name] = place, is_now
            if run and not (same and at == follows):
                told.append(f"{BEGIN}{first}]={run}-->")
                run = 0
            if not same:
                told.append(BEGIN)
                told.append(area)
            else:
                first, run, follows = first if run else name, run + 1, at + 1
        if run:
            told.append(f"{BEGIN}{first}]={run}-->")
        self.known = known
        return "".join(told).replace("\n", " ")  # which is the same to a page, and one line to a stream
