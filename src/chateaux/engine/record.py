"""Records: a whole game as data that replays to the same end, and the seal that proves a fair shuffle.

A table commits to a secret before anybody joins; every player adds a nonce; the key of its chance
comes from all of them; the secret is shown at the end, and anybody can check it here.
"""
from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Final, final

import msgspec

from chateaux.engine import registry
from chateaux.engine.chance import Chance
from chateaux.engine.data import BadOption, BadPosition, BadRecord, Choice, Data, IllegalAction, canonical
from chateaux.engine.game import Game, State

FORMAT: Final = 1


@final
class Seal:
    """The proof of a fair shuffle: commitment, secret, and the nonce of each player."""

    def __init__(self, table: str, secret: bytes, nonces: list[str], commitment: str) -> None:
        self.table: str = table
        self.secret: bytes = secret
        self.nonces: list[str] = nonces
        self.commitment: str = commitment

    def key(self) -> bytes:
        """The key of the table's chance: from the secret and every player's nonce.

        >>> Seal("t", bytes(32), ["a"], "").key() == Seal("t", bytes(32), ["b"], "").key()
        False
        """
        return hashlib.sha256(canonical(["chateaux key", self.secret.hex(), self.table, self.nonces])).digest()


def commitment(secret: bytes, game: str, pieces: str, options: Mapping[str, Choice], table: str) -> str:
    """What a table publishes before anybody joins: it binds the secret to game, pieces, options and table."""
    return hashlib.sha256(canonical(["chateaux commitment", secret.hex(), game, pieces, dict(options), table])
                          ).hexdigest()


@final
class Record:
    """A game as it was played: what it was, where its chance came from, and every (seat, action).

    >>> import chateaux
    >>> game = chateaux.game("chateau-combo")
    >>> record = chateaux.Record(game, players=2, seed=3)
    >>> state = record.replay()
    >>> seat = state.to_act[0]
    >>> record.add(seat, state.actions(seat)[0])
    >>> chateaux.Record.from_json(record.to_json()).entries == record.entries
    True
    """

    def __init__(self, game: Game, players: int, options: Mapping[str, Choice] | None = None, seed: int = 0,
                 seal: Seal | None = None, entries: list[tuple[int, int]] | None = None,
                 about: Data | None = None) -> None:
        self.game: Game = game
        self.players: int = game.seated(players)
        self.options: dict[str, Choice] = game.settled(options)
        self.seed: int = seed
        self.seal: Seal | None = seal
        self.entries: list[tuple[int, int]] = entries if entries is not None else []
        self.about: Data = about if about is not None else {}  # names, dates, result: not needed to replay

    def add(self, seat: int, action: int) -> None:
        """Append an entry; seat -1 is the table."""
        self.entries.append((seat, action))

    def new(self) -> State:
        """The position before the first entry."""
        if self.seal is not None:
            return self.game.new(self.players, 0, self.options, Chance.sealed(self.seal.key()))
        return self.game.new(self.players, self.seed, self.options)

    def replay(self, upto: int | None = None) -> State:
        """The position after the first `upto` entries (all of them by default)."""
        state = self.new()
        count = len(self.entries) if upto is None else min(upto, len(self.entries))
        for number in range(count):
            seat, action = self.entries[number]
            try:
                state.play(action, seat)
            except IllegalAction as error:
                raise misfit(number, error) from error
        return state

    def check_seal(self) -> None:
        """BadRecord when the shuffle is not the one that was promised."""
        seal = self.seal
        if seal is not None and seal.commitment != commitment(seal.secret, self.game.id, self.game.digest, self.options,
                                                              seal.table):
            raise BadRecord("The secret does not match the commitment: the shuffle was not the promised one.",
                            "commitment")

    def check_result(self, state: State) -> None:
        """BadRecord when the record claims another result than the position it leads to."""
        result = self.about.get("scores")
        if result is not None and result != state.scores():
            raise BadRecord(f"The record claims the scores {result}, but the game gives {state.scores()}.", "scores")

    def verify(self) -> list[str]:
        """Everything that was checked, a sentence each; BadRecord at the first thing that is wrong."""
        said: list[str] = []
        if self.seal is None:
            said.append(f"The chance comes from the seed {self.seed}; nobody committed to it beforehand.")
        else:
            self.check_seal()
            said.append("The secret matches the commitment that was published before anybody joined.")
            if len(self.seal.nonces):
                said.append(f"{len(self.seal.nonces)} players' nonces are part of the shuffle.")
        state = self.replay()
        said.append(f"All {len(self.entries)} actions are legal and replay.")
        self.check_result(state)
        if state.over:
            said.append(f"The game is over: {', '.join([str(score) for score in state.scores()])} points; "
                        f"won by seat {', '.join([str(seat) for seat in state.winners()])}.")
        else:
            said.append("The game is not over.")
        return said

    def to_json(self, whole_set: bool = False) -> str:
        """The record as JSON; a set of pieces that is not the house's own is written out whole."""
        own = registry.game(self.game.id).digest == self.game.digest
        chance: Data = {"source": "stream", "seed": self.seed}
        if self.seal is not None:
            chance = {"source": "sealed", "table": self.seal.table, "secret": self.seal.secret.hex(),
                      "nonces": self.seal.nonces, "commitment": self.seal.commitment}
        data: Data = {
            "format": FORMAT, "game": self.game.id, "rules_version": self.game.rules_version,
            "pieces": self.game.digest if own and not whole_set else self.game.pieces,
            "players": self.players, "options": self.options, "chance": chance,
            "entries": [[seat, action] for seat, action in self.entries], "about": self.about}
        return msgspec.json.encode(data).decode()

    @staticmethod
    def from_json(text: str | bytes) -> Record:
        """The record that `to_json` wrote; BadRecord, in a sentence, when it is broken.

        >>> Record.from_json("[]")
        Traceback (most recent call last):
        ...
        chateaux.engine.data.BadRecord: A record is a JSON object.
        """
        try:
            data = msgspec.json.decode(text)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise BadRecord(f"A record is a JSON object: {error}", "json") from error
        if not isinstance(data, dict):
            raise BadRecord("A record is a JSON object.", "json")
        if data.get("format") != FORMAT:
            raise BadRecord(f"The record has format {data.get('format')}; this is format {FORMAT}.", "format")
        game = named_game(data.get("game"), data.get("pieces"))
        if data.get("rules_version") != game.rules_version:
            raise BadRecord(f"The record was made with version {data.get('rules_version')} of the rules of {game.id}; "
                            f"these are version {game.rules_version}.", "version", {"known": game.rules_version})
        about = data.get("about", {})
        if not isinstance(about, dict):
            raise BadRecord("The part named about is not an object.", "about")
        seed, seal = read_chance(data.get("chance"))
        try:
            return Record(game, game.seated(data.get("players")), game.settled(data.get("options")), seed, seal,
                          read_entries(data.get("entries"), game.longest), about)
        except BadOption as error:
            raise BadRecord(str(error), "options") from error


def misfit(number: int, error: IllegalAction) -> BadRecord:
    """What is wrong with an entry that the rules refuse."""
    return BadRecord(f"Entry {number + 1} does not fit: {error}", "illegal", {"number": number + 1})


def named_game(name: object, pieces: object) -> Game:
    """The game a record speaks of, with the record's own set of pieces if it carries one."""
    if not isinstance(name, str):
        raise BadRecord("The record does not say which game it is.", "game")
    try:
        game = registry.game(name)
    except LookupError as error:
        raise BadRecord(f"{name[:60]!r} is not a game of this house.", "game") from error
    if isinstance(pieces, (dict, list)):
        try:
            return game.with_pieces(pieces)
        except BadPosition as error:
            raise BadRecord(f"The record's own pieces are not usable: {error}", "own_pieces") from error
    if pieces != game.digest:
        raise BadRecord(f"The record was made with another set of pieces of {game.id}.", "pieces")
    return game


def read_entries(entries: object, most: int) -> list[tuple[int, int]]:
    """The entries of a record, each [seat, action]."""
    if not isinstance(entries, list) or len(entries) > most:
        raise BadRecord(f"Entries are a list of at most {most} pairs.", "entries", {"most": most})
    pairs: list[tuple[int, int]] = []
    for number, entry in enumerate(entries):
        if not (isinstance(entry, list) and len(entry) == 2 and type(entry[0]) is int and type(entry[1]) is int):
            raise BadRecord(f"Entry {number + 1} is not a pair of a seat and an action.", "entry",
                            {"number": number + 1})
        pairs.append((entry[0], entry[1]))
    return pairs


def read_chance(chance: object) -> tuple[int, Seal | None]:
    """The seed or the seal of a record."""
    if isinstance(chance, dict):
        seed = chance.get("seed")
        if chance.get("source") == "stream" and type(seed) is int:
            return seed, None
        table, secret, promised = chance.get("table"), chance.get("secret"), chance.get("commitment")
        nonces = chance.get("nonces")
        if (chance.get("source") == "sealed" and isinstance(table, str) and isinstance(secret, str)
                and isinstance(promised, str) and isinstance(nonces, list)):
            try:
                return 0, Seal(table, bytes.fromhex(secret), [str(nonce) for nonce in nonces], promised)
            except ValueError as error:
                raise BadRecord("The secret of the record is not written in hexadecimal digits.", "chance") from error
    raise BadRecord("The record's chance is neither a stream with its seed nor sealed with its secret.", "chance")
