"""The tables of the database. The migrations in `migrations` make them."""
from __future__ import annotations

from typing import Final

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, MetaData, String, Table, Text, false

METADATA: Final = MetaData()

HOUSE: Final = Table(
    "house", METADATA,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False))

TABLES: Final = Table(
    "tables", METADATA,
    Column("id", String(24), primary_key=True),
    Column("game", String(80), nullable=False),
    Column("phase", String(16), nullable=False),
    Column("number", Integer, nullable=False),  # of the newest row of the log
    Column("head", Text, nullable=False),
    Column("snapshot", Text, nullable=False),  # as `stored` writes it
    Column("due", Float, nullable=True),  # when something must happen by itself
    Column("changed", Float, nullable=False),
    Column("broken", Text, nullable=True),  # why it cannot be read, since a server last tried
    Column("listed", Boolean, nullable=False, server_default=false()),  # as its head says
    Index("tables_due", "due"), Index("tables_listed", "listed", "phase", "changed"))

LOG: Final = Table(
    "log", METADATA,
    Column("table_id", String(24), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", Float, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("data", Text, nullable=False),
    Column("stamp", String(16), nullable=False))

MEMBERS: Final = Table(
    "members", METADATA,
    Column("guest", String(32), primary_key=True),
    Column("table_id", String(24), ForeignKey("tables.id"), primary_key=True))

DRAWINGS: Final = Table(
    "drawings", METADATA,
    Column("table_id", String(24), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("number", Integer, nullable=False),  # grows with every change
    Column("strokes", Text, nullable=False))

LEASES: Final = Table(
    "leases", METADATA,
    Column("table_id", String(24), primary_key=True),
    Column("holder", String(32), nullable=False),  # the process that acts at the table by itself,
    Column("until", Float, nullable=False))  # unless it falls silent, by the database's own clock

ABSENCES: Final = Table(
    "absences", METADATA,
    Column("began", Float, primary_key=True),  # no server was there between these moments
    Column("ended", Float, nullable=False))

PEOPLE: Final = Table(  # whoever wants more than a cookie
    "people", METADATA,
    Column("id", String(32), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("came", Float, nullable=False),
    Column("wants", Text, nullable=False))  # what they wish to hear of

DEVICES: Final = Table(
    "devices", METADATA,
    Column("id", String(32), primary_key=True),
    Column("person", String(32), nullable=False),
    Column("label", String(80), nullable=False),
    Column("came", Float, nullable=False),
    Column("seen", Float, nullable=False),
    Column("push", Text, nullable=False),  # where it can be called, or empty
    Index("devices_person", "person"))

KEYS: Final = Table(  # what opens a door once or until it is changed; only digests are kept
    "keys", METADATA,
    Column("digest", String(64), primary_key=True),
    Column("person", String(32), nullable=False),
    Column("kind", String(12), nullable=False),
    Column("until", Float, nullable=True),
    Index("keys_person", "person"))

PASSKEYS: Final = Table(
    "passkeys", METADATA,
    Column("id", String(1400), primary_key=True),
    Column("person", String(32), nullable=False),
    Column("public", Text, nullable=False),
    Column("uses", Integer, nullable=False),
    Column("label", String(80), nullable=False),
    Column("made", Float, nullable=False),
    Index("passkeys_person", "person"))

REVOKED: Final = Table(  # devices and people whose cookies open nothing any more
    "revoked", METADATA,
    Column("id", String(32), primary_key=True),
    Column("at", Float, nullable=False))

RESULTS: Final = Table(  # one row for each seat of a game that was played to its end
    "results", METADATA,
    Column("table_id", String(24), primary_key=True),  # of a table that may be gone by now
    Column("seat", Integer, primary_key=True),
    Column("game", String(80), nullable=False),
    Column("person", String(32), nullable=False),  # empty: a bot, or somebody who is forgotten
    Column("name", String(40), nullable=False),
    Column("bot", String(60), nullable=False),
    Column("score", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    Column("ended", Float, nullable=False),
    Column("mu", Float, nullable=True),  # the rating after the game, where it counted
    Column("sigma", Float, nullable=True),
    Index("results_person", "person", "ended"),
    Index("results_bot", "bot", "game", "ended"))

CODES: Final = Table(  # short ways to tables
    "codes", METADATA,
    Column("code", String(8), primary_key=True),
    Column("table_id", String(24), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, unique=True))

ANALYSES: Final = Table(  # finished games that were gone over
    "analyses", METADATA,
    Column("key", String(64), primary_key=True),  # the table, or the digest of somebody's file
    Column("table_id", String(24), nullable=False),  # empty: a file's, which goes after a while
    Column("state", String(8), nullable=False),
    Column("guest", String(32), nullable=False),  # who asked, for as long as it is worked on
    Column("until", Float, nullable=False),  # when another process may go on with it
    Column("changed", Float, nullable=False),
    Column("known", Text, nullable=False),
    Index("analyses_table", "table_id"), Index("analyses_state", "state", "until"))

ANSWERS: Final = Table(  # what somebody answered to a puzzle
    "answers", METADATA,
    Column("guest", String(32), primary_key=True),
    Column("puzzle", String(60), primary_key=True),  # a shipped one, or a moment of an own game
    Column("at", Float, nullable=False),  # of the first answer
    Column("state", String(8), nullable=False),  # tried, right, shown
    Column("first", Boolean, nullable=False),  # whether the first answer was right
    Column("day", String(10), nullable=False),  # the date, where it was that day's puzzle; or empty
    Column("mu", Float, nullable=True),  # the rating after the first answer, where it counted
    Column("sigma", Float, nullable=True))
