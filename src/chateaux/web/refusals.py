"""What is not done, told to whoever asked: a sentence in their language for programs and scripts, a page for people."""
from __future__ import annotations

import logging
from collections.abc import Callable
from functools import cache
from typing import Any, Final

import msgspec
from babel.core import negotiate_locale
from litestar import Request, Response
from litestar.exceptions import HTTPException

from chateaux.engine.data import BadRecord
from chateaux.look.words import LANGUAGES, Words
from chateaux.tables.data import Refused, short
from chateaux.tables.frames import Frame
from chateaux.tables.house import NothingChanged
from chateaux.tables.store import DatabaseAway

LANGUAGE: Final = "chateaux_language"
SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
STATUS: Final = {"unknown": 404, "forbidden": 403, "closed": 409, "stale": 409, "illegal": 422, "malformed": 400,
                 "full": 409, "too much": 429, "broken": 409}
WORDS: Final = {400: "malformed", 401: "unknown guest", 403: "forbidden", 404: "unknown", 405: "malformed",
                408: "too slow", 413: "too large", 421: "malformed", 429: "too much"}
SOON: Final = {"Retry-After": "5"}
LOG_BOOK: Final = logging.getLogger("chateaux")

Asked = Request[Any, Any, Any]  # Litestar's own parameters: user, auth, state


class Problem(msgspec.Struct):
    """Why something was not done; with the current state when it came too late."""

    error: str
    sentence: str
    state: Frame | None = None


def language_of(request: Asked) -> str:
    """The language a reader chose, or the best their browser asks for."""
    chosen = request.cookies.get(LANGUAGE, "")
    if chosen in LANGUAGES:
        return chosen
    wanted = [item.partition(";")[0].strip().replace("-", "_")
              for item in request.headers.get("accept-language", "")[:200].split(",")]
    found = negotiate_locale([*wanted, *(tag.partition("_")[0] for tag in wanted)], LANGUAGES)
    return found or LANGUAGES[0]


def said(error: Refused, language: str) -> str:
    """Why something is not done, in a reader's language: by its key, or by its English sentence.

    >>> said(Refused("full", "That seat is taken."), "fr")
    'Cette place est prise.'
    """
    return Words(language).say(f"refused.{error.key}", error.parts) if error.key else translated(str(error), language)


def translated(sentence: str, language: str) -> str:
    """A sentence that is among the words, in another language; one that is for programs stays as it is."""
    words = Words(language)
    return words.say(known[sentence]) if sentence in (known := sentences()) else sentence


@cache
def sentences() -> dict[str, str]:
    """The keys of the refusals by their English sentences."""
    return {forms[0]: key for key, forms in Words("en").messages.items() if key.startswith("refused.")}


def refused(request: Asked, error: Refused) -> Response[Problem]:
    """What a table does not do."""
    return Response(Problem(error.reason, said(error, language_of(request))), status_code=STATUS[error.reason],
                    headers=SOON if error.reason == "too much" else None)


def bad_record(_request: Asked, error: BadRecord) -> Response[Problem]:
    return Response(Problem("closed", str(error)), status_code=409)


def http_error(request: Asked, error: HTTPException) -> Response[Problem]:
    """What the framework refuses, in our words."""
    sentence = error.detail
    if error.status_code == 400 and isinstance(error.extra, list):
        sentence = "; ".join(f"{item.get('key', '')}: {item.get('message', '')}".strip(": ")
                             for item in error.extra if isinstance(item, dict)) or sentence
    sentence = translated(sentence, language_of(request))
    return Response(Problem(WORDS.get(error.status_code, "malformed"), sentence[:500]),
                    status_code=error.status_code, headers=error.headers)


def too_deep(request: Asked, _error: RecursionError) -> Response[Problem]:
    return refused(request, Refused("malformed", "That is nested too deeply.", "too_deep"))


def no_text(request: Asked, _error: UnicodeDecodeError) -> Response[Problem]:
    return refused(request, Refused("malformed", "That is not UTF-8.", "no_text"))


def away(request: Asked, error: DatabaseAway) -> Response[Problem]:
    LOG_BOOK.error("the database is away", extra={"path": loggable(request.url.path), "why": why(error)})
    sentence = Words(language_of(request)).say("refused.away")
    return Response(Problem("away", sentence), status_code=503, headers=SOON)


def fault(request: Asked, error: Exception) -> Response[Problem]:
    """Our own fault: said in the server's log, not to the world. That nothing was changed is said when it is known."""
    LOG_BOOK.error("a fault", exc_info=error,
                   extra={"method": str(request.method), "path": loggable(request.url.path)})
    known = isinstance(error, NothingChanged) or str(request.method) in SAFE
    sentence = Words(language_of(request)).say("refused.fault" if known else "refused.fault_unknown")
    return Response(Problem("fault", sentence), status_code=500)


def why(error: BaseException) -> str:
    """An error and what led to it, on one line."""
    cause = error.__cause__
    return (f"{type(error).__name__}: {error}" if cause is None else f"{type(cause).__name__}: {cause}")[:300]


def loggable(path: str) -> str:
    """A path as the log may keep it: without the whole id of a table, which is its invitation.

    >>> loggable("/api/tables/Zk3v-_0aQ9xYw2Lp/play")
    '/api/tables/Zk3v-_…/play'
    """
    parts = path[:200].split("/")
    return "/".join(short(part) if before == "tables" else part
                    for before, part in zip(["", *parts], parts, strict=False))


HANDLERS: Final[dict[int | type[Exception], Callable[[Asked, Any], Response[Problem]]]] = {
    Refused: refused, BadRecord: bad_record, HTTPException: http_error, DatabaseAway: away,
    RecursionError: too_deep, UnicodeDecodeError: no_text, Exception: fault}


def answer_to(request: Asked, error: Exception) -> Response[Problem]:
    """What is told about an error."""
    return next(handler for kind, handler in HANDLERS.items()
                if isinstance(kind, type) and isinstance(error, kind))(request, error)
