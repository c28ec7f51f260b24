"""What a board of Château fort shows, made from an observation alone.

Every element that can be picked is here under the id that `notation.elements` gives it. A rival's hidden
cards have ids that tell nothing.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, cast

from chateaux.engine.data import Data, Observation
from chateaux.games.chateau_fort import building, events
from chateaux.games.chateau_fort.attacks import forbidden, may_hit
from chateaux.games.chateau_fort.cards import (
    BAD_WEATHER,
    CONSTRUCTIONS,
    EVENTS,
    FAMILIES,
    FIRE,
    GOLD,
    GUARDS,
    IDS,
    KEEP,
    KINDS,
    MAGE,
    PEASANT,
    PEASANTS,
    RESOURCES,
    STONE,
    STONES,
    UNITS,
    WALL,
    WHEEL,
    defence_against,
    family,
    hand_size,
    held,
    lying,
    on_site,
    peasant_units,
    site_counts,
    site_size,
    stone_units,
)
from chateaux.games.chateau_fort.table import ALMS_ANSWERS, DEFENCE, NOBODY, OVER, PLAGUE_ANSWERS, TURN, Table
from chateaux.games.chateau_fort.turns import cards_left, may_end

if TYPE_CHECKING:
    from chateaux.engine.game import Game

PLOTS = ("nw", "ne", "sw", "se")  # walls go up in this order
LASTING = (1, 2, 5)  # rolls whose event stands over the whole round
FORBIDS = {1: ("mason", "peasant1", "peasant2", "gold"), 2: ("wall", "keep", "wheel"), 5: ("mage", "witch")}


def view(game: Game, observation: Observation) -> Data:
    """The table as `observation.seat` sees it; a spectator sees every player as a rival."""
    seat = observation.seat
    # Only public things and the seat's own hand are read from this world; the rest is left alone.
    table = cast(Table, game.worlds(observation).sample(0))
    scores, winners = table.scores(), table.winners()
    order = [(max(seat, 0) + step) % table.players for step in range(table.players)]
    shown: Data = {
        "seat": seat if seat >= 0 else None, "players": table.players, "phase": observation.position["phase"],
        "over": table.phase == OVER, "scores": scores, "winners": list(winners),
        "round": table.round, "first": table.first, "turn": table.active, "asked": list(table.to_act),
        "opening_rolls": observation.position["rolls"],
        "event": event(table), "events": [{"roll": roll, "event": EVENTS[roll], "on": roll == table.event}
                                          for roll in range(1, 7)],
        "clock": clock(table), "step": step_of_turn(table), "attack": attack(table),
        "pile": {"element": "pile", "count": table.pile_size, "unseen": unseen(table, seat)},
        "rivals": [rival(table, other, seat) for other in order if other != seat],
        "me": me(table, seat) if seat >= 0 else None,
        "castle": {"walls": table.pieces.walls, "keeps": table.pieces.keeps},
        "points": {"wall": table.pieces.wall_points, "keep": table.pieces.keep_points},
        "copies": {IDS[card]: table.pieces.copies[card] for card in range(KINDS)}}
    return shown


def event(table: Table) -> Data | None:
    """The event that was rolled last, whether it still stands, and what it forbids now."""
    if table.event == 0:
        return None
    return {"roll": table.event, "event": EVENTS[table.event], "stands": table.event in LASTING,
            "forbids": list(FORBIDS.get(table.event, ()))}


def clock(table: Table) -> Data | None:
    """Of a timed game: whether this round is the last one, and after how many rounds the game ends by itself."""
    if not table.timed:
        return None
    return {"element": "clock", "time_up": table.time_up, "rounds": table.last_round or None,
            "last_round": table.time_up or table.round == table.last_round}


def step_of_turn(table: Table) -> Data:
    """How far the turn has come."""
    return {"played": table.played, "discarded": table.discarded, "wheel": table.wheel, "left": cards_left(table),
            "attacked": [seat for seat in range(table.players) if table.attacked >> seat & 1],
            "end": {"element": "end-turn", "allowed": table.phase == TURN and may_end(table)}}


def attack(table: Table) -> Data | None:
    """The attack that waits for its target's answer."""
    if table.phase != DEFENCE:
        return None
    return {"card": card_face(table.attack), "attacker": table.active, "target": table.target,
            "named": IDS[table.named] if table.named >= 0 else None,
            "defence": IDS[defence_against(table.attack)], "accept": {"element": "accept"}}


def card_face(card: int) -> Data:
    """A card as it is printed: its id and family, units of a resource, what stops it or what it stops."""
    return {"card": IDS[card], "family": FAMILIES[family(card)], "units": UNITS[card] if card < RESOURCES else None,
            "stopped_by": IDS[defence_against(card)] if FIRE <= card < GUARDS else None,
            "stops": [IDS[other] for other in range(FIRE, GUARDS) if defence_against(other) == card]}


def unseen(table: Table, seat: int) -> dict[str, int]:
    """The cards a seat cannot place: those of the pile and of hands it does not know, together."""
    counts = {}
    for card in range(KINDS):
        count = table.pile[card]
        for holder in range(table.players):
            count += held(table.hands[holder], card) - held(table.sure_of(seat, holder), card)
        if count:
            counts[IDS[card]] = count
    return counts


# ---------------------------------------------------------------- players


def castle(table: Table, seat: int) -> Data:
    """The pawns that stand, the plots of the bailey, and the wall or keep that could rise now."""
    walls, keeps = table.built(seat, WALL), table.built(seat, KEEP)
    now = seat == table.active and table.phase == TURN and table.event != BAD_WEATHER
    plots: list[Data] = [{"plot": plot, "built": number < walls,
                          "ghost": now and number == walls and building.affords(table, seat, WALL)}
                         for number, plot in enumerate(PLOTS)]
    plots.append({"plot": "keep", "built": keeps > 0, "ghost": now and building.affords(table, seat, KEEP)})
    return {"walls": walls, "keeps": keeps, "plots": plots}


def site(table: Table, seat: int, prefix: str) -> Data:
    """The cards of a site in three stacks, with what they are worth."""
    cards = table.sites[seat]
    stacks = []
    for resource, kinds, worth in (("mason", [0], lying(cards, 0)), ("stone", [STONE, STONES], stone_units(cards)),
                                   ("peasant", [PEASANT, PEASANTS], peasant_units(cards))):
        stacks.append({"resource": resource, "units": worth,
                       "cards": [{"element": f"{prefix}-{IDS[card]}-{copy}", **card_face(card)}
                                 for card in kinds for copy in range(lying(cards, card))]})
    return {"element": prefix, "count": site_size(cards), "counts": site_counts(cards), "stacks": stacks}


def person(table: Table, seat: int, prefix: str) -> Data:
    """What everybody sees of a player."""
    answer = None
    if table.phase in (PLAGUE_ANSWERS, ALMS_ANSWERS) and table.answers[seat] >= -1:
        answer = "owed" if table.answers[seat] == -1 else "given"
    return {"seat": seat, "score": table.scores()[seat], "won": seat in table.winners(),
            "turn": seat == table.active and table.phase in (TURN, DEFENCE), "asked": seat in table.to_act,
            "first": seat == table.first, "castle": castle(table, seat), "site": site(table, seat, prefix),
            "mage": None if table.mages[seat] == NOBODY else {"element": f"mage-{seat}", "attacker": table.mages[seat]},
            "cards": hand_size(table.hands[seat]), "answer": answer}


def rival(table: Table, seat: int, viewer: int) -> Data:
    """Another player: the target of attacks, with the reason where one is not possible."""
    known = table.sure_of(viewer, seat)
    faces: list[Data] = [card_face(card) for card in range(KINDS) for _ in range(held(known, card))]
    hidden = hand_size(table.hands[seat]) - len(faces)
    hand = [{"element": f"rival-{seat}-card-{number}", "card": face}
            for number, face in enumerate([*faces, *([None] * hidden)])]
    return {**person(table, seat, f"rival-{seat}-site"), "element": f"rival-{seat}", "hand": hand,
            "refuses": {IDS[card]: why_not(table, card, seat) for card in range(FIRE, GUARDS)}
            if viewer == table.active and table.phase == TURN else {}}


def why_not(table: Table, card: int, target: int) -> str | None:
    """Why an attack cannot hit a player now (ruling 10); None when it can."""
    if table.wheel:
        return "wheel"
    if table.discarded:
        return "discarding"
    if cards_left(table) == 0:
        return "no_play"
    if forbidden(table, card):
        return EVENTS[table.event]
    if table.attacked >> target & 1:
        return "attacked"
    if may_hit(table, card, target):
        return None
    return {GOLD: "no_mason", MAGE: "mage"}.get(card, "empty_site")


def me(table: Table, seat: int) -> Data:
    """The viewer's own place: site, castle, hand, recipes, and the question of an event."""
    return {**person(table, seat, "site"), "hand": hand(table, seat),
            "recipes": [recipe(table, seat, construction) for construction in (WALL, KEEP)],
            "plague": plague(table, seat), "chosen": chosen(table, seat)}


def chosen(table: Table, seat: int) -> str | None:
    """The element of the answer that was already given to Plague or Alms; it may still be changed."""
    answer = table.answers[seat]
    if answer < 0 or table.phase not in (PLAGUE_ANSWERS, ALMS_ANSWERS):
        return None
    if table.phase == PLAGUE_ANSWERS:
        return f"plague-{answer}"
    return f"site-{IDS[answer]}-{lying(table.sites[seat], answer) - 1}"  # the topmost of its kind


def hand(table: Table, seat: int) -> list[Data]:
    """The own cards, with the seats that surely know them from a Feast of fools and why they cannot be played.

    That is the last giver; which of them earlier givers know, the holder cannot tell.
    """
    giver = table.giver_to(seat)
    cards = []
    for card in range(KINDS):
        known = held(table.given[seat], card)
        for copy in range(held(table.hands[seat], card)):
            cards.append({"element": f"hand-{IDS[card]}-{copy}", **card_face(card),
                          "known_to": [giver] if copy < known else [], "rests": rests(table, seat, card),
                          "brings": brings(table, seat, card) if card < RESOURCES else None})
    return cards


def brings(table: Table, seat: int, card: int) -> Data:
    """What a resource would make of the own site: its units then, and what could be built that cannot be now."""
    before = [building.affords(table, seat, construction) for construction in (WALL, KEEP)]
    now = table.sites[seat]
    table.sites[seat] = after = now + on_site(card)
    makes = [CONSTRUCTIONS[construction] for construction in (WALL, KEEP)
             if building.affords(table, seat, construction) and not before[construction]]
    table.sites[seat] = now
    resource, worth = (("mason", lying(after, 0)) if card == 0 else
                       ("stone", stone_units(after)) if card <= STONES else ("peasant", peasant_units(after)))
    return {"resource": resource, "units": worth, "makes": makes}


def rests(table: Table, seat: int, card: int) -> str | None:
    """Why a card of the own hand cannot be played now; None when it can."""
    if table.phase == DEFENCE and seat == table.target:
        return None if card == defence_against(table.attack) else "not_this_defence"
    if table.phase != TURN or seat != table.active:
        return "not_your_turn"
    if table.discarded:
        return "discarding"
    if cards_left(table) == 0:
        return "no_play"
    if GUARDS <= card < WHEEL:
        return "defence"
    if card == WHEEL:
        if table.event == BAD_WEATHER:
            return EVENTS[BAD_WEATHER]
        return "not_first" if table.played else None
    if card < RESOURCES:
        return None if table.event != 1 or card in (STONE, STONES) else EVENTS[1]
    reasons = [why_not(table, card, other) for other in range(table.players) if other != seat]
    return None if None in reasons else reasons[0] if len(set(reasons)) == 1 else "no_target"


def recipe(table: Table, seat: int, construction: int) -> Data:
    """What a construction needs, what is there, what is short, and the ways to pay where there are several."""
    cards = table.sites[seat]
    name = CONSTRUCTIONS[construction]
    needs: list[Data] = []
    have = [lying(cards, 0), stone_units(cards), peasant_units(cards)]
    for which, resource in enumerate(("mason", "stone", "peasant")):
        want = table.pieces.costs[construction * 3 + which]
        needs.append({"resource": resource, "have": have[which], "want": want, "short": max(0, want - have[which])})
    affordable = building.affords(table, seat, construction)
    rests = None
    if table.built(seat, construction) >= table.pieces.most(construction):
        rests = "all_built"
    elif not affordable:
        rests = "short"
    elif table.event == BAD_WEATHER:
        rests = EVENTS[BAD_WEATHER]
    elif table.phase != TURN or seat != table.active:
        rests = "not_your_turn"
    return {"construction": name, "element": f"build-{name}", "needs": needs, "ready": rests is None, "rests": rests,
            "payments": payments(table, seat, construction) if affordable else []}


def payments(table: Table, seat: int, construction: int) -> list[Data]:
    """For stones and peasants each: how many double cards may pay, where there is a choice."""
    cards = table.sites[seat]
    name = CONSTRUCTIONS[construction]
    choices: list[Data] = []
    for which, single, double in ((1, STONE, STONES), (2, PEASANT, PEASANTS)):
        need = table.pieces.costs[construction * 3 + which]
        few = building.fewest_doubles(need, lying(cards, single))
        many = building.most_doubles(need, lying(cards, single), lying(cards, double))
        if few < many:
            choices.append({"card": IDS[double], "single": IDS[single], "options": [
                {"element": f"pay-{name}-{IDS[double]}-{doubles}", "doubles": doubles, "singles": need - 2 * doubles}
                for doubles in range(few, many + 1)]})
    return choices


def plague(table: Table, seat: int) -> Data | None:
    """The owner's choice in a Plague: how many of the dead are double cards."""
    if table.phase != PLAGUE_ANSWERS or table.answers[seat] < -1:
        return None
    cards = table.sites[seat]
    return {"masons": lying(cards, 0) // 2, "peasants": events.plague_dead(cards), "options": [
        {"element": f"plague-{doubles}", "doubles": doubles, "singles": events.plague_dead(cards) - doubles}
        for doubles in range(events.fewest_dead(cards), events.most_dead(cards) + 1)]}

