"""What a board of Château fort shows, made from an observation alone.

Every element that can be picked is here under the id that `notation.elements` gives it. A rival's hidden
cards have ids that tell nothing.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, cast

from msgspec import structs

from chateaux.engine.data import Observation
from chateaux.games.chateau_fort import building, events
from chateaux.games.chateau_fort.attacks import may_hit
from chateaux.games.chateau_fort.cards import (
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
    MASON,
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
    forbids,
    forbids_building,
    hand_size,
    held,
    lying,
    on_site,
    peasant_units,
    site_counts,
    site_size,
    stone_units,
)
from chateaux.games.chateau_fort.schema import (
    Attack,
    Brings,
    Button,
    Castle,
    Face,
    Happening,
    Held,
    Hourglass,
    Need,
    Payment,
    Pile,
    Placed,
    Player,
    Plot,
    Possible,
    Recipe,
    Site,
    Spell,
    Split,
    Stack,
    Step,
    Toll,
    View,
    Whole,
    Worth,
)
from chateaux.games.chateau_fort.state import ALMS_ANSWERS, DEFENCE, NOBODY, OVER, PHASES, PLAGUE_ANSWERS, TURN, Table
from chateaux.games.chateau_fort.turns import cards_left, may_end

if TYPE_CHECKING:
    from chateaux.engine.game import Game

PLOTS = ("nw", "ne", "sw", "se")  # walls go up in this order


def view(game: Game, observation: Observation) -> View:
    """The table as `observation.seat` sees it; a spectator sees every player as a rival."""
    seat = observation.seat
    # Only public things and the seat's own hand are read from this world; the rest is left alone.
    table = cast(Table, game.worlds(observation).sample(0))
    order = [(max(seat, 0) + step) % table.players for step in range(table.players)]
    return View(
        phase=PHASES[table.phase], round=table.round, turn=table.active, asked=table.to_act,
        me=seat if seat >= 0 else None, players=[player(table, other, seat) for other in range(table.players)],
        rivals=[other for other in order if other != seat],
        over=table.phase == OVER, scores=table.scores(), winners=list(table.winners()),
        first=table.first, opening_rolls=table.rolls,
        event=happening(table), events=[Possible(roll=roll, event=EVENTS[roll], on=roll == table.event)
                                        for roll in range(1, 7)],
        clock=clock(table), step=step_of_turn(table), attack=attack(table),
        pile=Pile(id="pile", count=table.pile_size, unseen=unseen(table, seat)),
        castle=Whole(walls=table.pieces.walls, keeps=table.pieces.keeps),
        points=Worth(wall=table.pieces.wall_points, keep=table.pieces.keep_points),
        copies={IDS[card]: table.pieces.copies[card] for card in range(KINDS)})


def happening(table: Table) -> Happening | None:
    """The event that was rolled last, whether it still stands, and what it forbids now."""
    if table.event == 0:
        return None
    forbidden = list(CONSTRUCTIONS) if forbids_building(table.event) else []
    forbidden += [IDS[card] for card in range(KINDS) if forbids(table.event, card)]
    return Happening(roll=table.event, event=EVENTS[table.event], stands=bool(forbidden), forbids=forbidden)


def clock(table: Table) -> Hourglass | None:
    """Of a timed game: whether this round is the last one, and after how many rounds the game ends by itself."""
    if not table.timed:
        return None
    return Hourglass(id="clock", time_up=table.time_up, rounds=table.last_round or None,
                     last_round=table.time_up or table.round == table.last_round)


def step_of_turn(table: Table) -> Step:
    """How far the turn has come."""
    return Step(played=table.played, discarded=table.discarded, wheel=table.wheel, left=cards_left(table),
                attacked=[seat for seat in range(table.players) if table.attacked >> seat & 1],
                end=Button(id="end-turn", allowed=table.phase == TURN and may_end(table)))


def attack(table: Table) -> Attack | None:
    """The attack that waits for its target's answer."""
    if table.phase != DEFENCE:
        return None
    return Attack(card=FACES[table.attack], attacker=table.active, target=table.target,
                  named=IDS[table.named] if table.named >= 0 else None,
                  defence=IDS[defence_against(table.attack)], accept=Button(id="accept"))


def face(card: int) -> Face:
    """A card as it is printed: its id and family, units of a resource, what stops it or what it stops."""
    return Face(card=IDS[card], family=FAMILIES[family(card)], units=UNITS[card] if card < RESOURCES else None,
                stopped_by=IDS[defence_against(card)] if FIRE <= card < GUARDS else None,
                stops=[IDS[other] for other in range(FIRE, GUARDS) if defence_against(other) == card])


FACES = [face(card) for card in range(KINDS)]


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


def player(table: Table, seat: int, viewer: int) -> Player:
    """One place at the table: what everybody sees, and what only the viewer sees of the own one."""
    answer = None
    if table.phase in (PLAGUE_ANSWERS, ALMS_ANSWERS) and table.answers[seat] >= -1:
        answer = "owed" if table.answers[seat] == -1 else "given"
    own = seat == viewer
    return Player(
        seat=seat, id=f"rival-{seat}", score=table.scores()[seat], won=seat in table.winners(),
        turn=seat == table.active and table.phase in (TURN, DEFENCE), asked=seat in table.to_act,
        first=seat == table.first, castle=castle(table, seat),
        site=site(table, seat, "site" if own else f"rival-{seat}-site"),
        mage=None if table.mages[seat] == NOBODY else Spell(id=f"mage-{seat}", attacker=table.mages[seat]),
        cards=hand_size(table.hands[seat]), hand=own_hand(table, seat) if own else rival_hand(table, seat, viewer),
        answer=answer, refuses={IDS[card]: why_not(table, card, seat) for card in range(FIRE, GUARDS)}
        if viewer == table.active and table.phase == TURN and not own else {},
        recipes=[recipe(table, seat, construction) for construction in (WALL, KEEP)] if own else [],
        plague=plague(table, seat) if own else None, chosen=chosen(table, seat) if own else None)


def castle(table: Table, seat: int) -> Castle:
    """The pawns that stand, the plots of the bailey, and the wall or keep that could rise now."""
    walls, keeps = table.built(seat, WALL), table.built(seat, KEEP)
    now = seat == table.active and table.phase == TURN and not forbids_building(table.event)
    plots = [Plot(plot=plot, built=number < walls,
                  ghost=now and number == walls and building.affords(table, seat, WALL))
             for number, plot in enumerate(PLOTS)]
    plots.append(Plot(plot="keep", built=keeps > 0, ghost=now and building.affords(table, seat, KEEP)))
    return Castle(walls=walls, keeps=keeps, plots=plots)


def site(table: Table, seat: int, id: str) -> Site:
    """The cards of a site in three stacks, with what they are worth."""
    cards = table.sites[seat]
    stacks = []
    for resource, kinds, worth in (("mason", [MASON], lying(cards, MASON)),
                                   ("stone", [STONE, STONES], stone_units(cards)),
                                   ("peasant", [PEASANT, PEASANTS], peasant_units(cards))):
        stacks.append(Stack(resource=resource, units=worth, cards=[
            Placed(id=f"{id}-{IDS[card]}-{copy}", **structs.asdict(FACES[card]))
            for card in kinds for copy in range(lying(cards, card))]))
    return Site(id=id, count=site_size(cards), counts=site_counts(cards), stacks=stacks)


def rival_hand(table: Table, seat: int, viewer: int) -> list[Held]:
    """Another player's cards: first those the viewer gave away and is sure of, then backs."""
    known = table.sure_of(viewer, seat)
    cards: list[int | None] = [card for card in range(KINDS) for _ in range(held(known, card))]
    cards += [None] * (hand_size(table.hands[seat]) - len(cards))
    return [Held(id=f"rival-{seat}-card-{number}") if card is None else
            Held(id=f"rival-{seat}-card-{number}", card=IDS[card], family=FACES[card].family,
                 stopped_by=FACES[card].stopped_by) for number, card in enumerate(cards)]


def own_hand(table: Table, seat: int) -> list[Held]:
    """The own cards, with the seats that surely know them from a Feast of fools and why they cannot be played.

    That is the last giver; which of them earlier givers know, the holder cannot tell.
    """
    giver = table.giver_to(seat)
    cards = []
    for card in range(KINDS):
        known = held(table.given[seat], card)
        for copy in range(held(table.hands[seat], card)):
            cards.append(Held(id=f"hand-{IDS[card]}-{copy}", card=IDS[card], family=FACES[card].family,
                              stopped_by=FACES[card].stopped_by,
                              known_to=[giver] if copy < known else [], rests=rests(table, seat, card),
                              brings=brings(table, seat, card) if card < RESOURCES else None))
    return cards


def why_not(table: Table, card: int, target: int) -> str | None:
    """Why an attack cannot hit a player now (ruling 10); None when it can."""
    if table.wheel:
        return "wheel"
    if table.discarded:
        return "discarding"
    if cards_left(table) == 0:
        return "no_play"
    if forbids(table.event, card):
        return EVENTS[table.event]
    if table.attacked >> target & 1:
        return "attacked"
    if may_hit(table, card, target):
        return None
    return {GOLD: "no_mason", MAGE: "mage"}.get(card, "empty_site")


def chosen(table: Table, seat: int) -> str | None:
    """The element of the answer that was already given to Plague or Alms; it may still be changed."""
    answer = table.answers[seat]
    if answer < 0 or table.phase not in (PLAGUE_ANSWERS, ALMS_ANSWERS):
        return None
    if table.phase == PLAGUE_ANSWERS:
        return f"plague-{answer}"
    return f"site-{IDS[answer]}-{lying(table.sites[seat], answer) - 1}"  # the topmost of its kind


def brings(table: Table, seat: int, card: int) -> Brings:
    """What a resource would make of the own site: its units then, and what could be built that cannot be now."""
    before = [building.affords(table, seat, construction) for construction in (WALL, KEEP)]
    now = table.sites[seat]
    table.sites[seat] = after = now + on_site(card)
    makes = [CONSTRUCTIONS[construction] for construction in (WALL, KEEP)
             if building.affords(table, seat, construction) and not before[construction]]
    table.sites[seat] = now
    resource, worth = (("mason", lying(after, MASON)) if card == MASON else
                       ("stone", stone_units(after)) if card <= STONES else ("peasant", peasant_units(after)))
    return Brings(resource=resource, units=worth, makes=makes)


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
    if forbids(table.event, card):
        return EVENTS[table.event]
    if card == WHEEL:
        return "not_first" if table.played else None
    if card < RESOURCES:
        return None
    reasons = [why_not(table, card, other) for other in range(table.players) if other != seat]
    return None if None in reasons else reasons[0] if len(set(reasons)) == 1 else "no_target"


def recipe(table: Table, seat: int, construction: int) -> Recipe:
    """What a construction needs, what is there, what is short, and the ways to pay where there are several."""
    cards = table.sites[seat]
    name = CONSTRUCTIONS[construction]
    have = [lying(cards, MASON), stone_units(cards), peasant_units(cards)]
    needs = []
    for which, resource in enumerate(("mason", "stone", "peasant")):
        want = table.pieces.costs[construction * 3 + which]
        needs.append(Need(resource=resource, have=have[which], want=want, short=max(0, want - have[which])))
    affordable = building.affords(table, seat, construction)
    rests = None
    if table.built(seat, construction) >= table.pieces.most(construction):
        rests = "all_built"
    elif not affordable:
        rests = "short"
    elif forbids_building(table.event):
        rests = EVENTS[table.event]
    elif table.phase != TURN or seat != table.active:
        rests = "not_your_turn"
    return Recipe(id=f"build-{name}", construction=name, needs=needs, ready=rests is None, rests=rests,
                  payments=payments(table, seat, construction) if affordable else [])


def payments(table: Table, seat: int, construction: int) -> list[Payment]:
    """For stones and peasants each: how many double cards may pay, where there is a choice."""
    cards = table.sites[seat]
    name = CONSTRUCTIONS[construction]
    choices = []
    for which, single, double in ((1, STONE, STONES), (2, PEASANT, PEASANTS)):
        need = table.pieces.costs[construction * 3 + which]
        few = building.fewest_doubles(need, lying(cards, single))
        many = building.most_doubles(need, lying(cards, single), lying(cards, double))
        if few < many:
            choices.append(Payment(card=IDS[double], single=IDS[single], options=[
                Split(id=f"pay-{name}-{IDS[double]}-{doubles}", doubles=doubles, singles=need - 2 * doubles)
                for doubles in range(few, many + 1)]))
    return choices


def plague(table: Table, seat: int) -> Toll | None:
    """The owner's choice in a Plague: how many of the dead are double cards."""
    if table.phase != PLAGUE_ANSWERS or table.answers[seat] < -1:
        return None
    cards = table.sites[seat]
    dead = events.plague_dead(cards)
    return Toll(masons=lying(cards, MASON) // 2, peasants=dead, options=[
        Split(id=f"plague-{doubles}", doubles=doubles, singles=dead - doubles)
        for doubles in range(events.fewest_dead(cards), events.most_dead(cards) + 1)])
