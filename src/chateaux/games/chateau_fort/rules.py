"""Château fort: what each seat may do, and the game itself.

A turn is a row of small decisions: place, attack, discard, build, end. The rooms beside this one
hold the rulebook's chapters: `building`, `attacks`, `events`, `turns`; what a turn allows is in `legality`.
"""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from chateaux.engine.chance import Chance
from chateaux.engine.data import TABLE, Choice, Data, Observation, Option, Outcome
from chateaux.engine.game import Game, State
from chateaux.games.chateau_fort.actions import (
    ACCEPT,
    ACTIONS,
    ATTACK,
    BUILD,
    BURY,
    CURSE,
    DEFEND,
    DISCARD,
    END,
    GIVE,
    PLACE,
    SET_FIRE,
    TIME_UP,
    TURN_WHEEL,
    asks,
    steps,
    text,
)
from chateaux.games.chateau_fort.attacks import attack_with, block, suffer
from chateaux.games.chateau_fort.building import build, complete
from chateaux.games.chateau_fort.cards import (
    IDS,
    KEEP,
    NO_CARD,
    PEASANTS,
    RESOURCES,
    WALL,
    WHEEL,
    WITCH,
    defence_against,
    held,
    lying,
    on_site,
    units,
)
from chateaux.games.chateau_fort.events import fewest_dead, most_dead
from chateaux.games.chateau_fort.form import ChateauFortSet
from chateaux.games.chateau_fort.legality import allows_in_turn, turn_actions
from chateaux.games.chateau_fort.pieces import MOST_SEATS, Pieces, read
from chateaux.games.chateau_fort.position import check, redeal, write
from chateaux.games.chateau_fort.position import read as read_into
from chateaux.games.chateau_fort.state import (
    DEFENCE,
    NOBODY,
    NOT_ASKED,
    OVER,
    OWED,
    PLAGUE_ANSWERS,
    TURN,
    Realm,
)
from chateaux.games.chateau_fort.turns import call_time, end_turn, go_on, resolve_event


@final
@mypyc_attr(acyclic=True)
class FortState(Realm):
    """A position of Château fort with everything that may be done in it."""

    def clone(self) -> FortState:
        copy = FortState(self.game, self.players, self.options, self.chance.clone(), self.pieces, self.hands[:],
                         self.given[:], self.traces[:], self.sites[:], self.castles[:], self.mages[:], self.pile[:],
                         self.pile_size, self.rolls, self.first)
        copy.time_up = self.time_up
        copy.round = self.round
        copy.event = self.event
        copy.phase = self.phase
        copy.active = self.active
        copy.played = self.played
        copy.discarded = self.discarded
        copy.wheel = self.wheel
        copy.attacked = self.attacked
        copy.attack = self.attack
        copy.target = self.target
        copy.named = self.named
        copy.answers = self.answers[:]
        return copy

    # ------------------------------------------------------------ who is asked

    def acting(self) -> i64:
        if self.phase == TURN:
            return 1 << self.active
        if self.phase == DEFENCE:
            return 1 << self.target
        mask: i64 = 0
        if self.phase != OVER:
            for seat in range(self.players):
                if self.answers[seat] == OWED:
                    mask |= 1 << seat
        return mask

    # ------------------------------------------------------------ what may be done

    def legal(self, seat: i64) -> vec[i64]:
        actions = vec[i64](capacity=32)
        if seat == TABLE:
            if self.awaits_clock():
                actions = append(actions, ACTIONS.first[TIME_UP])
        elif self.phase == TURN:
            if seat == self.active:
                return turn_actions(self, actions)
        elif self.phase == DEFENCE:
            if seat == self.target:
                actions = append(actions, ACTIONS.first[ACCEPT])
                if held(self.hands[seat], defence_against(self.attack)) > 0:
                    actions = append(actions, ACTIONS.first[DEFEND])
        elif self.phase != OVER and self.answers[seat] != NOT_ASKED:
            site: i64 = self.sites[seat]
            if self.phase == PLAGUE_ANSWERS:
                for doubles in range(fewest_dead(site), most_dead(site) + 1):
                    actions = append(actions, ACTIONS.first[BURY] + doubles)
            else:
                for card in range(RESOURCES):
                    if lying(site, card) > 0:
                        actions = append(actions, ACTIONS.first[GIVE] + card)
        return actions

    def allows(self, seat: i64, action: i64) -> bool:
        verb: i64 = ACTIONS.verb[action]
        one: i64 = ACTIONS.one[action]
        if seat == TABLE:
            return verb == TIME_UP and self.awaits_clock()
        if self.phase == TURN:
            return seat == self.active and allows_in_turn(self, action)
        if self.phase == DEFENCE:
            if seat != self.target:
                return False
            return verb == ACCEPT or (
                verb == DEFEND and held(self.hands[seat], defence_against(self.attack)) > 0)
        if self.phase == OVER or self.answers[seat] == NOT_ASKED:
            return False
        site: i64 = self.sites[seat]
        if self.phase == PLAGUE_ANSWERS:
            return verb == BURY and fewest_dead(site) <= one <= most_dead(site)
        return verb == GIVE and lying(site, one) > 0

    def awaits_clock(self) -> bool:
        """Whether the table's clock may still end the game: a timed one lasts rounds or minutes, never both; by the
        first version of the rules the clock could end one of rounds as well.
        """
        return (self.timed and not self.time_up and self.phase != OVER
                and (self.last_round == 0 or self.game.rules_version == 1))

    # ------------------------------------------------------------ what it does

    def apply(self, seat: i64, action: i64) -> None:
        verb: i64 = ACTIONS.verb[action]
        one: i64 = ACTIONS.one[action]
        if verb == END:
            end_turn(self)
        elif verb == PLACE:
            self.place(one)
        elif verb == TURN_WHEEL:
            self.turn_wheel()
        elif verb == DISCARD:
            self.discard(one)
        elif verb < CURSE:
            attack_with(self, ATTACK[verb - SET_FIRE], one, NO_CARD)
        elif verb == CURSE:
            attack_with(self, WITCH, one, ACTIONS.two[action])
        elif verb == BUILD:
            build(self, seat, one, ACTIONS.two[action], ACTIONS.three[action])
            go_on(self)
        elif verb == ACCEPT:
            suffer(self)
            go_on(self)
        elif verb == DEFEND:
            block(self)
            go_on(self)
        elif verb == TIME_UP:
            call_time(self)
        else:
            self.answer(seat, one)

    def place(self, card: i64) -> None:
        """Jouer des cartes: a resource comes to one's own site."""
        self.show(self.active, card)
        self.own = True
        self.sites[self.active] += on_site(card)
        self.played += 1
        if self.log is not None:
            self.emit("place", self.active, {"card": IDS[card]})
        go_on(self)

    def turn_wheel(self) -> None:
        """Roue de Carrier: up to four placements, and no attack."""
        self.show(self.active, WHEEL)
        self.own = True
        self.wheel = True
        self.played += 1
        if self.log is not None:
            self.emit("wheel", self.active, {"card": IDS[WHEEL], "count": self.pieces.placements})
        go_on(self)

    def discard(self, card: i64) -> None:
        """A discarded card is seen by all before it is shuffled into the pile (ruling 20)."""
        self.show(self.active, card)
        self.own = True
        self.to_pile(card, 1)
        self.discarded += 1
        if self.log is not None:
            self.emit("discard", self.active, {"card": IDS[card]})
        go_on(self)

    def answer(self, seat: i64, choice: i64) -> None:
        """An owner's secret answer to Plague or Alms; the last one lets the event happen."""
        self.answers[seat] = choice
        if self.acting() == 0:
            resolve_event(self)

    # ------------------------------------------------------------ what a seat does not know

    def redeal(self, seat: i64, chance: Chance) -> None:
        redeal(self, seat, chance)

    # ------------------------------------------------------------ the end

    def scores(self) -> list[int]:
        """Partie programmée: a wall is a point, a keep four; a complete castle has most of all."""
        return [self.built(seat, WALL) * self.pieces.wall_points + self.built(seat, KEEP) * self.pieces.keep_points
                for seat in range(self.players)]

    def winners(self) -> tuple[int, ...]:
        """A complete castle wins; else points, then keep, walls and units on the site decide (ruling 18)."""
        if self.phase != OVER:
            return ()
        for seat in range(self.players):
            if complete(self, seat):
                return (seat,)
        scores = self.scores()
        ranks = [(scores[seat], int(self.built(seat, KEEP)), int(self.built(seat, WALL)), int(units(self.sites[seat])))
                 for seat in range(self.players)]
        best = max(ranks)
        return tuple([seat for seat in range(self.players) if ranks[seat] == best])

    def ending(self) -> Data:
        if self.phase != OVER:
            return {}
        for seat in range(self.players):
            if complete(self, seat):
                return {"kind": "castle", "seat": seat}
        if self.time_up:
            return {"kind": "time"}
        return {"kind": "rounds", "count": self.round}

    def breakdown(self, seat: int) -> list[Data]:
        walls: int = self.built(seat, WALL)
        keeps: int = self.built(seat, KEEP)
        return [{"kind": "walls", "count": walls, "points": walls * self.pieces.wall_points},
                {"kind": "keeps", "count": keeps, "points": keeps * self.pieces.keep_points}]

    # ------------------------------------------------------------ what Python calls all the time

    def actions(self, seat: int) -> list[int]:  # a method of the very class is called more quickly than one of its base
        return super().actions(seat)

    def play(self, action: int, seat: int, events: bool = False) -> Outcome:
        return super().play(action, seat, events)

    # ------------------------------------------------------------ words and elements

    def text(self, action: int) -> str:
        return text(self, action)

    def asks(self, seat: i64) -> Data:
        return asks(self, seat)

    def steps(self, seat: i64, action: i64) -> list[list[str]]:
        return steps(self, seat, action)

    # ------------------------------------------------------------ data

    def position(self, seat: i64) -> Data:
        return write(self, seat)

    def check(self) -> None:
        check(self)


@final
class Fort(Game):
    """Château fort with one box of cards."""

    def __init__(self, data: object, rules_version: int = 2) -> None:
        self.box: Pieces = read(data)
        options = {"mode": Option("classic", ("classic", "timed")), "rounds": Option(0, (0, 10, 20))}
        super().__init__("chateau-fort", range(2, MOST_SEATS + 1), options, rules_version,
                         ACTIONS.number(BURY, self.box.copies[PEASANTS]) + 1, data)
        self.form = ChateauFortSet
        self.earlier: Fort | None = None

    def remade(self, pieces: object) -> Fort:
        return Fort(pieces, self.rules_version)

    def at_version(self, version: int) -> Game:
        """Version 1: the table's clock could end a game of rounds."""
        if version == 1 and self.rules_version != 1:
            if self.earlier is None:
                self.earlier = Fort(self.pieces, 1)
            return self.earlier
        return super().at_version(version)

    def bare(self, players: i64, options: dict[str, Choice], chance: Chance, rolls: list[list[int]],
             first: i64) -> FortState:
        """A table with all cards in the pile."""
        pile = self.box.copies[:]
        size: i64 = 0
        for count in pile:
            size += count
        givers: i64 = players * (players - 1)
        return FortState(self, players, options, chance, self.box, vec[i64]([0] * players),
                         vec[i64]([0] * givers), vec[i64]([0] * givers), vec[i64]([0] * players),
                         vec[i64]([0] * (2 * players)), vec[i64]([NOBODY] * players), pile, size, rolls, first)

    def start(self, players: int, options: dict[str, Choice], chance: Chance) -> State:
        """Début de la partie: five cards each; everybody rolls, and the lowest die begins."""
        rolls, first = roll_for_first(players, chance)
        state = self.bare(players, options, chance, rolls, first)
        for seat in range(players):
            state.refill(seat)
        return state

    def restore(self, players: int, options: dict[str, Choice], position: Data, chance: Chance) -> State:
        state = self.bare(players, options, chance, [], NOBODY)
        read_into(state, position)
        return state

    def view(self, observation: Observation) -> Any:  # a schema.View, which compiled code need not know
        from chateaux.games.chateau_fort.view import view

        return view(self, observation)


def roll_for_first(players: int, chance: Chance) -> tuple[list[list[int]], int]:
    """Every seat's rolls for the first player, and who that is; those who share the lowest number roll again."""
    rolls: list[list[int]] = [[] for _ in range(players)]
    rolling = list(range(players))
    while len(rolling) > 1:
        for seat in rolling:
            roll: int = chance.below(6) + 1
            rolls[seat].append(roll)
        lowest = min([rolls[seat][-1] for seat in rolling])
        rolling = [seat for seat in rolling if rolls[seat][-1] == lowest]
    return rolls, min(rolling)


GAME: Final = Fort(json.loads((Path(__file__).parent / "pieces.json").read_text("utf-8")))
