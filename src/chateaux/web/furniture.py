"""What every table of a game has in its page once, as a file that browsers keep: symbols, and texts of pieces.

The file is a script that puts them where it stands; its address names its content.
"""
from __future__ import annotations

import asyncio
import hashlib
from functools import cache
from typing import Final

import msgspec
from litestar import Response, get
from litestar.exceptions import NotFoundException
from markupsafe import Markup

from chateaux.engine.game import Game
from chateaux.engine.registry import games
from chateaux.look.words import LANGUAGES
from chateaux.web import render
from chateaux.web.files import FOR_EVER

PUT: Final = b'document.currentScript.insertAdjacentHTML("afterend", %b);'


@cache
def script(game: str, language: str) -> bytes:
    """The script of a game of the house in one language."""
    return PUT % msgspec.json.encode(str(render.furniture(games()[game], language)))


@cache
def address(game: str, language: str) -> str:
    stamp = hashlib.sha256(script(game, language)).hexdigest()[:12]
    return f"/static/furniture/{game}/{language}/{stamp}.js"


async def furniture(game: Game, language: str) -> Markup:
    """The furniture of a page: the file's address for a game of the house, all of it for somebody's own set.

    The latter takes a while, in which others are served.
    """
    if games().get(game.id) is not game:
        return await asyncio.to_thread(render.furniture, game, language)
    return Markup('<script src="{}"></script>').format(address(game.id, language))


@get("/static/furniture/{game:str}/{language:str}/{name:str}", include_in_schema=False)
async def furniture_file(game: str, language: str, name: str) -> Response[bytes]:
    if game not in games() or language not in LANGUAGES:
        raise NotFoundException("There is no such file.")
    current = address(game, language).endswith(f"/{name}")
    return Response(script(game, language), media_type="text/javascript; charset=utf-8",
                    headers={"Cache-Control": FOR_EVER if current else "no-cache"})
