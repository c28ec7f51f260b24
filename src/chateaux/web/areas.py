"""A page in areas, of which a stream sends only those that are new to its reader. Compiled."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, final

from chateaux.look.marking import BEGIN, Outline, Patches, cut

NEW: Final = -1  # which is no text's hash
NONE: Final = Outline(NEW, [], [])


@final
class Areas:
    """What a reader of a page has already: of a page in areas only those are sent that changed.

    A page comes in patches; what is no patch, or before the first one, goes on with the area before it. Areas that are
    as they were are named: the first of a run, and how many follow it as before.

    >>> areas = Areas()
    >>> areas.news(["<main><!--[hand]--><p>", "1", cut("</p><!--[sky]--><p>blue</p><!--[sea]--><p>deep</p>")])
    b'<main><!--[hand]--><p>1</p><!--[sky]--><p>blue</p><!--[sea]--><p>deep</p>'
    >>> areas.news(["<main><!--[hand]--><p>", "2", cut("</p><!--[sky]--><p>blue</p><!--[sea]--><p>deep</p>")])
    b'<main><!--[hand]--><p>2</p><!--[sky]=2-->'
    """

    def __init__(self) -> None:
        self.known: list[Outline] = []  # of all patches of the page: not their texts, which are much

    def news(self, page: Sequence[Any]) -> bytes:
        """What is new of a page. Patches that are as they were are not looked into."""
        patches: list[Patches] = [one if isinstance(one, Patches) else cut(one) for one in page]
        outlines = [one.outline for one in patches]
        before, starts = aligned(self.known, outlines)
        self.known = outlines
        news = News()
        for place, one in enumerate(patches):
            now, was, start = outlines[place], before[place], starts[place]
            if news.sends and one.first:
                news.told.append(one.first)
            if not now.count:
                continue
            last, ends = now.count - 1, goes_on(outlines, before, place)
            if now is was or now.whole == was.whole:
                news.same(now, 0, now.count if ends else last, start)
                if not ends:
                    news.send(one.texts[last])
                continue
            places = {name: number for number, name in enumerate(was.names)}
            for number in range(now.count):
                at = places.get(now.names[number], -1)
                if at >= 0 and now.marks[number] == was.marks[at] and (
                        (number == last) == (at == was.count - 1)) and (ends or number < last):
                    news.same(now, number, 1, start + at)
                else:
                    news.send(one.texts[number])
        news.end()
        return b"".join(news.told)


@final
class News:
    """What is told of a page."""

    def __init__(self) -> None:
        self.told: list[bytes] = []
        self.sends = True  # whether the area that is open is sent
        self.first, self.run, self.follows = "", 0, -1  # of areas as they were: where the next stood

    def same(self, now: Outline, number: int, count: int, at: int) -> None:
        """So many areas are as they were, from this one on, where they stood from a place on."""
        if not count:
            return
        if not self.run or at != self.follows:
            self.end()
            self.first = now.names[number]
        self.run += count
        self.follows = at + count
        self.sends = False

    def send(self, text: bytes) -> None:
        """An area is new."""
        self.end()
        self.told.append(text)
        self.sends = True

    def end(self) -> None:
        """A run of areas ends."""
        if self.run:
            self.told.append(f"{BEGIN}{self.first}]={self.run}-->".encode())
            self.run = 0


def goes_on(now: list[Outline], before: list[Outline], place: int) -> bool:
    """Whether the last area of some patches goes on as it did, up to where the next one begins."""
    for at in range(place + 1, len(now)):
        if now[at].first != before[at].first or (now[at].count > 0) != (before[at].count > 0):
            return False
        if now[at].count:
            return True
    return True


def aligned(known: list[Outline], now: list[Outline]) -> tuple[list[Outline], list[int]]:
    """What stood where these do, and at which place of all areas its first one did.

    Where patches came or went, those before and after them are found again, and whatever goes on there is new.
    """
    starts, start = list[int](), 0
    for one in known:
        starts.append(start)
        start += one.count
    had, have = len(known), len(now)
    if had == have:
        return known, starts
    fewer, front, back = min(had, have), 0, 0
    while front < fewer and alike(known[front], now[front]):
        front += 1
    while back < fewer - front and alike(known[had - 1 - back], now[have - 1 - back]):
        back += 1
    if front and front + back == have and not back:
        front -= 1
    gap, rest = have - front - back, known[had - back:]
    if rest:
        rest[0] = Outline(NEW, rest[0].names, rest[0].marks)
    return known[:front] + [NONE] * gap + rest, starts[:front] + [0] * gap + starts[had - back:]


def alike(one: Outline, other: Outline) -> bool:
    return one.whole == other.whole or one.names[:1] == other.names[:1]
