"""What is told of an element of the board, in sentences: why a card rests, what it would bring, what is missing."""
from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

from chateaux.games.chateau_fort.schema import Castle, Held, Placed, Player, Recipe, Site, Split, View
from chateaux.look.facts import fact
from chateaux.look.words import Words

ROOM = 46  # pixels that the cards of a stack may take beside the first
STEP = 30  # between two of them where there is room


class Action(Protocol):
    """Something the viewer may do, by its number and in notation."""

    @property
    def action(self) -> int: ...

    @property
    def text(self) -> str: ...


@fact
def left(view: View) -> int:
    """How many cards the pile has."""
    return view.pile.count


def castle(castle: Castle, words: Words) -> str:
    """What stands, in words."""
    return words.say("board.castle", walls=words.say("amount.wall", count=castle.walls),
                     keeps=words.say("amount.keep", count=castle.keeps))


def held(count: int, hand: Sequence[Held], words: Words) -> str:
    """How many cards a player holds, and which of them the viewer knows."""
    known = ", ".join(words.piece(card.card).bare for card in hand if card.card)
    told = words.say("board.holds", count=count)
    return f"{told}: {known}" if known else told


def knows(hand: Sequence[Held]) -> bool:
    """Whether the viewer knows a card of a hand."""
    return any(card.card for card in hand)


def stop(actions: Iterable[Action]) -> int | None:
    """The action that stops an attack, if the viewer has it."""
    return next((one.action for one in actions if one.text == "defend"), None)


def short(recipe: Recipe, words: Words) -> str:
    """What a construction still needs."""
    missing = [words.say(f"amount.{need.resource}", count=need.short) for need in recipe.needs if need.short]
    return words.say("board.short", what=words.word(missing))


def rests(recipe: Recipe, words: Words) -> str:
    """Why a construction cannot be built now."""
    return short(recipe, words) if recipe.rests == "short" else words.say(f"why.{recipe.rests}")


def split(option: Split, words: Words) -> str:
    """Single and double cards that pay together."""
    found = []
    if option.singles > 0:
        found.append(words.say("board.single", count=option.singles))
    if option.doubles:
        found.append(words.say("board.double", count=option.doubles))
    return " + ".join(found)


def then(card: Held, words: Words) -> str:
    """What the site has, or can build, once a card lies on it; empty for a card that is not laid there."""
    if card.brings is None or card.rests:
        return ""
    if card.brings.makes:
        return words.say("board.then_build", card=card.brings.makes[-1])
    return words.say("board.then_have", what=words.say(f"amount.{card.brings.resource}", count=card.brings.units))


def now(card: Held, words: Words, names: Sequence[str]) -> list[str]:
    """What holds for a card in hand just now: why it rests, who knows it, what it would bring."""
    found = [words.say(f"why.{card.rests}")] if card.rests else []
    found += [words.say("board.known_to", seat=seat, names=names) for seat in card.known_to]
    return found + ([then(card, words)] if then(card, words) else [])


def previews(card: Held, risks: Mapping[str, str], words: Words) -> dict[str, str]:
    """By element, what comes of playing a card there: on the own site, on the pile, against somebody."""
    placed = then(card, words)
    return ({"site": placed} if placed else {}) | {"pile": words.say("board.then_discard")} | dict(risks)


def risks(card: Held, players: Sequence[Player], words: Words) -> dict[str, str]:
    """By element, what an attack risks for whom it may hit; a Witch also names a card of a site."""
    found: dict[str, str] = {}
    for one in players:
        if card.card and card.family == "attack" and one.refuses and one.refuses[card.card] is None:
            found[one.id] = words.say(f"risk.{card.card}", count=one.site.count)
            if card.card == "witch":
                found |= {lying.id: words.say("risk.witch", count=1)
                          for stack in one.site.stacks for lying in stack.cards}
    return found


def asks(card: Held, words: Words) -> tuple[str, str]:
    """What is asked once a card is picked: a title and a hint."""
    if card.rests:
        hint = words.say(f"why.{card.rests}") + "."
        return words.say("pick.discard", card=card.card), (
            hint if card.rests == "discarding" else f"{hint} {words.say('pick.discard.hint')}")
    if card.family == "resource":
        return words.say("pick.place", card=card.card), then(card, words)
    if card.family == "attack":
        return words.say(f"pick.{card.card}"), words.say("pick.attack.hint", card=card.stopped_by)
    return words.say(f"pick.{card.family}"), words.say(f"pick.{card.family}.hint")


def helps(card: Held, words: Words) -> str:
    """A card in words, and why it rests."""
    told = words.say(f"piece.{card.card}.help")
    return f"{told} {words.say(f'why.{card.rests}')}." if card.rests else told


def flight(card: Held) -> str:
    """What a card in hand is called while it moves: one that a Feast of fools brought is another card."""
    return f"{card.id}-given" if card.known_to else card.id


def came(card: Held) -> str:
    """The element that a card in hand came from: the pile, or the hand of who gave it."""
    return f"held-{card.known_to[0]}" if card.known_to else "pile"


@fact
def struck(view: View) -> str:
    """The element that the card of an attack came from: a hand; of the own one, the last card of its kind."""
    if view.attack is None:
        return ""
    own = view.attack.attacker == view.me
    return f"hand-{view.attack.card.card}-" if own else f"held-{view.attack.attacker}"


class Threat(NamedTuple):
    """An attack that waits for an answer: whose, its card, and the element that the card came from."""

    target: int
    card: str
    struck: str


@fact
def aimed(view: View) -> Threat | None:
    """The attack that waits for an answer."""
    return None if view.attack is None else Threat(view.attack.target, view.attack.card.card, struck(view))


def threat(view: View, seat: int) -> Threat | None:
    """The same, if it is aimed at a seat."""
    found = aimed(view)
    return found if found is not None and found.target == seat else None


def stocked(site: Site) -> list[tuple[str, int]]:
    """The units of each resource on a site."""
    return [(stack.resource, stack.units) for stack in site.stacks]


def few(rivals: Sequence[int]) -> bool:
    """Whether there is room for rivals to be shown large beside a player."""
    return len(rivals) < 3


def step(cards: int) -> float:
    """How far the cards of a stack lie from each other, in pixels."""
    return min(STEP, ROOM / max(cards - 1, 1))


def suffers(event: Mapping[str, object], me: int | None) -> bool:
    """Whether an event takes a card or a turn from the viewer without any die that is seen to roll."""
    return me is not None and event.get({"gold": "target_seat", "held": "seat"}.get(str(event["kind"]), "")) == me


def burns(roll: int) -> bool:
    """Fire takes a card whose roll is even."""
    return roll % 2 == 0


def fired(site: Site, rolls: Sequence[int]) -> Iterator[tuple[Placed, int]]:
    """The cards of a site, each with what was rolled for it."""
    return zip((card for stack in site.stacks for card in stack.cards), rolls, strict=False)
