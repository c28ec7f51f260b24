"""What makes the house an application of one's own: manifest, icons, the worker, a page without network."""
from __future__ import annotations

from functools import cache
from typing import Final

import msgspec
import resvg_py
from litestar import Response, Router, get

from chateaux.web.files import files
from chateaux.web.pages import card, ordered, page
from chateaux.web.refusals import Asked, language_of
from chateaux.web.render import words_of

SIZES: Final = (180, 192, 512)  # Apple's, and the two that others ask for
DAY: Final = "public, max-age=86400"
PAPER: Final = "#f3ead8"  # behind a page
LAPIS: Final = "#1d3a77"  # around the icon


@cache
def icon(size: int, whole: bool = False) -> bytes:
    """Our own mark as a PNG; whole: with room around it, for systems that cut a shape out."""
    drawn = files()["brand.svg"].decode()
    if whole:
        drawn = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-10 -10 84 84"><rect x="-10" y="-10" width="84" '
                 f'height="84" fill="{LAPIS}"/>{drawn.partition(">")[2]}')
    return bytes(resvg_py.svg_to_bytes(svg_string=drawn, width=size, height=size))


@get("/manifest.webmanifest", include_in_schema=False)
async def manifest(request: Asked) -> Response[bytes]:
    words = words_of("", language_of(request))
    told = {"name": "Châteaux", "short_name": "Châteaux", "description": words.say("web.motto"), "id": "/",
            "start_url": "/", "scope": "/", "display": "standalone", "lang": words.language,
            "theme_color": LAPIS, "background_color": PAPER, "categories": ["games"],
            "icons": [*({"src": f"/icon-{size}.png", "sizes": f"{size}x{size}", "type": "image/png"}
                        for size in SIZES),
                      {"src": "/icon-whole.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"}],
            "shortcuts": [{"name": words.say("me.title"), "url": "/me"}]}
    return Response(msgspec.json.encode(told), media_type="application/manifest+json",
                    headers={"Cache-Control": DAY, "Vary": "Cookie, Accept-Language"})


@get([*(f"/icon-{size}.png" for size in SIZES), "/icon-whole.png"], include_in_schema=False)
async def icon_file(request: Asked) -> Response[bytes]:
    name = request.url.path.removeprefix("/icon-").removesuffix(".png")
    drawn = icon(512, whole=True) if name == "whole" else icon(int(name))
    return Response(drawn, media_type="image/png", headers={"Cache-Control": DAY})


@get("/sw.js", include_in_schema=False)
async def worker() -> Response[bytes]:
    return Response(files()["sw.js"], media_type="text/javascript", headers={"Cache-Control": "no-cache"})


@get("/offline", include_in_schema=False)
async def offline(request: Asked) -> Response[str]:
    language = language_of(request)
    return page(request, "offline.html", games=[card(game, language) for game in ordered()])


def installing() -> Router:
    return Router("/", route_handlers=[manifest, icon_file, worker, offline])
