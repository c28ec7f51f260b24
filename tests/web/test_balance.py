"""The page of the lab: every kept report in every language, found from the rules."""
from __future__ import annotations

import re

from litestar.testing import TestClient

from chateaux.lab.kept import kept
from chateaux.look.words import LANGUAGES, Words
from chateaux.web.app import create_app
from chateaux.web.settings import Settings


def test_kept_reports_are_shown_in_every_language_and_linked_from_the_rules() -> None:
    with TestClient(create_app(Settings(database="sqlite+aiosqlite://"))) as client:
        for language in LANGUAGES:
            page = client.get("/lab", headers={"Accept-Language": language}).text
            text = re.sub(r"<[^>]*>", " ", page)
            assert Words(language).say("lab.title") in text
            assert "lab." not in text
            assert not re.search(r"\{\w+\}", text)
            for name in kept():
                assert page.count(f'id="{name}"') == 1
            ids = re.findall(r'\sid="([^"]+)"', page)
            assert len(ids) == len(set(ids))
        for game in {summary["game"] for summary in kept().values()}:
            assert f'href="/lab#{game}"' in client.get(f"/rules/{game}").text
            assert f'id="{game}"' in page
