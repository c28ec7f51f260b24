"""The contract: a `Game` makes `State`s, a `State` is one position of it, `Worlds` imagines others.

A game of its own subclasses `Game` and `State` and writes the methods under *what a game writes*;
everything under *what everybody calls* is here once for all.
"""
from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any, Final, cast, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from chateaux.engine.chance import Chance
from chateaux.engine.data import (
    EVERYTHING,
    LONGEST,
    QUIET,
    REVEALED,
    SHOWN,
    SPECTATOR,
    BadOption,
    BadPosition,
    Choice,
    Data,
    Event,
    IllegalAction,
    Observation,
    Option,
    Outcome,
    digest,
    seats,
)
from chateaux.engine.form import document, refuse_strangers

MOST_SEATS: Final = 8
SEATS: Final = [seats(mask) for mask in range(256)]
NUMBERS: Final[list[object]] = list(range(512))  # made once: a list of actions only points to them


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class State:
    """One position of a game, true and secret. Everything that leaves it goes through a seat's eyes.

    >>> import chateaux
    >>> state = chateaux.game("chateau-combo").new(players=2, seed=7)
    >>> seat = state.to_act[0]
    >>> outcome = state.play(state.actions(seat)[0], seat)
    >>> state.over
    False
    """

    def __init__(self, game: Game, players: i64, options: dict[str, Choice], chance: Chance) -> None:
        self.game: Game = game
        self.players: i64 = players
        self.options: dict[str, Choice] = options  # shared between clones, never changed
        self.chance: Chance = chance
        self.revealed: bool = False  # set by `apply` when chance was drawn or something hidden shown,
        self.own: bool = False  # and this too where it was nothing but the mover's own, which can be taken back
        self.log: list[Event] | None = None  # events are written only while somebody asks for them

    # ------------------------------------------------------------ what a game writes

    def acting(self) -> i64:
        """The seats that still owe an answer, a bit each; 0 when the game is over."""
        raise NotImplementedError

    def legal(self, seat: i64) -> vec[i64]:
        """The legal actions of a seat in rising order; empty for a seat that is not asked.

        The list may be one that the game keeps: nobody writes to it.
        In a simultaneous step a seat that has answered may still change its answer, so it has
        legal actions until the last answer is in. Seat -1 is the table ("time is up").
        """
        raise NotImplementedError

    def allows(self, seat: i64, action: i64) -> bool:
        """Whether an action is legal: the same answer as `legal`, where possible without the list."""
        for other in self.legal(seat):
            if other == action:
                return True
        return False

    def apply(self, seat: i64, action: i64) -> None:
        """Carry out a legal action, unchecked; set `revealed` and write to `log` if there is one.

        It comes to an end: a loop that carries on until somebody is asked raises Endless after UNASKED steps.
        """
        raise NotImplementedError

    def clone(self) -> State:
        """An independent copy: whatever happens to one is not seen by the other."""
        raise NotImplementedError

    def redeal(self, seat: i64, chance: Chance) -> None:
        """Deal anew, in place, every hidden piece and pending answer that a seat does not know."""

    def scores(self) -> list[int]:
        """The points of every seat as things stand; final when the game is over."""
        raise NotImplementedError

    def ending(self) -> Data:
        """Why the game ended: its `kind` has the words `end.KIND`; {} while it runs, or where that is plain."""
        return {}

    def winners(self) -> tuple[int, ...]:
        """The seats that won, more than one when they share; () while the game runs."""
        if self.acting() != 0:
            return ()
        scores = self.scores()
        best = max(scores)
        return tuple([seat for seat in range(len(scores)) if scores[seat] == best])

    def breakdown(self, seat: int) -> list[Data]:
        """Where a seat's points come from: lines with a `kind` and `points` that add up to its score."""
        raise NotImplementedError

    def text(self, action: int) -> str:
        """The action in a stable, language-free notation, the same for every seat and hidden hand."""
        raise NotImplementedError

    def asks(self, seat: i64) -> Data:
        """The prompt of a seat that is asked: its `kind` and what the sentence needs."""
        raise NotImplementedError

    def steps(self, seat: i64, action: i64) -> list[list[str]]:
        """The board elements to pick for an action, in order, each step with its alternatives."""
        raise NotImplementedError

    def position(self, seat: i64) -> Data:
        """The position as data with every secret of `seat` masked; EVERYTHING masks nothing.

        `Game.restore` reads it back. Chance and the header are added by `dump`.
        """
        raise NotImplementedError

    def check(self) -> None:
        """Raise BadPosition, in a sentence, when the position cannot be: pieces are conserved, ..."""

    # ------------------------------------------------------------ what everybody calls

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that are asked now, in order; () when the game is over."""
        return SEATS[self.acting()]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.acting() == 0

    def actions(self, seat: int) -> list[int]:
        """The legal actions of a seat: numbers in range(game.action_count), in rising order."""
        if not -1 <= seat < MOST_SEATS:  # as i64, a seat of any size would overflow
            return []
        asked: i64 = seat
        if asked >= self.players:
            return []
        legal = self.legal(asked)
        count: i64 = len(legal)
        numbers = NUMBERS
        if count > 0 and legal[count - 1] >= len(numbers):
            return [action for action in legal]  # noqa: C416  (compiled, list() is slower)
        return cast("list[int]", [numbers[action] for action in legal])

    def play(self, action: int, seat: int, events: bool = False) -> Outcome:
        """Carry out a legal action of a seat.

        Raises IllegalAction, with the position untouched, when it is not legal.
        """
        if not (-1 <= seat < MOST_SEATS and 0 <= action < self.game.action_count):
            raise self.refusal(action, seat)
        asked: i64 = seat
        done: i64 = action
        if asked >= self.players or not self.allows(asked, done):
            raise self.refusal(action, seat)
        self.revealed = False
        self.own = False
        if events:
            log: list[Event] = []
            self.log = log
            self.apply(asked, done)
            self.log = None
            return Outcome(self.revealed, tuple(log), self.own)
        self.apply(asked, done)
        if self.own:
            return SHOWN
        return REVEALED if self.revealed else QUIET

    def refusal(self, action: int, seat: int) -> IllegalAction:
        """Why an action is refused, in words that tell nothing a seat may not know."""
        if not 0 <= action < self.game.action_count:
            return IllegalAction(
                "unknown", f"There is no action {action}: they are numbered 0 to {self.game.action_count - 1}.")
        if self.over:
            return IllegalAction("over", "The game is over.")
        if not -1 <= seat < int(self.players) or not len(self.legal(seat)):
            asked = ", ".join([str(other) for other in self.to_act])
            return IllegalAction("not asked", f"Seat {seat} is not asked now, but {asked}.")
        return IllegalAction("not possible", f"Action {action} is not possible now.")

    def emit(self, kind: str, seat: i64, public: Data) -> None:
        """Write a public event, while somebody asks for events."""
        log = self.log
        if log is not None:
            log.append(Event(kind, seat, public))

    def whisper(self, kind: str, seat: i64, public: Data, private: Data, to: i64) -> None:
        """Write an event whose private part only the seats of the mask `to` may see."""
        log = self.log
        if log is not None:
            log.append(Event(kind, seat, public, private, to))

    def parse(self, text: str, seat: int | None = None) -> int:
        """The legal action that a text in notation means.

        >>> import chateaux
        >>> state = chateaux.game("chateau-combo").new(players=2, seed=7)
        >>> action = state.actions(state.to_act[0])[-1]
        >>> state.parse(state.text(action)) == action
        True
        """
        wanted = " ".join(text.split()).casefold()
        for asked in self.to_act if seat is None else (seat,):
            for action in self.actions(asked):
                if self.text(action).casefold() == wanted:
                    return action
        raise IllegalAction("not possible", f"{text[:80]!r} is not possible now.")

    def prompt(self, seat: int) -> Data | None:
        """What a seat is asked now, or None when nothing is asked of it."""
        if not 0 <= seat < int(self.players) or not len(self.legal(seat)):
            return None
        return self.asks(seat)

    def picks(self, seat: int) -> dict[int, list[list[str]]]:
        """For each legal action the board elements to pick, in order; none is a prefix of another's."""
        if not 0 <= seat < int(self.players):
            return {}
        return {action: self.steps(seat, action) for action in self.legal(seat)}

    def view(self, seat: int | None) -> Any:  # each game has a View of its own
        """What a seat (None: a spectator) may see, for a board: the game's own Struct, or plain data.

        It is made from the seat's observation alone, so it cannot tell more.
        """
        return self.game.view(self.observe(SPECTATOR if seat is None else seat))

    def observe(self, seat: int) -> Observation:
        """All that a seat may know, as data (SPECTATOR: what everybody knows)."""
        if not SPECTATOR <= seat < int(self.players):
            raise ValueError(f"There is no seat {seat}: seats are 0 to {self.players - 1}.")
        game = self.game
        return Observation(game.id, game.rules_version, game.digest, self.players, self.options, seat,
                           self.position(seat))

    def dump(self) -> Data:
        """The whole position as JSON-able data, chance included. It never leaves the server."""
        return {"game": self.game.id, "rules_version": self.game.rules_version, "pieces": self.game.digest,
                "players": self.players, "options": dict(self.options), "position": self.position(EVERYTHING),
                "chance": self.chance.dump()}


@final
class Worlds:
    """The positions that are possible as far as one seat knows.

    >>> import chateaux
    >>> game = chateaux.game("chateau-combo")
    >>> seen = game.new(players=2, seed=1).observe(0)
    >>> game.worlds(seen).sample(5).observe(0) == seen
    True
    """

    def __init__(self, template: State, seat: i64) -> None:
        self.template: State = template
        self.seat: i64 = seat

    def sample(self, seed: int) -> State:
        """One such position, every hidden piece dealt anew, with a chance of its own."""
        state = self.template.clone()
        state.chance = Chance.stream(seed)
        try:
            state.redeal(self.seat, state.chance)
        except LookupError as error:  # nothing is left to deal or to choose from
            raise BadPosition("The observation cannot be: what is hidden has no place or no answer.") from error
        return state


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """The rules of one game with one set of pieces.

    >>> import chateaux
    >>> game = chateaux.game("chateau-combo")
    >>> game.players
    range(2, 6)
    """

    def __init__(self, id: str, players: range, options: dict[str, Option], rules_version: int,
                 action_count: int, pieces: object) -> None:
        self.id: str = id
        self.players: range = players
        self.options: dict[str, Option] = options
        self.defaults: dict[str, Choice] = {name: option.default for name, option in options.items()}  # never changed
        self.rules_version: int = rules_version
        self.action_count: int = action_count
        self.pieces: object = pieces  # the set as JSON-able data
        self.digest: str = digest(pieces)
        self.form: object = None  # the msgspec.Struct that describes a set: its fields, and a JSON Schema for people
        self.longest: int = LONGEST  # actions; whoever keeps a game stops it there

    # ------------------------------------------------------------ what a game writes

    def start(self, players: int, options: dict[str, Choice], chance: Chance) -> State:
        """The position before the first action."""
        raise NotImplementedError

    def restore(self, players: int, options: dict[str, Choice], position: Data, chance: Chance) -> State:
        """The position that `State.position` described, masked pieces included; errors in a sentence."""
        raise NotImplementedError

    def at_version(self, version: int) -> Game:
        """The game by its rules of an earlier version, so that records replay for ever; LookupError if it has none.

        Whoever changes rules, or the house's set of pieces, so that an old record would replay differently, raises
        `rules_version` and keeps what was before: here it is found.
        """
        if version == self.rules_version:
            return self
        raise LookupError(f"{self.id} knows no rules of version {version}.")

    def view(self, observation: Observation) -> Any:
        """An observation made ready to be shown: pieces, places and the figures a player would work out."""
        return observation.position

    def remade(self, pieces: object) -> Game:
        """The same game with another set of pieces; BadPosition names the piece and the field that are wrong.

        A set with which no game could be played to its end is refused.
        """
        raise NotImplementedError

    # ------------------------------------------------------------ what everybody calls

    def new(self, players: int = 2, seed: int = 0, options: Mapping[str, Choice] | None = None,
            chance: Chance | None = None) -> State:
        """A new game from a seed, or from a given source of chance."""
        return self.start(self.seated(players), self.defaults if options is None else self.settled(options),
                          Chance.stream(seed) if chance is None else chance.clone())

    def features(self, players: int = 2, options: Mapping[str, Choice] | None = None) -> Any:  # of `engine.features`
        """What a seat may know as numbers, with names and ranges: the `Features` for so many players.

        >>> import chateaux
        >>> chateaux.game("chateau-fort").features(players=3).names[0]
        'phase=turn'
        """
        from chateaux.engine.features import features_of

        return features_of(self, self.seated(players), self.settled(options))

    def with_pieces(self, data: object) -> Game:
        """The same game with somebody's own set of pieces, checked; BadPosition says what is wrong.

        >>> import chateaux
        >>> game = chateaux.game("once-upon-a-castle")
        >>> boards = game.pieces["boards"]
        >>> green = boards["green"] | {"grid": [".SW.."]}
        >>> game.with_pieces(game.pieces | {"boards": boards | {"green": green}})
        Traceback (most recent call last):
        ...
        chateaux.engine.data.BadPosition: boards.green: wood is on 1 cells (r1c3); each resource is on 3.
        """
        pieces = document(data)
        if self.form is not None:
            refuse_strangers(pieces, self.form)
        try:
            return self.remade(pieces)
        except BadPosition:
            raise
        except (ValueError, TypeError, LookupError, OverflowError, AttributeError) as error:
            raise BadPosition(f"The set of pieces cannot be read: {error}.") from error

    def seated(self, players: object) -> int:
        """The number of players, or BadOption."""
        if type(players) is not int or not self.players.start <= players < self.players.stop:
            raise BadOption(f"{self.id} is for {self.players[0]} to {self.players[-1]} players, not {players}.")
        return players

    def settled(self, options: object) -> dict[str, Choice]:
        """All options of the game with the given ones set, or BadOption.

        >>> import chateaux
        >>> chateaux.game("chateau-combo").settled({"solo": True})
        Traceback (most recent call last):
        ...
        chateaux.engine.data.BadOption: chateau-combo has no option 'solo'; it has no options.
        """
        chosen = dict(self.defaults)
        if options is None:
            return chosen
        if not isinstance(options, Mapping):
            raise BadOption("Options are names with values.")
        for name, value in options.items():
            option = self.options.get(name)
            if option is None:
                known = ", ".join(self.options)
                raise BadOption(f"{self.id} has no option {name!r}; it has {known or 'no options'}.")
            if not option.takes(value):
                allowed = ", ".join([str(choice) for choice in option.choices])
                raise BadOption(f"Option {name!r} cannot be {value!r}; it can be {allowed}.")
            chosen[name] = value
        return chosen

    def option_sets(self) -> list[dict[str, Choice]]:
        """Every combination of the options."""
        names = list(self.options)
        return [dict(zip(names, values, strict=True))
                for values in itertools.product(*[self.options[name].choices for name in names])]

    def load(self, data: Mapping[str, object]) -> State:
        """A position from `State.dump`, or written by hand (then chance may be left out).

        Raises BadPosition when the position is impossible, with a sentence that says why.
        """
        position, chance = data.get("position"), data.get("chance")
        self.refuse_strangers(data.get("game", self.id), data.get("rules_version", self.rules_version),
                              data.get("pieces", self.digest))
        if not isinstance(position, dict):
            raise BadPosition("A position needs a part named position.")
        try:
            source = Chance.stream(0) if chance is None else Chance.load(chance)
            state = self.restore(self.seated(data.get("players")), self.settled(data.get("options")), position, source)
        except BadPosition:
            raise
        except (ValueError, TypeError, LookupError, OverflowError) as error:
            raise BadPosition(f"The position cannot be read: {error}") from error
        state.check()
        return state

    def worlds(self, observation: Observation) -> Worlds:
        """The positions that are possible as far as the observation tells.

        Raises BadPosition, with a sentence that says why, when no position looks like that from this seat.
        """
        self.refuse_strangers(observation.game, observation.rules_version, observation.pieces)
        seat = observation.seat
        try:
            players = self.seated(observation.players)
            if not SPECTATOR <= seat < players:
                raise BadPosition(f"There is no seat {seat} that could observe: seats are 0 to {players - 1}.")
            state = self.restore(players, self.settled(observation.options), observation.position, Chance.stream(0))
            worlds = Worlds(state, seat)
            world = worlds.sample(0)
            world.check()
            seen = world.position(seat)
        except BadPosition:
            raise
        except (ValueError, TypeError, LookupError, OverflowError) as error:
            raise BadPosition(f"The observation cannot be read: {error}") from error
        if seen != observation.position:
            raise BadPosition("The observation cannot be: no position looks like that from this seat.")
        return worlds

    def refuse_strangers(self, game: object, rules_version: object, pieces: object) -> None:
        """Refuse what belongs to another game, other rules or another set of pieces."""
        if game != self.id:
            raise BadPosition(f"This belongs to {game}, not to {self.id}.")
        if rules_version != self.rules_version:
            raise BadPosition(f"This was made with version {rules_version} of the rules; these are version "
                              f"{self.rules_version}.")
        if pieces != self.digest:
            raise BadPosition("This was made with another set of pieces.")

    def __repr__(self) -> str:
        return f"Game({self.id!r})"
