"""A whole site in the test's own process: quicker than a server, and its parts can be reached."""
from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from litestar import Litestar
from litestar.testing import TestClient

from chateaux.web.app import create_app
from chateaux.web.settings import Settings
from tests.web.house import Person

PAGE = {"Accept": "text/html"}


@contextlib.contextmanager
def site(folder: Path, **settings: Any) -> Iterator[TestClient[Litestar]]:
    """The site with a database in a folder; no limits and quick bots unless asked for."""
    chosen: dict[str, Any] = {"rate": 0, "bot_delay": 0, "workers": 1, **settings}
    with TestClient(create_app(Settings(database=f"sqlite:///{folder / 'tables.db'}", **chosen)),
                    raise_server_exceptions=False) as client:
        yield client


class Visitor(Person):
    """Somebody inside. People of one site share its client, so they carry their tokens themselves."""

    def __init__(self, client: TestClient[Litestar], name: str = "Ann", address: str = "") -> None:
        self.client = client
        self.headers: dict[str, str] = {"X-Forwarded-For": address} if address else {}
        told = self.post("/guest", name=name)
        client.cookies.clear()
        self.id, self.token = told["id"], told["token"]
        self.headers["Authorization"] = f"Bearer {self.token}"

    def ask(self, method: str, path: str, **more: Any) -> Any:
        headers = {**self.headers, **more.pop("headers", {})}
        answer = self.client.request(method, path, headers=headers, **more)
        self.client.cookies.clear()
        return answer

    def page(self, path: str, **headers: str) -> Any:
        """A page as this guest's browser shows it."""
        told = {**PAGE, **headers, "Cookie": f"chateaux_guest={self.token}"}
        answer = self.client.get(path, headers=told)
        self.client.cookies.clear()
        return answer

    def get(self, path: str, expect: int = 200, **query: object) -> Any:
        answer = self.ask("GET", f"/api{path}", params={key: str(value) for key, value in query.items()} or None)
        assert answer.status_code == expect, (answer.status_code, answer.text)
        return answer.json()

    def post(self, path: str, expect: int = 200, **body: object) -> Any:
        answer = self.ask("POST", f"/api{path}", json=body)
        assert answer.status_code == expect, (answer.status_code, answer.text)
        return answer.json()
