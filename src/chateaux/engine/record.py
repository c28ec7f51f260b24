"""Records: a whole game as data that replays to the same end, and the seal of its shuffle.

A table commits to a secret before anybody joins. Every player promises a nonce, and shows it when everybody sits;
the key of the table's chance comes from the secret and all nonces. The secret is shown at the end, and anybody can
check it here. What that proves, and to whom, `Record.verify` says.
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
    """What a shuffle was made from: commitment and secret, and of each player the promise and the nonce."""

    def __init__(self, table: str, secret: bytes, nonces: list[str], commitment: str,
                 promises: list[str] | None = None) -> None:
        self.table: str = table
        self.secret: bytes = secret
        self.nonces: list[str] = nonces  # "" for a bot, and for who did not show it
        self.commitment: str = commitment
        self.promises: list[str] = [""] * len(nonces) if promises is None else promises  # "": told at once

    def key(self) -> bytes:
        """The key of the table's chance: from the secret and every player's nonce.

        >>> Seal("t", bytes(32), ["a"], "").key() == Seal("t", bytes(32), ["b"], "").key()
        False
        """
        return hashlib.sha256(canonical(["chateaux key", self.secret.hex(), self.table, self.nonces])).digest()

    def parts(self) -> tuple[int, int, int]:
        """How many nonces were promised and kept, told at once, and promised but withheld.

        >>> Seal("t", bytes(32), ["a", "b", "", ""], "", ["1", "", "2", ""]).parts()
        (1, 1, 1)
        """
        kept = [1 for nonce, promised in zip(self.nonces, self.promises, strict=True) if nonce and promised]
        told = [1 for nonce, promised in zip(self.nonces, self.promises, strict=True) if nonce and not promised]
        withheld = [1 for nonce, promised in zip(self.nonces, self.promises, strict=True) if promised and not nonce]
        return len(kept), len(told), len(withheld)


def promise(table: str, nonce: str) -> str:
    """What a player tells of a nonce before any is shown."""
    return hashlib.sha256(canonical(["chateaux nonce", table, nonce])).hexdigest()


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
                 about: Data | None = None, start: Data | None = None) -> None:
        self.game: Game = game
        self.players: int = game.seated(players)
        self.options: dict[str, Choice] = game.settled(options)
        self.seed: int = seed
        self.seal: Seal | None = seal
        self.entries: list[tuple[int, int]] = entries if entries is not None else []
        self.about: Data = about if about is not None else {}  # names, dates, result: not needed to replay
        self.start: Data | None = start  # the position it began with, as of `State.dump`; None: a new game

    def add(self, seat: int, action: int) -> None:
        """Append an entry; seat -1 is the table."""
        self.entries.append((seat, action))

    def new(self) -> State:
        """The position before the first entry."""
        chance = Chance.stream(self.seed) if self.seal is None else Chance.sealed(self.seal.key())
        if self.start is None:
            return self.game.new(self.players, 0, self.options, chance)
        try:
            return self.game.load({"players": self.players, "options": self.options, "position": self.start,
                                   "chance": chance.dump()})
        except BadPosition as error:
            raise BadRecord(f"The position the record begins with cannot be: {error}", "start") from error

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
        if seal is not None:
            for seat, promised in enumerate(seal.promises):
                if promised and seal.nonces[seat] and promise(seal.table, seal.nonces[seat]) != promised:
                    raise BadRecord(f"The nonce of seat {seat} is not the one that was promised.", "nonce",
                                    {"number": seat + 1})

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
            said.append("The secret matches the commitment in the record. To whoever kept the commitment when they sat "
                        "down it proves that the secret was not changed afterwards.")
            kept, told, withheld = self.seal.parts()
            if kept:
                said.append(f"{kept} nonces were promised before any was shown, and kept. To those players, if they "
                            "kept their nonce, it proves that nobody chose this deal, the host included"
                            + (", but for the choice of those who withheld theirs." if withheld else "."))
            if told:
                said.append(f"{told} nonces were told at once: they are part of the shuffle, but prove nothing against "
                            "a host who plays along with somebody at the table.")
            if withheld:
                said.append(f"{withheld} nonces were promised and never shown: those players chose between two deals "
                            "each, if they knew the secret.")
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
        own = registry.game(self.game.id).at_version(self.game.rules_version).digest == self.game.digest
        chance: Data = {"source": "stream", "seed": self.seed}
        if self.seal is not None:
            chance = {"source": "sealed", "table": self.seal.table, "secret": self.seal.secret.hex(),
                      "nonces": self.seal.nonces, "promises": self.seal.promises, "commitment": self.seal.commitment,
                      "pieces": self.game.digest}
        data: Data = {
            "format": FORMAT, "game": self.game.id, "rules_version": self.game.rules_version,
            "pieces": self.game.digest if own and not whole_set else self.game.pieces,
            "players": self.players, "options": self.options, "chance": chance,
            "entries": [[seat, action] for seat, action in self.entries], "about": self.about}
        if self.start is not None:
            data["start"] = self.start
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
        game = named_game(data.get("game"), data.get("rules_version"), data.get("pieces"))
        about = data.get("about", {})
        if not isinstance(about, dict):
            raise BadRecord("The part named about is not an object.", "about")
        seed, seal = read_chance(data.get("chance"))
        start = data.get("start")
        if start is not None and not isinstance(start, dict):
            raise BadRecord("The position a record begins with is an object.", "start")
        try:
            return Record(game, game.seated(data.get("players")), game.settled(data.get("options")), seed, seal,
                          read_entries(data.get("entries"), game.longest), about, start)
        except BadOption as error:
            raise BadRecord(str(error), "options") from error


def misfit(number: int, error: IllegalAction) -> BadRecord:
    """What is wrong with an entry that the rules refuse."""
    return BadRecord(f"Entry {number + 1} does not fit: {error}", "illegal", {"number": number + 1})


def named_game(name: object, version: object, pieces: object) -> Game:
    """The game a record speaks of, by the rules it was played with, and with its own set if it carries one."""
    if not isinstance(name, str):
        raise BadRecord("The record does not say which game it is.", "game")
    try:
        game = registry.game(name)
    except LookupError as error:
        raise BadRecord(f"{name[:60]!r} is not a game of this house.", "game") from error
    try:
        game = game.at_version(version if type(version) is int else 0)
    except LookupError as error:
        raise BadRecord(f"The record was made with version {str(version)[:20]} of the rules of {game.id}; "
                        f"these are version {game.rules_version}.", "version", {"known": game.rules_version}) from error
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
        nonces, promises = chance.get("nonces"), chance.get("promises")
        if (chance.get("source") == "sealed" and isinstance(table, str) and isinstance(secret, str)
                and isinstance(promised, str) and isinstance(nonces, list)):
            try:
                said = [str(one) for one in promises] if isinstance(promises, list) and promises else [""] * len(nonces)
                if len(said) == len(nonces):
                    return 0, Seal(table, bytes.fromhex(secret), [str(nonce) for nonce in nonces], promised, said)
            except ValueError as error:
                raise BadRecord("The secret of the record is not written in hexadecimal digits.", "chance") from error
    raise BadRecord("The record's chance is neither a stream with its seed nor sealed with its secret.", "chance")
