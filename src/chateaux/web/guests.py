"""Guests: a random id, a name and the device in a signed cookie. The same text works as a bearer token for programs."""
from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
import time
from collections.abc import Callable
from functools import lru_cache
from typing import Final

import msgspec

from chateaux.tables.data import LONGEST_NAME
from chateaux.tables.people import new_device
from chateaux.tables.table import plain

COOKIE: Final = "chateaux_guest"
YEAR: Final = 365 * 24 * 3600
LONGEST: Final = 600
DAY: Final = 86_400
GOOD_FOR: Final = 400  # days
RENEWED: Final = 30  # days after which the lobby writes a new one


class Guest(msgspec.Struct, frozen=True):
    """Somebody who came in."""

    id: str
    name: str
    device: str = ""  # cookies of older houses have none


def new_guest(name: str, id: str = "") -> Guest:
    return Guest(id or secrets.token_hex(12), plain(name)[:LONGEST_NAME], new_device())


def signed(guest: Guest, key: bytes, now: Callable[[], float] = time.time) -> str:
    """The guest as a text that only this house can have written, and the day on which it was.

    >>> read_signed(signed(Guest("a" * 24, "Zoë"), b"key"), b"key")
    Guest(id='aaaaaaaaaaaaaaaaaaaaaaaa', name='Zoë', device='')
    >>> read_signed(signed(Guest("a" * 24, "Zoë"), b"key"), b"other") is None
    True
    >>> read_signed(signed(Guest("a" * 24, "Zoë"), b"key", lambda: 0.0), b"key") is None
    True
    """
    body = base64.urlsafe_b64encode(msgspec.json.encode(guest)).decode().rstrip("=") + f".{int(now() // DAY)}"
    return f"{body}.{seal(body, key)}"


def read_signed(text: str, key: bytes) -> Guest | None:
    """The guest of a signed text; None when we have not written it, or too long ago."""
    guest = written_by(text, key) if len(text) <= LONGEST and text.isascii() else None
    return None if guest is None or age(text) > GOOD_FOR else guest


@lru_cache(maxsize=20_000)  # whoever is here shows theirs with every request
def written_by(text: str, key: bytes) -> Guest | None:
    """The guest of a text that was signed with this key, whenever that was."""
    body, _, signature = text.rpartition(".")
    if not hmac.compare_digest(signature, seal(body, key)):
        return None
    body = body.partition(".")[0]
    try:
        return msgspec.json.decode(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)), type=Guest)
    except (ValueError, msgspec.MsgspecError):
        return None


def age(text: str) -> float:
    """How many days ago a guest's text was signed; older houses did not write it, so that theirs is to be renewed."""
    day = text.split(".")[1:-1]
    return time.time() // DAY - int(day[0]) if day and day[0].isdigit() else RENEWED + 1


def seal(body: str, key: bytes) -> str:
    return base64.urlsafe_b64encode(hmac.digest(key, body.encode(), hashlib.sha256)).decode().rstrip("=")
