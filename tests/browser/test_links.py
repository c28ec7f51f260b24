"""What a link says of itself, and how little a table's page weighs once its game is known."""
from __future__ import annotations

import re

import httpx

from tests.browser.people import Site
from tests.browser.test_history import played
from tests.web.house import Person

HTTP = httpx.Client(timeout=60)


def test_an_invitation_tells_the_game_the_host_and_a_picture_and_no_search_engine(site: Site) -> None:
    ann = Person(site.url, "Ann")
    table = ann.create("chateau-combo")
    ann.join(table, 0)
    html = HTTP.get(f"{site.url}/tables/{table}", headers={"Accept-Language": "fr"}).text
    assert '<meta name="robots" content="noindex">' in html
    assert '<meta property="og:title" content="Château Combo">' in html
    assert "Ann vous invite" in html
    picture = re.search(r'property="og:image"\s+content="([^"]+)"', html)
    assert picture is not None
    assert HTTP.get(picture[1]).content.startswith(b"\x89PNG")
    ended = played(ann, Person(site.url, "Bob"))
    assert "og:image" in HTTP.get(f"{site.url}/tables/{ended}/replay").text
    assert HTTP.head(site.url).status_code == 200


def test_what_never_changes_is_a_file_that_browsers_keep(site: Site) -> None:
    ann = Person(site.url, "Ann")
    table = ann.create("once-upon-a-castle", ("open", "page"))
    ann.join(table, 0)
    ann.post(f"/tables/{table}/start")
    page = HTTP.get(f"{site.url}/tables/{table}", headers={"Accept-Encoding": "gzip"})
    assert int(page.headers["content-length"]) <= 20_000
    kept = re.search(r'<script src="(/static/furniture/[^"]+)"></script>', page.text)
    assert kept is not None
    file = HTTP.get(site.url + kept[1])
    assert "immutable" in file.headers["cache-control"]
    assert "symbol" in file.text
    assert HTTP.get(f"{site.url}/static/furniture/nothing/en/x.js").status_code == 404
