"""Who somebody is: on another device by code, passkey or file; what is kept, and being forgotten."""
from __future__ import annotations

import json
import re
import time
from pathlib import Path
from typing import Any

from tests.browser.conftest import Arrives
from tests.browser.people import Site, Visitor
from tests.web.house import Person

Json = Any


def with_a_seat(visitor: Visitor, name: str = "Ada") -> str:
    """A visitor at a running table; its address."""
    visitor.starts("toy", "me", "squire", names={0: name})
    return str(visitor.page.url)


def holds_a_seat(visitor: Visitor, table: str) -> bool:
    visitor.page.goto(table)
    return bool(json.loads(visitor.main("mine")))


def test_a_seat_is_carried_to_another_device_by_a_code_once(arrives: Arrives, site: Site) -> None:
    ada, phone = arrives(), arrives("fr-FR", phone=True)
    table = with_a_seat(ada)
    ada.page.goto(f"{site.url}/me")
    ada.page.click("[data-code-make]")
    code = ada.sees("[data-code]").inner_text()
    assert re.fullmatch("[A-Z]{4}-[A-Z]{4}", code)
    ada.sees("#code .qr")
    assert not holds_a_seat(phone, table)
    phone.page.goto(f"{site.url}/me/carry#{code.lower()}")
    phone.page.click("[data-carry] button")
    phone.sees("#devices")
    assert "Ada" in phone.text()
    phone.words_are_complete()
    assert holds_a_seat(phone, table)
    third = arrives("sv-SE")
    third.page.goto(f"{site.url}/me/carry#{code}")
    third.page.click("[data-carry] button")
    assert "Koden" in third.sees(".problem").inner_text()
    # and a device on the list can be removed
    ada.page.goto(f"{site.url}/me")
    assert ada.page.locator("#devices li").count() == 2
    ada.page.click("#devices button")
    ada.page.click("#sure-yes")
    ada.page.wait_for_function("() => document.querySelectorAll('#devices li').length === 1")
    assert not holds_a_seat(phone, table)
    assert holds_a_seat(ada, table)


def test_a_code_that_was_withdrawn_opens_nothing(site: Site) -> None:
    ada, bob = Person(site.url, "Ada"), Person(site.url, "Bob")
    code = ada.post("/me/code")["code"]
    ada.post("/me/code/close")
    assert bob.post("/me/carry", 404, code=code)["error"] == "unknown"
    first, second = ada.post("/me/code")["code"], ada.post("/me/code")["code"]
    bob.post("/me/carry", 404, code=first)
    bob.post("/me/carry", code=second.replace("-", " "))


def test_a_passkey_lets_its_holder_in(arrives: Arrives, site: Site) -> None:
    """Chromium's own virtual authenticator plays the phone's finger."""
    ada = arrives()
    local = site.url.replace("127.0.0.1", "localhost")  # browsers give no passkeys to bare addresses
    ada.url = local
    table = with_a_seat(ada)
    tools = ada.context.new_cdp_session(ada.page)
    tools.send("WebAuthn.enable")
    tools.send("WebAuthn.addVirtualAuthenticator", {"options": {
        "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
        "isUserVerified": True, "automaticPresenceSimulation": True}})
    ada.page.goto(f"{local}/me")
    ada.page.click("[data-passkey-make]")
    ada.sees("#passkeys li")
    ada.context.clear_cookies()
    assert not holds_a_seat(ada, table)
    ada.page.goto(f"{local}/me/carry")
    ada.page.click("[data-passkey-use]")
    ada.sees("#passkeys li")
    assert holds_a_seat(ada, table)
    ada.page.goto(f"{local}/me")
    ada.page.click("#passkeys button")
    ada.page.wait_for_function("() => !document.querySelector('#passkeys li')")
    ada.context.clear_cookies()
    ada.page.goto(f"{local}/me/carry")
    ada.page.click("[data-passkey-use]")
    ada.sees(".problem")


def test_a_recovery_file_until_a_newer_one_is_made(arrives: Arrives, site: Site, tmp_path: Path) -> None:
    ada = arrives()
    table = with_a_seat(ada)
    ada.page.goto(f"{site.url}/me")
    with ada.page.expect_download() as saved:
        ada.page.click("[data-recovery-make]")
    file = tmp_path / "recovery.json"
    saved.value.save_as(file)
    ada.context.clear_cookies()
    ada.page.goto(f"{site.url}/me/carry")
    ada.page.set_input_files("[data-recovery]", file)
    ada.sees("#devices")
    assert holds_a_seat(ada, table)
    other = Person(site.url, "Other")
    mine = Person(site.url, "Ada")
    old = mine.post("/me/recovery")["key"]
    mine.post("/me/recovery")
    other.post("/me/recover", 404, key=old)


def test_what_is_kept_can_be_read_and_forgotten(site: Site) -> None:
    ada, bob = Person(site.url, "Ada Unforgettable"), Person(site.url, "Bob")
    ended, running = ada.create("toy", ("open", "open")), ada.create("toy", ("open", "open"))
    for table in (ended, running):
        ada.join(table, 0)
        bob.join(table, 1)
        ada.post(f"/tables/{table}/start")
    ada.post(f"/tables/{ended}/chat", text="a word of mine")
    for person in (ada, bob):
        person.post(f"/tables/{ended}/abandon")
    kept = ada.get("/me/export")
    assert {table["table"] for table in kept["tables"]} == {ended, running}
    assert "a word of mine" in json.dumps(kept)
    assert bob.id not in json.dumps(kept)
    ada.post("/me/code")
    ada.post("/me/forget")
    assert ada.get("/tables", 401)
    for table in (ended, running):
        told = json.dumps([bob.view(table), bob.get(f"/tables/{table}/log")])
        assert "Unforgettable" not in told
        assert "a word of mine" not in told
    seats = bob.view(running)["table"]["seats"]
    assert seats[0]["given_up"]
    assert seats[1]["name"] == "Bob"
    while bob.view(running, 1)["table"]["phase"] == "running":  # the other's game is whole
        if bob.view(running, 1)["owes"]:
            bob.answer(running, 1)
        time.sleep(0.02)
    bob.get(f"/tables/{running}/record")


def test_the_page_of_somebody_who_is_nobody_yet(arrives: Arrives, site: Site) -> None:
    stranger = arrives("sv-SE", phone=True)
    stranger.page.goto(f"{site.url}/me")
    stranger.sees("h1")
    stranger.words_are_complete()
    stranger.page.click('a[href="/me/carry"]')
    stranger.sees("[data-carry]")
    assert stranger.page.evaluate("document.documentElement.scrollWidth") <= 390
