"""A page in areas, of which a stream sends only those that are new to its reader. Compiled."""
from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import final

from chateaux.web.piece import BEGIN, Piece


@lru_cache(maxsize=1024)
def own(text: str) -> list[str]:
    """A text of a page's template in pieces."""
    return [Piece(piece) if place else piece for place, piece in enumerate(parted(text))]


def parted(text: str) -> list[str]:
    """A text in pieces: each but the first begins an area.

    >>> parted("<ul><!--[hand]--><li>")
    ['<ul>', '<!--[hand]--><li>']
    """
    first, *more = text.split(BEGIN)
    return [first, *[BEGIN + piece for piece in more]]


@final
class Areas:
    """What a reader of a page has already: of a page in areas only those are sent that changed.

    A page comes in pieces; areas begin within those of the page's own template, and with others. Areas that are as
    they were are named: the first of a run, and how many follow it as before.

    >>> areas = Areas()
    >>> areas.news(["<main><!--[hand]--><p>", "1", "</p><!--[sky]--><p>blue</p><!--[sea]--><p>deep</p>"])
    '<main><!--[hand]--><p>1</p><!--[sky]--><p>blue</p><!--[sea]--><p>deep</p>'
    >>> areas.news(["<main><!--[hand]--><p>", "2", "</p><!--[sky]--><p>blue</p><!--[sea]--><p>deep</p>"])
    '<main><!--[hand]--><p>2</p><!--[sky]=2-->'
    """

    def __init__(self) -> None:
        self.names: list[str] = []
        self.marks: list[int] = []  # of what was in each area: not the text, which is much

    def news(self, page: Sequence[str]) -> str:
        """What is new of a page."""
        inside = list[str]()
        areas, names = [inside], list[str]()
        for text in page:
            for piece in own(text) if type(text) is str and BEGIN in text else (text,):
                if isinstance(piece, Piece):
                    names.append(piece.name)
                    inside = [piece]
                    areas.append(inside)
                else:
                    inside.append(piece)
        told, marks = areas.pop(0), list[int]()
        places = {} if names == self.names else {name: place for place, name in enumerate(self.names)}
        first, run, follows = "", 0, -1  # of areas that are as they were: where the next would have stood
        for place, inside in enumerate(areas):
            mark = hash(inside[0]) if len(inside) == 1 else hash(tuple(inside))
            marks.append(mark)
            at = places.get(names[place], -1) if places else place
            same = 0 <= at < len(self.marks) and self.marks[at] == mark
            if run and not (same and at == follows):
                told.append(f"{BEGIN}{first}]={run}-->")
                run = 0
            if not same:
                told += inside
            else:
                first, run, follows = first if run else names[place], run + 1, at + 1
        if run:
            told.append(f"{BEGIN}{first}]={run}-->")
        self.names, self.marks = names, marks
        return "".join(told).replace("\n", " ")  # which is the same to a page, and one line to a stream
