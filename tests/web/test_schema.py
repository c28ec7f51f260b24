"""The OpenAPI document, and a crowd of odd requests made from it: never a 5xx."""
from __future__ import annotations

import json
import re
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error

from tests.parts import having
from tests.web.house import Person, Server
from tests.web.test_playing import running

EXAMPLES = 10  # for each operation
EVERYTHING = {
    "/api/games", "/api/games/{game}", "/api/guest", "/api/tables", "/api/tables/{id}",
    *(f"/api/tables/{{id}}/{path}" for path in (
        "join", "leave", "start", "view", "actions", "play", "hints", "undo", "give-up", "stand-in", "free",
        "take-back", "abandon", "rematch", "chat", "drawing", "drawings", "log", "record", "reveal", "replay",
        "analysis", "study", "stream"))}


def document(server: Server) -> dict[str, Any]:
    return dict(httpx.get(f"{server.url}/api/openapi.json").json())


def test_the_document_describes_everything(server: Server) -> None:
    found = document(server)
    assert set(found["paths"]) == EVERYTHING
    for path in found["paths"].values():
        for operation in path.values():
            assert operation["summary"]


def test_the_document_knows_what_every_game_shows(server: Server) -> None:
    """`view` is one of the games' own views, with all their fields; no reference leads nowhere."""
    schemas = document(server)["components"]["schemas"]
    named = {"".join(word.capitalize() for word in id.split("-")) for id in having("schema.py")}
    for holder in ("Frame", "Replayed"):
        shown = {one["$ref"].rpartition("/")[2] for one in schemas[holder]["properties"]["view"]["anyOf"] if one}
        assert shown == {f"{name}View" for name in named}
    for name in named:
        assert {"phase", "round", "turn", "asked", "me", "players"} <= set(schemas[f"{name}View"]["properties"])
        assert schemas[f"{name}Position"]["properties"]
    meant = set(re.findall(r'"#/components/schemas/([^"]+)"', json.dumps(document(server))))
    assert meant <= set(schemas)


@pytest.mark.parametrize("known_table", [True, False])
def test_no_request_is_a_server_error(server: Server, known_table: bool) -> None:
    ann, bob = Person(server, "Ann"), Person(server, "Bob")
    table = running(ann, bob)
    operations: Any = schemathesis.openapi.from_dict(document(server)).get_all_operations()
    tried = 0
    for result in operations:
        operation = result.ok()  # a broken document fails here, as it should
        if operation.path.endswith("/stream"):
            continue

        @settings(max_examples=EXAMPLES, phases=[Phase.generate], database=None, derandomize=True,
                  suppress_health_check=list(HealthCheck))
        @given(case=operation.as_strategy())
        def attempt(case: Any) -> None:
            nonlocal tried
            if known_table and "id" in (case.path_parameters or {}):
                case.path_parameters["id"] = table
            answer = case.call(base_url=server.url, headers={"Authorization": f"Bearer {ann.token}"})
            case.validate_response(answer, checks=(not_a_server_error,))
            tried += 1
        attempt()
    assert tried > 100
    assert ann.view(table)["number"] > 0
