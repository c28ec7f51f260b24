"""The OpenAPI document with the shapes that games give: what a board shows, and what a whole position looks like."""
from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
from litestar import Request
from litestar.openapi.plugins import JsonRenderPlugin

from chateaux.engine.game import Game
from chateaux.engine.parts import part
from chateaux.engine.registry import games

WHERE = "#/components/schemas/"


class Document(JsonRenderPlugin):
    """The document in which `view` is one of the views of the games that are there."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """The document as JSON."""
        return self.render_json(request, described(openapi_schema))


def described(document: dict[str, Any]) -> dict[str, Any]:
    """A document with the shapes of all games; the one given stays as it is."""
    shapes, views = every_shape()
    schemas = {name: with_views(schema, views) for name, schema in document["components"]["schemas"].items()}
    return {**document, "components": {**document["components"], "schemas": {**schemas, **shapes}}}


def with_views(schema: dict[str, Any], views: list[dict[str, Any]]) -> dict[str, Any]:
    """A part of the document; where it has a view, that is one of these, or nothing yet."""
    if "view" not in schema.get("properties", {}):
        return schema
    return {**schema, "properties": {**schema["properties"], "view": {"anyOf": [*views, {}]}}}


@cache
def every_shape() -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The schemas of the views and positions of all games, by name; and references to the views."""
    shapes: dict[str, Any] = {}
    views: list[dict[str, Any]] = []
    for game in games().values():
        schema = part(game, "schema")
        given = [shape for name in ("View", "Position") if (shape := getattr(schema, name, None)) is not None]
        if given:
            (view, *_), found = msgspec.json.schema_components(given, ref_template=f"{WHERE}{called(game)}{{name}}")
            shapes.update({called(game) + name: shape for name, shape in found.items()})
            views.append(view)
    return shapes, views


def called(game: Game) -> str:
    """A game's name before those of its shapes: CastleBuilder in CastleBuilderView."""
    return "".join(word.capitalize() for word in game.id.split("-"))
