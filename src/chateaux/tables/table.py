"""A table: who sits where, the game between them, and what may be done now.

Every command checks first, then changes the table and returns the row for the log; a refusal changes
nothing that is kept, because commands are carried out on a copy. What is done before the game is in `gathering`, what
people do beside it in `company`, storage in `store`.
"""
from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Final, NamedTuple, final

import msgspec

from chateaux.engine.data import TABLE, BadOption, Choice, Data, Endless, IllegalAction
from chateaux.engine.game import Game, State
from chateaux.engine.record import Record, Seal, commitment
from chateaux.look.words import Language
from chateaux.tables.clock import Clocks
from chateaux.tables.data import (
    ABANDONED,
    OPEN,
    OVER,
    PLAIN,
    RUNNING,
    Clock,
    Head,
    Manners,
    Phase,
    Refused,
    Row,
    Seat,
    Study,
    write_event,
)
from chateaux.tables.sets import own_game
from chateaux.tables.standing import Standing, Step

MOST_ROWS: Final = 50_000  # of a log; more is not a game
MOST_OPEN_ROWS: Final = 5_000  # of coming and going before it starts; who opened it has as many more
SHOWING: Final = 10.0  # seconds in which promised nonces are waited for
DEFAULT_MINUTES: Final = 30  # of a game that ends by the clock, when nobody said how long


class Question(NamedTuple):
    """What is asked of a seat: whether it still owes the answer, the prompt, the possible actions."""

    owes: bool
    prompt: Data | None
    actions: list[int]


@final
class Table(Standing, kw_only=True, eq=False):
    """One table in memory. `copy` it before a command; keep the copy once its row is stored."""

    head: Head
    game: Game
    questions: list[Question | None]
    state: State | None = None
    before: list[State] = msgspec.field(default_factory=list)  # the position before each of the steps

    def copy(self) -> Table:
        """An independent table; positions are shared, since a played one is never changed again."""
        return msgspec.structs.replace(
            self, seats=[msgspec.structs.replace(seat) for seat in self.seats], clocks=self.clocks.copy(),
            steps=list(self.steps), before=list(self.before), decisions=list(self.decisions),
            questions=list(self.questions), votes=list(self.votes))

    # ------------------------------------------------------------ who

    @property
    def ended(self) -> bool:
        """Whether the game was played to its end or abandoned."""
        return self.phase in (OVER, ABANDONED)

    def seats_of(self, guest: str) -> list[int]:
        """The seats a guest holds; on one device they may be several."""
        return [number for number, seat in enumerate(self.seats) if guest and seat.guest == guest]

    def held(self, guest: str, number: int) -> Seat:
        """The seat, if the guest holds it."""
        if not 0 <= number < len(self.seats):
            raise Refused("unknown", f"There is no seat {number}: seats are 0 to {len(self.seats) - 1}.")
        seat = self.seats[number]
        if not guest or seat.guest != guest:
            raise Refused("forbidden", f"Seat {number} is not yours.")
        return seat

    def may_ask(self, guest: str) -> bool:
        """Whether a guest may ask for hints: whoever plays against bots only, others where it was agreed."""
        if self.head.rated:
            return False
        return self.head.hints or all(seat.guest in ("", guest) for seat in self.seats)

    def must_sit(self, guest: str) -> None:
        """Refuse somebody who does not sit at the table."""
        if not self.seats_of(guest):
            raise Refused("forbidden", "You do not sit at this table.")

    # ------------------------------------------------------------ the game

    def play(self, number: int, action: int, decision: int, at: float, by: str = "") -> Row:
        """Carry out a seat's answer to a decision. `by` says who answered for it: "bot" or "clock"."""
        self.must_be(RUNNING)
        if number == TABLE:
            return self.carry_out(TABLE, action, at, by)
        seat = self.seats[number]
        if not by and seat.plays_itself:
            raise Refused("stale", "A bot plays this seat; take it back first.")
        if decision != self.decisions[number] or not decision:
            raise Refused("stale", "That decision is no longer the one asked.")
        return self.carry_out(number, action, at, by)

    def carry_out(self, number: int, action: int, at: float, by: str) -> Row:
        """Play an action on a copy of the position, so that earlier tables keep theirs."""
        before, clocks = self.playing(), self.clocks.copy()
        after = before.clone()
        try:
            outcome = after.play(action, number, events=True)
        except IllegalAction as error:
            raise Refused("illegal", str(error)) from error
        except Endless as error:  # the sets of pieces that are let in do not do this
            raise Refused("closed", f"The game cannot go on: {error}") from error
        self.state = after
        self.entries += 1
        endless = not after.over and self.entries >= self.game.longest
        if not by and number != TABLE:  # whoever plays on does not want to end it
            self.votes = [guest for guest in self.votes if guest != self.seats[number].guest]
        row = self.row("play", number, {"action": action, "by": by,
                                        "events": [write_event(event) for event in outcome.events],
                                        **({"stopped": self.game.longest} if endless else {})}, at)
        if (outcome.revealed and not outcome.own) or number == TABLE or by:
            self.settle()
        else:
            if self.steps and self.steps[-1].seat != number:
                self.settle()
            if not self.steps:
                self.anchor = before.dump()
            self.steps.append(Step(row.number, number, action, clocks))
            self.before.append(before)
        self.ask(number, at, self.head.clock.increment)
        if after.over:
            self.phase = OVER
            self.settle()
        elif endless:
            self.stop()
        return row

    def undo(self, guest: str, number: int, row: int, at: float) -> Row:
        """Take back the seat's newest action: nobody has acted since, and nothing was revealed by it but what was the
        seat's own.
        """
        self.must_be(RUNNING)
        self.held(guest, number)
        if self.undoable(number) != row or not row:
            raise Refused("stale", "That action can no longer be taken back.")
        step, self.state = self.steps.pop(), self.before.pop()
        if not self.steps:
            self.anchor = None
        self.entries -= 1
        undone = self.row("undo", number, {"of": step.number}, at)
        self.ask(number, at)
        if step.clocks is not None:  # others get the time back, and the mover's own has run on from the question
            self.clocks = step.clocks.copy()
        return undone

    def settle(self) -> None:
        """What was done cannot be taken back any more."""
        self.steps, self.before, self.anchor = [], [], None

    def undoable(self, number: int) -> int:
        """The log number of the seat's action that may be taken back now, or 0."""
        if self.phase == RUNNING and self.steps and self.steps[-1].seat == number:
            return self.steps[-1].number
        return 0

    def ask(self, mover: int, at: float, increment: int = 0) -> None:
        """Work out what every seat is asked now. A decision that others' answers left alone keeps its number."""
        state = self.playing()
        to_act = state.to_act
        for number in range(self.head.players):
            old = self.questions[number]
            actions = state.actions(number)
            new = Question(number in to_act, state.prompt(number), actions) if actions else None
            self.questions[number] = new
            if number != mover and new == old:
                continue
            self.decisions[number] = self.number if new is not None else 0
            owed = old is not None and old.owes
            earned = increment if number == mover and owed else 0
            self.clocks.turn(number, at, owed and not self.seats[number].plays_itself, earned)

    def playing(self) -> State:
        """The position of a game that has started."""
        if self.state is None:
            raise Refused("closed", "The game has not started.")
        return self.state

    def forgive(self, absences: Sequence[tuple[float, float]]) -> None:
        """Nobody's time runs while the house is away."""
        self.clocks.forgive(absences)
        for step in self.steps:
            if step.clocks is not None:
                step.clocks.forgive(absences)

    def due(self) -> float | None:
        """When something must happen without anybody's doing: a bot's answer, time that runs out, a late nonce."""
        if self.phase == OPEN and self.sealed:
            return self.sealed + SHOWING
        if self.phase != RUNNING:
            return None
        times = [self.clocks.deadline(number, self.head.clock, self.seats[number].plays_itself)
                 for number, question in enumerate(self.questions) if question is not None and question.owes]
        times.append(self.end_of_time())
        return min([time for time in times if time is not None], default=None)

    def end_of_time(self) -> float | None:
        """When the clock ends the whole game, if it does."""
        minutes = self.head.clock.minutes
        if minutes and self.state is not None and self.state.actions(TABLE):
            return self.clocks.started + 60 * minutes
        return None

    def stop(self) -> None:
        """The game ends here, though it is not over."""
        self.phase = ABANDONED
        self.questions = [None] * self.head.players
        self.decisions = [0] * self.head.players
        self.settle()

    # ------------------------------------------------------------ the end

    def record(self, entries: list[tuple[int, int]]) -> Record:
        """The record of the game with its seal; only once it has ended, since the seal tells the secret."""
        if not self.ended:
            raise Refused("closed", "The record is there when the game has ended.")
        if self.state is None:
            raise Refused("closed", "No game was played at this table.")
        if self.upgraded:
            raise Refused("closed", "The rules changed while this game was played, so it has no record that replays.")
        about: Data = {"names": [seat.name or seat.bot for seat in self.seats], "table": self.head.id,
                       "language": self.head.language}
        if self.phase == OVER:
            about["scores"] = self.state.scores()
            about["winners"] = list(self.state.winners())
        if self.head.study is not None:
            study = self.head.study
            origin = {"table": study.table} if study.table else {"record": study.record}
            about["origin"] = {**origin, "at": study.at}
        record = self.replayable(entries)
        record.about = about
        return record

    def replayable(self, entries: list[tuple[int, int]]) -> Record:
        """What replays to where the game is. It holds the secret of the shuffle."""
        study = self.head.study
        return Record(self.game, self.head.players, self.head.options, seal=self.seal(), entries=entries,
                      start=None if study is None else study.position)

    def seal(self) -> Seal:
        """The proof of a fair shuffle. It holds the secret: for the server, and for the record at the end."""
        return Seal(self.head.id, bytes.fromhex(self.head.secret), [seat.nonce for seat in self.seats],
                    self.head.commitment, [seat.promise for seat in self.seats])

    # ------------------------------------------------------------ small things

    def must_be_unsealed(self) -> None:
        """Refuse to change who sits where once nonces are being shown."""
        self.must_be(OPEN)
        if self.sealed:
            raise Refused("closed", "The cards are being shuffled.")

    def must_be(self, phase: Phase) -> None:
        """Refuse what is not for this phase."""
        if self.phase == phase:
            return
        if phase == OPEN:
            raise Refused("closed", "The game has already started.")
        raise Refused("closed", "The game has not started." if self.phase == OPEN else "The game has ended.")

    def row(self, kind: str, seat: int, data: Data, at: float) -> Row:
        """The next row of the log."""
        most = MOST_ROWS if self.phase != OPEN else MOST_OPEN_ROWS if kind in ("join", "leave") else 2 * MOST_OPEN_ROWS
        if self.number >= most:
            raise Refused("too much", "Too much has happened at this table.")
        self.number += 1
        return Row(self.number, at, kind, seat, data, secrets.token_hex(8))


def new_table(game: Game, players: int, options: dict[str, Choice], language: Language, clock: Clock | None,
              creator: str, seats: list[Seat], at: float, previous: str = "",
              manners: Manners = PLAIN, id: str = "", study: Study | None = None) -> Table:
    """A new table with its commitment, published before anybody joins."""
    try:
        players, options = game.seated(players), game.settled(options)
        ends_by_clock = bool(game.new(players, 0, options).actions(TABLE))
    except BadOption as error:
        raise Refused("malformed", str(error)) from error
    if len(seats) != players:
        raise Refused("malformed", f"There are {players} players but {len(seats)} seats.")
    if clock is None:
        clock = Clock(minutes=DEFAULT_MINUTES if ends_by_clock else 0)
    elif clock.minutes and not ends_by_clock:
        clock = msgspec.structs.replace(clock, minutes=0)
    id, secret = id or secrets.token_urlsafe(12), secrets.token_bytes(32)
    promised = commitment(secret, game.id, game.digest, options, id)
    head = Head(id, game.id, players, options, language, clock, creator, at, secret.hex(), promised,
                own_game(game), previous, **msgspec.structs.asdict(manners), study=study)
    return Table(head=head, game=game, seats=seats, clocks=Clocks.still(players), decisions=[0] * players,
                 questions=[None] * players)


def bot_seat(bot: str, colour: int = -1) -> Seat:
    return Seat("bot", "", "", bot, ready=True, colour=colour)


def plain(text: str) -> str:
    """A text on one line, without characters that cannot be seen.

    >>> plain("  Anne\\u202e\\n of   Kiev ")
    'Anne of Kiev'
    """
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
