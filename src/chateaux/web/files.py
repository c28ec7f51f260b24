"""Static files: the house's own and each game's style sheet, held in memory under an address that names their content.

The address changes with any of them, so that browsers may keep them for ever and never have an old one.
"""
from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Final

from litestar import Response, get
from litestar.exceptions import NotFoundException

from chateaux.engine.registry import games
from chateaux.look.parts import parts
from chateaux.look.standalone import TOKENS

FOLDER: Final = Path(__file__).parent / "static"
TYPES: Final = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml",
                ".webmanifest": "application/manifest+json"}
FOR_EVER: Final = "public, max-age=31536000, immutable"


@cache
def files() -> dict[str, bytes]:
    """Every static file by its name."""
    found = {path.name: path.read_bytes() for path in [TOKENS, *sorted(FOLDER.iterdir())] if path.suffix in TYPES}
    for game in games().values():
        style = parts(game).style
        if style is not None:
            found[style] = (parts(game).folder / "show" / "board.css").read_bytes()
    return found


@cache
def version() -> str:
    """A short name for the content of all files."""
    total = hashlib.sha256()
    for name, content in sorted(files().items()):
        total.update(name.encode() + b"\0" + content)
    return total.hexdigest()[:12]


def address(name: str) -> str:
    """Where a file is found."""
    return f"/static/{version()}/{name}"


@get("/static/{stamp:str}/{name:path}", include_in_schema=False)
async def static(stamp: str, name: Path) -> Response[bytes]:
    found = files().get(name.as_posix().lstrip("/"))
    if found is None:
        raise NotFoundException("There is no such file.")
    return Response(found, media_type=f"{TYPES[name.suffix]}; charset=utf-8",
                    headers={"Cache-Control": FOR_EVER if stamp == version() else "no-cache"})
