"""A page in areas, of which a stream sends only those that are new to its reader. Compiled."""
from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import final

from chateaux.web.piece import BEGIN, Piece


@lru_cache(maxsize=1024)
def parted(text: str) -> Piece:
    """A text of a template, with the areas that begin in it."""
    return Piece(text)


@final
class Areas:
    """What a reader of a page has already: of a page in areas only those are sent that changed.

    A page comes in pieces; areas begin in those of the template itself, and in those that know of them. Areas that are
    as they were are named: the first of a run, and how many follow it as before.

    >>> areas = Areas()
    >>> areas.news(["<main><!--[hand]--><p>", "1", "</p><!--[sky]--><p>blue</p><!--[sea]--><p>deep</p>"])
    '<main><!--[hand]--><p>1</p><!--[sky]--><p>blue</p><!--[sea]--><p>deep</p>'
    >>> areas.news(["<main><!--[hand]--><p>", "2", "</p><!--[sky]--><p>blue</p><!--[sea]--><p>deep</p>"])
    '<main><!--[hand]--><p>2</p><!--[sky]=2-->'
    """

    def __init__(self) -> None:
        self.known: dict[str, tuple[int, int]] = {}  # where each stood, and what it was: not the text, which is much

    def news(self, page: Sequence[str]) -> str:
        """What is new of a page."""
        inside = list[str]()
        areas, names = [inside], list[str]()
        for text in page:
            if isinstance(text, Piece):
                piece = text
            elif type(text) is str and BEGIN in text:
                piece = parted(text)
            else:
                inside.append(text)
                continue
            parts = piece.parts
            inside.append(parts[0])
            if len(parts) > 1:
                names += piece.names
                areas += [[area] for area in parts[1:]]
                inside = areas[-1]
        told, known, run = areas[0], dict[str, tuple[int, int]](), 0
        first, follows = "", -1  # of the run: its name, and where the next would have stood
        for place in range(len(areas) - 1):
            inside, name = areas[place + 1], names[place]
            is_now = hash(inside[0]) if len(inside) == 1 else hash(tuple(inside))
            at, was = self.known.get(name, (-1, 0))
            same = at >= 0 and was == is_now
            known[name] = place, is_now
            if run and not (same and at == follows):
                told.append(f"{BEGIN}{first}]={run}-->")
                run = 0
            if not same:
                told.append(BEGIN)
                told += inside
            else:
                first, run, follows = first if run else name, run + 1, at + 1
        if run:
            told.append(f"{BEGIN}{first}]={run}-->")
        self.known = known
        return "".join(told).replace("\n", " ")  # which is the same to a page, and one line to a stream
