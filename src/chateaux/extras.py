"""What an installation may lack: engine, games and bots need three small packages, everything else is an extra."""
from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class Missing(ImportError):
    """An extra is not installed; the sentence says how to get it."""


@contextmanager
def extra(name: str) -> Iterator[None]:
    """What is imported inside belongs to an extra: a sentence names it where a library of it is missing.

    >>> with extra("serve"):
    ...     import castles_in_the_air
    Traceback (most recent call last):
    chateaux.extras.Missing: castles_in_the_air is not installed here; it comes with: pip install 'chateaux[serve]'
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] == "chateaux":
            raise
        library = error.name.partition(".")[0]
        raise Missing(f"{library} is not installed here; it comes with: pip install 'chateaux[{name}]'") from None
