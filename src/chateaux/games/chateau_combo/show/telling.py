"""What is told of an element of the board, in sentences: what holds now, what a choice brings, what a card does."""
from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from chateaux.games.chateau_combo.rules import HIDDEN_GOLD, HIDDEN_KEYS
from chateaux.games.chateau_combo.schema import Cell, Choice, Gives, Offer, PlayerView, View
from chateaux.games.chateau_combo.show.words import describe
from chateaux.look.facts import fact
from chateaux.look.words import Words

Card = Mapping[str, Any]  # as in pieces.json


def helps(card: Card, words: Words) -> str:
    """A whole card in words: its shields, what it does and what it scores."""
    printed = does(card, words)
    carries = words.say("board.carries", shields=[words.say(f"shield.{kind}") for kind in card["shields"]])
    return f"{carries} {printed['effect']} {printed['scoring']}"


def does(card: Card, words: Words) -> dict[str, Any]:
    """What a card does and scores, and the parts of its effect one by one."""
    return describe(card, words.say)


def gains(given: Gives | Choice, words: Words) -> str:
    """What is brought at once, in a few words; empty where nothing is."""
    say, found = words.say, []
    if given.gold:
        found.append("+" + say("amount.gold", count=given.gold))
    if given.keys:
        found.append("+" + say("amount.key", count=given.keys))
    if given.stored:
        found.append(say("board.stored", count=given.stored))
    if given.others_gold:
        found.append(say("board.others", what=say("amount.gold", count=given.others_gold)))
    if given.others_keys:
        found.append(say("board.others", what=say("amount.key", count=given.others_keys)))
    if given.chooses:
        found.append(say("board.choice"))
    return ", ".join(found)


def hides(offer: Offer, words: Words) -> str:
    """What taking a card face down brings, whichever it is."""
    return (f"{words.say('action.hide', card=offer.card)}{words.say('word.colon')} "
            f"+{HIDDEN_GOLD} {words.piece('gold').bare}, +{HIDDEN_KEYS} {words.piece('key').bare}")


def chosen(option: Choice, words: Words) -> str:
    """What one of two effects would bring."""
    got = gains(option, words)
    return words.say("board.gives", what=got) if got else words.say("board.gives_nothing")


def now(offer: Offer, words: Words) -> list[str]:
    """What holds for a card of a row just now: its price for this player, what is missing, what it brings at once."""
    if offer.cost != offer.price:
        found = [words.say("board.pay_less", count=offer.price, cost=offer.cost, off=offer.cost - offer.price)]
    else:
        found = [words.say("board.pay", count=offer.price)]
    if not offer.affordable:
        found.append(words.say("board.missing", count=offer.missing))
    got = gains(offer.gives, words) if offer.gives else ""
    if got:
        found.append(words.say("board.gives", what=got))
    return found


def previews(offer: Offer, words: Words) -> dict[str, str]:
    """By cell, how many points more a card would bring there."""
    return {cell: words.say("board.more_points", count=score.points) for cell, score in offer.cells.items()}


@fact
def piles(view: View) -> list[tuple[str, int, list[str]]]:
    """Of each place how many cards its deck has, and which were discarded there: everybody sees the same."""
    return [(place.id, place.left, place.discard) for place in view.places]


def label(cell: Cell, words: Words) -> str:
    """A card of a tableau: where it lies, and what it scores if it lies open."""
    name = words.piece(str(cell.card)).bare
    if cell.down:
        return words.say("board.face_down_at", cell=cell.cell, card=name)
    return words.say("board.card_at", cell=cell.cell, card=name, count=cell.points)


def scored(cell: Cell, words: Words) -> list[str]:
    """What holds for a card of a tableau just now: its points, and what its purse holds."""
    if cell.down:
        return [words.say("board.face_down")]
    found = [words.say("board.scores_now", count=cell.points)]
    if cell.capacity:
        found.append(words.say("board.purse", gold=cell.gold, capacity=cell.capacity))
    return found


def frame(board: PlayerView, words: Words) -> str:
    """How far the floating frame of a tableau is settled, in a sentence."""
    wide, tall = board.frame.wide == 3, board.frame.tall == 3
    return words.say("board.frame_" + (
        "none" if not board.placed else "full" if board.placed == 9 else "fixed" if wide and tall else
        "columns" if wide else "rows" if tall else "free"))


def cells(board: PlayerView) -> Iterator[tuple[Cell, int, int, bool]]:
    """The cells that are shown of a tableau: each with its column and row, from 1, and whether the frame holds it."""
    frame, across = board.frame, board.across
    for number, cell in enumerate(board.cells):
        row, column = divmod(number, across)
        yield cell, column + 1, row + 1, (0 <= column - frame.column < frame.wide and 0 <= row - frame.row < frame.tall)


def brought(event: Mapping[str, object], by: int, me: int | None, words: Words, names: Sequence[str]) -> str:
    """What a card of somebody else brings the viewer; nothing where it is their own, or brings them nothing."""
    if event["kind"] not in ("gain_gold", "gain_key") or event["seat"] != me or by in (me, -1):
        return ""
    return words.say(f"board.brought.{event['kind']}", count=event["count"], seat=by, names=names)
