"""One server for the tests that need nothing special of it."""
from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.house import Person, Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def ann(server: Server) -> Person:
    return Person(server, "Ann")


@pytest.fixture
def bob(server: Server) -> Person:
    return Person(server, "Bob")
