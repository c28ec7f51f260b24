"""Own sets of pieces in the browser: the house's set to begin with, and one's own, checked and shown piece by piece.

The set itself stays in the reader's own browser; a table that is made with it gets a copy.
"""
from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Response, Router, get, post
from litestar.params import Body

from chateaux.engine.registry import games
from chateaux.tables.data import Refused
from chateaux.tables.sandbox import Sandbox
from chateaux.web.outside import BadFile, Show, show
from chateaux.web.refusals import Asked, language_of, said

Pieces = Annotated[dict[str, Any], Body(description="A set of pieces")]  # of any shape: it is checked in the sandbox


@get("/sets/{id:str}", include_in_schema=False)
async def of_the_house(id: str) -> Response[bytes]:
    """The house's own set as a file."""
    if id not in games():
        raise Refused("unknown", "There is no such game.")
    text = msgspec.json.format(msgspec.json.encode(games()[id].pieces), indent=1)
    return Response(text, media_type="application/json",
                    headers={"Content-Disposition": f'attachment; filename="{id}.json"'})


@post("/sets/{id:str}", include_in_schema=False, status_code=200)
async def ones_own(request: Asked, id: str, data: Pieces, sandbox: Sandbox) -> Response[str] | Response[BadFile]:
    """Somebody's set, drawn; or what is wrong with it."""
    language = language_of(request)
    try:
        drawn = await show(sandbox, Show(id, data, language))
    except Refused as refused:
        return Response(BadFile(refused.reason, said(refused, language), str(refused)), status_code=422)
    return Response(drawn, media_type="text/html", headers={"Cache-Control": "no-store"})


def sets() -> Router:
    """The pages of own sets."""
    return Router("/", route_handlers=[of_the_house, ones_own])
