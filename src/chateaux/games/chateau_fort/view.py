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
from chateaux.games.chateau_fort.state import ALMS_ANSWERS, DEFENCE, NOBODY, OVER, PHASES, PLAGUE_ANSWERS, TURN, Realm
from chateaux.games.chateau_fort.turns import cards_left, may_end

if TYPE_CHECKING:
    from chateaux.engine.game import Game

PLOTS = ("nw", "ne", "sw", "se")  # walls go up in this order


def view(game: Game, observation: Observation) -> View:
    """The table as `observation.seat` sees it; a spectator sees every player as a rival."""
    seat = observation.seat
    # Only public things and the seat's own hand are read from this world; the rest is left alone.
    realm = cast(Realm, game.worlds(observation).sample(0))
    order = [(max(seat, 0) + step) % realm.players for step in range(realm.players)]
    return View(
        phase=PHASES[realm.phase], round=realm.round, turn=realm.active, asked=realm.to_act,
        me=seat if seat >= 0 else None, players=[player(realm, other, seat) for other in range(realm.players)],
        rivals=[other for other in order if other != seat],
        over=realm.phase == OVER, scores=realm.scores(), winners=list(realm.winners()),
        first=realm.first, opening_rolls=realm.rolls,
        event=happening(realm), events=[Possible(roll=roll, event=EVENTS[roll], on=roll == realm.event)
                                        for roll in range(1, 7)],
        clock=clock(realm), step=step_of_turn(realm), attack=attack(realm),
        pile=Pile(id="pile", count=realm.pile_size, unseen=unseen(realm, seat)),
        castle=Whole(walls=realm.pieces.walls, keeps=realm.pieces.keeps),
        points=Worth(wall=realm.pieces.wall_points, keep=realm.pieces.keep_points),
        copies={IDS[card]: realm.pieces.copies[card] for card in range(KINDS)})


def happening(realm: Realm) -> Happening | None:
    """The event that was rolled last, whether it still stands, and what it forbids now."""
    if realm.event == 0:
        return None
    forbidden = list(CONSTRUCTIONS) if forbids_building(realm.event) else []
    forbidden += [IDS[card] for card in range(KINDS) if forbids(realm.event, card)]
    return Happening(roll=realm.event, event=EVENTS[realm.event], stands=bool(forbidden), forbids=forbidden)


def clock(realm: Realm) -> Hourglass | None:
    """Of a timed game: whether this round is the last one, and after how many rounds the game ends by itself."""
    if not realm.timed:
        return None
    return Hourglass(id="clock", time_up=realm.time_up, rounds=realm.last_round or None,
                     last_round=realm.time_up or realm.round == realm.last_round)


def step_of_turn(realm: Realm) -> Step:
    """How far the turn has come."""
    return Step(played=realm.played, discarded=realm.discarded, wheel=realm.wheel, left=cards_left(realm),
                attacked=[seat for seat in range(realm.players) if realm.attacked >> seat & 1],
                end=Button(id="end-turn", allowed=realm.phase == TURN and may_end(realm)))


def attack(realm: Realm) -> Attack | None:
    """The attack that waits for its target's answer."""
    if realm.phase != DEFENCE:
        return None
    return Attack(card=FACES[realm.attack], attacker=realm.active, target=realm.target,
                  named=IDS[realm.named] if realm.named >= 0 else None,
                  defence=IDS[defence_against(realm.attack)], accept=Button(id="accept"))


def face(card: int) -> Face:
    """A card as it is printed: its id and family, units of a resource, what stops it or what it stops."""
    return Face(card=IDS[card], family=FAMILIES[family(card)], units=UNITS[card] if card < RESOURCES else None,
                stopped_by=IDS[defence_against(card)] if FIRE <= card < GUARDS else None,
                stops=[IDS[other] for other in range(FIRE, GUARDS) if defence_against(other) == card])


FACES = [face(card) for card in range(KINDS)]


def unseen(realm: Realm, seat: int) -> dict[str, int]:
    """The cards a seat cannot place: those of the pile and of hands it does not know, together."""
    counts = {}
    for card in range(KINDS):
        count = realm.pile[card]
        for holder in range(realm.players):
            count += held(realm.hands[holder], card) - held(realm.sure_of(seat, holder), card)
        if count:
            counts[IDS[card]] = count
    return counts


# ---------------------------------------------------------------- players


def player(realm: Realm, seat: int, viewer: int) -> Player:
    """One place at the table: what everybody sees, and what only the viewer sees of the own one."""
    answer = None
    if realm.phase in (PLAGUE_ANSWERS, ALMS_ANSWERS) and realm.answers[seat] >= -1:
        answer = "owed" if realm.answers[seat] == -1 else "given"
    own = seat == viewer
    return Player(
        seat=seat, id=f"rival-{seat}", score=realm.scores()[seat], won=seat in realm.winners(),
        turn=seat == realm.active and realm.phase in (TURN, DEFENCE), asked=seat in realm.to_act,
        first=seat == realm.first, castle=castle(realm, seat),
        site=site(realm, seat, "site" if own else f"rival-{seat}-site"),
        mage=None if realm.mages[seat] == NOBODY else Spell(id=f"mage-{seat}", attacker=realm.mages[seat]),
        cards=hand_size(realm.hands[seat]), hand=own_hand(realm, seat) if own else rival_hand(realm, seat, viewer),
        answer=answer, refuses={IDS[card]: why_not(realm, card, seat) for card in range(FIRE, GUARDS)}
        if viewer == realm.active and realm.phase == TURN and not own else {},
        recipes=[recipe(realm, seat, construction) for construction in (WALL, KEEP)] if own else [],
        plague=plague(realm, seat) if own else None, chosen=chosen(realm, seat) if own else None)


def castle(realm: Realm, seat: int) -> Castle:
    """The pawns that stand, the plots of the bailey, and the wall or keep that could rise now."""
    walls, keeps = realm.built(seat, WALL), realm.built(seat, KEEP)
    now = seat == realm.active and realm.phase == TURN and not forbids_building(realm.event)
    plots = [Plot(plot=plot, built=number < walls,
                  ghost=now and number == walls and building.affords(realm, seat, WALL))
             for number, plot in enumerate(PLOTS)]
    plots.append(Plot(plot="keep", built=keeps > 0, ghost=now and building.affords(realm, seat, KEEP)))
    return Castle(walls=walls, keeps=keeps, plots=plots)


def site(realm: Realm, seat: int, id: str) -> Site:
    """The cards of a site in three stacks, with what they are worth."""
    cards = realm.sites[seat]
    stacks = []
    for resource, kinds, worth in (("mason", [MASON], lying(cards, MASON)),
                                   ("stone", [STONE, STONES], stone_units(cards)),
                                   ("peasant", [PEASANT, PEASANTS], peasant_units(cards))):
        stacks.append(Stack(resource=resource, units=worth, cards=[
            Placed(id=f"{id}-{IDS[card]}-{copy}", **structs.asdict(FACES[card]))
            for card in kinds for copy in range(lying(cards, card))]))
    return Site(id=id, count=site_size(cards), counts=site_counts(cards), stacks=stacks)


def rival_hand(realm: Realm, seat: int, viewer: int) -> list[Held]:
    """Another player's cards: first those the viewer gave away and is sure of, then backs."""
    known = realm.sure_of(viewer, seat)
    cards: list[int | None] = [card for card in range(KINDS) for _ in range(held(known, card))]
    cards += [None] * (hand_size(realm.hands[seat]) - len(cards))
    return [Held(id=f"rival-{seat}-card-{number}") if card is None else
            Held(id=f"rival-{seat}-card-{number}", card=IDS[card], family=FACES[card].family,
                 stopped_by=FACES[card].stopped_by) for number, card in enumerate(cards)]


def own_hand(realm: Realm, seat: int) -> list[Held]:
    """The own cards, with the seats that surely know them from a Feast of fools and why they cannot be played.

    That is the last giver; which of them earlier givers know, the holder cannot tell.
    """
    giver = realm.giver_to(seat)
    cards = []
    for card in range(KINDS):
        known = held(realm.given[seat], card)
        for copy in range(held(realm.hands[seat], card)):
            cards.append(Held(id=f"hand-{IDS[card]}-{copy}", card=IDS[card], family=FACES[card].family,
                              stopped_by=FACES[card].stopped_by,
                              known_to=[giver] if copy < known else [], rests=rests(realm, seat, card),
                              brings=brings(realm, seat, card) if card < RESOURCES else None))
    return cards


def why_not(realm: Realm, card: int, target: int) -> str | None:
    """Why an attack cannot hit a player now (ruling 10); None when it can."""
    if realm.wheel:
        return "wheel"
    if realm.discarded:
        return "discarding"
    if cards_left(realm) == 0:
        return "no_play"
    if forbids(realm.event, card):
        return EVENTS[realm.event]
    if realm.attacked >> target & 1:
        return "attacked"
    if may_hit(realm, card, target):
        return None
    return {GOLD: "no_mason", MAGE: "mage"}.get(card, "empty_site")


def chosen(realm: Realm, seat: int) -> str | None:
    """The element of the answer that was already given to Plague or Alms; it may still be changed."""
    answer = realm.answers[seat]
    if answer < 0 or realm.phase not in (PLAGUE_ANSWERS, ALMS_ANSWERS):
        return None
    if realm.phase == PLAGUE_ANSWERS:
        return f"plague-{answer}"
    return f"site-{IDS[answer]}-{lying(realm.sites[seat], answer) - 1}"  # the topmost of its kind


def brings(realm: Realm, seat: int, card: int) -> Brings:
    """What a resource would make of the own site: its units then, and what could be built that cannot be now."""
    before = [building.affords(realm, seat, construction) for construction in (WALL, KEEP)]
    now = realm.sites[seat]
    realm.sites[seat] = after = now + on_site(card)
    makes = [CONSTRUCTIONS[construction] for construction in (WALL, KEEP)
             if building.affords(realm, seat, construction) and not before[construction]]
    realm.sites[seat] = now
    resource, worth = (("mason", lying(after, MASON)) if card == MASON else
                       ("stone", stone_units(after)) if card <= STONES else ("peasant", peasant_units(after)))
    return Brings(resource=resource, units=worth, makes=makes)


def rests(realm: Realm, seat: int, card: int) -> str | None:
    """Why a card of the own hand cannot be played now; None when it can."""
    if realm.phase == DEFENCE and seat == realm.target:
        return None if card == defence_against(realm.attack) else "not_this_defence"
    if realm.phase != TURN or seat != realm.active:
        return "not_your_turn"
    if realm.discarded:
        return "discarding"
    if cards_left(realm) == 0:
        return "no_play"
    if GUARDS <= card < WHEEL:
        return "defence"
    if forbids(realm.event, card):
        return EVENTS[realm.event]
    if card == WHEEL:
        return "not_first" if realm.played else None
    if card < RESOURCES:
        return None
    reasons = [why_not(realm, card, other) for other in range(realm.players) if other != seat]
    return None if None in reasons else reasons[0] if len(set(reasons)) == 1 else "no_target"


def recipe(realm: Realm, seat: int, construction: int) -> Recipe:
    """What a construction needs, what is there, what is short, and the ways to pay where there are several."""
    cards = realm.sites[seat]
    name = CONSTRUCTIONS[construction]
    have = [lying(cards, MASON), stone_units(cards), peasant_units(cards)]
    needs = []
    for which, resource in enumerate(("mason", "stone", "peasant")):
        want = realm.pieces.costs[construction * 3 + which]
        needs.append(Need(resource=resource, have=have[which], want=want, short=max(0, want - have[which])))
    affordable = building.affords(realm, seat, construction)
    rests = None
    if realm.built(seat, construction) >= realm.pieces.most(construction):
        rests = "all_built"
    elif not affordable:
        rests = "short"
    elif forbids_building(realm.event):
        rests = EVENTS[realm.event]
    elif realm.phase != TURN or seat != realm.active:
        rests = "not_your_turn"
    return Recipe(id=f"build-{name}", construction=name, needs=needs, ready=rests is None, rests=rests,
                  payments=payments(realm, seat, construction) if affordable else [])


def payments(realm: Realm, seat: int, construction: int) -> list[Payment]:
    """For stones and peasants each: how many double cards may pay, where there is a choice."""
    cards = realm.sites[seat]
    name = CONSTRUCTIONS[construction]
    choices = []
    for which, single, double in ((1, STONE, STONES), (2, PEASANT, PEASANTS)):
        need = realm.pieces.costs[construction * 3 + which]
        few = building.fewest_doubles(need, lying(cards, single))
        many = building.most_doubles(need, lying(cards, single), lying(cards, double))
        if few < many:
            choices.append(Payment(card=IDS[double], single=IDS[single], options=[
                Split(id=f"pay-{name}-{IDS[double]}-{doubles}", doubles=doubles, singles=need - 2 * doubles)
                for doubles in range(few, many + 1)]))
    return choices


def plague(realm: Realm, seat: int) -> Toll | None:
    """The owner's choice in a Plague: how many of the dead are double cards."""
    if realm.phase != PLAGUE_ANSWERS or realm.answers[seat] < -1:
        return None
    cards = realm.sites[seat]
    dead = events.plague_dead(cards)
    return Toll(masons=lying(cards, MASON) // 2, peasants=dead, options=[
        Split(id=f"plague-{doubles}", doubles=doubles, singles=dead - doubles)
        for doubles in range(events.fewest_dead(cards), events.most_dead(cards) + 1)])
